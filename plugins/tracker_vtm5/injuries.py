"""The injury table and what lasts of it (V5-DMG-18, V5-DMG-19), and the loss of face (V5-STA-05)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
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
    Rolled,
    State,
    Term,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_vtm5 import marks, owed, people, spending
from tracker_vtm5.kinds import choices

TABLE: tuple[tuple[int, str], ...] = (
    (13, "death_or_torpor"),
    (12, "crippled"),
    (11, "massive_wound"),
    (9, "broken_limb_or_blinded"),
    (7, "head_trauma"),
    (1, "stunned"),
)
"""The lowest total of each result, from the worst."""

USED_LIMB = ("broken_limb_or_blinded", "broken_limb", "blinded", "crippled", "lost_limb")
"""Injuries that cost three dice on rolls that need what is injured."""

LASTING = ("head_trauma", *USED_LIMB, "massive_wound", "injury")
MUTILATIONS = ("crippled", "lost_limb")
_CONDITIONS = (
    ConditionKind("stunned", tone="warning", rule="V5-DMG-19", weight=badges.BARRED),
    *(ConditionKind(kind, tone="bad", rule="V5-DMG-19", weight=badges.HINDERED + 1) for kind in LASTING),
)


def injuries_of(character: Character) -> tuple[Condition, ...]:
    """The lasting injuries, oldest first: the order in which they are mended."""
    return tuple(condition for condition in character.conditions.values() if condition.kind in LASTING)


def result_of(total: int) -> str:
    """The result of the table for a total."""
    return next(result for lowest, result in TABLE if total >= lowest)


def inflict(draft: Draft, who: str, kind: str, note: str = "") -> None:
    """Put an injury on the card, beside others of its kind."""
    character = draft.character(who)
    free_id = next(name for number in count(1) if (name := f"{kind}-{number}") not in character.conditions)
    condition = Condition(free_id, kind, note=note, unit="scene" if kind == "stunned" else "")
    injury: Term | str = note if note and kind == "injury" else Term(kind)
    draft.tell(message("vtm5.injured", who=character.name, injury=injury), ConditionSet(who, condition, "V5-DMG-19"))
    if kind in MUTILATIONS and people.is_vampire(character):
        draft.say(message("vtm5.limbs_grow_back", who=character.name))


def mend_first(draft: Draft, who: str) -> None:
    """Take the oldest injury away, where there is one (V5-HEAL-05)."""
    character = draft.character(who)
    for found in injuries_of(character)[:1]:
        line = message("vtm5.injury_mended", who=character.name, injury=found.note or Term(found.kind))
        draft.tell(line, ConditionEnded(who, found.id, "mended", "V5-HEAL-05"))


def lose_face(draft: Draft, who: str) -> None:
    """Break a will in a conflict of words; what it means is the game master's."""
    line = message("vtm5.loses_face", who=draft.character(who).name)
    draft.tell(line, ConditionSet(who, Condition("loses_face", "loses_face"), "V5-STA-05"))


def _injury(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    if state := people.first_of(character, people.GONE):
        people.refuse("gone", character, state=Term(state))
    owed.end(draft, who, *character.conditions_of_kind("injury_due")[:1])
    result = intent.text("result")
    if "total" in intent.values:
        result = result_of(intent.integer("total"))
    if not result:
        result = _roll(draft, chance, character)
    if result != "death_or_torpor":
        inflict(draft, who, result, intent.text("text"))
    elif not (people.is_vampire(character) and character.has_condition("torpor")):
        # Death of a mortal or torpor of a vampire is asked before it is applied.
        owed.owe(draft, who, "worst_due", "V5-DMG-19", state="torpor" if people.is_vampire(character) else "death")


def _roll(draft: Draft, chance: Chance, character: Character) -> str:
    (face,) = chance.dice(1, 10, "injury", who=character.name)
    crosses = character.tracks["health"].marks.count(marks.CROSS)
    total, result = face + crosses, result_of(face + crosses)
    told = draft.record(
        Rolled(
            character.id,
            "injury",
            1,
            (face,),
            sides=10,
            parts=(Part(Term("die"), face, "V5-DMG-18"), Part(Term("cross"), crosses, "V5-DMG-18")),
            result=result,
            typed=chance.typed,
            data=frozen({"total": total}),
            rule="V5-DMG-19",
            total=total,
            expected=5.5 + crosses,
            chance=float(Fraction(sum(result_of(die + crosses) == result for die in range(1, 11)), 10)),
        )
    )
    draft.say(
        message(
            "vtm5.injury_of",
            who=character.name,
            parts=told("parts"),
            total=told("total"),
            result=told.term("result"),
        ),
        working=True,
    )
    return result


def due(view: State, who: str) -> Iterator[DueItem]:
    """Ask for the point of Willpower that saves the turn of the stunned; without one to spend the turn is lost."""
    character = view.characters[who]
    if not character.has_condition("stunned") or people.first_of(character, (*people.SENSELESS, *people.BOUND)):
        return
    if spending.left(view, character):
        pay = Intent("spend", targets=(who,), values=frozen({"points": 1, "purpose": "stunned"}))
        yield DueItem(f"stunned:{who}", who, message("vtm5.due.stunned", who=character.name), pay, "V5-DMG-19")
    else:
        line = message("vtm5.due.stunned_out", who=character.name)
        yield DueItem(f"stunned:{who}", who, line, None, "V5-DMG-19", "reminder")


def end_of_turn(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let the stunned come round: the turn is lost."""
    draft.add(*people.ends_of(draft.character(intent.actor), "stunned", cause="time", rule="V5-DMG-19"))


DEEDS = (
    Deed(
        Action(
            "injury", "act",
            (
                Parameter("result", "choice", choices=choices(("stunned", *LASTING, "death_or_torpor"))),
                Parameter("total", "integer", minimum=1, maximum=99, common=False),
                Parameter("text", "text", common=False),
            ),
            acts=False, targets="one", rules=("V5-DMG-18", "V5-DMG-19"),
            examples=("injury Vera", "injury Vera broken_limb", 'injury Vera lost_limb text="left hand"'), group="harm",
        ),
        drafted(_injury),
    ),
)  # fmt: skip

CHAPTER = Chapter(deeds=DEEDS, conditions=_CONDITIONS, moments={"end_of_turn": end_of_turn}, due=due)
