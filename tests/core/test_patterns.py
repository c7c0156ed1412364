"""Patterns that are compiled late find what compiled ones find."""

import re

import pytest

from tracker.core.patterns import pattern


def test_a_pattern_finds_what_a_compiled_one_finds() -> None:
    late, compiled = (make(r"(\w)(\d*)", re.ASCII) for make in (pattern, re.compile))
    text = "a1 b22 ж3"
    for method in ("match", "fullmatch", "search"):
        ours, theirs = getattr(late, method)(text), getattr(compiled, method)(text)
        assert (ours and ours.groups()) == (theirs and theirs.groups())
    assert [found[0] for found in late.finditer(text)] == [found[0] for found in compiled.finditer(text)]
    assert late.findall(text) == compiled.findall(text)
    assert late.sub("-", text) == compiled.sub("-", text)
    assert late.split(text) == compiled.split(text)


def test_a_pattern_is_compiled_when_it_is_first_used() -> None:
    late = pattern("(")
    with pytest.raises(re.error):
        late.match("(")
    with pytest.raises(AttributeError):
        _ = late.scanner
