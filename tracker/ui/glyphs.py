"""The signs that the screen draws with: a full set, and one of plain ASCII for terminals that know no more."""

import unicodedata
from typing import NamedTuple

from tracker.signs import plain_text
from tracker.text import literal
from tracker.ui.terminal import Terminal

_INVISIBLE_CATEGORIES = ("Cf",)
_PRESENTATION_SELECTORS = frozenset("\ufe0e\ufe0f")


class Glyphs(NamedTuple):
    """One sign or short text for each purpose. `encoding` "" takes every character, else only what it can write."""

    pointer: str = "▶"
    acted: str = "✓"
    waiting: str = "◇"
    cursor: str = "›"
    marked: str = "+"
    changed: str = "•"
    full_dot: str = "●"
    empty_dot: str = "○"
    full_bar: str = "█"
    empty_bar: str = "░"
    rule: str = "─"
    upright: str = "│"
    ellipsis: str = "…"
    arrow: str = "→"
    separator: str = "·"
    state: str = "●"
    taken_back: str = "×"
    on: str = "[x]"
    off: str = "[ ]"
    is_plain: bool = False
    encoding: str = ""

    def shown(self, text: str) -> str:
        """Text as it may stand on the screen: no control character, nothing without a width of its own where
        terminals disagree about it, and only characters that the terminal's character set has.
        """
        if not text.isprintable() or any(selector in text for selector in _PRESENTATION_SELECTORS):
            text = literal("".join([sign for sign in text if not _is_invisible(sign)]))
        if self.is_plain:
            text = plain_text(text)
        if self.encoding and not text.isascii():
            text = text.encode(self.encoding, "replace").decode(self.encoding)
        return text


def _is_invisible(sign: str) -> bool:
    # Joiners and presentation selectors make one picture of several signs in some terminals and not in others.
    return sign in _PRESENTATION_SELECTORS or (
        unicodedata.category(sign) in _INVISIBLE_CATEGORIES and literal(sign) == sign
    )


FULL = Glyphs()


def plain(encoding: str = "") -> Glyphs:
    """The ASCII set, in which no sign is a mark of damage; texts lose what `encoding` cannot write."""
    return Glyphs(
        pointer="@", acted="v", waiting="w", cursor=">", marked="+", changed="%", full_dot="o", empty_dot=".",
        full_bar="#", empty_bar=".", rule="-", upright="|", ellipsis="~", arrow="->", separator="|", state="=",
        taken_back="x", is_plain=True, encoding=encoding,
    )  # fmt: skip


def glyphs_for(terminal: Terminal, *, ascii_only: bool) -> Glyphs:
    """The set for a terminal; `ascii_only` where the user asks for plain signs."""
    if not terminal.is_unicode:
        return plain(terminal.encoding)
    return plain() if ascii_only or terminal.is_simple else FULL
