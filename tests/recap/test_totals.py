"""The figures of an evening are those that one counts by hand in its log."""

from datetime import timedelta

import pytest

from tests.tables import EPOCH, memory_session, play
from tracker.core import facts as f
from tracker.core.history import Entry, History
from tracker.core.messages import Term, message
from tracker.core.state import Place, Pool, State, Status, Track
from tracker.opening import load_rules, review_session
from tracker.recap.luck import Luck, luck_of
from tracker.recap.steps import steps_of
from tracker.recap.totals import Harm, PersonTotals, Totals, gauge_lines, totals_of
from tracker.resources import examples_folder


def added(who: str) -> f.CharacterAdded:
    return f.CharacterAdded(who, who, "hero", tracks={"health": Track(".....")}, pools={"blood": Pool(5, 5)})


def hurt(who: str, before: str, after: str, amount: int, by: str = "") -> f.TrackSet:
    return f.TrackSet(who, "health", Track(before), Track(after), damage_type="lethal", amount=amount, by=by)


def history_of(*acts: tuple[f.Fact, ...], verb: str = "act", who: str = "", seconds: int = 60) -> History:
    history = History(State())
    for number, facts in enumerate(acts, 1):
        head = message("head.on", verb=Term(f"verb.{verb}"), who=who, list=("B",)) if who else None
        entry = Entry(
            number, EPOCH + timedelta(seconds=seconds * number), history.state.round, verb, "", (), facts, head
        )
        history.append(entry)
    return history


def totals(*acts: tuple[f.Fact, ...], verb: str = "act", who: str = "") -> Totals:
    return totals_of(steps_of(history_of(*acts, verb=verb, who=who)))


def of(totals: Totals, name: str) -> PersonTotals:
    return next(person for person in totals.people if person.name == name)


PEOPLE = (added("A"), added("B"))
LETHAL = Harm("health", "lethal")


def test_harm_counts_for_whoever_dealt_it_and_whoever_took_it() -> None:
    counted = totals(PEOPLE, (hurt("B", ".....", "XX...", 2, by="A"),), (hurt("B", "XX...", "XXX..", 1),))
    assert of(counted, "A").dealt == {LETHAL: 2}
    assert of(counted, "B").taken == {LETHAL: 3}
    assert counted.harm_between == {("A", "B"): 2, ("", "B"): 1}


def test_what_somebody_does_to_themselves_is_a_price() -> None:
    counted = totals(PEOPLE, (hurt("A", ".....", "X....", 1, by="A"),))
    assert of(counted, "A").spent == {"health": 1}
    assert not of(counted, "A").taken


def test_what_the_game_master_sets_by_hand_is_no_harm() -> None:
    counted = totals(PEOPLE, (hurt("B", ".....", "XXXXX", 5),), verb="set")
    assert not of(counted, "B").taken


def test_a_pool_that_says_how_hurt_somebody_is_counts_as_harm_and_healing() -> None:
    down = f.PoolSet("B", "blood", Pool(5, 5), Pool(2, 5), vital=True, by="A")
    up = f.PoolSet("B", "blood", Pool(2, 5), Pool(3, 5), vital=True)
    counted = totals(PEOPLE, (down,), (up,))
    assert of(counted, "A").dealt == {Harm("blood", ""): 3}
    assert of(counted, "B").healed == {"blood": 1}


def test_other_pools_are_spent_and_gained() -> None:
    counted = totals(
        PEOPLE, (f.PoolSet("A", "blood", Pool(5, 5), Pool(3, 5)),), (f.PoolSet("A", "blood", Pool(3, 5), Pool(4, 5)),)
    )
    assert (of(counted, "A").spent, of(counted, "A").gained) == ({"blood": 2}, {"blood": 1})


def test_who_felled_whom_and_for_how_many_rounds_they_were_out() -> None:
    order = f.OrderSet((Place("A", 9), Place("B", 3)))
    down = f.StatusSet("B", (Status("dead", can_act=False),))
    counted = totals(
        PEOPLE,
        (order, f.RoundBegun(1)),
        (hurt("B", ".....", "XXXXX", 5, by="A"), down),
        (f.RoundBegun(2),),
        (f.RoundBegun(3),),
    )
    assert of(counted, "A").felled == ("B",)
    assert (of(counted, "B").fell, of(counted, "B").felled_by, of(counted, "B").rounds_out) == (1, ("A",), 2)
    assert counted.round_seconds == (120, 60)


def test_what_was_undone_counts_nothing() -> None:
    counted = totals(PEOPLE, (hurt("B", ".....", "XX...", 2, by="A"),), (f.Undone(2),))
    assert not of(counted, "B").taken


