"""Whoever types faces is told whose dice they are, what for and of which kind; initiative goes down the screen."""

import random
from collections.abc import Callable, Sequence

import pytest

from tests.how_many import several, until_enough
from tests.plugins.kept import evening, kept_commands, kept_rules
from tests.plugins.test_any_line import Typist
from tests.plugins.test_contract import MODULES
from tests.tables import play
from tracker.command.run import perform_line
from tracker.core.chance import MoreFaces, TypedChance
from tracker.core.facts import Face
from tracker.failures import FAILURES, dice_asked_for
from tracker.opening import Session
from tracker.rules.facade import Rules
from tracker.story import FACES_KEY
from tracker.ui.view.rows import characters_of

NOBODYS = {"blast"}
"""What dice are thrown for that belong to nobody."""
MOST_ASKED = 40
"""How often a line may ask for dice: for the initiative of a crowd all is worked out again for each of them."""
CARDS = [f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *range(2, 11))]


def rolling_line(typist: Typist, rules: Rules) -> str:
    """Of two lines the one for which dice may well be thrown."""
    first, second = typist.line(), typist.line()
    action = rules.actions.get(second.split()[0])
    return second if second.startswith("initiative") or (action and action.hook == "roll") else first


def play_typed(session: Session, line: str, face: Callable[[MoreFaces], Face]) -> list[MoreFaces]:
    """Carry a line out with faces that are typed as they are asked for; return what was asked."""
    faces: list[Face] = []
    asked: list[MoreFaces] = []
    while len(asked) < MOST_ASKED:
        try:
            perform_line(session, line, TypedChance(faces))
        except MoreFaces as more:
            asked.append(more)
            faces.extend(face(more) for _ in range(more.count))
        except FAILURES:
            return asked
        else:
            return asked
    return asked


@pytest.mark.parametrize("module", MODULES)
def test_no_die_is_asked_for_without_a_name_in_any_evening(module: str) -> None:
    session, luck = evening(module, 5), random.Random(5)
    typist = Typist(session, 5)
    languages = [kept_commands(module, language).words for language in ("en", "ru")]

    def face(more: MoreFaces) -> Face:
        return luck.randint(1, more.sides) if more.sides else luck.choice(CARDS)

    asked: list[str] = []
    play(session, "add Ann", "add Bob", "add Cid", "add Dora")
    for _ in until_enough(range(several(600)), 90, asked, more_than=40):
        line = rolling_line(typist, kept_rules(module))
        if line.startswith(("undo", "redo")):
            continue
        for more in play_typed(session, line, face):
            asked += [more.what] * more.count
            names = {person.name for person in session.table.state.characters.values()}
            assert more.who in names if more.what not in NOBODYS else not more.who, (line, more.what, more.who)
            for words in languages:
                assert words.has_term(more.what.removeprefix("verb.")), (line, more.what)
                assert words.knows(dice_asked_for(more)), (line, more.called)
    assert len(asked) > 40, "too few dice to prove anything"


@pytest.mark.parametrize("module", MODULES)
def test_initiative_asks_in_the_order_of_the_screen_ties_included(module: str) -> None:
    session = evening(module, 7)
    if module == "tracker_vtm5":
        play(session, "option order=fixed")
    play(session, "add Ann", "add Bob", "add Cid", "initiative Ann=1 Bob=9 Cid=5", "add Dora", "next")
    screen = [person.name for person in characters_of(session.table.state).values()]
    assert screen.index("Dora") == 3

    equal = iter(f"5{suit}" for suit in "CDHS") if module == "tracker_ukraine_by_night" else iter([4, 4] * 20)
    falling = iter(range(2, 10)) if module != "tracker_ukraine_by_night" else iter(f"{n}C" for n in (2, 3, 4, 6, 7))

    def face(more: MoreFaces) -> Face:
        return next(equal if more.what == "initiative" else falling)

    asked = play_typed(session, "initiative all", face)
    assert asked
    for _, names in _runs(asked):
        assert names == [name for name in screen if name in names], names


def _runs(asked: Sequence[MoreFaces]) -> list[tuple[str, list[str]]]:
    """Who is asked one after the other for the same thing, each once."""
    runs: list[tuple[str, list[str]]] = []
    for more in asked:
        if not runs or runs[-1][0] != more.what:
            runs.append((more.what, []))
        if more.who not in runs[-1][1]:
            runs[-1][1].append(more.who)
    return runs


@pytest.mark.parametrize("module", MODULES)
def test_dice_of_any_act_are_thrown_again_and_the_line_does_the_same_again(module: str) -> None:
    session = evening(module, 9)
    typist, table = Typist(session, 9), session.table
    thrown: list[str] = []
    play(session, "add Ann", "add Bob", "add Cid")
    for _ in until_enough(range(several(250)), 50, thrown, more_than=5):
        line, before = rolling_line(typist, kept_rules(module)), len(table.history.entries)
        try:
            perform_line(session, line)
        except FAILURES:
            continue
        fallen = table.history.entries[-1].do.partition(FACES_KEY)[2].rstrip('"').split()
        if line.startswith(("undo", "redo")) or not fallen or len(table.history.entries) == before:
            continue
        thrown.append(line)
        play(session, f"throw-again {fallen[0]}")
        after, again = table.state, table.history.entries[-1].do
        play(session, "undo", again)
        assert table.state == after, again
        assert table.history.entries[-1].do == again
    assert len(thrown) > 5
