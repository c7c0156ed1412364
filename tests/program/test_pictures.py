"""The pictures of the documents show what the program draws."""

from pathlib import Path

import pytest

from tools.remake_pictures import IMAGES, PICTURES, drawn


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_what_the_program_draws(name: str) -> None:
    assert (IMAGES / f"{name}.svg").read_text("utf-8") == drawn(PICTURES[name]), "run python -m tools.remake_pictures"


def test_each_picture_is_made_by_the_program_and_asks_nobody_else_for_anything() -> None:
    files = sorted(Path(IMAGES).glob("*"))
    assert [file.name for file in files] == sorted(f"{name}.svg" for name in PICTURES)
    for file in files:
        assert "url(" not in file.read_text("utf-8").replace("url(#", "")
