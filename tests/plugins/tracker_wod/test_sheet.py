"""Sheets: what is worked out, what a game master may write, what follows when a trait is set by hand."""

import pytest

from tests.plugins.tracker_wod.scene import Scene
from tracker.api import Refusal
from tracker_wod.merits import has_merit
from tracker_wod.spellings import meant
from tracker_wod.traits import named_traits


def test_health_willpower_and_the_magazine_come_from_the_traits() -> None:
    scene = Scene()
    who = scene.add("David", stamina=3, resolve=2, composure=3, weapon="pistol-light")
    character = scene.character(who)
    assert character.tracks["health"].size == 8
    assert (character.pools["willpower"].value, character.pools["willpower"].maximum) == (5, 5)
    assert (character.pools["rounds-pistol-light"].value, character.pools["rounds-pistol-light"].maximum) == (17, 18)


def test_health_and_willpower_may_be_given_instead() -> None:
    scene = Scene()
    who = scene.add("David", health="XX//", willpower="2/6")
    assert scene.character(who).tracks["health"].marks == "XX//"
    assert scene.character(who).pools["willpower"].value == 2
    assert scene.character(who).pools["willpower"].maximum == 6
    assert scene.character(scene.add("Giant", health=12)).tracks["health"].size == 12


@pytest.mark.parametrize("trait", ["no_such_trait", "wits"])
def test_what_is_no_trait_or_no_number_is_refused(trait: str) -> None:
    with pytest.raises(Refusal):
        Scene().add("David", **{trait: "many"})


def test_gear_and_merits_may_be_written_in_either_language() -> None:
    scene = Scene()
    who = scene.add("David", weapon="Нож", armour="kevlar", merits="Молниеносное выхватывание, Fresh Start")
    assert scene.character(who).text("weapon") == "knife"
    assert scene.character(who).text("armour") == "kevlar-vest"
    assert has_merit(scene.character(who), "quick-draw")
    assert has_merit(scene.character(who), "fresh-start")
    assert not has_merit(scene.character(who), "gunslinger")


def test_a_weapon_set_by_hand_is_understood_and_gets_its_magazine() -> None:
    scene = Scene()
    who = scene.add("David")
    scene.do("set", targets=who, weapon="дробовик")
    assert scene.character(who).text("weapon") == "shotgun"
    assert scene.character(who).pools["rounds-shotgun"].value == 5
    with pytest.raises(Refusal):
        scene.do("set", targets=who, weapon="catapult")


def test_traits_to_roll_may_be_shortened_and_written_in_either_language() -> None:
    assert named_traits("wits + Composure") == ("wits", "composure")
    assert named_traits("ловк+вожд") == ("dexterity", "drive")
    with pytest.raises(Refusal):
        named_traits("st")


def test_a_word_that_may_mean_two_things_means_nothing() -> None:
    assert meant("axe", ["axe-small", "axe-large"]) == ""
    assert meant("axe-l", ["axe-small", "axe-large"]) == "axe-large"


def test_more_resolve_by_hand_raises_the_most_of_willpower_and_leaves_what_is_spent() -> None:
    scene = Scene()
    who = scene.add("David", resolve=2, composure=2)
    scene.do("spend-willpower", who)
    scene.do("set", targets=who, resolve="4")
    assert (scene.character(who).pools["willpower"].value, scene.character(who).pools["willpower"].maximum) == (5, 6)


def test_guns_only_bruise_a_vampire() -> None:
    scene = Scene()
    count, shooter = scene.add("Count", kind="vampire"), scene.add("Shooter", weapon="pistol-heavy", strength=3)
    scene.do("attack", shooter, count, [8, 1, 1, 1], pool=4)
    assert scene.character(count).tracks["health"].marks == "/......"
