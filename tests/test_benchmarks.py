"""The benchmarks: what has become worse since another commit is told."""

from dataclasses import asdict

from benchmarks.figures import Times, taking_turns
from benchmarks.run import MOST_WORSENING, line_of, worsened
from benchmarks.screen import SMALL, bytes_figure


def test_a_key_that_costs_more_than_it_did_is_told_however_many_bytes_it_sends() -> None:
    before = [asdict(bytes_figure("80×24 cursor", 100, 90, SMALL))]
    worse = bytes_figure("80×24 cursor", 130, 90, SMALL)
    assert list(worsened([worse], before)) == ["bytes: 80×24 cursor: 1.44, was 1.11"]
    assert not list(worsened([bytes_figure("80×24 cursor", int(100 * MOST_WORSENING), 90, SMALL)], before))


def test_the_table_tells_the_bytes_too() -> None:
    assert "cursor (130 B)" in line_of(bytes_figure("80×24 cursor", 130, 90, SMALL))


def test_a_machine_that_is_slow_for_a_while_changes_no_ratio() -> None:
    speed = (1.0, 1.0, 2.0, 2.0, 1.5, 1.0, 2.0)
    ours = Times(tuple(30 * slow for slow in speed))
    theirs = Times((20.0, 90.0, *(20 * slow for slow in speed[2:])))  # and once something else came in between
    assert ours.against(theirs) == 1.5


def test_samples_take_turns_in_both_directions() -> None:
    order: list[str] = []
    taken = taking_turns([lambda: order.append("a") or 1.0, lambda: order.append("b") or 2.0], 3)
    assert order == ["a", "b", "b", "a", "a", "b"]
    assert taken == [Times((1.0,) * 3), Times((2.0,) * 3)]
