"""Tracks are sorted, never longer than they are, and lose nothing silently; healing never adds."""

from hypothesis import given
from hypothesis import strategies as st

from tracker_vtm5 import marks

COUNTS = st.tuples(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12)).filter(any)
NUMBERS = st.integers(0, 40)


def track(counts: tuple[int, int, int]) -> str:
    return marks.sorted_marks(*counts)


@given(COUNTS, NUMBERS, NUMBERS, st.booleans(), st.booleans())
def test_placing_keeps_length_and_order_and_accounts_for_every_mark(
    counts: tuple[int, int, int], crosses: int, slashes: int, over_slash: bool, lose_rest: bool
) -> None:
    before = track(counts)
    placed = marks.place(before, crosses, slashes, over_slash=over_slash, lose_rest=lose_rest)
    assert len(placed.marks) == len(before)
    assert placed.marks == "".join(sorted(placed.marks, key="X/.".index))
    newly_filled = before.count(".") - placed.marks.count(".")
    assert newly_filled + placed.converted + len(placed.lost) == crosses + slashes
    assert placed.marks.count("X") >= before.count("X")


@given(COUNTS, st.integers(1, 40))
def test_by_default_a_mark_is_only_lost_on_nothing_but_crosses(counts: tuple[int, int, int], slashes: int) -> None:
    placed = marks.place(track(counts), 0, slashes)
    assert not placed.lost or set(placed.marks) == {"X"}


@given(COUNTS, NUMBERS, NUMBERS)
def test_one_hit_or_mark_by_mark_comes_to_the_same(counts: tuple[int, int, int], crosses: int, slashes: int) -> None:
    one_by_one = track(counts)
    for _ in range(crosses):
        one_by_one = marks.place(one_by_one, 1, 0).marks
    for _ in range(slashes):
        one_by_one = marks.place(one_by_one, 0, 1).marks
    assert marks.place(track(counts), crosses, slashes).marks == one_by_one


@given(COUNTS, NUMBERS, NUMBERS)
def test_healing_never_adds(counts: tuple[int, int, int], crosses: int, slashes: int) -> None:
    before = track(counts)
    after = marks.without(before, crosses, slashes)
    assert len(after) == len(before)
    assert before.count("X") - after.count("X") == min(crosses, before.count("X"))
    assert before.count("/") - after.count("/") == min(slashes, before.count("/"))


@given(COUNTS, st.integers(1, 40), st.booleans())
def test_a_track_of_another_length_loses_the_lightest_and_tells_what(
    counts: tuple[int, int, int], size: int, convert: bool
) -> None:
    before = track(counts)
    after = marks.resized(before, size, convert=convert)
    assert len(after.marks) == size
    marked = len(before) - before.count(".")
    told = len(after.lost) + after.converted
    assert marked - told == len(after.marks) - after.marks.count(".")


@given(COUNTS)
def test_capacity_is_what_leaves_a_trace(counts: tuple[int, int, int]) -> None:
    before = track(counts)
    possible = marks.capacity(before)
    assert not marks.place(before, 0, possible).lost
    assert marks.place(before, 0, possible + 1).lost
