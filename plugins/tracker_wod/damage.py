"""Damage on the Health track: the hook that all harm goes through (WOD-DMG)."""

from tracker.api import (
    Action,
    Chance,
    Choice,
    Draft,
    Intent,
    Message,
    Outcome,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    Track,
    TrackSet,
    Value,
    message,
)
from tracker_wod import gear, track
from tracker_wod.feature import Feature
from tracker_wod.states import state_of, tell_dying

LARGEST_DAMAGE = 200
DAMAGE_TYPES = tuple(Choice(damage_type) for damage_type in track.MARKS)

AFTERMATH = ("spot", "stuns", "knockdown", "struck")
"""Values of a damage intent that say what kind of hit it was; `hits` follows them up."""


def damage_intent(
    actor: str, target: str, amount: int, damage_type: str, parts: tuple[Part, ...] = (), **values: bool | int | str
) -> Intent:
    """The follow-up with which anything that harms hands its damage over.

    `parts` explain the amount; further values are those of the action `damage`.
    """
    told = tuple((_packed(part.label), part.value, part.rule) for part in parts)
    return Intent("damage", actor, (target,), {"amount": amount, "type": damage_type, "parts": told, **values})


def _packed(label: object) -> Value:
    """A label as a plain value: (kind, id or text), a sentence with the names and packed values of its words."""
    match label:
        case Term():
            return ("term", label.id)
        case Message():
            return ("message", label.id, tuple((name, _packed(value)) for name, value in label.values.items()))
        case int():
            return label
        case _:
            return ("text", str(label))


def _unpacked(value: Value) -> Term | Message | str | int:
    match value:
        case ("term", str(term_id)):
            return Term(term_id)
        case ("message", str(message_id), tuple(words)):
            return Message(message_id, {str(word[0]): _unpacked(word[1]) for word in words if isinstance(word, tuple)})
        case ("text", str(text)):
            return text
        case int():
            return value
        case _:
            return str(value)


def _parts(intent: Intent) -> tuple[Part, ...]:
    told = intent.values.get("parts", ())
    parts: list[Part] = []
    for entry in told if isinstance(told, tuple) else ():
        match entry:
            case (label, int(value), str(rule)):
                unpacked = _unpacked(label)
                parts.append(Part(str(unpacked) if isinstance(unpacked, int) else unpacked, value, rule))
    return tuple(parts)


def damage(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Mark points of one type on each target, point by point."""
    draft = Draft(view)
    amount = intent.integer("amount")
    damage_type = intent.text("type", "bashing")
    if damage_type not in track.MARKS:
        raise Refusal(message("wod.refused.type", type=damage_type))
    if not 0 <= amount <= LARGEST_DAMAGE:
        raise Refusal(message("wod.refused.amount", minimum=0, maximum=LARGEST_DAMAGE))
    for who in intent.targets:
        mark(draft, who, amount, damage_type, _parts(intent), intent.text("rule", "WOD-DMG-08"))
    draft.follow(Intent("settle", targets=intent.targets))
    told = {name: intent.values[name] for name in AFTERMATH if name in intent.values}
    for who in intent.targets if told else ():
        draft.follow(Intent("aftermath", intent.actor, (who,), {"amount": amount, "type": damage_type, **told}))
    return draft.outcome()


def mark(draft: Draft, who: str, amount: int, damage_type: str, parts: tuple[Part, ...], rule: str) -> None:
    """Mark points on one track; tell what was lost or deepened, and who is dying of it."""
    character = draft.character(who)
    before = character.tracks.get(track.HEALTH, Track(""))
    marked = track.damaged(before, damage_type, amount)
    draft.add(
        TrackSet(
            who, track.HEALTH, before, marked.track, damage_type, amount, marked.lost, marked.upgraded, parts, rule
        )
    )
    draft.say(
        message(
            "wod.damage.sum" if len(parts) > 1 else "wod.damage",
            who=character.name,
            amount=amount,
            type=Term(damage_type),
            sum=parts,
            before=before.marks,
            after=marked.track.marks,
        )
    )
    if marked.lost:
        draft.say(message("wod.damage.lost", who=character.name, count=len(marked.lost), marks=marked.lost))
    if marked.upgraded:
        draft.say(message("wod.damage.upgraded", who=character.name, count=marked.upgraded))
    tell_dying(draft, who, state_of(character))


FEATURE = Feature(
    actions=(
        Action(
            "damage",
            "apply_damage",
            (
                Parameter("amount", "integer", required=True, minimum=0, maximum=LARGEST_DAMAGE),
                Parameter("type", "choice", default="bashing", choices=DAMAGE_TYPES),
                Parameter("spot", "choice", choices=tuple(map(Choice, gear.table("called_shot"))), common=False),
                Parameter("stuns", "switch", common=False),
                Parameter("knockdown", "switch", common=False),
            ),
            acts=False,
            targets="many",
            key="d",
            rules=("WOD-DMG-01", "WOD-DMG-05", "WOD-DMG-06", "WOD-DMG-07", "WOD-DMG-08"),
            examples=("damage Killer 2 bashing", "damage David,Killer 1 lethal"),
            group="harm",
        ),
    ),
    verbs={"damage": damage},
)
