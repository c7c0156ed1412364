"""The figures as they are drawn and written: plots around a zero line, and numbers as the reader writes them."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from tests.tables import EPOCH, disk_session, memory_session, play
from tracker.cli.stats import stats_as_csv, stats_as_data, stats_as_text
from tracker.core import facts as f
from tracker.core.history import Entry
from tracker.opening import Session, review_session
from tracker.recap.figures import BLOCKS, MOST_POINTS, PLAIN, around_zero, bars, length_rows, luck_rows
from tracker.recap.luck import luck_of
from tracker.recap.telling import Manner, Telling


def roll(who: str, came: int, expected: float | None = 2.0) -> f.Rolled:
    return f.Rolled(who, "brawl", 4, (1, 2), successes=came, expected=expected)


def evening(*rolls: f.Rolled, minutes: int = 1, language: str = "en") -> Session:
    """A session in which people roll, each in a round of its own."""
    session = play(memory_session(language=language), "add Ann", "add Bob")
    history = session.table.history
    for number, one in enumerate(rolls, 1):
        facts = (f.RoundBegun(number), one)
        at = EPOCH + timedelta(minutes=minutes * number * number)
        history.append(Entry(len(history.entries) + 1, at, number, "", "rolls", (), facts))
    return session


def told(session: Session) -> Telling:
    return Telling(session, Manner())


def test_bars_stand_on_the_zero_line_and_hang_from_it() -> None:
    assert around_zero((0, 1, 8, -8, -4, -0.1)) == (" ▁█   ", "▔▔▔█▀▀")
    assert around_zero((0, 1, 8, -8, -4), PLAIN) == (" _@  ", "---#=")
    assert around_zero((0.0, 0.0)) == ("  ", "▔▔")


def test_a_plot_needs_no_sign_that_its_set_does_not_have() -> None:
    points = [number / 7 - 5 for number in range(80)]
    for signs in (BLOCKS, PLAIN):
        drawn = "".join(around_zero(points, signs)) + bars(points, signs)
        assert set(drawn) <= {" ", *signs.all}
    assert PLAIN.all.isascii()


def test_the_course_of_luck_ends_at_the_difference() -> None:
    luck = luck_of([roll("Ann", 3), roll("Ann", 5, None), roll("Ann", 0), roll("Ann", 4)])
    assert luck.course == (1.0, -1.0, 1.0)
    assert luck.course[-1] == luck.difference


def test_each_person_and_all_have_a_plot_their_difference_and_their_longest_runs() -> None:
    session = evening(roll("Ann", 4), roll("Bob", 0), roll("Ann", 3), roll("Bob", 1), roll("Ann", 1))
    rows = list(luck_rows(told(session), BLOCKS))
    assert rows[0] == ["Who", "Luck so far", "Beyond expected", "Longest run above", "Below"]
    assert rows[1:] == [
        ["Ann", "▆█▆", "+2.0", "2", "1"], ["", "▔▔▔", "", "", ""],
        ["Bob", "  ", "−3.0", "0", "2"], ["", "██", "", "", ""],
        ["all", "█ ▄  ", "−1.0", "1", "2"], ["", "▔▔▔▔▀", "", "", ""],
    ]  # fmt: skip


def test_runs_of_all_go_by_the_time_of_the_rolls_and_not_by_people() -> None:
    session = evening(roll("Ann", 3), roll("Bob", 1), roll("Ann", 3), roll("Bob", 1))
    assert (told(session).totals.luck.longest_good, told(session).totals.luck.longest_bad) == (1, 1)


def test_a_long_evening_is_drawn_in_few_columns_and_ends_where_it_ended() -> None:
    session = evening(*(roll("Ann", 4 if number % 3 else 0) for number in range(1000)))
    _, above, below, *_ = luck_rows(told(session), BLOCKS)
    assert len(above[1]) == len(below[1]) <= MOST_POINTS
    assert above[1][-1] == "█"


def test_the_length_of_rounds_is_drawn_beside_the_longest() -> None:
    session = evening(*(roll("Ann", 2) for _ in range(4)))
    assert list(length_rows(told(session), BLOCKS)) == [["Length of rounds", "▄▆█"]]
    assert list(length_rows(told(evening(roll("Ann", 2), roll("Ann", 2))), BLOCKS)) == []


@pytest.mark.parametrize(("language", "sign", "other"), [("en", "44.5", "44,5"), ("ru", "44,5", "44.5")])
def test_numbers_have_the_decimal_sign_of_the_reader(language: str, sign: str, other: str) -> None:
    telling = told(evening(roll("Ann", 3, 44.5), language=language))
    text = "\n".join(stats_as_text(telling))
    assert sign in text
    assert other not in text
    assert json.loads(json.dumps(stats_as_data(telling)))["luck"]["expected"] == 44.5
    assert not any("44,5" in line for line in stats_as_csv(telling))


def test_without_blocks_the_whole_page_of_figures_is_plain(tmp_path: Path) -> None:
    session = play(disk_session(tmp_path / "x.toml"), "add Ann skill=3", "add Orc foe")
    play(session, "initiative", "next", *(f"attack Orc by=Ann faces={face}" for face in (3, 18, 5, 20)))
    session.table.close()
    telling = told(review_session(tmp_path / "x.toml", (), "en"))
    drawn = "\n".join(stats_as_text(telling, ascii_only=True))
    assert not set(drawn) & set(BLOCKS.all)
    assert "Luck so far" in drawn
