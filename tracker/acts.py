"""The verbs that every game has: names, notes, conditions by hand, the order, overruling. Each is pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tracker.api.descriptions import CharacterKind, TrackSpec
from tracker.core.facts import (
    CharacterRemoved,
    ConditionEnded,
    ConditionSet,
    CounterSet,
    DetailSet,
    Noted,
    OptionSet,
    OrderSet,
    PoolSet,
    PromptSettled,
    SceneBegun,
    TrackSet,
    TraitSet,
    TurnBegun,
)
from tracker.core.intents import Draft, Intent, Outcome, Refusal
from tracker.core.messages import Message, MessageValue, Term, message
from tracker.core.order import moved, with_place
from tracker.core.state import EMPTY_BOX, Character, ClockUnit, Condition, Place, Pool, State, Track
from tracker.core.values import Value

DURATION_UNITS: tuple[tuple[str, int], ...] = (
    ("week", 7 * 86400),
    ("day", 86400),
    ("hour", 3600),
    ("minute", 60),
    ("second", 1),
)
LARGEST_TYPED_NUMBER = 1_000_000
LONGEST_TYPED_TRACK = 200


def duration(seconds: int) -> Message:
    """A length of time in words: `1 week, 2 days, 5 minutes`."""
    pieces: list[Message] = []
    for unit, length in DURATION_UNITS:
        count, seconds = divmod(seconds, length)
        if count:
            pieces.append(message(f"time.{unit}", count=count))
    if not pieces:
        return message("time.second", count=0)
    return pieces[0] if len(pieces) == 1 else message("time.joined", list=tuple(pieces))


def check_range(name: str, number: int, minimum: int | None, maximum: int | None) -> None:
    """Raise Refusal where a number lies outside its bounds; None: there is no such bound."""
    if (minimum is None or number >= minimum) and (maximum is None or number <= maximum):
        return
    term = Term(name)
    if minimum is not None and maximum is not None:
        raise Refusal(message("refused.number_range", name=term, minimum=minimum, maximum=maximum))
    if minimum is not None:
        raise Refusal(message("refused.number_minimum", name=term, limit=minimum))
    raise Refusal(message("refused.number_maximum", name=term, limit=maximum or 0))


# ---------------------------------------------------------------------- people


def free_name(state: State, wanted: str, *, numbered: bool = False) -> str:
    """A name that nobody bears and nobody's id is: `wanted`, or with the next number behind it.

    Raises Refusal for an empty name.
    """
    if not wanted.strip():
        raise Refusal(message("refused.name_taken", name=wanted))
    taken = {character.name for character in state.characters.values()} | set(state.characters)
    if not numbered and wanted not in taken:
        return wanted
    number = 1 if numbered else 2
    while f"{wanted} {number}" in taken:
        number += 1
    return f"{wanted} {number}"


def remove(state: State, intent: Intent) -> Outcome:
    """Take characters out of the session. Where the turn of one of them is running, it ends."""
    draft = Draft(state)
    for who in intent.targets:
        name = draft.character(who).name
        draft.add(CharacterRemoved(who))
        draft.say(message("character.removed", who=name))
    return draft.outcome()


def rename(state: State, intent: Intent) -> Outcome:
    """Give a character another name; the id, and with it the past, stays."""
    character = state.characters[intent.target]
    name = intent.text("name")
    taken = {other.name for other in state.characters.values() if other.id != character.id}
    if not name.strip() or name in taken or name in state.characters.keys() - {character.id}:
        raise Refusal(message("refused.name_taken", name=name))
    return Outcome(
        (DetailSet(character.id, "name", character.name, name),),
        (message("character.renamed", before=character.name, after=name),),
    )


def side(state: State, intent: Intent) -> Outcome:
    """Say on whose side characters are; "" for none."""
    draft = Draft(state)
    for who in intent.targets:
        character = draft.character(who)
        draft.add(DetailSet(who, "side", character.side, intent.text("side")))
        draft.say(message("character.side", who=character.name, side=intent.text("side")))
    return draft.outcome()


def hide(state: State, intent: Intent) -> Outcome:
    """Hide characters from players."""
    return _set_hidden(state, intent, hidden=True)


def show(state: State, intent: Intent) -> Outcome:
    """Show hidden characters to players."""
    return _set_hidden(state, intent, hidden=False)


def _set_hidden(state: State, intent: Intent, *, hidden: bool) -> Outcome:
    draft = Draft(state)
    for who in intent.targets:
        character = draft.character(who)
        if character.hidden is hidden:
            continue
        draft.add(DetailSet(who, "hidden", "yes" if character.hidden else "", "yes" if hidden else ""))
        draft.say(message("character.hidden" if hidden else "character.shown", who=character.name))
    return _something(draft)


def note(state: State, intent: Intent) -> Outcome:
    """Write something down."""
    text = intent.text("text")
    who = intent.text("about")
    if who:
        name = state.characters[who].name
        return Outcome((Noted(text, who),), (message("note.about", who=name, text=text),))
    return Outcome((Noted(text),), (message("note.plain", text=text),))


# ---------------------------------------------------------------------- overruling


def set_value(state: State, intent: Intent, kinds: Mapping[str, CharacterKind]) -> Outcome:
    """Overrule a trait, a track, a pool or a counter. The game master's word beats the rules, within legal marks."""
    name, text = intent.text("name"), intent.text("value")
    draft = Draft(state)
    for who in intent.targets:
        character = draft.character(who)
        kind = kinds.get(character.kind)
        track_spec = next((spec for spec in kind.tracks if spec.id == name), None) if kind else None
        if name in character.tracks:
            _set_track(draft, character, name, track_spec, text)
        elif name in character.pools:
            _set_pool(draft, character, name, text)
        elif name in character.counters:
            draft.add(CounterSet(who, name, _number(name, text), character.counters[name].until))
        else:
            _set_trait(draft, character, kind, name, text)
        draft.say(message("overruled", who=character.name, name=Term(name), value=text))
    return draft.outcome()


