"""What an act would come to, in one line: its exact odds, or the gauges before and after."""

from collections.abc import Callable, Iterator, Sequence

from tracker.answers import percent
from tracker.api.descriptions import Chances
from tracker.command.commands import ActCommand, Command, HistoryCommand
from tracker.command.correct import correction_of
from tracker.command.fallen import with_rolls
from tracker.core.chance import MoreFaces, TypedChance
from tracker.core.facts import Face
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import message
from tracker.core.state import Character, State
from tracker.failures import FAILURES, dice_asked_for, failure_message
from tracker.opening import Session
from tracker.table import Preview
from tracker.ui.look import Look
from tracker.ui.paint import NEW_LINE, Span
from tracker.ui.view.badges import condition_text, conditions_of, words_beside_gauges
from tracker.ui.view.gauges import Gauge, gauges_of

MOST_PREVIEWED = 25
"""So many acts are done again while a line is typed; Enter shows what comes of more of them, and asks."""
MOST_LINES = 4
"""Of what a correction comes to, in the preview of a typed line."""
MOST_PEOPLE = 8
"""So many people have a line each of what an act would change; how many more there are is told."""


def prospects(session: Session, intent: Intent, faces: Sequence[Face] = ()) -> Chances | Preview:
    """The odds of an act that rolls; else, and with typed faces, what it would come to.

    Raises one of FAILURES, in the words of the act itself; MoreFaces for a roll of which no one knows the odds.
    """
    try:
        return session.table.preview(intent, TypedChance(with_rolls(faces, session.words), exact=False))
    except MoreFaces:
        chances = session.table.odds(intent)
        if chances is None:
            raise
        return chances


def preview_spans(session: Session, command: ActCommand, look: Look) -> tuple[Span, ...]:
    """What may come of an act, with NEW_LINE between what is different for whom. What is wrong is said the same way."""
    try:
        found = prospects(session, command.intent, command.faces or ())
    except MoreFaces as more:
        return (Span(asks_for(more, command, look), "dim"),)
    except FAILURES as error:
        return (Span(refusal_text(session, command.intent, error, look), "warning"),)
    if isinstance(found, Preview):
        return tuple(changes(session, session.table.state, found.state, look))
    notes = tuple(Span(f"{look.sentence(note)} {look.glyphs.separator} ", "warning") for note in found.notes)
    if not found.each:
        return (*notes, Span(odds_text(found, look), "accent"))
    people = session.table.state.characters
    lines = [Span(f"{people[who].name}: {odds_text(one, look)}", "accent") for who, one in found.each[:MOST_PEOPLE]]
    return (*notes, *(piece for line in lines for piece in (NEW_LINE, line)))[0 if notes else 1 :]


def refusal_text(session: Session, intent: Intent, error: Exception, look: Look) -> str:
    """Why an act is refused; where the game master may have it done all the same, the word for it and the key."""
    reason = look.sentence(failure_message(error))
    if not isinstance(error, Refusal) or session.commands is None:
        return reason
    way = session.table.engine.way_to_insist(session.table.state, intent)
    return look.say("ui.insist", reason=reason, word=look.words.parameter(intent.verb, way)) if way else reason


def missing_of(refusal: Refusal) -> Refusal:
    """What a line lacks, without an example: a whole line would mislead where a form or a prompt asks for the rest."""
    if refusal.reason.id != "command.missing":
        return refusal
    return Refusal(message("command.still_missing", what=refusal.reason.values["what"]))


def odds_text(chances: Chances, look: Look) -> str:
    """Chances in one line: the pool, what may come of it, the mean loss or success."""
    pieces = [look.say("ui.odds.pool", pool=chances.pool)] if chances.pool else []
    pieces += [f"{look.words.value(label)} {percent(look.words, chance)}" for label, chance in chances.events[:4]]
    if chances.loss is not None:
        pieces.append(look.say("odds.loss", mean=look.words.decimal(chances.loss, 1)))
    elif chances.at_least:
        pieces.append(look.say("ui.odds.mean", mean=look.words.decimal(chances.mean, 1)))
    return f" {look.glyphs.separator} ".join(pieces)


