"""The game table: one open session. Everything that happens to it goes through here, with a screen or without.

An act is worked out by the engine, written to the journal, and only then folded in and told to the listeners.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Protocol

from tracker.api.descriptions import Chances
from tracker.core.chance import NO_OTHER, ROLLED, Chance, RandomChance, TypedChance, is_rolled
from tracker.core.facts import Face, Fact, Redone, Rolled, Undone
from tracker.core.fold import fold_all
from tracker.core.history import Entry, History
from tracker.core.intents import Intent, Outcome, Refusal
from tracker.core.messages import Message, Term, message
from tracker.core.quoting import quote
from tracker.core.record import record
from tracker.core.state import State
from tracker.core.values import frozen
from tracker.engine import Engine
from tracker.rules.facade import Rules
from tracker.story import FACES_KEY
from tracker.text import Words

Listener = Callable[[Entry], None]


class Journal(Protocol):
    """Where entries are kept. `append` returns when the entry is safe; it raises and keeps nothing otherwise."""

    def append(self, entry: Entry) -> None:
        """Keep one entry."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


@record
class Preview:
    """What an intent would come to: its outcome and the state after it. Nothing has happened."""

    outcome: Outcome
    state: State


@record
class Worked:
    """An act worked out on a state: `do` is its line with its faces, `lines` what there is to tell."""

    facts: tuple[Fact, ...]
    state: State
    lines: tuple[Message, ...]
    do: str
    head: Message
    hidden: bool


class Table:
    """An open session with its rules, its journal and its history.

    `journal` None: the session is only read, and every act is refused. `engine` works acts out; None makes one of
    `rules` that writes no commands.
    """

    def __init__(
        self,
        history: History,
        rules: Rules | None,
        journal: Journal | None,
        words: Words,
        chance: Chance | None = None,
        engine: Engine | None = None,
    ) -> None:
        self.history = history
        self.rules = rules
        self.words = words
        self.chance: Chance = chance or RandomChance()
        self._journal = journal
        self._engine = engine or (Engine(rules) if rules else None)
        self._listeners: list[Listener] = []
        self._seed = os.urandom(8)

    @property
    def state(self) -> State:
        """The state now."""
        return self.history.state

    @property
    def writable(self) -> bool:
        """Whether acts are possible: the file is ours and the ruleset is here."""
        return self._journal is not None and self._engine is not None

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every entry; return the function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def act(self, intent: Intent, do: str, chance: Chance | None = None) -> Entry:
        """Carry an intent out and keep it. `do` is the command line that would do the same, without its faces.

        A question has an entry with the number 0 that is not kept; any other act is kept, even if it changes nothing.
        Raises Refusal, MoreFaces, PluginError or the journal's error; nothing has changed then.
        """
        worked = self.work_out(intent, do, self.state, chance or self.chance)
        is_question = self.engine.asks(intent.verb) and not worked.facts
        return self._keep(
            worked.facts,
            worked.state,
            worked.lines,
            worked.do,
            worked.head,
            is_question=is_question,
            hidden=worked.hidden,
        )

    def work_out(self, intent: Intent, do: str, state: State, chance: Chance) -> Worked:
        """Work out what an act would come to on a state; nothing happens. Raises like `act`."""
        engine = self.engine
        source = _Recorder(chance)
        head = engine.headline(state, intent)
        outcome, after = engine.worked_out(state, intent, source)
        if isinstance(chance, TypedChance) and chance.exact and chance.left_over:
            left_over = chance.left_over
            raise Refusal(message("refused.faces_left", faces=" ".join(map(str, left_over)), count=len(left_over)))
        if source.faces:
            do = f'{do}{FACES_KEY}{" ".join(source.written)}"'
        lines = outcome.lines or (message("act.nothing", what=head),)
        hidden = intent.hidden or any(isinstance(fact, Rolled) and fact.hidden for fact in outcome.facts)
        return Worked(outcome.facts, after, lines, do, head, hidden)

    def odds(self, intent: Intent) -> Chances | None:
        """The exact chances of an act, None if nothing is rolled. Raises Refusal where it is not possible now."""
        return self.engine.odds(self.state, intent)

    def preview(self, intent: Intent, chance: Chance | None = None) -> Preview:
        """What the intent would come to. Raises like `act`; without typed faces a roll raises MoreFaces."""
        return Preview(*self.engine.worked_out(self.state, intent, chance or TypedChance(())))

    def undo(self) -> Entry:
        """Take the last act back. Raises Refusal at the start."""
        entry = self.history.undoable
        if entry is None:
            raise Refusal(message("refused.nothing_to_undo"))
        return self._go_back(Undone(entry.number), message("undone", what=self.headline(entry)), "undo")

    def redo(self) -> Entry:
        """Bring the last act that was taken back again. Raises Refusal where there is none."""
        entry = self.history.redoable
        if entry is None:
            raise Refusal(message("refused.nothing_to_redo"))
        return self._go_back(Redone(entry.number), message("redone", what=self.headline(entry)), "redo")

    def rename(self, title: str) -> Entry:
        """Give the session another title, also where its ruleset is missing. Raises Refusal where there is none."""
        if self._journal is None:
            raise Refusal(message("refused.read_only"))
        entry = renaming(self.state, title, len(self.history.entries) + 1, self.words)
        self._append(self._journal, entry, fold_all(self.state, entry.facts))
        return entry

    def correct(
        self, facts: Sequence[Fact], lines: Sequence[Message], do: str, head: Message, *, hidden: bool
    ) -> Entry:
        """Keep what a `Corrected` act and those after it come to. Raises FoldError where the facts do not fit."""
        return self._keep(facts, self.history.state_with(facts), lines, do, head, hidden=hidden)

    def luck_for(self, number: int) -> Chance:
        """The dice that entry `number` needs beyond its own: they fall alike until something happens.

        So what is shown before a correction is what comes of it, however often it is looked at.
        """
        return RandomChance(hash((self._seed, len(self.history.entries), number)))

    def _go_back(self, fact: Undone | Redone, line: Message, do: str) -> Entry:
        return self._keep((fact,), self.history.state_with((fact,)), (line,), do)

    @staticmethod
    def headline(entry: Entry) -> Message | str:
        """What an act is called; in an entry of an older program the first line of its story."""
        return entry.head or (entry.tell[0] if entry.tell else entry.say)

    def close(self) -> None:
        """Let go of the session's file."""
        if self._journal is not None:
            self._journal.close()

    @property
    def engine(self) -> Engine:
        """What works acts out. Raises Refusal where the ruleset is missing."""
        if self._engine is None:
            raise Refusal(message("refused.no_ruleset"))
        return self._engine

    def _keep(
        self,
        facts: Sequence[Fact],
        state: State,
        lines: Sequence[Message],
        do: str,
        head: Message | None = None,
        *,
        is_question: bool = False,
        hidden: bool = False,
    ) -> Entry:
        if self._journal is None:
            raise Refusal(message("refused.read_only"))
        entry = Entry(
            number=0 if is_question else len(self.history.entries) + 1,
            at=datetime.now(UTC).replace(microsecond=0),
            round=state.round,
            do=do,
            say=" · ".join(self.words.say(line) for line in lines),
            tell=tuple(lines),
            facts=tuple(facts),
            head=head,
            hidden=hidden,
        )
        if entry.number:
            self._append(self._journal, entry, state)
        return entry

    def _append(self, journal: Journal, entry: Entry, state: State) -> None:
        journal.append(entry)
        self.history.append(entry, state)
        for listener in list(self._listeners):
            listener(entry)


