"""Initiative: one die for the whole fight, ties, a new roll each round where the table plays so (WOD-OPT-01)."""

from dataclasses import replace

from tracker.api import (
    Chance,
    Draft,
    InitiativeSet,
    Intent,
    OptionSpec,
    OrderSet,
    Outcome,
    Part,
    Place,
    Refusal,
    State,
    Term,
    message,
)
from tracker_wod.dice import SIDES
from tracker_wod.effects import roll_parts, wound_part
from tracker_wod.feature import Feature
from tracker_wod.merits import has_merit
from tracker_wod.sheet import initiative_of


def each_round(view: State) -> bool:
    """The table option by which Initiative is rolled at the start of each round."""
    return view.option("initiative-each-round", False) is True


def waits_surprised(view: State, who: str) -> bool:
    """Whether a surprised fighter has no Initiative yet: not before the second round (WOD-INIT-11)."""
    surprised = view.characters[who].conditions_of_kind("surprised")
    return any(view.round < 2 or condition.left != 1 for condition in surprised)


def roll_initiative(view: State, intent: Intent, chance: Chance) -> Outcome:
    """One d10 + Dexterity + Composure for each, less wounds; ties by the bare sum, then by roll-offs (WOD-INIT-02).

    The surprised are left out until the second round begins.
    """
    draft = Draft(view)
    ready = [who for who in intent.targets if not waits_surprised(view, who)]
    if not ready:
        raise Refusal(message("wod.refused.all_surprised"))
    kept = tuple(place for place in view.order if place.who not in intent.targets)
    rolled = [_rolled(draft, who, intent, chance) for who in ready]
    draft.add(OrderSet(_merged(kept, rolled, chance)))
    return draft.outcome()


def _rolled(draft: Draft, who: str, intent: Intent, chance: Chance) -> Place:
    character = draft.character(who)
    bare = initiative_of(character)
    total = intent.values.get(f"total:{who}")
    if isinstance(total, int):
        parts: tuple[Part, ...] = (Part(Term("initiative"), total),)
    else:
        burdens = (*wound_part(draft.state, character), *roll_parts(character, ("dexterity", "composure")))
        die = Part(Term("die"), _die(draft, who, intent, chance), "WOD-INIT-01")
        parts = (die, *bare.parts, *(replace(part, rule=part.rule or "WOD-INIT-04") for part in burdens))
        total = sum(part.value for part in parts)
    draft.add(InitiativeSet(who, total, parts))
    old = draft.state.place_of(who)
    return Place(who, total, (bare.value,), acted=old.acted if old else False)


def _die(draft: Draft, who: str, intent: Intent, chance: Chance) -> int:
    """One die; with Fresh Start the better of two where Initiative is rolled each round (WOD-INIT-05)."""
    given = intent.values.get(f"die:{who}")
    if isinstance(given, int):
        return given
    twice = each_round(draft.state) and has_merit(draft.character(who), "fresh-start")
    return max(chance.dice(2 if twice else 1, SIDES, "initiative"))


# ---------------------------------------------------------------------- ties


def _rank(place: Place) -> tuple[int, int]:
    return (-1000 if place.value is None else place.value, place.tie[0] if place.tie else 0)


def _merged(kept: tuple[Place, ...], rolled: list[Place], chance: Chance) -> tuple[Place, ...]:
    """Put new places into the standing order, which keeps its sequence; equals roll off, those standing there too."""
    order = list(kept)
    for rank in sorted({_rank(place) for place in rolled}, reverse=True):
        fresh = [place for place in rolled if _rank(place) == rank]
        standing = [place for place in order if _rank(place) == rank and place.slot == 0 and place.tie]
        order = [place for place in order if place not in standing]
        tied = [replace(place, tie=place.tie[:1]) for place in (*standing, *fresh)]
        index = next((number for number, place in enumerate(order) if _rank(place) < rank), len(order))
        order[index:index] = rolled_off(tied, chance)
    return tuple(order)


def rolled_off(tied: list[Place], chance: Chance) -> list[Place]:
    """All the tied roll a die, the higher goes first; those still equal roll again (WOD-INIT-02)."""
    if len(tied) < 2:
        return tied
    dice = chance.dice(len(tied), SIDES, "roll-off")
    rolled = [replace(place, tie=(*place.tie, die)) for place, die in zip(tied, dice, strict=True)]
    settled: list[Place] = []
    for die in sorted(set(dice), reverse=True):
        settled += rolled_off([place for place in rolled if place.tie[-1] == die], chance)
    return settled


def roll_again(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll anew at the start of each round after the first, where the table plays so."""
    if each_round(draft.state) and draft.state.round > 1:
        fighters = tuple(who for who in draft.state.characters if draft.state.place_of(who) is not None)
        if fighters:
            draft.follow(Intent("initiative", targets=fighters))


FEATURE = Feature(
    options=(OptionSpec("initiative-each-round", False, rule="WOD-OPT-01"),),
    start_of_round=(roll_again,),
)
