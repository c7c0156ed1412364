"""The full screen: Textual is imported here and nowhere else. The command line starts it by `tracker.ui.app.run_app`."""
