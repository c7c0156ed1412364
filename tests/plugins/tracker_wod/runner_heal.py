"""Cases of healing: time, magic, lost dots of an Attribute, how long until well."""

from tests.plugins.tracker_wod import hazards_cases
from tests.plugins.tracker_wod.fighters import add_fighter
from tests.plugins.tracker_wod.hazards_cases import seconds_of
from tests.plugins.tracker_wod.scene import Keys, Scene


def run(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    who = add_fighter(scene, "Patient", given)
    if when.take("help", False):
        scene.do("stabilise", targets=who)
    if (minutes := when.take("minutes")) is not None:
        scene.do("pass", seconds=minutes * 60)
    if (elapsed := when.take("elapsed")) is not None:
        scene.do("pass", seconds=seconds_of(elapsed))
    if (points := when.take("heal")) is not None:
        scene.do("heal", targets=who, points=points)
    if when.take("lose_bonus", False):
        scene.do("lose-temporary", targets=who)
    if until := when.take("until"):
        waiting = seconds_until(scene, who, f"time-until-{until.replace('_', '-')}")
        assert waiting == seconds_of(then.take("elapsed")), f"{waiting} seconds until {until}"
    look(scene, who, then)


def look(scene: Scene, who: str, then: Keys) -> None:
    """Compare the patient with what the case says."""
    hazards_cases.look(scene, who, then)
    then.check("lost", sum(loss.amount for loss in scene.character(who).conditions_of_kind("attribute-loss")))


def seconds_until(scene: Scene, who: str, name: str) -> int | None:
    """How long somebody has to wait by the sheet: nothing where he has no such wounds, None where time will not do."""
    for value in scene.engine.rules.derived(scene.state, who):
        if value.id == name:
            return value.value
    character = scene.character(who)
    penalty = scene.derived(who, "wound-penalty").value
    return 0 if not character.tracks["health"].filled or (name == "time-until-no-penalty" and not penalty) else None
