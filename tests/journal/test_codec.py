import tomllib
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from enum import IntEnum, StrEnum
from typing import Any, get_args

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.journal.builders import BEGUN, NASTY_TEXTS, an_entry, entries, facts, objects_of
from tracker.core import facts as f
from tracker.core.history import Entry
from tracker.core.messages import Message, Part, Term, message
from tracker.core.state import Condition, Place, Pool, Status, Track
from tracker.journal.codec import decode_entry, encode_entry, fact_from_toml, fact_to_toml, is_whole, kind_of
from tracker.journal.errors import JournalError
from tracker.journal.shapes import Mismatch
from tracker.text import Words


def written_and_read(entry: Entry) -> Entry:
    return decode_entry(tomli.loads(encode_entry(entry).decode())["entry"][0])


def said(reason: Message) -> str:
    words = Words("en")
    assert words.knows(reason)
    return words.say(reason)


@given(entries)
@trying(40)
def test_every_entry_reads_back_as_it_was(entry: Entry) -> None:
    assert written_and_read(entry) == entry


@pytest.mark.parametrize("fact_class", get_args(f.Fact))
def test_every_kind_of_fact_reads_back_as_it_was(fact_class: type) -> None:
    @given(objects_of(fact_class))
    @trying(5)
    def reads_back(fact: f.Fact) -> None:
        [read_back] = written_and_read(an_entry(1, fact)).facts
        assert read_back == fact
        assert type(read_back) is type(fact)

    reads_back()


@given(entries)
@trying(20)
def test_a_plain_toml_parser_of_the_standard_library_reads_the_same(entry: Entry) -> None:
    text = encode_entry(entry).decode()
    assert tomllib.loads(text) == tomli.loads(text)


@given(entries)
@trying(20)
def test_no_text_can_look_like_the_frame_of_an_entry(entry: Entry) -> None:
    lines = encode_entry(entry).split(b"\n")
    assert lines.count(b"[[entry]]") == 1
    assert [line for line in lines if line.startswith(b"end")] == [b"end = %d" % entry.number]
    assert lines[-2:] == [b"end = %d" % entry.number, b""]


@given(entries)
@trying(20)
def test_an_entry_is_safe_to_show_in_a_terminal(entry: Entry) -> None:
    text = encode_entry(entry).decode()
    assert not [
        character for character in text if character != "\n" and (character < " " or "\x7f" <= character < "\xa0")
    ]


@given(facts)
def test_a_state_that_reads_a_fact_cannot_change_it(fact: f.Fact) -> None:
    [read_back] = written_and_read(an_entry(1, fact)).facts
    for name in ("traits", "tracks", "pools", "data"):
        if hasattr(read_back, name):
            with pytest.raises(TypeError):
                getattr(read_back, name)["new"] = 1


def test_an_entry_reads_well_in_a_pager() -> None:
    entry = an_entry(
        12,
        f.Rolled(
            "david",
            "attack",
            3,
            (2, 9, 10),
            again=(10, 8),
            sides=10,
            parts=(Part(Term("strength"), 2), Part("hand", -4, "called-shot")),
            successes=4,
            typed=True,
        ),
        f.TrackSet("killer", "health", Track("......."), Track("////..."), "bashing", 4),
        f.StatusSet("killer", (Status("stunned"), Status("down", can_act=False))),
        f.PoolSet("david", "willpower", Pool(5, 6), Pool(4, 6)),
        f.SceneBegun(),
        do='attack Killer "with feet"',
        say="David kicks Killer: 4 successes",
        tell=(message("attack.hit", who="David", by=Term("kick"), m=4),),
    )
    assert encode_entry(entry).decode() == (
        """
[[entry]]
n = 12
at = 2025-03-01T18:30:12Z
round = 1
do = "attack Killer \\"with feet\\""
say = "David kicks Killer: 4 successes"
tell = [
  { m = "attack.hit", who = "David", by = "@kick", m_ = 4 },
]
facts = 5
fact = [
  { kind = "rolled", who = "david", what = "attack", pool = 3, faces = [2, 9, 10], again = [10, 8], sides = 10, """
        """parts = [["@strength", 2], ["hand", -4, "called-shot"]], successes = 4, typed = true },
  { kind = "track_set", who = "killer", track = "health", before = ".......", after = "////...", """
        """damage_type = "bashing", amount = 4 },
  { kind = "status_set", who = "killer", status = ["stunned", { id = "down", can_act = false }] },
  { kind = "pool_set", who = "david", pool = "willpower", before = { value = 5, maximum = 6 }, """
        """after = { value = 4, maximum = 6 } },
  { kind = "scene_begun" },
]
end = 12
"""
    )


def test_a_track_with_temporary_boxes_is_written_with_their_number() -> None:
    fact = f.TrackSet("david", "health", Track("/......"), Track("/......*", bonus=1))
    assert fact_to_toml(fact)["before"] == "/......"
    assert fact_to_toml(fact)["after"] == {"marks": "/......*", "bonus": 1}


