"""What a game master types is understood in any script, by prefix, in any order; else one line says why."""

import itertools
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.how_many import trying
from tests.rules.test_facade import copy_of_sample
from tests.tables import NASTY_NAMES, lines, memory_session, play, played, sample_rules, try_line
from tracker.acts.names import HISTORY_VERBS, QUERY_VERBS
from tracker.acts.verbs import examples_of_other_verbs
from tracker.answers import answer, help_lines
from tracker.api import (
    Action,
    CharacterAdded,
    CharacterKind,
    Choice,
    MoreFaces,
    Outcome,
    Parameter,
    Pool,
    PoolSpec,
    TraitSpec,
    TypedChance,
    hookimpl,
)
from tracker.command.commands import ActCommand, QueryCommand
from tracker.command.parse import LONGEST_LINE, CommandSet
from tracker.command.run import perform_line
from tracker.command.tokens import tokenize
from tracker.command.values import read_duration
from tracker.core.intents import Intent, Refusal
from tracker.core.quoting import quote
from tracker.failures import FAILURES, failure_message
from tracker.opening import Session
from tracker.rules.facade import Rules
from tracker.text import Words


def read(session: Session, line: str) -> Intent:
    assert session.commands is not None
    command = session.commands.parse(line, session.table.state)
    assert isinstance(command, ActCommand)
    return command.intent


def refusal(session: Session, line: str) -> str:
    with pytest.raises(Refusal) as refused:
        perform_line(session, line)
    return session.words.say(refused.value.reason)


@pytest.fixture
def session() -> Session:
    return played("add David skill=2", "add Killer foe", 'add "Night guard" count=2', "add Джерри")


SIGNS = ("'", '"', ",", ", ,", "=", ":", "-", "\u0301", "'x'", "David,", "and", "but", "on", "all", "3")


@pytest.mark.parametrize("verb", ["hide", "damage", "initiative", "note", "due", "undo"])
@pytest.mark.parametrize("glue", ["", " "])
def test_signs_in_any_order_are_read_or_refused(session: Session, verb: str, glue: str) -> None:
    assert session.commands is not None
    for signs in itertools.product(SIGNS, repeat=2):
        with suppress(*FAILURES):
            session.commands.parse(f"{verb} {glue.join(signs)}", session.table.state)


@pytest.mark.parametrize(
    "line",
    [
        "damage Killer 3 sharp",
        "damage killer sharp 3",
        "damage Killer amount=3 type=sharp",
        "dam kil 3 sh",
        "d kil 3s",
        'damage "Killer" 3 "sharp"',
        ":damage Killer 3 sharp",
    ],
)
def test_a_damage_line_may_be_written_in_many_ways(session: Session, line: str) -> None:
    intent = read(session, line)
    assert (intent.verb, intent.targets, dict(intent.values)) == (
        "damage", ("Killer",), {"amount": 3, "type": "sharp"},
    )  # fmt: skip


def test_several_targets_are_listed_with_commas_and_all_means_everybody(session: Session) -> None:
    assert read(session, 'damage David,"Night guard 2" 1').targets == ("David", "Night guard 2")
    assert read(session, "damage all 1").targets == tuple(session.table.state.characters)


def test_words_of_the_readers_language_and_english_ids_both_work() -> None:
    rules = sample_rules()
    session = play(memory_session(rules), "add Киллер")
    commands = CommandSet(rules, Words("ru", rules.catalogue))
    command = commands.parse("урон кил 3 острый", session.table.state)
    assert isinstance(command, ActCommand)
    assert command.intent == read(session, "damage Киллер 3 sharp")
    command = commands.parse("damage киллер 3 остр", session.table.state)
    assert isinstance(command, ActCommand)
    assert command.intent.text("type") == "sharp"


def test_who_acts_is_whose_turn_it_is_unless_somebody_else_is_named(session: Session) -> None:
    assert "by=NAME" in refusal(session, "attack Killer")
    assert read(session, "attack Killer by=David").actor == "David"
    assert read(session, "attack Killer by Джер").actor == "Джерри"
    play(session, "initiative David,Killer David=9 Killer=5", "next")
    assert read(session, "attack Killer").actor == "David"


def test_a_note_is_taken_as_it_is_typed(session: Session) -> None:
    line = 'note the door, x=5  [red] "quoted" и всё'
    assert read(session, line).text("text") == 'the door, x=5  [red] "quoted" и всё'
    about = read(session, "note David limps, badly")
    assert (about.text("about"), about.text("text")) == ("David", "limps, badly")
    assert read(session, "note the killer runs").text("about") == ""
    assert read(session, "note David").text("text") == "David"


