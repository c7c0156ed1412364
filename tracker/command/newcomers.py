"""The name of somebody who joins: the words up to the first one that `add` knows."""

from tracker.command.tokens import Token, plain_words
from tracker.core.intents import Refusal
from tracker.core.messages import message
from tracker.core.quoting import quote, quoted
from tracker.names import Spellings, further_words, is_exact, nearest

LIKENESS_OF_SLIP = 0.8
"""How like a kind or a side (0 to 1) the last word may not be."""
LONGEST_END = 4
"""In words: a kind of character."""


def new_name(token: Token, waiting: list[Token], ends: Spellings) -> str:
    """The words up to the first of `ends` (kinds, sides, `hidden`), or up to NAME=VALUE; they leave `waiting`.

    A quoted word is the whole name. Raises Refusal where the first word is one of `ends`, or where the last one is a
    slip away from one: both readings are told.
    """
    if token.quoted:
        return token.text
    if known := _end_at([token, *waiting], ends):
        raise Refusal(message("command.word_for_name", typed=known, quoted=quoted(known)))
    words = [token.text]
    while waiting and not (waiting[0].key or waiting[0].quoted or _end_at(waiting, ends)):
        words.append(waiting.pop(0).text)
    if len(words) > 1 and (near := nearest(words[-1], ends, LIKENESS_OF_SLIP)):
        whole, rest = quote(" ".join(words)), quote(" ".join(words[:-1]))
        raise Refusal(message("command.name_or_word", name=whole, rest=rest, word=near))
    return " ".join(words)


def _end_at(tokens: list[Token], ends: Spellings) -> str:
    """What ends a name and is spelled here exactly, in one word or several; "" where nothing is."""
    words = plain_words(tokens)
    if not words:
        return ""
    further = further_words(words[0], words[1:LONGEST_END], ends)
    run = " ".join(words[: further + 1])
    return run if is_exact(run, ends) else words[0] if is_exact(words[0], ends) else ""
