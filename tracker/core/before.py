"""What is so before a fact: facts say it too, so that the two can be compared."""

from collections.abc import Callable, Mapping
from typing import Any

from tracker.core import facts as f
from tracker.core.record import record
from tracker.core.state import State


@record
class FalseBefore:
    """A fact that says of something (`what`, of `who`) that it was `said` before, when it was `found`."""

    who: str
    what: str
    said: Any
    found: Any


def false_before(state: State, fact: f.Fact) -> FalseBefore | None:
    """What the fact is wrong about; None where it is right or says nothing of before. It must fit the state."""
    look = _LOOKS.get(type(fact))
    if look is None:
        return None
    who, what, found = look(state, fact)
    said: Any = fact.before  # type: ignore[union-attr]  # all of those in the table have one
    return None if said == found else FalseBefore(who, what, said, found)


_Look = tuple[str, str, Any]


def _track(state: State, fact: f.TrackSet) -> _Look:
    tracks = state.characters[fact.who].tracks if fact.who else state.tracks
    return fact.who, fact.track, tracks.get(fact.track, fact.before)


def _pool(state: State, fact: f.PoolSet) -> _Look:
    pools = state.characters[fact.who].pools if fact.who else state.pools
    return fact.who, fact.pool, pools.get(fact.pool, fact.before)


def _trait(state: State, fact: f.TraitSet) -> _Look:
    return fact.who, fact.trait, state.characters[fact.who].traits.get(fact.trait)


def _detail(state: State, fact: f.DetailSet) -> _Look:
    now = getattr(state.characters[fact.who], fact.detail)
    return fact.who, fact.detail, ("yes" if now else "") if fact.detail == "hidden" else now


def _scene_name(state: State, fact: f.SceneNamed) -> _Look:
    return "", "scene", state.scene_name


def _title(state: State, fact: f.TitleSet) -> _Look:
    return "", "title", state.title


def _scene_value(state: State, fact: f.SceneSet) -> _Look:
    return "", fact.name, state.scene.get(fact.name)


def _option(state: State, fact: f.OptionSet) -> _Look:
    return "", fact.option, state.options.get(fact.option)


_LOOKS: Mapping[type, Callable[[State, Any], _Look]] = {
    f.TrackSet: _track,
    f.PoolSet: _pool,
    f.TraitSet: _trait,
    f.DetailSet: _detail,
    f.SceneNamed: _scene_name,
    f.TitleSet: _title,
    f.SceneSet: _scene_value,
    f.OptionSet: _option,
}
