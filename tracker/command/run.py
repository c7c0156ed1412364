"""Carrying out a typed line on an open session: the same for the command bar and the shell."""

from collections.abc import Sequence
from typing import Protocol

from tracker.acts.verbs import THROW_AGAIN
from tracker.command.commands import ActCommand, HistoryCommand, QueryCommand
from tracker.command.compose import compose, tidied
from tracker.command.parse import CommandSet, parse_question
from tracker.core.chance import ROLLED, Chance, MoreFaces, TypedChance
from tracker.core.facts import Face, Rolled
from tracker.core.history import Entry
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import message
from tracker.core.state import State
from tracker.table import FACES_KEY, Table
from tracker.text import Words


class Playable(Protocol):
    """What lines are carried out on: an open session. `commands` is None where the ruleset is missing."""

    @property
    def table(self) -> Table:
        """The session's table."""
        ...

    @property
    def commands(self) -> CommandSet | None:
        """How its lines are read."""
        ...


def perform(session: Playable, command: ActCommand | HistoryCommand, chance: Chance | None = None) -> list[Entry]:
    """Carry a command out; return the entries it made.

    `chance` serves an act without typed faces. Raises Refusal, MoreFaces, BadFace, PluginError, JournalError; of
    several undos or redos those before the failing one stay done.
    """
    table = session.table
    if isinstance(command, HistoryCommand) and command.verb == THROW_AGAIN:
        return throw_again(session, command.faces)
    if isinstance(command, HistoryCommand):
        step = table.undo if command.verb == "undo" else table.redo
        entries = [step()]
        while len(entries) < command.count and (
            table.history.undoable if command.verb == "undo" else table.history.redoable
        ):
            entries.append(step())
        return entries
    if command.faces is not None:
        chance = typed_chance(session, command.faces)
    return [perform_intent(session, command.intent, chance)]


def throw_again(session: Playable, faces: Sequence[Face]) -> list[Entry]:
    """Throw some faces of the last act, or all, again by the game master's word; what they bring on is rolled too.

    The act is taken back and done anew with the other faces as they fell, so that the log keeps the first ones. Raises
    Refusal where it has no such faces.
    """
    table, commands = session.table, session.commands
    if commands is None:
        raise Refusal(message("refused.no_ruleset"))
    entry = table.history.undoable
    line, key, written = entry.do.rpartition(FACES_KEY) if entry is not None else ("", "", "")
    if entry is None or not key:
        raise Refusal(message("refused.no_faces"))
    is_typed = any(isinstance(fact, Rolled) and fact.typed for fact in entry.facts)
    fallen = [face.removesuffix(ROLLED) for face in written.rstrip('"').split()]
    thrown: list[Face] = [face if is_typed else f"{face}{ROLLED}" for face in fallen]
    for face in faces or fallen:
        alike = [place for place, one in enumerate(fallen) if one.casefold() == str(face).casefold()]
        fresh = [place for place in alike if thrown[place] != ROLLED]
        if not fresh:
            raise Refusal(message("refused.no_such_face", typed=str(face), list=tuple(fallen)))
        thrown[fresh[0]] = ROLLED
    before = table.history.state_after(entry.number - 1)
    command = commands.parse(line, before)
    assert isinstance(command, ActCommand)
    used = _rolled_out(table, before, command.intent, thrown)
    return [table.undo(), perform_intent(session, command.intent, TypedChance(used))]


def _rolled_out(table: Table, before: State, intent: Intent, faces: Sequence[Face]) -> tuple[Face, ...]:
    """All faces of an act, where the program rolls those that are left to it and those that are missing at the end."""
    while True:
        chance = TypedChance(faces, exact=False, luck=table.chance)
        try:
            table.engine.worked_out(before, intent, chance)
        except MoreFaces as more:
            faces = (*chance.faces, *[ROLLED] * more.count)
        else:
            return chance.used


def typed_chance(session: Playable, faces: Sequence[Face], *, exact: bool = True) -> TypedChance:
    """Typed faces, of which some may be left to the session's own chance."""
    return TypedChance(with_rolls(faces, session.table.words), exact=exact, luck=session.table.chance)


def with_rolls(faces: Sequence[Face], words: Words) -> tuple[Face, ...]:
    """The faces with ROLLED where a letter, in any language, leaves the die to the program."""
    letters = {letter.casefold() for letter in words.spellings_in_all("faces.roll")}
    return tuple(ROLLED if str(face).casefold() in letters else face for face in faces)


def perform_intent(session: Playable, intent: Intent, chance: Chance | None = None) -> Entry:
    """Carry an intent out that a dialog or a key has built. Raises like `perform`."""
    if session.commands is None:
        raise Refusal(message("refused.no_ruleset"))
    checked = session.commands.values.checked(session.table.state, intent)
    intent = tidied(checked, session.commands.actions[intent.verb])
    if intent.verb == "keep":
        from tracker.books.keeping import keep_people

        keep_people(session.commands.library, session.table.state, intent.targets, intent.text("campaign"))
    return session.table.act(intent, compose(intent, session.commands, session.table.state), chance)


def bring_all(session: Playable) -> list[Entry]:
    """Bring everybody of the session's campaign who is no foe. Raises like `perform`."""
    return [perform_intent(session, Intent("bring"))]


def perform_line(
    session: Playable, line: str, chance: Chance | None = None, marked: Sequence[str] = ()
) -> list[Entry] | QueryCommand:
    """Read a line and carry it out; a question comes back as it is. Raises like `perform`.

    `marked` are the ids of those whom the word `marked` means.

    Without its ruleset a session takes only questions.
    """
    if session.commands is None:
        return parse_question(line, session.table.words)
    command = session.commands.parse(line, session.table.state, marked)
    return command if isinstance(command, QueryCommand) else perform(session, command, chance)
