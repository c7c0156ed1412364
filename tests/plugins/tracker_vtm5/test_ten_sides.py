"""Every die of the game has ten sides, whatever it is thrown for (V5-DICE-01, V5-RES-06, V5-DMG-18, V5-INI-02)."""

import pytest

from tests.plugins.tracker_vtm5.table import FifthEditionTable
from tracker.core.chance import BadFace
from tracker.core.facts import Rolled
from tracker.core.intents import Refusal

THROWN = [
    (["set Vera hunger 0"], "roll Vera pool=1 faces={}"),
    (["set Vera hunger 5"], "roll Vera pool=1 faces={}"),
    (["roll Ignat pool=1 faces=2"], "reroll Ignat 2 faces={}"),
    ([], "rouse Vera faces={}"),
    (["set Ignat health X...."], "injury Ignat faces={}"),
    (["set Vera,Boris composure=2"], 'initiative Vera,Boris faces="{} 1"'),
]


@pytest.mark.parametrize(("before", "line"), THROWN)
def test_a_die_shows_ten_at_most(before: list[str], line: str) -> None:
    table = FifthEditionTable("option order=fixed", *before)
    with pytest.raises((BadFace, Refusal)):
        table.play(line.format(11))
    for fact in table.play(line.format(10)).facts:
        if isinstance(fact, Rolled):
            assert {fact.sides, *(dice.sides for dice in fact.others)} == {10}
