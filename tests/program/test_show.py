"""What `show` and `rulesets` tell: what is due with its weight, the scene, the fights, gauges of nobody, summaries."""

import json
from pathlib import Path

import pytest

from tests.program.test_program import SAMPLE, Shell, shell
from tracker.__main__ import main

__all__ = ["shell"]

FIGHT = ("add David ally skill=3", "add Orc foe", "add Goblin foe", "initiative David=13 Orc=9 Goblin=7", "next")
PLUGIN = """
from dataclasses import replace
import coterie_sample
from tracker.api import *

@drafted
def wink(draft, intent, chance):
    draft.add(ConditionSet(intent.target, Condition("winked-at", "winked-at")))
    draft.say(message("note.plain", text="a wink"))

CHAPTER = Chapter(
    deeds=(Deed(Action("wink", "act", (Parameter("secretly", "text", inner=True),), targets="one"), wink),),
    conditions=(ConditionKind("winked-at", memory=True, by_hand=False),),
)
CARD = replace(coterie_sample.CARD, id="winking", titles={"en": "Winks"}, summary={"en": "A game of winks."})
CHAPTERS = (coterie_sample.PEOPLE, coterie_sample.FIGHTING, coterie_sample.WOUNDS, CHAPTER)
RULESET = Ruleset("coterie_sample", CARD, coterie_sample.KINDS, lambda: CHAPTERS)
"""


@pytest.fixture
def winking(tmp_path: Path) -> list[str]:
    """The options that make a game of winks known, which only remembers what it saw."""
    folder = tmp_path / "plugins"
    folder.mkdir()
    (folder / "winking.py").write_text(PLUGIN)
    return [*SAMPLE, "--plugins", str(folder)]


def test_what_is_due_is_told_with_its_id_its_sentence_and_its_weight(shell: Shell) -> None:
    shell.lines(*FIGHT, "damage Orc 3 sharp", "add Eve")
    due = {item["id"]: item for item in shell.state()["due"]}
    assert due["bandage:Orc"] == {
        "id": "bandage:Orc",
        "who": "Orc",
        "what": "sample.due.bandage",
        "say": "Orc bleeds: bandage the wound?",
        "command": "bandage Orc",
        "rule": "HP-04",
        "weight": "offer",
    }
    assert (due["no-initiative:Eve"]["say"], due["no-initiative:Eve"]["weight"]) == (
        "Eve has no initiative yet", "must",
    )  # fmt: skip
    shell.run("show", shell.save, *SAMPLE)
    assert "? 1. Orc bleeds: bandage the wound?  [bandage Orc]" in shell.out
    assert "! 2. Eve has no initiative yet  [initiative Eve]" in shell.out


def test_what_is_dismissed_is_not_told(shell: Shell) -> None:
    shell.lines(*FIGHT, "damage Orc 3 sharp", "dismiss 1")
    assert shell.state()["due"] == []
    shell.run("show", shell.save, *SAMPLE)
    assert "bandage" not in shell.out


def test_the_scene_and_the_gauges_of_nobody_are_told(shell: Shell) -> None:
    shell.lines(*FIGHT, "scene The yard", "set doom 2")
    state = shell.state()
    assert state["scene_name"] == "The yard"
    assert state["pools"] == {"doom": {"value": 2, "max": 6, "min": 0}}
    assert (state["tracks"], state["counters"]) == ({}, {})
    shell.run("show", shell.save, *SAMPLE)
    assert shell.out.splitlines()[:2] == ["Red [X] Dawn · Hit Points · The yard · round 0", "      doom 2/6"]


