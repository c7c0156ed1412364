"""Tracks, pools and conditions as pieces of a line."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from tracker.acts.conditions import shown_conditions
from tracker.api.descriptions import Band, CharacterKind, PoolSpec
from tracker.core.public.bands import BADLY_HURT, UNHURT
from tracker.core.sentences import duration, status_shown
from tracker.core.state import EMPTY_BOX, Character, Condition, Pool, State, Status, Track
from tracker.rules.facade import Rules
from tracker.text import MINUS
from tracker.ui.look import Look
from tracker.ui.paint import Line, Span, Tone, width_of

MOST_DOTS = 10
BAR_CELLS = 8
GAUGE_GAP = 3


class Gauge(NamedTuple):
    """A gauge of a character: its word, how it stands, and the band it stands in ("" for none)."""

    id: str
    label: str
    spans: tuple[Span, ...]
    band: str = ""
    band_tone: Tone = "text"

    @property
    def cells(self) -> int:
        """The width of the gauge itself."""
        return sum(width_of(span.text) for span in self.spans)

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
            yield Gauge(name, look.words.term(name), track_spans(character.tracks[name]))
    for name in sorted(character.pools, key=_order(pools)):
        if not short or name not in pools or pools[name].short:
            yield pool_gauge(name, character.pools[name], pools.get(name), look, _status_words(character))


def session_gauges_line(state: State, rules: Rules | None, width: int, look: Look) -> Line | None:
    """The gauges that belong to nobody, such as clocks, in one line; None where there are none."""
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
    shape = spec.shape if spec else "number"
    return Gauge(
        name,
        look.words.term(name),
        _pool_spans(pool, shape, tone, look),
        look.words.term(band.id) if band else "",
        band.tone if band else "text",
    )


def _pool_spans(pool: Pool, shape: str, tone: Tone, look: Look) -> tuple[Span, ...]:
    glyphs, full = look.glyphs, pool.maximum
    if full is None or pool.value < 0 or full <= 0 or pool.value > full or (shape == "dots" and full > MOST_DOTS):
        shape = "number"
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


def conditions_of(character: Character, rules: Rules | None) -> tuple[Condition, ...]:
    """The conditions that people see: not those with which the ruleset only remembers something."""
    return shown_conditions(character, rules.conditions if rules else {})


def words_beside_gauges(
    character: Character, kind: CharacterKind | None, conditions: Iterable[Condition]
) -> tuple[Status, ...]:
    """The status words that neither a gauge's band nor one of the conditions that are shown says already."""
    said = {band.id for spec in (kind.pools if kind else ()) if spec.id in character.pools for band in spec.bands}
    said |= {condition.kind for condition in conditions}
    return tuple(status for status in character.status if status.value is None and status.id not in said)


def condition_span(condition: Condition, rules: Rules | None, look: Look) -> Span:
    """A condition with its amount and what is left of it."""
    kind = rules.conditions.get(condition.kind) if rules else None
    tone: Tone = "text" if kind is None or kind.tone == "plain" else kind.tone
    return Span(condition_text(condition, look), tone)


def condition_text(condition: Condition, look: Look) -> str:
    """A condition in words."""
    word = look.words.term(condition.kind)
    text = look.say("ui.condition.amount", condition=word, amount=condition.amount) if condition.amount else word
    if condition.left is None:
        return text
    if condition.unit == "second":
        return look.say("ui.condition.time", condition=text, time=duration(condition.left))
    return look.say(f"ui.condition.{condition.unit or 'round'}", condition=text, left=condition.left)


def _tone_of_word(word: Status) -> Tone:
    if word.id == UNHURT:
        return "good"
    return "warning" if word.can_act and word.id != BADLY_HURT else "bad"


def tag_spans(character: Character, rules: Rules | None, look: Look) -> tuple[Span, ...]:
    """The status words, the numbers and the conditions of a character: what bars from acting first, then the worst.

    A narrow row shows only the first of them.
    """
    kind = rules.kinds.get(character.kind) if rules else None
    conditions = conditions_of(character, rules)
    words = words_beside_gauges(character, kind, conditions)
    spans = [(word.id, Span(look.words.term(word.id), _tone_of_word(word))) for word in words]
    numbers = (status for status in character.status if status.value is not None)
    spans += [(number.id, Span(look.words.value(status_shown(number)))) for number in numbers]
    spans += [(condition.kind, condition_span(condition, rules, look)) for condition in conditions]
    barring = {status.id for status in character.status if not status.can_act}
    gravity = ("bad", "warning")
    ranked = sorted(
        spans,
        key=lambda tag: -1 if tag[0] in barring else gravity.index(tag[1].tone) if tag[1].tone in gravity else 2,
    )
    return tuple(span for _, span in ranked)
