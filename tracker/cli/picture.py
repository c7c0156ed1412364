"""A state as data for other programs, and as a page of text for people."""

from collections.abc import Iterator, Mapping
from typing import Any

from tracker.acts.fights import FIRST, fight_name, names_of_fights
from tracker.core.facts import FightShown
from tracker.core.fold import fold
from tracker.core.messages import Message, message
from tracker.core.sentences import duration, status_shown
from tracker.core.state import Character, Condition, DueWeight, Fight, Pool, State, Track
from tracker.readable import Readable
from tracker.text import MINUS, Words, literal

WEIGHT_SIGNS: dict[DueWeight, str] = {"must": "!", "offer": "?", "reminder": "-"}
"""What stands before something due: the rules want an answer, it may be done, it is only to think of."""


def state_as_data(session: Readable, state: State) -> dict[str, Any]:
    """The state as plain data: session, round, order, characters by name, what is due, gauges that belong to no one.

    `fights` is there only where there are several: each with its own order, round and people. Sentences stand in the
    session's language.
    """
    header, words = session.header, session.file_words
    data: dict[str, Any] = {
        "session": {
            "title": session.title,
            "ruleset": header.ruleset,
            "ruleset_version": header.ruleset_version,
            "language": header.language,
            "options": _plain(state.options),
        },
        **_fight(state, state.fight_called(state.fight)),
        "characters": {character.name: _character(character) for character in state.characters.values()},
        "scene": _plain(state.scene),
        "scene_name": state.scene_name,
        "seconds": state.seconds,
        "tracks": _tracks(state.tracks),
        "pools": _pools(state.pools),
        "counters": {name: counter.value for name, counter in state.counters.items()},
        "due": [
            {
                "id": due.id,
                "who": _name(state, due.who),
                "what": due.line.id,
                "say": words.say(due.line),
                "command": due.command,
                "rule": due.rule,
                "weight": due.weight,
            }
            for due in state.open_due
        ],
    }
    names = names_of_fights(state)
    if len(names) > 1:
        data["fights"] = [_fight_by_name(state, name) for name in names]
    return data


def _fight_by_name(state: State, name: str) -> dict[str, Any]:
    """One of several fights: what it is called as one types it, whether it is the one shown, and who is in it."""
    people = [character.name for who, character in state.characters.items() if state.fight_of(who) == name]
    fight = _fight(state, state.fight_called(name))
    return {"name": name or FIRST, "shown": name == state.fight, **fight, "people": people}


def _fight(state: State, fight: Fight) -> dict[str, Any]:
    return {
        "round": fight.round,
        "current": state.characters[fight.current].name if fight.current else None,
        "order": [
            {
                "name": state.characters[place.who].name,
                "value": place.value,
                "acted": place.acted,
                "extra": place.slot > 0,
                "current": (place.who, place.slot) == (fight.current, fight.current_slot),
            }
            for place in fight.order
        ],
    }


def _character(character: Character) -> dict[str, Any]:
    return {
        "kind": character.kind,
        "side": character.side,
        "hidden": character.hidden,
        "note": character.note,
        "traits": _plain(character.traits),
        "tracks": _tracks(character.tracks),
        "pools": _pools(character.pools),
        "conditions": [_condition(condition) for condition in character.conditions.values()],
        "counters": {name: counter.value for name, counter in character.counters.items()},
        "status": [status.id for status in character.status if status.value is None],
        "numbers": {
            status.id: {"value": status.value, "limit": status.limit}
            for status in character.status
            if status.value is not None
        },
    }


def _tracks(tracks: Mapping[str, Track]) -> dict[str, Any]:
    return {name: {"size": track.size, "marks": track.marks, "bonus": track.bonus} for name, track in tracks.items()}


def _pools(pools: Mapping[str, Pool]) -> dict[str, Any]:
    return {name: {"value": pool.value, "max": pool.maximum, "min": pool.minimum} for name, pool in pools.items()}


