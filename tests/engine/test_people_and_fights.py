"""Names never mean somebody else; a session holds several fights; what belongs to nobody outlives scenes."""

import pytest

from tests.tables import memory_session, play
from tests.ui.variants import variant
from tracker.command.run import perform_line
from tracker.core.facts import FightShown, Rolled
from tracker.core.fold import fold_all
from tracker.core.intents import Refusal
from tracker.core.state import Pool
from tracker.opening import Session


def refused(session: Session, line: str) -> str:
    with pytest.raises(Refusal) as refusal:
        perform_line(session, line)
    return refusal.value.reason.id


def names(session: Session) -> list[str]:
    return [person.name for person in session.table.state.characters.values()]


def said(session: Session) -> str:
    return session.table.history.entries[-1].say


# ---------------------------------------------------------------------- names


def test_a_number_is_given_once_only_and_undo_gives_it_back() -> None:
    session = play(memory_session(), "add Thug count=3", 'remove "Thug 2"', "add Thug count=1", "add Thug count=2")
    assert names(session) == ["Thug 1", "Thug 3", "Thug", "Thug 4", "Thug 5"]
    play(session, "undo", "add Thug count=2")
    assert names(session)[-2:] == ["Thug 4", "Thug 5"]


def test_the_name_of_somebody_who_left_is_not_given_again_and_the_line_says_so() -> None:
    session = play(memory_session(), "add Ann", "remove Ann", "add Ann")
    assert names(session) == ["Ann 2"]
    assert "was used in this session before" in said(session)


def test_a_name_that_was_given_up_can_be_taken_back_by_its_bearer_alone() -> None:
    session = play(memory_session(), "add Ann", "add Bob", "rename Ann Anna")
    assert refused(session, "rename Bob Ann") == "refused.name_taken"
    play(session, "rename Anna Ann")
    assert names(session) == ["Ann", "Bob"]


# ---------------------------------------------------------------------- fights


def two_fights() -> Session:
    session = play(memory_session(), *(f"add {name}" for name in ("Ann", "Bob", "Cid", "Dora")))
    play(session, "initiative Ann=9 Bob=7 Cid=5 Dora=3", "next", "next")
    return play(session, "fight yard Cid,Dora", "initiative Cid=4 Dora=8", "next")


def order(session: Session) -> list[str]:
    return [place.who for place in session.table.state.order]


def test_each_fight_has_its_own_order_round_and_turn_and_the_clock_is_one() -> None:
    session = two_fights()
    state = session.table.state
    assert (state.fight, order(session), state.round, state.current) == ("yard", ["Dora", "Cid"], 1, "Dora")
    play(session, "next", "next", "pass 1 minute", "fight first")
    state = session.table.state
    assert (state.fight, order(session), state.round, state.current) == ("", ["Ann", "Bob"], 1, "Bob")
    assert (state.fights["yard"].round, state.fights["yard"].current) == (2, "Dora")
    assert state.seconds == 60


def test_a_round_of_one_fight_leaves_the_people_of_the_other_alone() -> None:
    session = play(two_fights(), "damage Ann 3 sharp", "damage Dora 3 sharp", "next", "next")
    hits = {name: person.pools["hits"].value for name, person in session.table.state.characters.items()}
    assert (session.table.state.round, hits["Dora"], hits["Ann"]) == (2, 4, 5)
    (bleeding,) = session.table.state.characters["Ann"].conditions.values()
    assert bleeding.left == 2


def test_an_act_is_in_the_fight_of_whoever_acts_and_the_shown_one_stays_shown() -> None:
    session = play(two_fights(), "attack Bob by=Ann faces=19")
    state = session.table.state
    assert (state.fight, state.current, state.characters["Bob"].pools["hits"].value) == ("yard", "Dora", 5)
    facts = session.table.history.entries[-1].facts
    assert [fact.fight for fact in facts if isinstance(fact, FightShown)] == ["", "yard"]


def test_whoever_goes_over_has_no_place_yet_and_is_due_only_where_rounds_run() -> None:
    session = play(two_fights(), "fight yard Bob")
    assert [due.id for due in session.table.state.open_due] == ["no-initiative:Bob"]
    assert refused(session, "initiative Ann,Bob") == "refused.other_fight"
    play(session, "initiative Bob=20", "next")
    assert order(session) == ["Bob", "Dora", "Cid"]


