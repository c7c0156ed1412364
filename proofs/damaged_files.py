"""20,000 damaged sessions, settings, themes, bookmarks, books and sheets: readers raise nothing but what they say."""

import json
import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.exchange.test_import import WOD5E, session_of
from tests.tables import disk_session, play, sample_rules
from tracker import languages
from tracker.books.reading import BookReader
from tracker.command.values import Ways
from tracker.core.intents import Refusal
from tracker.exchange.documents import documents_in
from tracker.exchange.people import PeopleReader
from tracker.journal.bookmarks import bookmarks_path, read_bookmarks
from tracker.journal.errors import JournalError
from tracker.journal.reader import follow, read, read_header
from tracker.journal.replay import replay
from tracker.journal.summary import summary_of
from tracker.plain_files import Unreadable, read_toml
from tracker.preferences import PreferencesError, load_preferences
from tracker.resources import themes_folder
from tracker.text import Words
from tracker.ui.themes import ThemeError, read_theme

FILES = 20_000
SETTINGS = b'language = "en"\ntheme = "dark"\nascii = false\nplugins = ["a", "b"]\n'
BOOKMARKS = b'[bookmark]\n3 = "the alarm"\n17 = "Ann falls"\n'
LIST = b"# tonight\nname; initiative; health; note\nJerry; 13; 8; limps; has the keys\nEve;9\n"
LINES = ("add Ann skill=2", "add Bob", "initiative", "next", "damage Bob 2", "undo")
BOOK = Path(__file__).parents[1] / "tests" / "sample_plugin" / "coterie_sample" / "book.toml"

TOKENS = (
    b"9" * 5000, b"[" * 3000, b"a." * 1000, b'"', b"'''", b"\n[[entry]]\n", b"\nend = 1\n", b"\n# check 00000000\n",
    b"0001-01-01T00:00:00+23:59", b"9999-12-31T23:59:59-23:59", b"\x00", b"\xff\xfe", b"\r", b"=", b"{", b"}", b"]",
    b"#", b"nan", b"-inf", b"1e999", b"true", b"{}", b"[]", b'""', b"\xef\xbb\xbf", b"-9223372036854775809", b"= 7",
)  # fmt: skip


def prove(budget: float) -> Iterator[str]:
    """Damage so many files."""
    with tempfile.TemporaryDirectory() as folder:
        yield from badly_told(Path(folder), max(round(FILES * budget), 4), seed=1)


def badly_told(folder: Path, files: int, seed: int) -> Iterator[str]:
    """Damage so many files, those of each kind in turn, and tell of whatever a reader did not foresee."""
    luck, path = random.Random(seed), folder / "damaged.toml"
    readers = list(_readers(folder))
    for number in range(files):
        content, reading, foreseen = readers[number % len(readers)]
        path.unlink(missing_ok=True)  # some systems wait for the disk where a file is written over
        path.write_bytes(damaged(content, luck))
        try:
            reading(path)
        except foreseen:
            pass
        except Exception as error:
            yield f"seed {seed}, file {number}: {type(error).__name__}: {error}"[:200]


def _readers(folder: Path) -> Iterator[tuple[bytes, Callable[[Path], Any], tuple[type[Exception], ...]]]:
    """What each reader reads, how it is called, and what it may raise."""
    source, rules = folder / "source.toml", sample_rules()
    play(disk_session(source), *LINES).table.close()
    session = source.read_bytes()
    for reader in (read_header, lambda path: replay(read(path)), lambda path: follow(path, 0, 0, 0)):
        yield session, reader, (JournalError,)
    yield session, summary_of, ()
    yield SETTINGS, load_preferences, (PreferencesError,)
    yield (themes_folder() / "dark.toml").read_bytes(), read_theme, (ThemeError,)
    yield BOOKMARKS, _read_bookmarks, (JournalError,)
    head = languages.own_folder() / "ru" / languages.HEAD
    yield head.read_bytes(), lambda path: languages.head_of("xx", read_toml(path)), (Unreadable, ValueError)
    for sheet in (json.dumps(WOD5E).encode(), LIST):
        yield sheet, _reader_of_people(), (Refusal,)
    yield BOOK.read_bytes(), BookReader(rules, Ways(Words("en", rules.catalogue))).read, ()


def _read_bookmarks(path: Path) -> Any:
    bookmarks_path(path).unlink(missing_ok=True)
    bookmarks_path(path).write_bytes(path.read_bytes())
    return read_bookmarks(path)


def _reader_of_people() -> Callable[[Path], Any]:
    session = session_of("vtm5")
    assert session.commands is not None
    library = session.commands.library
    rules = session.table.rules
    assert rules is not None
    people = PeopleReader(rules, library.spell, library)
    return lambda path: [people.read(document) for document in documents_in(str(path))]


def damaged(data: bytes, luck: random.Random) -> bytes:
    """The content with a few pieces changed, taken out, doubled or put in."""
    for _ in range(luck.randint(1, 4)):
        at, length = luck.randrange(len(data) + 1), luck.choice((0, 0, 1, 1, 3, 30, 400))
        piece = luck.choice((luck.choice(TOKENS), luck.randbytes(luck.randint(0, 4)), data[at : at + length] * 2))
        data = data[:at] + piece + data[at + length :]
    return data
