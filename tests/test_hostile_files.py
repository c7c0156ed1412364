"""Files of any content: each is told as unreadable by its name and stands in nobody's way."""

import os
import socket
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from proofs.damaged_files import badly_told
from tests.how_many import several
from tracker import languages
from tracker.__main__ import main
from tracker.journal.bookmarks import bookmarks_path, read_bookmarks
from tracker.journal.errors import JournalError
from tracker.journal.reader import follow, read
from tracker.journal.replay import replay
from tracker.journal.sessions import list_saves
from tracker.plain_files import LONGEST_SMALL_FILE, Unreadable, read_toml
from tracker.preferences import preferences_path
from tracker.ui.themes import ThemeError, read_theme

SAMPLE_FOLDER = Path(__file__).parent / "sample_plugin" / "coterie_sample"
SAMPLE = ["--plugins", str(Path(__file__).parent / "sample_plugin")]
HEADER = '[session]\ntitle = "Zed"\nruleset = "coterie-sample"\nruleset_version = "1"\nlanguage = "en"\n'
TIME = "created = 2025-01-01T00:00:00Z\n"
END = "# end of header\n"

CONTENTS: dict[str, bytes] = {
    "a number of 5,000 digits": f"format = {'9' * 5000}\n{HEADER}{TIME}{END}".encode(),
    "such a number in an option": f"format = 1\n{HEADER}{TIME}[session.options]\na = {'9' * 5000}\n{END}".encode(),
    "a time before all times": f"format = 1\n{HEADER}created = 0001-01-01T00:00:00+23:59\n{END}".encode(),
    "a time that is none": f"format = 1\n{HEADER}created = 2025-13-41T99:00:00Z\n{END}".encode(),
    "a thousand dotted parts": f"format = 1\n{HEADER}{TIME}[session.options]\n{'a.' * 1000}a = 1\n{END}".encode(),
    "five thousand brackets": f"format = 1\n{HEADER}{TIME}[session.options]\na = {'[' * 5000}\n{END}".encode(),
    "nothing": b"",
    "zeros": b"\x00" * 5000,
    "UTF-16": f"format = 1\n{HEADER}{TIME}{END}".encode("utf-16"),
    "an image": b"\x89PNG\r\n\x1a\n\x00\x00",
    "no UTF-8": b"format = 1\n\xff\xfe\n",
    "a header without an end": f"format = 1\n{HEADER}{TIME}".encode(),
}


def entry(facts: object = 0, fact: str = "", end: object = 1, at: str = "2025-01-01T00:00:00Z") -> str:
    lines = ["", "[[entry]]", "n = 1", f"at = {at}", "round = 0", "do = ''", "say = ''", "tell = []"]
    return "\n".join([*lines, f"facts = {facts}", f"fact = [{fact}]", f"end = {end}", ""])


