"""Poison and illness: damage that more successes than points avoid (WOD-HAZ-06, -07, WOD-HAZ-46 to -48).

A running toxin is a condition: `amount` points of `data.type` every `data.every` seconds (`data.next` until the next
time), `data.times` more times or `data.endless`; `data.resist`: whether a roll may avoid them. In a fight the roll is
asked for (`data.waiting` times not yet answered); while time passes outside the rounds it is made at once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    Value,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_wod.dice import Pool
from tracker_wod.dismissed import asks_again, condition_due
from tracker_wod.gear import table
from tracker_wod.hazards.harm import harm, hold_back
from tracker_wod.kinds import DAMAGE_TYPES
from tracker_wod.periodic import ROUND_SECONDS, Elapsed, Periodic, changed, ended, flag, new_id, number, words
from tracker_wod.recovery import DAY, HOUR, WEEK
from tracker_wod.refusing import names_of
from tracker_wod.rolls import ROLL_PARAMETERS, chances_of, chances_of_first, pool_of, throw_for
from tracker_wod.states import DEAD, state_of

POISON, ILLNESS = "poison", "illness"
INTERVALS: Mapping[str, int] = {"round": ROUND_SECONDS, "hour": HOUR, "day": DAY, "week": WEEK}
RESIST = ("each", "once", "none")
RULES = {POISON: "WOD-HAZ-47", ILLNESS: "WOD-HAZ-06"}
RESIST_RULES = {POISON: "WOD-HAZ-48", ILLNESS: "WOD-HAZ-06"}
LARGEST_TOXICITY = 50


def _toxicity(intent: Intent) -> int:
    row = table("poison").get(intent.text("substance"))
    return intent.integer("toxicity", row["toxicity"] if row else 0)


def poison(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Bring a poison in: it acts at once, a roll may avoid it whole; with `every` it acts again."""
    toxicity = _toxicity(intent)
    if not toxicity:
        raise Refusal(message("wod.refused.no_toxicity"))
    if "times" in intent.values and "every" not in intent.values:
        raise Refusal(message("wod.refused.no_interval", list=tuple(map(Term, INTERVALS))))
    every, resist = INTERVALS.get(intent.text("every"), 0), intent.text("resist")
    for who in intent.targets:
        character = draft.character(who)
        data: dict[str, Value] = {
            "type": intent.text("type", "lethal"),
            "every": every,
            "next": every,
            "times": intent.integer("times", 1) - 1,
            "endless": "times" not in intent.values and bool(every),
            "resist": resist,
        }
        name = intent.text("substance")
        acting = Condition(new_id(character, POISON, name), POISON, toxicity, name, data=frozen(data))
        draft.say(message("wod.poisoned", who=character.name, name=_named(acting), toxicity=toxicity))
        _remind_of_ways(draft, who, name)
        avoided = resist != "none" and _resisted(draft, who, acting, intent, chance)
        if not avoided:
            _strike(draft, who, acting)
        if every and (not avoided or resist == "each") and (number(acting, "times") or flag(acting, "endless")):
            if resist == "once":
                acting = replace(acting, data=frozen({**acting.data, "resist": "none"}))
            again = Term(intent.text("every"))
            line = message("wod.poison.again", who=character.name, name=_named(acting), every=again)
            draft.tell(line, ConditionSet(who, acting, RULES[POISON]))


def _remind_of_ways(draft: Draft, who: str, substance: str) -> None:
    """How the poison gets in, and that few poisons harm a vampire, WOD-HAZ-46."""
    if row := table("poison").get(substance):
        draft.say(
            message("wod.poison.ways", substance=Term(substance), list=tuple(Term(way) for way in row["ways"])),
            working=True,
        )
    if draft.character(who).kind == "vampire":
        draft.say(message("wod.poison.vampire", who=draft.character(who).name))


