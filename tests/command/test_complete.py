"""What Tab offers in a typed line."""

import random

import pytest

from tests.how_many import combined, until_enough
from tests.languages import LANGUAGES
from tests.plugins.kept import kept_rules
from tests.plugins.test_contract import MODULES
from tests.tables import memory_session, play, played, sample_rules, words_for
from tracker.command.complete import ANY_VALUE, UNFINISHED, WRONG_NAMES, complete
from tracker.command.parse import CommandSet
from tracker.core.intents import Refusal
from tracker.opening import Session
from tracker.text import Words


@pytest.fixture
def session() -> Session:
    return played(
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
    commands = CommandSet(rules, words_for(rules, language))
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
        if line.endswith("=") or line == "damage hidden":
            continue
        command = session.commands.parse(f"{line} 1", session.table.state)
        assert len(command.intent.targets) == 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "line", ['damage "Dav', "damage «Ни", 'note "unfinished [', "a=b=c", ",", '"', "damage ,", "=x"]
)
def test_unfinished_lines_do_no_harm(session: Session, line: str) -> None:
    assert isinstance(offered(session, line), list)


@pytest.mark.parametrize(("module", "language"), combined(MODULES, LANGUAGES))
def test_all_that_is_offered_is_taken(module: str, language: str) -> None:
    """From the first word on, follow what is offered a few words deep: no refusal but that the line goes on."""
    rules = kept_rules(module)
    session, luck = memory_session(rules), random.Random(3)
    commands = CommandSet(rules, words_for(rules, language))
    play(session, "add Anna", 'add "Night guard" foe', "add Давид", "turn Anna", "next")
    tried: list[str] = []
    verbs = [ways[-1] for ways in commands.spellings.values()]
    for verb in until_enough([*verbs[::3], *verbs[1::3], *verbs[2::3]], len(verbs) // 3, tried, more_than=150):
        line = f"{verb} "
        for _ in range(5):
            found = complete(line, commands, session.table.state)
            if not found.candidates:
                break
            for candidate in luck.sample(list(found.candidates), min(len(found.candidates), 6)):
                tried.append(line[: found.start] + candidate)
                assert_taken(commands, session, tried[-1])
            chosen = luck.choice(list(found.candidates))
            line = line[: found.start] + chosen + ("" if chosen.endswith("=") else " ")
    assert len(tried) > 150


def assert_taken(commands: CommandSet, session: Session, line: str) -> None:
    """The line is read as far as it goes; a name before `=` may still want another value."""
    try:
        commands.parse(f"{line}1" if line.endswith("=") else line, session.table.state)
    except Refusal as refusal:
        why = "" if refusal.what == ANY_VALUE else refusal.reason.id
        if line.endswith("="):
            assert why not in WRONG_NAMES, (line, why)
        else:
            assert why in UNFINISHED, (line, why)


@pytest.mark.parametrize("module", MODULES)
def test_words_of_several_parts_are_completed_from_their_second_word_on(module: str) -> None:
    rules = kept_rules(module)
    session = play(memory_session(rules), "add Anna")
    commands = CommandSet(rules, Words("ru", rules.catalogue))
    for verb in (way for ways in commands.spellings.values() for way in ways[-1:] if " " in way):
        first, _, second = verb.partition(" ")
        found = complete(f"{first} {second[:1]}", commands, session.table.state)
        assert (found.start, verb in found.candidates) == (0, True), verb
