"""What weapons do to whom by default (V5-DMG-10 to V5-DMG-13, V5-EQ-02), and words that are none of the list."""

import pytest

from tests.plugins.tracker_vtm5.table import FifthEditionTable, marked, rolled
from tracker.core.intents import Intent
from tracker.core.messages import Term
from tracker_vtm5 import gear


@pytest.mark.parametrize(
    ("name", "to_mortals", "to_vampires"),
    [
        ("fists", False, False),
        ("kick", False, False),
        ("taser", False, False),
        ("bat", False, False),
        ("knife", True, False),
        ("pistol", True, False),
        ("crossbow", True, False),
        ("wooden_stake", True, False),
        ("animal_bite", True, False),
        ("fire_axe", True, False),
        ("weapon", True, False),
        ("torch", True, True),
        ("firebomb", True, True),
        ("claws", True, True),
        ("teeth", True, True),
        ("sunlight", True, True),
    ],
)
def test_a_source_tells_what_it_does(name: str, to_mortals: bool, to_vampires: bool) -> None:
    source = gear.SOURCES[name]
    assert gear.is_aggravated(source, vampire=False, blunt_is_deadly=False) is to_mortals
    assert gear.is_aggravated(source, vampire=True, blunt_is_deadly=False) is to_vampires


@pytest.mark.parametrize(
    ("modifier", "names"),
    [
        (0, "fists kick improvised taser wooden_stake torch claws teeth animal_bite"),
        (1, "knuckles baton"),
        (2, "club bat crowbar hammer staff knife throwing_knife bow arrow crossbow bolt small_pistol firebomb"),
        (3, "spear sword broadsword katana machete axe fire_axe pistol rifle submachine_gun flamethrower"),
        (4, "girder claymore chainsaw magnum shotgun"),
    ],
)
def test_the_list_to_start_from_is_the_books(modifier: int, names: str) -> None:
    assert {source.id for source in gear.WEAPONS if source.modifier == modifier} == set(names.split())


def test_wood_stakes_and_hand_blades_behead() -> None:
    assert {source.id for source in gear.WEAPONS if source.hand_stake} == {"wooden_stake"}
    assert gear.SOURCES["spear"].wood
    assert not gear.SOURCES["knife"].wood
    assert gear.SOURCES["fire_axe"].beheads
    assert not gear.SOURCES["club"].beheads
    assert not gear.SOURCES["pistol"].beheads


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("add Moll kind=mortal weapon=knive", "knife"),
        ("set Ignat weapon knive", "knife"),
        ("attack Boris weapon=katanaa by=Vera", "katana"),
        ("attack Boris strikes_back defender_weapon=pistl by=Vera", "pistol"),
        ("damage Vera 3 type=aggravatd", "aggravated"),
        ("damage Vera 3 source=sunlite", "sunlight"),
        ("stress Vera 3 source=betrayl", "betrayal"),
        ("injury Vera result=broken_lim", "broken limb"),
        ("roll Vera attribute=strenght brawl", "strength"),
    ],
)
def test_an_unknown_word_is_refused_with_the_nearest(line: str, near: str) -> None:
    table = FifthEditionTable()
    before = table.state
    assert table.refused_with(line).casefold().replace("_", " ").find(near) >= 0
    assert table.state is before


def test_a_total_rolled_at_the_table_is_looked_up() -> None:
    table = FifthEditionTable("injury Vera 7", 'injury Boris lost_limb text="left hand"')
    assert [one.kind for one in table.who("Vera").conditions.values()] == ["head_trauma"]
    assert [(one.kind, one.note) for one in table.who("Boris").conditions.values()] == [("lost_limb", "left hand")]


@pytest.mark.parametrize(
    "line", ["damage Vera 3 aggravatd", "injury Vera 0", "roll Vera strenght brawl", "damage Vera 2 thing"]
)
def test_a_bare_word_that_is_none_is_refused(line: str) -> None:
    table = FifthEditionTable()
    before = table.state
    table.refused_with(line)
    assert table.state is before


def test_the_form_of_an_attack_begins_with_the_weapon_on_the_card() -> None:
    table = FifthEditionTable()
    rules = table.session.table.rules
    assert rules is not None
    assert rules.presets(table.state, Intent("attack", "Vera", ("Boris",))) == {"weapon": ("sword",)}
    assert rules.presets(table.state, Intent("attack", "Boris", ())) == {"weapon": ("fists",)}


def test_the_form_of_a_reroll_offers_the_regular_dice_failures_first() -> None:
    table = FifthEditionTable("set Vera hunger 1")
    rules = table.session.table.rules
    assert rules is not None
    reroll = Intent("reroll", targets=("Vera",))
    assert rules.presets(table.state, reroll) == {"dice": ()}
    table.play('roll Vera pool=8 faces="8 3 10 2 5 1 7 1"')
    assert rules.presets(table.state, reroll) == {"dice": ("1,2,3", "7,8", "10")}
    table.play('roll Vera pool=6 faces="9 6 10 5 4 1"')
    assert rules.presets(table.state, reroll) == {"dice": ("4,5", "6,9", "10")}


