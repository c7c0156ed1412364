"""Cases of contests and rolls that something hangs on: breaking free, keeping hold, noticing, listening."""

from typing import Any

from tests.plugins.tracker_wod import hazards_cases
from tests.plugins.tracker_wod.fighters import add_fighter
from tests.plugins.tracker_wod.hazards_cases import begin_fight
from tests.plugins.tracker_wod.runner_pool import grip, roll_values, roller_of
from tests.plugins.tracker_wod.scene import Keys, Scene, faces_of, told


def run(given: Keys, when: Keys, then: Keys) -> None:
    if hazards_cases.play_contest(given, when, then):
        return
    scene = Scene()
    faces = faces_of(when)
    if "pin_successes" in given or "holders" in given:
        _break_free(scene, given, faces, then)
    elif "damage" in given:
        _keep_hold(scene, given, faces, then)
    elif given.take("knockdown", False) or "prone" in then or "knockdown_dice" in when:
        knockdown(scene, given, when, faces, then)
        return
    elif "state" in then:
        roller, _ = roller_of(scene, given, "")
        scene.do("stay-conscious", roller, faces=faces, **roll_values(given))
    elif listens(given, then):
        listen(scene, given, faces, then)
    elif {"surprised", "acts_in_round", "defence_against_it"} & set(then):
        _notice(scene, given, faces, then)
    else:
        roller, traits = roller_of(scene, given, "")
        scene.do("roll", roller, faces=faces, traits="+".join(traits), **roll_values(given))
    rolled = next(fact for fact in scene.facts if hasattr(fact, "successes"))
    hazards_cases.look_at_roll(rolled, then)
    hazards_cases.look(scene, rolled.who, then)


def _break_free(scene: Scene, given: Keys, faces: list[int], then: Keys) -> None:
    pin, holders = given.take("pin_successes", 0), given.take("holders", 1)
    strongest = given.take("highest_strength", 2)
    roller, _ = roller_of(scene, given, "")
    for number in range(holders):
        holder = scene.add(f"Holder {number + 1}", strength=strongest if number == holders - 1 else 1)
        grip(scene, holder, roller)
        if pin and number == 0:
            scene.condition(roller, "pinned", id=f"pinned:{holder}", source=holder, amount=pin, unit="scene")
    scene.do("break-free", roller, faces=faces, **roll_values(given))
    character = scene.character(roller)
    then.check("free", not character.has_condition("held"))
    then.check("held", character.has_condition("held"))
    then.check("pinned", character.has_condition("pinned"))


def _keep_hold(scene: Scene, given: Keys, faces: list[int], then: Keys) -> None:
    damage = given.take("damage")
    roller, _ = roller_of(scene, given, "")
    scene.do("set", targets=roller, weapon="pistol-light")
    scene.do("keep-hold", roller, faces=faces, damage=damage, **roll_values(given))
    flown = told(scene.outcome, "wod.drops")
    then.check("kept", scene.character(roller).text("weapon") == "pistol-light")
    then.check("flies_yards", flown.values["yards"] if flown else 0)


def knockdown(scene: Scene, given: Keys, when: Keys, faces: list[int], then: Keys) -> None:
    """The roll to keep standing as a case of its own: `target` is who rolls, else the case itself."""
    target = given.take("target")
    values = roll_values(given)
    table = Keys(target, "target") if target else given
    roller, _ = roller_of(scene, table, "")
    table.finish()
    if "loses_action" in then:
        acted = scene.character(roller).count("acted")
        begin_fight(scene)
        scene.do("initiative", targets=roller, **{f"total:{roller}": 0})
        scene.counter(roller, "acted", acted)
    scene.do(
        "knockdown", targets=roller, faces=[*faces, *faces_of(when, "knockdown_dice", "knockdown_again")], **values
    )
    then.check("loses_action", told(scene.outcome, "wod.loses_round") is not None)
    hazards_cases.look_at_roll(scene.rolls()[0], then)
    hazards_cases.look_at_damage(scene, roller, then, "")
    hazards_cases.look(scene, roller, then)


def listens(given: Keys, then: Keys) -> bool:
    """Whether a case is about placing a foe by ear or nose: it names the sense, or a roll that a rule keeps secret."""
    traits = set(given.peek("traits") or ())
    secret = ("hidden" in given or "hidden" in then) and "wits" in traits <= {"wits", "composure", "survival"}
    return bool({"attack_modifier", "placed"} & set(then)) or "sense" in given or secret


def listen(scene: Scene, given: Keys, faces: list[int] | None, then: Keys) -> None:
    """Place a foe by ear or nose; `hidden` is the flag of that roll, which a rule sets. Without faces any will do."""
    given.take("hidden")
    roller, traits = roller_of(scene, given, "")
    foe = add_fighter(scene, "Foe", Keys({"unseen": True}, "foe"))
    scene.do("initiative", targets=(roller, foe), **{f"total:{roller}": 9, f"total:{foe}": 8})
    scene.do("next")
    values: dict[str, Any] = roll_values(given)
    if "survival" in traits:
        values["survival"] = True
    verb = "sniff" if given.take("sense", "hearing") == "smell" else "listen"
    for parameter in scene.engine.rules.actions[verb].parameters:
        if parameter.kind == "switch" and (key := parameter.id.replace("-", "_")) in given:
            values[parameter.id] = given.take(key)
    if faces is None:
        scene.at_random(verb, roller, (foe,), **values)
    else:
        scene.do(verb, roller, foe, faces, **values)
    placed = scene.character(roller).conditions.get(f"placed:{foe}")
    then.check("attack_modifier", placed.amount if placed else 0)
    then.check("placed", "no" if placed is None else "wrong" if placed.note else "right")
    then.check("acted", scene.character(roller).count("acted") == 1)


def _notice(scene: Scene, given: Keys, faces: list[int], then: Keys) -> None:
    roller, _ = roller_of(scene, given, "")
    ambusher = scene.add("Ambusher")
    scene.do("notice", targets=roller, faces=faces, **roll_values(given))
    then.check("surprised", scene.character(roller).has_condition("surprised"))
    then.check("defence_against_it", lambda: scene.derived(roller, "defence").value)
    if "acts_in_round" in then:
        rolled = list(scene.facts)
        scene.at_random("initiative", targets=(ambusher, roller))
        while scene.state.current != roller:
            scene.at_random("next")
        then.check("acts_in_round", scene.state.round)
        scene.facts = rolled
