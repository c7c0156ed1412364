"""People in a typed line: by name, by several words of it, in lists, and as the groups that have a word."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from tracker.command.tokens import Token, pieces
from tracker.core.intents import Refusal
from tracker.core.messages import Term, message
from tracker.core.state import Character, State
from tracker.names import Spellings, character_spellings, choose, folded, further_words, matches

SHORTEST_NAME = 3
"""In letters: what begins somebody's name in so many is no free text."""
GROUPS: Mapping[str, Callable[[Character, str], bool]] = {
    "all": lambda person, actor: True,
    "foes": lambda person, actor: person.side == "foe",
    "allies": lambda person, actor: person.side == "ally",
    "others": lambda person, actor: person.id != actor,
}
"""Words for several people of one fight, each with whether somebody belongs to it while `actor` acts."""


class People:
    """Who is meant in a line. `ways` tells what may be typed for a term, `actor` is who acts as far as is known."""

    def __init__(self, state: State, ways: Callable[[str], Sequence[str]], actor: str) -> None:
        self.spellings: Spellings = character_spellings(state)
        self.actor = actor
        self._state = state
        self._ways = ways

    def person(self, typed: str) -> str:
        """The one who is called so. Raises Refusal with the nearest name."""
        if not self.spellings:
            raise Refusal(message("refused.no_characters"))
        return choose(typed, self.spellings, Term("character"))

    def is_name(self, typed: str) -> bool:
        """Whether somebody is called just so."""
        return any(typed in (who, ways[0]) for who, ways in self.spellings.items())

    def is_group(self, typed: str) -> bool:
        """Whether the word means several people; somebody who is called so comes first."""
        return bool(self._group(typed)) and not self.is_name(typed)

    def _group(self, typed: str) -> tuple[str, ...]:
        for word, belongs in GROUPS.items():
            if folded(typed) in map(folded, self._ways(word)):
                return tuple(person.id for person in self._around() if belongs(person, self.actor))
        return ()

    def _around(self) -> Iterator[Character]:
        """The people in the fight of whoever acts, else in the one that is shown."""
        state = self._state
        fight = state.fight_of(self.actor) if self.actor in state.characters else state.fight
        return (person for who, person in state.characters.items() if state.fight_of(who) == fight)

    def named_by(self, typed: str) -> str:
        """Somebody whose name a word is, or begins in so many letters that nothing else is meant; "" for nobody."""
        found = matches(typed, self.spellings) if len(typed) >= SHORTEST_NAME else []
        return found[0] if found else ""

    def begins(self, token: Token, following: Sequence[str]) -> bool:
        """Whether a list of people may begin here: a group, one person, or a name of several words."""
        first = token.items[0]
        if self.is_group(first) or len(matches(first, self.spellings)) == 1:
            return True
        return bool(further_words(first, following, self.spellings))

    def at(self, token: Token, waiting: list[Token]) -> tuple[str, ...]:
        """The people who are listed from here on, also by names of several words and with blanks around the commas.

        What belongs to the list is taken out of `waiting`. Raises Refusal.
        """
        listed = list(pieces([token, *waiting]))
        items: list[str] = []
        position = 0
        while True:
            words = [listed[position].text]
            for before, piece in zip(listed[position:], listed[position + 1 :], strict=False):
                if before.ends or piece.quoted:
                    break
                words.append(piece.text)
            is_plain = not listed[position].quoted
            taken = 1 + (further_words(words[0], words[1:], self.spellings) if is_plain else 0)
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
            people += self._group(item) if not is_quoted and self.is_group(item) else [self.person(item)]
        return tuple(dict.fromkeys(people))
