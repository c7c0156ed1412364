"""Tests: one card added to Ability, against a Difficulty (UBN-DICE); what must wait after a failure (UBN-SOC-01)."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Character,
    Condition,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    Message,
    Outcome,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    frozen,
    message,
)
from tracker_ukraine_by_night.ability import (
    DRAW_SWITCHES,
    FREE_MODIFIER,
    MODIFIER_PARAMETERS,
    TRAIT_PARAMETERS,
    circumstance_parts,
    clamped,
    in_order,
    total,
    trait_parts,
)
from tracker_ukraine_by_night.actions import insist
from tracker_ukraine_by_night.cards import STANDARD_DIFFICULTY, DrawRules, draw_test, read_cards
from tracker_ukraine_by_night.health import is_down, state_of
from tracker_ukraine_by_night.last_draw import CALLED_OVER, remember, told
from tracker_ukraine_by_night.odds import chances
from tracker_ukraine_by_night.traits import ATTRIBUTES, FIELD_CHOICES
from tracker_ukraine_by_night.vitae import boost_parts, use_boost

MUST_WAIT = "must_wait"
WAIT_SECONDS = 30 * 60
"""One scene, half an hour."""


def test_rules(view: State, intent: Intent) -> DrawRules:
    """How the table reads this test."""
    return DrawRules.of(view, max(1, clamped(intent.integer("difficulty", STANDARD_DIFFICULTY))))


def field_of(intent: Intent) -> str:
    """The field of a test: as typed, else its Attribute's, else physical."""
    return intent.text("field") or ATTRIBUTES.get(intent.text("attribute"), "physical")


def _parts(view: State, intent: Intent) -> tuple[Part, ...]:
    character = view.characters[intent.actor]
    attribute = intent.text("attribute")
    traits = trait_parts(view, character, intent, attribute, intent.text("skill"))
    return in_order(traits, [*boost_parts(character, intent, attribute), *circumstance_parts(character, intent)])


