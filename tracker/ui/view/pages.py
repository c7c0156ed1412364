"""What pages say: a character's sheet, the reasons behind numbers, the help of a place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tracker.answers import amount, entry_reasons, person_reasons
from tracker.api.descriptions import Rule, TraitSpec
from tracker.core.history import Entry
from tracker.core.state import State
from tracker.core.values import Value
from tracker.failures import FAILURES, failure_message
from tracker.opening import Session
from tracker.text import literal
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, Span, Tone, width_of, wrap
from tracker.ui.view.badges import condition_span, conditions_of, words_beside_gauges
from tracker.ui.view.gauges import gauges_of


def paragraph(text: str, width: int, look: Look, tone: Tone = "text", indent: int = 1) -> Iterator[Line]:
    """A text wrapped to a width."""
    for piece in wrap(look.glyphs.shown(text), max(width - indent - 1, 8)):
        yield look.pen(width).gap(indent).write(piece, tone).line()


# ---------------------------------------------------------------------- sheets


def sheet_page(session: Session, state: State, who: str, width: int, look: Look) -> list[Line]:
    """All that is known of a character."""
    character = state.characters.get(who)
    if character is None:
        return []
    rules = session.table.rules
    kind = rules.kinds.get(character.kind) if rules else None
    conditions = conditions_of(character, rules)
    words = look.words
    lines = [look.pen(width).gap().spans(sheet_head(state, who, look)).line()]
    if character.note:
        lines += paragraph(character.note, width, look, "accent")
    gauges = gauges_of(character, kind, look, short=False)
    cells = max((width_of(gauge.label) for gauge in gauges), default=0)
    for gauge in gauges:
        pen = look.pen(width).gap().column(gauge.label, min(cells, width // 2), "dim").gap().spans(gauge.spans)
        if gauge.band:
            pen.gap().write(gauge.band, gauge.band_tone)
        lines.append(pen.line())
    tags = [
        *(words.term(status.id) for status in words_beside_gauges(character, kind, conditions)),
        *(condition_span(condition, rules, look).text for condition in conditions),
    ]
    if tags:
        lines += paragraph(f" {look.glyphs.separator} ".join(tags), width, look, "warning")
    lines += _derived(session, state, who, width, look)
    lines += _traits(character.traits, kind.traits if kind else (), width, look)
    for condition in conditions:
        if condition.note:
            lines += paragraph(f"{words.term(condition.kind)}: {condition.note}", width, look, "dim")
    return lines


def sheet_head(state: State, who: str, look: Look) -> tuple[Span, ...]:
    """Who someone is: the name, the kind, the side, and whether the players see them."""
    character = state.characters.get(who)
    if character is None:
        return ()
    described = [look.words.term(character.kind), *([look.words.term(character.side)] if character.side else [])]
    if character.hidden:
        described.append(look.say("ui.row.hidden"))
    return (Span(character.name, "title"), Span(f" {f' {look.glyphs.separator} '.join(described)}", "dim"))


def _derived(session: Session, state: State, who: str, width: int, look: Look) -> Iterator[Line]:
    rules = session.table.rules
    if rules is None:
        return
    try:
        values = rules.derived(state, who)
    except FAILURES as error:
        yield from paragraph(look.sentence(failure_message(error)), width, look, "warning")
        return
    if values:
        yield from columns(
            [(look.words.term(value.id), amount(look.words, value.value, value.unit)) for value in values], width, look
        )


def _traits(traits: Mapping[str, Value], specs: Sequence[TraitSpec], width: int, look: Look) -> Iterator[Line]:
    by_group: dict[str, list[tuple[str, str]]] = {}
    described = {spec.id: spec for spec in specs}
    for name, value in traits.items():
        if value in (0, "", False) or value == ():
            continue
        spec = described.get(name)
        by_group.setdefault(spec.group if spec else "", []).append((look.words.term(name), value_text(value, look)))
    for group, pairs in by_group.items():
        if group:
            yield look.pen(width).gap().write(look.words.term(group), "key").line()
        yield from columns(pairs, width, look)


def value_text(value: Value, look: Look) -> str:
    """A trait's value in words."""
    if isinstance(value, str):
        return look.words.term(value) if look.words.has_term(value) else value
    if isinstance(value, tuple):
        return ", ".join(value_text(item, look) for item in value)
    return look.words.value(value) if isinstance(value, int) else str(value)


