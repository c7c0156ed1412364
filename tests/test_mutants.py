"""The mutants that the long check tries are the ones a rule can be wrong by."""

import importlib
import pkgutil

import pytest

import tracker
from proofs.mutations import forget_what_is_kept
from tools.mutants import Mutant, Outline, python_mutants, table_mutants
from tracker import languages

SOURCE = '''"""At 3 or more."""
BOUND = 10
def is_hurt(marks: int) -> bool:
    return marks >= BOUND and "2" != f"{marks}"
'''


def test_each_number_and_each_comparison_of_a_module_is_changed_and_nothing_inside_text() -> None:
    changed = [mutant.applied(SOURCE) for mutant in python_mutants(SOURCE)]
    assert changed == [
        SOURCE.replace("10", "11"),
        SOURCE.replace(">=", ">"),
        SOURCE.replace("!=", "=="),
    ]


def test_each_number_of_a_table_is_changed_and_no_key_id_or_comment() -> None:
    source = '# 5 rows\n[[gun-2]]\nid = "ak-47"\nsize3 = 4  # of 6\nranges = [\n  10,\n  20 ]\n'
    assert [mutant.after for mutant in table_mutants(source)] == ["5", "11", "21"]


def test_a_mutant_of_another_source_is_refused() -> None:
    with pytest.raises(ValueError, match="line 1"):
        Mutant(1, 0, "2", "3").applied("x = 2\n")


OUTLINE = Outline(
    """LEAST = 3
MOST = [LEAST, 5]
class Card:
    worth: int = 1
    def doubled(self, times=2):
        if self.worth > 3:
            return (
                4 * times)
        return len(MOST)
half = lambda number: number // 2
"""
)


@pytest.mark.parametrize(
    ("line", "column", "lines"),
    [
        (1, 8, []),  # a value of the module
        (4, 17, []),  # a value of a class
        (5, 30, []),  # the default of a parameter is worked out once, at import
        (6, 24, [6]),  # a condition, without what depends on it
        (8, 16, [7, 8]),  # a statement of two lines
        (10, 32, [10]),
    ],
)
def test_what_runs_when_a_function_is_called_is_told_from_what_runs_at_import(
    line: int, column: int, lines: list[int]
) -> None:
    assert list(OUTLINE.lines_of(line, column)) == lines


def test_what_a_statement_of_a_module_makes_is_found_where_functions_name_it() -> None:
    assert OUTLINE.names_at(2) == {"MOST"}
    assert OUTLINE.names_at(4) == {"Card"}
    assert OUTLINE.lines_that_name({"MOST"}) == {9}
    assert OUTLINE.lines_that_name({"worth"}) == {6}
    assert OUTLINE.lines_that_name({"LEAST"}) == set()


def test_whatever_modules_have_kept_is_forgotten_before_a_mutant_is_tried() -> None:
    for module in pkgutil.walk_packages(tracker.__path__, "tracker."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert languages.languages()
    forget_what_is_kept()
    assert languages.languages.cache_info().currsize == 0
