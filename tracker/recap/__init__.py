"""Reading a session back: its moments, what is found in it, what it comes to. Knows no screen and no output format."""
