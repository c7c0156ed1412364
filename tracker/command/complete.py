"""What may come next in a typed line: verbs, names, parameters and choices, in any script."""

from collections.abc import Iterable, Iterator, Sequence

from tracker.acts.conditions import shown_conditions
from tracker.api.descriptions import Action, Parameter
from tracker.command.parse import CommandSet
from tracker.command.tokens import Token, tokenize
from tracker.core.quoting import quote
from tracker.core.record import record
from tracker.core.state import State
from tracker.names import Spellings, character_spellings, folded, is_exact, matches

MOST_CANDIDATES = 50


@record
class Completion:
    """What may stand in the line from `start` on, instead of the unfinished word; the likeliest first."""

    start: int
    candidates: Sequence[str] = ()


def complete(line: str, commands: CommandSet, state: State) -> Completion:
    """Complete the end of a line; what stands before its last word is taken as it is."""
    tokens = tokenize(line)
    if not tokens:
        return Completion(len(line), _sorted_words("", commands.spellings))
    is_unfinished = tokens[-1].open or not line[-1].isspace()
    current = tokens.pop() if is_unfinished else Token("", ("",), len(line), len(line))
    if not tokens:
        return Completion(current.start, _sorted_words(current.text, commands.spellings))
    verbs = matches(tokens[0].text, commands.typed_verbs)
    if len(verbs) != 1:
        return Completion(current.start)
    if verbs[0] == "odds" and len(tokens) == 1:
        actions = {name: ways for name, ways in commands.spellings.items() if name in commands.actions}
        return Completion(current.start, _sorted_words(current.text, actions))
    if verbs[0] == "help":
        return Completion(current.start, _sorted_words(current.text, commands.spellings))
    if verbs[0] in ("sheet", "why"):
        return Completion(current.start, _names(current.text, state, ()))
    action = commands.actions.get(verbs[0])
    if verbs[0] == "odds":
        action = commands.actions.get((matches(tokens[1].text, commands.typed_verbs) or [""])[0])
        tokens = tokens[1:]
    if action is None:
        return Completion(current.start)
    return _ActionCompleter(action, commands, state, tokens[1:]).complete(current)


def _sorted_words(typed: str, spellings: Spellings) -> list[str]:
    """The spellings that begin with what was typed: for each id its own word where that fits, else its id."""
    wanted = folded(typed)
    found: dict[str, None] = {}
    for ways in spellings.values():
        fitting = [way for way in ways if folded(way).startswith(wanted)]
        if fitting:
            # The word in the reader's language stands last; with nothing typed it is what he expects.
            found.setdefault(quote(fitting[-1]))
    return list(found)[:MOST_CANDIDATES]


def _names(typed: str, state: State, taken: Iterable[str]) -> list[str]:
    people = character_spellings(state, [who for who in state.characters if who not in set(taken)])
    wanted = folded(typed)
    first = [ways[0] for ways in people.values() if folded(ways[0]).startswith(wanted)]
    later = [ways[0] for ways in people.values() if any(folded(way).startswith(wanted) for way in ways[2:])]
    return [quote(name) for name in dict.fromkeys([*first, *later])][:MOST_CANDIDATES]


