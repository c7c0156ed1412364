"""The log is read at a glance: an act is a block, folded where the next one begins; quiet turns share a line."""

import pytest

from tests.tables import memory_session, play, shipped_rules
from tests.ui.conftest import Game, Play
from tracker.opening import Session
from tracker.ui.glyphs import FULL, plain

SIZES = [(80, 24), (120, 40)]


def log_of(game: Game) -> list[str]:
    """The lines of the log, as far as they say anything."""
    first = next(number for number, line in enumerate(game.lines) if line.startswith("─ Log"))
    return [line[:79].rstrip() for line in game.lines[first + 1 : -3] if line[:79].strip()]


def blow(session: Session) -> Session:
    return play(session, "attack Gunman by=David faces=18")


@pytest.mark.parametrize("size", SIZES)
async def test_the_last_act_is_whole_until_the_next_one(playing: Play, fight: Session, size: tuple[int, int]) -> None:
    async with playing(blow(fight), size=size) as game:
        assert "typed" in game.text
        whole = log_of(game)
        await game.press("d", "1", "enter")
        folded = log_of(game)
        assert len([line for line in folded if "attacks Gunman" in line]) == 1
        assert len(folded) <= len(whole) + 1


async def test_enter_unfolds_the_selected_act_and_folds_it_again(playing: Play, fight: Session) -> None:
    play(fight, "note " + "the lamp goes out and nobody sees a thing " * 4)
    play(fight, "note short")
    async with playing(fight) as game:
        folded = log_of(game)
        await game.press("tab", "up", "enter")
        assert len(log_of(game)) == len(folded) + 2
        assert "fold" in game.hints
        await game.press("enter")
        assert [line[2:] for line in log_of(game)] == [line[2:] for line in folded]


async def test_turns_that_pass_without_anything_share_a_line(playing: Play, fight: Session) -> None:
    async with playing(play(fight, "next", "next")) as game:
        assert log_of(game)[-2:] == ["  No act: David, Gunman", "▶ Killer acts"]
        await game.press("n")
        assert log_of(game)[-3:] == [
            "  No act: David, Gunman, Killer", log_of(game)[-2], "▶ David acts",
        ]  # fmt: skip
        assert log_of(game)[-2].startswith("─ Round 2 ─")


async def test_a_turn_that_a_round_with_something_to_do_ends_passed_too(playing: Play) -> None:
    session = memory_session(shipped_rules("vtm5"))
    play(session, "add Anna", "add Hunter mortal foe", "initiative", "next", "next")
    while session.table.state.current:
        last = session.table.state.characters[session.table.state.current].name
        play(session, "next")
    async with playing(session, size=(120, 40)) as game:
        assert any(line.endswith((f" {last}", f": {last}")) and "No act" in line for line in log_of(game))


async def test_a_turn_in_which_something_was_done_needs_no_line(playing: Play, fight: Session) -> None:
    async with playing(play(fight, "damage Gunman 1", "next")) as game:
        assert "David acts" not in game.text
        assert "No act" not in game.text
        assert log_of(game)[-1] == "▶ Gunman acts"


async def test_what_was_undone_is_struck_out_and_only_the_last_undo_has_a_line(playing: Play, fight: Session) -> None:
    async with playing(play(fight, "damage Gunman 1", "damage Gunman 2", "undo", "undo")) as game:
        told = log_of(game)
        assert len([line for line in told if line.startswith("×")]) == 2
        assert len([line for line in told if "Undone" in line]) == 1


async def test_the_last_act_is_marked_until_the_next_key(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("d", "3", "enter")
        assert any(line.startswith(FULL.changed) and "damage" in line for line in log_of(game))
        await game.press("down")
        assert not any(line.startswith(FULL.changed) for line in log_of(game))
    assert plain().changed.isascii()


async def test_a_filter_shows_what_folding_would_hide(playing: Play, fight: Session) -> None:
    text = "the lamp goes out and nobody sees a thing, for the whole street is as dark as the inside of a hat"
    play(fight, f"note {text}", "note short")
    async with playing(fight) as game:
        assert "inside of a hat" not in game.text
        await game.press("/", *"hat", "enter")
        assert "hat" in " ".join(log_of(game))


async def test_names_dice_and_marks_have_looks_of_their_own(playing: Play, fight: Session) -> None:
    async with playing(play(fight, "damage Gunman 2")) as game:
        spans = [span for line in game.screen.canvas.lines for span in line.spans]
        assert any(span.tone == "foe" and "Gunman" in span.text for span in spans)
