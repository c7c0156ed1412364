"""A word does what it says or is refused with the nearest right one; words of several parts need no quotes."""

from functools import cache
from types import SimpleNamespace

import coterie_sample
import pytest

from tests.languages import LANGUAGES
from tests.tables import KeptRules, copied, memory_session, play
from tracker.api import Action, Choice, ConditionKind, Parameter, hookimpl
from tracker.command.commands import ActCommand
from tracker.command.parse import CommandSet
from tracker.command.people import GROUPS
from tracker.command.run import perform_line
from tracker.command.tokens import entries, typed_lines
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import Term
from tracker.failures import failure_message
from tracker.languages import languages, words_of
from tracker.opening import Session
from tracker.story import story
from tracker.text import WORD, Words

WEAPONS = (Choice("knife"), Choice("heavy_pistol"), Choice("light_pistol"), Choice("heavy_rifle"))
ACTIONS = (
    Action(
        "cover", "act", (Parameter("quality", "choice", choices=(Choice("good"), Choice("fair"))),
                         Parameter("barrier", "text")),
    ),
    Action("delay", "act", (Parameter("trigger", "text", required=True),)),
    Action("shoot", "act", (
        Parameter("weapon", "choice", choices=WEAPONS), Parameter("aimed_shot", "switch"),
        Parameter("bystanders", "characters"),
    ), targets="one"),
    Action("stress", "act", (
        Parameter("amount", "integer", required=True, minimum=0, maximum=9),
        Parameter("source", "choice", choices=WEAPONS, open_choice=True),
    ), acts=False, targets="many"),
    Action("stand_up", "act"),
    Action("power", "act", (Parameter("skill", "choice", choices=(Choice("wits"),)), Parameter("name", "text")),
           targets="optional"),
    Action("walk", "act"),
)  # fmt: skip


@hookimpl
def actions() -> tuple[Action, ...]:
    return ACTIONS


@hookimpl
def condition_kinds() -> tuple[ConditionKind, ...]:
    return (ConditionKind("prone"), ConditionKind("out_of_breath", amount=True))


@cache
def _begun() -> Session:
    house = SimpleNamespace(__name__="house", actions=actions, condition_kinds=condition_kinds)
    rules = KeptRules(coterie_sample, {"house-0": house}, "sample")
    rules.is_made = True
    session = memory_session(rules)
    play(session, "add Anna", "add Killer foe", "add Big Boss foe", 'add "Night guard" foe count=2', "add O'Brien ally")
    return play(session, "initiative Anna=9 Killer=5", "next")


@pytest.fixture
def session() -> Session:
    return copied(_begun())


def read(session: Session, line: str) -> Intent:
    assert session.commands is not None
    command = session.commands.parse(line, session.table.state)
    assert isinstance(command, ActCommand)
    return command.intent


def why_not(session: Session, line: str) -> str:
    with pytest.raises(Refusal) as refusal:
        perform_line(session, line)
    return session.words.say(failure_message(refusal.value))


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("line", "name", "side", "hidden"),
    [
        ("add Sam Smith", "Sam Smith", "", False),
        ("add Sam Smith foe skill=3", "Sam Smith", "foe", False),
        ("add Sam Smith hidden foe", "Sam Smith", "foe", True),
        ("add Jean-Luc de la Croix ally", "Jean-Luc de la Croix", "ally", False),
        ("add 'Thug 1'", "Thug 1", "", False),
        ("add D'Artagnan foe", "D'Artagnan", "foe", False),
        ('add "Foe" foe', "Foe", "foe", False),
        ("add name=Foe", "Foe", "", False),
        ("add Sam side=Smith", "Sam", "Smith", False),
    ],
)
def test_the_name_of_somebody_new_ends_at_the_first_known_word(
    session: Session, line: str, name: str, side: str, hidden: bool
) -> None:
    values = read(session, line).values
    assert (values["name"], values.get("side", ""), values.get("hidden", False)) == (name, side, hidden)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("add Foe", 'write "Foe"'),
        ("add creature", 'write "creature"'),
        ("add Jim foee", '"Jim foee"'),
        ("add Jim creture", "creature"),
        ("add Ann,Bea", 'quotes: "Ann,Bea"'),
        ("add Smith, John foe", 'quotes: "Smith, John"'),
        ("add name=Ann,Bea", 'quotes: "Ann,Bea"'),
        ("add Zed skill 3", "skill=3"),
        ("add Zed before Anna", 'write "Zed before Anna"'),
        ("add Guards of O'Brien foe", "O'Brien"),
        ("add Night guards", 'write "Night guards"'),
        ("add", "name"),
    ],
)
def test_a_word_of_the_command_is_no_name_and_a_slip_is_shown_with_both_readings(
    session: Session, line: str, told: str
) -> None:
    assert told in why_not(session, line)


