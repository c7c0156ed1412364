"""What may come next in a typed line, in the reader's words. All that is offered the reader of lines then takes."""

from collections.abc import Iterable, Iterator, Sequence

from tracker.acts.conditions import shown_conditions
from tracker.acts.names import value_called
from tracker.api.descriptions import Action, Parameter
from tracker.command.commands import ActCommand
from tracker.command.parse import AS_WORD, CommandSet
from tracker.command.people import GROUPS
from tracker.command.reading import HIDDEN_WORD
from tracker.command.tokens import Token, plain_words, tokenize
from tracker.command.vocabulary import AND, NAMING_VERBS, RESERVED_WORDS
from tracker.core.intents import Refusal
from tracker.core.quoting import quote
from tracker.core.record import record
from tracker.core.state import State
from tracker.names import all_folded, character_spellings, folded, matches
from tracker.text import VERB, WORD

MOST_CANDIDATES = 50
WORDS_FOR_SEVERAL = tuple(f"{WORD}{name}" for name in (*GROUPS, "marked"))
LONGEST_WORD = 10
"""Of so many words before the unfinished one may a verb, a choice or a name have begun: options have long names."""
UNFINISHED = frozenset({"command.missing", "command.no_value", "command.who_acts", "command.half_of_what"})
"""Why a line may be refused whose end is still to be typed."""
WRONG_NAMES = frozenset({"command.twice", "command.no_parameters", "command.unknown", "command.unknown_near"})
"""Why what stands before `=` may be refused, whatever stands behind it."""

ANY_VALUE = "1"
"""What is tried behind `=`; that it is no person or no choice says nothing against the name before it."""


@record
class Completion:
    """What may stand in the line from `start` on, instead of the unfinished word; the likeliest first."""

    start: int
    candidates: Sequence[str] = ()


def complete(line: str, commands: CommandSet, state: State) -> Completion:
    """Complete the end of a line; what stands before its last word is taken as it is."""
    tokens = tokenize(line)
    is_unfinished = bool(tokens) and (tokens[-1].open or not line[-1].isspace())
    current = tokens.pop() if is_unfinished else Token("", ("",), len(line), len(line))
    words = _Words(commands)
    verb = words.run([*tokens, current], commands.spellings, is_verb=True)
    if len(tokens) < LONGEST_WORD and verb and (not tokens or " " in verb[0]):
        return Completion(tokens[0].start if tokens else current.start, verb)
    if not tokens:
        return Completion(current.start)
    name, length = commands.verb_of(tokens, line, state)
    if not name or length > len(tokens):
        return Completion(current.start)
    before = tokens[length:]
    if name == "redo" and len(before) > 1 and folded(before[1].text) in map(folded, words.as_ways):
        start = before[1].end + 1
        instead = complete(line[start:], commands, state)
        return Completion(start + instead.start, instead.candidates)
    if name == "odds":
        if not before:
            return Completion(current.start, words.beginning(current.text, commands.actions, is_verb=True))
        name, length = commands.verb_of(before, line, state)
        before = before[length:]
    if of_books := _of_books(name, current, commands, is_first=not before):
        return Completion(current.start + (len(current.key) + 1 if current.key else 0), of_books)
    if name in commands.actions:
        found = _ActionCompleter(commands.actions[name], commands, state, line, before, current)
        return found.complete()
    return _of_question(name, words, state, before, current)


def _of_question(name: str, words: "_Words", state: State, before: Sequence[Token], current: Token) -> Completion:
    match name:
        case "help" if not before:
            verbs = words.beginning(current.text, words.commands.spellings, is_verb=True)
            things = words.beginning(current.text, words.things()) if current.text else []
            return Completion(current.start, list(dict.fromkeys([*verbs, *things]))[:MOST_CANDIDATES])
        case "sheet" | "why" if not before:
            return Completion(current.start, _names(current.text, state, ()))
        case _:
            return Completion(current.start)