def test_a_note_is_public_by_its_first_word_and_a_last_word_that_may_mean_it_is_asked_for(session: Session) -> None:
    assert read(session, "note public the door is public").values == {"public": True, "text": "the door is public"}
    assert "is the last word, public, an option" in refusal(session, "note the door is public")
    assert read(session, 'note "the door is public"').values == {"text": "the door is public"}
    assert read(session, "note public").text("text") == "public"
    assert read(session, "note the door public=yes").flag("public")


@pytest.mark.parametrize(
    ("typed", "name", "value"),
    [
        ("3r", "rounds", 3),
        ("3 rounds", "rounds", 3),
        ("2t", "turns", 2),
        ("15m", "minutes", 15),
        ("2 h", "minutes", 120),
        ("3 раунда", "rounds", 3),
        ("2х", "turns", 2),
        ("1 час", "minutes", 60),
    ],
)
def test_a_length_of_a_condition_is_a_number_with_its_unit(session: Session, typed: str, name: str, value: int) -> None:
    assert read(session, f"condition Killer bleeding {typed}").values[name] == value


def test_a_length_with_a_unit_that_a_condition_does_not_know_is_told_how_to_write(session: Session) -> None:
    assert "rounds=3" in refusal(session, "condition Killer bleeding 3y")


def test_a_text_that_is_not_there_cannot_be_taken_away() -> None:
    @hookimpl
    def character_kinds() -> list[CharacterKind]:
        traits = (TraitSpec("weapon", kind="text", default=""), TraitSpec("skill", default=0))
        return [CharacterKind("creature", traits, pools=(PoolSpec("hits"),))]

    @hookimpl
    def create_character(intent: Intent) -> Outcome:
        return Outcome((CharacterAdded(intent.target, intent.text("name"), "creature", pools={"hits": Pool(8, 8)}),))

    ours = copy_of_sample(character_kinds=character_kinds, create_character=create_character)
    session = play(memory_session(Rules(ours, name="sample")), "add Ann")
    for line in ("set Ann weapon=", "set Ann skill=3 weapon=", "set Ann weapon= skill=3"):
        assert "Ann has no weapon to clear" in refusal(session, line)
    play(session, "add Boris", "set Ann weapon=knife", "set Ann,Boris weapon=")
    told = session.table.history.entries[-1].tell
    assert [session.words.say(line) for line in told] == ["Ann: weapon knife → nothing, by hand"]
    assert session.table.state.characters["Ann"].traits["weapon"] == ""


def test_typed_faces_that_are_too_few_are_told_with_how_to_separate_them() -> None:
    with pytest.raises(MoreFaces) as missing:
        TypedChance((11,)).dice(3, 12)
    words = memory_session().words
    assert "spaces between the faces" in words.say(failure_message(missing.value))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "help"),
        ("fly away", "fly"),
        ("dammage Killer 3", "damage"),
        ("damage", "damage Orc 3 sharp"),
        ("damage Killer", "amount"),
        ("damage Nobody 3", "Nobody"),
        ("damage Night 3", "Night guard 1, Night guard 2"),
        ("damage Killer three", "three"),
        ("damage Killer 99999999999999999999", "99999999999999999999"),
        ("damage Killer 99999999999", "9 digits"),
        ("set Killer hits 99999999999", "9 digits"),
        ("damage Killer -3", "0–1000"),
        ("damage Killer 5000", "0–1000"),
        ("damage Killer 3 type=wet", "wet"),
        ("damage Killer 3 colour=red", "colour"),
        ('note "open', "quotation"),
        ("rename Killer David", "David"),
        ("set Killer wings 3", "wings"),
        ("set Killer hits 99", "0–8"),
        ("set Killer hits many", "many"),
        ("set Killer hits 5/0", "0–0"),
        ("set Killer skill 1000001", "1000000"),
        ('rename Killer "  "', "empty"),
        ("pass a while", "a"),
        ("pass 0 days", "15 minutes"),
        ("undo many", "number"),
        ("odds", "odds attack"),
        ("option deep_cuts perhaps", "perhaps"),
        ("attack Killer by=David faces=21", "21"),
        ("attack Killer by=David faces=3,4", "4"),
        ("x" * (LONGEST_LINE + 1), str(LONGEST_LINE)),
        ("undo " + "9" * 5000, "number"),
    ],
)
def test_a_line_that_is_not_understood_says_what_is_wrong_and_changes_nothing(
    session: Session, line: str, said: str
) -> None:
    before = session.table.state
    with pytest.raises(FAILURES) as refused:
        perform_line(session, line)
    told = session.words.say(failure_message(refused.value))
    assert said in told
    assert "\n" not in told
    assert session.table.state is before