def test_literal_text_that_begins_like_a_term_stays_text() -> None:
    entry = an_entry(1, tell=(message("note", a="@strength", b=Term("strength"), c="@", d="@@"),))
    assert written_and_read(entry).tell == entry.tell


def test_a_time_in_another_zone_is_kept_as_utc() -> None:
    moscow = timezone(timedelta(hours=3))
    entry = an_entry(1, at=datetime(2025, 3, 1, 21, 30, 0, 250, tzinfo=moscow))
    read_back = written_and_read(entry)
    assert read_back.at == entry.at
    assert read_back.at.utcoffset() == timedelta(0)


def test_the_order_of_names_in_a_table_is_kept() -> None:
    fact = f.CharacterAdded("a", "A", "person", traits={"zeal": 1, "anger": 2, "m": 3})
    read_back = fact_from_toml(fact_to_toml(fact))
    assert isinstance(read_back, f.CharacterAdded)
    assert list(read_back.traits) == ["zeal", "anger", "m"]


def test_enumerations_of_a_ruleset_are_written_as_their_values() -> None:
    class Mark(StrEnum):
        LETHAL = "X"

    class Size(IntEnum):
        LARGE = 6

    fact = f.CharacterAdded("a", "A", "person", traits={"size": Size.LARGE}, tracks={"health": Track(Mark.LETHAL)})
    [read_back] = written_and_read(an_entry(1, fact)).facts
    assert read_back == fact


def test_the_kind_of_a_fact_is_its_class_in_snake_case() -> None:
    assert kind_of(f.CharacterAdded) == "character_added"
    assert len({kind_of(fact_class) for fact_class in get_args(f.Fact)}) == len(get_args(f.Fact))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda fact: fact.update(kind="track_sat"),
            "fact › 1 › kind: unknown kind of fact; choose from: track_set",
        ),
        (lambda fact: fact.pop("kind"), "fact › 1 › kind: unknown kind of fact; choose from: character_added, "),
        (lambda fact: fact.update(kind=3), "fact › 1 › kind: unknown kind of fact"),
        (lambda fact: fact.pop("who"), "fact › 1 › track_set › who: this key is missing"),
        (
            lambda fact: fact.update(amount="4"),
            "fact › 1 › track_set › amount: must be a whole number of at most 64 bits",
        ),
        (lambda fact: fact.update(amount=True), "fact › 1 › track_set › amount: must be a whole number"),
        (lambda fact: fact.update(who=1), "fact › 1 › track_set › who: must be a text in quotes"),
        (
            lambda fact: fact.update(lots=1),
            "fact › 1 › track_set › lots: unknown key; choose from: who, track, ",
        ),
        (lambda fact: fact.update(before=3), "fact › 1 › track_set › before: must be a table"),
        (
            lambda fact: fact.update(after={"marks": "..", "bonus": "1"}),
            "fact › 1 › track_set › after › bonus: must be a whole number",
        ),
        (
            lambda fact: fact.update(parts=[["a", 1], ["b", 1.5]]),
            "fact › 1 › track_set › parts › 2: must be a whole number",
        ),
        (lambda fact: fact.update(parts=[["a"]]), "fact › 1 › track_set › parts › 1: must be a part, such as"),
        (lambda fact: fact.update(parts="a"), "fact › 1 › track_set › parts: must be an array"),
        (lambda fact: fact.update(parts=[[{"id": "x"}, 1]]), "parts › 1: must be a message, such as { m ="),
    ],
)
def test_a_fact_that_makes_no_sense_is_refused_with_where_and_what_is_right(
    change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    entry = an_entry(7, f.TrackSet("david", "health", Track("..."), Track("/..")))
    table = tomli.loads(encode_entry(entry).decode())["entry"][0]
    change(table["fact"][0])
    with pytest.raises(JournalError) as refused:
        decode_entry(table)
    assert said(refused.value.reason).startswith("Entry 7 can't be read: ")
    assert sentence in said(refused.value.reason)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda table: table.update(at="now"), "at: must be a time with its zone"),
        (lambda table: table.update(at=datetime(2025, 1, 1)), "at: must be a time with its zone"),
        (lambda table: table.update(round="one"), "round: must be a whole number"),
        (lambda table: table.pop("say"), "say: this key is missing"),
        (lambda table: table.update(comment="x"), "comment: unknown key"),
        (lambda table: table.update(tell=["x"]), "tell › 1: must be a message"),
        (lambda table: table.update(tell=[{"m": "x", "a": 1.5}]), "tell › 1 › a: must be a text, a word"),
        (lambda table: table.update(fact=["x"]), "fact › 1: must be a table"),
        (lambda table: table.update(n=True), "n: must be a whole number"),
    ],
)
def test_an_entry_that_makes_no_sense_is_refused_with_where_and_what_is_right(
    change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    table = tomli.loads(encode_entry(an_entry(7)).decode())["entry"][0]
    change(table)
    with pytest.raises(JournalError) as refused:
        decode_entry(table)
    assert sentence in said(refused.value.reason)


def test_a_detail_that_nobody_knows_is_refused_with_the_ones_there_are() -> None:
    with pytest.raises(Mismatch) as refused:
        fact_from_toml({"kind": "detail_set", "who": "a", "detail": "colour", "before": "", "after": ""})
    assert said(refused.value.reason) == 'detail_set › detail: must be one of: "name", "side", "note", "hidden"'


def _nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = (value,)
    return value


@pytest.mark.parametrize(
    "fact",
    [
        f.Noted(text=None),  # type: ignore[arg-type]
        f.Noted("half a \ud83e"),
        f.TimePassed(1.5),  # type: ignore[arg-type]
        f.TimePassed(2**63),
        f.DetailSet("a", "colour", "", ""),  # type: ignore[arg-type]
        f.SceneSet("door", after=["a list"]),  # type: ignore[arg-type]
        f.SceneSet("door", after=1.5),  # type: ignore[arg-type]
        f.SceneSet("door", after={1: 2}),  # type: ignore[dict-item]
        f.SceneSet("door", after=_nested(60)),
        f.SceneSet("door", after=_nested(5000)),
        f.OrderSet([Place("a")]),  # type: ignore[arg-type]
        f.OrderSet((Track(""),)),  # type: ignore[arg-type]
        f.ConditionSet("a", Condition("c", "c", unit="week")),  # type: ignore[arg-type]
        f.InitiativeSet("a", 1, (Part(Term("@x"), 1),)),
        f.InitiativeSet("a", 1, (("x", 1),)),  # type: ignore[arg-type]
        f.Prompted("p", "a", "text"),  # type: ignore[arg-type]
        f.Prompted("p", "a", Message("x", {"y": 1.5})),  # type: ignore[dict-item]
        f.Prompted("p", "a", Message("x", ["y"])),  # type: ignore[arg-type]
        f.CharacterAdded("a", "A", "person", traits=("x",)),  # type: ignore[arg-type]
        "no fact",
        Track("..."),
    ],
)
def test_what_could_not_be_read_back_is_not_written(fact: Any) -> None:
    with pytest.raises(JournalError) as refused:
        encode_entry(an_entry(4, fact))
    assert said(refused.value.reason).startswith("Entry 4 can't be written, and nothing has changed: ")


@pytest.mark.parametrize(
    "changes", [{"do": 1}, {"at": datetime(2025, 1, 1)}, {"tell": ("x",)}, {"say": "\udcff"}, {"round": None}]
)
def test_an_entry_that_could_not_be_read_back_is_not_written(changes: dict[str, Any]) -> None:
    with pytest.raises(JournalError):
        encode_entry(an_entry(4, **changes))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.just(Track("..")),
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=6,
)