@pytest.mark.parametrize(
    ("line", "targets"),
    [
        ("damage Big Boss 2 sharp", ("Big Boss",)),
        ("damage big boss,Anna 2", ("Big Boss", "Anna")),
        ("damage Anna, Big Boss 2", ("Anna", "Big Boss")),
        ("damage Anna , Big Boss , Killer 2", ("Anna", "Big Boss", "Killer")),
        ("damage Night guard 2 3", ("Night guard 2",)),
        ("damage night gu 1, Night guard 2 3", ("Night guard 1", "Night guard 2")),
        ("damage O'Brien 2", ("O'Brien",)),
        ("damage foes 1", ("Killer", "Big Boss", "Night guard 1", "Night guard 2")),
        ("damage allies 1", ("O'Brien",)),
        ("stress Big Boss 1", ("Big Boss",)),
        ("damage Anna and Big Boss 2", ("Anna", "Big Boss")),
        ("damage Anna & Killer, Big Boss 2", ("Anna", "Killer", "Big Boss")),
        ('damage Anna и "Big Boss" 2', ("Anna", "Big Boss")),
        ("damage on Killer 2", ("Killer",)),
        ("damage everyone 1", ("Anna", "Killer", "Big Boss", "Night guard 1", "Night guard 2", "O'Brien")),
        ("damage others 1 by=Killer", ("Anna", "Big Boss", "Night guard 1", "Night guard 2", "O'Brien")),
        ("damage the rest 1 by Big Boss", ("Anna", "Killer", "Night guard 1", "Night guard 2", "O'Brien")),
    ],
)
def test_people_are_named_as_they_stand_on_the_screen(session: Session, line: str, targets: tuple[str, ...]) -> None:
    intent = read(session, line)
    assert intent.targets == targets
    assert "source" not in intent.values


def test_an_actor_of_several_words_needs_no_quotes(session: Session) -> None:
    assert read(session, "attack Killer by Big Boss").actor == "Big Boss"
    assert read(session, "attack Big Boss modifier=2 by=Killer").actor == "Killer"


def test_totals_may_stand_bare_behind_each_name(session: Session) -> None:
    values = read(session, "initiative Big Boss 7 Anna 3").values
    assert (values["total:Big Boss"], values["total:Anna"]) == (7, 3)
    assert read(session, "initiative Anna 3").values["total:Anna"] == 3
    for line in ("initiative Anna=3 Big Boss 7", "initiative Big Boss 7 Anna=3", "initiative Big Boss 7 Anna 3"):
        assert set(read(session, line).targets) == {"Anna", "Big Boss"}
    assert "3" in why_not(session, "initiative Anna,Killer 3")


@pytest.mark.parametrize("line", ["damage 2 Big Boss sharp", "damage sharp 2 Big Boss", "damage 2s Big Boss"])
def test_values_may_stand_before_whom_an_act_is_on(session: Session, line: str) -> None:
    intent = read(session, line)
    assert (intent.targets, dict(intent.values)) == (("Big Boss",), {"amount": 2, "type": "sharp"})
    assert "target is missing" in why_not(session, "damage 2 sharp")


@pytest.mark.parametrize("line", ["set Anna skill=", "shoot Killer weapon=", "option deep_cuts="])
def test_an_empty_value_is_told_to_be_missing(session: Session, line: str) -> None:
    assert "has no value" in why_not(session, line)


# ---------------------------------------------------------------------- words of several parts


@pytest.mark.parametrize("verb", ["stand up", "stand_up", "stand-up", "Stand Up", "stand"])
def test_a_verb_of_two_words_is_typed_as_it_is_shown(session: Session, verb: str) -> None:
    assert read(session, verb).verb == "stand_up"


@pytest.mark.parametrize(
    ("line", "weapon", "aimed"),
    [
        ("shoot Killer heavy pistol", "heavy_pistol", False),
        ("shoot Killer hea pis", "heavy_pistol", False),
        ("shoot Killer aimed shot heavy rifle", "heavy_rifle", True),
        ("shoot Big Boss light pistol aimed", "light_pistol", True),
        ('shoot Killer weapon="heavy pistol"', "heavy_pistol", False),
        ("shoot Killer kni", "knife", False),
    ],
)
def test_the_longest_run_of_words_that_is_known_wins(session: Session, line: str, weapon: str, aimed: bool) -> None:
    values = read(session, line).values
    assert (values["weapon"], values.get("aimed_shot", False)) == (weapon, aimed)


