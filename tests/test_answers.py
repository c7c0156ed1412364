"""Answers: why something is so, what a sheet and a list of what is due say, what help tells."""

import importlib
import random
from dataclasses import replace
from functools import partial

import pytest

from tests.languages import LANGUAGES
from tests.plugins.test_contract import table_of
from tests.tables import LINES, memory_session, play, played, try_line
from tracker.answers import amount, answer, entry_reasons, help_lines
from tracker.answers.helping import LANGUAGE_WORDS
from tracker.command.commands import QueryCommand
from tracker.command.run import perform_line
from tracker.core import facts as f
from tracker.core.history import Entry
from tracker.core.intents import Refusal
from tracker.core.messages import Message, Part, Term, message
from tracker.core.values import frozen
from tracker.opening import Session
from tracker.rules.facade import Rules
from tracker.text import Words


def ask(session: Session, line: str) -> list[str]:
    """The answer to a typed question."""
    query = perform_line(session, line)
    assert isinstance(query, QueryCommand)
    return answer(session, query)


def refusal(session: Session, line: str) -> str:
    """Why a question is not answered."""
    with pytest.raises(Refusal) as refused:
        ask(session, line)
    return session.words.say(refused.value.reason)


def fight() -> Session:
    lines = ("add Ann skill=3", "add Bob toughness=20", "initiative Ann=12 Bob=3", "next")
    return played(*lines, "attack Bob modifier=-2 faces=15")


def keep(session: Session, *facts: f.Fact, head: Message | None = None) -> None:
    """An act with these facts, as a ruleset might tell it."""
    history = session.table.history
    last = history.entries[-1]
    history.append(Entry(last.number + 1, last.at, 1, "act", "it happens", (), facts, head))


@pytest.mark.parametrize(
    ("language", "number", "unit", "words"),
    [
        ("en", 7, "", "7"),
        ("en", -2, "", "−2"),
        ("en", 2 * 86400 + 900, "second", "2 days 15 minutes"),
        ("ru", 21 * 60, "second", "21 минута"),
        ("en", 0, "second", "0 seconds"),
    ],
)
def test_a_length_of_time_is_told_in_units_that_a_game_master_reads(
    language: str, number: int, unit: str, words: str
) -> None:
    assert amount(Words(language), number, unit) == words


def test_the_parts_of_a_time_are_times() -> None:
    words = Words("en")
    parts = (Part(Term("rest"), 2 * 86400), Part(Term("gone"), -3600))
    assert words.parts(parts, partial(amount, words, unit="second")) == "rest 2 days − gone 1 hour"


# ---------------------------------------------------------------------- why: the last act


def test_why_gives_the_verdict_with_its_rule_then_the_dice_and_numbers_then_each_rule_once() -> None:
    assert ask(fight(), "why") == [
        "Entry 5, attack: Ann → Bob",
        "Ann → Bob, attack: hit, 16 against 10 (HP-02 Attack)",
        "Bob: hits 20/20 → 17/20 (HP-03 Damage)",
        "Bob: bleeding (1, 2 rounds) (HP-04 Bleeding)",
        "To do: Bob bleeds: bandage the wound? (HP-04 Bleeding)",
        "Ann, attack: d20: 15, typed by hand",
        "  skill +3  (HP-02 Attack)",
        "  modifier −2  (by hand)",
        '  0.60 expected on average; the chance of "hit" was 60.0%',
        "Bob, hits: −3",
        "  sharp −3  (HP-03 Damage)",
        "HP-02 Attack",
        "A d20 plus skill hits where it reaches the target's armour.",
        "HP-03 Damage",
        "Damage takes hits away, never below nothing.",
        "HP-04 Bleeding",
        "A deep cut costs a hit at the start of each of the next two rounds.",
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bandage Bob", ["Bob: bleeding (1) ends (HP-04 Bleeding)", "No numbers, only rules: HP-04 Bleeding"]),
        ("note a storm comes up", ["a storm comes up", "There are no numbers to explain here"]),
        ("move Bob before Ann", ["Turn order: Bob, Ann", "There are no numbers to explain here"]),
        ("rename Bob Rob", ["Bob is now called Rob"]),
        (
            "option deep_cuts=yes",
            ["Table option: every cut bleeds no → yes (HP-03 Damage)", "No numbers, only rules: HP-03 Damage"],
        ),
        ("set Bob hits 0", ["Bob: hits 17/20 → 0/20", "Bob → down", "There are no numbers to explain here"]),
    ],
)
def test_why_is_about_the_last_act_that_stands_whatever_it_was(line: str, told: list[str]) -> None:
    session = play(fight(), line)
    answered = ask(session, "why")
    assert answered[0].startswith(f"Entry 6, {line.split()[0]}")
    assert answered[1 : 1 + len(told)] == told
    play(session, "undo")
    assert ask(session, "why")[0] == "Entry 5, attack: Ann → Bob"


