"""The form of an act, made from its description: who, on whom, and every parameter."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from tracker.acts.names import value_called
from tracker.answers import decimal, percent
from tracker.answers.odds import pool_line
from tracker.api.descriptions import Action, Chances, Parameter
from tracker.command.commands import ActCommand
from tracker.command.parse import CommandSet
from tracker.core.chance import MoreFaces
from tracker.core.intents import Intent, IntentValue, Refusal
from tracker.core.messages import message
from tracker.core.quoting import quote
from tracker.core.state import State
from tracker.failures import FAILURES, failure_message
from tracker.opening import Session
from tracker.table import Preview
from tracker.ui.habits import last_choices
from tracker.ui.look import Look
from tracker.ui.paint import Span, lines_of
from tracker.ui.panels.form import Field, Form
from tracker.ui.view.naming import heading, short_list
from tracker.ui.view.preview import MOST_PEOPLE, asks_for, changes, missing_of, prospects, refusal_text
from tracker.ui.view.rows import characters_of

ACTOR, TARGET, FACES = "by", "on", "faces"
MOST_CHANCES = 6
MOST_EVENTS = 3
"""So many of what may come of it stand before the means, the rest after them as far as there is room."""


MOST_FIELDS = 8
"""So many fields show at once, so that the list of people stays in view."""


def action_form(
    session: Session,
    action: Action,
    actor: str,
    targets: Sequence[str],
    look: Look,
    carry_out: Callable[[Form, ActCommand], None],
    *,
    typed_dice: bool = False,
    pick: Callable[[str], str] | None = None,
    other: str = "",
) -> Form:
    """A form for an act; Enter reads it into a command and gives it to `carry_out`.

    `typed_dice`: the field for the faces that fell is one of those that show at once. `pick` gives the name of who
    a sign in the list stands for. `other` acts instead of `actor` where the two are swapped and no one is a target.
    """
    return _ActForm(session, action, look, carry_out).opened(actor, targets, other, pick, typed_dice=typed_dice)


class _ActForm:
    """What the form of an act is made of and what it does."""

    def __init__(
        self, session: Session, action: Action, look: Look, carry_out: Callable[[Form, ActCommand], None]
    ) -> None:
        assert session.commands is not None
        self._session = session
        self._commands = session.commands
        self._action = action
        self._look = look
        self._carry_out = carry_out
        self._other = ""
        self._usual: dict[str, str] = {}

    @property
    def _state(self) -> State:
        return self._session.table.state

    def opened(
        self,
        actor: str,
        targets: Sequence[str],
        other: str,
        pick: Callable[[str], str] | None,
        *,
        typed_dice: bool,
    ) -> Form:
        """The form as it opens."""
        action, commands = self._action, self._commands
        self._other = self._state.characters[other].name if other in self._state.characters else ""
        fields = list(_fields(action, actor, targets, commands, self._state))
        if action.id in commands.rules.actions and not action.asks:
            fields.append(_faces_field(commands, is_rare=not typed_dice))
        form = Form(
            self._look.words.verb(action.id),
            fields,
            self._look,
            self._submit,
            self._describe,
            self._changed,
            most=MOST_FIELDS,
            pick=pick,
            swap=self._swap if action.acts else None,
            heading=self._heading,
            footers=MOST_PEOPLE + 1,
        )
        self._take_presets(form, Intent(action.id, actor, tuple(targets)))
        self._show_applying(form, Intent(action.id, actor, tuple(targets)))
        return form

    def _submit(self, form: Form) -> None:
        try:
            self._carry_out(form, form_command(form, self._action, self._commands, self._state))
        except Refusal as refusal:
            form.error = self._look.sentence(failure_message(missing_of(refusal)))

    def _describe(self, form: Form) -> Sequence[tuple[Span, ...]]:
        try:
            command = form_command(form, self._action, self._commands, self._state)
        except Refusal as refusal:
            missing = missing_of(refusal)
            lines = [(Span(self._look.sentence(failure_message(missing)), "dim"),)]
            if missing is not refusal and (reason := self._why_not(form)):
                lines.append((Span(reason, "warning"),))
            return lines
        return list(outlook(self._session, command, self._look))

    def _why_not(self, form: Form) -> str:
        """Why the one who acts cannot do this now, whatever is still missing."""
        name = form.value(ACTOR)
        who = next((one.id for one in self._state.characters.values() if one.name == name), "")
        try:
            reason = self._commands.rules.unavailable(self._state, who).get(self._action.id) if who else None
        except FAILURES:
            return ""
        return self._look.say(reason) if reason else ""

    def _heading(self, form: Form) -> str:
        """What is done by whom to whom; a long list of names is cut."""
        who, targets = form.field(ACTOR), form.field(TARGET)
        on = short_list(targets.names, self._look) if targets is not None else ""
        return heading(form.title, who.value if who is not None else "", on, self._look, is_on=targets is not None)

    def _changed(self, form: Form, one: Field) -> None:
        try:
            intent = form_command(form, self._action, self._commands, self._state).intent
        except Refusal:
            return
        if one.id in (ACTOR, TARGET):
            self._take_presets(form, intent)
        self._show_applying(form, intent)

    def _swap(self, form: Form) -> None:
        """Let the other one act: the target, or whoever else was meant."""
        who, target = form.field(ACTOR), form.field(TARGET)
        assert who is not None
        before = who.value
        if target is not None and target.names:
            who.editor.set(target.names[0])
            target.editor.set(before)
        elif self._other:
            who.editor.set(self._other)
            self._other = before
        self._changed(form, who)

    def _take_presets(self, form: Form, intent: Intent) -> None:
        """Put what is usual for these people into the fields that no one has changed."""
        presets = _presets(intent, self._commands, self._state)
        kept = last_choices(self._session, self._action, intent.actor)
        for parameter in self._action.typed_parameters:
            field, usual = form.field(parameter.id), presets.get(parameter.id, ())
            before = self._usual.get(parameter.id, _text_of(parameter.default, parameter, self._commands))
            if field is None or field.kind == "switch" or field.value != before:
                continue
            begins_with = kept.get(parameter.id) or (usual[0] if usual else parameter.default)
            after = _text_of(begins_with, parameter, self._commands)
            self._usual[parameter.id] = after
            field.editor.set(after)
            if usual and field.kind == "text":
                field.choices = usual

    def _show_applying(self, form: Form, intent: Intent) -> None:
        """Show the fields that make sense for what is chosen; a plugin that fails here costs only that."""
        try:
            applying = self._commands.rules.applies(self._state, intent)
        except FAILURES:
            applying = {}
        form.show_applying(lambda one: applying.get(one.id, True))


def _fields(action: Action, actor: str, targets: Sequence[str], commands: CommandSet, state: State) -> Iterator[Field]:
    words = commands.words
    people = [character.name for character in characters_of(state).values()]
    if action.targets != "none":
        names = ", ".join(state.characters[who].name for who in targets)
        if action.targets != "many":
            names = state.characters[targets[0]].name if targets else ""
        opponents = _opponents(actor, state) if action.acts else frozenset(state.characters)
        likely = _likely_targets(actor, opponents, state) if action.acts else people
        is_required = action.targets != "optional"
        if not names and is_required and action.acts and len(opponents) == 1:
            names = likely[0]
        # The cursor stands on a target that no one chose, or that is on the side of who acts, so that it is seen.
        is_given = not is_required or (bool(targets) and opponents.issuperset(targets))
        kind = "characters" if action.targets == "many" else "character"
        yield Field(TARGET, words.term("target"), kind, names, likely, is_required=is_required, is_given=is_given)
    for parameter in action.typed_parameters:
        yield parameter_field(action, parameter, commands, people)
    if action.acts:
        # The heading names who acts, and a key swaps them: the field itself is seldom wanted.
        name = state.characters[actor].name if actor in state.characters else ""
        label = words.say(message("ui.form.actor"))
        is_rare = bool(name)
        yield Field(
            ACTOR, label, "character", name, people, is_open=False, is_required=True, is_given=True, is_rare=is_rare
        )


def _presets(intent: Intent, commands: CommandSet, state: State) -> Mapping[str, tuple[str, ...]]:
    """What the parameters usually are for these people; a plugin that fails here costs only that."""
    try:
        return commands.rules.presets(state, intent)
    except FAILURES:
        return {}


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
    """Everyone's name, opponents first and who acts last."""
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
        words.term(value_called(action.id, parameter.id)),
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


