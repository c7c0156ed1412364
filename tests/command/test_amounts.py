"""One line may hold several amounts, each for its own people: one intent for each, one entry, one undo."""

import pytest

from tests.tables import play, played
from tracker.command.commands import ActCommand
from tracker.command.compose import compose
from tracker.command.run import perform_line
from tracker.core.intents import Refusal
from tracker.opening import Session
from tracker.story import story


@pytest.fixture
def session() -> Session:
    return played("add Anna", "add Boris", "add Big Boss", "add Thug foe count=3")


def amounts(session: Session, line: str) -> list[tuple[tuple[str, ...], object, object]]:
    assert session.commands is not None
    command = session.commands.parse(line, session.table.state)
    assert isinstance(command, ActCommand)
    return [(one.targets, one.values["amount"], one.values.get("type")) for one in command.intent.each]


THUGS = ("Thug 1", "Thug 2", "Thug 3")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("damage Anna 2s, Boris 1b", [(("Anna",), 2, "sharp"), (("Boris",), 1, "blunt")]),
        ("damage Anna 2s,Boris 1b", [(("Anna",), 2, "sharp"), (("Boris",), 1, "blunt")]),
        ("damage Anna 2 sharp , Boris 1 blunt", [(("Anna",), 2, "sharp"), (("Boris",), 1, "blunt")]),
        ("damage Anna, Big Boss 5s, Boris half", [(("Anna", "Big Boss"), 5, "sharp"), (("Boris",), 2, "sharp")]),
        ("damage Boris 5s, Anna half, Big Boss half", [
            (("Boris",), 5, "sharp"), (("Anna",), 2, "sharp"), (("Big Boss",), 2, "sharp"),
        ]),
        ("damage on=Anna amount=2 type=sharp, on=Boris amount=half", [
            (("Anna",), 2, "sharp"), (("Boris",), 1, "sharp"),
        ]),
        ("damage all foes 3s", [(THUGS, 3, "sharp")]),
        ("damage Thugs 3, Thug 2 1", [(THUGS, 3, "blunt"), (("Thug 2",), 1, "blunt")]),
        ("урон Anna 2, Boris половина", [(("Anna",), 2, "blunt"), (("Boris",), 1, "blunt")]),
    ],
)  # fmt: skip
def test_each_amount_has_its_own_people_and_takes_over_what_it_does_not_name(
    session: Session, line: str, expected: list[object]
) -> None:
    assert amounts(session, line) == expected


def test_several_amounts_are_one_entry_that_one_undo_takes_back(session: Session) -> None:
    before, count = session.table.state, len(session.table.history.entries)
    made = perform_line(session, "damage Boris 5s, Anna half")
    assert isinstance(made, list)
    (entry,) = made
    assert entry.do == "damage Boris 5 type=sharp, Anna 2"
    assert len(session.table.history.entries) == count + 1
    people = session.table.state.characters
    assert (people["Boris"].pools["hits"].value, people["Anna"].pools["hits"].value) == (3, 6)
    assert any("Boris" in line for line in story(entry, session.words))
    play(session, "undo")
    assert session.table.state == before


@pytest.mark.parametrize(
    "line", ["damage Anna 2s, Boris 1b", "heal Anna 2, Boris half", 'damage "Thug 1" 2b, "Thug 2",Anna 3s, Boris 1b']
)
def test_the_line_of_several_amounts_reads_as_the_same_again(session: Session, line: str) -> None:
    assert session.commands is not None
    first = session.commands.parse(line, session.table.state)
    assert isinstance(first, ActCommand)
    again = session.commands.parse(compose(first.intent, session.commands, session.table.state), session.table.state)
    assert isinstance(again, ActCommand)
    assert again.intent == first.intent


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("damage Anna half", "half of what"),
        ("damage Anna 2b Boris 1b", "put a comma"),
        ("damage Anna 2b, Boris", "amount is missing"),
        ("damage Anna 2b, fire 1", 'Unknown character "fire"'),
        ("damage marked 2", '"marked" means no one here'),
    ],
)
def test_an_amount_that_does_not_read_is_refused_and_nothing_of_the_line_is_done(
    session: Session, line: str, told: str
) -> None:
    before = session.table.state
    with pytest.raises(Refusal) as refused:
        perform_line(session, line)
    assert told in session.words.say(refused.value.reason)
    assert session.table.state is before


def test_marked_means_those_who_are_marked_where_the_line_is_typed(session: Session) -> None:
    assert session.commands is not None
    command = session.commands.parse("damage marked 2", session.table.state, ("Anna", "Thug 2"))
    assert isinstance(command, ActCommand)
    assert command.intent.targets == ("Anna", "Thug 2")


@pytest.mark.parametrize("line", ["damage Big Boss 2s 1b", "damage 2s Big Boss 1b", 'damage "Big Boss" 2 sharp 1b'])
def test_two_amounts_on_one_target_are_refused_with_the_line_that_gives_both(session: Session, line: str) -> None:
    with pytest.raises(Refusal) as refused:
        perform_line(session, line)
    near = str(refused.value.reason.values["near"])
    assert amounts(session, near) == [(("Big Boss",), 2, "sharp"), (("Big Boss",), 1, "blunt")]
