"""Several fights at once: opening one, going over into another, ending it."""

from tracker.core.facts import FightEnded, FightJoined, FightShown
from tracker.core.intents import Draft, Intent, Outcome, Refusal
from tracker.core.messages import Message, MessageValue, Term, message
from tracker.core.state import State

FIRST = "first"
"""What the fight that has no name is called."""


def fight(state: State, intent: Intent) -> Outcome:
    """Show a fight, and let people go over into it; one that is not there yet begins with them.

    Raises Refusal for a fight that is not there without people to open it, and for one called like someone.
    """
    name = intent.text("name")
    name = "" if name == FIRST else name
    draft = Draft(state)
    known = names_of_fights(state)
    people = intent.names("people")
    if name not in known and any(name in (person.id, person.name) for person in state.characters.values()):
        raise Refusal(message("refused.fight_is_a_person", name=name))
    if name not in known and not people:
        raise Refusal(message("refused.no_fight", name=name, list=tuple(map(fight_name, known))))
    for who in people:
        if draft.state.fight_of(who) != name:
            line = message("fight.joined", who=draft.character(who).name, fight=fight_name(name))
            draft.say(line)
            draft.add(FightJoined(who, name))
    if name != draft.state.fight:
        draft.add(FightShown(name))
        draft.say(message("fight.shown", fight=fight_name(name)))
    if not draft.outcome().facts:
        raise Refusal(message("refused.nothing_to_do"))
    return draft.outcome()


def end_fight(state: State, intent: Intent) -> Outcome:
    """End a fight: those who are in it go back to the first one."""
    name = intent.text("name") or state.fight
    if not name or name == FIRST or name not in (state.fight, *state.fights):
        raise Refusal(message("refused.no_fight_to_end"))
    line: Message = message("fight.ended", fight=fight_name(name))
    return Outcome((FightEnded(name),), (line,))


def names_of_fights(state: State) -> tuple[str, ...]:
    """The fights there are, "" (the first one) before the others; usually it is the only one."""
    return tuple(sorted({"", state.fight, *state.fights, *state.fighting.values()}))


def fight_name(name: str) -> MessageValue:
    """The name of a fight as it is shown."""
    return name or Term("first-fight")
