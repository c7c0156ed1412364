"""A state as data for other programs, and as a page of text for people."""

from collections.abc import Mapping
from typing import Any

from tracker.acts.amounts import duration
from tracker.core.messages import Message, message
from tracker.core.state import Character, Condition, State
from tracker.journal.header import SessionHeader
from tracker.opening import Session
from tracker.text import MINUS, Words, literal


def state_as_data(header: SessionHeader, state: State) -> dict[str, Any]:
    """The state as plain data: session, round, order, characters by name, and what is due."""
    return {
        "session": {
            "title": header.title,
            "ruleset": header.ruleset,
            "ruleset_version": header.ruleset_version,
            "language": header.language,
            "options": _plain(state.options),
        },
        "round": state.round,
        "current": state.characters[state.current].name if state.current else None,
        "order": [
            {
                "name": state.characters[place.who].name,
                "value": place.value,
                "acted": place.acted,
                "extra": place.slot > 0,
                "current": (place.who, place.slot) == (state.current, state.current_slot),
            }
            for place in state.order
        ],
        "characters": {character.name: _character(character) for character in state.characters.values()},
        "scene": _plain(state.scene),
        "seconds": state.seconds,
        "due": [
            {"who": _name(state, prompt.who), "what": prompt.line.id, "command": prompt.command, "rule": prompt.rule}
            for prompt in state.prompts
        ],
    }


def _character(character: Character) -> dict[str, Any]:
    return {
        "kind": character.kind,
        "side": character.side,
        "hidden": character.hidden,
        "note": character.note,
        "traits": _plain(character.traits),
        "tracks": {
            name: {"size": track.size, "marks": track.marks, "bonus": track.bonus}
            for name, track in character.tracks.items()
        },
        "pools": {
            name: {"value": pool.value, "max": pool.maximum, "min": pool.minimum}
            for name, pool in character.pools.items()
        },
        "conditions": [_condition(condition) for condition in character.conditions.values()],
        "counters": {name: counter.value for name, counter in character.counters.items()},
        "status": [status.id for status in character.status],
    }


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


def state_as_text(session: Session, state: State) -> list[str]:
    """The state as lines: the order first, then those without a place."""
    words = session.words
    lines = [words.say(_headline(session, state))]
    shown: set[str] = set()
    for place in state.order:
        character = state.characters[place.who]
        mark = ">" if (place.who, place.slot) == (state.current, state.current_slot) else " "
        value = "" if place.value is None else str(place.value)
        lines.append(f"{mark} {value:>3} {_row(character, words)}")
        shown.add(place.who)
    lines += [f"      {_row(character, words)}" for who, character in state.characters.items() if who not in shown]
    for number, prompt in enumerate(state.prompts, 1):
        command = f"  [{prompt.command}]" if prompt.command else ""
        lines.append(f"! {number}. {words.say(prompt.line)}{command}")
    return [literal(line.rstrip()) for line in lines]


def _headline(session: Session, state: State) -> Message:
    ruleset = session.table.rules.card.titles if session.table.rules else {}
    title = ruleset.get(session.words.language) or ruleset.get("en") or session.header.ruleset
    return message("show.headline", title=session.header.title, ruleset=title, round=state.round)


def _row(character: Character, words: Words) -> str:
    pieces = [character.name]
    if character.side:
        pieces.append(f"({words.term(character.side)})")
    pieces += [f"{words.term(name)} {track.marks}" for name, track in character.tracks.items()]
    pieces += [f"{words.term(name)} {pool_text(pool.value, pool.maximum)}" for name, pool in character.pools.items()]
    conditions = {condition.kind for condition in character.conditions.values()}
    pieces += [words.term(status.id) for status in character.status if status.id not in conditions]
    pieces += [condition_text(condition, words) for condition in character.conditions.values()]
    return "  ".join(pieces)


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