BODIES: dict[str, str] = {
    "an end mark of 5,000 digits": entry(end="9" * 5000),
    "a torn number of 5,000 digits": f"\n[[entry]]\nn = {'9' * 5000}",
    "an entry before all times": entry(at="0001-01-01T00:00:00+23:59"),
    "a deep fact": entry(1, "{kind='scene_set', name='a', after=" + "[" * 400 + "]" * 400 + "}"),
    "a fact of hundreds of dots": entry(1, "{kind='scene_set', name='a', after.a" + ".a" * 900 + "=1}"),
    "facts that are counted with true": entry("true", "{}"),
}


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with saves, one of which is a whole session that begins with "al"."""
    folder = tmp_path / "saves"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    (folder / "alpha.toml").write_bytes(_begun())
    return folder


@cache
def _begun() -> bytes:
    """What a session is that was just begun: one for all tests."""
    with TemporaryDirectory() as folder:
        assert main(["new", f"{folder}/alpha.toml", "--ruleset", "coterie-sample", *SAMPLE]) == 0
        assert os.listdir(folder) == ["alpha.toml"]
        return Path(folder, "alpha.toml").read_bytes()


def stands_in_nobodys_way(hostile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command tells the file by its name in one line, and works with the other session."""
    for command in (
        ["show"],
        ["log"],
        ["run", "-c", "add Ann"],
        ["check"],
        ["check", "--repair"],
        ["check", "--accept"],
    ):
        capsys.readouterr()
        assert main([command[0], str(hostile), *command[1:], *SAMPLE]) == 1, command
        told = capsys.readouterr().err
        assert hostile.name in told, command
        assert told.count("\n") == 1, told
    assert main(["run", "al", "-c", "note it rains", *SAMPLE]) == 0
    assert main(["show", "alp", *SAMPLE]) == 0
    capsys.readouterr()
    assert main(["check", *SAMPLE]) in (0, 1)
    assert "alpha.toml: whole" in capsys.readouterr().out
    [whole] = [save for save in list_saves(hostile.parent) if save.path.name == "alpha.toml"]
    assert whole.problem is None


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_a_file_that_is_no_session_is_told_and_stands_in_nobodys_way(
    saves: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    (saves / "zz.toml").write_bytes(content)
    stands_in_nobodys_way(saves / "zz.toml", capsys)
    assert (saves / "zz.toml").read_bytes() == content


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_an_entry_of_any_content_costs_itself_alone(saves: Path, capsys: pytest.CaptureFixture[str], body: str) -> None:
    path = saves / "zz.toml"
    path.write_text(f"format = 1\n{HEADER}{TIME}{END}{body}")
    reading = read(path)
    assert reading.header.title == "Zed"
    assert reading.torn or len(replay(reading).history.entries) == 1
    assert main(["show", "zz", *SAMPLE]) == 0
    assert main(["log", "zz", *SAMPLE]) == 0
    assert main(["check", "zz", *SAMPLE]) == 1
    assert main(["run", "al", "-c", "note it rains", *SAMPLE]) == 0
    capsys.readouterr()


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # the path of a socket is short
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(path.name)
    os.chdir(here)


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_folder(path: Path) -> None:
    path.mkdir()


def a_circle_of_links(path: Path) -> None:
    path.symlink_to(path)


NO_FILES = (a_pipe, a_socket, a_device, a_folder, a_circle_of_links)


@pytest.mark.parametrize("make", NO_FILES)
def test_what_is_no_file_is_not_read_and_not_waited_for(
    saves: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None]
) -> None:
    make(saves / "zz.toml")
    stands_in_nobodys_way(saves / "zz.toml", capsys)
    with pytest.raises(JournalError):
        follow(saves / "zz.toml", 0, 0, 0)


