"""People in a typed line: by name, by several words of it, in lists, and as the groups that have a word."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from tracker.command.tokens import Token, pieces
from tracker.core.intents import Refusal
from tracker.core.messages import Term, message
from tracker.core.state import Character, State
from tracker.languages import until_forgotten
from tracker.names import Indexed, all_folded, character_spellings, choose, folded, further_words, is_exact, matches
from tracker.text import WORD, Words

MARKED = f"{WORD}marked"
"""The word for those whose rows are marked on the screen."""
SHORTEST_NAME = 3
"""In letters: what begins someone's name in so many is no free text."""
LONGEST_GROUP = 6
"""In words: a name in the plural."""
GROUPS: Mapping[str, Callable[[Character, str], bool]] = {
    "all": lambda person, actor: True,
    "foes": lambda person, actor: person.side == "foe",
    "allies": lambda person, actor: person.side == "ally",
    "others": lambda person, actor: person.id != actor,
}
"""Words for several people of one fight, each with whether someone belongs to it while `actor` acts."""


class People:
    """Who is meant in a line.

    `actor` is who acts as far as is known, `marked` are the ids of those whom the word `marked` means.
    """

    def __init__(self, state: State, words: Words, actor: str, marked: Sequence[str] = ()) -> None:
        self.spellings: Indexed = character_spellings(state)
        self.actor = actor
        self._state = state
        self._words = words
        self._marked = marked

    def person(self, typed: str) -> str:
        """The one who is called so. Raises Refusal with the nearest name."""
        if not self.spellings:
            raise Refusal(message("refused.no_characters"))
        return choose(typed, self.spellings, Term("character"))

    def is_name(self, typed: str) -> bool:
        """Whether someone is called just so."""
        return typed in self.spellings.whole

    def is_group(self, typed: str) -> bool:
        """Whether the word means several people; someone who is called so comes first."""
        return self.means_several(typed) and not self.is_name(typed)

    def means_several(self, typed: str) -> bool:
        """Whether the word is one for several people, whoever may be called so."""
        return self._group(typed) is not None

    def _group(self, typed: str) -> tuple[str, ...] | None:
        """The people whom a word for several means, such as `foes` or `Thugs`; None where it is no such word."""
        words = typed.split()
        if len(words) > 1 and self._is_word(words[0], f"{WORD}all") and not self._is_word(words[1], f"{WORD}all"):
            return self._group(" ".join(words[1:]))
        for word, belongs in GROUPS.items():
            if self._is_word(typed, f"{WORD}{word}"):
                return tuple(person.id for person in self._around() if belongs(person, self.actor))
        if self._is_word(typed, MARKED):
            return tuple(self._marked)
        return self._numbered(typed) or None

    def _is_word(self, typed: str, term_id: str) -> bool:
        return folded(typed) in all_folded(self._words.spellings_in_all(term_id))

    def _numbered(self, typed: str) -> tuple[str, ...]:
        """The people who are called alike but for a number, by their name in the plural: Thugs."""
        wanted = folded(typed)
        alike = [people for name, people in self.spellings.numbered.items() if wanted in _plurals(self._words, name)]
        if not alike:
            return ()
        found = {who for people in alike for who in people}
        return tuple(person.id for person in self._around() if person.id in found)

    def _around(self) -> Iterator[Character]:
        """The people in the fight of the one who acts, else in the one that is shown."""
        state = self._state
        fight = state.fight_of(self.actor) if self.actor in state.characters else state.fight
        return (person for who, person in state.characters.items() if state.fight_of(who) == fight)

    def _words_of_group(self, words: Sequence[str]) -> int:
        """How many of the words name several people, 0 where they don't, or where more of them are someone's name."""
        for count in range(min(len(words), LONGEST_GROUP), 0, -1):
            run = " ".join(words[:count])
            if count > 1 and is_exact(run, self.spellings):
                return 0
            if self.is_group(run):
                return count
        return 0

    def has_word(self, typed: str) -> bool:
        """Whether a word is part of someone's name, as in Bonnie and Clyde."""
        return folded(typed) in self.spellings.further

    def is_meant(self, typed: str) -> bool:
        """Whether a word names someone or several, is a word of such a name, or begins one."""
        is_word_of_name = is_exact(typed, self.spellings) or self.has_word(typed)
        return is_word_of_name or self.means_several(typed) or bool(self.named_by(typed))

    def named_by(self, typed: str) -> str:
        """Someone whose name a word is, or begins in so many letters that nothing else is meant; "" for no one."""
        found = matches(typed, self.spellings) if len(typed) >= SHORTEST_NAME else []
        return found[0] if found else ""

    def begins(self, token: Token, following: Sequence[str]) -> bool:
        """Whether a list of people may begin here: a group, one person, or a name of several words."""
        first = token.items[0]
        if self._words_of_group([first, *following]) or len(matches(first, self.spellings)) == 1:
            return True
        return bool(further_words(first, following, self.spellings))

    def at(self, token: Token, waiting: list[Token]) -> tuple[str, ...]:
        """The people who are listed from here on, also by names of several words and with blanks around the commas.

        What belongs to the list is taken out of `waiting`. Raises Refusal.
        """
        listed = list(pieces([token, *waiting]))
        if not listed:
            return ()  # nothing but commas
        items: list[str] = []
        position = 0
        while True:
            words = [listed[position].text]
            for before, piece in zip(listed[position:], listed[position + 1 :], strict=False):
                if before.ends or piece.quoted:
                    break
                words.append(piece.text)
            is_plain = not listed[position].quoted
            taken = 1
            if is_plain:
                taken = self._words_of_group(words) or 1 + further_words(words[0], words[1:], self.spellings)
            items.append(" ".join(words[:taken]))
            position += taken
            if position == len(listed) or not listed[position - 1].ends:
                break
        del waiting[: listed[position - 1].token]
        return self._named(items, is_quoted=token.quoted)

    def of(self, token: Token) -> tuple[str, ...]:
        """The people in one word, separated by commas. Raises Refusal."""
        return self._named(token.items, is_quoted=token.quoted)

    def _named(self, items: Sequence[str], *, is_quoted: bool) -> tuple[str, ...]:
        people: list[str] = []
        for item in filter(None, items):
            if is_quoted or not self.is_group(item):
                people.append(self.person(item))
            elif group := self._group(item):
                people += group
            else:
                raise Refusal(message("command.nobody_in_group", typed=item))
        return tuple(dict.fromkeys(people))


@until_forgotten
@lru_cache(maxsize=1000)
def _plurals(words: Words, name: str) -> frozenset[str]:
    """How several of a name may be called, as it is compared."""
    return frozenset(map(folded, words.plurals(name)))