def test_why_at_the_beginning_has_nothing_to_explain() -> None:
    assert refusal(memory_session(), "why") == "Nothing has happened yet"


def test_initiative_tells_who_acts_first() -> None:
    session = play(memory_session(), "add Ann skill=3", "add Bob", "initiative Bob=9 faces=2")
    assert ask(session, "why")[1:7] == [
        "Ann: initiative 5",
        "Bob: initiative 9",
        "Turn order: Bob, Ann",
        "Ann, initiative: 5",
        "  die +2  (HP-01 Initiative)",
        "  skill +3  (HP-01 Initiative)",
    ]


@pytest.mark.parametrize(
    ("roll", "verdict", "dice"),
    [
        (
            f.Rolled("Ann", "attack", 5, (8, 10, 3), (9,), 10, successes=3, result="hit", rule="HP-02"),
            "Ann → attack: hit, 3 successes (HP-02 Attack)",
            "Ann, attack: 5 dice, d10: 8 10 3, rolled again: 9",
        ),
        (
            f.Rolled("Ann", "attack", 2, (4, 6, 1), sides=6, total=12, kept=(6, 4)),
            "Ann → attack: 12 in all",
            "Ann, attack: d6: 4 6 1, counted: 6 4",
        ),
        (
            f.Rolled("Ann", "attack", 4, (4, 6), sides=10, others=(f.Dice(8, (7,), "modifier"),), against="Bob"),
            "Ann → Bob, attack: 0 successes",
            "Ann, attack: 4 dice, d10: 4 6, modifier d8: 7",
        ),
        (
            f.Rolled("Ann", "attack", 4, ("10H",), ("8S",), result="miss", target=3),
            "Ann → attack: miss, 0 successes, 3 needed",
            "Ann, attack: the parts add up to 4, cards: 10H, drawn again: 8S",
        ),
    ],
)
def test_a_number_of_dice_is_never_shown_as_a_result(roll: f.Rolled, verdict: str, dice: str) -> None:
    session = fight()
    keep(session, roll)
    assert ask(session, "why")[1:3] == [verdict, dice]


def test_no_amount_is_made_up_for_a_fact_without_one() -> None:
    session = fight()
    before = session.table.state.characters["Ann"].pools["hits"]
    keep(session, f.PoolSet("Ann", "hits", before, replace(before, value=7), rule="HP-03"))
    assert ask(session, "why")[1:3] == ["Ann: hits 8/8 → 7/8 (HP-03 Damage)", "No numbers, only rules: HP-03 Damage"]


def test_every_rule_that_a_fact_holds_can_be_reached() -> None:
    session = fight()
    inner = Part(message("head.on", verb=Term("attack"), who=Part("x", 1, "HP-01"), list=()), 1)
    keep(
        session,
        f.Rolled("Ann", "attack", 1, (1,), parts=(inner,), data=frozen({"x": 1})),
        f.CounterSet("Ann", "fear", 1),
    )
    assert "Also by: HP-01 Initiative" in ask(session, "why")
    chance = random.Random(7)
    for number in range(150):
        people = ("Ann", "Bob", "Cid")
        line = chance.choice(LINES).format(one=chance.choice(people), other=chance.choice(people), number=number % 9)
        if try_line(session, line) and session.table.history.standing:
            explained = " ".join(ask(session, "why"))
            for rule in rules_of(session.table.history.told(session.table.history.standing[-1]).entry):
                assert rule in explained, line


