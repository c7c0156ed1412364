"""The app: what its frames show is what Textual's own output would show, at every step of long random scripts."""

import random

import pytest
from rich.console import RenderableType
from rich.text import Text
from textual._compositor import CompositorUpdate
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.drivers.headless_driver import HeadlessDriver
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, RichLog, Static

from tests.how_many import several
from tests.ui.output.emulators import differing, emulator
from tracker.ui.output.app import LeanApp
from tracker.ui.output.painter import Painter

WORDS = ("Boris", "Клара", "小明 kicks", "🗡 sword", "[X]", "e\u0301te\u0301", "●●○", "a longer sentence", "")


class Dialog(ModalScreen[None]):
    DEFAULT_CSS = "Dialog { align: center middle; } Dialog Input { width: 30; border: round red; }"

    def compose(self) -> ComposeResult:
        yield Input()


class Comparing(LeanApp[None]):
    """An app of Textual's own widgets that sends each update both ways."""

    CSS = "OptionList { width: 1fr; } RichLog { width: 2fr; border: solid green; } Static { height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self.painter = Painter()
        self.ours = self.theirs = emulator(80, 24)
        self.compared = 0
        self.bytes_ours = self.bytes_theirs = 0

    def compose(self) -> ComposeResult:
        yield Static("title", id="title")
        with Horizontal():
            yield OptionList(*[Text(word) for word in WORDS])
            yield RichLog(min_width=0)
        yield Input()

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, CompositorUpdate) and not self._batch_count and self._running:
            columns, lines = screen.size
            if (self.theirs.screen.columns, self.theirs.screen.lines) != (columns, lines):
                self.ours, self.theirs = emulator(columns, lines), emulator(columns, lines)
                self.painter.forget()
            rows = self.rows_of(screen, renderable)
            own, others = self.painter.paint(rows), renderable.render_segments(self.console)
            self.ours.feed(own.encode())
            self.theirs.feed(others.replace("\n", "\r\n").encode())
            self.compared += 1
            self.bytes_ours += len(own.encode())
            self.bytes_theirs += len(others.encode())
        super()._display(screen, renderable)


@pytest.mark.parametrize("seed", range(several(1)))
async def test_frames_show_what_textual_would_show(seed: int) -> None:
    dice = random.Random(seed)
    app = Comparing()
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(40):
            screen = app.screen
            match dice.randrange(7):
                case 0:
                    app.query_one("#title", Static).update(Text(dice.choice(WORDS) * dice.randint(1, 9)))
                case 1 | 2:
                    log = app.query_one(RichLog)
                    log.write(
                        Text(" ".join(dice.choices(WORDS, k=dice.randint(1, 12))), style=dice.choice(["", "bold"]))
                    )
                case 3:
                    screen.focus_next()
                case 4:
                    await pilot.press(*dice.choices(["down", "up", "a", "Ж", "backspace", "end", "pagedown"], k=3))
                case 5 if isinstance(screen, Dialog):
                    screen.dismiss()
                case 5:
                    app.push_screen(Dialog())
                case _ if dice.random() < 0.3:
                    await pilot.resize_terminal(dice.randint(20, 120), dice.randint(8, 40))
            await pilot.pause()
            # A widget that waits for its layout is already as it will be in ours; when all is done they are equal.
            for _ in range(20):
                if not differing(app.ours, app.theirs):
                    break
                await pilot.pause(0.02)
            assert not differing(app.ours, app.theirs), f"after update {app.compared}"
    assert app.compared > 30
    assert app.bytes_ours * 2 < app.bytes_theirs


async def test_where_the_driver_is_another_everything_is_as_textual_does_it() -> None:
    app = Comparing()
    async with app.run_test():
        assert isinstance(app._driver, HeadlessDriver)
        assert app.line_driver is None
