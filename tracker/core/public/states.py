"""The public view of a state, and the pieces of it: people, conditions, orders, fights, what is due."""

from collections.abc import Iterable, Iterator, Mapping

from tracker.core.bands import band_of
from tracker.core.lore import NO_LORE, Lore
from tracker.core.public.sight import GM_OPTIONS, Sight, has_number, texts_in
from tracker.core.state import Character, Condition, Due, Fight, Place, Pool, State, Status, Track
from tracker.core.values import Value, frozen, nothing


def public_state(state: State, lore: Lore = NO_LORE) -> State:
    """The state as the players see it. `lore` is what is known of the ruleset."""
    sight = Sight(state, state, lore)
    shown = fight_in_sight(state, sight)
    fight = fight_in_view(state.fight_called(shown), sight)
    return State(
        round=fight.round,
        current=fight.current,
        current_slot=fight.current_slot,
        order=fight.order,
        characters=frozen(
            {
                sight.seen[who]: _character(character, sight)
                for who, character in state.characters.items()
                if who in sight.seen
            }
        ),
        options=frozen({name: value for name, value in state.options.items() if _is_public_option(name, value, sight)}),
        scene=nothing(),
        scene_name=state.scene_name,
        due=tuple(_due(state, sight)),
        seconds=state.seconds,
        fight=fight_name(shown, state, sight),
        fights=frozen(
            {
                fight_name(name, state, sight): fight_in_view(other, sight)
                for name, other in state.fights.items()
                if name != shown and is_in_sight(name, state, sight)
            }
        ),
        fighting=frozen(
            {
                sight.seen[who]: fight_name(name, state, sight)
                for who, name in state.fighting.items()
                if who in sight.seen
            }
        ),
        tracks=frozen({name: Track(track.marks, track.bonus) for name, track in state.tracks.items()}),
        pools=frozen({name: Pool(pool.value, pool.maximum, pool.minimum) for name, pool in state.pools.items()}),
        counters=nothing(),
        marker=fight.marker,
        title=state.title,
        former_names=nothing(),
    )


# ---------------------------------------------------------------------- people


def _character(character: Character, sight: Sight) -> Character:
    name = sight.seen[character.id]
    return Character(
        id=name,
        name=name,
        kind=character.kind,
        side="" if sight.names(character.side) else character.side,
        hidden=False,
        note="",
        traits=public_traits(character.id, character.traits, sight),
        tracks=public_tracks(character.id, character.tracks, sight),
        pools=public_pools(character.id, character.pools, sight),
        conditions=frozen({one.id: one for one in conditions_in_sight(character, sight).values()}),
        counters=nothing(),
        status=(*_band(character, sight), *words_in_sight(character.id, character.status, sight)),
    )


def _band(character: Character, sight: Sight) -> Iterator[Status]:
    if character.id in sight.rough and sight.roughness == "described":
        band = band_of(character, sight.lore.vital)
        if band is not None:
            yield Status(band, character.can_act)


def words_in_sight(who: str, status: Iterable[Status], sight: Sight) -> Iterator[Status]:
    """The status words that the players see: no numbers, and nothing that names someone hidden.

    Of a foe with rough numbers no word with a number in it, and where nothing is shown only what keeps them
    from acting, for other words may tell how full a gauge is.
    """
    for word in status:
        is_telling = has_number(word.id) or (sight.roughness == "nothing" and word.can_act)
        is_kept_back = who in sight.rough and is_telling
        if word.value is None and not is_kept_back and not sight.names(word.id):
            yield Status(word.id, word.can_act)


def public_tracks(who: str, tracks: Mapping[str, Track], sight: Sight) -> Mapping[str, Track]:
    """The tracks of someone, none where their numbers are rough."""
    return frozen({name: Track(track.marks, track.bonus) for name, track in tracks.items() if who not in sight.rough})


def public_pools(who: str, pools: Mapping[str, Pool], sight: Sight) -> Mapping[str, Pool]:
    """The pools of someone, none where their numbers are rough."""
    return frozen(
        {name: Pool(pool.value, pool.maximum, pool.minimum) for name, pool in pools.items() if who not in sight.rough}
    )


