"""From an intent to the line that would do the same: what the journal keeps under `do`."""

from collections.abc import Mapping
from itertools import pairwise

from tracker.api.descriptions import Action, Parameter
from tracker.command.commands import ActCommand
from tracker.command.parse import CommandSet
from tracker.core.intents import Intent, IntentValue, Refusal
from tracker.core.quoting import quote
from tracker.core.record import replace
from tracker.core.state import State
from tracker.core.values import frozen

HIDDEN = "hidden"
"""The word behind an act of which the players see nothing."""


def compose(intent: Intent, commands: CommandSet, state: State, typed: str = "") -> str:
    """Write the line. Names are those that the characters bear in `state`; ids are English.

    `typed` is the line in which the intent was read in this very state: what is just so need not be read again.

    The line is short where it can be: a word that could be taken for another (someone is called like a choice, or like
    a word of the language) gets its key before it.
    """
    action = commands.actions[intent.verb]
    short = _line(intent, action, state, named=False)
    is_right = short == typed or _reads_as(short, intent, commands, state)
    return short if is_right else _line(intent, action, state, named=True)


def compose_due(intent: Intent, commands: CommandSet, state: State) -> str:
    """Write the line of what is due. It names who acts, since anyone may have the turn when it is carried out."""
    action = commands.actions.get(intent.verb)
    if action is None:
        return intent.verb
    intent = tidied(commands.values.checked(state, intent), action)
    nobody = replace(state, current="")
    short = _line(intent, action, nobody, named=False)
    return short if _reads_as(short, intent, commands, state) else _line(intent, action, nobody, named=True)


def tidied(intent: Intent, action: Action) -> Intent:
    """The intent as its line would be read: values in the order of the parameters, switches that are off left out."""
    order = {parameter.id: number for number, parameter in enumerate(action.parameters)}
    off = {one.id for one in action.parameters if one.kind == "switch" and not one.default}
    if action.id == "add":
        off.discard(HIDDEN)  # the table's option may hide new foes, so that "no" says something
    values = {name: value for name, value in intent.values.items() if not (name in off and value is False)}
    ordered = frozen(dict(sorted(values.items(), key=lambda item: order.get(item[0], len(order)))))
    return replace(intent, values=ordered, further=tuple(tidied(one, action) for one in intent.further))


def _reads_as(line: str, intent: Intent, commands: CommandSet, state: State) -> bool:
    try:
        command = commands.parse(line, state)
    except Refusal:
        return False
    if not isinstance(command, ActCommand):
        return False
    read = tidied(command.intent, commands.actions[intent.verb])
    return read == intent or (not intent.actor and replace(read, actor="") == intent)


def _line(intent: Intent, action: Action, state: State, *, named: bool) -> str:
    amounts = [_amount(intent, action, state, {}, named=named)]
    for before, one in pairwise(intent.each):
        amounts.append(_amount(one, action, state, before.values, named=named))
    pieces = [action.id, *filter(None, [", ".join(map(" ".join, amounts))])]
    if intent.hidden:
        pieces.append(HIDDEN)
    if intent.actor and not (action.acts and intent.actor == state.current):
        pieces.append(f"by={quote(_name(state, intent.actor), always=named)}")
    return " ".join(pieces)


def _amount(
    intent: Intent, action: Action, state: State, before: Mapping[str, IntentValue], *, named: bool
) -> list[str]:
    """The people and the values of one of several amounts; `before` are the values of the one before it."""
    pieces: list[str] = []
    if intent.targets:
        names = ",".join(quote(_name(state, who), always=named) for who in intent.targets)
        pieces.append(names if action.targets in ("one", "many") and not named else f"on={names}")
    known = {parameter.id: parameter for parameter in action.typed_parameters}
    for name, parameter in known.items():
        value = intent.values.get(name, False if parameter.kind == "switch" and name in before else None)
        is_said = value != before.get(name, parameter.default) or (parameter.required and before)
        if value is not None and is_said:
            pieces.append(_given(parameter, value, state, named=named))
    for name, value in intent.values.items():
        if name.startswith("total:"):
            pieces.append(f"{quote(_name(state, name.removeprefix('total:')))}={value}")
        elif name not in known:
            pieces.append(f"{name}={quote(_written(value), always=named)}")
    return pieces


def _given(parameter: Parameter, value: IntentValue, state: State, *, named: bool) -> str:
    """One parameter with its value as it is typed."""
    if parameter.kind == "switch" and value is True:
        return parameter.id
    if parameter.kind in ("character", "characters"):
        people = value if isinstance(value, tuple) else (value,)
        return f"{parameter.id}={','.join(quote(_name(state, str(who)), always=named) for who in people)}"
    text = f"{value}s" if parameter.kind == "duration" else _written(value)
    if parameter.required and not named:
        return quote(text)
    return f"{parameter.id}={quote(text, always=named and parameter.kind == 'text')}"


def _name(state: State, who: str) -> str:
    character = state.characters.get(who)
    return character.name if character else who


def _written(value: IntentValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "/".join(str(value[name]) for name in ("value", "maximum") if name in value)
    return ",".join(str(item) for item in value) if isinstance(value, tuple) else str(value)
