"""What a typed text finds beside commands: people, rules, entries of the log. Loaded only for a search."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from tracker.core.history import Entry
from tracker.core.state import State
from tracker.failures import FAILURES
from tracker.names import folded
from tracker.opening import Session
from tracker.table import story
from tracker.ui.look import Look
from tracker.ui.paint import Line
from tracker.ui.panels.search import Choice
from tracker.ui.view.pages import rule_page

LEAST_FOR_LOG = 3
"""So many signs must be typed before the log is searched."""
MOST_ENTRIES = 30

Read = Callable[[str, Callable[[int], Sequence[Line]]], None]
"""Opens a page to read."""


def people_found(state: State, look: Look, select: Callable[[str], None]) -> Iterator[Choice]:
    """Everybody who is here."""
    group = look.say("ui.search.people")
    for who, character in state.characters.items():
        kind = look.words.term(character.kind)
        told = f"{kind} {look.glyphs.separator} {look.words.term(character.side)}" if character.side else kind
        yield Choice(character.name, "", told, partial(select, who), group)


def rules_found(session: Session, look: Look, read: Read) -> Iterator[Choice]:
    """The rules of the ruleset, in the reader's words."""
    rules = session.table.rules
    try:
        reference = rules.reference(look.words.language) if rules is not None else {}
    except FAILURES:
        return
    group = look.say("ui.search.rules")
    for rule in reference.values():
        told = f"{rule.id} {look.glyphs.separator} {' '.join(rule.text.split())}"
        page = partial(rule_page, rule, look=look)
        yield Choice(rule.title, "", told, partial(read, rule.id, page), group)


def entries_found(text: str, entries: Sequence[Entry], look: Look, show: Callable[[int], None]) -> Iterator[Choice]:
    """The last entries whose sentences hold every typed word."""
    if len(text) < LEAST_FOR_LOG:
        return
    words, group, found = folded(text).split("-"), look.say("ui.search.log"), 0
    for entry in reversed(entries):
        sentence = " ".join(story(entry, look.words))
        held = sentence.casefold()
        if all(word in held or word in folded(sentence) for word in words):
            name = look.say("ui.search.entry", number=entry.number, round=entry.round)
            yield Choice(name, "", sentence, partial(show, entry.number), group)
            found += 1
            if found == MOST_ENTRIES:
                return
