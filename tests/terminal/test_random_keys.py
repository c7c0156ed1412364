"""A sample of `./dev prove random-keys`."""

from pathlib import Path

import pytest

from proofs.random_keys import evening


@pytest.mark.parametrize("seed", range(2))
def test_an_evening_of_random_keys_ends_well(seed: int, tmp_path: Path) -> None:
    assert list(evening(seed, tmp_path, 80)) == []
