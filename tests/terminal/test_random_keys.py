"""A sample of `./dev prove random-keys`."""

from pathlib import Path

import pytest

from proofs.random_keys import evening
from tests.how_many import several


@pytest.mark.parametrize("seed", range(several(1)))
def test_an_evening_of_random_keys_ends_well(seed: int, tmp_path: Path) -> None:
    assert list(evening(seed, tmp_path, 80)) == []
