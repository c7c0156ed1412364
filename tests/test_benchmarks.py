"""The benchmarks: what has become worse since another commit is told."""

from dataclasses import asdict

from benchmarks.run import MOST_WORSENING, line_of, worsened
from benchmarks.screen import SMALL, bytes_figure


def test_a_key_that_costs_more_than_it_did_is_told_however_many_bytes_it_sends() -> None:
    before = [asdict(bytes_figure("80×24 cursor", 100, 90, SMALL))]
    worse = bytes_figure("80×24 cursor", 130, 90, SMALL)
    assert list(worsened([worse], before)) == ["bytes: 80×24 cursor: 1.44, was 1.11"]
    assert not list(worsened([bytes_figure("80×24 cursor", int(100 * MOST_WORSENING), 90, SMALL)], before))


def test_the_table_tells_the_bytes_too() -> None:
    assert "cursor (130 B)" in line_of(bytes_figure("80×24 cursor", 130, 90, SMALL))
