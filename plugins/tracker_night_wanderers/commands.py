"""The command lines that prompts offer, safe whatever signs a name holds."""

from tracker.api import quoted


def command_on(verb: str, who: str, *more: str) -> str:
    """The line of an act on somebody."""
    return " ".join((verb, quoted(who), *more))


def command_by(verb: str, who: str, *more: str) -> str:
    """The line of an act by somebody."""
    return " ".join((verb, *more, f"by={quoted(who)}"))
