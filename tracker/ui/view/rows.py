"""The rows of the initiative panel: who stands where, how they are, and how much of it fits into the width."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from tracker.acts.fights import fight_name, names_of_fights
from tracker.core.badges import GONE, HARMED, HINDERED
from tracker.core.facts import FightShown
from tracker.core.fold import fold
from tracker.core.state import Character, Place, State
from tracker.rules.facade import Rules
from tracker.ui.look import Look
from tracker.ui.paint import Line, Pen, Span, Tone, cut, width_of
from tracker.ui.view.badges import SIDE_CELLS, Badge, badges_of, is_waiting, shown
from tracker.ui.view.gauges import Gauge, gauges_of

LONGEST_NAME = 16
SHORTEST_NAME = 8
SIGN_CELLS = 2
VALUE_CELLS = 3
LEAST_TAG_CELLS = 12
LONGEST_GRAVEST = 30
"""So many cells are kept for the gravest badge, whatever else has to go."""
LONGEST_SIDE = 10

Labels = Literal["whole", "short", "none"]
"""How gauges are named: by their words, by their short ones, or not at all where their shapes tell them apart."""

RowKey = tuple[str, int]
"""A row: a character's id and the slot of the turn (0 the ordinary one, also of who has no place)."""


class GaugeWidths(NamedTuple):
    """How many cells a gauge takes: its word, its short word, itself, itself without a shape, its band.

    `is_number` keeps its short word.
    """

    label: int
    short: int
    cells: int
    small: int
    band: int
    is_number: bool


class Widths(NamedTuple):
    """How many cells the pieces of a row take; `gravest` is what the first badge needs to stand there uncut."""

    name: int
    side: int
    short_side: int
    badges: int
    gravest: int
    gauges: tuple[GaugeWidths, ...]


