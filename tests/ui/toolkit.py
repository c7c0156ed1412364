"""The toolkit in tests: one waits until nothing is left to do; its styles and colours are made once in a process."""

import asyncio
from typing import Any

import textual.app
import textual.pilot
from textual._context import active_app
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.design import ColorSystem

ROUNDS = 3
"""How often in a row the loop has to have nothing to do: what one round wakes has its turn in the next."""
MOST_ROUNDS = 1000
"""What is still at work then comes to no end."""
_parse = Stylesheet._parse_rules
_parsed: dict[tuple[Any, ...], list[RuleSet]] = {}
_work_out = ColorSystem.generate
_worked_out: dict[tuple[Any, ...], dict[str, str]] = {}


async def until_nothing_is_left(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Wait until all has been done but what waits for a clock or comes to no end, and draw what has changed.

    The toolkit's own way sleeps for a fiftieth of a second each time, and sees by the load of the machine whether the
    app is still busy.
    """
    loop: Any = asyncio.get_running_loop()
    app = active_app.get()
    quiet = 0
    for _ in range(MOST_ROUNDS):
        if quiet >= ROUNDS:
            break
        await asyncio.sleep(0)
        quiet = 0 if loop._ready else quiet + 1
        if quiet == ROUNDS and _is_moved_on(app):
            quiet = 0


def _is_moved_on(app: App[Any]) -> bool:
    """Whether there was something that waits for the next frame; it has its turn now."""
    if not app.screen_stack:
        return False
    if app._resize_timer is not None:
        app._check_resize()
        return True
    if app.screen._update_timer._active.is_set():
        app.screen._on_timer_update()
        return True
    return False


def _parsed_once(
    self: Stylesheet, css: str, read_from: Any, is_default_rules: bool = False, tie_breaker: int = 0, scope: str = ""
) -> list[RuleSet]:
    """Read rules as the toolkit does, which nobody changes afterwards; with other colours they are others."""
    key = (css, read_from, is_default_rules, tie_breaker, scope, tuple(self._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(self, css, read_from, is_default_rules, tie_breaker, scope)
    return _parsed[key]


def _worked_out_once(self: ColorSystem) -> dict[str, str]:
    """Work out the colours of a theme as the toolkit does; an app asks for those of two themes before it begins."""
    key = tuple(tuple(value.items()) if isinstance(value, dict) else value for value in vars(self).values())
    if key not in _worked_out:
        _worked_out[key] = _work_out(self)
    return dict(_worked_out[key])


def be_quick() -> None:
    """Wait and read styles so from now on."""
    for module in (textual.app, textual.pilot):
        module.wait_for_idle = until_nothing_is_left  # type: ignore[attr-defined]
    Stylesheet._parse_rules = _parsed_once  # type: ignore[method-assign]
    ColorSystem.generate = _worked_out_once  # type: ignore[method-assign]
