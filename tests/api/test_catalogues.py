"""The words of a package that keeps a language in one file, or in a few."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tracker.api import load_catalogue, load_rules


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with three files of words and of rules that partly have the same ids."""
    locale = tmp_path / "locale"
    locale.mkdir()
    for number, name in enumerate(("", "more.", "most.")):
        ids = ("a", "b", "c")[number:]
        (locale / f"{name}en.toml").write_text("[term]\n" + "".join(f'{one} = "{name}{one}"\n' for one in ids))
    for name in ("rules", "further"):
        (locale / f"{name}.en.toml").write_text(f'[R-1]\ntitle = "{name}"\ntext = "{name}"\n')
    module = ModuleType("a_package")
    module.__file__ = str(tmp_path / "__init__.py")
    monkeypatch.setitem(sys.modules, "a_package", module)
    return "a_package"


def test_where_ids_repeat_the_later_file_counts(package: str) -> None:
    assert load_catalogue(package, "en", "more", "most")["term"] == {"a": "a", "b": "more.b", "c": "most.c"}
    assert load_catalogue(package, "en", "most", "more")["term"] == {"a": "a", "b": "more.b", "c": "more.c"}
    assert [rule.title for rule in load_rules(package, "en", "further")] == ["further"]


def test_the_folder_of_a_language_counts_before_its_files(package: str, tmp_path: Path) -> None:
    folder = tmp_path / "locale" / "en"
    folder.mkdir()
    (folder / "words.toml").write_text('[term]\nb = "of the folder"\n')
    assert load_catalogue(package, "en", "more")["term"] == {"a": "a", "b": "of the folder", "c": "more.c"}
