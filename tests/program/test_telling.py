"""The story and the figures of a session, taken out by the shell in every form."""

import csv
import importlib
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.program.test_program import BEGINNING, SAMPLE, Shell, shell
from tests.tables import NASTY_NAMES, play
from tracker.cli.formats import form_of
from tracker.cli.formats.markdown import escaped
from tracker.core.chance import RandomChance
from tracker.core.quoting import quote
from tracker.opening import NewSession, create_session
from tracker.recap.telling import Manner, Telling
from tracker.rules.facade import Rules
from tracker.text import literal

__all__ = ["shell"]

FIGHT = (
    "add David ally skill=3", "add Orc foe", "add Lurker hidden", "initiative David=13 Orc=9 Lurker=1", "next",
    "damage Orc 3 by=David", "next", "note The lamp goes out", "undo", "redo", "scene The yard", "note Rain",
)  # fmt: skip


@pytest.fixture
def played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(tmp_path, capsys).begin(BEGINNING, *FIGHT)


def log(shell: Shell, *options: str) -> str:
    assert shell.run("log", shell.save, *options, *SAMPLE) == 0, shell.err
    return shell.out


def test_a_filter_and_its_flags_find_the_same(played: Shell) -> None:
    found = log(played, "who:Orc", "kind:damage")
    assert found == log(played, "--who", "Orc", "--kind", "damage")
    assert len(found.splitlines()) == 1
    assert "hits" in found


def test_turns_that_only_pass_are_told_only_where_they_are_wanted(played: Shell) -> None:
    assert "Orc acts" not in log(played)
    assert "Orc acts" in log(played, "--turns")
    assert "Orc acts" in log(played, "kind:turn")


def test_numbers_lead_to_the_state_and_times_stand_before_the_line(played: Shell) -> None:
    line = log(played, "kind:damage", "--numbers", "--times")
    number = line.split("#")[1].split()[0]
    assert played.state("--at", number)["characters"]


def test_a_slip_in_the_filter_is_refused_in_one_line(played: Shell) -> None:
    assert played.run("log", played.save, "kind:dmage", *SAMPLE) == 1
    assert "damage" in played.err
    assert len(played.err.splitlines()) == 1


def test_a_report_has_the_cast_scenes_rounds_notes_as_prose_and_totals(played: Shell) -> None:
    report = log(played, "--format", "markdown").splitlines()
    assert report[0] == "# Red \\[X\\] Dawn"
    assert [line for line in report if line.startswith("#")][1:] == [
        "## Scene 1", "### Round 1", "## Scene 2: The yard", "## Totals",
    ]  # fmt: skip
    assert "The lamp goes out" in report
    assert not [line for line in report if line.endswith(" acts")]


def test_the_page_needs_nothing_from_elsewhere_and_is_well_formed(played: Shell) -> None:
    page = log(played, "--format", "html")
    assert "http" not in page
    assert "<script" not in page
    assert "<svg" in page
    open_tags: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag != "meta":
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Checker().feed(page)
    assert open_tags == []


def test_the_page_folds_its_scenes_and_lists_them_where_there_are_many(played: Shell) -> None:
    page = log(played, "--format", "html")
    assert page.count('<details open class="scene"') == page.count("<h2>") == 2
    assert "<nav>" not in page
    assert played.lines("scene The roof", "note rain") == 0
    page = log(played, "--format", "html")
    links = re.findall(r'href="#(\w+)"', page)
    assert links == ["s1", "s2", "s3", "totals"]
    assert all(f'id="{link}"' in page for link in links)


def test_marks_on_the_page_are_set_apart_by_their_severity(tmp_path: Path) -> None:
    rules = Rules(importlib.import_module("tracker_vtm5"), name="vtm5")
    new = NewSession("vtm5", "Marks", "en", {})
    session = create_session(tmp_path / "x.toml", new, rules, "en", RandomChance(1))
    play(session, "add Vera kind=mortal stamina=3", "set Vera health=X//...")
    session.table.close()
    page = "".join(form_of("html")(Telling(session, Manner())))
    assert 'Health <span class="marks"><span class="worst">X</span><span class="light">//</span>...</span>' in page
    for style in ("worst", "light"):
        assert f".{style} {{" in page


