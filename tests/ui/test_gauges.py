"""Gauges and rows: what is shown of a character, whatever the width."""

from dataclasses import replace

import pytest

from tests.tables import memory_session, play
from tracker.api import Band, Condition, Pool, PoolSpec, Status, Track
from tracker.opening import Session
from tracker.ui.look import Look
from tracker.ui.paint import width_of
from tracker.ui.view.badges import badges_of, condition_text
from tracker.ui.view.gauges import band_of, pool_gauge, track_spans
from tracker.ui.view.rows import Roster

BANDS = (Band("down", 0, "bad"), Band("hurt", 1, "warning"), Band("fine", 5))


def text_of(spans: object) -> str:
    return "".join(span.text for span in spans)  # type: ignore[attr-defined]


def test_marks_are_told_from_empty_boxes_by_their_signs() -> None:
    assert text_of(track_spans(Track("X//...."))) == "X//...."


def test_temporary_boxes_stand_in_brackets() -> None:
    assert text_of(track_spans(Track("X/.....", bonus=2))) == "X/...(..)"


@pytest.mark.parametrize(
    ("pool", "shape", "shown"),
    [
        (Pool(4, 6), "dots", "●●●●○○"),
        (Pool(0, 3), "dots", "○○○"),
        (Pool(12, 20), "dots", "12/20"),
        (Pool(3, None), "dots", "3"),
        (Pool(-2, 10, minimum=-10), "dots", "−2/10"),
        (Pool(5, 10), "bar", "████░░░░ 5/10"),
        (Pool(1, 100), "bar", "█░░░░░░░ 1/100"),
        (Pool(0, 100), "bar", "░░░░░░░░ 0/100"),
        (Pool(7, 9), "number", "7/9"),
    ],
)
def test_a_pool_is_drawn_as_its_sheet_says_or_as_a_number_where_it_cannot(
    pool: Pool, shape: str, shown: str, look: Look
) -> None:
    gauge = pool_gauge("hits", pool, PoolSpec("hits", shape=shape), look)  # type: ignore[arg-type]
    assert text_of(gauge.spans) == shown


@pytest.mark.parametrize(("value", "band"), [(0, "down"), (1, "hurt"), (4, "hurt"), (5, "fine"), (50, "fine")])
def test_a_value_stands_in_the_band_that_began_last(value: int, band: str) -> None:
    found = band_of(value, BANDS)
    assert found is not None
    assert found.id == band


def test_below_the_first_band_there_is_none() -> None:
    assert band_of(-1, BANDS) is None


@pytest.mark.parametrize(
    ("condition", "shown"),
    [
        (Condition("blinded", "blinded"), "blinded"),
        (Condition("burning", "burning", amount=2), "burning 2"),
        (Condition("blinded", "blinded", left=3, unit="round"), "blinded (3 rd)"),
        (Condition("blinded", "blinded", left=1, unit="turn"), "blinded (1 turn)"),
        (Condition("blinded", "blinded", left=5400, unit="second"), "blinded (1 hour 30 minutes)"),
    ],
)
def test_a_condition_says_how_much_and_how_long(condition: Condition, shown: str, look: Look) -> None:
    assert condition_text(condition, look) == shown


def rows(session: Session, look: Look, width: int) -> list[str]:
    roster = Roster(session.table.rules, look)
    roster.update(session.table.state)
    return [roster.line(key, width, is_selected=False, sign=" ").text for key in roster.keys]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_rows_fit_the_width_and_keep_name_value_and_gauge(width: int, fight: Session, look: Look) -> None:
    people = (("David", "13", "9/9"), ("Gunman", "12", "7/7"), ("Killer", "9", "8/8"))
    for row, (name, value, hits) in zip(rows(fight, look, width), people, strict=True):
        assert width_of(row) <= width
        assert name in row
        assert value in row
        assert hits in row


def test_columns_stand_under_each_other_whatever_the_names(look: Look) -> None:
    session = play(memory_session(), "add 李小龙 foe", "add Zoë", 'add "🧛 Mina" ally', "add " + "n" * 60)
    texts = rows(session, look, 80)
    starts = {width_of(text[: text.index("█")]) for text in texts}
    assert len(starts) == 1


def test_those_without_a_place_come_after_the_order(fight: Session, look: Look) -> None:
    play(fight, "add Late foe")
    assert "Late" in rows(fight, look, 80)[-1]


def test_who_has_acted_is_marked_by_a_sign(fight: Session, look: Look) -> None:
    play(fight, "next")
    texts = rows(fight, look, 80)
    assert "✓" in texts[0]
    assert "▶" in texts[1]
    assert "✓" not in texts[2]


def test_an_extra_turn_is_a_row_of_its_own(fight: Session, look: Look) -> None:
    play(fight, "turn Killer")
    assert len(rows(fight, look, 80)) == 4
    assert "extra turn" in rows(fight, look, 80)[-1]


def test_no_two_rows_of_one_person_say_the_same(fight: Session, look: Look) -> None:
    play(fight, "turn Killer", "turn Killer")
    assert "extra turn 2" in rows(fight, look, 80)[-1]
    assert len(set(rows(fight, look, 80))) == 5


def test_only_rows_in_whom_something_changed_are_worked_out_anew(fight: Session, look: Look) -> None:
    roster = Roster(fight.table.rules, look)
    roster.update(fight.table.state)
    before = {key: roster.row(key) for key in roster.keys}
    play(fight, "damage Killer 1")
    roster.update(fight.table.state)
    changed = [key for key in roster.keys if roster.row(key) is not before[key]]
    assert [fight.table.state.characters[who].name for who, _ in changed] == ["Killer"]


def test_a_row_tells_first_what_bars_from_acting_then_the_worst(look: Look) -> None:
    session = play(memory_session(), "add Ann", "condition Ann rain", "condition Ann bleeding amount=1")
    names = [badge.whole for badge in badges_of(session.table.state.characters["Ann"], session.table.rules, look)]
    assert names == ["bleeding 1", "rain"]
    character = session.table.state.characters["Ann"]
    bars = replace(character, status=(Status("dizzy"), Status("asleep", can_act=False)))
    texts = [badge.whole for badge in badges_of(bars, session.table.rules, look)]
    assert texts == ["asleep", "bleeding 1", "dizzy", "rain"]
