"""Entering many in one pass: initiative, amounts, declarations and newcomers, each in few keys."""

import pytest

from tests.tables import called, memory_session, play, played, shipped_rules
from tests.ui.conftest import CAST, Game, Play
from tracker.core.quoting import quote
from tracker.opening import Session
from tracker.ui.settings import Settings

RULESETS = ("world-of-darkness", "vtm5", "night-wanderers", "ukraine-by-night")
PLAYERS, FOES = ("Anna", "Boris", "Cid", "Dora"), ("Gunman", "Killer", "Thief")


def last(session: Session) -> str:
    return session.table.history.entries[-1].do


def values(session: Session) -> dict[str, int | None]:
    state = session.table.state
    return {state.characters[place.who].name: place.value for place in state.order}


def table_of(ruleset: str) -> Session:
    people = *(f"add {name} foe" for name in FOES), *(f"add {name}" for name in PLAYERS)
    return played(*people, rules=shipped_rules(ruleset))


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_four_players_are_typed_and_the_rest_is_rolled_in_twelve_keys(playing: Play, ruleset: str) -> None:
    session = table_of(ruleset)
    keys = ["i", *"13", "down", *"9", "down", *"8", "down", *"15", "enter"]
    assert len(keys) <= 12
    async with playing(session) as game:
        await game.press(*keys)
        assert not game.screen.panels, game.text
        scores = values(session)
        assert [scores[name] for name in PLAYERS] == [13, 9, 8, 15]
        assert set(scores) == {*PLAYERS, *FOES}


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_two_keys_roll_for_everybody(playing: Play, ruleset: str) -> None:
    session = table_of(ruleset)
    async with playing(session) as game:
        await game.press("i", "enter")
        assert len(session.table.state.order) == 7


async def test_dice_are_typed_beside_names_and_the_program_rolls_the_rest(playing: Play) -> None:
    session = table_of("world-of-darkness")
    async with playing(session) as game:
        await game.press("i", *"d8", "down", *"12", "down", *"к3", "enter")
        assert "8" in last(session).partition("faces=")[2].split('"')[1].split()
        assert len(session.table.state.order) == 7
        assert values(session)["Boris"] == 12


async def test_with_typed_dice_the_question_names_who_rolls(playing: Play) -> None:
    session = table_of("world-of-darkness")
    async with playing(session, Settings(typed_dice=True)) as game:
        await game.press("i", *"13", "enter")
        assert game.prompt.startswith("Gunman, Initiative: 1 die (d10):")


async def test_a_late_joiner_gets_a_score_in_eight_keys(playing: Play) -> None:
    session = play(table_of("world-of-darkness"), "initiative", "next")
    keys = ["+", *"eve", "enter", *"10", "enter"]
    assert len(keys) <= 8
    async with playing(session) as game:
        await game.press(*keys)
        assert values(session)["eve"] == 10
        assert not game.screen.panels
        assert not session.table.state.open_due


async def test_before_a_fight_nobody_is_asked_for_a_place(playing: Play) -> None:
    session = table_of("world-of-darkness")
    async with playing(session) as game:
        await game.press("+", *"eve", "enter")
        assert not game.screen.panels


async def test_a_score_is_changed_by_typing_over_it(playing: Play) -> None:
    session = played(*CAST)
    async with playing(session) as game:
        await game.press("i", "enter")
        assert '"initiative all" rolls again for everyone' in game.text
        await game.press(*"7", "enter")
        assert values(session)["David"] == 7
        assert last(session) == "initiative David=7"


async def test_what_is_no_score_is_said_and_nothing_happens(playing: Play) -> None:
    session = table_of("world-of-darkness")
    before = last(session)
    async with playing(session) as game:
        await game.press("i", *"lots", "enter")
        assert game.text.count('"lots" is not a whole number') + game.text.count("lots is no whole number") == 1
        assert last(session) == before


async def mark(game: Game, *names: str) -> None:
    people = [game.state.characters[who].name for who, _ in game.screen.order.people]  # type: ignore[attr-defined]
    await game.press("home")
    for name in people:
        await game.press("space" if name in names else "down")


async def test_each_of_several_targets_has_an_amount_of_its_own(playing: Play) -> None:
    session = played(*CAST)
    async with playing(session) as game:
        await mark(game, "Gunman", "Killer")
        await game.press("d", *"2", "down", *"3s")
        assert "Gunman: hits" in game.text
        assert "Killer: hits" in game.text, "a line each says what comes of it"
        await game.press("enter")
        assert (game.hits("Gunman"), game.hits("Killer")) == (4, 6)
        assert last(session) == "damage Killer 2, Gunman 3 type=sharp"
        assert not called(session, "Killer").conditions, "a field stands for itself"
        await game.press("u")
        assert (game.hits("Gunman"), game.hits("Killer")) == (7, 8), "one act, one undo"


async def test_one_amount_for_all_takes_no_key_more(playing: Play) -> None:
    session = played(*CAST)
    async with playing(session) as game:
        await mark(game, "Gunman", "Killer")
        await game.press("d", "2", "enter")
        assert last(session) == "damage Gunman,Killer 2"


async def test_only_those_with_an_amount_are_hurt(playing: Play) -> None:
    session = played(*CAST)
    async with playing(session) as game:
        await mark(game, "David", "Gunman", "Killer")
        await game.press("d", "down", "down", "1", "enter")
        assert last(session) == "damage Gunman 1"


async def test_a_preview_for_several_has_a_line_each_over_the_log(playing: Play) -> None:
    session = played(*CAST)
    async with playing(session) as game:
        await game.press(":", *"damage all 2")
        shown = [line for line in game.lines if "→" in line]
        assert len(shown) == 3
        assert [line.split(":")[0].strip() for line in shown] == ["David", "Killer", "Gunman"]


async def test_all_declare_in_one_pass(playing: Play) -> None:
    session = play(table_of("vtm5"), "initiative", "next")
    async with playing(session) as game:
        await game.press("D", *"other", "down", *"en", "enter")
        assert last(session).startswith("declare Gunman engaged, ")
        assert not session.table.state.open_due
        assert session.table.state.current


def test_a_typed_line_declares_for_several(playing: Play) -> None:
    session = play(table_of("vtm5"), "initiative", "next", "declare Anna engaged, Boris ranged, Cid,Dora other")
    assert [name for name, score in values(session).items() if name in PLAYERS][:2] == ["Anna", "Boris"]
    assert last(session) == "declare Anna engaged, Boris ranged, Cid,Dora other"


async def test_each_declares_whom_they_attack_in_one_pass(playing: Play) -> None:
    session = play(table_of("ukraine-by-night"), "initiative", "next")
    state = session.table.state
    names = [state.characters[place.who].name for place in state.order]
    async with playing(session) as game:
        await game.press("g", "A", "2", "down", "1", "down", *names[0][:3], "enter")
        done = [entry.do for entry in session.table.history.entries[-3:]]
        first, second, third = map(quote, names[:3])
        assert done == [f"declare {second}", f"declare {first} by={second}", f"declare {first} by={third}"]


async def test_several_join_in_one_line(playing: Play) -> None:
    session = memory_session()
    async with playing(session) as game:
        await game.press("+", *"Anna; Boris foe; Thug foe count=2", "enter")
        assert "Boris foe" in game.text, "they wait to be seen"
        await game.press("enter")
        names = [one.name for one in session.table.state.characters.values()]
        assert names == ["Anna", "Boris", "Thug 1", "Thug 2"]
