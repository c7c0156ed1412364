"""What the chances are before anything is rolled."""

from tracker.answers.numbers import decimal, percent
from tracker.answers.subjects import rules_of
from tracker.api.descriptions import Chances
from tracker.core.intents import Intent
from tracker.core.messages import message
from tracker.opening import Session
from tracker.text import Words


def pool_line(chances: Chances, words: Words) -> str:
    """The pool with its parts, or the parts alone where they are not its sum."""
    parts = words.parts(chances.parts)
    is_sum = chances.pool == sum(part.value for part in chances.parts)
    return words.say(message("odds.pool", pool=chances.pool, parts=parts)) if is_sum else parts


def odds_lines(session: Session, intent: Intent) -> list[str]:
    """The exact chances of an act: its pool with parts, what may come of it, chances of at least so many successes.

    Raises Refusal, in the words of the act itself, where the act is not possible.
    """
    rules_of(session)
    words = session.words
    chances = session.table.odds(intent)
    if chances is None:
        return [words.say(message("odds.none"))]
    lines = [words.say(note) for note in chances.notes]
    if not chances.each:
        return [*lines, *_lines_of(chances, words)]
    for who, one in chances.each:
        lines += [f"{session.table.state.characters[who].name}:", *_lines_of(one, words)]
    return lines


def _lines_of(chances: Chances, words: Words) -> list[str]:
    lines = []
    if chances.parts:
        lines.append(pool_line(chances, words))
    events = [f"{words.value(label)} {percent(words, chance)}" for label, chance in chances.events]
    if events:
        lines.append(", ".join(events))
    if chances.at_least:
        listed = ", ".join(f"{number}+ {percent(words, chance)}" for number, chance in enumerate(chances.at_least, 1))
        lines.append(
            words.say(message("odds.at_least", what=chances.counted, list=listed, mean=decimal(words, chances.mean)))
        )
    if chances.loss is not None:
        lines.append(words.say(message("odds.loss", mean=decimal(words, chances.loss))))
    return lines
