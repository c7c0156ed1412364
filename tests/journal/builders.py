"""Headers, entries and whole session files for tests, and hypothesis strategies for every kind of fact."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from hypothesis import strategies as st

from tracker.core import facts as f
from tracker.core.history import Entry
from tracker.core.messages import Faces, Message, Part, Term, message
from tracker.core.state import Condition, Due, Place, Pool, Status, Track
from tracker.core.values import Value
from tracker.journal.checks import sealed, verify
from tracker.journal.codec import encode_entry
from tracker.journal.header import SessionHeader, encode_header

BEGUN = datetime(2025, 3, 1, 18, 30, tzinfo=UTC)

NASTY_TEXTS = (
    "",
    "[[entry]]",
    "line\n[[entry]]\nn = 1\nend = 1\n",
    "end = 3\n",
    'quote " and \\ backslash \\" both',
    "'''",
    '"""',
    "\x1b[31mred\x1b[0m",
    "\x00\x01\x1f\x7f",
    "\x85\x9b\u2028\u2029\u202e\ufeff",
    "tab\tcarriage\rreturn\r\n",
    "Давид Коваль",
    "🧛‍♀️ 𝔊𝔬𝔱𝔥",
    "Ünï çödé",
    "@term",
    "@@",
    "# comment",
    "{ m = 1 }",
    "[/] [X] Bob [red]",
    "x" * 200,
)


def a_header(title: str = "Red Dawn", **changes: Any) -> SessionHeader:
    values: dict[str, Any] = {
        "ruleset": "hit-points",
        "ruleset_version": "1.2",
        "language": "en",
        "created": BEGUN,
        "options": {"deadly": True, "limit": 3},
        "house_rules": ("glass-jaw",),
    }
    return SessionHeader(title=title, **{**values, **changes})


def an_entry(number: int, *facts: f.Fact, do: str = "note rain", say: str = "It rains", **changes: Any) -> Entry:
    values: dict[str, Any] = {
        "at": BEGUN + timedelta(seconds=number),
        "round": number // 7,
        "tell": (message("note.plain", text=say),),
        "facts": facts or (f.Noted(say),),
    }
    return Entry(number, do=do, say=say, **{**values, **changes})


def varied_entries(count: int, seed: int = 1) -> Iterator[Entry]:
    """Entries of many shapes and lengths, as a fight makes them."""
    chance = random.Random(seed)
    for number in range(1, count + 1):
        who = chance.choice(["david", "killer", "gunman"])
        text = chance.choice(NASTY_TEXTS)[:60]
        choices: list[tuple[f.Fact, ...]] = [
            (f.Noted(text, who),),
            (f.RoundBegun(number), f.TurnBegun(who)),
            (f.TrackSet(who, "health", Track("/......"), Track("//.....", 1), "bashing", 1),),
            (f.OrderSet((Place(who, 13, (5, 2)), Place("other", note=text))), f.InitiativeSet(who, 13)),
            (),
            (
                f.Rolled(
                    who,
                    "attack",
                    3,
                    tuple(chance.randint(1, 10) for _ in range(3)),
                    again=(8,),
                    sides=10,
                    parts=(Part(Term("strength"), 2), Part("the hand", -4, "rule-7")),
                    successes=2,
                ),
                f.ConditionSet(who, Condition("burning-1", "burning", 2, left=3, unit="round")),
            ),
            (f.Undone(max(1, number - 1)),),
        ]
        facts = chance.choice(choices)
        yield an_entry(number, do=f'note "{who}"', say=text, facts=facts)


def session_bytes(header: SessionHeader, entries: Iterable[Entry], *, checked: bool = True) -> bytes:
    """The whole content of a session file; not `checked`: as older programs wrote it."""
    data = encode_header(header)
    running = verify(data).running
    for entry in entries:
        piece = encode_entry(entry)
        if checked:
            piece, running = sealed(piece, running)
        data += piece
    return data


