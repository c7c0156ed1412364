"""The hooks of a ruleset: one verb each, called by keyword, with the read-only state as `view`.

Every hook is pure: it reads `view`, its intent and `chance`, and returns what happened. It keeps nothing between calls
and may be called again with the same faces, for the same answer. A hook raises `Refusal` with a message when the act is
not possible; it lets `MoreFaces` pass. Anything else it raises costs the act and is shown as the plugin's failure.

A house rule is a plugin that implements some of these as wrappers (`@hookimpl(wrapper=True)`): it sees what the ruleset
answered and returns that or something else. Where a hook has one answer (`firstresult`), house rules are asked before
the ruleset, and a plain function stands in its place wherever it does not return None. What a house rule changes about
an act before anything is rolled goes into `adjust`, so that the odds and the preview know of it too.

Most rulesets need no hook function of their own: a `tracker.api.Ruleset` implements all of them from its chapters.
"""

from collections.abc import Mapping, Sequence

import pluggy

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
from tracker.core.chance import Chance
from tracker.core.intents import Intent, Outcome
from tracker.core.state import State, Status

PROJECT = "coterie"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class RulesetHooks:
    """What a ruleset, and with it every house rule, may implement."""

    # ------------------------------------------------------------------ what the ruleset is

    @hookspec(firstresult=True)
    def card(self) -> RulesetCard | None:
        """Tell who the ruleset is. Called once when a session opens. A house rule leaves it out."""

    @hookspec
    def character_kinds(self) -> Sequence[CharacterKind]:
        """Describe the kinds of character with their sheets; the first is the default of `add`."""

    @hookspec
    def table_options(self) -> Sequence[OptionSpec]:
        """Describe the options that a session may set; `view.options` then holds a value for each."""

    @hookspec
    def actions(self) -> Sequence[Action]:
        """Describe the verbs. Commands, dialogs, completion and help are built from these."""

    @hookspec
    def condition_kinds(self) -> Sequence[ConditionKind]:
        """Describe the conditions that the game master may set by hand."""

    @hookspec
    def gauges(self) -> Sequence[SessionGauge]:
        """Describe the tracks and pools that belong to the session and to no one: clocks, tension, decks."""

    @hookspec
    def highlights(self) -> Sequence[Highlight]:
        """Describe what stands out in the log: grave verdicts, death, dice of another kind."""

    @hookspec
    def books(self) -> Sequence[str]:
        """Give the paths of the books that come with the plugin: creatures, encounters, tables, decks."""

    @hookspec
    def importers(self) -> Sequence[Importer]:
        """Describe how other tools keep characters of this game in JSON, so that they can be taken in."""

    @hookspec
    def catalogue(self, language: str) -> Mapping[str, Mapping[str, str]]:
        """Give the words in a language: tables `term`, `message`, `help` of texts by id. What is missing is English."""

    @hookspec
    def rules_reference(self, language: str) -> Sequence[Rule]:
        """Give the rules in our own words in a language, for `why`."""

    # ------------------------------------------------------------------ what the ruleset does

    @hookspec(firstresult=True)
    def create_character(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Make a character. `intent.values` holds `name`, `kind` and whatever traits were given, checked by the core.

        Return a `CharacterAdded` fact with its traits, tracks and pools worked out, and what else follows. The id to
        use is `intent.target`. The side, the note, whether it is hidden, and the gauges that were given are the core's:
        it puts them into the fact, and then tells of each such gauge by `gauge_changed`.
        """

    @hookspec(firstresult=True)
    def roll(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Carry out an action whose hook is "roll": dice or cards that harm no one by themselves."""

    @hookspec(firstresult=True)
    def apply_damage(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Mark damage on `intent.targets`. All damage comes this way, whatever dealt it: attacks follow up with it."""

    @hookspec(firstresult=True)
    def heal(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Take marks away from `intent.targets`, or give points back."""

    @hookspec(firstresult=True)
    def act(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Carry out any other action; `intent.verb` is its id."""

    @hookspec(firstresult=True)
    def initiative(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Work out the turn order of `intent.targets`, ties included: `InitiativeSet` facts and one `OrderSet`.

        `intent.values` may give the die or the total by character id: `die:ID`, `total:ID`. Characters who stand in the
        order already and are not among the targets keep their places. Who has acted stays so by itself.
        """

    @hookspec(firstresult=True)
    def adjust(self, view: State, intent: Intent) -> Intent | None:
        """Change what is asked for before it is rolled, previewed or its odds are told: each plugin in its turn.

        Every intent comes here once, those that follow from others too; the journal's `do` keeps what was typed.
        Return the intent to go on with, or None to leave it as it is. It is checked like any other.
        """

    @hookspec(firstresult=True)
    def begin_scene(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what begins or ends with a scene. What lasted until then has ended, each by `condition_ended`.

        `intent.values["name"]` is the scene's name, maybe "".
        """

    @hookspec(firstresult=True)
    def start_of_round(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what happens at the start of a round (sunlight, fire, bleeding); `view.round` is the new round.

        A session may hold several fights: `view.order`, `view.round` and `view.fighters` are those of this one.
        """

    @hookspec(firstresult=True)
    def end_of_round(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what adds up at the end of a round, before the next one begins."""

    @hookspec(firstresult=True)
    def start_of_turn(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply or prompt what is due as the turn of `intent.actor` begins."""

    @hookspec(firstresult=True)
    def end_of_turn(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what is due as the turn of `intent.actor` ends."""

    @hookspec(firstresult=True)
    def pass_time(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what time does (healing, bleeding out): `intent.values["seconds"]` go by outside the rounds."""

    @hookspec(firstresult=True)
    def begin_session(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what comes back between one session of play and the next."""

    @hookspec(firstresult=True)
    def trait_changed(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what follows when the game master sets a trait: a longer track, another maximum.

        `view` has the new value; `intent.target` is the character, `intent.values["trait"]` the trait, `"before"` what
        it was (absent where it was not set).
        """

    @hookspec(firstresult=True)
    def gauge_changed(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what follows when the game master sets a track or a pool, also at `add`: a state that it brings.

        `view` has the new value; `intent.target` is the character ("" for a gauge of the session),
        `intent.values["gauge"]` the track or pool.
        """

    @hookspec(firstresult=True)
    def condition_ended(self, view: State, intent: Intent, chance: Chance) -> Outcome | None:
        """Apply what follows when a condition of `intent.target` has ended: by time, by hand, or with its scene.

        It is gone from `view`; `intent.values` holds its `kind`, `id`, `amount`, `note`, `source` and `data`, and the
        `cause` ("time", "hand", "scene"). What a ruleset ends by a fact of its own does not come here.
        """

    # ------------------------------------------------------------------ what the ruleset knows

    @hookspec(firstresult=True)
    def status(self, view: State, who: str) -> Sequence[Status] | None:
        """Derive the status words of a character, from nothing but the view; a change becomes a fact by itself.

        Asked for everyone once in each act of the game master, at its end, and within an act for those it touched.
        """

    @hookspec(firstresult=True)
    def statuses(self, view: State) -> Mapping[str, Sequence[Status]] | None:
        """Derive the status words of everyone at once, by character id. Optional; `status` must say the same."""

    @hookspec
    def due(self, view: State) -> Sequence[DueItem]:
        """Derive what waits for the game master, from nothing but the view: what is remembered is in the state.

        Asked once in each act, at its end. What is new, changed or gone becomes a fact by itself, with a line where
        something went that was not done.
        """

    @hookspec
    def derived(self, view: State, who: str) -> Sequence[Derived]:
        """Give the derived values of a sheet with their parts: Defence, Speed, the size of a track, a maximum.

        It is what `why` explains.
        """

    @hookspec(firstresult=True)
    def odds(self, view: State, intent: Intent) -> Chances | None:
        """Work out the exact chances of an action before it is rolled. None if nothing is rolled."""

    @hookspec(firstresult=True)
    def presets(self, view: State, intent: Intent) -> Mapping[str, tuple[str, ...]] | None:
        """Name what parameters of an act usually are for its people, as it is typed: id to words, the likeliest first.

        A form begins with the first and goes through the others by the arrow keys: a weapon in the hand, the dice that
        are best thrown again. `intent` has the verb and those who are chosen, and no values.
        """

    @hookspec(firstresult=True)
    def applies(self, view: State, intent: Intent) -> Mapping[str, bool] | None:
        """Tell of parameters whether they make sense for these people and what is chosen so far; any other does.

        A form leaves out those that do not; a typed line may give any. `intent` has the verb, and who and
        what is chosen as far as it is known: no one may be named yet. Rolls nothing, refuses nothing.
        """

    @hookspec(firstresult=True)
    def unavailable(self, view: State, who: str) -> Mapping[str, str] | None:
        """Name the actions that `who` cannot take now: action id to the id of the message with the reason."""
