"""The acts that are typed into the prompt line: the verb and its targets are given, the rest is asked for."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from tracker.acts.names import value_called
from tracker.api.descriptions import Action
from tracker.command.commands import ActCommand, Command, HistoryCommand
from tracker.command.complete import Completion, complete
from tracker.command.parse import ENTRY_SIGN
from tracker.command.vocabulary import UNITS
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import Term, message
from tracker.core.quoting import quote
from tracker.core.state import State
from tracker.core.values import frozen
from tracker.opening import Session
from tracker.text import SEVERAL as OR
from tracker.text import WORD
from tracker.ui.look import Look
from tracker.ui.paint import Span
from tracker.ui.panes.prompt import Question
from tracker.ui.view.naming import heading, names_of
from tracker.ui.view.preview import command_preview, missing_of

SEVERAL = ";"
"""Stands between several people who are added in one line."""

CarryOut = Callable[[Callable[[], Command]], bool]
"""Reads a command and does it; tells whether the question is answered. What is refused it says itself."""


PROMPTED_VERBS = frozenset({"add", "note", "condition", "end", "move", "pass", "dismiss", "rename", "side"})
"""The core's verbs that are asked for in the prompt line; of a ruleset's, those that deal or take away damage are."""


def is_prompted(action: Action) -> bool:
    """Whether an act is typed into the prompt line; any other has a form."""
    return action.id in PROMPTED_VERBS or action.hook in ("apply_damage", "heal")


def action_question(
    session: Session,
    action: Action,
    actor: str,
    targets: Sequence[str],
    look: Look,
    carry_out: CarryOut,
    history: list[str],
    lines: Callable[[Sequence[str]], None],
) -> Question:
    """Ask for what an act still needs; `actor` "" is no one. `carry_out` does the finished command.

    `lines` takes several lines that are pasted, each with the verb before it.
    """
    commands, table = session.commands, session.table
    assert commands is not None
    word = look.words.verb(action.id)
    if action.acts:
        who = table.state.characters[actor].name if actor else ""
        on, is_on = names_of(targets, table.state, look), action.targets != "none"
        label = f"{heading(word, who, on, look, is_on=is_on)}:"
    else:
        label = f"{word} {names_of(targets, table.state, look)}:" if targets else f"{word}:"
    prefix = f"{action.id} "
    if targets:
        prefix += ",".join(quote(table.state.characters[who].name) for who in targets) + " "
    if actor:
        prefix += f"by={quote(table.state.characters[actor].name)} "

    def read(text: str) -> Command:
        if action.id == "note":
            # A note is taken word for word, with whatever quotation marks it holds.
            if not text.strip():
                raise Refusal(message("command.still_missing", what=Term("text")))
            return ActCommand(Intent("note", values=frozen({"text": text.strip()})))
        try:
            return commands.parse(prefix + text, table.state)
        except Refusal as refusal:
            raise missing_of(refusal) from None

    def submit(text: str) -> bool:
        if action.id == "add" and len(several := [one.strip() for one in text.split(SEVERAL) if one.strip()]) > 1:
            take_lines(several)
            return True
        return carry_out(lambda: read(text))

    def preview(text: str) -> tuple[Span, ...]:
        if action.id == "note":
            return ()
        if not text.strip():
            return (Span(expected(action, table.state, targets, look), "dim"),)
        spans = command_preview(session, lambda: read(text), look)
        return (*spans, *length_hint(action, lambda: read(text), look))

    def completion(text: str) -> Completion:
        if action.id == "note":
            return Completion(len(text))
        found = complete(prefix + text, commands, table.state)
        return Completion(max(found.start - len(prefix), 0), found.candidates)

    def take_lines(pasted: Sequence[str]) -> None:
        lines([prefix + line for line in pasted])

    return Question(label, submit, preview, completion, history, lines=take_lines)


def command_question(
    session: Session,
    look: Look,
    carry_out: CarryOut,
    history: list[str],
    lines: Callable[[Sequence[str]], None],
    text: str = "",
    marked: Sequence[str] = (),
) -> Question:
    """Ask for a whole command line. `marked` are the ids of those whom the word `marked` means.

    `lines` takes several lines that are pasted.
    """
    commands = session.commands
    assert commands is not None

    def read(text: str) -> Command:
        return commands.parse(text, session.table.state, marked)

    @lru_cache(maxsize=1)
    def previewed(text: str, entries: int) -> tuple[Span, ...]:
        # A correction works a whole evening out again: once for a text, however often the screen is painted.
        return command_preview(session, lambda: read(text), look)

    def preview(text: str) -> tuple[Span, ...]:
        return previewed(text, len(session.table.history.entries)) if text.strip() else ()

    return Question(
        ":",
        lambda text: carry_out(lambda: read(text)),
        preview,
        lambda text: complete(text, commands, session.table.state),
        history,
        text=text,
        empty_is_cancel=True,
        lines=lines,
    )


def correction_question(
    command: HistoryCommand, look: Look, correct: Callable[[], bool], give_up: Callable[[], None]
) -> Question:
    """Ask whether an earlier act is corrected; what comes of it stands above."""
    label = f"{look.words.verb(command.verb)} {ENTRY_SIGN}{command.entry}:"
    preview = (Span(look.say("ui.correct.ask"), "accent"),)
    return Question(label, lambda text: correct(), lambda text: preview, cancelled=give_up)


def expected(action: Action, state: State, targets: Sequence[str], look: Look) -> str:
    """What may be typed: the parameters, and the choices of each."""
    pieces: list[str] = []
    lengths = lengths_of(action, look)
    for parameter in action.typed_parameters:
        if not (parameter.common or parameter.required) or parameter.id in UNITS:
            continue
        choices = "/".join(look.words.term(choice.id) for choice in parameter.choices[:MOST_CHOICES])
        if len(parameter.choices) > MOST_CHOICES:
            choices += f"/{look.glyphs.ellipsis}"
        word = choices or look.words.term(value_called(action.id, parameter.id))
        pieces.append(word if parameter.required else f"[{word}]")
    if lengths:
        pieces.append(f"[{lengths[0]}]")
    return " ".join(pieces)


MOST_CHOICES = 6
_SHOWN_LENGTHS = {"rounds": 2, "turns": 2, "minutes": 10}
"""The units whose short words are shown, each with a usual number of them."""


def lengths_of(action: Action, look: Look) -> tuple[str, ...]:
    """How a length of time is typed in the fewest signs, such as `2r`; () for an act that has none."""
    known = {parameter.id for parameter in action.typed_parameters}
    units = [(unit, count) for unit, count in _SHOWN_LENGTHS.items() if unit in known]
    return tuple(f"{count}{min(look.words.term(f'{WORD}unit.{unit}').split(OR), key=len)}" for unit, count in units)


def length_hint(action: Action, read: Callable[[], Command], look: Look) -> tuple[Span, ...]:
    """How to say for how long, while a line that could be done says nothing of it."""
    lengths = lengths_of(action, look)
    if not lengths:
        return ()
    try:
        command = read()
    except Refusal:
        return ()
    if not isinstance(command, ActCommand) or any(unit in command.intent.values for unit in (*UNITS, "scene", "until")):
        return ()
    return (Span(f" {look.glyphs.separator} {look.say('ui.length.hint', list=lengths)}", "dim"),)
