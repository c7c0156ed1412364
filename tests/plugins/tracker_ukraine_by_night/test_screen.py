"""What the screen asks of the ruleset: which acts are possible now, and which fields of their forms make sense."""

import pytest

from tests.plugins.tracker_ukraine_by_night.fights import RULES, fight, people, who
from tracker.core.intents import Intent
from tracker.core.values import Value, frozen

OUT, NO_VITAE = "ubn.unavailable.out", "ubn.unavailable.no_vitae"


@pytest.mark.parametrize(
    ("lines", "action", "reason"),
    [
        (("damage Boris 7",), "stay_conscious", None),
        (("damage Boris 6",), "stay_conscious", "ubn.unavailable.not_failing"),
        (("damage Boris 7 lethal",), "stay_conscious", "ubn.unavailable.not_failing"),
        (("damage Boris 7 lethal",), "test", OUT),
        (("damage Boris 7",), "test", None),
        ((), "spend", NO_VITAE),
        ((), "step_aside", "ubn.unavailable.guards_nobody"),
        (("guard Anna left by=Boris",), "step_aside", None),
        ((), "call_over", "ubn.unavailable.no_draw"),
        (("test wits by=Anna faces=2H",), "call_over", None),
        # UBN-ATK-06: there is someone left to attack as long as one target of this fight has a place.
        (("limit Anna 1", "attack Anna by=Vera faces=2H"), "attack", None),
        (("limit Anna,Vera 1", "attack Anna by=Vera faces=2H", "attack Vera by=Anna faces=2H"), "attack", "no_place"),
        # Those who are down, one's own side, and who is in another fight are no targets.
        (("limit Anna 1", "attack Anna by=Vera faces=2H", "damage Vera 7 lethal"), "attack", "no_place"),
        (("limit Anna 1", "attack Anna by=Vera faces=2H", "side Vera,Boris ally"), "attack", "no_place"),
        (("limit Anna 1", "attack Anna by=Vera faces=2H", "fight yard Vera", "fight first"), "attack", "no_place"),
        (("side Anna,Vera,Boris ally",), "attack", None),
    ],
)
def test_what_is_not_possible_now_has_its_reason(lines: tuple[str, ...], action: str, reason: str | None) -> None:
    session = fight("add Anna", *people(("Vera", "Boris")), *lines)
    wanted = f"ubn.unavailable.{reason}" if reason == "no_place" else reason
    assert RULES.unavailable(session.table.state, who(session, "Boris").id).get(action) == wanted


@pytest.mark.parametrize(
    ("verb", "values", "in_form", "left_out"),
    [
        # UBN-ATK-03, UBN-ATK-04: distance and cover count for what strikes from afar.
        ("attack", {}, {"from_side"}, {"range", "cover", "area"}),
        ("attack", {"weapon": "pistol"}, {"range", "cover", "area"}, set()),
        ("attack", {"weapon": "discipline"}, {"range", "cover", "area"}, set()),
        ("attack", {"weapon": "sunlight"}, {"area"}, {"range", "cover"}),
        ("attack", {"weapon": "pistol", "area": True}, {"area"}, {"from_side"}),
        ("power", {}, {"area", "boost", "attribute"}, set()),
        ("test", {"ability": 5}, {"ability"}, {"attribute", "skill", "boost"}),
    ],
)
def test_a_form_asks_for_what_makes_sense(
    verb: str, values: dict[str, Value], in_form: set[str], left_out: set[str]
) -> None:
    session = fight("add Anna", "add Boris mortal")
    told = RULES.applies(session.table.state, Intent(verb, "Anna", ("Boris",), frozen(values)))
    shown = {one.id for one in RULES.actions[verb].typed_parameters if told.get(one.id, True)}
    assert (in_form <= shown, left_out & shown) == (True, set())
