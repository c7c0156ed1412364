"""Reading the words behind a verb into an intent, in whatever sensible order they stand."""

import re
from collections.abc import Sequence

from tracker.acts.amounts import is_number, read_integer
from tracker.api.descriptions import Action, Parameter
from tracker.command.commands import ActCommand
from tracker.command.newcomers import new_name, one_name
from tracker.command.people import People
from tracker.command.tokens import Token, joined, plain_words
from tracker.command.values import goes_on, read_duration, read_faces
from tracker.core.facts import Face
from tracker.core.intents import Intent, IntentValue, Refusal
from tracker.core.messages import MessageValue, Term, message
from tracker.core.quoting import quote, quoted
from tracker.core.state import State
from tracker.core.values import frozen
from tracker.names import (
    Spellings,
    choose_word,
    further_words,
    is_exact,
    matches,
    nearest,
)
from tracker.rules.facade import Rules
from tracker.rules.values import Values
from tracker.text import VERB, Words

RESERVED_WORDS = {"by": "by", "on": "on-whom", "faces": "faces"}
"""Names of values that every act takes (who does it, on whom, with which faces), with the terms that spell them."""
RESERVED_KEYS = tuple(RESERVED_WORDS)
LONGEST_CHOICE = 5
"""In words behind the first."""
LIKENESS_OF_SLIP = 0.75
"""How like a known word (0 to 1) a word of one's own may not be: it is taken for a slip."""
MOST_WANTED = 8
TEXT_VERBS = ("note", "scene", "rename-scene", "rename", "fight", "end-fight")
"""Verbs of the core whose text is taken as it stands, whatever it holds."""
HIDDEN = "hidden"
"""The word behind an act of a ruleset of which the players see nothing."""
_SIGNS = ("+", "-", "−")
_AMOUNT_AND_WORD = re.compile(r"([+\-−]?\d+)([^\W\d_]+)")