def test_in_an_older_session_the_one_who_acted_did_the_harm_or_the_one_who_struck_back() -> None:
    blow = (f.Rolled("A", "strike", 3, (6,)), hurt("B", ".....", "X....", 1))
    back = (f.Rolled("A", "strike", 3, (6,)), f.Rolled("B", "strike", 3, (6,)), hurt("A", ".....", "X....", 1))
    counted = totals(PEOPLE, blow, back, who="A")
    assert counted.harm_between == {("A", "B"): 1, ("B", "A"): 1}


# ---------------------------------------------------------------------- luck


def rolls(*differences: float) -> list[f.Rolled]:
    return [f.Rolled("A", "roll", 5, (1,), successes=round(2 + one), expected=2.0) for one in differences]


@pytest.mark.parametrize(
    ("differences", "word"),
    [
        ((2, 2), "too-few"),
        ((2, -2, 2, -2, 0), "average"),
        ((0, 0, 0, 0, 0), "average"),
        ((2, 2, 2, 2, 2), "very-lucky"),
        ((-2, -2, -2, -2, -2), "very-unlucky"),
        ((2, 2, 2, -1, 0), "lucky"),
        ((-2, -2, -2, 1, 0), "unlucky"),
    ],
)
def test_luck_has_a_plain_word(differences: tuple[float, ...], word: str) -> None:
    assert luck_of(rolls(*differences)).word == word


def test_streaks_are_the_longest_runs_above_and_below_the_average() -> None:
    luck = luck_of(rolls(1, 1, 0, -1, -1, -1, 1))
    assert (luck.longest_good, luck.longest_bad) == (2, 3)


def test_a_roll_whose_average_nobody_knows_is_only_counted() -> None:
    luck = luck_of([f.Rolled("A", "roll", 5, (1,), successes=4), *rolls(1)])
    assert (luck.rolls, luck.measured, luck.came, luck.expected) == (2, 1, 3, 2.0)
    assert luck_of([]) == Luck()


def test_a_total_counts_where_there_is_no_target_and_successes_where_there_is() -> None:
    total = f.Rolled("A", "initiative", 2, (3, 4), total=7, expected=7.0)
    drawn = f.Rolled("A", "attack", 5, ("7H",), total=12, target=10, successes=1, expected=0.5)
    assert luck_of([total, drawn]).came == 8


# ---------------------------------------------------------------------- gauges over the rounds


def test_a_gauge_has_a_point_at_the_end_of_each_round() -> None:
    lines = gauge_lines(
        steps_of(
            history_of(
                PEOPLE,
                (f.RoundBegun(1),),
                (hurt("B", ".....", "XX...", 2),),
                (f.RoundBegun(2),),
                (hurt("B", "XX...", "XXXXX", 3),),
            )
        )
    )
    assert [(line.name, line.gauge, line.points) for line in lines] == [("B", "health", (1.0, 0.6, 0.0))]


# ---------------------------------------------------------------------- the examples, counted by hand


def test_the_corridor_fight_comes_to_what_its_log_says() -> None:
    session = review_session(examples_folder() / "example-fight.toml", (), "en")
    counted = totals_of(steps_of(session.table.history))
    david, killer, gunman = (of(counted, name) for name in ("David", "Killer", "Gunman"))
    assert david.dealt == {Harm("health", "bashing"): 5}  # a kick for 4, a blow for 1
    assert killer.dealt == {LETHAL: 3}  # one shot for 2, the knife for 1
    assert gunman.dealt == {LETHAL: 11}  # David 1, 1 and 1; Killer, who stands beside him, 4 and 4
    assert david.taken == {LETHAL: 6}
    assert gunman.taken == {LETHAL: 14, Harm("health", "bashing"): 3}  # Nadia 3, fire 2 and 2, bleeding 7; the blast 3
    assert counted.harm_between["Nadia", "Gunman"] == 3
    assert gunman.felled == ("Killer",)
    assert david.spent == {"willpower": 1}
    assert gunman.spent == {"rounds-smg-small": 26}  # 3, 3 and 20 rounds
    assert david.healed == {"health": 6}
    assert (counted.scenes, counted.rounds) == (4, 11)


@pytest.mark.parametrize("ruleset", ["world-of-darkness", "vtm5", "night-wanderers", "ukraine-by-night"])
def test_several_who_are_hurt_by_nobody_and_roll_to_withstand_it_have_not_hurt_each_other(ruleset: str) -> None:
    session = memory_session(load_rules(ruleset, (), ()))
    play(session, "add Wolf", "add Ivan", "damage Wolf,Ivan 4", "damage Ivan 3")
    between = totals_of(steps_of(session.table.history)).harm_between
    assert {by for by, _ in between} == {""}, between
