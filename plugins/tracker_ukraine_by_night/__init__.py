"""The Ukraine by Night ruleset."""
