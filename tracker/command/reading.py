"""Reading the words behind a verb into an intent, in whatever sensible order they stand."""

import re
from collections.abc import Sequence

from tracker.acts.amounts import check_range, is_number, read_integer
from tracker.api.descriptions import Action, Parameter
from tracker.command.commands import ActCommand
from tracker.command.names import Spellings, character_spellings, choose, is_exact, matches
from tracker.command.tokens import Token
from tracker.command.values import goes_on, read_duration, read_faces, read_option, read_switch, ways
from tracker.core.facts import Face
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import Term, message
from tracker.core.state import State
from tracker.core.values import Value, frozen
from tracker.rules.facade import Rules
from tracker.text import Words

RESERVED_KEYS = ("by", "on", "faces")
"""Names of values that every act takes: who does it, on whom, with which faces."""
_AMOUNT_AND_WORD = re.compile(r"([+\-−]?\d+)([^\W\d_]+)")


class ActionReader:
    """Reads the words after a verb into an intent."""

    def __init__(self, rules: Rules, words: Words, action: Action, state: State, line: str) -> None:
        self._line = line
        self._rules = rules
        self._words = words
        self._action = action
        self._state = state
        self._people = character_spellings(state)
        self._targets: tuple[str, ...] | None = None
        self._actor = state.current if action.acts else ""
        self._values: dict[str, Value] = {}
        self._faces: tuple[Face, ...] | None = None
        self._parameters = {parameter.id: parameter for parameter in action.parameters}

    def read(self, tokens: list[Token]) -> ActCommand:
        """Read all tokens. Raises Refusal."""
        waiting = list(tokens)
        while waiting:
            token = waiting.pop(0)
            if token.key and not self._is_text(token):
                self._named(token)
            elif self._is_word(token, "by") and not self._is_name(token.text) and waiting and not waiting[0].key:
                self._actor = self._person(waiting.pop(0).text)
            elif self._wants_target(token):
                self._targets = self._people_of(token)
            else:
                self._bare(token, waiting)
        return self._command()

    def _is_text(self, token: Token) -> bool:
        """Whether `a=b` only looks like a named value, in a verb that takes the rest of the line as text."""
        text = self._last_text()
        return (
            self._action.id == "note"
            and text is not None
            and text.id not in self._values
            and token.key not in RESERVED_KEYS
            and token.key not in self._parameters
        )

    def _ways(self, term_id: str) -> tuple[str, ...]:
        return ways(term_id, self._words)

    # ------------------------------------------------------------------ words with a name

    def _named(self, token: Token) -> None:
        key = token.key
        if key == "by":
            self._actor = self._person(token.text)
        elif key == "faces":
            self._faces = read_faces(token.text)
        elif key == "on":
            self._targets = self._people_of(token)
        elif self._action.id in ("add", "initiative", "option", "set") and self._open_key(token):
            pass
        else:
            spellings = {name: self._ways(name) for name in self._parameters}
            if not spellings:
                raise Refusal(message("command.no_parameters", verb=Term(self._action.id), typed=key))
            name = choose(key, spellings, Term("parameter"))
            self._values[name] = self._value(self._parameters[name], token)

    def _open_key(self, token: Token) -> bool:
        """Keys that are not parameters: traits of `add`, people of `initiative`, what `set` and `option` change."""
        match self._action.id:
            case "add":
                return self._trait(token)
            case "initiative":
                who = self._person(token.key)
                self._values[f"total:{who}"] = read_integer(token.text, Term(token.key))
            case "option":
                names = {name: self._ways(name) for name in self._rules.options}
                self._values["name"] = choose(token.key, names, Term("option"))
                self._values["value"] = token.text
            case _:
                self._values["name"] = self._gauge(token.key)
                self._values["value"] = token.text
        return True

    def _trait(self, token: Token) -> bool:
        own = {name: self._ways(name) for name in self._parameters}
        traits = self._trait_spellings()
        if is_exact(token.key, own) or (matches(token.key, own) and not matches(token.key, traits)):
            return False
        name = choose(token.key, traits, Term("trait"))
        is_integer = is_number(token.text)
        self._values[name] = read_integer(token.text, Term(name)) if is_integer else token.text
        return True

    def _trait_spellings(self) -> Spellings:
        kinds = self._rules.kinds
        chosen = self._values.get("kind")
        wanted = [kinds[chosen]] if isinstance(chosen, str) and chosen in kinds else list(kinds.values())
        names = [spec.id for kind in wanted for specs in (kind.traits, kind.tracks, kind.pools) for spec in specs]
        return {name: self._ways(name) for name in dict.fromkeys(names)}

    def _gauge(self, typed: str) -> str:
        names: dict[str, None] = {}
        for who in self._targets or self._state.characters:
            character = self._state.characters[who]
            for table in (character.traits, character.tracks, character.pools, character.counters):
                names.update(dict.fromkeys(table))
        for name in self._trait_spellings():
            names.setdefault(name)
        return choose(typed, {name: self._ways(name) for name in names}, Term("trait"))

    # ------------------------------------------------------------------ bare words

    def _is_word(self, token: Token, word: str) -> bool:
        return not token.quoted and token.text in self._ways(word)

    def _wants_target(self, token: Token) -> bool:
        if self._targets is not None or self._action.targets == "none":
            return False
        if self._action.targets in ("one", "many") and self._action.id != "initiative":
            return True
        if any(is_exact(token.text, self._choices(parameter)) for parameter in self._parameters.values()):
            return False
        return self._is_everybody(token.items[0]) or len(matches(token.items[0], self._people)) == 1

    def _bare(self, token: Token, waiting: list[Token]) -> None:
        if self._action.id == "pass" and self._is_word(token, "time"):
            return
        open_parameters = [parameter for parameter in self._action.parameters if parameter.id not in self._values]
        if self._action.id == "note" and not waiting:
            # The only word of a note is what it says, though somebody may be called so.
            open_parameters = [parameter for parameter in open_parameters if parameter.kind == "text"]
        split = None if token.quoted else _AMOUNT_AND_WORD.fullmatch(token.text)
        # "2a" is an amount and a type, also where another parameter takes any word.
        is_both = split is not None and self._is_amount_and_choice(split[2], open_parameters)
        for is_fitting in (self._fits_exactly,) if is_both else (self._fits_exactly, self._fits):
            for parameter in open_parameters:
                if is_fitting(parameter, token):
                    self._take(parameter, token, waiting)
                    return
        if split:
            for piece in split.groups():
                self._bare(Token("", (piece,), token.start, token.end), [])
            return
        raise Refusal(
            message(
                "command.fits_nothing",
                verb=Term(self._action.id),
                typed=token.text,
                list=tuple(Term(parameter.id) for parameter in open_parameters),
            )
        )

    def _is_amount_and_choice(self, word: str, parameters: Sequence[Parameter]) -> bool:
        takes_amount = any(parameter.kind == "integer" and parameter.required for parameter in parameters)
        return takes_amount and any(
            parameter.common and matches(word, self._choices(parameter))
            for parameter in parameters
            if parameter.kind == "choice"
        )

    def _choices(self, parameter: Parameter) -> Spellings:
        match parameter.kind:
            case "choice":
                return {choice.id: self._ways(choice.id) for choice in parameter.choices}
            case "switch":
                return {parameter.id: self._ways(parameter.id)}
            case _:
                return {}

    def _fits_exactly(self, parameter: Parameter, token: Token) -> bool:
        match parameter.kind:
            case "choice" | "switch":
                return is_exact(token.text, self._choices(parameter))
            case "integer":
                return bool(is_number(token.text))
            case "duration":
                return token.text[:1].isdecimal()
            case "character" | "characters":
                return is_exact(token.items[0], self._people)
            case "text":
                return False

    def _fits(self, parameter: Parameter, token: Token) -> bool:
        if not parameter.common and not parameter.required:
            return False
        match parameter.kind:
            case "choice":
                return len(matches(token.text, self._choices(parameter))) == 1 or parameter.open_choice
            case "switch":
                return bool(matches(token.text, self._choices(parameter)))
            case "character" | "characters":
                return len(matches(token.items[0], self._people)) == 1
            case "text":
                return True
            case _:
                return False

    def _take(self, parameter: Parameter, token: Token, waiting: list[Token]) -> None:
        if parameter.kind == "duration":
            token = self._whole_duration(token, waiting)
        if parameter.kind == "text" and parameter is self._last_text():
            token = self._rest_of_line(token, waiting)
        if parameter.kind == "switch":
            self._values[parameter.id] = True
        else:
            self._values[parameter.id] = self._value(parameter, token)

    def _whole_duration(self, token: Token, waiting: list[Token]) -> Token:
        """A length of time may be several words: a number and its unit, and smaller units behind them."""
        if waiting and not waiting[0].key and is_number(token.text):
            token = _joined(token, waiting.pop(0))
        while further := self._further_words(token, waiting):
            for _ in range(further):
                token = _joined(token, waiting.pop(0))
        return token

    def _further_words(self, token: Token, waiting: list[Token]) -> int:
        """How many of the waiting words name a smaller unit: one for `15m`, two for `15 minutes`."""
        for count in (1, 2):
            following = [word.text for word in waiting[:count] if not word.key]
            if len(following) == count and goes_on(token.text, " ".join(following), self._words):
                return count
        return 0

    def _rest_of_line(self, token: Token, waiting: list[Token]) -> Token:
        """The words up to the next known key as they were typed; one quoted word stands for itself."""
        last = token
        while waiting and not (waiting[0].key in RESERVED_KEYS or waiting[0].key in self._parameters):
            last = waiting.pop(0)
        if last is token and not token.key:
            return token
        return Token("", (self._line[token.start : last.end],), token.start, last.end)

    def _last_text(self) -> Parameter | None:
        """The text that takes the rest of the line: the last parameter, where it is one."""
        common = [parameter for parameter in self._action.parameters if parameter.common]
        return common[-1] if common and common[-1].kind == "text" else None

    # ------------------------------------------------------------------ values

    def _value(self, parameter: Parameter, token: Token) -> Value:
        match parameter.kind:
            case "integer":
                return self._bounded(parameter, token.text)
            case "choice":
                spellings = self._choices(parameter)
                found = matches(token.text, spellings)
                if parameter.open_choice and len(found) != 1:
                    return token.text
                return choose(token.text, spellings, Term(parameter.id))
            case "switch":
                return read_switch(token.text, Term(parameter.id), self._words)
            case "character":
                return self._person(token.text)
            case "characters":
                return self._people_of(token)
            case "duration":
                return read_duration(token.text, self._words)
            case "text":
                if parameter.id == "name" and self._action.id == "set":
                    return self._gauge(token.text)
                return token.text

    def _bounded(self, parameter: Parameter, text: str) -> int:
        number = read_integer(text, Term(parameter.id))
        check_range(parameter.id, number, parameter.minimum, parameter.maximum)
        return number

    def _person(self, typed: str) -> str:
        if not self._people:
            raise Refusal(message("refused.no_characters"))
        return choose(typed, self._people, Term("character"))

    def _is_everybody(self, typed: str) -> bool:
        """Whether the word means all characters; somebody who is called so comes first."""
        return typed in self._ways("all") and not self._is_name(typed)

    def _is_name(self, typed: str) -> bool:
        return any(typed in (who, ways[0]) for who, ways in self._people.items())

    def _people_of(self, token: Token) -> tuple[str, ...]:
        if len(token.items) == 1 and not token.quoted and self._is_everybody(token.text):
            people = tuple(self._state.characters)
        else:
            people = tuple(dict.fromkeys(self._person(item) for item in token.items if item))
        if not people:
            raise Refusal(
                message("command.missing", verb=Term(self._action.id), what=Term("target"), example=self._example())
            )
        if len(people) > 1 and self._action.targets == "one":
            raise Refusal(message("command.one_target", verb=Term(self._action.id)))
        return people

    # ------------------------------------------------------------------ the whole

    def _command(self) -> ActCommand:
        if self._targets is None and self._action.targets in ("one", "many") and self._action.id != "initiative":
            raise Refusal(
                message("command.missing", verb=Term(self._action.id), what=Term("target"), example=self._example())
            )
        if self._action.acts and not self._actor:
            raise Refusal(message("command.who_acts", verb=Term(self._action.id)))
        for parameter in self._action.parameters:
            if parameter.id not in self._values:
                if parameter.required:
                    raise Refusal(
                        message(
                            "command.missing",
                            verb=Term(self._action.id),
                            what=Term(parameter.id),
                            example=self._example(),
                        )
                    )
                if parameter.default is not None:
                    self._values[parameter.id] = parameter.default
        if self._action.id == "option":
            spec = self._rules.options[str(self._values["name"])]
            self._values["value"] = read_option(spec, str(self._values["value"]), self._words)
        intent = Intent(self._action.id, self._actor, self._targets or (), frozen(self._values))
        return ActCommand(intent, self._faces)

    def _example(self) -> str:
        return self._action.examples[0] if self._action.examples else self._action.id


def _joined(token: Token, further: Token) -> Token:
    return Token("", (f"{token.text} {further.text}",), token.start, further.end)
