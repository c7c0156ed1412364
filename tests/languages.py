"""The languages in which every sentence of the program and of every ruleset is there: what tests of all of them ask."""

LANGUAGES = ("en", "ru")
