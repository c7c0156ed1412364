"""A small session for the cases: characters, intents with the faces of a case, and what came of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.plugins.case_files import UnknownKey
from tests.plugins.kept import KnownActs, kept_commands, kept_rules
from tracker.api import (
    Chance,
    Character,
    CharacterAdded,
    Condition,
    ConditionSet,
    CounterSet,
    Derived,
    Due,
    Fact,
    Intent,
    Message,
    Outcome,
    Part,
    RandomChance,
    Refusal,
    Rolled,
    StatusSet,
    Term,
    Track,
    TrackSet,
    TypedChance,
)
from tracker.command.commands import ActCommand
from tracker.command.compose import compose_due
from tracker.core.chance import NO_OTHER
from tracker.core.fold import fold_all
from tracker.engine import Engine

RULES = kept_rules("tracker_wod")
COMMANDS = kept_commands("tracker_wod")
WORDS = COMMANDS.words
ENGINE = Engine(RULES, COMMANDS.spell, lambda intent, state: compose_due(intent, COMMANDS, state))
ACTS = KnownActs(ENGINE)


class Keys:
    """A table of a case whose keys must all be read: `take` reads one, `finish` complains about the others."""

    def __init__(self, table: Mapping[str, Any] | None, where: str) -> None:
        self._left = dict(table or {})
        self._where = where

    def __contains__(self, key: str) -> bool:
        return key in self._left

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._left))

    def take(self, key: str, default: Any = None) -> Any:
        """The value of a key, which counts as read."""
        return self._left.pop(key, default)

    def peek(self, key: str) -> Any:
        """The value of a key that will be read or compared later."""
        return self._left.get(key)

    def check(self, key: str, actual: Any) -> None:
        """Compare what came out with what the case says under this key; nothing where the case is silent.

        A function is asked for it only where the case says something.
        """
        if key in self._left:
            wanted = self._left.pop(key)
            if callable(actual):
                actual = actual()
            assert actual == wanted, f"{self._where}: {key} is {actual!r}, the rulebook says {wanted!r}"

    def finish(self) -> None:
        """Raise UnknownKey for keys that nobody read."""
        if self._left:
            raise UnknownKey(f"{self._where}: nobody understands {sorted(self._left)}")


def faces_of(table: Keys, *names: str) -> list[int]:
    """The faces of a throw in the order they fall: first dice, then the further ones."""
    return [face for name in names or ("dice", "again") for face in table.take(name, ())]


class Misses:
    """Dice that never succeed, for attacks of which only the pool matters."""

    typed = False

    def dice(self, count: int, sides: int, what: str, *, who: str, called: str = "") -> tuple[int, ...]:
        """Twos."""
        return (2,) * count

    def cards(
        self, deck: Sequence[str], count: int, what: str, *, who: str, spelled: Mapping[str, str] = NO_OTHER
    ) -> tuple[str, ...]:
        """The first cards."""
        return tuple(deck[:count])


class Scene:
    """A state that intents change; faces that a case gives must all be used."""

    def __init__(self, **options: Any) -> None:
        self.engine = ENGINE
        self.state = ACTS.begun(**options)
        self.outcome = Outcome()
        self.facts: list[Fact] = []

    # ------------------------------------------------------------------ setting up

    def add(self, name: str, kind: str = "mortal", **traits: Any) -> str:
        """Add a character and return its id. Trait names may be written with underscores."""
        values = {trait.replace("_", "-"): value for trait, value in traits.items()}
        self.perform(Intent("add", values={"name": name, "kind": kind, **values}))
        (added,) = (fact for fact in self.outcome.facts if isinstance(fact, CharacterAdded))
        return added.who

    def put(self, *facts: Fact) -> None:
        """Let something be so, without any rule."""
        self.state = fold_all(self.state, facts)

    def marks(self, who: str, marks: str, bonus: int = 0) -> None:
        """Let the Health track stand as given."""
        before = self.state.characters[who].tracks["health"]
        self.put(TrackSet(who, "health", before, Track(marks, bonus)))
        self.put(StatusSet(who, self.engine.rules.status(self.state, who)))

    def condition(self, who: str, kind: str, **fields: Any) -> None:
        """Let a condition run."""
        self.put(ConditionSet(who, Condition(**{"id": kind, "kind": kind, **fields})))

    def counter(self, who: str, name: str, value: int, until: Any = "round") -> None:
        """Let a counter stand as given."""
        self.put(CounterSet(who, name, value, until))

    # ------------------------------------------------------------------ acting

    def perform(self, intent: Intent, chance: Chance | None = None) -> Outcome:
        """Carry an intent out and keep what came of it."""
        self.outcome, self.state = ACTS.worked_out(self.state, intent, chance or TypedChance(()))
        self.facts.extend(self.outcome.facts)
        return self.outcome

    def do(
        self,
        verb: str,
        actor: str = "",
        targets: tuple[str, ...] | str = (),
        faces: list[int] | None = None,
        maybe: list[int] | None = None,
        **values: Any,
    ) -> Outcome:
        """Perform an intent with exactly these faces. Value names may be written with underscores.

        `maybe` are those of a further roll that the act may turn out not to need: all of them fall, or none.
        """
        on = (targets,) if isinstance(targets, str) else targets
        named = {name.replace("_", "-"): value for name, value in values.items()}
        hidden = named.pop("hidden", False) if verb != "add" else False
        chance = TypedChance([*(faces or ()), *(maybe or ())])
        outcome = self.perform(Intent(verb, actor, on, named, hidden), chance)
        unused = list(chance.left_over)
        assert unused in ([], maybe), f"{verb}: nobody asked for the faces {unused}"
        return outcome

    def play(self, *lines: str) -> "Scene":
        """Carry typed lines out, each with the faces that stand behind `||`."""
        for line in lines:
            typed, _, faces = line.partition("||")
            self.line(typed.strip(), [int(face) for face in faces.split()])
        return self

    def log(self) -> list[str]:
        """The lines of the last act in words."""
        return [WORDS.say(line) for line in self.outcome.lines]

    def due(self) -> dict[str, str]:
        """What waits: the ids, each with the line that does it."""
        return {due.id: due.command for due in self.state.open_due}

    def line(self, line: str, faces: list[int] | None = None) -> Outcome:
        """Carry out a command line, such as that of a prompt, with exactly these faces."""
        command = COMMANDS.parse(line, self.state)
        assert isinstance(command, ActCommand)
        intent = command.intent
        return self.do(intent.verb, intent.actor, intent.targets, faces, **intent.values)

    def at_random(self, verb: str, actor: str = "", targets: tuple[str, ...] = (), **values: Any) -> Outcome:
        """Perform an intent with dice that the case does not care for."""
        named = {name.replace("_", "-"): value for name, value in values.items()}
        return self.perform(Intent(verb, actor, targets, named), RandomChance(1))

    def refusal(self, verb: str, actor: str = "", targets: tuple[str, ...] = (), **values: Any) -> Message | None:
        """Why an intent is refused; None where it is possible, and then it is done."""
        try:
            self.at_random(verb, actor, targets, **values)
        except Refusal as refusal:
            return refusal.reason
        return None

    # ------------------------------------------------------------------ looking

    def character(self, who: str) -> Character:
        """A character as it stands."""
        return self.state.characters[who]

    def rolls(self) -> list[Rolled]:
        """The throws of the last act."""
        return [fact for fact in self.outcome.facts if isinstance(fact, Rolled)]

    def prompts(self, prefix: str) -> list[Due]:
        """What is due, by the beginning of its id."""
        return [due for due in self.state.due if due.id.startswith(prefix)]

    def derived(self, who: str, name: str) -> Derived:
        """A derived value."""
        return next(value for value in self.engine.rules.derived(self.state, who) if value.id == name)

    def status(self, who: str) -> str:
        """The state in the words of the cases."""
        words = [word.id for word in self.character(who).status if word.value is None]
        return words[0].replace("-", "_") if words else "up"

    def unavailable(self, who: str) -> Mapping[str, str]:
        """The actions that are not possible now."""
        return self.engine.rules.unavailable(self.state, who)

    def order(self) -> list[str]:
        """The names in the turn order."""
        return [self.character(place.who).name for place in self.state.order]


def told(outcome: Outcome, message_id: str) -> Message | None:
    """A line of the story by its id."""
    return next((line for line in outcome.lines if line.id == message_id), None)


def part_value(parts: tuple[Part, ...], *terms: str) -> int:
    """What the parts with these labels come to."""
    return sum(part.value for part in parts if isinstance(part.label, Term) and part.label.id in terms)
