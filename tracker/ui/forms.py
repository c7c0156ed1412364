"""The form of an act, made from its description: who, on whom, and every parameter."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from tracker.answers import decimal, percent
from tracker.answers.odds import pool_line
from tracker.api.descriptions import Action, Chances, Parameter
from tracker.command.commands import ActCommand
from tracker.command.parse import CommandSet
from tracker.core.chance import MoreFaces
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import message
from tracker.core.quoting import quote
from tracker.core.state import State
from tracker.core.values import Value
from tracker.failures import FAILURES, failure_message
from tracker.opening import Session
from tracker.table import Preview
from tracker.ui.line_editor import LineEditor
from tracker.ui.look import Look
from tracker.ui.paint import Span
from tracker.ui.panels.form import Field, Form
from tracker.ui.view.preview import changes, prospects, refusal_text
from tracker.ui.view.rows import characters_of

ACTOR, TARGET, FACES = "by", "on", "faces"
MOST_CHANCES = 6


def action_form(
    session: Session,
    action: Action,
    actor: str,
    targets: Sequence[str],
    look: Look,
    carry_out: Callable[[Form, ActCommand], None],
    *,
    typed_dice: bool = False,
) -> Form:
    """A form for an act; Enter reads it into a command and gives it to `carry_out`.

    `typed_dice`: the field for the faces that fell is one of those that show at once.
    """
    commands, state = session.commands, session.table.state
    assert commands is not None

    def submit(form: Form) -> None:
        try:
            carry_out(form, form_command(form, action, commands, session.table.state))
        except Refusal as refusal:
            form.error = look.sentence(failure_message(refusal))

    def describe(form: Form) -> Sequence[tuple[Span, ...]]:
        try:
            command = form_command(form, action, commands, session.table.state)
        except Refusal as refusal:
            return [(Span(look.sentence(failure_message(refusal)), "dim"),)]
        return list(outlook(session, command, look))

    fields = list(_fields(action, actor, targets, commands, state))
    if action.id in commands.rules.actions and not action.asks:
        fields.append(_faces_field(commands, is_rare=not typed_dice))
    return Form(look.words.verb(action.id), fields, look, submit, describe)


def _fields(action: Action, actor: str, targets: Sequence[str], commands: CommandSet, state: State) -> Iterator[Field]:
    words = commands.words
    people = [character.name for character in characters_of(state).values()]
    if action.acts:
        name = state.characters[actor].name if actor in state.characters else ""
        label = words.say(message("ui.form.actor"))
        yield Field(ACTOR, label, "character", name, people, is_open=False, is_required=True, is_given=True)
    if action.targets != "none":
        names = ", ".join(state.characters[who].name for who in targets)
        if action.targets != "many":
            names = state.characters[targets[0]].name if targets else ""
        opponents = _opponents(actor, state) if action.acts else frozenset(state.characters)
        likely = _likely_targets(actor, opponents, state) if action.acts else people
        is_required = action.targets != "optional"
        if not names and is_required and action.acts and len(opponents) == 1:
            names = likely[0]
        # The cursor stands on a target that nobody chose, or that is on the side of who acts, so that it is seen.
        is_given = bool(targets) and opponents.issuperset(targets)
        kind = "characters" if action.targets == "many" else "character"
        yield Field(TARGET, words.term("target"), kind, names, likely, is_required=is_required, is_given=is_given)
    presets = _presets(action, actor, targets, commands, state)
    for parameter in action.typed_parameters:
        field = parameter_field(action, parameter, commands, people)
        yield _preset(field, parameter, presets.get(parameter.id, ()), commands)


def _presets(
    action: Action, actor: str, targets: Sequence[str], commands: CommandSet, state: State
) -> Mapping[str, tuple[str, ...]]:
    """What the parameters usually are for these people; a plugin that fails here costs only that."""
    try:
        return commands.rules.presets(state, Intent(action.id, actor, tuple(targets)))
    except FAILURES:
        return {}


def _preset(field: Field, parameter: Parameter, usual: tuple[str, ...], commands: CommandSet) -> Field:
    """The field with its usual value in it; the arrows go through all usual texts."""
    if not usual:
        return field
    choices = usual if field.kind == "text" else field.choices
    return replace(field, text=_text_of(usual[0], parameter, commands), choices=choices, editor=LineEditor())


def _faces_field(commands: CommandSet, *, is_rare: bool) -> Field:
    detail = commands.words.say(message("ui.form.faces"))
    return Field(FACES, commands.words.term(FACES), "text", "", (), is_open=True, is_rare=is_rare, detail=detail)


def _opponents(actor: str, state: State) -> frozenset[str]:
    """Those of the same fight on another side than who acts; friends and those without a side are one."""
    side = state.characters[actor].side if actor in state.characters else ""
    fight = state.fight_of(actor)
    others = (one for who, one in state.characters.items() if who != actor and state.fight_of(who) == fight)
    return frozenset(one.id for one in others if (one.side == "foe") != (side == "foe"))


def _likely_targets(actor: str, opponents: frozenset[str], state: State) -> list[str]:
    """Everybody's name, opponents first and who acts last."""
    people = characters_of(state)
    return [people[who].name for who in sorted(people, key=lambda who: (who == actor, who not in opponents))]


