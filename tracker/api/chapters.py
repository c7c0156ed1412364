"""One way to write a ruleset: a card, kinds of character, and a chapter for each chapter of the rulebook.

A `Chapter` bundles what belongs together: actions with what carries them out, conditions, options, what happens at
moments, what is due, derived values, what is not available. A `Ruleset` made of chapters is the plugin: it implements
the hooks. So a new rule touches the module of its chapter and nothing else.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Literal, TypeAlias

from tracker.api.catalogues import load_catalogue, load_importers, load_rules
from tracker.api.descriptions import (
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
from tracker.api.hookspecs import hookimpl
from tracker.api.kept import Descriptions, kept
from tracker.core.chance import Chance
from tracker.core.intents import Draft, Intent, Outcome
from tracker.core.record import record
from tracker.core.remembered import Remembered
from tracker.core.state import State, Status
from tracker.core.values import nothing

CarryOut: TypeAlias = Callable[[State, Intent, Chance], Outcome]
"""Carries an act out on a view; the same shape as a hook."""

AtMoment: TypeAlias = Callable[[Draft, Intent, Chance], None]
"""Adds to a draft what happens at a moment. The chapters before have added theirs already: `draft.state` has it."""

OddsOf: TypeAlias = Callable[[State, Intent], Chances | None]
"""The exact chances of an act, None if nothing is rolled."""

Moment: TypeAlias = Literal[
    "begin_scene",
    "begin_session",
    "condition_ended",
    "end_of_round",
    "end_of_turn",
    "gauge_changed",
    "pass_time",
    "start_of_round",
    "start_of_turn",
    "trait_changed",
]
"""The hooks at which every chapter may add something."""


PresetsOf: TypeAlias = Callable[[State, Intent], Mapping[str, tuple[str, ...]]]
"""What parameters of an act usually are for its people: id to words as they are typed, the likeliest first."""

AppliesTo: TypeAlias = Callable[[State, Intent], Mapping[str, bool]]
"""Whether parameters of an act make sense for its people and what is chosen so far; no one may be named yet."""


def drafted(carry_out: AtMoment) -> CarryOut:
    """Make a function that works on a draft one that carries an act out."""

    def on_a_draft(view: State, intent: Intent, chance: Chance) -> Outcome:
        draft = Draft(view)
        carry_out(draft, intent, chance)
        return draft.outcome()

    return on_a_draft


def no_moments() -> Mapping[Moment, AtMoment]:
    """Nothing that happens at any moment."""
    return {}


def no_odds() -> Mapping[str, OddsOf]:
    """No verb of the core's that rolls."""
    return {}


@record
class Deed:
    """An action with what carries it out, with its odds where it rolls, and with what its form begins with and shows.

    Without `applies` a form shows all parameters. A typed line may give any.
    """

    action: Action
    carry_out: CarryOut
    odds: OddsOf | None = None
    presets: PresetsOf | None = None
    applies: AppliesTo | None = None


