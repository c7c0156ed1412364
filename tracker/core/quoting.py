"""Writing a value into a command line so that it is read back as it is."""

from tracker.core.patterns import pattern

_PLAIN = pattern(r"(?!')[^\s\"«»“”=,\\]+")


def quote(text: str, *, always: bool = False) -> str:
    """Write a value as one word of a command line, in quotes where a sign needs them, or `always`."""
    return text if _PLAIN.fullmatch(text) and not always else quoted(text)


def quoted(text: str) -> str:
    """Write a value in quotes: a name that is also a word of the language, such as "all", stays a name."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
