"""What may be opened over a screen: a form, a menu, a page of text. Plain objects that take keys and draw lines."""
