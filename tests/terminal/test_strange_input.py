"""Whatever bytes a terminal sends, the program goes on, and what can be meant by them is done."""

from pathlib import Path

from tests.terminal.conftest import LONGEST_START, SHORT, Open
from tools.pseudo_terminal import LONGEST, Terminal
from tracker.journal.reader import read

STRANGE = {
    "bytes that are no UTF-8": b"\xab\x80\xff",
    "a Russian word of CP1251": "Привет".encode("cp1251"),
    "a Russian word of KOI8-R": "Привет".encode("koi8-r"),
    "half a letter": "н".encode()[:1],
    "meta by the eighth bit": bytes([0x80 | ord("x")]),
    "a key report with what happened to the key": b"\x1b[97;1:1u",
    "a key report of no letter": b"\x1b[99999999u\x1b[55296u\x1b[97;9:9:9;1:2u",
    "reports that were not asked for": b"\x1b[0n\x1b[0n\x1b[48;0;0;0;0t\x1b[48;9999;9999;1;1t\x1b[?2048;1$y",
    "a mouse outside of the window": b"\x1b[<0;9999;9999M\x1b[<99;-1;-1m\x1b[<64;1;1M",
    "the beginnings of keys": b"\x1b[\x1bO\x1b[1;\x1b",
    "answers of a terminal to nobody": b"\x1b]10;rgb:ffff/ffff/ffff\x07\x1bP1$r0m\x1b\\",
    "many escapes": b"\x1b" * 300,
}


def test_the_program_goes_on_after_strange_bytes(fight: Terminal, save: Path) -> None:
    for what, data in STRANGE.items():
        fight.send(data)
        fight.press("escape")
        fight.settle(SHORT)
        fight.press("ctrl+c", "ctrl+c")
        before = len(read(save).entries)
        fight.press("n")
        give_up = fight.clock() + LONGEST
        while len(read(save).entries) == before:
            assert fight.clock() < give_up, f"the program does not go on after {what}; it shows\n{fight.text}"
            fight.read(0.01)
    fight.press("q")
    assert fight.wait() == 0


def test_what_is_typed_while_the_program_starts_is_done_with_its_enter(play: Open, save: object) -> None:
    terminal = play("open", save, anew=True)
    terminal.send(b":note the door opens\r")
    terminal.until(lambda text: "the door opens" in text and "next" in text, LONGEST_START)


def test_keys_that_come_at_once_are_several_keys(fight: Terminal) -> None:
    fight.send(b"nn:note one\r:note two\rd1\ru")
    fight.until(lambda text: "one" in text and "two" in text and "Undone" in text)


def test_enters_that_come_at_once_do_not_end_the_palette_and_the_program(fight: Terminal) -> None:
    fight.send(b"\x10help\r\r")
    fight.send(b"\x10\r\r\x1b[6~\x1b[5~")
    fight.settle(SHORT)
    fight.press("escape", "ctrl+c", "n")
    fight.until("acts")


def test_the_screen_is_drawn_again_on_demand(fight: Terminal) -> None:
    before = fight.text
    fight.write_over("somebody else writes into this terminal")
    assert fight.text != before
    fight.send(b"\x0c")
    assert fight.until(lambda text: text == before) == before
