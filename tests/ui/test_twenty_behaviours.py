"""Twenty things that game masters ask of a tracker, each proved on the screen with the keys that they would press."""

from pathlib import Path

import pytest

from tests.tables import called, disk_session, memory_session, play, played, shipped_rules
from tests.ui.conftest import CAST, Game, Pasted, Play
from tracker.core.chance import RandomChance
from tracker.journal.reader import read
from tracker.opening import NewSession, Session, create_session, review_session
from tracker.ui.settings import Settings


def of_game(ruleset: str, *lines: str) -> Session:
    return played(*lines, rules=shipped_rules(ruleset))


def brawl() -> Session:
    return of_game(
        "world-of-darkness", "add David brawl=3", "add Anna", "add Killer foe",
        "initiative David=13 Anna=12 Killer=9", "next",
    )  # fmt: skip


def kept(folder: Path, *lines: str) -> Session:
    """A session in a file, which can be opened again by its ruleset."""
    rules = shipped_rules("world-of-darkness")
    new = NewSession("world-of-darkness", "Test", "en", {})
    return play(create_session(folder / "fight.toml", new, rules, "en", RandomChance(3)), *lines)


KEPT_CAST = ("add David ally", "add Killer foe", "add Gunman foe", "initiative David=13 Gunman=12 Killer=9", "next")


async def typed(game: Game, line: str) -> None:
    await game.press(":", Pasted(line), "enter")


def current(game: Game) -> str:
    return game.state.characters[game.state.current].name


