"""What the tests of a process share of each ruleset: rules that no one can change, and what came of acts before."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.tables import EPOCH, KeptRules, MemoryJournal, commands_for, shared_commands, words_with_further
from tracker.api import Chances, Intent, Outcome, State, TypedChance
from tracker.command.commands import ActCommand
from tracker.command.compose import compose
from tracker.command.library import library_for
from tracker.command.parse import CommandSet
from tracker.core.chance import Chance, RandomChance
from tracker.core.history import History
from tracker.core.values import frozen
from tracker.engine import Engine
from tracker.journal.header import SessionHeader
from tracker.opening import Session, engine_for
from tracker.rules.facade import Rules
from tracker.table import Table

MOST_KNOWN = 500


@cache
def kept_rules(module: str) -> Rules:
    """The rules of the ruleset in a module, without house rules."""
    rules = KeptRules(import_module(module), name=module)
    rules.is_made = True
    return rules


def kept_commands(module: str, language: str = "en") -> CommandSet:
    """How lines of a ruleset are read and told in a language; what its words find they know from then on.

    No test may let these words speak another language.
    """
    return shared_commands(kept_rules(module), language)


def evening(module: str, seed: int, house: Rules | None = None, language: str = "en", **options: Any) -> Session:
    """A session in no file, with the books at hand; `house` are rules of its own."""
    rules = house or kept_rules(module)
    chosen = frozen({**{name: spec.default for name, spec in rules.options.items()}, **options})
    header = SessionHeader("Any", module, rules.card.version, language, EPOCH, chosen)
    words = words_with_further(rules, language, lambda: commands.library.words())
    commands = commands_for(rules, words, library_for(rules, words, header))
    history = History(State(title=header.title, options=chosen))
    table = Table(history, rules, MemoryJournal(), words, RandomChance(seed), engine_for(rules, commands))
    return Session(Path("any.toml"), header, table, words, commands)


class KnownActs:
    """Works acts out, but for those without dice that it knows: cases begin with the same people again and again.

    It knows an act on the very state that `begun` or an act before has given.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._begun: dict[str, State] = {}
        self._known: dict[tuple[int, str], tuple[State, tuple[Outcome, State]]] = {}

    def cache_clear(self) -> None:
        """Know nothing any more, as a function with a cache: where it is learned what each test alone reaches."""
        self._begun.clear()
        self._known.clear()

    def begun(self, **options: Any) -> State:
        """A state with these options of the table, in which nothing has happened."""
        return self._begun.setdefault(repr(options), State(options=frozen(options)))

    def worked_out(self, state: State, intent: Intent, chance: Chance) -> tuple[Outcome, State]:
        """The outcome of an act and the state that it makes. Raises like the engine."""
        if type(chance) is not TypedChance or chance.faces:
            return self._engine.worked_out(state, intent, chance)
        key = id(state), repr(intent)
        if key not in self._known:
            worked = self._engine.worked_out(state, intent, chance)
            if len(self._known) == MOST_KNOWN:
                self._known.clear()
            self._known[key] = state, worked  # with the state, so that no other gets its id
        return self._known[key][1]

    def odds(self, state: State, intent: Intent) -> Chances | None:
        """The chances of an act, which are worked out each time."""
        return self._engine.odds(state, intent)


def typed_alike(intent: Intent, commands: CommandSet, state: State) -> Intent | None:
    """What the line of an intent asks for, where that is not just the same act; None where it is."""
    line = compose(intent, commands, state)
    command = commands.parse(line, state)
    assert isinstance(command, ActCommand), line
    return None if command.intent == commands.values.checked(state, intent) else command.intent
