"""Health: marks and how they shift, wound penalties, the state of a character, damage (UBN-DMG, UBN-STA)."""

from collections.abc import Iterator

from tracker.api import (
    EMPTY_BOX,
    Action,
    Chance,
    Chapter,
    Character,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Deed,
    Draft,
    DueItem,
    Highlight,
    Intent,
    Message,
    Parameter,
    Part,
    Refusal,
    State,
    Status,
    Term,
    Told,
    Track,
    TrackSet,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_ukraine_by_night.gear import (
    AGGRAVATED,
    BASHING,
    LETHAL,
    TYPE_CHOICES,
    WEAPON_CHOICES,
    WEAPONS,
    damage_type,
    is_vampire,
)
from tracker_ukraine_by_night.kinds import HEALTH, MARK_OF

HEALING = "healing_seconds"
"""The counter of time that has gone into the mark which heals next; new damage sets it back."""
BLEEDING, STABILISED, UNCONSCIOUS, REMOVED = "bleeding", "stabilised", "unconscious", "removed_from_game"
WOUNDS, STATE = "wound_penalty", "health_state"
"""What a character's marks came to when that was last told: the penalty as an amount; the state as a note, with how
many tests to stay conscious are owed."""
TYPE_RULES = {BASHING: "UBN-DMG-01", LETHAL: "UBN-DMG-02", AGGRAVATED: "UBN-DMG-03"}
WEIGHTS = "/X*"
"""The marks from the lightest to the heaviest."""
LARGEST_DAMAGE = 200
"""More levels than that change nothing on any track that a character can have."""

DOWN = ("dying", "dead", "torpor", "final_death")
"""The states of a track that put a character out of the fight."""

STATE_RULES = {
    "active": "UBN-DMG-05",
    "failing": "UBN-STA-02",
    "dying": "UBN-STA-03",
    "torpor": "UBN-STA-03",
    "dead": "UBN-STA-04",
    "final_death": "UBN-STA-04",
}


def health_of(character: Character) -> Track:
    """The health track. Raises Refusal where there is none."""
    if HEALTH not in character.tracks:
        raise Refusal(message("ubn.refused.no_health", who=character.name))
    return character.tracks[HEALTH]


def sorted_marks(marks: str, size: int) -> str:
    """The marks worst first, in a row of `size` boxes."""
    filled = sorted((mark for mark in marks if mark != EMPTY_BOX), key=WEIGHTS.index, reverse=True)
    return "".join(filled[:size]).ljust(size, EMPTY_BOX)


def with_mark(marks: str, mark: str) -> tuple[str, str, int]:
    """One more level: the row after it, the mark that was lost ("" for none), and how many marks grew worse."""
    size = len(marks)
    if EMPTY_BOX in marks:
        return sorted_marks(marks + mark, size), "", 0
    if not marks.strip(WEIGHTS[-1]):  # nothing can get worse
        return marks, mark, 0
    lightest = marks[-1]
    if WEIGHTS.index(lightest) < WEIGHTS.index(mark):
        return sorted_marks(marks[:-1] + mark, size), lightest, 0
    raised = WEIGHTS[WEIGHTS.index(lightest) + 1]
    return marks.replace(lightest, raised, 1), "", 1


def with_marks(marks: str, added: str) -> tuple[str, str, int]:
    """A hit of several levels, one after the other (UBN-DMG-08): the row, the lost marks, how many grew worse."""
    lost, upgraded = "", 0
    for mark in added:
        marks, gone, raised = with_mark(marks, mark)
        lost += gone
        upgraded += raised
    return marks, lost, upgraded


def in_boxes(marks: str, size: int) -> tuple[str, str, int]:
    """The marks in another number of boxes: one without a box is marked again, so that it makes others worse."""
    filled = sorted_marks(marks, len(marks)).rstrip(EMPTY_BOX)
    return with_marks(filled[:size].ljust(size, EMPTY_BOX), filled[size:])


def shift_rule(lost: str, pushing: str, upgraded: int) -> str:
    """The rule that decided where marks went when the mark `pushing` came."""
    if upgraded or (lost and pushing in lost):
        return "UBN-DMG-07"
    return "UBN-DMG-06" if lost else "UBN-DMG-05"


def tell_shift(draft: Draft, shifted: Told, lost: str, pushing: str, upgraded: int) -> None:
    """Say which marks were pushed off the end by the mark `pushing`, left no trace, or grew worse."""
    if lost:
        name = "traceless" if pushing in lost else "lost"
        draft.say(message(f"ubn.damage.{name}", marks=shifted("lost")), working=True)
    if upgraded:
        draft.say(message("ubn.damage.raised", count=shifted("upgraded")), working=True)


def penalty_of(marks: str) -> int:
    """The wound penalty of a row, 0 to 3: by the last three boxes, the highest alone (UBN-STA-01)."""
    penalty = 0
    for cost, mark in zip((1, 2, 3), marks[-3:].rjust(3, EMPTY_BOX), strict=True):
        if mark != EMPTY_BOX:
            penalty = cost
    return penalty


def wound_penalty(character: Character) -> int:
    """The wound penalty of a character, 0 to 3."""
    track = character.tracks.get(HEALTH)
    return penalty_of(track.marks if track else "")


def state_of(character: Character) -> str:
    """The state that a character's marks make: active, failing, dying, dead, torpor or final_death."""
    track = character.tracks.get(HEALTH)
    if track is None or not track.marks or EMPTY_BOX in track.marks:
        return "active"
    vampire = is_vampire(character)
    match track.marks[-1]:
        case "*":
            return "final_death" if vampire else "dead"
        case "X":
            return "torpor" if vampire else "dying"
        case _:
            return "active" if vampire else "failing"


def is_down(character: Character) -> bool:
    """Whether a character is out of action."""
    return state_of(character) in DOWN or not character.can_act or character.has_condition(UNCONSCIOUS)


_WEIGHTS = {
    "dead": badges.GONE,
    "final_death": badges.GONE,
    "torpor": badges.DOWN,
    "dying": badges.DYING,
    "failing": badges.HINDERED + 5,
}


def status(view: State, who: str) -> Iterator[Status]:
    """The status words: the state of the track, and what keeps someone out of the game or the fight."""
    character = view.characters[who]
    state = state_of(character)
    if state != "active":
        yield Status(state, can_act=state not in DOWN, weight=_WEIGHTS[state], tone="bad")
    if character.has_condition(UNCONSCIOUS) and state not in DOWN:
        yield Status(UNCONSCIOUS, can_act=False, weight=badges.DOWN, tone="bad")
    if character.has_condition(REMOVED):
        yield Status(REMOVED, can_act=False, weight=badges.DOWN, tone="bad")


def due(view: State, who: str) -> Iterator[DueItem]:
    """Death is put to the Storyteller."""
    character = view.characters[who]
    if state_of(character) in ("dead", "final_death"):
        line = message("ubn.due.death", who=character.name)
        yield DueItem(f"death:{who}", who, line, rule="UBN-DMG-04", weight="reminder")


# ---------------------------------------------------------------------- damage


def _type_for(intent: Intent, target: Character) -> str:
    """The kind of harm: as typed, else by weapon and target, else bashing. Raises Refusal where there is none."""
    weapon = intent.text("weapon")
    return intent.text("type") or (damage_type(WEAPONS[weapon], target) if weapon else BASHING)


def _cause(intent: Intent, target: Character, kind: str) -> Term | Message | str:
    """What does the harm, and whom it struck where the kind of harm depends on that; "" if no one said."""
    weapon = WEAPONS.get(intent.text("weapon"))
    if weapon is None:
        return intent.label("cause")
    if weapon.group in ("firearm", "fire") and kind == damage_type(weapon, target):
        return message("ubn.damage.against", weapon=Term(weapon.id), kind=Term(target.kind))
    return Term(weapon.id)


@drafted
def damage(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Mark damage; what comes of the marks is settled afterwards, on the track as it then is."""
    amount, is_drawn = intent.integer("amount"), intent.flag("from_draw")
    for who in intent.targets:
        character = draft.character(who)
        before, kind = health_of(character), _type_for(intent, character)
        marks, lost, upgraded = with_marks(before.marks, MARK_OF[kind] * amount)
        cause = _cause(intent, character, kind)
        part = Part(
            Term("success") if is_drawn else cause or Term("damage"),
            amount,
            "UBN-ATK-05" if is_drawn else TYPE_RULES[kind],
        )
        after, rule = Track(marks, before.bonus), shift_rule(lost, MARK_OF[kind], upgraded)
        hit = draft.record(TrackSet(who, HEALTH, before, after, kind, amount, lost, upgraded, (part,), rule))
        source = draft.state.characters.get(intent.actor)
        draft.say(
            message(
                "ubn.damage.from" if source else "ubn.damage.by" if cause else "ubn.damage",
                source=source.name if source else "",
                who=character.name,
                amount=hit("amount"),
                type=hit.term("damage_type"),
                before=hit("before.marks"),
                after=hit("after.marks"),
                cause=cause,
            )
        )
        tell_shift(draft, hit, lost, MARK_OF[kind], upgraded)
        if character.count(HEALING):
            draft.add(CounterSet(who, HEALING, 0))
        end_conditions(draft, who, STABILISED, "UBN-STA-03")
    follow_marks(draft, intent.targets, from_draw=is_drawn)


def follow_marks(draft: Draft, people: tuple[str, ...], *, from_draw: bool = False) -> None:
    """Let what changed marks bring follow: states, timers that end, sides that open."""
    draft.follow(
        Intent("settle", targets=people), Intent("open_sides", targets=people).with_values(from_draw=from_draw)
    )


def end_conditions(draft: Draft, who: str, kind: str, rule: str) -> None:
    """End what is running of a kind."""
    draft.add(*(ConditionEnded(who, kept.id, kind, rule) for kept in draft.character(who).conditions_of_kind(kind)))


# ---------------------------------------------------------------------- what marks bring


@drafted
def settle(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Tell what marks mean, where that is another penalty or state than before, and end what is over."""
    for who in intent.targets:
        character = draft.character(who)
        penalty, state = wound_penalty(character), state_of(character)
        if penalty != sum(kept.amount for kept in character.conditions_of_kind(WOUNDS)):
            line = message("ubn.penalty", who=character.name, penalty=penalty)
            _keep(draft, who, line, WOUNDS, Condition(WOUNDS, WOUNDS, amount=penalty), bool(penalty), "UBN-STA-01")
        if state != told_state(character):
            line = message(f"ubn.state.{state}", who=character.name)
            owed = int(state == "failing")
            told = Condition(STATE, STATE, amount=owed, note=state, data=frozen({"fresh": True}))
            _keep(draft, who, line, STATE, told, state != "active", STATE_RULES[state])
            if state == "active":
                end_conditions(draft, who, UNCONSCIOUS, "UBN-STA-02")
        if state != "dying":
            for kind in (BLEEDING, STABILISED):
                end_conditions(draft, who, kind, "UBN-STA-03")


def told_state(character: Character) -> str:
    """The state that was told last."""
    return next((kept.note for kept in character.conditions_of_kind(STATE)), "active")


def _keep(draft: Draft, who: str, line: Message, kind: str, told: Condition, is_kept: bool, rule: str) -> None:
    draft.tell(line, ConditionSet(who, told, rule) if is_kept else ConditionEnded(who, kind, rule=rule))


def gauge_changed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Marks set by hand, or given to someone who joins, bring what the same damage would."""
    if intent.text("gauge") == HEALTH:
        follow_marks(draft, intent.targets)


DAMAGE = Action(
    "damage",
    "apply_damage",
    (
        Parameter("amount", "integer", required=True, minimum=1, maximum=LARGEST_DAMAGE),
        Parameter("type", "choice", choices=TYPE_CHOICES),
        Parameter("weapon", "choice", choices=WEAPON_CHOICES),
        Parameter("from_draw", "switch", inner=True),
        Parameter("cause", "words", inner=True),
    ),
    acts=False,
    targets="many",
    key="d",
    rules=("UBN-DMG-01", "UBN-DMG-02", "UBN-DMG-03", "UBN-DMG-05", "UBN-DMG-06", "UBN-DMG-07", "UBN-DMG-08"),
    examples=("damage Boris 3 lethal", "damage Boris 2 weapon=pistol"),
    group="health",
)
CHAPTER = Chapter(
    deeds=(Deed(DAMAGE, damage),),
    highlights=(
        Highlight("ubn.state.torpor", "bad"),
        Highlight("ubn.state.dying", "bad"),
        Highlight("ubn.state.dead"),
        Highlight("ubn.state.final_death"),
        Highlight("ubn.draw.luck.botch"),
    ),
    inner={"settle": settle},
    conditions=(
        ConditionKind(UNCONSCIOUS, tone="bad", rule="UBN-STA-02"),
        ConditionKind(WOUNDS, rule="UBN-STA-01", by_hand=False, memory=True),
        ConditionKind(STATE, rule="UBN-DMG-04", by_hand=False, memory=True),
    ),
    moments={"gauge_changed": gauge_changed},
    status=status,
    due=due,
)
