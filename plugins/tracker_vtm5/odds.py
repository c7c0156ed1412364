"""What may come of an action before it is rolled: the exact chances of a pool that is built (V5-DICE-11)."""

from collections.abc import Mapping
from fractions import Fraction

from tracker.api import Chances, Message, Part, State, Term, message
from tracker_vtm5 import blood, chances, dice, people
from tracker_vtm5.dice import Terms
from tracker_vtm5.pool import DicePool

Events = tuple[tuple[Term | Message, Fraction], ...]
NEVER = Fraction(0)


def of_test(dice_pool: DicePool, difficulty: int) -> Chances:
    """The chances of a test against a Difficulty."""
    ways = chances.ways(dice_pool.regular, dice_pool.hunger)
    return of_ways(dice_pool.size, dice_pool.parts, ways, Terms(difficulty))


def of_ways(size: int, parts: tuple[Part, ...], ways: Mapping[chances.Key, int], terms: Terms) -> Chances:
    """The chances of dice whose throws are counted."""
    distribution = chances.successes_in(ways)
    events = _verdicts(chances.results(ways, terms))
    return Chances(size, parts, events, chances.at_least(distribution), chances.mean(distribution))


def _verdicts(found: Mapping[str, Fraction]) -> Events:
    """The chance to win at all, then those of the verdicts worth telling, none of which contains another."""
    win = sum((found.get(word, NEVER) for word in dice.WINS), NEVER)
    told: Events = ((Term("win"), win),)
    for name, hungry in (("critical_win", "messy_critical"), ("total_failure", "bestial_failure")):
        with_hunger = found.get(hungry, NEVER)
        told += (Term(f"plain_{name}" if with_hunger else name), found.get(name, NEVER)), (Term(hungry), with_hunger)
    return tuple(event for at, event in enumerate(told) if not at or event[1])


def of_contest(ours: DicePool, theirs: DicePool, handicap: int = 0, *, wins_ties: bool = True) -> Chances:
    """The chances of two pools against each other: who is ahead, and what Hunger may bring on the acting side."""
    against = chances.successes(theirs.regular, theirs.hunger)
    leads = chances.leads(chances.successes(ours.regular, ours.hunger), against, handicap)
    events: Events = (
        (Term("attacker_ahead"), sum((part for lead, part in leads.items() if lead > 0), Fraction(0))),
        (Term("tie"), leads[0]),
        (Term("defender_ahead"), sum((part for lead, part in leads.items() if lead < 0), Fraction(0))),
    )
    if ours.hunger:
        found = chances.contested(ours.regular, ours.hunger, against, handicap=handicap, wins_ties=wins_ties)
        events += tuple((Term(name), part) for name, part in found.items())
    at_least, mean = chances.at_least(leads), chances.mean(leads)
    return Chances(ours.size, ours.parts, events, at_least, mean, counted=Term("lead"))


def of_rouse(view: State, who: str, checks: int, *, two_dice: bool = False) -> Chances:
    """The chances of so many Rouse checks: where Hunger ends."""
    ends, over = chances.rouse(people.hunger(view.characters[who]), checks, two_dice=two_dice)
    events = tuple((message("vtm5.odds.hunger", hunger=value), chance) for value, chance in enumerate(ends))
    parts = blood.check_parts(checks, two_dice=two_dice)
    return Chances(sum(part.value for part in parts), parts, (*events, (Term("over_hunger_5"), over)))
