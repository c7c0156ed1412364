"""Reading what an act carries, once, against the descriptions: of the action, of the kind of character, of the option.

Typed lines, forms, scripts, what is due and what a plugin lets follow all come through here before any hook runs. A
value is taken as it was meant or refused with the nearest right word; a hook gets typed values and never has to check.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from tracker.acts.amounts import check_range, is_number, read_integer
from tracker.acts.names import value_called
from tracker.acts.overruling import pool_with
from tracker.api.descriptions import Action, CharacterKind, OptionSpec, Parameter, PoolSpec, TrackSpec, TraitSpec
from tracker.core.intents import Intent, IntentValue, Refusal
from tracker.core.messages import Message, Part, Term, message
from tracker.core.state import EMPTY_BOX, Character, State
from tracker.core.values import Value, frozen, is_value
from tracker.names import OnlyIds, Spelling, choose_word, folded
from tracker.rules.facade import Rules

LARGEST_TYPED_NUMBER = 1_000_000
LONGEST_TYPED_TRACK = 200
OPEN_VERBS = ("add", "set", "change", "option", "initiative")
"""Verbs of the core that take other names than those of their parameters: traits, gauges, options, people."""

Spec: TypeAlias = TraitSpec | TrackSpec | PoolSpec


KindOf: TypeAlias = Callable[[str], tuple[str, str]]
"""The id of a creature of the books that was typed, and its kind of character. Raises Refusal."""


class Values:
    """Checks the values of acts for one session. `actions` are the ruleset's and the core's by id.

    `kind_of` finds creatures in books; None where there are none.
    """

    def __init__(
        self,
        rules: Rules,
        actions: Mapping[str, Action],
        spell: Spelling | None = None,
        kind_of: KindOf | None = None,
    ) -> None:
        self._rules = rules
        self._actions = actions
        self._kind_of = kind_of
        self._specs: dict[str, Mapping[str, Spec]] = {}
        self.spell: Spelling = spell or OnlyIds()

    def checked(self, state: State, intent: Intent) -> Intent:
        """Return the intent with typed values, defaults included. Raises Refusal with what would be right.

        The verbs of a ruleset that only follow from other acts have no description; they stay as they are.
        """
        action = self._actions.get(intent.verb)
        self._check_people(state, intent)
        if action is None:
            return intent
        self._check_targets(state, intent, action)
        parameters = {parameter.id: parameter for parameter in action.parameters}
        values: dict[str, IntentValue] = {}
        for name, value in intent.values.items():
            if name in parameters:
                values[name] = self._parameter(state, action, parameters[name], value)
            elif action.id not in OPEN_VERBS:
                raise self._unknown_parameter(action, name)
        for parameter in action.parameters:
            if parameter.id not in values:
                if parameter.required:
                    raise self._missing(action, parameter.id)
                if parameter.default is not None:
                    values[parameter.id] = parameter.default
        if action.id == "add" and values.get("from"):
            self._take_kind_of_creature(values)
        for name, value in intent.values.items():
            if name not in parameters:
                values[name] = self._open_value(state, intent, action, values, name, value)
        further = tuple(self.checked(state, one) for one in intent.further)
        return Intent(intent.verb, intent.actor, intent.targets, frozen(values), intent.hidden, further)

    def _take_kind_of_creature(self, values: dict[str, IntentValue]) -> None:
        """Someone who joins as a creature of a book is of its kind; the creature has its whole id from here on."""
        if self._kind_of is None:
            raise Refusal(message("book.nothing", what=Term("creature")))
        creature, kind = self._kind_of(str(values["from"]))
        if values.get("kind", kind) != kind:
            raise Refusal(message("book.other_kind", creature=creature, kind=Term(kind)))
        values |= {"from": creature, "kind": kind}

    # ------------------------------------------------------------------ who and on whom

    def _check_people(self, state: State, intent: Intent) -> None:
        for who in (intent.actor, *intent.targets):
            if who and who not in state.characters and intent.verb != "add":
                raise Refusal(message("refused.nobody", who=who))

    def _check_targets(self, state: State, intent: Intent, action: Action) -> None:
        match action.targets:
            case "none" if intent.targets and action.id != "add":
                raise Refusal(message("refused.takes_nobody", verb=_called(action)))
            case "one" | "optional" if len(intent.targets) > 1:
                raise Refusal(message("command.one_target", verb=_called(action)))
            case "one" if not intent.targets:
                raise self._missing(action, "target")
            case "many" if not intent.targets and action.id not in OPEN_VERBS:
                raise self._missing(action, "target")

    def _missing(self, action: Action, what: str) -> Refusal:
        return self._lacking("command.missing", action, what)

    @staticmethod
    def _lacking(why: str, action: Action, what: str) -> Refusal:
        example = action.examples[0] if action.examples else action.id
        return Refusal(message(why, verb=_called(action), what=Term(value_called(action.id, what)), example=example))

    def _unknown_parameter(self, action: Action, name: str) -> Refusal:
        try:
            choose_word(name, [one.id for one in action.typed_parameters], self.spell, Term("parameter"))
        except Refusal as refusal:
            return refusal
        return Refusal(message("command.no_parameters", verb=_called(action), typed=name))

    # ------------------------------------------------------------------ parameters

    def _parameter(self, state: State, action: Action, parameter: Parameter, value: IntentValue) -> IntentValue:
        name = Term(value_called(action.id, parameter.id))
        match parameter.kind, value:
            case "integer" | "duration", str():
                number = read_integer(value, name)
            case "integer" | "duration", int() if not isinstance(value, bool):
                number = value
            case "choice" | "text", str() if parameter.required and not value.strip():
                raise self._lacking("command.empty_value", action, parameter.id)
            case "choice", str():
                return self.choice(parameter.choices, value, name, is_open=parameter.open_choice)
            case "switch", bool():
                return value
            case "text", str():
                return value
            case "character", str():
                return self._person(state, value)
            case "characters", tuple():
                return tuple(self._person(state, who) for who in value)
            case "parts", tuple() if all(isinstance(part, Part) for part in value):
                return value
            case "words", Term() | Message() | str():
                return value
            case "table", Mapping() if is_value(value):
                return value
            case _:
                raise Refusal(message("refused.wrong_value", verb=_called(action), name=name, typed=str(value)))
        check_range(name.id, number, parameter.minimum, parameter.maximum)
        return number

    def choice(self, choices: Sequence[Any], typed: str, name: Term, *, is_open: bool = False) -> str:
        """The id of the choice that was typed. Raises Refusal with the nearest one."""
        ids = [choice.id for choice in choices]
        if typed in ids:
            return typed
        if folded(typed) in self.spell.unclear(name.id):
            words = tuple(Term(one) for one in ids)
            raise Refusal(message("command.unclear", what=name, typed=typed, list=words))
        try:
            return choose_word(typed, ids, self.spell, name)
        except Refusal:
            if is_open:
                return typed
            raise

    @staticmethod
    def _person(state: State, who: IntentValue) -> str:
        if not isinstance(who, str) or who not in state.characters:
            raise Refusal(message("refused.nobody", who=str(who)))
        return who

    # ------------------------------------------------------------------ traits, gauges, options, totals

    def _open_value(
        self,
        state: State,
        intent: Intent,
        action: Action,
        values: Mapping[str, IntentValue],
        name: str,
        value: IntentValue,
    ) -> IntentValue:
        match action.id:
            case "add":
                kind = self._rules.kinds.get(str(values.get("kind", ""))) or next(iter(self._rules.kinds.values()))
                return self._given(kind, name, value)
            case "option":
                return self._option(name, value)
            case "initiative":
                return self._total(state, name, value)
            case _ if intent.targets:
                read = [self._changed(state.characters[who], action, name, value) for who in intent.targets]
                return read[0]
            case _:
                return self._of_session(state, action, name, value)

    def _given(self, kind: CharacterKind, name: str, value: IntentValue) -> Value:
        """A trait or gauge of someone who joins."""
        spec = self._spec(kind, name)
        return _track_at_start(spec, value) if isinstance(spec, TrackSpec) else self._read(spec, value)

    def _changed(self, character: Character, action: Action, name: str, value: IntentValue) -> Value:
        """A trait, gauge or counter that the game master sets, or changes by a number.

        A pool has to stay in its bounds: here it is known whether someone typed it or a plugin lets it follow.
        """
        kind = self._rules.kinds.get(character.kind)
        if action.id == "change":
            number = _number(name, value)
            if name in character.pools:
                pool_with(character.pools[name], name, character.pools[name].value + number)
            return number
        if name in character.counters:
            return _number(name, value)
        if kind is not None and name not in self._specs_of(kind) and name in character.traits:
            before = character.traits[name]
            return _number(name, value) if isinstance(before, int) else str(value)
        if kind is None:
            raise Refusal(message("refused.no_trait", who=character.name, name=name))
        spec = self._spec(kind, name)
        read = self._read(spec, value)
        if isinstance(spec, PoolSpec):
            pool_with(character.pools.get(name), name, read)
        return read

    def _of_session(self, state: State, action: Action, name: str, value: IntentValue) -> Value:
        gauge = self._rules.gauges.get(name)
        if gauge is None:
            raise self._missing(action, "target")
        before = state.pools.get(name)
        if action.id == "change":
            number = _number(name, value)
            if before is not None:
                pool_with(before, name, before.value + number)
            return number
        read = self._read(gauge.spec, value)
        if isinstance(gauge.spec, PoolSpec):
            pool_with(before, name, read)
        return read

    def _specs_of(self, kind: CharacterKind) -> Mapping[str, Spec]:
        if kind.id not in self._specs:
            self._specs[kind.id] = specs_of(kind)
        return self._specs[kind.id]

    def _spec(self, kind: CharacterKind, name: str) -> Spec:
        """What is described under an id. Raises Refusal with the nearest one."""
        specs = self._specs_of(kind)
        if name in specs:
            return specs[name]
        if any(name in self._specs_of(one) for one in self._rules.kinds.values()):
            raise Refusal(message("refused.trait_of_another_kind", name=Term(name), kind=Term(kind.id)))
        near = choose_word(name, specs, self.spell, Term("trait"))
        raise Refusal(message("command.unknown_near", what=Term("trait"), typed=name, near=near))

    def _read(self, spec: Spec, value: IntentValue) -> Value:
        match spec:
            case TraitSpec(kind="integer"):
                number = _number(spec.id, value)
                check_range(spec.id, number, spec.minimum, spec.maximum)
                return number
            case TraitSpec():
                if not isinstance(value, (str, int)) or isinstance(value, bool):
                    raise Refusal(message("refused.no_word", name=Term(spec.id), typed=str(value)))
                text = str(value)
                return self.choice(spec.choices, text, Term(spec.id)) if spec.choices and text else text
            case TrackSpec():
                return marks_of(spec, str(value))
            case PoolSpec():
                return _pool(spec, value)

    def _option(self, name: str, value: IntentValue) -> Value:
        spec = self._rules.options.get(name)
        if spec is None:
            spec = self._rules.options[choose_word(name, self._rules.options, self.spell, Term("option"))]
        return self.option_value(spec, value)

    def option_value(self, spec: OptionSpec, value: IntentValue) -> Value:
        """The value of a table option. Raises Refusal with the values there are."""
        name = Term(spec.id)
        if isinstance(spec.default, bool):
            return self.switch(value, name)
        if spec.choices:
            return self.choice(spec.choices, str(value), name)
        if not isinstance(spec.default, int):
            return str(value)
        number = _number(spec.id, value)
        check_range(spec.id, number, spec.minimum, spec.maximum)
        return number

    def switch(self, value: IntentValue, name: Term) -> bool:
        """Yes or no, on or off, 1 or 0, true or false. Raises Refusal."""
        if isinstance(value, bool):
            return value
        typed = str(value).casefold()
        if typed in ("1", "true", *(way.casefold() for word in ("yes", "on") for way in self.spell.widely(word))):
            return True
        if typed in ("", "0", "false", *(way.casefold() for word in ("no", "off") for way in self.spell.widely(word))):
            return False
        raise Refusal(message("command.switch", name=name, typed=str(value)))

    @staticmethod
    def _total(state: State, name: str, value: IntentValue) -> int:
        prefix, colon, who = name.partition(":")
        if prefix not in ("total", "die") or not colon:
            raise Refusal(message("refused.nobody", who=name))
        if who not in state.characters:
            raise Refusal(message("refused.nobody", who=who))
        return _number(state.characters[who].name, value)


def _called(action: Action) -> Term:
    """What the action is called."""
    return Term(f"verb.{action.id}")


def specs_of(kind: CharacterKind) -> Mapping[str, Spec]:
    """What a kind of character has, by id: traits, tracks and pools."""
    specs: tuple[Spec, ...] = (*kind.traits, *kind.tracks, *kind.pools)
    return {spec.id: spec for spec in specs}


def _number(name: str, value: IntentValue) -> int:
    if isinstance(value, str):
        value = read_integer(value, Term(name))
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refusal(message("refused.no_number", name=Term(name), text=str(value)))
    check_range(name, value, -LARGEST_TYPED_NUMBER, LARGEST_TYPED_NUMBER)
    return value


_LOOKALIKES = str.maketrans({**dict.fromkeys("хХx✕✖×●", "X"), **dict.fromkeys("·∙○", EMPTY_BOX), "∗": "*"})
"""Signs that look like a mark or an empty box, as rulebooks print them and other keyboards write them."""


def marks_of(spec: TrackSpec | None, text: str) -> str:
    """The boxes of a track as they were typed, the heaviest marks first. Raises Refusal."""
    typed, text = text, text.translate(_LOOKALIKES)
    known = {EMPTY_BOX: 0, **({mark.mark: weight for weight, mark in enumerate(spec.marks, 1)} if spec else {})}
    if not text or any(mark not in known for mark in text) or len(text) > LONGEST_TYPED_TRACK:
        raise Refusal(message("refused.marks", text=typed, marks=" ".join(known)))
    return "".join(sorted(text, key=lambda mark: -known[mark]))


def _track_at_start(spec: TrackSpec, value: IntentValue) -> str:
    """A track at `add`: its boxes, or how many there are."""
    text = str(value)
    if not is_number(text):
        return marks_of(spec, text)
    size = _number(spec.id, value)
    check_range(spec.id, size, 1, LONGEST_TYPED_TRACK)
    return EMPTY_BOX * size


def _pool(spec: PoolSpec, value: IntentValue) -> Value:
    """A pool's number, or with its bound, such as 3/5, a table of `value` and `maximum`."""
    if isinstance(value, Mapping):
        return {name: _number(spec.id, number) for name, number in value.items()}
    number_text, slash, maximum_text = str(value).partition("/")
    number = _number(spec.id, value if isinstance(value, int) else number_text)
    return frozen({"value": number, "maximum": _number(spec.id, maximum_text)}) if slash else number