def rules_of(entry: Entry) -> set[str]:
    """The rule ids that the facts of an act hold, in the sample's ruleset."""
    return {f"HP-0{number}" for number in range(1, 5) if f"'HP-0{number}'" in repr(entry.facts)}


def test_an_undo_is_no_act_but_can_be_looked_at() -> None:
    session = play(fight(), "undo")
    assert entry_reasons(session, session.table.history.entries[-1]) == [
        "Entry 6, Undone: attack: Ann → Bob", "There are no numbers to explain here"
    ]  # fmt: skip


def test_who_joins_is_told_with_the_sheet() -> None:
    session = play(memory_session(), "add Ann foe skill=3 hits=5 hidden")
    assert ask(session, "why")[1:3] == [
        "Ann joins",
        "  foe, hidden, skill 3, armour 10, toughness 8, hits 5/8",
    ]


# ---------------------------------------------------------------------- why: people, gauges, rules


def test_a_gauge_is_explained_by_its_size_and_by_what_changed_it() -> None:
    session = play(fight(), "heal Bob 2")
    assert ask(session, "why Bob hits")[:7] == [
        "Bob: hits 19/20",
        "  at most 20",
        "  toughness +20  (HP-03 Damage)",
        "  Entry 6 (heal: Bob): Bob: hits 17/20 → 19/20",
        "  Entry 5 (attack: Ann → Bob): Bob: hits 20/20 → 17/20 (HP-03 Damage)",
        "    sharp −3  (HP-03 Damage)",
        "HP-03 Damage",
    ]
    play(session, "undo")
    assert ask(session, "why Bob hits")[3] == "  Entry 5 (attack: Ann → Bob): Bob: hits 20/20 → 17/20 (HP-03 Damage)"


def test_why_name_explains_all_gauges_and_conditions_and_is_the_same_wherever_it_is_asked() -> None:
    session = fight()
    answered = ask(session, "why Bob")
    assert answered[0] == "Bob: hits 17/20"
    assert "Bob: bleeding (1, 2 rounds) (HP-04 Bleeding)" in answered
    assert "  unchanged from the start" in ask(session, "why Ann")


def test_traits_conditions_and_gauges_of_the_session_can_be_asked_about() -> None:
    session = play(fight(), "set Ann skill 5", "change doom=2")
    assert ask(session, "why Ann skill")[:2] == ["Ann: skill 5", "  Entry 6 (set: Ann): Ann: skill 3 → 5"]
    assert ask(session, "why doom")[:2] == ["doom 2/6", "  Entry 7 (change: doom): doom 0/6 → 2/6"]
    assert ask(session, "why Bob bleeding")[0] == "Bob: bleeding (1, 2 rounds) (HP-04 Bleeding)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_someone_has_is_listed_in_the_words_of_the_session(language: str) -> None:
    rules = Rules(importlib.import_module("tracker_ukraine_by_night"), name="tracker_ukraine_by_night")
    session = replace(table_of(rules), words=Words(language, rules.catalogue))
    with pytest.raises(Refusal) as refused:
        answer(session, QueryCommand("why", ("David", "zzz")))
    listed = refused.value.reason.values["list"]
    assert isinstance(listed, tuple)
    assert session.words.term("initiative") in listed


def test_a_name_of_two_words_needs_no_quotes() -> None:
    session = play(fight(), 'add "Night guard"')
    assert ask(session, "why night guard hits")[0] == "Night guard: hits 8/8"


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("why HP-03x", 'Did you mean "HP-03"?'),
        ("why Anne", 'Did you mean "Ann"?'),
        ("why Bob hist", 'Did you mean "hits"?'),
    ],
)
def test_an_unknown_word_is_refused_with_the_nearest_of_people_and_rules(line: str, near: str) -> None:
    assert near in refusal(fight(), line)


def test_a_rule_is_told_by_its_id_in_any_case() -> None:
    assert ask(fight(), "why hp-04")[0] == "HP-04 Bleeding"


