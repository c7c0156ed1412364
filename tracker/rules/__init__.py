"""Rulesets as seen from the core: finding, loading, calling and checking them. pluggy stays in here."""
