"""A screen to play on in tests: keys go in as a terminal would send them, and the lines that are shown come out."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partialmethod
from pathlib import Path

import pytest
from rich.console import Console
from textual import events
from textual.pilot import Pilot

from tests.tables import called, played
from tests.ui.toolkit import be_quick
from tracker.core.state import State
from tracker.opening import Session
from tracker.ui.coterie import CoterieApp
from tracker.ui.glyphs import FULL
from tracker.ui.keys import Keystroke, keystroke
from tracker.ui.look import Look
from tracker.ui.paint import Palette
from tracker.ui.screens.base import CommandScreen
from tracker.ui.settings import Settings
from tracker.ui.themes import load_theme

CAST = (
    "add David ally skill=3 toughness=9",
    "add Killer foe skill=1 toughness=8",
    "add Gunman foe skill=2 toughness=7",
    "initiative David=13 Killer=9 Gunman=12",
    "next",
)


be_quick()


class Pasted(str):
    """A text that comes at once, where each letter would only paint a frame that the test does not look at."""


class Game:
    """A running app and what one does with it."""

    def __init__(self, app: CoterieApp, pilot: Pilot[int]) -> None:
        self.app = app
        self._pilot = pilot
        self._pause = pilot.pause

    @property
    def screen(self) -> CommandScreen:
        screen = self.app.screen
        assert isinstance(screen, CommandScreen)
        return screen

    async def press(self, *keys: str) -> None:
        """Press keys: a sign is typed, a longer word is the name of a key, if it is not pasted."""
        for key in keys:
            if isinstance(key, Pasted):
                self.screen.take_paste(events.Paste(key))
                continue
            is_sign = len(key) == 1
            stroke = keystroke(key, key, printable=True) if is_sign else Keystroke(key, " " if key == "space" else "")
            self.screen.take(stroke)
        await self._pause()

    async def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        await self._pilot.resize_terminal(width, height)
        await self._pause()

    async def click(self, x: int, y: int) -> None:
        """Click on a cell of the screen."""
        await self._pilot.click(offset=(x, y))
        await self._pause()

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.press(*text)

    @property
    def lines(self) -> list[str]:
        """What the screen shows."""
        return [line.text.rstrip() for line in self.screen.canvas.lines]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def message(self) -> str:
        return self.lines[-3].strip()

    @property
    def prompt(self) -> str:
        return self.lines[-2].strip()

    @property
    def hints(self) -> str:
        return self.lines[-1].strip()

    @property
    def session(self) -> Session:
        return self.app.sessions[-1]

    @property
    def state(self) -> State:
        return self.session.table.state

    def hits(self, name: str) -> int:
        """The hit points of a character."""
        return called(self.session, name).pools["hits"].value

    def row(self, name: str) -> str:
        """The line of the initiative panel that names a character."""
        return next(line for line in self.lines if f" {name} " in f"{line} ")


Play = Callable[..., AbstractAsyncContextManager[Game]]


@pytest.fixture
def playing() -> Play:
    @asynccontextmanager
    async def run(
        session: Session | None = None, settings: Settings | None = None, size: tuple[int, int] = (80, 24)
    ) -> AsyncIterator[Game]:
        app = CoterieApp(session, settings or Settings())
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Game(app, pilot)

    return run


@pytest.fixture
def snap_compare(snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch) -> Callable[..., bool]:
    """Compare a picture with a kept one. Both lose its id, which is worked out of each piece of it: it gets another."""
    monkeypatch.setattr(Console, "export_svg", partialmethod(Console.export_svg, unique_id="terminal-0"))
    return snap_compare


@pytest.fixture
def fight() -> Session:
    """A fight in which David acts, then the gunman, then the killer."""
    return played(*CAST)


@pytest.fixture
def look(fight: Session) -> Look:
    return Look(fight.words, FULL, load_theme("dark").palette)


@pytest.fixture
def palette() -> Palette:
    return load_theme("dark").palette


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    folder = tmp_path / "saves"
    folder.mkdir()
    return folder
