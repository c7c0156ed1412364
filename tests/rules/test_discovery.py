"""Plugins are found by entry point and in folders; a broken one is told with its reason and stops nothing."""

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tracker import __version__
from tracker.__main__ import main
from tracker.journal.reader import read_header
from tracker.rules.loader import PluginError, discover, find, problems_of
from tracker.text import Words

SAMPLE = Path(__file__).parents[1] / "sample_plugin"
HOUSE_RULES = Path(__file__).parents[1] / "house_rules"
BROKEN = {
    "does_not_parse": "def card(:\n",
    "lacks_a_package": "import a_package_that_nobody_has\n",
    "raises": "raise RuntimeError('no luck today')\n",
    "exits": "raise SystemExit(3)\n",
    "misspells": "from tracker.api import hookimpl\n@hookimpl\ndef card(): ...\n@hookimpl\ndef rol(view): ...\n",
    "has_no_card": "from tracker.api import hookimpl\n@hookimpl\ndef card(): return None\n",
    "misspells_a_house_rule": "from tracker.api import hookimpl\n@hookimpl\ndef apply_damadge(view): ...\n",
    "describes_wrongly": (
        "from tracker.api import Action, RulesetCard, hookimpl\n"
        "@hookimpl\ndef card(): return RulesetCard('x', {'en': 'X'}, '1')\n"
        "@hookimpl\ndef actions(): return [Action('fly', 'act', ['speed'])]\n"
    ),
    "takes_a_verb": (
        "from tracker.api import Action, RulesetCard, hookimpl\n"
        "@hookimpl\ndef card(): return RulesetCard('x', {'en': 'X'}, '1')\n"
        "@hookimpl\ndef actions(): return [Action('undo', 'act')]\n"
    ),
    "takes_a_word": (
        "from tracker.api import Action, Parameter, RulesetCard, hookimpl\n"
        "@hookimpl\ndef card(): return RulesetCard('x', {'en': 'X'}, '1')\n"
        "@hookimpl\ndef actions(): return [Action('fly', 'act', (Parameter('by', 'text'),))]\n"
    ),
    "has_a_broken_sentence": (
        "from tracker.api import RulesetCard, hookimpl\n"
        "@hookimpl\ndef card(): return RulesetCard('x', {'en': 'X'}, '1')\n"
        "@hookimpl\ndef catalogue(language): return {'message': {'fly': 'up { and away'}}\n"
    ),
}


@pytest.fixture
def broken_folder(tmp_path: Path) -> Path:
    for name, source in BROKEN.items():
        (tmp_path / f"{name}.py").write_text(source)
    (tmp_path / "notes.txt").write_text("no plugin")
    (tmp_path / "_private.py").write_text("raise ImportError")
    return tmp_path


def test_broken_plugins_are_listed_with_their_reasons_beside_the_sound_ones(
    broken_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["rulesets", "--json", "--plugins", str(broken_folder), "--plugins", str(SAMPLE)])
    listed = {plugin["id"]: plugin for plugin in json.loads(capsys.readouterr().out)}
    assert status == 1
    for name in BROKEN:
        report = listed[name.replace("_", "-")]
        assert report["kind"] == "broken"
        assert report["problem"].count("\n") == 0
        assert report["from"] == str(broken_folder / f"{name}.py")
    assert "a_package_that_nobody_has" in listed["lacks-a-package"]["problem"]
    assert "no luck today" in listed["raises"]["problem"]
    assert "rol" in listed["misspells"]["problem"]
    assert "apply_damadge" in listed["misspells-a-house-rule"]["problem"]
    assert "Action.parameters" in listed["describes-wrongly"]["problem"]
    assert "undo" in listed["takes-a-verb"]["problem"]
    assert "by" in listed["takes-a-word"]["problem"]
    assert "'fly'" in listed["has-a-broken-sentence"]["problem"]
    assert listed["coterie-sample"]["kind"] == "ruleset"
    assert listed["coterie-sample"]["title"] == "Hit Points"
    assert listed["world-of-darkness"]["kind"] == "ruleset"


def test_nothing_is_imported_until_it_is_wanted(broken_folder: Path) -> None:
    names = [source.name for source in discover([broken_folder])]
    assert "raises" in names
    assert "private" not in names


def test_the_beginning_of_a_name_is_enough_where_it_means_one_plugin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "x.toml"
    assert main(["new", str(save), "--ruleset", "World"]) == 0
    assert read_header(save).ruleset == "world-of-darkness"
    assert main(["new", str(tmp_path / "y.toml"), "--ruleset", "w0rld"]) == 1
    assert "world-of-darkness" in capsys.readouterr().err


def test_an_unknown_ruleset_and_a_missing_folder_are_told_with_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(PluginError) as failure:
        find("chess")
    assert "world-of-darkness" in str(failure.value.reason.values["known"])
    [problem] = problems_of([tmp_path / "nowhere"])
    assert problem.id == "plugin.no_folder"


def test_a_plugin_folder_that_cannot_be_read_is_told_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    [problem] = problems_of([tmp_path])
    assert Words("en").say(problem) == f"The plugin folder {tmp_path} can't be read: permission is missing"