class _Words:
    """The words for ids that begin as was typed: the reader's own where it fits, else one that does."""

    def __init__(self, commands: CommandSet) -> None:
        self.commands = commands

    def beginning(self, typed: str, ids: Iterable[str], *, is_verb: bool = False) -> list[str]:
        """One word for each id that has one which begins so."""
        wanted = folded(typed)
        words = self.commands.words
        found: dict[str, None] = {}
        for name in ids:
            ways = words.typed(f"{VERB}{name}" if is_verb else name)
            known = list(zip(ways, all_folded(ways), strict=True))
            first = known[1:2]  # behind the id stands its word, where it has another
            fitting = next((way for way, plain in (*first, *known) if plain.startswith(wanted)), None)
            if fitting is not None:
                found.setdefault(fitting)
        return list(found)[:MOST_CANDIDATES]

    @property
    def as_ways(self) -> Sequence[str]:
        """What stands between an earlier act and the line that is done in its place."""
        return self.commands.words.spellings_in_all(AS_WORD)

    def things(self) -> Iterator[str]:
        """Options, traits and gauges, conditions."""
        rules = self.commands.rules
        yield from rules.options
        for kind in rules.kinds.values():
            yield from (spec.id for specs in (kind.traits, kind.tracks, kind.pools) for spec in specs)
        yield from (name for name, condition in rules.conditions.items() if not condition.memory)

    def run(self, tokens: Sequence[Token], ids: Iterable[str], *, is_verb: bool) -> list[str]:
        """The words that begin with all of the tokens, which are plain."""
        plain = plain_words(tokens)
        if len(plain) < len(tokens):
            return []
        return self.beginning(" ".join(plain), ids, is_verb=is_verb)


def _of_books(verb: str, current: Token, commands: CommandSet, *, is_first: bool) -> list[str]:
    """What books hold that may stand here: behind the verb, or behind `from=`."""
    is_source = current.key in (*commands.ways("from"), "from")
    if not (current.text and is_first and not current.key) and not is_source:
        return []
    wanted = folded(current.text)
    known = commands.library.campaigns() if is_source and verb == "bring" else commands.library.ids(verb)
    return [quote(one) for one in known if folded(one).startswith(wanted)][:MOST_CANDIDATES]


def _names(typed: str, state: State, taken: Iterable[str]) -> list[str]:
    people = character_spellings(state, [who for who in state.characters if who not in set(taken)])
    wanted = folded(typed)
    first = [ways[0] for ways in people.values() if folded(ways[0]).startswith(wanted)]
    later = [ways[0] for ways in people.values() if any(folded(way).startswith(wanted) for way in ways[2:])]
    return [quote(name) for name in dict.fromkeys([*first, *later])][:MOST_CANDIDATES]


