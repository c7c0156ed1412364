"""One rule for who acts, whatever begins the act: a key, the menu, the palette, a form, a typed line."""

import pytest

from tests.tables import called, memory_session, play, played, shipped_rules
from tests.ui.conftest import CAST, Game, Play
from tracker.core.history import Entry
from tracker.opening import Session
from tracker.ui.keys import SWAP_KEY
from tracker.ui.screens.fight import FightScreen


@pytest.fixture
def brawl() -> Session:
    """A fight in which David acts; the cursor will stand on Killer."""
    people = "add David brawl=3", "add Anna", "add Killer foe"
    return played(*people, "initiative David=13 Anna=12 Killer=9", "next", rules=shipped_rules("world-of-darkness"))


def last(session: Session) -> Entry:
    return session.table.history.entries[-1]


async def begin(game: Game, verb: str, way: str, key: str) -> None:
    """Open the form of an act by its key or out of the menu."""
    if way == "menu":
        await game.press("enter", *verb, "enter")
    elif way == "palette":
        await game.press("ctrl+p", *verb, "enter")
    else:
        await game.press(key)


@pytest.mark.parametrize("way", ["key", "menu", "palette"])
async def test_an_act_without_a_target_is_done_by_the_selected_one(way: str, playing: Play, brawl: Session) -> None:
    async with playing(brawl) as game:
        await game.press("end")
        await begin(game, "dodge", way, "z")
        assert "─ Dodge: Killer ─" in game.text
        await game.press("enter")
        assert last(brawl).do == "dodge by=Killer"


@pytest.mark.parametrize("way", ["key", "menu", "palette"])
async def test_an_act_on_somebody_is_done_by_whoever_has_the_turn(way: str, playing: Play, brawl: Session) -> None:
    async with playing(brawl) as game:
        await game.press("end")
        await begin(game, "attack", way, "a")
        assert "─ attack: David → Killer ─" in game.text
        await game.press("enter")
        assert last(brawl).do.startswith("attack Killer faces=")


async def test_a_typed_line_is_by_whoever_has_the_turn_wherever_the_cursor_stands(
    playing: Play, brawl: Session
) -> None:
    async with playing(brawl) as game:
        await game.press("end", ":", *"dodge", "enter")
        assert last(brawl).do == "dodge"
        assert called(brawl, "David").conditions


async def test_one_key_swaps_who_acts_on_whom(playing: Play, brawl: Session) -> None:
    async with playing(brawl) as game:
        await game.press("end", "a", SWAP_KEY)
        assert "─ attack: Killer → David ─" in game.text
        await game.press(SWAP_KEY)
        assert "─ attack: David → Killer ─" in game.text
        await game.press(SWAP_KEY, "enter")
        assert last(brawl).do.startswith("attack David")
        assert "by=Killer" in last(brawl).do


async def test_one_key_gives_an_act_without_a_target_to_whoever_has_the_turn(playing: Play, brawl: Session) -> None:
    async with playing(brawl) as game:
        await game.press("end", "z", SWAP_KEY, "enter")
        assert last(brawl).do == "dodge"


async def test_before_a_fight_the_selected_one_acts(playing: Play) -> None:
    session = memory_session(shipped_rules("world-of-darkness"))
    play(session, "add David", "add Killer foe")
    async with playing(session) as game:
        await game.press("a")
        assert "─ attack: David → Killer ─" in game.text, "the only opponent is the target"


async def test_targets_are_picked_by_the_signs_beside_the_rows(playing: Play) -> None:
    session = played(*CAST)
    async with playing(session) as game:
        await game.press("a")
        rows = [line for line in game.lines if line[:1].isdecimal()]
        assert [row[0] for row in rows] == ["1", "2", "3"]
        await game.press("3")
        assert "attack: David → Killer" in game.text
        await game.press("down")
        assert not [line for line in game.lines if line[:1].isdecimal()], "the signs go with the field"
        await game.press("enter")
        assert last(session).do.startswith("attack Killer")