def test_books_of_any_content_are_told_by_name_and_stand_in_nobodys_way(
    saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = saves.with_name("books")
    folder.mkdir()
    for number, content in enumerate(CONTENTS.values()):
        (folder / f"zz{number}.toml").write_bytes(content)
    assert main(["books", *SAMPLE]) in (0, 1)
    told = "".join(capsys.readouterr())
    assert [what for number, what in enumerate(CONTENTS) if f"zz{number}.toml" not in told] == []
    assert main(["run", "alpha", "-c", "note it rains", "-c", "encounter nothing", *SAMPLE]) == 1
    assert main(["show", "alpha", *SAMPLE]) == 0


def test_books_that_are_no_files_are_not_waited_for(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = saves.with_name("books")
    folder.mkdir()
    for make in NO_FILES:
        make(folder / f"{make.__name__}.toml")
    assert main(["books", *SAMPLE]) in (0, 1)
    assert main(["run", "alpha", "-c", "note it rains", *SAMPLE]) == 0
    for book in sorted(folder.iterdir()):
        assert main(["book", "check", str(book), *SAMPLE]) in (1, 2), book.name


@pytest.mark.parametrize("make", NO_FILES)
def test_settings_that_are_no_file_are_told_and_the_defaults_hold(
    saves: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None]
) -> None:
    preferences_path().parent.mkdir(parents=True)
    make(preferences_path())
    assert main(["run", "alpha", "-c", "note it rains", *SAMPLE]) == 0
    assert preferences_path().name in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    [
        f"theme = {'9' * 5000}",
        "theme = " + "[" * 5000,
        "a." * 3000 + "a = 1",
        "theme = 0001-01-01T00:00:00+23:59",
        "\0",
        "theme = 'light'\n#" + "x" * LONGEST_SMALL_FILE,
    ],
    ids=["digits", "brackets", "dots", "a time", "a zero", "too long"],
)
def test_settings_of_any_content_are_told_and_the_defaults_hold(
    saves: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    preferences_path().parent.mkdir(parents=True)
    preferences_path().write_text(text)
    assert main(["show", "alpha", *SAMPLE]) == 0
    told = capsys.readouterr().err
    assert preferences_path().name in told
    assert told.count("\n") == 1
    assert main(["settings", "language=en"]) == 1, "what is broken is not overwritten"
    assert preferences_path().read_text() == text
    with pytest.raises(ThemeError):
        read_theme(preferences_path())


@pytest.mark.parametrize("make", NO_FILES)
def test_bookmarks_that_are_no_file_are_told_and_not_waited_for(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(bookmarks_path(tmp_path / "a.toml"))
    with pytest.raises(JournalError):
        read_bookmarks(tmp_path / "a.toml")


def test_a_file_that_is_too_long_is_refused_whole_and_told_why(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text("a = 1\n#" + "x" * (LONGEST_SMALL_FILE - 7))
    assert read_toml(path) == {"a": 1}
    path.write_text("a = 1\n#" + "x" * (LONGEST_SMALL_FILE - 6))
    with pytest.raises(Unreadable) as refused:
        read_toml(path)
    assert refused.value.reason.id == "file.too_long"


@pytest.fixture
def words_of_mine() -> Iterator[Path]:
    """The folder of a language of the user's, which counts as changed before and after."""
    languages.forget()
    folder = languages.user_folder() / "xx"
    folder.mkdir(parents=True)
    yield folder
    languages.forget()


@pytest.mark.parametrize("name", [languages.HEAD, "words.toml", "rules.toml"])
@pytest.mark.parametrize("make", NO_FILES)
def test_words_that_are_no_file_are_told_and_not_waited_for(
    saves: Path, capsys: pytest.CaptureFixture[str], words_of_mine: Path, make: Callable[[Path], None], name: str
) -> None:
    if name != languages.HEAD:
        (words_of_mine / languages.HEAD).write_text('name = "Mine"')
    make(words_of_mine / name)
    languages.forget()
    assert main(["--lang", "en", "show", "alpha", *SAMPLE]) == 0
    if name != languages.HEAD:
        assert main(["--lang", "xx", "show", "alpha", *SAMPLE]) == 0
        assert languages.package_rules(languages.own_folder(), "xx", "") == {}
    capsys.readouterr()
    told = [problem.path.name for problem in languages.problems()]
    assert told == ([] if (make, name) == (a_circle_of_links, languages.HEAD) else [name])  # such a link leads nowhere


@pytest.mark.parametrize(
    "head",
    ['quotes = ""', 'folds = ["abc>d"]', 'plural = { one = "n % 0 = 1", other = "" }', "name = " + "9" * 5000,
     "name = " + "[" * 5000, "\0"],
)  # fmt: skip
def test_a_language_whose_head_makes_no_sense_is_told_and_left_out(
    saves: Path, capsys: pytest.CaptureFixture[str], words_of_mine: Path, head: str
) -> None:
    (words_of_mine / languages.HEAD).write_text(f'name = "Mine"\n{head}')
    languages.forget()
    assert main(["--lang", "en", "run", "alpha", "-c", "note it rains", *SAMPLE]) == 0
    assert "xx" not in languages.languages()
    assert len(languages.problems()) == 1
    capsys.readouterr()


def test_a_saves_folder_that_cannot_be_read_is_told(
    saves: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    look = os.scandir

    def refuse(folder: str | Path) -> Any:
        if Path(folder) == saves:
            raise PermissionError(13, "Permission denied")
        return look(folder)

    monkeypatch.setattr(os, "scandir", refuse)
    for arguments in (["check"], ["show", "alp"]):
        capsys.readouterr()
        assert main([*arguments, *SAMPLE]) == 1
        assert f"{saves} can't be listed: permission is missing" in capsys.readouterr().err


def test_a_working_folder_that_is_gone_is_no_failure(
    saves: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert main(["check", *SAMPLE]) == 0
    assert main(["show", "alpha", *SAMPLE]) == 1
    assert "alpha" in capsys.readouterr().err


@pytest.mark.parametrize("seed", range(several(2)))
def test_readers_of_damaged_files_raise_nothing_but_what_they_say(tmp_path: Path, seed: int) -> None:
    assert list(badly_told(tmp_path, 400, seed)) == []
