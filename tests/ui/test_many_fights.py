"""Several fights at once: one is shown, the others stand below it, and one goes from one to the other."""

import pytest

from tests.tables import play
from tests.ui.conftest import Play
from tracker.opening import Session
from tracker.ui.forms import action_form
from tracker.ui.look import Look


def lines_of(session: Session) -> list[str]:
    return [entry.do for entry in session.table.history.entries]


@pytest.fixture
def two_fights(fight: Session) -> Session:
    """David against Gunman, and on the roof Killer, who acts there, against Anna."""
    return play(
        fight, "add Anna ally", "fight roof Killer,Anna", "initiative Killer=8 Anna=5", "next", "fight first"
    )  # fmt: skip


async def test_with_one_fight_nothing_of_it_shows(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        assert "the first fight" not in game.text
        assert not list(game.screen.further_offers())


async def test_the_title_names_the_fight_and_the_others_stand_below_with_theirs(
    playing: Play, two_fights: Session
) -> None:
    async with playing(two_fights) as game:
        assert "· the first fight · round 1" in game.lines[0]
        rows = [line for line in game.lines if " hits " in line]
        assert [next(name for name in ("David", "Gunman", "Killer", "Anna") if name in row) for row in rows] == [
            "David", "Gunman", "Killer", "Anna",
        ]  # fmt: skip
        assert all("roof" in row for row in rows[2:])
        assert not any("roof" in row for row in rows[:2])
        line = next(line for line in game.screen.canvas.lines if "Killer" in line.text)
        assert {span.tone for span in line.spans[1:]} == {"dim"}


async def test_the_menu_and_the_palette_go_to_the_other_fight_and_back(playing: Play, two_fights: Session) -> None:
    async with playing(two_fights) as game:
        await game.press("enter", "end")
        assert "fight: roof" in game.text
        await game.press("enter")
        assert lines_of(two_fights)[-1] == "fight roof"
        assert "· roof · round 1" in game.lines[0]
        assert "▶  8 Killer" in game.row("Killer")
        ((word, _, run),) = game.screen.further_offers()
        assert word == "fight: the first fight"
        run()
        await game.press()
        assert lines_of(two_fights)[-1] == "fight first"
        await game.press("u")
        assert "· roof · round 1" in game.lines[0]


async def test_turns_are_those_of_the_fight_that_is_shown(playing: Play, two_fights: Session) -> None:
    async with playing(two_fights) as game:
        await game.press("n")
        assert "▶ 12 Gunman" in game.row("Gunman")
        assert two_fights.table.state.fights["roof"].current == "Killer"
        assert "▶" not in game.row("Killer")


def test_only_those_of_the_same_fight_are_opponents(two_fights: Session, look: Look) -> None:
    commands = two_fights.commands
    assert commands is not None
    form = action_form(two_fights, commands.actions["attack"], "David", [], look, lambda form, command: None)
    assert form.value("on") == "Gunman", "the only opponent here"
