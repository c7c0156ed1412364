"""The deck, typed cards, and odds that agree with drawing every pair of cards (UBN-DICE-01 to UBN-DICE-17)."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plugins.tracker_ukraine_by_night.fights import fight, last_rolls, last_story, refusal, then
from tracker.core.chance import BadFace, MoreFaces, RandomChance
from tracker_ukraine_by_night.cards import DECK, DrawRules, draw_test, read_cards
from tracker_ukraine_by_night.odds import chances, outcomes

test_rules = st.builds(
    DrawRules,
    difficulty=st.integers(1, 30),
    ten_succeeds=st.booleans(),
    fixed_bands=st.booleans(),
    second_ace=st.sampled_from([0, 1]),
)


def test_the_deck_has_forty_different_cards() -> None:
    assert len(set(DECK)) == 40
    assert sum(card.startswith("10") for card in DECK) == 4


@given(ability=st.integers(-5, 30), rules=test_rules)
def test_odds_agree_with_walking_all_pairs_of_cards(ability: int, rules: DrawRules) -> None:
    """Every ordered pair is equally likely; the second card counts where the first brings it."""
    counted = Counter(read_cards(ability, pair, rules).successes for pair in permutations(DECK, 2))
    known = chances(ability, (), rules)
    assert sum(counted.values()) == 40 * 39
    for successes, probability in enumerate(known.at_least, 1):
        walked = sum(count for made, count in counted.items() if made >= successes)
        assert probability == Fraction(walked, 40 * 39)
    assert max(counted) == len(known.at_least)


@given(ability=st.integers(-100, 100), rules=test_rules)
def test_all_that_may_come_of_a_draw_adds_up_to_one(ability: int, rules: DrawRules) -> None:
    assert sum(probability for _, probability in outcomes(ability, rules)) == 1
    known = chances(ability, (), rules)
    assert sum(probability for _, probability in known.events[:3]) == 1
    assert list(known.at_least) == sorted(known.at_least, reverse=True)


@given(ability=st.integers(-5, 30), seed=st.integers(0, 10_000))
def test_a_drawn_test_never_holds_one_card_twice_and_never_three(ability: int, seed: int) -> None:
    cards = draw_test(RandomChance(seed), (ability,), "test", "Anna")
    assert len(set(cards)) == len(cards) <= 2
    assert (len(cards) == 2) is (ability > 0 and cards[0].startswith("10"))


@pytest.mark.parametrize(
    ("typed", "faces"),
    [
        ("10H 8S", ("10H", "8S")),
        ("10h,8s", ("10H", "8S")),
        ("10♥ 8♠", ("10H", "8S")),
        ("10Ч 8П", ("10H", "8S")),
        ("10 8", ("10", "8")),
        ("10 10", ("10", "10")),
        ("10H 10S", ("10H", "10S")),
        ("10 1", ("10", "A")),
        ("10 1D", ("10", "AD")),
        ("10 ТТ", ("10", "AC")),
        ("10 of hearts, ace of clubs", ("10H", "AC")),
        ("10 spades 7 diamonds", ("10S", "7D")),
        ("10 пик туз червей", ("10S", "AH")),
    ],
)
def test_cards_may_be_typed_with_or_without_their_suit(typed: str, faces: tuple[str, ...]) -> None:
    session = fight("add Anna", f'test ability=7 by=Anna faces="{typed}"')
    (rolled,) = last_rolls(session)
    assert rolled.faces + rolled.again == faces
    assert rolled.typed


@pytest.mark.parametrize("typed", ["11H", "0", "10H 10H", "JS", "10HH", "🂡", "A5"])
def test_what_is_in_no_deck_cannot_be_typed(typed: str) -> None:
    session = fight("add Anna")
    with pytest.raises(BadFace):
        then(session, f'test ability=7 by=Anna faces="{typed}"')


def test_the_second_card_is_asked_for_only_where_it_counts() -> None:
    session = fight("add Anna")
    with pytest.raises(MoreFaces) as more:
        then(session, "test ability=1 by=Anna faces=10H")
    assert (more.value.count, more.value.sides) == (1, 0)
    then(session, "test ability=0 by=Anna faces=10H")
    assert last_rolls(session)[0].successes == 1


def test_the_log_says_what_came_of_it_then_the_sum_and_who_drew() -> None:
    session = fight("add Anna", 'test ability=7 by=Anna storyteller faces="10H 8S"')
    story = last_story(session)
    assert story == (
        "Anna, test: 6 successes. Ability 7 + Storyteller's card 10 + extra card 8 = 25 against 10 (ready Ability 7)"
    )


def test_the_log_speaks_russian_with_its_plurals() -> None:
    session = fight("add Анна", 'проверка ability=7 by=Анна faces="10H 8S"', language="ru")
    story = last_story(session)
    assert story.startswith("Анна, проверка: 6 успехов. Способность 7 + карта 10 + ПДК 8 = 25 против 10")


def test_named_modifiers_stand_in_the_log_bonuses_first() -> None:
    session = fight(
        "add Anna dexterity=3 drive=2",
        'test dexterity drive -1 modifiers="storm -4, good tyres 2" equipment=1 by=Anna faces=9H',
    )
    (rolled,) = last_rolls(session)
    assert [(str(part.label), part.value) for part in rolled.parts if isinstance(part.label, str)] == [
        ("good tyres", 2),
        ("storm", -4),
    ]
    values = [part.value for part in rolled.parts]
    assert values == [3, 2, 1, 2, -4, -1]
    assert sum(values) == rolled.pool == 3


@pytest.mark.parametrize(
    ("option", "skill", "penalty"), [("free", "stealth", 0), ("penalty", "stealth", 1), ("penalty", "occult", 3)]
)
def test_an_untrained_skill_costs_what_the_table_says(option: str, skill: str, penalty: int) -> None:
    session = fight("add Anna", f"test wits {skill} by=Anna faces=9H", untrained=option)
    assert last_rolls(session)[0].pool == 2 - penalty


def test_a_test_on_nothing_is_refused() -> None:
    assert "Attribute" in refusal(fight("add Anna"), "test by=Anna faces=9H")


def test_modifiers_without_a_number_are_refused() -> None:
    assert "storm" in refusal(fight("add Anna"), 'test wits modifiers="storm" by=Anna faces=9H')