def test_a_fight_that_ends_gives_its_people_back_and_a_scene_ends_all() -> None:
    session = play(two_fights(), "end fight yard")
    assert (session.table.state.fight, session.table.state.fights, dict(session.table.state.fighting)) == ("", {}, {})
    assert [due.id for due in session.table.state.open_due] == ["no-initiative:Cid", "no-initiative:Dora"]
    session = play(two_fights(), "scene")
    assert (session.table.state.fight, session.table.state.fights, session.table.state.order) == ("", {}, ())


def test_a_fight_is_opened_with_people_only_and_a_misspelt_one_is_refused() -> None:
    session = two_fights()
    assert refused(session, "fight yrad") == "refused.no_fight"
    assert refused(session, "fight Bob Ann") == "refused.fight_is_a_person"
    assert refused(session, "fight yard") == "refused.nothing_to_do"
    assert refused(session, "end fight first") == "refused.no_fight_to_end"


def test_somebody_who_leaves_the_session_leaves_the_order_of_every_fight() -> None:
    session = play(two_fights(), "fight first", "remove Dora", "fight yard")
    assert order(session) == ["Cid"]
    assert session.table.state.current == ""


def test_fights_are_undone_redone_and_folded_without_the_ruleset() -> None:
    session = two_fights()
    after, start = session.table.state, session.table.history.state_after(0)
    steps = len(session.table.history.entries)
    play(session, f"undo {steps}")
    assert session.table.state == start
    play(session, f"redo {steps}")
    assert session.table.state == after
    facts = [fact for entry in session.table.history.entries[:steps] for fact in entry.facts]
    assert fold_all(start, facts) == after


def test_whoever_joins_joins_the_fight_that_is_shown() -> None:
    session = play(two_fights(), "add Flo")
    assert session.table.state.fight_of("Flo") == "yard"
    assert "Flo goes over to yard" in said(session)


def test_the_one_who_has_no_place_gets_it_whichever_fight_is_shown() -> None:
    session = play(two_fights(), "fight first", "add Flo", "fight yard", "due 1")
    state = session.table.state
    assert state.fight == "yard"
    assert [place.who for place in state.fights[""].order].count("Flo") == 1
    assert order(session) == ["Dora", "Cid"]


@pytest.mark.parametrize("line", ["jump Ann", "turn Ann", "leave Ann", "initiative Ann=1", "move Ann after Bob"])
def test_what_changes_the_order_is_about_the_fight_of_whoever_is_named(line: str) -> None:
    session = play(two_fights(), line)
    state = session.table.state
    assert (state.fight, order(session), state.current) == ("yard", ["Dora", "Cid"], "Dora")
    first = state.fights[""]
    assert [place.who for place in first.order] != ["Ann", "Bob"] or first.current == "Ann"


def test_people_of_two_fights_do_not_leave_with_one_line() -> None:
    assert refused(two_fights(), "leave Ann,Dora") == "refused.other_fight"


def test_bare_initiative_rolls_for_nobody_who_has_a_place() -> None:
    session = two_fights()
    assert refused(session, "initiative") == "refused.all_have_a_place"
    play(session, "initiative all")
    assert sorted(order(session)) == ["Cid", "Dora"]


def test_all_are_those_of_the_fight_of_whoever_acts() -> None:
    session = play(two_fights(), "damage all 1 blunt")
    hits = {name: person.pools["hits"].value for name, person in session.table.state.characters.items()}
    assert hits["Cid"] == hits["Dora"] == hits["Ann"] - 1 == hits["Bob"] - 1


def test_whoever_comes_back_into_a_fight_without_an_order_is_asked_for() -> None:
    session = play(two_fights(), "fight yard Ann,Bob", "end fight yard")
    assert order(session) == []
    assert {due.who for due in session.table.state.open_due} == {"Ann", "Bob", "Cid", "Dora"}


def test_the_turn_of_one_who_goes_over_ends_with_what_lasted_so_long() -> None:
    session = play(two_fights(), "condition Dora modifier amount=1 turns=1", "fight first Dora")
    state = session.table.state
    assert state.fights["yard"].current == ""
    assert not state.characters["Dora"].conditions
    assert "modifier (1) ends" in said(session)


def test_a_turn_that_runs_in_another_fight_ends_there_when_its_owner_goes_over() -> None:
    session = play(two_fights(), "fight first", "condition Dora modifier amount=1 turns=1", "fight first Dora")
    state = session.table.state
    assert (state.fight, state.fights["yard"].current, state.current) == ("", "", "Bob")
    assert not state.characters["Dora"].conditions


def test_a_scene_tells_which_fights_it_ends() -> None:
    assert "The fight is over: yard · A new scene" in said(play(two_fights(), "scene"))


