"""Reading back: stepping through a session, filtering it, continuing from an earlier moment, and watching another's."""

from pathlib import Path

import pytest

from tests.tables import disk_session, play, saved
from tests.ui.conftest import CAST, Pasted, Play
from tracker.journal.reader import read
from tracker.opening import Session, review_session
from tracker.rules.loader import PluginSource
from tracker.ui.screens.fight import FightScreen
from tracker.ui.screens.review import ReviewScreen
from tracker.ui.screens.watch import WatchScreen
from tracker.ui.settings import Settings


@pytest.fixture(autouse=True)
def sample_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    import coterie_sample

    source = PluginSource("sample", "tests")
    monkeypatch.setattr("tracker.opening.find", lambda name, folders=(): source)
    monkeypatch.setattr(PluginSource, "load", lambda self: coterie_sample)


@pytest.fixture
def save(saves: Path) -> Path:
    after = "damage Killer 3", "next", "note the lamp goes out", "damage Killer 1"
    return saved(saves / "dawn.toml", *CAST, *after)


def reviewed(save: Path) -> Session:
    return review_session(save, (), "en")


async def test_a_review_begins_at_the_end_and_steps_back_and_forth(playing: Play, save: Path) -> None:
    session = reviewed(save)
    total = len(session.table.history.entries)
    async with playing(session) as game:
        assert f"reading {total}/{total}" in game.lines[0]
        assert "4/8" in game.row("Killer")
        await game.press("left")
        assert f"reading {total - 1}/{total}" in game.lines[0]
        assert "5/8" in game.row("Killer")
        await game.press("home")
        assert "reading 0/" in game.lines[0]
        assert "Nobody was here yet" in game.text
        await game.press("left")
        assert "This is the beginning" in game.message
        await game.press("right", "right", "end", "right")
        assert "This is the end" in game.message
        await game.press("pageup")
        assert f"reading {max(total - 10, 0)}/{total}" in game.lines[0]


async def test_a_review_changes_nothing(playing: Play, save: Path) -> None:
    before = save.read_bytes()
    async with playing(reviewed(save)) as game:
        await game.press("n", "u", "d", "a", ":", "left", "1", "+")
        assert isinstance(game.app.screen, ReviewScreen)
    assert save.read_bytes() == before


async def test_with_a_filter_a_review_steps_from_match_to_match(playing: Play, save: Path) -> None:
    async with playing(reviewed(save)) as game:
        await game.press("/", Pasted("killer blunt"), "enter")
        await game.press("left")
        assert "5/8" in game.row("Killer")
        assert any(line.startswith("› Killer: 3 blunt damage") for line in game.lines)
        await game.press("w")
        assert "damage Killer 3" in game.text


async def test_continuing_from_here_makes_a_new_file_and_leaves_the_old_one(playing: Play, save: Path) -> None:
    before = save.read_bytes()
    async with playing(reviewed(save)) as game:
        await game.press("left", "left", "b")
        assert isinstance(game.app.screen, ReviewScreen)
        assert game.prompt == "title of the new session: Test 2"
        await game.press("enter")
        assert isinstance(game.app.screen, FightScreen)
        assert "Test 2" in game.lines[0]
        assert "5/8" in game.row("Killer")
        await game.press("n")
        assert game.session.path != save
        branched = game.session.path
        await game.press("q")
        assert isinstance(game.app.screen, ReviewScreen), "leaving the branch leads back to the review"
    assert save.read_bytes() == before
    assert [entry.do for entry in read(branched).entries][-3:] == ["next", 'rename-session "Test 2"', "next"]
    async with playing(reviewed(save)) as game:
        await game.press("b")
        assert game.prompt == "title of the new session: Test 3", "no title is suggested twice"
        await game.press("backspace", "2", "enter")
        assert 'Another session is called "Test 2"' in game.text
        await game.press("escape")
        assert isinstance(game.app.screen, ReviewScreen)
    assert len(list(save.parent.glob("*.toml"))) == 2


async def test_what_is_typed_takes_the_place_of_a_suggested_title_and_editing_keeps_it(
    playing: Play, save: Path
) -> None:
    async with playing(reviewed(save)) as game:
        await game.press("b", *"Dawn")
        assert game.prompt == "title of the new session: Dawn"
        await game.press("escape", "b", "left", "X")
        assert game.prompt == "title of the new session: Test X2"
        await game.press("escape", "b", "end", *"!")
        assert game.prompt == "title of the new session: Test 2!"


