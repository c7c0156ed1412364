"""Health, pain, torpor and death keep their promises whatever the numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.plugins.tracker_night_wanderers.table import RULES, TestTable
from tests.plugins.typed_cases import Evening, Evenings
from tracker.api import Character, PoolSet, Refusal

BANDS = ["critical", "dangerous", "average", "normal", "optimal"]
KINDS = st.sampled_from(["vampire", "human", "werewolf"])
MAXIMA = st.integers(1, 60)


def band_of(table: TestTable, who: str) -> str:
    return next(word for word in table.words(who) if word in BANDS)


@trying(10)
@given(KINDS, MAXIMA)
def test_bands_never_rise_as_points_fall(kind: str, maximum: int) -> None:
    table = TestTable()
    ranks = []
    for point in range(1, maximum + 1):
        who = table.add(f"P{point}", kind, health_max=maximum, health=point)
        ranks.append(BANDS.index(band_of(table, who)))
    assert ranks == sorted(ranks)
    assert ranks[-1] == 4


@given(MAXIMA, st.data())
def test_the_bands_that_a_gauge_describes_are_those_of_the_sheet(maximum: int, data: st.DataObject) -> None:
    point = data.draw(st.integers(1, maximum))
    table = TestTable()
    table.add("Anna", health_max=maximum, health=point)
    spec = next(pool for pool in RULES.kinds["vampire"].pools if pool.id == "health")
    named = [band.id for band in spec.bands if band.begins_at(maximum) <= point]
    # With a maximum under 5 several bands begin at the same point; the last of them is the one there is.
    assert named[-1] == band_of(table, "Anna")


@given(
    KINDS,
    st.integers(1, 40),
    st.lists(st.tuples(st.integers(0, 30), st.booleans()), min_size=1, max_size=6),
    st.sampled_from(["point", "band"]),
)
def test_wounds_never_heal_and_never_leave_the_scale(
    kind: str, maximum: int, wounds: list[tuple[int, bool]], level: str
) -> None:
    table = TestTable({"health_level": level})
    table.add("Anna", kind, health_max=maximum)
    for amount, deep in wounds:
        before = table.character("Anna").pools["health"].value
        if "final_death" in table.words("Anna"):
            with pytest.raises(Refusal):
                table.act("damage", targets=("Anna",), amount=amount, deep=deep, soak="decline", sure=True)
            continue
        table.act("damage", targets=("Anna",), amount=amount, deep=deep, soak="decline", sure=True)
        after = table.character("Anna").pools["health"].value
        assert (0 if kind == "vampire" else -10) <= after <= before
        for fact in table.last.facts:
            if isinstance(fact, PoolSet):
                assert fact.before.value - fact.after.value > 0


@given(st.integers(1, 40), st.integers(0, 39), st.integers(1, 50), st.integers(0, 50))
def test_healing_pays_for_what_it_gives_and_never_harms(maximum: int, lost: int, asked: int, blood: int) -> None:
    table = TestTable()
    table.add("Anna", health_max=maximum, health=max(1, maximum - lost), blood_max=60, blood=max(1, blood))
    before = table.character("Anna").pools
    try:
        table.act("heal", targets=("Anna",), amount=asked)
    except Refusal:
        return
    after = table.character("Anna").pools
    healed = after["health"].value - before["health"].value
    assert healed == before["blood"].value - after["blood"].value
    assert 0 < healed <= asked
    assert ("torpor" in table.words("Anna")) == (after["blood"].value == 0)


@given(st.integers(2, 30), st.lists(st.integers(1, 6), min_size=3, max_size=3), st.sampled_from(["down", "up"]))
def test_soak_halves_but_never_to_nothing(amount: int, faces: list[int], rounding: str) -> None:
    table = TestTable({"half_rounding": rounding})
    table.add("Anna", health_max=100, physical_defence=3)
    table.act("damage", targets=("Anna",), faces=faces, amount=amount)
    lost = 100 - table.character("Anna").pools["health"].value
    halves = max(faces) >= 5
    assert lost == (amount if not halves else amount // 2 if rounding == "down" else (amount + 1) // 2)
    assert lost >= 1


def test_a_single_point_asks_for_no_useless_soak_roll() -> None:
    table = TestTable()
    table.add("Anna", health_max=25, physical_defence=3)
    table.act("damage", targets=("Anna",), amount=1)
    assert not table.rolls("soak")
    assert table.character("Anna").pools["health"].value == 24


def test_somebody_awake_at_zero_sinks_back_at_the_next_point() -> None:
    table = TestTable()
    table.add("Anna", health_max=25, health=0, blood_max=12, blood=3)
    table.act("damage", targets=("Anna",), amount=1, soak="decline")
    assert table.words("Anna")[0] == "torpor"


def test_a_point_fed_to_a_full_body_wakes_it_all_the_same() -> None:
    table = TestTable()
    table.add("Anna", health_max=25, health=0, blood_max=12)
    table.condition("Anna", "torpor")
    table.act("gain_blood", targets=("Anna",), amount=1)
    assert "torpor" not in table.words("Anna")
    assert table.character("Anna").pools["blood"].value == 12


@pytest.mark.parametrize(("blood", "wakes", "left"), [(0, False, (1, 0)), (1, True, (1, 1)), (5, True, (5, 1))])
def test_by_a_table_option_waking_takes_health_too(blood: int, wakes: bool, left: tuple[int, int]) -> None:
    table = TestTable({"torpor_exit": "blood_and_health"})
    table.add("Anna", health_max=25, health=0, blood_max=12, blood=blood)
    table.condition("Anna", "torpor")
    table.act("gain_blood", targets=("Anna",), amount=1)
    pools = table.character("Anna").pools
    assert ("torpor" not in table.words("Anna")) == wakes
    assert (pools["blood"].value, pools["health"].value) == left


def test_torpor_of_hunger_keeps_its_health_and_ordinary_blows_only_lower_it() -> None:
    table = TestTable()
    table.add("Anna", health_max=25, health=20, blood_max=12, blood=1)
    table.act("wake", targets=("Anna",))
    table.act("damage", targets=("Anna",), amount=30)
    assert table.character("Anna").pools["health"].value == 0
    assert table.words("Anna")[0] == "torpor"


def test_final_death_leaves_the_order_and_stays_in_the_list() -> None:
    table = TestTable()
    table.add("Anna", health_max=25)
    table.add("Otto", health_max=25, health=0)
    table.condition("Otto", "torpor")
    table.begin_fight()
    table.act("damage", targets=("Otto",), amount=1, deep=True, sure=True)
    assert "Otto" not in [place.who for place in table.state.order]
    assert table.words("Otto") == ["final_death"]
    for verb in ("gain_blood", "heal"):
        with pytest.raises(Refusal):
            table.act(verb, targets=("Otto",), amount=1)


def test_whoever_wakes_has_mended_what_was_hacked_at() -> None:
    table = TestTable()
    table.add("Hunter", "human", health_max=10)
    table.add("Otto", health_max=25, health=0, blood_max=12, blood=2)
    table.condition("Otto", "torpor")
    table.act("dismember", "Hunter", ("Otto",))
    assert table.derived("Otto", "dismemberment") == 1
    table.act("gain_blood", targets=("Otto",), amount=1)
    assert table.character("Otto").count("dismemberment") == 0


def test_two_pairs_of_hands_take_a_body_apart_no_faster() -> None:
    table = TestTable()
    for name in ("Hunter", "Helper"):
        table.add(name, "human", health_max=10)
    table.add("Otto", health_max=25, health=0)
    table.condition("Otto", "torpor")
    table.begin_fight()
    table.act("dismember", "Hunter", ("Otto",))
    table.act("dismember", "Helper", ("Otto",))
    assert table.character("Otto").count("dismemberment") == 1


def test_thresholds_by_hand_move_the_bands() -> None:
    table = TestTable()
    table.add("Anna", health_max=25, health=18)
    assert "normal" in table.words("Anna")
    table.act("set", targets=("Anna",), threshold_normal=17)
    assert "optimal" in table.words("Anna")


def test_another_maximum_stretches_the_gauge() -> None:
    table = TestTable()
    table.add("Grey", "werewolf")
    assert "health" not in table.character("Grey").pools
    table.act("set", targets=("Grey",), health_max=15)
    assert (table.character("Grey").pools["health"].value, table.character("Grey").pools["health"].minimum) == (15, -10)
    table.act("set", targets=("Grey",), health_max=12)
    assert table.character("Grey").pools["health"].value == 12


def test_a_maximum_that_is_corrected_there_and_back_takes_no_health() -> None:
    table = TestTable()
    table.add("Anna", health_max=25, health=15)
    points = []
    for correct in ({"health_max": 12}, {"health_max": 25}, {"health_max": 12}, {"health_max": 10}):
        table.act("set", targets=("Anna",), **correct)
        points.append(table.character("Anna").pools["health"].value)
    table.act("damage", targets=("Anna",), amount=3, soak="decline")
    table.act("set", targets=("Anna",), health_max=25)
    assert (points, table.character("Anna").pools["health"].value) == ([12, 15, 12, 10], 12)


def test_health_given_by_hand_is_all_there_is() -> None:
    table = TestTable()
    table.add("Anna", health_max=25, health=15)
    table.act("set", targets=("Anna",), health_max=12)
    table.act("set", targets=("Anna",), health=11)
    table.act("set", targets=("Anna",), health_max=25)
    assert table.character("Anna").pools["health"].value == 11


def test_the_parts_of_a_loss_come_to_the_loss() -> None:
    table = TestTable({"health_level": "band"})
    table.add("Anna", health_max=25, physical_defence=1)
    table.act("damage", targets=("Anna",), faces=[6], amount=4)
    (loss,) = (fact for fact in table.last.facts if isinstance(fact, PoolSet))
    assert sum(part.value for part in loss.parts) == loss.after.value - loss.before.value == -10


def test_a_mortal_given_points_is_conscious_again() -> None:
    table = TestTable()
    table.add("Guard", "human", health_max=10, health=-3)
    assert table.words("Guard") == ["unconscious"]
    table.act("heal", targets=("Guard",), amount=5)
    assert table.character("Guard").pools["health"].value == 2
    assert table.character("Guard").can_act


def person(*lines: str) -> Character:
    """The only person of an evening in which these lines were typed."""
    last = EVENINGS["tracker_night_wanderers"]
    evening = Evening("tracker_night_wanderers", lines, last)
    last.append(evening)
    (character,) = evening.state.characters.values()
    return character


EVENINGS = Evenings()


@pytest.mark.parametrize("sources", ["direct_sunlight", "big_fire", "direct_sunlight big_fire"])
@pytest.mark.parametrize("health", [1, 2, 3])
@pytest.mark.parametrize("turns", [1, 2, 3, 4])
def test_turns_that_pass_at_once_burn_like_turns_that_pass_one_by_one(sources: str, health: int, turns: int) -> None:
    # NW-HAZ-08: also where the track is just empty in one of them.
    burning = f"add A kind=vampire soaks=0 health={health}/{health}", *(f"expose A {one}" for one in sources.split())
    at_once, one_by_one = person(*burning, f"pass {3 * turns}s"), person(*burning, *["pass 3s"] * turns)
    assert at_once.pools == one_by_one.pools
    assert sorted(at_once.conditions) == sorted(one_by_one.conditions)


@pytest.mark.parametrize(("blood", "most"), [(0, 1), (1, 1), (2, 2)])
def test_a_gauge_without_a_largest_number_has_what_it_holds_and_at_least_one(blood: int, most: int) -> None:
    character = person(f"add A kind=vampire blood={blood}")
    assert (character.pools["blood"].maximum, character.integer("blood_max")) == (most, most)
