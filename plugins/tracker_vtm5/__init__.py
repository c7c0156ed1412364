"""The Vampire: The Masquerade, fifth edition, ruleset."""
