"""A sheet line by line, each with the typed line that changes it: what the panel of a sheet lets one choose."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from tracker.answers import amount
from tracker.api.descriptions import CharacterKind
from tracker.core.quoting import quote, quoted
from tracker.core.state import EMPTY_BOX, Character, Condition, State
from tracker.core.values import Value
from tracker.failures import FAILURES
from tracker.opening import Session
from tracker.ui.look import Look
from tracker.ui.paint import Span
from tracker.ui.view.badges import condition_span, conditions_of, word_badges
from tracker.ui.view.gauges import gauges_of
from tracker.ui.view.pages import value_text

MINUTE = 60


class SheetLine(NamedTuple):
    """A line of a sheet: its word and how it stands.

    `text` is what is edited, `write` makes the typed line out of it (None: nothing can be changed here), `end` is the
    line that takes it away. `is_number`: it is typed as a number. `stepped` gives the text one step up (1) or down
    (-1), of a track with one of its lightest marks more or fewer; None where there are no steps. `asked` is what `why`
    is asked about, "" for nothing.
    """

    label: str
    spans: tuple[Span, ...]
    text: str = ""
    write: Callable[[str], str] | None = None
    end: str = ""
    is_number: bool = False
    stepped: Callable[[int], str] | None = None
    asked: str = ""
    is_heading: bool = False


def sheet_lines_of(session: Session, state: State, who: str, look: Look) -> Iterator[SheetLine]:
    """The lines of a sheet: gauges, badges, conditions, what is worked out, traits by their groups."""
    character = state.characters.get(who)
    if character is None:
        return
    rules = session.table.rules
    kind = rules.kinds.get(character.kind) if rules else None
    if character.note:
        yield SheetLine("", (Span(character.note, "accent"),))
    yield from _gauges(character, kind, look)
    for badge in word_badges(character, rules, look):
        yield SheetLine("", (Span(badge.whole, badge.tone),))
    for condition in conditions_of(character, rules):
        span = condition_span(condition, rules, look)
        note = (Span(f"  {condition.note}", "dim"),) if condition.note else ()
        yield _condition(character, condition, (span, *note), state)
    yield from _derived(session, state, who, look)
    yield from _traits(character, kind, look)


def _gauges(character: Character, kind: CharacterKind | None, look: Look) -> Iterator[SheetLine]:
    for gauge in gauges_of(character, kind, look, short=False):
        band = (Span(f" {gauge.band}", gauge.band_tone),) if gauge.band else ()
        spans = (*gauge.spans, *band)
        track = character.tracks.get(gauge.id)
        text = track.marks if track is not None else str(character.pools[gauge.id].value)
        write = partial(_set_line, character.name, gauge.id)
        lightest = next((spec.marks[0].mark for spec in (kind.tracks if kind else ()) if spec.id == gauge.id), "")
        step = (
            partial(_next_number, text) if track is None else partial(_next_marks, text, lightest) if lightest else None
        )
        yield SheetLine(gauge.label, spans, text, write, is_number=track is None, stepped=step, asked=gauge.id)


def _next_number(text: str, step: int) -> str:
    return str(int(text) + step)


def _next_marks(marks: str, lightest: str, step: int) -> str:
    """A track with one lightest mark more, or without the lightest one that stands there; a full or empty one stays."""
    filled = marks.rstrip(EMPTY_BOX)
    if step > 0:
        filled += lightest if len(filled) < len(marks) else ""
    else:
        filled = filled[:-1]
    return filled.ljust(len(marks), EMPTY_BOX)


def _set_line(name: str, what: str, text: str) -> str:
    return f"set {quoted(name)} {what}={quote(text)}"


def _condition(character: Character, condition: Condition, spans: tuple[Span, ...], state: State) -> SheetLine:
    """A condition: what is left of it can be changed, else its amount; one that binds someone can only be ended."""
    kind, note = condition.kind, f" text={quote(condition.note)}" if condition.note else ""
    end = f"end {quoted(character.name)} {kind}{note}"
    if condition.source:
        return SheetLine("", spans, end=end, asked=kind)
    begin = f"condition {quoted(character.name)} {kind}{note}"
    given = f" amount={condition.amount}" if condition.amount else ""
    if condition.left is None:
        write = partial(_with_value, begin, "amount", " scene=yes" if condition.unit == "scene" else "")
        return SheetLine(
            "",
            spans,
            str(condition.amount),
            write,
            end,
            is_number=True,
            stepped=partial(_next_number, str(condition.amount)),
            asked=kind,
        )
    unit = {"second": "minutes", "turn": "turns"}.get(condition.unit, "rounds")
    left = -(-condition.left // MINUTE) if condition.unit == "second" else condition.left
    after = given
    if condition.unit == "turn":
        clock = state.characters.get(condition.clock)
        after += f" until={condition.moment}" + (f" clock={quoted(clock.name)}" if clock else "")
    return SheetLine(
        "",
        spans,
        str(left),
        partial(_with_value, begin, unit, after),
        end,
        is_number=True,
        stepped=partial(_next_number, str(left)),
        asked=kind,
    )


def _with_value(begin: str, parameter: str, after: str, text: str) -> str:
    return f"{begin} {parameter}={quote(text)}{after}"


def _derived(session: Session, state: State, who: str, look: Look) -> Iterator[SheetLine]:
    rules = session.table.rules
    try:
        values = rules.derived(state, who) if rules is not None else ()
    except FAILURES:
        return
    for value in values:
        text = amount(look.words, value.value, value.unit)
        yield SheetLine(look.words.term(value.id), (Span(text),), asked=value.id)


def _traits(character: Character, kind: CharacterKind | None, look: Look) -> Iterator[SheetLine]:
    """The traits that count, then those that are nothing, so that they can be given."""
    specs = {spec.id: spec for spec in (kind.traits if kind else ())}
    names = [*specs, *(name for name in character.traits if name not in specs)]
    group = ""
    for name in sorted(names, key=lambda name: _is_nothing(character.traits.get(name, 0))):
        value = character.traits.get(name, specs[name].default if name in specs else 0)
        own = specs[name].group if name in specs else ""
        if own and own != group and not _is_nothing(value):
            yield SheetLine(look.words.term(own), (), is_heading=True)
            group = own
        is_number = isinstance(value, int) and not isinstance(value, bool)
        write = partial(_set_line, character.name, name)
        shown = value_text(value, look)
        yield SheetLine(
            look.words.term(name), (Span(shown, "dim" if _is_nothing(value) else "text"),), str(value), write,
            is_number=is_number, stepped=partial(_next_number, str(value)) if is_number else None,
            asked="" if _is_nothing(value) else name,
        )  # fmt: skip


def _is_nothing(value: Value) -> bool:
    return value in (0, "", False) or value == ()
