"""Folding: one fact and one state make the next state. Pure, total over well-formed facts, ignorant of any game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from tracker.core import facts as f
from tracker.core.state import Character, Condition, Counter, CounterLife, Place, Prompt, State
from tracker.core.values import Item, Value, frozen, frozen_value, frozen_values, with_item, without_item


class FoldError(ValueError):
    """A fact does not fit the state: it names a character that is not there, or repeats one that is."""


def fold(state: State, fact: f.Fact) -> State:
    """Return the state after `fact`. Raises FoldError, and changes nothing, where the fact does not fit."""
    try:
        return _FOLDERS[type(fact)](state, fact)
    except KeyError as missing:
        raise FoldError(f"{type(fact).__name__}: there is no {missing.args[0]!r}") from None


def fold_all(state: State, facts: Iterable[f.Fact]) -> State:
    """Fold several facts in order."""
    for fact in facts:
        state = fold(state, fact)
    return state


def _with_character(state: State, character: Character) -> State:
    return replace(state, characters=with_item(state.characters, character.id, character))


def _character_added(state: State, fact: f.CharacterAdded) -> State:
    if fact.who in state.characters:
        raise FoldError(f"CharacterAdded: {fact.who!r} is there already")
    character = Character(
        id=fact.who,
        name=fact.name,
        kind=fact.character_kind,
        side=fact.side,
        hidden=fact.hidden,
        note=fact.note,
        traits=frozen_values(fact.traits),
        tracks=frozen(fact.tracks),
        pools=frozen(fact.pools),
    )
    return _with_character(state, character)


def _character_removed(state: State, fact: f.CharacterRemoved) -> State:
    state.characters[fact.who]
    leaving_turn = state.current == fact.who
    return replace(
        state,
        characters=without_item(state.characters, fact.who),
        order=tuple(place for place in state.order if place.who != fact.who),
        prompts=tuple(prompt for prompt in state.prompts if prompt.who != fact.who),
        current="" if leaving_turn else state.current,
        current_slot=0 if leaving_turn else state.current_slot,
    )


def _detail_set(state: State, fact: f.DetailSet) -> State:
    character = state.characters[fact.who]
    value: str | bool = bool(fact.after) if fact.detail == "hidden" else fact.after
    changes: dict[str, Any] = {fact.detail: value}
    return _with_character(state, replace(character, **changes))


def _set_or_drop(mapping: Mapping[str, Item], key: str, value: Item | None) -> Mapping[str, Item]:
    return without_item(mapping, key) if value is None else with_item(mapping, key, value)


def _frozen(value: Value | None) -> Value | None:
    return None if value is None else frozen_value(value)


def _trait_set(state: State, fact: f.TraitSet) -> State:
    character = state.characters[fact.who]
    traits = _set_or_drop(character.traits, fact.trait, _frozen(fact.after))
    return _with_character(state, replace(character, traits=traits))


def _track_set(state: State, fact: f.TrackSet) -> State:
    character = state.characters[fact.who]
    return _with_character(state, replace(character, tracks=with_item(character.tracks, fact.track, fact.after)))


def _pool_set(state: State, fact: f.PoolSet) -> State:
    character = state.characters[fact.who]
    return _with_character(state, replace(character, pools=with_item(character.pools, fact.pool, fact.after)))


def _condition_set(state: State, fact: f.ConditionSet) -> State:
    character = state.characters[fact.who]
    condition = replace(fact.condition, data=frozen_values(fact.condition.data))
    conditions = with_item(character.conditions, condition.id, condition)
    return _with_character(state, replace(character, conditions=conditions))


def _condition_ended(state: State, fact: f.ConditionEnded) -> State:
    character = state.characters[fact.who]
    return _with_character(state, replace(character, conditions=without_item(character.conditions, fact.condition_id)))


def _counter_set(state: State, fact: f.CounterSet) -> State:
    character = state.characters[fact.who]
    counter = None if fact.value == 0 else Counter(fact.value, fact.until)
    return _with_character(state, replace(character, counters=_set_or_drop(character.counters, fact.counter, counter)))


def _status_set(state: State, fact: f.StatusSet) -> State:
    return _with_character(state, replace(state.characters[fact.who], status=fact.status))


def _initiative_set(state: State, fact: f.InitiativeSet) -> State:
    state.characters[fact.who]
    return state


def _order_set(state: State, fact: f.OrderSet) -> State:
    for place in fact.order:
        state.characters[place.who]
    return replace(state, order=fact.order)


def _expired(state: State, lives: tuple[CounterLife, ...], only: str = "") -> State:
    """Drop the counters and prompts whose life is over; `only` limits it to one character."""
    characters = dict(state.characters)
    changed = False
    for who, character in state.characters.items():
        if only and who != only:
            continue
        if any(counter.until in lives for counter in character.counters.values()):
            kept = {name: counter for name, counter in character.counters.items() if counter.until not in lives}
            characters[who] = replace(character, counters=frozen(kept))
            changed = True
    prompts = tuple(prompt for prompt in state.prompts if prompt.until not in lives or (only and prompt.who != only))
    return replace(state, characters=frozen(characters) if changed else state.characters, prompts=prompts)


def _round_begun(state: State, fact: f.RoundBegun) -> State:
    order = tuple(_ready(place) for place in state.order if place.slot == 0)
    return replace(_expired(state, ("turn", "round")), round=fact.round, order=order, current="", current_slot=0)


def _ready(place: Place) -> Place:
    return replace(place, acted=False) if place.acted else place


def _turn_begun(state: State, fact: f.TurnBegun) -> State:
    state.characters[fact.who]
    return replace(state, current=fact.who, current_slot=fact.slot)


def _turn_ended(state: State, fact: f.TurnEnded) -> State:
    order = tuple(
        replace(place, acted=True) if (place.who, place.slot) == (fact.who, fact.slot) else place
        for place in state.order
    )
    state = _expired(state, ("turn",), only=fact.who)
    if state.current == fact.who and state.current_slot == fact.slot:
        return replace(state, order=order, current="", current_slot=0)
    return replace(state, order=order)


def _lasts_a_scene(condition: Condition) -> bool:
    return condition.unit in ("scene", "round", "turn")


def _scene_begun(state: State, fact: f.SceneBegun) -> State:
    state = _expired(state, ("turn", "round", "scene"))
    characters = {
        who: replace(
            character,
            conditions=frozen({name: kept for name, kept in character.conditions.items() if not _lasts_a_scene(kept)}),
        )
        if any(map(_lasts_a_scene, character.conditions.values()))
        else character
        for who, character in state.characters.items()
    }
    return replace(
        state,
        round=0,
        current="",
        current_slot=0,
        order=(),
        characters=frozen(characters),
        scene=frozen({}),
    )


def _prompted(state: State, fact: f.Prompted) -> State:
    prompt = Prompt(fact.prompt, fact.who, fact.line, fact.command, fact.rule, fact.until)
    return replace(state, prompts=(*(old for old in state.prompts if old.id != fact.prompt), prompt))


def _prompt_settled(state: State, fact: f.PromptSettled) -> State:
    return replace(state, prompts=tuple(prompt for prompt in state.prompts if prompt.id != fact.prompt))


def _option_set(state: State, fact: f.OptionSet) -> State:
    return replace(state, options=_set_or_drop(state.options, fact.option, _frozen(fact.after)))


def _scene_set(state: State, fact: f.SceneSet) -> State:
    return replace(state, scene=_set_or_drop(state.scene, fact.name, _frozen(fact.after)))


def _time_passed(state: State, fact: f.TimePassed) -> State:
    return replace(state, seconds=state.seconds + fact.seconds)


def _only_told(state: State, fact: f.Fact) -> State:
    """A fact that tells the story and leaves the state alone. Undoing is the history's: it knows earlier states."""
    return state


_FOLDERS: dict[type, Callable[[State, Any], State]] = {
    f.CharacterAdded: _character_added,
    f.CharacterRemoved: _character_removed,
    f.DetailSet: _detail_set,
    f.TraitSet: _trait_set,
    f.TrackSet: _track_set,
    f.PoolSet: _pool_set,
    f.ConditionSet: _condition_set,
    f.ConditionEnded: _condition_ended,
    f.CounterSet: _counter_set,
    f.StatusSet: _status_set,
    f.InitiativeSet: _initiative_set,
    f.OrderSet: _order_set,
    f.RoundBegun: _round_begun,
    f.TurnBegun: _turn_begun,
    f.TurnEnded: _turn_ended,
    f.SceneBegun: _scene_begun,
    f.SessionBegun: _only_told,
    f.Rolled: _only_told,
    f.Noted: _only_told,
    f.Prompted: _prompted,
    f.PromptSettled: _prompt_settled,
    f.OptionSet: _option_set,
    f.SceneSet: _scene_set,
    f.TimePassed: _time_passed,
    f.Undone: _only_told,
    f.Redone: _only_told,
}
