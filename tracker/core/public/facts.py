"""The public view of a fact, built from what its kind may show."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tracker.core import facts as f
from tracker.core.fold import fold
from tracker.core.history import Entry
from tracker.core.public.sight import GM_OPTIONS, Sight, texts_in
from tracker.core.public.states import (
    conditions_in_sight,
    fight_in_view,
    fight_name,
    is_in_sight,
    public_pools,
    public_tracks,
    public_traits,
    words_in_sight,
)
from tracker.core.record import replace
from tracker.core.state import Pool, State, Track


def public_facts(entry: Entry, before: State, sight: Sight) -> Iterator[f.Fact]:
    """The facts of an entry that touches nothing hidden, with their parts and rules."""
    state = before
    for fact in entry.facts:
        if (public := public_fact(fact, state, sight)) is not None:
            yield _with_reasons(public, fact)
        state = fold(state, fact)


def public_fact(fact: f.Fact, state: State, sight: Sight) -> f.Fact | None:
    """What the players may know of a fact that happens in `state`, None for nothing; without reasons."""
    make = _MAKERS.get(type(fact))
    if make is None:
        return None
    who = getattr(fact, "who", "")
    if who and who not in sight.seen:
        return None
    if who in sight.rough and isinstance(fact, _NUMBERS):
        return None
    public = make(fact, state, sight)
    gives_away = sight.quotes if isinstance(public, f.Rolled) else sight.names
    return None if public is None or any(map(gives_away, _unknown_texts(public, sight))) else public


def _unknown_texts(fact: f.Fact, sight: Sight) -> Iterator[str]:
    """The texts in a public fact other than names of those in sight."""
    if isinstance(fact, f.SceneBegun | f.SceneNamed | f.TitleSet):
        return iter(())  # the names of scenes and the title are public
    names = set(sight.seen.values())
    return (text for text in texts_in(fact) if text not in names)


def _added(fact: f.CharacterAdded, state: State, sight: Sight) -> f.Fact:
    return f.CharacterAdded(
        sight.seen[fact.who],
        sight.seen[fact.who],
        fact.character_kind,
        side="" if sight.names(fact.side) else fact.side,
        traits=public_traits(fact.who, fact.traits, sight),
        tracks=public_tracks(fact.who, fact.tracks, sight),
        pools=public_pools(fact.who, fact.pools, sight),
    )


def _removed(fact: f.CharacterRemoved, state: State, sight: Sight) -> f.Fact:
    return f.CharacterRemoved(sight.seen[fact.who])


def _detail(fact: f.DetailSet, state: State, sight: Sight) -> f.Fact | None:
    name = sight.seen[fact.who]
    match fact.detail:
        case "side":
            known = "" if sight.names(fact.before) else fact.before
            return f.DetailSet(name, "side", known, fact.after)
        case "name" if not state.characters[fact.who].hidden:
            return f.DetailSet(name, "name", fact.before, fact.after)
        case "hidden" if state.characters[fact.who].hidden and not fact.after:
            return f.DetailSet(name, "hidden", "yes", "")
        case _:
            return None


def _trait(fact: f.TraitSet, state: State, sight: Sight) -> f.Fact | None:
    if any(map(sight.quotes, texts_in(fact.after))):
        return None
    before = None if any(map(sight.quotes, texts_in(fact.before))) else fact.before
    return f.TraitSet(sight.seen[fact.who], fact.trait, before, fact.after)


def _track(fact: f.TrackSet, state: State, sight: Sight) -> f.Fact:
    """The marks, and of the harm its kind and no more of its points than the track has boxes: what one can see."""
    before, after = Track(fact.before.marks, fact.before.bonus), Track(fact.after.marks, fact.after.bonus)
    by = sight.seen.get(fact.by, "")
    amount = min(fact.amount, after.size)
    return f.TrackSet(sight.seen.get(fact.who, ""), fact.track, before, after, fact.damage_type, amount, by=by)


def _pool(fact: f.PoolSet, state: State, sight: Sight) -> f.Fact:
    before = Pool(fact.before.value, fact.before.maximum, fact.before.minimum)
    after = Pool(fact.after.value, fact.after.maximum, fact.after.minimum)
    by = sight.seen.get(fact.by, "")
    return f.PoolSet(sight.seen.get(fact.who, ""), fact.pool, before, after, vital=fact.vital, by=by)


def _condition_set(fact: f.ConditionSet, state: State, sight: Sight) -> f.Fact | None:
    with_it = fold(state, fact).characters[fact.who]
    public = conditions_in_sight(with_it, sight).get(fact.condition.id)
    return f.ConditionSet(sight.seen[fact.who], public) if public else None


def _condition_ended(fact: f.ConditionEnded, state: State, sight: Sight) -> f.Fact | None:
    public = conditions_in_sight(state.characters[fact.who], sight).get(fact.condition_id)
    return f.ConditionEnded(sight.seen[fact.who], public.id) if public else None


def _status(fact: f.StatusSet, state: State, sight: Sight) -> f.Fact:
    return f.StatusSet(sight.seen[fact.who], tuple(words_in_sight(fact.who, fact.status, sight)))


def _initiative(fact: f.InitiativeSet, state: State, sight: Sight) -> f.Fact:
    return f.InitiativeSet(sight.seen[fact.who], fact.value)


def _order(fact: f.OrderSet, state: State, sight: Sight) -> f.Fact:
    fight = replace(state.fight_called(state.fight), order=fact.order)
    return f.OrderSet(fight_in_view(fight, sight).order)


def _turn(fact: f.TurnBegun, state: State, sight: Sight) -> f.Fact:
    return f.TurnBegun(sight.seen[fact.who], fact.slot)


def _joined(fact: f.FightJoined, state: State, sight: Sight) -> f.Fact:
    return f.FightJoined(sight.seen[fact.who], fight_name(fact.fight, fold(state, fact), sight))


def _fight_shown(fact: f.FightShown, state: State, sight: Sight) -> f.Fact | None:
    in_sight = is_in_sight(fact.fight, state, sight)
    return f.FightShown(fight_name(fact.fight, fold(state, fact), sight)) if in_sight else None


def _fight_ended(fact: f.FightEnded, state: State, sight: Sight) -> f.Fact | None:
    return f.FightEnded(fight_name(fact.fight, state, sight)) if is_in_sight(fact.fight, state, sight) else None


def _rolled(fact: f.Rolled, state: State, sight: Sight) -> f.Fact | None:
    """A roll that is not hidden, by someone in sight, against no one hidden. A foe's dice may be as rough as a foe."""
    if fact.hidden or (fact.against and fact.against not in sight.seen):
        return None
    if fact.who in sight.rough:
        return f.Rolled(sight.seen[fact.who], fact.what, 0, (), result=fact.result)
    return f.Rolled(
        who=sight.seen.get(fact.who, ""),
        what=fact.what,
        pool=fact.pool,
        faces=fact.faces,
        again=fact.again,
        sides=fact.sides,
        successes=fact.successes,
        result=fact.result,
        against=sight.seen.get(fact.against, ""),
        typed=fact.typed,
        total=fact.total,
        kept=fact.kept,
        others=tuple(f.Dice(dice.sides, dice.faces, dice.what) for dice in fact.others),
    )


