"""The runner of the cases can fail: a wrong expectation, an unknown key, a face too many."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from tests.how_many import TIMES
from tests.plugins.case_files import HERE, Case, UnknownKey, cases_in
from tests.plugins.tracker_vtm5.runner import run_case

CASES = [case for name in ("cases.toml", "cases_more.toml") for case in cases_in(HERE / "tracker_vtm5" / name)]


def spoiled(value: Any) -> Any:
    """A value of the same kind that is not the right one."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "!" if not value.replace("/", "").isdecimal() else "7/11"
        case list() if value and isinstance(value[-1], list | str | int):
            return [*value[:-1], spoiled(value[-1])]
    raise AssertionError(value)


def last_step(case: Case) -> Case:
    return case["steps"][-1] if "steps" in case else case


def expectations() -> Iterator[tuple[int, str]]:
    """A case with something that it expects: each, or in a usual run one for each thing that an act may come to."""
    seen = set()
    for at, case in enumerate(CASES):
        step = last_step(case)
        key = sorted(step["then"])[at % len(step["then"])]
        if TIMES > 1 or (step["when"]["do"], key) not in seen:
            seen.add((step["when"]["do"], key))
            yield at, key


@pytest.mark.parametrize(("at", "key"), expectations())
def test_a_case_with_a_wrong_expectation_fails(at: int, key: str) -> None:
    case: Case = copy.deepcopy(CASES[at])
    then = last_step(case)["then"]
    then[key] = spoiled(then[key])
    with pytest.raises(AssertionError):
        run_case(case)


def test_unknown_keys_are_noticed() -> None:
    good = {"id": "x", "given": {"size": 4}, "when": {"do": "hit", "damage": 1, "type": "superficial"}, "then": {}}
    run_case(good)
    for place, key in (("given", "colour"), ("when", "colour"), ("then", "colour")):
        bad = copy.deepcopy(good)
        bad[place][key] = 1
        with pytest.raises(UnknownKey):
            run_case(bad)
    with pytest.raises(UnknownKey):
        run_case({**good, "when": {"do": "dance"}})
    with pytest.raises(UnknownKey):
        run_case({**good, "given": {"size": 4, "options": {"overflow": "explode"}}})


def test_a_face_too_many_fails_the_case() -> None:
    case = {
        "id": "x",
        "given": {"hunger": 1},
        "when": {"do": "rouse", "dice": [6, 7, 8], "reason": "power"},
        "then": {},
    }
    with pytest.raises(AssertionError):
        run_case(case)
