"""The to-do list: what must be answered is told from what may be, is done by its number, and holds nobody up."""

import re

import pytest

from tests.tables import memory_session, play, played
from tests.ui.conftest import CAST, Play
from tests.ui.variants import asking_rules
from tracker.api import message
from tracker.core.facts import Prompted
from tracker.core.history import Entry
from tracker.opening import Session
from tracker.ui.glyphs import FULL
from tracker.ui.look import Look
from tracker.ui.panes.due import DuePane
from tracker.ui.settings import Settings
from tracker.ui.themes import load_theme


def lines_of(session: Session) -> list[str]:
    return [entry.do for entry in session.table.history.entries]


@pytest.fixture
def asking() -> Session:
    """A fight in which the gunman bleeds (an offer), it rains (a reminder), and the killer is dazzled (a must)."""
    return played(
        *CAST, "scene Rain", "initiative David=13 Killer=9 Gunman=12", "next",
        "damage Gunman 3 sharp", "condition Killer dazzled", rules=asking_rules(),
    )  # fmt: skip


def to_do(lines: list[str]) -> list[str]:
    """The lines between the heading of the list and that of the log."""
    first = next(number for number, line in enumerate(lines) if line.startswith("─ To do"))
    last = next(number for number, line in enumerate(lines) if line.startswith("─ Log"))
    return [line.strip() for line in lines[first + 1 : last]]


async def test_the_heaviest_stand_first_with_signs_of_their_own_and_keep_their_numbers(
    playing: Play, asking: Session
) -> None:
    assert [due.weight for due in asking.table.state.open_due] != ["must", "offer", "reminder"]
    async with playing(asking) as game:
        shown = " ".join(to_do(game.lines))
        numbers = {due.weight: number for number, due in enumerate(game.state.open_due, 1)}
        must, offer, rain = (numbers[weight] for weight in ("must", "offer", "reminder"))
        assert shown.startswith(f"{must} ! Killer is dazzled")
        assert f"{offer} ? Gunman bleeds: bandage the wound?" in shown
        assert shown.rstrip().endswith(f"{rain} · Mind the rain")


async def test_keys_do_what_stands_under_their_number_and_dismiss_what_has_no_act(
    playing: Play, asking: Session
) -> None:
    async with playing(asking) as game:
        numbers = {due.weight: str(number) for number, due in enumerate(game.state.open_due, 1)}
        await game.press(numbers["must"])
        assert lines_of(asking)[-1] == "end Killer kind=dazzled"
        numbers = {due.weight: str(number) for number, due in enumerate(game.state.open_due, 1)}
        await game.press(numbers["offer"])
        assert lines_of(asking)[-1] == "bandage Gunman"
        await game.press("1")
        assert lines_of(asking)[-1] == "dismiss number=1"
        assert "─ To do" not in game.text
        assert [due.id for due in game.state.due] == ["rain"], "it only is not shown"


async def test_what_is_dismissed_is_not_shown(playing: Play, asking: Session) -> None:
    async with playing(asking) as game:
        await game.press("x", "enter")
        assert "─ To do" not in game.text
        assert len(game.state.due) == 3
        await game.press("n")
        assert lines_of(asking)[-1] == "next", "what is dismissed holds nobody up"


async def test_the_first_n_names_what_must_be_answered_and_the_second_passes(playing: Play, asking: Session) -> None:
    async with playing(asking) as game:
        before = lines_of(asking)
        number = next(number for number, due in enumerate(game.state.open_due, 1) if due.weight == "must")
        await game.press("n")
        assert lines_of(asking) == before
        assert game.message == f"Still to do: {number} Killer is dazzled. Press n again to go on."
        await game.press("n")
        assert lines_of(asking) == [*before, "next"]
        assert "▶ 12 Gunman" in game.row("Gunman")
        await game.press("n")
        assert lines_of(asking) == [*before, "next"], "the next turn is asked for again"
        await game.press(str(number), "n")
        assert lines_of(asking)[-1] == "next", "what is answered holds nobody up"


async def test_what_may_be_done_holds_nobody_up(playing: Play, asking: Session) -> None:
    play(asking, "end Killer dazzled")
    async with playing(asking) as game:
        await game.press("n")
        assert lines_of(asking)[-1] == "next"


async def test_a_setting_lets_the_turn_pass_at_once(playing: Play, asking: Session) -> None:
    async with playing(asking, Settings(next_at_once=True)) as game:
        await game.press("n")
        assert lines_of(asking)[-1] == "next"


async def test_a_round_that_is_held_says_so_and_its_first_turn_begins_once_it_is_answered(playing: Play) -> None:
    session = played(*CAST, "condition David dizzy", "next", "next", "next", rules=asking_rules())
    assert (session.table.state.round, session.table.state.current) == (2, "")
    async with playing(session) as game:
        heading = next(line for line in game.lines if line.startswith("─ To do"))
        assert "No one acts until this is answered" in heading
        assert "▶" not in game.text
        await game.press("1")
        assert "▶ 13 David" in game.row("David")
        assert "Nobody acts until" not in game.text