def test_a_jump_begins_the_turn_with_what_ends_as_it_begins() -> None:
    session = play(two_fights(), "condition Cid modifier amount=-2 until=start", "jump Cid")
    assert not session.table.state.characters["Cid"].conditions
    assert session.table.state.current == "Cid"
    assert refused(session, "jump Cid") == "refused.nothing_to_do"


def test_when_all_have_left_the_order_nobody_is_put_back_into_it() -> None:
    session = play(two_fights(), "leave Cid,Dora", "next", "next")
    assert order(session) == []
    assert "No one can act" in said(session)


@pytest.mark.parametrize(
    "line",
    ["initiative", "next", "jump Ann", "turn Ann", "leave Ann", "move Ann after Bob", "fight yard Ann", "end fight"],
)
def test_a_game_without_turns_refuses_what_is_about_turns(line: str) -> None:
    rules = variant(turns="none")
    session = play(memory_session(rules), "add Ann", "add Bob")
    assert refused(session, line) == "refused.no_turns"


# ---------------------------------------------------------------------- what belongs to the session


def test_a_gauge_of_the_session_is_set_changed_told_and_outlives_scenes() -> None:
    session = play(memory_session(), "set doom 2")
    assert said(session) == "doom 0/6 → 2/6, by hand"
    play(session, "set doom +3", "scene")
    assert session.table.state.pools["doom"] == Pool(5, 6)
    assert refused(session, "set doom +3") == "refused.number_range"
    assert refused(session, "set dooom 3") != ""


def test_somebody_who_is_called_like_a_gauge_is_meant_first() -> None:
    session = play(memory_session(), "add doom skill=1 toughness=4", "set doom skill=3")
    assert session.table.state.characters["doom"].integer("skill") == 3


# ---------------------------------------------------------------------- hidden


def rolls(session: Session) -> list[bool]:
    return [fact.hidden for fact in session.table.history.entries[-1].facts if isinstance(fact, Rolled)]


def test_any_act_of_a_ruleset_can_be_hidden_and_its_rolls_are_marked() -> None:
    session = play(memory_session(), "add Ann", "add Bob", "attack Bob hidden by=Ann faces=19")
    assert rolls(session) == [True]
    assert session.table.history.entries[-1].do == 'attack Bob hidden by=Ann faces="19"'
    play(session, "attack Bob by=Ann faces=19")
    assert rolls(session) == [False]


def test_the_rolls_of_somebody_hidden_are_marked_by_themselves() -> None:
    session = play(memory_session(), "add Ann hidden", "add Bob", "attack Bob by=Ann faces=19")
    assert rolls(session) == [True]


def test_new_foes_join_hidden_by_the_option_and_are_shown_with_their_first_act() -> None:
    session = play(memory_session(), "option foes_hidden=yes", "add Ann", "add Orc foe", "add Elf foe hidden=no")
    hidden = {name: person.hidden for name, person in session.table.state.characters.items()}
    assert hidden == {"Ann": False, "Orc": True, "Elf": False}
    play(session, "attack Orc by=Ann faces=2")
    assert session.table.state.characters["Orc"].hidden
    play(session, "attack Ann by=Orc faces=2")
    assert not session.table.state.characters["Orc"].hidden
    assert "The players see Orc" in said(session)
    play(session, "hide Orc", "attack Ann by=Orc faces=2")
    assert session.table.state.characters["Orc"].hidden, "only once"


def test_what_the_game_master_hides_or_shows_goes_before_the_option() -> None:
    session = play(memory_session(), "option foes_hidden=yes", "add Ann", "add Orc foe", "add Elf foe", "hide Orc")
    assert said(session) == "Orc stays hidden from the players"
    play(session, "attack Ann by=Orc faces=2")
    assert session.table.state.characters["Orc"].hidden
    play(session, "show Elf", "hide Elf", "attack Ann by=Elf faces=2")
    assert session.table.state.characters["Elf"].hidden


def test_the_turn_marker_does_not_move_for_the_hidden() -> None:
    session = play(memory_session(), "add Ann", "add Orc hidden", "initiative Ann=9 Orc=5", "next")
    assert (session.table.state.current, session.table.state.marker) == ("Ann", "Ann")
    play(session, "next")
    assert (session.table.state.current, session.table.state.marker) == ("Orc", "Ann")


def test_what_is_due_in_another_fight_is_done_there() -> None:
    session = play(two_fights(), "fight first", "fight yard Bob")
    (due,) = session.table.state.open_due
    play(session, "fight first", "due 1")
    assert session.table.state.fight == ""
    assert [place.who for place in session.table.state.fights["yard"].order].count("Bob") == 1
    assert due.id not in [one.id for one in session.table.state.due]
