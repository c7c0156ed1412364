"""The Night Wanderers ruleset."""