def changes(session: Session, before: State, after: State, look: Look) -> Iterator[Span]:
    """What is different for whom, a line each: gauges before and after, conditions begun and ended."""
    people = 0
    for who, character in after.characters.items():
        old = before.characters.get(who)
        if old is character:
            continue
        pieces = list(_differences(session, old, character, look))
        if not pieces:
            continue
        people += 1
        if people > MOST_PEOPLE:
            continue
        if people > 1:
            yield NEW_LINE
        yield Span(f"{character.name}: ", "dim")
        for number, piece in enumerate(pieces):
            if number:
                yield Span(f" {look.glyphs.separator} ", "dim")
            yield from piece
    if people > MOST_PEOPLE:
        yield Span(f"  +{people - MOST_PEOPLE}", "dim")


def asks_for(more: MoreFaces, command: ActCommand, look: Look) -> str:
    """Which dice are missing: without a typed one it is nothing wrong, Enter rolls them."""
    if command.faces:
        return look.sentence(failure_message(more))
    return look.say("ui.preview.rolls", dice=dice_asked_for(more))


def _differences(session: Session, old: Character | None, new: Character, look: Look) -> Iterator[tuple[Span, ...]]:
    rules = session.table.rules
    kind = rules.kinds.get(new.kind) if rules else None
    gauges_before = {gauge.id: gauge for gauge in gauges_of(old, kind, look, short=False)} if old else {}
    for gauge in gauges_of(new, kind, look, short=False):
        previous = gauges_before.get(gauge.id)
        if previous is None or previous.spans != gauge.spans:
            yield _change(previous, gauge, look)
    kept = {one.id: one for one in conditions_of(old, rules)} if old else {}
    conditions = conditions_of(new, rules)
    for condition in conditions:
        if kept.get(condition.id) != condition:
            yield (Span(f"+{condition_text(condition, look)}", "warning"),)
    for condition in kept.values():
        if condition.id not in new.conditions:
            yield (Span(f"{look.glyphs.shown('−')}{look.words.term(condition.kind)}", "good"),)
    words = {status.id for status in old.status} if old else set()
    for status in words_beside_gauges(new, kind, conditions):
        if status.id not in words:
            yield (Span(look.words.term(status.id), "bad"),)


def _change(before: Gauge | None, after: Gauge, look: Look) -> tuple[Span, ...]:
    head = (Span(f"{after.label} ", "dim"),)
    band = (
        (Span(f" {after.band}", after.band_tone),) if after.band and (not before or before.band != after.band) else ()
    )
    if before is None:
        return (*head, *after.spans, *band)
    return (*head, *before.spans, Span(f" {look.glyphs.arrow} ", "dim"), *after.spans, *band)


def command_preview(session: Session, read: Callable[[], Command], look: Look) -> tuple[Span, ...]:
    """What a command would come to, or what is wrong with it."""
    try:
        command = read()
    except Refusal as refusal:
        return (Span(look.sentence(failure_message(refusal)), "dim"),)
    if isinstance(command, HistoryCommand) and command.entry:
        return (correction_preview(session, command, look),)
    return preview_spans(session, command, look) if isinstance(command, ActCommand) else ()


def correction_preview(session: Session, command: HistoryCommand, look: Look) -> Span:
    """What a correction would come to, as far as there is room for it."""
    later = sum(number > command.entry for number in session.table.history.standing)
    if later > MOST_PREVIEWED:
        return Span(look.say("ui.correct.long", count=later), "dim")
    try:
        lines = correction_of(session.table, session.commands, command).lines
    except FAILURES as error:
        return Span(look.sentence(failure_message(error)), "dim")
    told = [look.sentence(line) for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        told.append(look.say("ui.correct.more", count=len(lines) - MOST_LINES))
    return Span(f" {look.glyphs.separator} ".join(told), "warning" if len(lines) > 1 else "text")
