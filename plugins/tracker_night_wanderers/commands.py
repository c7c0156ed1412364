"""The command lines that prompts offer, safe whatever signs a name holds."""


def quoted(word: str) -> str:
    """A word as one value of a command line."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def command_on(verb: str, who: str, *more: str) -> str:
    """The line of an act on somebody."""
    return " ".join((verb, quoted(who), *more))


def command_by(verb: str, who: str, *more: str) -> str:
    """The line of an act by somebody."""
    return " ".join((verb, *more, f"by={quoted(who)}"))
