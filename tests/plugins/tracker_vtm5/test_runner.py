"""The runner of the cases can fail: a wrong expectation, an unknown key, a face too many."""

import copy
from typing import Any

import pytest

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


@pytest.mark.parametrize("at", range(len(CASES)))
def test_a_case_with_a_wrong_expectation_fails(at: int) -> None:
    case: Case = copy.deepcopy(CASES[at])
    then = case["steps"][-1]["then"] if "steps" in case else case["then"]
    key = sorted(then)[at % len(then)]
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
