"""The Health track: whatever is dealt and healed, it stays sorted and true to the rulebook's wording."""

from hypothesis import given
from hypothesis import strategies as st

from tests.plugins.tracker_wod.scene import Scene
from tracker.api import Track
from tracker_wod import recovery, track

TYPES = st.sampled_from(["bashing", "lethal", "aggravated"])
WEIGHT = {".": 0, "/": 1, "X": 2, "*": 3}


@st.composite
def tracks(draw: st.DrawFn) -> Track:
    marks = draw(st.text(alphabet="./X*", min_size=1, max_size=14))
    return Track("".join(sorted(marks, key=lambda mark: -WEIGHT[mark])))


def harm(marks: str) -> int:
    return sum(WEIGHT[mark] for mark in marks)


def one_point_as_the_book_tells_it(marks: list[str], new: str) -> list[str]:
    """Chapter "Учёт повреждений": free box; else push a lighter mark off the end; else deepen the leftmost lightest."""
    if "." in marks:
        marks = [*[mark for mark in marks if mark != "."], new, *["."] * (marks.count(".") - 1)]
    elif any(WEIGHT[mark] < WEIGHT[new] for mark in marks):
        marks = [*marks[:-1], new]
    elif min(WEIGHT[mark] for mark in marks) < 3:
        lightest = min(marks, key=lambda mark: WEIGHT[mark])
        place = marks.index(lightest)
        marks = [*marks[:place], "X" if lightest == "/" else "*", *marks[place + 1 :]]
    return sorted(marks, key=lambda mark: -WEIGHT[mark])


@given(tracks(), TYPES, st.integers(0, 30))
def test_damage_point_by_point_is_what_the_book_tells(before: Track, damage_type: str, points: int) -> None:
    marks = list(before.marks)
    for _ in range(points):
        marks = one_point_as_the_book_tells_it(marks, track.MARKS[damage_type])
    assert track.damaged(before, damage_type, points).track.marks == "".join(marks)


@given(tracks(), TYPES, st.integers(0, 30))
def test_points_one_by_one_come_to_the_same_as_all_at_once(before: Track, damage_type: str, points: int) -> None:
    at_once = track.damaged(before, damage_type, points)
    step, lost, upgraded = before, 0, 0
    for _ in range(points):
        marked = track.damaged(step, damage_type, 1)
        step, lost, upgraded = marked.track, lost + len(marked.lost), upgraded + marked.upgraded
    assert (at_once.track, len(at_once.lost), at_once.upgraded) == (step, lost, upgraded)


@given(tracks(), TYPES, st.integers(0, 30))
def test_damage_never_makes_a_track_lighter_shorter_or_unsorted(before: Track, damage_type: str, points: int) -> None:
    after = track.damaged(before, damage_type, points).track
    assert after.size == before.size
    assert after.marks == track.sorted_marks(after.marks)
    assert harm(after.marks) >= harm(before.marks)
    assert after.filled >= before.filled


@given(tracks(), st.integers(0, 20))
def test_healing_takes_the_rightmost_marks_and_adds_none(before: Track, points: int) -> None:
    after, healed = recovery.by_points(before.marks, points)
    assert len(after) == before.size
    assert healed == before.marks.rstrip(".")[::-1][:points]
    assert before.marks.startswith(after.rstrip("."))


@given(tracks(), st.integers(0, 6), TYPES, st.integers(0, 12))
def test_temporary_boxes_that_end_leave_the_own_length_and_lose_no_weight_for_nothing(
    before: Track, boxes: int, damage_type: str, points: int
) -> None:
    longer = track.damaged(track.lengthened(before, boxes), damage_type, points).track
    marked = track.shortened(longer)
    in_lost_boxes = len(longer.marks[before.size :].rstrip("."))
    assert marked.track.size == before.size
    assert marked.track.bonus == 0
    assert marked.upgraded <= in_lost_boxes
    assert harm(marked.track.marks) == harm(longer.marks[: before.size]) + marked.upgraded


@given(tracks(), st.integers(1, 20))
def test_another_length_loses_no_mark_in_silence(before: Track, size: int) -> None:
    marked = track.resized(before, size)
    assert marked.track.size == size + before.bonus
    assert marked.track.marks == track.sorted_marks(marked.track.marks)
    assert before.filled - marked.track.filled == max(0, before.filled - marked.track.size)
    assert marked.upgraded + len(marked.lost) == before.filled - marked.track.filled
    assert not marked.lost or set(marked.track.marks) == {"*"}


@given(tracks())
def test_only_the_last_three_boxes_bring_a_wound_penalty(some: Track) -> None:
    last = [box != "." for box in some.marks[-3:]]
    expected = 3 if last[-1:] == [True] else 2 if last[-2:-1] == [True] else 1 if len(last) > 2 and last[-3] else 0
    assert track.wound_penalty(some) == -expected


def test_a_nameless_extra_has_four_boxes_and_by_the_table_feels_only_the_second_mark() -> None:
    scene = Scene()
    guard = scene.add("Guard", kind="extra")
    assert scene.character(guard).tracks["health"].size == 4
    scene.do("damage", targets=guard, amount=1, type="lethal")
    assert scene.derived(guard, "wound-penalty").value == 0
    scene.do("damage", targets=guard, amount=1, type="lethal")
    assert scene.derived(guard, "wound-penalty").value == -1


def test_by_the_option_an_extra_feels_the_first_mark() -> None:
    scene = Scene(**{"extra-wounds": "first-mark"})
    guard, hero = scene.add("Guard", kind="extra"), scene.add("Hero")
    scene.do("damage", targets=(guard, hero), amount=1, type="bashing")
    assert scene.derived(guard, "wound-penalty").value == -1
    assert scene.derived(hero, "wound-penalty").value == 0


def test_more_stamina_by_hand_makes_the_track_longer() -> None:
    scene = Scene()
    who = scene.add("Somebody")
    scene.do("damage", targets=who, amount=2, type="lethal")
    scene.do("set", targets=who, stamina="4")
    assert scene.character(who).tracks["health"].marks == "XX......."
