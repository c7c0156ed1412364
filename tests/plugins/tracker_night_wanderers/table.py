"""A table for tests: the engine with this ruleset, a state, and acts with typed faces."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.plugins.kept import KnownActs, kept_commands, kept_rules, typed_alike
from tracker.api import (
    Character,
    Condition,
    ConditionSet,
    Face,
    Fact,
    Intent,
    Message,
    Outcome,
    RandomChance,
    Rolled,
    State,
    Term,
    TypedChance,
)
from tracker.command.compose import compose_due
from tracker.core.fold import fold_all
from tracker.core.values import Value, frozen
from tracker.engine import Engine

RULES = kept_rules("tracker_night_wanderers")
COMMANDS = kept_commands("tracker_night_wanderers")
ENGINE = Engine(RULES, COMMANDS.spell, lambda intent, state: compose_due(intent, COMMANDS, state))
AGAIN = ENGINE
"""Carries acts out once more to compare; a test may put another engine in place of the first."""
ACTS = KnownActs(ENGINE)
BYSTANDER = "bystander"


class FacesLeft(AssertionError):
    """The product asked for fewer dice than were given."""


class TurnChance(TypedChance):
    """Typed faces for the ends of turns; the order of turns, which no case types faces for, falls by a seed."""

    def __init__(self, faces: Sequence[Face]) -> None:
        super().__init__(faces)
        self._order = RandomChance(seed=1)

    def dice(self, count: int, sides: int, what: str = "", *, who: str = "", called: str = "") -> tuple[int, ...]:
        """Roll for the order, take the next typed faces for everything else."""
        if what in ("initiative", "tie"):
            return self._order.dice(count, sides)
        return super().dice(count, sides, what, who=who, called=called)


def check_typed(state: State, intent: Intent, faces: Sequence[int], outcome: Outcome) -> None:
    """Whoever types the act gets what the intent brought about, so that every case covers its line as well."""
    if other := typed_alike(intent, COMMANDS, state):
        assert AGAIN.outcome(state, other, TypedChance(faces)).facts == outcome.facts, other


def check_due(state: State) -> None:
    """Whatever is offered can be done: what is due goes with the action, the hold or the state that it needs."""
    for item in RULES.due(state):
        if item.intent is not None:
            AGAIN.outcome(state, item.intent, RandomChance(seed=1))


class TestTable:
    """The state of a small session; every act goes through the engine."""

    __test__ = False

    def __init__(self, options: Mapping[str, Value] | None = None) -> None:
        self.state = ACTS.begun(**(options or {}))
        self.last = Outcome()

    def fold(self, *facts: Fact) -> None:
        """Set something up that no act of the ruleset sets up."""
        self.state = fold_all(self.state, facts)

    def act(
        self,
        verb: str,
        actor: str = "",
        targets: Iterable[str] = (),
        faces: Sequence[int] = (),
        *,
        all_faces: bool = True,
        **values: Value,
    ) -> Outcome:
        """Carry an act out with these faces. Raises Refusal, MoreFaces, FacesLeft."""
        chance, before = TypedChance(faces), self.state
        intent = Intent(verb, actor, tuple(targets), frozen(values))
        outcome = self.act_with(chance, intent)
        if all_faces and chance.left_over:
            raise FacesLeft(f"{verb}: {chance.left_over} left over")
        if verb in RULES.actions and ENGINE is AGAIN:
            check_typed(before, intent, faces, outcome)
        check_due(self.state)
        return outcome

    def act_with(self, chance: TypedChance, intent: Intent) -> Outcome:
        """Carry an act out with a source of faces that later acts go on using."""
        acts = ACTS if ENGINE is AGAIN else ENGINE
        self.last, self.state = acts.worked_out(self.state, intent, chance)
        return self.last

    def character(self, who: str) -> Character:
        """Somebody as he now is."""
        return self.state.characters[who]

    # ------------------------------------------------------------------ setting up

    def add(self, who: str, kind: str = "vampire", **values: Value) -> str:
        """Add somebody; without `health_max` and `blood_max` those gauges play no part."""
        values = {"health_max": 0, "blood_max": 0, **values}
        self.act("add", targets=(who,), name=who, kind=kind, **values)
        return who

    def condition(self, who: str, kind: str, amount: int = 0, *, scene: bool = False) -> None:
        """Set a condition by the game master's word."""
        if self.character(who).has_condition(kind):
            return
        values = {"amount": amount} if amount else {}
        self.act("condition", targets=(who,), kind=kind, scene=scene, **values)

    def seize(self, holder: str, held: str) -> None:
        """A hold that is running already."""
        self.fold(
            ConditionSet(holder, Condition("holding", "holding", data=frozen({"on": held}))),
            ConditionSet(held, Condition(f"held:{holder}", "held", source=holder)),
        )

    # ------------------------------------------------------------------ turns

    def begin_fight(self) -> None:
        """Turn 1 begins; everybody has a number of his own, so that no tie asks for dice."""
        if BYSTANDER not in self.state.characters:
            self.add(BYSTANDER, "human")
        totals = {f"total:{who}": 100 * number for number, who in enumerate(self.state.characters, 1)}
        self.act("initiative", targets=tuple(self.state.characters), **totals)
        self.act("next")

    def end_turns(self, count: int = 1, faces: Sequence[int] = ()) -> None:
        """Let whole turns of the game pass."""
        chance = TurnChance(faces)
        for _ in range(count):
            if not self.state.order:
                self.begin_fight()
            running = self.state.round
            while self.state.round == running:
                self.act_with(chance, Intent("next"))
        if chance.left_over:
            raise FacesLeft(f"turn ends: {chance.left_over} left over")

    # ------------------------------------------------------------------ reading

    def rolls(self, what: str = "") -> list[Rolled]:
        """The throws of the last act."""
        return [fact for fact in self.last.facts if isinstance(fact, Rolled) and what in ("", fact.what)]

    def line(self, line_id: str) -> Message | None:
        """The first line of the last act with this id."""
        return next((line for line in self.last.lines if line.id == line_id), None)

    def words(self, who: str) -> list[str]:
        """The status words."""
        return [word.id for word in self.character(who).status]

    def derived(self, who: str, name: str) -> int:
        """A derived value of the sheet."""
        return next(value.value for value in RULES.derived(self.state, who) if value.id == name)

    def odds(self, verb: str, actor: str = "", targets: Iterable[str] = (), **values: Value) -> Any:
        """The chances of an act."""
        return ENGINE.odds(self.state, Intent(verb, actor, tuple(targets), frozen(values)))

    def event(self, name: str, verb: str, actor: str = "", targets: Iterable[str] = (), **values: Value) -> Any:
        """The chance of one event of an act."""
        chances = self.odds(verb, actor, targets, **values)
        return next(chance for label, chance in chances.events if label == Term(name))
