"""Cases of healing: time, magic, lost dots of an Attribute, how long until well."""

from tests.plugins.tracker_wod.fighters import add_fighter
from tests.plugins.tracker_wod.hazards_cases import minutes_of, seconds_of
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
        minutes_left = scene.derived(who, f"minutes-until-{until.replace('_', '-')}").value
        assert minutes_left == minutes_of(then.take("elapsed")), f"{minutes_left} minutes until {until}"
    look(scene, who, then)


def look(scene: Scene, who: str, then: Keys) -> None:
    """Compare the patient with what the case says."""
    character = scene.character(who)
    then.check("marks", character.tracks["health"].marks)
    then.check("penalty", scene.derived(who, "wound-penalty").value)
    then.check("state", scene.status(who))
    then.check("stabilised", character.has_condition("stabilised"))
    then.check("held_back", sum(held.amount for held in character.conditions_of_kind("held-back")))
    then.check("lost", sum(loss.amount for loss in character.conditions_of_kind("attribute-loss")))
    then.check("size", character.tracks["health"].size)