@given(st.lists(lines, max_size=12))
@trying(8)
def test_the_line_in_the_journal_does_the_same_again_with_the_same_faces(typed: list[str]) -> None:
    first = memory_session()
    for line in ["add Ann", "add Bob", "initiative", *typed]:
        try_line(first, line)
    again = memory_session(seed=99)
    for entry in first.table.history.entries:
        perform_line(again, entry.do)
    assert again.table.state == first.table.state
    assert [entry.facts for entry in again.table.history.entries if "faces=" not in entry.do] == [
        entry.facts for entry in first.table.history.entries if "faces=" not in entry.do
    ]


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_nasty_names_go_through_typed_lines_and_come_back_literally(name: str) -> None:
    session = memory_session()
    play(session, f"add {quote(name)}", f"damage {quote(name)} 2 sharp", f"note about={quote(name)} x")
    (character,) = session.table.state.characters.values()
    assert "\x1b" not in character.name
    assert character.name.isprintable() or "‍" in character.name
    again = memory_session()
    for entry in session.table.history.entries:
        perform_line(again, entry.do)
    assert again.table.state == session.table.state


@given(st.text(max_size=40))
def test_quoting_and_cutting_are_opposites(text: str) -> None:
    (token,) = tokenize(quote(text))
    assert (token.key, token.text, token.open) == ("", text, False)


@given(st.text(max_size=60))
@settings(deadline=None)
def test_no_line_breaks_the_program(line: str) -> None:
    try_line(memory_session(), line)


def test_durations_in_both_languages() -> None:
    english, russian = Words("en"), Words("ru")
    assert [read_duration(text, english) for text in ("2 days", "15m", "1h", "90", "3 weeks", "5 seconds")] == [
        172800, 900, 3600, 5400, 1814400, 5,
    ]  # fmt: skip
    assert [read_duration(text, russian) for text in ("2 дня", "15 минут", "5 часов", "1 неделя")] == [
        172800, 900, 18000, 604800,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [
        ("2 days 15 minutes", 173_700), ("2d 15m", 173_700), ("20h10m", 72_600), ("1 week 2 days 3 hours 4 s", 788_404),
        ("1h 30 minutes 5s", 5_405),
    ],
)  # fmt: skip
def test_a_length_of_time_may_have_several_units(session: Session, typed: str, seconds: int) -> None:
    command = session.commands.parse(f"pass {typed}", session.table.state) if session.commands else None
    assert isinstance(command, ActCommand)
    assert command.intent.values["seconds"] == seconds


@pytest.mark.parametrize("typed", ["2 days 15", "2 days fifteen minutes", "1h 3 wolves", "90 90", "1h2"])
def test_a_length_of_time_with_a_word_that_is_no_unit_is_refused(session: Session, typed: str) -> None:
    assert session.commands is not None
    with pytest.raises(Refusal):
        session.commands.parse(f"pass {typed}", session.table.state)


def test_every_verb_has_help_and_examples_that_can_be_read(session: Session) -> None:
    play(
        session, "add Jerry", "add Orc", "initiative David,Killer David=9 Killer=5", "next", "condition Killer blinded"
    )
    assert session.commands is not None
    for verb in session.commands.spellings:
        assert session.words.help(verb), verb
        action = session.commands.actions.get(verb)
        for parameter in action.parameters if action else ():
            told = session.words.help(f"{verb}.{parameter.id}") or session.words.help(parameter.id)
            assert told, (verb, parameter.id)
        assert list(help_lines(session.commands, verb))
    for action in session.commands.actions.values():
        for example in action.examples:
            session.commands.parse(example, session.table.state)
    rules = session.commands.rules
    others = examples_of_other_verbs(rules.kinds.values(), rules.actions.values())
    assert set(others) == {*HISTORY_VERBS, *QUERY_VERBS}
    for verb, examples in others.items():
        assert examples
        for example in examples:
            command = session.commands.parse(example, session.table.state)
            if isinstance(command, QueryCommand):
                assert answer(session, command)
            assert f"Example: {session.commands.spoken(example)}" in help_lines(session.commands, verb)


def test_questions_are_answered_without_an_entry(session: Session) -> None:
    play(session, "initiative David,Killer David=9 Killer=5", "next", "attack Killer faces=12")
    count = len(session.table.history.entries)
    for line, expected in [
        ("why", "HP-02 Attack"),
        ("why HP-04", "Bleeding"),
        ("odds attack Killer", "65.0%"),
        ("sheet David", "skill 2"),
        ("due", "bandage the wound? (possible) [bandage Killer]"),
        ("help damage", "damage Orc 3 sharp"),
    ]:
        query = perform_line(session, line)
        assert isinstance(query, QueryCommand)
        assert expected in " ".join(answer(session, query)), line
    assert len(session.table.history.entries) == count


