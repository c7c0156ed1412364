"""The form of a new session: ruleset, title, cast, house rules and the ruleset's table options."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tracker.api.descriptions import OptionSpec
from tracker.command.parse import CommandSet
from tracker.command.run import perform_line
from tracker.command.tokens import entries
from tracker.core.chance import Chance
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import Message, Term, message
from tracker.core.record import record
from tracker.core.state import State
from tracker.core.values import Value
from tracker.failures import FAILURES, failure_message
from tracker.journal.sessions import new_path
from tracker.names import choose
from tracker.opening import NewSession, Session, create_session, load_rules, trial_session
from tracker.rules.facade import Rules, is_ruleset
from tracker.rules.loader import PluginError, discover
from tracker.text import Words, literal
from tracker.ui.look import Look
from tracker.ui.panels.form import Field, Form
from tracker.ui.panels.picker import Picker

RULESET, TITLE, CAST = "ruleset", "title", "cast"
OPTION, HOUSE_RULE = "option:", "house-rule:"


@record
class Offer:
    """The rulesets and house rules that can be chosen, and what is wrong with the first broken plugin."""

    rulesets: dict[str, Rules]
    house_rules: tuple[str, ...]
    problem: Message | None


def offered(folders: Sequence[Path]) -> Offer:
    """Try all plugins."""
    rulesets: dict[str, Rules] = {}
    house_rules: list[str] = []
    problem: Message | None = None
    for source in discover(folders):
        try:
            plugin = source.load()
            if is_ruleset(plugin):
                rulesets[source.name] = Rules(plugin, name=source.name)
            else:
                house_rules.append(source.name)
        except PluginError as error:
            problem = problem or error.reason
    return Offer(rulesets, tuple(house_rules), problem)


class NewSessionForm:
    """Builds the form, and from it the session."""

    def __init__(self, offer: Offer, look: Look, preferred: str = "") -> None:
        """Begin with the `preferred` ruleset where there is such a one, else with the first."""
        self._offer = offer
        self._look = look
        self._titles = {ruleset: self._title(rules) for ruleset, rules in offer.rulesets.items()}
        self._shown_ruleset = preferred if preferred in offer.rulesets else next(iter(offer.rulesets), "")

    def _title(self, rules: Rules) -> str:
        return rules.title(self._look.words.language)

    def fields(self) -> list[Field]:
        """The fields for the ruleset that is chosen."""
        say = self._look.say
        title = self._titles.get(self._shown_ruleset, "")
        return [
            Field(RULESET, say("ui.sessions.ruleset"), "choice", title, list(self._titles.values()), is_required=True),
            Field(TITLE, say("ui.sessions.title_field"), is_required=True),
            Field(CAST, say("ui.sessions.cast"), detail=say("ui.sessions.cast_detail"), between_lines="; "),
            *self._chosen_by_ruleset(),
        ]

    def _chosen_by_ruleset(self) -> Iterator[Field]:
        rules = self._offer.rulesets.get(self._shown_ruleset)
        if rules is not None:
            words = Words(self._look.words.language, rules.catalogue)
            for option in rules.options.values():
                yield _option_field(option, words)
        for name in self._offer.house_rules:
            yield Field(
                HOUSE_RULE + name, f"{self._look.say('ui.sessions.house_rules')}: {name}", "switch", is_rare=True
            )

    def changed(self, form: Form, field: Field) -> None:
        """Show the options of another ruleset when one is chosen."""
        if field.id == RULESET:
            chosen = self._ruleset(form)
            if chosen and chosen != self._shown_ruleset:
                self._shown_ruleset = chosen
                kept = [one for one in form.fields if one.id in (RULESET, TITLE, CAST)]
                form.set_fields([*kept, *self._chosen_by_ruleset()])

    def _ruleset(self, form: Form) -> str:
        spellings = {name: (title, name) for name, title in self._titles.items()}
        try:
            return choose(form.value(RULESET), spellings, Term("ruleset"))
        except Refusal:
            return ""

    def picker(self, form: Form) -> Picker | None:
        """A picker of the chosen ruleset's creatures, which writes them into the cast; None without a ruleset."""
        rules = self._offer.rulesets.get(self._ruleset(form))
        if rules is None:
            return None
        from tracker.ui.books import picker_of

        def add_to_cast(intent: Intent) -> None:
            field = next(one for one in form.fields if one.id == CAST)
            count = f" count={intent.integer('count')}" if "count" in intent.values else ""
            field.editor.set("; ".join(filter(None, (field.value, f"{intent.text('from')}{count}"))))
            form.refresh()

        session = trial_session(rules, self._look.words.language)
        return picker_of(session, self._look, add_to_cast, encounters=False)

    def create(self, form: Form, folder: Path, folders: Sequence[Path], chance: Chance | None) -> tuple[Session, str]:
        """Make the session with its cast; the text tells who could not join. Raises one of FAILURES."""
        ruleset, title = self._ruleset(form), literal(form.value(TITLE))
        if not ruleset:
            known = tuple(self._titles.values())
            raise Refusal(message("command.unknown", what=Term("ruleset"), typed=form.value(RULESET), list=known))
        if not title:
            raise Refusal(message("ui.sessions.no_title"))
        house_rules = tuple(name for name in self._offer.house_rules if form.value(HOUSE_RULE + name))
        rules = load_rules(ruleset, house_rules, folders)
        language = self._look.words.language
        commands = CommandSet(rules, Words(language, rules.catalogue))
        cast = entries(form.value(CAST))
        self._check_cast(cast, commands)
        values = commands.values
        options: dict[str, Value] = {}
        for name, spec in rules.options.items():
            text = form.value(OPTION + name)
            if isinstance(spec.default, bool):
                options[name] = bool(text)
            elif text:
                options[name] = values.option_value(spec, text)
        wanted = NewSession(ruleset, title, language, options, house_rules)
        session = create_session(new_path(folder, title), wanted, rules, language, chance)
        return session, self._join(session, cast)

    def _check_cast(self, cast: Sequence[str], commands: CommandSet) -> None:
        """Raise Refusal, with the entry at fault, where someone of the cast does not read; nothing is made then."""
        for entry in cast:
            try:
                commands.parse(f"add {entry}", State())
            except Refusal as refusal:
                raise Refusal(message("ui.sessions.cast_entry", entry=entry, problem=refusal.reason)) from None

    def _join(self, session: Session, cast: Sequence[str]) -> str:
        problems: list[Message] = []
        for entry in cast:
            try:
                perform_line(session, f"add {entry}")
            except FAILURES as error:
                problems.append(message("ui.sessions.cast_entry", entry=entry, problem=failure_message(error)))
        return self._look.say("ui.sessions.cast_problem", problem=tuple(problems)) if problems else ""


def _option_field(option: OptionSpec, words: Words) -> Field:
    label, detail = words.term(option.id), words.help(option.id)
    if isinstance(option.default, bool):
        return Field(OPTION + option.id, label, "switch", on=option.default, detail=detail)
    if option.choices:
        choices = [words.term(choice.id) for choice in option.choices]
        text = words.term(str(option.default))
        return Field(OPTION + option.id, label, "choice", text, choices, is_required=True, detail=detail)
    kind = "integer" if isinstance(option.default, int) else "text"
    return Field(OPTION + option.id, label, kind, str(option.default), detail=detail)