def _condition(condition: Condition) -> dict[str, Any]:
    return {
        "kind": condition.kind,
        "amount": condition.amount,
        "left": condition.left,
        "unit": condition.unit,
        "note": condition.note,
        "data": _plain(condition.data),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _name(state: State, who: str) -> str:
    return state.characters[who].name if who in state.characters else who


def state_as_text(session: Readable, state: State) -> list[str]:
    """The state as lines: the order first, then those without a place, then other fights, and what is due."""
    words = session.words
    lines = [_headline(session, state)]
    if gauges := _gauges(state.tracks, state.pools, words):
        lines.append(f"      {'  '.join(gauges)}")
    lines += _people(session, state)
    for name in names_of_fights(state):
        if name != state.fight:
            shown = fold(state, FightShown(name))
            lines += ["", words.say(_fight_headline(shown)), *_people(session, shown)]
    for number, due in enumerate(state.open_due, 1):
        command = f"  [{due.command}]" if due.command else ""
        lines.append(f"{WEIGHT_SIGNS[due.weight]} {number}. {words.say(due.line)}{command}")
    return [literal(line.rstrip()) for line in lines]


def _people(session: Readable, state: State) -> Iterator[str]:
    """A line for each turn of the fight, then one for each who is there without a place."""
    shown: set[str] = set()
    for place in state.order:
        mark = ">" if (place.who, place.slot) == (state.current, state.current_slot) else " "
        value = "" if place.value is None else str(place.value)
        yield f"{mark} {value:>3} {_row(state.characters[place.who], session)}"
        shown.add(place.who)
    yield from (f"      {_row(character, session)}" for character in state.fighters if character.id not in shown)


def _headline(session: Readable, state: State) -> str:
    """The session, its ruleset, the scene where it has a name, the fight where there are several, the round."""
    words = session.words
    ruleset = session.ruleset.title(words.language) if session.ruleset is not None else session.header.ruleset
    pieces = [session.title, ruleset]
    if state.scene_name:
        pieces.append(state.scene_name)
    if len(names_of_fights(state)) > 1:
        pieces.append(words.value(fight_name(state.fight)))
    return " · ".join((*pieces, words.say(message("show.round", round=state.round))))


def _fight_headline(state: State) -> Message:
    return message("show.fight", fight=fight_name(state.fight), round=state.round)


def _row(character: Character, session: Readable) -> str:
    words = session.words
    remembered = session.ruleset.memory if session.ruleset is not None else ()
    pieces = [character.name]
    if character.side:
        pieces.append(f"({words.term(character.side)})")
    if character.hidden:
        pieces.append(f"({words.term('hidden')})")
    pieces += _gauges(character.tracks, character.pools, words)
    conditions = [condition for condition in character.conditions.values() if condition.kind not in remembered]
    kinds = {condition.kind for condition in conditions}
    pieces += [words.value(status_shown(status)) for status in character.status if status.id not in kinds]
    pieces += [condition_text(condition, words) for condition in conditions]
    return "  ".join(pieces)


def _gauges(tracks: Mapping[str, Track], pools: Mapping[str, Pool], words: Words) -> list[str]:
    return [
        *(f"{words.term(name)} {track.marks}" for name, track in tracks.items()),
        *(f"{words.term(name)} {pool_text(pool.value, pool.maximum)}" for name, pool in pools.items()),
    ]


def pool_text(value: int, maximum: int | None) -> str:
    """A pool as a number with its bound."""
    number = str(value).replace("-", MINUS)
    return number if maximum is None else f"{number}/{maximum}"


def condition_text(condition: Condition, words: Words) -> str:
    """A condition with its amount and what is left of it."""
    amount = f" {str(condition.amount).replace('-', MINUS)}" if condition.amount else ""
    left = ""
    if condition.left is not None:
        left = f" ({words.say(duration(condition.left))})" if condition.unit == "second" else f" ({condition.left})"
    return f"{words.term(condition.kind)}{amount}{left}"