def write_session(
    path: Path, entries: Iterable[Entry], header: SessionHeader | None = None, *, checked: bool = True
) -> bytes:
    """Write a session file without the writer, and return its content."""
    data = session_bytes(header or a_header(), entries, checked=checked)
    path.write_bytes(data)
    return data


texts = st.one_of(st.sampled_from(NASTY_TEXTS), st.text(st.characters(exclude_categories=["Cs"]), max_size=12))
integers = st.integers(-(2**63) + 1, 2**63 - 1)
times = st.datetimes(timezones=st.just(UTC), min_value=datetime(1900, 1, 1))
values: st.SearchStrategy[Value] = st.recursive(
    st.one_of(integers, texts, st.booleans()),
    lambda inner: st.one_of(st.lists(inner, max_size=3).map(tuple), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=5,
)
terms = texts.filter(lambda text: not text.startswith("@")).map(Term)
value_names = st.one_of(texts, st.sampled_from(["m", "m_", "m__", "as", "as_", "d", "p", "kind", "who"]))
dice = st.builds(
    Faces,
    st.lists(st.one_of(st.integers(1, 100), texts), max_size=3).map(tuple),
    st.none() | st.integers(1, 10),
    texts,
    st.booleans(),
)
messages: st.SearchStrategy[Message] = st.recursive(
    st.builds(Message, texts, working=st.booleans()),
    lambda inner: st.builds(
        Message,
        texts,
        st.dictionaries(
            value_names,
            st.one_of(
                integers,
                texts,
                terms,
                inner,
                dice,
                st.builds(Part, st.one_of(texts, terms, inner), integers, texts),
                st.lists(
                    st.one_of(texts, terms, inner, st.builds(Part, st.one_of(texts, terms), integers, texts)),
                    max_size=2,
                ).map(tuple),
            ),
            max_size=3,
        ),
        working=st.booleans(),
    ),
    max_leaves=4,
)
parts = st.builds(Part, st.one_of(texts, terms, messages), integers, texts)

_STRATEGIES: dict[Any, st.SearchStrategy[Any]] = {
    str: texts,
    int: integers,
    int | None: st.none() | integers,
    float | None: st.none() | st.floats(-1e6, 1e6).map(lambda number: round(number, 6)),
    bool: st.booleans(),
    f.Face: integers | texts,
    Value: values,
    "Value": values,
    Value | None: st.none() | values,
    Message: messages,
    Message | None: st.none() | messages,
    Part: parts,
}


def strategy_of(annotation: Any) -> st.SearchStrategy[Any]:
    """Well-formed values of a field's type."""
    if annotation in _STRATEGIES:
        return _STRATEGIES[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple:
        return st.lists(strategy_of(arguments[0]), max_size=3).map(tuple)
    if origin is Mapping:
        return st.dictionaries(texts, strategy_of(arguments[1]), max_size=3)
    assert annotation in (Track, Pool, Condition, Status, Place, Due, f.Dice), annotation
    return objects_of(annotation)


def objects_of(of_class: type) -> st.SearchStrategy[Any]:
    """Well-formed objects of a class of facts or of the state."""
    return st.builds(of_class, **{field.name: strategy_of(field.type) for field in fields(of_class)})


facts: st.SearchStrategy[f.Fact] = st.one_of(*map(objects_of, get_args(f.Fact)))
entries: st.SearchStrategy[Entry] = st.builds(
    Entry,
    number=st.integers(1, 10**9),
    at=times,
    round=integers,
    do=texts,
    say=texts,
    tell=st.lists(messages, max_size=3).map(tuple),
    facts=st.lists(facts, max_size=3).map(tuple),
    head=st.none() | messages,
    hidden=st.booleans(),
)
headers: st.SearchStrategy[SessionHeader] = st.builds(
    SessionHeader,
    title=texts,
    ruleset=texts,
    ruleset_version=texts,
    language=texts,
    created=times,
    options=st.dictionaries(texts, values, max_size=3),
    house_rules=st.lists(texts, max_size=3).map(tuple),
)
