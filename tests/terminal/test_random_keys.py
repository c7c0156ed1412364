"""A sample of `./dev prove random-keys`."""

from pathlib import Path

import pytest

from proofs.random_keys import evening
from tests.how_many import several
from tests.terminal.copies import Loaded


@pytest.mark.parametrize("seed", range(several(1)))
def test_an_evening_of_random_keys_ends_well(seed: int, tmp_path: Path, loaded: Loaded) -> None:
    assert list(evening(seed, tmp_path, 80, loaded.copy)) == []
