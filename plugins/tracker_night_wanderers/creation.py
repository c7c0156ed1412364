"""How a character begins, and what follows when the game master changes a number of the sheet or a gauge."""

from collections.abc import Iterator
from dataclasses import replace

from tracker.api import (
    Chance,
    Chapter,
    Character,
    CharacterAdded,
    ConditionKind,
    CounterSet,
    Derived,
    Draft,
    Intent,
    Part,
    Pool,
    PoolSet,
    Refusal,
    State,
    Term,
    TraitSet,
    Value,
    drafted,
    frozen,
    message,
)
from tracker_night_wanderers.blood import drain, settle_blood
from tracker_night_wanderers.options import OPTIONS
from tracker_night_wanderers.sheet import (
    ANIMAL_BLOOD,
    DEFAULT_BLOOD,
    DEFAULT_HEALTH,
    GAUGES,
    KINDS,
    STARTING_HUMANITY,
    VAMPIRE,
    is_gone,
    is_vampire,
    lowest,
)
from tracker_night_wanderers.states import enter_torpor, leave_torpor, settle_mortal
from tracker_night_wanderers.thirst import settle_hunger

CUT_OFF = "cut_off_"
"""Begins the counters of the points of a gauge that a smaller maximum has no room for."""
_KINDS = {kind.id: kind for kind in KINDS}