class _ActionCompleter:
    """Completes the words of one act."""

    def __init__(self, action: Action, commands: CommandSet, state: State, before: Sequence[Token]) -> None:
        self._action = action
        self._commands = commands
        self._state = state
        self._before = before
        self._people = character_spellings(state)

    def complete(self, current: Token) -> Completion:
        """Complete one unfinished word."""
        if current.key:
            start = current.start + len(current.key) + 1
            candidates = self._values(current)
            if len(current.items) > 1:
                candidates = self._in_list(current, candidates)
            return Completion(start, candidates)
        typed = current.items[-1]
        found: dict[str, None] = {}
        if self._wants_target():
            people = _names(typed, self._state, self._people_in(current.items[:-1]))
            if len(current.items) > 1:
                return Completion(current.start, self._in_list(current, people))
            if self._action.id == "initiative":
                # Whoever is named there mostly gets a number.
                found.update(dict.fromkeys(f"{name}=" for name in people))
            found.update(dict.fromkeys(people))
            if found and typed:
                return Completion(current.start, list(found))
        for candidate in self._bare(typed):
            found.setdefault(candidate)
        return Completion(current.start, list(found)[:MOST_CANDIDATES])

    def _in_list(self, current: Token, candidates: Sequence[str]) -> list[str]:
        head = ",".join(quote(item) for item in current.items[:-1])
        return [f"{head},{candidate}" for candidate in candidates]

    def _people_in(self, items: Sequence[str]) -> list[str]:
        return [found[0] for item in items if (found := matches(item, self._people))]

    def _wants_target(self) -> bool:
        if self._action.targets == "none":
            return False
        bare = [token for token in self._before if not token.key]
        if any(token.key == "on" for token in self._before):
            return False
        return not any(matches(token.items[0], self._people) or self._is_all(token) for token in bare)

    def _is_all(self, token: Token) -> bool:
        return token.text in self._commands.ways("word.all")

    def _given(self) -> set[str]:
        """The parameters that the words so far have taken, as far as one can tell without the end of the line."""
        given: set[str] = set()
        for token in self._before:
            if token.key:
                given.update(matches(token.key, self._spellings()))
                continue
            for parameter in self._action.typed_parameters:
                if parameter.id not in given and self._takes(parameter, token):
                    given.add(parameter.id)
                    break
        return given

    def _takes(self, parameter: Parameter, token: Token) -> bool:
        if parameter.kind == "integer":
            return token.text[:1].isdecimal()
        choices = self._choices(parameter)
        return bool(choices) and is_exact(token.text, choices)

    def _spellings(self) -> Spellings:
        return {parameter.id: self._commands.ways(parameter.id) for parameter in self._action.typed_parameters}

    def _choices(self, parameter: Parameter) -> Spellings:
        if parameter.kind == "switch":
            return {parameter.id: self._commands.ways(parameter.id)}
        if self._action.id == "end" and parameter.id == "kind":
            return self._running()
        return {choice.id: self._commands.ways(choice.id) for choice in parameter.choices}

    def _running(self) -> Spellings:
        """The conditions that the targets bear."""
        people = [who for token in self._before if not token.key for who in self._people_in(token.items)]
        known = self._commands.rules.conditions
        kinds = {
            condition.kind: None
            for who in people or self._state.characters
            for condition in shown_conditions(self._state.characters[who], known)
        }
        return {kind: self._commands.ways(kind) for kind in kinds}

    def _bare(self, typed: str) -> Iterator[str]:
        given = self._given()
        waiting = [parameter for parameter in self._action.typed_parameters if parameter.id not in given]
        # A bare word is the target where one is still wanted.
        takes_bare_words = self._action.targets not in ("one", "many") or not self._wants_target()
        for parameter in waiting:
            if parameter.kind in ("choice", "switch") and takes_bare_words:
                yield from _sorted_words(typed, self._choices(parameter))
        for parameter in waiting:
            if parameter.kind == "character":
                yield from (
                    f"{self._commands.ways(parameter.id)[-1]}={name}" for name in _names(typed, self._state, ())
                )
        named: dict[str, Sequence[str]] = {
            parameter.id: self._commands.ways(parameter.id) for parameter in waiting if parameter.kind != "switch"
        }
        if self._action.acts:
            named["by"] = self._commands.ways("word.by")
        if self._action.id == "add":
            named.update(self._traits())
        if self._action.id in ("set", "change", "option"):
            yield from (f"{word}=" for word in _sorted_words(typed, self._named_things()))
            return
        yield from (f"{word}=" for word in _sorted_words(typed, named))

    def _choices_of(self, key: str) -> Spellings:
        """The words that a trait or an option may take."""
        rules, ways = self._commands.rules, self._commands.ways
        if self._action.id == "option":
            found = matches(key, {name: ways(name) for name in rules.options})
            choices = rules.options[found[0]].choices if len(found) == 1 else ()
        else:
            found = matches(key, self._traits())
            specs = [spec for kind in rules.kinds.values() for spec in kind.traits if [spec.id] == found]
            choices = specs[0].choices if specs else ()
        return {choice.id: ways(choice.id) for choice in choices}

    def _traits(self) -> Spellings:
        kinds = self._commands.rules.kinds.values()
        names = [spec.id for kind in kinds for specs in (kind.traits, kind.tracks, kind.pools) for spec in specs]
        return {name: self._commands.ways(name) for name in dict.fromkeys(names)}

    def _named_things(self) -> Spellings:
        """What `set` and `option` change."""
        if self._action.id == "option":
            return {name: self._commands.ways(name) for name in self._commands.rules.options}
        return {**self._traits(), **{name: self._commands.ways(name) for name in self._commands.rules.gauges}}

    def _values(self, current: Token) -> list[str]:
        typed = current.items[-1]
        if self._action.id in ("set", "add", "option") and (choices := self._choices_of(current.key)):
            return _sorted_words(typed, choices)
        if current.key in ("by", "on") or current.key in self._commands.ways("word.by"):
            return _names(typed, self._state, self._people_in(current.items[:-1]))
        found = matches(current.key, self._spellings())
        parameter = next((one for one in self._action.typed_parameters if found and one.id == found[0]), None)
        if parameter is None:
            return []
        if parameter.kind in ("character", "characters"):
            return _names(typed, self._state, self._people_in(current.items[:-1]))
        if parameter.kind == "switch":
            return _sorted_words(typed, {word: self._commands.ways(word) for word in ("yes", "no")})
        return _sorted_words(typed, self._choices(parameter))
