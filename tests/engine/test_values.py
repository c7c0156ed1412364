"""Values are read once, by the core: what was typed is done as it was meant, or refused with what would be right."""

from functools import cache
from types import SimpleNamespace
from typing import Any

import coterie_sample
import pytest

from tests.tables import KeptRules, memory_session, play, sample_rules
from tracker.api import (
    Action,
    CharacterKind,
    Choice,
    Draft,
    Intent,
    MarkSpec,
    OptionSpec,
    Outcome,
    Parameter,
    Part,
    Pool,
    PoolSpec,
    State,
    Term,
    Track,
    TrackSpec,
    TraitSpec,
    hookimpl,
    message,
)
from tracker.command.run import perform_intent, perform_line
from tracker.core.intents import Refusal
from tracker.core.values import frozen
from tracker.failures import failure_message
from tracker.opening import Session
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError

KINDS = (
    CharacterKind(
        "hero",
        traits=(
            TraitSpec("skill", maximum=5),
            TraitSpec("weapon", kind="text", default="", choices=(Choice("knife"), Choice("heavy_pistol"))),
            TraitSpec("motto", kind="text", default=""),
        ),
        tracks=(TrackSpec("health", (MarkSpec("/", "blunt"), MarkSpec("X", "sharp"))),),
        pools=(PoolSpec("hits"),),
    ),
    CharacterKind("monster", traits=(TraitSpec("stock"), TraitSpec("skill")), pools=(PoolSpec("hits"),)),
)
SEEN: list[Intent] = []


@hookimpl
def character_kinds() -> tuple[CharacterKind, ...]:
    return KINDS


@hookimpl
def table_options() -> tuple[OptionSpec, ...]:
    return (
        OptionSpec("deep_cuts", default=False),
        OptionSpec("pain", default="flat", choices=(Choice("flat"), Choice("growing"))),
        OptionSpec("limit", default=3, minimum=1, maximum=9),
    )


@hookimpl
def create_character(view: State, intent: Intent) -> Outcome:
    from tracker.api import CharacterAdded

    SEEN.append(intent)
    traits = {name: value for name, value in intent.values.items() if name not in ("name", "kind")}
    is_hero = intent.text("kind") == "hero"
    tracks = {"health": Track(".....")} if is_hero else {}
    added = CharacterAdded(
        intent.target,
        intent.text("name"),
        intent.text("kind"),
        traits=frozen(traits),  # type: ignore[arg-type]
        tracks=frozen(tracks),
        pools=frozen({"hits": Pool(8, 8)}),
    )
    draft = Draft(view)
    draft.tell(message("character.added", who=intent.text("name")), added)
    return draft.outcome()


@cache
def _rules() -> Rules:
    own = {name: getattr(coterie_sample.RULESET, name) for name in dir(coterie_sample.RULESET) if name[0] != "_"}
    replaced = {
        "character_kinds": character_kinds,
        "table_options": table_options,
        "create_character": create_character,
    }
    ruleset = SimpleNamespace(__name__="coterie_sample", **{**own, **replaced, "derived": _nothing})
    rules = KeptRules(ruleset, name="sample")
    rules.is_made = True
    return rules


@pytest.fixture
def session() -> Session:
    SEEN.clear()
    return memory_session(_rules())


@hookimpl
def _nothing() -> list[Any]:
    return []


def why_not(session: Session, line: str) -> str:
    """The sentence that refuses a line; nothing has changed."""
    before = session.table.state
    with pytest.raises(Refusal) as refusal:
        perform_line(session, line)
    assert session.table.state is before
    return session.words.say(failure_message(refusal.value))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("add Ann skill=9", "skill"),
        ("add Ann skill=much", "much"),
        ("add Ann skil=2 stok=3", "stok"),
        ("add Ann stock=3", "hero"),
        ("add Ann weapon=knive", "knife"),
        ("add Ann health=XQ...", "X"),
        ("add Ann health=0", "health"),
        ("add Ann hits=9", "hits"),
        ("add Ann hits=-1", "hits"),
        ("add Ann kind=hreo", "hero"),
        ("add Ann count=0", "count"),
        ("option pain=groing", "growing"),
        ("option limit=10", "limit"),
        ("option lmit=2", "limit"),
        ("option deep_cuts=perhaps", "perhaps"),
    ],
)
def test_a_wrong_value_is_refused_and_the_sentence_names_it_or_the_right_one(
    session: Session, line: str, told: str
) -> None:
    assert told in why_not(session, line)


