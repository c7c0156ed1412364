"""Carrying out a typed line on an open session: the same for the command bar and the shell."""

from collections.abc import Sequence
from typing import Protocol

from tracker.acts.names import THROW_AGAIN
from tracker.command.commands import ActCommand, HistoryCommand, QueryCommand
from tracker.command.compose import compose, tidied
from tracker.command.correct import correct
from tracker.command.fallen import faces_of, typed_chance, with_missing_rolled
from tracker.command.parse import CommandSet, parse_question
from tracker.core.chance import ROLLED, Chance, TypedChance
from tracker.core.facts import Face
from tracker.core.history import Entry, is_about_the_past
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import message
from tracker.table import Table


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


def perform(
    session: Playable, command: ActCommand | HistoryCommand, chance: Chance | None = None, typed: str = ""
) -> list[Entry]:
    """Carry a command out; return the entries it made.

    `chance` serves an act without typed faces. `typed` is the line in which the command was read just now. Raises
    Refusal, MoreFaces, BadFace, PluginError, JournalError; of several undos or redos those before the failing one stay
    done.
    """
    table = session.table
    if isinstance(command, HistoryCommand) and command.entry:
        return [correct(table, session.commands, command)]
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
        chance = typed_chance(table, command.faces)
    return [perform_intent(session, command.intent, chance, typed)]


def throw_again(session: Playable, faces: Sequence[Face]) -> list[Entry]:
    """Throw some faces of the last act, or all, again on the GM's call; what they bring on is rolled too.

    The act is taken back and done again with the other faces as they fell, so that the log keeps the first ones. Raises
    Refusal where it has no such faces.
    """
    table, commands = session.table, session.commands
    if commands is None:
        raise Refusal(message("refused.no_ruleset"))
    entry = table.history.undoable
    line, thrown = faces_of(entry) if entry is not None and not is_about_the_past(entry) else ("", [])
    if entry is None or not thrown:
        raise Refusal(message("refused.no_faces"))
    fallen = [str(face).removesuffix(ROLLED) for face in thrown]
    for face in faces or fallen:
        alike = [place for place, one in enumerate(fallen) if one.casefold() == str(face).casefold()]
        fresh = [place for place in alike if thrown[place] != ROLLED]
        if not fresh:
            raise Refusal(message("refused.no_such_face", typed=str(face), list=tuple(fallen)))
        thrown[fresh[0]] = ROLLED
    before = table.history.state_after(entry.number - 1)
    command = commands.parse(line, before)
    assert isinstance(command, ActCommand)

    def used_by(chance: TypedChance) -> tuple[Face, ...]:
        table.engine.worked_out(before, command.intent, chance)
        return chance.used

    used = with_missing_rolled(thrown, table.chance, used_by)
    return [table.undo(), perform_intent(session, command.intent, TypedChance(used))]


def perform_intent(session: Playable, intent: Intent, chance: Chance | None = None, typed: str = "") -> Entry:
    """Carry an intent out that a dialog or a key has built, or that was read in a line. Raises like `perform`."""
    if session.commands is None:
        raise Refusal(message("refused.no_ruleset"))
    checked = session.commands.values.checked(session.table.state, intent)
    intent = tidied(checked, session.commands.actions[intent.verb])
    if intent.verb == "keep":
        from tracker.books.keeping import keep_people

        keep_people(session.commands.library, session.table.state, intent.targets, intent.text("campaign"))
    return session.table.act(intent, compose(intent, session.commands, session.table.state, typed), chance)


def bring_all(session: Playable) -> list[Entry]:
    """Bring everyone of the session's campaign who is no foe. Raises like `perform`."""
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
    return command if isinstance(command, QueryCommand) else perform(session, command, chance, line)
