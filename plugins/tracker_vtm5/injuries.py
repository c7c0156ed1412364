"""The injury table and what lasts of it (V5-DMG-18, V5-DMG-19), and the loss of face (V5-STA-05)."""

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    Parameter,
    Part,
    Prompted,
    Rolled,
    Term,
    message,
    quoted,
)
from tracker_vtm5 import marks, people, states
from tracker_vtm5.feature import Feature

TABLE: tuple[tuple[int, str], ...] = (
    (13, "death_or_torpor"),
    (12, "crippled"),
    (11, "massive_wound"),
    (9, "broken_limb_or_blinded"),
    (7, "head_trauma"),
    (0, "stunned"),
)
"""The lowest total of each result, from the worst."""

USED_LIMB = ("broken_limb_or_blinded", "broken_limb", "blinded", "crippled", "lost_limb")
"""Injuries that cost three dice on rolls that need what is injured."""

LASTING = ("head_trauma", *USED_LIMB, "massive_wound", "injury")
MUTILATIONS = ("crippled", "lost_limb")
CONDITIONS = (
    ConditionKind("stunned", tone="warning", rule="V5-DMG-19"),
    *(ConditionKind(kind, tone="bad", rule="V5-DMG-19") for kind in LASTING),
)


def prompt_id(who: str) -> str:
    """The prompt that offers the injury table."""
    return f"injury:{who}"


def injuries_of(character: Character) -> tuple[Condition, ...]:
    """The lasting injuries, oldest first: the order in which they are mended."""
    return tuple(condition for condition in character.conditions.values() if condition.kind in LASTING)


def result_of(total: int) -> str:
    """The result of the table for a total."""
    return next(result for lowest, result in TABLE if total >= lowest)


def inflict(draft: Draft, who: str, kind: str, note: str = "") -> None:
    """Put an injury on the card; a kind that is none of ours keeps its name as a note."""
    character = draft.character(who)
    if kind not in (*LASTING, "stunned"):
        kind, note = "injury", note or kind
    number = 1
    while f"{kind}-{number}" in character.conditions:
        number += 1
    condition = Condition(f"{kind}-{number}", kind, note=note)
    draft.add(ConditionSet(who, condition, "V5-DMG-19"))
    draft.say(message("vtm5.injured", who=character.name, injury=note or Term(kind)))
    if kind == "stunned":
        line = message("vtm5.due.stunned", who=character.name)
        draft.add(Prompted(f"stunned:{who}", who, line, f"spend {quoted(who)} 1 purpose=stunned", "V5-DMG-19", "scene"))
    if kind in MUTILATIONS:
        draft.say(message("vtm5.limbs_grow_back", who=character.name))


def mend_first(draft: Draft, who: str) -> bool:
    """Take the oldest injury away (V5-HEAL-05); tell whether there was one."""
    character = draft.character(who)
    found = next(iter(injuries_of(character)), None)
    if found is None:
        return False
    draft.add(ConditionEnded(who, found.id, "mended", "V5-HEAL-05"))
    draft.say(message("vtm5.injury_mended", who=character.name, injury=found.note or Term(found.kind)))
    return True


def lose_face(draft: Draft, who: str) -> None:
    """A will broken in a conflict of words; what it means is the game master's."""
    character = draft.character(who)
    draft.add(ConditionSet(who, Condition("loses_face", "loses_face"), "V5-STA-05"))
    draft.say(message("vtm5.loses_face", who=character.name))
    line = message("vtm5.due.loses_face", who=character.name)
    draft.add(Prompted(f"face:{who}", who, line, "", "V5-STA-05", "scene"))


def _injury(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    if people.first_of(character, people.GONE):
        people.refuse("gone", character, state=Term(people.first_of(character, people.GONE)))
    states.settle_prompt(draft, prompt_id(who))
    chosen = intent.text("result")
    if chosen == "death_or_torpor":
        _offer_the_worst(draft, who)
        return
    if chosen:
        inflict(draft, who, chosen)
        return
    (face,) = chance.dice(1, 10, "injury")
    crosses = character.tracks["health"].marks.count(marks.CROSS)
    total = face + crosses
    result = result_of(total)
    draft.add(
        Rolled(
            who,
            "injury",
            1,
            (face,),
            sides=10,
            parts=(Part(Term("die"), face, "V5-DMG-18"), Part(Term("cross"), crosses, "V5-DMG-18")),
            result=result,
            typed=chance.typed,
            data={"total": total},
            rule="V5-DMG-19",
        )
    )
    draft.say(
        message("vtm5.injury_rolled", who=character.name, face=face, crosses=crosses, total=total, result=Term(result))
    )
    if result == "death_or_torpor":
        _offer_the_worst(draft, who)
    else:
        inflict(draft, who, result)


def _offer_the_worst(draft: Draft, who: str) -> None:
    """Death of a mortal or torpor of a vampire, asked before it is applied."""
    character = draft.character(who)
    if people.is_vampire(character) and character.has_condition("torpor"):
        return
    if people.is_vampire(character):
        line = message("vtm5.due.torpor", who=character.name)
        draft.add(Prompted(f"torpor:{who}", who, line, f"torpor {quoted(who)} injury", "V5-DMG-19", "scene"))
    else:
        states.offer_death(draft, who, "V5-DMG-19")


_RESULTS = tuple(Choice(name) for name in ("stunned", *LASTING, "death_or_torpor"))
ACTIONS = (
    Action(
        "injury",
        "act",
        (Parameter("result", "choice", choices=_RESULTS, open_choice=True),),
        acts=False,
        targets="one",
        rules=("V5-DMG-18", "V5-DMG-19"),
        examples=("injury Vera", "injury Vera broken_limb", 'injury Vera "severed hand"'),
        group="harm",
    ),
)

FEATURE = Feature(actions=ACTIONS, verbs={"injury": _injury}, conditions=CONDITIONS)
