"""A sample of the long check of damaged lines (`./dev prove typed-lines`)."""

import pytest

from proofs.typed_lines import LINES, RULESETS, World
from tests.how_many import several
from tests.languages import LANGUAGES

SAMPLE = several(60)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", RULESETS)
def test_damaged_lines_are_read_as_they_stand_or_refused(module: str, language: str) -> None:
    world = World(module, language, seed=LINES)
    assert list(world.prove(SAMPLE)) == []


def test_a_line_that_is_read_wrongly_is_found_by_the_check() -> None:
    world = World(RULESETS[0], "en", seed=0)
    command = world.read("damage Anna 2 lethal")
    assert list(world.faults("damage Anna 2 lethal", command)) == []
    assert list(world.faults("damage Anna 3 lethal", command))
    assert list(world.faults("damage David 2 lethal", command))
    assert list(world.faults("damage Anna 2 bashin", command))
    assert list(world.faults("damage Anna 2 lethal now", command))