def test_a_missing_plugin_folder_is_told_and_the_sessions_of_other_rulesets_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save, nowhere = str(tmp_path / "x.toml"), ["--plugins", str(tmp_path / "nowhere")]
    for arguments in (
        ["new", save, "--ruleset", "world"],
        ["run", save, "-c", "add Ann"],
        ["show", save],
    ):
        assert main([*arguments, *nowhere]) == 0, arguments
        assert capsys.readouterr().err.startswith(f"No plugin folder at {tmp_path / 'nowhere'}\n")


def test_a_subfolder_that_cannot_be_looked_at_costs_itself_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "closed").mkdir()
    (tmp_path / "mild.py").write_text("")
    is_file = Path.is_file

    def refuse(path: Path) -> bool:
        if path.parent.name == "closed":
            raise PermissionError(errno.EACCES, "Permission denied")
        return is_file(path)

    monkeypatch.setattr(Path, "is_file", refuse)
    assert main(["rulesets", "--json", "--plugins", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert "closed" in told.err
    assert told.err.count("\n") == 1
    assert "mild" in told.out


def test_a_plugin_in_the_place_of_another_and_one_of_another_version_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = str(tmp_path / "x.toml")
    assert main(["new", save, "--ruleset", "world"]) == 0
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "world_of_darkness.py").write_text("from tracker_wod import RULESET\n")
    assert main(["rulesets", "--plugins", str(folder)]) == 0
    assert "world-of-darkness comes from" in capsys.readouterr().err
    assert main(["run", save, "-c", "add Ann", "--plugins", str(folder)]) == 0
    header = Path(save).read_text().partition("\n[[entry]]")[0]
    Path(save).write_text(re.sub(r'ruleset_version = ".*"', 'ruleset_version = "9.7"', header))
    capsys.readouterr()
    assert main(["run", save, "-c", "add Ann"]) == 0
    assert "began with version 9.7" in capsys.readouterr().err


def test_a_house_rule_from_a_folder_goes_with_its_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save, folders = str(tmp_path / "x.toml"), ["--plugins", str(SAMPLE), "--plugins", str(HOUSE_RULES)]
    assert main(["new", save, "--ruleset", "coterie-sample", "--house-rule", "second-wind", *folders]) == 0
    lines = ["-c", "add Bob toughness=3", "-c", "damage Bob 5"]
    capsys.readouterr()
    assert main(["run", save, *lines, "--json", *folders]) == 0
    assert json.loads(capsys.readouterr().out)["characters"]["Bob"]["pools"]["hits"]["value"] == 1


def test_a_session_whose_ruleset_is_gone_can_still_be_read_and_says_why_it_cannot_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = str(tmp_path / "x.toml")
    main(["new", save, "--ruleset", "coterie-sample", "--plugins", str(SAMPLE)])
    main(["run", save, "-c", "add Bob", "-c", "damage Bob 2", "--plugins", str(SAMPLE)])
    capsys.readouterr()
    assert main(["show", save, "--json"]) == 0
    seen = capsys.readouterr()
    assert json.loads(seen.out)["characters"]["Bob"]["pools"]["hits"]["value"] == 6
    assert "coterie-sample" in seen.err
    assert main(["log", save]) == 0
    assert "2 blunt damage, hits 8 → 6" in capsys.readouterr().out
    before = Path(save).read_bytes()
    assert main(["run", save, "-c", "damage Bob 2"]) == 1
    assert "coterie-sample" in capsys.readouterr().err
    assert Path(save).read_bytes() == before


def test_the_sample_as_a_distribution_of_its_own_is_found_by_its_entry_point(tmp_path: Path) -> None:
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*install, "--target", str(site), str(SAMPLE)], check=True, capture_output=True)
    environment = {**os.environ, "PYTHONPATH": str(site)}
    listed = subprocess.run(
        [sys.executable, "-m", "tracker", "rulesets", "--json"], capture_output=True, text=True, env=environment
    )
    reports = {plugin["id"]: plugin for plugin in json.loads(listed.stdout)}
    assert reports["sample"]["from"] == "coterie-sample 0.3.0"
    save = str(tmp_path / "x.toml")
    acts = ["run", save, "-c", "add Jerry", "-c", "damage Jerry 3 sharp"]
    commands = [["new", save, "--ruleset", "sample"], acts, ["show", save]]
    play = f"from tracker.__main__ import main\nfor command in {commands!r}: assert main(command) == 0, command"
    played = subprocess.run([sys.executable, "-c", play], capture_output=True, text=True, env=environment, check=True)
    assert "Jerry  hits 5/8" in played.stdout


def test_our_own_rulesets_are_found_without_looking_through_all_that_is_installed() -> None:
    program = """
import sys
from tracker.journal.reader import read_header
from tracker.rules.loader import find
source = find("world-of-darkness")
assert source.load().__name__ == "tracker_wod"
print(source.origin, "importlib.metadata" in sys.modules)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told == f"coterie {__version__} False\n"
