"""Cases of the Health track: points of damage, temporary boxes, what hunger, weather and bleeding do to it."""

from typing import Any

from tests.plugins.case_files import UnknownKey
from tests.plugins.tracker_wod import hazards_cases
from tests.plugins.tracker_wod.fighters import add_fighter
from tests.plugins.tracker_wod.scene import Keys, Scene
from tracker.api import TrackSet


def run(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    kind = given.take("kind", "mortal")
    weather = None if "suffers" in given else given.take("hours_exposed")
    who = add_fighter(scene, "Somebody", given, kind=kind)
    hits: list[dict[str, Any]] = when.take("hits", [])
    if "damage" in when:
        hits = [{"damage": when.take("damage"), "type": when.take("type", "bashing")}]
    rows: list[str] = []
    scene.facts.clear()
    done = hazards_cases.gain_boxes(scene, who, when) or bool(hits)
    if hits:
        for hit in hits:
            scene.do("damage", targets=who, amount=hit["damage"], type=hit["type"])
            rows.append(scene.character(who).tracks["health"].marks)
    if not hazards_cases.play_track(scene, who, given, when, then, weather) and not done:
        raise UnknownKey("nothing happens to the track")
    changes = [fact for fact in scene.facts if isinstance(fact, TrackSet)]
    then.check("rows", rows)
    then.check("lost", sum(len(fact.lost) for fact in changes))
    then.check("upgraded", sum(fact.upgraded for fact in changes))
    hazards_cases.look(scene, who, then)
