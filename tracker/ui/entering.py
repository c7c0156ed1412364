"""Entering something for many people in one pass: a field for each of them, and one act for all."""

from collections.abc import Callable, Mapping, Sequence

from tracker.acts.amounts import read_integer
from tracker.api.descriptions import Action, Parameter
from tracker.command.commands import ActCommand, Command
from tracker.command.parse import CommandSet
from tracker.command.reading import amount_of
from tracker.command.values import read_faces
from tracker.core.chance import ROLLED, MoreFaces
from tracker.core.facts import Face
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import Term, message
from tracker.core.quoting import quote
from tracker.core.state import State
from tracker.core.values import frozen
from tracker.failures import failure_message
from tracker.opening import Session
from tracker.ui.look import Look
from tracker.ui.paint import Span, lines_of
from tracker.ui.panels.form import Field, Form
from tracker.ui.view.naming import names_of
from tracker.ui.view.preview import command_preview, missing_of

ALL = "*"
"""The field for everyone whose own is empty."""

Fill = Callable[[MoreFaces], tuple[Face, ...]]
"""Gives the faces that were typed for those dice, () where they are to be asked for."""


def asked_for_each(action: Action) -> Parameter | None:
    """What an act on many asks for each of them: that of which one line may have several."""
    amount = amount_of(action) if not action.acts else ""
    return next((one for one in action.typed_parameters if one.id == amount), None)


# ---------------------------------------------------------------------- amounts and choices


def many_form(
    session: Session,
    action: Action,
    people: Sequence[str],
    look: Look,
    carry_out: Callable[[Form, Callable[[], Command]], None],
) -> Form:
    """A form with a field for each of several targets, before them one for all whose own is empty."""
    commands, asked = session.commands, asked_for_each(action)
    assert commands is not None
    assert asked is not None
    names = {who: session.table.state.characters[who].name for who in people}

    def read(form: Form) -> Command:
        try:
            return commands.parse(
                line_for_many(form, action, names, commands, session.table.state), session.table.state
            )
        except Refusal as refusal:
            raise missing_of(refusal) from None

    def describe(form: Form) -> Sequence[tuple[Span, ...]]:
        return lines_of(command_preview(session, lambda: read(form), look))

    choices = [look.words.term(choice.id) for choice in asked.choices]
    kind = "choice" if choices else "text"
    fields = [Field(ALL, look.say("ui.many.all"), kind, choices=choices, detail=look.say("ui.many.detail"))]
    fields += [Field(who, name, kind, choices=choices) for who, name in names.items()]
    title = f"{look.words.verb(action.id)}: {names_of(people, session.table.state, look)}"
    return Form(title, fields, look, lambda form: carry_out(form, lambda: read(form)), describe, footers=len(people))


def line_for_many(form: Form, action: Action, names: Mapping[str, str], commands: CommandSet, state: State) -> str:
    """The line of a form for many: those with the same text together. Raises Refusal for a text that is not understood.

    In a line an amount takes over what the one before it said; a field stands for itself. So those that say less come
    first, and what only another one says is said by its default.
    """
    groups: dict[str, list[str]] = {}
    for who, name in names.items():
        if text := form.value(who) or form.value(ALL):
            groups.setdefault(text, []).append(quote(name))
    if not groups:
        return f"{action.id} {','.join(quote(name) for name in names.values())}"
    is_choice = any(one.kind == "choice" for one in form.fields)
    pieces: list[tuple[str, set[str]]] = []
    for text, some in groups.items():
        piece = f"{','.join(some)} {quote(text) if is_choice else text}"
        command = commands.parse(f"{action.id} {piece}", state)
        assert isinstance(command, ActCommand)
        pieces.append((piece, {name for filled in command.filled for name in filled.names}))
    said = set[str]().union(*(given for _, given in pieces))
    defaults = {one.id: one.default for one in action.typed_parameters if one.id in said and one.default is not None}
    whole = [
        piece + "".join(f" {name}={default}" for name, default in defaults.items() if name not in given)
        for piece, given in sorted(pieces, key=lambda pair: len(pair[1]))
    ]
    return f"{action.id} {', '.join(whole)}"


# ---------------------------------------------------------------------- who attacks whom