def test_conditions_of_several_words_and_bystanders_of_several_words(session: Session) -> None:
    assert read(session, "condition Killer out of breath 2").text("kind") == "out_of_breath"
    assert read(session, "condition Big Boss prone 3").values["rounds"] == 3
    assert read(session, "shoot Killer knife Big Boss, Anna").names("bystanders") == ("Big Boss", "Anna")


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [("shoot Killer aimed shot=yes", "aimed_shot", True), ("add Zed skill=3", "skill", 3)],
)
def test_a_key_of_several_words_needs_no_quotes(session: Session, line: str, name: str, value: object) -> None:
    assert read(session, line).values[name] == value


def test_totals_are_given_to_people_of_several_words(session: Session) -> None:
    values = read(session, "initiative Big Boss=7 Anna=3").values
    assert (values["total:Big Boss"], values["total:Anna"]) == (7, 3)


@pytest.mark.parametrize("word", [*GROUPS, "marked"])
def test_no_word_for_several_people_becomes_a_name_unless_it_is_quoted(session: Session, word: str) -> None:
    for language in LANGUAGES:
        for way in Words(language, words_of).spellings_in_all(f"{WORD}{word}"):
            assert f'write "{way}"' in why_not(session, f"add {way} foe")
            assert read(session, f'add "{way}" foe').values["name"] == way


def test_a_name_that_begins_like_a_word_for_several_people_is_that_name(session: Session) -> None:
    play(session, "add All Saints", "add Bonnie and Clyde")
    assert read(session, "damage all saints 2").targets == ("All Saints",)
    assert read(session, "damage Bonnie and Clyde 2").targets == ("Bonnie and Clyde",)


def test_the_others_are_those_whose_turn_it_is_not_whatever_the_verb(session: Session) -> None:
    play(session, "jump Anna")
    everyone = session.table.state.characters
    assert set(read(session, "damage others 1").targets) == everyone.keys() - {"Anna"}


def test_a_condition_of_ones_own_is_ended_by_its_words_and_one_that_does_not_run_is_told(session: Session) -> None:
    play(session, 'condition Anna "very odd"', "condition Anna prone")
    assert read(session, "end Anna very odd").values == {"kind": "very odd"}
    assert "Choose from: very odd, prone" in why_not(session, "end Anna out of breath")
    assert "Killer has no condition" in why_not(session, "end Killer prone")
    assert "Killer has no condition" in why_not(session, "end Killer")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("initiative nobody", 'Unknown character "nobody"'),
        ("initiative Anna=", "has no value"),
        ("set Anna skill hits=3", "has no value"),
        ("option x", 'Unknown option "x"'),
        ("dismiss some", "some"),
    ],
)
def test_a_refusal_is_about_the_word_that_is_wrong(session: Session, line: str, told: str) -> None:
    assert told in why_not(session, line)


@pytest.mark.parametrize("line", ["dismiss", "dismiss all", "dismiss все"])
def test_all_that_is_due_is_dismissed(session: Session, line: str) -> None:
    assert "number" not in read(session, line).values


def test_a_second_name_without_a_comma_is_told_where_the_comma_belongs(session: Session) -> None:
    assert 'comma between the names, before "Killer"' in why_not(session, "damage Anna Killer 2")


@pytest.mark.parametrize(
    ("line", "amounts"),
    [
        ("damage Anna 5 half", [2]),
        ("damage Anna 5 half, Killer half", [2, 2]),
        ("damage Anna amount=5 half, Killer 3", [2, 3]),
        ("damage Anna 5 and Killer half", [5, 2]),
    ],
)
def test_half_behind_an_amount_halves_it(session: Session, line: str, amounts: list[int]) -> None:
    assert [one.values["amount"] for one in read(session, line).each] == amounts