@given(anything, anything, anything)
@trying(40)
def test_whatever_a_plugin_puts_into_a_fact_is_written_readably_or_refused(one: Any, two: Any, three: Any) -> None:
    for fact in (
        f.TraitSet("a", "b", one, two, three),
        f.Rolled("a", "b", one, two, three),
        f.CharacterAdded("a", one, two, traits=three),
    ):
        entry = an_entry(1, fact)
        try:
            written = encode_entry(entry)
        except JournalError:
            continue
        assert decode_entry(tomli.loads(written.decode())["entry"][0]) == entry


@given(
    st.recursive(
        st.integers() | st.text() | st.floats() | st.just(BEGUN),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_whatever_stands_in_a_fact_it_is_read_or_refused(item: Any) -> None:
    rolled = {"who": "a", "what": "w", "pool": 1}
    for kind, key, others in (
        ("rolled", "faces", rolled),
        ("prompted", "line", {"prompt": "p", "who": "a"}),
        ("trait_set", "after", {"who": "a", "trait": "t"}),
        ("order_set", "order", {}),
    ):
        try:
            fact = fact_from_toml({"kind": kind, **others, key: item})
        except Mismatch:
            continue
        assert fact_from_toml(fact_to_toml(fact)) == fact


def test_a_fact_that_is_nested_too_deep_is_refused() -> None:
    table = tomli.loads(encode_entry(an_entry(7, f.SceneSet("door", after=1))).decode())["entry"][0]
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    table["fact"][0]["after"] = deep
    with pytest.raises(JournalError) as refused:
        decode_entry(table)
    assert said(refused.value.reason) == "Entry 7 can't be read: arrays and tables are nested too deep"


def test_an_entry_with_a_fact_less_is_not_whole() -> None:
    table = tomli.loads(encode_entry(an_entry(3, f.RoundBegun(1), f.TurnBegun("a"))).decode())["entry"][0]
    assert is_whole(table, 3)
    assert not is_whole(table, 4)
    assert not is_whole({**table, "fact": table["fact"][:1]}, 3)
    assert not is_whole({**table, "end": 2}, 3)
    assert not is_whole({key: item for key, item in table.items() if key != "end"}, 3)
    assert not is_whole(["entry"], 3)


@pytest.mark.parametrize("text", NASTY_TEXTS)
def test_nasty_text_survives_everywhere(text: str) -> None:
    entry = an_entry(1, f.Noted(text, text), do=text, say=text, tell=(Message(text, {text: text}),))
    assert written_and_read(entry) == entry