async def test_01_the_pointer_is_a_person(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        for line in ("add Eve", "initiative Eve=14", "rename Killer Butcher", "remove Gunman", "hide Butcher"):
            await typed(game, line)
            assert current(game) == "David", line
        acted = []
        for _ in range(5):
            await game.press("n")
            acted.append(current(game))
        assert sorted(acted[:2]) == ["Butcher", "Eve"], "in this round the others act"
        assert acted[2:] == ["Eve", "David", "Butcher"], "in the next one all do, in their order"


async def test_02_everything_is_undone_and_done_again(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        start = game.state
        await game.press("d", "3", "enter", "n", "c", *"dazzled", "enter", "t", *"rain", "enter", "+", *"Eve", "enter")
        await game.press("escape")
        done = game.state
        acts = 0
        while game.state != start:
            await game.press("u")
            acts += 1
            assert acts < 9
        for _ in range(acts):
            await game.press("U")
        assert game.state == done


async def test_03_back_and_forth_repeats_no_effect(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await typed(game, "condition David bleeding 2")
        while current(game) != "Killer":
            await game.press("n")
        await game.press("n")
        after = game.hits("David")
        await game.press("u", "U", "u", "U")
        assert game.hits("David") == after, "the wound has bled once"
        for _ in range(40):
            await game.press("u")
        assert game.message, "at the start the key says that there is nothing"
        assert not game.state.characters


async def test_04_damage_overflows_as_the_game_says_and_shows_before_and_after(playing: Play) -> None:
    session = brawl()
    async with playing(session) as game:
        killer = called(session, "Killer").id
        await game.press("end", "d", *"9b")
        assert "→" in game.message
        await game.press("enter")
        marks = game.state.characters[killer].tracks["health"].marks
        assert marks == "XX/////", "what finds no room makes a heavier mark"


async def test_05_a_preview_then_enter_and_escape_changes_nothing(playing: Play) -> None:
    session = brawl()
    async with playing(session) as game:
        before = game.state
        await game.press("end", "d", *"3l")
        assert "XXX" in game.message
        await game.press("escape")
        assert game.state is before
        await game.press("d", *"3l", "enter")
        assert "XXX" in game.row("Killer")


async def test_06_a_wound_penalty_enters_the_pool_and_is_named(playing: Play) -> None:
    session = brawl()
    play(session, "damage David 6 lethal")
    async with playing(session) as game:
        await game.press("end", "a")
        assert "wound" in game.text.split("attack")[-1], game.text


async def test_07_a_pool_below_one_is_still_rolled(playing: Play) -> None:
    session = brawl()
    play(session, "set Killer dexterity=5", "set Killer wits=5", "set David brawl=0")
    async with playing(session) as game:
        entries = len(session.table.history.entries)
        await game.press("end", "a")
        assert "%" in game.text
        await game.press("enter")
        assert len(session.table.history.entries) == entries + 1


async def test_08_ties_are_decided_once_and_a_manual_order_stays(playing: Play) -> None:
    session = of_game("world-of-darkness", "add Anna", "add Bob", "initiative Anna=9 Bob=9")
    async with playing(session) as game:
        first = game.state.order[0].who
        other = next(one for one in game.state.characters if one != first)
        names = {one: game.state.characters[one].name for one in (first, other)}
        await typed(game, f"move {names[other]} before {names[first]}")
        await game.press("n", "n", "n")
        assert [place.who for place in game.state.order] == [other, first]


async def test_09_waiting_is_seen_and_acting_now_ends_it(playing: Play) -> None:
    session = brawl()
    async with playing(session) as game:
        await game.press("W", "enter", "n")
        assert current(game) != "David", game.text
        row = game.row("David")
        assert game.screen.look.glyphs.waiting in row, row
        await typed(game, "act-now after Anna by=David")
        assert "waiting" not in game.row("David"), game.text
        assert game.screen.look.glyphs.waiting not in game.row("David")


async def test_10_who_has_acted_is_seen_and_a_turn_can_be_given(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("n")
        assert game.screen.look.glyphs.acted in game.row("David")
        await typed(game, "jump Killer")
        assert current(game) == "Killer"


async def test_11_what_is_due_has_a_number_and_can_be_dismissed(playing: Play) -> None:
    session = of_game("world-of-darkness", "add David", "condition David burning 1")
    async with playing(session) as game:
        assert "To do" in game.text
        assert game.state.open_due
        await game.press("x")
        assert not game.state.open_due


async def test_12_durations_count_and_what_is_left_is_edited_live(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("c", Pasted("dazzled 2r"), "enter")
        david = called(fight, "David").id
        assert next(iter(game.state.characters[david].conditions.values())).left == 2
        await game.press("c", Pasted("dazzled 5r"), "enter")
        assert [one.left for one in game.state.characters[david].conditions.values()] == [5]
        await typed(game, "condition Killer dazzled turns=1 until=start clock=Gunman")
        assert "dazzled" in game.row("Killer")
        await game.press("n")
        assert "dazzled" not in game.row("Killer"), "it ended as the other one's turn began"


async def test_13_after_every_key_the_file_is_whole(playing: Play, tmp_path: Path) -> None:
    session = play(disk_session(tmp_path / "fight.toml"), *CAST)
    async with playing(session) as game:
        for keys in (("n",), ("d", "3", "enter"), ("u",), ("t", *"rain", "enter")):
            await game.press(*keys)
            assert len(read(session.path).entries) == len(session.table.history.entries)


async def test_14_a_copy_leaves_what_runs_alone(playing: Play, tmp_path: Path) -> None:
    session = kept(tmp_path, *KEPT_CAST)
    before = session.path.read_bytes()
    async with playing(session) as game:
        await game.press("ctrl+s")
        copy = game.session.path
        assert copy != session.path
        await game.press("n")
        assert len(read(copy).entries) > len(read(session.path).entries)
    assert session.path.read_bytes() == before


async def test_15_a_line_of_the_log_tells_who_whom_and_before_and_after(playing: Play) -> None:
    session = brawl()
    async with playing(session) as game:
        await game.press("end", "d", *"2l", "enter")
        line = next(line for line in game.lines if "2 lethal" in line)
        assert "Killer" in line
        assert "....... → XX....." in line


async def test_16_a_review_steps_filters_and_branches_without_overwriting(playing: Play, tmp_path: Path) -> None:
    session = kept(tmp_path, *KEPT_CAST, "damage Killer 3b")
    session.table.close()
    before = session.path.read_bytes()
    async with playing(review_session(session.path, (), "en")) as game:
        await game.press("left")
        await game.press("/", *"Killer", "enter")
        assert "Gunman joins" not in game.text
        await game.press("escape", "b", Pasted("What if"), "enter")
        assert game.session.table.writable
        assert game.session.path != session.path
    assert session.path.read_bytes() == before


async def test_17_typed_dice_are_judged_like_rolled_ones_and_marked(playing: Play) -> None:
    session = brawl()
    async with playing(session) as game:
        await game.press("ctrl+t", "end", "a", "enter")
        assert "d10" in game.prompt
        await game.press("0")
        await game.press("enter")
        while game.screen.prompt.question is not None:
            await game.press("3", "enter")
        assert "typed" in game.text


async def test_18_one_act_on_many_is_one_step_and_names_never_repeat(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await typed(game, "add Thug count=3")
        await typed(game, 'remove "Thug 2"')
        await typed(game, "add Thug")
        assert sum(one.name == "Thug 2" for one in game.state.characters.values()) == 0
        entries = len(fight.table.history.entries)
        await game.press("home", "space", "space", "d", "2", "enter")
        assert len(fight.table.history.entries) == entries + 1
        await game.press("u")
        assert game.hits("David") == 9


async def test_19_players_see_nobody_who_is_hidden_and_the_marker_does_not_move_for_them(
    playing: Play, tmp_path: Path
) -> None:
    session = play(disk_session(tmp_path / "fight.toml"), *CAST, "add Lurker foe hidden", "initiative Lurker=12")
    session.table.close()
    async with playing(review_session(session.path, (), "en"), Settings(players=True)) as game:
        assert "David" in game.text
        assert "Lurker" not in game.text


@pytest.mark.parametrize(("language", "word"), [("en", "turn"), ("ru", "ход")])
async def test_20_the_keyboard_alone_does_it_and_help_shows_the_keys_of_the_place(
    playing: Play, language: str, word: str
) -> None:
    session = play(memory_session(language=language), *CAST)
    async with playing(session, settings=Settings(language=language)) as game:
        await game.press("?")
        assert word.casefold() in game.text.casefold()
        await game.press("escape", "tab", "?")
        assert game.text
        await game.press("escape", "escape", "n")
        assert current(game) == "Gunman"
        assert all(len(line) <= 80 for line in game.lines)