def create_character(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Make a character: the sheet's numbers, health and blood of its kind, Humanity of its origin.

    A gauge whose maximum is 0 plays no part until a maximum is set (NW-STATE-05, NW-RES-01).
    """
    kind, name = intent.text("kind"), intent.text("name")
    specs = _KINDS[kind].traits
    traits: dict[str, Value] = {spec.id: spec.default for spec in specs if not spec.derived}
    traits |= {spec.id: intent.values[spec.id] for spec in specs if spec.id in intent.values}  # type: ignore[misc]
    if "origin" in traits:
        traits["origin"] = traits["origin"] or (kind if kind in STARTING_HUMANITY else "")
        if humanity := STARTING_HUMANITY.get(str(traits["origin"])):
            traits.setdefault("humanity", humanity)
    pools = {
        gauge: Pool(maximum, maximum, lowest(kind, gauge))
        for trait, gauge in GAUGES.items()
        if isinstance(maximum := traits[trait], int) and maximum
    }
    added = CharacterAdded(intent.target, name, kind, traits=frozen(traits), pools=frozen(pools))
    draft.tell(message("nw.added", who=name, kind=Term(kind)), added)


# ---------------------------------------------------------------------- changes by hand


def trait_changed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Another maximum makes or stretches a gauge; an origin proposes its Humanity (NW-RES-18).

    Raises Refusal for a maximum of 0 where there is a gauge already.
    """
    character, trait = draft.character(intent.target), intent.text("trait")
    if trait in GAUGES:
        _stretch(draft, character, GAUGES[trait], character.integer(trait))
    elif trait == "origin" and (humanity := STARTING_HUMANITY.get(character.text("origin"))):
        _set_trait(draft, character, "humanity", humanity)


def _stretch(draft: Draft, character: Character, gauge: str, maximum: int) -> None:
    """Give a gauge another maximum; there and back again leaves what is missing as it was."""
    before = character.pools.get(gauge)
    if before is None:
        if maximum:
            _begin_gauge(draft, character, gauge, maximum)
    elif not maximum:
        raise Refusal(message("nw.gauge_stays", who=character.name, gauge=Term(gauge)))
    else:
        held = before.value + character.count(f"{CUT_OFF}{gauge}")
        after = Pool(min(held, maximum), maximum, before.minimum)
        draft.add(PoolSet(character.id, gauge, before, after))
        _cut_off(draft, character, gauge, held - after.value)


def _cut_off(draft: Draft, character: Character, gauge: str, points: int) -> None:
    """Remember the points that a smaller maximum has no room for: a larger one gives them back, and no more."""
    if character.count(f"{CUT_OFF}{gauge}") != points:
        draft.add(CounterSet(character.id, f"{CUT_OFF}{gauge}", points))


def _begin_gauge(draft: Draft, character: Character, gauge: str, maximum: int) -> None:
    """Give the character a gauge that it did not have; it is full."""
    least = lowest(character.kind, gauge)
    begins = PoolSet(character.id, gauge, Pool(0, 0, least), Pool(maximum, maximum, least))
    draft.tell(message("nw.gauge_begins", who=character.name, gauge=Term(gauge), value=maximum), begins)


def _set_trait(draft: Draft, character: Character, trait: str, after: int) -> None:
    if character.traits.get(trait) != after:
        draft.add(TraitSet(character.id, trait, character.traits.get(trait), after))


def _keep_one_truth(draft: Draft, who: str, gauge: str) -> None:
    """The largest number of a gauge on the sheet is that of the gauge itself; a gauge without one gets its own.

    Raises Refusal for a number below the lowest of the gauge, which was not known before someone had one.
    """
    character = draft.character(who)
    pool, least = character.pools[gauge], lowest(character.kind, gauge)
    maximum = pool.maximum if pool.maximum is not None else max(1, pool.value)
    if pool.value < least:
        raise Refusal(message("refused.number_minimum", name=Term(gauge), limit=least))
    if (pool.maximum, pool.minimum) != (maximum, least):
        draft.add(PoolSet(who, gauge, pool, replace(pool, maximum=maximum, minimum=least)))
    trait = next(name for name, one in GAUGES.items() if one == gauge)
    _set_trait(draft, character, trait, maximum)


def gauge_changed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A gauge that has been emptied or filled by hand, or at the start, brings the state that the rules tie to it.

    NW-STATE-07, 08, 10, 15, 17; NW-RES-11. Who is gone stays so, until the game master ends that state as well.
    """
    who, gauge = intent.target, intent.text("gauge")
    _cut_off(draft, draft.character(who), gauge, 0)
    _keep_one_truth(draft, who, gauge)
    character = draft.character(who)
    value = character.pools[gauge].value
    if is_gone(character):
        return
    if is_vampire(character):
        if gauge == "health" and value == 0:
            enter_torpor(draft, who, "health")
        elif gauge == "blood":
            settle_blood(draft, who)
            if value and _sleeps_for_want_of_blood(character):
                leave_torpor(draft, who)
            settle_hunger(draft, who)
    elif gauge == "health":
        was_unconscious = any(word.id == "unconscious" for word in character.status)
        settle_mortal(draft, who, was_unconscious=was_unconscious, wakes=True)
    elif value == 0:
        drain(draft, who)


def _sleeps_for_want_of_blood(character: Character) -> bool:
    return any(running.data.get("cause") == "blood" for running in character.conditions_of_kind("torpor"))


# ---------------------------------------------------------------------- why a gauge is so large


def derived(view: State, who: str) -> Iterator[Derived]:
    """The parts behind the maximum of health and blood."""
    character = view.characters[who]
    for gauge, usual_by_kind in (("health", DEFAULT_HEALTH), ("blood", DEFAULT_BLOOD)):
        pool, usual = character.pools.get(gauge), usual_by_kind.get(character.kind, 0)
        if pool is None or pool.maximum is None:
            continue
        parts = [Part(Term(character.kind), usual, _rule(character, gauge))] if usual else []
        if pool.maximum != usual:
            parts.append(Part(Term("game_master"), pool.maximum - usual))
        yield Derived(gauge, pool.maximum, tuple(parts))


def _rule(character: Character, gauge: str) -> str:
    if gauge == "health":
        return "NW-STATE-02" if character.kind == VAMPIRE else "NW-STATE-03"
    return "NW-RES-13" if character.kind in ANIMAL_BLOOD else "NW-RES-09"


CHAPTER = Chapter(
    conditions=(
        ConditionKind("torpor", tone="bad", rule="NW-STATE-09"),
        ConditionKind("final_death", tone="bad", rule="NW-STATE-14"),
        ConditionKind("unconscious", tone="bad", rule="NW-STATE-15"),
        ConditionKind("helpless", tone="bad", rule="NW-STATE-19"),
    ),
    options=OPTIONS,
    create=drafted(create_character),
    moments={"trait_changed": trait_changed, "gauge_changed": gauge_changed},
    derived=derived,
)
