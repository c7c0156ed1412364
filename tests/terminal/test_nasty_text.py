"""Whatever a name or a file holds, it is shown literally and nothing of it acts on the terminal."""

from pathlib import Path

import pytest

from tests.terminal.conftest import LONGEST_START, Open, make_save
from tools.pseudo_terminal import Terminal
from tracker.core.quoting import quote
from tracker.journal.reader import read

INJECTED = ("\x1b[2J", "\x1b]0;owned\x07", "\x1b[31mred", "\x9b31mred", "\x07\x08\x0e", "\u202etxet", "a\r\nb\x00")
SHOWN = (
    "[/]",
    "[X]",
    "Bob [red]",
    "Дракула",
    "🧛 Mina",
    "龍",
    "{who}",
    "$surface",
    "x" * 200,
    "link=[@click=app.quit]",
)


def raw_forms(terminal: Terminal) -> list[str]:
    sent = terminal.data.decode("utf-8", "replace")
    return [text for text in INJECTED if text in sent]


@pytest.fixture
def nasty_save(tmp_path: Path) -> Path:
    names = [f"add {quote(text)} foe" for text in (*SHOWN, *(f"Eve {text}" for text in INJECTED))]
    notes = [f"note somebody shouts {quote(text)}" for text in (*SHOWN, *INJECTED)]
    return make_save(tmp_path / "nasty.toml", *names, *notes, "initiative", "next")


def test_names_are_shown_as_they_are_and_never_obeyed(play: Open, nasty_save: Path) -> None:
    terminal = play("open", nasty_save, columns=120, lines=60)
    rows = ("[/]", "[X]", "Bob [red]", "Дракула", "{who}", "$surface", "x" * 10, "Eve")
    terminal.until(lambda text: all(row in text for row in rows), LONGEST_START)
    for key in ("s", "escape", "enter", "escape", "tab", "escape", "n", "w", "escape", "?", "escape"):
        terminal.press(key)
        terminal.read(0.2)
    terminal.settle()
    assert raw_forms(terminal) == []
    assert terminal.process.poll() is None
    terminal.press("q")
    assert terminal.wait() == 0


def test_text_that_is_pasted_is_never_obeyed(fight: Terminal, save: Path) -> None:
    fight.press(":")
    pasted = "note [/] Ида \x07\x9b31m\u202etxet\r\n [red]"
    fight.send(b"\x1b[200~" + pasted.encode() + b"\x1b[201~")
    fight.until("[/] Ида")
    fight.press("enter")
    fight.until(lambda text: len(read(save).entries) == 4 and "[red]" in text)
    assert raw_forms(fight) == []


def test_a_file_with_raw_escapes_is_shown_harmless(play: Open, save: Path) -> None:
    data = save.read_text("utf-8").replace("Red [X] Dawn", "Red [X] Dawn \\u001b]0;owned\\u0007")
    save.write_text(data.replace('"Orc"', '"Orc\\u001b[31mred"'), "utf-8")
    terminal = play("review", save)
    terminal.until("Orc", LONGEST_START)
    terminal.settle()
    assert raw_forms(terminal) == []