def test_an_amount_and_a_type_in_one_word_are_both_also_where_any_word_is_taken() -> None:
    parameters = (
        Parameter("amount", "integer", required=True),
        Parameter("type", "choice", choices=(Choice("blunt"), Choice("sharp"))),
        Parameter("source", "choice", choices=(Choice("spear"), Choice("axe")), open_choice=True),
    )

    @hookimpl
    def actions() -> list[Action]:
        return [Action("damage", "apply_damage", parameters, acts=False, targets="many")]

    rules = Rules(copy_of_sample(actions=actions))
    session = play(memory_session(rules), "add Killer")
    assert read(session, "damage Killer 2sh").values == {"amount": 2, "type": "sharp"}
    assert read(session, "damage Killer 2 9mm").values == {"amount": 2, "source": "9mm"}
    assert read(session, "damage Killer 2 b").values == {"amount": 2, "type": "blunt"}


def test_what_is_wrong_is_told_with_the_readers_own_verb() -> None:
    rules = sample_rules()
    session = play(memory_session(rules), "add Killer")
    words = Words("ru", rules.catalogue)
    with pytest.raises(Refusal) as refused:
        CommandSet(rules, words).parse("damage Killer 3 чушь", session.table.state)
    assert words.say(refused.value.reason).startswith("урон: непонятно «чушь»")
    with pytest.raises(Refusal) as refused:
        CommandSet(rules, words).parse("damage Killer 3 type=чушь", session.table.state)
    assert "острый" in words.say(refused.value.reason)
    assert "sharp" not in words.say(refused.value.reason)


def test_a_word_nearly_right_is_mended_in_the_language_that_is_spoken_now() -> None:
    session = play(memory_session(sample_rules()), "add Killer")
    assert "sharp" in refusal(session, "damage Killer 3 shrap")
    session.speak("ru")
    assert "острый" in refusal(session, "damage Killer 3 острйы")


def test_a_condition_of_ones_own_is_ended_by_its_beginning_as_soon_as_it_is_there() -> None:
    session = play(memory_session(), "add Ann", "condition Ann bleeding 2")
    assert "hexed" not in refusal(session, "end Ann hexde")
    play(session, 'condition Ann "hexed"', "end Ann hex")
    assert [one.kind for one in session.table.state.characters["Ann"].conditions.values()] == ["bleeding"]


def test_what_can_be_ended_is_listed_in_the_order_in_which_it_began() -> None:
    own = [f"label{number}" for number in range(9)]
    session = play(memory_session(), "add Ann", *(f"condition Ann {label}" for label in own))
    assert session.commands is not None
    vocabulary = session.commands.vocabulary("end", session.table.state)
    assert list(vocabulary.choices(vocabulary.parameters["kind"]))[:9] == own


def test_a_long_list_of_what_there_is_says_that_there_is_more(session: Session) -> None:
    assert refusal(session, "zzzz").endswith(", …")


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("add Ann skill=3 skill=4", "skill"),
        ("add Ann name=Bea", "name"),
        ("set David skill=3 skill=4", "skill"),
        ("set David skill 3 skill 4", "skill"),
        ("change David hits=-1 hits=-2", "hits"),
        ("option deep_cuts=yes deep_cuts=no", "every cut bleeds"),
        ("attack Killer modifier=1 modifier=2 by=David", "modifier"),
        ("damage David 3 sharp amount=5", "amount"),
        ("damage David 3 type=sharp type=blunt", "type"),
        ("initiative David=9 David=5", "David"),
        ("attack Killer by=David by=Джерри", "by"),
        ("attack Killer by David by=Джерри", "by"),
        ("attack Killer on=Джерри by=David", "on"),
        ("attack Killer by=David faces=3 faces=4", "faces"),
        ("attack Killer by=David hidden=yes hidden=no", "hidden"),
        ("note the door text=falls", "text"),
    ],
)
def test_a_word_that_is_given_twice_is_refused_and_named(session: Session, line: str, word: str) -> None:
    before = session.table.state
    told = refusal(session, line)
    assert f"{word} is given twice" in told
    assert session.table.state is before


def test_several_names_in_one_list_are_no_repetition(session: Session) -> None:
    assert read(session, "damage on=David,Killer,David 1").targets == ("David", "Killer")
