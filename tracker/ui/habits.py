"""What someone chose the last time they did the same: read out of the session, so that it outlives the program."""

from collections.abc import Mapping

from tracker.api.descriptions import Action
from tracker.command.commands import ActCommand
from tracker.command.fallen import faces_of
from tracker.core.facts import Fact, TraitSet
from tracker.core.intents import IntentValue, Refusal
from tracker.opening import Session

MOST_LOOKED_AT = 400
"""So many acts back a choice is remembered."""


def last_choices(session: Session, action: Action, actor: str) -> Mapping[str, IntentValue]:
    """The values that someone gave last for those parameters that are kept; none once their sheet says otherwise."""
    kept = [parameter.id for parameter in action.typed_parameters if parameter.kept]
    history, commands = session.table.history, session.commands
    if not kept or not actor or commands is None:
        return {}
    for number in reversed(history.standing[-MOST_LOOKED_AT:]):
        entry = history.told_entry(number)
        if entry.do.partition(" ")[0] == action.id:
            try:
                command = commands.parse(faces_of(entry)[0], history.told(number).before)
            except Refusal:
                continue
            if isinstance(command, ActCommand) and command.intent.actor == actor:
                return {name: command.intent.values[name] for name in kept if name in command.intent.values}
        elif any(_sets_word(fact, actor) for fact in entry.facts):
            return {}
    return {}


def _sets_word(fact: Fact, who: str) -> bool:
    """Whether a word on someone's sheet was set, such as the weapon in hand: that is newer than any choice before."""
    return isinstance(fact, TraitSet) and fact.who == who and isinstance(fact.after, str)
