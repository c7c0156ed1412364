"""What weapons do to whom by default (V5-DMG-10 to V5-DMG-13, V5-EQ-02), under the names that people give them."""

import pytest

from tracker_vtm5 import gear


@pytest.mark.parametrize(
    ("name", "to_mortals", "to_vampires"),
    [
        ("fists", False, False),
        ("Feet", False, False),
        ("stun gun", False, False),
        ("baseball bat", False, False),
        ("heavy impact", False, False),
        ("heavy blunt weapon", False, False),
        ("non-lethal weapon", False, False),
        ("knife", True, False),
        ("broken bottle", True, False),
        ("medium gun", True, False),
        ("heavy crossbow bolt", True, False),
        (".357", True, False),
        ("hunting rifle", True, False),
        ("wooden stake", True, False),
        ("something nobody has heard of", True, False),
        ("fire extinguisher", True, False),
        ("dog bite", True, False),
        ("fire axe", True, False),
        ("burning torch", True, True),
        ("flaming sword", True, True),
        ("molotov cocktail", True, True),
        ("supernatural claws", True, True),
        ("werewolf teeth", True, True),
        ("sunlight", True, True),
    ],
)
def test_a_name_tells_what_it_does(name: str, to_mortals: bool, to_vampires: bool) -> None:
    source = gear.source_named(name)
    assert gear.is_aggravated(source, vampire=False, blunt_is_deadly=False) is to_mortals
    assert gear.is_aggravated(source, vampire=True, blunt_is_deadly=False) is to_vampires


@pytest.mark.parametrize(
    ("name", "modifier"),
    [
        ("improvised", 0),
        ("knuckles", 1),
        ("baton", 1),
        ("bat", 2),
        ("crowbar", 2),
        ("knife", 2),
        ("crossbow", 2),
        (".22", 2),
        ("broadsword", 3),
        ("fire axe", 3),
        ("9mm", 3),
        ("rifle", 3),
        ("shotgun", 4),
        (".357", 4),
        ("claymore", 4),
        ("girder", 4),
        ("wooden stake", 0),
    ],
)
def test_the_list_to_start_from_is_the_books(name: str, modifier: int) -> None:
    assert gear.source_named(name).modifier == modifier


def test_wood_stakes_and_hand_blades_behead() -> None:
    assert {source.id for source in gear.WEAPONS if source.hand_stake} == {"wooden_stake"}
    assert gear.source_named("wooden spear").wood
    assert not gear.source_named("knife").wood
    assert gear.source_named("fire axe").beheads
    assert gear.source_named("longsword").beheads
    assert not gear.source_named("club").beheads
    assert not gear.source_named("pistol").beheads
