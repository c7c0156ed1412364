"""Exact chances agree with counting every throw, and with another library."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.how_many import TIMES
from tests.plugins.tracker_vtm5.table import FifthEditionTable, rolled
from tracker.core.intents import Intent
from tracker.core.messages import Message, Term
from tracker_vtm5 import chances, dice

SMALL_POOLS = [(regular, hunger) for regular in range(4) for hunger in range(4) if 0 < regular + hunger <= 4]


@pytest.mark.parametrize(
    ("regular", "hunger", "difficulty"),
    [
        (regular, hunger, difficulty)
        for regular, hunger in SMALL_POOLS
        for difficulty in (1, 2, 4, 5)
        if regular + hunger < 4 or difficulty == 4 or TIMES > 1  # four dice fall in ten thousand ways
    ],
)
def test_every_throw_counted_gives_the_same_chances(regular: int, hunger: int, difficulty: int) -> None:
    counted: Counter[str] = Counter()
    for faces in product(range(1, 11), repeat=regular + hunger):
        verdict = dice.Terms(difficulty).judged(dice.Throw(faces[:regular], faces[regular:]))
        counted[verdict.result] += 1
        assert verdict.win is (verdict.result in dice.WINS)
    total = 10 ** (regular + hunger)
    found = chances.results(chances.ways(regular, hunger), dice.Terms(difficulty))
    assert dict(found) == {name: Fraction(many, total) for name, many in counted.items()}


@pytest.mark.parametrize("size", [1, 2, 5, 8, 12])
def test_another_library_comes_to_the_same(size: int) -> None:
    face = icepool.d10.map(lambda value: (1 if value >= 6 else 0, 1 if value == 10 else 0))
    expected = sum_of(face, size).map(lambda hits, tens: hits + 2 * (tens // 2))
    mine = chances.successes(size)
    total = expected.denominator()
    assert {number: Fraction(many, total) for number, many in expected.items()} == dict(mine)


def sum_of(face: "icepool.Die[tuple[int, int]]", size: int) -> "icepool.Die[tuple[int, int]]":
    """`size` dice of pairs, added pair by pair."""
    total = face
    for _ in range(size - 1):
        total = icepool.map(lambda one, other: (one[0] + other[0], one[1] + other[1]), total, face)
    return total


@settings(deadline=None)
@given(st.integers(0, 25), st.integers(0, 5))
def test_chances_sum_to_one_and_fall(regular: int, hunger: int) -> None:
    distribution = chances.successes(regular, hunger)
    assert sum(distribution.values()) == 1
    falling = chances.at_least(distribution)
    assert list(falling) == sorted(falling, reverse=True)
    assert distribution == chances.successes(regular + hunger)


@settings(deadline=None)
@given(st.integers(0, 12), st.integers(0, 12))
def test_one_side_is_ahead_or_nobody(ours: int, theirs: int) -> None:
    leads = chances.leads(chances.successes(ours), chances.successes(theirs), 0)
    assert sum(leads.values()) == 1
    turned = chances.leads(chances.successes(theirs), chances.successes(ours), 0)
    assert {-lead: part for lead, part in turned.items()} == dict(leads)


@given(st.lists(st.integers(1, 10), max_size=4), st.lists(st.integers(1, 10), max_size=3), st.integers(1, 3))
def test_a_reroll_counted_by_hand_gives_the_same(regular: list[int], hunger: list[int], count: int) -> None:
    kept = dice.Throw(tuple(regular), tuple(hunger))
    counted = Counter(
        dice.Terms(3).judged(dice.Throw((*kept.regular, *again), kept.hunger)).result
        for again in product(range(1, 11), repeat=count)
    )
    ways = chances.ways(count, 0, kept)
    found = chances.results(ways, dice.Terms(3))
    assert found == {result: Fraction(many, 10**count) for result, many in counted.items()}
    assert sum(chances.successes_in(ways).values()) == 1


@pytest.mark.parametrize("ties_from", [None, 0, 1])
@pytest.mark.parametrize(("regular", "hunger", "theirs", "handicap"), [(1, 2, 2, 0), (2, 1, 1, 2), (0, 3, 1, 0)])
def test_every_contest_counted_gives_the_same_price_of_hunger(
    regular: int, hunger: int, theirs: int, handicap: int, ties_from: int | None
) -> None:
    counted = Counter({"messy_critical": 0, "bestial_failure": 0})
    for faces in product(range(1, 11), repeat=regular + hunger):
        throw = dice.Throw(faces[:regular], faces[regular:])
        for goal, chance in chances.successes(theirs).items():
            verdict = dice.Terms(goal, ties_from, handicap).judged(throw)
            counted["messy_critical"] += chance * verdict.messy
            counted["bestial_failure"] += chance * verdict.bestial
    total = 10 ** (regular + hunger)
    against, wins_ties = chances.successes(theirs), ties_from is not None
    found = chances.contested(regular, hunger, against, handicap=handicap, wins_ties=wins_ties)
    assert found == {name: Fraction(part) / total for name, part in counted.items()}


def test_the_mean_loss_of_an_attack_is_that_of_every_throw() -> None:
    table = FifthEditionTable("set Ignat armour 2", "set Vera hunger 1")
    told = table.session.table.rules.odds(
        table.state, Intent("attack", "Vera", ("Ignat",), {"pool": 2, "defence_pool": 1, "weapon": "sword"})
    )
    assert told is not None
    marks = Fraction(0)
    for faces in product(range(1, 11), repeat=3):
        lead = dice.Throw(faces[:2]).successes - dice.Throw(faces[2:]).successes
        # A sword adds 3; armour 2 turns two points, which halve to one slash.
        marks += Fraction(lead + 3 - 2 + 1 if lead > 0 else 0, 1000)
    assert told.loss == marks


def test_an_attack_of_a_hungry_vampire_tells_what_hunger_may_bring() -> None:
    table = FifthEditionTable()
    rules, labels = table.session.table.rules, []
    for who in ("Vera", "Ignat"):
        told = rules.odds(table.state, Intent("attack", who, ("Boris",)))
        assert told is not None
        labels.append([label.id for label, _ in told.events])
    plain = ["attacker_ahead", "tie", "defender_ahead"]
    assert labels == [[*plain, "messy_critical", "bestial_failure"], plain]


def test_rouse_checks_two_dice_fail_once_in_four() -> None:
    ends, over = chances.rouse(4, 1, two_dice=True)
    assert ends == [0, 0, 0, 0, Fraction(3, 4), Fraction(1, 4)]
    assert over == 0


def test_the_chance_to_stake_and_to_behead_is_told_beside_a_called_strike() -> None:
    table = FifthEditionTable("set Vera hunger 0")
    # Two successes are the price of the aim; five of damage are needed, and a stake adds nothing.
    values: dict[str, int | str | bool] = {"pool": 7, "surprised": True, "weapon": "wooden_stake", "aim": "heart"}
    by_name = {label.id: chance for label, chance in odds_of(table, values) if isinstance(label, Term)}
    # Surprised, so margin = successes - 2 - 1: eight successes of seven dice.
    assert by_name["staked"] == sum(
        (chance for made, chance in chances.successes(7).items() if made >= 8), start=Fraction(0)
    )
    assert Term("staked") not in [label for label, _ in odds_of(table, values | {"weapon": "sword"})]


def odds_of(
    table: FifthEditionTable, values: dict[str, int | str | bool]
) -> tuple[tuple[Term | Message, Fraction], ...]:
    assert table.session.table.rules is not None
    told = table.session.table.rules.odds(table.state, Intent("attack", "Vera", ("Boris",), values))
    assert told is not None
    return told.events


@pytest.mark.parametrize(("marks", "mended"), [("//...", 2), ("/....", 1), ("///..", 2)])
def test_the_odds_of_mending_tell_how_many_slashes_go_and_where_hunger_ends(marks: str, mended: int) -> None:
    table = FifthEditionTable(f"set Vera health {marks}")
    assert table.session.table.rules is not None
    told = table.session.table.rules.odds(table.state, Intent("mend", targets=("Vera",)))
    assert told is not None
    (mends, certain), *ends, (_, over) = told.events
    assert isinstance(mends, Message)
    assert (mends.values["count"], certain, over) == (mended, 1, 0)
    assert [chance for _, chance in ends] == [0, 0, Fraction(1, 2), Fraction(1, 2), 0, 0]


@pytest.mark.parametrize(("aim", "needed"), [({}, 1), ({"aim": "small_spot"}, 3)])
def test_a_surprised_target_is_hit_with_one_success_after_the_price_of_the_aim(
    aim: dict[str, int | str | bool], needed: int
) -> None:
    table = FifthEditionTable("set Vera hunger 0")
    events = {label.id: chance for label, chance in odds_of(table, {"pool": 4, "surprised": True, **aim})
              if isinstance(label, Term)}  # fmt: skip
    made = chances.successes(4)
    assert events["win"] == sum((chance for number, chance in made.items() if number >= needed), Fraction(0))


def test_the_odds_of_an_attack_on_several_are_told_for_each_with_its_share() -> None:
    table = FifthEditionTable("set Vera hunger 0")
    told = table.session.table.odds(Intent("attack", "Vera", ("Boris", "Ignat"), {"pool": 5, "split": "3,2"}))
    assert told is not None
    assert [(who, chances.pool) for who, chances in told.each] == [("Boris", 3), ("Ignat", 2)]
    alone = table.session.table.odds(Intent("attack", "Vera", ("Boris",), {"pool": 5}))
    assert alone is not None
    assert alone.each == ()


def test_a_rouse_check_is_one_die_and_with_the_better_of_two_a_pair_for_each() -> None:
    table = FifthEditionTable()
    for values, pool in (({}, 1), ({"two_dice": True}, 2), ({"checks": 3, "two_dice": True}, 6)):
        told = table.session.table.odds(Intent("rouse", targets=("Vera",), values=values))
        assert told is not None
        assert (told.pool, sum(part.value for part in told.parts)) == (pool, pool)


@pytest.mark.parametrize(
    ("lines", "intent", "dice", "needed"),
    [
        (["set Vera stamina 2"], Intent("cold_test", targets=("Vera",)), 4, 2),
        (["pass 1 hour", "cold_test Vera successes=2"], Intent("cold_test", targets=("Vera",)), 4, 3),
        ([], Intent("frenzy", targets=("Vera",)), 7, 2),
        ([], Intent("frenzy", targets=("Vera",), values={"difficulty": 4}), 7, 4),
        (["set Vera awareness 1", "torpor Vera"], Intent("wake", targets=("Vera",)), 3, 2),
        (["set Ignat health XXX.."], Intent("treat", "Ignat", ("Ignat",)), 5, 3),
    ],
)
def test_the_odds_of_a_test_are_those_of_its_pool_against_its_difficulty(
    lines: list[str], intent: Intent, dice: int, needed: int
) -> None:
    table = FifthEditionTable("cold Vera", "set Vera hunger 0", *lines)
    told = table.session.table.odds(intent)
    assert told is not None
    wins = {label.id: chance for label, chance in told.events if isinstance(label, Term)}["win"]
    made = chances.successes(dice)
    assert (told.pool, wins) == (dice, sum((part for number, part in made.items() if number >= needed), Fraction(0)))


@pytest.mark.parametrize("verb", ["contest", "attack"])
def test_the_odds_of_two_pools_against_each_other_are_those_of_every_throw(verb: str) -> None:
    counted: Counter[str] = Counter()
    for faces in product(range(1, 11), repeat=3):
        lead = dice.Throw(faces[:2]).successes - dice.Throw(faces[2:]).successes
        counted["attacker_ahead" if lead > 0 else "defender_ahead" if lead < 0 else "tie"] += 1
    table = FifthEditionTable("set Vera hunger 0")
    other = "against_pool" if verb == "contest" else "defence_pool"
    told = table.session.table.odds(Intent(verb, "Vera", ("Ignat",), {"pool": 2, other: 1}))
    assert told is not None
    assert {label.id: chance for label, chance in told.events if label.id in counted} == {
        name: Fraction(many, 1000) for name, many in counted.items()
    }


@pytest.mark.parametrize(
    ("hunger", "again", "chance"),
    # A 1 that lies still makes the failure bestial; a ten that lies still makes a pair messy.
    [("1", "2", Fraction(1, 2)), ("10", "10", Fraction(1, 10))],
)
def test_the_chance_of_a_reroll_reads_the_hunger_dice_that_lie_still(hunger: str, again: str, chance: Fraction) -> None:
    table = FifthEditionTable("set Vera hunger 1", f'roll Vera pool=2 faces="2 {hunger}"')
    fact = rolled(table.play(f"reroll Vera 2 faces={again}"), "Vera")
    assert Fraction(fact.chance or 0).limit_denominator(100) == chance
    assert fact.result == ("bestial_failure" if hunger == "1" else "messy_critical")


@pytest.mark.parametrize(("regular", "hunger"), [pool for pool in SMALL_POOLS if sum(pool) <= 3])
def test_the_ways_of_a_pool_are_those_of_every_throw(regular: int, hunger: int) -> None:
    throws = (dice.Throw(faces[:regular], faces[regular:]) for faces in product(range(1, 11), repeat=regular + hunger))
    counted = Counter((one.successes, one.tens > 1, 10 in one.hunger, 1 in one.hunger) for one in throws)
    assert chances.ways(regular, hunger) == counted
