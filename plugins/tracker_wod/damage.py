"""Damage on the Health track: the hook that all harm goes through (WOD-DMG)."""

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Choice,
    ConditionEnded,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    Term,
    TrackSet,
    drafted,
    frozen,
    message,
)
from tracker_wod import gear, track
from tracker_wod.kinds import DAMAGE_TYPES
from tracker_wod.rolls import on_whom
from tracker_wod.states import ASLEEP, deciding_rule, tell_marks

LARGEST_DAMAGE = 200

AFTERMATH = ("spot", "stuns", "knockdown", "struck")
"""Values of a damage intent that say what kind of hit it was; `hits` follows them up."""


def damage_intent(
    actor: str, target: str, amount: int, damage_type: str, parts: tuple[Part, ...] = (), **values: bool | int | str
) -> Intent:
    """The follow-up with which anything that harms hands its damage over.

    `parts` explain the amount and name the cause; further values are those of the action `damage`.
    """
    return Intent("damage", actor, (target,), frozen({"amount": amount, "type": damage_type, "parts": parts, **values}))


def damage(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Mark points of one type on each target, point by point."""
    for who in intent.targets:
        mark(draft, who, intent)
    draft.follow(Intent("settle", targets=intent.targets))
    if any(name in intent.values for name in AFTERMATH):
        values = {name: intent.values[name] for name in ("amount", *AFTERMATH) if name in intent.values}
        draft.follow(*(Intent("aftermath", intent.actor, (who,), frozen(values)) for who in intent.targets))


def _parts(intent: Intent) -> tuple[Part, ...]:
    """What the amount comes from; with what a house rule has added or taken, once its source gave the parts."""
    parts = intent.parts("parts")
    change = intent.integer("amount") - sum(part.value for part in parts)
    return (*parts, Part(Term("house-rule"), change)) if parts and change else parts


def _is_plain(parts: tuple[Part, ...]) -> bool:
    """Whether the amount needs no reason: it is the successes of the roll just told, or the GM's own number."""
    return all(part.label == Term("success") for part in parts)


def mark(draft: Draft, who: str, intent: Intent) -> None:
    """Mark points on one track; tell where they come from, what was lost or deepened, and what state it brings."""
    amount, damage_type, parts = intent.integer("amount"), intent.text("type"), _parts(intent)
    character = draft.character(who)
    before = character.tracks[track.HEALTH]
    marked = track.damaged(before, damage_type, amount)
    told = draft.record(
        TrackSet(
            who,
            track.HEALTH,
            before,
            marked.track,
            damage_type,
            amount,
            marked.lost,
            marked.upgraded,
            parts,
            deciding_rule(character, marked.track, intent.text("rule", "WOD-DMG-08")),
        )
    )
    draft.say(
        message(
            "wod.damage" if _is_plain(parts) else "wod.damage.sum",
            who=on_whom(draft.state, intent.actor, who),
            amount=told("amount"),
            type=told.term("damage_type"),
            sum=told("parts"),
            before=told("before.marks"),
            after=told("after.marks"),
        )
    )
    tell_marks(draft, who, before, marked, told)
    if asleep := draft.character(who).conditions_of_kind(ASLEEP) if amount else ():
        draft.tell(message("wod.woken", who=character.name), *(ConditionEnded(who, one.id, "hurt") for one in asleep))


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "damage", "apply_damage",
            (
                Parameter("amount", "integer", required=True, minimum=0, maximum=LARGEST_DAMAGE),
                Parameter("type", "choice", default="bashing", choices=DAMAGE_TYPES),
                Parameter("spot", "choice", choices=tuple(map(Choice, gear.table("called_shot"))), common=False),
                Parameter("stuns", "switch", common=False),
                Parameter("knockdown", "switch", common=False),
                Parameter("struck", "integer", minimum=0, maximum=LARGEST_DAMAGE, inner=True),
                Parameter("parts", "parts", inner=True),
                Parameter("rule", "text", inner=True),
            ),
            acts=False, targets="many", key="d",
            rules=("WOD-DMG-01", "WOD-DMG-05", "WOD-DMG-06", "WOD-DMG-07", "WOD-DMG-08"),
            examples=("damage Killer 2 bashing", "damage David,Killer 1 lethal"), group="harm",
        ), drafted(damage)),
    ),
)  # fmt: skip
