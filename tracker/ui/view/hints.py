"""The line that says which key to press next: the most useful ones that fit the width."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tracker.ui.commands import CommandTable, ScreenCommand, Situation
from tracker.ui.glyphs import Glyphs
from tracker.ui.look import Look
from tracker.ui.paint import Line, Pen, cut, width_of

UNDO_SHARE = 5
"""What an undo would take back may fill the fifth part of the line."""

_KEY_SIGNS = {
    "space": "ui.key.space", "enter": "ui.key.enter", "tab": "ui.key.tab", "escape": "ui.key.escape",
    "pagedown": "ui.key.pagedown", "pageup": "ui.key.pageup", "home": "ui.key.home", "end": "ui.key.end",
    "up": "ui.key.up", "down": "ui.key.down", "left": "ui.key.left", "right": "ui.key.right",
}  # fmt: skip

LEAST_WORD = 8
"""The cells below which a cut word says nothing any more."""

Hint = tuple[str, str]
"""A key as it is shown, and what it does in a word or two."""


def key_text(key: str, look: Look) -> str:
    """A key as people read it."""
    return look.say(_KEY_SIGNS[key]) if key in _KEY_SIGNS else key


def command_word(command: ScreenCommand, situation: Situation, look: Look, cells: int = 40) -> str:
    """What a command does, in a word or two."""
    if command.id == "undo" and situation.undo:
        return look.say("ui.hint.undo_what", what=_short(situation.undo, look, cells))
    if command.id == "redo" and situation.redo:
        return look.say("ui.hint.redo_what", what=_short(situation.redo, look, cells))
    if command.action:
        return look.words.verb(command.action)
    return look.say(f"ui.hint.{command.id}")


def _short(text: str, look: Look, cells: int) -> str:
    return look.pen(cells).write(text).line().text


def clash_text(table: CommandTable, look: Look) -> str:
    """Which keys were chosen for two things, and what they do; which for nothing. In a line, "" where all is well."""
    told = [
        look.say(
            "ui.keys.clash",
            key=key_text(clash.key, look),
            kept=command_word(clash.kept, Situation(), look),
            lost=command_word(clash.lost, Situation(), look),
        )
        for clash in table.clashes
    ]
    told += [look.say("ui.keys.unknown", name=name, near=near) for name, near in table.unknown.items()]
    return look.say("ui.keys.clashes", list=tuple(told)) if told else ""


def command_help(command: ScreenCommand, look: Look) -> str:
    """What a command does, in a sentence."""
    if command.action:
        return look.words.help(command.action) or look.words.verb(command.action)
    return look.say(f"ui.does.{command.id}")


def situation_hints(table: CommandTable, situation: Situation, look: Look, width: int) -> list[Hint]:
    """The hints for a situation, the most useful first. What undo would take back is named where there is room."""
    shown = [command for command in table.possible(situation) if command.rank and command.hinted(situation)]
    hints: list[Hint] = []
    left = width
    for command in sorted(shown, key=lambda one: 0 if one.action == "add" and not situation.people else one.rank):
        key = key_text(command.keys[0], look)
        if command.id == "due":
            key = "1" if situation.due == 1 else f"1-{min(situation.due, 9)}"
        word = command_word(command, situation, look, width // UNDO_SHARE)
        if command.id in ("undo", "redo"):
            word = _history_word(command, word, left - width_of(key) - 3, look)
        left -= width_of(key) + width_of(word) + 3
        hints.append((key, word))
    return hints


def _history_word(command: ScreenCommand, word: str, room: int, look: Look) -> str:
    """What would be undone as far as there is room for it; where that is too little, just the word."""
    plain = look.say(f"ui.hint.{command.id}")
    if width_of(word) <= room:
        return word
    return cut(word, room, look.glyphs.ellipsis) if room >= width_of(plain) + LEAST_WORD else plain


def choosing_hints(look: Look) -> list[Hint]:
    """How to choose from a list, and how to close it."""
    say = look.say
    return [
        (say("ui.keys.up_down"), say("ui.hint.choose")),
        (say("ui.key.enter"), say("ui.hint.do")),
        (say("ui.key.escape"), say("ui.hint.cancel")),
    ]


def hint_line(hints: Sequence[Hint], width: int, look: Look, *, right: str = "") -> Line:
    """The hints that fit, in their order; the first that is too long for the rest of the line is cut."""
    return _hint_line(tuple(hints), width, look.glyphs, right)


@lru_cache(maxsize=64)
def _hint_line(hints: Sequence[Hint], width: int, glyphs: Glyphs, right: str) -> Line:
    pen = Pen(width, glyphs)
    for start, key, word, cells in _placed(hints, width, glyphs, right):
        pen.to(start).write(key, "key").gap().write(word, "dim", cells=cells).gap()
    if right:
        pen.to(width - width_of(right)).write(right, "accent")
    return pen.line()


def hint_at(hints: Sequence[Hint], width: int, look: Look, x: int, *, right: str = "") -> str:
    """The key, as it is shown, of the hint in a column of that line; "" where there is none."""
    for start, key, word, cells in _placed(hints, width, look.glyphs, right):
        if start <= x <= start + width_of(look.glyphs.shown(key)) + min(width_of(word), cells):
            return key
    return ""


def _placed(hints: Sequence[Hint], width: int, glyphs: Glyphs, right: str) -> Iterator[tuple[int, str, str, int]]:
    """The hints that fit: where each begins, its key and its word, and the cells that there are for the word."""
    at, room = 0, width - (width_of(right) + 2 if right else 0)
    for key, word in hints:
        cells = width_of(glyphs.shown(key))
        left = room - at - cells - 2
        if left < min(width_of(word), LEAST_WORD):
            continue
        yield at + 1, key, word, left
        at += 1 + cells + 1 + min(width_of(word), left) + 1


def pressed_key(shown: str, look: Look) -> str:
    """The name of a key that is shown so; of several the first, "" where it is none that could be pressed."""
    named = {look.say(message_id): name for name, message_id in _KEY_SIGNS.items()}
    if shown in named:
        return named[shown]
    if "-" in shown and shown[0].isdecimal():
        return shown[0]
    return shown if len(shown) == 1 or shown.startswith("ctrl+") else ""
