"""A dismissal holds for its cause alone: the next turn, period or fire asks again."""

import pytest

from tests.plugins.tracker_wod.scene import Scene, told

FIGHT = ("add A", "add B", "initiative A=9 B=3")


@pytest.mark.parametrize("before", [(), ("next", "next")])
def test_each_turn_asks_for_the_roll_to_stay_conscious(before: tuple[str, ...]) -> None:
    # WOD-STATE-05: this round and each one after.
    scene = Scene().play(*FIGHT, *before, "damage A 7 bashing", *(() if before else ("dismiss 1",)))
    assert not scene.due()
    for _ in range(3):
        scene.play("next")
        assert list(scene.due().values()) == ["stay-conscious by=A"]
        scene.play("dismiss 1")
        assert not scene.due()
        scene.play("next")
        assert not scene.due(), "what was dismissed is not owed in the turn of another"


def test_by_the_table_option_each_round_asks_and_no_turn_in_it() -> None:
    scene = Scene().play("option conscious-roll round", "add A", "add B", "initiative B=9 A=3", "next")
    scene.play("damage A 7 bashing", "dismiss 1", "next")
    assert not scene.due()
    scene.play("next")
    assert list(scene.due().values()) == ["stay-conscious by=A"]


def test_a_roll_that_was_passed_over_is_the_same_one_in_the_next_turn() -> None:
    scene = Scene().play(*FIGHT, "next", "damage A 7 bashing")
    asked = list(scene.due())
    scene.play("next", "next")
    assert list(scene.due()) == asked
    assert told(scene.outcome, "due.moot") is None


def test_each_round_asks_for_the_roll_to_let_go() -> None:
    # WOD-HAZ-18: the doses that were dismissed are not made up for.
    scene = Scene().play(*FIGHT, "next", "shock A points=1", "next", "next", "dismiss 1")
    assert not scene.due()
    scene.play("next", "next")
    assert list(scene.due().values()) == ["let-go by=A"]
    scene.play("let-go by=A || 1 1")
    assert not scene.due()


def test_a_second_current_asks_again() -> None:
    scene = Scene().play("add A", "shock A points=1", "dismiss 1", "shock A points=2")
    assert list(scene.due().values()) == ["let-go by=A"]


def test_each_period_asks_for_the_roll_to_stay_awake() -> None:
    # WOD-HAZ-36.
    scene = Scene().play("add A stamina=5 resolve=5", "awake A 24", "pass 6h", "dismiss 1")
    scene.play("pass 1h")
    assert not scene.due()
    scene.play("pass 5h")
    assert list(scene.due().values()) == ["stay-awake by=A"]


def test_another_fire_asks_again() -> None:
    scene = Scene().play("add A boxes=15", "burn A torch", "dismiss 1", "pass 3s")
    assert not scene.due()
    scene.play("burn A bonfire")
    assert list(scene.due().values()) == ["extinguish A"]


def test_each_turn_asks_for_the_roll_to_keep_track() -> None:
    # WOD-EFF-13.
    scene = Scene().play("add A", "add B", "condition B unseen", "initiative A=9 B=3", "next", "listen B || 8 8 1 1")
    scene.play("next", "next", "dismiss 1", "next")
    assert not scene.due()
    scene.play("next")
    assert list(scene.due().values()) == ["listen B keep by=A"]