async def test_a_held_round_can_be_begun_all_the_same(playing: Play) -> None:
    session = played(*CAST, "condition David dizzy", "next", "next", "next", rules=asking_rules())
    async with playing(session) as game:
        await game.press("n")
        assert "David is dizzy" in game.message
        await game.press("n")
        assert "▶ 13 David" in game.row("David")


async def test_who_has_no_initiative_is_asked_for_by_number(playing: Play, fight: Session) -> None:
    play(fight, "add Eve skill=2")
    async with playing(fight) as game:
        assert "1 ! Eve has no initiative yet" in game.text
        await game.press("1")
        assert lines_of(fight)[-1].startswith("initiative Eve faces=")
        assert "─ To do" not in game.text


async def test_what_an_older_program_recorded_is_shown_and_done_too(playing: Play, fight: Session) -> None:
    history = fight.table.history
    who = fight.table.state.current
    prompts = (
        Prompted("first", who, message("note.plain", text="a test is due"), command="damage David 1"),
        Prompted("second", who, message("note.plain", text="remember the rain")),
    )
    last = history.entries[-1]
    history.append(Entry(last.number + 1, last.at, 1, "test", "test", (), prompts))
    async with playing(fight) as game:
        assert "David: a test is due" in game.text
        await game.press("1")
        assert game.hits("David") == 8
        assert [due.id for due in game.state.open_due] == ["second"]
        await game.press("x")
        assert "─ To do" not in game.text


async def test_the_mouse_does_what_it_hits(playing: Play, asking: Session) -> None:
    async with playing(asking) as game:
        y = next(number for number, line in enumerate(game.lines) if "Gunman bleeds" in line)
        await game.click(game.lines[y].index("Gunman bleeds"), y)
        assert lines_of(asking)[-1] == "bandage Gunman"


def test_short_items_share_a_line_and_a_lonely_one_shows_its_command(look: Look) -> None:
    session = played(*CAST, "condition David dazzled", rules=asking_rules())
    pane = DuePane(look)
    pane.take_over(session.table.state, 80)
    assert [line.text.strip() for line in pane.lines(80, 5)][1:] == ["1 ! David is dazzled  end David kind=dazzled"]
    play(session, "condition Killer dazzled", "condition Gunman dazzled")
    pane.take_over(session.table.state, 80)
    (row,) = [line.text for line in pane.lines(80, 5)][1:]
    assert row.strip() == "1 ! David is dazzled   2 ! Killer is dazzled   3 ! Gunman is dazzled"
    assert [pane.number_at(row.index(name), 1) for name in ("David", "Killer", "Gunman")] == [1, 2, 3]
    assert (pane.number_at(0, 1), pane.number_at(5, 0), pane.number_at(5, 2)) == (0, 0, 0)
    pane.take_over(session.table.state, 30)
    assert len(pane.lines(30, 3)) == 3
    assert "1 more" in pane.lines(30, 3)[0].text


def test_what_is_due_is_told_anew_in_another_language() -> None:
    session = played(*CAST, "condition David dazzled", rules=asking_rules())
    assert session.commands is not None
    look = Look(session.words, FULL, load_theme("dark").palette)
    pane = DuePane(look, session.commands.spoken)
    pane.take_over(session.table.state, 80)
    before = pane.lines(80, 5)
    session.speak("ru")
    pane.take_over(session.table.state, 80)
    anew = DuePane(look, session.commands.spoken)
    anew.take_over(session.table.state, 80)
    assert pane.lines(80, 5) == anew.lines(80, 5) != before


@pytest.mark.parametrize("people", [0, 1])
async def test_next_works_before_anybody_has_initiative_and_says_so_where_nobody_is(people: int, playing: Play) -> None:
    session = play(memory_session(), *[f"add Guest{number}" for number in range(people)])
    async with playing(session) as game:
        await game.press("n")
        if people:
            assert "▶" in game.row("Guest0")
            assert game.hints.startswith("n next")
        else:
            assert "n isn't available here" in game.message


def test_a_sentence_longer_than_the_line_is_wrapped_and_counts_as_one(look: Look) -> None:
    session = played(*CAST, "rename David DavidTheLongSwordOfAll", "condition David dazzled", rules=asking_rules())
    pane = DuePane(look)
    pane.take_over(session.table.state, 30)
    assert [line.text.rstrip() for line in pane.lines(30, 5)][1:] == [
        " 1 ! DavidTheLongSwordOfAll", "     is dazzled",
    ]  # fmt: skip
    assert (pane.number_at(6, 1), pane.number_at(6, 2), pane.number_at(6, 3)) == (1, 1, 0)
    assert "more" not in pane.lines(30, 2)[0].text


@pytest.mark.parametrize("size", [(40, 10), (60, 20), (80, 24)])
async def test_what_is_due_leaves_room_for_people_and_log(
    size: tuple[int, int], playing: Play, asking: Session
) -> None:
    play(asking, *[f"condition {name} dizzy" for name in ("David", "Killer", "Gunman")])
    async with playing(asking, size=size) as game:
        assert len(game.lines) == size[1]
        assert any(line.startswith("─ Log") for line in game.lines)
        assert sum(bool(re.search(r" \d+/\d+ ", line)) for line in game.lines) >= 2
