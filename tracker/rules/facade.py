"""The typed face of one session's plugins: a method a hook; every failure of a plugin becomes one PluginError."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pluggy

from tracker.acts.verbs import CORE_OPTIONS, core_actions
from tracker.api.descriptions import (
    API_VERSION,
    Action,
    Chances,
    CharacterKind,
    ConditionKind,
    Derived,
    DueItem,
    Highlight,
    Importer,
    OptionSpec,
    Rule,
    RulesetCard,
    SessionGauge,
)
from tracker.api.hookspecs import PROJECT, RulesetHooks
from tracker.core.chance import BadFace, Chance, MoreFaces
from tracker.core.intents import Intent, Outcome, Refusal
from tracker.core.lore import Lore
from tracker.core.messages import message
from tracker.core.remembered import Remembered
from tracker.core.state import State, Status
from tracker.languages import Catalogue, codes, fallbacks
from tracker.rules.blame import answering, in_whose_code, in_whose_frames, who_answered_wrongly
from tracker.rules.card_texts import card_text
from tracker.rules.check import (
    Descriptions,
    IllegalOutcome,
    check_catalogue,
    check_gauge,
    check_members,
    check_outcome,
    check_sentences_of,
)
from tracker.rules.debugging import print_traceback
from tracker.rules.loader import PluginError, PluginSource, reason_of
from tracker.rules.printing import Quiet
from tracker.rules.typed import Misfit, check_of

Answer = TypeVar("Answer")
_WRONG = (Misfit, IllegalOutcome)
_AMISS = (Exception,)
"""What looking at an answer may raise: its parts are the plugin's own objects."""


def plugin_in(module: object) -> object:
    """The plugin in a module: its `RULESET`, or the module with its hook functions."""
    return getattr(module, "RULESET", module)


