"""The typed face of one session's plugins: a method a hook; every failure of a plugin becomes one PluginError."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from types import TracebackType
from typing import Any, TypeVar

import pluggy

from tracker.api.descriptions import (
    Action,
    Chances,
    CharacterKind,
    ConditionKind,
    Derived,
    OptionSpec,
    Rule,
    RulesetCard,
)
from tracker.api.hookspecs import PROJECT, RulesetHooks
from tracker.core.chance import BadFace, Chance, MoreFaces
from tracker.core.intents import Intent, Outcome, Refusal
from tracker.core.messages import Part, message
from tracker.core.state import State, Status
from tracker.rules.check import IllegalOutcome, check_catalogue, check_members, check_outcome, check_sentences
from tracker.rules.loader import PluginError, PluginSource, reason_of
from tracker.rules.typed import Misfit, check_of

Answer = TypeVar("Answer")
LANGUAGES = ("en", "ru")
"""The languages that every plugin is asked for."""


class Rules:
    """The ruleset of a session and its house rules behind typed methods.

    One plugin manager lives here, for one session. `card` identifies the ruleset.
    """

    def __init__(self, ruleset: object, house_rules: Mapping[str, object] | None = None, name: str = "") -> None:
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(RulesetHooks)
        self._register(ruleset, name or getattr(ruleset, "__name__", type(ruleset).__name__))
        for house_rule, plugin in (house_rules or {}).items():
            if hasattr(plugin, "card"):
                raise PluginError(message("plugin.no_house_rule", plugin=house_rule))
            self._register(plugin, house_rule)
        card = self._ask("card")
        if card is None:
            raise PluginError(message("plugin.no_card", plugin=name))
        with self._believing("card"):
            check_of(RulesetCard)(card, "RulesetCard")
        self.card: RulesetCard = card

    @classmethod
    def load(cls, ruleset: PluginSource, house_rules: Sequence[PluginSource] = ()) -> "Rules":
        """Import the plugins and build the manager. Raises PluginError."""
        return cls(ruleset.load(), {source.name: source.load() for source in house_rules}, ruleset.name)

    def _register(self, plugin: object, name: str) -> None:
        try:
            self._manager.register(plugin, name=name)
            self._manager.check_pending()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if self._manager.has_plugin(name):
                self._manager.unregister(name=name)
            raise PluginError(
                message("plugin.misfit", plugin=name, reason=reason_of(error)), reason_of(error)
            ) from error

    # ------------------------------------------------------------------ what the ruleset is

    @cached_property
    def kinds(self) -> Mapping[str, CharacterKind]:
        """The kinds of character by id; the first is the default."""
        return {kind.id: kind for kind in self._list("character_kinds", CharacterKind)}

    @cached_property
    def options(self) -> Mapping[str, OptionSpec]:
        """The table options by id."""
        return {option.id: option for option in self._list("table_options", OptionSpec)}

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        """The ruleset's verbs by id."""
        return {action.id: action for action in self._list("actions", Action)}

    @cached_property
    def conditions(self) -> Mapping[str, ConditionKind]:
        """The conditions by id."""
        return {kind.id: kind for kind in self._list("condition_kinds", ConditionKind)}

    def catalogue(self, language: str) -> Mapping[str, Mapping[str, str]]:
        """The words of the ruleset and its house rules in a language: tables from id to text."""
        merged: dict[str, dict[str, str]] = {}
        for answer in reversed(self._ask("catalogue", language=language)):
            with self._believing("catalogue"):
                tables = check_catalogue(answer)
            for table, words in tables.items():
                merged.setdefault(table, {}).update(words)
        return merged

    def reference(self, language: str) -> Mapping[str, Rule]:
        """The rules by id in a language."""
        return {rule.id: rule for rule in self._list("rules_reference", Rule, language=language)}

    def examine(self) -> None:
        """Ask for every description once, to find a broken one before a session needs it. Raises PluginError."""
        for described in (self.kinds, self.options, self.actions, self.conditions):
            len(described)
        for language in LANGUAGES:
            with self._believing("catalogue"):
                check_sentences(self.catalogue(language).get("message", {}))
            self.reference(language)

    # ------------------------------------------------------------------ what the ruleset does

    def create_character(self, view: State, intent: Intent, chance: Chance) -> Outcome:
        """Make a character."""
        return self._carry_out("create_character", view, intent, chance) or self._nothing_came("create_character")

    def perform(self, view: State, intent: Intent, chance: Chance) -> Outcome:
        """Carry out one of the ruleset's actions by the hook that the action names; unknown verbs go to `act`."""
        action = self.actions.get(intent.verb)
        hook = action.hook if action else "act"
        return self._carry_out(hook, view, intent, chance) or self._nothing_came(hook, intent.verb)

    def initiative(self, view: State, intent: Intent, chance: Chance) -> Outcome:
        """Work out the order of the targets."""
        return self._carry_out("initiative", view, intent, chance) or self._nothing_came("initiative")

    def moment(self, hook: str, view: State, intent: Intent, chance: Chance) -> Outcome:
        """What the ruleset does at a moment: start_of_round, end_of_turn and so on; maybe nothing."""
        return self._carry_out(hook, view, intent, chance) or Outcome()

    # ------------------------------------------------------------------ what the ruleset knows

    def status(self, view: State, who: str) -> tuple[Status, ...]:
        """The status words of a character."""
        words = self._ask("status", view=view, who=who)
        return () if words is None else tuple(self._members("status", words, Status))

    def derived(self, view: State, who: str) -> list[Derived]:
        """The derived values of a character."""
        return self._list("derived", Derived, view=view, who=who)

    def odds(self, view: State, intent: Intent) -> Chances | None:
        """The exact chances of an action, None where nothing is rolled. Raises Refusal where it is not possible."""
        chances: Chances | None = self._ask("odds", view=view, intent=intent)
        if chances is not None:
            with self._believing("odds"):
                check_of(Chances)(chances, "Chances")
        return chances

    def unavailable(self, view: State, who: str) -> Mapping[str, str]:
        """The actions that are not possible now, with the id of the reason."""
        reasons: Mapping[str, str] = self._ask("unavailable", view=view, who=who) or {}
        with self._believing("unavailable"):
            check_of(Mapping[str, str])(reasons, "unavailable")
        return reasons

    def explain(self, view: State, who: str, gauge: str) -> list[Part]:
        """The parts behind a gauge."""
        return self._list("explain", Part, view=view, who=who, gauge=gauge)

    # ------------------------------------------------------------------ calling

    def _carry_out(self, hook: str, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        outcome = self._ask(hook, view=view, intent=intent, chance=chance)
        if outcome is not None:
            with self._believing(hook):
                check_outcome(view, outcome)
        return outcome  # type: ignore[no-any-return]

    def _ask(self, hook: str, **arguments: Any) -> Any:
        caller: Callable[..., Any] = getattr(self._manager.hook, hook)
        try:
            return caller(**arguments)
        except (Refusal, MoreFaces, BadFace, KeyboardInterrupt):
            raise
        except BaseException as error:  # a plugin that wants to end the program is no better than one that fails
            raise self._failure(
                hook, error, self._culprit(error.__traceback__) or self._answering_plugin(hook)
            ) from error

    def _list(self, hook: str, member: type[Answer], **arguments: Any) -> list[Answer]:
        collected: list[Answer] = []
        # pluggy asks the last registered first; the ruleset's own answers come before those of house rules.
        for answer in reversed(self._ask(hook, **arguments)):
            collected.extend(self._members(hook, answer, member))
        return collected

    def _members(self, hook: str, answer: object, member: type[Answer]) -> Sequence[Answer]:
        with self._believing(hook):
            return check_members(answer, member, hook)

    @contextmanager
    def _believing(self, hook: str) -> Iterator[None]:
        """Check an answer of a hook: what is wrong with it is its plugin's failure."""
        try:
            yield
        except (Misfit, IllegalOutcome) as error:
            raise self._failure(hook, error, self._answering_plugin(hook)) from error

    def _nothing_came(self, hook: str, verb: str = "") -> Outcome:
        error = NotImplementedError(f"{hook} does not know {verb!r}" if verb else f"{hook} answered nothing")
        raise self._failure(hook, error, self._answering_plugin(hook))

    def _failure(self, hook: str, error: BaseException, plugin: str) -> PluginError:
        reason = reason_of(error)
        return PluginError(message("plugin.failed", plugin=plugin, hook=hook, reason=reason), reason)

    def _answering_plugin(self, hook: str) -> str:
        implementations = getattr(self._manager.hook, hook).get_hookimpls()
        return ", ".join(implementation.plugin_name for implementation in implementations) or hook

    def _culprit(self, traceback: TracebackType | None) -> str:
        """The plugin whose code stands innermost in a traceback."""
        packages = {
            getattr(plugin, "__name__", type(plugin).__module__): name
            for name, plugin in self._manager.list_name_plugin()
        }
        culprit = ""
        while traceback is not None:
            module = str(traceback.tb_frame.f_globals.get("__name__", ""))
            for package, name in packages.items():
                if module == package or module.startswith(f"{package}."):
                    culprit = name
            traceback = traceback.tb_next
        return culprit
