"""Themes: TOML files with colours. Those that come with the program, and a user's own beside them.

A theme file has `dark` and `ansi` switches, a `[colors]` table (what Textual's own widgets use), a `[tones]` table
with a style for each kind of text, such as "bold #ffcc66", and a `[grounds]` table with what lies under a whole line.
Colours are written as Textual reads them: "#rrggbb", a name, or "ansi_red" for one of the terminal's own.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rich.style import Style
from textual.color import Color, ColorParseError
from textual.theme import Theme

from tracker.core.messages import Message, message
from tracker.plain_files import Unreadable, read_toml
from tracker.resources import THEME_SUFFIX, theme_paths, themes_folder
from tracker.ui.paint import GROUNDS, TONES, Ground, Palette, Tone

DEFAULT_THEME = "dark"
TERMINAL_THEMES = "terminal", "terminal-light"
"""The themes for terminals that have their own sixteen colours only, by whether their background is light."""

_ANSI_GROUNDS = ("background", "foreground")
_ATTRIBUTES = ("bold", "dim", "italic", "underline", "reverse", "strike")


class ThemeError(Exception):
    """A theme is missing or wrong: one message that names the file and the key."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id)
        self.reason = reason


class LoadedTheme(NamedTuple):
    """A theme as Textual takes it, and the palette of our own widgets."""

    textual: Theme
    palette: Palette


def theme_for(*, has_few_colors: bool, is_light: bool) -> str:
    """The theme if no one has chosen one: it brings its own background, unless there are but few colours."""
    return TERMINAL_THEMES[is_light] if has_few_colors else DEFAULT_THEME


def load_theme(name: str, folders: Sequence[Path] | None = None) -> LoadedTheme:
    """Find and read a theme. Raises ThemeError. Folders None: the user's own place."""
    own = themes_folder() / f"{name}{THEME_SUFFIX}"
    if own.is_file():
        return read_theme(own)
    paths = theme_paths(folders)
    if name not in paths:
        raise ThemeError(message("ui.theme.unknown", name=name, known=", ".join(sorted(paths))))
    return read_theme(paths[name])


def read_theme(path: Path) -> LoadedTheme:
    """Read a theme file. Raises ThemeError that names the file and the key."""
    return _ours(path) if path.parent == themes_folder() else _read(path)


@cache
def _ours(path: Path) -> LoadedTheme:
    """A theme that comes with the program, read once: its lines are drawn as they were where it is put on again."""
    return _read(path)


def _read(path: Path) -> LoadedTheme:
    try:
        table = read_toml(path)
    except Unreadable as error:
        raise ThemeError(message("ui.theme.unreadable", path=str(path), problem=error.reason)) from None
    if path.parent != themes_folder():
        _check_shape(path, table)
    colors = {key: str(value) for key, value in table["colors"].items()}
    for key, value in colors.items():
        _color(path, f"colors.{key}", value)
    values: dict[str, Any] = {"dark": table.get("dark", True), "ansi": table.get("ansi", False), **colors}
    if values["ansi"]:
        # Textual's own style sheets name these two, and works them out for other themes only.
        values["variables"] = {f"ansi-{ground}": colors.get(ground, "ansi_default") for ground in _ANSI_GROUNDS}
    theme = Theme(name=path.stem, **values)
    palette = Palette(_styles(path, table, colors))
    return LoadedTheme(theme, palette)


def _check_shape(path: Path, table: Mapping[str, Any]) -> None:
    """Check a user's file with pydantic, which costs time to import and says well what is wrong."""
    from tracker.ui.theme_shape import problem_with_shape

    problem = problem_with_shape(table)
    if problem is not None:
        key, said = problem
        raise ThemeError(message("ui.theme.wrong", path=str(path), key=key, problem=said))


def _styles(path: Path, table: Mapping[str, Any], colors: Mapping[str, str]) -> dict[tuple[Tone, Ground], Style]:
    tones = table.get("tones", {})
    grounds = table.get("grounds", {})
    background = colors.get("background", "ansi_default")
    plain = {tone: _style(path, f"tones.{tone}", tones.get(tone, _fallback(tone, colors))) for tone in TONES}
    under: dict[Ground, Style] = {"": Style(bgcolor=_color(path, "colors.background", background).rich_color)}
    for ground in GROUNDS:
        if ground:
            style = _style(path, f"grounds.{ground}", grounds.get(ground, "bold"))
            # A colour here is what lies under the text.
            under[ground] = under[""] + Style(bgcolor=style.color) + style.without_color
    return {(tone, ground): plain[tone] + under[ground] for tone in TONES for ground in GROUNDS}


def _fallback(tone: Tone, colors: Mapping[str, str]) -> str:
    named = {
        "text": colors.get("foreground", ""), "good": colors.get("success", ""), "warning": colors.get("warning", ""),
        "bad": colors.get("error", ""), "accent": colors.get("accent", ""), "key": colors.get("primary", ""),
        "dim": "dim", "empty": "dim", "struck": "dim strike", "title": "bold", "hit": "bold",
        "grave": f"bold reverse {colors.get('error', '')}", "changed": "bold underline",
        "ally": colors.get("success", ""), "foe": colors.get("warning", ""), "hunger": colors.get("error", ""),
        "light": colors.get("accent", ""), "heavy": colors.get("warning", ""), "worst": colors.get("error", ""),
    }  # fmt: skip
    return named.get(tone, "")


def _style(path: Path, key: str, text: str) -> Style:
    attributes: dict[str, Any] = {}
    color: Color | None = None
    for word in text.split():
        if word in _ATTRIBUTES:
            attributes[word] = True
        else:
            color = _color(path, key, word)
    return Style(color=color.rich_color if color else None, **attributes)


def _color(path: Path, key: str, text: str) -> Color:
    try:
        return Color.parse(text)
    except ColorParseError:
        raise ThemeError(
            message("ui.theme.wrong", path=str(path), key=key, problem=message("ui.theme.no_color", text=text))
        ) from None


def themes_with_problems(folders: Sequence[Path]) -> Iterator[tuple[str, Message | None]]:
    """Every theme's name, with what is wrong with it (None: nothing)."""
    for name, path in theme_paths(folders).items():
        try:
            read_theme(path)
        except ThemeError as error:
            yield name, error.reason
        else:
            yield name, None
