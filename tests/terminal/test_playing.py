"""Playing on a real terminal: what is shown, and that keys do what they say."""

import random
import re
import signal
from pathlib import Path

import pytest

from tests.how_many import several
from tests.terminal.conftest import LONGEST_START, Open, make_save
from tools.pseudo_terminal import Terminal
from tracker.journal.reader import read
from tracker.opening import review_session
from tracker.resources import examples_folder


def lines_of(save: Path) -> list[str]:
    """The command lines of all entries in a session file."""
    return [entry.do for entry in read(save).entries]


def test_the_first_frame_shows_the_cast(fight: Terminal) -> None:
    assert "Red [X] Dawn" in fight.text
    assert "Jerry" in fight.text
    assert "13" in fight.text


def test_the_example_fight_opens_on_the_screen(play: Open) -> None:
    title = read(examples_folder() / "example-fight.toml").header.title
    terminal = play("demo")
    terminal.until(title, LONGEST_START)
    terminal.press("q")
    assert terminal.wait() == 0


def test_n_passes_the_turn_and_u_takes_it_back(fight: Terminal, save: Path) -> None:
    fight.press("n")
    fight.until("Jerry acts")
    fight.press("n")
    fight.until("Orc acts")
    assert lines_of(save)[-2:] == ["next", "next"]
    fight.press("u")
    fight.until("Undone: next")
    assert lines_of(save)[-1] == "undo"
    fight.press("U")
    fight.until("Redone: next")


def test_damage_is_typed_seen_beforehand_and_done_by_enter(fight: Terminal, save: Path) -> None:
    fight.press("down", "d")
    fight.until("damage Orc")
    before = lines_of(save)
    fight.press("3")
    fight.until("5/8")
    assert lines_of(save) == before, "a preview changes nothing"
    fight.press("enter")
    fight.until("3 blunt damage")
    assert lines_of(save)[-1] == "damage Orc 3"


def test_plus_adds_somebody(fight: Terminal, save: Path) -> None:
    fight.press("+")
    fight.until(" add:")
    fight.press(*"Мила", "enter")
    fight.until(lambda text: "Мила" in text and lines_of(save)[-1].startswith("add"))


def test_a_typed_command_does_what_a_key_does(fight: Terminal, save: Path) -> None:
    fight.press(":", *"condition Jerry bleeding 2 rounds=3", "enter")
    fight.until(lambda text: "bleeding 2" in text.split("Log")[0])
    assert lines_of(save)[-1] == "condition Jerry bleeding amount=2 rounds=3"


def test_letters_work_on_a_russian_keyboard(fight: Terminal, save: Path) -> None:
    fight.press("т")
    fight.until("Jerry acts")
    fight.press("г")
    fight.until("Undone")
    fight.press("в", "2", "enter")
    fight.until("2 blunt damage")
    assert lines_of(save)[-3:] == ["next", "undo", "damage Jerry 2"]


def test_the_screen_speaks_russian(play: Open, save: Path) -> None:
    terminal = play("open", save, "--lang", "ru")
    terminal.until(lambda text: "Jerry" in text and re.search("[а-яё]{4}", text) is not None, LONGEST_START)


def test_the_list_of_sessions_opens_one_and_comes_back(play: Open, tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    make_save(tmp_path / "saves" / "dawn.toml", "add Jerry", "add Orc foe")
    terminal = play(settings={"COTERIE_PLUGINS": str(Path(__file__).parents[1] / "sample_plugin")})
    terminal.until("Red [X] Dawn", LONGEST_START)
    terminal.press("enter")
    terminal.until("Orc")
    terminal.press("q")
    terminal.until(lambda text: "Orc" not in text and "Red [X] Dawn" in text)
    terminal.press("q")
    assert terminal.wait() == 0


def test_a_review_steps_through_the_entries_and_changes_nothing(play: Open, save: Path) -> None:
    before = save.read_bytes()
    terminal = play("review", save)
    terminal.until("Orc", LONGEST_START)
    terminal.press("left", "left")
    terminal.until(lambda text: "Orc" not in text.split("Log")[0])
    terminal.press("end")
    terminal.until(lambda text: "Orc" in text.split("Log")[0])
    terminal.press("q")
    assert terminal.wait() == 0
    assert save.read_bytes() == before


def test_a_watcher_sees_what_another_program_plays(play: Open, fight: Terminal, save: Path) -> None:
    watcher = play("watch", save)
    watcher.until("Orc", LONGEST_START)
    fight.press("n")
    watcher.until("Jerry acts")


@pytest.mark.parametrize("seed", range(several(1)))
def test_kill_9_while_playing_loses_nothing_that_was_shown(play: Open, save: Path, seed: int) -> None:
    luck = random.Random(seed)
    terminal = play("open", save)
    terminal.until("Orc", LONGEST_START)
    for _ in range(luck.randint(4, 30)):
        terminal.press("n")
        terminal.read(luck.random() / 50)
    terminal.signal(signal.SIGKILL)
    assert terminal.wait() == -signal.SIGKILL
    shown = max(map(int, re.findall(r"[Rr]ound (\d+)", terminal.text)), default=0)
    acting = re.search(r"▶ +\d+ (\w+)", terminal.text)
    state = review_session(save, (Path(__file__).parents[1] / "sample_plugin",), "en").table.state
    assert state.round >= shown
    assert acting is None or state.round > shown or acting[1] == "Jerry" or state.current == "Orc"
