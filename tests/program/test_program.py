"""The program without a screen: its commands, its answers, its exit statuses."""

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.tables import NASTY_NAMES
from tracker.__main__ import main
from tracker.core.quoting import quote

SAMPLE = ["--plugins", str(Path(__file__).parents[1] / "sample_plugin")]
BEGINNING = ("--title", "Red [X] Dawn", "--option", "deep_cuts=yes")


_begun: dict[tuple[tuple[str, ...], tuple[str, ...]], bytes] = {}
"""The files of sessions that were begun with some options and in which some lines were carried out."""


class Shell:
    """Runs the program in this process and keeps what it printed."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.save = str(folder / "fight.toml")
        self._capsys = capsys
        self.out = self.err = ""

    def begin(self, options: tuple[str, ...], *lines: str) -> "Shell":
        """Have a session that was begun with these options, and so far played: by the program, the first time."""
        if (options, lines) not in _begun:
            assert self.run("new", self.save, "--ruleset", "coterie-sample", *options, *SAMPLE) == 0, self.err
            assert not lines or self.lines(*lines) == 0, self.err
            _begun[options, lines] = Path(self.save).read_bytes()
        with open(self.save, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(_begun[options, lines])
        return self

    def run(self, *arguments: str) -> int:
        try:
            status = main(list(arguments))
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        seen = self._capsys.readouterr()
        self.out, self.err = seen.out, seen.err
        return status

    def lines(self, *lines: str, options: tuple[str, ...] = ()) -> int:
        commands = [argument for line in lines for argument in ("-c", line)]
        return self.run("run", self.save, *commands, *options, *SAMPLE)

    def state(self, *options: str) -> dict[str, Any]:
        assert self.run("show", self.save, "--json", *options, *SAMPLE) == 0
        state: dict[str, Any] = json.loads(self.out)
        return state


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(tmp_path, capsys).begin(BEGINNING)


def test_a_fight_from_the_shell(shell: Shell) -> None:
    assert shell.lines("add Jerry skill=3", "add Orc foe", "initiative Jerry=13 Orc=9", "next") == 0
    assert shell.out.splitlines()[-2:] == ["Round 1", "Jerry acts"]
    assert shell.lines("attack Orc", options=("--faces", "15", "--json")) == 0
    state = json.loads(shell.out)
    assert state["session"]["title"] == "Red [X] Dawn"
    assert state["session"]["options"] == {"deep_cuts": True, "foes_hidden": False, "foes_numbers": "exact"}
    assert (state["round"], state["current"]) == (1, "Jerry")
    assert [(place["name"], place["value"], place["current"]) for place in state["order"]] == [
        ("Jerry", 13, True), ("Orc", 9, False),
    ]  # fmt: skip
    orc = state["characters"]["Orc"]
    assert orc["kind"] == "creature"
    assert orc["side"] == "foe"
    assert orc["traits"]["skill"] == 0
    assert orc["pools"]["hits"]["value"] == 5
    assert orc["pools"]["hits"]["max"] == 8
    assert orc["conditions"][0]["kind"] == "bleeding"
    assert orc["status"] == []


def test_typed_faces_run_on_from_one_line_to_the_next_and_too_few_refuse_the_act(shell: Shell) -> None:
    shell.lines("add Jerry", "add Orc", "initiative Jerry=13 Orc=9", "next")
    assert shell.lines("attack Orc", "attack Orc", "attack Orc", options=("--faces", "2,19")) == 1
    assert "Jerry, attack: 1 die (d20)" in shell.err
    assert shell.state()["characters"]["Orc"]["pools"]["hits"]["value"] == 5
    assert shell.lines("attack Orc", options=("--faces", "2 3 4")) == 0
    assert "2 faces are left over: 3 4" in shell.err


def test_the_same_seed_gives_the_same_fight(shell: Shell, tmp_path: Path) -> None:
    stories = []
    for name in ("a", "b"):
        shell.save = str(tmp_path / f"{name}.toml")
        shell.run("new", shell.save, "--ruleset", "coterie-sample", *SAMPLE)
        shell.lines("add Jerry", "add Orc", "initiative", "next", "attack Orc by=Jerry", options=("--seed", "7"))
        stories.append(shell.out)
    assert stories[0] == stories[1]


def test_a_refused_line_is_one_line_on_standard_error_and_changes_nothing(shell: Shell) -> None:
    shell.lines("add Jerry")
    before = Path(shell.save).read_bytes()
    assert shell.lines("damage Nobody 3") == 1
    assert shell.err.count("\n") == 1
    assert "Nobody" in shell.err
    assert "Jerry" in shell.err
    assert shell.out == ""
    assert Path(shell.save).read_bytes() == before


def test_later_lines_are_run_after_a_refused_one_unless_it_shall_stop(shell: Shell) -> None:
    assert shell.lines("add Jerry", "fly", "add Orc") == 1
    assert list(shell.state()["characters"]) == ["Jerry", "Orc"]
    assert shell.lines("add Ann", "fly", "add Bob", options=("--stop",)) == 1
    assert list(shell.state()["characters"]) == ["Jerry", "Orc", "Ann"]


def test_every_line_of_a_script_is_answered_by_one_line(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "# the cast\nadd Jerry\nadd Orc\n\ninitiative Jerry=9 Orc=5\nnext\nfly\nwhy Jerry\ndamage Orc 3 sharp\n"
    (tmp_path / "script").write_text(script)
    assert shell.run("run", shell.save, "--script", str(tmp_path / "script"), *SAMPLE) == 1
    answers = shell.out.splitlines()
    assert len(answers) == len(script.splitlines())
    assert answers[1] == "Jerry joins"
    assert answers[3] == ""
    assert answers[5] == "Round 1 · Jerry acts"
    assert answers[6].startswith("refused: ")
    assert shell.err.count("\n") == 1
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"next\nundo\n")))
    assert shell.run("run", shell.save, "--script", "-", "--json", *SAMPLE) == 0
    states = [json.loads(line) for line in shell.out.splitlines()]
    assert [state["current"] for state in states] == ["Orc", "Jerry"]


@pytest.mark.parametrize("live", [False, True], ids=["a file", "standard input"])
def test_a_script_is_cut_at_line_ends_alone_and_a_line_that_is_no_text_is_refused(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, live: bool
) -> None:
    written = (
        b"\xef\xbb\xbfnote one\r\nnote \xff\xfe\nnote a\x00b\x0bc\x1cd\xe2\x80\xa8e\n"
        + b"x" * 1_000_000
        + b"\nnote last"
    )
    (tmp_path / "script").write_bytes(written)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(written)))
    source = "-" if live else str(tmp_path / "script")
    assert shell.run("run", shell.save, "--script", source, *SAMPLE) == 1
    answers = shell.out.splitlines()
    assert len(answers) == 5
    assert (answers[0], answers[4]) == ("one", "last")
    assert answers[1] == "refused: The line isn't UTF-8 text"
    assert answers[2] == "a␀b␋c␜d\N{REPLACEMENT CHARACTER}e"
    assert answers[3].startswith("refused: ")
    assert len(shell.err) < 1000, "what was typed is quoted only as far as one wants to read it"


@pytest.mark.parametrize("save", ["", ".", "..", ".hidden", ".hidden.toml", "folder/.toml"])
def test_a_session_that_no_list_would_show_is_not_made(
    save: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", save, "--ruleset", "coterie-sample", *SAMPLE]) == 1
    assert f'"{save}"' in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "{save}", "--script", "{folder}/nowhere"], "{folder}/nowhere: нет такого файла или папки"),
        (["run", "{save}", "--script", "{folder}"], "{folder}: это папка"),
        (["show", "{long}"], "{long}: имя слишком длинное"),
    ],
)
def test_files_that_cannot_be_read_are_told_in_the_readers_language(
    shell: Shell, tmp_path: Path, arguments: list[str], said: str
) -> None:
    names = {"save": shell.save, "folder": str(tmp_path), "long": "x" * 300}
    assert shell.run(*(argument.format(**names) for argument in arguments), *SAMPLE, "--lang", "ru") == 1
    assert shell.err == f"{said.format(**names)}\n"


def test_undo_and_redo_through_the_program_restore_the_state_byte_for_byte(shell: Shell) -> None:
    shell.state()
    beginning = shell.out
    acts = [
        "add Jerry",
        "add Orc",
        "initiative",
        "next",
        "attack Orc by=Jerry",
        "next",
        "damage all 2",
        "next",
        "scene",
    ]
    assert shell.lines(*acts) == 0
    shell.state()
    end = shell.out
    assert shell.lines(*["undo"] * len(acts)) == 0
    shell.state()
    assert shell.out == beginning
    assert shell.lines("undo") == 1
    assert shell.lines(f"redo {len(acts)}") == 0
    shell.state()
    assert shell.out == end


def test_the_state_after_any_entry_can_be_shown(shell: Shell) -> None:
    shell.lines("add Jerry", "damage Jerry 2", "damage Jerry 1", "undo")
    hits = [
        shell.state("--at", str(number))["characters"]["Jerry"]["pools"]["hits"]["value"] for number in (1, 2, 3, 4)
    ]
    assert hits == [8, 6, 5, 6]
    assert shell.state("--at", "0")["characters"] == {}
    assert shell.run("show", shell.save, "--at", "9", *SAMPLE) == 1
    assert "The last one is 4" in shell.err


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_the_story_in_every_form_shows_names_literally(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    people = (f"add {quote(name)}" for name in NASTY_NAMES)
    note = "note <script>alert(1)</script> **bold** [red]"
    shell = Shell(tmp_path, capsys).begin(BEGINNING, *people, note, "damage all 1", "undo")
    assert shell.run("log", shell.save, "--format", form, *SAMPLE) == 0
    assert "\x1b" not in shell.out
    assert "<script>" not in shell.out or form in ("text", "json")
    if form == "json":
        assert json.loads(shell.out)[-1]["do"] == "undo"
    if form == "text":
        assert "Bob [red] joins" in shell.out
        assert "×" in shell.out


def test_the_log_and_the_state_can_be_read_in_russian(shell: Shell) -> None:
    shell.lines("add Jerry", "damage Jerry 2 sharp")
    assert shell.run("log", shell.save, "--lang", "ru", *SAMPLE) == 0
    assert "Jerry: урон 2 (острый), хиты 8 → 6" in shell.out
    assert shell.run("show", shell.save, "--lang", "ru", *SAMPLE) == 0
    assert "раунд 0" in shell.out
    assert (
        shell.run("run", shell.save, "-c", "урон Jerry 1 острый", "-c", "лечение Орк 1", "--lang", "ru", *SAMPLE) == 1
    )
    assert "Не найдено: персонаж «Орк»" in shell.err


def test_check_tells_whole_files_from_torn_ones(shell: Shell) -> None:
    shell.lines("add Jerry", "add Orc")
    assert shell.run("check", shell.save, *SAMPLE) == 0
    assert "2 entries" in shell.out
    path = Path(shell.save)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert shell.run("check", shell.save, *SAMPLE) == 1
    assert path.read_bytes() == whole[:-20]
    assert shell.lines("add Ann") == 0
    assert "torn" in shell.err
    assert list(shell.state()["characters"]) == ["Jerry", "Ann"]
    (piece,) = path.parent.glob("*.torn-*")
    assert whole.endswith(piece.read_bytes() + whole[-20:])


def spoilt(shell: Shell, old: bytes, new: bytes) -> bytes:
    path = Path(shell.save)
    data = path.read_bytes().replace(old, new, 1)
    path.write_bytes(data)
    return data


def test_a_damaged_file_is_read_and_checked_and_mended_into_a_copy_and_not_played_on(shell: Shell) -> None:
    shell.lines("add Jerry", "add Orc", "damage Orc 1")
    data = spoilt(shell, b"n = 2\n", b"n != 2\n")
    assert shell.run("run", shell.save, "-c", "add Ann", *SAMPLE) == 1
    assert shell.err.count("\n") == 1
    assert "Entry 2: line" in shell.err
    assert shell.run("show", shell.save, *SAMPLE) == 0
    assert "Jerry" in shell.out
    assert shell.run("check", shell.save, *SAMPLE) == 1
    assert [line.startswith(f"{shell.save}: ") for line in shell.err.splitlines()[:2]] == [True, True]
    assert f"--repair {shell.save}" in shell.err
    assert shell.run("check", shell.save, "--accept", *SAMPLE) == 1
    assert shell.run("check", shell.save, "--repair", *SAMPLE) == 0
    assert "2 entries are left out: 2, 3" in shell.out
    assert Path(shell.save).read_bytes() == data
    (copy,) = Path(shell.save).parent.glob("*-mended.toml")
    assert shell.run("check", str(copy), *SAMPLE) == 0
    assert shell.run("run", str(copy), "-c", "add Ann", *SAMPLE) == 0


def test_a_change_by_hand_is_told_and_accepted(shell: Shell) -> None:
    shell.lines("add Jerry", "note the lamp goes out", "damage Jerry 1")
    data = spoilt(shell, b"the lamp goes out", b"the lamp burns on")
    assert shell.run("check", shell.save, *SAMPLE) == 1
    assert "Entry 2: changed by hand, or damaged" in shell.err
    assert f"--accept {shell.save}" in shell.err
    assert shell.lines("add Ann") == 1
    assert shell.run("check", shell.save, "--accept", *SAMPLE) == 0
    assert Path(shell.save).read_bytes().startswith(data)
    assert shell.lines("add Ann") == 0
    assert shell.run("check", shell.save, *SAMPLE) == 0


def test_check_names_each_file_that_is_cut_off(shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in ("dawn", "dusk"):
        shell.run("new", name, "--ruleset", "coterie-sample", *SAMPLE)
        shell.run("run", name, "-c", "add Jerry", *SAMPLE)
        path = tmp_path / "saves" / f"{name}.toml"
        path.write_bytes(path.read_bytes()[:-30])
    assert shell.run("check", *SAMPLE) == 1
    assert sorted(Path(line.split(":")[0]).stem for line in shell.err.splitlines()) == ["dawn", "dusk"]
    assert shell.run("check", "--repair", *SAMPLE) == 0
    assert shell.run("check", *SAMPLE) == 0


def test_a_session_is_found_by_the_beginning_of_its_name_or_title(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "saves").mkdir()
    monkeypatch.chdir(tmp_path)
    assert shell.run("show", "dawn") == 1
    assert "no such file" in shell.err
    for name, title in (("Red-Dawn", "Кровавый рассвет"), ("red-dusk", "Dusk")):
        assert shell.run("new", name, "--ruleset", "coterie-sample", "--title", title, *SAMPLE) == 0
    for typed in ("red-dawn", "RED DAWN", "red-da", "кровавый", "Red-Dawn.toml"):
        assert shell.run("log", typed, "--format", "markdown", *SAMPLE) == 0, typed
        assert shell.out.startswith("# Кровавый рассвет"), typed
    assert shell.run("show", "red", *SAMPLE) == 1
    assert "Red-Dawn" in shell.err
    assert "red-dusk" in shell.err
    assert shell.run("show", "noon", *SAMPLE) == 1
    assert shell.err.startswith('Unknown session "noon"')


def test_check_looks_at_every_session_of_the_folder_where_none_is_named(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "saves").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in ("dawn", "dusk"):
        assert shell.run("new", name, "--ruleset", "coterie-sample", *SAMPLE) == 0
    assert shell.run("check", *SAMPLE) == 0
    assert sorted(Path(line.split(":")[0]).stem for line in shell.out.splitlines()) == ["dawn", "dusk"]
    (tmp_path / "saves" / "dusk.toml").write_text("nothing = 1")
    assert shell.run("check", *SAMPLE) == 1
    assert "dusk" in shell.err


def test_a_new_session_never_overwrites_an_old_one(shell: Shell) -> None:
    before = Path(shell.save).read_bytes()
    assert shell.run("new", shell.save, "--ruleset", "coterie-sample", *SAMPLE) == 1
    assert shell.save in shell.err
    assert Path(shell.save).read_bytes() == before


def test_a_second_writer_is_refused_and_a_reader_is_not(shell: Shell) -> None:
    from tracker.journal.writer import JournalWriter

    shell.lines("add Jerry")
    with JournalWriter.open(Path(shell.save)):
        assert shell.lines("add Orc") == 1
        assert shell.err.count("\n") == 1
        assert list(shell.state()["characters"]) == ["Jerry"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["new", "x"],
        ["run"],
        ["run", "x.toml"],
        ["new", "x.toml", "--ruleset", "coterie-sample", "--option", "novalue", *SAMPLE],
        ["log", "x", "--format", "pdf"],
        ["show", "x", "--at", "many"],
    ],
)
def test_wrong_usage_ends_with_two_and_one_line(shell: Shell, arguments: list[str]) -> None:
    assert shell.run(*arguments) == 2
    assert shell.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "no-such-save.toml"],
        ["new", "x.toml", "--ruleset", "chess"],
        ["rulesets", "--plugins", "no-such-folder"],
        ["run", "no-such-save.toml", "-c", "next"],
        ["check", "no-such-save.toml"],
    ],
)
def test_what_is_not_there_is_refused_with_one_line(shell: Shell, arguments: list[str]) -> None:
    assert shell.run(*arguments) == 1
    assert shell.err.count("\n") == 1


def test_help_and_version(shell: Shell) -> None:
    assert shell.run("--version") == 0
    assert shell.out.startswith("coterie ")
    assert shell.run("--help", "--lang", "ru") == 0
    assert "команды" in shell.out
    assert shell.run("help", "damage", "--ruleset", "coterie-sample", *SAMPLE) == 0
    assert "damage Orc 3 sharp" in shell.out
    assert shell.run("help") == 0
    assert "initiative" in shell.out
    assert shell.run("help", "flying") == 1