# ---------------------------------------------------------------------- free text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("cover Killer good", "is a person here (Killer)"),
        ("cover Kil good", "by=Killer"),
        ("cover goood", "good"),
        ("delay Big", "Big Boss"),
        ("stress Anna 2 Killer", "Killer"),
        ("stress Anna 2 heavy_pistl", "heavy pistol"),
        ("condition Anna pron", "prone"),
        ("shoot Killer katana", "katana"),
        ("walk Killer", "by=Killer"),
        ("walk fast", "takes nothing more"),
    ],
)
def test_no_free_text_takes_a_name_or_a_slip_of_a_known_word(session: Session, line: str, told: str) -> None:
    if line == "condition Anna pron":
        assert read(session, line).text("kind") == "prone"
        return
    assert told in why_not(session, line)


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ('cover "Killer" good', "barrier", "Killer"),
        ("cover barrier=Killer", "barrier", "Killer"),
        ("cover a brick wall", "barrier", "a brick wall"),
        ("delay when Killer moves", "trigger", "when Killer moves"),
        ("delay Killer moves", "trigger", "Killer moves"),
        ("stress Anna 2 chandelier", "source", "chandelier"),
        ("stress Anna 2 source=Killer", "source", "Killer"),
    ],
)
def test_quotes_a_name_before_it_or_an_unlike_word_make_it_text(
    session: Session, line: str, name: str, value: str
) -> None:
    assert read(session, line).values[name] == value


def test_a_text_ends_at_the_readers_own_word_for_who_acts(session: Session) -> None:
    assert session.table.rules is not None
    commands = CommandSet(session.table.rules, Words("ru", session.table.rules.catalogue))
    command = commands.parse("delay кто-то войдёт кто=Killer", session.table.state)
    assert isinstance(command, ActCommand)
    assert (command.intent.actor, command.intent.text("trigger")) == ("Killer", "кто-то войдёт")
    command = commands.parse("attack на=Killer кто=Anna грани=3", session.table.state)
    assert isinstance(command, ActCommand)
    assert (command.intent.targets, command.intent.actor, command.faces) == (("Killer",), "Anna", (3,))


def test_a_text_ends_at_the_person_whom_the_act_is_on(session: Session) -> None:
    intent = read(session, "power Domination of minds Big Boss")
    assert (intent.text("name"), intent.targets) == ("Domination of minds", ("Big Boss",))
    assert "on=" in why_not(session, "power Dominate Killler Boss")


@pytest.mark.parametrize("line", ["delay he comes bye=Killer", "power Domination nam=x"])
def test_a_slip_in_a_name_before_a_value_is_no_text(session: Session, line: str) -> None:
    before = session.table.state
    with pytest.raises(Refusal):
        perform_line(session, line)
    assert session.table.state is before


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["side Anna Smith"], "Smith is a new side"),
        (["add Jim side=Smith"], "Smith is a new side"),
        (["side Anna foe"], ""),
        (["side Anna Smith", "side Killer Smith"], ""),
        (["condition Anna rain"], "rain is a label"),
    ],
)
def test_a_word_of_ones_own_is_told_to_be_new(session: Session, lines: list[str], told: str) -> None:
    for line in lines:
        made = perform_line(session, line)
    assert isinstance(made, list)
    answer = " ".join(story(made[-1], session.words))
    assert told in answer
    assert ("new side" in answer) == ("new side" in told)


# ---------------------------------------------------------------------- where and what


@pytest.mark.parametrize(
    ("line", "what", "nearest"),
    [
        ("dammage Killer 2", "dammage", "damage"),
        ("  : damage Killer 2 sharpp", "sharpp", "sharp"),
        ("damage Kilelr 2 sharp", "Kilelr", "Killer"),
        ("damage Killer 2 type=sharpp", "sharpp", "sharp"),
        ("damage Killer amount=two", "two", ""),
        ("set Killer skil=x hits=2", "skil", ""),
        ("shoot Killer heavy by=Anna", "heavy", "heavy_pistol"),
    ],
)
def test_a_refusal_names_the_word_at_fault_its_place_and_the_nearest(
    session: Session, line: str, what: str, nearest: str
) -> None:
    with pytest.raises(Refusal) as refused:
        perform_line(session, line)
    refusal = refused.value
    if what == "skil":
        assert refusal.where is not None
        return
    assert refusal.what == what
    assert refusal.where is not None
    assert line[slice(*refusal.where)] == what
    assert nearest in [one.id if isinstance(one, Term) else one for one in (*refusal.nearest, "")]


