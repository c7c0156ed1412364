"""The canvas repaints what differs and nothing else."""

from hypothesis import given
from hypothesis import strategies as st

from tracker.ui.canvas import changed_cells
from tracker.ui.paint import Line, Span

WIDTH = 20

spans = st.builds(Span, st.text("ab é", min_size=1, max_size=4), st.sampled_from(["text", "dim"]))
lines = st.builds(Line, st.lists(spans, max_size=5).map(tuple), st.sampled_from(["", "", "cursor"]))


def cells(line: Line) -> list[tuple[str, str, str]]:
    """What stands in each cell of a line: the sign, its tone and what lies under it."""
    shown = [(sign, span.tone, line.ground) for span in line.spans for sign in span.text]
    return [*shown, *[(" ", "text", line.ground)] * (WIDTH - len(shown))]


@given(lines, lines)
def test_what_is_not_repainted_is_right_already(old: Line, new: Line) -> None:
    start, end = changed_cells(old, new, WIDTH)
    assert 0 <= start <= end <= WIDTH
    before, after = cells(old), cells(new)
    assert [*before[:start], *after[start:end], *before[end:]] == after


def test_only_the_piece_that_differs_is_repainted() -> None:
    row = (Span("David ", "text"), Span("/......", "warning"), Span("  Will", "dim"))
    hurt = (row[0], Span("X/.....", "warning"), row[2])
    assert changed_cells(Line(row), Line(hurt), WIDTH) == (6, 13)
    assert changed_cells(Line(row), Line(row[:1]), WIDTH) == (6, WIDTH)


def test_a_line_with_wide_signs_is_repainted_whole() -> None:
    assert changed_cells(Line((Span("龍 "), Span("1"))), Line((Span("龍 "), Span("2"))), WIDTH) == (0, WIDTH)
    assert changed_cells(Line((Span("e\u0301 "), Span("1"))), Line((Span("e\u0301 "), Span("2"))), WIDTH) == (0, WIDTH)