def columns(pairs: Sequence[tuple[str, str]], width: int, look: Look) -> Iterator[Line]:
    """Words and values side by side: in columns where two fit, else one after the other."""
    texts = [(look.glyphs.shown(word), look.glyphs.shown(value)) for word, value in pairs]
    cell = max(width_of(word) + 1 + width_of(value) for word, value in texts) + 2
    count = max((width - 1) // cell, 1)
    if count == 1:
        yield from _one_after_the_other(texts, width, look)
        return
    for start in range(0, len(texts), count):
        pen = look.pen(width)
        for number, (word, value) in enumerate(texts[start : start + count]):
            pen.to(1 + number * cell).write(f"{word} ", "dim").write(value)
        yield pen.line()


def _one_after_the_other(texts: Sequence[tuple[str, str]], width: int, look: Look) -> Iterator[Line]:
    pen = look.pen(width).gap()
    for word, value in texts:
        if pen.at > 1 and pen.left < width_of(word) + width_of(value) + 2:
            yield pen.line()
            pen = look.pen(width).gap()
        pen.write(f"{word} ", "dim").write(value).gap(2)
    yield pen.line()


# ---------------------------------------------------------------------- reasons


def reasons_page(session: Session, lines: Iterable[str], width: int, look: Look) -> list[Line]:
    """Reasons, and under them the rules they name in plain words."""
    written: list[Line] = []
    mentioned: dict[str, Rule] = {}
    told: set[str] = set()
    reference = _reference(session)
    for line in lines:
        text = line.rstrip()
        is_part = text.startswith(" ")
        written += paragraph(text.strip(), width, look, "text" if is_part else "title", 3 if is_part else 1)
        words = {word.strip("(),:") for word in text.split()}
        mentioned.update({name: rule for name, rule in reference.items() if name in words})
        told.add(text)
    for rule in mentioned.values():
        if f"{rule.id} {rule.title}" in told:
            continue
        written.append(BLANK)
        written += paragraph(f"{rule.id} {rule.title}", width, look, "key")
        for piece in rule.text.splitlines():
            written += paragraph(piece, width, look)
    return written


def _reference(session: Session) -> dict[str, Rule]:
    rules = session.table.rules
    if rules is None:
        return {}
    try:
        return dict(rules.reference(session.words.language))
    except FAILURES:
        return {}


def rule_page(rule: Rule, width: int, look: Look) -> list[Line]:
    """A rule in plain words."""
    lines = list(paragraph(rule.title, width, look, "title"))
    return lines + [line for piece in rule.text.splitlines() for line in paragraph(piece, width, look)]


def character_reasons(session: Session, state: State, who: str) -> list[str]:
    """The parts behind every gauge and derived value of a character."""
    return person_reasons(session, who, state)


def entry_page(session: Session, entry: Entry, width: int, look: Look) -> list[Line]:
    """An entry: the command that would do the same, when, and the reasons behind its numbers."""
    when = look.say(
        "ui.why.entry", number=entry.number, round=entry.round, at=f"{entry.at.astimezone():%Y-%m-%d %H:%M:%S}"
    )
    if entry.hidden:
        when = f"{when} {look.glyphs.separator} {look.say('ui.row.hidden')}"
    lines = [*paragraph(when, width, look, "dim"), *paragraph(entry.do, width, look, "accent")]
    try:
        reasons = entry_reasons(session, entry)
    except FAILURES as error:
        reasons = [look.sentence(failure_message(error))]
    return lines + reasons_page(session, [literal(line) for line in reasons], width, look)
