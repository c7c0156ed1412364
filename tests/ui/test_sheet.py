"""A sheet that is changed where it stands: numbers, marks, texts and conditions, each an act of its own."""

import pytest

from tests.how_many import part
from tests.tables import play, played, shipped_rules
from tests.ui.conftest import Game, Play
from tracker.opening import Session

SIZES = [(40, 10), (60, 20), (80, 24), (120, 40), (200, 60)]


@pytest.fixture
def session() -> Session:
    people = 'add "Ann Lee" ally strength=2', "add Bob foe"
    return played(*people, 'condition "Ann Lee" prone', rules=shipped_rules("world-of-darkness"))


def last_line(game: Game) -> str:
    return game.session.table.history.entries[-1].do


async def go_to(game: Game, word: str) -> None:
    """Move the cursor of the sheet to the first line with a word in it."""
    await game.press("home")
    for _ in range(80):
        top = next(number for number, line in enumerate(game.lines) if "─ sheet" in line)
        parts = [line.rpartition("│")[2].strip() for line in game.lines[top:]]
        if any(part.startswith("›") and word in part for part in parts):
            return
        await game.press("down")
    raise AssertionError(f"no {word} in the sheet")


@pytest.mark.parametrize("size", part(SIZES, 2))
async def test_each_change_in_a_sheet_is_one_act_that_is_undone_alone(
    playing: Play, session: Session, size: tuple[int, int]
) -> None:
    async with playing(session, size=size) as game:
        ann = game.screen.order.selected  # type: ignore[attr-defined]
        await game.press("s")
        await go_to(game, "Strength")
        await game.press("right")
        assert game.state.characters[ann].integer("strength") == 3
        await game.press("5", "enter")
        assert game.state.characters[ann].integer("strength") == 5
        await game.press("enter", "4", "enter")
        assert game.state.characters[ann].integer("strength") == 4
        assert last_line(game) == 'set "Ann Lee" strength=4'
        await go_to(game, "Health")
        await game.press("enter", "home", "/", "delete", "enter")
        assert game.state.characters[ann].tracks["health"].marks.startswith("/.")
        await go_to(game, "prone")
        await game.press("x")
        assert not game.state.characters[ann].conditions
        await game.press("q", "u")
        assert game.state.characters[ann].has_condition("prone")
        await game.press("u")
        assert "/" not in game.state.characters[ann].tracks["health"].marks


@pytest.mark.parametrize("size", part(SIZES, 2))
async def test_what_is_left_of_a_condition_is_changed_in_the_sheet(
    playing: Play, session: Session, size: tuple[int, int]
) -> None:
    play(session, 'condition "Ann Lee" stunned rounds=2')
    async with playing(session, size=size) as game:
        ann = game.screen.order.selected  # type: ignore[attr-defined]
        await game.press("s")
        await go_to(game, "stunned")
        await game.press("right")
        assert game.state.characters[ann].conditions["stunned"].left == 3
        await game.press("enter", "7", "enter")
        assert game.state.characters[ann].conditions["stunned"].left == 7
        assert len(game.state.characters[ann].conditions) == 2


async def test_a_wrong_value_is_refused_and_stays_to_be_mended(playing: Play, session: Session) -> None:
    async with playing(session) as game:
        ann = game.screen.order.selected  # type: ignore[attr-defined]
        await game.press("s")
        await go_to(game, "Strength")
        await game.press("enter", *"99999", "enter")
        assert game.state.characters[ann].integer("strength") == 2
        assert "99999" in game.text
        await game.press("escape", "q")
        assert not game.screen.panels


async def test_why_is_asked_of_one_line_and_leads_back_to_the_sheet(playing: Play, session: Session) -> None:
    async with playing(session) as game:
        await game.press("s")
        await go_to(game, "Health")
        await game.press("w")
        assert "Stamina" in game.text
        await game.press("q")
        assert "─ sheet" in game.text


@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
async def test_the_sheet_stands_beside_the_list_where_there_is_room(
    playing: Play, session: Session, size: tuple[int, int]
) -> None:
    async with playing(session, size=size) as game:
        before = [line[:60] for line in game.lines]
        await game.press("s")
        assert [line[:60] for line in game.lines][:-3] == before[:-3], "list and log are not covered"
        assert game.text.count("─ sheet") == 1
        assert "Enter edit" in game.hints


async def test_at_the_largest_size_list_to_do_log_and_sheet_are_all_there(playing: Play, session: Session) -> None:
    play(session, "damage Bob 7 lethal")
    async with playing(session, size=(200, 60)) as game:
        top = game.lines[1]
        assert "─ Initiative" in top
        assert "─ Log" in top
        assert any("─ To do" in line for line in game.lines)
        assert any("Strength" in line for line in game.lines)
        await game.click(100, 3)
        assert game.screen.place == "log"


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_the_log_that_is_copied_is_the_one_in_view(
    playing: Play, session: Session, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(session, *(f"note remark {number}" for number in range(30)))
    async with playing(session, size=size) as game:
        copied: list[str] = []
        monkeypatch.setattr(game.screen, "copy", copied.extend)
        await game.press("ctrl+r")
        shown = [line for line in copied if line.strip()]
        assert shown
        assert all(any(line.strip() in seen for seen in game.lines) for line in shown)


@pytest.mark.parametrize("size", part(SIZES, 2))
async def test_a_track_is_stepped_by_its_lightest_mark(playing: Play, session: Session, size: tuple[int, int]) -> None:
    play(session, 'damage "Ann Lee" 1 lethal')
    async with playing(session, size=size) as game:
        ann = game.screen.order.selected  # type: ignore[attr-defined]

        def marks() -> str:
            return game.state.characters[ann].tracks["health"].marks.rstrip(".")

        await game.press("s")
        await go_to(game, "Health")
        await game.press("right", "right")
        assert marks() == "X//"
        await game.press("left", "left", "left")
        assert marks() == ""
        entries = len(game.session.table.history.entries)
        await game.press("left")
        assert len(game.session.table.history.entries) == entries, "an empty track has nothing to heal"
        await game.press("q", "u")
        assert marks() == "X", "each step is undone alone"


@pytest.mark.parametrize("size", part(SIZES, 2))
async def test_a_long_note_is_read_whole_in_the_sheet(playing: Play, session: Session, size: tuple[int, int]) -> None:
    words = [f"word{number}" for number in range(30)]
    play(session, f'add Carl note="{" ".join(words)}"')
    async with playing(session, size=size) as game:
        await game.press("end", "s")
        seen = ""
        for _ in range(6):
            seen += " ".join(line.rpartition("│")[2] for line in game.lines)
            await game.press("down")
        lines = {piece for piece in seen.replace("›", " ").split() if piece.startswith("word")}
        assert lines == set(words), "no word is cut, and none is out of reach"


async def test_a_condition_hides_no_word_that_only_begins_like_it(playing: Play, session: Session) -> None:
    play(session, "damage Bob 7 lethal", 'condition Bob "dy"')
    async with playing(session, size=(120, 60)) as game:
        await game.press("end", "s")
        sheet = [line.rpartition("│")[2].strip("› ") for line in game.lines]
        assert "dy" in sheet
        assert any(line.startswith("dying") for line in sheet), game.text
