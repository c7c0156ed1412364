"""The hooks are pure, their outcomes legal, their words complete, whatever a game master types."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tracker_ukraine_by_night as plugin
from tests.how_many import trying
from tests.languages import LANGUAGES
from tests.plugins.tracker_ukraine_by_night.fights import RULES, fight, who
from tests.tables import try_line, words_for
from tracker.command.commands import ActCommand
from tracker.core.chance import RandomChance
from tracker.core.intents import Refusal
from tracker.core.messages import Term
from tracker.engine import Engine
from tracker_ukraine_by_night.guards import SIDES

NAMES = ("Anna", "Boris", "Vera", "Gleb")
name = st.sampled_from(NAMES)
number = st.integers(-3, 12)
kind = st.sampled_from(["bashing", "lethal", "aggravated"])
side = st.sampled_from(["front", "back", "left", "right"])
weapon = st.sampled_from(["fists", "sword", "pistol", "discipline", "vampire_fangs", "fire"])

lines = st.one_of(
    st.builds("damage {} {} {}".format, name, st.integers(1, 9), kind),
    st.builds("attack {} {} ability={} by={}".format, name, weapon, number, name),
    st.builds("attack {} from_side={} overrule by={}".format, name, side, name),
    st.builds("attack {},{} area ability={} by={}".format, name, name, number, name),
    st.builds("test manipulation {} on={} by={}".format, number, name, name),
    st.builds("power on={} ability={} by={}".format, name, number, name),
    st.builds("declare {} by={}".format, name, name),
    st.builds("guard {} {} by={}".format, name, side, name),
    st.builds("total_defence by={}".format, name),
    st.builds("heal {} {} 2".format, name, kind),
    st.builds("spend {} boost by={}".format, st.integers(1, 3), name),
    st.builds("stay_conscious by={}".format, name),
    st.builds("bleed {}".format, name),
    st.builds("warn {}".format, name),
    st.builds("set {} stamina {}".format, name, st.integers(0, 5)),
    st.builds("remove {}".format, name),
    st.sampled_from(["initiative", "next", "next", "call_over", "pass 20 minutes", "pass 3 days", "scene", "undo"]),
)


def start() -> list[str]:
    return ["add Anna", "add Boris mortal", "add Vera blood_potency=5", "add Gleb mortal", "initiative", "next"]


@trying(6)
@given(typed=st.lists(lines, max_size=25), seed=st.integers(0, 1000))
def test_whatever_is_typed_tracks_stay_legal_and_undo_leads_back(typed: list[str], seed: int) -> None:
    session = fight(*start(), seed=seed)
    for line in typed:
        try_line(session, line)
        for character in session.table.state.characters.values():
            track, pool = character.tracks["health"], character.pools.get("vitae")
            assert "".join(sorted(track.marks, key="*X/.".index)) == track.marks
            assert pool is None or 0 <= pool.value <= (pool.maximum or 0)
            RULES.unavailable(session.table.state, character.id)
            RULES.derived(session.table.state, character.id)
        for entry in session.table.history.entries[-1:]:
            assert all(session.words.knows(message) for message in entry.tell)
    while session.table.history.undoable is not None:
        session.table.undo()
    assert session.table.state == session.table.history.state_after(0)


@trying(6)
@given(before=st.lists(lines, max_size=6), typed=lines, seed=st.integers(0, 1000))
def test_the_same_cards_give_the_same_outcome_and_leave_the_view_as_it_was(
    before: list[str], typed: str, seed: int
) -> None:
    session = fight(*start(), seed=seed)
    for line in before:
        try_line(session, line)
    assert session.commands is not None
    state, engine = session.table.state, Engine(RULES)
    picture = repr(state)
    try:
        command = session.commands.parse(typed, state)
        assert isinstance(command, ActCommand)
        first = engine.outcome(state, command.intent, RandomChance(seed))
    except (Refusal, AssertionError):
        return
    assert engine.outcome(state, command.intent, RandomChance(seed)) == first
    assert repr(state) == picture


def test_sentences_with_worked_out_names_are_in_the_catalogue() -> None:
    names = [f"ubn.state.{state}" for state in ("active", "failing", "dying", "dead", "torpor", "final_death")]
    names += [f"ubn.draw.luck.{result}" for result in ("success", "failure", "botch")]
    names += [f"ubn.draw.{verdict}" for verdict in ("success", "failure", "ace")]
    names += [f"ubn.damage.{what}" for what in ("lost", "traceless", "raised")]
    refused = {
        name.removeprefix("ubn.refused.")
        for name, text in RULES.catalogue("en")["message"].items()
        if name.startswith("ubn.refused.") and '"overrule"' in text
    }
    assert len(refused) == 15
    names += [f"ubn.overruled.{name}" for name in refused]
    for language in LANGUAGES:
        assert set(names) <= RULES.catalogue(language)["message"].keys()


def source_files() -> list[Path]:
    return sorted(Path(plugin.__file__ or "").parent.glob("*.py"))


def test_every_term_and_reason_in_the_code_has_a_word() -> None:
    texts = {
        node.value
        for path in source_files()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    terms = {
        node.args[0].value
        for path in source_files()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == Term.__name__
        and isinstance(node.args[0], ast.Constant)
    }
    reasons = {text for text in texts if text.startswith("ubn.unavailable.")}
    assert reasons
    for language in LANGUAGES:
        words = words_for(RULES, language)
        assert not sorted(str(term) for term in terms if not words.has_term(str(term)))
        assert reasons <= RULES.catalogue(language)["message"].keys()


def test_every_rule_that_the_code_names_is_in_the_reference() -> None:
    named = {
        node.value
        for path in source_files()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.startswith("UBN-")
        and " " not in node.value
    }
    assert named
    for language in LANGUAGES:
        reference = RULES.reference(language)
        assert named <= reference.keys()
        assert len(reference) == 72
        assert all(rule.title and rule.text for rule in reference.values())


def test_rolling_actions_have_odds() -> None:
    session = fight("add Anna", "add Boris mortal", "damage Boris 7")
    assert session.commands is not None
    for line in (
        "attack Boris by=Anna",
        "test wits by=Anna",
        "power on=Boris ability=4 by=Anna",
        "stay_conscious by=Boris",
    ):
        command = session.commands.parse(line, session.table.state)
        assert isinstance(command, ActCommand)
        known = RULES.odds(session.table.state, command.intent)
        assert known is not None
        assert sum(part.value for part in known.parts) == known.pool
        assert known.at_least


@pytest.mark.parametrize(("vitae", "reason"), [(0, "ubn.unavailable.empty"), (1, None)])
def test_the_last_vitae_can_still_be_spent(vitae: int, reason: str | None) -> None:
    session = fight("add Anna", f"set Anna vitae {vitae}")
    assert RULES.unavailable(session.table.state, who(session, "Anna").id).get("spend") == reason


def test_four_guards_leave_no_place_to_whoever_declared_before() -> None:
    guards = [f"guard Vic {side} by={name}" for side, name in zip(SIDES, ("Ben", "Cid", "Dan", "Eve"), strict=True)]
    people = [f"add {name} mortal" for name in ("Vic", "Ben", "Cid", "Dan", "Eve", "Fay")]
    session = fight(*people, "declare Vic by=Fay", *guards)
    assert [item.line.values["places"] for item in session.table.state.open_due if item.rule == "UBN-ATK-07"] == [0]
