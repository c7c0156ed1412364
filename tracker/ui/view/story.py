"""The log's blocks: an act each, what came of it first, how it came about after it, dimmer and folded away."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from tracker.core.history import Entry
from tracker.core.state import Character, State
from tracker.pieces import BETWEEN, Piece, joined, outcome_and_working, recognised
from tracker.recap.looks import Looks, mark_tones, name_tones
from tracker.recap.looks import Tone as PieceTone
from tracker.rules.facade import Rules
from tracker.story import TYPED, told_lines
from tracker.ui.look import Look
from tracker.ui.paint import Line, Span, Tone, cut, rule_line, width_of, wrap_spans

TEXT, INDENT = 2, 3
"""Where the text of a block begins, and where its further lines do."""
HEADINGS = frozenset(("round.begun", "scene.begun", "scene.begun_named"))
"""Sentences that are drawn as rules across the log."""
TURN = "turn.begun"
LEAST_CELLS = 10
"""So many cells a line of a block has, however narrow the window is."""

Spans = tuple[Span, ...]


class Section(NamedTuple):
    """What an act tells under one heading: sentences of what came of it, and of how it came about.

    `heading` "" is the act itself; `turn` is the sentence that says whose turn begins.
    """

    heading: str
    turn: Spans
    outcome: Sequence[Spans]
    working: Sequence[Spans]

    @property
    def is_bare_turn(self) -> bool:
        """Whether only a turn begins, and nothing more is told."""
        return bool(self.turn) and not self.outcome and not self.working


class Block(NamedTuple):
    """An entry as the log shows it. `whose` is the name of the one whose turn it leaves off with, "" for none."""

    sections: Sequence[Section]
    whose: str = ""

    @property
    def is_bare_turn(self) -> bool:
        """Whether it only says whose turn begins."""
        return len(self.sections) == 1 and not self.sections[0].heading and self.sections[0].is_bare_turn

    @property
    def is_quiet(self) -> bool:
        """Whether time goes by in it, and nothing else is told."""
        return not any(section.outcome or section.working for section in self.sections)

    @property
    def ends_in_a_bare_turn(self) -> bool:
        """Whether nothing has been told of the turn that it begins."""
        return bool(self.sections) and self.sections[-1].is_bare_turn

    @property
    def ends_a_turn(self) -> bool:
        """Whether the turn before it is over with it: another one begins in it, or a round or a scene."""
        return any(section.turn or section.heading for section in self.sections)


class Sentence(NamedTuple):
    """What a sentence tells came of an act, and how; `whole` is both in one where its working is no more than a sum."""

    outcome: Spans
    working: Sequence[Spans]
    whole: Spans


def _section(heading: str, turn: Spans, told: Sequence[Sentence]) -> Section:
    """What is told under a heading. Of several sums no one would know whose they are: each stays in its sentence."""
    if sum(bool(one.whole) for one in told) > 1:
        told = [Sentence(one.whole, (), ()) if one.whole else one for one in told]
    outcome = tuple(one.outcome for one in told if one.outcome)
    return Section(heading, turn, outcome, tuple(spans for one in told for spans in one.working))


class Storyteller:
    """Gives what is told its looks: names by side, dice by what counted, marks by weight, verdicts that stand out."""

    def __init__(self, look: Look, rules: Rules | None) -> None:
        self._look = look
        self._rules = rules
        self._names: dict[str, PieceTone] = {}
        self._people: Mapping[str, Character] = {}
        self._blocks: dict[int, Block] = {}

    @cached_property
    def _marks(self) -> Mapping[str, PieceTone]:
        return mark_tones(self._rules)

    @cached_property
    def _looks(self) -> Looks:
        return Looks(self._names, self._marks, self._rules.highlights if self._rules else {})

    def take_over(self, state: State) -> bool:
        """Learn the names of a state, in addition to those known; tell whether that changes how names look."""
        if state.characters is self._people:
            return False
        self._people = state.characters
        names = name_tones(state)
        if names.items() <= self._names.items():
            return False
        self._names |= names
        self._blocks.clear()
        return True

    def block(self, entry: Entry) -> Block:
        """An entry as the log shows it."""
        block = self._blocks.get(entry.number)
        if block is None:
            block = self._blocks[entry.number] = self._made(entry)
        return block

    def forget(self) -> None:
        """Forget what has been made of entries: they, or the reader's language, have changed."""
        self._blocks.clear()

    def _made(self, entry: Entry) -> Block:
        sections: list[Section] = []
        heading, whose = "", ""
        turn: Spans = ()
        told: list[Sentence] = []

        def close() -> None:
            if heading or turn or told:
                sections.append(_section(heading, turn, told))
            told.clear()

        for line_id, pieces in told_lines(entry, self._look.words):
            known = tuple(recognised(pieces, self._names, self._marks))
            if line_id in HEADINGS:
                close()
                heading, turn = joined(known), ()
            elif line_id == TURN:
                if turn or told:
                    close()
                    heading = ""
                turn = self._spans(known, "title")
                whose = next((piece.text for piece in known if piece.kind == "name"), "")
            else:
                told.append(self._sentence(known))
        close()
        return Block(tuple(sections), whose)

    def _sentence(self, pieces: Sequence[Piece]) -> Sentence:
        end = next((at for at, piece in enumerate(pieces) if at and piece.id in TYPED), len(pieces))
        told, reason = outcome_and_working(pieces[:end])
        typed: Spans = ()
        if end < len(pieces):
            typed = (Span(self._look.glyphs.shown(joined(pieces[end:])), "dim"),)
        has_only_a_sum = bool(reason) and not any(piece.working for piece in pieces)
        whole = (*self._spans(pieces[:end], "text"), *typed) if told and has_only_a_sum else ()
        outcome: Spans = (*self._spans(told, "text"), *typed) if told else ()
        working = [self._spans(reason, "dim")] if reason else []
        if typed and not told:
            working.insert(0, (typed[0]._replace(text=typed[0].text.lstrip(BETWEEN)),))
        return Sentence(outcome, working, whole)

    # ------------------------------------------------------------------ looks

    def _spans(self, pieces: Iterable[Piece], plain: Tone) -> Spans:
        shown = self._look.glyphs.shown
        toned = self._looks.toned(pieces, "dim" if plain == "dim" else "text")
        own = ((one.text, plain if one.tone == "text" else one.tone) for one in toned)
        return tuple(_merged(Span(shown(text), tone) for text, tone in own))


