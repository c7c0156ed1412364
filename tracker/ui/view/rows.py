"""The rows of the initiative panel: who stands where, how he is, and how much of it fits into the width."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tracker.acts.fights import fight_name, names_of_fights
from tracker.core.facts import FightShown
from tracker.core.fold import fold
from tracker.core.state import Character, Place, State
from tracker.rules.facade import Rules
from tracker.ui.look import Look
from tracker.ui.paint import Line, Pen, Span, Tone, cut, width_of
from tracker.ui.view.gauges import Gauge, gauges_of, tag_spans

LONGEST_NAME = 16
SHORTEST_NAME = 8
SIGN_CELLS = 2
VALUE_CELLS = 3
LEAST_TAG_CELLS = 12

RowKey = tuple[str, int]
"""A row: a character's id and the slot of the turn (0 the ordinary one, also of who has no place)."""


class Widths(NamedTuple):
    """How many cells the pieces of a row take: `gauges` have one for the label, the gauge and the band each."""

    name: int
    side: int
    tags: int
    gauges: tuple[tuple[int, int, int], ...]


class Row(NamedTuple):
    """What a row says, before it is laid out in columns."""

    value: str
    name: str
    side: str
    gauges: tuple[Gauge, ...]
    tags: tuple[Span, ...]
    acted: bool
    is_quiet: bool
    is_foe: bool
    is_elsewhere: bool = False

    def widths(self) -> Widths:
        """Measure the row."""
        return Widths(
            width_of(self.name),
            width_of(self.side),
            sum(width_of(tag.text) + 3 for tag in self.tags),
            tuple((width_of(gauge.label), gauge.cells, gauge.band_cells) for gauge in self.gauges),
        )


class Standing(NamedTuple):
    """Who has a row, and where they stand: `fight` is the name of the fight they are in, None for the one shown.

    `waits`: there is an order, and they have no place in it.
    """

    character: Character
    place: Place | None
    fight: str | None = None
    waits: bool = False


class KnownRow(NamedTuple):
    """A row with what it was made from."""

    standing: Standing
    row: Row
    widths: Widths


class DrawnRow(NamedTuple):
    """A line with what it was laid out from."""

    row: Row
    columns: "Columns"
    manner: tuple[int, bool, str, bool]
    line: Line


class Columns(NamedTuple):
    """How wide the columns are: `labels` are cut to `label_cells` (None: whole), `gauges` cells each."""

    name: int
    side: int
    label_cells: int | None
    labels: tuple[int, ...]
    gauges: tuple[int, ...]
    bands: bool


