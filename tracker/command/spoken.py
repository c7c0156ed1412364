"""A line of ids, as examples and what is due are written, in the reader's own words: what is shown can be typed."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from tracker.acts.amounts import is_number
from tracker.acts.names import QUERY_VERBS, value_called
from tracker.api.descriptions import Action, Parameter
from tracker.command.tokens import Token, tokenize
from tracker.command.vocabulary import NAMING_VERBS, RESERVED_WORDS
from tracker.core.messages import message
from tracker.core.patterns import pattern
from tracker.core.sentences import DURATION_UNITS
from tracker.rules.facade import Rules
from tracker.text import SEVERAL, WORD, Words

EXAMPLE = "example:"
"""Before a name or a text in an example: the term that stands for it in another language."""
OTHER_WORDS = ("all", "half", "foes", "allies", "others", "marked", "hidden", "yes", "no", "by")
"""Words of the language besides those of an act."""
_LENGTH = pattern(r"([0-9]+)([a-z]+)")


class Speaker:
    """Says lines of ids in the reader's words. A name of someone in `people`, and what is quoted, stays as it is."""

    def __init__(self, actions: Mapping[str, Action], rules: Rules, words: Words, people: Collection[str] = ()) -> None:
        self._actions = actions
        self._rules = rules
        self._words = words
        self._people = people

    def line(self, line: str) -> str:
        """The whole line; one that is no line of ids stays as it is as far as it is none."""
        tokens = tokenize(line)
        if not tokens:
            return line
        if tokens[0].text == "redo" and len(tokens) > 3 and tokens[2].text == "as":
            instead = self.line(line[tokens[3].start :])
            return " ".join((self._words.verb("redo"), tokens[1].text, self._words.term(f"{WORD}as"), instead))
        said = [self._words.verb(tokens[0].text)]
        rest = tokens[1:]
        if tokens[0].text in QUERY_VERBS and rest and (rest[0].text in self._actions):
            said.append(self._words.verb(rest[0].text))
            action = self._actions.get(rest[0].text)
            rest = rest[1:]
        else:
            action = self._actions.get(tokens[0].text)
        known = self._known(action) if action is not None else self._of_questions()
        texts: list[Token] = []
        before = ""
        while rest:
            if length := self._text_of_example(rest, line):
                text = line[rest[0].start : rest[length - 1].end]
                said += [*self._texts(texts, line), self._words.term(EXAMPLE + text)]
                texts, rest, before = [], rest[length:], ""
                continue
            token, *rest = rest
            if not token.key and not token.quoted and self._bare(token, known) is None:
                texts.append(token)
                continue
            said += self._texts(texts, line)
            texts = []
            if not token.key and is_number(before) and (unit := self._unit(f"{before}{token.text}")):
                said[-1:] = [unit]  # the unit of a number has the form for it
            else:
                said.append(self._named(token, action, known, line) if token.key else self._unnamed(token, known, line))
            before = token.text
        return " ".join([*said, *self._texts(texts, line)])

    def _text_of_example(self, tokens: list[Token], line: str) -> int:
        """How many bare words are a text of several words that has its own in the reader's language."""
        plain = 0
        while plain < len(tokens) and not tokens[plain].key and not tokens[plain].quoted:
            plain += 1
        for length in range(plain if not self._people else 0, 1, -1):
            if self._words.has_term(EXAMPLE + line[tokens[0].start : tokens[length - 1].end]):
                return length
        return 0

    def _texts(self, tokens: list[Token], line: str) -> Iterator[str]:
        """Words that no one knows: names and texts."""
        yield from (self._written(token, line) for token in tokens)

    def _written(self, token: Token, line: str) -> str:
        """A word as it stands, its names in the reader's language where it is one of an example."""
        if self._people or not all(self._words.has_term(EXAMPLE + item) for item in token.items):
            return line[token.start : token.end].partition("=")[2] if token.key else line[token.start : token.end]
        quote = '"' if token.quoted else ""
        return ",".join(f"{quote}{self._words.term(EXAMPLE + item)}{quote}" for item in token.items)

    def _known(self, action: Action) -> Mapping[str, str]:
        """The words of an act: choices, switches, what `set` and `option` name, and those of the language."""
        ids: dict[str, None] = {}
        ids.update({choice.id: None for parameter in action.typed_parameters for choice in parameter.choices})
        if action.id == "option":
            ids.update(dict.fromkeys(self._rules.options))
        elif action.id in (*NAMING_VERBS, "add"):
            ids.update(dict.fromkeys(self._things()))
        switches = [one.id for one in action.typed_parameters if one.kind == "switch"]
        return {
            **{name: self._words.term(f"{WORD}{name}") for name in OTHER_WORDS},
            **{name: self._words.term(value_called(action.id, name)) for name in switches},
            **self._terms(ids),
        }

    def _terms(self, ids: Iterable[str]) -> Mapping[str, str]:
        return {name: self._words.term(name) for name in ids}

    def _of_questions(self) -> Mapping[str, str]:
        """The words of a question: what someone has."""
        return self._terms(self._things())

    def _things(self) -> Iterator[str]:
        for kind in self._rules.kinds.values():
            for specs in (kind.traits, kind.tracks, kind.pools):
                yield from (spec.id for spec in specs)
        yield from self._rules.gauges

    def _unnamed(self, token: Token, known: Mapping[str, str], line: str) -> str:
        return self._written(token, line) if token.quoted else self._bare(token, known) or self._written(token, line)

    def _bare(self, token: Token, known: Mapping[str, str]) -> str | None:
        """A bare word in the reader's language, None where it is a name or a text."""
        if token.text in self._people:
            return None
        if is_number(token.text) or not any(sign.isalpha() for sign in token.text):
            return token.text
        if token.text in known:
            return known[token.text]
        return self._unit(token.text) or self._sum(token.text)

    def _unit(self, text: str) -> str | None:
        """A length of time such as `15m` or, alone, the unit of one."""
        length = _LENGTH.fullmatch(text)
        for name, _ in DURATION_UNITS:
            if length and length[2] in (name, f"{name}s", name[0]):
                return self._words.say(message(f"time.{name}", count=int(length[1])))
            if text in (name, f"{name}s"):
                return self._words.term(f"time.{name}").split(SEVERAL)[0]
        return None

    def _sum(self, text: str) -> str | None:
        """Traits with plus signs between them."""
        parts = text.split("+")
        if len(parts) < 2 or not all(map(self._words.has_term, parts)):
            return None
        said = "+".join(map(self._words.term, parts))
        return f'"{said}"' if " " in said else said

    def _named(self, token: Token, action: Action | None, known: Mapping[str, str], line: str) -> str:
        words, key = self._words, token.key
        parameter = next((one for one in action.typed_parameters if one.id == key), None) if action else None
        if parameter is not None and action is not None:
            return f"{words.parameter(action.id, key)}={self._value(parameter, token, known, line)}"
        if key in RESERVED_WORDS:
            return f"{words.term(RESERVED_WORDS[key])}={self._written(token, line)}"
        if key in known and key not in self._people:
            choices = self._choices_of(action, key)
            value = words.term(token.text) if token.text in choices else self._written(token, line)
            return f"{known[key]}={value}"
        name = words.term(EXAMPLE + key) if not self._people and words.has_term(EXAMPLE + key) else key
        return f"{name}={token.text}"

    def _choices_of(self, action: Action | None, name: str) -> Collection[str]:
        if action is not None and action.id == "option":
            option = self._rules.options[name]
            is_switch = isinstance(option.default, bool)
            return ("yes", "no") if is_switch else [choice.id for choice in option.choices]
        traits = (spec for kind in self._rules.kinds.values() for spec in kind.traits if spec.id == name)
        return [choice.id for spec in traits for choice in spec.choices]

    def _value(self, parameter: Parameter, token: Token, known: Mapping[str, str], line: str) -> str:
        match parameter.kind:
            case "choice" | "switch" if not token.quoted and token.text in known:
                return known[token.text]
            case "duration" | "text" if not token.quoted:
                return self._unit_or_sum(token) or self._written(token, line)
            case _:
                return self._written(token, line)

    def _unit_or_sum(self, token: Token) -> str | None:
        said = self._unit(token.text) if _LENGTH.fullmatch(token.text) else self._sum(token.text)
        return f'"{said}"' if said and " " in said and not said.startswith('"') else said
