"""Every shipped theme can be read: each text on each ground, also with 256 colours, and by eyes that see fewer."""

import pytest
import tomli
from rich.style import Style

from tests.ui.colours import DARK_TERMINALS, LIGHT_TERMINALS, RGB, contrast, drawn, nearest, pair
from tracker.resources import theme_paths
from tracker.ui.paint import GROUNDS, TONES, Ground, Line, Span, Tone
from tracker.ui.themes import load_theme

SHIPPED = sorted(theme_paths(()))
OWN_COLOURS = [name for name in SHIPPED if not load_theme(name).textual.ansi]
LEAST_CONTRAST = 4.5
LEAST_OF_HIGH = 7.0
APART = 15.0
MEANT_APART: tuple[tuple[Tone, ...], ...] = (
    ("good", "warning", "bad"),
    ("accent", "warning", "bad"),
    ("ally", "foe"),
    ("light", "heavy", "worst"),
    ("hit", "dim", "hunger"),
)
"""Tones between which a reader chooses."""


def style(theme: str, tone: Tone, ground: Ground = "") -> Style:
    [segment] = [one for one in load_theme(theme).palette.strip(line(tone, ground), 1) if one.text]
    assert segment.style is not None
    return segment.style


def line(tone: Tone, ground: Ground) -> Line:
    return Line((Span("x", tone),), ground)


@pytest.mark.parametrize("few", [False, True], ids=["all colours", "256 colours"])
@pytest.mark.parametrize("theme", SHIPPED)
def test_every_text_can_be_read_on_every_ground(theme: str, few: bool) -> None:
    terminals = DARK_TERMINALS if load_theme(theme).textual.dark else LIGHT_TERMINALS
    least = LEAST_OF_HIGH if theme == "contrast" else LEAST_CONTRAST
    for name, terminal in terminals.items():
        for tone in TONES:
            for ground in GROUNDS:
                found = contrast(*pair(style(theme, tone, ground), terminal, few=few))
                assert found >= least, f"{tone} on {ground or 'base'} of {name}: {found:.2f}"


@pytest.mark.parametrize("few", [False, True], ids=["all colours", "256 colours"])
@pytest.mark.parametrize("tones", MEANT_APART, ids="-".join)
@pytest.mark.parametrize("theme", OWN_COLOURS)
def test_tones_that_mean_different_things_are_told_apart_by_all_eyes(
    theme: str, tones: tuple[Tone, ...], few: bool
) -> None:
    terminal = DARK_TERMINALS["xterm"]
    colours: dict[str, RGB] = {tone: drawn(style(theme, tone).color, terminal, few=few, is_text=True) for tone in tones}
    least, which = nearest(colours)
    assert least >= APART, f"{which}: {least:.1f}"


@pytest.mark.parametrize("few", [False, True], ids=["all colours", "256 colours"])
@pytest.mark.parametrize("theme", OWN_COLOURS)
def test_the_cursors_row_is_seen(theme: str, few: bool) -> None:
    terminal = DARK_TERMINALS["xterm"]
    base, cursor = (
        drawn(style(theme, "text", ground).bgcolor, terminal, few=few, is_text=False) for ground in ("", "cursor")
    )
    assert contrast(base, cursor) >= 1.3


@pytest.mark.parametrize("theme", SHIPPED)
def test_a_theme_says_every_tone_itself(theme: str) -> None:
    table = tomli.loads(theme_paths(())[theme].read_text("utf-8"))
    assert list(table["tones"]) == list(TONES)
