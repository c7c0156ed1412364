"""The turn order: the pointer is a person, and everybody acts once a round."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.tables import memory_session, play, try_line
from tracker.core.order import next_place, sorted_order, with_place
from tracker.core.state import Place

EDITS = st.sampled_from(
    [
        "move Ann before Bob", "move Bob after Cid", "move Cid before Ann", "initiative Dora=7", "initiative Ann=1",
        "initiative Bob=20", "hide Bob", "rename Cid Cecil", "leave Dora", "side Ann foe", "add Eve",
        "initiative Eve=9",
    ]
)  # fmt: skip


@given(st.lists(st.tuples(st.integers(0, 3), EDITS), max_size=8))
@trying(25)
def test_edits_of_the_order_never_move_the_pointer_and_everybody_acts_once_a_round(
    edits: list[tuple[int, str]],
) -> None:
    session = play(
        memory_session(), "add Ann", "add Bob", "add Cid", "add Dora", "initiative Ann=9 Bob=7 Cid=5 Dora=3", "next"
    )
    turns: Counter[str] = Counter({session.table.state.current: 1})
    gone: set[str] = set()
    joined: set[str] = set()
    round_number = session.table.state.round
    for moves, edit in [*edits, (9, "note end")]:
        for _ in range(moves):
            if next_place(session.table.state) is None:
                break
            play(session, "next")
            turns[session.table.state.current] += 1
        current, order = session.table.state.current, {place.who for place in session.table.state.order}
        if not (edit == "leave Dora" and current == "Dora") and try_line(session, edit):
            assert session.table.state.current == current
            after = {place.who for place in session.table.state.order}
            gone |= order - after
            joined |= after - order
    assert session.table.state.round == round_number
    for place in session.table.state.order:
        if place.who not in gone | joined:
            assert turns[place.who] == 1, place.who
    turns.pop("Dora", None)  # whoever left and was given a new place has a new turn
    assert max(turns.values()) == 1


def test_the_next_turn_goes_to_the_next_person_when_the_acting_one_is_removed() -> None:
    session = play(memory_session(), "add Ann", "add Bob", "add Cid", "initiative Ann=9 Bob=7 Cid=5", "next", "next")
    assert session.table.state.current == "Bob"
    play(session, "remove Bob")
    assert session.table.state.current == ""
    play(session, "next")
    assert session.table.state.current == "Cid"


def test_somebody_who_cannot_act_is_passed_over() -> None:
    session = play(
        memory_session(), "add Ann", "add Bob toughness=2", "add Cid", "initiative Ann=9 Bob=7 Cid=5", "next"
    )
    play(session, "damage Bob 2 blunt", "next")
    assert session.table.state.current == "Cid"


def test_a_granted_turn_comes_at_the_end_of_this_round_only() -> None:
    session = play(memory_session(), "add Ann", "add Bob", "initiative Ann=9 Bob=7", "next", "turn Ann")
    order = []
    for _ in range(5):
        play(session, "next")
        order.append((session.table.state.round, session.table.state.current))
    assert order == [(1, "Bob"), (1, "Ann"), (2, "Ann"), (2, "Bob"), (3, "Ann")]


def test_a_jump_lets_who_was_acting_keep_his_turn() -> None:
    session = play(memory_session(), "add Ann", "add Bob", "initiative Ann=9 Bob=7", "next", "jump Bob", "next")
    assert session.table.state.current == "Ann"


def test_durations_count_rounds_turns_and_time() -> None:
    session = play(memory_session(), "add Ann", "add Bob", "initiative Ann=9 Bob=7", "next")
    play(
        session,
        "condition Bob dazzled rounds=1",
        "condition Bob warded turns=1 clock=Ann",
        "condition Ann drunk minutes=30",
    )
    kinds = lambda who: set(session.table.state.characters[who].conditions)  # noqa: E731
    play(session, "next")
    assert kinds("Bob") == {"dazzled"}
    play(session, "next")
    assert kinds("Bob") == set()
    play(session, "pass 20 minutes")
    assert session.table.state.characters["Ann"].conditions["drunk"].left == 600
    play(session, "pass 10 minutes")
    assert kinds("Ann") == set()


@given(
    st.lists(st.tuples(st.text("abc", min_size=1), st.integers(0, 5), st.integers(0, 3)), unique_by=lambda row: row[0])
)
def test_sorting_puts_high_values_first_and_keeps_equals_as_they_are(rows: list[tuple[str, int, int]]) -> None:
    places = [Place(who, value, (tie,)) for who, value, tie in rows]
    ordered = sorted_order(places)
    assert [(place.value, place.tie) for place in ordered] == sorted(
        ((place.value, place.tie) for place in places), reverse=True
    )
    for key in {(place.value, place.tie) for place in places}:
        alike = [place for place in places if (place.value, place.tie) == key]
        assert [place for place in ordered if (place.value, place.tie) == key] == alike


def test_a_newcomer_stands_behind_his_equals() -> None:
    order = (Place("Ann", 9), Place("Bob", 7), Place("Cid", 5))
    assert [place.who for place in with_place(order, Place("Dora", 7))] == ["Ann", "Bob", "Dora", "Cid"]


def test_without_initiative_everybody_acts_in_the_order_of_joining() -> None:
    session = play(memory_session(), "add Ann", "add Bob", "next")
    assert (session.table.state.round, session.table.state.current) == (1, "Ann")
    play(session, "next")
    assert session.table.state.current == "Bob"
    play(session, "initiative Bob=9")
    assert [place.who for place in session.table.state.order] == ["Bob", "Ann"]
    assert not try_line(memory_session(), "next")
