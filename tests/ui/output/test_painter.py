"""The painter: what is sent in pieces shows what a whole painting shows, on every terminal, at every step."""

import random
from collections.abc import Iterator

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from tests.how_many import several
from tests.ui.output.emulators import PlainErasing, differing, emulator
from tools.pseudo_terminal import Screen
from tracker.ui.output.cells import PLAIN, Look, Row, change_of_look, look_of, row_of
from tracker.ui.output.painter import CLEAR, Painter

COLORS = ColorSystem.EIGHT_BIT
STYLES = [
    Style.parse(words)
    for words in (
        "", "bold", "red", "#d0d0d0 on #202020", "bold #ff8700 on #202020", "on blue", "reverse", "underline",
        "strike #808080", "default on default", "bright_red on bright_blue", "italic #00afff on #303030", "blink",
        "reverse yellow on green", "bold dim",
    )
]  # fmt: skip
WORDS = (
    "Boris", "Клара", "────────", "●●●○○", "XX/.....", "   ", " ", "two words", "小明", "한국", "é", "e\u0301", "🗡",
    "🗡\ufe0f", "👩\u200d🚒", "ab\x1b[2Jc", "·", "x" * 30, "ﬁ", "\u200b", "שלום",
)  # fmt: skip


def some_line(dice: random.Random, width: int, words: tuple[str, ...] = WORDS) -> list[Segment]:
    pieces = [Segment(dice.choice(words), dice.choice(STYLES)) for _ in range(dice.randrange(8))]
    return [*pieces, Segment(" " * dice.randrange(width), dice.choice(STYLES))]


def some_screens(seed: int, steps: int) -> Iterator[list[Row]]:
    """Screens that follow from each other as those of programs do: pieces change, parts scroll, windows open."""
    dice = random.Random(seed)
    width, height = 40, 12
    words = WORDS if seed % 2 else WORDS[:8]
    lines = [some_line(dice, width, words) for _ in range(height)]
    for _ in range(steps):
        match dice.randrange(8):
            case 0:
                top = dice.randrange(height)
                bottom = dice.randint(top, height)
                shift = dice.randint(-4, 4)
                part = lines[top:bottom]
                new = [some_line(dice, width, words) for _ in range(min(abs(shift), len(part)))]
                part = [*part[len(new) :], *new] if shift > 0 else [*new, *part[: len(part) - len(new)]]
                lines = [*lines[:top], *part, *lines[bottom:]]
            case 1 | 2 | 3:
                y = dice.randrange(height)
                lines[y] = [Segment(text, dice.choice([style, dice.choice(STYLES)])) for text, style, _ in lines[y]]
            case 4 | 5:
                lines[dice.randrange(height)] = some_line(dice, width, words)
            case 6 if dice.random() < 0.3:
                width, height = dice.randint(1, 60), dice.randint(1, 20)
                lines = [some_line(dice, width, words) for _ in range(height)]
            case _:
                for y in range(dice.randrange(height), height):
                    lines[y] = some_line(dice, width, words)
        yield [row_of(line, width, COLORS) for line in lines]


@pytest.mark.parametrize("kind", [Screen, PlainErasing])
@pytest.mark.parametrize("seed", range(several(3)))
def test_pieces_show_what_a_whole_painting_shows(seed: int, kind: type[Screen]) -> None:
    painter, terminal, size = Painter(), emulator(1, 1, kind), (0, 0)
    for step, rows in enumerate(some_screens(seed, 40)):
        if size != (size := (len(rows[0].cells), len(rows))):
            terminal.screen.resize(size[1], size[0])
        terminal.feed(painter.paint(rows).encode())
        whole = emulator(*size)
        whole.feed(Painter().paint(rows).encode())
        assert not differing(terminal, whole), f"step {step}"


@pytest.mark.parametrize("seed", range(several(2)))
def test_where_a_terminal_has_cut_what_it_showed_forgetting_shows_it_again(seed: int) -> None:
    painter, dice = Painter(), random.Random(seed)
    for rows in some_screens(seed, 20):
        size = len(rows[0].cells), len(rows)
        terminal = emulator(*size)
        terminal.feed("".join(dice.choices("ab ▒\n", k=300)).encode())
        painter.forget()
        terminal.feed(painter.paint(rows).encode())
        whole = emulator(*size)
        whole.feed(Painter().paint(rows).encode())
        assert not differing(terminal, whole)


