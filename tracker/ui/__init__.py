"""The full screen. Textual is imported here and nowhere else; the command line starts it by `app.run_app`."""
