"""People come, go, change their names and sides, and are written about."""

from collections.abc import Collection, Iterator, Mapping

from tracker.acts.changes import something
from tracker.acts.verbs import SIDES
from tracker.api.descriptions import ConditionKind
from tracker.core.facts import CharacterRemoved, ConditionEnded, CounterSet, DetailSet, Noted
from tracker.core.intents import Draft, Intent, Outcome, Refusal
from tracker.core.lookalikes import alike
from tracker.core.messages import Message, Term, message
from tracker.core.state import State

UNSEEN = "unseen"
"""The counter of those who joined hidden by the table's option and have not acted yet."""


def free_name(state: State, wanted: str, *, numbered: bool = False) -> str:
    """A name that no one bears, no one has borne and no one's id is: `wanted`, or with the next number behind it.

    A number that was given once is not given again. Raises Refusal for an empty name.
    """
    if not wanted.strip():
        raise Refusal(message("refused.name_taken", name=wanted))
    taken = {character.name for character in state.characters.values()} | set(state.characters)
    taken |= state.former_names.keys()
    if not numbered and wanted not in taken:
        return wanted
    number = 1 if numbered else 2
    while f"{wanted} {number}" in taken:
        number += 1
    return f"{wanted} {number}"


def remove(state: State, intent: Intent) -> Outcome:
    """Take characters out of the session. Where the turn of one of them is running, it ends."""
    draft = Draft(state)
    for who in intent.targets:
        draft.tell(message("character.removed", who=draft.character(who).name), CharacterRemoved(who))
    return draft.outcome()


def end_what_binds(state: State, who: str, leaving: Collection[str], kinds: Mapping[str, ConditionKind]) -> Outcome:
    """End what binds those who stay to someone who is about to be removed; `leaving` are all who are."""
    draft = Draft(state)
    for other, character in state.characters.items():
        for running in character.conditions.values():
            is_bound = running.kind in kinds and kinds[running.kind].bound
            if is_bound and other not in leaving and who in (running.source, *running.data.values()):
                draft.add(ConditionEnded(other, running.id, "removed"))
    return draft.outcome()


def rename(state: State, intent: Intent) -> Outcome:
    """Give a character another name; the id, and with it the past, stays."""
    character = state.characters[intent.target]
    name = intent.text("name")
    taken = {other.name for other in state.characters.values() if other.id != character.id}
    former = state.former_names.get(name, character.id) != character.id
    if not name.strip() or former or name in taken or name in state.characters.keys() - {character.id}:
        raise Refusal(message("refused.name_taken", name=name))
    draft = Draft(state)
    line = message("character.renamed", before=character.name, after=name)
    draft.tell(line, DetailSet(character.id, "name", character.name, name))
    tell_alike(draft, character.id)
    return draft.outcome()


def tell_alike(draft: Draft, who: str) -> None:
    """Tell where someone's new name looks like another one's and is not the same."""
    name = draft.character(who).name
    other = alike(name, (one.name for one in draft.state.characters.values() if one.id != who))
    if other:
        draft.say(message("character.looks_like", who=name, other=other))


def side(state: State, intent: Intent) -> Outcome:
    """Say on whose side characters are; "" for none."""
    draft = Draft(state)
    for who in intent.targets:
        character = draft.character(who)
        after = intent.text("side")
        if after == character.side:
            continue
        line = message("character.side", who=character.name, before=_side(character.side), side=_side(after))
        draft.tell(line, DetailSet(who, "side", character.side, after))
    draft.say(*new_side(state, intent.text("side")))
    return something(draft)


def new_side(state: State, side: str) -> Iterator[Message]:
    """The line that a side is a word of the game master's own, where no one has been on it before."""
    known = {choice.id for choice in SIDES} | {character.side for character in state.characters.values()}
    if side and side not in known:
        yield message("side.new", side=side)


def _side(side: str) -> Term:
    return Term(side or "nothing")


def hide(state: State, intent: Intent) -> Outcome:
    """Hide characters from players."""
    return _set_hidden(state, intent, hidden=True)


def show(state: State, intent: Intent) -> Outcome:
    """Show hidden characters to players."""
    return _set_hidden(state, intent, hidden=False)


def _set_hidden(state: State, intent: Intent, *, hidden: bool) -> Outcome:
    draft = Draft(state)
    for who in intent.targets:
        character = draft.character(who)
        if character.count(UNSEEN):  # what the game master says goes before the table's option
            draft.add(CounterSet(who, UNSEEN, 0))
            if hidden:
                draft.say(message("character.stays_hidden", who=character.name))
        if character.hidden is hidden:
            continue
        draft.add(DetailSet(who, "hidden", "yes" if character.hidden else "", "yes" if hidden else ""))
        draft.say(message("character.hidden" if hidden else "character.shown", who=character.name))
    return something(draft)


def bookmark(state: State, intent: Intent) -> Outcome:
    """Name this moment, so that it can be found again when the session is read back."""
    text = intent.text("text")
    return Outcome((Noted(text, bookmark=True),), (message("note.bookmark", text=text),))


def note(state: State, intent: Intent) -> Outcome:
    """Write something down; the players read only what is `public`."""
    text, who, public = intent.text("text"), intent.text("about"), intent.flag("public")
    if not who:
        return Outcome((Noted(text, public=public),), (message("note.plain", text=text),))
    line = message("note.about", who=state.characters[who].name, text=text)
    return Outcome((Noted(text, who, public),), (line,))
