"""What every test shares: no user's settings, no colour switches, and the option that adds case files."""

import gc
import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tests.how_many import trying
from tests.remote.server import sshd
from tests.terminal.copies import Loaded
from tests.world import leave_the_users_world, live_in

# Speed is measured in benchmarks/: a busy machine must not fail a test.
settings.register_profile("coterie", trying(25))
settings.load_profile("coterie")
leave_the_users_world()
gc.disable()  # what is collected is there to stay


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        action="append",
        default=[],
        metavar="FOLDER_OR_FILE",
        help="run only the rulebook cases of this TOML file, or of all such files below this folder; may be repeated",
    )


def pytest_report_header() -> str:
    """Say where tests are left out that this machine has no program for."""
    return f"OpenSSH server: {sshd() or 'none here, so tests/remote is not collected'}"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Collect the tests that need a server of OpenSSH only where there is one."""
    return True if collection_path.name == "test_lost_lines.py" and sshd() is None else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--cases"):
        return
    wanted = [item for item in items if item.path.name == "test_cases.py"]
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    items[:] = wanted


def pytest_collection_finish() -> None:
    """Leave what the thousands of tests are made of out of each later search for what nobody holds any more.

    And search less often, as the program itself does: a tenth of the time of tests of screens went into it.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000)


@pytest.fixture
def crash_logs() -> Callable[[], list[Path]]:
    """For a test in which something fails that nobody foresaw: the logs of it. In any other test there must be none."""
    return lambda: sorted(Path(os.environ["XDG_STATE_HOME"]).glob("coterie/crash-*.log"))


@pytest.fixture(scope="session")
def loaded() -> Iterator[Loaded]:
    """The program with all that it imports, to be copied."""
    with Loaded() as loaded:
        yield loaded


_homes = count(1)
"""Folders that nobody makes before something is written: pytest's own way looks through all others for each."""


@pytest.fixture(autouse=True)
def lonely_world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the user's own folders, and none fails in silence, though the program survives."""
    home = f"{tmp_path_factory.getbasetemp()}/homes/{next(_homes)}"
    live_in(home)

    yield
    logs = f"{home}/xdg_state_home/coterie"
    written = sorted(Path(logs).glob("crash-*.log")) if os.path.isdir(logs) else []
    if "crash_logs" in request.fixturenames:
        assert written, "nothing nobody foresaw has happened"
    else:
        assert not written, written[0].read_text("utf-8")
