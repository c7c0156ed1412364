"""Records are what `dataclass(frozen=True, slots=True)` makes, only made faster."""

import copy
import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.core.record import record
from tracker.core.record import replace as replaced
from tracker.core.values import nothing


@record
class Coin:
    """A coin with a value that must be given."""

    value: int
    side: str = "heads"
    marks: tuple[str, ...] = ()
    data: Mapping[str, int] = field(default_factory=nothing)


@dataclass(frozen=True, slots=True)
class Plain:
    """The same by the standard library."""

    value: int
    side: str = "heads"
    marks: tuple[str, ...] = ()
    data: Mapping[str, int] = field(default_factory=nothing)


@record
class Single:
    """A record of one field."""

    value: object


@record
class Nothing:
    """A record without fields."""


values = st.tuples(st.integers(0, 2), st.sampled_from(["heads", "tails"]), st.just(()) | st.just(("a",)))


@given(values, values)
def test_records_are_equal_hashed_and_shown_as_dataclasses_are(one: tuple, other: tuple) -> None:  # type: ignore[type-arg]
    assert (Coin(*one) == Coin(*other)) is (Plain(*one) == Plain(*other))
    if one == other:
        assert hash(Coin(*one, data=None)) == hash(Coin(*other, data=None))  # type: ignore[arg-type]
    assert repr(Coin(*one)) == repr(Plain(*one)).replace("Plain", "Coin")


def test_records_have_the_fields_of_dataclasses() -> None:
    assert [member.name for member in fields(Coin)] == [member.name for member in fields(Plain)]
    assert Coin.__match_args__ == Plain.__match_args__
    assert Coin.__slots__ == Plain.__slots__
    assert Coin(1).data is nothing()
    assert replace(Coin(1), side="tails") == Coin(1, "tails")
    assert Nothing() == Nothing()
    assert Coin(1) != Plain(1)


def test_other_values_are_put_into_a_record_as_the_standard_library_does_it() -> None:
    coin = Coin(1, "tails", ("a",))
    assert replaced(coin, value=2, marks=()) == replace(coin, value=2, marks=()) == Coin(2, "tails")
    assert replaced(coin) == coin
    assert replaced(Nothing()) == Nothing()
    with pytest.raises(TypeError, match="other"):
        replaced(coin, other=2)


def test_a_record_of_one_field_keeps_its_value_whatever_it_is() -> None:
    assert Single((1,)) == Single((1,)) != Single(1)
    assert replaced(Single(1), value=(2,)) == Single((2,))
    assert copy.copy(Single((1,))) == Single((1,))


def test_the_fields_of_a_record_are_the_same_each_time_and_for_a_class_below_it() -> None:
    class Below(Single):
        pass

    assert [one.name for one in fields(Below)] == ["value"]
    assert fields(Single)[0] is fields(Single)[0]
    assert fields(Single)[0].type is object
    assert is_dataclass(Nothing)
    assert fields(Nothing) == ()


def test_a_record_cannot_be_changed() -> None:
    coin = Coin(1)
    with pytest.raises(FrozenInstanceError):
        coin.value = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del coin.value
    with pytest.raises(AttributeError):
        coin.other = 2  # type: ignore[attr-defined]
    assert coin == Coin(1)


@pytest.mark.parametrize("arguments", [{}, {"value": 1, "other": 2}])
def test_wrong_arguments_are_refused_with_the_name_of_the_class(arguments: dict[str, int]) -> None:
    with pytest.raises(TypeError, match=r"Coin\.__init__"):
        Coin(**arguments)


@record
class Wide:
    """A record of more than few fields."""

    one: int
    two: int = 2
    three: tuple[int, ...] = ()
    data: Mapping[str, int] = field(default_factory=nothing)


class Below(Wide):
    """A class below a record's, with values of its own besides."""


@pytest.mark.parametrize("made", [Wide, Below, Single, Coin])
def test_a_late_value_is_made_as_the_first(made: Any) -> None:
    first, *further = [made(1) for _ in range(300)]
    for value in further:
        assert type(value) is made
        assert value == first
        assert repr(value) == repr(first)


@pytest.mark.parametrize("made", [Wide, Single, Coin])
def test_a_late_copy_is_as_the_first(made: Any) -> None:
    first, name = made(1), made.__match_args__[0]
    for value in [replaced(first, **{name: 1}) for _ in range(300)]:
        assert type(value) is made
        assert value == first
        assert repr(value) == repr(first)
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, 2)
    others = [replaced(first, **{name: 2}) for _ in range(2)]
    assert [getattr(one, name) for one in (*others, first)] == [2, 2, 1]


def test_records_can_be_copied_and_pickled() -> None:
    coin = Coin(1, "tails", ("a",))
    assert copy.copy(coin) == coin
    assert copy.deepcopy(replace(coin, data={"x": 1})) == replace(coin, data={"x": 1})
    assert pickle.loads(pickle.dumps(replace(coin, data={"x": 1}))) == replace(coin, data={"x": 1})
