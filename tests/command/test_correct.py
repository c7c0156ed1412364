"""One earlier act is taken back or done otherwise, by typed lines; the later ones are done again with their faces."""

import pytest

from tests.recap.timelines import beginnings
from tests.tables import disk_session, memory_session, play, played, try_line
from tracker.command.commands import HistoryCommand
from tracker.command.complete import complete
from tracker.command.correct import correction_of
from tracker.command.run import perform_line
from tracker.core.facts import Corrected, DoneAgain, Rolled, Undone
from tracker.core.history import Entry
from tracker.core.intents import Refusal
from tracker.core.public import public_history
from tracker.opening import Session
from tracker.recap.steps import Timeline, steps_of
from tracker.recap.totals import totals_of
from tracker.story import story

CAST = ("add Ann skill=3", "add Bob toughness=20", "add Orc toughness=20")


@pytest.fixture
def session() -> Session:
    return played(*CAST)


def hits(session: Session, who: str) -> int:
    return session.table.state.characters[who].pools["hits"].value


def corrected(session: Session, line: str) -> list[str]:
    (entry,) = perform_line(session, line)
    assert isinstance(entry, Entry)
    return story(entry, session.words)


def refusal(session: Session, line: str) -> str:
    with pytest.raises(Refusal) as caught:
        perform_line(session, line)
    return session.words.say(caught.value.reason)


def test_only_the_act_itself_is_taken_back(session: Session) -> None:
    play(session, "damage Bob 5", "damage Orc 2")
    assert corrected(session, "undo #4") == ["Undone: #4 damage: Bob", "1 later act comes out the same"]
    assert (hits(session, "Bob"), hits(session, "Orc")) == (20, 18)


def test_a_bare_number_still_counts_the_last_acts(session: Session) -> None:
    play(session, "damage Bob 5", "damage Orc 2", "undo 2")
    assert (hits(session, "Bob"), hits(session, "Orc")) == (20, 20)


def test_what_comes_out_differently_is_told_with_what_it_was(session: Session) -> None:
    play(session, "damage Bob 5", "damage Bob 2")
    assert corrected(session, "undo #4")[1:] == [
        "#5 is now: Bob: 2 blunt damage, hits 20 → 18 (was: Bob: 2 blunt damage, hits 15 → 13)"
    ]
    assert hits(session, "Bob") == 18


def test_who_did_a_later_act_still_does_it_whoever_has_the_turn_now(session: Session) -> None:
    play(session, "initiative Ann=9 Bob=5 Orc=1", "next", "next", "attack Orc faces=19", "note later")
    attack = session.table.history.entries[6]
    assert "Bob" in session.words.say(attack.tell[0])
    for number in (6, 5):
        told = corrected(session, f"undo #{number}")
        assert not any("Ann" in line and "Orc" in line for line in told), told
        now = session.table.history.told(attack.number).entry
        assert [session.words.say(line) for line in now.tell] == [session.words.say(line) for line in attack.tell]


def test_what_somebody_did_who_never_came_is_left_out(session: Session) -> None:
    play(session, "initiative Ann=9 Bob=5 Orc=1", "next", "next", "attack Orc faces=19")
    assert any("#7 attack: Bob → Orc is left out" in line for line in corrected(session, "undo #2"))


def test_an_act_that_is_refused_now_is_left_out_and_told(session: Session) -> None:
    play(session, "note about=Orc he waits", "damage Orc 2", "damage Bob 1")
    told = corrected(session, "undo #3")
    assert told[0] == "Undone: #3 add: Orc"
    assert told[1].startswith("#4 note: he waits is left out: ")
    assert told[2].startswith("#5 damage: Orc is left out: ")
    assert told[3] == "1 later act comes out the same"
    assert [session.table.history.taken_back(number) for number in range(1, 8)] == [0, 0, 1, 1, 1, 0, 0]