def _text_of(value: "IntentValue | None", parameter: Parameter, commands: CommandSet) -> str:
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
        if not one.applies:
            continue
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
        yield (Span(asks_for(more, command, look), "dim"),)
    except FAILURES as error:
        yield (Span(refusal_text(session, command.intent, error, look), "warning"),)
    else:
        if not isinstance(found, Preview):
            yield from _odds(found, session.table.state, look)
        else:
            yield from lines_of(list(changes(session, session.table.state, found.state, look)))


def _odds(chances: Chances, state: State, look: Look) -> Iterator[tuple[Span, ...]]:
    """What to think of before; what may come of it in one line, of several targets in a line for each; the pool."""
    if chances.notes:
        separator = f" {look.glyphs.separator} "
        yield (Span(separator.join(look.sentence(note) for note in chances.notes), "warning"),)
    for who, one in chances.each[:MOST_PEOPLE]:
        pool = look.say("ui.odds.pool", pool=one.pool)
        yield (Span(f"{state.characters[who].name}: ", "dim"), *_on_one_line([pool, *_events(one, look)], look))
    if len(chances.each) > MOST_PEOPLE:
        yield (Span(f"+{len(chances.each) - MOST_PEOPLE}", "dim"), Span(""))
    if chances.each:
        return
    # Several spans stay one line, cut where it ends: the whole odds stand behind the verb `odds`.
    if pieces := _events(chances, look):
        yield _on_one_line(pieces, look)
    if chances.parts:
        yield (Span(pool_line(chances, look.words), "text"),)


def _events(chances: Chances, look: Look) -> list[str]:
    """What may come of it, the most telling first, with the mean success and loss."""
    events = [f"{look.words.value(label)} {percent(look.words, chance)}" for label, chance in chances.events]
    pieces = events[:MOST_EVENTS]
    if chances.at_least and not pieces:
        shown = enumerate(chances.at_least[:MOST_CHANCES], 1)
        pieces.append(
            f"{look.words.value(chances.counted)} " + ", ".join(f"{k}+ {percent(look.words, one)}" for k, one in shown)
        )
    if chances.at_least:
        pieces.append(look.say("ui.odds.mean", mean=decimal(look.words, chances.mean)))
    if chances.loss is not None:
        pieces.append(look.say("odds.loss", mean=decimal(look.words, chances.loss)))
    return pieces + events[MOST_EVENTS:]


def _on_one_line(pieces: Sequence[str], look: Look) -> tuple[Span, ...]:
    first, *others = pieces
    return (Span(first, "accent"), *(Span(f" {look.glyphs.separator} {piece}", "accent") for piece in others))
