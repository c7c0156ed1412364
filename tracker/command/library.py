"""The books at hand, as the command language reads what they hold."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tracker.books.library import Library
from tracker.command.values import Ways
from tracker.journal.header import SessionHeader
from tracker.languages import language_of
from tracker.rules.facade import Rules
from tracker.text import Words

if TYPE_CHECKING:
    from tracker.books.contents import Source


def library_for(rules: Rules, words: Words, header: SessionHeader | None = None) -> Library:
    """The books at hand: those that are named, the user's, those that come with the plugins. Nothing is read yet."""

    def sources() -> "Sequence[Source]":
        from tracker.books.files import book_sources  # no session waits for it

        return book_sources(rules.books)

    # What books bring is named in the session's language, whoever plays: its commands then do the same anywhere.
    language = language_of(header.language) if header else words.language
    return Library(rules, Ways(words), language, sources, header)
