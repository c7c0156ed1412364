"""What hangs on an effect ends with it: prompts, marks that may not heal; and nothing is asked of the dead."""

import pytest

from tests.plugins.tracker_wod.hazards_cases import begin_fight
from tests.plugins.tracker_wod.scene import Scene, told
from tracker.api import Term

HOUR, DAY = 3600, 86400


def scene_with(**traits: object) -> tuple[Scene, str]:
    scene = Scene()
    return scene, scene.add("Ann", **traits)


@pytest.mark.parametrize(
    ("verb", "values", "seconds", "kind", "prompt"),
    [
        ("burn", {"size": "torch", "heat": "torch"}, 0, "burning", "fire:"),
        ("shock", {"points": 1}, 0, "current", "let-go:"),
        ("awake", {"hours": 24}, 6 * HOUR, "awake", "stay-awake:"),
        ("extended", {"task": "cold", "goal": 3, "every": DAY}, DAY, "extended", "extended:"),
        ("deprive", {"what": "water", "days": 6}, 0, "no-water", "weakened:"),
        ("drain", {"attribute": "strength", "points": 2}, 0, "attribute-loss", "attribute-zero:"),
    ],
)
def test_an_effect_that_is_ended_by_hand_takes_its_prompt_along(
    verb: str, values: dict[str, object], seconds: int, kind: str, prompt: str
) -> None:
    scene, ann = scene_with()
    scene.do(verb, targets=ann, **values)
    if seconds:
        scene.do("pass", seconds=seconds)
    assert scene.prompts(prompt)
    scene.do("end", targets=ann, kind=kind)
    assert not scene.prompts(prompt)


def test_the_hourly_roll_against_a_drug_is_not_asked_for_once_the_drug_has_worn_off() -> None:
    scene, ann = scene_with(stamina=2)
    scene.do("drug", targets=ann, drug="heroin")
    scene.do("resist-drug", ann, faces=[1, 1], needed=3, total=8)
    scene.do("pass", seconds=HOUR)
    assert scene.prompts("resist-drug:")
    scene.do("pass", seconds=6 * HOUR)
    assert not scene.prompts("resist-drug:")


def test_wounds_of_the_weather_heal_once_it_is_ended_by_hand() -> None:
    # WOD-HEAL-07: four hours are free, two cost a point each.
    scene, ann = scene_with()
    scene.do("expose", targets=ann, hours=6, deadly=True)
    scene.do("end", targets=ann, kind="exposed")
    scene.do("pass", seconds=HOUR)
    assert scene.character(ann).tracks["health"].marks == "......."


def test_an_attribute_that_has_dots_again_needs_no_reminder() -> None:
    scene, ann = scene_with()
    scene.do("drain", targets=ann, attribute="strength", points=1, grade="lethal")
    scene.do("drain", targets=ann, attribute="strength", points=1, grade="bashing")
    assert scene.prompts("attribute-zero:")
    scene.do("pass", seconds=15 * 60)
    assert not scene.prompts("attribute-zero:")


def test_nothing_is_asked_of_the_dead() -> None:
    scene, ann = scene_with()
    scene.do("deprive", targets=ann, what="water", days=8)
    scene.do("burn", targets=ann, size="house", heat="chemical")
    scene.do("shock", targets=ann, points=1)
    assert scene.prompts("weakened:")
    assert scene.prompts("fire:")
    scene.do("damage", targets=ann, amount=20, type="aggravated")
    scene.do("explode", targets=ann, faces=[1, 1], bomb="incendiary")
    assert not scene.state.due


def test_dying_and_death_are_told_and_the_minutes_left_are_counted_down() -> None:
    scene, ann = scene_with()
    scene.do("damage", targets=ann, amount=7, type="lethal")
    assert told(scene.outcome, "wod.now.dying")
    scene.do("pass", seconds=120)
    (prompt,) = scene.prompts("bleeding:")
    assert prompt.line.values["count"] == 5
    scene.do("pass", seconds=300)
    assert told(scene.outcome, "wod.now.dead")


def test_a_poison_that_has_acted_for_the_last_time_only_waits_for_the_last_roll() -> None:
    # WOD-HAZ-47: three times in all, at once and in the two rounds after it.
    scene, ann = scene_with()
    begin_fight(scene)
    scene.do("poison", targets=ann, faces=[8, 8, 1, 1], toxicity=1, every="round", times=3)
    for _ in range(5):
        scene.do("next")
    scene.do("resist", ann, faces=[8, 8, 1, 1])
    scene.do("resist", ann, faces=[1, 1, 1, 1])
    assert not scene.prompts("resist:")
    assert not scene.character(ann).has_condition("poison")
    assert scene.character(ann).tracks["health"].marks == "X......"


def test_an_illness_that_only_hampers_lets_years_go_by() -> None:
    scene, ann = scene_with()
    scene.do("illness", targets=ann, burden=-1)
    scene.do("pass", seconds=365 * DAY)
    assert scene.character(ann).has_condition("illness")


def test_each_period_without_sleep_asks_for_its_own_roll() -> None:
    # WOD-HAZ-36: at 30 and at 36 hours.
    scene, ann = scene_with(stamina=3, resolve=3)
    scene.do("awake", targets=ann, hours=24)
    scene.do("pass", seconds=12 * HOUR)
    scene.do("stay-awake", ann, faces=[8, 1, 1, 1])
    assert scene.prompts("stay-awake:")
    scene.do("stay-awake", ann, faces=[8, 1, 1, 1])
    assert not scene.prompts("stay-awake:")


def test_whoever_sleeps_does_not_lie_down_again() -> None:
    scene, ann = scene_with()
    scene.do("awake", targets=ann, hours=47)
    scene.do("sleep", targets=ann)
    assert scene.refusal("sleep", targets=(ann,)) is not None
    assert scene.derived(ann, "sleep-hours").value == 11


@pytest.mark.parametrize("verb", ["throw-bomb", "plant-bomb", "set-bomb"])
def test_the_helpless_handle_no_charges(verb: str) -> None:
    scene, ann = scene_with()
    scene.do("damage", targets=ann, amount=7, type="lethal")
    assert scene.refusal(verb, ann) is not None
    assert verb in scene.unavailable(ann)


def test_damage_of_several_parts_names_them_in_the_log() -> None:
    scene, ann = scene_with(armour="flak-jacket")
    scene.do("explode", targets=ann, faces=[8, 1, 1, 1], bomb="fragmentation")
    line = told(scene.outcome, "wod.damage.sum")
    assert line is not None
    parts = line.values["sum"]
    assert isinstance(parts, tuple)
    assert [(part.label, part.value) for part in parts if not isinstance(part, (str, int))] == [
        (Term("blast"), 4),
        (Term("success"), 1),
        (Term("flak-jacket"), -3),
    ]
