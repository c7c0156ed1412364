"""The mutants that the long check tries are the ones a rule can be wrong by."""

import pytest

from tools.mutants import Mutant, python_mutants, table_mutants

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