class Row(NamedTuple):
    """What a row says, before it is laid out in columns."""

    value: str
    name: str
    side: str
    short_side: str
    gauges: tuple[Gauge, ...]
    badges: tuple[Badge, ...]
    acted: bool
    is_quiet: bool
    is_foe: bool
    is_elsewhere: bool = False
    is_waiting: bool = False

    def widths(self) -> Widths:
        """Measure the row."""
        more = 2 if len(self.badges) > 1 else 0
        return Widths(
            width_of(self.name),
            width_of(self.side),
            min(width_of(self.short_side), SIDE_CELLS),
            sum(badge.cells + 3 for badge in self.badges),
            min(self.badges[0].short_cells, LONGEST_GRAVEST) + more if self.badges else 0,
            tuple(
                GaugeWidths(
                    width_of(gauge.label),
                    width_of(gauge.short_label),
                    gauge.cells,
                    gauge.small_cells,
                    gauge.band_cells,
                    gauge.is_number,
                )
                for gauge in self.gauges
            ),
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
    manner: "tuple[int, bool, str, bool, frozenset[str] | None]"
    line: Line


class Columns(NamedTuple):
    """How wide the columns are, and how gauges are named; `labels` and `gauges` have the cells of each gauge."""

    name: int
    side: int
    naming: Labels
    labels: tuple[int, ...]
    gauges: tuple[int, ...]
    bands: bool

    @property
    def total(self) -> int:
        """The cells before the badges."""
        gauges = sum(
            label + (1 if label else 0) + gauge + 2 for label, gauge in zip(self.labels, self.gauges, strict=True)
        )
        return SIGN_CELLS + VALUE_CELLS + 1 + self.name + 1 + (self.side + 1 if self.side else 0) + gauges


class Roster:
    """All rows of a state, worked out again only for those in whom something changed."""

    def __init__(self, rules: Rules | None, look: Look) -> None:
        self._rules = rules
        self._look = look
        self._language = look.words.language
        self._waiting = frozenset(kind.id for kind in rules.conditions.values() if kind.waits) if rules else frozenset()
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
        """Take over all rows, made again only where something is different; tell whether anything is."""
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
        badges = list(badges_of(character, self._rules, look))
        if place is not None and place.slot:
            extra = look.say("ui.row.extra.further", number=place.slot) if place.slot > 1 else look.say("ui.row.extra")
            badges.append(_remark(extra, "accent", HINDERED))
        if place is not None and place.note:
            badges.append(_remark(look.words.term(place.note), "accent", HINDERED))
        if character.hidden:
            badges.append(_remark(look.say("ui.row.hidden"), "dim", HARMED))
        if standing.fight is not None:
            badges.append(_remark(look.words.value(fight_name(standing.fight)), "dim", GONE + 1))
        badges.sort(key=lambda badge: -badge.weight)
        return Row(
            value=value,
            name=look.glyphs.shown(character.name),
            side=look.words.term(character.side) if character.side else "",
            short_side=look.words.short(character.side) if character.side else "",
            gauges=gauges_of(character, kind, look, short=True),
            badges=tuple(badges),
            acted=place is not None and place.acted,
            is_quiet=standing.waits or not character.can_act,
            is_foe=character.side == "foe",
            is_elsewhere=standing.fight is not None,
            is_waiting=is_waiting(character, self._waiting),
        )

    # ------------------------------------------------------------------ laying out

    def columns(self, width: int) -> Columns:
        """The widths that show the most in `width` cells, with room for the gravest badge of each row."""
        if width not in self._columns:
            self._columns[width] = self._fitting(width)
        return self._columns[width]

    def _fitting(self, width: int) -> Columns:
        rows = tuple(self._widths)
        gravest = max((row.gravest for row in rows), default=0)
        badges = max((row.badges for row in rows), default=0)
        wanted = max(min(max(badges, LEAST_TAG_CELLS), width // 4), gravest)
        candidates = list(_candidates(rows, width))
        whole = [columns for columns in candidates if len(columns.gauges) == len(candidates[0].gauges)]
        for offered, kept in ((whole, wanted), (candidates, gravest)):
            for columns in offered:
                if columns.total + kept <= width:
                    spare = width - columns.total - max(badges, gravest)
                    return columns._replace(name=max(min(columns.name + spare, candidates[0].name), columns.name))
        return candidates[-1]

    @property
    def wanted_width(self) -> int:
        """The cells in which every row shows all of itself, with short words for its gauges."""
        rows = tuple(self._widths)
        badges = max((max(row.badges, row.gravest) for row in rows), default=0)
        gauges = max((len(row.gauges) for row in rows), default=0)
        name, side = max((row.name for row in rows), default=0), max((row.short_side for row in rows), default=0)
        columns = _columns(rows, min(name, LONGEST_NAME), side, gauges, "short", bands=True)
        return columns.total + max(badges, LEAST_TAG_CELLS) + 1

    def line(
        self, key: RowKey, width: int, *, is_selected: bool, sign: str, changed: frozenset[str] | None = None
    ) -> Line:
        """Lay a row out, or take the line that it made before; `sign` stands before it.

        `changed`: the last act changed something about them, and which gauges; None where it did not.
        """
        row, columns = self.row(key), self.columns(width)
        manner = (width, is_selected, sign, key == self.current, changed)
        drawn = self._drawn.get(key)
        if drawn is None or drawn.row is not row or drawn.columns is not columns or drawn.manner != manner:
            line = self._laid_out(row, columns, *manner)
            drawn = self._drawn[key] = DrawnRow(row, columns, manner, line)
        return drawn.line

    def _laid_out(
        self,
        row: Row,
        columns: Columns,
        width: int,
        is_selected: bool,
        sign: str,
        is_current: bool,
        changed: frozenset[str] | None,
    ) -> Line:
        glyphs = self._look.glyphs
        pen = Pen(width, glyphs)
        pen.write(sign, "key" if sign.isdecimal() else "accent")
        been = glyphs.waiting if row.is_waiting else glyphs.acted if row.acted else " "
        pointer = glyphs.pointer if is_current else been
        pen.column(pointer, 1, "accent" if is_current or row.is_waiting else "dim")
        pen.column(row.value, VALUE_CELLS, "title" if is_current else "text", right=True)
        pen.gap()
        is_over = (row.acted and not row.is_waiting) or row.is_quiet
        name_tone: Tone = "title" if is_current else "dim" if is_over else "text"
        name = shortened_name(row.name, columns.name, glyphs.ellipsis)
        start = pen.at
        pen.write(name, name_tone if changed is None else "changed", cells=columns.name).to(start + columns.name).gap()
        if columns.side:
            side = row.side if width_of(row.side) <= columns.side else row.short_side
            pen.column(side, columns.side, "foe" if row.is_foe else "ally").gap()
        for gauge, label, cells in zip(row.gauges, columns.labels, columns.gauges, strict=False):
            end = pen.at + label + (1 if label else 0) + cells + 2
            is_changed = changed is not None and gauge.id in changed
            if label:
                text = gauge.label if columns.naming == "whole" else gauge.short_label
                start = pen.at
                pen.write(text, "changed" if is_changed else "dim", cells=label).to(start + label).gap()
            spans = gauge.small if columns.naming == "none" else gauge.spans
            # What has no word is marked itself: its shapes still tell what it is.
            pen.spans([one._replace(tone="changed") for one in spans] if is_changed and not label else spans)
            if columns.bands and gauge.band:
                pen.gap().write(gauge.band, gauge.band_tone)
            pen.to(end)
        badges = [badge for badge in row.badges if not (badge.is_band and columns.bands)]
        pen.spans(shown(badges, pen.left, glyphs.ellipsis, f" {glyphs.separator} "))
        line = pen.line("cursor" if is_selected else "")
        return _dimmed(line) if row.is_elsewhere else line


def _remark(text: str, tone: Tone, weight: int) -> Badge:
    """Something that the core has to say of a row."""
    return Badge(text, text, tone, weight)


def shortened_name(name: str, cells: int, ellipsis: str) -> str:
    """A name cut to `cells`; one with a number at its end keeps the number: Very long nam… 12."""
    head, _, number = name.rpartition(" ")
    if width_of(name) <= cells or not head or not number.isdecimal() or width_of(number) + 3 > cells:
        return name
    return f"{cut(head, cells - width_of(number) - 1, ellipsis)} {number}"


def _candidates(rows: Sequence[Widths], width: int) -> Iterator[Columns]:
    """The ways to lay rows out, the richest first: words before shapes, every gauge before fewer."""
    longest = max((row.name for row in rows), default=0)
    name = max(min(longest, LONGEST_NAME, width // 3), min(longest, SHORTEST_NAME))
    side = min(max((row.side for row in rows), default=0), LONGEST_SIDE)
    short_side = max((row.short_side for row in rows), default=0)
    count = max((len(row.gauges) for row in rows), default=0)
    ways: tuple[tuple[Labels, bool, int], ...] = (
        ("whole", True, side), ("whole", True, short_side), ("short", True, short_side),
        ("short", False, short_side), ("none", False, short_side),
    )  # fmt: skip
    for labels, bands, side_cells in ways:
        yield _columns(rows, name, side_cells, count, labels, bands=bands)
    short_name = min(name, SHORTEST_NAME)
    for kept in range(count, -1, -1):
        yield _columns(rows, short_name, short_side, kept, "none", bands=False)
        yield _columns(rows, short_name, 0, kept, "none", bands=False)


def _columns(rows: Sequence[Widths], name: int, side: int, count: int, naming: Labels, *, bands: bool) -> Columns:
    labels, gauges = [], []
    for number in range(count):
        shown_ones = [row.gauges[number] for row in rows if number < len(row.gauges)]
        named = [one for one in shown_ones if naming != "none" or (one.is_number and count > 1)]
        labels.append(max((one.label if naming == "whole" else one.short for one in named), default=0))
        own = (one.small if naming == "none" else one.cells for one in shown_ones)
        gauges.append(max(cells + (one.band if bands else 0) for cells, one in zip(own, shown_ones, strict=True)))
    return Columns(name, side, naming, tuple(labels), tuple(gauges), bands)


def _dimmed(line: Line) -> Line:
    """The line of someone who is not in the fight that is shown: quiet, but for the signs at its beginning."""
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