def _taking(names: Sequence[str], function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, called with those of the arguments that it takes."""
    return lambda **arguments: function(*(arguments[name] for name in names))


def _are_the_same(before: Sequence[object], answers: Sequence[object]) -> bool:
    """Whether these are the very answers of before, in which nothing can have changed."""
    return len(before) == len(answers) and all(
        one is other and isinstance(one, tuple) for one, other in zip(before, answers, strict=True)
    )


def is_ruleset(module: object) -> bool:
    """Whether the plugin in a module has a card: only then is it a ruleset, not a house rule."""
    plugin = plugin_in(module)
    manager = pluggy.PluginManager(PROJECT)
    return hasattr(plugin, "card") and manager.parse_hookimpl_opts(plugin, "card") is not None


_DESCRIBED = (
    "kinds",
    "options",
    "actions",
    "verbs",
    "attacks",
    "conditions",
    "gauges",
    "highlights",
    "books",
    "importers",
)


class Rules:
    """The ruleset of a session and its house rules behind typed methods.

    One plugin manager lives here, for one session. `card` identifies the ruleset.
    """

    def __init__(
        self,
        ruleset: object,
        house_rules: Mapping[str, object] | None = None,
        name: str = "",
        *,
        is_proven: bool = False,
    ) -> None:
        """Take plugins in. Where they are `is_proven`, what they describe was examined when the program was made."""
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(RulesetHooks)
        self._ruleset = plugin_in(ruleset)
        self._trust(is_proven=is_proven)
        self._name = name or getattr(ruleset, "__name__", type(ruleset).__name__)
        self._register(self._ruleset, self._name)
        for house_rule, module in (house_rules or {}).items():
            if is_ruleset(module):
                raise PluginError(message("plugin.no_house_rule", plugin=house_rule))
            self._register(plugin_in(module), house_rule)
        self._card_texts: dict[tuple[str, str], str] = {}
        self._references: dict[str, tuple[Sequence[object], Mapping[str, Rule]]] = {}
        self._status_of = Remembered(self.status)
        # Only for naming whose mistake an act is that does not fit: who adjusted the last one, who put another verb in
        # place of one, which call of a hook let a verb follow.
        self._adjusting: tuple[str, ...] = ()
        self._renaming: dict[str, str] = {}
        self._following: dict[str, tuple[str, Mapping[str, Any]]] = {}
        card = self._ask("card")
        if card is None:
            raise PluginError(message("plugin.no_card", plugin=name))
        self._check("card", {}, card, lambda answer: check_of(RulesetCard)(answer, "RulesetCard"))
        if card.api > API_VERSION:
            raise PluginError(message("plugin.newer_api", plugin=card.id, wanted=card.api, known=API_VERSION))
        self.card: RulesetCard = card

    @classmethod
    def load(cls, ruleset: PluginSource, house_rules: Sequence[PluginSource] = ()) -> "Rules":
        """Import the plugins and build the manager. Raises PluginError."""
        loaded = {source.name: source.load() for source in house_rules}
        return cls(ruleset.load(), loaded, ruleset.name, is_proven=ruleset.is_shipped and not loaded)

    def _trust(self, *, is_proven: bool) -> None:
        self.is_proven = is_proven
        keep = getattr(self._ruleset, "keep_descriptions", None)
        if keep is not None:
            keep(wanted=is_proven)

    def _register(self, plugin: object, name: str) -> None:
        try:
            self._manager.register(plugin, name=name)
            self._manager.check_pending()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if self._manager.has_plugin(name):
                self._manager.unregister(name=name)
            print_traceback(error)
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
        """The table options by id, the ruleset's and the core's."""
        return {option.id: option for option in (*self._list("table_options", OptionSpec), *CORE_OPTIONS)}

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        """The ruleset's verbs by id."""
        return {action.id: action for action in self._list("actions", Action)}

    @cached_property
    def verbs(self) -> Mapping[str, Action]:
        """The verbs of a session by id: the ruleset's and the core's."""
        own = core_actions(self.kinds.values(), self.conditions.values(), self.options.values())
        return {**self.actions, **{action.id: action for action in own}}

    @cached_property
    def attacks(self) -> frozenset[str]:
        """The verbs with which someone attacks."""
        return frozenset(action.id for action in self.actions.values() if action.attack)

    @cached_property
    def conditions(self) -> Mapping[str, ConditionKind]:
        """The conditions by id."""
        return {kind.id: kind for kind in self._list("condition_kinds", ConditionKind)}

    @cached_property
    def memory(self) -> frozenset[str]:
        """The conditions in which the ruleset only remembers something, by id."""
        return frozenset(kind.id for kind in self.conditions.values() if kind.memory)

    @cached_property
    def lore(self) -> Lore:
        """What the public view has to know of the ruleset."""
        tracks = {spec.id for kind in self.kinds.values() for spec in kind.tracks if spec.vital}
        pools = {spec.id for kind in self.kinds.values() for spec in kind.pools if spec.vital}
        return Lore(self.memory, frozenset(tracks | pools))

    @cached_property
    def gauges(self) -> Mapping[str, SessionGauge]:
        """The gauges of the session by id."""
        gauges = {gauge.spec.id: gauge for gauge in self._list("gauges", SessionGauge)}
        for gauge in gauges.values():
            self._check("gauges", {}, [gauge], lambda answer: list(map(check_gauge, answer)))
        return gauges

    @cached_property
    def highlights(self) -> Mapping[str, Highlight]:
        """What stands out in the log, by the id of the term, of the sentence, or of what the dice are."""
        return {highlight.id: highlight for highlight in self._list("highlights", Highlight)}

    @cached_property
    def books(self) -> Sequence[Path]:
        """The files of the books that the plugins bring, those of the house rules first."""
        return [Path(path) for path in reversed(self._list("books", str))]

    @cached_property
    def importers(self) -> Sequence[Importer]:
        """How other tools keep characters, those of the house rules first."""
        return list(reversed(self._list("importers", Importer)))

    @cached_property
    def _descriptions(self) -> Descriptions:
        return Descriptions(self.kinds, self.conditions, self.gauges)

    def catalogue(self, language: str) -> Catalogue:
        """The words of the ruleset and its house rules in a language: tables from id to text."""
        merged: dict[str, dict[str, str]] = {}
        for answer in reversed(self._ask("catalogue", language=language)):
            self._check("catalogue", {"language": language}, answer, check_catalogue)
            for table, words in answer.items():
                merged.setdefault(table, {}).update(words)
        return merged

    def title(self, language: str) -> str:
        """What the ruleset is called for a reader of a language; its id where it does not say."""
        return self._of_card("title", self.card.titles, language) or self.card.id

    def summary(self, language: str) -> str:
        """What the ruleset is about, in a line; "" where it does not say."""
        return self._of_card("summary", self.card.summary, language)

    def _of_card(self, key: str, texts: Mapping[str, str], language: str) -> str:
        if (key, language) not in self._card_texts:  # asked for with each frame
            self._card_texts[key, language] = card_text(key, self.catalogue, texts, language)
        return self._card_texts[key, language]

    def reference(self, language: str) -> Mapping[str, Rule]:
        """The rules by id in a language, or in one that stands in for it."""
        found: dict[str, Rule] = {}
        for code in fallbacks(language):
            found.update(self._reference_in(code))
        return found

    def _reference_in(self, code: str) -> Mapping[str, Rule]:
        """The rules in a language: where the plugins give the very same again, they have been looked at."""
        answers = self._ask("rules_reference", language=code)
        before, found = self._references.get(code, ((), {}))
        if not _are_the_same(before, answers):
            # The ruleset's own come before those of house rules, which pluggy asks first.
            found = {
                rule.id: rule
                for answer in reversed(answers)
                for rule in self._members("rules_reference", {"language": code}, answer, Rule)
            }
            self._references[code] = answers, found
        return found

    def examine(self) -> None:
        """Ask for every description once, to find a broken one before a session needs it. Raises PluginError."""
        if self.is_proven:
            self._trust(is_proven=False)
            for name in _DESCRIBED:
                self.__dict__.pop(name, None)  # it may have been asked for already, unchecked
        described_things = (self.conditions, self.gauges, self.highlights, self._adjusters)
        for described in (self.kinds, self.options, self.actions, *described_things):
            len(described)
        for files in (self.books, self.importers):
            len(files)
        for language in codes():
            self._check("catalogue", {"language": language}, self.catalogue(language), check_sentences_of)
            self.reference(language)

    def require_hooks(self) -> None:
        """Raise PluginError where something that the ruleset describes cannot be done, since a hook is missing."""
        wanted = {"create_character", *(action.hook for action in self.actions.values())}
        if self.card.turns == "order":
            wanted.add("initiative")
        missing = {hook for hook in wanted if not getattr(self._manager.hook, hook).get_hookimpls()}
        of_chapters: Callable[[], Sequence[str]] = getattr(self._ruleset, "missing", tuple)
        if missing := missing.union(of_chapters()):
            raise PluginError(message("plugin.lacks", plugin=self.card.id, list=tuple(sorted(missing))))

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

    def adjust(self, view: State, intent: Intent) -> Intent:
        """The intent as the plugins adjust it, each in its turn, the ruleset first."""
        self._adjusting = ()
        for plugin, ask in self._adjusters:
            try:
                with Quiet():
                    adjusted = ask(view=view, intent=intent)
                if adjusted is None:
                    continue
                check_of(Intent)(adjusted, "Intent")
                if adjusted != intent:
                    self._adjusting = (*self._adjusting, plugin)
                    if adjusted.verb != intent.verb:
                        self._renaming[adjusted.verb] = plugin
                    intent = adjusted
            except (Refusal, KeyboardInterrupt):
                raise
            except BaseException as error:
                raise self._failure("adjust", error, plugin) from error
        return intent

    @cached_property
    def _adjusters(self) -> Sequence[tuple[str, Callable[..., Any]]]:
        """The functions themselves: each gets what the one before it made, which one call of the hook cannot do."""
        adjusters: list[tuple[str, Callable[..., Any]]] = []
        for implementation in self._manager.hook.adjust.get_hookimpls():
            if implementation.wrapper or implementation.hookwrapper:
                raise PluginError(message("plugin.wraps_adjust", plugin=implementation.plugin_name))
            adjusters.append((implementation.plugin_name, _taking(implementation.argnames, implementation.function)))
        return adjusters

    def wrong_intent(self, verb: str, refusal: Refusal, *, is_adjusted: bool) -> PluginError:
        """The failure of a plugin that lets an act follow, or adjusts one, so that it does not fit its description.

        What does not fit was adjusted last, or is what some hook let follow last.
        """
        if is_adjusted and self._adjusting:
            plugin = ", ".join(self._adjusting)
        else:
            plugin = self._who_let_follow(verb) or self.card.id
        return PluginError(message("plugin.wrong_intent", plugin=plugin, verb=verb, reason=refusal.reason))

    def _who_let_follow(self, verb: str) -> str:
        """The plugin whose answer asked for an act with this verb the last time; "" where there is none."""
        if verb not in self._following:
            return ""
        hook, arguments = self._following[verb]

        def check(answer: Outcome) -> None:
            if any(one.verb == verb for one in answer.then):
                raise Misfit(verb)

        return who_answered_wrongly(self._manager, hook, arguments, check, _WRONG)

    def wrong_due(self, view: State, item: DueItem, refusal: Refusal) -> PluginError:
        """The failure of a plugin that calls something due whose act does not fit its description."""
        plugin = self.giver("due", item.id, view=view)
        verb = item.intent.verb if item.intent else ""
        return PluginError(message("plugin.wrong_intent", plugin=plugin, verb=verb, reason=refusal.reason))

    def moment(self, hook: str, view: State, intent: Intent, chance: Chance) -> Outcome:
        """What the ruleset does at a moment: start_of_round, end_of_turn and so on; maybe nothing."""
        return self._carry_out(hook, view, intent, chance) or Outcome()

    # ------------------------------------------------------------------ what the ruleset knows

    def status(self, view: State, who: str) -> tuple[Status, ...]:
        """The status words of a character."""
        words = self._ask("status", view=view, who=who)
        return () if words is None else tuple(self._members("status", {"view": view, "who": who}, words, Status))

    def status_of_all(self, view: State) -> Mapping[str, tuple[Status, ...]]:
        """The status words of everyone. Only those are asked for again that may have changed."""
        if self._answers_for_all:
            answers = self._ask("statuses", view=view)
            if answers is not None:
                wanted = {who: answers.get(who, ()) for who in view.characters}
                return {who: tuple(self._members("statuses", {}, words, Status)) for who, words in wanted.items()}
        return self._status_of.about_all(view)

    @cached_property
    def _answers_for_all(self) -> bool:
        """Whether the ruleset answers for everyone at once, and no house rule has a say about single characters."""
        plugins = {implementation.plugin_name for implementation in self._manager.hook.status.get_hookimpls()}
        return bool(self._manager.hook.statuses.get_hookimpls()) and plugins <= {self._name}

    def due(self, view: State) -> Sequence[DueItem]:
        """What waits for the game master. Of two items with one id one would be lost, so they are a failure."""
        items = self._list("due", DueItem, view=view)
        ids = [item.id for item in items]
        if len(set(ids)) < len(ids):
            twice = next(one for one in ids if ids.count(one) > 1)
            error = Misfit(f"DueItem.id: {twice!r} is there twice; each needs one of its own")
            raise self._failure("due", error, self.giver("due", twice, view=view))
        return items

    def derived(self, view: State, who: str) -> list[Derived]:
        """The derived values of a character."""
        return self._list("derived", Derived, view=view, who=who)

    def odds(self, view: State, intent: Intent) -> Chances | None:
        """The exact chances of an action, None if nothing is rolled. Raises Refusal where it is not possible."""
        chances: Chances | None = self._ask("odds", view=view, intent=intent)
        if chances is not None:
            arguments = {"view": view, "intent": intent}
            self._check("odds", arguments, chances, lambda answer: check_of(Chances)(answer, "Chances"))
        return chances

    def presets(self, view: State, intent: Intent) -> Mapping[str, tuple[str, ...]]:
        """What parameters of an act usually are for its people, the likeliest first."""
        found: Mapping[str, tuple[str, ...]] = self._ask("presets", view=view, intent=intent) or {}
        check = check_of(Mapping[str, tuple[str, ...]])
        self._check("presets", {"view": view, "intent": intent}, found, lambda answer: check(answer, "presets"))
        return found

    def applies(self, view: State, intent: Intent) -> Mapping[str, bool]:
        """Whether parameters of an act make sense for its people and what is chosen; any that is not named does."""
        found: Mapping[str, bool] = self._ask("applies", view=view, intent=intent) or {}
        known = {parameter.id for action in self.actions.values() for parameter in action.parameters}

        def check(answer: Any) -> None:
            check_of(Mapping[str, bool])(answer or {}, "applies")
            if unknown := set(answer or ()) - known:
                raise Misfit(f"applies names {min(unknown)!r}, no action has such a parameter")

        self._check("applies", {"view": view, "intent": intent}, found, check)
        return found

    def unavailable(self, view: State, who: str) -> Mapping[str, str]:
        """The actions that are not possible now, with the id of the reason."""
        reasons: Mapping[str, str] = self._ask("unavailable", view=view, who=who) or {}
        check = check_of(Mapping[str, str])
        self._check("unavailable", {"view": view, "who": who}, reasons, lambda answer: check(answer, "unavailable"))
        return reasons

    # ------------------------------------------------------------------ calling

    def _carry_out(self, hook: str, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        arguments = {"view": view, "intent": intent, "chance": chance}
        outcome = self._ask(hook, **arguments)
        if outcome is not None:
            self._check(hook, arguments, outcome, lambda answer: check_outcome(view, answer, self._descriptions))
            for following in outcome.then:
                self._following[following.verb] = hook, arguments
        return outcome  # type: ignore[no-any-return]

    def whose(self, frame: FrameType) -> str:
        """The plugin in whose code a frame is, or one that has called it; "" where there is none."""
        return in_whose_frames(self._manager, frame)

    def _ask(self, hook: str, **arguments: Any) -> Any:
        caller: Callable[..., Any] = getattr(self._manager.hook, hook)
        try:
            with Quiet():
                return caller(**arguments)
        except (Refusal, MoreFaces, BadFace, KeyboardInterrupt):
            raise
        except BaseException as error:  # a plugin that wants to end the program is no better than one that fails
            plugin = in_whose_code(self._manager, error.__traceback__) or answering(self._manager, hook)
            raise self._failure(hook, error, plugin) from error

    def _list(self, hook: str, member: type[Answer], **arguments: Any) -> list[Answer]:
        collected: list[Answer] = []
        # pluggy asks the last registered first; the ruleset's own answers come before those of house rules.
        for answer in reversed(self._ask(hook, **arguments)):
            is_known = self.is_proven and not arguments  # what hangs on a state is checked, no matter who says it
            collected.extend(answer if is_known else self._members(hook, arguments, answer, member))
        return collected

    def _members(
        self, hook: str, arguments: Mapping[str, Any], answer: object, member: type[Answer]
    ) -> Sequence[Answer]:
        self._check(hook, arguments, answer, lambda one: check_members(one, member, hook))
        return answer  # type: ignore[return-value]

    def _check(self, hook: str, arguments: Mapping[str, Any], answer: object, check: Callable[[Any], object]) -> None:
        """Check an answer of a hook: what is wrong with it is the failure of the one who gave it."""
        try:
            check(answer)
        except _AMISS as error:
            plugin = who_answered_wrongly(self._manager, hook, arguments, check, _AMISS)
            raise self._failure(hook, error, plugin) from error

    def giver(self, hook: str, member_id: str, **arguments: Any) -> str:
        """The plugin whose answer to a hook has a member with this id."""

        def check(answer: Sequence[Any]) -> None:
            if any(one.id == member_id for one in answer):
                raise Misfit(member_id)

        return who_answered_wrongly(self._manager, hook, arguments, check, _WRONG)

    def _nothing_came(self, hook: str, verb: str = "") -> Outcome:
        if not getattr(self._manager.hook, hook).get_hookimpls() or not verb:
            raise PluginError(message("plugin.lacks", plugin=self.card.id, list=(hook,)))
        error = NotImplementedError(f"{hook} does not know {verb!r}")
        if verb in self.actions:
            raise self._failure(hook, error, answering(self._manager, hook))
        # No one described the verb: the one who asked for it has misspelt it.
        if verb in self._renaming:
            raise self._failure("adjust", error, self._renaming[verb])
        plugin = self._who_let_follow(verb) or answering(self._manager, hook)
        raise self._failure(self._following[verb][0] if verb in self._following else hook, error, plugin)

    @staticmethod
    def _failure(hook: str, error: BaseException, plugin: str) -> PluginError:
        print_traceback(error)
        reason = reason_of(error)
        return PluginError(message("plugin.failed", plugin=plugin, hook=hook, reason=reason), reason)
