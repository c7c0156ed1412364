"""What is due is derived from the state: it comes and goes by itself, and what goes undone is told."""

from types import SimpleNamespace
from typing import Any

import coterie_sample
import pytest

from tests.tables import memory_session, play, played, sample_rules
from tracker.answers import answer
from tracker.api import (
    CounterSet,
    Draft,
    DueItem,
    Intent,
    Outcome,
    PoolSet,
    State,
    hookimpl,
    message,
)
from tracker.command.commands import QueryCommand
from tracker.command.run import perform_line
from tracker.core.facts import DueGone, DueSet, Prompted
from tracker.core.history import Entry
from tracker.core.intents import Refusal
from tracker.core.values import frozen
from tracker.opening import Session
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError


def bleeding_ann(*further: str) -> Session:
    return play(played("add Ann", "damage Ann 3 sharp"), *further)


def ids(session: Session) -> list[str]:
    return [due.id for due in session.table.state.open_due]


def last(session: Session) -> Entry:
    return session.table.history.entries[-1]


def test_it_comes_with_its_cause_with_sentence_command_rule_and_weight() -> None:
    (due,) = bleeding_ann().table.state.due
    assert (due.id, due.who, due.command, due.rule, due.weight) == (
        "bandage:Ann", "Ann", "bandage Ann", "HP-04", "offer",
    )  # fmt: skip


@pytest.mark.parametrize("line", ["bandage Ann", "due 1"])
def test_its_command_or_its_number_does_it_and_nothing_more_is_told(line: str) -> None:
    session = bleeding_ann(line)
    assert not session.table.state.due
    assert last(session).do == "bandage Ann"
    assert last(session).say == "Ann: the bleeding is stopped"
    assert DueGone("bandage:Ann", "done") in last(session).facts


def test_what_makes_it_moot_takes_it_away_with_a_line() -> None:
    session = bleeding_ann("end Ann bleeding")
    assert not session.table.state.due
    assert "No longer to do: Ann bleeds: bandage the wound?" in last(session).say


def test_it_never_goes_with_a_round_and_next_names_only_what_must_be_answered() -> None:
    session = bleeding_ann("add Bob", "initiative Ann=9 Bob=5", *["next"] * 3)
    assert ids(session) == ["bandage:Ann"]
    assert "Still to do" not in last(session).say
    play(session, "add Eve", "next")
    assert "Still to do: Eve has no initiative yet" in last(session).say
    assert "no-initiative:Eve" in ids(session)


def test_a_dismissal_holds_until_it_has_left_the_list_once() -> None:
    session = bleeding_ann("dismiss 1")
    assert ids(session) == []
    play(session, "note nothing", "damage Ann 1 blunt")
    assert ids(session) == []
    play(session, "end Ann bleeding")
    assert "No longer to do" not in last(session).say
    play(session, "condition Ann bleeding 1")
    assert ids(session) == ["bandage:Ann"]


def test_undo_brings_it_back_as_it_was_and_redo_takes_it_away_again() -> None:
    session = bleeding_ann()
    before = session.table.state
    play(session, "bandage Ann", "undo")
    assert session.table.state == before
    play(session, "redo")
    assert not session.table.state.due


def test_a_session_shows_it_without_its_plugin() -> None:
    session = bleeding_ann()
    facts = [fact for entry in session.table.history.entries for fact in entry.facts if isinstance(fact, DueSet)]
    assert [fact.due.id for fact in facts] == ["bandage:Ann"]


def test_its_command_follows_a_person_who_is_renamed() -> None:
    session = bleeding_ann("rename Ann Annabel")
    assert session.table.state.due[0].command == "bandage Annabel"
    play(session, "due 1")
    assert not session.table.state.due


def test_whoever_leaves_the_session_takes_it_away_and_the_log_says_so() -> None:
    session = bleeding_ann("remove Ann")
    assert not session.table.state.due
    assert last(session).say == "Ann leaves the session · No longer to do: Ann bleeds: bandage the wound?"


@pytest.mark.parametrize(
    ("line", "reason"),
    [("due 2", "refused.no_prompt"), ("due 0", "refused.no_prompt"), ("due x", "command.due_number")],
)
def test_a_number_that_is_not_there_is_refused(line: str, reason: str) -> None:
    with pytest.raises(Refusal) as refusal:
        perform_line(bleeding_ann(), line)
    assert refusal.value.reason.id == reason


def test_the_list_is_a_question() -> None:
    query = perform_line(bleeding_ann(), "due")
    assert isinstance(query, QueryCommand)
    assert "bandage Ann" in " ".join(answer(bleeding_ann(), query))


