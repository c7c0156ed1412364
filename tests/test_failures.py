"""What went wrong is told in the game master's own words."""

import tracker_vtm5
from tracker.core.chance import MoreFaces
from tracker.failures import failure_message
from tracker.rules.facade import Rules
from tracker.text import Words


def test_missing_faces_are_asked_for_in_the_language_of_the_session() -> None:
    words = Words("ru", Rules(tracker_vtm5).catalogue)
    told = words.say(failure_message(MoreFaces(2, 10, "defence")))
    assert told == "Нужны ещё 2 грани d10: защита; грани пишут через пробел"
