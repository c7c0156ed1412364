"""What is written is the user's alone, stays in its folder, and holds no sign that controls a terminal."""

import re
import unicodedata
from pathlib import Path

import pytest

from tests.tables import NASTY_NAMES, disk_session, memory_session, play
from tracker.__main__ import main
from tracker.cli.arguments import LOG_FORMATS
from tracker.core.lookalikes import alike
from tracker.journal.sessions import file_stem
from tracker.opening import Session

SAMPLE = ["--plugins", str(Path(__file__).parents[1] / "sample_plugin")]
SIGNS = "\x1b]0;owned\x07\x9b31m\u202etxet\u2066\u2028\u2029\x7f\x00"
TEXT = f"{SIGNS}\n# heading\n- item\n<script>alert(1)</script>\n`code`\n| cell |\n> said\n1. one\n---\n***"


@pytest.fixture(autouse=True)
def generous_umask() -> None:
    """The umask under which files would be open to all: the program must not depend on it."""
    import os

    os.umask(0o022)


def modes(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): path.stat().st_mode & 0o777 for path in folder.rglob("*")}


def test_what_the_program_makes_is_the_users_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for arguments in (["new", "dawn", "--ruleset", "coterie-sample"], ["run", "dawn", "-c", "add Ann"]):
        assert main([*arguments, *SAMPLE]) == 0
    save = tmp_path / "data/coterie/saves/dawn.toml"
    save.write_bytes(save.read_bytes()[:-30])
    assert main(["run", "dawn", "-c", "add Ann", *SAMPLE]) == 0
    save.write_bytes(save.read_bytes().replace(b"n = 1\n", b"n = !\n"))
    assert main(["check", "--repair", "dawn", *SAMPLE]) == 0
    assert main(["settings", "language=en"]) == 0
    assert len(modes(tmp_path)) >= 9
    for name, mode in modes(tmp_path).items():
        assert mode == (0o700 if (tmp_path / name).is_dir() else 0o600), name


def test_what_somebody_else_has_made_keeps_its_mode_and_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "open"
    folder.mkdir(0o755)
    save = folder / "x.toml"
    assert main(["new", str(save), "--ruleset", "coterie-sample", *SAMPLE]) == 0
    save.chmod(0o644)
    assert main(["run", str(save), "-c", "add Ann", *SAMPLE]) == 0
    assert (folder.stat().st_mode & 0o777, save.stat().st_mode & 0o777) == (0o755, 0o644)
    capsys.readouterr()
    assert main(["check", str(save), *SAMPLE]) == 0
    assert "others on this machine may read" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name", [*NASTY_NAMES, "../up", "a/../../up", "/etc/passwd", "con", ".", "..", "~", "a\nb", SIGNS]
)
def test_no_title_leads_out_of_the_folder_or_makes_a_name_that_cannot_be_shown(name: str) -> None:
    stem = file_stem(name)
    assert Path(stem).name == stem
    assert stem.isprintable() or all(not unicodedata.category(sign).startswith("C") for sign in stem)


@pytest.mark.parametrize(("typed", "made"), [("a/b/c", "a/b/c.toml"), ("a.b/x", "a.b/x.toml"), ("./y", "y.toml")])
def test_a_new_session_is_one_that_the_list_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, made: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", typed, "--ruleset", "coterie-sample", *SAMPLE]) == 0
    assert (tmp_path / made).is_file()


@pytest.mark.parametrize("typed", ["a\nb", "a\x1b[2Jb", "a\u202eb", "b\x9b.toml"])
def test_a_name_that_no_terminal_shows_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", typed, "--ruleset", "coterie-sample", *SAMPLE]) == 1
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------- what goes out


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A session whose texts were written by hand, in each place that holds one."""
    from tracker.journal import toml_text

    path = tmp_path / "hostile.toml"
    session = disk_session(path, title="TITLE")
    play(session, "add NAME note=TEXT", "note TEXT", "initiative", "next", "damage NAME 2 sharp", "scene TEXT")
    session.table.close()
    kept = "".join(line for line in path.read_text().splitlines(keepends=True) if not line.startswith("# check"))
    kept = re.sub(r'"(TITLE|TEXT)"', lambda found: toml_text.string(TEXT), kept)
    kept = re.sub(
        r"^(say|do) = \".*\"$", lambda found: f"{found[1]} = {toml_text.string(TEXT)}", kept, flags=re.MULTILINE
    )
    kept = kept.replace('ruleset = "sample"', 'ruleset = "coterie-sample"')
    path.write_text(kept.replace('"NAME"', toml_text.string(f"NAME{TEXT}")))
    return path


COMMANDS = [
    *(tuple(line.split()) for line in ("show", "show --json", "show --players", "check", "stats", "stats --json")),
    *(tuple(line.split()) for line in ("stats --csv", "log --players", "log --times --numbers")),
    *(("log", "--format", form) for form in LOG_FORMATS),
    *(("export", "NAME", "--as", form) for form in ("toml", "markdown", "book")),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_nothing_that_goes_out_controls_a_terminal_or_turns_a_text(
    hostile: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    assert main([command[0], str(hostile), *command[1:], *SAMPLE]) in (0, 1)
    told = capsys.readouterr()
    text = (told.out + told.err).replace("\r\n", "\n")
    assert "NAME" in text or command[-1] in ("check", "csv", "--csv")
    signs = {sign for sign in text if sign != "\n" and unicodedata.category(sign) in ("Cc", "Zl", "Zp", "Cs")}
    assert not signs, signs
    assert not set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c") & set(text)


def test_markdown_has_no_block_and_no_tag_but_its_own(hostile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", str(hostile), "--format", "markdown", *SAMPLE]) == 0
    for line in capsys.readouterr().out.splitlines():
        assert "<" not in line.replace("\\<", ""), line
        assert not re.search(r"(?<!\\)`", line), line
        content = re.sub(r"^(#{1,3} |- |\| )", "", line)
        assert not re.match(r"\s*([-+*>#]|\d+[.)]\s|===)", content) or set(line) <= set("|- "), line


def test_data_keeps_every_sign(hostile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import json

    assert main(["show", str(hostile), "--json", *SAMPLE]) == 0
    assert isinstance(json.loads(capsys.readouterr().out), dict)


# ---------------------------------------------------------------------- names that look alike


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Killer", "Кillеr"), ("Anna", "anna"), ("Ann Lee", "Ann  Lee"), ("José", "Jose\u0301"), ("Ann", "Ann\u200b"),
        ("Вера", "Bepa"), ("Max", "Мах"), ("Ёж", "Еж"), ("O", "0"),
    ],
)  # fmt: skip
def test_names_that_look_alike_are_told_when_they_are_made(one: str, other: str) -> None:
    assert alike(other, [one]) == one
    session = memory_session()
    play(session, f'add "{one}"', "add Zoe")
    assert looks(play(session, f'add "{other}"')) == [f"{other} looks like {one} but is another name"]
    play(session, f'remove "{other}"')
    play(session, "rename Zoe Zoë")
    assert looks(session) == []


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anne"), ("Guard 1", "Guard 2"), ("David", "Davids"), ("龍", "竜")]
)
def test_other_names_are_not(one: str, other: str) -> None:
    assert alike(one, [other, one]) == ""


def looks(session: Session) -> list[str]:
    entry = session.table.history.entries[-1]
    return [session.words.say(line) for line in entry.tell if line.id == "character.looks_like"]