def test_several_fights_are_told_each_with_its_order_and_one_says_nothing_of_it(shell: Shell) -> None:
    shell.lines(*FIGHT)
    assert "fights" not in shell.state()
    shell.lines("fight roof Goblin", "initiative Goblin=4", "next", "fight first")
    state = shell.state()
    assert (state["round"], state["current"]) == (1, "David")
    first, roof = state["fights"]
    assert (first["name"], first["shown"], first["people"]) == ("first", True, ["David", "Orc"])
    assert (roof["name"], roof["shown"], roof["people"]) == ("roof", False, ["Goblin"])
    assert (roof["round"], roof["current"]) == (1, "Goblin")
    assert [(place["name"], place["value"], place["current"]) for place in roof["order"]] == [("Goblin", 4, True)]
    shell.run("show", shell.save, *SAMPLE)
    lines = shell.out.splitlines()
    assert lines[0].endswith("· the first fight · round 1")
    assert [line for line in lines if "roof" in line] == ["roof, round 1"]
    assert lines[lines.index("roof, round 1") + 1].startswith(">   4 Goblin")


def test_the_hidden_are_marked_for_the_game_master(shell: Shell) -> None:
    shell.lines(*FIGHT, "hide Orc")
    shell.run("show", shell.save, *SAMPLE)
    assert "Orc  (foe)  (hidden)" in shell.out
    assert shell.out.count("(hidden)") == 1
    shell.lines("attack Goblin hidden", options=("--faces", "3"))
    shell.run("log", shell.save, *SAMPLE)
    assert "R1 (hidden) David attacks Goblin" in shell.out
    shell.run("log", shell.save, "--format", "markdown", *SAMPLE)
    assert "| Orc | foe, hidden |" in shell.out
    assert "- (hidden) David attacks Goblin" in shell.out
    shell.run("log", shell.save, "--format", "json", *SAMPLE)
    *others, last = json.loads(shell.out)
    assert last["hidden"]
    assert last["rolls"][0]["hidden"]
    assert not any(entry["hidden"] for entry in others)


def test_what_the_ruleset_only_remembers_is_not_told(
    tmp_path: Path, winking: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    save = str(tmp_path / "winks.toml")
    assert main(["new", save, "--ruleset", "winking", *winking]) == 0
    assert main(["run", save, "-c", "add Ann", "-c", "add Bob", "-c", "wink Bob by=Ann", *winking]) == 0
    capsys.readouterr()
    assert main(["show", save, *winking]) == 0
    assert "winked" not in capsys.readouterr().out
    assert main(["help", "wink", "--ruleset", "winking", *winking]) == 0
    assert "secretly" not in capsys.readouterr().out


def test_rulesets_are_listed_with_what_they_say_of_themselves(
    winking: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["rulesets", *winking])
    lines = capsys.readouterr().out.splitlines()
    (number,) = [number for number, line in enumerate(lines) if line.startswith("winking  Winks 0.3.0")]
    assert lines[number + 1] == "  A game of winks."
    main(["rulesets", "--json", *winking])
    listed = {plugin["id"]: plugin for plugin in json.loads(capsys.readouterr().out)}
    assert (listed["winking"]["summary"], listed["coterie-sample"]["summary"]) == ("A game of winks.", "")


@pytest.mark.parametrize(
    ("chapters", "missing"),
    [("(coterie_sample.PEOPLE,)", "initiative"), ("(coterie_sample.FIGHTING,)", "create_character")],
)
def test_a_ruleset_that_leaves_a_hook_out_is_listed_with_the_name_of_it(
    chapters: str, missing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "partial.py").write_text(PLUGIN.replace("lambda: CHAPTERS", f"lambda: {chapters}"))
    assert main(["rulesets", "--json", *SAMPLE, "--plugins", str(tmp_path)]) == 1
    listed = {plugin["id"]: plugin for plugin in json.loads(capsys.readouterr().out)}
    assert listed["partial"]["kind"] == "broken"
    assert missing in listed["partial"]["problem"]


def test_a_ruleset_without_turns_needs_no_initiative(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = PLUGIN.replace("lambda: CHAPTERS", "lambda: (coterie_sample.PEOPLE,)")
    (tmp_path / "partial.py").write_text(source.replace('id="winking",', 'id="winking", turns="none",'))
    main(["rulesets", "--json", *SAMPLE, "--plugins", str(tmp_path)])
    listed = {plugin["id"]: plugin for plugin in json.loads(capsys.readouterr().out)}
    assert listed["partial"]["kind"] == "ruleset"
