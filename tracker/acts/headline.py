"""What an act is called when it is undone, redone or listed: its verb, who does it, and to whom."""

from tracker.api.descriptions import Action
from tracker.core.intents import Intent
from tracker.core.messages import Message, MessageValue, Term, message
from tracker.core.state import State

MOST_NAMES = 3
LONGEST_TEXT = 40


def headline(intent: Intent, action: Action | None, state: State) -> Message:
    """The act by name, on the state before it."""
    verb = Term(f"verb.{intent.verb}")
    who = state.characters[intent.actor].name if intent.actor in state.characters else ""
    people = tuple(dict.fromkeys(who for one in intent.each for who in one.targets))
    targets = () if people == (intent.actor,) else _names(people, state)
    if who and targets:
        return message("head.on", verb=verb, who=who, list=targets)
    if what := targets or ((who,) if who else _what(intent, action)):
        return message("head.of", verb=verb, list=what)
    return message("head.alone", verb=verb)


def _names(people: tuple[str, ...], state: State) -> tuple[MessageValue, ...]:
    names: tuple[MessageValue, ...] = tuple(
        state.characters[who].name for who in people[:MOST_NAMES] if who in state.characters
    )
    further = len(people) - MOST_NAMES
    return (*names, message("head.more", count=further)) if further > 0 else names


def _what(intent: Intent, action: Action | None) -> tuple[MessageValue, ...]:
    """What an act is about that has no targets: its first word, or the names of what it sets."""
    required = [one for one in action.typed_parameters if one.required or one.kind == "text"] if action else []
    for parameter in required:
        value = intent.values.get(parameter.id)
        if isinstance(value, str) and value:
            text = value if len(value) <= LONGEST_TEXT else f"{value[: LONGEST_TEXT - 1]}…"
            return (Term(text) if parameter.kind == "choice" else text,)
    if intent.verb in ("set", "change", "option"):
        return tuple(Term(name) for name in intent.values)
    return ()
