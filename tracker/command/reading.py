"""Reading the words behind a verb into an intent, in whatever sensible order they stand."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from tracker.acts.amounts import MOST_DIGITS, is_number, read_integer
from tracker.acts.fights import FIRST
from tracker.acts.names import CORE_VERBS
from tracker.api.descriptions import Action, Choice, Parameter, is_own_roll
from tracker.books.library import Library
from tracker.command.commands import ActCommand, Filled
from tracker.command.misfits import Misfits
from tracker.command.newcomers import new_name, one_name
from tracker.command.people import People
from tracker.command.tokens import Token, following, joined, plain_words, without_commas
from tracker.command.values import read_duration, read_faces, whole_duration
from tracker.command.vocabulary import ALL, AND, HALF, RESERVED_WORDS, Vocabulary, WaysOf
from tracker.core.facts import Face
from tracker.core.intents import Intent, IntentValue, Refusal
from tracker.core.messages import Term, message
from tracker.core.patterns import pattern
from tracker.core.quoting import quoted
from tracker.core.record import replace
from tracker.core.state import State
from tracker.core.values import frozen
from tracker.names import Spellings, choose, further_words, is_exact, matches
from tracker.rules.facade import Rules
from tracker.rules.values import Values
from tracker.text import VERB, WORD, Words

LONGEST_CHOICE = 5
"""In words behind the first."""
LONGEST_KEY = 9
"""In words behind the first: the name of an option may be half a sentence."""
_OF_BOOKS = ("encounter", "deal", "dice", "equip", "bring", "import")
TEXT_VERBS = ("note", "scene", "rename-scene", "rename-session", "rename", "fight", "end-fight", *_OF_BOOKS)
"""Verbs of the core whose text is taken as it stands, whatever it holds."""
HIDDEN = "hidden"
HIDDEN_WORD = f"{WORD}{HIDDEN}"
"""The word behind an act of a ruleset of which the players see nothing, and its term."""
_SIGNS = ("+", "-", "−")
_AMOUNT_AND_WORD = pattern(r"([+\-−]?\d+)([^\W\d_]+)")


class ActionReader:
    """Reads the words after a verb into an intent.

    `marked` are the ids of those whom the word `marked` means.
    """

    def __init__(
        self,
        rules: Rules,
        words: Words,
        values: Values,
        vocabulary: Vocabulary,
        action: Action,
        state: State,
        line: str,
        marked: Sequence[str] = (),
        library: Library | None = None,
    ) -> None:
        self._library = library
        self._line = line
        self._rules = rules
        self._words = words
        self._check = values
        self._action = action
        self._state = state
        self._vocabulary = vocabulary
        self._parameters = self._vocabulary.parameters
        self._amount = amount_of(action)

        self._targets: tuple[str, ...] | None = None
        self._actor = state.current if action.acts else ""
        self._people = People(state, words, state.current, marked)
        self._misfits = Misfits(action, self._vocabulary, self._people, state, words)
        self._values: dict[str, IntentValue] = {}
        self._faces: tuple[Face, ...] | None = None
        self._hidden = False
        self._is_name_quoted = False
        self._changes: set[str] = set()
        self._given: set[str] = set()
        self._before: list[tuple[tuple[str, ...], Mapping[str, IntentValue]]] = []
        self._number = 0
        self._filled: list[Filled] = []
        self._stands_for: list[str] = []
        self._verb = Term(f"{VERB}{action.id}")

    def read(self, tokens: list[Token]) -> ActCommand:
        """Read all tokens. Raises Refusal, with the place in the line where it is about a word."""
        tokens = self._with_commas_for_and(tokens)
        waiting = without_commas(tokens) if self._amount else tokens
        self._look_for_actor(waiting)
        while waiting:
            before, self._stands_for = list(waiting), []
            try:
                self._next_words(waiting)
            except Refusal as refusal:
                refusal.where = refusal.where or self._place_of(refusal.what, before)
                raise
            last = before[len(before) - len(waiting) - 1]
            self._filled.append(Filled(before[0].start, last.end, tuple(self._stands_for), len(self._before)))
            if last.ends and waiting and self._targets is not None and self._amount in self._values:
                self._begin_next_amount()
        return self._command()

    def _with_commas_for_and(self, tokens: Sequence[Token]) -> list[Token]:
        """The same words, where `and` before someone's name is the comma of a list. A text keeps it, a name too."""
        if self._action.targets == "none" or self._last_text() is not None:
            return list(tokens)
        found: list[Token] = []
        for number, token in enumerate(tokens):
            is_and = bool(found) and self._is_word(token, AND) and not self._people.has_word(token.text)
            after = tokens[number + 1 :]
            if is_and and after and not after[0].key and self._people.begins(after[0], plain_words(after[1:])):
                found[-1] = replace(found[-1], ends=True)
            else:
                found.append(token)
        return found

    def _next_words(self, waiting: list[Token]) -> None:
        """Read the next word, with those behind it that belong to it."""
        token = self._with_whole_key(waiting.pop(0), waiting)
        if token.key and not self._is_text(token):
            self._named(token, waiting)
        elif self._says_who_acts(token, waiting):
            self._once("by", Term(RESERVED_WORDS["by"]))
            self._actor = self._one_person(waiting.pop(0), waiting)
        elif self._is_hidden(token, waiting):
            self._once(HIDDEN, Term(HIDDEN))
            self._hidden = True
        elif self._wants_target(token, waiting):
            if self._says_on_whom(token, waiting):
                token = waiting.pop(0)
            self._once("on", Term(RESERVED_WORDS["on"]))
            self._targets = self._people.at(token, waiting)
        elif self._action.id == "add" and "name" not in self._values:
            traits = self._vocabulary.traits(None, self._vocabulary.widely)
            self._give("name", new_name(token, waiting, self._name_ends(), traits, self._people))
            self._is_name_quoted = token.quoted
        else:
            self._bare(token, waiting)

    def _place_of(self, typed: str, tokens: Sequence[Token]) -> tuple[int, int]:
        """Where the word at fault stands: from the first of the tokens on."""
        start = self._line.find(typed, tokens[0].start) if typed else -1
        return (start, start + len(typed)) if start >= 0 else (tokens[0].start, tokens[0].end)

    def _says_who_acts(self, token: Token, waiting: Sequence[Token]) -> bool:
        """Whether `by NAME` stands here: no one is called so, and no choice of several words begins so."""
        is_by = (
            self._is_word(token, RESERVED_WORDS["by"])
            and not self._people.is_name(token.text)
            and not self._takes_names
        )
        return is_by and bool(waiting) and not waiting[0].key and not self._begins_choice(token, waiting)

    def _look_for_actor(self, tokens: Sequence[Token]) -> None:
        """See who acts before the first word is read: `others` are the others, wherever `by=NAME` stands."""
        for number, token in enumerate(tokens):
            behind = list(tokens[number + 1 :])
            if token.key and self._vocabulary.reserved(token.key) == "by":
                named = self._with_further(token, behind, self._people.spellings).text
            elif not token.key and self._says_who_acts(token, behind):
                named = self._with_further(behind[0], behind[1:], self._people.spellings).text
            else:
                continue
            if len(found := matches(named, self._people.spellings)) == 1:
                self._people.actor = found[0]

    def _says_on_whom(self, token: Token, waiting: Sequence[Token]) -> bool:
        """Whether `on NAME` stands here, and no one's name begins with that word."""
        is_on = self._is_word(token, RESERVED_WORDS["on"]) and not self._people.begins(token, plain_words(waiting))
        return is_on and bool(waiting) and self._people.begins(waiting[0], plain_words(waiting[1:]))

    def _name_ends(self) -> Spellings:
        """What ends the name of someone new: a kind, a side, `hidden`."""
        ends = [self._parameters[one] for one in ("kind", "side", HIDDEN)]
        return self._vocabulary.all_choices(ends, self._vocabulary.widely)

    def _with_further(self, token: Token, waiting: list[Token], spellings: Spellings, *, across: bool = False) -> Token:
        """The word together with those behind it that belong to it, as something is spelled that is known."""
        for _ in range(further_words(token.text, following(token, waiting, across=across), spellings)):
            further = waiting.pop(0)
            token = replace(joined(token, further), key=token.key)
        return token

    def _is_text(self, token: Token) -> bool:
        """Whether `a=b` only looks like a named value, in a verb that takes the rest of the line as text."""
        text = self._last_text()
        return (
            self._action.id == "note"
            and text is not None
            and text.id not in self._values
            and not self._vocabulary.is_key(token.key)
        )

    def _is_hidden(self, token: Token, waiting: Sequence[Token]) -> bool:
        """Whether the word says that the players see nothing of this act; the core's own verbs have no such word."""
        takes_it = self._action.id in self._rules.actions and HIDDEN not in self._parameters
        is_hidden = takes_it and self._is_word(token, HIDDEN_WORD) and not self._people.is_name(token.text)
        return is_hidden and not self._begins_choice(token, waiting)

    @property
    def _takes_names(self) -> bool:
        """Whether the verb sets what has a name of its own: traits, gauges, options."""
        return self._vocabulary.takes_names

    # ------------------------------------------------------------------ several amounts

    def _begin_next_amount(self) -> None:
        """Begin the next of several amounts: a comma stood behind the last one."""
        self._before.append((self._targets or (), self._with_values_before()))
        self._targets, self._values = None, {}
        self._given -= {"on", HALF, *self._parameters}

    def _with_values_before(self) -> Mapping[str, IntentValue]:
        """The values of this amount; those that it doesn't name are as in the one before it, but for the amount."""
        before = self._before[-1][1] if self._before else {}
        return {**{name: value for name, value in before.items() if name != self._amount}, **self._values}

    def _is_half(self, token: Token) -> bool:
        return bool(self._amount) and self._amount not in self._values and self._is_word(token, HALF)

    def _half(self) -> int:
        """Half of the last number that was typed. Raises Refusal where there is none."""
        if not self._before:
            raise Refusal(message("command.half_of_what", verb=self._verb))
        return self._halved()

    def _halved(self) -> int:
        """Half of the last number that was typed, rounded as the ruleset does."""
        rounding = self._rules.card.halves
        if rounding in self._rules.options:
            rounding = str(self._state.options.get(rounding, self._rules.options[rounding].default))
        return -(-self._number // 2) if rounding == "up" else self._number // 2

    # ------------------------------------------------------------------ words with a name

    def _with_whole_key(self, token: Token, waiting: list[Token]) -> Token:
        """A name of several words before `=`, such as `max HP=30`, is one key where it is spelled so."""
        if token.key or token.quoted:
            return token
        words = [token.text]
        for count, after in enumerate(waiting[:LONGEST_KEY], 1):
            words.append(after.key or after.text)
            if after.key:
                key = " ".join(words)
                if not is_exact(key, self._keys()):
                    return token
                del waiting[:count]
                return replace(after, key=key, start=token.start)
            if after.quoted:
                return token
        return token

    def _keys(self) -> Spellings:
        """Everything that may stand before `=` in this verb."""
        match self._action.id:
            case "add":
                return self._vocabulary.keys(self._values.get("kind"))
            case "set" | "change" | "option":
                widely = self._vocabulary.widely
                return {**self._vocabulary.keys(), **{name: widely(name) for name in self._things()}}
            case "initiative":
                return self._people.spellings
            case _:
                return self._vocabulary.keys()

    def _named(self, token: Token, waiting: list[Token]) -> None:
        key = token.key
        reserved = self._vocabulary.reserved(key)
        if reserved:
            self._once(reserved, Term(RESERVED_WORDS[reserved]))
        if reserved == "by":
            self._actor = self._one_person(token, waiting)
        elif reserved == "faces":
            self._faces = read_faces(token.text)
        elif reserved == "on":
            self._targets = self._people.at(replace(token, key=""), waiting)
        elif self._is_key_of_hidden(key):
            self._once(HIDDEN, Term(HIDDEN))
            self._hidden = self._check.switch(token.text, Term(HIDDEN))
        elif (self._takes_names or self._action.id in ("add", "initiative")) and self._open_key(token, waiting):
            pass
        elif not self._parameters:
            raise Refusal(message("command.no_parameters", verb=self._verb, typed=key))
        else:
            name = self._vocabulary.parameter(key)
            self._give(name, self._named_value(self._parameters[name], token, waiting))

    def _is_key_of_hidden(self, key: str) -> bool:
        """Whether it is the word for an act that the players don't see."""
        takes_it = self._action.id in self._rules.actions and HIDDEN not in self._parameters
        return takes_it and self._vocabulary.is_word(key, HIDDEN_WORD)

    def _named_value(self, parameter: Parameter, token: Token, waiting: list[Token]) -> IntentValue:
        """What stands behind `=`, of several words where something is spelled so."""
        if not token.text and not token.quoted and parameter.kind != "text":
            name = self._vocabulary.called(parameter.id)
            raise Refusal(message("command.no_value", name=name, example=self._example()))
        match parameter.kind:
            case "characters":
                return self._people.at(replace(token, key=""), waiting)
            case "character":
                return self._one_person(token, waiting)
            case "choice":
                return self._value(parameter, self._whole_choice(token, waiting, parameter.choices))
            case "duration":
                return self._value(parameter, whole_duration(token, waiting, self._words))
            case "integer" if self._is_half(token) and parameter.id == self._amount:
                return self._half()
            case _:
                return self._value(parameter, token)

    def _once(self, name: str, called: Term | str) -> None:
        """Raise Refusal where the line has given this before: no one could tell which of the two counts."""
        if name in self._given or name in self._values:
            raise Refusal(message("command.twice", verb=self._verb, name=called))
        self._given.add(name)
        self._stands_for.append(name)

    def _give(self, name: str, value: IntentValue, called: Term | str = "") -> None:
        """Keep a value of the act. Raises Refusal where there is one already."""
        self._once(name, called or self._vocabulary.called(name))
        self._values[name] = value
        if name == self._amount and isinstance(value, str) and is_number(value) and len(value) <= MOST_DIGITS:
            self._number = int(value.replace("−", "-"))

    def _open_key(self, token: Token, waiting: list[Token]) -> bool:
        """Keys that are not parameters: traits of `add`, people of `initiative`, what `set` and `option` change."""
        if len(token.items) == 2 and not token.items[1] and not token.quoted and waiting and waiting[0].key:
            token = replace(token, items=token.items[:1])  # a comma between several of them
        match self._action.id:
            case "add":
                return self._trait(token, waiting)
            case "initiative":
                who = self._people.person(token.key)
                if not token.text:
                    raise Refusal(message("command.no_value", name=Term("initiative"), example=self._example()))
                total = read_integer(token.text, Term(token.key))
                self._give(f"total:{who}", total, self._state.characters[who].name)
            case _:
                self._give_thing(self._vocabulary.thing(token.key, self._things()), token, waiting)
        return True

    def _give_thing(self, name: str, token: Token, waiting: list[Token]) -> None:
        """The value of a trait, a gauge or an option; a word of several parts needs no quotes."""
        if not token.text and not token.quoted and not self._vocabulary.is_text(name):
            raise Refusal(message("command.no_value", name=Term(name), example=self._example()))
        self._give(name, self._whole_choice(token, waiting, self._vocabulary.choices_of_thing(name)).text)

    def _whole_choice(self, token: Token, waiting: list[Token], choices: Sequence[Choice]) -> Token:
        """The word with those behind it that belong to it: spelled exactly so in any language, else begun."""
        words = [token.text, *following(token, waiting, across=True)[:LONGEST_CHOICE]]
        known = self._vocabulary.spelled(choices, self._vocabulary.widely)
        exact = next((count for count in range(len(words), 1, -1) if is_exact(" ".join(words[:count]), known)), 0)
        if not exact:
            return self._with_further(token, waiting, known)
        for _ in range(exact - 1):
            token = replace(joined(token, waiting.pop(0)), key=token.key)
        return token

    def _trait(self, token: Token, waiting: list[Token]) -> bool:
        own, traits = self._vocabulary.names(), self._vocabulary.traits(self._values.get("kind"))
        found = matches(token.key, traits)
        if is_exact(token.key, own) or (matches(token.key, own) and not found):
            return False
        name = found[0] if len(found) == 1 else self._vocabulary.thing(token.key, list(traits))
        self._give_thing(name, token, waiting)
        return True

    def _things(self) -> list[str]:
        return self._vocabulary.things(self._state, self._targets or ())

    # ------------------------------------------------------------------ bare words

    def _is_word(self, token: Token, word: str) -> bool:
        return not token.quoted and self._vocabulary.is_word(token.text, word)

    def _wants_target(self, token: Token, waiting: Sequence[Token]) -> bool:
        if self._targets is not None or self._action.targets == "none":
            return False
        is_person = not self._takes_names or self._people.is_name(token.text)
        if not is_person and self._vocabulary.is_session_gauge(token.text):
            return False
        if self._action.targets in ("one", "many") and self._action.id != "initiative":
            return not self._is_value(token, waiting)
        if not token.quoted and self._begins_choice(token, waiting):
            return False
        return self._people.begins(token, plain_words(waiting))

    def _is_value(self, token: Token, waiting: Sequence[Token]) -> bool:
        """Whether a word before the target is plainly a value of the act: the amount, or a choice that is no one."""
        if token.quoted or self._takes_names:
            return False
        is_amount = is_number(token.text) or _AMOUNT_AND_WORD.fullmatch(token.text) is not None
        if is_amount and self._wants_number(list(self._parameters.values())):
            return not self._people.is_name(token.text)
        return self._begins_choice(token, waiting) and not self._people.begins(token, plain_words(waiting))

    def _begins_choice(self, token: Token, waiting: Sequence[Token]) -> bool:
        """Whether a choice or a switch of the action is spelled here, of one word or of several."""
        words = [token.text, *following(token, waiting, across=True)[:LONGEST_CHOICE]]
        runs = [" ".join(words[:count]) for count in range(1, len(words) + 1)]
        known = self._vocabulary.all_choices(self._parameters.values(), self._vocabulary.widely)
        return any(is_exact(run, known) for run in runs)

    def _bare_value(self, token: Token, waiting: list[Token]) -> None:
        """A name with the value behind it. A sign before a bare number changes what is there by so much."""
        name = self._whole_thing(token, waiting, self._things())
        if not waiting or waiting[0].key:
            raise Refusal(message("command.no_value", name=Term(name), example=self._example()))
        value = waiting.pop(0)
        if self._action.id == "set" and not value.quoted and value.text.startswith(_SIGNS):
            self._changes.add(name)
        self._give_thing(name, value, waiting)

    def _whole_thing(self, token: Token, waiting: list[Token], things: Sequence[str]) -> str:
        """What is named here: of names of several words the longest behind which a value fits."""
        spelled = {name: self._vocabulary.widely(name) for name in things}
        words = [token.text, *following(token, waiting, across=True)[:LONGEST_KEY]]
        for count in range(len(words), 0, -1):
            run = " ".join(words[:count])
            found = matches(run, spelled) if is_exact(run, spelled) else []
            behind = waiting[count - 1].text if count <= len(waiting) else ""
            if len(found) == 1 and (count == 1 or self._vocabulary.may_be(found[0], behind)):
                del waiting[: count - 1]
                return found[0]
        return self._vocabulary.thing(self._with_further(token, waiting, spelled).text, things)

    def _bare(self, token: Token, waiting: list[Token]) -> None:
        if self._takes_names:
            self._bare_value(token, waiting)
            return
        if self._action.id == "pass" and self._is_word(token, f"{WORD}time") and waiting:
            token = waiting.pop(0)
        open_parameters = [parameter for parameter in self._parameters.values() if parameter.id not in self._values]
        if self._action.id == "note" and not waiting:
            # The only word of a note is what it says, though someone may be called so.
            open_parameters = [parameter for parameter in open_parameters if parameter.kind == "text"]
        if self._action.id == "dismiss" and self._is_word(token, ALL):
            self._once("number", Term(ALL))
            return
        if self._is_half(token):
            self._give(self._amount, self._half())
            return
        if self._amount in self._values and self._is_word(token, HALF):
            self._once(HALF, Term(HALF))
            self._values[self._amount] = self._halved()
            return
        split = None if token.quoted else _AMOUNT_AND_WORD.fullmatch(token.text)
        # "2a" is an amount and a type, also where another parameter takes any word.
        is_both = split is not None and self._is_amount_and_choice(split[2], open_parameters)
        if not is_both and self._length(token, waiting):
            return
        if self._spelled(token, waiting, open_parameters):
            return
        if not is_both and self._begun(token, waiting, open_parameters):
            return
        if not is_both and self._free(token, waiting, open_parameters):
            return
        if split and self._action.id == "condition":
            raise Refusal(message("command.length", typed=token.text, number=split[1]))
        if split:
            self._bare(replace(token, items=(split[1],)), [])
            self._kind_of_amount(replace(token, items=(split[2],)))
            return
        if self._action.id == "initiative" and self._total(token, waiting):
            return
        if self._summands(token, open_parameters):
            return
        if self._action.id == "initiative" and not self._targets and not is_number(token.text):
            self._people.person(token.text)
        has_amount = bool(self._amount) and self._amount in self._values
        if has_amount and self._targets and (split or is_number(token.text)):
            raise self._second_amount(token)
        if own := self._word_of_own():
            words = takewhile(lambda word: not is_number(word), (own, token.text, *following(token, waiting)))
            several = quoted(" ".join(words))
            raise Refusal(message("command.several_words", verb=self._verb, typed=token.text, quoted=several))
        raise self._misfits.no_fit(token, open_parameters, self._wants_somebody, has_amount=has_amount)

    def _second_amount(self, token: Token) -> Refusal:
        """Why no one can be given two amounts at once; with the line that gives them one after the other."""
        filled = [one for one in self._filled if one.part == len(self._before)]
        typed = [(self._line[one.start : one.end].rstrip(" ,"), "on" in one.names) for one in filled]
        people = " ".join(text for text, is_on in typed if is_on)
        first = " ".join((people, *(text for text, is_on in typed if not is_on)))
        before = self._line[: filled[0].start].rstrip()
        near = f"{before} {first}, {people} {self._line[token.start : token.end]}"
        return Refusal(message("command.second_amount", verb=self._verb, near=near))

    def _word_of_own(self) -> str:
        """The word that was taken where it is none of the choices, such as a condition; "" for none."""
        for parameter in self._parameters.values():
            typed = self._values.get(parameter.id)
            if parameter.open_choice and isinstance(typed, str):
                known = self._vocabulary.choices(parameter, self._vocabulary.widely)
                if not matches(typed, known):
                    return typed
        return ""

    def _total(self, token: Token, waiting: list[Token]) -> bool:
        """Take a total of initiative behind a name, or another name with its total; tell whether it was one."""
        people = self._targets or ()
        if is_number(token.text) and people:
            who = people[-1]
        elif people and self._people.begins(token, plain_words(waiting)):
            who = self._one_person(token, waiting)
            if who in people or not waiting or not is_number(waiting[0].text):
                return False
            self._targets, token = (*people, who), waiting.pop(0)
        else:
            return False
        if len(people) > 1 and f"total:{people[0]}" not in self._values:
            return False  # whose of several would it be?
        self._give(f"total:{who}", read_integer(token.text, Term("initiative")), self._state.characters[who].name)
        return True

    def _summands(self, token: Token, parameters: Sequence[Parameter]) -> bool:
        """Take a sum such as `strength+brawl`, each part where it fits; tell whether there was one."""
        parts = [part.strip() for part in token.text.split("+")]
        choices = [parameter for parameter in parameters if parameter.kind == "choice"]
        if token.quoted or not 1 < len(parts) <= len(choices) or not all(parts):
            return False
        for part in parts:
            self._bare(replace(token, items=(part,)), [])
        return True

    def _kind_of_amount(self, token: Token) -> None:
        """Take what stands right behind a number, such as the kind of damage in `2b`. Raises Refusal."""
        kinds = [
            parameter
            for parameter in self._parameters.values()
            if parameter.id not in self._values and parameter.kind in ("choice", "switch") and parameter.common
        ]
        if self._spelled(token, [], kinds) or self._begun(token, [], kinds):
            return
        choices = next((parameter.choices for parameter in kinds if parameter.choices), ())
        if not choices:
            raise self._misfits.no_fit(token, kinds, self._wants_somebody, has_amount=True)
        raise self._misfits.none_of(token.text, [Term(choice.id) for choice in choices])

    def _length(self, token: Token, waiting: list[Token]) -> bool:
        """Take a number with its unit, such as `2 rounds` or `15m`; tell whether there was one."""
        split = None if token.quoted else _AMOUNT_AND_WORD.fullmatch(token.text)
        number, word = (split[1], split[2]) if split else (token.text, "")
        if not split and is_number(number) and (after := following(token, waiting)):
            word = "" if self._people.is_name(after[0]) else after[0]
        name, times = self._vocabulary.unit(word) if word and not token.quoted else ("", 0)
        if not name or name in self._values:
            return False
        if not split:
            waiting.pop(0)
        self._give(name, read_integer(number, Term(name)) * times)
        return True

    def _spelled(self, token: Token, waiting: list[Token], parameters: Sequence[Parameter]) -> bool:
        """Take the longest run of words that is spelled exactly so somewhere; tell whether there was one.

        A word of another language counts if none of the reader's is as long.
        """
        best: tuple[int, Parameter] | None = None
        for ways in (self._vocabulary.ways, self._vocabulary.widely):
            for parameter in parameters:
                if not parameter.common and is_number(token.text) and self._wants_number(parameters):
                    continue  # a number is not a rare choice that happens to be called so
                if token.quoted and self._wants_text(parameters):
                    continue
                known = self._known(parameter, ways)
                words = self._run(token, waiting, parameter, across=True)[: LONGEST_CHOICE + 1] if known else []
                runs = [count for count in range(len(words), 0, -1) if is_exact(" ".join(words[:count]), known)]
                if runs and (best is None or runs[0] > best[0]):
                    best = (runs[0], parameter)
        if best is None:
            exact = next((one for one in parameters if self._fits_exactly(one, token)), None)
            if exact is not None:
                self._take(exact, token, waiting)
            return exact is not None
        count, parameter = best
        for _ in range(count - 1):
            token = joined(token, waiting.pop(0))
        self._take(parameter, token, waiting)
        return True

    def _known(self, parameter: Parameter, ways: WaysOf) -> Spellings:
        """What may be spelled for a parameter: people, its choices, its own name for a switch."""
        return self._people.spellings if _takes_people(parameter) else self._vocabulary.choices(parameter, ways)

    def _run(self, token: Token, waiting: Sequence[Token], parameter: Parameter, *, across: bool = False) -> list[str]:
        """The word and those behind it that may be one value of the parameter; a list of people has commas."""
        if _takes_people(parameter):
            return [token.items[0], *following(token, waiting)]
        return [token.text, *following(token, waiting, across=across)]

    def _wants_number(self, parameters: Sequence[Parameter]) -> bool:
        return any(one.kind == "integer" and (one.common or one.required) for one in parameters)

    def _wants_text(self, parameters: Sequence[Parameter]) -> bool:
        return any(one.kind == "text" and (one.common or one.required) for one in parameters)

    def _begun(self, token: Token, waiting: list[Token], parameters: Sequence[Parameter]) -> bool:
        """Take words that begin something known, each of them, where that is one thing alone.

        The reader's language comes first, then every other.
        """
        if token.quoted and self._wants_text(parameters):
            return False
        for ways in (self._vocabulary.ways, self._vocabulary.widely):
            if self._begun_in(ways, token, waiting, parameters):
                return True
        return False

    def _begun_in(self, ways: WaysOf, token: Token, waiting: list[Token], parameters: Sequence[Parameter]) -> bool:
        for parameter in parameters:
            if not (parameter.common or parameter.required):
                continue
            known = self._known(parameter, ways)
            if not known:
                continue
            words = self._run(token, waiting, parameter)
            further = further_words(words[0], words[1:], known)
            found = matches(" ".join(words[: further + 1]), known)
            if len(found) == 1 or (found and parameter.kind == "switch"):
                for _ in range(further):
                    token = joined(token, waiting.pop(0))
                self._take(parameter, token, waiting)
                return True
        return False

    def _free(self, token: Token, waiting: list[Token], parameters: Sequence[Parameter]) -> bool:
        """Take a word that no one knows where any word may stand; tell whether there is such a place.

        What is someone's name, or a slip away from a word of this verb, is refused: it was meant as that.
        """
        for parameter in parameters:
            is_free = parameter.kind == "text" or (parameter.kind == "choice" and parameter.open_choice)
            if not is_free or not (parameter.common or parameter.required):
                continue
            if self._is_side_of_own(parameter) and not token.quoted:
                continue
            if not token.quoted and self._action.id not in TEXT_VERBS:
                rest = waiting[: self._length_of_text(waiting)] if parameter is self._last_text() else ()
                self._misfits.refuse_slip([token.items[0], *plain_words(rest)], parameters, self._wants_somebody)
                self._refuse_beginning_of_several(token, parameter)
            self._take(parameter, token, waiting)
            return True
        return False

    def _refuse_beginning_of_several(self, token: Token, parameter: Parameter) -> None:
        """Let no one make a new word of the beginning of several known ones. Raises Refusal, which names these."""
        for ways in (self._vocabulary.ways, self._vocabulary.widely) if parameter.kind == "choice" else ():
            known = self._vocabulary.choices(parameter, ways)
            if len(matches(token.text, known)) > 1:
                choose(token.text, known, self._vocabulary.called(parameter.id))

    @property
    def _wants_somebody(self) -> bool:
        """Whether it is still open whom the act is on."""
        return self._action.targets != "none" and self._targets is None

    def _is_side_of_own(self, parameter: Parameter) -> bool:
        """Whether this is the side of someone who joins; one that no one knows is asked for by name: `side=Smith`."""
        return self._action.id == "add" and parameter.id == "side"

    def _is_amount_and_choice(self, word: str, parameters: Sequence[Parameter]) -> bool:
        """Whether a letter behind a number is a kind, such as that of damage."""
        takes_amount = any(parameter.kind == "integer" and parameter.required for parameter in parameters)
        return takes_amount and any(
            parameter.common and matches(word, self._vocabulary.choices(parameter))
            for parameter in parameters
            if parameter.kind == "choice"
        )

    def _fits_exactly(self, parameter: Parameter, token: Token) -> bool:
        match parameter.kind:
            case "integer":
                return is_number(token.text) and not self._has_no_amount(parameter)
            case "duration":
                return token.text[:1].isdecimal()
            case _:
                return False

    def _has_no_amount(self, parameter: Parameter) -> bool:
        """Whether a bare number cannot be the amount of the condition that was named: then it counts rounds."""
        if self._action.id != "condition" or parameter.id != "amount":
            return False
        return not self._vocabulary.has_amount(str(self._values.get("kind", "")))

    def _take(self, parameter: Parameter, token: Token, waiting: list[Token]) -> None:
        if parameter.kind == "duration":
            token = whole_duration(token, waiting, self._words)
        if parameter.kind == "text" and parameter is self._last_text():
            token = self._rest_of_line(token, waiting)
        if parameter.kind == "switch":
            self._give(parameter.id, True)
        elif parameter.kind == "characters":
            self._give(parameter.id, self._people.at(token, waiting))
        else:
            self._give(parameter.id, self._value(parameter, token))

    def _rest_of_line(self, token: Token, waiting: list[Token]) -> Token:
        """The words up to the next known key as they were typed; one quoted word stands for itself."""
        if token.quoted and self._action.id not in TEXT_VERBS:
            return token
        rest = [waiting.pop(0) for _ in range(self._length_of_text(waiting))]
        if not rest and not token.key:
            return token
        last = rest[-1] if rest else token
        self._refuse_last_switch(last)
        return Token("", (self._line[token.start : last.end],), token.start, last.end)

    def _length_of_text(self, waiting: Sequence[Token]) -> int:
        """How many of the words go on with a text: up to a name with `=`, or up to whom the act is on, if that is open.

        In a note and its like any other name than those of the verb belongs to the text.
        """
        is_literal = self._action.id in TEXT_VERBS
        wants_target = self._wants_somebody and not is_literal
        for number, word in enumerate(waiting):
            if word.key and (not is_literal or self._vocabulary.is_key(word.key)):
                return number
            names = [word.text, *following(word, waiting[number + 1 :])]
            runs = (" ".join(names[:count]) for count in range(1, len(names) + 1))
            if wants_target and any(map(self._people.is_name, runs)):
                return number
        return len(waiting)

    def _refuse_last_switch(self, last: Token) -> None:
        """Raise Refusal where a text ends with a switch such as `public`: it may be the text's last word as well.

        Only the game master knows; a guess could show the players what they must not know.
        """
        if last.key:
            return
        for parameter in self._parameters.values():
            if parameter.kind == "switch" and parameter.id not in self._values and self._is_word(last, parameter.id):
                raise Refusal(message("command.switch_or_word", verb=self._verb, word=last.text))

    def _last_text(self) -> Parameter | None:
        """The text that takes the rest of the line: the last parameter, where it is one."""
        common = [parameter for parameter in self._parameters.values() if parameter.common]
        return common[-1] if common and common[-1].kind == "text" else None

    # ------------------------------------------------------------------ values

    def _value(self, parameter: Parameter, token: Token) -> IntentValue:
        """The value that a word stands for, as far as it takes the line and the people to know; the core checks it."""
        if self._action.id == "add" and parameter.id == "name":
            return one_name(token)
        match parameter.kind:
            case "switch":
                return self._check.switch(token.text, self._vocabulary.called(parameter.id))
            case "character":
                return self._people.person(token.text)
            case "characters":
                return self._people.of(token)
            case "duration":
                return read_duration(token.text, self._words)
            case "choice":
                return self._vocabulary.label(parameter, token.text) or token.text
            case "text" if self._action.id in ("fight", "end-fight") and self._is_word(token, FIRST):
                return FIRST
            case _:
                return token.text

    def _one_person(self, token: Token, waiting: list[Token]) -> str:
        return self._people.person(self._with_further(token, waiting, self._people.spellings).text)

    # ------------------------------------------------------------------ the whole

    def _command(self) -> ActCommand:
        if self._takes_names and not self._values:
            raise Refusal(message("command.missing", verb=self._verb, what=Term("value"), example=self._example()))
        verb = self._action.id
        if verb == "add":
            self._take_creature()
        if verb == "initiative" and self._targets:
            # Anyone who has a total is meant as well, however the others were named.
            with_total = (name.partition(":")[2] for name in self._values)
            self._targets = tuple(dict.fromkeys((*self._targets, *with_total)))
        if self._changes:
            if self._changes != self._values.keys():
                raise Refusal(message("command.set_or_change"))
            verb = "change"
        if not self._targets and is_own_roll(self._action):
            self._targets, self._actor = tuple(filter(None, [self._actor or self._state.current])), ""
        first, *further = (
            Intent(verb, self._actor, people, frozen(dict(values)), self._hidden)
            for people, values in (*self._before, (self._targets or (), self._with_values_before()))
        )
        try:
            checked = self._check.checked(self._state, replace(first, further=tuple(further)))
        except Refusal as refusal:
            refusal.where = refusal.where or self._place_of_value(refusal)
            raise
        if self._action.acts and not self._actor:
            raise Refusal(message("command.who_acts", verb=self._verb))
        if verb == "set":
            self._refuse_to_clear_nothing(checked)
        return ActCommand(checked, self._faces, tuple(self._filled))

    def _place_of_value(self, refusal: Refusal) -> tuple[int, int] | None:
        """Where the words of a value stand that does not fit; None where it is about none of them."""
        about = {value.id for value in refusal.reason.values.values() if isinstance(value, Term)}
        for filled in self._filled:
            if about & set(filled.names):
                start = self._line.find(refusal.what, filled.start, filled.end) if refusal.what else -1
                return (start, start + len(refusal.what)) if start >= 0 else (filled.start, filled.end)
        return None

    def _take_creature(self) -> None:
        """A bare name that is the id of a creature in a book, in every letter, means the creature."""
        name = self._values.get("name")
        if self._library is None or self._is_name_quoted or "from" in self._values or not isinstance(name, str):
            return
        if self._library.is_creature(name):
            self._values |= {"name": self._library.name_of(name), "from": name}

    def _refuse_to_clear_nothing(self, intent: Intent) -> None:
        """Raise Refusal for a text that none of them has and that is taken away: `weapon=` without a weapon."""
        people = [self._state.characters[who] for who in intent.targets]
        for name, value in intent.values.items():
            if value == "" and people and not any(person.traits.get(name) for person in people):
                names = tuple(person.name for person in people)
                raise Refusal(message("command.clears_nothing", list=names, name=Term(name)))

    def _example(self) -> str:
        return self._action.examples[0] if self._action.examples else self._action.id


def _takes_people(parameter: Parameter) -> bool:
    return parameter.kind in ("character", "characters")


def amount_of(action: Action) -> str:
    """What an act of a ruleset asks for of which one line may have several, each for its own people; "" for none.

    It is the required number, or the choice of an act that is said for everyone.
    """
    if action.targets != "many" or action.id in CORE_VERBS:
        return ""
    kinds = ("integer", "choice") if action.for_all else ("integer",)
    return next((one.id for one in action.typed_parameters if one.kind in kinds and one.required), "")
