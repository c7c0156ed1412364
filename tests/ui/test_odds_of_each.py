"""Whoever attacks several sees the odds against each, in the form, in a typed line and in the answer of `odds`."""

import re
from fractions import Fraction

import pytest

from tests.tables import memory_session, play, played, shipped_rules
from tests.ui.conftest import Pasted, Play
from tracker.command.commands import ActCommand
from tracker.opening import Session
from tracker.ui.glyphs import FULL
from tracker.ui.look import Look
from tracker.ui.themes import load_theme
from tracker.ui.view.preview import odds_text

FIGHTS = {
    "world-of-darkness": (
        ("add David firearms=3 weapon=smg-small", "add Killer foe", "add Gunman foe", "add Third foe",
         "initiative David=13 Killer=9 Gunman=8 Third=4", "next", "condition Gunman cover-good"),
        "attack {} burst=long by=David",
    ),
    "vtm5": (
        ("add David kind=vampire dexterity=5 firearms=5", "add Killer kind=mortal foe", "add Gunman kind=mortal foe",
         "add Third kind=mortal foe", "set Gunman dexterity=5 athletics=5", "declare all other", "initiative", "next"),
        "attack {} pistol by=David",
    ),
    "ukraine-by-night": (
        ("add David", "add Killer foe", "add Gunman foe", "add Third foe", "set Gunman dodge=3",
         'initiative faces="10H 3H 4S 5S"', "next"),
        "attack {} ability=9 sword area by=David",
    ),
}  # fmt: skip
NAMES = ("Killer", "Gunman", "Third")


def fight_in(ruleset: str) -> tuple[Session, str]:
    lines, attack = FIGHTS[ruleset]
    return played(*lines, rules=shipped_rules(ruleset)), attack


def chances_of(session: Session, line: str) -> dict[str, tuple[int, Fraction]]:
    """The pool and the mean of each who is attacked by a line."""
    commands = session.commands
    assert commands is not None
    command = commands.parse(line, session.table.state)
    assert isinstance(command, ActCommand)
    found = session.table.odds(command.intent)
    assert found is not None
    people = session.table.state.characters
    assert not found.each or found.each[0][1].pool == found.pool, "all else is about the first"
    return {people[who].name: (one.pool, one.mean) for who, one in found.each}


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_the_odds_of_each_do_not_depend_on_whom_the_line_names_first(ruleset: str) -> None:
    session, attack = fight_in(ruleset)
    one_way = chances_of(session, attack.format(",".join(NAMES)))
    assert list(one_way) == list(NAMES)
    assert chances_of(session, attack.format("Killer")) == {}, "a single target has the odds that it always had"
    if ruleset != "vtm5":  # there the first target has the die that is over where a pool is divided
        assert chances_of(session, attack.format(",".join(reversed(NAMES)))) == one_way
    if ruleset != "vtm5":
        assert one_way["Gunman"] != one_way["Killer"], "who is in cover, or defends better, is harder to strike"


@pytest.mark.parametrize("ruleset", FIGHTS)
async def test_the_preview_of_a_typed_line_has_a_line_for_each(playing: Play, ruleset: str) -> None:
    session, attack = fight_in(ruleset)
    async with playing(session, size=(100, 30)) as game:
        await game.press(":", Pasted(attack.format(",".join(NAMES))))
        for name in NAMES:
            assert any(line.strip().startswith(f"{name}: ") and "%" in line for line in game.lines), game.text


async def test_the_form_has_a_line_for_each_beside_six_rows_of_the_list(playing: Play) -> None:
    session, _ = fight_in("world-of-darkness")
    async with playing(session) as game:
        await game.press("down", "space", "space", "space", "a", *"smg-s", "down", "down", "down", "down", "down")
        while "› burst" not in game.text:
            await game.press("down")
        await game.press(*"long")
        for name in NAMES:
            assert any(line.strip().startswith(f"{name}: ") and "%" in line for line in game.lines), game.text
            assert game.row(name)


def test_means_are_written_as_the_language_writes_numbers() -> None:
    lines, _ = FIGHTS["ukraine-by-night"]
    session = play(memory_session(shipped_rules("ukraine-by-night"), language="ru"), *lines)
    assert session.commands is not None
    command = session.commands.parse("roll ability=9", session.table.state)
    assert isinstance(command, ActCommand)
    chances = session.table.odds(command.intent)
    assert chances is not None
    told = odds_text(chances, Look(session.words, FULL, load_theme("dark").palette))
    assert re.search(r"в среднем \d+,\d", told), told
    assert not re.search(r"\d\.\d", told), told