class Roster:
    """All rows of a state, worked out anew only for those in whom something changed."""

    def __init__(self, rules: Rules | None, look: Look) -> None:
        self._rules = rules
        self._look = look
        self._language = look.words.language
        self._known: dict[RowKey, KnownRow] = {}
        self._widths: frozenset[Widths] = frozenset()
        self.keys: Sequence[RowKey] = ()
        self.current: RowKey | None = None
        self._columns: dict[int, Columns] = {}
        self._state: State | None = None
        self._drawn: dict[RowKey, DrawnRow] = {}

    def update(self, state: State) -> None:
        """Take over a state."""
        if self._look.words.language != self._language:
            self._language = self._look.words.language
            self._known, self._columns, self._drawn, self._state = {}, {}, {}, None
        if state is self._state:
            return
        touched = _touched(self._state, state)
        self._state = state
        self.current = (state.current, state.current_slot) if state.current else None
        if touched is None:
            changed = self._take_rows(standings(state))
        else:
            changed = bool(touched)
            for key in [key for key in self.keys if key[0] in touched] if touched else ():
                standing = self._known[key].standing._replace(character=state.characters[key[0]])
                self._known[key] = self._made(standing)
        if changed:
            self._take_widths(frozenset(row.widths for row in self._known.values()))

    def _take_rows(self, rows: Mapping[RowKey, Standing]) -> bool:
        """Take over all rows, made anew only where something is different; tell whether anything is."""
        keys = list(rows)
        known, self._known = self._known, {}
        changed = keys != self.keys
        if changed:
            self._drawn = {}
        self.keys = keys
        for key, standing in rows.items():
            before = known.get(key)
            if before is not None and _same(before.standing, standing):
                self._known[key] = before
            else:
                changed = True
                self._known[key] = self._made(standing)
        return changed

    def _made(self, standing: Standing) -> KnownRow:
        row = self._row(standing)
        return KnownRow(standing, row, row.widths())

    def _take_widths(self, widths: frozenset[Widths]) -> None:
        """Rows are alike: only another width among them moves the columns, and each width counts once."""
        if widths != self._widths:
            self._widths = widths
            self._columns = {}

    def row(self, key: RowKey) -> Row:
        """What a row says."""
        return self._known[key].row

    def _row(self, standing: Standing) -> Row:
        look = self._look
        character, place = standing.character, standing.place
        kind = self._rules.kinds.get(character.kind) if self._rules else None
        value = "" if place is None or place.value is None else str(place.value)
        tags = list(tag_spans(character, self._rules, look))
        if place is not None and place.slot:
            extra = look.say("ui.row.extra.further", number=place.slot) if place.slot > 1 else look.say("ui.row.extra")
            tags.insert(0, Span(extra, "accent"))
        if place is not None and place.note:
            tags.insert(0, Span(look.words.term(place.note), "accent"))
        if character.hidden:
            tags.insert(0, Span(look.say("ui.row.hidden"), "dim"))
        if standing.fight is not None:
            tags.insert(0, Span(look.words.value(fight_name(standing.fight)), "dim"))
        return Row(
            value=value,
            name=look.glyphs.shown(character.name),
            side=look.words.term(character.side) if character.side else "",
            gauges=gauges_of(character, kind, look, short=True),
            tags=tuple(tags),
            acted=place is not None and place.acted,
            is_quiet=standing.waits or not character.can_act,
            is_foe=character.side == "foe",
            is_elsewhere=standing.fight is not None,
        )

    # ------------------------------------------------------------------ laying out

    def columns(self, width: int) -> Columns:
        """The widths that show the most in `width` cells: labels whole, then shortened; bands, then none."""
        if width not in self._columns:
            self._columns[width] = self._fitting(width)
        return self._columns[width]

    def _fitting(self, width: int) -> Columns:
        rows = tuple(self._widths)
        name = max((row.name for row in rows), default=0)
        side = max((row.side for row in rows), default=0)
        tags = max((row.tags for row in rows), default=0)
        count = max((len(row.gauges) for row in rows), default=0)
        wanted_tags = min(max(tags, LEAST_TAG_CELLS), width // 4)
        name = max(min(name, LONGEST_NAME, width // 3), min(name, SHORTEST_NAME))
        candidates = [
            self._with(rows, name, min(side, side_cells), count, label_cells, bands)
            for label_cells, bands, side_cells in (
                (None, True, 10), (None, True, 4), (10, True, 10), (10, True, 4), (7, True, 4), (4, True, 4),
                (2, True, 4), (None, False, 4), (4, False, 4), (2, False, 4), (1, False, 1),
            )
        ]  # fmt: skip
        while count > 1:
            count -= 1
            candidates.append(self._with(rows, name, min(side, 1), count, 1, bands=False))
        for columns in candidates:
            if self._total(columns) + wanted_tags <= width:
                return columns
        return candidates[-1]

    @staticmethod
    def _with(
        rows: Sequence[Widths], name: int, side: int, count: int, label_cells: int | None, bands: bool
    ) -> Columns:
        labels, gauges = [], []
        for number in range(count):
            shown = [row.gauges[number] for row in rows if number < len(row.gauges)]
            longest = max(label for label, _, _ in shown)
            labels.append(longest if label_cells is None else min(longest, label_cells))
            gauges.append(max(cells + (band if bands else 0) for _, cells, band in shown))
        return Columns(name, side, label_cells, tuple(labels), tuple(gauges), bands)

    @staticmethod
    def _total(columns: Columns) -> int:
        gauges = sum(label + 1 + gauge + 2 for label, gauge in zip(columns.labels, columns.gauges, strict=True))
        return SIGN_CELLS + VALUE_CELLS + 1 + columns.name + 1 + (columns.side + 1 if columns.side else 0) + gauges

    def line(self, key: RowKey, width: int, *, is_selected: bool, sign: str) -> Line:
        """Lay a row out, or take the line that it made before; `sign` stands before it."""
        row, columns = self.row(key), self.columns(width)
        manner = (width, is_selected, sign, key == self.current)
        drawn = self._drawn.get(key)
        if drawn is None or drawn.row is not row or drawn.columns is not columns or drawn.manner != manner:
            line = self._laid_out(row, columns, *manner)
            drawn = self._drawn[key] = DrawnRow(row, columns, manner, line)
        return drawn.line

    def _laid_out(self, row: Row, columns: Columns, width: int, is_selected: bool, sign: str, is_current: bool) -> Line:
        glyphs = self._look.glyphs
        pen = Pen(width, glyphs)
        pen.write(sign, "key" if sign.isdecimal() else "accent")
        pointer = glyphs.pointer if is_current else glyphs.acted if row.acted else " "
        pen.column(pointer, 1, "accent" if is_current else "dim")
        pen.column(row.value, VALUE_CELLS, "title" if is_current else "text", right=True)
        pen.gap()
        name_tone: Tone = "title" if is_current else "dim" if row.acted or row.is_quiet else "text"
        pen.column(row.name, columns.name, name_tone).gap()
        if columns.side:
            pen.column(cut(row.side, columns.side), columns.side, "warning" if row.is_foe else "good").gap()
        for gauge, label, cells in zip(row.gauges, columns.labels, columns.gauges, strict=False):
            start = pen.at
            pen.column(
                gauge.label if columns.label_cells is None else cut(gauge.label, columns.label_cells), label, "dim"
            )
            pen.gap().spans(gauge.spans)
            if columns.bands and gauge.band:
                pen.gap().write(gauge.band, gauge.band_tone)
            pen.to(start + label + 1 + cells + 2)
        for number, tag in enumerate(row.tags):
            if number:
                pen.write(f" {glyphs.separator} ", "dim")
            pen.write(tag.text, tag.tone)
        line = pen.line("cursor" if is_selected else "")
        return _dimmed(line) if row.is_elsewhere else line


def _dimmed(line: Line) -> Line:
    """The line of somebody who is not in the fight that is shown: quiet, but for the signs at its beginning."""
    return Line((line.spans[0], *(Span(span.text, "dim") for span in line.spans[1:])), line.ground)


def _touched(before: State | None, state: State) -> frozenset[str] | None:
    """Who has changed since a state, None where who stands where may have changed too."""
    if (
        before is None
        or before.order is not state.order
        or before.fighting is not state.fighting
        or before.fights is not state.fights
        or before.fight != state.fight
        or before.characters.keys() != state.characters.keys()
    ):
        return None
    old = before.characters
    return frozenset(who for who, character in state.characters.items() if character is not old[who])


def _same(before: Standing, now: Standing) -> bool:
    return (
        before.character is now.character
        and (before.place is now.place or before.place == now.place)
        and before.fight == now.fight
        and before.waits is now.waits
    )


def standings(state: State) -> dict[RowKey, Standing]:
    """Every row: the order of the fight that is shown, those in it without a place, then the people of other fights."""
    rows = dict(_standings_here(state))
    if state.fighting or state.fight:
        for name in names_of_fights(state):
            if name != state.fight:
                rows |= {key: row._replace(fight=name) for key, row in _standings_here(fold(state, FightShown(name)))}
    return rows


def _standings_here(state: State) -> Iterator[tuple[RowKey, Standing]]:
    placed = set()
    for place in state.order:
        placed.add(place.who)
        yield (place.who, place.slot), Standing(state.characters[place.who], place)
    waits = bool(state.order)
    for character in state.fighters:
        if character.id not in placed:
            yield (character.id, 0), Standing(character, None, None, waits)


def characters_of(state: State) -> Mapping[str, Character]:
    """The characters in the order of the rows."""
    return {who: row.character for (who, _), row in standings(state).items()}