def _number(name: str, text: str) -> int:
    try:
        number = int(text.replace("−", "-"))
    except ValueError:
        raise Refusal(message("refused.no_number", name=Term(name), text=text)) from None
    check_range(name, number, -LARGEST_TYPED_NUMBER, LARGEST_TYPED_NUMBER)
    return number


def _set_track(draft: Draft, character: Character, name: str, spec: TrackSpec | None, text: str) -> None:
    before = character.tracks[name]
    weights = {mark.mark: weight for weight, mark in enumerate(spec.marks, 1)} if spec else {}
    known = {EMPTY_BOX: 0, **weights}
    if not text or any(mark not in known for mark in text) or len(text) > LONGEST_TYPED_TRACK:
        raise Refusal(message("refused.marks", text=text, marks=" ".join(known), size=before.size))
    marks = "".join(sorted(text, key=lambda mark: -known[mark]))
    draft.add(TrackSet(character.id, name, before, Track(marks, min(before.bonus, len(marks)))))


def _set_pool(draft: Draft, character: Character, name: str, text: str) -> None:
    before = character.pools[name]
    value_text, slash, maximum_text = text.partition("/")
    maximum = _number(name, maximum_text) if slash else before.maximum
    value = _number(name, value_text)
    check_range(name, value, before.minimum, maximum)
    draft.add(PoolSet(character.id, name, before, Pool(value, maximum, before.minimum)))


def _set_trait(draft: Draft, character: Character, kind: CharacterKind | None, name: str, text: str) -> None:
    spec = next((spec for spec in kind.traits if spec.id == name), None) if kind else None
    if spec is None and name not in character.traits:
        raise Refusal(message("refused.no_trait", who=character.name, name=name))
    before = character.traits.get(name)
    after: Value = text
    if spec.kind == "integer" if spec else isinstance(before, int):
        after = _number(name, text)
        if spec:
            check_range(name, after, spec.minimum, spec.maximum)
    draft.add(TraitSet(character.id, name, before, after))


# ---------------------------------------------------------------------- conditions


def condition(state: State, intent: Intent) -> Outcome:
    """Set a condition by hand: its kind, an amount, how long it lasts (`rounds`, `turns`, `minutes`)."""
    draft = Draft(state)
    kind = intent.text("kind")
    left, unit = _length(intent)
    for who in intent.targets:
        character = draft.character(who)
        draft.add(
            ConditionSet(
                who,
                Condition(
                    id=kind,
                    kind=kind,
                    amount=intent.integer("amount"),
                    note=intent.text("text"),
                    left=left,
                    unit=unit,
                    clock=intent.text("clock"),
                ),
            )
        )
        draft.say(message("condition.begun", who=character.name, condition=Term(kind)))
    return draft.outcome()


def _length(intent: Intent) -> tuple[int | None, ClockUnit]:
    if rounds := intent.integer("rounds"):
        return rounds, "round"
    if turns := intent.integer("turns"):
        return turns, "turn"
    if minutes := intent.integer("minutes"):
        return minutes * 60, "second"
    return (None, "scene") if intent.flag("scene") else (None, "")


def end(state: State, intent: Intent) -> Outcome:
    """End the conditions of a kind, or all of them."""
    draft = Draft(state)
    kind = intent.text("kind")
    for who in intent.targets:
        character = draft.character(who)
        for running in character.conditions.values():
            if not kind or kind in (running.kind, running.id):
                draft.add(ConditionEnded(who, running.id, "hand"))
                draft.say(message("condition.ended", who=character.name, condition=Term(running.kind)))
    return _something(draft)


def tick_rounds(state: State) -> Outcome:
    """Count down what lasts for rounds."""
    return _tick(state, 1, lambda who, running: running.unit == "round")