def public_traits(who: str, traits: Mapping[str, Value], sight: Sight) -> Mapping[str, Value]:
    """The traits whose text names no one hidden and holds no note; none where numbers are rough."""
    if who in sight.rough:
        return nothing()
    return frozen({name: value for name, value in traits.items() if not any(map(sight.quotes, texts_in(value)))})


def conditions_in_sight(character: Character, sight: Sight) -> Mapping[str, Condition]:
    """The conditions that the players see, by their ids in the state; their own ids say nothing but the kind."""
    shown: dict[str, Condition] = {}
    counts: dict[str, int] = {}
    for running in character.conditions.values():
        if running.kind in sight.lore.memory or sight.names(running.kind):
            continue
        number = counts[running.kind] = counts.get(running.kind, 0) + 1
        public_id = running.kind if number == 1 else f"{running.kind}:{number}"
        if character.id in sight.rough:
            shown[running.id] = Condition(public_id, running.kind, source=sight.seen.get(running.source, ""))
        else:
            shown[running.id] = _condition(running, public_id, sight)
    return shown


def _condition(running: Condition, public_id: str, sight: Sight) -> Condition:
    """A condition without its remark and its data; how long it lasts only where no hidden person's turns count it."""
    is_counted_in_sight = not running.clock or running.clock in sight.seen
    return Condition(
        id=public_id,
        kind=running.kind,
        amount=running.amount,
        note="",
        source=sight.seen.get(running.source, ""),
        data=nothing(),
        left=running.left if is_counted_in_sight else None,
        unit=running.unit if is_counted_in_sight else "",
        clock=sight.seen.get(running.clock, ""),
        moment=running.moment if is_counted_in_sight else "end",
    )


# ---------------------------------------------------------------------- orders, fights, what is due, options


def fight_in_view(fight: Fight, sight: Sight) -> Fight:
    """The order of those in sight. While a hidden person's turn runs it is still that of the last one in sight."""
    marker = sight.seen.get(fight.marker, "")
    slot = fight.current_slot
    if fight.current != fight.marker:
        slot = max((place.slot for place in fight.order if place.who == fight.marker and place.acted), default=0)
    return Fight(
        order=tuple(
            Place(
                sight.seen[place.who],
                None if place.who in sight.rough else place.value,
                acted=place.acted and (place.who, place.slot) != (fight.marker, slot),
                slot=place.slot,
            )
            for place in fight.order
            if place.who in sight.seen
        ),
        round=fight.round,
        current=marker,
        current_slot=slot if marker else 0,
        marker=marker,
    )


def is_in_sight(name: str, state: State, sight: Sight) -> bool:
    """Whether someone in sight is in the fight."""
    return any(who in sight.seen and state.fight_of(who) == name for who in state.characters)


def fight_in_sight(state: State, sight: Sight) -> str:
    """The fight shown; where only hidden people are in it, the first that has anyone else."""
    others = (name for name in state.fights if is_in_sight(name, state, sight))
    return state.fight if is_in_sight(state.fight, state, sight) else next(others, "")


def fight_name(name: str, state: State, sight: Sight) -> str:
    """The name of a fight, or its number where the name would tell of someone hidden."""
    if not sight.names(name):
        return name
    return str(1 + list(dict.fromkeys(("", state.fight, *state.fights, *state.fighting.values()))).index(name))


def _due(state: State, sight: Sight) -> Iterator[Due]:
    waiting = [
        due
        for due in state.due
        if (not due.who or due.who in sight.seen)
        and not due.dismissed
        and not any(map(sight.quotes, texts_in(due.line)))
        and not (sight.rough and (sight.speaks_of_foes((due.who, due.line)) or has_number(due.line)))
    ]
    for number, due in enumerate(waiting, 1):
        yield Due(str(number), sight.seen.get(due.who, ""), due.line, rule=due.rule, weight=due.weight)


def _is_public_option(name: str, value: Value, sight: Sight) -> bool:
    return name not in GM_OPTIONS and not any(map(sight.quotes, texts_in(value)))
