"""The chance in a roll is that of the very result that came, and all results of one pool come to 1."""

from itertools import product

import pytest

from tests.plugins.tracker_night_wanderers.table import TestTable
from tracker.api import Rolled


def rolled(verb: str, faces: tuple[int, ...], **values: str | int) -> Rolled:
    table = TestTable()
    table.add("Irina", blood_max=12)
    table.add("Guard", "human")
    targets = ("Guard",) if verb in ("contest", "extended", "sneak", "strike", "rivals") else ()
    targets = ("Irina",) if verb == "frenzy_check" else targets
    table.act(verb, "Irina", targets, faces, all_faces=False, **values)
    return table.rolls(verb)[0]


@pytest.mark.parametrize(
    ("verb", "dice", "values"),
    [
        *(("roll", 5, {"dice": 5, "need": need}) for need in range(1, 7)),
        ("roll", 2, {"dice": 2, "difficulty": 6}),
        ("hunt", 5, {"rating": "5", "area": "slums"}),
        ("contest", 4, {"rating": "2", "against": "2"}),
        ("rivals", 4, {"rating": "2", "against": "2"}),
        ("sneak", 3, {"rating": "2", "against": "1"}),
        ("extended", 4, {"rating": "2", "against": "2", "goal": 1}),
        ("strike", 3, {"rating": "2"}),
        ("frenzy_check", 2, {"rating": "2"}),
    ],
)
def test_the_chances_of_all_results_come_to_one(verb: str, dice: int, values: dict[str, str | int]) -> None:
    every = [rolled(verb, faces, **values) for faces in product((1, 6), repeat=dice)]
    chances = {(one.result, one.chance) for one in every}
    assert len(chances) == len({one.result for one in every})
    assert sum(chance or 0 for _, chance in chances) == pytest.approx(1)


def test_the_chance_of_a_grade_is_that_of_the_grade() -> None:
    # NW-DICE-06: three dice at 4.
    chances = {
        one.result: one.chance
        for one in (rolled("roll", faces, dice=3) for faces in ((1, 1, 1), (6, 1, 1), (6, 6, 1), (6, 6, 6)))
    }
    assert chances == {"failure": 0.125, "quality_1": 0.375, "quality_2": 0.375, "quality_3": 0.125}


def test_the_last_grade_is_all_from_four_successes_on() -> None:
    assert rolled("roll", (6,) * 5, dice=5).chance == pytest.approx(6 / 32)
    assert rolled("roll", (6,) * 5, dice=5, need=5).chance == pytest.approx(1 / 32)


@pytest.mark.parametrize(("difficulty", "goal", "rating"), [(6, 5, "3"), (2, 20, "5"), (4, 20, "9")])
def test_a_chance_that_is_summed_up_never_passes_one(difficulty: int, goal: int, rating: str) -> None:
    faces = (1,) * (2 * int(rating))
    one = rolled("extended", faces, rating=rating, against=rating, difficulty=difficulty, goal=goal)
    assert one.chance is not None
    assert 0 < one.chance <= 1
