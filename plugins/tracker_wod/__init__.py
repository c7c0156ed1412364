"""The World of Darkness ruleset."""
