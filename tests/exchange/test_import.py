"""People come in from other tools: each format by its content, everything that is known, the rest told."""

import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.how_many import several
from tests.tables import EPOCH, MemoryJournal, shipped_rules
from tracker.command.library import library_for
from tracker.command.parse import CommandSet
from tracker.command.run import perform_line
from tracker.core.chance import RandomChance
from tracker.core.history import History
from tracker.core.intents import Refusal
from tracker.core.quoting import quote
from tracker.core.state import Character, State
from tracker.failures import FAILURES
from tracker.journal.header import SessionHeader
from tracker.opening import Session, engine_for
from tracker.story import story
from tracker.table import Table
from tracker.text import Words


def session_of(ruleset: str) -> Session:
    rules = shipped_rules(ruleset)
    words = Words("en", rules.catalogue)
    commands = CommandSet(rules, words, library_for(rules, words))
    history = History(State(options={name: spec.default for name, spec in rules.options.items()}))
    table = Table(history, rules, MemoryJournal(), words, RandomChance(1), engine_for(rules, commands))
    return Session(Path("memory.toml"), SessionHeader("T", ruleset, "1", "en", EPOCH), table, words, commands)


def take_in(session: Session, path: Path, content: Any) -> list[str]:
    """Import a file with this content; the lines of the answer."""
    path.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), "utf-8")
    entries = perform_line(session, f"import {quote(str(path))}")
    assert isinstance(entries, list)
    return [line for entry in entries for line in story(entry, session.words)]


def only(session: Session) -> Character:
    [person] = session.table.state.characters.values()
    return person


ATTRIBUTES = (
    "strength", "dexterity", "stamina", "charisma", "manipulation", "composure", "intelligence", "wits", "resolve",
)  # fmt: skip

WOD5E = {
    "name": "Vera [red]",
    "type": "vampire",
    "_id": "x",
    "img": "vera.png",
    "system": {
        "health": {"max": 7, "superficial": 2, "aggravated": 1, "value": 5},
        "willpower": {"max": 5, "superficial": 1, "aggravated": 0, "value": 4},
        "hunger": {"value": 3, "max": 5},
        "humanity": {"value": 6, "stains": 2},
        "blood": {"potency": 2, "generation": "11"},
        "attributes": {name: {"value": 3} for name in ATTRIBUTES},
        "skills": {"animalken": {"value": 2, "bonuses": []}, "melee": {"value": 4}},
        "disciplines": {"celerity": {"value": 2, "powers": []}},
    },
    "items": [{"type": "weapon", "name": "Sword"}],
}
PROGENY = {
    "name": "Vera",
    "clan": "Brujah",
    "generation": 11,
    "bloodPotency": 2,
    "maxHealth": 7,
    "willpower": 5,
    "humanity": 6,
    "attributes": dict.fromkeys(ATTRIBUTES, 3),
    "skills": {"animal ken": 2, "melee": 4},
    "skillSpecialties": [{"skill": "melee", "name": "swords"}],
    "disciplines": [{"name": "Cat's Grace", "discipline": "celerity", "level": 1}],
    "ephemeral": {
        "hunger": 3, "superficialDamage": 2, "aggravatedDamage": 1, "superficialWillpowerDamage": 1,
        "aggravatedWillpowerDamage": 0, "humanityStains": 2,
    },
}  # fmt: skip
INCONNU = {
    "name": "Vera",
    "splat": "vampire",
    "health": "..../" + "/x",
    "willpower": 5,
    "humanity": 6,
    "blood_potency": 2,
    "convictions": ["never kill"],
    "traits": [
        *({"name": name.capitalize(), "rating": 3, "type": "attribute", "subtraits": []} for name in ATTRIBUTES),
        {"name": "Animal Ken", "rating": 2, "type": "skill", "subtraits": []},
        {"name": "Melee", "rating": 4, "type": "skill", "subtraits": ["Swords"]},
    ],
}


