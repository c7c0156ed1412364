"""What a row says of a character beside the gauges: status words, numbers and conditions, the gravest first."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from tracker.acts.conditions import shown_conditions
from tracker.api.descriptions import CharacterKind, ConditionKind
from tracker.core.badges import HARMED, HELPED, HINDERED, IN_GAUGE, NOTED, tone_of, weight_of
from tracker.core.bands import BADLY_HURT, OUT, UNHURT
from tracker.core.sentences import DURATION_UNITS, duration
from tracker.core.state import BadgeTone, Character, Condition, Status
from tracker.rules.facade import Rules
from tracker.text import MINUS
from tracker.ui.look import Look
from tracker.ui.paint import Span, Tone, width_of

BADGE_CELLS = 14
"""So many cells the short word of a badge may take, without its number and what is left of it."""
GAUGE_CELLS = 6
"""So many cells the short word of a gauge may take."""
SIDE_CELLS = 5
"""So many cells the short word of a side may take."""

_WEIGHT_OF_TONE = {"bad": HARMED, "warning": HINDERED, "good": HELPED, "plain": NOTED}
_TONE_OF_BAND: dict[str, BadgeTone] = {UNHURT: "good", BADLY_HURT: "bad", OUT: "bad"}


class Badge(NamedTuple):
    """One thing that a row says, whole and short; `is_band`: not where the bands of the gauges are shown."""

    whole: str
    short: str
    tone: Tone
    weight: int
    is_band: bool = False

    @property
    def cells(self) -> int:
        """The width of the whole text."""
        return width_of(self.whole)

    @property
    def short_cells(self) -> int:
        """The width of the short text."""
        return width_of(self.short)


def badges_of(character: Character, rules: Rules | None, look: Look) -> tuple[Badge, ...]:
    """All badges of a character, the heaviest first; of those of one weight the ruleset's order holds.

    A status word with the id of a condition lends it its weight and is not said twice; one of no weight is left to the
    gauges.
    """
    said = {status.id: status for status in character.status}
    conditions = conditions_of(character, rules)
    of_conditions = [_badge_of_condition(one, said.get(one.kind), rules, look) for one in conditions]
    return _by_weight((*word_badges(character, rules, look), *of_conditions))


def word_badges(character: Character, rules: Rules | None, look: Look) -> tuple[Badge, ...]:
    """The badges of the status words alone, without those that one of the conditions that are shown says already."""
    bands = _bands_of(character, rules.kinds.get(character.kind) if rules else None)
    words = words_beside_gauges(character, None, conditions_of(character, rules))
    badges = [_badge_of_word(status, look)._replace(is_band=status.id in bands) for status in words]
    badges += [_badge_of_word(status, look) for status in character.status if status.value is not None]
    return _by_weight(badges)


def _by_weight(badges: Iterable[Badge]) -> tuple[Badge, ...]:
    """The badges that a row shows, the heaviest first; those of one weight stay as they stand."""
    shown = [badge for badge in badges if badge.weight > IN_GAUGE]
    return tuple(sorted(shown, key=lambda badge: -badge.weight))


def conditions_of(character: Character, rules: Rules | None) -> tuple[Condition, ...]:
    """The conditions that people see: not those with which the ruleset only remembers something."""
    return shown_conditions(character, rules.conditions if rules else {})


def words_beside_gauges(
    character: Character, kind: CharacterKind | None, conditions: Iterable[Condition]
) -> tuple[Status, ...]:
    """The status words that neither a gauge's band nor one of the conditions that are shown says already."""
    said = _bands_of(character, kind) | {condition.kind for condition in conditions}
    return tuple(status for status in character.status if status.value is None and status.id not in said)


def _bands_of(character: Character, kind: CharacterKind | None) -> frozenset[str]:
    pools = kind.pools if kind else ()
    return frozenset(band.id for spec in pools if spec.id in character.pools for band in spec.bands)


def is_waiting(character: Character, kinds: Collection[str]) -> bool:
    """Whether someone holds back with one of these kinds of condition, and may still act."""
    return bool(kinds) and any(condition.kind in kinds for condition in character.conditions.values())


# ---------------------------------------------------------------------- status words