@pytest.mark.parametrize(
    ("line", "filled"),
    [
        ("damage Big Boss 2s", ["damage|verb", "Big Boss|on", "2s|amount type"]),
        ("shoot Killer heavy pistol aimed shot=yes by=Anna", [
            "shoot|verb", "Killer|on", "heavy pistol|weapon", "aimed shot=yes|aimed_shot", "by=Anna|by",
        ]),
        (": delay he comes", ["delay|verb", "he comes|trigger"]),
        ("set Anna hits -2", ["set|verb", "Anna|on", "hits -2|hits"]),
    ],
)  # fmt: skip
def test_the_reader_tells_what_each_word_stands_for(session: Session, line: str, filled: list[str]) -> None:
    assert session.commands is not None
    command = session.commands.parse(line, session.table.state)
    assert isinstance(command, ActCommand)
    assert [f"{line[one.start : one.end]}|{' '.join(one.names)}" for one in command.filled] == filled


# ---------------------------------------------------------------------- other keyboards, several lines


@pytest.mark.parametrize(
    ("line", "language", "told"),
    [
        ("ehjy Killer 2", "ru", "«урон"),
        ("вфьфпу Killer 2", "en", '"damage Killer 2"'),
        ("damage Killer 2 jcnhsq", "ru", "острый"),
    ],
)
def test_a_line_on_the_keyboard_of_another_language_is_hinted_at(
    session: Session, line: str, language: str, told: str
) -> None:
    assert session.table.rules is not None
    words = Words(language, session.table.rules.catalogue)
    with pytest.raises(Refusal) as refused:
        CommandSet(session.table.rules, words).parse(line, session.table.state)
    assert told in words.say(refused.value.reason)


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("вфьфпу Виктор 2", "damage Виктор 2"),
        ("вфьфпу Алый Бык, Виктор 2ы", "damage Алый Бык, Виктор 2s"),
        ("вфьфпу Алый 2 острый", "damage Алый 2 острый"),
        ("вфьфпу все ензу=ырфкз", "damage все type=sharp"),
        ("ehjy Anna 2j", "урон Anna 2о"),
        ("ehjy Red Fox,Anna 2 njg", "урон Red Fox,Anna 2 топ"),
    ],
)
def test_the_hint_at_another_keyboard_leaves_what_is_understood_as_it_stands(line: str, near: str) -> None:
    session = play(memory_session(), "add Виктор", "add Алый Бык", "add Anna", "add Red Fox")
    with pytest.raises(Refusal) as refused:
        perform_line(session, line)
    assert refused.value.reason.values["near"] == near


def test_what_there_is_is_listed_in_the_readers_words(session: Session) -> None:
    assert session.table.rules is not None
    words = Words("ru", session.table.rules.catalogue)
    commands = CommandSet(session.table.rules, words)
    for line, expected, foreign in (("zzzz", "урон", "damage"), ("damage Killer 2 чушь", "острый", "sharp")):
        with pytest.raises(Refusal) as refused:
            commands.parse(line, session.table.state)
        told = words.say(refused.value.reason)
        assert expected in told
        assert foreign not in told


def test_keyboards_have_the_same_number_of_keys() -> None:
    assert len({len(keys) for language in languages().values() for keys in language.keyboards}) == 1


def test_a_pasted_text_is_the_lines_that_say_something() -> None:
    assert typed_lines("add Ann\r\n\n  # the cast\nadd Bob  \n") == ["add Ann", "add Bob"]


def test_a_cast_is_cut_at_semicolons_and_lines_but_not_in_quotes() -> None:
    assert entries('Sam Smith foe; "Ann; Bea";\nJane Doe ;; ') == ["Sam Smith foe", '"Ann; Bea"', "Jane Doe"]


# ---------------------------------------------------------------------- what a refusal teaches


@pytest.mark.parametrize(
    "line", ['note ""', 'note " "', 'bookmark ""', "add =", 'add ""', 'rename Anna ""', 'condition Anna ""']
)
def test_an_empty_text_is_refused_where_one_is_needed(line: str) -> None:
    with pytest.raises(Refusal) as refused:
        perform_line(play(memory_session(), "add Anna"), line)
    assert refused.value.reason.id == "command.empty_value"


def test_a_condition_of_several_words_asks_for_quotes_and_is_ended_without_them() -> None:
    session = play(memory_session(), "add Anna")
    with pytest.raises(Refusal) as refused:
        perform_line(session, "condition Anna strange smell here 2 rounds")
    assert refused.value.reason.values["quoted"] == '"strange smell here"'
    play(session, 'condition Anna "strange smell here"', "end Anna strange smell here")
    assert not session.table.state.characters["Anna"].conditions