@pytest.mark.parametrize("sheet", [WOD5E, PROGENY, INCONNU], ids=["wod5e", "progeny", "inconnu"])
def test_a_vampire_of_another_tool_comes_with_sheet_wounds_and_hunger(tmp_path: Path, sheet: dict[str, Any]) -> None:
    session = session_of("vtm5")
    take_in(session, tmp_path / "vera.json", sheet)
    vera = only(session)
    assert vera.name == sheet["name"]
    assert [vera.traits[name] for name in ATTRIBUTES] == [3] * 9
    assert (vera.traits["animal_ken"], vera.traits["melee"]) == (2, 4)
    assert (vera.traits["blood_potency"], vera.traits["humanity"]) == (2, 6)
    assert vera.tracks["health"].marks == "X//...."
    assert vera.tracks["willpower"].size == 5
    if sheet is not INCONNU:
        assert (vera.tracks["willpower"].marks, vera.pools["hunger"].value) == ("/....", 3)
    assert len(session.table.history.entries) == 1


def test_what_nobody_understood_is_told(tmp_path: Path) -> None:
    lines = take_in(session_of("vtm5"), tmp_path / "vera.json", WOD5E)
    [told] = [line for line in lines if line.startswith("Not understood")]
    assert "system.humanity.stains" in told
    assert "system.blood.generation" in told
    assert "img" not in told


def test_a_value_that_cannot_be_is_told_and_the_rest_comes(tmp_path: Path) -> None:
    sheet = json.loads(json.dumps(WOD5E))
    sheet["system"]["attributes"]["strength"]["value"] = 900
    session = session_of("vtm5")
    lines = take_in(session, tmp_path / "vera.json", sheet)
    assert "system.attributes.strength.value" in lines[-1]
    assert only(session).traits["dexterity"] == 3


MTA = {
    "name": "Dave",
    "type": "character",
    "system": {
        "health": {"max": 8, "value": 3, "lethal": 5, "aggravated": 7},
        "size": 5,
        "attributes_physical": {"strength": {"value": 4}},
        "skills_physical": {"brawl": {"value": 3}},
    },
}
WOD20 = {
    "name": "Otto",
    "type": "vampire",
    "system": {
        "health": {
            **{level: {"value": 1, "total": 1, "penalty": 0} for level in
               ("bruised", "hurt", "injured", "wounded", "mauled", "crippled", "incapacitated")},
            "damage": {"bashing": 2, "lethal": 1, "aggravated": 1, "woundpenalty": -1},
        },
        "attributes": {"strength": {"total": 4}},
        "abilities": {"brawl": {"total": 3}},
    },
}  # fmt: skip


@pytest.mark.parametrize("ruleset", ["world-of-darkness", "ukraine-by-night"])
def test_health_that_counts_down_is_turned_round(tmp_path: Path, ruleset: str) -> None:
    session = session_of(ruleset)
    take_in(session, tmp_path / "dave.json", MTA)
    dave = only(session)
    # Of 8 boxes 3 are empty; 3 hold lethal or worse, 1 of them aggravated; the other 2 are bashing.
    assert dave.tracks["health"].marks == "*XX//..."
    assert (dave.traits["strength"], dave.traits["brawl"]) == (4, 3)


@pytest.mark.parametrize("ruleset", ["world-of-darkness", "ukraine-by-night"])
def test_health_by_levels_is_added_up(tmp_path: Path, ruleset: str) -> None:
    session = session_of(ruleset)
    take_in(session, tmp_path / "otto.json", WOD20)
    otto = only(session)
    assert (otto.kind, otto.tracks["health"].marks) == ("vampire", "*X//...")


INITIATIVE_TOOL = {
    "Creatures": ["a"],
    "Creatures.a": {},
    "SavedEncounters": {
        "one": {
            "Combatants": [
                {"Alias": "Orc", "CurrentHP": 7, "Initiative": 12, "Tags": [{"Text": "Prone"}], "Hidden": False},
                {"Alias": "", "StatBlock": {"Name": "Spy"}, "Initiative": 18, "Tags": [], "Hidden": True},
            ]
        }
    },
}


def test_names_order_tags_and_hidden_ones_come_from_a_combat_tracker(tmp_path: Path) -> None:
    session = session_of("world-of-darkness")
    take_in(session, tmp_path / "dump.json", INITIATIVE_TOOL)
    state = session.table.state
    assert [place.who for place in state.order] == ["Spy", "Orc"]
    assert state.characters["Spy"].hidden
    assert state.characters["Orc"].has_condition("prone")


# ---------------------------------------------------------------------- lists


