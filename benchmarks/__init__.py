"""What the program costs, measured against bounds. Run by `./dev bench`."""
