"""The name of someone who joins: the words up to the first one that `add` knows."""

from collections.abc import Sequence

from tracker.acts.amounts import is_number
from tracker.command.people import People
from tracker.command.tokens import Token, plain_words
from tracker.core.intents import Refusal
from tracker.core.messages import message
from tracker.core.quoting import quote, quoted
from tracker.names import Spellings, further_words, is_exact, nearest

LIKENESS_OF_SLIP = 0.8
"""How like a kind or a side (0 to 1) the last word may not be."""
LONGEST_TRAIT = 6
"""In words before the last one."""
LONGEST_END = 4
"""In words: a kind of character."""


def new_name(token: Token, waiting: list[Token], ends: Spellings, traits: Spellings, people: People) -> str:
    """The words up to the first of `ends` (kinds, sides, `hidden`), or up to NAME=VALUE; they leave `waiting`.

    A quoted word is the whole name. Raises Refusal where the first word is one of `ends`, where the last one is a slip
    away from one, or where one of `traits` stands before a number: both readings are told. So is a name that means
    several people, such as `all`, and one that goes on with someone of `people`: `Zed before Anna`.
    """
    if token.quoted:
        return one_name(token)
    if known := _end_at([token, *waiting], ends):
        raise Refusal(message("command.word_for_name", typed=known, quoted=quoted(known)))
    line = [token.text, *plain_words(waiting)]
    if (place := _trait_in(line, traits)) is not None:
        typed, number = " ".join(line[place[0] : place[1]]), line[place[1]]
        raise Refusal(message("command.trait_in_name", typed=typed, number=number, quoted=quoted(" ".join(line))))
    tokens = [token]
    while waiting and not (waiting[0].quoted or _end_at(waiting, ends) or _key_at(waiting, traits)):
        tokens.append(waiting.pop(0))
    words = [token.text for token in tokens]
    if not "".join(words).strip("="):
        return ""  # a name was forgotten before or behind `=`
    if any(len(token.items) > 1 for token in tokens):
        raise _not_one(" ".join(words))
    whole = " ".join(words)
    if people.means_several(whole):
        raise Refusal(message("command.group_for_name", typed=whole, quoted=quoted(whole)))
    if other := next(filter(people.is_name, words[2:]), ""):
        raise Refusal(message("command.person_in_name", typed=whole, who=other, quoted=quoted(whole)))
    if len(words) > 1 and (near := nearest(words[-1], ends, LIKENESS_OF_SLIP)):
        rest = quote(" ".join(words[:-1]))
        raise Refusal(message("command.name_or_word", name=quote(whole), rest=rest, word=near))
    return whole


def one_name(token: Token) -> str:
    """The name in one word. Raises Refusal for a list: `add` brings in one person, or numbered ones by `count`."""
    if len(token.items) > 1:
        raise _not_one(token.text)
    return token.text


def _not_one(typed: str) -> Refusal:
    return Refusal(message("command.one_name", typed=typed, quoted=quoted(typed)))


def _trait_in(words: Sequence[str], traits: Spellings) -> tuple[int, int] | None:
    """Where the name of a trait begins and ends behind which a number stands, None if none does."""
    for end in range(2, len(words)):
        if is_number(words[end]):
            starts = range(max(1, end - LONGEST_TRAIT), end)
            found = next((start for start in starts if is_exact(" ".join(words[start:end]), traits)), None)
            if found is not None:
                return found, end
    return None


def _key_at(tokens: list[Token], traits: Spellings) -> bool:
    """Whether NAME=VALUE stands here; the name of a trait may have several words."""
    words = plain_words(tokens[:LONGEST_TRAIT])
    if len(words) == len(tokens) or not tokens[len(words)].key:
        return False
    return not words or is_exact(" ".join((*words, tokens[len(words)].key)), traits)


def _end_at(tokens: list[Token], ends: Spellings) -> str:
    """What ends a name and is spelled here exactly, in one word or several; "" if nothing is."""
    words = plain_words(tokens)
    if not words:
        return ""
    further = further_words(words[0], words[1:LONGEST_END], ends)
    run = " ".join(words[: further + 1])
    return run if is_exact(run, ends) else words[0] if is_exact(words[0], ends) else ""