def test_the_faces_of_later_rolls_stay_and_missing_ones_fall_once(session: Session) -> None:
    play(session, "set Ann skill 9", "attack Bob by=Ann", "attack Orc by=Ann faces=4")
    fallen = [fact.faces for entry in session.table.history.entries for fact in entry.facts if isinstance(fact, Rolled)]
    corrected(session, "undo #4")
    now = [session.table.history.told(number).entry for number in (5, 6)]
    assert [fact.faces for entry in now for fact in entry.facts if isinstance(fact, Rolled)] == fallen
    assert [fact.typed for entry in now for fact in entry.facts if isinstance(fact, Rolled)] == [False, True]


def test_another_line_stands_in_its_place(session: Session) -> None:
    play(session, "damage Bob 5", "damage Orc 2")
    assert corrected(session, "redo #4 as damage Orc 3")[0].startswith("Changed: #4 damage: Bob → Orc")
    assert (hits(session, "Bob"), hits(session, "Orc")) == (20, 15)
    assert session.table.history.told(4).entry.do == "damage Orc 3"
    assert session.table.history.entries[3].do == "damage Bob 5"


def test_a_changed_roll_keeps_the_faces_that_fell(session: Session) -> None:
    play(session, "attack Bob by=Ann")
    (fallen,) = (fact for fact in session.table.history.entries[-1].facts if isinstance(fact, Rolled))
    play(session, "redo 4 as attack Orc by=Ann")
    (now,) = (fact for fact in session.table.history.told(4).entry.facts if isinstance(fact, Rolled))
    assert (now.faces, now.against, now.typed) == (fallen.faces, "Orc", False)


def test_both_meanings_are_typed_in_russian() -> None:
    session = play(memory_session(language="ru"), *CAST, "damage Bob 5", "damage Orc 2")
    play(session, "вернуть #4 как damage Bob 1", "отменить #5")
    assert (hits(session, "Bob"), hits(session, "Orc")) == (19, 20)
    play(session, "отменить 2")
    assert (hits(session, "Bob"), hits(session, "Orc")) == (15, 18)


def test_undo_of_a_correction_is_exact_and_so_is_its_redo(session: Session) -> None:
    play(session, "damage Bob 5", "damage Orc 2")
    before = session.table.state
    play(session, "undo #4")
    after = session.table.state
    play(session, "undo")
    assert session.table.state == before
    assert session.table.history.standing == [1, 2, 3, 4, 5]
    play(session, "redo")
    assert session.table.state == after
    assert session.table.history.standing == [1, 2, 3, 5]


def test_an_act_that_was_done_again_can_be_taken_back_too(session: Session) -> None:
    play(session, "damage Bob 5", "damage Bob 2", "damage Bob 1", "undo #4", "undo #5")
    assert hits(session, "Bob") == 19
    play(session, "undo")
    assert hits(session, "Bob") == 17
    play(session, "undo")
    assert hits(session, "Bob") == 12


def test_the_last_act_is_taken_back_like_by_any_undo(session: Session) -> None:
    play(session, "damage Bob 5")
    (entry,) = perform_line(session, "undo #4")
    assert isinstance(entry, Entry)
    assert entry.facts == (Undone(4),)
    play(session, "redo")
    assert hits(session, "Bob") == 15


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("undo #99", "Entry #99 doesn't exist. The last one is #7"),
        ("undo #5", "#5 is undone already"),
        ("undo #6", "#6 isn't an act. To undo the last change, leave the number out"),
        ("undo #x", "After # comes the number of an entry, for example #12"),
        ("undo #0", "After # comes the number of an entry, for example #12"),
        ("undo #4 now", "undo #4 takes nothing more. To do something else instead: redo #4 as LINE"),
        ("redo #4", "What instead? Write: redo #4 as LINE"),
        ("redo #4 as", "What instead? Write: redo #4 as LINE"),
        ("redo #4 as undo", "\"undo\" isn't an act, so it can't replace one"),
        ("redo #4 as sheet Ann", "\"sheet Ann\" isn't an act, so it can't replace one"),
    ],
)
def test_what_cannot_be_corrected_is_refused_and_nothing_happens(session: Session, line: str, reason: str) -> None:
    play(session, "damage Bob 5", "damage Orc 2", "undo", "note rain")
    before = len(session.table.history.entries)
    assert refusal(session, line) == reason
    assert len(session.table.history.entries) == before


