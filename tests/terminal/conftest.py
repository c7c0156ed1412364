"""Games to play on a real screen: the whole program in a pseudo-terminal, with the sample ruleset."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.terminal.copies import COTERIE, Loaded
from tools.pseudo_terminal import LONGEST, Terminal
from tracker.command.run import perform_line
from tracker.core.chance import RandomChance
from tracker.opening import NewSession, create_session, load_rules

PLUGINS = Path(__file__).parents[1] / "sample_plugin"
LONGEST_START = LONGEST
SHORT = 0.05
"""In seconds: what belongs to the frame that has come comes within them, and Esc alone is taken for the key."""

Open = Callable[..., Terminal]
"""Opens the program in a terminal: `play(ARGUMENT ..., columns=…, lines=…, anew=…, settings=…)`; waits for nothing."""


def make_save(path: Path, *lines: str) -> Path:
    """A session file of the sample ruleset in which these lines have been carried out: once in a process."""
    path.write_bytes(_made(*lines))
    return path


@cache
def _made(*lines: str) -> bytes:
    rules = load_rules("coterie-sample", (), (PLUGINS,))
    with TemporaryDirectory() as folder:
        path, new = Path(folder, "made.toml"), NewSession("coterie-sample", "Red [X] Dawn", "en", {})
        session = create_session(path, new, rules, "en", RandomChance(5))
        for line in lines:
            perform_line(session, line)
        session.table.close()
        return path.read_bytes()


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A session with Jerry, who acts first, and an orc, neither of whom has acted yet."""
    return make_save(tmp_path / "fight.toml", "add Jerry skill=3", "add Orc foe", "initiative Jerry=13 Orc=9")


@pytest.fixture
def play(tmp_path: Path, loaded: Loaded) -> Iterator[Open]:
    """Open the program in terminals that end with the test: a copy of the loaded program unless it is to begin anew.

    With settings of its own it always begins anew: a module may look at them when it is imported.
    """
    with ExitStack() as stack:

        def start(
            *arguments: str | Path, anew: bool = False, settings: Mapping[str, str] | None = None, **size: int
        ) -> Terminal:
            command = [*COTERIE, *map(str, arguments), *(("--plugins", str(PLUGINS)) if arguments else ())]
            copy = None if anew or settings else loaded.copy
            return stack.enter_context(Terminal(command, settings=settings, folder=tmp_path, start=copy, **size))  # type: ignore[arg-type]

        yield start


@pytest.fixture
def fight(play: Open, save: Path) -> Terminal:
    """The session on the screen, ready for keys."""
    terminal = play("open", save)
    terminal.until(lambda text: "Orc" in text and "next" in text, LONGEST_START)
    return terminal
