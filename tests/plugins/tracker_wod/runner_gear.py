"""Cases of what the tables say about a thing: its numbers, its notes, its price."""

from tests.plugins.tracker_wod.scene import Keys, Scene, told

NUMBERS = ("rating", "short", "medium", "long", "clip", "chamber", "strength", "size", "general", "ballistic", "area")


def run(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    scene.do("gear", item=given.take("item"))
    numbers = scene.outcome.lines[0].values
    for name in NUMBERS:
        then.check(name, numbers.get(name))
    notes = told(scene.outcome, "wod.gear.notes")
    listed = notes.values["list"] if notes else ()
    assert isinstance(listed, tuple)
    then.check("notes", sorted(note.id.removeprefix("wod.gear.") for note in listed if hasattr(note, "id")))
    cost = told(scene.outcome, "wod.gear.cost")
    then.check("cost", cost.values["cost"] if cost else 0)
    then.check("homemade", told(scene.outcome, "wod.gear.homemade") is not None)
