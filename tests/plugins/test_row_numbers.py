"""A number in a row names the rule of the rulebook that it comes from, for `why`."""

import pytest

from tests.plugins.typed_cases import Evening

IN_A_FIGHT = ("add Ann", "add Bob", "initiative Ann=9 Bob=8", "next")
DECLARED = ("add Ann", "add Bob", "initiative", "declare Ann,Bob engaged", "next")


@pytest.mark.parametrize(
    ("folder", "lines", "number", "rule"),
    [
        ("tracker_wod", ("add Ann", "set Ann health ///////"), "wound-penalty", "WOD-STATE-01"),
        ("tracker_wod", IN_A_FIGHT, "defence", "WOD-DEF-04"),
        ("tracker_wod", (*IN_A_FIGHT, "attack Bob by=Ann"), "action", "WOD-TURN-03"),
        ("tracker_vtm5", (*DECLARED, "attack Ann fists by=Bob"), "defended", "V5-DEF-02"),
        ("tracker_vtm5", (*DECLARED, "attack Bob fists by=Ann"), "actions", "V5-TURN-01"),
        ("tracker_night_wanderers", (*IN_A_FIGHT, "strike Bob by=Ann"), "actions", "NW-TURN-02"),
        ("tracker_ukraine_by_night", ("add Ann", "set Ann health ///////"), "wounds", "UBN-STA-01"),
        ("tracker_ukraine_by_night", IN_A_FIGHT, "defence", "UBN-DEF-01"),
        ("tracker_ukraine_by_night", (*IN_A_FIGHT, "attack Ann by=Bob"), "attackers", "UBN-ATK-06"),
    ],
)
def test_a_number_in_a_row_names_its_rule(folder: str, lines: tuple[str, ...], number: str, rule: str) -> None:
    evening = Evening(folder)
    for line in lines:
        evening.type(line)
    (ann,) = (person for person in evening.state.characters.values() if person.name == "Ann")
    assert {status.id: status.rule for status in ann.status if status.value is not None}[number] == rule
