"""Initiative: one die for the whole fight, ties, holding back (WOD-INIT)."""

from tracker.api import (
    Chance,
    Draft,
    InitiativeSet,
    Intent,
    OrderSet,
    Outcome,
    Part,
    Place,
    State,
    Term,
    sorted_order,
)
from tracker_wod.dice import SIDES
from tracker_wod.effects import roll_parts, wound_part
from tracker_wod.feature import Feature
from tracker_wod.sheet import initiative_of


def roll_initiative(view: State, intent: Intent, chance: Chance) -> Outcome:
    """One d10 + Dexterity + Composure for each, less wounds; ties by the bare sum, then by roll-offs (WOD-INIT-02)."""
    draft = Draft(view)
    for who in intent.targets:
        _roll(draft, who, intent, chance)
    draft.add(OrderSet(_with_ties_broken(draft.state.order, chance)))
    return draft.outcome()


def _roll(draft: Draft, who: str, intent: Intent, chance: Chance) -> None:
    character = draft.character(who)
    bare = initiative_of(character)
    total = intent.values.get(f"total:{who}")
    if isinstance(total, int):
        parts: tuple[Part, ...] = (Part(Term("initiative"), total),)
    else:
        die = intent.values.get(f"die:{who}")
        if not isinstance(die, int):
            (die,) = chance.dice(1, SIDES, "initiative")
        burdens = (*wound_part(draft.state, character), *roll_parts(character, ("dexterity", "composure")))
        parts = (Part(Term("die"), die, "WOD-INIT-01"), *bare.parts, *burdens)
        total = sum(part.value for part in parts)
    draft.add(InitiativeSet(who, total, parts))
    old = draft.state.place_of(who)
    others = tuple(place for place in draft.state.order if (place.who, place.slot) != (who, 0))
    place = Place(who, total, (bare.value,), acted=old.acted if old else False)
    draft.add(OrderSet((*others, place)))


def _with_ties_broken(order: tuple[Place, ...], chance: Chance) -> tuple[Place, ...]:
    ordered = sorted_order(order)
    settled: list[Place] = []
    while ordered:
        first = ordered[0]
        tied = [place for place in ordered if (place.value, place.tie) == (first.value, first.tie)]
        ordered = tuple(place for place in ordered if place not in tied)
        settled += _rolled_off(tied, chance)
    return tuple(settled)


def _rolled_off(tied: list[Place], chance: Chance) -> list[Place]:
    """All the tied roll a die; those still equal roll again."""
    fresh = [place for place in tied if place.value is not None and len(place.tie) == 1]
    if len(tied) < 2 or not fresh:
        return tied
    dice = chance.dice(len(tied), SIDES, "roll-off")
    rolled = [
        Place(place.who, place.value, (*place.tie, die), place.acted, place.slot, place.note)
        for place, die in zip(tied, dice, strict=True)
    ]
    settled: list[Place] = []
    for die in sorted(set(dice), reverse=True):
        equal = [place for place in rolled if place.tie[-1] == die]
        settled += _again(equal, chance)
    return settled


def _again(tied: list[Place], chance: Chance) -> list[Place]:
    if len(tied) < 2:
        return tied
    dice = chance.dice(len(tied), SIDES, "roll-off")
    rolled = [
        Place(place.who, place.value, (*place.tie, die), place.acted, place.slot, place.note)
        for place, die in zip(tied, dice, strict=True)
    ]
    settled: list[Place] = []
    for die in sorted(set(dice), reverse=True):
        settled += _again([place for place in rolled if place.tie[-1] == die], chance)
    return settled


FEATURE = Feature()