def test_a_whole_painting_shows_each_sign_in_its_cell_and_its_look() -> None:
    terminal = emulator(8, 1)
    terminal.feed(Painter().paint([row_of([Segment("a"), Segment("小b", STYLES[4])], 8, COLORS)]).encode())
    cells = terminal.screen.buffer[0]
    assert [cells[x].data for x in range(8)] == ["a", "小", "", "b", " ", " ", " ", " "]
    assert [cells[x].bold for x in range(4)] == [False, True, True, True]
    assert cells[3].fg != cells[0].fg
    assert cells[3].bg != cells[4].bg


def test_nothing_is_sent_where_nothing_can_be_seen_to_differ() -> None:
    painter = Painter()
    painter.paint([row_of([Segment("a b", Style.parse("bold red on blue"))], 4, COLORS)])
    pieces = [Segment("a", STYLES[1] + Style.parse("red on blue")), Segment(" ", Style.parse("green on blue"))]
    same = [*pieces, Segment("b", Style.parse("bold red on blue"))]
    assert painter.paint([row_of(same, 4, COLORS)]) == ""


def lines_of(*texts: str, width: int = 40) -> list[Row]:
    return [row_of([Segment(text)], width, COLORS) for text in texts]


def test_a_line_that_comes_at_the_end_of_a_pane_moves_the_others_by_the_terminals_own_scrolling() -> None:
    story = [f"round {number}: somebody does number {number * 7919}" for number in range(12)]
    painter = Painter()
    painter.paint(lines_of("title", "rule", *story[:8], "keys"))
    sent = painter.paint(lines_of("title", "rule", *story[1:9], "keys"))
    assert "\x1b[3;10r" in sent
    assert len(sent) < len(story[8]) + 40


def test_a_step_in_a_list_sends_the_two_signs_of_its_cursor() -> None:
    painter = Painter()
    painter.paint(lines_of("> Boris", "  Клара", "  Igor"))
    assert painter.paint(lines_of("  Boris", "> Клара", "  Igor")) == "\x1b[H \r\n>"


def test_the_rest_of_a_line_in_the_terminals_own_colour_is_erased_not_overwritten() -> None:
    painter = Painter()
    painter.paint(lines_of("a long line of text that goes away"))
    assert len(painter.paint(lines_of("a long"))) < 14


def test_a_sign_of_which_terminals_disagree_never_moves_what_follows_it() -> None:
    painter = Painter()
    painter.paint([row_of([Segment("🗡\ufe0f sword")], 12, COLORS)])
    sent = painter.paint([row_of([Segment("🗡\ufe0f spear")], 12, COLORS)])
    assert "🗡\ufe0f\x1b[3G spear" in sent


def test_text_cannot_command_the_terminal() -> None:
    rows = [row_of([Segment("a\x1b[2J\x9b2Jb\r\n")], 12, COLORS)]
    assert Painter().paint(rows).removeprefix(CLEAR) == "a[2J2Jb"


@pytest.mark.parametrize("old", STYLES)
def test_each_look_is_reached_from_each_other(old: Style) -> None:
    for new in STYLES:
        terminal, fresh = emulator(4, 1), emulator(4, 1)
        first, second = look_of(old, COLORS), look_of(new, COLORS)
        terminal.feed(f"{change_of_look(None, first)}{change_of_look(first, second)}x".encode())
        fresh.feed(f"{change_of_look(None, second)}x".encode())
        assert terminal.screen.buffer[0][0] == fresh.screen.buffer[0][0], f"{old} to {new}"


def test_ending_one_of_two_marks_that_end_together_keeps_the_other() -> None:
    assert change_of_look(Look(frozenset("12")), Look(frozenset("1"))) in ("\x1b[22;1m", "\x1b[0;1m")


def test_without_colours_no_look_is_sent() -> None:
    assert {look for _, look in row_of([Segment("a", STYLES[4])], 3, None).cells} == {PLAIN}
