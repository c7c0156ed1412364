"""Tests: one card added to Ability, against a Difficulty (UBN-DICE); what must wait after a failure (UBN-SOC-01)."""

from collections.abc import Iterator
from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Message,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    drafted,
    frozen,
    message,
)
from tracker_ukraine_by_night.ability import (
    CALLED_OVER,
    DRAW_SWITCHES,
    FREE_MODIFIER,
    MODIFIER_PARAMETERS,
    TRAIT_PARAMETERS,
    circumstance_parts,
    in_order,
    total,
    trait_parts,
)
from tracker_ukraine_by_night.actions import insist
from tracker_ukraine_by_night.cards import STANDARD_DIFFICULTY, DrawRules, draw_test
from tracker_ukraine_by_night.clock import MINUTE
from tracker_ukraine_by_night.fields import those_that_apply
from tracker_ukraine_by_night.health import STATE, UNCONSCIOUS, is_down, state_of
from tracker_ukraine_by_night.last_draw import remember, tell_draw
from tracker_ukraine_by_night.odds import chances
from tracker_ukraine_by_night.traits import ATTRIBUTES, SKILLS
from tracker_ukraine_by_night.vitae import boost_parts, use_boost

MUST_WAIT = "must_wait"
WAIT_SECONDS = 30 * MINUTE
"""One scene, half an hour."""


def test_rules(view: State, intent: Intent) -> DrawRules:
    """How the table reads this test."""
    return DrawRules.of(view, intent.integer("difficulty", STANDARD_DIFFICULTY))


# ---------------------------------------------------------------------- waiting after a failure


def field_of(intent: Intent) -> str:
    """The field of a draw: as typed, else its Attribute's, else its Skill's, else physical."""
    skill = SKILLS.get(intent.text("skill"), "physical")
    return intent.text("field") or ATTRIBUTES.get(intent.text("attribute"), skill)


def _matter(intent: Intent) -> str:
    """What a draw is about: what it is called, else its field. Each pair and matter waits by itself."""
    return (intent.text("task") or intent.text("name") or field_of(intent)).casefold()