def test_whatever_is_given_at_add_is_applied_and_the_ruleset_gets_typed_traits_alone(session: Session) -> None:
    play(session, 'add Ann foe hidden note="a spy" skill=3 weapon=heavy motto=never health=X/.. hits=3/12')
    ann = session.table.state.characters["Ann"]
    assert (ann.side, ann.hidden, ann.note) == ("foe", True, "a spy")
    assert ann.tracks["health"].marks == "X/.."
    assert ann.pools["hits"] == Pool(3, 12)
    assert dict(SEEN[-1].values) == {
        "name": "Ann", "kind": "hero", "skill": 3, "weapon": "heavy_pistol", "motto": "never",
    }  # fmt: skip


def test_a_number_for_a_track_at_add_is_how_many_boxes_it_has(session: Session) -> None:
    play(session, "add Ann health=9")
    assert session.table.state.characters["Ann"].tracks["health"].marks == "." * 9


def test_a_trait_of_the_kind_that_is_named_later_in_the_line_is_taken(session: Session) -> None:
    play(session, "add Ann stock=3 kind=monster")
    assert session.table.state.characters["Ann"].integer("stock") == 3


@pytest.mark.parametrize("line", ["set Ann weapon=heavy", "set Ann weapon heavy_pistol", "set Ann weapon=Heavy-Pistol"])
def test_a_choice_of_a_trait_is_its_id_however_it_was_typed(session: Session, line: str) -> None:
    play(session, "add Ann", line)
    assert session.table.state.characters["Ann"].text("weapon") == "heavy_pistol"
    assert session.table.history.entries[-1].do == "set Ann weapon=heavy_pistol"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("set Ann weapon=banana", "banana"),
        ("set Ann skill=6", "skill"),
        ("set Ann skill=2 weapon=banana", "banana"),
        ("set Ann stock=2", "hero"),
        ("set Ann hits=9", "hits"),
        ("set Ann health=9", "9"),
        ("set Ann skill", "skill"),
        ("set Ann", "value"),
    ],
)
def test_set_obeys_the_same_descriptions_and_does_all_or_nothing(session: Session, line: str, told: str) -> None:
    play(session, "add Ann")
    assert told in why_not(session, line)


def test_several_values_are_all_set_in_one_act_with_one_undo(session: Session) -> None:
    play(session, "add Ann", "add Bob", "set Ann,Bob skill=4 hits=2 motto=on")
    for who in ("Ann", "Bob"):
        person = session.table.state.characters[who]
        assert (person.integer("skill"), person.pools["hits"].value, person.text("motto")) == (4, 2, "on")
    play(session, "option limit=5 pain=growing")
    assert (session.table.state.option("limit"), session.table.state.option("pain")) == (5, "growing")
    play(session, "undo", "undo")
    assert session.table.state.option("limit") == 3
    assert session.table.state.characters["Ann"].integer("skill") == 0


@pytest.mark.parametrize(
    ("line", "hits", "do"),
    [
        ("set Ann hits -2", 3, "change Ann hits=-2"),
        ("set Ann hits −2", 3, "change Ann hits=-2"),
        ("set Ann hits +1", 6, "change Ann hits=1"),
        ("set Ann hits 2", 2, "set Ann hits=2"),
        ("set Ann hits=+2", 2, "set Ann hits=2"),
        ("change Ann hits=-1", 4, "change Ann hits=-1"),
    ],
)
def test_a_sign_changes_only_bare_after_the_name(session: Session, line: str, hits: int, do: str) -> None:
    play(session, "add Ann hits=5", line)
    assert session.table.state.characters["Ann"].pools["hits"].value == hits
    entry = session.table.history.entries[-1]
    assert entry.do == do
    assert f"hits 5/8 → {hits}/8" in entry.say


def test_each_of_several_people_is_changed_from_what_they_have(session: Session) -> None:
    play(session, "add Ann hits=5", "add Bob hits=8", "set Ann,Bob hits -2")
    assert [person.pools["hits"].value for person in session.table.state.characters.values()] == [3, 6]


def test_a_change_out_of_bounds_is_refused_for_all(session: Session) -> None:
    play(session, "add Ann hits=1", "add Bob hits=8")
    assert "hits" in why_not(session, "set Bob,Ann hits -2")


