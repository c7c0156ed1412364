"""Sessions to measure on, made by typed lines like any session."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, cycle
from pathlib import Path

from tracker.command.run import perform_line
from tracker.core.chance import RandomChance
from tracker.core.facts import Redone, Undone
from tracker.core.history import Entry
from tracker.core.intents import Refusal
from tracker.journal.reader import read
from tracker.journal.sessions import write_copy
from tracker.opening import NewSession, Session, create_session, load_rules, open_session

RULESET = "world-of-darkness"
LANGUAGE = "en"
HEROES = ("David", "Клара", "Boris", "Эмиль")
BEATS = (
    'attack "Ghoul 1" by=David modifier=-3',
    "next",
    "damage David 1 bashing",
    "note the lamp above the stairs goes out, and somebody laughs in the dark",
    'attack David by="Ghoul 2" modifier=-3',
    "condition Boris prone rounds=1",
    "next",
    "undo",
    "redo",
    "set David health ........",
    'set "Ghoul 1" health .......',
    'damage "Ghoul 3" 2 lethal',
    "next",
    'set "Ghoul 3" health .......',
)
"""A part of a fight that leaves everyone much as he was before, so that it can go on for ever."""

MOST_AT_ONCE = 200
"""So many come in with one line."""

_SEED = 7
_LONGEST_STANDSTILL = len(BEATS)


def opening_lines(people: int) -> Iterator[str]:
    """The lines that bring so many people in, at least five, and roll their initiative."""
    for left in range(people - len(HEROES), 0, -MOST_AT_ONCE):
        yield f"add Ghoul foe count={min(left, MOST_AT_ONCE)} strength=2 dexterity=2 brawl=2"
    for name in HEROES:
        yield f"add {name} hero strength=2 dexterity=3 stamina=3 brawl=3 wits=3 resolve=3 composure=3"
    yield "initiative"
    yield "next"


def make_fight(path: Path, people: int, entries: int) -> Path:
    """Make a session file with so many people (from 5) and so many entries (from 7), the same each time."""
    rules = load_rules(RULESET, (), ())
    wanted = NewSession(RULESET, "Red Dawn", LANGUAGE, {})
    session = create_session(path, wanted, rules, LANGUAGE, RandomChance(_SEED))
    try:
        standstill = 0
        for line in chain(opening_lines(people), cycle(BEATS)):
            if len(session.table.history.entries) >= entries:
                return path
            try:
                perform_line(session, line)
                standstill = 0
            except Refusal:  # someone has been knocked out and cannot do it; the fight goes on without
                standstill += 1
                if standstill > _LONGEST_STANDSTILL:
                    raise
    finally:
        session.table.close()
    return path


def make_long(path: Path, source: Path, times: int) -> Path:
    """Make a session that is so many times as long: the entries of another one again and again, with its snapshots.

    Playing so many would take minutes.
    """
    reading = read(source)
    people = len(list(opening_lines(5)))
    beats = reading.entries[people:]
    entries = list(reading.entries)
    for _ in range(times - 1):
        behind = len(entries) - people
        entries += [_moved(entry, behind) for entry in beats]
    write_copy(path, reading.header, entries)
    reopened(path).table.close()
    return path


def _moved(entry: Entry, by: int) -> Entry:
    facts = tuple(
        replace(fact, entry=fact.entry + by) if isinstance(fact, Undone | Redone) else fact for fact in entry.facts
    )
    return replace(entry, number=entry.number + by, facts=facts)


def reopened(path: Path) -> Session:
    """Open a session to play on, with the same luck each time."""
    return open_session(path, (), LANGUAGE, RandomChance(_SEED))


def copied(path: Path, name: str) -> Path:
    """A fresh copy of a session file beside it."""
    return Path(shutil.copyfile(path, path.with_name(name)))
