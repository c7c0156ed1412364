"""What a sheet says."""

from collections.abc import Iterator
from functools import partial

from tracker.answers.numbers import amount
from tracker.core.messages import Message, Term, message
from tracker.core.sentences import condition_details, pool_shown, value_shown
from tracker.core.state import Character, Condition, Pool, State, Track
from tracker.opening import Session
from tracker.text import Words


def sheet_lines(session: Session, who: str, state: State | None = None) -> list[str]:
    """All that is known of a character: traits, gauges, conditions, states, worked-out values, the session's gauges.

    Without the ruleset the worked-out values are missing.
    """
    state = state or session.table.state
    words, rules = session.words, session.table.rules
    character = state.characters[who]
    lines = [words.say(_heading(character, words))]
    if character.note:
        lines.append(character.note)
    traits = [
        f"{words.term(name)} {words.value(value_shown(value))}"
        for name, value in character.traits.items()
        if value not in (0, "", ())
    ]
    if traits:
        lines.append(", ".join(traits))
    derived = {value.id: value for value in (rules.derived(state, who) if rules else ())}
    for name, gauge in _gauges(words, character):
        size = derived.pop(name, None)
        if size and size.parts:
            gauge = words.say(message("sheet.size", gauge=gauge, value=size.value, parts=words.parts(size.parts)))
        lines.append(gauge)
    if states := ", ".join(words.term(status.id) for status in character.status if status.value is None):
        lines.append(words.say(message("sheet.states", list=states)))
    lines += [words.say(condition_in_words(one, state)) for one in conditions_shown(session, character)]
    for value in derived.values():
        sum_of = words.parts(value.parts, partial(amount, words, unit=value.unit))
        worth = amount(words, value.value, value.unit)
        lines.append(f"{words.term(value.id)} {worth}" + (f" = {sum_of}" if sum_of else ""))
    lines += [words.say(message("sheet.of_session", gauge=gauge)) for _, gauge in _gauges(words, state)]
    return lines


def _heading(character: Character, words: Words) -> Message:
    details = [words.term(character.kind)]
    if character.side:
        details.append(words.term(character.side))
    if character.hidden:
        details.append(words.term("hidden"))
    return message("sheet.heading", who=character.name, list=tuple(details))


def _gauges(words: Words, owner: Character | State) -> Iterator[tuple[str, str]]:
    for name, track in owner.tracks.items():
        yield name, f"{words.term(name)} {track_in_words(words, track)}"
    for name, pool in owner.pools.items():
        yield name, f"{words.term(name)} {pool_in_words(words, pool)}"


def track_in_words(words: Words, track: Track) -> str:
    """The boxes of a track, the temporary ones counted."""
    return words.say(message("sheet.temporary", marks=track.marks, count=track.bonus)) if track.bonus else track.marks


def pool_in_words(words: Words, pool: Pool) -> str:
    """A pool's number with its bound."""
    return words.value(pool_shown(pool))


def conditions_shown(session: Session, character: Character) -> list[Condition]:
    """The conditions of a character without those in which the ruleset only remembers something."""
    kinds = session.table.rules.conditions if session.table.rules else {}
    return [one for one in character.conditions.values() if one.kind not in kinds or not kinds[one.kind].memory]


def condition_in_words(condition: Condition, state: State) -> Message:
    """A condition with its amount, what is left of it, whose doing it is, and its remark."""
    details = condition_details(condition, lambda who: state.characters[who].name if who in state.characters else "")
    if details:
        return message("sheet.condition_with", condition=Term(condition.kind), details=details)
    return message("sheet.condition", condition=Term(condition.kind))