def test_the_page_gives_names_dice_marks_and_verdicts_the_looks_of_the_screen(tmp_path: Path) -> None:
    rules = Rules(importlib.import_module("tracker_vtm5"), name="vtm5")
    session = create_session(tmp_path / "x.toml", NewSession("vtm5", "Looks", "en", {}), rules, "en", RandomChance(1))
    play(
        session, "add Vera kind=vampire ally strength=3", "add <Ignat> foe kind=mortal",
        'roll Vera strength brawl faces="10,3,10"', 'damage "<Ignat>" 2 aggravated',
    )  # fmt: skip
    session.table.close()
    page = "".join(form_of("html")(Telling(session, Manner())))
    assert '<span class="ally">Vera</span>' in page
    assert '<span class="foe">&lt;Ignat&gt;</span>' in page, "a name is text, whatever signs it has"
    assert '<span class="grave">' in page
    assert 'class="hunger">10h<' in page
    assert '<span class="worst">XX</span>' in page
    styles = set(re.findall(r'<span class="([a-z]+)">', page)) - {"marks", "when"}
    described = set(re.findall(r"\.([a-z]+)(?=[ ,][^<]*\{)", page))
    assert styles <= described, "every style that is used is described"


def test_each_line_of_json_lines_is_an_entry_and_each_row_of_the_table_a_roll(played: Shell) -> None:
    assert played.lines("attack Orc by=David", options=("--faces", "15")) == 0
    entries = [json.loads(line) for line in log(played, "--format", "jsonl", "--turns").splitlines()]
    assert entries == json.loads(log(played, "--format", "json", "--turns"))
    assert [entry["n"] for entry in entries] == list(range(1, len(entries) + 1))
    rows = list(csv.DictReader(io.StringIO(log(played, "--format", "csv"))))
    assert [(row["who"], row["against"] or row["who"], row["faces"]) for row in rows][-1] == ("David", "Orc", "15")


def test_players_read_nothing_of_who_is_hidden(played: Shell) -> None:
    for form in ("text", "markdown", "html", "csv", "jsonl", "json"):
        told = log(played, "--format", form, "--players", "--turns")
        assert "Lurker" not in told
        assert "lamp" not in told
        assert form == "csv" or "Orc" in told
    assert played.run("stats", played.save, "--players", *SAMPLE) == 0
    assert "Lurker" not in played.out


def test_the_figures_are_the_same_in_words_and_as_data(played: Shell) -> None:
    assert played.run("stats", played.save, "--json", *SAMPLE) == 0
    figures = json.loads(played.out)
    [david] = [person for person in figures["people"] if person["name"] == "David"]
    assert david["dealt"] == {"hits": 3}
    assert figures["harm"] == [{"by": "David", "to": "Orc", "points": 3}]
    assert (figures["scenes"], figures["rounds"]) == (2, 1)
    assert played.run("stats", played.save, *SAMPLE) == 0
    assert "David" in played.out
    assert played.run("stats", played.save, "--csv", *SAMPLE) == 0
    assert ["David", "dealt", "hits", "3"] in list(csv.reader(io.StringIO(played.out)))


def test_figures_follow_the_filter(played: Shell) -> None:
    assert played.run("stats", played.save, "scene:2", "--json", *SAMPLE) == 0
    assert json.loads(played.out)["harm"] == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_figures_can_be_read_in_both_languages(played: Shell, language: str) -> None:
    assert played.run("--lang", language, "stats", played.save, *SAMPLE) == 0
    assert "recap" not in played.out
    assert "{" not in played.out


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_no_name_gets_markup_or_an_order_for_the_terminal_into_any_form(shell: Shell, name: str) -> None:
    assert shell.lines(f"add name={quote(name)}", f"note text={quote(name)}") == 0
    for form in ("text", "markdown", "html", "csv", "jsonl", "json"):
        told = log(shell, "--format", form)
        assert all(literal(line) == line for line in told.splitlines())


@pytest.mark.parametrize("text", ["- a", "+ a", "1. a", "12) a", "---", "===", "> a", "# a", "* a", "`a`", "<b>"])
def test_no_text_begins_a_block_of_markdown(text: str) -> None:
    assert not escaped(text).startswith(("- ", "+ ", "1.", "12)", "---", "===", ">", "#", "*", "`", "<"))


def test_a_cell_is_never_a_formula(shell: Shell) -> None:
    assert shell.lines("add name='=1+1' skill=3", "add Orc", "attack Orc by='=1+1'", options=("--faces", "15")) == 0
    [row] = list(csv.DictReader(io.StringIO(log(shell, "--format", "csv"))))
    assert row["who"] == "'=1+1"


def test_the_state_for_players_names_nobody_hidden(played: Shell) -> None:
    assert played.run("show", played.save, "--players", *SAMPLE) == 0
    assert "Orc" in played.out
    assert "Lurker" not in played.out
    assert list(played.state("--players")["characters"]) == ["David", "Orc"]
