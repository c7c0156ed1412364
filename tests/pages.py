"""The template of the page of a story, compiled once for the tests of a process that write such pages."""

from types import CodeType
from typing import Any

import pytest
from jinja2 import Environment

_compile = Environment.compile
_compiled: dict[tuple[object, ...], CodeType] = {}


def _compile_if_new(environment: Environment, *template: Any) -> CodeType:
    """Compile a template as it is done with such options."""
    options = (value for value in vars(environment).values() if isinstance(value, str | bool | type))
    key = (*options, *template)
    if key not in _compiled:
        _compiled[key] = _compile(environment, *template)
    return _compiled[key]


def compile_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test take what another one has compiled."""
    monkeypatch.setattr(Environment, "compile", _compile_if_new)
