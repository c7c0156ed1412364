"""Holding the Beast, or not (V5-EFF-01 to V5-EFF-04)."""

from tracker.api import (
    Action,
    Chance,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    Parameter,
    Part,
    Prompted,
    State,
    Term,
    message,
    quoted,
)
from tracker_vtm5 import people, pool, rolls, states
from tracker_vtm5.feature import Feature


def frenzy_pool(view: State, who: str, intent: Intent) -> pool.DicePool:
    """Unmarked boxes of Willpower and a third of Humanity, at least one die (V5-EFF-01)."""
    character = view.characters[who]
    base = (
        Part(Term("unmarked_willpower"), character.tracks["willpower"].marks.count("."), "V5-EFF-01"),
        Part(Term("third_of_humanity"), character.integer("humanity") // 3, "V5-EFF-01"),
    )
    return pool.build(view, who, intent, base, "frenzy", floor=1)


def fall_into_frenzy(draft: Draft, who: str, kind: str, rule: str) -> None:
    """The Beast takes over until its goal is reached or the scene is over (V5-EFF-03)."""
    character = draft.character(who)
    draft.add(ConditionSet(who, Condition(kind, kind, unit="scene"), rule))
    draft.say(message("vtm5.frenzied", who=character.name, kind=Term(kind)))
    draft.add(Prompted(f"beast:{who}", who, message("vtm5.due.beast", who=character.name), "", "V5-EFF-03", "scene"))


def _frenzy(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    people.require_senses(character)
    kind = intent.text("kind", "fury_frenzy")
    for prompt in ("frenzy", "terror"):
        states.settle_prompt(draft, f"{prompt}:{who}")
    if intent.flag("ride"):
        draft.say(message("vtm5.rides_the_wave", who=character.name))
        fall_into_frenzy(draft, who, kind, "V5-EFF-04")
        return
    dice_pool = frenzy_pool(draft.state, who, intent)
    difficulty = intent.integer("difficulty", 2)
    verdict = rolls.take_test(draft, intent, chance, who, "frenzy", dice_pool, difficulty, rule="V5-EFF-01")
    if not verdict.win:
        fall_into_frenzy(draft, who, kind, "V5-EFF-01")
    elif verdict.critical:
        draft.say(message("vtm5.beast_held_freely", who=character.name))
    else:
        draft.add(ConditionSet(who, Condition("turn_lost", "turn_lost", left=1, unit="turn"), "V5-EFF-01"))
        draft.say(message("vtm5.beast_held", who=character.name))


def start_of_turn(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Remind of a turn that goes to holding the Beast, and of what frenzy and injury do."""
    who = intent.actor
    character = draft.character(who)
    for kind, rule in (("turn_lost", "V5-EFF-01"), ("stunned", "V5-DMG-19")):
        if character.has_condition(kind):
            line = message(f"vtm5.due.{kind}", who=character.name)
            command = f"spend {quoted(who)} 1 purpose=stunned" if kind == "stunned" else ""
            draft.add(Prompted(f"{kind}:{who}", who, line, command, rule, "turn"))
    if people.is_frenzied(character):
        line = message("vtm5.due.beast", who=character.name)
        draft.add(Prompted(f"beast:{who}", who, line, "", "V5-EFF-03", "turn"))


def end_of_turn(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A stunned character has lost its turn and is itself again."""
    people.end_conditions(draft, intent.actor, ("stunned",), "time", "V5-DMG-19")


_KINDS = tuple(Choice(kind) for kind in people.FRENZIES)
ACTIONS = (
    Action(
        "frenzy",
        "roll",
        (
            Parameter("difficulty", "integer", default=2, minimum=1, maximum=rolls.HIGHEST_DIFFICULTY),
            Parameter("kind", "choice", default="fury_frenzy", choices=_KINDS),
            Parameter("ride", "switch"),
            Parameter("bonus", "integer", minimum=0, maximum=pool.LARGEST_POOL, common=False),
            Parameter("penalty", "integer", minimum=0, maximum=pool.LARGEST_POOL, common=False),
            Parameter("successes", "integer", minimum=0, maximum=200, common=False),
            Parameter("critical", "switch", common=False),
        ),
        acts=False,
        targets="one",
        key="z",
        rules=("V5-EFF-01", "V5-EFF-02", "V5-EFF-03", "V5-EFF-04"),
        examples=("frenzy Vera 3", "frenzy Vera 4 kind=hunger_frenzy", "frenzy Vera ride"),
        group="blood",
    ),
)
CONDITIONS = (
    *(ConditionKind(kind, tone="bad", rule="V5-EFF-02") for kind in people.FRENZIES),
    ConditionKind("controlled", rule="V5-EFF-03"),
    ConditionKind("turn_lost", tone="warning", rule="V5-EFF-01"),
)

FEATURE = Feature(
    actions=ACTIONS,
    verbs={"frenzy": _frenzy},
    conditions=CONDITIONS,
    moments={"start_of_turn": start_of_turn, "end_of_turn": end_of_turn},
)