def _merged(spans: Iterable[Span]) -> Iterator[Span]:
    """The spans, those of one tone that follow each other as one."""
    last: Span | None = None
    for span in spans:
        if not span.text:
            continue
        if last is not None and last.tone == span.tone:
            last = Span(last.text + span.text, last.tone)
            continue
        if last is not None:
            yield last
        last = span
    if last is not None:
        yield last


# ---------------------------------------------------------------------- lines


class Manner(NamedTuple):
    """How a block is drawn.

    `is_taken_back`: struck out, after a sign; `is_past`: it only takes others back. `is_news`: the last act, marked.
    `is_folded`: what came of the act in one line; `is_short`: each sentence of it in a line of its own, for reading
    from afar. `is_over`: other acts followed, so that a turn in it of which nothing is told needs no line.
    `most`: how many lines there may be, 0 for all of them.
    """

    is_folded: bool = True
    is_taken_back: bool = False
    is_past: bool = False
    is_selected: bool = False
    is_news: bool = False
    is_short: bool = False
    is_over: bool = False
    most: int = 0


def block_lines(block: Block, width: int, look: Look, manner: Manner) -> Sequence[Line]:
    """The lines of a block, from headings that are rules across the log to its working."""
    lines: list[Line] = []
    signs = _signs(look, manner)
    for section in block.sections:
        if section.heading:
            rule = rule_line(section.heading, width, look.glyphs, tone="struck" if manner.is_taken_back else "title")
            lines.append(rule._replace(ground="cursor" if manner.is_selected else ""))
        is_quiet = manner.is_over and section is block.sections[-1] and section.is_bare_turn
        turn = () if is_quiet else section.turn
        told, working = [*([turn] if turn else []), *section.outcome], list(section.working)
        if manner.is_folded or manner.is_short:
            told, working = told or working, []
        for sentences in [[sentence] for sentence in told] if manner.is_short else filter(None, [told]):
            sign = next(signs, look.glyphs.pointer if turn and sentences[0] is turn and not manner.is_over else "")
            is_cut = manner.is_folded or manner.is_short
            lines += _paragraph(_in_a_row(sentences, look), width, look, manner, sign=sign, is_cut=is_cut)
        if working:
            lines += _paragraph(_in_a_row(working, look), width, look, manner, first=INDENT)
    if manner.most and len(lines) > manner.most:
        lines[manner.most - 1 :] = [look.pen(width).gap(INDENT).write(look.glyphs.ellipsis, "dim").line()]
    return lines


def passed_line(names: Sequence[str], width: int, look: Look) -> Line:
    """That these people's turns passed without anything."""
    told = look.say("ui.log.passed", list=tuple(names))
    return look.pen(width).gap(TEXT).write(told, "dim").line()


def _signs(look: Look, manner: Manner) -> Iterator[str]:
    """The signs before the first line of a block."""
    glyphs = look.glyphs
    sign = glyphs.changed if manner.is_news else ""
    sign = glyphs.taken_back if manner.is_taken_back else sign
    sign = f"{glyphs.cursor}{sign}" if manner.is_selected else sign
    if sign:
        yield sign


def _in_a_row(sentences: Sequence[Spans], look: Look) -> Spans:
    between = Span(f" {look.glyphs.separator} ", "dim")
    spans = [span for number, sentence in enumerate(sentences) for span in ([between] if number else []) + [*sentence]]
    return tuple(_merged(spans))


def _paragraph(
    spans: Spans, width: int, look: Look, manner: Manner, *, sign: str = "", first: int = TEXT, is_cut: bool = False
) -> Iterator[Line]:
    """Sentences in as many lines as they take, or cut to one; all but the first are indented."""
    tone: Tone | None = "struck" if manner.is_taken_back else "dim" if manner.is_past else None
    if tone is not None:
        spans = (Span("".join(span.text for span in spans), tone),)
    rows = [_cut(spans, width - first, look)] if is_cut else wrap_spans(spans, max(width - INDENT, LEAST_CELLS))
    for number, row in enumerate(rows):
        pen = look.pen(width).write("" if number else sign, "accent")
        pen.to(INDENT if number else first).gap(int(pen.at > 1 and not number and len(sign) > 1)).spans(row)
        yield pen.line("cursor" if manner.is_selected else "")


def _cut(spans: Spans, cells: int, look: Look) -> Spans:
    """The beginning of pieces that do not fit into a line, ended by a sign for that."""
    if width_of("".join(span.text for span in spans)) <= cells:
        return spans
    ellipsis = look.glyphs.ellipsis
    left = cells - width_of(ellipsis)
    kept: list[Span] = []
    for span in spans:
        text = cut(span.text, left)
        kept.append(Span(text, span.tone))
        left -= width_of(text)
        if text != span.text:
            break
    return (*kept, Span(ellipsis, "dim"))
