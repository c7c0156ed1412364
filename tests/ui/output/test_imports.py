"""Textual comes without what a lean app never uses, for those who come after it nothing is missing."""

import subprocess
import sys

from tracker.ui.output.imports import lean_imports

APP = """
import sys
from tracker.ui.output.imports import lean_imports
with lean_imports():
    from tracker.ui.output.app import LeanApp
assert not {"ssl", "textual.command", "textual.widgets._input"} & set(sys.modules), "left out"
"""

RUNS = """
from textual.binding import Binding
class Shown(LeanApp[int]):
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("x", "leave")]
    def action_leave(self):
        self.exit(7)
async def pressed():
    app = Shown()
    async with app.run_test() as pilot:
        await pilot.press("ctrl+p", "x")
    return app.return_value
import asyncio
assert asyncio.run(pressed()) == 7
"""

LATER = """
import ssl
from textual.command import CommandPalette
from textual.screen import ModalScreen
assert ssl.create_default_context()
assert issubclass(CommandPalette, ModalScreen)
"""


def outcome(source: str) -> str:
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=60, check=False)
    return run.stderr


def test_an_app_runs_without_what_is_left_out() -> None:
    assert outcome(APP + RUNS) == ""


def test_who_imports_later_what_was_left_out_gets_all_of_it() -> None:
    assert outcome(APP + LATER) == ""


def test_where_textual_is_there_already_nothing_changes() -> None:
    before = dict(sys.modules)
    with lean_imports():
        during = dict(sys.modules)
    assert during == before == dict(sys.modules)
