"""People are kept, brought and copied: nothing changes on the way, nothing is overwritten."""

from pathlib import Path

import pytest
import tomli

from tests.tables import NASTY_NAMES, play, sample_rules
from tracker.command.run import perform_line
from tracker.core.chance import RandomChance
from tracker.core.intents import Refusal
from tracker.core.quoting import quote
from tracker.core.state import Character
from tracker.opening import NewSession, Session, create_session
from tracker.rules.facade import Rules
from tracker.story import story


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "saves").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def begin(folder: Path, title: str, rules: Rules | None = None, campaign: str = "") -> Session:
    rules = rules or sample_rules()
    new = NewSession(rules.card.id, title, "en", {}, (), campaign)
    return create_session(folder / "saves" / f"{title}.toml", new, rules, "en", RandomChance(1))


def person(session: Session, name: str) -> Character:
    return next(one for one in session.table.state.characters.values() if one.name == name)


def as_kept(one: Character) -> tuple[object, ...]:
    return (
        one.name, one.kind, one.side, one.hidden, one.note, one.traits, one.tracks, one.pools, one.conditions,
        one.counters,
    )  # fmt: skip


WOUNDED = (
    'add Ann ally skill=7 toughness=11 note="a [bold] \\"note\\""',
    "damage Ann 4 sharp",
    "condition Ann dazzled 2 rounds=3 text=rain",
    "condition Ann glad minutes=90",
    "set Ann hits 5/14",
    "hide Ann",
)


def test_who_is_kept_and_brought_into_another_session_is_as_they_were(folder: Path) -> None:
    first = play(begin(folder, "one"), *WOUNDED, "keep Ann campaign=Red")
    second = play(begin(folder, "two"), "bring Ann from=Red")
    assert as_kept(person(second, "Ann")) == as_kept(person(first, "Ann"))
    assert len(second.table.history.entries) == 1
    play(second, "undo")
    assert not second.table.state.characters


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_a_name_of_any_kind_comes_back(folder: Path, name: str) -> None:
    first = play(begin(folder, "one"), f"add {quote(name)} skill=3", "keep all campaign=Red")
    second = play(begin(folder, "two"), "bring all from=Red")
    kept, brought = first.table.state.characters.values(), second.table.state.characters.values()
    assert list(map(as_kept, brought)) == list(map(as_kept, kept))


def test_who_is_here_already_is_brought_up_to_date_and_not_doubled(folder: Path) -> None:
    first = play(begin(folder, "one"), *WOUNDED, "keep Ann campaign=Red")
    play(
        first,
        "add Bob",
        "heal Ann 2",
        "end Ann glad",
        "condition Ann tired",
        "set Ann skill 2",
        "side Ann foe",
        "show Ann",
    )
    play(first, "bring Ann")
    assert as_kept(person(first, "Ann")) != ()
    second = play(begin(folder, "two"), "bring Ann from=Red")
    assert as_kept(person(first, "Ann")) == as_kept(person(second, "Ann"))
    assert [one.name for one in first.table.state.characters.values()] == ["Ann", "Bob"]
    entries = perform_line(first, "bring Ann")
    assert isinstance(entries, list)
    assert story(entries[0], first.words) == ["Ann is as they were kept"]


def test_keeping_is_no_entry_and_keeps_the_older_version(folder: Path) -> None:
    session = play(begin(folder, "Red Dawn"), "add Ann skill=1", "keep Ann")
    book = folder / "books" / "Red-Dawn.toml"
    first = book.read_text()
    play(session, "set Ann skill 2", "keep Ann")
    assert len(session.table.history.entries) == 2
    assert book.with_name("Red-Dawn.toml.1").read_text() == first
    assert tomli.loads(book.read_text())["person"]["Ann"]["traits"]["skill"] == 2
    assert book.stat().st_mode & 0o777 == 0o600


def test_what_else_the_book_holds_stays_as_it_is_written(folder: Path) -> None:
    book = folder / "books" / "Red.toml"
    book.parent.mkdir()
    book.write_text(
        '# mine\nfor = "sample"\n\n[creature.orc] # an orc\nskill = 3\n\n[table.t]\nrows = [\n  "[x]",\n]\n'
    )
    session = play(begin(folder, "one"), "add Ann", "add Bob", "keep Ann campaign=Red", "keep Bob campaign=Red")
    play(session, "set Ann skill 4", "keep Ann campaign=Red")
    text = book.read_text()
    assert text.startswith(
        '# mine\nfor = "sample"\n\n[creature.orc] # an orc\nskill = 3\n\n[table.t]\nrows = [\n  "[x]",\n]\n'
    )
    assert text.count("[person.Ann]") == text.count("[person.Bob]") == text.count("[campaign]") == 1


def test_a_book_that_is_broken_is_not_touched(folder: Path) -> None:
    book = folder / "books" / "Red.toml"
    book.parent.mkdir()
    book.write_text("[creature.orc\n")
    session = play(begin(folder, "one"), "add Ann")
    with pytest.raises(Refusal):
        play(session, "keep Ann campaign=Red")
    assert book.read_text() == "[creature.orc\n"


def test_looking_at_what_keeping_would_do_writes_nothing(folder: Path) -> None:
    session = play(begin(folder, "one"), "add Ann")
    assert session.commands is not None
    command = session.commands.parse("keep Ann", session.table.state)
    session.table.preview(command.intent)  # type: ignore[union-attr, arg-type]
    assert not (folder / "books").exists()


def test_a_copy_is_as_the_other_one_is_now(folder: Path) -> None:
    session = play(begin(folder, "one"), *WOUNDED, "copy Ann count=2", "copy Ann Zoe")
    ann = as_kept(person(session, "Ann"))
    assert [one.name for one in session.table.state.characters.values()] == ["Ann", "Ann 1", "Ann 2", "Zoe"]
    assert all(as_kept(person(session, name))[1:] == ann[1:] for name in ("Ann 1", "Ann 2", "Zoe"))


def test_nobody_of_a_campaign_is_told_with_the_nearest_name(folder: Path) -> None:
    session = play(begin(folder, "one"), "add Jerry", "keep Jerry")
    with pytest.raises(Refusal) as refused:
        play(session, "bring Jery")
    assert refused.value.reason.values["near"] == "Jerry"
