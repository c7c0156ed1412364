"""What is kept beside compiled modules is what would be read or asked for anew, or it is passed over."""

import os
import shutil
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from tracker.api.kept import Descriptions, kept
from tracker.compiled_words import _known, _write, compiled
from tracker.languages import codes
from tracker.opening import load_rules
from tracker.plain_files import read_toml
from tracker.rules.facade import Rules
from tracker.rules.known import shipped_ruleset
from tracker.rules.loader import PluginSource, discover, find

_HOOKS = ("kinds", "options", "actions", "conditions", "gauges", "highlights")
SHIPPED = [source.name for source in discover() if source.is_shipped]


@pytest.fixture(autouse=True)
def compiled_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Compiled modules lie in a folder of this test."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "compiled"))
    return tmp_path / "compiled"


@pytest.fixture
def compiled_before(compiled_modules: Path) -> Path:
    """The same folder, in which most modules that commands need lie compiled, and nothing beside them yet."""
    for name, module in list(sys.modules.items()):
        package, spec = name.partition(".")[0], getattr(module, "__spec__", None)
        if package not in sys.stdlib_module_names and not package.startswith(("tracker", "tomli", "pluggy")):
            continue
        if spec and spec.has_location and spec.origin and spec.cached and Path(spec.cached).is_file():
            place = Path(cache_from_source(spec.origin))
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(spec.cached, place)
    return compiled_modules


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that describes something."""
    folder = tmp_path / "described"
    folder.mkdir()
    (folder / "__init__.py").write_text("", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "described", raising=False)
    __import__("described")
    return folder


def _once() -> Descriptions:
    return {"actions": ["once"]}


def _twice() -> Descriptions:
    return {"actions": ["twice"]}


def _never() -> Descriptions:
    raise AssertionError("what is kept was asked for")


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_a_shipped_ruleset_describes_the_same_from_what_is_kept(ruleset: str) -> None:
    source = find(ruleset)
    fresh = Rules(source.load(), name=ruleset)
    described = {hook: getattr(fresh, hook) for hook in _HOOKS}
    for _ in range(2):  # it is kept the first time
        rules = load_rules(ruleset, (), ())
        assert rules.is_proven
        assert {hook: getattr(rules, hook) for hook in _HOOKS} == described
    rules.examine()
    assert not rules.is_proven
    assert {hook: getattr(rules, hook) for hook in _HOOKS} == described


def test_a_session_of_a_shipped_ruleset_is_read_without_it_and_without_what_plays_on(
    tmp_path: Path, compiled_before: Path
) -> None:
    show = """
import sys
from tracker.__main__ import main
main(["new", "evening.toml", "--ruleset", "world-of-darkness"])
main(["run", "evening.toml", "-c", "add Ann hero", "-c", "condition Ann prone"])
"""
    read = """
import sys
from tracker.__main__ import main
main(["show", "evening.toml"])
main(["log", "evening.toml"])
main(["check", "evening.toml"])
print({"tracker_wod", "tracker.engine", "tracker.command", "tracker.table", "tracker.opening"} & set(sys.modules))
"""
    answers = [
        subprocess.run(
            [sys.executable, "-X", f"pycache_prefix={compiled_before}", "-c", program],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
        ).stdout
        for program in (show, read, read)
    ]
    assert "Ann" in answers[-1]
    assert answers[-1] == answers[-2].replace(answers[-2].splitlines()[-1], "set()")


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_what_a_reader_knows_of_a_shipped_ruleset_is_what_the_ruleset_says(ruleset: str) -> None:
    rules = load_rules(ruleset, (), ())
    for _ in range(2):  # it is kept the first time
        known = shipped_ruleset(find(ruleset))
        assert known is not None
        assert (known.attacks, known.memory) == (rules.attacks, rules.memory)
        assert known.lore == rules.lore
        for code in codes():
            assert known.title(code) == rules.title(code)
            assert known.catalogue(code) == rules.catalogue(code)


def test_of_a_plugin_of_somebody_else_nothing_is_kept() -> None:
    assert shipped_ruleset(PluginSource("mine", "elsewhere", path=Path("mine.py"))) is None
    assert shipped_ruleset(PluginSource("theirs", "another 1.0", entry_point="theirs:RULESET")) is None


@pytest.mark.usefixtures("package")
def test_descriptions_are_asked_for_once() -> None:
    assert kept("described", _once) == kept("described", _never) == _once()


def test_a_changed_file_of_the_package_is_seen(package: Path) -> None:
    kept("described", _once)
    (package / "more.py").write_text("", "utf-8")
    assert kept("described", _twice) == _twice()


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x80\x05N.", b"\x80\x05cos\nnothing\n."])
def test_whatever_lies_in_place_of_descriptions_is_passed_over(compiled_modules: Path, content: bytes) -> None:
    kept("described", _once)
    (place,) = compiled_modules.rglob("*.kept")
    place.write_bytes(content)
    assert kept("described", _twice) == _twice()


@pytest.mark.usefixtures("package")
def test_where_nothing_can_be_kept_all_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in place of a folder", "utf-8")
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "file"))
    assert kept("described", _once) == _once()
    assert kept("described", _twice) == _twice()


def test_words_are_parsed_once_and_again_when_their_file_has_changed(tmp_path: Path, compiled_modules: Path) -> None:
    words = tmp_path / "words.toml"
    words.write_text('[term]\nhero = "hero"\n', "utf-8")
    assert compiled(words, read_toml) == {"term": {"hero": "hero"}}
    _write()
    _known.pop(tmp_path)
    assert compiled(words, _no_parsing) == {"term": {"hero": "hero"}}
    words.write_text('[term]\nhero = "heroine"\n', "utf-8")
    assert compiled(words, read_toml) == {"term": {"hero": "heroine"}}
    (place,) = (compiled_modules / tmp_path.relative_to("/")).glob("*.words")
    place.write_bytes(b"nonsense")
    _known.pop(tmp_path)
    assert compiled(words, read_toml) == {"term": {"hero": "heroine"}}


def _no_parsing(path: Path) -> dict[str, object]:
    raise AssertionError("it was parsed")


def test_rulesets_that_were_found_good_are_listed_without_them_until_their_words_change(
    tmp_path: Path, compiled_before: Path
) -> None:
    listing = """
import sys
from tracker.__main__ import main
status = main(["rulesets"])
print(status, sorted({"tracker_wod", "tracker_vtm5", "importlib.metadata"} & set(sys.modules)))
"""

    def listed() -> list[str]:
        run = subprocess.run(
            [sys.executable, "-X", f"pycache_prefix={compiled_before}", "-c", listing],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", "XDG_CONFIG_HOME": str(tmp_path / "config")},
        )
        return run.stdout.splitlines()

    first, second = listed(), listed()
    assert first[-1] == "0 ['tracker_vtm5', 'tracker_wod']"
    assert second == [*first[:-1], "0 []"]
    own_words = tmp_path / "config/coterie/locale/en/tracker_wod/own.toml"
    own_words.parent.mkdir(parents=True)
    own_words.write_text('[message]\n"wod.any" = "up { and away"\n', "utf-8")
    for _ in range(2):
        *_, told = broken = listed()
        assert told == "1 ['tracker_wod']"
        assert any("world-of-darkness" in line and "wod.any" in line for line in broken)
    own_words.unlink()
    assert listed()[:-1] == first[:-1]
