"""The documents say what is true: their commands work, and their example is what the program writes."""

import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.world import live_in
from tracker.__main__ import main

ROOT = Path(__file__).parents[2]
NEEDS_A_SCREEN = ("open", "review", "watch")
CLOCK = ("at = ", "created = ", "# check ")  # a check is of the times, too
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def commands_in(document: str) -> list[list[str]]:
    """The `coterie` lines of a document's shell examples, cut into arguments, comments left out."""
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / document).read_text("utf-8"), re.DOTALL)
    lines = [shlex.split(line, comments=True) for block in blocks for line in block.splitlines()]
    return [line[1:] for line in lines if line[:1] == ["coterie"]]


def run_commands_of(document: str) -> None:
    """Run the commands of a document, one after the other, where nobody looks at a screen."""
    for arguments in commands_in(document):
        if arguments and not set(arguments[:3]) & set(NEEDS_A_SCREEN):
            assert main(arguments) == 0, arguments


class Played(NamedTuple):
    """A folder in which commands have been run, and what they told on standard error."""

    folder: Path
    told: str


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """All commands of the README and of the page it leads to, one after the other."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "saves").mkdir()
    told = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()), redirect_stderr(told):
        patch.chdir(folder)
        live_in(str(folder / "home"))
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"note The lamp goes out\n")))
        run_commands_of("README.md")
        run_commands_of("docs/playing.md")
    return Played(folder, told.getvalue())


def test_every_command_of_the_readme_works(played: Played) -> None:
    assert played.told == ""
    assert (played.folder / "saves" / "red-dawn.toml").is_file()


@pytest.mark.parametrize("guide", ["docs/guide.md", "docs/guide.ru.md"])
def test_every_command_of_a_guide_works(
    guide: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "saves").mkdir()
    monkeypatch.chdir(tmp_path)
    run_commands_of(guide)
    assert capsys.readouterr().err == ""
    assert (tmp_path / "saves" / "next-evening.toml").is_file()


def test_the_example_of_the_session_file_is_what_the_program_writes(played: Played) -> None:
    written = iter((played.folder / "saves" / "red-dawn.toml").read_text("utf-8").splitlines())
    [example] = re.findall(r"```toml\n(.*?)```", (ROOT / "docs/session-file.md").read_text("utf-8"), re.DOTALL)
    lines = [line for line in example.splitlines() if line != "…"]
    assert len(lines) > 20
    for line in lines:
        is_clock = line.startswith(CLOCK)
        assert any(line == found or (is_clock and found[:5] == line[:5]) for found in written), line


@pytest.mark.parametrize(
    "document", ["README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
)
def test_links_and_named_paths_of_a_document_lead_somewhere(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    for link in LINK.findall(text):
        assert ((ROOT / document).parent / link).exists(), link
    for named in re.findall(r"`((?:tracker|tests|docs|tools|benchmarks|saves)/[\w/.-]*)`", text):
        assert "NAME" in named or (ROOT / named).exists(), named
