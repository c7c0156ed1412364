"""Hits that are ready: worked out anew after a reroll, applied by the game master's yes (V5-ATK-01, V5-HAZ-10, 11)."""

from collections.abc import Mapping

from tracker.api import Action, Chance, Draft, Intent, Prompted, Refusal, SceneSet, message, quoted
from tracker_vtm5 import contest, damage, dice, people, rolls, states
from tracker_vtm5.feature import Feature
from tracker_vtm5.parts import unpacked
from tracker_vtm5.records import number, word


def _settle_again(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A side has thrown dice again: the contest is worked out anew."""
    key, who = intent.text("contest"), intent.target
    record = draft.state.scene.get(key)
    kept = rolls.last_roll(draft.state.scene, who)
    if not isinstance(record, Mapping) or kept is None:
        return
    if record.get("applied") is True:
        raise Refusal(message("vtm5.refused.hit_applied"))
    side = "attacker" if record.get("attacker") == who else "defender"
    contest.settle(draft, key, {**record, f"{side}_successes": dice.thrown(kept).successes})


def _hit(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Apply the hits that are ready: the damage, then the stake or the question of the head."""
    ready = contest.ready_hits(draft.state)
    wanted = [hit for hit in ready.values() if not intent.targets or word(hit, "victim") in intent.targets]
    if not wanted:
        raise Refusal(message("vtm5.refused.no_hit"))
    for hit in wanted:
        victim, key = word(hit, "victim"), word(hit, "contest")
        contest.take_back(draft, key, victim)
        record = draft.state.scene.get(key)
        if isinstance(record, Mapping):
            draft.add(SceneSet(key, record, {**record, "applied": True}))
        kept = {name: hit[name] for name in ("type", "source", "track", "conflict", "unhalved") if hit.get(name)}
        parts = unpacked(hit.get("parts"))
        draft.follow(damage.intent_for(victim, number(hit, "amount"), parts=parts, **kept))
        effect = word(hit, "effect")
        if effect in ("staked", "final_death"):
            draft.follow(Intent("strike_effect", targets=(victim,), values={"effect": effect}))


def _strike_effect(draft: Draft, intent: Intent, chance: Chance) -> None:
    """What a called strike does after its damage: the stake holds, the head waits for the game master's yes."""
    who = intent.target
    character = draft.character(who)
    if people.first_of(character, people.GONE):
        return
    if intent.text("effect") == "staked":
        states.drive_stake(draft, who)
        return
    line = message("vtm5.due.behead", who=character.name)
    draft.add(Prompted(f"behead:{who}", who, line, f"final_death {quoted(who)} decapitation", "V5-HAZ-10", "scene"))


ACTIONS = (
    Action(
        "hit",
        "act",
        acts=False,
        targets="optional",
        key="l",
        rules=("V5-ATK-01", "V5-HAZ-10", "V5-HAZ-11"),
        examples=("hit", "hit on=Vera"),
        group="fight",
    ),
)

FEATURE = Feature(
    actions=ACTIONS,
    verbs={"settle_contest": _settle_again, "hit": _hit, "strike_effect": _strike_effect},
)
