"""What Tab offers in a typed line."""

import pytest

from tests.tables import memory_session, play, sample_rules
from tracker.command.complete import complete
from tracker.command.parse import CommandSet
from tracker.opening import Session
from tracker.text import Words


@pytest.fixture
def session() -> Session:
    return play(
        memory_session(),
        "add David ally skill=3",
        'add "Night guard" foe count=2',
        "add Дракула foe",
        "condition Дракула bleeding amount=1",
        "initiative David=9",
        "next",
    )


def offered(session: Session, line: str, language: str = "en") -> list[str]:
    """What the line would become with each candidate."""
    rules = sample_rules()
    commands = CommandSet(rules, Words(language, rules.catalogue))
    found = complete(line, commands, session.table.state)
    return [line[: found.start] + candidate for candidate in found.candidates]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dam", ["damage"]),
        ("damage D", ["damage David"]),
        ("damage Др", ["damage Дракула"]),
        ("damage др", ["damage Дракула"]),
        ("damage ni", ['damage "Night guard 1"', 'damage "Night guard 2"']),
        ("damage gua", ['damage "Night guard 1"', 'damage "Night guard 2"']),
        ("damage David 3 s", ["damage David 3 sharp"]),
        ("damage David,Др", ["damage David,Дракула"]),
        ("damage David type=b", ["damage David type=blunt"]),
        ("attack Др mod", ["attack Др modifier="]),
        ("attack Др by=D", ["attack Др by=David"]),
        ("end Дракула ", ["end Дракула bleeding", "end Дракула kind="]),
        ("odds att", ["odds attack"]),
        ("odds attack Dav", ["odds attack David"]),
        ("sheet Dr", []),
        ("sheet D", ["sheet David"]),
        ("add Bob ski", ["add Bob skill="]),
        ("initiative Da", ["initiative David=", "initiative David"]),
        ("help dama", ["help damage"]),
        ("frobnicate x", []),
        ("", None),
    ],
)
def test_candidates(session: Session, line: str, expected: list[str] | None) -> None:
    found = offered(session, line)
    if expected is None:
        assert {"damage", "next", "undo", "help"} <= set(found)
    else:
        assert found[: len(expected)] == expected
        assert bool(found) == bool(expected)


def test_a_russian_reader_is_offered_russian_words_and_may_type_english_ones(session: Session) -> None:
    assert offered(session, "ур", "ru") == ["урон"]
    assert offered(session, "dam", "ru") == ["damage"]
    assert offered(session, "урон David 3 ос", "ru")[0] == "урон David 3 острый"


def test_every_candidate_is_read_back_as_the_person_it_names() -> None:
    from tests.tables import NASTY_NAMES
    from tracker.core.quoting import quote

    session = memory_session()
    for name in NASTY_NAMES:
        play(session, f"add {quote(name)}")
    assert session.commands is not None
    for line in offered(session, "damage "):
        if "=" in line and line.endswith("="):
            continue
        command = session.commands.parse(f"{line} 1", session.table.state)
        assert len(command.intent.targets) == 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "line", ['damage "Dav', "damage «Ни", 'note "unfinished [', "a=b=c", ",", '"', "damage ,", "=x"]
)
def test_unfinished_lines_do_no_harm(session: Session, line: str) -> None:
    assert isinstance(offered(session, line), list)
