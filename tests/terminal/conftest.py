"""Games to play on a real screen: the whole program in a pseudo-terminal, with the sample ruleset."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tools.pseudo_terminal import LONGEST, Terminal
from tracker.command.run import perform_line
from tracker.core.chance import RandomChance
from tracker.opening import NewSession, create_session, load_rules

PLUGINS = Path(__file__).parents[1] / "sample_plugin"
COTERIE = (sys.executable, "-m", "tracker")
LONGEST_START = LONGEST

Open = Callable[..., Terminal]
"""Opens the program in a terminal: `play(ARGUMENT ..., columns=…, lines=…, settings=…)`; waits for nothing."""


def make_save(path: Path, *lines: str) -> Path:
    """A session file of the sample ruleset in which these lines have been carried out."""
    rules = load_rules("coterie-sample", (), (PLUGINS,))
    session = create_session(path, NewSession("coterie-sample", "Red [X] Dawn", "en", {}), rules, "en", RandomChance(5))
    for line in lines:
        perform_line(session, line)
    session.table.close()
    return path


@pytest.fixture(autouse=True)
def compiled_once(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what Python compiles, in a folder of the test run, so that only the first program waits for it."""
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.getbasetemp() / "compiled"))
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A session with Jerry, who acts first, and an orc, neither of whom has acted yet."""
    return make_save(tmp_path / "fight.toml", "add Jerry skill=3", "add Orc foe", "initiative Jerry=13 Orc=9")


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Open]:
    """Open the program in terminals that end with the test."""
    with ExitStack() as stack:

        def start(*arguments: str | Path, **options: object) -> Terminal:
            command = [*COTERIE, *map(str, arguments), *(("--plugins", str(PLUGINS)) if arguments else ())]
            options.setdefault("folder", tmp_path)
            return stack.enter_context(Terminal(command, **options))  # type: ignore[arg-type]

        yield start


@pytest.fixture
def fight(play: Open, save: Path) -> Terminal:
    """The session on the screen, ready for keys."""
    terminal = play("open", save)
    terminal.until(lambda text: "Orc" in text and "next" in text, LONGEST_START)
    return terminal