def illness(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let characters fall ill: damage at every interval unless resisted, and a burden on rolls meanwhile."""
    every = INTERVALS.get(intent.text("every", "day"), DAY)
    name = intent.text("name")
    for who in intent.targets:
        rolls: dict[str, Value] = {}
        if burden := intent.integer("burden"):
            rolls["stamina+resolve"] = burden
        if burden_all := intent.integer("burden-all"):
            rolls["all"] = burden_all
        data: dict[str, Value] = {
            "type": intent.text("type", "lethal"),
            "every": every,
            "next": every,
            "endless": True,
            "resist": intent.text("resist", "each"),
            "holds": intent.flag("holds"),
            "rolls": frozen(rolls),
            "rule": "WOD-HAZ-07",
        }
        ill_id = new_id(draft.character(who), ILLNESS, name)
        ill = Condition(ill_id, ILLNESS, intent.integer("points"), name, data=frozen(data))
        values = {"who": draft.character(who).name, "illness": name or Term(ILLNESS)}
        harmless = message("wod.ill.harmless", **values)
        line = message("wod.ill", points=ill.amount, **values) if ill.amount else harmless
        draft.tell(line, ConditionSet(who, ill, "WOD-HAZ-06"))


def cure(draft: Draft, intent: Intent, chance: Chance) -> None:
    """End poisons and illnesses; the wounds of an illness that held them back begin to heal."""
    for who in intent.targets:
        for condition in _toxins(draft.character(who)):
            if intent.text("name") in ("", condition.note, condition.kind, condition.id):
                end_toxin(draft, who, condition, "by hand")
    if not draft.outcome().facts:
        raise Refusal(message("wod.refused.nothing_to_cure", who=names_of(draft.state, intent.targets)))


def end_toxin(draft: Draft, who: str, condition: Condition, cause: str) -> None:
    """End a poison or an illness with all that hangs on it."""
    values = {"who": draft.character(who).name, "name": _named(condition)}
    ended(draft, who, condition.id, cause, RULES[condition.kind], message(f"wod.{condition.kind}.ended", **values))


def _named(toxin: Condition) -> Term | str:
    """What a poison or an illness is called: a row of the table, the game master's word, or just what it is."""
    return Term(toxin.note) if toxin.note in table("poison") else toxin.note or Term(toxin.kind)


def _toxins(character: Character) -> list[Condition]:
    return [condition for condition in character.conditions.values() if condition.kind in (POISON, ILLNESS)]


def _pool(view: State, intent: Intent, who: str) -> Pool:
    return pool_of(view, intent, who, ("stamina", "resolve"))


def _resisted(draft: Draft, who: str, toxin: Condition, intent: Intent, chance: Chance) -> bool:
    """Roll Stamina + Resolve: only more successes than the damage avoid it, and then all of it."""
    rule = RESIST_RULES[toxin.kind]
    pool = _pool(draft.state, intent, who)
    thrown = throw_for(draft, intent, chance, who, pool, "resist", rule=rule, toxicity=toxin.amount)
    resisted = thrown.successes > toxin.amount
    line = "wod.toxin.resisted" if resisted else "wod.toxin.lands"
    draft.say(message(line, who=draft.character(who).name, successes=thrown.successes, points=toxin.amount))
    return resisted


def _strike(draft: Draft, who: str, toxin: Condition) -> None:
    parts = (Part(_named(toxin), toxin.amount, RULES[toxin.kind]),)
    if flag(toxin, "holds"):
        hold_back(draft, who, toxin.amount, toxin.id)
    harm(draft, who, words(toxin, "type", "lethal"), parts, RULES[toxin.kind])


def resist(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Answer a poison or an illness that is due: roll, and take the damage whole or not at all."""
    who = intent.actor
    toxin = _to_resist(draft.state, intent)
    if toxin is None:
        raise Refusal(message("wod.refused.nothing_due", who=draft.character(who).name))
    left = number(toxin, "waiting") - 1
    changed(draft, who, toxin, waiting=left)
    if not _resisted(draft, who, toxin, intent, chance):
        _strike(draft, who, toxin)
    if not left and not number(toxin, "times") and not flag(toxin, "endless"):
        end_toxin(draft, who, toxin, "time")


def resist_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of avoiding what is due."""
    toxin = _to_resist(view, intent)
    return chances_of(view, _pool(view, intent, intent.actor), must_exceed=toxin.amount) if toxin else None


def _to_resist(view: State, intent: Intent) -> Condition | None:
    """The poison or illness that is named, or the first of those that wait for a roll."""
    waiting = (toxin for toxin in _toxins(view.characters[intent.actor]) if number(toxin, "waiting"))
    named = intent.text("name")
    return next((toxin for toxin in waiting if named in ("", toxin.note, toxin.id)), None)


def poison_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of resisting a poison that is about to be brought in."""
    rolling = () if intent.text("resist", "each") == "none" else intent.targets
    return chances_of_first(view, rolling, partial(_pool, view, intent), must_exceed=_toxicity(intent))


# ------------------------------------------------------------------ time


def _due(view: State, who: str) -> int | None:
    character = view.characters[who]
    if state_of(character) == DEAD:
        return None
    return min((number(toxin, "next") for toxin in _toxins(character) if _acts_again(toxin)), default=None)


def _acts_again(toxin: Condition) -> bool:
    """Whether it does harm and has not yet acted for the last time; after that it may still wait for the last roll."""
    goes_on = flag(toxin, "endless") or number(toxin, "times")
    return bool(toxin.amount > 0 and number(toxin, "every") and goes_on)


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    for toxin in _toxins(draft.character(who)):
        if not _acts_again(toxin):
            continue
        every = number(toxin, "every")
        left = number(toxin, "next") - elapsed.seconds
        if left > 0:
            changed(draft, who, toxin, next=left)
            continue
        _act(draft, who, changed(draft, who, toxin, next=left + every), elapsed, chance)


def _act(draft: Draft, who: str, toxin: Condition, elapsed: Elapsed, chance: Chance) -> None:
    """The moment at which a toxin acts again."""
    times = number(toxin, "times")
    last = not flag(toxin, "endless") and times <= 1
    toxin = changed(draft, who, toxin, times=max(0, times - 1))
    if words(toxin, "resist", "each") == "none":
        _strike(draft, who, toxin)
    elif elapsed.in_round:
        changed(draft, who, toxin, **asks_again(draft.state, who, "resist", toxin))
        return
    elif not _resisted(draft, who, toxin, Intent("resist", who), chance):
        _strike(draft, who, toxin)
    if last:
        end_toxin(draft, who, toxin, "time")


def due(view: State, who: str) -> Iterator[DueItem]:
    """The rolls against poison and illness that a fight leaves to be made."""
    character = view.characters[who]
    for toxin in _toxins(character) if state_of(character) != DEAD else ():
        if number(toxin, "waiting"):
            line = message("wod.due.resist", who=character.name, points=toxin.amount, name=_named(toxin))
            answer = Intent("resist", who, values=frozen({"name": toxin.id}))
            yield DueItem(condition_due(who, "resist", toxin), who, line, answer, RESIST_RULES[toxin.kind])


PERIODIC = Periodic(_due, _advance, in_rounds=True)

TOXIN_PARAMETERS = (
    Parameter("every", "choice", choices=tuple(map(Choice, INTERVALS))),
    Parameter("resist", "choice", default="each", choices=tuple(map(Choice, RESIST))),
)

CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            POISON, "act",
            (
                Parameter("substance", "choice", choices=tuple(map(Choice, table("poison"))), open_choice=True),
                Parameter("toxicity", "integer", minimum=1, maximum=LARGEST_TOXICITY),
                Parameter("type", "choice", default="lethal", choices=DAMAGE_TYPES),
                *TOXIN_PARAMETERS,
                Parameter("times", "integer", minimum=1, maximum=1000, common=False),
                *ROLL_PARAMETERS,
            ),
            acts=False, targets="many", rules=("WOD-HAZ-46", "WOD-HAZ-47", "WOD-HAZ-48"),
            examples=("poison David bleach", "poison David venom toxicity=5 every=hour times=3"), group="hazards",
        ), drafted(poison), poison_odds),
        Deed(Action(
            ILLNESS, "act",
            (
                Parameter("points", "integer", default=0, minimum=0, maximum=LARGEST_TOXICITY),
                Parameter("type", "choice", default="lethal", choices=DAMAGE_TYPES),
                *TOXIN_PARAMETERS,
                Parameter("burden", "integer", minimum=-10, maximum=0),
                Parameter("burden-all", "integer", minimum=-10, maximum=0, common=False),
                Parameter("holds", "switch", common=False),
                Parameter("name", "text", common=False),
            ),
            acts=False, targets="many", rules=("WOD-HAZ-06", "WOD-HAZ-07", "WOD-HEAL-07"),
            examples=("illness David 1 bashing day burden=-1", "illness David 1 every=week name=tuberculosis holds"),
            group="hazards",
        ), drafted(illness)),
        Deed(Action(
            "cure", "act", (Parameter("name", "text"),), acts=False, targets="many",
            rules=("WOD-HAZ-08", "WOD-HAZ-09"), examples=("cure David",), group="hazards",
        ), drafted(cure)),
        Deed(Action(
            "resist", "roll", (Parameter("name", "text"), *ROLL_PARAMETERS), rules=("WOD-HAZ-48", "WOD-HAZ-06"),
            examples=("resist by=David willpower",), group="hazards",
        ), drafted(resist), resist_odds),
    ),
    due=due,
    conditions=(
        ConditionKind(POISON, amount=True, tone="bad", rule="WOD-HAZ-47"),
        ConditionKind(ILLNESS, amount=True, tone="bad", rule="WOD-HAZ-06", weight=badges.HINDERED),
    ),
)  # fmt: skip
