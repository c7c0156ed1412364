"""What is typed happens or is refused, what is due stays, nothing is replaced or lost without a line that says why."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

import tracker_wod
from tests.plugins.tracker_wod.scene import WORDS, Scene
from tracker.api import (
    Chance,
    InitiativeSet,
    Intent,
    Outcome,
    Part,
    Refusal,
    Rolled,
    State,
    Term,
    Track,
    TrackSet,
    TypedChance,
    hookimpl,
)
from tracker.core.fold import fold_all
from tracker.engine import Engine
from tracker.rules.facade import Rules
from tracker.text import Words

FIGHT = ("add A strength=5 brawl=5", "add B defence=0 boxes=15", "initiative A=9 B=3", "next")
SHOOTER = "add A dexterity=3 firearms=3 weapon=pistol-light"


def rolled(scene: Scene) -> Rolled:
    (fact,) = scene.rolls()
    return fact


def health(scene: Scene, who: str) -> str:
    return scene.character(who).tracks["health"].marks


# ---------------------------------------------------------------------- side by side (WOD-ATK-09, WOD-HAZ-06, -47)


def test_two_modifiers_add_up_and_both_are_named() -> None:
    scene = Scene().play("add A strength=5", "condition A modifier amount=-2 text=rain")
    scene.play("condition A modifier amount=-1 text=mud", "roll strength by=A || 1 1")
    assert [(part.label, part.value) for part in rolled(scene).parts] == [
        (Term("strength"), 5), ("rain", -2), ("mud", -1),
    ]  # fmt: skip


def test_the_same_modifier_again_is_an_edit() -> None:
    scene = Scene().play("add A strength=5", "condition A modifier amount=-2 text=rain rounds=5")
    scene.play("condition A modifier amount=-2 text=rain rounds=2")
    assert len(scene.character("A").conditions_of_kind("modifier")) == 1


def test_nameless_poisons_and_illnesses_run_side_by_side() -> None:
    scene = Scene().play("add A", "poison A toxicity=1 every=round || 1 1 1 1", "illness A 1 bashing every=day")
    scene.play("poison A toxicity=2 every=round || 1 1 1 1", "illness A 2 bashing every=day")
    assert [one.amount for one in scene.character("A").conditions_of_kind("poison")] == [1, 2]
    assert [one.amount for one in scene.character("A").conditions_of_kind("illness")] == [1, 2]
    scene.play("initiative A=5", "next", "next")
    assert scene.due() == {
        "resist:A:poison": "resist name=poison by=A",
        "resist:A:poison:2": "resist name=poison:2 by=A",
    }


def test_lasting_damage_of_two_kinds_hurts_twice_and_says_what_did_it() -> None:
    scene = Scene().play("add A", "continuous A 1 bashing text=acid", "continuous A 2 bashing text=frost")
    scene.play("initiative A=5", "next")
    assert "A: 1 bashing damage (....... → /......) · acid 1" in scene.log()
    assert "A: 2 bashing damage (/...... → ///....) · frost 2" in scene.log()


# ---------------------------------------------------------------------- tracks (WOD-DMG-11, WOD-STATE-04 to -09)


@pytest.mark.parametrize(
    ("marks", "line", "after"),
    [
        ("XXXXX///", "set C stamina 1", "*XXXXX"),
        ("XXXXX///", "set C size 3", "*XXXXX"),
        ("//......", "set C stamina 1", "//...."),
        ("////////", "set C stamina 2", "X//////"),
        ("********", "set C stamina 1", "******"),
    ],
)
def test_marks_of_lost_boxes_deepen_those_that_remain(marks: str, line: str, after: str) -> None:
    scene = Scene().play(f"add C stamina=3 health={marks}", line)
    assert health(scene, "C") == after
    if marks != "//......":
        assert any(marks in said and after in said for said in scene.log())


def test_marks_that_deepen_nothing_are_named() -> None:
    scene = Scene().play("add C stamina=3 health=********", "set C stamina 1")
    assert "C: marks pushed off the end of the track: **" in scene.log()


def test_a_longer_track_gives_no_mark_back() -> None:
    scene = Scene().play("add C stamina=3 health=XXXXX///", "set C stamina 1", "set C stamina 3")
    assert health(scene, "C") == "*XXXXX.."


def test_a_shrunken_track_brings_its_state_with_line_and_due() -> None:
    scene = Scene().play("add C stamina=3 health=XXXXXX..", "set C stamina 1")
    assert scene.status("C") == "dying"
    assert "C is dying" in scene.log()
    assert scene.due() == {"bleeding:C": "stabilise C"}


@pytest.mark.parametrize(
    ("marks", "line", "due"),
    [
        ("XXXXXXX", "A is dying", "bleeding:A"),
        ("///////", "A: Health is full; they must roll to stay conscious", "stay-conscious:A"),
        ("*******", "A is dead", ""),
    ],
)
def test_a_full_track_brought_in_or_set_is_told_and_due(marks: str, line: str, due: str) -> None:
    for lines in ([f"add A health={marks}"], ["add A", f"set A health {marks}"]):
        scene = Scene().play(*lines)
        assert line in scene.log()
        assert list(scene.due()) == ([due] if due else [])


def test_a_length_given_by_hand_is_the_sheets_own() -> None:
    scene = Scene().play("add A health=4", "set A stamina 5")
    assert health(scene, "A") == "...."
    scene.play("set A health //.....", "set A stamina 1")
    assert health(scene, "A") == "//....."


# ---------------------------------------------------------------------- what is due stays due


def test_the_roll_against_a_knockout_outlasts_the_round() -> None:
    # WOD-EFF-05; two blows ask for two rolls.
    scene = Scene().play(*FIGHT, "attack B head || 8 8 8 8 8 1 1")
    assert scene.due() == {"knockout:B": "knockout B 5"}
    scene.play("next", "next", "attack B head || 8 8 8 8 8 8 1")
    assert scene.due() == {"knockout:B": "knockout B 5", "knockout:B:2": "knockout B 6"}
    scene.play("knockout B 6 || 8 1")
    assert scene.due() == {"knockout:B": "knockout B 5"}
    scene.play("scene")
    assert not scene.due()
    assert "No longer to do: B: roll Stamina or be out for 5 rounds" in scene.log()


def test_whoever_falls_unconscious_otherwise_need_not_roll_against_the_knockout() -> None:
    scene = Scene().play(*FIGHT, "attack B head || 8 8 8 8 8 1 1", "damage B 15 lethal")
    assert list(scene.due()) == ["bleeding:B"]


def test_a_struck_thing_waits_for_its_roll_as_long_as_it_is_held() -> None:
    # WOD-ATK-20.
    scene = Scene().play(*FIGHT[:1], "add B defence=0 weapon=knife", *FIGHT[2:], "attack B hand || 8 8 8 1 1 1")
    scene.play("next", "next")
    assert scene.due() == {"keep-hold:B": "keep-hold 3 by=B"}
    scene.play("set B weapon unarmed", 'set B weapon ""')
    assert not scene.due()


def test_the_second_roll_through_a_barrier_is_kept_for_later() -> None:
    # WOD-DEF-23: three successes against Durability 1, two go through.
    scene = Scene().play(SHOOTER, "add B", "cover full window by=B", "attack B later by=A || 8 8 8 1 1 1 1")
    scene.play("initiative A=9 B=3", "next", "next", "next")
    ((due, command),) = scene.due().items()
    assert due == "through:B"
    scene.play(f"{command} || 8 1")
    assert not scene.due()
    assert health(scene, "B") == "X......"


def test_a_dramatic_failure_into_a_melee_waits_for_the_game_masters_word() -> None:
    # WOD-ATK-29.
    scene = Scene().play(SHOOTER, "add B", "add C", "attack B spare=C modifier=-6 by=A || 1")
    assert list(scene.due()) == ["spared:A"]
    scene.play("initiative A=9 B=5 C=3", "next", "next", "next", "next")
    assert list(scene.due()) == ["spared:A"]


def test_keeping_track_of_a_foe_is_due_from_the_next_turn_on_until_it_is_rolled() -> None:
    # WOD-EFF-13.
    scene = Scene().play("add A", "add B", "condition B unseen", "initiative A=9 B=3", "next", "listen B || 8 8 1 1")
    assert not scene.due()
    scene.play("next")
    assert not scene.due()
    scene.play("next")
    assert scene.due() == {"track:A:B": "listen B keep by=A"}
    scene.play("next", "next")
    assert scene.due() == {"track:A:B": "listen B keep by=A"}
    scene.play("listen B keep by=A || 8 8 1 1")
    assert not scene.due()


def test_a_roll_to_stay_conscious_that_is_passed_over_stays_due() -> None:
    # WOD-STATE-05: on the own turn of each round.
    scene = Scene().play("add A", "add B", "initiative A=9 B=3", "next", "damage B 7 bashing")
    assert not scene.due()
    scene.play("next")
    assert list(scene.due()) == ["stay-conscious:B"]
    scene.play("next")
    assert list(scene.due()) == ["stay-conscious:B"]
    scene.play("stay-conscious by=B || 8 1")
    assert not scene.due()
    scene.play("next", "next")
    assert not scene.due()


def test_what_is_due_goes_by_the_fight_that_somebody_is_in() -> None:
    scene = Scene().play("add A", "add B", "add C", "fight cellar B,C", "initiative B=9 C=5", "next")
    scene.play("damage C 7 bashing", "fight first")
    assert "stay-conscious:C" not in scene.due()
    scene.play("fight cellar", "next", "fight first")
    assert scene.due()["stay-conscious:C"] == "stay-conscious by=C"


def test_rolls_to_let_go_add_up_where_they_are_passed_over() -> None:
    # WOD-HAZ-18: a dose each round.
    scene = Scene().play("add A", "initiative A=5", "next", "shock A points=1", "next", "next")
    assert scene.due() == {"let-go:A:current": "let-go by=A"}
    scene.play("let-go by=A || 1 1")
    assert list(scene.due()) == ["let-go:A:current"]
    scene.play("let-go by=A || 1 1")
    assert not scene.due()


def test_the_surprised_are_not_asked_for_initiative_before_the_second_round() -> None:
    # WOD-INIT-11.
    scene = Scene().play("add A", "add B", "notice B || 1 1 1 1", "initiative A=5", "next")
    assert not scene.due()
    scene.play("next || 4")
    assert scene.order() == ["B", "A"]


# ---------------------------------------------------------------------- reasons


def test_a_tie_shows_its_roll_off() -> None:
    # WOD-INIT-02.
    scene = Scene().play("add A", "add B", "initiative || 5 5 3 7")
    assert scene.order() == ["B", "A"]
    assert scene.log() == [
        "Initiative: B 9 = die 5 + Dexterity 2 + Composure 2, A 9 = die 5 + Dexterity 2 + Composure 2",
        "Tie, roll-off: A 3, B 7",
    ]
    assert [(fact.who, fact.faces, fact.rule) for fact in scene.rolls()] == [
        ("A", (3,), "WOD-INIT-02"), ("B", (7,), "WOD-INIT-02"),
    ]  # fmt: skip
    assert [fact.chance for fact in scene.rolls()] == [None, None], "a die without a verdict has no chance of one"


def test_initiative_adds_up() -> None:
    scene = Scene().play("add A health=XXXXXX.", "initiative || 5")
    (fact,) = (fact for fact in scene.outcome.facts if isinstance(fact, InitiativeSet))
    assert fact.value == sum(part.value for part in fact.parts) == 7


@pytest.mark.parametrize(
    ("line", "label", "rule"),
    [
        ("attack B unseen direction=right by=A || 10 1", "unseen", "WOD-EFF-10"),
        ("attack B distance=100 by=A || 10 1", "range-beyond", "WOD-ATK-28"),
    ],
)
def test_a_forced_chance_die_names_its_rule(line: str, label: str, rule: str) -> None:
    scene = Scene().play(SHOOTER, "add B", line)
    fact = rolled(scene)
    assert fact.data["chance"] is True
    assert fact.parts[-1] == Part(Term(label), -8, rule)
    assert fact.pool == sum(part.value for part in fact.parts) == 0


@pytest.mark.parametrize(
    ("victim", "line", "said", "rule"),
    [
        ("armour=kevlar-vest", "attack B by=A || 8 1 1 1 1 1", "thin Kevlar vest", "WOD-DEF-16"),
        ("kind=vampire", "attack B by=A || 8 1 1 1 1 1 1 1", "vampire", "WOD-DMG-02"),
    ],
)
def test_damage_that_is_softened_says_by_what(victim: str, line: str, said: str, rule: str) -> None:
    scene = Scene().play(SHOOTER, f"add B {victim}", line)
    assert f"B: lethal damage becomes bashing damage ({said})" in scene.log()
    (fact,) = (fact for fact in scene.outcome.facts if isinstance(fact, TrackSet))
    assert (fact.damage_type, fact.rule) == ("bashing", rule)


def test_damage_behind_a_barrier_is_softened_with_a_line_too() -> None:
    scene = Scene().play(SHOOTER, "add B kind=vampire", "cover full window by=B", "attack B by=A || 8 8 8 1 1 1 1 8 1")
    assert "B: lethal damage becomes bashing damage (vampire)" in scene.log()


def test_fire_hurts_a_vampire_more_and_says_so() -> None:
    scene = Scene().play("add A kind=vampire", "burn A torch torch")
    assert "A: lethal damage becomes aggravated damage (vampire)" in scene.log()


@pytest.mark.parametrize("name", ["defence", "dodge", "speed", "run", "initiative"])
def test_the_helpless_have_nothing_left_of_what_they_would_need_to_act_for(name: str) -> None:
    scene = Scene().play("add A health=XXXXXXX")
    value = scene.derived("A", name)
    assert value.value == 0 == sum(part.value for part in value.parts)


def test_the_change_to_dying_names_the_rule_of_the_last_box() -> None:
    scene = Scene().play("add A health=XXXXXX.", "damage A 1 lethal")
    (fact,) = (fact for fact in scene.outcome.facts if isinstance(fact, TrackSet))
    assert fact.rule == "WOD-STATE-04"


def test_illness_and_poison_hurt_under_their_names() -> None:
    scene = Scene().play("add A", "illness A 1 bashing every=day resist=none name=flu", "pass 1 day")
    assert "A: 1 bashing damage (....... → /......) · flu 1" in scene.log()
    scene.play("poison A bleach resist=none")
    assert any("bleach 4" in line for line in scene.log())


def test_the_minutes_of_the_dying_are_named() -> None:
    scene = Scene().play("add A health=XXXXXXX", "pass 1 minute")
    assert "A: 1 lethal damage (XXXXXXX → *XXXXXX) · bleeding out 1" in scene.log()


def test_rolls_tell_what_was_to_be_expected() -> None:
    # WOD-DICE-02: three faces of ten succeed, a ten rolls again; 0.7 to the power of five brings none.
    scene = Scene().play("add A strength=5", "roll strength by=A || 1 1 1 1 1")
    assert rolled(scene).expected == pytest.approx(5 / 3)
    assert rolled(scene).chance == pytest.approx(0.7**5)
    scene.play("roll strength modifier=-5 by=A || 1")
    assert rolled(scene).chance == pytest.approx(0.1)


# ---------------------------------------------------------------------- typed words


def test_a_persons_name_is_never_the_name_of_a_barrier() -> None:
    scene = Scene().play("add Rook", "add Peter", "initiative Rook=9 Peter=3", "next", "cover Peter good")
    assert scene.character("Peter").has_condition("cover-good")
    assert not scene.character("Rook").conditions


@pytest.mark.parametrize(
    "line",
    [
        "attack B resist by=A",
        "attack B waive by=A",
        "attack B finesse by=A",
        "attack B bare by=A",
        "attack B weapon=unarmed distance=10 by=A",
        "attack B only by=A",
        "attack A by=A",
        "cover good durability=3 by=A",
        "poison B toxicity=2 times=3",
        "attack B catapult by=A",
        "set A weapon catapult",
    ],
)
def test_what_cannot_work_is_refused_before_anything_is_rolled(line: str) -> None:
    scene = Scene().play(SHOOTER, "add B")
    with pytest.raises(Refusal):
        scene.play(line)


def test_a_saved_defence_is_used_again_by_the_same_words() -> None:
    scene = Scene().play("add A", "save-defence by=A", "save-defence by=A")
    assert not scene.character("A").conditions


def test_a_fight_leaves_nothing_behind_in_the_next_scene() -> None:
    scene = Scene().play("add A", "condition A prone", "condition A cover-good", "condition A immobilised", "scene")
    assert list(scene.character("A").conditions) == ["immobilised"]
    assert "A: prone ends" in scene.log()


def test_a_burst_that_one_target_forbids_is_refused_before_the_first_dice() -> None:
    scene = Scene().play(SHOOTER.replace("pistol-light", "smg-small strength=3"), "add B", "add C")
    scene.play("set C willpower 0")
    with pytest.raises(Refusal):
        scene.play("attack B,C burst=medium close resist by=A")


def test_empty_hands_do_not_shoot() -> None:
    scene = Scene().play("add A dexterity=3 firearms=3", "add B")
    with pytest.raises(Refusal):
        scene.play("attack B kind=firearms by=A || 1")


@pytest.mark.parametrize(
    ("item", "special"),
    [
        ("shotgun", "Special: nine-again, two-handed (one hand asks for Strength +1)"),
        ("knuckles", "Special: attacks use Brawl"),
        ("rapier", "Special: armour piercing 1"),
        ("kevlar-vest", "Special: bulletproof: lethal shots become bashing"),
    ],
)
def test_gear_is_looked_up_with_all_that_is_special_and_without_an_entry(item: str, special: str) -> None:
    scene = Scene().play(f"gear {item}")
    assert special in scene.log()
    assert not scene.outcome.facts


# ---------------------------------------------------------------------- time and states


def test_rounds_set_before_the_fight_count_from_its_first_round() -> None:
    scene = Scene().play("add A strength=5", "condition A modifier amount=-2 rounds=2", "initiative A=9", "next")
    scene.play("roll strength by=A || 1 1 1", "next", "roll strength by=A || 1 1 1", "next")
    scene.play("roll strength by=A || 1 1 1 1 1")


def test_temporary_boxes_set_before_the_fight_count_from_its_first_round() -> None:
    scene = Scene().play("add A", "temporary-health A 2 rounds=2", "initiative A=9", "next", "next")
    assert len(health(scene, "A")) == 9
    scene.play("next")
    assert len(health(scene, "A")) == 7


def test_contact_with_fire_is_counted_by_rounds_and_not_by_acts() -> None:
    # WOD-HAZ-41.
    scene = Scene().play("add A", "initiative A=5", "next", "burn A torch torch", "burn A torch torch", "leave-fire A")
    assert not scene.character("A").has_condition("burning")
    scene = Scene().play("add A", "initiative A=5", "next", "burn A torch torch", "next", "leave-fire A")
    assert scene.character("A").has_condition("burning")


# ---------------------------------------------------------------------- bursts and holds (WOD-ATK-43, -58 to -62)

MELEE = ("add Anna dexterity=3", "add Bob defence=0", "add Gunner strength=3 dexterity=3 firearms=4 weapon=smg-small",
         "initiative Anna=9 Bob=8 Gunner=3", "next", "attack Bob || 8")  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "targets"),
    [
        ([], 2),
        (["damage Bob 20 lethal"], 1),
        (["walk by=Bob"], 1),
        (["leave Bob"], 1),
        (["condition Bob unconscious"], 1),
    ],
)
def test_a_burst_takes_in_who_still_fights_beside_the_target(lines: list[str], targets: int) -> None:
    scene = Scene().play(*MELEE, *lines)
    scene.do("attack", "Gunner", "Anna", faces=[1] * (10 if targets == 1 else 16), burst="short")
    assert len(scene.rolls()) == targets


def test_a_shot_at_somebody_in_a_melee_reminds_of_those_to_spare() -> None:
    scene = Scene().play(*MELEE, "attack Anna by=Gunner || 1 1 1 1 1 1 1 1 1")
    assert "Anna fights Bob. spare=NAME spares each at −2" in scene.log()
    scene = Scene().play(*MELEE, "attack Anna spare=Bob by=Gunner || 1 1 1 1 1 1 1")
    assert not any("is in a melee" in line for line in scene.log())


HOLD = ("add Drew strength=3 brawl=3 weapon=pistol-light", "add An strength=1 brawl=1", "initiative Drew=9 An=3",
        "next", "grapple An || 8 8 8 8", "next", "next")  # fmt: skip


@pytest.mark.parametrize(
    "lines",
    [
        ["condition Drew jammed"],
        ["set Drew rounds-pistol-light 0"],
        ["set Drew weapon knife"],
    ],
)
def test_a_weapon_in_a_hold_passes_the_checks_of_an_attack(lines: list[str]) -> None:
    scene = Scene().play(*HOLD, *lines)
    with pytest.raises(Refusal):
        scene.play("hold An weapon weapon=pistol-light || 8 8 8 8 8 8 8")


def test_a_shot_inside_a_hold_takes_a_round_from_the_gun() -> None:
    scene = Scene().play(*HOLD, "hold An weapon || 8 8 8 8 8 8 8")
    assert scene.character("Drew").pools["rounds-pistol-light"].value == 16


@pytest.mark.parametrize("line", ["release by=Drew", "end An held", "end Drew holding", "damage An 20 aggravated"])
def test_a_living_shield_lasts_as_long_as_the_hold(line: str) -> None:
    scene = Scene().play(*HOLD, "hold An shield || 8 8 8 8 8")
    assert scene.character("Drew").has_condition("cover-good")
    scene.play("next", "next", line)
    assert not scene.character("Drew").has_condition("cover-good")


# ---------------------------------------------------------------------- the plugin itself


class Mercy:
    """A house rule: damage marks nothing."""

    @hookimpl(wrapper=True)
    def apply_damage(self, view: State, intent: Intent, chance: Chance) -> Iterator[None]:
        outcome: Outcome = yield  # type: ignore[assignment,misc]
        facts = tuple(
            replace(fact, after=fact.before) if isinstance(fact, TrackSet) else fact for fact in outcome.facts
        )
        return replace(outcome, facts=facts)  # type: ignore[return-value]


def test_the_lines_of_damage_follow_the_facts_of_a_house_rule() -> None:
    rules = Rules(tracker_wod, {"mercy": Mercy()}, "tracker_wod")
    state = fold_all(
        State(), Engine(rules).outcome(State(), Intent("add", values={"name": "A"}), TypedChance(())).facts
    )
    outcome = Engine(rules).outcome(state, Intent("damage", targets=("A",), values={"amount": 3}), TypedChance(()))
    said = [Words("en", rules.catalogue).say(line) for line in outcome.lines]
    assert said == ["A: 3 bashing damage (....... → .......)"]


class LastBox:
    """A house rule: no damage marks the last box."""

    @hookimpl(wrapper=True)
    def apply_damage(self, view: State, intent: Intent, chance: Chance) -> Iterator[None]:
        outcome: Outcome = yield  # type: ignore[assignment,misc]
        facts = tuple(
            replace(fact, after=Track(f"{fact.after.marks[:-1]}.")) if isinstance(fact, TrackSet) else fact
            for fact in outcome.facts
        )
        return replace(outcome, facts=facts)  # type: ignore[return-value]


@pytest.mark.parametrize("damage_type", ["bashing", "lethal", "aggravated"])
def test_no_state_is_told_that_a_house_rule_has_averted(damage_type: str) -> None:
    engine = Engine(Rules(tracker_wod, {"last-box": LastBox()}, "tracker_wod"))
    state = fold_all(State(), engine.outcome(State(), Intent("add", values={"name": "A"}), TypedChance(())).facts)
    harm = Intent("damage", targets=("A",), values={"amount": 7, "type": damage_type})
    outcome = engine.outcome(state, harm, TypedChance(()))
    assert [status.id for status in fold_all(state, outcome.facts).characters["A"].status] == ["wound-penalty"]
    assert [line.id for line in outcome.lines] == ["wod.damage"]


class Softer:
    """A house rule: all damage is one point less."""

    @hookimpl
    def adjust(self, view: State, intent: Intent) -> Intent | None:
        return intent.with_values(amount=intent.integer("amount") - 1) if intent.verb == "damage" else None


def test_the_parts_of_damage_come_to_the_amount_of_a_house_rule() -> None:
    engine = Engine(Rules(tracker_wod, {"softer": Softer()}, "tracker_wod"))
    scene = Scene().play("add A strength=5 brawl=5", "add B defence=0")
    outcome = engine.outcome(scene.state, Intent("attack", "A", ("B",)), TypedChance([8, 8, 8, *[1] * 7]))
    (fact,) = (fact for fact in outcome.facts if isinstance(fact, TrackSet))
    assert (fact.amount, sum(part.value for part in fact.parts)) == (2, 2)


def test_what_the_spent_action_bars_names_the_word_that_grants_another() -> None:
    scene = Scene().play(*FIGHT, "attack B || 8 1 1 1 1 1 1 1 1 1")
    with pytest.raises(Refusal) as refused:
        scene.play("attack B || 8 1 1 1 1 1 1 1 1 1")
    assert WORDS.say(refused.value.reason) == 'A has already acted this round. To do it anyway, add "free"'
    scene.play("attack B free || 8 1 1 1 1 1 1 1 1 1")


def test_whether_action_and_move_are_spent_goes_by_the_fight_that_somebody_is_in() -> None:
    scene = Scene().play("add A", "add B strength=3", "add C", "fight cellar B,C", "initiative B=9 C=5", "next")
    scene.play("walk by=B", "attack C || 1", "condition C prone", "fight first")
    barred = scene.unavailable("B")
    assert (barred["attack"], barred["walk"]) == ("wod.reason.acted", "wod.reason.moved")
    assert scene.unavailable("C")["stand"] == "wod.reason.own_turn"


def test_the_surprised_are_barred_by_the_fight_that_they_are_in() -> None:
    # WOD-INIT-11: surprise bars the first round, and there is none outside a fight.
    scene = Scene().play("add A", "add B", "add C", "fight cellar B,C", "condition B surprised", "fight first")
    scene.play("initiative A=5", "next")
    assert scene.status("B") == "up"
    scene.play("initiative C=4", "fight cellar", "next", "fight first")
    assert scene.status("B") == "surprised"