def wait_objection(view: State, intent: Intent, target: str) -> Message | None:
    """Why someone must not try this on the target yet."""
    character = view.characters[intent.actor]
    running = character.conditions.get(f"{MUST_WAIT}:{target}:{_matter(intent)}")
    if running is None or not running.left:
        return None
    minutes = -(-running.left // MINUTE)
    name = view.characters[target].name
    return message("ubn.refused.must_wait", who=character.name, target=name, minutes=minutes)


def begin_wait(draft: Draft, intent: Intent, target: str, *, is_success: bool) -> list[str]:
    """Let a failed social or mental draw against someone else wait; return the id of what began, if anything did."""
    if is_success or target in ("", intent.actor) or field_of(intent) == "physical":
        return []
    who, name = intent.actor, draft.character(target).name
    wait_id = f"{MUST_WAIT}:{target}:{_matter(intent)}"
    about = intent.text("task") or intent.text("name")
    note = f"{name}, {about}" if about else name
    wait = Condition(wait_id, MUST_WAIT, note=note, left=WAIT_SECONDS, unit="second")
    line = message("ubn.must_wait", who=draft.character(who).name, target=name, minutes=WAIT_SECONDS // MINUTE)
    draft.tell(line, ConditionSet(who, wait, "UBN-SOC-01"))
    return [wait_id]


def begin_scene(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A scene is what there is to wait for."""
    for who, character in draft.state.characters.items():
        for running in character.conditions_of_kind(MUST_WAIT):
            draft.add(ConditionEnded(who, running.id, "scene", "UBN-SOC-01"))


# ---------------------------------------------------------------------- tests


def _parts(view: State, intent: Intent) -> tuple[Part, ...]:
    character = view.characters[intent.actor]
    attribute = intent.text("attribute")
    traits = trait_parts(view, character, intent, attribute, intent.text("skill"))
    return in_order(traits, [*boost_parts(character, intent, attribute), *circumstance_parts(character, intent)])


@drafted
def test(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Draw for a test. A failed social or mental one against someone must wait before it is tried again."""
    view, who, against = draft.state, intent.actor, intent.target
    character = draft.character(who)
    if not intent.flag(CALLED_OVER):
        objection = wait_objection(view, intent, against) if against else None
        if is_down(character):
            objection = message("ubn.refused.out", who=character.name)
        insist(draft, objection, overruled=intent.flag("overrule"))
    parts = _parts(view, intent)
    boosted = use_boost(draft, intent, intent.text("attribute"))
    cards = draw_test(chance, (total(parts),), "test", character.name)
    task: str | Term = intent.text("task") or Term("test")
    if against:
        head = message("ubn.test.against", who=character.name, target=draft.character(against).name, task=task)
    else:
        head = message("ubn.test", who=character.name, task=task)
    rules = test_rules(view, intent)
    reading = tell_draw(draft, intent, head, parts, cards, rules, typed=chance.typed, against=against)
    began = begin_wait(draft, intent, against, is_success=reading.is_success)
    remember(draft, intent, boosted=boosted, began=began)


def odds(view: State, intent: Intent) -> Chances:
    """The chances of a test."""
    parts = _parts(view, intent)
    return chances(total(parts), parts, test_rules(view, intent))


# ---------------------------------------------------------------------- staying conscious


def _conscious_parts(character: Character, intent: Intent) -> tuple[Part, ...]:
    """Stamina and the game master's modifier: the wound penalty does not count (UBN-STA-02)."""
    stamina = Part(Term("stamina"), character.integer("stamina"), "UBN-STA-02")
    return in_order([stamina], [Part(Term("modifier"), intent.integer("modifier"), "UBN-RES-04")])


@drafted
def stay_conscious(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A mortal with a full track tests Stamina to stay conscious."""
    who = intent.actor
    character = draft.character(who)
    if state_of(character) != "failing" and not intent.flag("overrule"):
        raise Refusal(message("ubn.refused.not_failing", who=character.name))
    parts = _conscious_parts(character, intent)
    cards = draw_test(chance, (total(parts),), "stay_conscious", character.name)
    head = message("ubn.test", who=character.name, task=Term("stay_conscious"))
    reading = tell_draw(draft, intent, head, parts, cards, DrawRules.of(draft.state), typed=chance.typed)
    if not intent.flag(CALLED_OVER):
        _owe(draft, who, -1)
    if not reading.is_success:
        fainted = ConditionSet(who, Condition(UNCONSCIOUS, UNCONSCIOUS), "UBN-STA-02")
        draft.tell(message("ubn.unconscious", who=character.name), fainted)
    remember(draft, intent, began=() if reading.is_success else (UNCONSCIOUS,))
    draft.follow(Intent("open_sides", targets=(who,)).with_values(from_draw=True))


def _owe(draft: Draft, who: str, tests: int) -> None:
    """Count a test to stay conscious that is owed, or done."""
    for told in draft.character(who).conditions_of_kind(STATE):
        owed = replace(told, amount=max(0, told.amount + tests), data=frozen({"fresh": False}))
        draft.add(ConditionSet(who, owed, "UBN-STA-02"))


def start_of_turn(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Each turn of a mortal with a full track asks for a test; the first asks for the one that is owed already.

    Where the game master has dismissed that one, it is not the test of this turn.
    """
    character = draft.character(intent.actor)
    if state_of(character) == "failing" and not character.has_condition(UNCONSCIOUS):
        is_fresh = any(told.amount and told.data.get("fresh") for told in character.conditions_of_kind(STATE))
        is_dismissed = draft.state.has_dismissed(_due_id(character.id, 1))
        _owe(draft, character.id, 0 if is_fresh and not is_dismissed else 1)


def _due_id(who: str, number: int) -> str:
    return f"stay_conscious:{who}:{number}"


def due(view: State, who: str) -> Iterator[DueItem]:
    """Every test to stay conscious that is owed."""
    character = view.characters[who]
    if state_of(character) != "failing" or character.has_condition(UNCONSCIOUS):
        return
    for number in range(1, 1 + sum(told.amount for told in character.conditions_of_kind(STATE))):
        name = "ubn.due.stay_conscious" if number == 1 else "ubn.due.stay_conscious.more"
        line = message(name, who=character.name, number=number)
        yield DueItem(_due_id(who, number), who, line, Intent("stay_conscious", who), "UBN-STA-02")


def conscious_odds(view: State, intent: Intent) -> Chances:
    """The chances of staying conscious."""
    parts = _conscious_parts(view.characters[intent.actor], intent)
    return chances(total(parts), parts, DrawRules.of(view))


TEST = Action(
    "test",
    "roll",
    (*TRAIT_PARAMETERS, FREE_MODIFIER, Parameter("task", "text", common=False), *MODIFIER_PARAMETERS),
    targets="optional",
    key="r",
    rules=("UBN-DICE-02", "UBN-DICE-04", "UBN-DICE-05", "UBN-RES-02", "UBN-SOC-01", "UBN-SOC-02"),
    examples=(
        "test dexterity stealth -2",
        "test ability=5 difficulty=12",
        'test manipulation subterfuge on=Boris task="the lie about the warehouse"',
    ),
    group="test",
)
STAY_CONSCIOUS = Action(
    "stay_conscious",
    "roll",
    (FREE_MODIFIER, *DRAW_SWITCHES),
    rules=("UBN-STA-02",),
    examples=("stay_conscious", "stay_conscious by=Boris"),
    group="test",
)
CHAPTER = Chapter(
    deeds=(Deed(TEST, test, odds, applies=those_that_apply), Deed(STAY_CONSCIOUS, stay_conscious, conscious_odds)),
    conditions=(ConditionKind(MUST_WAIT, tone="warning", rule="UBN-SOC-01", by_hand=False),),
    moments={"begin_scene": begin_scene, "start_of_turn": start_of_turn},
    due=due,
)
