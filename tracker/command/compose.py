"""From an intent to the line that would do the same: what the journal keeps under `do`."""

from tracker.api.descriptions import Action
from tracker.command.tokens import quote
from tracker.core.intents import Intent
from tracker.core.state import State
from tracker.core.values import Value


def compose(intent: Intent, action: Action, state: State) -> str:
    """Write the line. Names are those that the characters bear in `state`; ids are English."""
    pieces = [action.id]
    if intent.targets:
        names = ",".join(quote(_name(state, who)) for who in intent.targets)
        pieces.append(names if action.targets in ("one", "many") else f"on={names}")
    known = {parameter.id: parameter for parameter in action.parameters}
    in_order = sorted(
        intent.values.items(), key=lambda item: list(known).index(item[0]) if item[0] in known else len(known)
    )
    for name, value in in_order:
        parameter = known.get(name)
        if parameter is not None and parameter.default is not None and value == parameter.default:
            continue
        if parameter is not None and parameter.kind == "switch":
            if value is True:
                pieces.append(name)
            continue
        if parameter is not None and parameter.kind in ("character", "characters"):
            people = value if isinstance(value, tuple) else (value,)
            pieces.append(f"{name}={','.join(quote(_name(state, str(who))) for who in people)}")
        elif name.startswith("total:"):
            pieces.append(f"{quote(_name(state, name.removeprefix('total:')))}={value}")
        elif parameter is not None and parameter.required:
            pieces.append(f"{value}s" if parameter.kind == "duration" else quote(_written(value)))
        else:
            suffix = "s" if parameter is not None and parameter.kind == "duration" else ""
            pieces.append(f"{name}={quote(_written(value) + suffix)}")
    if action.acts and intent.actor and intent.actor != state.current:
        pieces.append(f"by={quote(_name(state, intent.actor))}")
    return " ".join(pieces)


def _name(state: State, who: str) -> str:
    character = state.characters.get(who)
    return character.name if character else who


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(str(item) for item in value) if isinstance(value, tuple) else str(value)