def _badge_of_word(status: Status, look: Look) -> Badge:
    weight = weight_of(status)
    tone = _TONE_OF_BAND.get(status.id) or tone_of(status)
    return Badge(
        _with_number(look.words.term(status.id), status, look),
        _with_number(look.words.short(status.id), status, look, is_short=True),
        "text" if tone == "plain" or not tone else tone,
        weight,
    )


def _with_number(word: str, status: Status, look: Look, *, is_short: bool = False) -> str:
    if status.value is not None and status.limit is None:
        return look.say("status.value", status=word, value=status.value)
    if status.value is not None and status.limit is not None:
        return look.say("status.of", status=word, value=status.value, limit=status.limit)
    if status.left is None:
        return word
    return f"{word} {short_time(status.left, look)}" if is_short else _timed(word, status.left, look)


# ---------------------------------------------------------------------- conditions


def _badge_of_condition(condition: Condition, said: Status | None, rules: Rules | None, look: Look) -> Badge:
    kind = rules.conditions.get(condition.kind) if rules else None
    tone = said.tone if said is not None and said.tone else _tone_of(kind)
    weight = _weight_of(kind)
    if said is not None:
        weight = max(weight, weight_of(said))
    return Badge(
        condition_text(condition, look), _short_condition(condition, look), "text" if tone == "plain" else tone, weight
    )


def _tone_of(kind: ConditionKind | None) -> Tone:
    return "text" if kind is None or kind.tone == "plain" else kind.tone


def _weight_of(kind: ConditionKind | None) -> int:
    """The weight of a kind of condition; one that no ruleset describes stands before what is only noted."""
    if kind is None:
        return HINDERED
    return _WEIGHT_OF_TONE[kind.tone] if kind.weight is None else kind.weight


def condition_span(condition: Condition, rules: Rules | None, look: Look) -> Span:
    """A condition with its amount and what is left of it."""
    return Span(condition_text(condition, look), _tone_of(rules.conditions.get(condition.kind) if rules else None))


def condition_text(condition: Condition, look: Look) -> str:
    """A condition in words."""
    word = look.words.term(condition.kind)
    text = look.say("ui.condition.amount", condition=word, amount=condition.amount) if condition.amount else word
    if condition.left is None:
        return text
    if condition.unit == "second":
        return _timed(text, condition.left, look)
    return look.say(f"ui.condition.{condition.unit or 'round'}", condition=text, left=condition.left)


def _timed(text: str, seconds: int, look: Look) -> str:
    return look.say("ui.condition.time", condition=text, time=duration(seconds))


def _short_condition(condition: Condition, look: Look) -> str:
    """A condition by its short word, with the amount and the largest unit of what is left."""
    pieces = [look.words.short(condition.kind)]
    if condition.amount:
        pieces.append(str(condition.amount).replace("-", MINUS))
    if condition.left is not None:
        seconds = condition.unit == "second"
        pieces.append(
            short_time(condition.left, look)
            if seconds
            else look.say(f"ui.short.{condition.unit or 'round'}", count=condition.left)
        )
    return " ".join(pieces)


def short_time(seconds: int, look: Look) -> str:
    """A length of time by its largest unit, rounded up: 3 min."""
    for unit, length in DURATION_UNITS:
        if seconds >= length:
            return look.say(f"ui.short.{unit}", count=-(-seconds // length))
    return look.say("ui.short.second", count=0)


def shown(badges: Iterable[Badge], cells: int, mark: str, separator: str) -> Iterator[Span]:
    """The badges that fit into `cells`: whole where all do, else short; what is left out is told by `mark`.

    The first one is always there, cut only where it alone is wider.
    """
    badges = tuple(badges)
    gap = width_of(separator)
    whole = sum(badge.cells + gap for badge in badges) - gap
    texts = [badge.whole if whole <= cells else badge.short for badge in badges]
    left = cells
    for number, (badge, text) in enumerate(zip(badges, texts, strict=True)):
        is_last = number == len(badges) - 1
        needed = width_of(text) + (gap if number else 0) + (0 if is_last else 1 + width_of(mark))
        if number and needed > left:
            yield Span(f" {mark}", "dim")
            return
        if number:
            yield Span(separator, "dim")
        yield Span(text, badge.tone)
        left -= width_of(text) + (gap if number else 0)