# ---------------------------------------------------------------------- who has no place in a running order


def running_fight(*further: str) -> Session:
    return play(played("add Ann", "add Bob", "initiative Ann=9 Bob=5", "next"), *further)


def test_a_late_joiner_is_due_and_the_others_keep_their_scores() -> None:
    session = running_fight("add Eve")
    assert ids(session) == ["no-initiative:Eve"]
    assert session.table.state.due[0].weight == "must"
    play(session, "initiative")
    places = {place.who: place.value for place in session.table.state.order}
    assert (places["Ann"], places["Bob"], "Eve" in places) == (9, 5, True)
    assert ids(session) == []


def test_a_late_joiner_is_due_before_no_fight_and_not_out_of_one() -> None:
    assert ids(play(memory_session(), "add Ann", "add Bob", "initiative Ann=9", "add Eve")) == []
    assert ids(running_fight("add Eve", "scene")) == []


def test_who_leaves_the_order_is_not_asked_for_and_comes_back_by_initiative() -> None:
    session = running_fight("leave Bob", "next")
    assert ids(session) == []
    play(session, "initiative Bob=7", "leave Bob")
    assert ids(session) == []


def test_who_never_had_a_place_can_stay_out_of_the_order_for_good() -> None:
    session = running_fight("add Eve", "leave Eve", "next", "next")
    assert ids(session) == []
    assert refused_id(session, "leave Eve") == "refused.no_place"
    play(session, "initiative Eve=7")
    assert session.table.state.place_of("Eve") is not None


def refused_id(session: Session, line: str) -> str:
    with pytest.raises(Refusal) as refusal:
        perform_line(session, line)
    return refusal.value.reason.id


def test_who_cannot_act_needs_no_initiative() -> None:
    assert ids(running_fight("add Eve hits=0")) == []


def test_the_same_total_again_leaves_an_order_that_was_arranged_by_hand() -> None:
    session = running_fight("move Bob before Ann")
    order = session.table.state.order
    play(session, "initiative Ann=9")
    assert session.table.state.order == order
    assert last(session).say == "Ann stays at 9"


# ---------------------------------------------------------------------- what a plugin answers


def with_due(*items: DueItem, **hooks: Any) -> Session:
    @hookimpl
    def due(view: State) -> list[DueItem]:
        return list(items) if "Bob" in view.characters else []

    house = SimpleNamespace(__name__="house", due=due, **hooks)
    return play(memory_session(sample_rules(house)), "add Ann", "add Bob")


def item(**changes: Any) -> DueItem:
    return DueItem(**{"id": "x", "who": "Ann", "say": message("note.plain", text="think"), **changes})


def test_a_reminder_goes_without_a_word_and_cannot_be_done_by_its_number() -> None:
    session = with_due(item(weight="reminder"))
    with pytest.raises(Refusal) as refusal:
        perform_line(session, "due 1")
    assert refusal.value.reason.id == "refused.only_reminder"


def test_what_must_be_done_without_a_command_is_not_called_a_reminder() -> None:
    assert refused_id(with_due(item()), "due 1") == "refused.no_command_for_due"


def test_an_intent_that_does_not_fit_its_action_is_the_plugins_mistake() -> None:
    with pytest.raises(PluginError) as failure:
        with_due(item(intent=Intent("damage", targets=("Ann",), values={"amount": "lots"})))
    assert failure.value.reason.values["plugin"] == "house-0"


def test_a_house_rule_can_add_what_is_due_and_the_act_is_carried_out_by_whom_it_says() -> None:
    session = with_due(item(intent=Intent("attack", "Ann", ("Bob",))))
    assert session.table.state.due[0].command == "attack Bob by=Ann"
    play(session, "initiative Ann=3 Bob=9", "next")
    play(session, "due 1")
    assert last(session).do.startswith("attack Bob by=Ann faces=")


def test_one_act_settles_one_of_two_items_and_it_is_the_one_whose_line_it_was() -> None:
    @hookimpl
    def due(view: State) -> list[DueItem]:
        ann = view.characters.get("Ann")
        hurt = ann is not None and ann.pools["hits"].value < (ann.pools["hits"].maximum or 0)
        return [
            item(id=f"heal:{amount}", intent=Intent("heal", targets=("Ann",), values=frozen({"amount": amount})))
            for amount in (1, 2)
            if hurt
        ]

    house = SimpleNamespace(__name__="house", due=due)
    session = play(memory_session(sample_rules(house)), "add Ann", "damage Ann 1 blunt", "due 2")
    gone = {fact.due_id: fact.cause for fact in last(session).facts if isinstance(fact, DueGone)}
    assert gone == {"heal:2": "done", "heal:1": "moot"}
    assert "No longer to do: think" in last(session).say