def each_on_one_form(
    session: Session,
    action: Action,
    look: Look,
    carry_out: Callable[[Callable[[], Command]], bool],
    pick: Callable[[str], str],
) -> Form:
    """A form with a field for each who acts, in which the one stands on whom; every one is an act of its own."""
    commands = session.commands
    assert commands is not None
    state = session.table.state
    able = state.in_order(one.id for one in state.fighters if one.can_act)
    people = [state.characters[who].name for who in able]

    def submit(form: Form) -> None:
        for one in form.fields:
            if one.value:
                line = f"{action.id} {quote(one.value)} by={quote(one.label)}"
                if not carry_out(lambda line=line: commands.parse(line, session.table.state)):  # type: ignore[misc]
                    return
                one.editor.set("")
        form.is_done = True

    fields = [
        Field(who, state.characters[who].name, "character", choices=[name for name in people if name != own])
        for who, own in zip(able, people, strict=True)
    ]
    return Form(look.words.verb(action.id), fields, look, submit, pick=pick)


# ---------------------------------------------------------------------- initiative


def initiative_form(
    session: Session,
    marked: Sequence[str],
    look: Look,
    carry_out: Callable[[Form, Intent, Fill | None], None],
) -> Form:
    """Initiative with a field for each: a total, or the die or card that fell; who has none is rolled for.

    In the fields of those who have a place stands their total; those who are marked are rolled for again.
    """
    state = session.table.state
    people = _asked(state, marked)
    before = {who: "" if who in marked else _value_of(state, who) for who in people}

    def submit(form: Form) -> None:
        try:
            entered = _entered(form, before, session)
        except Refusal as refusal:
            form.error = look.sentence(failure_message(refusal))
            return
        carry_out(form, entered.intent, entered.fill)

    def describe(form: Form) -> Sequence[tuple[Span, ...]]:
        try:
            rolled = _entered(form, before, session).rolled
        except Refusal as refusal:
            return [(Span(look.sentence(failure_message(refusal)), "dim"),)]
        if not rolled:
            return [(Span(look.say("ui.initiative.sets"), "dim"),)]
        return [(Span(look.say("ui.initiative.rolls", names=names_of(rolled, state, look)), "dim"),)]

    detail = look.say("ui.initiative.detail")
    fields = [Field(who, state.characters[who].name, "total", before[who], detail=detail) for who in people]
    return Form(look.words.verb("initiative"), fields, look, submit, describe)


def _asked(state: State, marked: Sequence[str]) -> tuple[str, ...]:
    """Who is asked: those who are marked, else who has no place yet, else everyone; first those who are no foes."""
    here = [one.id for one in state.fighters]
    late = [who for who in here if state.place_of(who) is None]
    asked = list(marked) or late or here
    return tuple(sorted(asked, key=lambda who: state.characters[who].side == "foe"))


class _Entered:
    """What stands in the fields: the act, who is rolled for, and the faces that were typed for some of them."""

    def __init__(self, intent: Intent, rolled: Sequence[str], faces: Mapping[str, tuple[Face, ...]]) -> None:
        self.intent = intent
        self.rolled = rolled
        self._faces = dict(faces)

    @property
    def fill(self) -> Fill | None:
        """Gives each their own faces, and lets the program roll the rest; None where no face was typed."""
        if not self._faces:
            return None
        left = dict(self._faces)

        def give(more: MoreFaces) -> tuple[Face, ...]:
            return left.pop(more.who, ()) or (ROLLED,) * more.count

        return give


def _entered(form: Form, before: Mapping[str, str], session: Session) -> _Entered:
    """Read the fields. Raises Refusal for what is neither a total nor a face, and if nothing would happen."""
    state = session.table.state
    totals: dict[str, int] = {}
    faces: dict[str, tuple[Face, ...]] = {}
    rolled: list[str] = []
    for who, was in before.items():
        text, name = form.value(who), state.characters[who].name
        if text == was and text:
            continue
        if not text:
            rolled.append(who)
        elif fallen := _fallen(text, session):
            faces[name] = fallen
            rolled.append(who)
        else:
            totals[who] = read_integer(text, Term("initiative"))
    if not totals and not rolled:
        raise Refusal(message("refused.all_have_a_place"))
    values = frozen({f"total:{who}": total for who, total in totals.items()})
    is_everybody = not state.order and len(before) == len(state.fighters)
    targets = () if is_everybody else tuple(before) if not state.order else tuple(rolled)
    by_program = [who for who in rolled if state.characters[who].name not in faces]
    return _Entered(Intent("initiative", targets=targets, values=values), by_program, faces)


def _fallen(text: str, session: Session) -> tuple[Face, ...]:
    """The face in a field: behind the letter for a die, or a card; () where it is a total."""
    folded = text.casefold()
    for letter in session.words.spellings_in_all("faces.die"):
        if folded.startswith(letter) and folded[len(letter) :].strip().isdecimal():
            return read_faces(folded[len(letter) :])
    return () if folded.lstrip("+-−").isdecimal() or not folded[:1].isdecimal() else read_faces(text)


def _value_of(state: State, who: str) -> str:
    place = state.place_of(who)
    return "" if place is None or place.value is None else str(place.value)
