"""A table without a game: what stands in where only the program's own verbs are wanted."""

from tracker.api.descriptions import RulesetCard
from tracker.api.hookspecs import hookimpl


class BareTable:
    """A ruleset that has no rules."""

    @hookimpl
    def card(self) -> RulesetCard:
        """Its card."""
        return RulesetCard("", {}, "")
