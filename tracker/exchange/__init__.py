"""People from other tools: what a file holds is recognised by its content, and read as `add` would take it."""
