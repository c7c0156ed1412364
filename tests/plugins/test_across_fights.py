"""No attack of any ruleset reaches into another fight, unless the game master grants it or brings the two together."""

import pytest

from tests.plugins.case_files import RUNNERS
from tests.plugins.typed_cases import Evening
from tracker.api import Refusal

LINES = {
    "tracker_wod": ("attack Bob", "grapple Bob", "killing-blow Bob even-so"),
    "tracker_vtm5": ("attack Bob fists",),
    "tracker_night_wanderers": ("strike Bob", "grapple Bob", "throw Bob", "shoot Bob"),
    "tracker_ukraine_by_night": ("attack Bob",),
}
GRANTED = {"tracker_wod": "free", "tracker_night_wanderers": "free", "tracker_ukraine_by_night": "overrule"}
ACTS = [(folder, line) for folder, lines in LINES.items() for line in lines]


def two_fights(folder: str) -> Evening:
    evening = Evening(folder)
    for line in ("add Ann", "add Bob", "add Cid", "fight Yard Bob", "fight first"):
        evening.type(line)
    return evening


def test_every_ruleset_has_its_lines() -> None:
    assert LINES.keys() == set(RUNNERS.values())


@pytest.mark.parametrize(("folder", "line"), ACTS)
def test_an_attack_into_another_fight_is_refused_and_changes_nothing(folder: str, line: str) -> None:
    evening = two_fights(folder)
    before = evening.state
    with pytest.raises(Refusal) as refusal:
        evening.type(f"{line} by=Ann")
    assert refusal.value.reason.id.endswith("elsewhere")
    assert {"Ann", "Bob"} <= set(refusal.value.reason.values.values())
    assert evening.state == before


@pytest.mark.parametrize(("folder", "line"), ACTS)
def test_brought_together_the_two_fight(folder: str, line: str) -> None:
    evening = two_fights(folder)
    evening.type("fight first Bob")
    evening.type(f"{line} by=Ann")
    assert evening.said()


@pytest.mark.parametrize(("folder", "line"), [(folder, line) for folder, line in ACTS if folder in GRANTED])
def test_the_word_of_the_game_master_lets_it_pass(folder: str, line: str) -> None:
    evening = two_fights(folder)
    evening.type(f"{line} {GRANTED[folder]} by=Ann")
    assert evening.said()
