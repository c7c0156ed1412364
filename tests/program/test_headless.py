"""Lines from the shell: one answer for each, refusals in parts, and a help that the reader itself agrees with."""

import importlib
import io
import json
import re
import sys
from pathlib import Path

import pytest

from tests.languages import LANGUAGES
from tests.plugins.test_contract import MODULES
from tests.program.test_program import SAMPLE, Shell, shell
from tests.tables import play
from tracker.command.commands import ActCommand, HistoryCommand, QueryCommand
from tracker.core.messages import message
from tracker.opening import NewSession, create_session
from tracker.rules.facade import Rules
from tracker.text import Words

__all__ = ["shell"]


def stdin(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(script.encode())))


def examples(language: str) -> list[str]:
    """The lines that the help of `run` shows."""
    told = Words(language).say(message("usage.run.example"))
    return [re.split(r"\s{2,}", line.strip())[0] for line in told.split("\n") if line.startswith("  ")]


def test_a_refusal_comes_in_its_parts(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, "add Jerry\ndamage Jery 3 sharp\nwhy\n")
    assert shell.run("run", shell.save, "--script", "-", "--json", *SAMPLE) == 1
    added, refused, why = (json.loads(line)["answer"] for line in shell.out.splitlines())
    assert added == {"line": "add Jerry", "said": ["Jerry joins"]}
    assert refused["said"] == []
    assert refused["refused"]["what"] == "Jery"
    assert refused["refused"]["where"] == [7, 11]
    assert refused["refused"]["nearest"] == ["Jerry"]
    assert "Jery" in refused["refused"]["reason"]
    assert why["said"]


def test_what_is_missing_of_typed_dice_is_told_in_parts(shell: Shell) -> None:
    shell.lines("add Jerry", "add Orc foe")
    assert shell.lines("attack Orc by=Jerry", options=("--faces", "", "--json")) == 1
    (answer,) = json.loads(shell.out)["answers"]
    assert (answer["refused"]["who"], answer["refused"]["dice"], answer["refused"]["sides"]) == ("Jerry", 1, 20)


def test_the_last_state_has_the_answers_of_all_lines(shell: Shell) -> None:
    assert shell.lines("add Jerry", "fly", "add Orc", options=("--json",)) == 1
    state = json.loads(shell.out)
    assert list(state["characters"]) == ["Jerry", "Orc"]
    assert ["refused" in answer for answer in state["answers"]] == [False, True, False]


@pytest.mark.parametrize("terminal", [True, False])
def test_nothing_is_said_twice_in_a_terminal_and_nothing_is_left_out_in_a_pipe(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    stdin(monkeypatch, "add Jerry\nfly\n\nnext\n")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    assert shell.run("run", shell.save, "--script", "-", *SAMPLE) == 1
    assert len(shell.out.splitlines()) == 4
    assert shell.out.count("fly") == 1
    assert shell.err.count("fly") == (0 if terminal else 2)


def test_the_help_of_run_fits_a_screen(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for language in LANGUAGES:
        shell.run("run", "--help", "--lang", language)
        lines = Words(language).say(message("usage.run.example")).split("\n")
        assert len(lines) <= 24
        assert all(len(line) <= 79 for line in lines), language
        assert lines[0] in shell.out


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_in_the_help_of_run_does_what_it_says(module: str, language: str, tmp_path: Path) -> None:
    rules = Rules(importlib.import_module(module), name=module)
    session = create_session(tmp_path / "x.toml", NewSession(module, "T", language, {}), rules, language)
    names = {"en": ("Sam Smith", "Thug 3"), "ru": ("Сэм Смит", "Бандит 3")}[language]
    lines = examples(language)
    assert len(lines) == 8
    for line in lines:
        assert session.commands is not None
        command = session.commands.parse(line, session.table.state)
        assert isinstance(command, ActCommand | HistoryCommand | QueryCommand)
        play(session, line)
    play(session, "redo 2")
    people = {person.name: person for person in session.table.state.characters.values()}
    assert set(names) <= set(people)
    assert people[names[0]].hidden
    assert not people[names[1]].hidden
    assert {person.side for person in people.values()} == {"foe"}
