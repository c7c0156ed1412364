"""The story of a session as text, Markdown, a web page or data."""

import html
import json
from collections.abc import Iterator
from typing import Any

from tracker.core.facts import Rolled
from tracker.core.history import Entry
from tracker.core.messages import message
from tracker.opening import Session
from tracker.table import story
from tracker.text import literal

MARKDOWN_SIGNS = frozenset("\\`*_[]#|~")


def as_text(session: Session) -> Iterator[str]:
    """One line an entry, the round before it; what was taken back is struck out by a sign."""
    for entry in session.table.history.entries:
        sign = "×" if session.table.history.taken_back(entry.number) else " "
        yield f"{sign}R{entry.round} {_told(session, entry)}"


def as_markdown(session: Session) -> Iterator[str]:
    """A report: the people, then a heading a round and a line an act that stands."""
    words, state = session.words, session.table.state
    yield f"# {_escaped(session.header.title)}"
    yield ""
    yield f"| {words.term('name')} | {words.term('side')} | |"
    yield "| --- | --- | --- |"
    for character in state.characters.values():
        gauges = [f"{_escaped(words.term(name))} `{track.marks}`" for name, track in character.tracks.items()]
        gauges += [f"{_escaped(words.term(name))} {pool.value}" for name, pool in character.pools.items()]
        side = ", ".join(words.term(word) for word in (character.side, "hidden" if character.hidden else "") if word)
        yield f"| {_escaped(character.name)} | {_escaped(side)} | {', '.join(gauges)} |"
    round_number = -1
    for entry in _standing(session):
        if entry.round != round_number:
            round_number = entry.round
            yield ""
            yield f"## {_escaped(words.say(message('round.begun', round=round_number)))}"
            yield ""
        yield f"- {_escaped(_told(session, entry))}"


def as_html(session: Session) -> Iterator[str]:
    """A page of its own, without script and without anything from elsewhere."""
    title = html.escape(literal(session.header.title))
    yield f'<!doctype html>\n<html lang="{session.words.language}"><head><meta charset="utf-8"><title>{title}</title>'
    yield "<style>body{font:16px/1.5 sans-serif;max-width:45em;margin:2em auto;padding:0 1em}</style></head><body>"
    yield f"<h1>{title}</h1>"
    round_number = -1
    for entry in _standing(session):
        if entry.round != round_number:
            if round_number >= 0:
                yield "</ul>"
            round_number = entry.round
            heading = session.words.say(message("round.begun", round=round_number))
            yield f"<h2>{html.escape(heading)}</h2>\n<ul>"
        yield f"<li>{html.escape(_told(session, entry))}</li>"
    if round_number >= 0:
        yield "</ul>"
    yield "</body></html>"


def as_json(session: Session) -> Iterator[str]:
    """All entries as one JSON list, those that were taken back marked."""
    yield json.dumps([_data(session, entry) for entry in session.table.history.entries], ensure_ascii=False, indent=2)


def _data(session: Session, entry: Entry) -> dict[str, Any]:
    return {
        "n": entry.number,
        "at": entry.at.isoformat(),
        "round": entry.round,
        "do": entry.do,
        "say": _told(session, entry),
        "stands": _stands(session, entry),
        "hidden": entry.hidden,
        "rolls": [
            {
                "who": fact.who,
                "what": fact.what,
                "pool": fact.pool,
                "faces": list(fact.faces),
                "again": list(fact.again),
                "successes": fact.successes,
                "result": fact.result,
                "typed": fact.typed,
                "hidden": fact.hidden,
                "parts": [[session.words.value(part.label), part.value, part.rule] for part in fact.parts],
            }
            for fact in entry.facts
            if isinstance(fact, Rolled)
        ],
    }


def _told(session: Session, entry: Entry) -> str:
    return literal(" · ".join(story(entry, session.words)))


def _stands(session: Session, entry: Entry) -> bool:
    return session.table.history.holds(entry.number)


def _standing(session: Session) -> Iterator[Entry]:
    return (entry for entry in session.table.history.entries if _stands(session, entry))


def _escaped(text: str) -> str:
    """Text as Markdown shows it, whatever signs it holds."""
    shown = html.escape(literal(text), quote=False)
    return "".join(f"\\{sign}" if sign in MARKDOWN_SIGNS else sign for sign in shown)


FORMATS = {"text": as_text, "markdown": as_markdown, "html": as_html, "json": as_json}
