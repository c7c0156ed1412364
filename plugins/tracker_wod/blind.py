"""Finding a foe who cannot be seen, by ear or by nose (WOD-EFF-08 to -14)."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Part,
    Prompted,
    State,
    Term,
    frozen,
    message,
)
from tracker_wod import gear
from tracker_wod.dice import Pool
from tracker_wod.economy import spend_action
from tracker_wod.feature import Feature
from tracker_wod.prompts import named
from tracker_wod.rolls import DIE_PARAMETERS, chances_of, pool_of, throw_for

SENSES = {"listen": "hearing", "sniff": "smell"}
RESULTS = ("dramatic_failure", "failure", "success", "exceptional_success")
UNSEEN, BLIND = "unseen", "blind"
AS_IF_IN = {"success": "good", "exceptional_success": "partial"}
"""The cover that a placed foe counts as being in, WOD-EFF-12."""


def _circumstances(verb: str) -> tuple[str, ...]:
    return tuple(row["id"] for row in gear.table("sense_modifier").values() if row["sense"] == SENSES[verb])


def _pool(view: State, intent: Intent) -> Pool:
    """Wits + Composure, or Wits + Survival, with what helps and hinders the sense."""
    traits = ("wits", "survival" if intent.flag("survival") else "composure")
    rows = gear.table("sense_modifier")
    rule = "WOD-EFF-11" if intent.verb == "listen" else "WOD-EFF-14"
    further = [
        Part(Term(name), rows[name]["modifier"], rule) for name in _circumstances(intent.verb) if intent.flag(name)
    ]
    return pool_of(view, intent, intent.actor, traits, further)


def search(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Try to place a foe in secret: an action, unless one `keep`s track of him (WOD-TURN-15, WOD-EFF-13)."""
    draft = Draft(view)
    who, target = intent.actor, intent.target
    result = intent.text("result")
    if not intent.flag("keep"):
        spend_action(draft, who, intent.verb, free=intent.flag("free"))
    if result not in RESULTS:
        secret = intent.with_values(hidden=True)
        pool = _pool(draft.state, intent)
        result = throw_for(draft, secret, chance, who, pool, intent.verb, against=target, rule="WOD-EFF-11").result
    place(draft, who, target, result)
    return draft.outcome()


def place(draft: Draft, who: str, target: str, result: str) -> None:
    """Keep with the searcher what he knows of the foe's place (WOD-EFF-12)."""
    placed = f"placed:{target}"
    if placed in draft.character(who).conditions:
        draft.add(ConditionEnded(who, placed, "searched anew"))
    names = {"who": draft.character(who).name, "target": draft.character(target).name}
    rule = frozen({"rule": "WOD-EFF-12"})
    if result == "dramatic_failure":
        wrong = Condition(placed, "placed", note="wrong", source=target, data=rule, unit="scene")
        draft.add(ConditionSet(who, wrong, "WOD-EFF-12"))
        draft.say(message("wod.placed.wrong", **names))
    elif result in AS_IF_IN:
        modifier = gear.table("cover")[AS_IF_IN[result]]["modifier"]
        found = Condition(placed, "placed", modifier, source=target, data=rule, unit="scene")
        draft.add(ConditionSet(who, found, "WOD-EFF-12"))
        draft.say(message("wod.placed", modifier=modifier, **names))
    else:
        draft.say(message("wod.placed.not", **names))


def remind(draft: Draft, intent: Intent, chance: Chance) -> None:
    """On the turn of someone who has placed a foe, the roll to keep track of him is due."""
    who = intent.actor
    for condition in draft.character(who).conditions_of_kind("placed"):
        if condition.source in draft.state.characters:
            line = message(
                "wod.prompt.track", who=draft.character(who).name, target=draft.character(condition.source).name
            )
            command = f"listen {named(draft.state, condition.source)} keep by={named(draft.state, who)}"
            draft.add(Prompted(f"track:{who}:{condition.source}", who, line, command, "WOD-EFF-13"))


def forget(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Once a foe is seen again, what was known of his place by ear or nose hampers nobody any more."""
    ended = intent.text("id")
    for who, character in list(draft.state.characters.items()) if ended in (UNSEEN, BLIND) else ():
        for condition in character.conditions_of_kind("placed"):
            if intent.target == (condition.source if ended == UNSEEN else who):
                draft.add(ConditionEnded(who, condition.id, "seen", "WOD-EFF-12"))


def search_odds(view: State, intent: Intent) -> Chances:
    """The odds of placing the foe."""
    return chances_of(view, _pool(view, intent))


def _action(verb: str, rule: str) -> Action:
    return Action(
        verb,
        "roll",
        (
            *(Parameter(name, "switch") for name in _circumstances(verb)),
            *DIE_PARAMETERS,
            Parameter("survival", "switch", common=False),
            Parameter("keep", "switch", common=False),
            Parameter("result", "choice", choices=tuple(map(Choice, RESULTS)), common=False),
            Parameter("free", "switch", common=False),
        ),
        targets="one",
        rules=(rule, "WOD-EFF-12", "WOD-TURN-15"),
        examples=(f"{verb} Killer {_circumstances(verb)[0]} by=David",),
        group="states",
    )


FEATURE = Feature(
    actions=(_action("listen", "WOD-EFF-11"), _action("sniff", "WOD-EFF-14")),
    verbs={"listen": search, "sniff": search},
    odds={"listen": search_odds, "sniff": search_odds},
    conditions=(
        ConditionKind(UNSEEN, tone="good", rule="WOD-EFF-08"),
        ConditionKind(BLIND, tone="bad", rule="WOD-EFF-08"),
    ),
    condition_ended=(forget,),
    start_of_turn=(remind,),
)
