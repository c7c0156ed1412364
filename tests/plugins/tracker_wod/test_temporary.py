"""Temporary Health goes with whatever ends it (WOD-DMG-11)."""

import pytest

import tracker_wod
from tests.tables import memory_session, play
from tracker.rules.facade import Rules


@pytest.mark.parametrize("line", ["end David temporary-health", "end David", "lose-temporary David"])
def test_boxes_vanish_at_once_when_their_condition_is_ended_by_hand(line: str) -> None:
    session = memory_session(Rules(tracker_wod, name="world-of-darkness"))
    play(session, "add David stamina=3 size=5", "temporary-health David 2", "damage David 9 bashing", line)
    track = session.table.state.characters["David"].tracks["health"]
    assert (track.marks, track.bonus) == ("X///////", 0)
    play(session, "undo")
    assert session.table.state.characters["David"].tracks["health"].marks == "/////////."