def test(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Draw for a test. A failed social or mental one against somebody must wait before it is tried again."""
    draft = Draft(view)
    who = intent.actor
    repeated, overruled = intent.flag(CALLED_OVER), intent.flag("overrule")
    if not repeated:
        insist(draft, test_objection(view, intent), overruled=overruled)
    parts = _parts(view, intent)
    boosted = use_boost(draft, intent, intent.text("attribute"))
    rules = test_rules(view, intent)
    name = draft.character(who).name
    cards = draw_test(chance, (total(parts),), name)
    reading = read_cards(total(parts), cards, rules)
    against = intent.target
    task: str | Term = intent.text("task") or Term("test")
    draft.say(message("ubn.test", who=name, task=task, ability=total(parts), parts=parts))
    told(draft, intent, "test", parts, cards, reading, rules, typed=chance.typed, against=against)
    if reading.successes > 1:
        draft.say(message("ubn.test.better", successes=reading.successes))
    began: tuple[str, ...] = ()
    if against and not reading.is_success and field_of(intent) != "physical":
        began = (_begin_wait(draft, intent),)
    remember(draft, intent, {"boosted": boosted}, began)
    return draft.outcome()


def test_objection(view: State, intent: Intent) -> Message | None:
    """Why a test should not be drawn now: the character is out, or must wait."""
    character = view.characters[intent.actor]
    if is_down(character):
        return message("ubn.refused.out", who=character.name)
    running = character.conditions.get(_wait_id(intent)) if intent.target else None
    if running is None or seconds_left(view, running) <= 0:
        return None
    return message(
        "ubn.refused.must_wait",
        who=character.name,
        target=view.characters[intent.target].name,
        minutes=-(-seconds_left(view, running) // 60),
    )


def _wait_id(intent: Intent) -> str:
    """One timer for each pair and action."""
    return f"{MUST_WAIT}:{intent.target}:{intent.text('task') or field_of(intent)}"


def seconds_left(view: State, running: Condition) -> int:
    """How long a wait still lasts."""
    until = running.data.get("until", 0)
    return (until if isinstance(until, int) else 0) - view.seconds


def _begin_wait(draft: Draft, intent: Intent) -> str:
    until = draft.state.seconds + WAIT_SECONDS
    target = draft.character(intent.target).name
    wait = Condition(
        _wait_id(intent), MUST_WAIT, note=target, source=intent.target, data=frozen({"until": until}), unit="scene"
    )
    draft.add(ConditionSet(intent.actor, wait, "UBN-SOC-01"))
    minutes = WAIT_SECONDS // 60
    draft.say(message("ubn.must_wait", who=draft.character(intent.actor).name, target=target, minutes=minutes))
    return wait.id


def odds(view: State, intent: Intent) -> Chances | None:
    """The chances of a test."""
    objection = test_objection(view, intent)
    if objection is not None and not intent.flag("overrule"):
        raise Refusal(objection)
    parts = _parts(view, intent)
    return chances(total(parts), parts, test_rules(view, intent))


# ---------------------------------------------------------------------- staying conscious


def _conscious_parts(character: Character, intent: Intent) -> tuple[Part, ...]:
    """Stamina and the game master's modifier: the wound penalty does not count (UBN-STA-02)."""
    stamina = Part(Term("stamina"), character.integer("stamina"), "UBN-STA-02")
    return in_order([stamina], [Part(Term("modifier"), clamped(intent.integer("modifier")))])


def stay_conscious(view: State, intent: Intent, chance: Chance) -> Outcome:
    """A mortal with a full track tests Stamina to stay conscious."""
    draft = Draft(view)
    who = intent.actor
    character = draft.character(who)
    if state_of(character) != "failing" and not intent.flag("overrule"):
        raise Refusal(message("ubn.refused.not_failing", who=character.name))
    parts = _conscious_parts(character, intent)
    rules = DrawRules.of(view)
    cards = draw_test(chance, (total(parts),), character.name)
    reading = read_cards(total(parts), cards, rules)
    draft.say(
        message(
            "ubn.test",
            who=character.name,
            task=Term("stay_conscious"),
            ability=total(parts),
            parts=parts,
        )
    )
    told(draft, intent, "stay_conscious", parts, cards, reading, rules, typed=chance.typed, rule="UBN-STA-02")
    began: tuple[str, ...] = ()
    if not reading.is_success:
        draft.add(ConditionSet(who, Condition("unconscious", "unconscious"), "UBN-STA-02"))
        draft.say(message("ubn.unconscious", who=character.name))
        began = ("unconscious",)
    remember(draft, intent, began=began)
    draft.follow(Intent("settle_prompt", targets=(who,), values=frozen({"prompt": f"stay_conscious:{who}"})))
    draft.follow(Intent("open_sides", targets=(who,), values=frozen({"from_draw": True})))
    return draft.outcome()


def conscious_odds(view: State, intent: Intent) -> Chances | None:
    """The chances of staying conscious."""
    parts = _conscious_parts(view.characters[intent.actor], intent)
    return chances(total(parts), parts, DrawRules.of(view))


CONDITIONS = (
    ConditionKind(MUST_WAIT, tone="warning", rule="UBN-SOC-01"),
    ConditionKind("unconscious", tone="bad", rule="UBN-STA-02"),
)

ACTIONS = (
    Action(
        "test",
        "roll",
        (
            *TRAIT_PARAMETERS,
            FREE_MODIFIER,
            Parameter("field", "choice", choices=FIELD_CHOICES, common=False),
            Parameter("task", "text", common=False),
            *MODIFIER_PARAMETERS,
        ),
        targets="optional",
        key="r",
        rules=("UBN-DICE-02", "UBN-DICE-04", "UBN-DICE-05", "UBN-RES-02", "UBN-SOC-01"),
        examples=(
            "test dexterity stealth -2",
            "test ability=5 difficulty=12",
            'test manipulation subterfuge on=Boris task="the lie about the warehouse"',
        ),
        group="test",
    ),
    Action(
        "stay_conscious",
        "roll",
        (FREE_MODIFIER, *DRAW_SWITCHES),
        rules=("UBN-STA-02",),
        examples=("stay_conscious", "stay_conscious by=Boris"),
        group="test",
    ),
)
ROLLS = {"test": test, "stay_conscious": stay_conscious}
ODDS = {"test": odds, "stay_conscious": conscious_odds}
