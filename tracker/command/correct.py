"""Correcting an earlier act: it is taken back, or done otherwise, and what came later is done again with its faces.

One entry holds all that comes of it. What comes out differently, and what is refused now, is known before it happens.
"""

from collections.abc import Iterator, Sequence

from tracker.command.commands import ActCommand, HistoryCommand
from tracker.command.compose import compose, tidied
from tracker.command.fallen import FreshFaces, faces_of, with_missing_rolled, with_rolls
from tracker.command.parse import ENTRY_SIGN, CommandSet
from tracker.core.chance import Chance
from tracker.core.facts import Corrected, DoneAgain, Face, Fact
from tracker.core.history import Entry, Told, is_about_the_past
from tracker.core.intents import Refusal
from tracker.core.messages import Message, message
from tracker.core.record import record, replace
from tracker.core.state import State
from tracker.failures import FAILURES, failure_message
from tracker.story import FACES_KEY
from tracker.table import Table, Worked


@record
class Again:
    """A later act, done again: as it `was`, and as it comes out now; None where it is refused, for this `reason`."""

    was: Entry
    now: Worked | None
    reason: Message | None = None

    @property
    def gone(self) -> tuple[Message, ...]:
        """What was told of it and is not so now."""
        return tuple(line for line in self.was.tell if self.now is not None and line not in self.now.lines)

    @property
    def fresh(self) -> tuple[Message, ...]:
        """What is told of it now and was not so."""
        return tuple(line for line in (self.now.lines if self.now else ()) if line not in self.was.tell)

    @property
    def is_same(self) -> bool:
        """Whether there is nothing else to tell of it."""
        return self.now is not None and not self.gone and not self.fresh


@record
class Correction:
    """What a correction would come to: nothing has happened.

    `was` is the act that is taken back, `instead` what is done in its place, None for nothing; `later` are the acts
    that are done again, and `state` is the one at their end. `fresh` are the faces that fell for them beyond their own.
    """

    was: Entry
    instead: Worked | None
    later: tuple[Again, ...]
    state: State
    fresh: tuple[Face, ...]

    @property
    def lines(self) -> tuple[Message, ...]:
        """What it tells: the act, each that comes out differently or is left out, and how many come out the same."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[Message]:
        what = Table.headline(self.was)
        if self.instead is None:
            yield message("corrected.undone", number=self.was.number, what=what)
        else:
            yield message("corrected.otherwise", number=self.was.number, what=what, list=self.instead.lines)
        for again in self.later:
            number, what = again.was.number, Table.headline(again.was)
            if again.reason is not None:
                yield message("corrected.left_out", number=number, what=what, reason=again.reason)
            elif again.gone and again.fresh:
                yield message("corrected.changed", number=number, was=again.gone, now=again.fresh)
            elif not again.is_same:
                word = "corrected.more" if again.fresh else "corrected.less"
                yield message(word, number=number, list=again.fresh or again.gone)
        if same := sum(again.is_same for again in self.later):
            yield message("corrected.same", count=same)


def correct(table: Table, commands: CommandSet | None, command: HistoryCommand) -> Entry:
    """Carry a correction out. Raises like `correction_of`."""
    return keep_correction(table, command, correction_of(table, commands, command))


def keep_correction(table: Table, command: HistoryCommand, found: Correction) -> Entry:
    """Keep what a correction came to, if nothing has happened since. Taking the last act back is a plain undo."""
    last = table.history.undoable
    if not command.line and last is not None and last.number == command.entry:
        return table.undo()
    facts: list[Fact] = [Corrected(command.entry)]
    done = [(again.was, again.now) for again in found.later]
    for was, now in [(found.was, found.instead), *done]:
        if now is not None:
            say = " · ".join(table.words.say(line) for line in now.lines)
            facts += [DoneAgain(was.number, now.do, say, now.lines, now.head, now.hidden), *now.facts]
    do = f"{command.verb} {ENTRY_SIGN}{command.entry}"
    if found.fresh:
        do += f'{FACES_KEY}{" ".join(map(str, found.fresh))}"'
    if found.instead is not None:
        do += f" as {found.instead.do}"
    head = message("head.corrected", number=command.entry)
    return table.correct(facts, found.lines, do, head, hidden=found.was.hidden)


def correction_of(table: Table, commands: CommandSet | None, command: HistoryCommand) -> Correction:
    """Work a correction out; nothing happens.

    Raises Refusal where the entry is no act that holds, and one of FAILURES where its new line is not possible.
    """
    if commands is None:
        raise Refusal(message("refused.no_ruleset"))
    told = _corrected(table, command.entry)
    state = told.before
    instead: Worked | None = None
    luck = table.luck_for(command.entry)
    if command.line:
        instead = _done_anew(table, commands, command.line, state, faces_of(told.entry)[1], luck)
        state = instead.state
    fresh = FreshFaces(command.faces, luck)
    later: list[Again] = []
    for number in table.history.standing:
        if number <= command.entry:
            continue
        then = table.history.told(number)
        was = then.entry
        try:
            line, faces = faces_of(was)
            actor = _actor_of(commands, line, then.before)
            now = _done_anew(table, commands, line, state, faces, fresh, actor)
            if _actor_of(commands, line, state) == actor:  # else the line has to name who does it
                now = _as_it_was(was, now)
        except FAILURES as error:
            later.append(Again(was, None, failure_message(error)))
        else:
            later.append(Again(was, now))
            state = now.state
    return Correction(told.entry, instead, tuple(later), state, tuple(fresh.fallen))


def _corrected(table: Table, number: int) -> Told:
    """The act of an entry as it stands. Raises Refusal where there is none."""
    history = table.history
    if number > len(history.entries):
        raise Refusal(message("refused.no_entry", number=number, last=len(history.entries)))
    if not history.holds(number):
        is_past = is_about_the_past(history.entries[number - 1])
        raise Refusal(message("refused.entry_no_act" if is_past else "refused.entry_taken_back", number=number))
    return history.told(number)


def _actor_of(commands: CommandSet, line: str, state: State) -> str:
    """Who does a line that is typed in this state: the one it names, else the one whose turn it is; "" for no one."""
    command = commands.parse(line, state)
    return command.intent.actor if isinstance(command, ActCommand) else ""


def _done_anew(
    table: Table, commands: CommandSet, line: str, state: State, faces: Sequence[Face], luck: Chance, actor: str = ""
) -> Worked:
    """What a line comes to on a state, with the faces typed in it, else with these; `luck` has the missing ones.

    `actor` is who does it, "" for the one who does what is typed.
    """
    command = commands.parse(line, state)
    if not isinstance(command, ActCommand) or table.engine.asks(command.intent.verb):
        raise Refusal(message("command.no_act", line=line))
    if command.faces is not None:
        faces = with_rolls(command.faces, table.words)
    typed = replace(command.intent, actor=actor) if actor else command.intent
    intent = tidied(commands.values.checked(state, typed), commands.actions[typed.verb])
    do = compose(intent, commands, state)
    return with_missing_rolled(faces, luck, lambda chance: table.work_out(intent, do, state, chance))


def _as_it_was(was: Entry, now: Worked) -> Worked:
    """An act that came out as it did, with the line as it was written then."""
    if (now.facts, now.lines) != (was.facts, was.tell):
        return now
    return Worked(now.facts, now.state, now.lines, was.do, now.head, now.hidden)