class _ActionCompleter:
    """Completes the last words of one act."""

    def __init__(
        self,
        action: Action,
        commands: CommandSet,
        state: State,
        line: str,
        before: Sequence[Token],
        current: Token,
    ) -> None:
        self._action = action
        self._commands = commands
        self._state = state
        self._line = line
        self._before = before
        self._current = current
        self._words = _Words(commands)
        self._people = character_spellings(state)
        self._vocabulary = commands.vocabulary(action.id)

    def complete(self) -> Completion:
        """The candidates for the longest run of words at the end that begins something, as far as they are taken."""
        if values := self._of_last():
            return Completion(self._current.start, values)
        for count in range(min(LONGEST_WORD, len(self._before)), -1, -1):
            run = [*self._before[len(self._before) - count :], self._current]
            if any(token.key or token.quoted or len(token.items) > 1 for token in run[1:]):
                continue
            if count and (run[0].quoted or len(run[0].items) > 1):
                continue
            start, offered = self._offered(run, self._before[: len(self._before) - count])
            accepted = [one for one in dict.fromkeys(offered) if self._is_accepted(start, one)][:MOST_CANDIDATES]
            if accepted or not count:
                return Completion(start, accepted)
        return Completion(self._current.start)

    def _of_last(self) -> list[str]:
        """What the last thing that was named may be, where its name stands whole before the unfinished word."""
        if self._current.key or self._current.quoted:
            return []
        offered = self._words.beginning(self._current.text, self._values_of_last(self._before))
        return [one for one in offered if self._is_accepted(self._current.start, one)]

    def _offered(self, run: Sequence[Token], before: Sequence[Token]) -> tuple[int, list[str]]:
        """What the words may become, and where it begins in the line."""
        first = run[0]
        typed = " ".join((first.items[-1], *(token.text for token in run[1:])))
        if first.key:
            start = first.start + len(self._line[first.start : first.end].partition("=")[0]) + 1
            found = self._values(self._whole_key(first, before), typed, first.items[:-1])
        else:
            start = first.start
            found = list(self._bare(typed, before, first.items[:-1]))
        if len(first.items) > 1:
            start = first.start + self._line[first.start : first.end].rfind(",") + 1
        if len(run) > 1:
            found = [one for one in found if " " in one]
        return start, found

    def _is_accepted(self, start: int, candidate: str) -> bool:
        """Whether the line is read with the candidate, as far as it goes."""
        line = self._line[:start] + candidate
        try:
            self._commands.parse(line + ANY_VALUE if candidate.endswith("=") else line, self._state)
        except Refusal as refusal:
            why = refusal.reason.id
            is_about_value = refusal.what == ANY_VALUE
            return is_about_value or why not in WRONG_NAMES if candidate.endswith("=") else why in UNFINISHED
        return True

    # ------------------------------------------------------------------ bare words

    def _bare(self, typed: str, before: Sequence[Token], listed: Sequence[str]) -> Iterator[str]:
        people = self._targets(typed, before, listed)
        if listed:
            yield from people
            return
        if self._action.id == "initiative":
            yield from (f"{name}=" for name in people)  # most of those named there get a number
        yield from people
        if people and typed:
            return
        if values := self._values_of_last(before):
            yield from self._words.beginning(typed, values)
            return
        given = self._given(before)
        waiting = [one for one in self._action.typed_parameters if one.id not in given]
        if self._action.targets not in ("one", "many") or not self._wants_target(before):
            for parameter in waiting:
                yield from self._words.beginning(typed, self._choices(parameter, before))
        for parameter in waiting:
            if parameter.kind == "character":
                yield from (f"{self._key(parameter)}={name}" for name in _names(typed, self._state, ()))
        yield from (f"{word}=" for word in self._keys(typed, waiting))
        if self._action.id in self._commands.rules.actions:
            yield from self._words.beginning(typed, [HIDDEN_WORD])

    def _keys(self, typed: str, waiting: Sequence[Parameter]) -> Iterator[str]:
        """What may stand before `=`, the likely first."""
        wanted = folded(typed)
        if self._action.id in NAMING_VERBS:
            yield from self._words.beginning(typed, self._things())
            return
        named = [self._key(one) for one in waiting if one.kind != "switch"]
        yield from (word for word in named if folded(word).startswith(wanted))
        yield from self._words.beginning(typed, (one.id for one in waiting if one.kind != "switch"))
        reserved = ["by"] if self._action.acts else []
        reserved += [] if self._action.targets == "none" else ["on"]
        reserved += ["faces"] if self._action.id in self._commands.rules.actions else []
        yield from self._words.beginning(typed, (RESERVED_WORDS[name] for name in reserved))
        if self._action.id == "add":
            yield from self._words.beginning(typed, self._things())

    def _key(self, parameter: Parameter) -> str:
        return self._commands.words.parameter(self._action.id, parameter.id)

    def _things(self) -> Iterable[str]:
        """What `add`, `set` and `option` name."""
        rules = self._commands.rules
        if self._action.id == "option":
            return rules.options
        names = [
            spec.id
            for kind in rules.kinds.values()
            for specs in (kind.traits, kind.tracks, kind.pools)
            for spec in specs
        ]
        return dict.fromkeys(names if self._action.id == "add" else [*names, *rules.gauges])

    # ------------------------------------------------------------------ people

    def _targets(self, typed: str, before: Sequence[Token], listed: Sequence[str]) -> list[str]:
        if not (self._wants_target(before) or self._goes_on(before)):
            return []
        people = _names(typed, self._state, self._people_in(listed))
        groups = self._words.beginning(typed, WORDS_FOR_SEVERAL) if typed and self._action.targets == "many" else []
        return [*people, *groups]

    def _people_in(self, items: Sequence[str]) -> list[str]:
        return [found[0] for item in items if (found := matches(item, self._people))]

    def _wants_target(self, before: Sequence[Token]) -> bool:
        if self._action.targets == "none" or any(self._vocabulary.reserved(token.key) == "on" for token in before):
            return False
        bare = [token for token in before if not token.key]
        return not any(matches(token.items[0], self._people) or self._is_group(token) for token in bare)

    def _goes_on(self, before: Sequence[Token]) -> bool:
        """Whether `and` goes on with a list of people."""
        is_list = self._action.targets == "many" and len(before) > 1
        return is_list and not before[-1].quoted and self._vocabulary.is_word(before[-1].text, AND)

    def _is_group(self, token: Token) -> bool:
        return any(self._vocabulary.is_word(token.text, word) for word in WORDS_FOR_SEVERAL)

    # ------------------------------------------------------------------ values

    def _given(self, before: Sequence[Token]) -> set[str]:
        """What the words so far stand for, as far as they can be read without the end of the line."""
        line = self._line[: before[-1].end] if before else ""
        try:
            command = self._commands.parse(line, self._state)
        except Refusal:
            return set()
        filled = command.filled if isinstance(command, ActCommand) else ()
        return {name for one in filled for name in one.names}

    def _choices(self, parameter: Parameter, before: Sequence[Token]) -> Iterable[str]:
        if self._action.id == "end" and parameter.id == "kind":
            return self._running(before)
        own = value_called(self._action.id, parameter.id)
        return [own] if parameter.kind == "switch" else [choice.id for choice in parameter.choices]

    def _running(self, before: Sequence[Token]) -> Iterable[str]:
        """The conditions that the targets bear."""
        people = [who for token in before if not token.key for who in self._people_in(token.items)]
        known = self._commands.rules.conditions
        return {
            condition.kind: None
            for who in people or self._state.characters
            for condition in shown_conditions(self._state.characters[who], known)
        }

    def _whole_key(self, token: Token, before: Sequence[Token]) -> str:
        """The name before `=`, with the plain words before it that belong to it."""
        for count in range(min(LONGEST_WORD, len(before)), 0, -1):
            plain = plain_words(before[len(before) - count :])
            key = " ".join((*plain, token.key))
            if len(plain) == count and self._named(key) is not None:
                return key
        return token.key

    def _values_of_last(self, before: Sequence[Token]) -> Iterable[str]:
        """What the trait or the option may be whose name stands bare before the unfinished word."""
        if self._action.id not in NAMING_VERBS:
            return ()
        for count in range(min(LONGEST_WORD, len(before)), 0, -1):
            words = plain_words(before[len(before) - count :])
            if len(words) == count and isinstance(named := self._named(" ".join(words)), str):
                return self._choices_of(named)
        return ()

    def _named(self, key: str) -> Parameter | str | None:
        """The parameter, or the trait or option, that a key names just so."""
        wanted = folded(key)
        for parameter in self._action.typed_parameters:
            if wanted in map(folded, (self._key(parameter), *self._vocabulary.widely(parameter.id))):
                return parameter
        if self._action.id in (*NAMING_VERBS, "add"):
            return next((one for one in self._things() if wanted in map(folded, self._vocabulary.widely(one))), None)
        return None

    def _values(self, key: str, typed: str, listed: Sequence[str]) -> list[str]:
        named, reserved = self._named(key), self._vocabulary.reserved(key)
        if reserved in ("by", "on"):
            groups = self._words.beginning(typed, WORDS_FOR_SEVERAL) if reserved == "on" and typed else []
            return [*_names(typed, self._state, self._people_in(listed)), *groups]
        if isinstance(named, Parameter):
            match named.kind:
                case "character" | "characters":
                    return _names(typed, self._state, self._people_in(listed))
                case "switch":
                    return self._words.beginning(typed, ("yes", "no"))
                case _:
                    return self._words.beginning(typed, self._choices(named, self._before))
        return self._words.beginning(typed, self._choices_of(named)) if named else []

    def _choices_of(self, thing: str) -> Iterable[str]:
        """The words that a trait or an option may be."""
        if self._action.id == "option" and isinstance(self._commands.rules.options[thing].default, bool):
            return ("yes", "no")
        return [choice.id for choice in self._vocabulary.choices_of_thing(thing)]
