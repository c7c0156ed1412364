"""Lines: never wider than they may be, cut by the cells that signs take, and never read as markup."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import NASTY_NAMES
from tracker.ui.glyphs import FULL, glyphs_for, plain
from tracker.ui.paint import BLANK, TONES, Line, Palette, Pen, Span, cut, rule_line, width_of, wrap, wrap_at_most
from tracker.ui.terminal import Terminal


def test_text_is_cut_by_cells_not_by_characters() -> None:
    assert cut("李小龙", 6, "…") == "李小龙"
    assert cut("李小龙", 5, "…") == "李小…"
    assert cut("李小龙", 4, "…") == "李…"
    assert cut("abcdef", 4, "…") == "abc…"
    assert cut("abc", 0, "…") == ""


@given(st.text(alphabet="ab  яж漢", max_size=80), st.integers(3, 20), st.integers(1, 4))
def test_a_text_that_is_cut_to_some_lines_says_so(text: str, cells: int, most: int) -> None:
    lines = wrap_at_most(text, cells, most, "…")
    assert len(lines) <= most
    assert all(width_of(line) <= cells for line in lines)
    assert lines == wrap(text, cells) or lines[-1].endswith("…")


@given(st.text(max_size=60), st.integers(1, 20))
def test_wrapped_lines_fit_and_lose_no_word(text: str, cells: int) -> None:
    shown = FULL.shown(text)
    lines = wrap(shown, max(cells, 2))
    assert all(width_of(line) <= max(cells, 2) for line in lines)
    assert "".join(lines).replace(" ", "") == shown.replace(" ", "")


@given(st.lists(st.tuples(st.text(max_size=30), st.sampled_from(TONES)), max_size=6), st.integers(1, 60))
def test_a_pen_never_writes_beyond_its_width(pieces: list[tuple[str, str]], width: int) -> None:
    pen = Pen(width, FULL)
    for text, tone in pieces:
        pen.write(text, tone).gap()  # type: ignore[arg-type]
    line = pen.line()
    assert width_of(line.text) == pen.at <= width


def test_blanks_do_not_begin_a_piece_of_their_own() -> None:
    line = Pen(20, FULL).write("ab", "bad").gap(3).write("cd", "bad").gap(2).line()
    assert line.spans == (Span("ab   cd  ", "bad"),)


def test_what_is_struck_out_is_no_longer_than_its_text() -> None:
    line = Pen(20, FULL).write("ab", "struck").gap(3).line()
    assert line.spans == (Span("ab", "struck"), Span("   ", "text"))


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_a_name_is_drawn_as_it_is(name: str, palette: Palette) -> None:
    strip = palette.strip(Pen(300, FULL).write(name).line(), 300)
    text = strip.text.rstrip()
    assert text == FULL.shown(name).rstrip()
    assert all(sign.isprintable() for sign in text)
    assert strip.cell_length == 300


@pytest.mark.parametrize("line", [BLANK, Line((Span("x" * 50, "bad"),)), Line((Span("龍" * 6, "struck"),), "cursor")])
def test_a_strip_is_as_wide_as_asked(line: Line, palette: Palette) -> None:
    assert palette.strip(line, 11).cell_length == 11


def test_a_line_beside_another_begins_in_its_column() -> None:
    line = Line((Span("left"),), "cursor").beside(10, (Span("right", "bad"),))
    assert line.text == "left      right"
    assert line.spans[-1].ground == ""


def test_a_third_line_beside_two_leaves_the_ground_of_the_second_alone() -> None:
    line = Line((Span("left"),), "cursor").beside(6, (Span("middle"),)).beside(14, (Span("right"),))
    assert [(span.text, span.ground) for span in line.spans] == [
        ("left", None), ("  ", None), ("middle", ""), ("  ", ""), ("right", ""),
    ]  # fmt: skip


def test_a_heading_fills_the_width() -> None:
    assert width_of(rule_line("Log", 40, FULL, "3 more").text) == 40
    assert width_of(rule_line("a very long heading for such a width", 12, FULL, "more").text) == 12


@pytest.mark.parametrize("text", ["Здоровье · −2 → 3…", "🧛‍♀️ Mina", "龍", "x ≥ 3 «да»"])
def test_the_plain_set_writes_nothing_that_its_character_set_lacks(text: str) -> None:
    assert plain("ascii").shown(text).isascii()
    assert plain("latin-1").shown(text).encode("latin-1")


def test_the_plain_set_keeps_letters_where_the_terminal_has_them() -> None:
    assert glyphs_for(Terminal(), ascii_only=True).shown("Здоровье −2") == "Здоровье -2"


@pytest.mark.parametrize(
    ("encoding", "is_full"), [("utf-8", True), ("UTF8", True), ("latin-1", False), ("ascii", False)]
)
def test_the_set_follows_the_character_set_of_the_terminal(encoding: str, is_full: bool) -> None:
    assert (glyphs_for(Terminal(encoding), ascii_only=False) is FULL) is is_full


def test_joined_pictures_are_taken_apart_since_terminals_differ_about_their_width() -> None:
    assert FULL.shown("🧛‍♀️") == "🧛♀"


def test_plain_signs_are_ascii_and_none_is_a_mark_or_means_two_things() -> None:
    signs = {name: sign for name, sign in plain()._asdict().items() if isinstance(sign, str) and name != "encoding"}
    assert "".join(signs.values()).isascii()
    alike = ("empty_dot", "empty_bar"), ("separator", "upright")
    assert all(signs[one] == signs[other] for one, other in alike)
    rest = [sign for name, sign in signs.items() if name not in {other for _, other in alike}]
    assert len(set(rest)) == len(rest)
    assert not set("/X*") & set(rest)
