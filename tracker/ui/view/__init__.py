"""Pure functions from a state, an entry or a description to lines: what is shown, without a widget."""
