"""Health: marks and how they shift, wound penalties, the state of a character, damage (UBN-DMG, UBN-STA)."""

from tracker.api import (
    EMPTY_BOX,
    Action,
    Chance,
    Character,
    ConditionEnded,
    CounterSet,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Part,
    Prompted,
    PromptSettled,
    Refusal,
    State,
    Status,
    Term,
    Track,
    TrackSet,
    frozen,
    message,
    quoted,
)
from tracker_ukraine_by_night.gear import (
    AGGRAVATED,
    BASHING,
    LETHAL,
    TYPE_CHOICES,
    WEAPON_CHOICES,
    damage_type,
    find_weapon,
    is_vampire,
    typed_damage_type,
)

HEALTH = "health"
HEALING = "healing_seconds"
"""The counter of time that has gone into the mark which heals next; new damage sets it back."""
MARK_OF = {BASHING: "/", LETHAL: "X", AGGRAVATED: "*"}
TYPE_RULES = {BASHING: "UBN-DMG-01", LETHAL: "UBN-DMG-02", AGGRAVATED: "UBN-DMG-03"}
WEIGHTS = "/X*"
"""The marks from the lightest to the heaviest."""
LARGEST_DAMAGE = 200
"""More levels than that change nothing on any track that a character can have."""

DOWN = ("dying", "dead", "torpor", "final_death")
"""The states of a track that put a character out of the fight."""

