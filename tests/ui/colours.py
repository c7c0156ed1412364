"""Measuring colours: contrast as WCAG has it, and how far apart two colours are for whoever sees fewer of them."""

from itertools import product

from rich.color import Color, ColorSystem
from rich.style import Style
from rich.terminal_theme import TerminalTheme

RGB = tuple[float, float, float]
"""Red, green and blue, each 0 to 255."""

SEEN_BY: dict[str, tuple[tuple[float, float, float], ...]] = {
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""How eyes without one kind of cones see linear light (Machado, Oliveira and Fernandes 2009)."""


def terminal_colours(ground: tuple[int, int, int], text: tuple[int, int, int], sixteen: str) -> TerminalTheme:
    """What a terminal draws the sixteen colours with, written as hexadecimal numbers."""
    colours = [(int(one[0:2], 16), int(one[2:4], 16), int(one[4:6], 16)) for one in sixteen.split()]
    return TerminalTheme(ground, text, colours[:8], colours[8:])


_XTERM = (
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
)
_CONSOLE = (
    "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
)
_TANGO = (
    "2e3436 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec"
)
DARK_TERMINALS = {
    "xterm": terminal_colours((0, 0, 0), (229, 229, 229), _XTERM),
    "console": terminal_colours((0, 0, 0), (170, 170, 170), _CONSOLE),
    "tango": terminal_colours((0, 0, 0), (211, 215, 207), _TANGO),
}
LIGHT_TERMINALS = {
    name: terminal_colours((255, 255, 255), (0, 0, 0), sixteen)
    for name, sixteen in {"xterm": _XTERM, "console": _CONSOLE, "tango": _TANGO}.items()
}


def drawn(color: Color | None, terminal: TerminalTheme, *, few: bool, is_text: bool) -> RGB:
    """What a colour looks like on a terminal; `few`: on one with 256 colours."""
    color = color or Color.default()
    if few and not color.is_default:
        color = color.downgrade(ColorSystem.EIGHT_BIT)
    red, green, blue = color.get_truecolor(terminal, foreground=is_text)
    return (red, green, blue)


def pair(style: Style, terminal: TerminalTheme, *, few: bool) -> tuple[RGB, RGB]:
    """The colours of a text and of its ground."""
    text = drawn(style.color, terminal, few=few, is_text=True)
    ground = drawn(style.bgcolor, terminal, few=few, is_text=False)
    return (ground, text) if style.reverse else (text, ground)


def _linear(part: float) -> float:
    part /= 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def luminance(color: RGB) -> float:
    """The relative luminance, 0 to 1."""
    red, green, blue = map(_linear, color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """The contrast, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _lab(linear: tuple[float, float, float]) -> tuple[float, float, float]:
    red, green, blue = (min(max(part, 0.0), 1.0) for part in linear)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: RGB, other: RGB, eyes: str = "") -> float:
    """How far apart two colours are (ΔE of 1976) for eyes that lack a kind of cones; "" for all others."""
    matrix = SEEN_BY.get(eyes, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    seen = []
    for color in (one, other):
        light = tuple(map(_linear, color))
        red, green, blue = (sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
        seen.append(_lab((red, green, blue)))
    return float(sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5)


def nearest(colours: dict[str, RGB]) -> tuple[float, str]:
    """The two that come nearest to each other for any eyes: how far apart, and which and whose."""
    return min(
        (apart(colours[one], colours[other], eyes), f"{one}/{other} {eyes}")
        for one, other in product(colours, repeat=2)
        if one < other
        for eyes in ("", *SEEN_BY)
    )
