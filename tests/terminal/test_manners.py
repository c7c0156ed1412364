"""What the terminal is told beside the picture: where one types, what runs in it, what is copied."""

import shlex
import signal
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.conftest import COTERIE, LONGEST_START, PLUGINS, SHORT, Open
from tools.pseudo_terminal import Terminal
from tracker.journal.reader import read

COPIED = b"\x1b]52;c;"
KEEP_TITLE, TITLE_BACK = b"\x1b[22;2t", b"\x1b[23;2t"


def cursor(terminal: Terminal) -> tuple[int, int] | None:
    """Where the terminal's own cursor is seen."""
    found = terminal.emulator.screen.cursor
    return None if found.hidden else (found.x, found.y)


def until_cursor(terminal: Terminal, where: Callable[[str], tuple[int, int] | None]) -> None:
    """Wait until the cursor stands where the function says of the screen's text, and stays there."""
    terminal.until(lambda text: cursor(terminal) == where(text))
    terminal.settle(SHORT)
    assert cursor(terminal) == where(terminal.text)


def typed(line: str) -> Callable[[str], tuple[int, int]]:
    """The place behind what a line of the screen begins with."""
    return lambda text: (len(line), next((y for y, row in enumerate(text.splitlines()) if row.startswith(line)), -1))


def nowhere(_text: str) -> None:
    """The place of a cursor that is not shown."""


def test_the_terminals_own_cursor_stands_where_one_types_and_only_there(fight: Terminal) -> None:
    fight.settle()
    assert cursor(fight) is None
    fight.press(":", "a", "b", "c")
    until_cursor(fight, typed(" : abc"))
    fight.press("left")
    until_cursor(fight, typed(" : ab"))
    before = cursor(fight)
    assert before is not None
    fight.resize(90, 30)
    until_cursor(fight, lambda _: (before[0], before[1] + 6))
    fight.press("escape")
    until_cursor(fight, nowhere)


def test_it_stands_in_a_list_that_is_searched_and_in_the_field_of_a_form(fight: Terminal) -> None:
    fight.send(b"\x10un")
    until_cursor(fight, typed("› un"))
    fight.press("escape")
    until_cursor(fight, nowhere)
    fight.press("a")
    until_cursor(fight, typed("› target     Orc"))


def test_the_tab_names_the_session_and_afterwards_what_it_named_before(fight: Terminal) -> None:
    fight.until(lambda _: b"\x1b]2;Red [X] Dawn \xc2\xb7 Coterie\x07" in fight.data)
    assert fight.data.count(KEEP_TITLE) == 1
    fight.press("q")
    assert fight.wait() == 0
    assert fight.data.count(TITLE_BACK) == 1
    assert fight.data.index(KEEP_TITLE) < fight.data.index(b"\x1b]2;") < fight.data.index(TITLE_BACK)


def test_the_console_is_told_no_title_and_gets_plain_signs(play: Open, save: Path) -> None:
    terminal = play("open", save, settings={"TERM": "linux"})
    terminal.until("Orc", LONGEST_START)
    terminal.settle()
    assert b"\x1b]2;" not in terminal.data
    assert terminal.text.isascii()


def test_what_is_copied_goes_to_the_clipboard_of_whoever_looks(fight: Terminal) -> None:
    def copied(keys: bytes) -> str:
        before = fight.data.count(COPIED)
        fight.send(keys)
        fight.until(lambda _: fight.data.count(COPIED) > before and fight.data.rpartition(COPIED)[2].count(b"\x07") > 0)
        return b64decode(fight.data.rpartition(COPIED)[2].partition(b"\x07")[0]).decode()

    assert copied(b"\x19").startswith(" Jerry")
    fight.until("Copied")
    assert "Orc joins" in copied(b"\x12")
    assert copied(b"\t\x19").splitlines()[0] in fight.text
    fight.press("escape")
    fight.settle(SHORT)
    assert len(copied(b"w\x19").splitlines()) > 1


def test_a_click_on_a_hint_is_its_key(fight: Terminal) -> None:
    fight.settle(SHORT)
    line = fight.text.splitlines()[-1]
    x, y = line.index("n next") + 1, len(fight.text.splitlines())
    fight.send(b"\x1b[<0;%d;%dM\x1b[<0;%d;%dm" % (x, y, x, y))
    fight.until("Jerry acts")


def test_it_is_suspended_and_comes_back_whole_with_its_title_and_cursor(fight: Terminal) -> None:
    fight.press(":", "a", "b", "c")
    until_cursor(fight, typed(" : abc"))
    before = fight.text
    fight.signal(signal.SIGTSTP)
    fight.until_stopped()
    fight.settle(SHORT)
    assert fight.data.count(TITLE_BACK) == 1
    fight.write_over("$ fg")
    fight.signal(signal.SIGCONT)
    fight.until(lambda text: text == before)
    until_cursor(fight, typed(" : abc"))
    assert fight.text == before
    assert fight.data.count(KEEP_TITLE) == 2


STOP = b"\x1a"
"""What a terminal sends for ctrl+z."""


@pytest.mark.parametrize("wrapper", ["", '/bin/sh -c \'cd / && "$0" "$@"; exit $?\' '])
def test_ctrl_z_stops_it_and_fg_goes_on_with_what_was_typed_on_a_clean_screen(save: Path, wrapper: str) -> None:
    program = wrapper + shlex.join([*COTERIE, "open", str(save), "--plugins", str(PLUGINS)])
    with Terminal(["/bin/sh", "-i", "-m"], settings={"PS1": "ready> "}) as shell:
        shell.until("ready>")
        shell.send(program.encode() + b"\r")
        shell.until("n next", LONGEST_START)
        # The list, a typed line, the list again, a form.
        for keys, shown in (("", "n next"), (":abc", " : abc"), ("\x1b", "n next"), ("a", "attack: Jerry")):
            shell.send(keys.encode())
            shell.until(shown)
            shell.settle(SHORT)
            before = shell.text
            shell.send(STOP)
            shell.until("ready>")
            assert shell.modes_left == set()
            shell.send(b"echo $((20 + 3))\r")
            shell.until("23")
            shell.send(b"fg\r")
            shell.until(lambda text, shown=before: text == shown)
        shell.press("escape")
        shell.until("n next")
        shell.press("q")
        shell.until("ready>")
        shell.send(b"exit\r")
        assert shell.wait() == 0
    assert len(read(save).entries) == 3, "nothing was undone, and no command of the shell was taken for a key"


def test_ctrl_z_without_a_shell_says_so_and_plays_on(fight: Terminal) -> None:
    fight.send(STOP)
    fight.until("needs a shell")
    fight.press("n")
    fight.until("Jerry acts")