def damage_of(table: FifthEditionTable, line: str) -> tuple[str, list[int]]:
    """The kind of damage of a hit by two successes more, and what it is made of."""
    table.play(f"{line} successes=3 defence_successes=1", "hit")
    fact = marked(table.session.table.history.entries[-1], "Boris")[0]
    return fact.damage_type, [part.value for part in fact.parts if part.label != Term("halved")]


@pytest.mark.parametrize(
    ("card", "line", "kind", "parts"),
    [
        ("weapon_damage=1", "attack Boris by=Vera", "superficial", [2, 1]),
        ("weapon_damage=0", "attack Boris by=Vera", "superficial", [2]),
        ("weapon_damage=5", "attack Boris knife by=Vera", "superficial", [2, 2]),
        ("weapon_nature=fang", "attack Boris by=Vera", "aggravated", [2, 3]),
        ("weapon_nature=fang", "attack Boris knife by=Vera", "superficial", [2, 2]),
        ("weapon_damage=5", "attack Boris weapon_damage=4 by=Vera", "superficial", [2, 4]),
        ("weapon=wooden_stake weapon_damage=4", "attack Boris by=Vera", "superficial", [2]),
    ],
)
def test_what_the_card_says_of_its_own_weapon_goes_before_the_list(
    card: str, line: str, kind: str, parts: list[int]
) -> None:
    assert damage_of(FifthEditionTable(f"set Vera {card}"), line) == (kind, parts)


def test_armour_stops_a_blade_of_ones_own_and_no_fire() -> None:
    table = FifthEditionTable("set Ignat armour 2", "set Vera weapon_nature=fire")
    table.play("attack Ignat successes=3 defence_successes=1 by=Vera", "hit")
    # 2 + 3, all of it crosses.
    assert table.health("Ignat") == "XXXXX"
    other = FifthEditionTable("set Ignat armour 2", "set Vera weapon_nature=blade")
    other.play("attack Ignat successes=3 defence_successes=1 by=Vera", "hit")
    assert other.health("Ignat") == "XXX/."


@pytest.mark.parametrize(("strength", "traits"), [(4, "strength"), (3, "dexterity"), (2, "dexterity")])
def test_a_blow_is_parried_with_the_better_of_strength_and_dexterity(strength: int, traits: str) -> None:
    table = FifthEditionTable(f"set Vera strength {strength}")
    entry = table.play("attack Vera strikes_back by=Boris")
    assert rolled(entry, "Vera").parts[0].label == Term(traits)


@pytest.mark.parametrize(
    ("line", "source", "kind"),
    [
        ("повреждение Vera 1 огнём", "fire", "aggravated"),
        ("повреждение Vera 1 пламенем", "fire", "aggravated"),
        ("повреждение Vera 1 солнцем", "sunlight", "aggravated"),
        ("повреждение Vera 2 ножом", "knife", "superficial"),
        ("повреждение Vera 2 метательным ножом", "throwing_knife", "superficial"),
        ("повреждение Vera 2 пулями", "gun", "superficial"),
        ("повреждение Vera 2 когтями", "claws", "aggravated"),
        ("повреждение Vera 5 тяжёлых", "", "aggravated"),
        ("повреждение Vera 3 лёгкими", "", "superficial"),
    ],
)
def test_a_russian_table_names_weapons_and_harm_in_any_case(line: str, source: str, kind: str) -> None:
    table = FifthEditionTable(language="ru")
    entry = table.play(line)
    assert marked(entry, "Vera")[0].damage_type == kind
    assert entry.do.endswith(f"source={source}" if source else f"type={kind}")


@pytest.mark.parametrize(("word", "source"), [("bullets", "gun"), ("flames", "fire"), ("sun", "sunlight")])
def test_what_a_table_calls_a_source_is_understood(word: str, source: str) -> None:
    assert FifthEditionTable().play(f"damage Ignat 1 {word}").do.endswith(f"source={source}")


def shown_in_form(*targets: str, verb: str = "attack", **values: str) -> set[str]:
    """What the form of an attack by Vera shows, of what it may leave out."""
    table = FifthEditionTable()
    rules = table.session.table.rules
    assert rules is not None
    return {
        name for name, is_shown in rules.applies(table.state, Intent(verb, "Vera", targets, values)).items() if is_shown
    }


def test_only_several_targets_share_a_pool_and_only_one_is_counted_for() -> None:
    counted = {"successes", "defence_successes"}
    assert shown_in_form() & {"split", *counted} == counted
    assert shown_in_form("Boris") & {"split", *counted} == counted
    assert shown_in_form("Boris", "Ignat") & {"split", *counted} == {"split"}


@pytest.mark.parametrize(
    ("weapon", "shown"),
    [
        ("knife", {"fire", "beheads", "weapon_damage"}),
        ("sword", {"fire", "weapon_damage"}),
        ("pistol", {"no_cover", "weapon_damage"}),
        ("throwing_knife", {"fire", "beheads", "no_cover", "weapon_damage"}),
        ("wooden_stake", {"fire", "beheads"}),
    ],
)
def test_the_form_of_an_attack_asks_what_the_weapon_leaves_open(weapon: str, shown: set[str]) -> None:
    assert shown_in_form("Boris", weapon=weapon) & {"fire", "beheads", "no_cover", "weapon_damage"} == shown


def test_an_argument_asks_for_no_weapon() -> None:
    assert not shown_in_form("Boris", verb="argue") & {"fire", "beheads", "no_cover", "weapon_damage"}
