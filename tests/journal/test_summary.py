"""What the list of sessions tells of a file is what folding the whole session comes to."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.journal.builders import NASTY_TEXTS, a_header, an_entry, write_session
from tests.tables import disk_session, play
from tracker.core import facts as f
from tracker.core.history import History
from tracker.core.state import State, Status
from tracker.journal.header import encode_header
from tracker.journal.reader import read
from tracker.journal.replay import replay
from tracker.journal.sessions import branch, is_taken, list_saves, next_title, titles
from tracker.journal.summary import Summary, summarize, summary_of

EXAMPLES = sorted((Path(__file__).parents[2] / "saves").glob("*.toml"))


def by_folding(path: Path) -> Summary:
    reading = read(path)
    history: History = replay(reading).history
    held = [fact for number in history.standing for fact in history.told(number).entry.facts]
    last: dict[str, tuple[str, bool]] = {}
    for number in history.standing:
        for who, person in history.state_told(number).characters.items():
            last[who] = (person.name, person.can_act)
    title = history.state.title
    return Summary(
        title if title != reading.header.title else None,
        1 + sum(isinstance(fact, f.SceneBegun) for fact in held),
        sum(isinstance(fact, f.RoundBegun) for fact in held),
        tuple(sorted(name for name, can_act in last.values() if not can_act)),
    )


def sorted_fallen(summary: Summary) -> Summary:
    return Summary(summary.title, summary.scenes, summary.rounds, tuple(sorted(summary.fallen)))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_come_to_what_folding_them_comes_to(path: Path) -> None:
    assert sorted_fallen(summary_of(path)) == by_folding(path)


def test_the_office_corridor_by_hand() -> None:
    [path] = [path for path in EXAMPLES if path.name == "example-fight.toml"]
    assert summary_of(path) == Summary(None, 4, 11, ("Gunman",))


def test_what_was_taken_back_does_not_count_and_what_came_back_does(tmp_path: Path) -> None:
    path = tmp_path / "dawn.toml"
    session = play(
        disk_session(path),
        "add David",
        "rename-session Other",
        "scene The yard",
        "undo",
        "undo",
        "redo",
        "scene",
        "undo",
    )
    session.table.close()
    assert summary_of(path) == Summary("Other", 1, 0, ())
    assert sorted_fallen(summary_of(path)) == by_folding(path)


def test_an_earlier_act_that_is_corrected_counts_as_it_now_stands(tmp_path: Path) -> None:
    path = tmp_path / "dawn.toml"
    lines = ["add David", "add Killer", "scene The yard", "initiative David=9 Killer=3", "next", "rename-session Other"]
    session = play(disk_session(path), *lines, "damage Killer 8", "scene", "undo #3", "redo #7 as damage David 9")
    corrected = summary_of(path)
    assert corrected.fallen == ("David",)
    assert (corrected.title, corrected.scenes, corrected.rounds) == ("Other", 2, 1)
    assert sorted_fallen(corrected) == by_folding(path)
    play(session, "undo", "undo").table.close()
    assert summary_of(path).fallen == ("Killer",)
    assert sorted_fallen(summary_of(path)) == by_folding(path)


def test_a_correction_after_which_no_act_is_left_counts_nothing(tmp_path: Path) -> None:
    path = tmp_path / "dawn.toml"
    play(disk_session(path), "add Jerry", "rename Jerry Bob", "damage Bob 9 sharp", "undo #1").table.close()
    assert [fact for fact in read(path).entries[-1].facts if isinstance(fact, f.DoneAgain)] == []
    assert summary_of(path).fallen == ()
    assert titles(tmp_path) == {path: read(path).header.title}


_VALUES = ("1", '"a"', "[]", "{}", "true", "-1", "9999999999999999999", "[{ can_act = false }]", "nan", "1979-05-27")
_FACTS = st.builds(
    lambda kind, values: "".join([f'  {{ kind = "{kind}"', *(f", {key} = {value}" for key, value in values), " },"]),
    st.sampled_from(["title_set", "scene_begun", "round_begun", "character_added", "detail_set", "status_set",
                     "undone", "redone", "corrected", "done_again"]),
    st.lists(
        st.tuples(st.sampled_from(["entry", "after", "who", "name", "detail", "status"]), st.sampled_from(_VALUES)),
        max_size=4,
        unique_by=lambda pair: pair[0],
    ),
)  # fmt: skip


@trying(40)
@given(st.lists(st.lists(_FACTS, max_size=4), max_size=4))
def test_facts_of_any_form_are_passed_over(tmp_path_factory: pytest.TempPathFactory, entries: list[list[str]]) -> None:
    path = tmp_path_factory.getbasetemp() / "odd.toml"
    bodies = [
        "\n".join(["", "[[entry]]", f"n = {number}", "fact = [", *facts, "]", f"end = {number}", ""])
        for number, facts in enumerate(entries, 1)
    ]
    path.write_bytes(encode_header(a_header()) + "".join(bodies).encode())
    assert isinstance(summary_of(path), Summary)


def test_no_text_in_an_entry_looks_like_a_fact(tmp_path: Path) -> None:
    path = tmp_path / "nasty.toml"
    texts = (*NASTY_TEXTS, '\n  { kind = "round_begun", round = 1 },\n', '", name = "Mallory" },', "end = 1")
    entries = [
        an_entry(number, f.CharacterAdded(text or "?", text, "person"), f.StatusSet(text or "?", (Status("x", False),)))
        for number, text in enumerate(texts, 1)
    ]
    write_session(path, entries)
    assert summary_of(path) == Summary(None, 1, 0, texts)


def test_a_torn_entry_does_not_count_and_a_broken_line_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "torn.toml"
    whole = write_session(path, [an_entry(1, f.RoundBegun(1)), an_entry(2, f.TitleSet("Other", "Red Dawn"))])
    path.write_bytes(whole[: whole.rindex(b"end = 2")])
    assert summary_of(path) == Summary(None, 1, 1)
    path.write_bytes(whole.replace(b'after = "Other"', b"after = \xff\xfe"))
    assert summary_of(path) == Summary(None, 1, 1)


def test_long_files_are_read_in_small_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "long.toml"
    write_session(path, [an_entry(n, f.RoundBegun(n), f.TitleSet(f"Part {n}", "")) for n in range(1, 40)])
    for size in (7, 64, 1000):
        monkeypatch.setattr("tracker.journal.summary._PIECE_BYTES", size)
        *pieces, last = summarize(path)
        assert len(pieces) == -(-path.stat().st_size // size)
        assert last == Summary("Part 39", 1, 39)


def test_titles_are_those_of_now(tmp_path: Path) -> None:
    write_session(tmp_path / "a.toml", [], a_header("First"))
    write_session(tmp_path / "b.toml", [an_entry(1, f.TitleSet("Now", "Then"))], a_header("Then"))
    write_session(tmp_path / "c.toml", [an_entry(1, f.Noted('{ kind = "title_set" }'))], a_header('Quo"te'))
    (tmp_path / "d.toml").write_bytes(b"nothing")
    found = {path.stem: title for path, title in titles(tmp_path).items()}
    assert found == {"a": "First", "b": "Now", "c": 'Quo"te', "d": ""}


def test_a_suggested_title_is_never_taken(tmp_path: Path) -> None:
    for number, title in enumerate(["Red Dawn", "red  dawn 2", "Red Dawn 4"]):
        write_session(tmp_path / f"{number}.toml", [], a_header(title))
    assert is_taken("RED DAWN 2", tmp_path)
    assert next_title("Red Dawn", tmp_path) == "Red Dawn 3"
    assert next_title("Red Dawn 2", tmp_path) == "Red Dawn 3"
    assert next_title("1984", tmp_path) == "1984 2"


def test_a_branch_with_a_title_has_whole_checks(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.toml", tmp_path / "b.toml"
    write_session(path, [an_entry(1), an_entry(2), an_entry(3)])
    branch(path, copy, 2, (an_entry(3, f.TitleSet("Other", "Red Dawn")),))
    reading = read(copy)
    assert (len(reading.entries), reading.covered, reading.faults, reading.torn) == (3, 3, (), b"")
    assert reading.header == read(path).header
    assert replay(reading).history.state == State(title="Other", options=reading.header.options)
    assert [save.path.name for save in list_saves(tmp_path)] == ["b.toml", "a.toml"]
