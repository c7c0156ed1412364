"""What takes too long for every run of the tests: fuzzing, killing, mutating. Run them by `./dev prove`."""
