"""From a typed line to what it asks for."""

from collections.abc import Mapping

from tracker.acts.amounts import MOST_DIGITS, is_number
from tracker.api.descriptions import Action
from tracker.command import verbs
from tracker.command.commands import Command, HistoryCommand, QueryCommand
from tracker.command.names import Spellings, choose
from tracker.command.reading import RESERVED_KEYS, ActionReader
from tracker.command.tokens import Token, tokenize
from tracker.command.values import ways
from tracker.core.intents import Refusal
from tracker.core.messages import Term, message
from tracker.core.state import State
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError
from tracker.text import Words, literal

LONGEST_LINE = 100_000
"""In signs; the line of an act on hundreds of people, with a long name and a die for each, has its place in it."""


class CommandSet:
    """The verbs of a session: the core's and the ruleset's, spelled by id and in the reader's language.

    Raises PluginError where the ruleset calls a verb or a parameter like a word of the language itself.
    """

    def __init__(self, rules: Rules, words: Words) -> None:
        self.rules = rules
        self.words = words
        own = verbs.core_actions(rules.kinds.values(), rules.conditions.values(), rules.options.values())
        self.actions: Mapping[str, Action] = {**rules.actions, **{action.id: action for action in own}}
        _check_no_word_is_taken(rules, {*verbs.HISTORY_VERBS, *verbs.QUERY_VERBS, *(action.id for action in own)})
        known = (*self.actions, *verbs.HISTORY_VERBS, *verbs.QUERY_VERBS)
        self.spellings: Spellings = {verb: self.ways(verb) for verb in known}

    def ways(self, term_id: str) -> tuple[str, ...]:
        """How something may be spelled: its id, and its word in the reader's language."""
        return ways(term_id, self.words)

    def parse(self, line: str, state: State) -> Command:
        """Read a line. Raises Refusal with what is wrong and what would be right."""
        if len(line) > LONGEST_LINE:
            raise Refusal(message("command.too_long", maximum=LONGEST_LINE))
        line = literal(line.strip().lstrip(":"))
        tokens = tokenize(line)
        if not tokens:
            raise Refusal(message("command.empty"))
        if tokens[-1].open:
            raise Refusal(message("command.open_quote"))
        verb = self._verb(tokens[0].text)
        if verb in verbs.HISTORY_VERBS:
            return HistoryCommand(verb, self._count(tokens[1:], verb))
        if verb == "odds":
            return self._odds(tokens[1:], state, line)
        if verb in verbs.QUERY_VERBS:
            return QueryCommand(verb, tuple(token.text for token in tokens[1:]))
        return ActionReader(self.rules, self.words, self.actions[verb], state, line).read(tokens[1:])

    def _verb(self, typed: str) -> str:
        """The verb that was typed; one letter means the action that the screen gives that key."""
        by_key = [action.id for action in self.actions.values() if action.key and action.key == typed]
        return by_key[0] if by_key else choose(typed, self.spellings, Term("command"))

    def _count(self, tokens: list[Token], verb: str) -> int:
        if not tokens:
            return 1
        typed = tokens[0].text
        if len(tokens) > 1 or not is_number(typed) or len(typed) > MOST_DIGITS or int(typed) < 1:
            raise Refusal(message("command.count", verb=Term(verb)))
        return int(typed)

    def _odds(self, tokens: list[Token], state: State, line: str) -> QueryCommand:
        if not tokens:
            raise Refusal(message("command.odds_of_what"))
        verb = choose(tokens[0].text, {action: self.ways(action) for action in self.actions}, Term("command"))
        command = ActionReader(self.rules, self.words, self.actions[verb], state, line).read(tokens[1:])
        return QueryCommand("odds", (verb,), command.intent)


def _check_no_word_is_taken(rules: Rules, own_verbs: set[str]) -> None:
    for action in rules.actions.values():
        if action.id in own_verbs:
            raise PluginError(message("plugin.taken_verb", plugin=rules.card.id, verb=action.id))
        for parameter in action.parameters:
            if parameter.id in RESERVED_KEYS:
                raise PluginError(
                    message("plugin.taken_parameter", plugin=rules.card.id, verb=action.id, parameter=parameter.id)
                )
