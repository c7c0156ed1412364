"""What may be typed behind a verb: its parameters and their choices, traits, options, units, words of the language."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from tracker.acts.amounts import is_number
from tracker.acts.names import value_called
from tracker.api.descriptions import Action, Choice, Parameter, TraitSpec
from tracker.core.messages import Term
from tracker.core.sentences import DURATION_UNITS
from tracker.core.state import State
from tracker.names import Indexed, Spellings, all_folded, choose_word, folded, is_exact, matches
from tracker.rules.facade import Rules
from tracker.rules.values import Values
from tracker.text import SEVERAL, WORD, Words

RESERVED_WORDS = {"by": f"{WORD}by", "on": f"{WORD}on-whom", "faces": f"{WORD}faces"}
"""Names of values that every act takes (who does it, on whom, with which faces), with the terms that spell them."""
RESERVED_KEYS = tuple(RESERVED_WORDS)
UNITS = ("rounds", "turns", "minutes", "hours", "days")
"""Parameters that count time: a number with its unit gives one, as in `2 rounds` or `15m`."""
NAMING_VERBS = ("set", "change", "option")
"""Verbs that set what has a name of its own: traits, gauges, options."""
ALL = f"{WORD}all"
"""The word for everyone, and for everything that is due."""
AND = f"{WORD}and"
"""The word between two people that says what a comma does."""
HALF = f"{WORD}half"
"""The word for half of the amount before it."""

WaysOf = Callable[[str], Sequence[str]]


class Vocabulary:
    """The words of one action. `ways` spells in the reader's language, `widely` in every one.

    `labels` are the conditions of the game master's own that can be ended. What is spelled is found once: each line
    and each key looks it up.
    """

    def __init__(self, rules: Rules, words: Words, check: Values, action: Action, labels: Iterable[str] = ()) -> None:
        self._labels = tuple(labels)
        self._found: dict[tuple[str, object, bool], Spellings] = {}
        self.ways: WaysOf = words.typed
        self.widely: WaysOf = words.spellings_in_all
        self.parameters: Mapping[str, Parameter] = {one.id: one for one in action.typed_parameters}
        self.takes_names = action.id in NAMING_VERBS
        self._rules = rules
        self._words = words
        self._check = check
        self._action = action

    def is_word(self, typed: str, term_id: str) -> bool:
        """Whether something is spelled just so, in any language."""
        return folded(typed) in all_folded(tuple(self.widely(term_id)))

    def _kept(self, what: str, of: object, ways: WaysOf, spell: Callable[[], Spellings]) -> Spellings:
        """What has been spelled for something in these ways; spelled now where it has not."""
        key = (what, of, ways is self.widely)
        if key not in self._found:
            self._found[key] = Indexed(spell())
        return self._found[key]

    # ------------------------------------------------------------------ names before `=`

    def reserved(self, key: str) -> str:
        """The word of the language that a key is, in any language; "" for any other."""
        if key in self.parameters:
            return ""
        found = [name for name, term in RESERVED_WORDS.items() if folded(key) == name or self.is_word(key, term)]
        return found[0] if found else ""

    def names(self, ways: WaysOf | None = None) -> Spellings:
        """How the parameters are called: by their ids, by the general word, and by that of this action."""
        own = ways or self.ways

        def spell() -> Spellings:
            verb = self._action.id
            return {name: (*self._general(name, own), *own(f"{verb}.{name}")) for name in self.parameters}

        return self._kept("names", "", own, spell)

    def keys(self, kind: object = None) -> Spellings:
        """What may stand before `=` whatever the state, in any language: of `add` also the traits of the kind."""
        widely = self.widely

        def spell() -> Spellings:
            traits = self.traits(kind) if self._action.id == "add" else ()
            return {**self.names(widely), **{name: widely(name) for name in (*RESERVED_WORDS.values(), *traits)}}

        return self._kept("keys", self._known_kind(kind), widely, spell)

    def called(self, name: str) -> Term:
        """What a value of the act is called: a parameter, or else what it names."""
        return Term(value_called(self._action.id, name) if name in self.parameters else name)

    def _general(self, name: str, ways: WaysOf) -> Sequence[str]:
        """How a parameter is spelled where no action has a word of its own for it."""
        return tuple(dict.fromkeys((*ways(value_called(self._action.id, name)), *ways(name))))

    def parameter(self, key: str) -> str:
        """The parameter that is called so. Raises Refusal with the nearest one."""
        for names in (self.names(), self.names(self.widely)):
            if is_exact(key, names) and len(found := matches(key, names)) == 1:
                return found[0]
        return choose_word(key, self.parameters, self._check.spell, Term("parameter"))

    def is_key(self, key: str) -> bool:
        """Whether NAME= ends a text: a word of the language or a parameter, in any language."""
        return bool(self.reserved(key)) or is_exact(key, self.names(self.widely))

    # ------------------------------------------------------------------ choices

    def choices(self, parameter: Parameter, ways: WaysOf | None = None) -> Spellings:
        """What may be spelled for a parameter: its choices, or its own name for a switch."""
        own = ways or self.ways
        return self._kept("choices", parameter.id, own, lambda: self._choices(parameter, own))

    def _choices(self, parameter: Parameter, ways: WaysOf) -> Spellings:
        match parameter.kind:
            case "choice":
                labels = {label: (label,) for label in self._labels if parameter.open_choice}
                return {**labels, **self.spelled(parameter.choices, ways)}
            case "switch":
                return {parameter.id: self._general(parameter.id, ways)}
            case _:
                return {}

    def label(self, parameter: Parameter, typed: str) -> str:
        """The condition of the game master's own that was typed, or begun, where no other is meant; "" for none."""
        found = matches(typed, self.choices(parameter, self.widely)) if self._labels else []
        return found[0] if len(found) == 1 and found[0] in self._labels else ""

    def spelled(self, choices: Sequence[Choice], ways: WaysOf | None = None) -> Spellings:
        """What may be spelled for each of some choices."""
        return {choice.id: (ways or self.ways)(choice.id) for choice in choices}

    def all_choices(self, parameters: Iterable[Parameter], ways: WaysOf | None = None) -> Spellings:
        """What may be spelled for any of the parameters."""
        asked, own = tuple(parameters), ways or self.ways

        def spell() -> Spellings:
            return {name: spelled for one in asked for name, spelled in self.choices(one, own).items()}

        return self._kept("all", tuple(one.id for one in asked), own, spell)

    # ------------------------------------------------------------------ traits, gauges, options

    def traits(self, kind: object, ways: WaysOf | None = None) -> Spellings:
        """The traits and gauges of a kind of character, or of all of them."""
        own, known = ways or self.ways, self._known_kind(kind)

        def spell() -> Spellings:
            kinds = self._rules.kinds
            wanted = [kinds[known]] if known else list(kinds.values())
            names = [spec.id for one in wanted for specs in (one.traits, one.tracks, one.pools) for spec in specs]
            return {name: own(name) for name in dict.fromkeys(names)}

        return self._kept("traits", known, own, spell)

    def _known_kind(self, kind: object) -> str:
        """The kind of character, "" where the ruleset has no such."""
        return kind if isinstance(kind, str) and kind in self._rules.kinds else ""

    def things(self, state: State, targets: Sequence[str]) -> list[str]:
        """What `set` may name: what the targets have, what their kinds may have, gauges of the session; or options."""
        if self._action.id == "option":
            return list(self._rules.options)
        names: dict[str, None] = {}
        for who in targets or state.characters:
            character = state.characters[who]
            for table in (character.traits, character.tracks, character.pools, character.counters):
                names.update(dict.fromkeys(table))
        names.update(dict.fromkeys((*self.traits(None), *self._rules.gauges)))
        return list(names)

    def thing(self, typed: str, things: Sequence[str]) -> str:
        """The option, or the trait, gauge or counter, that was named. Raises Refusal with the nearest one."""
        what = "option" if self._action.id == "option" else "trait"
        return choose_word(typed, things, self._check.spell, Term(what))

    def choices_of_thing(self, name: str) -> Sequence[Choice]:
        """What a trait or an option may be, where there are choices."""
        if self._action.id == "option":
            return self._rules.options[name].choices
        return next((spec.choices for spec in self._trait_specs(name) if spec.choices), ())

    def may_be(self, name: str, typed: str) -> bool:
        """Whether a word can begin the value of a trait, a gauge or an option."""
        if choices := self.choices_of_thing(name):
            return bool(matches(typed, self.spelled(choices, self.widely)))
        return is_number(typed) or not any(spec.kind == "integer" for spec in self._trait_specs(name))

    def is_text(self, name: str) -> bool:
        """Whether a trait or an option is a text, which may be empty."""
        if self._action.id == "option":
            return False
        return any(spec.kind == "text" for spec in self._trait_specs(name))

    def _trait_specs(self, name: str) -> list[TraitSpec]:
        return [spec for kind in self._rules.kinds.values() for spec in kind.traits if spec.id == name]

    def is_session_gauge(self, typed: str) -> bool:
        """Whether a gauge of the session is spelled just so."""
        return is_exact(typed, {name: self.widely(name) for name in self._rules.gauges})

    def has_amount(self, condition: str) -> bool:
        """Whether a condition has a number that the rules read; one of the game master's own may have one."""
        kind = self._rules.conditions.get(condition)
        return kind is None or kind.amount

    # ------------------------------------------------------------------ units

    def unit(self, typed: str) -> tuple[str, int]:
        """The parameter that a unit of time counts, and how many of its own the unit is; "" where it is none."""
        wanted = folded(typed)
        for name in UNITS:
            if name in self.parameters and (wanted == folded(name) or self._is_unit(wanted, f"{WORD}unit.{name}")):
                return name, 1
        return self._in_minutes(wanted) if "minutes" in self.parameters else ("", 0)

    def _in_minutes(self, wanted: str) -> tuple[str, int]:
        for name, seconds in DURATION_UNITS:
            if seconds >= 60 and self._is_unit(wanted, f"{WORD}unit.{name}s"):
                return "minutes", seconds // 60
        return "", 0

    def _is_unit(self, wanted: str, term_id: str) -> bool:
        return wanted in map(folded, (one for text in self.widely(term_id) for one in text.split(SEVERAL)))
