"""What the game master asks for, and what a ruleset answers."""

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from tracker.core.facts import Fact
from tracker.core.fold import fold
from tracker.core.messages import Message, MessageValue, Part, Term, as_working
from tracker.core.record import record, replace
from tracker.core.state import Character, State
from tracker.core.telling import Told, retagged, tag_of, tagged
from tracker.core.values import Value, frozen, nothing


class Refusal(Exception):
    """The act is not possible, and why: one message for the game master. The session stays as it was.

    `where` are the offsets in the typed line between which the words at fault stand, None where there is no line.
    """

    def __init__(self, reason: Message, where: tuple[int, int] | None = None) -> None:
        super().__init__(reason.id)
        self.reason = reason
        self.where = where

    @property
    def what(self) -> str:
        """The word at fault as it was typed, "" where it is about none."""
        words = (self.reason.values.get(name) for name in ("typed", "text", "word", "name"))
        return next((word for word in words if isinstance(word, str)), "")

    @property
    def nearest(self) -> tuple[MessageValue, ...]:
        """The right words that come nearest, the likeliest first; without a near one those there are."""
        near, listed = self.reason.values.get("near"), self.reason.values.get("list", ())
        return (near,) if near is not None else listed if isinstance(listed, tuple) else (listed,)


IntentValue: TypeAlias = "Value | Term | Message | Part | tuple[IntentValue, ...]"
"""What an intent may carry: plain values, and between hooks also words and the labelled parts of a number."""


@record
class Intent:
    """One act that the game master wants: the verb (an action's id), who acts, on whom, and the typed values.

    `actor` and `targets` are character ids. A value that was not given is absent from `values`. The core has checked
    all of it against the description of the action before a hook sees it. `hidden`: the players see nothing of it.
    `further`: the acts of the same line that are carried out after it, all as one; no hook sees them.
    """

    verb: str
    actor: str = ""
    targets: tuple[str, ...] = ()
    values: Mapping[str, IntentValue] = field(default_factory=nothing)
    hidden: bool = False
    further: "tuple[Intent, ...]" = ()

    def integer(self, name: str, default: int = 0) -> int:
        """A number of the intent; `default` where it was not given. Raises TypeError for anything but a number."""
        value = self.values.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{self.verb}: {name} is {value!r}, not a whole number")
        return value

    def text(self, name: str, default: str = "") -> str:
        """A word or a text of the intent; `default` where it was not given. Raises TypeError for anything else."""
        value = self.values.get(name, default)
        if not isinstance(value, str):
            raise TypeError(f"{self.verb}: {name} is {value!r}, not a text")
        return value

    def flag(self, name: str) -> bool:
        """Whether a switch of the intent is on. Raises TypeError for anything but True and False."""
        value = self.values.get(name, False)
        if not isinstance(value, bool):
            raise TypeError(f"{self.verb}: {name} is {value!r}, not True or False")
        return value

    def names(self, name: str) -> tuple[str, ...]:
        """The character ids in a list parameter of the intent. Raises TypeError for anything else."""
        value = self.values.get(name, ())
        if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
            raise TypeError(f"{self.verb}: {name} is {value!r}, not a tuple of character ids")
        return tuple(item for item in value if isinstance(item, str))

    def parts(self, name: str) -> tuple[Part, ...]:
        """The labelled parts of a number that a following intent carries. Raises TypeError for anything else."""
        value = self.values.get(name, ())
        if not isinstance(value, tuple) or not all(isinstance(item, Part) for item in value):
            raise TypeError(f"{self.verb}: {name} is {value!r}, not a tuple of parts")
        return tuple(item for item in value if isinstance(item, Part))

    def label(self, name: str, default: Term | Message | str = "") -> Term | Message | str:
        """Words that a following intent carries, such as the cause of a damage. Raises TypeError for anything else."""
        value = self.values.get(name, default)
        if not isinstance(value, (Term, Message, str)):
            raise TypeError(f"{self.verb}: {name} is {value!r}, not words")
        return value

    @property
    def each(self) -> "tuple[Intent, ...]":
        """The acts of the line, one by one."""
        return (replace(self, further=()), *self.further) if self.further else (self,)

    @property
    def target(self) -> str:
        """The first target, "" where there is none."""
        return self.targets[0] if self.targets else ""

    def with_values(self, **values: IntentValue) -> "Intent":
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


class Draft:
    """Gathers an outcome step by step; `state` is always what the facts so far have made."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._facts: list[Fact] = []
        self._lines: list[Message] = []
        self._then: list[Intent] = []
        self._tags = 0

    def add(self, *facts: Fact) -> None:
        """Record facts. Raises FoldError where one does not fit the state."""
        for fact in facts:
            self.state = fold(self.state, fact)
            self._facts.append(fact)

    def record(self, fact: Fact) -> Told:
        """Record a fact that lines will speak of: `told("after.value")` in a message is its number in the end."""
        tag = self._new_tag()
        self.add(tagged(fact, tag))
        return Told(tag)

    def tell(self, line: Message, *facts: Fact, working: bool = False) -> None:
        """Record facts together with the line that tells them, numbers or not; `working` as for `say`."""
        told = tuple(self.record(fact).tag for fact in facts if hasattr(fact, "tag"))
        self.add(*(fact for fact in facts if not hasattr(fact, "tag")))
        self.say(replace(line, about=(*line.about, *told)), working=working)

    def say(self, *lines: Message, working: bool = False) -> None:
        """Tell the story: one line of the log each.

        `working`: they say how something came about (the roll, what else changed on the way), not what came of it. They
        may be said first: the log puts what came of it before them.
        """
        self._lines.extend(map(as_working, lines) if working else lines)

    def follow(self, *intents: Intent) -> None:
        """Ask for acts that follow from this one."""
        self._then.extend(intents)

    def include(self, outcome: Outcome) -> None:
        """Take over all of another outcome, which was made on the present state."""
        tags: dict[str, str] = {}
        for fact in outcome.facts:
            if tag := tag_of(fact):
                tags[tag] = self._new_tag()
                fact = tagged(fact, tags[tag])
            self.add(fact)
        self.say(*(retagged(line, tags) if tags else line for line in outcome.lines))
        self.follow(*outcome.then)

    def character(self, who: str) -> Character:
        """The character as it now stands."""
        return self.state.characters[who]

    def outcome(self) -> Outcome:
        """What has been gathered."""
        return Outcome(tuple(self._facts), tuple(self._lines), tuple(self._then))

    def _new_tag(self) -> str:
        self._tags += 1
        return str(self._tags)
