"""The game master's word beats the ruleset's: traits, tracks, pools and counters set by hand."""

from collections.abc import Mapping

from tracker.acts.amounts import check_range, read_integer
from tracker.api.descriptions import CharacterKind, TrackSpec
from tracker.core.facts import CounterSet, PoolSet, TrackSet, TraitSet
from tracker.core.intents import Draft, Intent, Outcome, Refusal
from tracker.core.messages import Term, message
from tracker.core.state import EMPTY_BOX, Character, Pool, State, Track
from tracker.core.values import Value

LARGEST_TYPED_NUMBER = 1_000_000
LONGEST_TYPED_TRACK = 200


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
    number = read_integer(text, Term(name))
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