async def test_several_targets_are_picked_one_after_the_other(playing: Play, brawl: Session) -> None:
    async with playing(brawl) as game:
        await game.press("a", "2", "3")
        assert "─ attack: David → Anna, Killer ─" in game.text
        await game.press("2")
        assert "─ attack: David → Killer ─" in game.text


async def test_why_nobody_will_be_struck_is_said_before_anything_is_chosen(playing: Play, brawl: Session) -> None:
    play(brawl, "attack Killer")
    async with playing(brawl) as game:
        await game.press("a", "escape", "end", "a")
        assert "already acted this round" in game.text
        assert "Ctrl+O: free" in " ".join(game.text.split())
        await game.press("ctrl+o")
        assert last(brawl).do.startswith("attack Killer free")


async def test_six_rows_of_the_list_stay_in_view_beside_a_form(playing: Play) -> None:
    session = memory_session(shipped_rules("world-of-darkness"))
    play(session, "add David weapon=smg-small", "add Thug foe count=14", "initiative", "next")
    async with playing(session, size=(80, 24)) as game:
        for keys in (("a",), ("1", "2", "3"), ("up", "enter"), ("home", "down")):
            await game.press(*keys)
            rows = [line for line in game.lines[2:-3] if " Thug " in line or "David" in line]
            heading = next(number for number, line in enumerate(game.lines) if line.startswith("─ attack"))
            assert heading - 2 >= 6
            assert len(rows) >= 6
        fields = game.lines[heading + 1 : -3]
        assert len(fields) < 13


async def test_the_person_who_is_aimed_at_comes_into_view(playing: Play) -> None:
    session = memory_session(shipped_rules("world-of-darkness"))
    play(session, "add David", "add Thug foe count=14", "initiative", "next")
    async with playing(session, size=(80, 24)) as game:
        await game.press("g", "a", *'"Thug 14"')
        aimed = [line for line in game.screen.canvas.lines if line.ground == "cursor"]
        assert any("Thug 14" in line.text for line in aimed)


async def test_what_hides_behind_more_is_found_by_typing(playing: Play, brawl: Session) -> None:
    async with playing(brawl) as game:
        await game.press("end", "a", "up", "up", *"off")
        assert "more" in game.text
        await game.press("enter")
        assert any(line.startswith(("› off hand", "› off-hand")) for line in game.lines)
        await game.press("space", "enter")
        assert "off-hand" in last(brawl).do


async def test_a_refusal_is_told_once(playing: Play, brawl: Session) -> None:
    play(brawl, "attack Killer")
    async with playing(brawl) as game:
        await game.press("end", "a", "enter")
        assert game.text.count("already acted this round") == 1
        await game.press("escape", "r", *"wits+foo", "enter")
        assert game.text.count('Unknown trait "foo"') == 1


AT_OTHERS = [
    ("ukraine-by-night", "power", 'initiative faces="10H 3H"'),
    ("night-wanderers", "hold", "initiative David=1 Killer=2"),
    ("night-wanderers", "drink", "initiative David=1 Killer=2"),
]


@pytest.mark.parametrize(("ruleset", "verb", "order"), AT_OTHERS)
async def test_what_is_done_to_others_goes_to_the_selected_one_without_a_swap(
    playing: Play, ruleset: str, verb: str, order: str
) -> None:
    cast = ("add David kind=vampire", "add Killer foe", order, "next")
    session = played(*cast, rules=shipped_rules(ruleset))
    current = session.table.state.current
    other = next(who for who in session.table.state.characters if who != current)
    async with playing(session) as game:
        screen = game.screen
        assert isinstance(screen, FightScreen)
        action = session.commands.actions[verb] if session.commands else None
        assert action is not None
        screen.order.select(other)
        assert screen.people_of(action) == (current, (other,))
        screen.order.select(current)
        assert screen.people_of(action) == (current, ()), "without anybody else selected it needs no target"
