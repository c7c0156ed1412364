"""Health comes back from the right, one mark at a time, each in the time of its kind."""

from hypothesis import given
from hypothesis import strategies as st

from tracker_wod import recovery as r

sorted_marks = st.lists(st.sampled_from("*X/."), min_size=1, max_size=12).map(
    lambda marks: "".join(sorted(marks, key="*X/.".index))
)


def until_clear(marks: str) -> int:
    healing = r.marks_until(marks, 0, len(marks))
    assert healing is not None
    return r.seconds_for(healing, {})


def test_the_rulebook_example_needs_fifteen_minutes_six_days_and_three_weeks() -> None:
    # Three aggravated, three lethal, one bashing (the section on healing).
    assert r.over_time("***XXX/", 15 * r.MINUTE, {}).marks == "***XXX."
    assert r.over_time("***XXX/", 6 * r.DAY + 15 * r.MINUTE, {}).marks == "***...."
    assert r.over_time("***XXX/", 27 * r.DAY + 15 * r.MINUTE, {}).marks == "......."
    assert until_clear("***XXX/") == 27 * r.DAY + 15 * r.MINUTE


def test_a_daily_bruise_does_not_keep_a_cut_open() -> None:
    # Ruling in WOD-HEAL-02: the time counted towards the heavier mark waits.
    first = r.over_time("X......", r.DAY, {})
    assert first.marks == "X......"
    second = r.over_time("X/.....", r.DAY, first.spent)
    assert second.marks == "X......"
    assert r.over_time(second.marks, 15 * r.MINUTE - 1, second.spent).marks == "X......"
    assert r.over_time(second.marks, 15 * r.MINUTE, second.spent).marks == "......."


def test_held_marks_stay_while_what_stands_before_them_heals() -> None:
    # WOD-HEAL-07: wounds of hunger wait, the cut beside them closes.
    mended = r.over_time("X///...", 2 * r.DAY + 15 * r.MINUTE, {}, held=2)
    assert (mended.marks, mended.healed) == ("//.....", "/X")
    assert r.by_points("X///...", 9, held=3) == ("///....", "X")
    assert r.marks_until("X///...", 2, 7) is None


@given(sorted_marks, st.integers(0, 60 * r.DAY), st.integers(0, 60 * r.DAY), st.integers(0, 4))
def test_healing_in_two_stretches_is_healing_in_one(marks: str, first: int, second: int, held: int) -> None:
    early = r.over_time(marks, first, {}, held)
    late = r.over_time(early.marks, second, early.spent, held)
    assert late == r.Mended(
        *(lambda whole: (whole.marks, whole.healed[len(early.healed) :], whole.spent))(
            r.over_time(marks, first + second, {}, held)
        )
    )


@given(sorted_marks, st.integers(0, 60 * r.DAY), st.integers(0, 4))
def test_healing_never_adds_and_keeps_the_row_sorted(marks: str, seconds: int, held: int) -> None:
    after = r.over_time(marks, seconds, {}, held).marks
    assert len(after) == len(marks)
    assert list(after) == sorted(after, key="*X/.".index)
    assert all(after.count(mark) <= marks.count(mark) for mark in "*X/")


@given(sorted_marks)
def test_the_time_until_clear_is_exact(marks: str) -> None:
    seconds = until_clear(marks)
    assert set(r.over_time(marks, seconds, {}).marks) <= {"."}
    if seconds:
        assert r.over_time(marks, seconds - 1, {}).marks.strip(".")
