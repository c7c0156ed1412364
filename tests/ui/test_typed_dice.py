"""Dice that are typed: whose they are, taking a face back, leaving some of them to the program."""

from dataclasses import replace

import pytest

from tests.tables import memory_session, play, played, shipped_rules
from tests.ui.conftest import Pasted, Play
from tracker.core.intents import Refusal
from tracker.opening import Session
from tracker.story import story
from tracker.ui.settings import Settings

TYPED = Settings(typed_dice=True)
POOLS = {
    "world-of-darkness": "roll pool=4 by=Anna",
    "vtm5": "roll pool=4 by=Killer",
    "night-wanderers": "roll 4 by=Anna",
}


@pytest.fixture
def cast() -> Session:
    return play(memory_session(), "add David", "add Killer", "add Gunman")


def lines_of(session: Session) -> list[str]:
    return [entry.do for entry in session.table.history.entries]


async def test_initiative_asks_by_name_and_backspace_goes_back_face_by_face(playing: Play, cast: Session) -> None:
    async with playing(cast, TYPED) as game:
        await game.press("i", "enter")
        assert game.prompt == "David, initiative: 1 die (d20):"
        await game.press("7", "enter")
        assert game.prompt == "Killer, initiative: 1 die (d20):"
        assert "so far: 7" in game.message
        await game.press("8", "enter")
        assert game.prompt.startswith("Gunman, initiative:")
        await game.press("backspace")
        assert game.prompt == "Killer, initiative: 1 die (d20): 8"
        await game.press("backspace", "backspace")
        assert game.prompt == "David, initiative: 1 die (d20): 7"
        await game.press("backspace", "backspace", "backspace")
        assert game.prompt == "David, initiative: 1 die (d20):", "with nothing to take back the act still waits"
        await game.press("3", "enter", "4", "enter", "5", "enter")
        assert [place.value for place in game.state.order] == [5, 4, 3]


async def test_escape_gives_the_act_up_and_enter_on_nothing_says_what_to_type(playing: Play, cast: Session) -> None:
    async with playing(cast, TYPED) as game:
        before = lines_of(cast)
        await game.press("i", "enter", "7", "enter", "enter")
        assert "Esc" in game.message
        assert game.prompt.startswith("Killer, initiative:")
        await game.press("escape")
        assert game.prompt == ""
        assert lines_of(cast) == before


@pytest.mark.parametrize("letter", ["r", "R", "к"])
async def test_a_letter_leaves_a_die_to_the_program_and_the_log_tells_which(
    playing: Play, cast: Session, letter: str
) -> None:
    async with playing(cast, TYPED) as game:
        await game.press("i", "enter", "7", "enter", letter, "enter", "9", "enter")
        entry = cast.table.history.entries[-1]
        rolled = next(place.value for place in game.state.order if place.who == "Killer")
        assert entry.do == f'initiative faces="7 {rolled}r 9"'


async def test_faces_can_be_typed_in_the_form_and_a_wrong_one_says_what_is_right(playing: Play, fight: Session) -> None:
    async with playing(fight, TYPED) as game:
        await game.press("down", "a", "down")
        assert "faces" in game.text
        await game.press(*"21", "enter")
        assert "Type 1–20, or r to let the program roll" in game.text
        await game.press("backspace", "backspace", *"17")
        await game.press("enter")
        assert lines_of(fight)[-1] == 'attack Gunman faces="17"'


def test_typed_faces_are_marked_in_the_log_and_rolled_ones_are_not(fight: Session) -> None:
    play(fight, "attack Gunman faces=17", "attack Gunman", "attack Gunman faces=r")
    typed, rolled, left = fight.table.history.entries[-3:]
    assert story(typed, fight.words)[0].endswith("· typed")
    assert "typed" not in story(rolled, fight.words)[0]
    assert "typed" not in story(left, fight.words)[0]
    mixed = replace(typed, do='attack Gunman faces="8 3r"')
    assert story(mixed, fight.words)[0].endswith("· typed, but the program rolled 3")


def test_a_line_with_marked_faces_does_the_same_again(fight: Session) -> None:
    play(fight, "attack Gunman faces=r")
    entry = fight.table.history.entries[-1]
    after = fight.table.state
    play(fight, "undo", entry.do)
    assert fight.table.state == after
    assert fight.table.history.entries[-1].do == entry.do


async def test_a_line_with_too_few_faces_asks_for_the_others(playing: Play, cast: Session) -> None:
    async with playing(cast) as game:
        await game.press(":", Pasted("initiative faces=7"), "enter")
        assert game.prompt == "Killer, initiative: 1 die (d20):"
        await game.press(*"8 9", "enter")
        assert lines_of(cast)[-1] == 'initiative faces="7 8 9"'


@pytest.mark.parametrize("line", ["throw again 1", "throw again"])
def test_faces_are_thrown_again_by_the_game_masters_word_and_the_first_stay_in_the_log(
    fight: Session, line: str
) -> None:
    play(fight, "attack Gunman faces=1", line)
    first, undone, again = fight.table.history.entries[-3:]
    assert first.do == 'attack Gunman faces="1"'
    assert undone.do == "undo"
    assert again.do.startswith('attack Gunman faces="')
    assert again.do.endswith('r"')
    assert any("attacks Gunman: 1," in line for line in story(first, fight.words))


@pytest.mark.parametrize("line", ["throw again 2", "throw again 1 1", "throw again x"])
def test_only_faces_that_fell_are_thrown_again(fight: Session, line: str) -> None:
    play(fight, "attack Gunman faces=1")
    before = lines_of(fight)
    with pytest.raises(Refusal):
        play(fight, line)
    assert lines_of(fight) == before


def test_an_act_without_dice_has_nothing_to_throw_again(fight: Session) -> None:
    play(fight, "note dark")
    with pytest.raises(Refusal):
        play(fight, "throw again 1")


@pytest.mark.parametrize("ruleset", POOLS)
async def test_a_pool_is_typed_digit_by_digit_without_blanks(playing: Play, ruleset: str) -> None:
    session = memory_session(shipped_rules(ruleset))
    play(session, "add Anna", "add Killer mortal foe" if ruleset == "vtm5" else "add Killer foe")
    async with playing(session, TYPED) as game:
        await game.press(":", *POOLS[ruleset], "enter")
        assert "4 dice" in game.prompt, game.text
        await game.press(*"5432", "enter")
        assert game.prompt == "", game.text
        assert '5 4 3 2"' in lines_of(session)[-1]


async def test_a_face_that_cannot_fall_is_told_before_others_are_asked_for(playing: Play) -> None:
    session = played("add Anna", rules=shipped_rules("night-wanderers"))
    async with playing(session, TYPED) as game:
        await game.press(":", Pasted("roll 4 by=Anna"), "enter", *"7", "enter")
        assert "can't fall" in game.message
        assert "4 dice" in game.prompt
