"""Words of a line that fit nowhere, or that look like something else than they would be taken for: what to answer."""

from collections.abc import Sequence

from tracker.api.descriptions import Action, Parameter
from tracker.command.people import People
from tracker.command.tokens import Token
from tracker.command.vocabulary import RESERVED_WORDS, Vocabulary
from tracker.core.intents import Refusal
from tracker.core.messages import MessageValue, Term, message
from tracker.core.quoting import quote, quoted
from tracker.core.state import State
from tracker.names import MOST_LISTED, is_exact, matches, nearest
from tracker.text import VERB, Words

LIKENESS_OF_SLIP = 0.75
"""How like a known word (0 to 1) a word is that is taken for a slip of it, and not for a new one."""
MOST_MEANT = 8
"""How many of the things that a word may mean are listed."""


class Misfits:
    """The refusals of one line: with what a word may mean, what comes nearest, or what is expected."""

    def __init__(self, action: Action, vocabulary: Vocabulary, people: People, state: State, words: Words) -> None:
        self._action = action
        self._vocabulary = vocabulary
        self._people = people
        self._state = state
        self._words = words
        self._verb = Term(f"{VERB}{action.id}")

    def refuse_slip(self, words: Sequence[str], parameters: Sequence[Parameter], wants_somebody: bool) -> None:
        """Raise Refusal where words that would be taken as they stand were meant as something that is known.

        A sentence may speak of people; it may not be someone's name, nor may a word of it be one where a target is
        wanted or where it holds a word of the verb.
        """
        known = self._vocabulary.all_choices(parameters)
        is_sentence = len(words) > 1 and not any(is_exact(word, known) for word in words)
        asked = [" ".join(words), *(() if is_sentence and not wants_somebody else words)]
        for typed in asked:
            if who := self._people.named_by(typed):
                raise self._is_person(typed, who, wants_somebody)
        if not is_sentence and (near := nearest(words[0], known, LIKENESS_OF_SLIP)):
            raise Refusal(message("command.near", typed=words[0], near=near, quoted=quoted(words[0])))

    def _is_person(self, typed: str, who: str, wants_somebody: bool) -> Refusal:
        """Why a word is no text: someone is called so; with the way to say what was meant."""
        name = quote(self._state.characters[who].name)
        if wants_somebody:
            on = self._words.term(RESERVED_WORDS["on"])
            return Refusal(message("command.is_person_on", typed=typed, who=name, on=on))
        by = self._words.term(RESERVED_WORDS["by"])
        return Refusal(message("command.is_person", typed=typed, who=name, by=by))

    def no_fit(
        self, token: Token, parameters: Sequence[Parameter], wants_somebody: bool, *, has_amount: bool
    ) -> Refusal:
        """Why a word fits none of the parameters that are open; `has_amount`: one of several amounts is given."""
        verb, typed = self._verb, token.text
        who = self._people.named_by(token.items[0])
        if who and has_amount:
            return Refusal(message("command.comma_wanted", verb=verb, typed=typed))
        if who and self._action.targets == "many" and not wants_somebody:
            return Refusal(message("command.comma_between", verb=verb, typed=typed))
        if who and self._action.targets == "none" and self._action.acts:
            return self._is_person(typed, who, wants_somebody)
        for parameter in parameters:
            known = self._vocabulary.choices(parameter) if parameter.common or parameter.required else {}
            if len(found := matches(typed, known)) > 1:
                meant = tuple(Term(name) for name in found[:MOST_MEANT])
                what = self._vocabulary.called(parameter.id)
                return Refusal(message("command.ambiguous", what=what, typed=typed, list=meant))
        known = self._vocabulary.all_choices(parameters)
        if near := nearest(typed, known) or self._on_another_keyboard(typed, parameters):
            return Refusal(message("command.fits_near", verb=verb, typed=typed, near=near))
        wanted = [parameter for parameter in parameters if parameter.common or parameter.required]
        if not wanted:
            return Refusal(message("command.takes_no_more", verb=verb, typed=typed))
        first = wanted[0]
        if first.choices and (first.required or len(first.choices) <= MOST_LISTED):
            return self.none_of(typed, [Term(choice.id) for choice in first.choices])
        return self.none_of(typed, [self._vocabulary.called(parameter.id) for parameter in wanted])

    def _on_another_keyboard(self, typed: str, parameters: Sequence[Parameter]) -> str:
        widely = self._vocabulary.all_choices(parameters, self._vocabulary.widely)
        return next((keys for keys in self._words.on_other_keyboards(typed) if len(matches(keys, widely)) == 1), "")

    def none_of(self, typed: str, there_are: Sequence[Term]) -> Refusal:
        """Why a word fits nothing: what there is, the first dozen of it."""
        listed: tuple[MessageValue, ...] = tuple(there_are)
        if len(listed) > MOST_LISTED:
            listed = (*listed[:MOST_LISTED], "…")
        return Refusal(message("command.fits_nothing", verb=self._verb, typed=typed, list=listed))
