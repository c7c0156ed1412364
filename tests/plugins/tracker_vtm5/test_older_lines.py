"""The lines that sessions of older programs hold read well in both languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plugins.kept import kept_commands
from tracker.core.facts import DueSet, Fact, Prompted
from tracker.core.messages import Message, Part, Term, message
from tracker.opening import review_session
from tracker.text import Words

ROOT = Path(__file__).parents[3]
FILES = (ROOT / "tests/journal/older_sessions/example-vtm5.toml", ROOT / "saves/example-vtm5.toml")

PARTS = (message("vtm5.part", label=Term("composure"), value=3), message("vtm5.part", label=Term("firearms"), value=-1))
MARKS = {"before": "......", "after": "/////."}
OLDER = (
    message("vtm5.joined", who="Ann", kind=Term("vampire"), health=5, willpower=4),
    message("vtm5.resized", who="Ann", track=Term("health"), **MARKS),
    message("vtm5.marks_fell_off", who="Ann", count=1, marks="X"),
    message(
        "vtm5.damage", who="Ann", source=Term("shotgun"), damage=9, because=message("vtm5.because", parts=PARTS),
        type=Term("superficial"), points=5, track=Term("health"), **MARKS,
    ),
    message("vtm5.lost", who="Ann", count=2),
    message("vtm5.injury_rolled", who="Ann", face=4, crosses=2, total=6, result=Term("stunned")),
    message("vtm5.fed", who="Ann", before=2, after=1),
    message("vtm5.thin_blood_does_little", who="Ann", potency=2),
    message("vtm5.mended", who="Ann", count=1, **MARKS),
    message("vtm5.cross_mended", who="Ann", count=1, **MARKS),
    message("vtm5.treated", who="Ann", by="Bob", count=1, **MARKS),
    message("vtm5.came_back", who="Ann", track=Term("willpower"), **MARKS),
    message("vtm5.exposed", who="Ann", cause=Term("sunlight"), every=2),
    message("vtm5.exposed_every_turn", who="Ann", cause=Term("sunlight"), every=1),
    message("vtm5.woken", who="Ann", hunger=5),
    message("vtm5.due.declare"),
    message("vtm5.due.torpor", who="Ann"),
    message("vtm5.due.touch", who="Ann", count=3),
    message("vtm5.due.faith_proof", who="Ann", power=Term("dominate")),
    message("vtm5.due.toughness", who="Ann"),
    message("vtm5.due.slow_healing"),
)  # fmt: skip


def lines_of(fact: Fact) -> Iterator[Message]:
    match fact:
        case DueSet(due=due):
            yield due.line
        case Prompted(line=line):
            yield line


def sentences(value: object) -> Iterator[Message]:
    """A line and all the sentences inside it."""
    match value:
        case Message(values=values):
            yield value
            for member in values.values():
                yield from sentences(member)
        case Part(label=label):
            yield from sentences(label)
        case tuple():
            for member in value:
                yield from sentences(member)


def is_readable(words: Words, line: Message) -> bool:
    return words.knows(line) and "{" not in words.say(line) and "vtm5." not in words.say(line)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("line", OLDER, ids=[line.id for line in OLDER])
def test_a_sentence_of_older_programs_is_kept(line: Message, language: str) -> None:
    assert is_readable(kept_commands("tracker_vtm5", language).words, line)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("path", FILES, ids=["older", "newer"])
def test_every_line_of_a_session_reads_well(path: Path, language: str) -> None:
    session = review_session(path, (), language)
    entries = session.table.history.entries
    lines = [
        line for entry in entries for line in (*entry.tell, *(one for fact in entry.facts for one in lines_of(fact)))
    ]
    assert len(lines) > len(entries)
    assert not {one.id for line in lines for one in sentences(line) if not is_readable(session.words, one)}
