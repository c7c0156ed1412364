"""Finding a foe who cannot be seen, by ear or by nose (WOD-EFF-08 to -14)."""

from collections.abc import Iterator, Mapping

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    Value,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_wod import gear
from tracker_wod.dice import Pool
from tracker_wod.dismissed import due_name, new_cause
from tracker_wod.economy import FREE, spend_action
from tracker_wod.periodic import changed, number
from tracker_wod.rolls import ACT_PARAMETERS, chances_of, pool_of, throw_for
from tracker_wod.states import turns_of

SENSES = {"listen": "hearing", "sniff": "smell"}
RULES = {"listen": "WOD-EFF-11", "sniff": "WOD-EFF-14"}
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
    further = [
        Part(Term(name), rows[name]["modifier"], RULES[intent.verb])
        for name in _circumstances(intent.verb)
        if intent.flag(name)
    ]
    return pool_of(view, intent, intent.actor, traits, further)


def search(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Try to place a foe in secret: an action, unless one `keep`s track of him (WOD-TURN-15, WOD-EFF-13)."""
    who, target = intent.actor, intent.target
    result = intent.text("result")
    if not intent.flag("keep"):
        spend_action(draft, who, intent.verb, free=intent.flag("free"))
    if not result:
        thrown = throw_for(
            draft, intent, chance, who, _pool(draft.state, intent), intent.verb, against=target,
            rule=RULES[intent.verb], secret=True,
        )  # fmt: skip
        result = thrown.result
    place(draft, who, target, result)


def place(draft: Draft, who: str, target: str, result: str) -> None:
    """Keep with the searcher what he knows of the foe's place (WOD-EFF-12)."""
    placed = f"placed:{target}"
    names = {"who": draft.character(who).name, "target": draft.character(target).name}
    data: Mapping[str, Value] = frozen({"rule": "WOD-EFF-12", "round": draft.state.round})
    if result == "dramatic_failure":
        wrong = Condition(placed, "placed", note="wrong", source=target, data=data, unit="scene")
        draft.tell(message("wod.placed.wrong", **names), ConditionSet(who, wrong, "WOD-EFF-12"))
    elif result in AS_IF_IN:
        modifier = gear.table("cover")[AS_IF_IN[result]]["modifier"]
        found = Condition(placed, "placed", modifier, source=target, data=data, unit="scene")
        told = draft.record(ConditionSet(who, found, "WOD-EFF-12"))
        draft.say(message("wod.placed", modifier=told("condition.amount"), **names))
    elif placed in draft.character(who).conditions:
        draft.tell(message("wod.placed.not", **names), ConditionEnded(who, placed, "searched anew", "WOD-EFF-13"))
    else:
        draft.say(message("wod.placed.not", **names))


def _due_name(who: str, placed: Condition) -> str:
    return f"track:{who}:{placed.source}"


def start_of_turn(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Another turn asks for another roll to keep track, though the one before was dismissed (WOD-EFF-13)."""
    for placed in draft.character(intent.actor).conditions_of_kind("placed"):
        if cause := new_cause(draft.state, _due_name(intent.actor, placed), number(placed, "cause")):
            changed(draft, intent.actor, placed, cause=cause)


def due(view: State, who: str) -> Iterator[DueItem]:
    """From one's turn in each later round on, the roll to keep track of a foe that was placed is due."""
    for placed in view.characters[who].conditions_of_kind("placed"):
        this_round, acts_now, has_acted = turns_of(view, who)
        foe = view.characters.get(placed.source)
        if foe and this_round and number(placed, "round") < this_round - 1 + (acts_now or has_acted):
            line = message("wod.prompt.track", who=view.characters[who].name, target=foe.name)
            intent = Intent("listen", who, (foe.id,), frozen({"keep": True}))
            yield DueItem(due_name(_due_name(who, placed), number(placed, "cause")), who, line, intent, "WOD-EFF-13")


def forget(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Once a foe is seen again, what was known of his place by ear or nose hampers no one any more."""
    for who, character in list(draft.state.characters.items()) if intent.text("kind") in (UNSEEN, BLIND) else ():
        for condition in character.conditions_of_kind("placed"):
            foe = draft.state.characters.get(condition.source)
            if not character.has_condition(BLIND) and not (foe and foe.has_condition(UNSEEN)):
                draft.add(ConditionEnded(who, condition.id, "seen", "WOD-EFF-12"))


def search_odds(view: State, intent: Intent) -> Chances:
    """The odds of placing the foe."""
    return chances_of(view, _pool(view, intent))


def _action(verb: str) -> Action:
    return Action(
        verb,
        "roll",
        (
            *(Parameter(name, "switch") for name in _circumstances(verb)),
            *ACT_PARAMETERS,
            Parameter("survival", "switch", common=False),
            Parameter("keep", "switch", common=False),
            Parameter("result", "choice", choices=tuple(map(Choice, RESULTS)), common=False),
            FREE,
        ),
        targets="one",
        rules=(RULES[verb], "WOD-EFF-12", "WOD-TURN-15"),
        examples=(f"{verb} Killer {_circumstances(verb)[0]} by=David",),
        group="states",
    )


CHAPTER = Chapter(
    deeds=(
        Deed(_action("listen"), drafted(search), search_odds),
        Deed(_action("sniff"), drafted(search), search_odds),
    ),
    moments={"condition_ended": forget, "start_of_turn": start_of_turn},
    due=due,
    conditions=(
        ConditionKind(UNSEEN, tone="good", rule="WOD-EFF-08"),
        ConditionKind(BLIND, tone="bad", rule="WOD-EFF-08", weight=badges.HINDERED),
        ConditionKind("placed", amount=True, rule="WOD-EFF-12", by_hand=False, bound=True),
    ),
)  # fmt: skip