def test_a_plain_list_is_names_scores_health_and_a_note(tmp_path: Path) -> None:
    session = session_of("world-of-darkness")
    take_in(session, tmp_path / "list.txt", "# tonight\nJerry; 13; 8; limps; has the keys\nEve;9\n\nMute\n")
    state = session.table.state
    assert [place.who for place in state.order] == ["Jerry", "Eve"]
    assert state.characters["Jerry"].note == "limps; has the keys"
    assert state.characters["Jerry"].tracks["health"].size == 8
    assert list(state.characters) == ["Jerry", "Eve", "Mute"]


def test_a_list_may_be_pasted_into_the_line() -> None:
    session = session_of("world-of-darkness")
    perform_line(session, "import Jerry; 13; XX/....; wounded␊Eve; 9")
    state = session.table.state
    assert [place.who for place in state.order] == ["Jerry", "Eve"]
    assert state.characters["Jerry"].tracks["health"].marks == "XX/...."


@pytest.mark.parametrize(
    "text",
    [
        "name,kind,side,strength,weapon,initiative,hair\nEva,vampire,foe,4,bat,11,red\n",
        "имя;вид;сторона;сила;weapon;инициатива;hair\nEva;вампир;враг;4;bat;11;red\n",
    ],
)
def test_a_table_with_headings_in_either_language(tmp_path: Path, text: str) -> None:
    session = session_of("world-of-darkness")
    lines = take_in(session, tmp_path / "party.csv", text)
    eva = only(session)
    assert (eva.kind, eva.side, eva.traits["strength"], eva.traits["weapon"]) == ("vampire", "foe", 4, "bat")
    assert lines[-1].endswith("Not understood in " + str(tmp_path / "party.csv") + ": hair") or any(
        line.endswith(": hair") for line in lines
    )


def test_several_files_come_in_one_act_and_go_with_one_undo(tmp_path: Path) -> None:
    session = session_of("world-of-darkness")
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(f"{name}-1;5\n{name}-2;6\n")
    perform_line(session, f"import {tmp_path / 'a.txt'}; {tmp_path / 'b.txt'}")
    assert len(session.table.state.characters) == 4
    perform_line(session, "undo")
    assert not session.table.state.characters


# ---------------------------------------------------------------------- hostile files

HOSTILE = {
    "nested deep": '{"a":' * 3000 + "1" + "}" * 3000,
    "too large": "x" * 2_100_000,
    "no UTF-8": b"\xff\xfe",
    "empty": "",
    "another JSON": {"hello": "world"},
    "a list of nothing": [1, 2, 3],
    "too many people": "\n".join(f"p{number}" for number in range(300)),
    "a sheet that is wrong": '[person.x]\nname = "x"\n',
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_gets_one_line_and_changes_nothing(tmp_path: Path, content: Any) -> None:
    session = session_of("vtm5")
    path = tmp_path / "any.json"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    with pytest.raises(FAILURES):
        perform_line(session, f"import {quote(str(path))}")
    assert not session.table.state.characters


def test_control_characters_of_a_file_reach_no_terminal(tmp_path: Path) -> None:
    session = session_of("vtm5")
    lines = take_in(session, tmp_path / "vera.json", {**WOD5E, "name": "Vera\x1b[2J"})
    assert only(session).name == "Vera␛[2J"
    assert "\x1b" not in "".join(lines)


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(Refusal) as refused:
        perform_line(session_of("vtm5"), "import nothing.json")
    assert refused.value.reason.id == "import.no_file"


def _spoilt(value: Any, chance: random.Random) -> Any:
    """JSON in which something here and there is of another kind than it should be."""
    if chance.random() < 0.06:
        return chance.choice([None, True, -5, 10**30, 3.7, "x", "9" * 50, [], {}, [1, 2], {"name": 5}, "\x1b[2J"])
    if isinstance(value, dict):
        return {key: _spoilt(item, chance) for key, item in value.items() if chance.random() > 0.03}
    return [_spoilt(item, chance) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("ruleset", ["vtm5", "world-of-darkness"])
def test_no_spoilt_file_brings_the_program_down(tmp_path: Path, ruleset: str) -> None:
    session, chance = session_of(ruleset), random.Random(1)
    for _ in range(several(60)):
        whole = chance.choice([WOD5E, PROGENY, INCONNU, MTA, WOD20, INITIATIVE_TOOL])
        with suppress(*FAILURES):
            take_in(session, tmp_path / "any.json", _spoilt(whole, chance))
            perform_line(session, "undo")
    assert not session.table.state.characters
