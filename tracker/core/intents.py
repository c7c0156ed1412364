"""What the game master asks for, and what a ruleset answers."""

from collections.abc import Mapping
from dataclasses import field, replace

from tracker.core.facts import Fact
from tracker.core.fold import fold
from tracker.core.messages import Message
from tracker.core.record import record
from tracker.core.state import Character, State
from tracker.core.values import Value, frozen, nothing


class Refusal(Exception):
    """The act is not possible, and why: one message for the game master. The session stays as it was."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id)
        self.reason = reason


@record
class Intent:
    """One act that the game master wants: the verb (an action's id), who acts, on whom, and the typed values.

    `actor` and `targets` are character ids. A value that was not given is absent from `values`.
    """

    verb: str
    actor: str = ""
    targets: tuple[str, ...] = ()
    values: Mapping[str, Value] = field(default_factory=nothing)

    def integer(self, name: str, default: int = 0) -> int:
        """A number of the intent."""
        value = self.values.get(name, default)
        return value if isinstance(value, int) else default

    def text(self, name: str, default: str = "") -> str:
        """A word or a text of the intent."""
        value = self.values.get(name, default)
        return value if isinstance(value, str) else default

    def flag(self, name: str) -> bool:
        """Whether a switch of the intent is on."""
        return self.values.get(name) is True

    def names(self, name: str) -> tuple[str, ...]:
        """The character ids in a list parameter of the intent."""
        value = self.values.get(name, ())
        return tuple(item for item in value if isinstance(item, str)) if isinstance(value, tuple) else ()

    @property
    def target(self) -> str:
        """The first target, "" where there is none."""
        return self.targets[0] if self.targets else ""

    def with_values(self, **values: Value) -> "Intent":
        """The same intent with some values set."""
        return replace(self, values=frozen({**self.values, **values}))


@record
class Outcome:
    """What an act comes to: its facts in order, the story in lines, and the intents that follow from it.

    The intents in `then` go through their own hooks, one after the other, on the state that the facts before them made;
    all of it is one act for the journal and for undo.
    """

    facts: tuple[Fact, ...] = ()
    lines: tuple[Message, ...] = ()
    then: tuple[Intent, ...] = ()

    def __add__(self, other: "Outcome") -> "Outcome":
        return Outcome(self.facts + other.facts, self.lines + other.lines, self.then + other.then)


class Draft:
    """Gathers an outcome step by step; `state` is always what the facts so far have made."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._facts: list[Fact] = []
        self._lines: list[Message] = []
        self._then: list[Intent] = []

    def add(self, *facts: Fact) -> None:
        """Record facts. Raises FoldError where one does not fit the state."""
        for fact in facts:
            self.state = fold(self.state, fact)
            self._facts.append(fact)

    def say(self, *lines: Message) -> None:
        """Tell the story: one line of the log each."""
        self._lines.extend(lines)

    def follow(self, *intents: Intent) -> None:
        """Ask for acts that follow from this one."""
        self._then.extend(intents)

    def include(self, outcome: Outcome) -> None:
        """Take over all of another outcome, which was made on the present state."""
        self.add(*outcome.facts)
        self.say(*outcome.lines)
        self.follow(*outcome.then)

    def character(self, who: str) -> Character:
        """The character as it now stands."""
        return self.state.characters[who]

    def outcome(self) -> Outcome:
        """What has been gathered."""
        return Outcome(tuple(self._facts), tuple(self._lines), tuple(self._then))
