"""Regular expressions that are compiled when they are first used: no start waits for those that it does not need."""

import re
from typing import Any, AnyStr, cast

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")


class _Later:
    """Stands for a compiled pattern; the first call of a method compiles it and puts the real methods here."""

    def __init__(self, text: "str | bytes", flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self._text, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(self, name)


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what `re.compile` does, as far as looking for it goes.

    A pattern that makes no sense raises `re.error` when it is first used.
    """
    return cast("re.Pattern[AnyStr]", _Later(text, flags))
