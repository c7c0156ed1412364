"""What a typed text finds beside commands: people, rules, entries of the log. Loaded only for a search."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from tracker.core.history import Entry
from tracker.core.state import State
from tracker.failures import FAILURES
from tracker.names import folded
from tracker.opening import Session
from tracker.story import story
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
    """Everyone who is here."""
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


class Entries:
    """Finds entries by what they tell, which is kept from one letter to the next; `show` goes to one by its number."""

    def __init__(self, look: Look, show: Callable[[int], None]) -> None:
        self._look = look
        self._show = show
        self._told: dict[int, tuple[Entry, str, str, str]] = {}

    def found(self, text: str, entries: Sequence[Entry]) -> Iterator[Choice]:
        """The last entries whose sentences hold every typed word."""
        if len(text) < LEAST_FOR_LOG:
            return
        words, say, count = folded(text).split("-"), self._look.say, 0
        for entry in reversed(entries):
            sentence, compared = self._sentence(entry)
            if all(word in compared for word in words):
                name = say("ui.search.entry", number=entry.number, round=entry.round)
                yield Choice(name, "", sentence, partial(self._show, entry.number), say("ui.search.log"))
                count += 1
                if count == MOST_ENTRIES:
                    return

    def _sentence(self, entry: Entry) -> tuple[str, str]:
        """What an entry tells, as it is read and as it is compared."""
        known, language = self._told.get(entry.number), self._look.words.language
        if known is None or known[0] is not entry or known[1] != language:
            sentence = " ".join(story(entry, self._look.words))
            known = self._told[entry.number] = entry, language, sentence, folded(sentence)
        return known[2:]
