"""Widgets that draw lines of text themselves and repaint only the lines that changed."""
