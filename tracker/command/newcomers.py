"""The name of somebody who joins: the words up to the first one that `add` knows."""

from itertools import pairwise

from tracker.acts.amounts import is_number
from tracker.command.people import People
from tracker.command.tokens import Token, plain_words
from tracker.core.intents import Refusal
from tracker.core.messages import message
from tracker.core.quoting import quote, quoted
from tracker.names import Spellings, further_words, is_exact, nearest

LIKENESS_OF_SLIP = 0.8
"""How like a kind or a side (0 to 1) the last word may not be."""
LONGEST_END = 4
"""In words: a kind of character."""


def new_name(token: Token, waiting: list[Token], ends: Spellings, traits: Spellings, people: People) -> str:
    """The words up to the first of `ends` (kinds, sides, `hidden`), or up to NAME=VALUE; they leave `waiting`.

    A quoted word is the whole name. Raises Refusal where the first word is one of `ends`, where the last one is a slip
    away from one, or where one of `traits` stands before a number: both readings are told. So is a name that means
    several people, such as `all`, and one that goes on with somebody of `people`: `Zed before Anna`.
    """
    if token.quoted:
        return one_name(token)
    if known := _end_at([token, *waiting], ends):
        raise Refusal(message("command.word_for_name", typed=known, quoted=quoted(known)))
    tokens = [token]
    while waiting and not (waiting[0].key or waiting[0].quoted or _end_at(waiting, ends)):
        tokens.append(waiting.pop(0))
    words = [token.text for token in tokens]
    for trait, number in pairwise(words[1:]):
        if is_number(number) and is_exact(trait, traits):
            raise Refusal(message("command.trait_in_name", typed=trait, number=number, quoted=quoted(" ".join(words))))
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


def _end_at(tokens: list[Token], ends: Spellings) -> str:
    """What ends a name and is spelled here exactly, in one word or several; "" where nothing is."""
    words = plain_words(tokens)
    if not words:
        return ""
    further = further_words(words[0], words[1:LONGEST_END], ends)
    run = " ".join(words[: further + 1])
    return run if is_exact(run, ends) else words[0] if is_exact(words[0], ends) else ""
