"""A condition for a while in few keys: the beginning of its name, and a length as short as `2r`."""

import pytest

from tests.tables import played, shipped_rules
from tests.ui.conftest import Play
from tracker.core.state import Condition
from tracker.opening import Session

MOST_KEYS = 8

CASES = [
    ("world-of-darkness", "c stu 2r", "stunned", 0, 2, "round"),
    ("world-of-darkness", "c stu 2t", "stunned", 0, 2, "turn"),
    ("world-of-darkness", "c stu 9m", "stunned", 0, 540, "second"),
    ("world-of-darkness", "c bu 1 2r", "burning", 1, 2, "round"),
    ("vtm5", "c stu 2r", "stunned", 0, 2, "round"),
    ("night-wanderers", "c fr 2r", "frenzy", 0, 2, "round"),
    ("ukraine-by-night", "c tot 2r", "total_defence", 0, 2, "round"),
]


def bob_with(session: Session) -> list[Condition]:
    bob = next(one for one in session.table.state.characters.values() if one.name == "Bob")
    return list(bob.conditions.values())


def alone() -> Session:
    return played("add Bob", rules=shipped_rules("world-of-darkness"))


@pytest.mark.parametrize(("ruleset", "typed", "kind", "amount", "left", "unit"), CASES)
async def test_a_condition_for_a_while_costs_few_keys(
    playing: Play, ruleset: str, typed: str, kind: str, amount: int, left: int, unit: str
) -> None:
    session = played("add Bob", rules=shipped_rules(ruleset))
    key, text = typed.split(" ", 1)
    async with playing(session) as game:
        await game.press(key, *text, "enter")
    assert 1 + len(text) + 1 <= MOST_KEYS + (amount != 0), "the key, the text, Enter"
    [found] = bob_with(session)
    assert (found.kind, found.amount or 0, found.left, found.unit) == (kind, amount, left, unit)


async def test_the_screen_says_how_a_length_is_typed_until_there_is_one(playing: Play) -> None:
    async with playing(alone(), size=(120, 40)) as game:
        await game.press("c")
        assert "[2r]" in game.text
        await game.type("stu")
        assert "2r, 2t, 10m" in game.message
        await game.type(" 2r")
        assert "10m" not in game.message
        assert "stunned (2 rd)" in game.message


async def test_the_beginning_of_several_conditions_becomes_no_word_of_its_own(playing: Play) -> None:
    session = alone()
    async with playing(session) as game:
        await game.press("c", *"st", "enter")
        assert "stunned" in game.message
        assert game.prompt.startswith("condition Bob:"), "the question waits for more letters"
        assert bob_with(session) == []
        await game.press("ctrl+u", *'"st"', "enter")
    assert [one.kind for one in bob_with(session)] == ["st"], "what stands in quotes is meant as it is"