def tick_turn(state: State, turn_of: str, moment: str) -> Outcome:
    """Count down what lasts for turns of a character; a clock whose owner is gone follows the bearer."""

    def is_due(who: str, running: Condition) -> bool:
        clock = running.clock if running.clock in state.characters else who
        return running.unit == "turn" and clock == turn_of and running.moment == moment

    return _tick(state, 1, is_due)


def tick_seconds(state: State, seconds: int) -> Outcome:
    """Count down what lasts for a stretch of time."""
    return _tick(state, seconds, lambda who, running: running.unit == "second")


def _tick(state: State, steps: int, is_due: Callable[[str, Condition], bool]) -> Outcome:
    draft = Draft(state)
    for who, character in state.characters.items():
        for running in character.conditions.values():
            if running.left is None or not is_due(who, running):
                continue
            if running.left > steps:
                draft.add(ConditionSet(who, replace(running, left=running.left - steps)))
            else:
                draft.add(ConditionEnded(who, running.id, "time"))
                draft.say(message("condition.ended", who=character.name, condition=Term(running.kind)))
    return draft.outcome()


# ---------------------------------------------------------------------- the order


def move(state: State, intent: Intent) -> Outcome:
    """Move a character's place directly before or after another's; whose turn it is stays."""
    who, anchor = intent.target, intent.text("anchor")
    after = intent.text("where", "after") == "after"
    if who == anchor:
        raise Refusal(message("refused.same_place", who=state.characters[who].name))
    try:
        order = moved(state.order, who, anchor, after=after)
    except ValueError:
        absent = who if state.place_of(who) is None else anchor
        raise Refusal(message("refused.no_place", who=state.characters[absent].name)) from None
    line = message(
        "order.moved_after" if after else "order.moved_before",
        who=state.characters[who].name,
        anchor=state.characters[anchor].name,
    )
    return Outcome((OrderSet(order),), (line,))


def turn(state: State, intent: Intent) -> Outcome:
    """Grant a character another turn in this round, at the end of the order."""
    who = intent.target
    character = state.characters[who]
    place = state.place_of(who)
    slot = max((place.slot for place in state.order if place.who == who), default=-1) + 1
    extra = Place(who, place.value if place else None, slot=slot)
    order = (*state.order, extra)
    return Outcome((OrderSet(order),), (message("order.extra_turn", who=character.name),))


def jump(state: State, intent: Intent) -> Outcome:
    """Make it a character's turn now, out of order; who was acting keeps the turn for later."""
    who = intent.target
    character = state.characters[who]
    draft = Draft(state)
    if state.place_of(who) is None:
        draft.add(OrderSet(with_place(state.order, Place(who))))
    draft.add(TurnBegun(who))
    draft.say(message("turn.begun", who=character.name))
    return draft.outcome()


def out_of_order(state: State, intent: Intent) -> Outcome:
    """Take characters out of the turn order; they stay in the session."""
    order = tuple(place for place in state.order if place.who not in intent.targets)
    names = tuple(state.characters[who].name for who in intent.targets)
    if order == state.order:
        raise Refusal(message("refused.no_place", who=names[0] if names else ""))
    return Outcome((OrderSet(order),), (message("order.left", list=names),))


def scene(state: State, intent: Intent) -> Outcome:
    """End the fight and begin a new scene: no order, round 0; what lasted for the scene ends."""
    return Outcome((SceneBegun(),), (message("scene.begun"),))


# ---------------------------------------------------------------------- prompts and options


def dismiss(state: State, intent: Intent) -> Outcome:
    """Dismiss what is due: one prompt by its number from 1, or all."""
    number = intent.integer("number")
    if not state.prompts or not 0 <= number <= len(state.prompts):
        raise Refusal(message("refused.no_prompt", count=len(state.prompts)))
    chosen = state.prompts if number == 0 else state.prompts[number - 1 : number]
    return Outcome(
        tuple(PromptSettled(prompt.id) for prompt in chosen),
        tuple(message("prompt.dismissed", line=prompt.line) for prompt in chosen),
    )


def option(state: State, intent: Intent) -> Outcome:
    """Change a table option of the session."""
    name = intent.text("name")
    value = intent.values["value"]
    return Outcome(
        (OptionSet(name, state.options.get(name), value),),
        (message("option.set", name=Term(name), value=_option_shown(value)),),
    )


def _option_shown(value: Value) -> MessageValue:
    if isinstance(value, bool):
        return Term("yes" if value else "no")
    return value if isinstance(value, int) else Term(str(value))


def _something(draft: Draft) -> Outcome:
    outcome = draft.outcome()
    if not outcome.facts:
        raise Refusal(message("refused.nothing_to_do"))
    return outcome


ACTS: Mapping[str, Callable[[State, Intent], Outcome]] = {
    "remove": remove,
    "rename": rename,
    "side": side,
    "hide": hide,
    "show": show,
    "note": note,
    "condition": condition,
    "end": end,
    "move": move,
    "turn": turn,
    "jump": jump,
    "leave": out_of_order,
    "scene": scene,
    "dismiss": dismiss,
    "option": option,
}
"""The verbs that need nothing but the state."""