def test_an_intent_without_a_line_is_read_the_same_way(session: Session) -> None:
    play(session, "add Ann")
    with pytest.raises(Refusal):
        perform_intent(session, Intent("damage", targets=("Ann",), values=frozen({"amount": -1})))
    with pytest.raises(Refusal):
        perform_intent(session, Intent("damage", targets=("Ann",), values=frozen({"amount": 1, "colour": "red"})))
    perform_intent(session, Intent("damage", targets=("Ann",), values=frozen({"amount": "1", "type": "shar"})))
    assert session.table.history.entries[-1].do == "damage Ann 1 type=sharp"


# ---------------------------------------------------------------------- what a plugin lets follow


def following(intent: Intent) -> Session:
    @hookimpl
    def heal(view: State) -> Outcome:
        return Outcome(then=(intent,))

    return play(memory_session(sample_rules(SimpleNamespace(__name__="house", heal=heal))), "add Ann", "add Bob")


@pytest.mark.parametrize(
    "values",
    [
        {"amount": "much"},
        {"amount": 5000},
        {"amount": 3, "type": "sharpp"},
        {"amount": 3, "tpye": "sharp"},
        {},
        {"amount": True},
    ],
)
def test_a_follow_up_that_does_not_fit_is_the_plugins_mistake_and_changes_nothing(values: dict[str, Any]) -> None:
    session = following(Intent("damage", targets=("Ann",), values=frozen(values)))
    before = session.table.state
    with pytest.raises(PluginError) as failure:
        perform_line(session, "heal Ann 1")
    assert failure.value.reason.id == "plugin.wrong_intent"
    assert failure.value.reason.values["plugin"] == "house-0"
    assert session.table.state is before


@pytest.mark.parametrize(
    ("intent", "told"),
    [
        (Intent("set", targets=("Ann",), values=frozen({"hits": 99})), "house-0 asks for set"),
        (Intent("change", targets=("Ann",), values=frozen({"hits": -99})), "house-0 asks for change"),
        (Intent("set", values=frozen({"doom": 99})), "house-0 asks for set"),
        (Intent("bandge", targets=("Ann",)), "house-0 failed in heal"),
    ],
)
def test_whoever_lets_something_impossible_follow_is_named(intent: Intent, told: str) -> None:
    session = following(intent)
    with pytest.raises(PluginError) as failure:
        perform_line(session, "heal Ann 1")
    assert told in session.words.say(failure.value.reason)


def test_a_follow_up_gets_the_defaults_of_its_action() -> None:
    session = following(Intent("damage", targets=("Ann",), values=frozen({"amount": 2})))
    assert "2 blunt damage" in play(session, "heal Ann 1").table.history.entries[-1].say


def test_parts_and_words_are_carried_as_they_are_by_values_that_nobody_types() -> None:
    seen: list[Intent] = []

    @hookimpl
    def actions() -> list[Action]:
        inner = (Parameter("parts", "parts", inner=True), Parameter("cause", "words", inner=True))
        return [Action("burn", "act", inner, acts=False, targets="one", examples=("burn Orc",))]

    @hookimpl
    def heal(view: State, intent: Intent) -> Outcome:
        values = frozen({"parts": (Part(Term("fire"), 2, "R-1"),), "cause": Term("fire")})
        return Outcome(then=(Intent("burn", targets=intent.targets, values=values),))

    @hookimpl
    def act(view: State, intent: Intent) -> Outcome | None:
        seen.append(intent)
        return Outcome()

    house = SimpleNamespace(__name__="house", actions=actions, heal=heal, act=act)
    session = play(memory_session(sample_rules(house)), "add Ann", "heal Ann 1")
    assert seen[-1].parts("parts") == (Part(Term("fire"), 2, "R-1"),)
    assert seen[-1].label("cause") == Term("fire")
    with pytest.raises(Refusal):
        perform_line(session, "burn Ann cause=water")


@pytest.mark.parametrize("wrong", ["3", True, None, ("a",)])
def test_no_default_hides_a_wrong_value(wrong: Any) -> None:
    intent = Intent("x", values=frozen({"n": wrong}))
    with pytest.raises(TypeError):
        intent.integer("n", 3)
    assert Intent("x").integer("n", 3) == 3
