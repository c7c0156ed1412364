"""A sample of each proof that nothing is lost; `./dev prove` does all of it."""

from pathlib import Path

import pytest

from proofs import disk_faults, flips, kills
from tests.how_many import part, several
from tests.terminal.copies import Loaded
from tracker.resources import examples_folder

EXAMPLES = part(sorted(examples_folder().glob("example-*.toml")), 2)
"""One of each ruleset at least."""


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_no_change_of_bytes_in_an_example_passes_in_silence(path: Path) -> None:
    assert list(flips.silent_changes(path, several(6), seed=11)) == []


def test_a_system_call_that_fails_costs_one_act_at_most() -> None:
    assert list(disk_faults.failing_calls(every=23)) == []


def test_a_power_cut_loses_nothing_that_was_reported() -> None:
    assert list(disk_faults.power_cuts(several(100), seed=12)) == []


def test_a_kill_of_the_screen_loses_nothing_that_was_shown(tmp_path: Path, loaded: Loaded) -> None:
    assert list(kills.on_screen(tmp_path, several(2), 13, loaded.copy)) == []


def test_a_kill_of_the_program_loses_nothing_that_was_answered(tmp_path: Path) -> None:
    assert list(kills.headless(tmp_path, several(12), seed=14)) == []
