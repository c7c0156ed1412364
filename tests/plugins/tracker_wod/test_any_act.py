"""Whatever a game master asks for: an answer or a refusal, never a crash; the same faces, the same answer."""

import random
from typing import Any

import pytest

from tests.how_many import several, so_long
from tests.plugins.tracker_wod.scene import COMMANDS, RULES, Scene
from tests.tables import words_for
from tracker.api import (
    Action,
    Intent,
    Message,
    Outcome,
    Parameter,
    Part,
    RandomChance,
    Refusal,
    State,
    Term,
    Value,
    message,
)
from tracker.core.fold import fold_all
from tracker.text import Words

PEOPLE = ("David", "Killer", "Extra", "Count")
CORE = ("next", "next", "next", "initiative", "pass", "scene", "condition", "end")
LONGEST = so_long(40, 50)
ENGLISH, RUSSIAN = words_for(RULES), words_for(RULES, "ru")


def value_of(parameter: Parameter, dice: random.Random, state: State) -> Value:
    people = list(state.characters)
    match parameter.kind:
        case "integer":
            low, high = parameter.minimum or 0, parameter.maximum or 10
            return dice.choice([low, high, dice.randint(low, min(high, low + 12)), dice.randint(low, high)])
        case "choice":
            return dice.choice(
                [choice.id for choice in parameter.choices] + (["unheard-of"] if parameter.open_choice else [])
            )
        case "switch":
            return True
        case "text":
            return dice.choice(["", "wits+composure", "strength", "nonsense", "сила+ловкость", "[red]\x1b["])
        case "character":
            return dice.choice(people)
        case "characters":
            return tuple(dice.sample(people, dice.randint(1, 2)))
        case "duration":
            return dice.choice([1, 60, 3600, 86400, 10**6])


def any_intent(action: Action, dice: random.Random, state: State) -> Intent:
    people = list(state.characters)
    values: dict[str, Value] = {}
    for parameter in action.parameters:
        if parameter.required or dice.random() < 0.25:
            values[parameter.id] = value_of(parameter, dice, state)
    targets: tuple[str, ...] = ()
    if action.targets in ("one", "many"):
        targets = tuple(dice.sample(people, 1 if action.targets == "one" or dice.random() < 0.6 else 2))
    return Intent(action.id, dice.choice(people) if action.acts else "", targets, values)


def core_intent(verb: str, dice: random.Random, state: State) -> Intent:
    who = (dice.choice(list(state.characters)),)
    match verb:
        case "pass":
            return Intent(verb, values={"seconds": dice.choice([3, 60, 900, 86400, 3 * 10**6])})
        case "condition":
            kind = dice.choice(list(RULES.conditions))
            return Intent(verb, targets=who, values={"kind": kind, "amount": dice.randint(-2, 3)})
        case "end":
            return Intent(verb, targets=who)
        case _:
            return Intent(verb)


def people() -> Scene:
    scene = Scene(**{name: option.default for name, option in RULES.options.items()})
    scene.add("David", weapon="smg-small", armour="kevlar-vest", brawl=3, firearms=2, merits="quick-draw fresh-start")
    scene.add("Killer", weapon="knife", health="XXX//..")
    scene.add("Extra", kind="extra", weapon="crossbow")
    scene.add("Count", kind="vampire", weapon="own-weapon", weapon_clip=3, weapon_skill="firearms", armour="plate")
    return scene


@pytest.mark.parametrize("seed", range(several(5)))
def test_a_long_evening_of_anything_never_breaks_the_ruleset(seed: int) -> None:
    dice = random.Random(seed)
    scene = people()
    actions = list(RULES.actions.values())
    for _ in range(LONGEST):
        state = scene.state
        if dice.random() < 0.3:
            intent = core_intent(dice.choice(CORE), dice, state)
        else:
            intent = any_intent(dice.choice(actions), dice, state)
        throw = dice.randrange(10**6)
        first = answer(scene, intent, throw)
        assert answer(scene, intent, throw) == first
        if isinstance(first, Outcome):
            for line in first.lines:
                assert all(words.knows(line) for words in (ENGLISH, RUSSIAN)), line
                check_terms(line, RUSSIAN)
            for fact in first.facts:
                for part in getattr(fact, "parts", ()):
                    check_terms(part.label, RUSSIAN)
            scene.state = fold_all(state, first.facts)
            check_state(scene.state)
        else:
            assert all(words.knows(first.reason) for words in (ENGLISH, RUSSIAN)), first.reason


def check_terms(said: object, words: Words) -> None:
    """Every term in a sentence, a part or a list has its word."""
    match said:
        case Term():
            assert words.has_term(said.id), said
        case Message():
            for value in said.values.values():
                check_terms(value, words)
        case Part():
            check_terms(said.label, words)
        case tuple():
            for member in said:
                check_terms(member, words)


class Refused(tuple[Any, ...]):
    """A refusal that can be compared."""

    @property
    def reason(self) -> Any:
        return self[0]


def answer(scene: Scene, intent: Intent, throw: int) -> Outcome | Refused:
    try:
        return scene.engine.outcome(scene.state, intent, RandomChance(throw))
    except Refusal as refusal:
        return Refused((refusal.reason,))


def check_state(state: State) -> None:
    for who, character in state.characters.items():
        health = character.tracks["health"]
        assert health.marks == "".join(sorted(health.marks, key="*X/.".index)), health
        willpower = character.pools["willpower"]
        assert 0 <= willpower.value <= (willpower.maximum or 0)
        for derived in RULES.derived(state, who):
            assert derived.value >= 0 or derived.id not in ("defence", "dodge", "speed", "run", "health")
        for reason in RULES.unavailable(state, who).values():
            assert RUSSIAN.knows(told(reason))
        for prompt in state.due:
            if prompt.command and prompt.who in state.characters:
                COMMANDS.parse(prompt.command, state)


def told(message_id: str) -> Message:
    return message(message_id)
