"""What tests of rulesets share is known again, and forgotten where it is learned what each test alone reaches."""

from proofs.mutations import forget_what_is_kept
from tests.plugins.kept import KnownActs, kept_rules
from tests.plugins.test_contract import MODULES
from tests.plugins.typed_cases import Evening, Evenings
from tracker.api import Intent, TypedChance
from tracker.engine import Engine

ACTS = KnownActs(Engine(kept_rules(MODULES[0])))
EVENINGS = Evenings()


def test_acts_and_evenings_that_tests_share_are_known_until_they_are_forgotten() -> None:
    state, intent = ACTS.begun(), Intent("add", values={"name": "Ann"})
    known = ACTS.worked_out(state, intent, TypedChance(()))
    assert ACTS.worked_out(ACTS.begun(), intent, TypedChance(())) is known
    EVENINGS[MODULES[0]].append(Evening(MODULES[0], ["add Ann"]))
    forget_what_is_kept()
    assert ACTS.worked_out(state, intent, TypedChance(())) is not known
    assert ACTS.begun() is not state
    assert not EVENINGS


def test_an_evening_goes_on_from_one_that_began_alike_and_stands_as_if_it_had_not() -> None:
    first = Evening(MODULES[0], ["add Ann", "add Bob", "damage Bob 2 sharp"])
    second = Evening(MODULES[0], ["add Ann", "add Bob", "remove Bob"], [first])
    assert list(second.session.table.history.entries)[:2] == list(first.session.table.history.entries)[:2]
    assert second.state == Evening(MODULES[0], ["add Ann", "add Bob", "remove Bob"]).state
    assert set(first.state.characters) == {"Ann", "Bob"}
