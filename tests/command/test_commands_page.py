"""The pages of typed lines are true: each of their lines is typed and answers what stands behind it."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tables import memory_session
from tracker.command.run import perform_line
from tracker.failures import FAILURES, failure_message
from tracker.opening import Session
from tracker.rules.facade import Rules
from tracker.story import story
from tracker.text import WORD, Words

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("commands.md", "guide.md", "guide.ru.md")
MODULES = {"world-of-darkness": "tracker_wod", "ukraine-by-night": "tracker_ukraine_by_night"}
REFUSED = "refused:"


def blocks() -> dict[tuple[str, str], list[str]]:
    """The lines of the pages by page, and by ruleset with language, in their order."""
    found: dict[tuple[str, str], list[str]] = {}
    for page in PAGES:
        for kind, lines in re.findall(r"```lines ([^\n]+)\n(.*?)```", (DOCS / page).read_text("utf-8"), re.S):
            found.setdefault((page, kind), []).extend(lines.splitlines())
    return found


def session_of(kind: str) -> Session:
    ruleset, _, language = kind.partition(" ")
    rules = Rules(importlib.import_module(MODULES[ruleset]), name=MODULES[ruleset])
    return memory_session(rules, language=language or "en", seed=3)


def answer(session: Session, line: str) -> str:
    try:
        made = perform_line(session, line)
    except FAILURES as error:
        return f"{REFUSED} {session.words.say(failure_message(error))}"
    return " ".join(told for entry in made for told in story(entry, session.words)) if isinstance(made, list) else ""


@pytest.mark.parametrize(("page", "kind"), blocks())
def test_each_line_of_a_page_answers_what_stands_behind_it(page: str, kind: str) -> None:
    session = session_of(kind)
    for written in blocks()[page, kind]:
        line, _, expected = (piece.strip() for piece in written.partition("  #"))
        told = answer(session, line)
        assert told.startswith(REFUSED) == expected.startswith(REFUSED), (line, told)
        assert expected.removeprefix(REFUSED).strip() in told, (line, told)


def words_of_the_page() -> Iterator[tuple[str, str]]:
    yield from re.findall(r"^\| `(\w+)` \| `([\w-]+)` \|", (DOCS / "commands.md").read_text("utf-8"), re.M)


def test_the_page_names_the_words_of_the_language_in_both_languages() -> None:
    terms = {"on": "on-whom"}
    english, russian = Words("en"), Words("ru")
    found = dict(words_of_the_page())
    assert set(found) == {"all", "foes", "allies", "others", "marked", "by", "on", "faces", "half", "hidden", "and"}
    for word, foreign in found.items():
        term = f"{WORD}{terms.get(word, word)}"
        assert (english.term(term), russian.term(term)) == (word, foreign)