class ActionReader:
    """Reads the words after a verb into an intent."""

    def __init__(self, rules: Rules, words: Words, values: Values, action: Action, state: State, line: str) -> None:
        self._line = line
        self._rules = rules
        self._words = words
        self._check = values
        self._action = action
        self._state = state

        self._targets: tuple[str, ...] | None = None
        self._actor = state.current if action.acts else ""
        self._people = People(state, words.spellings, self._actor)
        self._values: dict[str, IntentValue] = {}
        self._faces: tuple[Face, ...] | None = None
        self._hidden = False
        self._name = ""
        self._changes: set[str] = set()
        self._given: set[str] = set()
        self._parameters = {parameter.id: parameter for parameter in action.typed_parameters}
        self._verb = Term(f"{VERB}{action.id}")

    def read(self, tokens: list[Token]) -> ActCommand:
        """Read all tokens. Raises Refusal."""
        waiting = list(tokens)
        while waiting:
            token = self._with_whole_key(waiting.pop(0), waiting)
            if token.key and not self._is_text(token):
                self._named(token)
            elif self._says_who_acts(token, waiting):
                self._once("by", Term(RESERVED_WORDS["by"]))
                self._actor = self._one_person(waiting.pop(0), waiting)
            elif self._is_hidden(token):
                self._hidden = True
            elif self._wants_target(token, waiting):
                self._once("on", Term(RESERVED_WORDS["on"]))
                self._targets = self._people.at(token, waiting)
            elif self._action.id == "add" and "name" not in self._values:
                self._values["name"] = new_name(token, waiting, self._name_ends())
            else:
                self._bare(token, waiting)
        return self._command()

    def _says_who_acts(self, token: Token, waiting: Sequence[Token]) -> bool:
        """Whether `by NAME` stands here: nobody is called so, and no choice of several words begins so."""
        is_by = self._is_word(token, "by") and not self._people.is_name(token.text) and not self._takes_names
        return is_by and bool(waiting) and not waiting[0].key and not self._begins_choice(token, waiting)

    def _name_ends(self) -> Spellings:
        """What ends the name of somebody new: a kind, a side, `hidden`."""
        known = (self._choices(self._parameters[one]) for one in ("kind", "side", "hidden"))
        return {name: ways for spellings in known for name, ways in spellings.items()}

    def _with_further(self, token: Token, waiting: list[Token], spellings: Spellings) -> Token:
        """The word together with those behind it that belong to it, as something is spelled that is known."""
        if token.quoted or token.key or len(token.items) > 1:
            return token
        for _ in range(further_words(token.text, plain_words(waiting), spellings)):
            token = joined(token, waiting.pop(0))
        return token

    def _is_text(self, token: Token) -> bool:
        """Whether `a=b` only looks like a named value, in a verb that takes the rest of the line as text."""
        text = self._last_text()
        return (
            self._action.id == "note"
            and text is not None
            and text.id not in self._values
            and not self._is_key(token.key)
        )

    def _ways(self, term_id: str) -> tuple[str, ...]:
        return self._words.spellings(term_id)

    def _is_hidden(self, token: Token) -> bool:
        """Whether the word says that the players see nothing of this act; the core's own verbs have no such word."""
        takes_it = self._action.id in self._rules.actions and HIDDEN not in self._parameters
        return takes_it and not token.key and self._is_word(token, HIDDEN) and not self._people.is_name(token.text)

    @property
    def _takes_names(self) -> bool:
        """Whether the verb sets what has a name of its own: traits, gauges, options."""
        return self._action.id in ("set", "change", "option")

    # ------------------------------------------------------------------ words with a name

    def _with_whole_key(self, token: Token, waiting: list[Token]) -> Token:
        """A name of several words before `=`, such as `max HP=30`, is one key where it is spelled so."""
        if token.key or token.quoted or len(token.items) > 1:
            return token
        words = [token.text]
        for count, following in enumerate(waiting[:LONGEST_CHOICE], 1):
            words.append(following.key or following.text)
            if following.key:
                key = " ".join(words)
                if not is_exact(key, self._keys()):
                    return token
                del waiting[:count]
                return Token(key, following.items, token.start, following.end, following.quoted)
            if following.quoted or len(following.items) > 1:
                return token
        return token

    def _keys(self) -> Spellings:
        """Everything that may stand before `=` in this verb."""
        names = [*self._parameters]
        match self._action.id:
            case "add":
                names += self._trait_spellings()
            case "set" | "change":
                names += self._things()
            case "option":
                names += self._rules.options
            case "initiative":
                return self._people.spellings
        return {name: self._ways(name) for name in names}

    def _reserved(self, key: str) -> str:
        """The word of the language that a key is, in the reader's words or in English; "" for any other."""
        if key in self._parameters:
            return ""
        found = [name for name, term in RESERVED_WORDS.items() if key in (name, *self._ways(term))]
        return found[0] if found else ""

    def _named(self, token: Token) -> None:
        key = token.key
        reserved = self._reserved(key)
        if reserved:
            self._once(reserved, Term(RESERVED_WORDS[reserved]))
        if reserved == "by":
            self._actor = self._people.person(token.text)
        elif reserved == "faces":
            self._faces = read_faces(token.text)
        elif reserved == "on":
            self._targets = self._people.of(token)
        elif key == HIDDEN and self._action.id in self._rules.actions and HIDDEN not in self._parameters:
            self._once(HIDDEN, Term(HIDDEN))
            self._hidden = self._check.switch(token.text, Term(HIDDEN))
        elif (self._takes_names or self._action.id in ("add", "initiative")) and self._open_key(token):
            pass
        else:
            spellings = {name: self._ways(name) for name in self._parameters}
            if not spellings:
                raise Refusal(message("command.no_parameters", verb=self._verb, typed=key))
            name = choose_word(key, spellings, self._check.spell, Term("parameter"))
            self._give(name, self._value(self._parameters[name], token))

    def _once(self, name: str, called: Term | str) -> None:
        """Raise Refusal where the line has given this before: nobody could tell which of the two counts."""
        if name in self._given or name in self._values:
            raise Refusal(message("command.twice", verb=self._verb, name=called))
        self._given.add(name)

    def _give(self, name: str, value: IntentValue, called: Term | str = "") -> None:
        """Keep a value of the act. Raises Refusal where there is one already."""
        self._once(name, called or Term(name))
        self._values[name] = value

    def _open_key(self, token: Token) -> bool:
        """Keys that are not parameters: traits of `add`, people of `initiative`, what `set` and `option` change."""
        match self._action.id:
            case "add":
                return self._trait(token)
            case "initiative":
                who = self._people.person(token.key)
                total = read_integer(token.text, Term(token.key))
                self._give(f"total:{who}", total, self._state.characters[who].name)
            case _:
                self._give(self._named_thing(token.key), token.text)
        return True

    def _named_thing(self, typed: str) -> str:
        """The option, or the trait, gauge or counter, that was named."""
        if self._action.id == "option":
            return choose_word(typed, self._rules.options, self._check.spell, Term("option"))
        return self._gauge(typed)

    def _trait(self, token: Token) -> bool:
        own = {name: self._ways(name) for name in self._parameters}
        traits = self._trait_spellings()
        if is_exact(token.key, own) or (matches(token.key, own) and not matches(token.key, traits)):
            return False
        self._give(choose_word(token.key, traits, self._check.spell, Term("trait")), token.text)
        return True

    def _trait_spellings(self) -> Spellings:
        kinds = self._rules.kinds
        chosen = self._values.get("kind")
        wanted = [kinds[chosen]] if isinstance(chosen, str) and chosen in kinds else list(kinds.values())
        names = [spec.id for kind in wanted for specs in (kind.traits, kind.tracks, kind.pools) for spec in specs]
        return {name: self._ways(name) for name in dict.fromkeys(names)}

    def _gauge(self, typed: str) -> str:
        return choose_word(typed, self._things(), self._check.spell, Term("trait"))

    def _things(self) -> list[str]:
        """What `set` may name: what the targets have, what their kinds may have, gauges of the session."""
        names: dict[str, None] = {}
        for who in self._targets or self._state.characters:
            character = self._state.characters[who]
            for table in (character.traits, character.tracks, character.pools, character.counters):
                names.update(dict.fromkeys(table))
        names.update(dict.fromkeys((*self._trait_spellings(), *self._rules.gauges)))
        return list(names)

    # ------------------------------------------------------------------ bare words

    def _is_word(self, token: Token, word: str) -> bool:
        return not token.quoted and token.text in self._ways(word)

    def _wants_target(self, token: Token, waiting: Sequence[Token]) -> bool:
        if self._targets is not None or self._action.targets == "none":
            return False
        if self._name:
            return False
        if self._takes_names and not self._people.is_name(token.text) and self._is_session_gauge(token.text):
            return False
        if self._action.targets in ("one", "many") and self._action.id != "initiative":
            return True
        if not token.quoted and self._begins_choice(token, waiting):
            return False
        return self._people.begins(token, plain_words(waiting))

    def _begins_choice(self, token: Token, waiting: Sequence[Token]) -> bool:
        """Whether a choice or a switch of the action is spelled here, of one word or of several."""
        words = [token.text, *plain_words(waiting)[:LONGEST_CHOICE]]
        runs = [" ".join(words[:count]) for count in range(1, len(words) + 1)]
        return any(is_exact(run, self._choices(one)) for one in self._parameters.values() for run in runs)

    def _is_session_gauge(self, typed: str) -> bool:
        return is_exact(typed, {name: self._ways(name) for name in self._rules.gauges})

    def _bare_value(self, token: Token, waiting: list[Token]) -> None:
        """A name, or the value behind it. A sign before a bare number changes what is there by so much."""
        if not self._name:
            things = self._rules.options if self._action.id == "option" else self._things()
            token = self._with_further(token, waiting, {name: self._ways(name) for name in things})
            self._name = self._named_thing(token.text)
            return
        if self._action.id == "set" and not token.quoted and token.text.startswith(_SIGNS):
            self._changes.add(self._name)
        choices = self._choices_of_thing(self._name)
        self._give(self._name, self._with_further(token, waiting, choices).text)
        self._name = ""

    def _choices_of_thing(self, name: str) -> Spellings:
        """The words that a trait or an option may be."""
        if self._action.id == "option":
            choices = self._rules.options[name].choices
        else:
            specs = [spec for kind in self._rules.kinds.values() for spec in kind.traits if spec.id == name]
            choices = specs[0].choices if specs else ()
        return {choice.id: self._ways(choice.id) for choice in choices}

    def _bare(self, token: Token, waiting: list[Token]) -> None:
        if self._takes_names:
            self._bare_value(token, waiting)
            return
        if self._action.id == "pass" and self._is_word(token, "time"):
            return
        open_parameters = [parameter for parameter in self._parameters.values() if parameter.id not in self._values]
        if self._action.id == "note" and not waiting:
            # The only word of a note is what it says, though somebody may be called so.
            open_parameters = [parameter for parameter in open_parameters if parameter.kind == "text"]
        if self._spelled(token, waiting, open_parameters):
            return
        split = None if token.quoted else _AMOUNT_AND_WORD.fullmatch(token.text)
        # "2a" is an amount and a type, also where another parameter takes any word.
        is_both = split is not None and self._is_amount_and_choice(split[2], open_parameters)
        if not is_both and self._begun(token, waiting, open_parameters):
            return
        if not is_both and self._free(token, waiting, open_parameters):
            return
        if split and self._action.id == "condition":
            raise Refusal(message("command.length", typed=token.text, number=split[1]))
        if split:
            for piece in split.groups():
                self._bare(Token("", (piece,), token.start, token.end), [])
            return
        raise self._no_fit(token, open_parameters)

    def _spelled(self, token: Token, waiting: list[Token], parameters: Sequence[Parameter]) -> bool:
        """Take the longest run of words that is spelled exactly so somewhere; tell whether there was one."""
        best: tuple[int, Parameter] | None = None
        for parameter in parameters:
            known = self._known(parameter)
            if not parameter.common and is_number(token.text) and self._wants_number(parameters):
                continue  # a number is not a rare choice that happens to be called so
            if known and not (token.quoted and self._wants_text(parameters)):
                words = [] if token.quoted else plain_words(waiting)
                runs = [count for count in range(min(len(words), LONGEST_CHOICE), -1, -1)
                        if is_exact(" ".join((token.items[0], *words[:count])), known)]  # fmt: skip
                if runs and (best is None or runs[0] > best[0]):
                    best = (runs[0], parameter)
        if best is None:
            exact = next((one for one in parameters if self._fits_exactly(one, token)), None)
            if exact is not None:
                self._take(exact, token, waiting)
            return exact is not None
        further, parameter = best
        for _ in range(further):
            token = joined(token, waiting.pop(0))
        self._take(parameter, token, waiting)
        return True

    def _wants_number(self, parameters: Sequence[Parameter]) -> bool:
        return any(one.kind == "integer" and (one.common or one.required) for one in parameters)

    def _wants_text(self, parameters: Sequence[Parameter]) -> bool:
        return any(one.kind == "text" and (one.common or one.required) for one in parameters)

    def _known(self, parameter: Parameter) -> Spellings:
        """What may be spelled for a parameter: its choices, its own name for a switch, people."""
        return self._people.spellings if parameter.kind in ("character", "characters") else self._choices(parameter)

    def _begun(self, token: Token, waiting: list[Token], parameters: Sequence[Parameter]) -> bool:
        """Take words that begin something known, each of them, where that is one thing alone."""
        if token.quoted and self._wants_text(parameters):
            return False
        for parameter in parameters:
            if not (parameter.common or parameter.required):
                continue
            known = self._known(parameter)
            words = [] if token.quoted else plain_words(waiting)
            further = further_words(token.items[0], words, known) if known else 0
            run = " ".join((token.items[0], *words[:further]))
            found = matches(run, known) if known else []
            if len(found) == 1 or (found and parameter.kind == "switch"):
                for _ in range(further):
                    token = joined(token, waiting.pop(0))
                self._take(parameter, token, waiting)
                return True
        return False

    def _free(self, token: Token, waiting: list[Token], parameters: Sequence[Parameter]) -> bool:
        """Take a word that nobody knows where any word may stand; tell whether there is such a place.

        What is somebody's name, or a slip away from a word of this verb, is refused: it was meant as that.
        """
        for parameter in parameters:
            is_free = parameter.kind == "text" or (parameter.kind == "choice" and parameter.open_choice)
            if not is_free or not (parameter.common or parameter.required):
                continue
            if self._is_side_of_own(parameter) and not token.quoted:
                continue
            if not token.quoted and self._action.id not in TEXT_VERBS:
                self._refuse_slip(token, waiting if parameter is self._last_text() else (), parameters)
            self._take(parameter, token, waiting)
            return True
        return False

    def _is_side_of_own(self, parameter: Parameter) -> bool:
        """A side of one's own is asked for by name when somebody joins: `side=Smith`."""
        return self._action.id == "add" and parameter.id == "side"

    def _refuse_slip(self, token: Token, rest: Sequence[Token], parameters: Sequence[Parameter]) -> None:
        """Raise Refusal where words that would be taken as they stand were meant as something that is known.

        A sentence may speak of people; a single word may not be one, nor may a sentence where a target is wanted or
        that holds a word of the verb.
        """
        words = [token.items[0], *plain_words(rest)]
        known = {name: ways for one in parameters for name, ways in self._choices(one).items()}
        is_sentence = len(words) > 1 and not any(is_exact(word, known) for word in words)
        if not is_sentence or (self._action.targets != "none" and self._targets is None):
            for typed in words:
                if who := self._people.named_by(typed):
                    raise self._is_person(typed, who)
        if not is_sentence and (near := nearest(words[0], known, LIKENESS_OF_SLIP)):
            raise Refusal(message("command.near", typed=words[0], near=near, quoted=quoted(words[0])))

    def _is_person(self, typed: str, who: str) -> Refusal:
        name = self._state.characters[who].name
        return Refusal(message("command.is_person", typed=typed, who=quote(name), by=self._ways("by")[-1]))

    def _no_fit(self, token: Token, parameters: Sequence[Parameter]) -> Refusal:
        verb, typed = self._verb, token.text
        if self._action.targets == "none" and self._action.acts and (who := self._people.named_by(token.items[0])):
            return self._is_person(typed, who)
        known = {name: ways for one in parameters for name, ways in self._choices(one).items()}
        if near := nearest(typed, known):
            return Refusal(message("command.fits_near", verb=verb, typed=typed, near=near))
        wanted = tuple(Term(parameter.id) for parameter in parameters if parameter.common or parameter.required)
        if not wanted:
            return Refusal(message("command.takes_no_more", verb=verb, typed=typed))
        listed: tuple[MessageValue, ...] = wanted
        if len(wanted) > MOST_WANTED:
            listed = (*wanted[:MOST_WANTED], "…")
        return Refusal(message("command.fits_nothing", verb=verb, typed=typed, list=listed))

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
        kind = self._rules.conditions.get(str(self._values.get("kind", "")))
        return kind is not None and not kind.amount

    def _take(self, parameter: Parameter, token: Token, waiting: list[Token]) -> None:
        if parameter.kind == "duration":
            token = self._whole_duration(token, waiting)
        if parameter.kind == "text" and parameter is self._last_text():
            token = self._rest_of_line(token, waiting)
        if parameter.kind == "switch":
            self._values[parameter.id] = True
        elif parameter.kind == "characters":
            self._values[parameter.id] = self._people.at(token, waiting)
        else:
            self._values[parameter.id] = self._value(parameter, token)

    def _whole_duration(self, token: Token, waiting: list[Token]) -> Token:
        """A length of time may be several words: a number and its unit, and smaller units behind them."""
        if waiting and not waiting[0].key and is_number(token.text):
            token = joined(token, waiting.pop(0))
        while further := self._further_words(token, waiting):
            for _ in range(further):
                token = joined(token, waiting.pop(0))
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
        if token.quoted and self._action.id not in TEXT_VERBS:
            return token
        while waiting and not (waiting[0].key and self._is_key(waiting[0].key)):
            last = waiting.pop(0)
        if last is token and not token.key:
            return token
        self._refuse_last_switch(last)
        return Token("", (self._line[token.start : last.end],), token.start, last.end)

    def _refuse_last_switch(self, last: Token) -> None:
        """Raise Refusal where a text ends with a switch such as `public`: it may be the text's last word as well.

        Only the game master knows; a guess could show the players what they must not know.
        """
        if last.key:
            return
        for parameter in self._parameters.values():
            if parameter.kind == "switch" and parameter.id not in self._values and self._is_word(last, parameter.id):
                raise Refusal(message("command.switch_or_word", verb=self._verb, word=last.text))

    def _is_key(self, key: str) -> bool:
        """Whether NAME= ends a text: a word of the language or a parameter, in the reader's words or in English."""
        return bool(self._reserved(key)) or is_exact(key, {name: self._ways(name) for name in self._parameters})

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
                return self._check.switch(token.text, Term(parameter.id))
            case "character":
                return self._people.person(token.text)
            case "characters":
                return self._people.of(token)
            case "duration":
                return read_duration(token.text, self._words)
            case _:
                return token.text

    def _one_person(self, token: Token, waiting: list[Token]) -> str:
        return self._people.person(self._with_further(token, waiting, self._people.spellings).text)

    # ------------------------------------------------------------------ the whole

    def _command(self) -> ActCommand:
        if self._name:
            raise Refusal(message("command.no_value", name=Term(self._name), example=self._example()))
        if self._takes_names and not self._values:
            raise Refusal(message("command.missing", verb=self._verb, what=Term("value"), example=self._example()))
        verb = self._action.id
        if self._changes:
            if self._changes != self._values.keys():
                raise Refusal(message("command.set_or_change"))
            verb = "change"
        intent = Intent(verb, self._actor, self._targets or (), frozen(self._values), self._hidden)
        checked = self._check.checked(self._state, intent)
        if self._action.acts and not self._actor:
            raise Refusal(message("command.who_acts", verb=self._verb))
        if verb == "set" and self._clears_nothing(checked):
            raise Refusal(message("refused.nothing_to_do"))
        return ActCommand(checked, self._faces)

    def _clears_nothing(self, intent: Intent) -> bool:
        """Whether it only takes away texts that are not there, such as `weapon=` of somebody without a weapon."""
        people = [self._state.characters[who] for who in intent.targets]
        return bool(people) and all(
            value == "" and not person.traits.get(name) for name, value in intent.values.items() for person in people
        )

    def _example(self) -> str:
        return self._action.examples[0] if self._action.examples else self._action.id
