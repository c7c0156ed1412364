"""What there is to read of a session, played or only read; what tells or shows one asks for this."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Protocol

from tracker.core.history import History
from tracker.journal.header import SessionHeader
from tracker.text import Words

if TYPE_CHECKING:
    from tracker.core.lore import Lore


class KnownRuleset(Protocol):
    """What a reader has to know of a ruleset."""

    def title(self, language: str) -> str:
        """What it is called for a reader of a language."""
        ...

    @property
    def attacks(self) -> Collection[str]:
        """The verbs with which someone attacks."""
        ...

    @property
    def memory(self) -> Collection[str]:
        """The conditions in which it only remembers something, by id."""
        ...

    @property
    def lore(self) -> "Lore":
        """What the public view has to know of it."""
        ...


class Readable(Protocol):
    """A session that can be read. `words` speak the reader's language, `file_words` that of the session."""

    @property
    def header(self) -> SessionHeader:
        """Its header."""
        ...

    @property
    def title(self) -> str:
        """What it is called now."""
        ...

    @property
    def history(self) -> History:
        """Its entries, with the states around them."""
        ...

    @property
    def words(self) -> Words:
        """The words of the reader's language."""
        ...

    @property
    def file_words(self) -> Words:
        """The words of the session's language."""
        ...

    @property
    def ruleset(self) -> KnownRuleset | None:
        """Its ruleset, None where that is missing."""
        ...