def parameter_field(action: Action, parameter: Parameter, commands: CommandSet, people: Sequence[str]) -> Field:
    """The field of one parameter, with its default in it."""
    words = commands.words
    choices: Sequence[str] = [words.term(choice.id) for choice in parameter.choices]
    if parameter.kind in ("character", "characters"):
        choices = people
    return Field(
        parameter.id,
        words.term(parameter.id),
        parameter.kind,
        _text_of(parameter.default, parameter, commands),
        choices,
        is_open=parameter.open_choice or parameter.kind not in ("choice", "character"),
        minimum=parameter.minimum,
        maximum=parameter.maximum,
        is_rare=not parameter.common and not parameter.required,
        is_required=parameter.required,
        detail=words.help(f"{action.id}.{parameter.id}") or words.help(parameter.id),
        on=parameter.default is True,
    )


def _text_of(value: Value | None, parameter: Parameter, commands: CommandSet) -> str:
    if value is None or isinstance(value, bool):
        return ""
    if parameter.kind == "choice":
        return commands.words.term(str(value))
    return "" if parameter.kind in ("character", "characters") and value == "" else str(value)


def form_command(form: Form, action: Action, commands: CommandSet, state: State) -> ActCommand:
    """Read a form as the typed line that would say the same. Raises Refusal."""
    pieces = [action.id]
    kinds = {parameter.id: parameter for parameter in action.typed_parameters}
    for one in form.fields:
        parameter = kinds.get(one.id)
        if one.kind == "switch":
            if one.on != (parameter is not None and parameter.default is True):
                pieces.append(f"{one.id}={'yes' if one.on else 'no'}")
        elif one.value:
            names = one.value.split(",") if one.kind == "characters" else [one.value]
            pieces.append(f"{one.id}={','.join(quote(name.strip()) for name in names if name.strip())}")
    command = commands.parse(" ".join(pieces), state)
    assert isinstance(command, ActCommand)
    return command


def outlook(session: Session, command: ActCommand, look: Look) -> Iterator[tuple[Span, ...]]:
    """What an act promises: its pool with parts and what may come of it; without a roll, what it would change."""
    try:
        found = prospects(session, command.intent, command.faces or ())
    except MoreFaces as more:
        yield (Span(look.sentence(failure_message(more)), "dim"),)
    except FAILURES as error:
        yield (Span(refusal_text(session, command.intent, error, look), "warning"),)
    else:
        if not isinstance(found, Preview):
            yield from _odds(found, look)
        elif spans := tuple(changes(session, session.table.state, found.state, look)):
            yield spans


def _odds(chances: Chances, look: Look) -> Iterator[tuple[Span, ...]]:
    for note in chances.notes:
        yield (Span(look.sentence(note), "warning"),)
    if chances.parts:
        yield (Span(pool_line(chances, look.words), "text"),)
    events = ", ".join(f"{look.words.value(label)} {percent(chance)}" for label, chance in chances.events)
    if events:
        yield (Span(events, "accent"),)
    if chances.at_least:
        shown = enumerate(chances.at_least[:MOST_CHANCES], 1)
        listed = ", ".join(f"{number}+ {percent(chance)}" for number, chance in shown)
        yield (Span(look.say("odds.at_least", what=chances.counted, list=listed, mean=decimal(chances.mean)), "dim"),)
    if chances.loss is not None:
        yield (Span(look.say("odds.loss", mean=decimal(chances.loss)), "dim"),)