def _noted(fact: f.Noted, state: State, sight: Sight) -> f.Fact | None:
    return f.Noted(fact.text, sight.seen.get(fact.who, ""), public=True) if fact.public else None


def _option(fact: f.OptionSet, state: State, sight: Sight) -> f.Fact | None:
    return None if fact.option in GM_OPTIONS else f.OptionSet(fact.option, fact.before, fact.after)


_NUMBERS = (f.TraitSet, f.TrackSet, f.PoolSet, f.InitiativeSet)
"""The facts that are nothing but a number of someone."""

_MAKERS: Mapping[type, Callable[[Any, State, Sight], f.Fact | None]] = {
    f.CharacterAdded: _added,
    f.CharacterRemoved: _removed,
    f.DetailSet: _detail,
    f.TraitSet: _trait,
    f.TrackSet: _track,
    f.PoolSet: _pool,
    f.ConditionSet: _condition_set,
    f.ConditionEnded: _condition_ended,
    f.StatusSet: _status,
    f.InitiativeSet: _initiative,
    f.OrderSet: _order,
    f.RoundBegun: lambda fact, state, sight: f.RoundBegun(fact.round),
    f.TurnBegun: _turn,
    f.SceneBegun: lambda fact, state, sight: f.SceneBegun(fact.name),
    f.SceneNamed: lambda fact, state, sight: f.SceneNamed(fact.name, fact.before),
    f.TitleSet: lambda fact, state, sight: f.TitleSet(fact.after, fact.before),
    f.FightJoined: _joined,
    f.FightShown: _fight_shown,
    f.FightEnded: _fight_ended,
    f.SessionBegun: lambda fact, state, sight: f.SessionBegun(),
    f.Rolled: _rolled,
    f.Noted: _noted,
    f.OptionSet: _option,
    f.TimePassed: lambda fact, state, sight: f.TimePassed(fact.seconds),
}
"""The facts that players may know of. The ends of turns are not among them: they would show that a hidden one acts."""


def _with_reasons(public: f.Fact, fact: f.Fact) -> f.Fact:
    """The public fact with what explains its number, which in an entry that touches nothing hidden is public too."""
    match public, fact:
        case f.TrackSet(), f.TrackSet():
            return f.TrackSet(
                public.who, public.track, public.before, public.after,
                damage_type=fact.damage_type, amount=fact.amount, lost=fact.lost, upgraded=fact.upgraded,
                parts=fact.parts, rule=fact.rule, by=public.by,
            )  # fmt: skip
        case f.PoolSet(), f.PoolSet():
            return f.PoolSet(
                public.who,
                public.pool,
                public.before,
                public.after,
                fact.parts,
                fact.rule,
                vital=fact.vital,
                by=public.by,
            )
        case f.TraitSet(), f.TraitSet():
            return f.TraitSet(public.who, public.trait, public.before, public.after, fact.parts)
        case f.InitiativeSet(), f.InitiativeSet():
            return f.InitiativeSet(public.who, public.value, fact.parts)
        case f.ConditionSet(), f.ConditionSet():
            return f.ConditionSet(public.who, public.condition, fact.rule)
        case f.ConditionEnded(), f.ConditionEnded():
            return f.ConditionEnded(public.who, public.condition_id, fact.cause, fact.rule)
        case f.Rolled(), f.Rolled():
            return f.Rolled(
                public.who, public.what, public.pool, public.faces, public.again, public.sides, fact.parts,
                public.successes, public.result, public.against, public.typed,
                rule=fact.rule, total=public.total, kept=public.kept, target=fact.target, others=public.others,
                expected=fact.expected, chance=fact.chance,
            )  # fmt: skip
        case _:
            return public
