"""Tracks and pools as pieces of a line."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tracker.api.descriptions import Band, CharacterKind, PoolSpec
from tracker.core.state import EMPTY_BOX, Character, Pool, State, Track
from tracker.rules.facade import Rules
from tracker.text import MINUS
from tracker.ui.look import Look
from tracker.ui.paint import Line, Span, Tone, width_of

MOST_DOTS = 10
BAR_CELLS = 8
GAUGE_GAP = 3


class Gauge(NamedTuple):
    """A gauge of a character: its word, how it stands, and the band it stands in ("" for none).

    `small` is the gauge where there is no room for its shape. `is_number`: then it is a bare number, which says
    nothing without its word.
    """

    id: str
    label: str
    spans: tuple[Span, ...]
    band: str = ""
    band_tone: Tone = "text"
    short_label: str = ""
    small: tuple[Span, ...] = ()
    is_number: bool = False

    @property
    def cells(self) -> int:
        """The width of the gauge itself."""
        return sum(width_of(span.text) for span in self.spans)

    @property
    def small_cells(self) -> int:
        """The width of the gauge without its shape."""
        return sum(width_of(span.text) for span in self.small)

    @property
    def band_cells(self) -> int:
        """The width of the band's word with the blank before it."""
        return width_of(self.band) + 1 if self.band else 0


def gauges_of(character: Character, kind: CharacterKind | None, look: Look, *, short: bool) -> tuple[Gauge, ...]:
    """The gauges of a character in the order of its sheet; `short`: those that the initiative panel shows.

    A gauge that no sheet describes, since the ruleset is missing, is shown after the others.
    """
    return tuple(_gauges(character, kind, look, short))


def _gauges(character: Character, kind: CharacterKind | None, look: Look, short: bool) -> Iterator[Gauge]:
    tracks = {spec.id: spec for spec in kind.tracks} if kind else {}
    pools = {spec.id: spec for spec in kind.pools} if kind else {}
    for name in sorted(character.tracks, key=_order(tracks)):
        if not short or name not in tracks or tracks[name].short:
            spans = track_spans(character.tracks[name])
            yield Gauge(name, look.words.term(name), spans, short_label=look.words.short(name), small=spans)
    for name in sorted(character.pools, key=_order(pools)):
        if not short or name not in pools or pools[name].short:
            yield pool_gauge(name, character.pools[name], pools.get(name), look, _status_words(character))


def session_gauges_line(state: State, rules: Rules | None, width: int, look: Look) -> Line | None:
    """The gauges that belong to no one, such as clocks, in one line; None where there are none."""
    if not state.tracks and not state.pools:
        return None
    described = rules.gauges if rules else {}
    pen = look.pen(width).gap()
    for name in sorted((*state.tracks, *state.pools), key=_order(described)):
        spec = described[name].spec if name in described else None
        if name in state.tracks:
            gauge = Gauge(name, look.words.term(name), track_spans(state.tracks[name]))
        else:
            gauge = pool_gauge(name, state.pools[name], spec if isinstance(spec, PoolSpec) else None, look)
        pen.write(f"{gauge.label} ", "dim").spans(gauge.spans)
        if gauge.band:
            pen.gap().write(gauge.band, gauge.band_tone)
        pen.gap(GAUGE_GAP)
    return pen.line()


def _order(described: Iterable[str]) -> Callable[[str], int]:
    numbers = {name: number for number, name in enumerate(described)}
    return lambda name: numbers.get(name, len(numbers))


def track_spans(track: Track) -> tuple[Span, ...]:
    """The boxes of a track, marks and empty boxes told apart by their signs; temporary boxes stand in brackets."""
    plain = track.size - track.bonus
    boxes = track.marks[:plain], track.marks[plain:]
    spans = [*_boxes(boxes[0])]
    if boxes[1]:
        spans += [Span("(", "dim"), *_boxes(boxes[1]), Span(")", "dim")]
    return tuple(spans)


def _boxes(marks: str) -> Iterator[Span]:
    filled = marks.rstrip(EMPTY_BOX)
    if filled:
        yield Span(filled, "bad")
    if len(filled) < len(marks):
        yield Span(marks[len(filled) :], "empty")


def pool_gauge(name: str, pool: Pool, spec: PoolSpec | None, look: Look, said: Collection[str] = ()) -> Gauge:
    """A pool as dots, as a bar or as a number, with its band; a band among the status words `said` is believed."""
    bands = spec.bands if spec else ()
    band = next((band for band in bands if band.id in said), None) or band_of(pool.value, bands, pool.maximum)
    tone: Tone = band.tone if band and band.tone != "good" else "text"
    shape = _possible_shape(pool, spec.shape if spec else "number")
    spans = _pool_spans(pool, shape, tone, look)
    return Gauge(
        name,
        look.words.term(name),
        spans,
        look.words.term(band.id) if band else "",
        band.tone if band else "text",
        look.words.short(name),
        spans if shape == "dots" else (Span(number_text(pool), tone),),
        shape != "dots",
    )


def _possible_shape(pool: Pool, shape: str) -> str:
    full = pool.maximum
    if full is None or pool.value < 0 or full <= 0 or pool.value > full or (shape == "dots" and full > MOST_DOTS):
        return "number"
    return shape


def _pool_spans(pool: Pool, shape: str, tone: Tone, look: Look) -> tuple[Span, ...]:
    glyphs, full = look.glyphs, pool.maximum
    if shape == "dots" and full is not None:
        spans = (Span(glyphs.full_dot * pool.value, tone), Span(glyphs.empty_dot * (full - pool.value), "empty"))
        return tuple(span for span in spans if span.text)
    number = number_text(pool)
    if shape == "bar" and full is not None:
        filled = -(-pool.value * BAR_CELLS // full)
        bar = (Span(glyphs.full_bar * filled, tone), Span(glyphs.empty_bar * (BAR_CELLS - filled), "empty"))
        return (*(span for span in bar if span.text), Span(f" {number}", tone))
    return (Span(number, tone),)


def number_text(pool: Pool) -> str:
    """A pool as a number, with its bound where it has one."""
    number = str(pool.value).replace("-", MINUS)
    return number if pool.maximum is None else f"{number}/{pool.maximum}"


def band_of(value: int, bands: Sequence[Band], maximum: int | None = None) -> Band | None:
    """The band that a value stands in; below the first band, none. Of bands that begin together the last one counts."""
    standing: Band | None = None
    for band in sorted(bands, key=lambda band: band.begins_at(maximum)):
        if value >= band.begins_at(maximum):
            standing = band
    return standing


def _status_words(character: Character) -> frozenset[str]:
    return frozenset(status.id for status in character.status)


def changed_gauges(before: Character, after: Character) -> frozenset[str]:
    """The ids of the gauges that are not as they were."""
    old: Mapping[str, Track | Pool] = {**before.tracks, **before.pools}
    new: Mapping[str, Track | Pool] = {**after.tracks, **after.pools}
    return frozenset(name for name, gauge in new.items() if old.get(name) != gauge)
