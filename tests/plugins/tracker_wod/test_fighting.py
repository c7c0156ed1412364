"""Attacks and Defence: every modifier of the combat summary by itself, and a whole round against a small model."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.plugins.tracker_wod.scene import Misses, Scene, told
from tracker.api import Intent, MoreFaces, Refusal, Rolled, Term, TrackSet, TypedChance, message
from tracker_wod import gear


def fight(**options: Any) -> tuple[Scene, str, str]:
    scene = Scene(**options)
    attacker = scene.add(
        "Attacker", strength=3, dexterity=3, brawl=3, weaponry=3, firearms=3, athletics=3, weapon="own-weapon",
        weapon_rating=3, weapon_skill="firearms", weapon_auto=1, weapon_short=30, weapon_clip=40,
    )  # fmt: skip
    target = scene.add("Target", dexterity=2, wits=3, general=1, ballistic=2)
    return scene, attacker, target


def thrown(scene: Scene, attacker: str, target: str, **values: Any) -> Rolled:
    named = {name.replace("_", "-"): value for name, value in values.items()}
    scene.perform(Intent("attack", attacker, (target,), named), Misses())
    return scene.rolls()[0]


BASE = {
    "brawl": 3 + 3 - 2 - 1,
    "weaponry": 3 + 3 + 3 - 2 - 1,
    "firearms": 3 + 3 + 3 - 2,
    "thrown": 3 + 3 + 3 - 2 - 1,
    "touch": 3 + 3 - 2,
}
"""Traits, rating 3 where a weapon is used, Defence 2, armour 1/2."""


def base(kind: str) -> dict[str, Any]:
    return {"kind": kind, "weapon": "unarmed"} if kind in ("brawl", "touch") else {"kind": kind}


@pytest.mark.parametrize("kind", BASE)
def test_each_kind_of_attack_adds_and_takes_what_the_summary_says(kind: str) -> None:
    scene, attacker, target = fight()
    assert thrown(scene, attacker, target, **base(kind)).pool == BASE[kind]


CHANGES: list[tuple[str, dict[str, Any], int]] = [
    ("brawl", {"all_out": True}, +2),
    ("weaponry", {"all_out": True}, +2),
    ("brawl", {"off_hand": True}, -2),
    ("firearms", {"off_hand": True}, -2),
    ("weaponry", {"improvised": True}, -1),
    ("weaponry", {"spot": "torso"}, -1),
    ("weaponry", {"spot": "arm"}, -2),
    ("weaponry", {"spot": "leg"}, -2),
    ("weaponry", {"spot": "head"}, -3),
    ("weaponry", {"spot": "hand"}, -4),
    ("weaponry", {"spot": "heart"}, -4),
    ("weaponry", {"spot": "eye"}, -5),
    ("firearms", {"distance": 30}, 0),
    ("firearms", {"distance": 31}, -2),
    ("firearms", {"distance": 60}, -2),
    ("firearms", {"distance": 120}, -4),
    ("firearms", {"band": "medium"}, -2),
    ("firearms", {"band": "long", "scope": 3}, -1),
    ("firearms", {"close": True}, -2),
    ("firearms", {"others": 2}, -4),
    ("firearms", {"others": 2, "in_grapple": True}, -8),
    ("thrown", {"others": 1}, -2),
    ("firearms", {"burst": "short"}, +1),
    ("firearms", {"burst": "medium"}, +2),
    ("firearms", {"burst": "long"}, +3),
    ("firearms", {"burst": "medium", "nameless": 2}, +2 - 3),
    ("firearms", {"burst": "long", "nameless": 4}, +3 - 5),
    ("firearms", {"piercing": 1}, +1),
    ("firearms", {"piercing": 3}, +2),
    ("brawl", {"no_armour": True}, +1),
    ("brawl", {"spot": "head", "bare": True}, -3 + 1),
    ("touch", {"skin": True}, -1),
    ("brawl", {"waive": True}, +2),
    ("brawl", {"resist": True}, -2),
    ("brawl", {"willpower": True, "modifier": -2}, +1),
]


@pytest.mark.parametrize(("kind", "values", "change"), CHANGES)
def test_each_modifier_counts_by_itself(kind: str, values: dict[str, Any], change: int) -> None:
    scene, attacker, target = fight()
    rolled = thrown(scene, attacker, target, **{**base(kind), **values})
    assert rolled.pool == BASE[kind] + change
    assert rolled.pool == sum(part.value for part in rolled.parts)


STATES: list[tuple[str, dict[str, Any], str, str, int]] = [
    ("target", {}, "prone", "brawl", +2),
    ("target", {}, "prone", "firearms", -2),
    ("target", {}, "cover-slight", "firearms", -1),
    ("target", {}, "cover-good", "thrown", -3),
    ("target", {}, "cover-good", "brawl", 0),
    ("target", {}, "surprised", "brawl", +2),
    ("target", {}, "immobilised", "thrown", +2),
    ("target", {}, "no-defence", "brawl", +2),
    ("target", {}, "held", "brawl", 0),
    ("target", {}, "pinned", "brawl", +2),
    ("attacker", {}, "cover-slight", "firearms", 0),
    ("attacker", {}, "cover-partial", "firearms", -1),
    ("attacker", {}, "cover-good", "firearms", -2),
    ("attacker", {}, "cover-good", "brawl", 0),
    ("attacker", {"amount": 2}, "aiming", "firearms", +2),
    ("attacker", {"amount": 3}, "aiming", "brawl", 0),
    ("attacker", {"amount": -2}, "modifier", "brawl", -2),
]


@pytest.mark.parametrize(("whose", "fields", "kind", "attack", "change"), STATES)
def test_each_state_counts_by_itself(whose: str, fields: dict[str, Any], kind: str, attack: str, change: int) -> None:
    scene, attacker, target = fight()
    scene.condition(target if whose == "target" else attacker, kind, **fields)
    assert thrown(scene, attacker, target, **base(attack)).pool == BASE[attack] + change


def test_willpower_on_a_burst_adds_to_one_of_its_rolls() -> None:
    scene, attacker, target = fight()
    other = scene.add("Other")
    values = {"kind": "firearms", "burst": "medium", "willpower": True}
    scene.perform(Intent("attack", attacker, (target, other), values), Misses())
    assert [rolled.pool for rolled in scene.rolls()] == [9 + 2 - 2 - 2 + 3, 9 + 2 - 2]
    assert scene.character(attacker).pools["willpower"].value == 3


def test_a_punch_is_bare_handed_whatever_the_hand_holds_and_a_shot_wants_a_gun() -> None:
    scene, _, target = fight()
    thug = scene.add("Thug", strength=3, brawl=2, weapon="knife")
    assert thrown(scene, thug, target, kind="brawl").pool == 3 + 2 - 2 - 1
    assert thrown(scene, thug, target).data["type"] == "lethal"
    assert scene.refusal("attack", thug, (target,), kind="firearms") is not None


def test_by_the_option_a_burst_only_pays_for_the_targets_after_the_first() -> None:
    scene, attacker, target = fight(**{"burst-penalty": "extra"})
    rolled = thrown(scene, attacker, target, kind="firearms", burst="medium", nameless=2)
    assert rolled.pool == BASE["firearms"] + 2 - 2


def test_a_burst_at_somebody_in_a_melee_strikes_at_the_partner_too_and_uses_its_rounds_once() -> None:
    scene, attacker, target = fight()
    partner = scene.add("Partner", brawl=2)
    scene.do("initiative", targets=(attacker, target, partner), **{f"total:{who}": 9 for who in ("Attacker",)},
             **{"total:Target": 8, "total:Partner": 7})  # fmt: skip
    scene.do("next")
    scene.perform(Intent("attack", partner, (target,)), Misses())
    scene.perform(Intent("attack", attacker, (target,), {"kind": "firearms", "burst": "short"}), Misses())
    assert [rolled.against for rolled in scene.rolls()] == [target, partner]
    assert [rolled.pool for rolled in scene.rolls()] == [3 + 3 + 3 + 1 - 2 - 2, 3 + 3 + 3 + 1 - 2]
    assert scene.character(attacker).pools["rounds-own-weapon"].value == 37


def test_a_medium_burst_at_four_is_refused_and_a_long_one_proposed() -> None:
    scene, attacker, target = fight()
    with pytest.raises(Refusal) as refused:
        thrown(scene, attacker, target, kind="firearms", burst="medium", nameless=3)
    assert refused.value.reason.id == "wod.refused.targets"
    assert scene.character(attacker).pools["rounds-own-weapon"].value == 40


def test_a_window_takes_the_shot_and_what_gets_through_is_a_new_pool_less_the_vest() -> None:
    scene, attacker, target = fight()
    scene.do("cover", target, level="full", barrier="window")
    faces = [8, 8, 8, 9, 1, 1, 1, 1, *[8, 8, 2]]
    with pytest.raises(MoreFaces):
        scene.perform(Intent("attack", attacker, (target,), {"kind": "firearms"}), TypedChance(faces[:8]))
    scene.do("attack", attacker, target, [*faces[:8], 8], kind="firearms")
    first, second = scene.rolls()
    assert (first.pool, first.successes) == (3 + 3 + 3 - 1, 4)
    assert (second.pool, second.successes) == (3 - 2, 1)
    assert scene.state.scene["barrier:window"]["structure"] == 1  # type: ignore[index, call-overload]
    assert scene.character(target).tracks["health"].marks == "X......"


def test_a_broken_barrier_is_no_cover_any_more() -> None:
    scene, attacker, target = fight()
    scene.do("cover", target, level="full", barrier="screen", durability=0, structure=1)
    scene.do("attack", attacker, target, [8, 1, 1, 1, 1, 1, 1, 1, 1, 5], kind="firearms")
    assert told(scene.outcome, "wod.barrier.broken") is not None
    assert not scene.character(target).has_condition("cover-full")


# ---------------------------------------------------------------------- Defence within a round

ATTACKS = st.lists(
    st.tuples(
        st.sampled_from(["brawl", "weaponry", "thrown", "firearms", "arm's length"]),
        st.booleans(),  # waived
        st.booleans(),  # Willpower
        st.booleans(),  # Dodge declared before it
    ),
    min_size=1,
    max_size=5,
)


@trying(20)
@given(st.integers(0, 5), ATTACKS)
def test_defence_wears_as_the_book_tells_whatever_comes_in_a_round(
    defence: int, attacks: list[tuple[str, bool, bool, bool]]
) -> None:
    scene = Scene()
    fighter = scene.add("Fighter", defence=defence, resolve=5, composure=5)
    other = scene.add("Other")
    scene.do("initiative", targets=(other, fighter), **{"total:Other": 9, "total:Fighter": 5})
    scene.do("next")
    met, dodging = 0, False
    for number, (kind, waived, willpower, dodge) in enumerate(attacks):
        if dodge and not dodging:
            scene.do("dodge", fighter)
            dodging = True
        counts = kind != "firearms"
        worn = max(0, defence * (2 if dodging else 1) - met)
        expected = 0 if not counts or waived else worn + (2 if willpower else 0)
        attacker = scene.add(f"Attacker {number}", weapon="own-weapon")
        close = {"close": True} if kind == "arm's length" else {}
        # What cannot work is refused: Willpower for a Defence that does not count, or that is not used.
        guard = {"waive": waived and counts, "resist": willpower and counts and not waived}
        rolled = thrown(scene, attacker, fighter, kind="firearms" if close else kind, **guard, **close)
        assert rolled.data["defence"] == expected
        met += counts and not waived
    assert scene.character(fighter).count("defended") == met
    scene.do("next")
    scene.do("next")
    assert scene.state.round == 2
    assert scene.derived(fighter, "defence").value == defence


def test_a_charge_is_barred_once_defence_was_used_and_open_where_it_was_waived() -> None:
    for waived in (False, True):
        scene, attacker, target = fight()
        scene.do("initiative", targets=(attacker, target), **{"total:Attacker": 9, "total:Target": 5})
        scene.do("next")
        thrown(scene, attacker, target, **base("brawl"), waive=waived)
        scene.do("next")
        refusal = scene.refusal("attack", target, (attacker,), charge=True)
        assert (refusal is None) == waived


def test_a_charge_and_an_all_out_attack_exclude_each_other() -> None:
    scene, attacker, target = fight()
    assert scene.refusal("attack", attacker, (target,), kind="brawl", weapon="unarmed", charge=True, all_out=True)


def test_one_action_a_round_unless_the_game_master_grants_another() -> None:
    scene, attacker, target = fight()
    scene.do("initiative", targets=(attacker, target), **{"total:Attacker": 9, "total:Target": 5})
    scene.do("next")
    thrown(scene, attacker, target, **base("brawl"))
    assert scene.unavailable(attacker)["attack"] == "wod.reason.acted"
    assert scene.refusal("attack", attacker, (target,)) is not None
    assert scene.refusal("attack", attacker, (target,), free=True) is None


def test_a_pin_falls_back_to_a_hold_when_the_pinner_does_anything_else() -> None:
    scene, attacker, target = fight()
    scene.do("grapple", attacker, target, [8] * 4)
    scene.do("hold", attacker, target, [8] * 4, manoeuvre="pin")
    assert scene.character(target).has_condition("pinned")
    assert scene.unavailable(target)["attack"] == "wod.reason.pinned"
    scene.do("hold", attacker, target, [1] * 4, manoeuvre="damage")
    assert not scene.character(target).has_condition("pinned")
    assert scene.character(target).has_condition("held")


def test_out_of_a_pin_one_needs_more_successes_than_it_was_made_with() -> None:
    for successes, free in ((2, False), (3, True)):
        scene, attacker, target = fight()
        scene.do("grapple", attacker, target, [8] * 4)
        scene.do("hold", attacker, target, [8, 8, 1, 1], manoeuvre="pin")
        scene.do("break-free", target, faces=[8] * successes, pool=successes)
        assert scene.rolls()[0].data["needed"] == 3
        assert scene.character(target).has_condition("held") is not free


@pytest.mark.parametrize(
    ("weapon", "victim", "marks"),
    [
        ("knife", "mortal", "XXX...."),
        ("knife", "vampire", "XXX...."),
        ("pistol-light", "mortal", "XXX...."),
        ("pistol-light", "vampire", "///...."),
    ],
)
def test_a_weapon_in_a_grapple_harms_by_its_type_and_a_gun_only_bruises_a_vampire(
    weapon: str, victim: str, marks: str
) -> None:
    # WOD-ATK-59 and WOD-DMG-02.
    scene = Scene().play(f"add A weapon={weapon}", f"add B kind={victim} stamina=2")
    scene.do("grapple", "A", "B", [8, 8, 8], pool=3)
    scene.do("hold", "A", "B", [8, 8, 8], manoeuvre="weapon", pool=3)
    assert scene.character("B").tracks["health"].marks == marks


def test_a_defence_is_spared_or_paid_for_but_not_both() -> None:
    scene, attacker, target = fight()
    assert scene.refusal("attack", attacker, (target,), **base("brawl"), waive=True) is None
    assert scene.refusal("attack", attacker, (target,), **base("brawl"), resist=True) is None
    assert scene.refusal("attack", attacker, (target,), **base("brawl"), waive=True, resist=True) is not None


@pytest.mark.parametrize("special", ["two-handed", "auto", "stuns", "aerodynamic"])
def test_a_weapon_of_ones_own_has_what_the_sheet_says_and_nothing_else(special: str) -> None:
    def specials(line: str) -> set[str]:
        weapon = gear.own_weapon(Scene().play(line).character("A"))
        names = ("two_handed", "auto", "stuns", "aerodynamic")
        return {name for name in names if getattr(weapon, name)}

    assert specials("add A") == set()
    assert specials(f"add A weapon-{special}=1") == {special.replace("-", "_")}


def test_a_turned_weapon_strikes_only_in_the_next_round_and_may_be_won_back() -> None:
    scene, attacker, target = fight()
    scene.do("set", targets=target, weapon="knife")
    scene.do("grapple", attacker, target, [8] * 4)
    scene.do("initiative", targets=(attacker, target), **{"total:Attacker": 9, "total:Target": 5})
    scene.do("next")
    scene.do("hold", attacker, target, [8] * 4, manoeuvre="turn")
    scene.do("next")
    scene.do("hold", target, attacker, [8], manoeuvre="control", pool=1)
    scene.do("next")
    assert scene.refusal("hold", attacker, (target,), manoeuvre="control") is not None
    scene.do("hold", attacker, target, [8] * 4, manoeuvre="turn")
    scene.do("next")
    scene.do("next")
    scene.do("hold", attacker, target, [8, 8, 1, 1, 1], manoeuvre="weapon")
    assert scene.rolls()[0].pool == 3 + 3 + 1 - 2
    assert scene.character(target).tracks["health"].marks == "XX....."


def test_a_foe_placed_by_ear_is_attacked_as_if_in_cover_and_one_not_placed_by_a_hidden_chance_die() -> None:
    scene, attacker, target = fight()
    scene.condition(target, "unseen")
    rolled = thrown(scene, attacker, target, **base("brawl"))
    assert rolled.data["chance"]
    assert rolled.hidden
    scene.do("listen", attacker, target, [8, 1, 1, 1])
    assert scene.rolls()[0].hidden
    assert thrown(scene, attacker, target, **base("brawl")).pool == BASE["brawl"] - 3


def test_a_blow_in_the_wrong_direction_harms_nobody() -> None:
    scene, attacker, target = fight()
    scene.condition(target, "unseen")
    scene.do("attack", attacker, target, [10, 10, 3], kind="brawl", weapon="unarmed", direction="wrong")
    assert scene.character(target).tracks["health"].filled == 0


def test_a_head_blow_as_heavy_as_the_body_asks_for_the_roll_against_a_knockout() -> None:
    scene, _, target = fight()
    scene.do("damage", targets=target, amount=5, type="bashing", spot="head")
    (prompt,) = scene.prompts("knockout:")
    scene.line(prompt.command, [3, 3])
    assert scene.status(target) == "unconscious"
    assert not scene.prompts("knockout:")


def test_the_parts_of_a_killing_blow_come_with_the_marks_that_it_leaves() -> None:
    scene = Scene()
    killer, victim = scene.add("Killer", strength=2, weapon="knife"), scene.add("Victim", general=1)
    scene.condition(victim, "immobilised")
    scene.do("killing-blow", killer, victim)
    (marks,) = (fact for fact in scene.outcome.facts if isinstance(fact, TrackSet))
    assert [(part.label, part.value) for part in marks.parts] == [
        (Term("strength"), 2),
        (message("wod.untrained", skill=Term("weaponry")), -1),
        (Term("knife"), 1),
        (Term("armour"), -1),
    ]
    assert marks.amount == 1


def test_a_foe_seen_again_is_no_longer_attacked_as_if_in_cover() -> None:
    for ended, whose in (("unseen", "target"), ("blind", "attacker")):
        scene, attacker, target = fight()
        scene.condition(target if whose == "target" else attacker, ended)
        scene.do("listen", attacker, target, result="success")
        assert thrown(scene, attacker, target, **base("brawl"), waive=True).pool == BASE["brawl"] - 3 + 2
        scene.do("end", targets=target if whose == "target" else attacker, kind=ended)
        assert thrown(scene, attacker, target, **base("brawl")).pool == BASE["brawl"]


def test_within_a_grapple_only_manoeuvres_harm() -> None:
    scene, attacker, target = fight()
    outsider = scene.add("Outsider", brawl=2)
    scene.do("grapple", attacker, target, [8] * 4)
    for one, other in ((attacker, target), (target, attacker)):
        refusal = scene.refusal("attack", one, (other,), kind="brawl")
        assert refusal is not None
        assert refusal.id == "wod.refused.use_hold"
    assert scene.refusal("attack", attacker, (outsider,), kind="brawl") is None
    assert scene.refusal("attack", attacker, (target,), kind="brawl", free=True) is None


def test_whoever_only_stands_beside_the_target_of_a_burst_spends_no_willpower_on_defence() -> None:
    scene, attacker, target = fight()
    bystander = scene.add("Bystander")
    values = {"kind": "firearms", "burst": "short", "close": True, "bystanders": (bystander,), "resist": True}
    scene.perform(Intent("attack", attacker, (target,), values), Misses())
    assert [rolled.data["defence"] for rolled in scene.rolls()] == [2 + 2, 2]
    assert scene.character(bystander).pools["willpower"].value == 4


def test_nobody_drops_who_lies_already() -> None:
    scene, attacker, _ = fight()
    scene.do("drop", attacker)
    assert scene.unavailable(attacker)["drop"] == "wod.reason.prone"
    assert scene.refusal("drop", attacker) is not None


GUARD, HARM, RUSH = {"dodges", "resist", "waive"}, {"stuns", "knockdown", "object-only"}, {"charge", "all-out"}
RANGED = {"distance", "band", "scope", "close", "spare", "others"}
AUTOMATIC = {"burst", "bystanders", "nameless"}

FORM: list[tuple[str, dict[str, Any], set[str]]] = [
    ("unarmed", {}, GUARD | HARM | RUSH),
    ("knife", {}, GUARD | HARM | RUSH | {"finesse"}),
    ("greatsword", {"spot": "arm"}, GUARD | HARM | RUSH | {"finesse", "one-hand", "bare"}),
    ("unarmed", {"kind": "touch"}, GUARD | {"skin"}),
    ("knife", {"kind": "thrown"}, GUARD | HARM | RANGED | {"aerodynamic"}),
    ("pistol-light", {}, HARM | RANGED),
    ("pistol-light", {"close": True}, GUARD | HARM | RANGED),
    ("smg-small", {"others": 1}, HARM | RANGED | AUTOMATIC | {"in-grapple"}),
    ("smg-small", {"burst": "short"}, HARM | RANGED | AUTOMATIC | {"only", "same-burst"}),
]
"""What a form shows for a weapon, and what is chosen already, of the fields that not every attack has."""


@pytest.mark.parametrize(("weapon", "chosen", "shown"), FORM)
def test_a_form_shows_what_an_attack_has_a_use_for(weapon: str, chosen: dict[str, Any], shown: set[str]) -> None:
    scene = Scene().play("add A", "add B", "initiative A=9 B=5", "next")
    fields = scene.engine.rules.applies(scene.state, Intent("attack", "A", ("B",), {"weapon": weapon, **chosen}))
    assert {name for name, applies in fields.items() if applies} == shown


def test_a_form_asks_no_one_without_willpower_to_strengthen_a_defence() -> None:
    scene = Scene().play("add A", "add B", "set B willpower 1")
    assert scene.engine.rules.applies(scene.state, Intent("attack", "A", ("B",)))["resist"]
    scene.play("set B willpower 0")
    assert not scene.engine.rules.applies(scene.state, Intent("attack", "A", ("B",)))["resist"]


@pytest.mark.parametrize(
    ("burst", "targets", "longer"),
    [
        ("single", 2, "short"),
        ("short", 2, "medium"),
        ("short", 3, "medium"),
        ("short", 4, "long"),
        ("medium", 4, "long"),
    ],
)
def test_a_burst_that_is_too_short_names_one_that_suffices(burst: str, targets: int, longer: str) -> None:
    # WOD-ATK-35 to -38.
    scene = Scene().play("add A weapon=smg-small", *(f"add B{number}" for number in range(targets)))
    victims = tuple(f"B{number}" for number in range(targets))
    refusal = scene.refusal("attack", "A", victims, burst=burst)
    assert refusal is not None
    assert refusal.values["needs"] == Term(f"{longer}-burst")


def test_a_row_shows_what_is_left_of_a_defence_and_that_the_action_is_spent() -> None:
    # WOD-DEF-04 and WOD-TURN-03.
    scene = Scene().play("add A brawl=1", "add B", "initiative A=9 B=5", "next", "attack B by=A || 1")

    def numbers(who: str) -> dict[str, tuple[int | None, int | None]]:
        return {one.id: (one.value, one.limit) for one in scene.character(who).status}

    assert numbers("A") == {"defence": (2, None), "action": (1, 1)}
    assert numbers("B") == {"defence": (1, None)}
    scene.play("next")
    assert numbers("A") == {"defence": (2, None)}, "that the turn is over says the order"


def test_a_row_tells_the_seconds_that_the_dying_have_left() -> None:
    # WOD-STATE-08: a minute for each lethal mark, until somebody helps.
    scene = Scene().play("add A", "damage A 7 lethal")
    assert [one.left for one in scene.character("A").status] == [7 * 60]
    scene.play("pass 60s")
    assert [one.left for one in scene.character("A").status] == [6 * 60]
    scene.play("stabilise A")
    assert [one.left for one in scene.character("A").status] == [None]


@pytest.mark.parametrize(
    ("manoeuvre", "shown"),
    [
        ("damage", {"type", "rating"}),
        ("weapon", {"weapon", "type", "rating"}),
        ("draw", {"weapon"}),
        ("pin", set()),
        ("shield", {"level"}),
    ],
)
def test_a_form_shows_what_a_manoeuvre_has_a_use_for(manoeuvre: str, shown: set[str]) -> None:
    scene = Scene().play("add A", "add B")
    fields = scene.engine.rules.applies(scene.state, Intent("hold", "A", ("B",), {"manoeuvre": manoeuvre}))
    assert {name for name, applies in fields.items() if applies} == shown
