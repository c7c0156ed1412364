"""Sessions of older programs, which kept what is due as prompts, open and replay to the states that they had then."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.tables import play
from tracker.opening import open_session, review_session

FOLDER = Path(__file__).with_name("older_sessions")
OLDER = sorted(FOLDER.glob("*.toml"))


@pytest.fixture(params=OLDER, ids=[path.stem for path in OLDER])
def older(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def picture(state: Any) -> dict[str, Any]:
    """What the older program showed of a state."""
    names = {who: person.name for who, person in state.characters.items()}
    return {
        "round": state.round,
        "current": names.get(state.current),
        "order": [names[place.who] for place in state.order],
        "due": [[names.get(due.who, due.who), due.line.id, due.command] for due in state.due],
        "characters": {
            person.name: {
                "tracks": {name: track.marks for name, track in person.tracks.items()},
                "pools": {name: pool.value for name, pool in person.pools.items()},
                "conditions": [condition.kind for condition in person.conditions.values()],
                "status": [status.id for status in person.status],
            }
            for person in state.characters.values()
        },
    }


def test_every_moment_is_as_the_older_program_showed_it(older: Path) -> None:
    history = review_session(older, (), "en").table.history
    shown = json.loads(older.with_suffix(".json").read_text("utf-8"))
    assert str(len(history.entries)) in shown
    for number, expected in shown.items():
        assert picture(history.state_after(int(number))) == expected, number


def test_one_plays_on_in_it_and_undoes_everything(older: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(older, tmp_path / "older.toml"))
    session = open_session(path, (), "en")
    try:
        acts = sum(session.table.history.holds(number + 1) for number in range(len(session.table.history.entries)))
        before = session.table.state
        play(session, "note we play on", "next", "next", "scene The morning after")
        play(session, "undo 4")
        assert session.table.state == before
        play(session, f"undo {acts}")
        assert session.table.state == session.table.history.state_after(0)
    finally:
        session.table.close()


def test_what_was_due_is_dismissed_for_good(older: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(older, tmp_path / "older.toml"))
    session = open_session(path, (), "en")
    try:
        if any(due.remembered for due in session.table.state.due):
            play(session, "dismiss")
        assert not any(due.remembered for due in session.table.state.due)
    finally:
        session.table.close()