async def test_a_session_whose_ruleset_is_missing_can_be_read(
    playing: Play, save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tracker.core.messages import message
    from tracker.rules.loader import PluginError

    def missing(name: str, folders: object = ()) -> PluginSource:
        raise PluginError(message("plugin.unknown", plugin=name, known=""))

    monkeypatch.setattr("tracker.opening.find", missing)
    async with playing(reviewed(save)) as game:
        assert "opens for reading only" in game.text
        assert "4/8" in game.row("Killer")
        await game.press("left", "s")
        assert "Killer" in game.text or "David" in game.text


def damaged(save: Path) -> bytes:
    """Spoil the entry that hurts Killer first, for any parser."""
    data = save.read_bytes()
    broken = data.replace(b'do = "damage Killer 3', b"do = damage Killer 3", 1)
    assert broken != data
    save.write_bytes(broken)
    return broken


async def test_a_damaged_session_is_shown_whole_on_both_sides_and_one_is_asked_how_to_go_on(
    playing: Play, save: Path, saves: Path
) -> None:
    before = damaged(save)
    async with playing(settings=Settings(saves_folder=saves), size=(100, 30)) as game:
        await game.press("enter")
        assert isinstance(game.screen, ReviewScreen)
        assert "How do you want to go on" in game.text
        assert "Keep the changes" not in game.text
        await game.press("s")
        assert "is not TOML" in game.text
        assert "Killer, hits was 8 before, not 5; the new value stands" in game.text
        await game.press("q", "M", "r")
        assert "4/8" in game.row("Killer")
        assert "the lamp goes out" in game.text
        assert save.read_bytes() == before
        await game.press("M", "c")
        assert isinstance(game.screen, FightScreen)
        assert game.session.path.name == "dawn-mended.toml"
        await game.press("n")
    assert save.read_bytes() == before
    assert read(saves / "dawn-mended.toml").faults == ()


async def test_a_damaged_session_can_be_cut_before_the_damage_into_a_copy(
    playing: Play, save: Path, saves: Path
) -> None:
    before = damaged(save)
    session = review_session(save, (), "en", asks=True)
    [fault] = session.faults
    async with playing(session) as game:
        await game.press("x")
        assert isinstance(game.screen, FightScreen)
        assert len(game.session.table.history.entries) == fault.first - 1
        assert "8/8" in game.row("Killer")
    assert save.read_bytes() == before


async def test_changes_made_by_hand_are_accepted_where_that_is_chosen(playing: Play, save: Path) -> None:
    save.write_bytes(save.read_bytes().replace(b"the lamp goes out", b"the lamp burns on"))
    async with playing(review_session(save, (), "en", asks=True)) as game:
        await game.press("a")
        assert isinstance(game.screen, FightScreen)
        assert "the lamp burns on" in game.text
    assert read(save).faults == ()


async def test_a_session_whose_file_is_gone_is_saved_as_a_copy_and_played_on(playing: Play, save: Path) -> None:
    session = _opened(save)
    async with playing(session) as game:
        save.unlink()
        await game.press("n")
        assert "ctrl+s saves" in game.text  # how much more fits depends on the path
        await game.press("ctrl+s")
        assert isinstance(game.screen, FightScreen)
        assert game.session.path.name == "dawn-copy.toml"
        before = len(game.session.table.history.entries)
        assert before == len(session.table.history.entries)
        await game.press("n")
        assert len(read(game.session.path).entries) == before + 1


async def test_watching_follows_what_another_program_appends(playing: Play, save: Path) -> None:
    writer = _opened(save)
    async with playing(reviewed(save), Settings(watch=True)) as game:
        screen = game.app.screen
        assert isinstance(screen, WatchScreen)
        assert "watching" in game.lines[0]
        screen.poll()
        play(writer, "damage Killer 2", "next")
        screen.poll()
        assert "2/8" in game.row("Killer")
        assert "▶" in game.row("Killer")
    writer.table.close()


async def test_watching_a_file_that_was_replaced_reads_it_anew(playing: Play, save: Path, saves: Path) -> None:
    other = play(disk_session(saves / "other.toml"), "add Somebody")
    other.table.close()
    async with playing(reviewed(save), Settings(watch=True)) as game:
        screen = game.app.screen
        assert isinstance(screen, WatchScreen)
        screen.poll()
        save.write_bytes((saves / "other.toml").read_bytes())
        screen.poll()
        assert "Somebody" in game.text
        assert "read again" in game.text
        save.unlink()
        screen.poll()
        assert "no such file" in game.text
        assert "Somebody" in game.text


async def test_watching_waits_for_the_rest_of_an_entry_that_is_half_written(playing: Play, save: Path) -> None:
    writer = _opened(save)
    whole = len(save.read_bytes())
    play(writer, "damage Killer 2")
    writer.table.close()
    data = save.read_bytes()
    save.write_bytes(data[: whole + 40])
    async with playing(reviewed(save), Settings(watch=True)) as game:
        screen = game.app.screen
        assert isinstance(screen, WatchScreen)
        screen.poll()
        assert "4/8" in game.row("Killer")
        save.write_bytes(data)
        screen.poll()
        assert "2/8" in game.row("Killer")


def _opened(save: Path) -> Session:
    from tracker.opening import open_session

    return open_session(save, (), "en")
