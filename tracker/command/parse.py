"""From a typed line to what it asks for."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tracker.acts.amounts import MOST_DIGITS, is_number
from tracker.acts.names import CORE_VERBS, HISTORY_VERBS, QUERY_VERBS, THROW_AGAIN
from tracker.api.descriptions import Action
from tracker.books.library import Library
from tracker.command.commands import Command, Filled, HistoryCommand, QueryCommand
from tracker.command.tokens import Token, plain_words, tokenize
from tracker.command.values import Ways, read_faces
from tracker.core.facts import Face
from tracker.core.intents import Refusal
from tracker.core.messages import Term, message
from tracker.core.patterns import pattern
from tracker.core.record import replace
from tracker.core.state import State
from tracker.names import Spellings, begins, choose, choose_word, folded, is_exact, matches
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError
from tracker.text import VERB, WORD, Words, literal

if TYPE_CHECKING:
    from tracker.command.reading import ActionReader
    from tracker.command.vocabulary import Vocabulary
    from tracker.rules.values import Values

LONGEST_VERB = 6
"""In words."""
ENTRY_SIGN = "#"
"""Before the number of an entry, where a bare number counts acts."""
AS_WORD = f"{WORD}as"
_WORD_OR_BETWEEN = pattern(r"[\s=]+|[^\s=]+")
LONGEST_LINE = 100_000
"""In signs; the line of an act on hundreds of people, with a long name and a die for each, has its place in it."""


class CommandSet:
    """The verbs of a session: the core's and the ruleset's, spelled by id and in the reader's language.

    Raises PluginError where the ruleset calls a verb or a parameter like a word of the language itself.
    """

    def __init__(
        self, rules: Rules, words: Words, library: Library | None = None, *, when_wanted: bool = False
    ) -> None:
        """Ask the ruleset for its verbs; where `when_wanted` not before one is, as of a ruleset known to be good."""
        self.rules = rules
        self.words = words
        self.spell = Ways(words)
        self.library = library or Library(rules, self.spell, words.language)
        self._vocabularies: dict[str, Vocabulary] = {}
        if not when_wanted:
            _check_no_word_is_taken(rules)
            _ = self.actions  # a ruleset that cannot describe its own is refused now

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        """The verbs by id."""
        return self.rules.verbs

    @cached_property
    def values(self) -> "Values":
        """What checks the values of acts."""
        from tracker.rules.values import Values

        return Values(self.rules, self.actions, self.spell, self.library.kind_of)

    def spell_anew(self) -> None:
        """Take the spellings of the verbs from the words as they now are: the reader may have changed the language."""
        for name in ("spellings", "typed_verbs", "_of_several_words"):
            self.__dict__.pop(name, None)
        self._vocabularies = {}

    @property
    def _known(self) -> tuple[str, ...]:
        return (*self.actions, *HISTORY_VERBS, *QUERY_VERBS)

    @cached_property
    def spellings(self) -> Spellings:
        """How each verb is shown and may be spelled, in the reader's language."""
        return {verb: self.ways(f"{VERB}{verb}") for verb in self._known}

    @cached_property
    def typed_verbs(self) -> Spellings:
        """What may be typed for each verb."""
        return {verb: self.words.typed(f"{VERB}{verb}") for verb in self._known}

    @cached_property
    def _of_several_words(self) -> Mapping[str, str]:
        """The verbs of several words in every language, by how they are typed."""
        ways = ((folded(way), verb) for verb in self._known for way in self.words.spellings_in_all(f"{VERB}{verb}"))
        return {way: verb for way, verb in ways if "-" in way}

    def vocabulary(self, verb: str, state: State | None = None) -> "Vocabulary":
        """The words of an action; in a state also the conditions of the game master's own that it can end."""
        from tracker.command.vocabulary import Vocabulary

        people = state.characters.values() if state is not None and verb == "end" else ()
        if labels := dict.fromkeys(running.kind for person in people for running in person.conditions.values()):
            return Vocabulary(self.rules, self.words, self.values, self.actions[verb], labels)
        if verb not in self._vocabularies:
            self._vocabularies[verb] = Vocabulary(self.rules, self.words, self.values, self.actions[verb])
        return self._vocabularies[verb]

    def ways(self, term_id: str) -> tuple[str, ...]:
        """How something is shown and may be spelled: its id, and its word in the reader's language."""
        return self.words.spellings(term_id)

    def spoken(self, line: str, state: State | None = None) -> str:
        """A line of ids in the reader's words: an example, or with `state` a line about its people."""
        from tracker.command.spoken import Speaker

        people = {person.name for person in state.characters.values()} if state is not None else ()
        return Speaker(self.actions, self.rules, self.words, people).line(line)

    def parse(self, line: str, state: State, marked: Sequence[str] = ()) -> Command:
        """Read a line. `marked` are the ids of those whom the word `marked` means.

        Raises Refusal with what is wrong and what would be right, and with its place in the line.
        """
        try:
            return self._read(line, state, marked)
        except Refusal as refusal:
            example = refusal.reason.values.get("example")
            if isinstance(example, str):
                values = {**refusal.reason.values, "example": self.spoken(example)}
                refusal.reason = message(refusal.reason.id, **values)
            raise

    def _read(self, line: str, state: State, marked: Sequence[str]) -> Command:
        if len(line) > LONGEST_LINE:
            raise Refusal(message("command.too_long", maximum=LONGEST_LINE))
        said = line.lstrip().lstrip(":")
        line = literal(" " * (len(line) - len(said)) + said.rstrip())
        tokens = tokenize(line)
        if not tokens:
            raise Refusal(message("command.empty"))
        if tokens[-1].open:
            raise Refusal(message("command.open_quote"))
        verb, length = self._verb(tokens, line, state)
        behind = tokens[length:]
        if verb == "due" and behind:
            return self._due(behind, state)
        if verb == THROW_AGAIN:
            return HistoryCommand(verb, faces=read_faces(" ".join(token.text for token in behind)))
        if verb in HISTORY_VERBS:
            return self._correction(verb, behind, line) or HistoryCommand(verb, self._count(behind, verb))
        if verb == "odds":
            return self._odds(behind, state, line, marked)
        if verb == "option" and (asked := self._option_asked(behind)) is not None:
            return QueryCommand(verb, asked)
        if verb in QUERY_VERBS:
            return QueryCommand(verb, tuple(token.text for token in behind))
        command = self._reader(verb, state, line, marked).read(behind)
        return replace(command, filled=(Filled(tokens[0].start, tokens[length - 1].end, ("verb",)), *command.filled))

    def verb_of(self, tokens: Sequence[Token], line: str, state: State) -> tuple[str, int]:
        """The verb that begins here and how many words it takes; "" where there is none."""
        try:
            return self._verb(tokens, line, state)
        except Refusal:
            return "", 0

    def _reader(self, verb: str, state: State, line: str, marked: Sequence[str]) -> "ActionReader":
        from tracker.command.reading import ActionReader  # no start waits for what reads the first line

        action, vocabulary = self.actions[verb], self.vocabulary(verb, state)
        return ActionReader(self.rules, self.words, self.values, vocabulary, action, state, line, marked, self.library)

    def _verb(self, tokens: Sequence[Token], line: str, state: State) -> tuple[str, int]:
        """The verb that was typed, and how many words it took; one letter means the action that the screen gives it.

        A verb of several words may be typed as it is shown, or by the beginnings of its words; the longest one wins.
        """
        plain = plain_words(tokens)[:LONGEST_VERB]
        runs = [(folded(" ".join(plain[:length])), length) for length in range(len(plain), 1, -1)]
        for typed, length in runs:
            if typed in self._of_several_words:
                return self._of_several_words[typed], length
        typed = tokens[0].text
        by_key = [action.id for action in self.actions.values() if action.key and action.key == typed]
        if by_key:
            return by_key[0], 1
        if runs and not is_exact(typed, self.typed_verbs):
            people = {folded(person.name) for person in state.characters.values()}
            for typed_run, length in runs:
                found = {verb for way, verb in self._of_several_words.items() if begins(way, typed_run)}
                if len(found) == 1 and not people & set(map(folded, plain[1:length])):
                    return found.pop(), length
        try:
            return self._one_verb(typed, self.typed_verbs), 1
        except Refusal as refusal:
            unknown = self._on_another_keyboard(line[tokens[0].start :], state) or refusal
            unknown.where = (tokens[0].start, tokens[0].end)
            raise unknown from None

    def _on_another_keyboard(self, line: str, state: State) -> Refusal | None:
        """Why a line is refused whose keys write a verb on the keyboard of another language; None if none does.

        What is understood as it stands, such as someone's name, was typed on the right one.
        """
        from tracker.command.people import People

        verbs_here = {verb: self.words.spellings_in_all(f"{VERB}{verb}") for verb in self.spellings}
        for keys in self.words.on_other_keyboards(line):
            if is_exact(keys.split()[0], verbs_here):
                known = self._known_behind(matches(keys.split()[0], verbs_here)[0])
                people = People(state, self.words, state.current)
                near = ""
                for piece in _WORD_OR_BETWEEN.finditer(line):
                    is_meant = near and all(
                        people.is_meant(word) or is_exact(word, known) for word in piece[0].split(",") if word
                    )
                    near += piece[0] if is_meant else keys[piece.start() : piece.end()]
                return Refusal(message("command.keyboard", typed=line.split()[0], near=near))
        return None

    def _known_behind(self, verb: str) -> Spellings:
        """What a verb understands by its name, in any language: its parameters and their choices."""
        if verb not in self.actions:
            return {}
        vocabulary = self.vocabulary(verb)
        widely = vocabulary.widely
        return {**vocabulary.names(widely), **vocabulary.all_choices(vocabulary.parameters.values(), widely)}

    def _one_verb(self, typed: str, among: Iterable[str]) -> str:
        verbs_here = self.typed_verbs
        found = matches(typed, verbs_here if among is verbs_here else {verb: verbs_here[verb] for verb in among})
        if len(found) == 1:
            return found[0]
        verbs = [f"{VERB}{verb}" for verb in among]
        return choose_word(typed, verbs, self.spell, Term("command")).removeprefix(VERB)

    def _option_asked(self, tokens: Sequence[Token]) -> tuple[str, ...] | None:
        """The option that a line only asks about, () for all of them; None where it sets one."""
        if not tokens:
            return ()
        plain = plain_words(tokens)
        spellings = {name: self.words.spellings_in_all(name) for name in self.rules.options}
        typed = " ".join(plain)
        found = matches(typed, spellings) if len(plain) == len(tokens) else []
        return (found[0],) if found and is_exact(typed, {found[0]: spellings[found[0]]}) else None

    def _due(self, tokens: Sequence[Token], state: State) -> Command:
        """The command of what is due under the number that was typed."""
        typed, waiting = tokens[0].text, state.open_due
        if waiting and (len(tokens) > 1 or not is_number(typed) or len(typed) > MOST_DIGITS):
            raise Refusal(message("command.due_number", count=len(waiting)))
        if not waiting:
            raise Refusal(message("refused.no_prompt", count=0))
        number = int(typed)
        if not 1 <= number <= len(waiting):
            raise Refusal(message("refused.no_prompt", count=len(waiting)))
        item = waiting[number - 1]
        if not item.command:
            why = "refused.only_reminder" if item.weight == "reminder" else "refused.no_command_for_due"
            raise Refusal(message(why, line=item.line, number=number))
        return self._read(item.command, state, ())

    def _correction(self, verb: str, tokens: Sequence[Token], line: str) -> HistoryCommand | None:
        """The one earlier act that a line takes back, or does otherwise; None where it counts the last acts."""
        tokens, faces = self._without_faces(tokens)
        plain = [token.text for token in tokens]
        ways = {folded(way) for way in self.words.spellings_in_all(AS_WORD)}
        is_otherwise = verb == "redo" and len(plain) > 1 and folded(plain[1]) in ways
        if not plain or not (plain[0].startswith(ENTRY_SIGN) or is_otherwise):
            return None
        typed = plain[0].removeprefix(ENTRY_SIGN)
        if not is_number(typed) or len(typed) > MOST_DIGITS or int(typed) < 1:
            raise Refusal(message("command.entry_number"))
        if verb == "undo" and len(plain) == 1:
            return HistoryCommand(verb, entry=int(typed), faces=faces)
        if verb == "redo" and is_otherwise and len(plain) > 2:
            return HistoryCommand(verb, entry=int(typed), faces=faces, line=line[tokens[2].start :])
        raise Refusal(message(f"command.{verb}_entry", number=int(typed)))

    def _without_faces(self, tokens: Sequence[Token]) -> tuple[Sequence[Token], tuple[Face, ...]]:
        """The words without the faces that stand behind the first one, and these faces."""
        if len(tokens) < 2 or folded(tokens[1].key) not in map(folded, self.words.spellings_in_all(f"{WORD}faces")):
            return tokens, ()
        return (tokens[0], *tokens[2:]), read_faces(tokens[1].text)

    def _count(self, tokens: list[Token], verb: str) -> int:
        if not tokens:
            return 1
        typed = tokens[0].text
        if len(tokens) > 1 or not is_number(typed) or len(typed) > MOST_DIGITS or int(typed) < 1:
            raise Refusal(message("command.count", verb=Term(f"verb.{verb}")))
        return int(typed)

    def _odds(self, tokens: list[Token], state: State, line: str, marked: Sequence[str]) -> QueryCommand:
        if not tokens:
            raise Refusal(message("command.odds_of_what"))
        verb, length = self._verb(tokens, line, state)
        if verb not in self.actions:
            verb, length = self._one_verb(tokens[0].text, self.actions), 1
        intent = self._reader(verb, state, line, marked).read(tokens[length:]).intent
        if intent.further:
            raise Refusal(message("command.odds_of_one"))
        return QueryCommand("odds", (verb,), intent)


def parse_question(line: str, words: Words) -> QueryCommand:
    """Read a question about a session whose ruleset is missing. Raises Refusal for anything else."""
    tokens = tokenize(literal(line.strip().lstrip(":")))
    if not tokens or tokens[-1].open:
        raise Refusal(message("refused.no_ruleset"))
    verbs_here = {verb: words.spellings_in_all(verb) for verb in QUERY_VERBS}
    if len(matches(tokens[0].text, verbs_here)) != 1:
        raise Refusal(message("refused.no_ruleset"))
    verb = choose(tokens[0].text, verbs_here, Term("command"))
    return QueryCommand(verb, tuple(token.text for token in tokens[1:]))


def _check_no_word_is_taken(rules: Rules) -> None:
    from tracker.command.vocabulary import RESERVED_KEYS

    for action in rules.actions.values():
        if action.id in CORE_VERBS:
            raise PluginError(message("plugin.taken_verb", plugin=rules.giver("actions", action.id), verb=action.id))
        for parameter in action.parameters:
            if parameter.id in RESERVED_KEYS:
                raise PluginError(
                    message(
                        "plugin.taken_parameter",
                        plugin=rules.giver("actions", action.id),
                        verb=action.id,
                        parameter=parameter.id,
                    )
                )