def twins(*lines: str) -> Session:
    """Two things due that one and the same line does."""

    @hookimpl
    def due(view: State) -> list[DueItem]:
        ann = view.characters.get("Ann")
        hurt = ann is not None and ann.pools["hits"].value < (ann.pools["hits"].maximum or 0)
        heal = Intent("heal", targets=("Ann",), values=frozen({"amount": 1}))
        return [item(id=f"heal:{number}", intent=heal) for number in (1, 2) if hurt]

    house = SimpleNamespace(__name__="house", due=due)
    return play(memory_session(sample_rules(house)), "add Ann", "damage Ann 1 blunt", *lines)


@pytest.mark.parametrize("lines", [("due 1",), ("dismiss 1", "due 1")])
def test_all_that_have_the_line_of_the_act_are_done_by_it(lines: tuple[str, ...]) -> None:
    session = twins(*lines)
    assert {fact.cause for fact in last(session).facts if isinstance(fact, DueGone)} == {"done"}
    assert "No longer to do" not in last(session).say


def test_what_an_older_program_remembered_is_settled_by_doing_it() -> None:
    session = bleeding_ann()
    prompt = Prompted("old", "Ann", message("note.plain", text="heal her"), command="heal Ann 1")
    entry = Entry(len(session.table.history.entries) + 1, last(session).at, 0, "test", "test", (), (prompt,))
    session.table.history.append(entry)
    play(session, "heal Ann 1")
    assert "old" not in ids(session)
    assert DueGone("old", "done") in last(session).facts


# ---------------------------------------------------------------------- a round whose first turn waits


def holding_table() -> Session:
    """A ruleset in which everybody declares at the start of a round before anybody acts."""

    @hookimpl
    def due(view: State) -> list[DueItem]:
        if view.round == 0 or view.current or any(place.acted for place in view.order):
            return []
        say = message("note.plain", text="declare")
        return [
            DueItem(f"declare:{who}", who, say, Intent("heal", targets=(who,), values={"amount": 1}), holds=True)
            for who, person in view.characters.items()
            if person.count("declared") != view.round
        ]

    @hookimpl
    def heal(view: State, intent: Intent) -> Outcome:
        draft = Draft(view)
        for who in intent.targets:
            draft.tell(message("note.plain", text="declared"), CounterSet(who, "declared", view.round))
        return draft.outcome()

    own = {name: getattr(coterie_sample.RULESET, name) for name in dir(coterie_sample.RULESET) if name[0] != "_"}
    plugin = SimpleNamespace(__name__="coterie_sample", **{**own, "due": due, "heal": heal})
    return play(memory_session(Rules(plugin, name="sample")), "add Ann", "add Bob", "initiative Ann=9 Bob=5")


def test_nobody_acts_until_what_holds_the_round_is_done_and_then_the_first_turn_begins_by_itself() -> None:
    session = play(holding_table(), "next")
    assert (session.table.state.round, session.table.state.current) == (1, "")
    assert "No one acts yet" in last(session).say
    play(session, "heal Bob 1")
    assert session.table.state.current == ""
    play(session, "heal Ann 1")
    assert session.table.state.current == "Ann"
    assert last(session).say.endswith("Ann acts")


def test_next_goes_on_all_the_same_and_a_dismissal_counts_as_an_answer() -> None:
    session = play(holding_table(), "next", "next")
    assert session.table.state.current == "Ann"
    session = play(holding_table(), "next", "dismiss")
    assert session.table.state.current == "Ann"


def test_the_number_in_a_line_about_a_gauge_is_that_of_its_fact() -> None:
    session = bleeding_ann()
    (pool,) = [fact for fact in last(session).facts if isinstance(fact, PoolSet)]
    assert f"hits {pool.before.value} → {pool.after.value}" in last(session).say
    assert not pool.tag


def test_a_round_is_held_in_its_own_fight_whichever_is_shown() -> None:
    session = play(holding_table(), "add Cid", "next", "heal Cid 1", "heal Bob 1", "fight yard Bob", "initiative Bob=3")
    play(session, "next", "fight first", "heal Ann 1")
    assert session.table.state.current == "Ann"
    assert (session.table.state.fight, session.table.state.fights["yard"].current) == ("", "Bob")