@record
class Chapter:
    """One chapter of the rules. Everything is optional.

    `inner` are verbs that only follow from other acts. `create` makes a character, `initiative` the order; one chapter
    of a ruleset has them. `due` is asked about one character at a time, `due_at_table` about what concerns no one or
    the table as a whole; both are pure, and so are `status`, `derived` and `unavailable` (action id to message id).
    `odds` are those of the core's verbs that roll, such as `initiative`; an action has its own in its `Deed`.
    """

    deeds: tuple[Deed, ...] = ()
    inner: Mapping[str, CarryOut] = field(default_factory=nothing)
    conditions: tuple[ConditionKind, ...] = ()
    options: tuple[OptionSpec, ...] = ()
    gauges: tuple[SessionGauge, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    create: CarryOut | None = None
    initiative: CarryOut | None = None
    moments: Mapping[Moment, AtMoment] = field(default_factory=no_moments)
    status: Callable[[State, str], Iterable[Status]] | None = None
    due: Callable[[State, str], Iterable[DueItem]] | None = None
    due_at_table: Callable[[State], Iterable[DueItem]] | None = None
    odds: Mapping[str, OddsOf] = field(default_factory=no_odds)
    derived: Callable[[State, str], Iterable[Derived]] | None = None
    unavailable: Callable[[State, str], Mapping[str, str]] | None = None


class _Loaded:
    """The chapters of a ruleset once they are imported, with what carries each verb out."""

    def __init__(self, chapters: Sequence[Chapter]) -> None:
        self.chapters = chapters
        deeds = [deed for chapter in chapters for deed in chapter.deeds]
        self.verbs = {verb: carry_out for chapter in chapters for verb, carry_out in chapter.inner.items()}
        self.verbs |= {deed.action.id: deed.carry_out for deed in deeds}
        self.odds = {verb: odds for chapter in chapters for verb, odds in chapter.odds.items()}
        self.odds |= {deed.action.id: deed.odds for deed in deeds if deed.odds}
        self.presets = {deed.action.id: deed.presets for deed in deeds if deed.presets}
        self.applies = {deed.action.id: deed.applies for deed in deeds if deed.applies}


class Ruleset:
    """A plugin made of a card, kinds of character and chapters.

    `package` is the name of the plugin's package (`__name__`): its words and rules lie in its folder `locale`, a
    folder for each language; in a package that keeps a language in one file, `words` and `rules` name further files, as
    for `load_catalogue` and `load_rules`. A `book.toml` beside the folder is the ruleset's book of creatures,
    encounters and tables, `importers.toml` tells how other tools keep characters. `chapters` is called when the first
    act needs them, so that card, kinds and words cost no import of a chapter; `kinds` may be called too.
    """

    def __init__(
        self,
        package: str,
        card: RulesetCard,
        kinds: Sequence[CharacterKind] | Callable[[], Sequence[CharacterKind]],
        chapters: Callable[[], Sequence[Chapter]],
        *,
        words: Sequence[str] = (),
        rules: Sequence[str] = (),
    ) -> None:
        self.__name__ = package
        self._card = card
        self._kinds = kinds
        self._load = chapters
        self._words = words
        self._rules = rules
        self._loaded: _Loaded | None = None
        self._is_kept = False
        self._described: Descriptions | None = None
        self._due_of = Remembered(self._due_of_one)

    def _contents(self) -> "_Loaded":
        # No property: looking for hooks, pluggy reads every attribute, and that must not import the chapters.
        if self._loaded is None:
            self._loaded = _Loaded(tuple(self._load()))
        return self._loaded

    def keep_descriptions(self, *, wanted: bool) -> None:
        """Take what the chapters describe from where it is kept from now on, or from the chapters themselves."""
        if wanted is not self._is_kept:
            self._is_kept, self._described = wanted, None

    def _descriptions(self) -> Descriptions:
        if self._described is None:
            self._described = kept(self.__name__, self._describe) if self._is_kept else self._describe()
        return self._described

    def _own_kinds(self) -> Sequence[CharacterKind]:
        return self._kinds() if callable(self._kinds) else self._kinds

    def _describe(self) -> Descriptions:
        chapters = self.chapters()
        return {
            "kinds": self._own_kinds(),
            "options": [option for chapter in chapters for option in chapter.options],
            "actions": [deed.action for chapter in chapters for deed in chapter.deeds],
            "conditions": [kind for chapter in chapters for kind in chapter.conditions],
            "gauges": [gauge for chapter in chapters for gauge in chapter.gauges],
            "highlights": [highlight for chapter in chapters for highlight in chapter.highlights],
        }

    def chapters(self) -> Sequence[Chapter]:
        """The chapters, in the order in which their actions are listed and their moments come."""
        return self._contents().chapters

    def missing(self) -> Sequence[str]:
        """The hooks that every ruleset needs and no chapter of this one has."""
        wanted = {"create_character": any(chapter.create for chapter in self.chapters())}
        if self._card.turns == "order":
            wanted["initiative"] = any(chapter.initiative for chapter in self.chapters())
        return [hook for hook, is_there in wanted.items() if not is_there]

    # ------------------------------------------------------------------ what the ruleset is

    @hookimpl
    def card(self) -> RulesetCard:
        """Tell who the ruleset is."""
        return self._card

    @hookimpl
    def character_kinds(self) -> Sequence[CharacterKind]:
        """Describe the kinds of character."""
        return self._descriptions()["kinds"] if self._is_kept else self._own_kinds()

    @hookimpl
    def table_options(self) -> Sequence[OptionSpec]:
        """Describe the options of every chapter."""
        return self._descriptions()["options"]

    @hookimpl
    def actions(self) -> Sequence[Action]:
        """Describe the actions of every chapter."""
        return self._descriptions()["actions"]

    @hookimpl
    def condition_kinds(self) -> Sequence[ConditionKind]:
        """Describe the conditions of every chapter."""
        return self._descriptions()["conditions"]

    @hookimpl
    def gauges(self) -> Sequence[SessionGauge]:
        """Describe the gauges of the session."""
        return self._descriptions()["gauges"]

    @hookimpl
    def highlights(self) -> Sequence[Highlight]:
        """Describe what stands out in the log."""
        return self._descriptions()["highlights"]

    @hookimpl
    def books(self) -> Sequence[str]:
        """Give the book of the package, where it has one: `book.toml`."""
        book = Path(sys.modules[self.__name__].__file__ or "").with_name("book.toml")
        return [str(book)] if book.is_file() else []

    @hookimpl
    def importers(self) -> Sequence[Importer]:
        """Give the importers of the package, where it has some: `importers.toml`."""
        return load_importers(self.__name__)

    @hookimpl
    def catalogue(self, language: str) -> Mapping[str, Mapping[str, str]]:
        """Give the words of the package in a language."""
        return load_catalogue(self.__name__, language, *self._words)

    @hookimpl
    def rules_reference(self, language: str) -> Sequence[Rule]:
        """Give the rules of the package in a language."""
        return load_rules(self.__name__, language, *self._rules)

    # ------------------------------------------------------------------ what the ruleset does

    def _carry_out(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        carry_out = self._contents().verbs.get(intent.verb)
        return carry_out(view, intent, chance) if carry_out else None

    def _at(self, moment: Moment, view: State, intent: Intent, chance: Chance) -> Outcome:
        draft = Draft(view)
        for chapter in self.chapters():
            if happens := chapter.moments.get(moment):
                happens(draft, intent, chance)
        return draft.outcome()

    @hookimpl
    def create_character(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Make a character."""
        create = next((chapter.create for chapter in self.chapters() if chapter.create), None)
        return create(view, intent, chance) if create else None

    @hookimpl
    def roll(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Carry out an action that rolls."""
        return self._carry_out(view, intent, chance)

    @hookimpl
    def apply_damage(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Mark damage."""
        return self._carry_out(view, intent, chance)

    @hookimpl
    def heal(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Take marks away."""
        return self._carry_out(view, intent, chance)

    @hookimpl
    def act(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Carry out any other action, and the inner verbs."""
        return self._carry_out(view, intent, chance)

    @hookimpl
    def initiative(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Work out the turn order."""
        order = next((chapter.initiative for chapter in self.chapters() if chapter.initiative), None)
        return order(view, intent, chance) if order else None

    @hookimpl
    def begin_scene(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what begins or ends with a scene."""
        return self._at("begin_scene", view, intent, chance)

    @hookimpl
    def start_of_round(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what happens at the start of a round."""
        return self._at("start_of_round", view, intent, chance)

    @hookimpl
    def end_of_round(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what adds up at the end of a round."""
        return self._at("end_of_round", view, intent, chance)

    @hookimpl
    def start_of_turn(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what happens as a turn begins."""
        return self._at("start_of_turn", view, intent, chance)

    @hookimpl
    def end_of_turn(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what happens as a turn ends."""
        return self._at("end_of_turn", view, intent, chance)

    @hookimpl
    def pass_time(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what time does."""
        return self._at("pass_time", view, intent, chance)

    @hookimpl
    def begin_session(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what comes back between sessions of play."""
        return self._at("begin_session", view, intent, chance)

    @hookimpl
    def trait_changed(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what follows from a trait that was set."""
        return self._at("trait_changed", view, intent, chance)

    @hookimpl
    def gauge_changed(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what follows from a gauge that was set."""
        return self._at("gauge_changed", view, intent, chance)

    @hookimpl
    def condition_ended(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what follows from a condition that is over."""
        return self._at("condition_ended", view, intent, chance)

    # ------------------------------------------------------------------ what the ruleset knows

    @hookimpl
    def status(self, view: State, who: str) -> Sequence[Status] | None:
        """Derive the status words of a character."""
        return [word for chapter in self.chapters() if chapter.status for word in chapter.status(view, who)]

    @hookimpl
    def due(self, view: State) -> Sequence[DueItem]:
        """Derive what is due, for the table and then for each character in the order of joining."""
        at_table = [item for chapter in self.chapters() if chapter.due_at_table for item in chapter.due_at_table(view)]
        of_each = self._due_of.about_all(view)
        return [*at_table, *(item for who in view.characters for item in of_each[who])]

    def _due_of_one(self, view: State, who: str) -> Sequence[DueItem]:
        return [item for chapter in self.chapters() if chapter.due for item in chapter.due(view, who)]

    @hookimpl
    def derived(self, view: State, who: str) -> Sequence[Derived]:
        """Give the derived values of a sheet."""
        return [value for chapter in self.chapters() if chapter.derived for value in chapter.derived(view, who)]

    @hookimpl
    def odds(self, view: State, intent: Intent) -> Chances | None:
        """Work out the exact chances of an action."""
        odds = self._contents().odds.get(intent.verb)
        return odds(view, intent) if odds else None

    @hookimpl
    def presets(self, view: State, intent: Intent) -> Mapping[str, tuple[str, ...]] | None:
        """Name what the parameters of an action usually are."""
        presets = self._contents().presets.get(intent.verb)
        return presets(view, intent) if presets else None

    @hookimpl
    def applies(self, view: State, intent: Intent) -> Mapping[str, bool] | None:
        """Tell which parameters of an action make sense now."""
        applies = self._contents().applies.get(intent.verb)
        return applies(view, intent) if applies else None

    @hookimpl
    def unavailable(self, view: State, who: str) -> Mapping[str, str]:
        """Name the actions that are not possible now; of two reasons that of the earlier chapter counts."""
        reasons: dict[str, str] = {}
        for chapter in reversed(self.chapters()):
            if chapter.unavailable:
                reasons.update(chapter.unavailable(view, who))
        return reasons
