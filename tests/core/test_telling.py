"""The outcome of each step of an act is told before its working."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from tracker.core.facts import Rolled
from tracker.core.intents import Draft
from tracker.core.messages import Faces, Message, as_working, message
from tracker.core.state import State
from tracker.core.telling import Ordered, by_tag, filled

Step = list[Message]
STEPS = st.lists(st.lists(st.booleans(), max_size=5), max_size=6)


def told(steps: Iterable[Step]) -> list[str]:
    ordered = Ordered()
    return [line.id for step in steps for line in ordered.step(step)] + [line.id for line in ordered.rest()]


def outcome(name: str) -> Message:
    return message(name)


def working(name: str) -> Message:
    return as_working(message(name))


def test_a_roll_follows_what_came_of_it_in_a_later_step() -> None:
    attack, damage = [working("roll"), working("aim")], [outcome("harm"), working("pushed off")]
    assert told([attack, damage, [outcome("dying")]]) == ["harm", "roll", "aim", "pushed off", "dying"]


def test_several_blows_of_one_act_each_keep_their_working() -> None:
    steps = [[working("roll 1")], [outcome("harm 1"), working("lost 1")], [working("roll 2")], [outcome("harm 2")]]
    assert told(steps) == ["harm 1", "roll 1", "lost 1", "harm 2", "roll 2"]


def test_working_without_an_outcome_is_told_all_the_same() -> None:
    assert told([[working("roll")], []]) == ["roll"]


@given(STEPS)
def test_nothing_is_lost_told_twice_or_put_in_another_order_among_its_like(steps: list[list[bool]]) -> None:
    lines = [
        [(working if is_working else outcome)(f"{number}.{at}") for at, is_working in enumerate(step)]
        for number, step in enumerate(steps)
    ]
    flat = [line for step in lines for line in step]
    result = told(lines)
    for kind in (True, False):
        of_kind = {line.id for line in flat if line.working is kind}
        assert [name for name in result if name in of_kind] == [line.id for line in flat if line.working is kind]
    if any(not line.working for line in flat):
        assert result[0] == next(line.id for line in flat if not line.working)


def test_working_stays_working_when_its_numbers_come_from_a_fact() -> None:
    draft = Draft(State(title="Test", options={}))
    roll = draft.record(Rolled("", "roll", 2, (8, 3)))
    draft.say(message("rolled", dice=Faces(roll("faces"), least=8, what="plain")), working=True)
    made = draft.outcome()
    (line,) = (filled(line, by_tag(made.facts)) for line in made.lines)
    assert line == as_working(message("rolled", dice=Faces((8, 3), 8, "plain")))
