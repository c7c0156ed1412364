"""Cases of one attack from its dice to the marks that it leaves."""

from typing import Any

from tests.plugins.tracker_wod import hazards_cases
from tests.plugins.tracker_wod.fighters import add_fighter, rounds_of
from tests.plugins.tracker_wod.runner_contest import knockdown
from tests.plugins.tracker_wod.runner_pool import (
    attack_intent,
    check_refusal,
    roll_values,
    roller_of,
    set_barrier,
    target_of,
)
from tests.plugins.tracker_wod.scene import COMMANDS, Keys, Scene, faces_of, told
from tracker.api import Refusal, Term, TrackSet, TypedChance
from tracker.command.commands import ActCommand


def run(given: Keys, when: Keys, then: Keys) -> None:
    if hazards_cases.play_attack(given, when, then):
        return
    scene = Scene()
    if given.peek("knockdown") and "attack" not in given and "damage" not in given:
        given.take("knockdown")
        knockdown(scene, given, when, faces_of(when), then)
    elif "damage" in given:
        _hit(scene, given, when, then)
    elif given.take("killing_blow", False):
        _kill(scene, given, then)
    else:
        _attack(scene, given, when, then)


def _hit(scene: Scene, given: Keys, when: Keys, then: Keys) -> None:
    """A hit whose points are known, and what it brings."""
    table = Keys(given.take("target"), "target")
    target = add_fighter(scene, "Target", table)
    table.finish()
    values = {key: given.take(key) for key in ("spot", "stuns", "knockdown") if key in given}
    faces = faces_of(when, "knockdown_dice", "knockdown_again") if values.get("knockdown") else []
    scene.facts.clear()
    scene.do("damage", targets=target, faces=faces, amount=given.take("damage"), type=given.take("type"), **values)
    _after(scene, target, when, then)


def _kill(scene: Scene, given: Keys, then: Keys) -> None:
    kind = given.take("attack")
    table = given.take("target")
    attacker, traits = roller_of(scene, given, kind)
    target = target_of(scene, attacker, Keys(table, "target"), kind)
    values: dict[str, Any] = {"kind": kind, "traits": "+".join(traits), **roll_values(given)}
    for key in ("type", "piercing"):
        if key in given:
            values[key] = given.take(key)
    scene.facts.clear()
    then.check("possible", scene.refusal("killing-blow", attacker, (target,), **values) is None)
    _look(scene, target, then, str(values.get("type")))


def _attack(scene: Scene, given: Keys, when: Keys, then: Keys) -> None:
    kind = given.take("attack", "brawl")
    table = given.take("target")
    attacker, traits = roller_of(scene, given, kind)
    target = target_of(scene, attacker, Keys(table, "target"), kind)
    barrier = set_barrier(scene, target, given)
    if "loses_action" in then:
        _begin_fight(scene, attacker, target)
    intent = attack_intent(scene, attacker, target, kind, traits, given).with_values(later=True)
    scene.facts.clear()
    further = faces_of(when, "knockdown_dice", "knockdown_again") if intent.values.get("knockdown") else []
    chance = TypedChance([*faces_of(when), *further])
    try:
        scene.perform(intent, chance)
    except Refusal as refusal:
        then.check("possible", False)
        check_refusal(refusal.reason, then)
        _look(scene, target, then, str(intent.values.get("type")))
        return
    then.check("possible", True)
    assert list(chance.left_over) in ([], further), f"nobody asked for the faces {chance.left_over}"
    rolled = scene.rolls()[0]
    then.check("successes", rolled.successes)
    then.check("result", rolled.result)
    then.check("chance", rolled.data["chance"])
    then.check("pool", rolled.pool)
    then.check("total", rolled.pool)
    then.check("hidden", rolled.hidden)
    then.check("touched", told(scene.outcome, "wod.touched") is not None)
    then.check("heart", told(scene.outcome, "wod.heart") is not None)
    spared = [prompt.line.values["list"] for prompt in scene.prompts("spared:")]
    then.check("may_be_hit", list(spared[0]) if spared and isinstance(spared[0], tuple) else [])
    if barrier:
        _through(scene, when, then)
    for key in ("held", "pinned"):
        then.check(key, any(character.has_condition(key) for character in scene.state.characters.values()))
    if rounds := scene.character(attacker).pools.get(rounds_of(scene, attacker)):
        then.check("loaded", rounds.value)
    _after(scene, target, when, then, str(rolled.data.get("type")))


def _begin_fight(scene: Scene, attacker: str, target: str) -> None:
    """The attacker's turn of a first round in which the target acts later, unless the case says that it has acted."""
    acted = scene.character(target).count("acted")
    scene.do("initiative", targets=(attacker, target), **{f"total:{attacker}": 9, f"total:{target}": 8})
    scene.do("next")
    scene.counter(target, "acted", acted)


def _through(scene: Scene, when: Keys, then: Keys) -> None:
    """What the barrier took, and the second roll."""
    hit = told(scene.outcome, "wod.barrier.hit")
    assert hit is not None
    then.check("excess", hit.values["excess"])
    then.check("structure", hit.values["structure"])
    then.check("barrier_broken", told(scene.outcome, "wod.barrier.broken") is not None)
    prompts = scene.prompts("through:")
    if not prompts:
        faces_of(when, "second_dice", "second_again")  # nothing got through that they could fall for
        return
    command = COMMANDS.parse(prompts[0].command, scene.state)
    assert isinstance(command, ActCommand)
    chances = scene.engine.rules.odds(scene.state, command.intent)
    assert chances is not None
    then.check("second_pool", sum(part.value for part in chances.parts))
    then.check("second_chance", any(event == Term("dramatic_failure") for event, _ in chances.events))
    if "second_dice" in when:
        scene.line(prompts[0].command, faces_of(when, "second_dice", "second_again"))
        then.check("second_successes", scene.rolls()[0].successes)


def _after(scene: Scene, target: str, when: Keys, then: Keys, damage_type: str = "") -> None:
    """The roll against a knockout where the case has one, and what is left to see."""
    prompts = scene.prompts("knockout:")
    if "dice" in when:
        assert prompts, "nobody has to roll against a knockout"
        scene.line(prompts[0].command, faces_of(when))
        then.check("successes", scene.rolls()[0].successes)
    elif prompts:
        for first, again in (("knockout_dice", "knockout_again"), ("second_dice", "second_again")):
            if first in when:
                scene.line(prompts[0].command, faces_of(when, first, again))
                then.check("second_successes", scene.rolls()[0].successes)
    character = scene.character(target)
    out = [condition.amount for condition in character.conditions_of_kind("unconscious")]
    then.check("unconscious_rounds", out[0] if out else 0)
    then.check("loses_next_action", character.has_condition("stunned"))
    _look(scene, target, then, damage_type)


def _look(scene: Scene, target: str, then: Keys, damage_type: str = "") -> None:
    dealt = [fact for fact in scene.facts if isinstance(fact, TrackSet) and fact.damage_type]
    then.check("damage", sum(fact.amount for fact in dealt))
    then.check("type", dealt[0].damage_type if dealt else damage_type)
    then.check("lost", sum(len(fact.lost) for fact in dealt))
    then.check("upgraded", sum(fact.upgraded for fact in dealt))
    then.check("loses_action", told(scene.outcome, "wod.loses_round") is not None)
    hazards_cases.look(scene, target, then)
