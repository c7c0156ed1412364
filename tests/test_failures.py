"""What went wrong is told in the game master's own words."""

import tracker_vtm5
from tracker.core.chance import MoreFaces
from tracker.failures import failure_message
from tracker.rules.facade import Rules
from tracker.text import Words


def test_missing_faces_are_asked_for_in_the_language_of_the_session() -> None:
    words = Words("ru", Rules(tracker_vtm5).catalogue)
    told = words.say(failure_message(MoreFaces(2, 10, "defence", "Вера")))
    assert told == "Осталось ввести: Вера, защита: 2 кости d10. Между результатами — пробел"


def test_missing_faces_say_which_dice_are_meant_where_they_are_of_several_kinds() -> None:
    words = Words("en", Rules(tracker_vtm5).catalogue)
    told = words.say(failure_message(MoreFaces(1, 10, "attack", "Vera", "vtm5.hunger_dice")))
    assert told == "Still to type: Vera, attack: 1 Hunger die. Put spaces between the faces"
