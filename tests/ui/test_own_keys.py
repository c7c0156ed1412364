"""Keys of one's own: they come first, a key given twice is told by name, and every keyboard finds them."""

import pytest

from tests.tables import sample_rules
from tests.ui.conftest import Play
from tracker.command.parse import CommandSet
from tracker.opening import Session
from tracker.text import Words
from tracker.ui.commands import ACT_KEYS, CommandTable
from tracker.ui.settings import Settings


def table(**chosen: tuple[str, ...]) -> CommandTable:
    return CommandTable(CommandSet(sample_rules(), Words("en")).actions.values(), chosen)


def at(commands: CommandTable, key: str) -> str:
    found = commands.at("fight", key)
    return found.id if found else ""


def test_a_chosen_key_takes_the_place_of_the_usual_one() -> None:
    commands = table(leave=("Q", "f7"))
    assert (at(commands, "Q"), at(commands, "f7"), at(commands, "L")) == ("leave", "leave", "")
    assert not commands.clashes


def test_an_act_without_a_key_can_be_given_one_and_one_with_a_key_can_lose_it() -> None:
    commands = table(hide=("V",), note=())
    assert (at(commands, "V"), at(commands, "t")) == ("hide", "")
    assert "note" in [one.id for one in commands.keyless]
    assert "hide" not in [one.id for one in commands.keyless]


def test_a_key_that_something_usual_loses_for_good_is_told() -> None:
    [clash] = table(hide=("d",)).clashes
    assert (clash.key, clash.kept.id, clash.lost.id) == ("d", "hide", "damage")
    assert not table(hide=("d",), damage=("D",)).clashes


def test_what_has_another_key_left_may_lose_one() -> None:
    commands = table(hide=("delete",))
    assert (at(commands, "delete"), at(commands, "L")) == ("hide", "leave")
    assert not commands.clashes


@pytest.mark.parametrize("key", ["1", "7"])
def test_the_digits_do_what_is_due(key: str) -> None:
    assert at(table(), key) == "due"
    assert [clash.lost.id for clash in table(hide=(key,)).clashes] == ["due"]


def test_the_acts_that_are_many_keys_away_elsewhere_have_one_here() -> None:
    commands = table()
    for act in ("jump", "leave", "change"):
        assert at(commands, ACT_KEYS[act][0]) == act
        assert commands.key_of(act) == ACT_KEYS[act][0]


async def test_a_key_given_twice_is_told_in_one_line_by_name(playing: Play, fight: Session) -> None:
    async with playing(fight, Settings(keys={"hide": ("d",)})) as game:
        assert game.message == "Keys in your settings: d stays with hide; damage needs another key"
        await game.press("d")
        assert next(one for one in game.state.characters.values() if one.name == "David").hidden


async def test_a_chosen_key_works_on_every_keyboard_and_its_hint_shows_it(playing: Play, fight: Session) -> None:
    async with playing(fight, Settings(keys={"next": ("s",), "sheet": ("o",)})) as game:
        assert game.hints.startswith("s next")
        before = game.state.current
        await game.press("і")
        assert game.state.current != before


async def test_the_next_act_is_hidden_and_only_that(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("H")
        assert "next act hidden" in game.hints
        await game.press("d", "3", "enter", "d", "1", "enter")
        assert [entry.hidden for entry in game.session.table.history.entries[-2:]] == [True, False]
        await game.press("H", "H")
        assert "hidden" not in game.hints


def test_a_name_that_is_nearly_that_of_something_is_told_and_one_of_another_ruleset_is_not() -> None:
    assert table(leve=("Q",), grapple=("G",)).unknown == {"leve": "leave"}


async def test_a_misspelt_name_is_told_when_the_screen_opens(playing: Play, fight: Session) -> None:
    async with playing(fight, Settings(keys={"hid": ("V",)})) as game:
        assert game.message == 'Keys in your settings: nothing is called hid; did you mean "hide"?'
