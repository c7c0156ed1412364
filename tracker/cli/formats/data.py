"""The story as data for other programs."""

from collections.abc import Iterator
from typing import Any

from tracker.cli.output import json_text
from tracker.core.facts import Rolled
from tracker.recap.steps import Step
from tracker.recap.telling import Telling
from tracker.text import literal


def as_json(telling: Telling) -> Iterator[str]:
    """Yield all entries as one JSON list, those that were taken back marked."""
    yield json_text([_data(telling, step) for step in telling.steps], indent=2)


def as_json_lines(telling: Telling) -> Iterator[str]:
    """Yield a JSON object a line, an entry each."""
    for step in telling.steps:
        yield json_text(_data(telling, step))


def _data(telling: Telling, step: Step) -> dict[str, Any]:
    entry = step.entry
    return {
        "n": step.number,
        "at": entry.at.isoformat(),
        "scene": step.moment.scene,
        "scene_name": literal(step.moment.scene_name),
        "round": entry.round,
        "kinds": telling.kinds(step),
        "who": literal(step.name(step.actor)),
        "targets": [literal(step.name(who)) for who in step.targets],
        "do": literal(entry.do),
        "say": " · ".join(telling.lines(step)),
        "stands": step.stands,
        "hidden": entry.hidden,
        "rolls": [_roll(telling, step, fact) for fact in entry.facts if isinstance(fact, Rolled)],
    }


def _roll(telling: Telling, step: Step, roll: Rolled) -> dict[str, Any]:
    return {
        "who": literal(step.name(roll.who)),
        "what": roll.what,
        "pool": roll.pool,
        "faces": list(roll.faces),
        "again": list(roll.again),
        "others": [{"what": dice.what, "sides": dice.sides, "faces": list(dice.faces)} for dice in roll.others],
        "successes": roll.successes,
        "total": roll.total,
        "target": roll.target,
        "result": roll.result,
        "expected": roll.expected,
        "chance": roll.chance,
        "typed": roll.typed,
        "hidden": roll.hidden,
        "parts": [[literal(telling.words.value(part.label)), part.value, part.rule] for part in roll.parts],
    }