def test_a_new_line_that_is_refused_changes_nothing(session: Session) -> None:
    play(session, "damage Bob 5", "damage Orc 2")
    before = session.table.state
    assert "Nobody" in refusal(session, "redo #4 as damage Nobody 3")
    assert session.table.state is before


def test_what_is_shown_before_is_what_comes_of_it(session: Session) -> None:
    play(session, "note rain", "attack Bob by=Ann", "damage Bob 2")
    command = HistoryCommand("redo", entry=4, line="set Ann skill 12")
    shown = [correction_of(session.table, session.commands, command).lines for _ in range(2)]
    assert shown[0] == shown[1]
    (entry,) = perform_line(session, "redo #4 as set Ann skill 12")
    assert isinstance(entry, Entry)
    assert entry.tell == shown[0]


def test_the_recap_counts_what_stands_and_once(session: Session) -> None:
    play(session, "damage Bob 5 sharp", "damage Orc 2 sharp", "scene The yard", "damage Orc 1 sharp")
    play(session, "undo #4")
    history = session.table.history
    totals = totals_of(steps_of(history))
    taken = {person.name: sum(person.taken.values()) for person in totals.people}
    assert taken == {"Ann": 0, "Bob": 0, "Orc": 3}
    steps = {step.number: step for step in steps_of(history)}
    assert [(step.stands, step.is_taken_back) for step in steps.values()][3:] == [
        (False, True), (True, False), (True, False), (True, False), (False, False),
    ]  # fmt: skip
    assert [step.moment.scene for step in steps.values()] == [1, 1, 1, 1, 1, 2, 2, 2]
    assert beginnings(Timeline(history), "scene") == (6,)
    play(session, "undo #6")
    assert [step.moment.scene for step in steps_of(history)][6:8] == [1, 1]
    assert beginnings(Timeline(history), "scene") == ()


def test_the_file_opens_to_the_same_without_any_rule(tmp_path) -> None:  # type: ignore[no-untyped-def]
    from tracker.opening import review_session

    session = play(disk_session(tmp_path / "x.toml"), *CAST, "damage Bob 5", "attack Orc by=Ann", "undo #4")
    session.table.close()
    again = review_session(tmp_path / "x.toml", [], "en").table.history
    assert again.state == session.table.state
    assert list(again.standing) == list(session.table.history.standing)


def test_an_entry_names_the_act_and_holds_all_facts(session: Session) -> None:
    play(session, "damage Bob 5", "note rain")
    (entry,) = perform_line(session, "undo #4")
    assert isinstance(entry, Entry)
    assert entry.do == "undo #4"
    assert entry.facts[0] == Corrected(4)
    assert isinstance(entry.facts[1], DoneAgain)
    assert (entry.facts[1].entry, entry.facts[1].do, entry.facts[1].say) == (5, "note rain", "rain")


def test_players_read_the_story_as_it_stands_and_nothing_hidden() -> None:
    session = play(played(*CAST), "add Lurker hidden", "damage Bob 5 by=Lurker", "damage Bob 2")
    play(session, "damage Lurker 1", "undo #4")
    public = public_history(session.table.history)
    assert "Lurker" not in repr(list(public.values()))
    told = [story(entry, session.words) for entry in public.values()]
    assert all("#" not in line for lines in told for line in lines)
    assert try_line(session, "undo #6")
    assert "Undone: damage: Bob" in story(list(public_history(session.table.history).values())[-1], session.words)


def test_the_new_line_is_completed_and_said_in_the_readers_words() -> None:
    session = play(memory_session(language="ru"), *CAST, "damage Bob 1")
    assert session.commands is not None
    found = complete("вернуть #4 как damage Or", session.commands, session.table.state)
    assert (found.start, list(found.candidates)) == (len("вернуть #4 как damage "), ["Orc"])
    line = session.commands.spoken("redo #4 as damage Orc 2", session.table.state)
    assert line.startswith("вернуть #4 как ")
    play(session, line)


def test_a_correction_that_is_undone_is_named(session: Session) -> None:
    play(session, "damage Bob 1", "note rain", "undo #4")
    assert corrected(session, "undo") == ["Undone: change of #4"]
    assert corrected(session, "redo") == ["Redone: change of #4"]
