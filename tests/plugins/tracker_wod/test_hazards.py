"""Hazards, dying and healing as a game master meets them: over rounds, over days, with prompts and by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.plugins.tracker_wod.hazards_cases import begin_fight, damages
from tests.plugins.tracker_wod.scene import COMMANDS, Scene, told
from tracker.api import Intent, RandomChance, Refusal, TrackSet
from tracker.core.fold import fold_all
from tracker.core.state import State

HOUR, DAY = 3600, 86400


def scene_with(name: str = "Ann", **traits: object) -> tuple[Scene, str]:
    scene = Scene()
    return scene, scene.add(name, **traits)


def marks(scene: Scene, who: str) -> str:
    return scene.character(who).tracks["health"].marks


def next_round(scene: Scene) -> None:
    scene.do("next")


# ---------------------------------------------------------------------- fire and current


def test_flames_put_out_do_nothing_more() -> None:
    scene, ann = scene_with()
    begin_fight(scene)
    scene.do("burn", targets=ann, size="bonfire", heat="torch")
    assert scene.prompts("fire:")[0].command == "extinguish Ann"
    scene.line(scene.prompts("fire:")[0].command)
    assert not scene.prompts("fire:")
    next_round(scene)
    assert marks(scene, ann) == "XXX...."


def test_fire_is_aggravated_to_a_vampire() -> None:
    # WOD-DMG-02.
    scene = Scene()
    count = scene.add("Count", kind="vampire")
    scene.do("burn", targets=count, size="torch", heat="torch")
    assert marks(scene, count) == "**....."


def test_worn_armour_counts_against_fire_with_its_general_rating() -> None:
    # WOD-HAZ-44: a flak jacket is 2/3.
    scene, ann = scene_with(armour="flak-jacket")
    scene.do("burn", targets=ann, size="bonfire", heat="torch")
    assert marks(scene, ann) == "X......"


def test_fire_burns_on_while_time_passes_outside_the_rounds() -> None:
    # Three points at once, three in the next round; a minute of it kills.
    scene, ann = scene_with()
    scene.do("burn", targets=ann, size="bonfire", heat="torch")
    scene.do("pass", seconds=3)
    assert marks(scene, ann) == "XXXXXX."
    scene.do("pass", seconds=60)
    assert scene.status(ann) == "dead"


def test_letting_go_is_asked_for_each_round_and_may_cost_willpower() -> None:
    scene, ann = scene_with(strength=2, resolve=2, composure=2)
    begin_fight(scene)
    scene.do("shock", targets=ann, source="socket")
    assert not scene.prompts("let-go:")
    next_round(scene)
    (prompt,) = scene.prompts("let-go:")
    # Strength 2 and three dice of Willpower, no wound penalty at four of seven marks.
    scene.line(prompt.command + " willpower", [1, 2, 3, 4, 8])
    assert not scene.character(ann).has_condition("current")
    assert not scene.prompts("let-go:")
    assert scene.character(ann).pools["willpower"].value == 3


def test_a_brief_discharge_holds_nobody() -> None:
    scene, ann = scene_with()
    scene.do("shock", targets=ann, points=6, brief=True)
    assert marks(scene, ann) == "//////."
    with pytest.raises(Refusal):
        scene.do("let-go", ann)


# ---------------------------------------------------------------------- explosions


def test_whoever_covers_a_grenade_is_hurt_alone_and_gravely() -> None:
    # WOD-HAZ-25.
    scene, ann = scene_with()
    bob = scene.add("Bob")
    scene.do("explode", ann, (ann, bob), [1, 1, 1, 1], bomb="fragmentation", shield=ann)
    assert marks(scene, ann) == "****..."
    assert marks(scene, bob) == "......."
    with pytest.raises(Refusal):
        scene.do("explode", ann, (ann, bob), [1] * 6, bomb="demolition", shield=ann)


def test_dropping_in_time_lays_one_down_and_saves_two_points() -> None:
    scene, ann = scene_with()
    scene.do("explode", ann, ann, [1, 1, 1, 8], damage=4, type="lethal", dropped=(ann,))
    assert scene.character(ann).has_condition("prone")
    assert marks(scene, ann) == "XXX...."


def test_dice_for_each_victim_by_the_table_option() -> None:
    scene = Scene(**{"blast-dice": "each"})
    ann, bob = scene.add("Ann"), scene.add("Bob")
    scene.do("explode", ann, (ann, bob), [8, 1, 1, 1], bomb="incendiary")
    assert (marks(scene, ann), marks(scene, bob)) == ("///....", "//.....")


def test_two_behind_one_door_share_what_it_holds() -> None:
    # Five points of blast against Durability 1: four go through once, for both.
    scene = Scene()
    ann, bob = scene.add("Ann"), scene.add("Bob")
    scene.do("cover", ann, level="full", barrier="door", durability=1, structure=10)
    scene.do("cover", bob, level="full", barrier="door")
    scene.do("explode", ann, (ann, bob), [8, 1, 1, 1, 8, 8, 1, 1, 9, 1, 1, 1], damage=4, type="lethal")
    hit = told(scene.outcome, "wod.barrier.hit")
    assert hit is not None
    assert (hit.values["excess"], hit.values["structure"]) == (4, 6)
    assert (marks(scene, ann), marks(scene, bob)) == ("XX.....", "X......")


def test_a_molotov_offers_the_fire() -> None:
    scene, ann = scene_with()
    scene.do("explode", ann, ann, [1, 1], bomb="incendiary")
    (prompt,) = scene.prompts("blast-fire:")
    scene.line(prompt.command)
    assert scene.character(ann).has_condition("burning")


def test_throwing_a_grenade_counts_its_handling_and_the_distance() -> None:
    # Dexterity 3 + Athletics 2 + 2; ranges of Strength 2 + 3 + 2 - 1 = 6, doubled to 12/24/48: 30 yards are long, -4.
    scene, ann = scene_with(strength=2, dexterity=3, athletics=2)
    scene.do("throw-bomb", ann, faces=[8, 1, 1], bomb="fragmentation", distance=30)
    assert scene.rolls()[0].pool == 3
    scene.do("throw-bomb", ann, faces=[1], bomb="fragmentation", distance=49)
    assert scene.rolls()[0].data["chance"]
    assert told(scene.outcome, "wod.bomb.dropped")
    with pytest.raises(Refusal):
        scene.do("throw-bomb", ann, bomb="demolition")


@pytest.mark.parametrize(
    ("verb", "choice", "change"),
    [
        ("plant-bomb", "", 0),
        ("plant-bomb", "small", 2),
        ("plant-bomb", "bulky", -2),
        ("set-bomb", "", 0),
        ("set-bomb", "reliable", 1),
        ("set-bomb", "foolproof", 3),
        ("set-bomb", "homemade", -1),
        ("set-bomb", "touchy", -3),
    ],
)
def test_what_a_charge_is_made_of_changes_the_roll(verb: str, choice: str, change: int) -> None:
    # WOD-HAZ-22: Intelligence 5 + Stealth or Science 1.
    scene, ann = scene_with(intelligence=5, stealth=1, science=1)
    parameter = {"plant-bomb": "device", "set-bomb": "trigger"}[verb]
    values = {parameter: choice} if choice else {}
    assert scene.engine.rules.odds(scene.state, Intent(verb, ann, values=values)).pool == 6 + change


def test_a_bomb_that_is_touchy_goes_off_too_early() -> None:
    # WOD-HAZ-22: Intelligence 3 - 3 unskilled - 3 touchy, a dramatic failure.
    scene, ann = scene_with(intelligence=3)
    scene.do("set-bomb", ann, faces=[1], trigger="touchy")
    assert scene.rolls()[0].pool == -3
    assert told(scene.outcome, "wod.bomb.too_early")


# ---------------------------------------------------------------------- poison and illness


def test_poison_that_acts_each_round_asks_and_the_roll_decides() -> None:
    scene, ann = scene_with(stamina=3, resolve=2)
    begin_fight(scene)
    scene.do("poison", targets=ann, faces=[1, 1, 1, 1, 1], toxicity=1, every="round", times=3)
    assert marks(scene, ann) == "X......."
    next_round(scene)
    (prompt,) = scene.prompts("resist:")
    scene.line(prompt.command, [8, 8, 1, 1, 1])
    assert marks(scene, ann) == "X......."
    next_round(scene)
    (prompt,) = scene.prompts("resist:")
    scene.line(prompt.command, [8, 1, 1, 1, 1])
    assert marks(scene, ann) == "XX......"
    assert not scene.character(ann).has_condition("poison")
    next_round(scene)
    assert not scene.prompts("resist:")


def test_poison_resisted_once_is_over_and_not_resisted_goes_on_unrolled() -> None:
    scene, ann = scene_with(stamina=2, resolve=2)
    scene.do("poison", targets=ann, faces=[8, 8, 8, 1], toxicity=2, every="hour", times=3, resist="once")
    assert not scene.character(ann).has_condition("poison")
    scene.do("poison", targets=ann, faces=[8, 8, 1, 1], toxicity=2, every="hour", times=3, resist="once", type="lethal")
    scene.do("pass", seconds=2 * HOUR)
    assert marks(scene, ann) == "XXXXXX."
    assert not scene.character(ann).has_condition("poison")


def test_an_illness_gnaws_at_its_interval_and_holds_its_wounds() -> None:
    # WOD-HAZ-06 and WOD-HEAL-07: a point of bashing a day that would heal in 15 minutes stays.
    scene, ann = scene_with(stamina=2, resolve=2)
    scene.do("illness", targets=ann, points=1, type="bashing", every="day", burden=-1, holds=True, name="flu")
    assert scene.engine.rules.odds(scene.state, Intent("roll", ann, values={"traits": "stamina+resolve"})).pool == 3
    assert scene.engine.rules.odds(scene.state, Intent("roll", ann, values={"traits": "stamina"})).pool == 2
    # Day one: one success is not more than one; day two: two successes are.
    scene.do("pass", faces=[8, 1, 1, 8, 9, 1], seconds=2 * DAY)
    assert marks(scene, ann) == "/......"
    scene.do("cure", targets=ann)
    scene.do("pass", seconds=900)
    assert marks(scene, ann) == "......."


def test_a_poison_names_itself_from_the_table() -> None:
    scene, ann = scene_with(stamina=2, resolve=3)
    scene.do("poison", targets=ann, faces=[1] * 5, substance="cyanide")
    assert marks(scene, ann) == "XXXXXXX"


def test_the_odds_of_resisting_are_those_of_the_poison_that_the_roll_is_for() -> None:
    # WOD-HAZ-48: more successes than the toxicity.
    scene, ann = scene_with(stamina=2, resolve=1)
    begin_fight(scene)
    for name, toxicity in (("weak", 1), ("strong", 2)):
        scene.do("poison", targets=ann, faces=[1] * 3, substance=name, toxicity=toxicity, every="round", times=3)
    next_round(scene)
    weak, strong, unnamed = (
        scene.engine.rules.odds(scene.state, Intent("resist", ann, values={"name": name} if name else {})).events[0][1]
        for name in ("weak", "strong", "")
    )
    assert unnamed == weak != strong


def test_there_are_no_odds_of_resisting_what_is_not_there() -> None:
    scene, ann = scene_with()
    assert scene.engine.rules.odds(scene.state, Intent("resist", ann)) is None


# ---------------------------------------------------------------------- drugs


def test_a_drug_held_down_for_an_hour_weighs_again_and_asks_again() -> None:
    # WOD-HAZ-11 on heroin: -2 on every roll and on Defence.
    scene, ann = scene_with(stamina=3, resolve=3, dexterity=3, wits=3)
    scene.do("drug", targets=ann, drug="heroin")
    assert scene.derived(ann, "defence").value == 1
    scene.do("resist-drug", ann, faces=[8, 8, 8, 1], needed=3, total=8)
    assert scene.derived(ann, "defence").value == 3
    scene.do("pass", seconds=HOUR)
    assert scene.derived(ann, "defence").value == 1
    (prompt,) = scene.prompts("resist-drug:")
    scene.line(prompt.command, [8, 8, 10, 8, 9])
    assert not scene.character(ann).has_condition("heroin")


def test_visions_must_be_seen_through_first() -> None:
    # WOD-HAZ-14.
    scene, ann = scene_with(stamina=2, resolve=2, intelligence=3, empathy=2)
    scene.do("drug", targets=ann, drug="hallucinogen", strength=2)
    with pytest.raises(Refusal):
        scene.do("resist-drug", ann)
    scene.do("clear-head", ann, faces=[8, 1, 1], skill="empathy")
    scene.do("resist-drug", ann, faces=[9, 1])
    assert not scene.character(ann).has_condition("hallucinogen")


def test_drinking_goes_on_over_the_hours() -> None:
    # Stamina 2: five drinks, three count; an hour later two; another three drinks: the first two of the hour are free.
    scene, ann = scene_with(stamina=2)
    scene.do("drug", targets=ann, drug="alcohol", doses=5)
    scene.do("pass", seconds=HOUR)
    scene.do("drug", targets=ann, drug="alcohol", doses=3)
    assert scene.character(ann).conditions["alcohol"].amount == 3
    scene.do("pass", seconds=3 * HOUR)
    assert not scene.character(ann).has_condition("alcohol")


# ---------------------------------------------------------------------- fatigue, hunger, weather


def test_the_roll_of_a_period_bears_only_earlier_ones_by_the_table_option() -> None:
    # WOD-HAZ-37: at 30 hours 2 + 3, at 36 one less.
    scene = Scene(weariness="earlier-only")
    ann = scene.add("Ann", stamina=2, resolve=3)
    scene.do("awake", targets=ann, hours=30)
    scene.do("stay-awake", ann, faces=[8, 1, 1, 1, 1])
    scene.do("pass", seconds=6 * HOUR)
    (prompt,) = scene.prompts("stay-awake:")
    scene.line(prompt.command, [1, 1, 1, 1])
    assert scene.character(ann).has_condition("asleep")
    assert not scene.character(ann).can_act


def test_passing_time_tires_and_collapses() -> None:
    # Resolve 2 is the lower: after 48 hours.
    scene, ann = scene_with(stamina=4, resolve=2)
    scene.do("awake", targets=ann, hours=20)
    scene.do("pass", seconds=27 * HOUR)
    assert scene.character(ann).conditions["awake"].amount == 47
    scene.do("pass", seconds=HOUR)
    assert not scene.character(ann).has_condition("awake")
    assert told(scene.outcome, "wod.collapses")


def test_hunger_and_thirst_heal_only_after_what_was_lacking_is_there() -> None:
    # Stamina 2, Resolve 1: water costs from the third day, food from the fourth.
    scene, ann = scene_with(stamina=2, resolve=1)
    scene.do("deprive", targets=ann, what="both")
    scene.do("pass", seconds=4 * DAY)
    assert marks(scene, ann) == "///...."
    scene.do("provide", targets=ann, what="water")
    scene.do("pass", seconds=HOUR)
    assert marks(scene, ann) == "/......"
    scene.do("provide", targets=ann, what="food")
    scene.do("pass", seconds=900)
    assert marks(scene, ann) == "......."


def test_food_for_two_days_only_halts_the_loss() -> None:
    # WOD-HAZ-05.
    scene, ann = scene_with(stamina=1, resolve=1)
    scene.do("deprive", targets=ann, what="food", days=3)
    assert marks(scene, ann) == "/....."
    scene.do("provide", targets=ann, what="food", days=2)
    scene.do("pass", seconds=2 * DAY)
    assert marks(scene, ann) == "/....."
    scene.do("pass", seconds=DAY)
    assert marks(scene, ann) == "//...."


def test_both_wants_from_the_first_limit_by_the_table_option() -> None:
    # WOD-HAZ-03: after two days of thirst both cost, four days on that is eight points.
    scene = Scene(**{"hunger-and-thirst": "first-limit"})
    ann = scene.add("Ann", stamina=2, resolve=2, size=8)
    scene.do("deprive", targets=ann, what="both", days=6)
    assert marks(scene, ann) == "////////.."
    assert scene.prompts("weakened:")


def test_deadly_cold_holds_its_marks_until_shelter() -> None:
    scene, ann = scene_with(stamina=1, resolve=1, dexterity=3, wits=3)
    scene.do("expose", targets=ann, traits="dexterity", deadly=True)
    scene.do("pass", seconds=4 * HOUR)
    assert marks(scene, ann) == "//...."
    assert scene.derived(ann, "defence").value == 0
    scene.do("shelter", targets=ann)
    scene.do("pass", seconds=1800)
    assert marks(scene, ann) == "......"
    assert scene.derived(ann, "defence").value == 3


# ---------------------------------------------------------------------- dying, temporary Health, healing


def test_dying_asks_for_help_and_help_stops_the_clock() -> None:
    scene, ann = scene_with()
    begin_fight(scene)
    scene.do("damage", targets=ann, amount=7, type="lethal")
    for _ in range(20):
        next_round(scene)
    assert marks(scene, ann) == "*XXXXXX"
    (prompt,) = scene.prompts("bleeding:")
    scene.line(prompt.command)
    assert not scene.prompts("bleeding:")
    for _ in range(25):
        next_round(scene)
    assert marks(scene, ann) == "*XXXXXX"


def test_a_minute_of_bleeding_counts_over_rounds_and_time_alike() -> None:
    scene, ann = scene_with()
    begin_fight(scene)
    scene.do("damage", targets=ann, amount=7, type="lethal")
    for _ in range(10):
        next_round(scene)
    scene.do("pass", seconds=29)
    assert marks(scene, ann) == "XXXXXXX"
    scene.do("pass", seconds=1)
    assert marks(scene, ann) == "*XXXXXX"


def test_temporary_boxes_go_when_their_rounds_are_over() -> None:
    # WOD-DMG-11: two marks in two lost boxes deepen two that remain.
    scene, ann = scene_with()
    begin_fight(scene)
    scene.do("temporary-health", targets=ann, boxes=2, rounds=2)
    scene.do("damage", targets=ann, amount=9, type="bashing")
    next_round(scene)
    assert marks(scene, ann) == "/////////"
    next_round(scene)
    assert marks(scene, ann) == "XX/////"
    assert not scene.character(ann).has_condition("temporary-health")


def test_temporary_boxes_go_when_their_time_has_passed_or_a_hand_ends_them() -> None:
    scene, ann = scene_with()
    scene.do("temporary-health", targets=ann, boxes=1, duration=60)
    scene.do("pass", seconds=30)
    assert scene.character(ann).tracks["health"].size == 8
    scene.do("pass", seconds=30)
    assert scene.character(ann).tracks["health"].size == 7
    scene.do("temporary-health", targets=ann, boxes=1)
    scene.do("end", targets=ann, kind="temporary-health")
    begin_fight(scene)
    next_round(scene)
    assert scene.character(ann).tracks["health"].size == 7


def test_the_healing_clock_starts_anew_by_the_table_option() -> None:
    # WOD-HEAL-02.
    for option, expected in (("waits", "......."), ("anew", "X......")):
        scene = Scene(**{"healing-clock": option})
        ann = scene.add("Ann")
        scene.do("damage", targets=ann, amount=1, type="lethal")
        scene.do("pass", seconds=2 * DAY - 60)
        scene.do("damage", targets=ann, amount=1, type="bashing")
        scene.do("pass", seconds=960)
        assert marks(scene, ann) == expected


def test_a_drained_attribute_lowers_rolls_and_defence_and_comes_back() -> None:
    scene, ann = scene_with(dexterity=3, wits=3)
    scene.do("drain", targets=ann, attribute="dexterity", points=3)
    assert scene.derived(ann, "defence").value == 0
    assert scene.prompts("attribute-zero:")
    scene.do("pass", seconds=1800)
    assert scene.derived(ann, "defence").value == 2
    scene.do("restore", targets=ann)
    assert scene.derived(ann, "defence").value == 3


def test_an_extended_action_asks_at_its_interval() -> None:
    scene, ann = scene_with(stamina=2, resolve=2)
    scene.do("extended", targets=ann, task="a bad cold", goal=3, every=DAY)
    scene.do("pass", seconds=DAY)
    (prompt,) = scene.prompts("extended:")
    scene.line(prompt.command, [8, 8, 1, 1])
    assert scene.character(ann).conditions["extended:a bad cold"].amount == 2
    scene.do("extended-roll", ann, faces=[8, 1, 1, 1])
    assert not scene.character(ann).has_condition("extended")


def test_too_much_at_once_is_refused_and_nothing_happens() -> None:
    scene, ann = scene_with()
    scene.do("expose", targets=ann, traits="strength")
    with pytest.raises(Refusal) as refused:
        scene.do("pass", seconds=1000 * HOUR)
    assert refused.value.reason.id == "wod.refused.too_much_time"


def test_a_long_time_for_many_is_one_act() -> None:
    scene = Scene()
    people = [scene.add(f"Ann {number}") for number in range(5)]
    for who in people:
        scene.do("expose", targets=who, traits="strength")
    scene.do("pass", seconds=150 * HOUR)
    assert all(scene.character(who).conditions["exposed"].amount == 150 for who in people)


def test_every_act_is_refused_rather_than_broken_on_nonsense() -> None:
    scene, ann = scene_with()
    nonsense = {"size": "moon", "bomb": "moon", "source": "moon", "drug": "moon", "substance": "moon"}
    for verb in ("burn", "shock", "explode", "poison", "leave-fire", "extinguish", "stabilise", "bleed", "shelter"):
        with pytest.raises(Refusal):
            scene.do(verb, targets=ann, **nonsense)


@pytest.mark.parametrize("name", ['Ann "the Hat"', "Ann \\ Bob", "Анна, княгиня", "by=Ann"])
def test_prompts_can_be_answered_whatever_the_name(name: str) -> None:
    scene, who = scene_with(name, stamina=2, resolve=2)
    begin_fight(scene)
    scene.do("shock", targets=who, points=1)
    scene.do("poison", targets=who, faces=[1] * 4, toxicity=1, every="round", times=2)
    scene.do("extended", targets=who, task='a "bad" cold', goal=1, every=DAY)
    next_round(scene)
    scene.line(scene.prompts("let-go:")[0].command, [8, 1])
    scene.line(scene.prompts("resist:")[0].command, [8, 8, 1, 1])
    scene.do("pass", seconds=DAY)
    scene.line(scene.prompts("extended:")[0].command, [8, 1, 1, 1])


def test_more_boxes_wake_whoever_had_fainted() -> None:
    scene, ann = scene_with()
    scene.do("damage", targets=ann, amount=7, type="bashing")
    scene.do("stay-conscious", ann, faces=[1, 1])
    assert scene.status(ann) == "unconscious"
    scene.do("temporary-health", targets=ann, boxes=1)
    assert scene.status(ann) == "up"


def test_an_illness_ends_with_the_action_that_throws_it_off() -> None:
    # WOD-HAZ-08 and WOD-HEAL-07.
    scene, ann = scene_with(stamina=3, resolve=2)
    scene.do("illness", targets=ann, points=1, type="bashing", every="day", holds=True, resist="none")
    scene.do("extended", targets=ann, task="cold", goal=3, every=DAY, ends="illness")
    scene.do("pass", seconds=DAY)
    assert marks(scene, ann) == "/......."
    scene.line(scene.prompts("extended:")[0].command, [8, 8, 8, 1, 1])
    assert not scene.character(ann).conditions
    scene.do("pass", seconds=900)
    assert marks(scene, ann) == "........"


# ---------------------------------------------------------------------- properties

ACTS = (
    ("burn", {"size": "torch", "heat": "torch"}),
    ("burn", {"size": "house", "heat": "chemical", "armour": 2}),
    ("leave-fire", {}),
    ("extinguish", {}),
    ("shock", {"source": "socket"}),
    ("continuous", {"points": 1, "type": "bashing", "rounds": 2}),
    ("poison", {"toxicity": 2, "every": "round", "times": 3}),
    ("poison", {"toxicity": 1, "every": "hour", "times": 2}),
    ("illness", {"points": 1, "type": "lethal", "every": "day", "holds": True}),
    ("cure", {}),
    ("drug", {"drug": "alcohol", "doses": 4}),
    ("drug", {"drug": "heroin"}),
    ("deprive", {"what": "both", "days": 2}),
    ("provide", {}),
    ("expose", {"traits": "dexterity", "deadly": True, "hours": 3}),
    ("shelter", {}),
    ("awake", {"hours": 29}),
    ("temporary-health", {"boxes": 2, "rounds": 2}),
    ("lose-temporary", {}),
    ("stabilise", {}),
    ("heal", {"points": 2}),
    ("drain", {"attribute": "strength", "grade": "bashing"}),
    ("damage", {"amount": 3, "type": "lethal"}),
    ("explode", {"bomb": "stun"}),
    ("fall", {"yards": 12, "grab": True}),
    ("pass", {"seconds": 7}),
    ("pass", {"seconds": 4000}),
    ("pass", {"seconds": 3 * DAY}),
    ("next", {}),
)


@trying(10)
@given(st.lists(st.sampled_from(ACTS), min_size=1, max_size=9), st.integers(0, 999))
def test_whatever_happens_the_track_stays_whole_and_the_same_dice_tell_the_same(
    acts: list[tuple[str, dict[str, object]]], seed: int
) -> None:
    scene, ann = scene_with()
    begin_fight(scene)
    for verb, values in acts:
        targets = () if verb in ("pass", "next") else (ann,)
        intent = Intent(verb, "", targets, values)
        before: State = scene.state
        try:
            outcome = scene.engine.outcome(before, intent, RandomChance(seed))
        except Refusal:
            continue
        assert scene.engine.outcome(before, intent, RandomChance(seed)) == outcome
        scene.state = fold_all(before, outcome.facts)
        track = scene.character(ann).tracks["health"]
        assert list(track.marks) == sorted(track.marks, key="*X/.".index)
        assert track.size == 7 + track.bonus
        for fact in outcome.facts:
            if isinstance(fact, TrackSet) and verb == "heal":
                assert fact.after.filled <= fact.before.filled
        look_at_everything(scene, ann)


def look_at_everything(scene: Scene, who: str) -> None:
    """Sheets, greyed-out verbs and odds can be asked for at any time; all that is due can be read as a command."""
    rules = scene.engine.rules
    for value in rules.derived(scene.state, who):
        assert value.value >= 0 or value.id == "wound-penalty"
    rules.unavailable(scene.state, who)
    for verb in ("let-go", "stay-awake", "resist", "resist-drug", "clear-head", "explode", "fall", "poison"):
        chances = rules.odds(
            scene.state, Intent(verb, who, (who,), {"damage": 4, "grab": True, "toxicity": 2, "even-so": True})
        )
        if chances is not None:
            assert all(0 <= probability <= 1 for _, probability in chances.events)
    for prompt in scene.state.due:
        if prompt.command:
            COMMANDS.parse(prompt.command, scene.state)


@trying(10)
@given(st.integers(1, 6), st.integers(0, 4), st.integers(1, 4))
def test_fire_follows_its_rule_round_by_round(full: int, armour: int, contact: int) -> None:
    # WOD-HAZ-40 to -44 said anew: contact does all, each round off it one less, armour counts in its first rounds.
    scene, ann = scene_with(boxes=80)
    begin_fight(scene)
    dealt: list[int] = []
    for number in range(1, contact + full + 2):
        if number == 1:
            scene.do("burn", targets=ann, points=full, armour=armour)
        else:
            if number == contact + 1:
                scene.do("leave-fire", targets=ann)
            scene.do("next")
        dealt.append(sum(fact.amount for fact in damages(scene, ann)))
    flames = [full if number <= contact else full - (number - contact) for number in range(1, contact + full + 2)]
    if contact == 1:
        flames = [full] + [0] * full
        flames += [0] * (contact + full + 1 - len(flames))
    expected = [
        max(0, points - (armour if number <= armour else 0)) if points > 0 else 0
        for number, points in enumerate(flames, 1)
    ]
    assert dealt == expected


@trying(10)
@given(st.integers(0, 12), st.integers(0, 12), st.integers(1, 5), st.integers(1, 5), st.booleans())
def test_days_of_want_cost_what_the_rule_says(water: int, food: int, stamina: int, resolve: int, passing: bool) -> None:
    # WOD-HAZ-01 to -03: each want from its own limit, by hand or as days pass.
    scene, ann = scene_with(boxes=80, stamina=stamina, resolve=resolve)
    for what, days in (("water", water), ("food", food)):
        scene.do("deprive", targets=ann, what=what, days=0 if passing else days)
    if passing:
        early, late = min(water, food), max(water, food)
        if early:
            scene.do("pass", seconds=early * DAY)
        if late > early:
            scene.do("provide", targets=ann, what="water" if water < food else "food", days=late - early)
            scene.do("pass", seconds=(late - early) * DAY)
    expected = max(0, water - stamina) + max(0, food - stamina - resolve)
    assert scene.character(ann).tracks["health"].filled == expected


@trying(10)
@given(st.integers(1, 8), st.integers(0, 4), st.sampled_from(["none", "slight", "partial", "good"]), st.booleans())
def test_what_protects_from_a_blast_adds_up(rating: int, ballistic: int, cover: str, prone: bool) -> None:
    # WOD-HAZ-26 to -28; no success among the dice.
    scene, ann = scene_with(boxes=80, ballistic=ballistic, bulletproof=1)
    scene.do("cover", ann, level=cover)
    if prone:
        scene.condition(ann, "prone")
    scene.do("explode", ann, ann, [1] * rating, damage=rating, type="lethal")
    saved = ballistic + {"none": 0, "slight": 1, "partial": 2, "good": 3}[cover] + 2 * prone
    assert marks(scene, ann).count("X") == max(0, rating - saved)


def test_damage_of_hazards_explains_itself() -> None:
    scene, ann = scene_with(armour="thick-clothing")
    scene.do("burn", targets=ann, size="house", heat="bunsen")
    (dealt,) = damages(scene, ann)
    assert sum(part.value for part in dealt.parts) == dealt.amount == 4
    assert {part.rule for part in dealt.parts} == {"WOD-HAZ-40", "WOD-HAZ-44"}


@trying(10)
@given(st.integers(1, 6), st.integers(0, 4), st.integers(1, 8))
def test_fire_does_in_time_that_passes_what_it_does_in_as_many_rounds(points: int, armour: int, rounds: int) -> None:
    # WOD-HAZ-41 and -44: armour holds for as many rounds as its rating, the victim is set alight once.
    scene, ann = scene_with(boxes=120)
    scene.do("burn", targets=ann, points=points, armour=armour)
    outcome = scene.do("pass", seconds=3 * rounds)
    bare = max(0, rounds + 1 - armour) * points
    behind_armour = min(rounds + 1, armour) * max(0, points - armour)
    assert marks(scene, ann).count("X") == bare + behind_armour
    assert [line.id for line in outcome.lines].count("wod.fire.alight") == 1
