"""The order of a turn, extra actions, and the turn's end in one act."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.plugins.tracker_night_wanderers.table import RULES, TestTable
from tests.tables import MemoryJournal
from tracker.api import Intent, MoreFaces, RandomChance, Refusal, Rolled, TypedChance, Value
from tracker.core.history import History
from tracker.table import Table
from tracker.text import Words
from tracker_night_wanderers.states import EXPOSURES


def names(table: TestTable) -> list[str]:
    return [place.who for place in table.state.order if place.slot == 0]


def three() -> TestTable:
    """Anna 5, Boris 6, Clara 9; nobody has powers."""
    table = TestTable()
    for name in ("Anna", "Boris", "Clara"):
        table.add(name, unarmed_combat=2, strength=2, dodging=2, physical_defence=2, health_max=25, blood_max=12)
    table.act("initiative", targets=("Anna", "Boris", "Clara"), faces=[2, 3, 1, 5, 4, 5])
    return table


def next_round(table: TestTable, faces: tuple[int, ...] = ()) -> None:
    chance = TypedChance(faces)
    running = table.state.round
    while table.state.round == running:
        table.act_with(chance, Intent("next"))
    assert not chance.left_over


def test_the_gain_from_a_dodge_counts_in_the_next_turn_only() -> None:
    table = three()
    table.act("next")
    table.act("strike", "Anna", ("Clara",), [1, 1, 6, 1, 1, 1], defending="dodge")
    assert table.character("Clara").count("initiative_next") == -1
    next_round(table)
    assert names(table) == ["Anna", "Boris", "Clara"]
    assert [place.value for place in table.state.order] == [5, 6, 8]
    assert table.character("Clara").count("initiative_change") == -1
    next_round(table)
    assert [place.value for place in table.state.order] == [5, 6, 9]
    assert table.character("Clara").count("initiative_change") == 0


def test_a_tie_that_a_gain_brings_about_is_rolled_for_that_turn_alone() -> None:
    table = three()
    table.act("next")
    table.act("strike", "Anna", ("Boris",), [1, 1, 6, 1, 1, 1], defending="dodge")
    next_round(table, (6, 1))
    assert names(table) == ["Boris", "Anna", "Clara"]
    next_round(table)
    assert names(table) == ["Anna", "Boris", "Clara"]


def test_whoever_ties_later_with_somebody_who_tied_for_one_turn_finds_no_dice_thrown() -> None:
    # NW-INIT-04 and -08.
    table = three()
    table.act("next")
    table.act("strike", "Anna", ("Boris",), [1, 1, 6, 1, 1, 1], defending="dodge")
    next_round(table, (6, 1))
    next_round(table)
    table.add("Dora")
    table.act("initiative", targets=("Dora",), faces=[2, 3, 2, 1])
    assert names(table) == ["Dora", "Anna", "Boris", "Clara"]


def test_a_tie_stays_settled_though_somebody_else_has_won_a_place_by_a_dodge() -> None:
    # NW-INIT-04, -08 and -09: both get Celerity, so that they move, and throw no dice again.
    table = three()
    table.act("initiative", targets=("Boris",), faces=[1, 4, 6, 2])
    assert names(table) == ["Boris", "Anna", "Clara"]
    table.act("next")
    for who in ("Anna", "Boris"):
        table.condition(who, "initial_celerity")
    table.act("strike", "Anna", ("Clara",), [1, 1, 6, 1, 1, 1], defending="dodge")
    next_round(table)
    assert names(table) == ["Boris", "Anna", "Clara"]
    assert [place.value for place in table.state.order[:3]] == [5, 5, 8]


def test_a_tie_that_was_settled_stays_settled() -> None:
    table = TestTable()
    for name in ("Anna", "Boris"):
        table.add(name)
    table.act("initiative", targets=("Anna", "Boris"), faces=[2, 3, 1, 4, 6, 2])
    assert names(table) == ["Boris", "Anna"]
    table.act("next")
    next_round(table)
    assert names(table) == ["Boris", "Anna"]


def test_a_newcomer_rolls_against_those_who_have_tied_already() -> None:
    table = TestTable()
    for name in ("Anna", "Boris", "Clara"):
        table.add(name)
    table.act("initiative", targets=("Anna", "Boris"), faces=[2, 3, 1, 4, 6, 2])
    table.act("initiative", targets=("Clara",), faces=[2, 3, 6, 1, 5])
    assert names(table) == ["Boris", "Anna", "Clara"]


def test_a_place_moved_by_hand_stays_until_something_changes_the_order() -> None:
    table = three()
    table.act("next")
    table.act("move", targets=("Clara",), anchor="Anna", where="before")
    next_round(table)
    assert names(table) == ["Clara", "Anna", "Boris"]


def test_a_power_switched_on_counts_from_the_next_turn_with_its_extra_action() -> None:
    table = three()
    table.act("next")
    table.act("discipline", "Clara", power="celerity", level="advanced")
    assert names(table) == ["Anna", "Boris", "Clara"]
    next_round(table)
    assert names(table) == ["Clara", "Anna", "Boris"]
    assert [(place.who, place.slot) for place in table.state.order[3:]] == [("Clara", 1), ("Clara", 2)]


def test_by_a_table_option_everybody_rolls_each_turn() -> None:
    table = three()
    table.act("option", initiative_roll="each_turn")
    table.act("next")
    next_round(table, (6, 6, 1, 1, 2, 2))
    assert names(table) == ["Boris", "Clara", "Anna"]
    with pytest.raises(MoreFaces):
        next_round(table)


def test_one_action_a_turn_and_one_more_with_celerity() -> None:
    table = three()
    table.condition("Anna", "initial_celerity", scene=True)
    table.act("next")
    for _ in range(2):
        table.act("strike", "Anna", ("Boris",), [1, 1, 1, 1])
    with pytest.raises(Refusal) as refused:
        table.act("strike", "Anna", ("Boris",), [1, 1, 1, 1])
    assert refused.value.reason.id == "nw.no_action_left"
    table.act("strike", "Anna", ("Boris",), [1, 1, 1, 1], free=True)
    table.act("strike", "Boris", ("Anna",), [1, 1, 1, 1])
    with pytest.raises(Refusal):
        table.act("dodge", "Boris")
    with pytest.raises(Refusal):
        table.act("heal", targets=("Boris",), amount=1)


def test_a_dodge_serves_against_every_attack_of_the_turn() -> None:
    table = three()
    table.act("next")
    table.act("dodge", "Clara")
    for attacker in ("Anna", "Boris"):
        table.act("strike", attacker, ("Clara",), [6, 6, 5, 1, 1, 1, 1], soak="decline", all_faces=False)
        assert [roll.what for roll in table.rolls()] == ["strike", "dodging"]
    next_round(table)
    table.act("strike", "Anna", ("Clara",), [1, 1, 1, 1])
    assert [roll.what for roll in table.rolls()] == ["strike", "physical_defence"]


def test_all_that_a_turn_end_sums_up_is_one_act_that_one_undo_takes_back() -> None:
    setting = TestTable()
    setting.add("Zoya", health_max=25, blood_max=12, blood=4, pa=2)
    setting.add("Guard", "human", health_max=10, health=-2)
    setting.add("Cow", "cow", blood_max=5)
    setting.begin_fight()
    setting.act("expose", targets=("Zoya",), source="direct_sunlight")
    setting.act("expose", targets=("Zoya",), source="big_fire")
    setting.act("drink", "Zoya", ("Cow",), steadily=True)
    history = History(setting.state)
    table = Table(history, RULES, MemoryJournal(), Words("en", RULES.catalogue), RandomChance(1))
    before = table.state
    while table.state.round == before.round:
        last = table.state
        table.act(Intent("next"), "next")
    after = table.state
    assert after.characters["Zoya"].pools["health"].value == 23
    assert after.characters["Guard"].pools["health"].value == -3
    assert [prompt.id for prompt in after.due] == ["frenzy:Zoya:sun"]
    assert after.seconds == before.seconds + 3
    table.undo()
    assert table.state == last
    table.redo()
    assert table.state == after
    while table.state.round == after.round:
        table.act(Intent("next"), "next")
    assert table.state.characters["Cow"].pools["blood"].value == 3
    assert table.state.characters["Zoya"].pools["blood"].value == 6


def test_two_sources_on_one_turn_end_are_one_wound() -> None:
    table = TestTable({"deep_overflow": "final_death"})
    table.add("Zoya", health_max=25, health=2)
    for source in ("direct_sunlight", "big_fire"):
        table.act("expose", targets=("Zoya",), source=source)
    table.end_turns()
    assert table.words("Zoya")[0] == "torpor"
    table.end_turns()
    assert table.words("Zoya") == ["final_death"]


def test_with_the_option_each_tick_is_soaked_by_itself() -> None:
    table = TestTable({"fortitude_single_point": "cancels"})
    table.add("Zoya", health_max=25, fortitude=1, physical_defence=1)
    for source in ("direct_sunlight", "big_fire"):
        table.act("expose", targets=("Zoya",), source=source)
    table.end_turns(1, [5, 4])
    assert table.character("Zoya").pools["health"].value == 24


def test_a_shelter_starts_the_slow_count_anew() -> None:
    table = TestTable()
    table.add("Zoya", health_max=25)
    table.act("expose", targets=("Zoya",), source="indirect_sunlight")
    table.end_turns()
    table.act("shelter", targets=("Zoya",))
    table.act("expose", targets=("Zoya",), source="indirect_sunlight")
    table.end_turns()
    assert table.character("Zoya").pools["health"].value == 25
    table.end_turns()
    assert table.character("Zoya").pools["health"].value == 24


def test_a_runner_who_falls_does_not_get_there() -> None:
    table = TestTable()
    table.add("Archer", "human", fa=2)
    table.add("Thief", "human", health_max=10, health=4, dodging=1)
    table.begin_fight()
    table.act("shoot", "Archer", ("Thief",), [6, 6], range="long_range", defending="straight_run")
    table.end_turns()
    assert table.state.scene["range:Archer:Thief"] == "long_range"


def test_initiative_for_all_leaves_the_dead_out() -> None:
    table = TestTable()
    table.add("Anna")
    table.add("Otto")
    table.condition("Otto", "final_death")
    table.act("initiative", targets=("Anna", "Otto"), faces=[1, 2])
    assert names(table) == ["Anna"]
    assert len([fact for fact in table.last.facts if isinstance(fact, Rolled)]) == 1


@trying(8)
@given(
    st.lists(st.sampled_from(EXPOSURES), max_size=3, unique=True),
    st.integers(0, 14),
    st.integers(-9, 10),
    st.integers(1, 40),
    st.fixed_dictionaries(
        {
            "slow_exposure": st.sampled_from(["second", "first"]),
            "health_level": st.sampled_from(["point", "band"]),
            "deep_overflow": st.sampled_from(["torpor", "final_death"]),
        }
    ),
)
def test_time_outside_a_fight_does_what_its_turns_would_do(
    sources: list[str], vampire: int, human: int, turns: int, options: dict[str, Value]
) -> None:
    in_turns, at_once = TestTable(options), TestTable(options)
    for table in (in_turns, at_once):
        table.add("Zoya", health_max=14, health=vampire)
        table.add("Guard", "human", health_max=10, health=human)
        for source in sources:
            table.act("expose", targets=("Zoya",), source=source, sure=True)
    in_turns.end_turns(turns)
    at_once.act("pass", seconds=3 * turns)
    for who in ("Zoya", "Guard"):
        assert at_once.character(who).pools == in_turns.character(who).pools
        assert at_once.words(who) == in_turns.words(who)
        assert at_once.character(who).conditions.keys() == in_turns.character(who).conditions.keys()
    assert at_once.state.seconds == in_turns.state.seconds == 3 * turns


def test_the_turn_of_one_fight_burns_and_moves_nobody_in_another() -> None:
    table = TestTable()
    for who in ("Zoya", "Viktor", "Otto"):
        table.add(who, health_max=25)
        table.act("expose", targets=(who,), source="direct_sunlight")
    table.add("Guard", "human", health_max=10)
    table.act("initiative", targets=("Zoya", "Viktor"), **{"total:Zoya": 1, "total:Viktor": 2})
    table.act("next")
    table.act("dodge", "Zoya", stance="straight_run", other="Viktor")
    table.act("fight", name="yard", people=("Otto", "Guard"))
    table.act("initiative", targets=("Otto", "Guard"), **{"total:Otto": 1, "total:Guard": 2})
    for _ in range(3):
        table.act("next")
    assert [table.character(who).pools["health"].value for who in ("Zoya", "Viktor", "Otto")] == [25, 25, 24]
    assert "range:Viktor:Zoya" not in table.state.scene
    table.act("fight", name="first")
    for _ in range(2):
        table.act("next")
    assert [table.character(who).pools["health"].value for who in ("Zoya", "Viktor", "Otto")] == [24, 24, 24]
    assert table.state.scene["range:Viktor:Zoya"] == "contact"
