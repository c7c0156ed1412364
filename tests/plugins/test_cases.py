"""Every rulebook case comes out right when the product plays it."""

import pytest

from tests.plugins.case_files import Case, case_files, cases_in, runner_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    files = case_files(metafunc.config.getoption("--cases"))
    cases = [(path, case) for path in files for case in cases_in(path)]
    metafunc.parametrize(
        "case", [case for _, case in cases], ids=[f"{path.parent.name}/{case['id']}" for path, case in cases]
    )


def test_the_product_gives_the_answer_of_the_rulebook(case: Case) -> None:
    runner_of(case)(case)
