"""A plugin that never answers: the screen names it, ctrl+c gives it up, and the evening goes on."""

from pathlib import Path

from tests.terminal.conftest import LONGEST_START, PLUGINS, Open
from tracker.__main__ import main
from tracker.journal.reader import read

HANGING = """
from tracker.api import hookimpl

@hookimpl
def adjust(view, intent):
    while intent.verb == "damage" and intent.integer("amount") == 7:
        pass
"""


def test_ctrl_c_gives_up_a_plugin_that_never_answers_and_one_plays_on(play: Open, tmp_path: Path) -> None:
    folder, save = tmp_path / "rules", tmp_path / "fight.toml"
    folder.mkdir()
    (folder / "endless.py").write_text(HANGING)
    plugins = ["--plugins", str(PLUGINS), "--plugins", str(folder)]
    assert main(["new", str(save), "--ruleset", "coterie-sample", "--house-rule", "endless", *plugins]) == 0
    assert main(["run", str(save), "-c", "add Jerry", *plugins]) == 0
    terminal = play("open", save, "--plugins", folder)
    terminal.until(lambda text: "Jerry" in text, LONGEST_START)
    terminal.send(b":damage Jerry 7")
    terminal.until(lambda text: "endless is busy; ctrl+c cancels" in text)
    assert len(read(save).entries) == 1
    terminal.send(b"\x03")
    terminal.until(lambda text: "Cancelled: endless" in text)
    terminal.send(b"\x7f1\r")
    terminal.until(lambda text: "7/8" in text)
    assert len(read(save).entries) == 2
