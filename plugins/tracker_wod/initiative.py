"""Initiative: one die for the whole fight, ties, a new roll each round where the table plays so (WOD-OPT-01)."""

from dataclasses import replace
from math import inf

from tracker.api import (
    Chance,
    Chapter,
    Draft,
    InitiativeSet,
    Intent,
    Message,
    OptionSpec,
    OrderSet,
    Part,
    Place,
    Refusal,
    Rolled,
    State,
    Term,
    drafted,
    message,
)
from tracker_wod.dice import SIDES
from tracker_wod.effects import roll_parts, wound_part
from tracker_wod.merits import has_merit
from tracker_wod.sheet import initiative_of


def each_round(view: State) -> bool:
    """The table option by which Initiative is rolled at the start of each round."""
    return view.option("initiative-each-round", False) is True


def waits_surprised(view: State, who: str) -> bool:
    """Whether a surprised fighter has no Initiative yet: not before the second round (WOD-INIT-11)."""
    surprised = view.characters[who].conditions_of_kind("surprised")
    return any(view.round < 2 or condition.left != 1 for condition in surprised)


def roll_initiative(draft: Draft, intent: Intent, chance: Chance) -> None:
    """One d10 + Dexterity + Composure for each, less wounds; ties by the bare sum, then by roll-offs (WOD-INIT-02).

    The surprised are left out until the second round begins.
    """
    view = draft.state
    ready = [who for who in intent.targets if not waits_surprised(view, who)]
    if not ready:
        raise Refusal(message("wod.refused.all_surprised"))
    kept = tuple(place for place in view.order if place.who not in intent.targets)
    rolled = [_rolled(draft, who, intent, chance) for who in ready]
    order = _merged(draft, kept, rolled, chance)
    draft.add(OrderSet(order))
    if any(len(place.tie) > 1 for place in order if place.who in ready):
        # A line of the ruleset takes the place of the core's.
        values = {fact.who: fact for fact in draft.outcome().facts if isinstance(fact, InitiativeSet)}
        lines = (_sum_of(view, values[place.who]) for place in order if place.who in values and not place.slot)
        draft.say(message("initiative.rolled", list=tuple(lines)))


def _sum_of(view: State, fact: InitiativeSet) -> Message:
    name = view.characters[fact.who].name
    if not fact.parts:
        return message("initiative.one", who=name, value=fact.value)
    return message("initiative.sum", who=name, value=fact.value, parts=fact.parts)


def _rolled(draft: Draft, who: str, intent: Intent, chance: Chance) -> Place:
    character = draft.character(who)
    bare = initiative_of(character)
    total = intent.values.get(f"total:{who}")
    if isinstance(total, int):
        parts: tuple[Part, ...] = ()
    else:
        burdens = (*wound_part(draft.state, character), *roll_parts(character, ("dexterity", "composure")))
        slowed = (replace(part, rule=part.rule or "WOD-INIT-04") for part in burdens)
        parts = (_die(draft, who, intent, chance), *bare.parts, *slowed)
        total = sum(part.value for part in parts)
    draft.add(InitiativeSet(who, total, parts))
    old = draft.state.place_of(who)
    return Place(who, total, (bare.value,), acted=old.acted if old else False)


def _die(draft: Draft, who: str, intent: Intent, chance: Chance) -> Part:
    """One die; with Fresh Start the better of two where Initiative is rolled each round (WOD-INIT-05)."""
    given = intent.values.get(f"die:{who}")
    if isinstance(given, int):
        return Part(Term("die"), given, "WOD-INIT-01")
    character = draft.character(who)
    if not each_round(draft.state) or not has_merit(character, "fresh-start"):
        (die,) = chance.dice(1, SIDES, "initiative", who=character.name)
        return Part(Term("die"), die, "WOD-INIT-01")
    first, second = chance.dice(2, SIDES, "initiative", who=character.name)
    return Part(message("wod.better_die", first=first, second=second), max(first, second), "WOD-INIT-05")


# ---------------------------------------------------------------------- ties


def bare(place: Place) -> tuple[int, ...]:
    """The Dexterity + Composure of a place, without the dice of its roll-offs."""
    return place.tie[:1]


def _rank(place: Place) -> tuple[float, tuple[int, ...]]:
    return (-inf if place.value is None else place.value, bare(place))


def _merged(draft: Draft, kept: tuple[Place, ...], rolled: list[Place], chance: Chance) -> tuple[Place, ...]:
    """Put new places into the standing order, which keeps its sequence; equals roll off, those standing there too."""
    order = list(kept)
    for rank in sorted({_rank(place) for place in rolled}, reverse=True):
        fresh = [place for place in rolled if _rank(place) == rank]
        standing = [place for place in order if _rank(place) == rank and place.slot == 0 and place.tie]
        order = [place for place in order if place not in standing]
        tied = [replace(place, tie=bare(place)) for place in (*standing, *fresh)]
        index = next((number for number, place in enumerate(order) if _rank(place) < rank), len(order))
        order[index:index] = rolled_off(draft, tied, chance, "WOD-INIT-02")
    return tuple(order)


def rolled_off(draft: Draft, tied: list[Place], chance: Chance, rule: str) -> list[Place]:
    """All the tied roll a die, the higher goes first; those still equal roll again (WOD-INIT-02)."""
    if len(tied) < 2:
        return tied
    in_order = draft.state.in_order(place.who for place in tied)
    tied = sorted(tied, key=lambda place: in_order.index(place.who))
    dice: list[int] = []
    thrown = []
    for place in tied:
        name = draft.character(place.who).name
        (die,) = chance.dice(1, SIDES, "roll-off", who=name)
        dice.append(die)
        thrown.append(message("initiative.one", who=name, value=die))
        draft.add(_one_die(place.who, die, chance, rule))
    draft.say(message("wod.roll_off", list=tuple(thrown)), working=True)
    rolled = [replace(place, tie=(*place.tie, die)) for place, die in zip(tied, dice, strict=True)]
    settled: list[Place] = []
    for die in sorted(set(dice), reverse=True):
        settled += rolled_off(draft, [place for place in rolled if place.tie[-1] == die], chance, rule)
    return settled


def _one_die(who: str, die: int, chance: Chance, rule: str) -> Rolled:
    return Rolled(
        who, "roll-off", 1, (die,), sides=SIDES, typed=chance.typed, rule=rule, total=die, expected=(SIDES + 1) / 2,
    )  # fmt: skip


def roll_again(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll again at the start of each round after the first, where the table plays so."""
    if each_round(draft.state) and draft.state.round > 1:
        fighters = tuple(one.id for one in draft.state.fighters if draft.state.place_of(one.id) is not None)
        if fighters:
            draft.follow(Intent("initiative", targets=fighters))


CHAPTER = Chapter(
    initiative=drafted(roll_initiative),
    moments={"start_of_round": roll_again},
    options=(OptionSpec("initiative-each-round", False, rule="WOD-OPT-01"),),
)  # fmt: skip