def test_without_its_ruleset_a_session_still_explains_what_it_holds() -> None:
    session = fight()
    bare = replace(session, commands=None, words=Words("en"))
    bare.table.rules = None
    answered = ask(bare, "why")
    assert "Ann → Bob, attack: hit, 16 against 10 (HP-02)" in answered
    assert "  modifier −2  (by hand)" in answered
    assert ask(bare, "why Bob hits")[0] == "Bob: hits 17/20"
    assert ask(bare, "sheet Bob")[0] == "Bob — creature"
    assert "1. " in ask(bare, "due")[0]
    for line in ("help", "odds attack Bob", "attack Bob", "next", ""):
        assert refusal(bare, line) == "The session's ruleset isn't installed, so you can only read"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_minus_is_the_long_one(language: str) -> None:
    session = fight()
    rules = session.table.rules
    assert rules is not None
    session = replace(session, words=Words(language, rules.catalogue))
    for line in ("why", "why Bob", "sheet Bob"):
        assert not [told for told in ask(session, line) if " -" in told or "(-" in told]


# ---------------------------------------------------------------------- sheets, what is due, help


def test_a_sheet_lists_conditions_states_notes_and_gauges_of_the_session() -> None:
    session = play(
        memory_session(), "add Bob foe toughness=9 note='a brute'".replace("'", '"'), "set Bob hits 0",
        'condition Bob bleeding 2 rounds=3 text="left leg"', "condition Bob dazzled until=start clock=Bob",
    )  # fmt: skip
    assert ask(session, "sheet Bob") == [
        "Bob — creature, foe",
        "a brute",
        "armour 10, toughness 9",
        "hits 0/9 (9 = toughness 9)",
        "Now: down",
        "Condition: bleeding (2, 3 rounds, left leg)",
        "Condition: dazzled (until the start of the next turn of Bob, 1 to go)",
        "Session: doom 0/6",
    ]


def test_what_is_due_is_numbered_and_says_how_much_it_matters() -> None:
    session = play(fight(), "add Cid")
    assert ask(session, "due") == [
        "1. Bob bleeds: bandage the wound? (possible) [bandage Bob]",
        "2. Cid has no initiative yet (needs an answer) [initiative Cid]",
    ]


@pytest.mark.parametrize(
    ("verb", "line"),
    [
        ("add", "  creature: skill 0…20, armour 0…20, toughness 0…20, hits"),
        ("set", "  session: doom"),
        (
            "option",
            "  every cut bleeds: Every sharp wound bleeds, not only those of three and more: yes, no",
        ),
    ],
)
def test_help_lists_what_can_be_set(verb: str, line: str) -> None:
    commands = memory_session().commands
    assert commands is not None
    assert line in list(help_lines(commands, verb))


def test_nobody_is_moved_before_or_after_himself() -> None:
    session = play(memory_session(), "add David", "initiative David=9")
    with pytest.raises(Refusal) as refused:
        perform_line(session, "move David after David")
    assert "character? Name another one" in session.words.say(refused.value.reason)


def test_a_bare_option_lists_them_with_their_values_and_a_named_one_is_explained() -> None:
    session = play(memory_session(), "option deep_cuts=yes")
    before = session.table.state
    bare, named = (perform_line(session, line) for line in ("option", "option every cut bleeds"))
    assert isinstance(bare, QueryCommand)
    assert isinstance(named, QueryCommand)
    assert "every cut bleeds: yes" in answer(session, bare)
    assert answer(session, named)[0] == "every cut bleeds: yes"
    assert any("Every sharp wound bleeds" in line for line in answer(session, named))
    assert session.table.state is before


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_word_of_the_language_is_told_in_a_sentence_however_it_is_spelled(language: str) -> None:
    session = memory_session(language=language)
    commands, words = session.commands, session.words
    assert commands is not None
    for word in LANGUAGE_WORDS:
        for spelling in words.spellings_in_all(word):
            told = next(help_lines(commands, spelling))
            assert told == f"{words.term(word)}: {words.help(word)}"
            assert len(told) > len(spelling) + 20
