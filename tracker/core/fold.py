"""Folding: one fact and one state make the next state. Pure, total over well-formed facts, ignorant of any game."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tracker.core import facts as f
from tracker.core.messages import Message, message
from tracker.core.record import replace
from tracker.core.state import Character, Condition, Counter, CounterLife, Due, Fight, Place, State
from tracker.core.values import Item, Value, frozen, frozen_value, frozen_values, nothing, with_item, without_item


class FoldError(ValueError):
    """A fact does not fit the state: it names a character that is not there, or repeats one that is.

    `reason` says so to the game master; the text of the exception is for the author of a plugin.
    """

    def __init__(self, text: str, reason: Message) -> None:
        super().__init__(text)
        self.reason = reason


def fold(state: State, fact: f.Fact) -> State:
    """Return the state after `fact`. Raises FoldError, and changes nothing, where the fact does not fit."""
    try:
        return _FOLDERS[type(fact)](state, fact)
    except KeyError as missing:
        name = str(missing.args[0])
        raise FoldError(f"{type(fact).__name__}: there is no {name!r}", message("misfit.absent", name=name)) from None


def fold_all(state: State, facts: Iterable[f.Fact]) -> State:
    """Fold several facts in order."""
    for fact in facts:
        state = fold(state, fact)
    return state


def _with_character(state: State, character: Character) -> State:
    return replace(state, characters=with_item(state.characters, character.id, character))


def _character_added(state: State, fact: f.CharacterAdded) -> State:
    if fact.who in state.characters:
        reason = message("misfit.present", name=fact.who)
        raise FoldError(f"CharacterAdded: {fact.who!r} is there already", reason)
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
    character = state.characters[fact.who]
    leaving_turn = state.current == fact.who
    return replace(
        state,
        characters=without_item(state.characters, fact.who),
        order=tuple(place for place in state.order if place.who != fact.who),
        due=tuple(due for due in state.due if not (due.remembered and due.who == fact.who)),
        current="" if leaving_turn else state.current,
        current_slot=0 if leaving_turn else state.current_slot,
        marker="" if state.marker == fact.who else state.marker,
        fights=_without_fighter(state.fights, fact.who),
        fighting=without_item(state.fighting, fact.who),
        former_names=frozen({**state.former_names, fact.who: fact.who, character.name: fact.who}),
    )


def _without_fighter(fights: Mapping[str, Fight], who: str) -> Mapping[str, Fight]:
    """Take someone out of the orders that are not shown."""
    if not fights:
        return fights
    return frozen({name: _without_place(fight, who) for name, fight in fights.items()})


def _without_place(fight: Fight, who: str) -> Fight:
    running = fight.current == who
    return Fight(
        order=tuple(place for place in fight.order if place.who != who),
        round=fight.round,
        current="" if running else fight.current,
        current_slot=0 if running else fight.current_slot,
        marker="" if fight.marker == who else fight.marker,
    )


def _detail_set(state: State, fact: f.DetailSet) -> State:
    character = state.characters[fact.who]
    value: str | bool = bool(fact.after) if fact.detail == "hidden" else fact.after
    changes: dict[str, Any] = {fact.detail: value}
    if fact.detail == "name":
        state = replace(state, former_names=with_item(state.former_names, character.name, character.id))
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
    if not fact.who:
        return replace(state, tracks=with_item(state.tracks, fact.track, fact.after))
    character = state.characters[fact.who]
    return _with_character(state, replace(character, tracks=with_item(character.tracks, fact.track, fact.after)))


def _pool_set(state: State, fact: f.PoolSet) -> State:
    if not fact.who:
        return replace(state, pools=with_item(state.pools, fact.pool, fact.after))
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
    counter = None if fact.value == 0 else Counter(fact.value, fact.until)
    if not fact.who:
        return replace(state, counters=_set_or_drop(state.counters, fact.counter, counter))
    character = state.characters[fact.who]
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


def _expired(state: State, lives: tuple[CounterLife, ...], only: Callable[[str], bool]) -> State:
    """Drop what is over of the counters, and of the due items of older programs, of whom `only` names; "" is no one."""
    characters = dict(state.characters)
    changed = False
    for who, character in state.characters.items():
        if character.counters and only(who) and any(one.until in lives for one in character.counters.values()):
            characters[who] = replace(character, counters=_kept(character.counters, lives))
            changed = True
    if changed:
        state = replace(state, characters=frozen(characters))
    if state.counters and only(""):
        state = replace(state, counters=_kept(state.counters, lives))
    if any(due.remembered for due in state.due):
        due = tuple(one for one in state.due if not (one.remembered and one.until in lives and only(one.who)))
        state = replace(state, due=due)
    return state


def _kept(counters: Mapping[str, Counter], lives: tuple[CounterLife, ...]) -> Mapping[str, Counter]:
    return frozen({name: counter for name, counter in counters.items() if counter.until not in lives})


def _round_begun(state: State, fact: f.RoundBegun) -> State:
    order = tuple(_ready(place) for place in state.order if place.slot == 0)
    state = _expired(state, ("turn", "round"), lambda who: not who or state.fight_of(who) == state.fight)
    return replace(state, round=fact.round, order=order, current="", current_slot=0)


def _ready(place: Place) -> Place:
    return replace(place, acted=False) if place.acted else place


def _turn_begun(state: State, fact: f.TurnBegun) -> State:
    marker = state.marker if state.characters[fact.who].hidden else fact.who
    return replace(state, current=fact.who, current_slot=fact.slot, marker=marker)


def _turn_ended(state: State, fact: f.TurnEnded) -> State:
    order = tuple(
        replace(place, acted=True) if (place.who, place.slot) == (fact.who, fact.slot) else place
        for place in state.order
    )
    state = _expired(state, ("turn",), lambda who: who == fact.who)
    if state.current == fact.who and state.current_slot == fact.slot:
        return replace(state, order=order, current="", current_slot=0)
    return replace(state, order=order)


def _lasts_a_scene(condition: Condition) -> bool:
    return condition.unit in ("scene", "round", "turn")


def _scene_begun(state: State, fact: f.SceneBegun) -> State:
    state = _expired(state, ("turn", "round", "scene"), lambda who: True)
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
        scene=nothing(),
        scene_name=fact.name,
        fight="",
        fights=nothing(),
        fighting=nothing(),
        marker="",
    )


def _scene_named(state: State, fact: f.SceneNamed) -> State:
    return replace(state, scene_name=fact.name)


def _title_set(state: State, fact: f.TitleSet) -> State:
    return replace(state, title=fact.after)


def _fight_joined(state: State, fact: f.FightJoined) -> State:
    state.characters[fact.who]
    shown = _without_place(state.fight_called(state.fight), fact.who)
    fights = _without_fighter(state.fights, fact.who)
    if fact.fight != state.fight and fact.fight not in fights:
        fights = with_item(fights, fact.fight, Fight())
    fighting = with_item(state.fighting, fact.who, fact.fight) if fact.fight else without_item(state.fighting, fact.who)
    return replace(_showing(state, state.fight, shown), fights=fights, fighting=fighting)


def _fight_shown(state: State, fact: f.FightShown) -> State:
    if fact.fight == state.fight:
        return state
    parked = with_item(state.fights, state.fight, state.fight_called(state.fight))
    shown = parked.get(fact.fight, Fight())
    return replace(_showing(state, fact.fight, shown), fights=without_item(parked, fact.fight))


def _fight_ended(state: State, fact: f.FightEnded) -> State:
    if not fact.fight:
        raise FoldError("FightEnded: the first fight ends with its scene", message("misfit.first_fight"))
    if fact.fight == state.fight:
        state = _fight_shown(state, f.FightShown(""))
    fighting = {who: name for who, name in state.fighting.items() if name != fact.fight}
    return replace(state, fights=without_item(state.fights, fact.fight), fighting=frozen(fighting))


def _showing(state: State, name: str, fight: Fight) -> State:
    return replace(
        state,
        fight=name,
        order=fight.order,
        round=fight.round,
        current=fight.current,
        current_slot=fight.current_slot,
        marker=fight.marker,
    )


def _due_set(state: State, fact: f.DueSet) -> State:
    if any(due.id == fact.due.id for due in state.due):
        return replace(state, due=tuple(fact.due if due.id == fact.due.id else due for due in state.due))
    return replace(state, due=(*state.due, fact.due))


def _due_gone(state: State, fact: f.DueGone) -> State:
    return replace(state, due=tuple(due for due in state.due if due.id != fact.due_id))


def _due_dismissed(state: State, fact: f.DueDismissed) -> State:
    dismissed = tuple(replace(due, dismissed=True) if due.id == fact.due_id else due for due in state.due)
    # What an older program remembered never comes back by itself, so nothing has to be remembered of it.
    return replace(state, due=tuple(due for due in dismissed if not (due.remembered and due.dismissed)))


def _prompted(state: State, fact: f.Prompted) -> State:
    due = Due(fact.prompt, fact.who, fact.line, fact.command, fact.rule, remembered=True, until=fact.until)
    return replace(state, due=(*(old for old in state.due if old.id != fact.prompt), due))


def _prompt_settled(state: State, fact: f.PromptSettled) -> State:
    return replace(state, due=tuple(due for due in state.due if due.id != fact.prompt))


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
    f.SceneNamed: _scene_named,
    f.TitleSet: _title_set,
    f.FightJoined: _fight_joined,
    f.FightShown: _fight_shown,
    f.FightEnded: _fight_ended,
    f.SessionBegun: _only_told,
    f.Rolled: _only_told,
    f.Noted: _only_told,
    f.DueSet: _due_set,
    f.DueGone: _due_gone,
    f.DueDismissed: _due_dismissed,
    f.Prompted: _prompted,
    f.PromptSettled: _prompt_settled,
    f.OptionSet: _option_set,
    f.SceneSet: _scene_set,
    f.TimePassed: _time_passed,
    f.Undone: _only_told,
    f.Redone: _only_told,
    f.Corrected: _only_told,
    f.DoneAgain: _only_told,
}