def renaming(state: State, title: str, number: int, words: Words) -> Entry:
    """The entry `number` that gives a session another title. Raises Refusal where it has no letter."""
    from tracker.acts.plain import ACTS

    verb = "rename-session"
    intent = Intent(verb, values=frozen({"title": title}))
    outcome = ACTS[verb](state, intent)
    return Entry(
        number=number,
        at=datetime.now(UTC).replace(microsecond=0),
        round=state.round,
        do=f"{verb} {quote(title)}",
        say=" · ".join(words.say(line) for line in outcome.lines),
        tell=outcome.lines,
        facts=outcome.facts,
        head=message("head.of", verb=Term(f"verb.{verb}"), list=(title,)),
    )


class _Recorder:
    """Passes chance through and remembers every face, so that the act can be told with its dice."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.faces: list[Face] = []

    @property
    def written(self) -> list[str]:
        """The faces as they can be typed again: marked where the program rolled in the midst of typed ones."""
        used = self._chance.used if isinstance(self._chance, TypedChance) else ()
        marks = (ROLLED if is_rolled(face) else "" for face in used)
        return [f"{face}{mark}" for face, mark in zip_longest(self.faces, marks, fillvalue="")]

    @property
    def typed(self) -> bool:
        return self._chance.typed

    def dice(self, count: int, sides: int, what: str, *, who: str, called: str = "") -> tuple[int, ...]:
        fallen = self._chance.dice(count, sides, what, who=who, called=called)
        self.faces.extend(fallen)
        return fallen

    def cards(
        self, deck: Sequence[str], count: int, what: str, *, who: str, spelled: Mapping[str, str] = NO_OTHER
    ) -> tuple[str, ...]:
        drawn = self._chance.cards(deck, count, what, who=who, spelled=spelled)
        self.faces.extend(drawn)
        return drawn