_STATE_RULES = {
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
    if not marks:
        return marks, mark, 0
    lightest = marks[-1]
    if WEIGHTS.index(lightest) < WEIGHTS.index(mark):
        return sorted_marks(marks[:-1] + mark, size), lightest, 0
    if lightest == WEIGHTS[-1]:
        return marks, mark, 0
    raised = WEIGHTS[WEIGHTS.index(lightest) + 1]
    return marks.replace(lightest, raised, 1), "", 1


def with_marks(marks: str, mark: str, count: int) -> tuple[str, str, int]:
    """A hit of several levels, one after the other (UBN-DMG-08): the row, the lost marks, how many grew worse."""
    lost, upgraded = "", 0
    for _ in range(count):
        marks, gone, raised = with_mark(marks, mark)
        lost += gone
        upgraded += raised
    return marks, lost, upgraded


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
    return penalty_of(track.marks) if track else 0


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
    return state_of(character) in DOWN or not character.can_act or character.has_condition("unconscious")


def status_words(character: Character) -> tuple[Status, ...]:
    """The status words: the state of the track, and what keeps somebody out of the game or the fight."""
    words: list[Status] = []
    state = state_of(character)
    if state != "active":
        words.append(Status(state, can_act=state not in DOWN))
    if character.has_condition("unconscious") and state not in DOWN:
        words.append(Status("unconscious", can_act=False))
    if character.has_condition("removed_from_game"):
        words.append(Status("removed_from_game", can_act=False))
    return tuple(words)


def _amount(intent: Intent) -> int:
    return max(0, min(LARGEST_DAMAGE, intent.integer("amount")))


def _type_for(intent: Intent, target: Character) -> str:
    if intent.text("type"):
        return typed_damage_type(intent.text("type"))
    if intent.text("weapon"):
        return damage_type(find_weapon(intent.text("weapon")), target)
    return BASHING


def damage(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Mark damage: the kind as typed, else by weapon and target, else bashing. Follow-ups settle what comes of it."""
    draft = Draft(view)
    amount = _amount(intent)
    label = Term("success") if intent.flag("from_draw") else Term("damage")
    for who in intent.targets:
        character = draft.character(who)
        before = health_of(character)
        kind = _type_for(intent, character)
        marks, lost, upgraded = with_marks(before.marks, MARK_OF[kind], amount)
        after = Track(marks, before.bonus)
        parts = (Part(label, amount, "UBN-ATK-05" if intent.flag("from_draw") else TYPE_RULES[kind]),)
        rule = "UBN-DMG-07" if upgraded else "UBN-DMG-06" if lost else "UBN-DMG-05"
        draft.add(TrackSet(who, HEALTH, before, after, kind, amount, lost, upgraded, parts, rule))
        if character.count(HEALING):
            draft.add(CounterSet(who, HEALING, 0))
        draft.say(
            message(
                "ubn.damage",
                who=character.name,
                amount=message(f"ubn.damage.{kind}", amount=amount),
                before=before.marks,
                after=marks,
            )
        )
        if lost:
            draft.say(message("ubn.damage.lost", count=len(lost)))
        if upgraded:
            draft.say(message("ubn.damage.raised", count=upgraded))
        tell_state(draft, who, character)
    draft.follow(
        Intent("settle_state", targets=intent.targets),
        Intent("open_sides", targets=intent.targets, values=frozen({"from_draw": intent.flag("from_draw")})),
    )
    return draft.outcome()


def tell_state(draft: Draft, who: str, before: Character) -> None:
    """Say what a change of marks means, where the penalty or the state is another than `before`."""
    character = draft.character(who)
    penalty = wound_penalty(character)
    if penalty != wound_penalty(before):
        draft.say(message("ubn.penalty", who=character.name, penalty=penalty))
    state = state_of(character)
    if state != state_of(before):
        draft.say(message(f"ubn.state.{state}", who=character.name))


def gauge_changed(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Marks set by hand: tell the state that they make, and settle what it asks for."""
    draft = Draft(view)
    if intent.text("gauge") != HEALTH:
        return draft.outcome()
    character = draft.character(intent.target)
    state = state_of(character)
    if state != "active":
        draft.say(message(f"ubn.state.{state}", who=character.name))
    draft.follow(Intent("settle_state", targets=intent.targets), Intent("open_sides"))
    return draft.outcome()


def settle_state(view: State, intent: Intent, chance: Chance) -> Outcome:
    """What a changed track asks for: bleeding is offered, death is put to the Storyteller, what is over ends."""
    draft = Draft(view)
    for who in intent.targets:
        character = draft.character(who)
        state = state_of(character)
        if state != "dying":
            end_condition(draft, who, "bleeding")
        if state == "active":
            end_condition(draft, who, "unconscious")
        for prompt, wanted in (("bleeding", "dying"), ("death", "dead"), ("death", "final_death")):
            if state == wanted and not character.has_condition(prompt):
                draft.add(_state_prompt(character, prompt, state))
        for prompt, states in (("bleeding", ("dying",)), ("death", ("dead", "final_death"))):
            if state not in states and any(due.id == f"{prompt}:{who}" for due in view.prompts):
                draft.add(PromptSettled(f"{prompt}:{who}"))
    return draft.outcome()


def _state_prompt(character: Character, prompt: str, state: str) -> Prompted:
    command = f"bleed {quoted(character.name)}" if prompt == "bleeding" else ""
    line = message(f"ubn.due.{prompt}", who=character.name)
    rule = _STATE_RULES[state] if prompt == "bleeding" else "UBN-DMG-04"
    return Prompted(f"{prompt}:{character.id}", character.id, line, command, rule, "scene")


def end_condition(draft: Draft, who: str, kind: str) -> None:
    """End what is running of a kind, and say so."""
    for running in draft.character(who).conditions_of_kind(kind):
        draft.add(ConditionEnded(who, running.id, kind))
        draft.say(message("ubn.condition.ended", who=draft.character(who).name, condition=Term(kind)))


ACTIONS = (
    Action(
        "damage",
        "apply_damage",
        (
            Parameter("amount", "integer", required=True, minimum=1, maximum=LARGEST_DAMAGE),
            Parameter("type", "choice", choices=TYPE_CHOICES),
            Parameter("weapon", "choice", choices=WEAPON_CHOICES),
        ),
        acts=False,
        targets="many",
        key="d",
        rules=("UBN-DMG-01", "UBN-DMG-02", "UBN-DMG-03", "UBN-DMG-05", "UBN-DMG-06", "UBN-DMG-07", "UBN-DMG-08"),
        examples=("damage Boris 3 lethal", "damage Boris 2 weapon=pistol"),
        group="health",
    ),
)
DAMAGE = {"damage": damage}
ACTS = {"settle_state": settle_state}
