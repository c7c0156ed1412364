"""Reading a session back: its moments, what is found in it, what it comes to, in words. Knows no screen and no file."""
