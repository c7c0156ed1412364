"""The engine of a session: outcomes, odds, and what acts and what is due are called."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeAlias

from tracker.api.descriptions import Action, Chances, DueItem
from tracker.books.library import Library
from tracker.core.chance import Chance, MoreFaces, TypedChance
from tracker.core.intents import Draft, Intent, Outcome, Refusal
from tracker.core.messages import Message
from tracker.core.state import State
from tracker.languages import common_language
from tracker.names import OnlyIds, Spelling
from tracker.rules.facade import Rules

if TYPE_CHECKING:
    from tracker.engine.act import Act, OwnVerb
    from tracker.rules.values import Values

OF_BOOKS = ("encounter", "deal", "dice", "equip", "keep", "bring", "copy", "import")
"""The verbs of `from_books`."""


def _of_books(verb: str) -> "OwnVerb":
    def carry_out(act: "Act", draft: Draft, intent: Intent) -> None:
        from tracker.engine.from_books import VERBS

        VERBS[verb](act, draft, intent)

    return carry_out


@cache
def own_verbs() -> Mapping[str, "OwnVerb"]:
    """The core's verbs that need the ruleset; `tracker.acts.plain.ACTS` has those that need nothing but the state.

    What carries them out is imported for the first act: no start waits for it.
    """
    from tracker.engine import initiative, joining, leaving, overruling, time, turns

    return {
        "add": joining.add,
        "initiative": initiative.initiative,
        "next": turns.next_turn,
        "jump": turns.jump,
        "fight": leaving.fight,
        "end-fight": leaving.end_fight,
        "remove": leaving.remove,
        "pass": time.pass_time,
        "session": time.begin_session,
        "scene": time.begin_scene,
        "set": overruling.set_values,
        "change": overruling.set_values,
        "condition": overruling.set_condition,
        "end": overruling.end_condition,
        **{verb: _of_books(verb) for verb in OF_BOOKS},
    }


Compose: TypeAlias = Callable[[Intent, State], str]
"""Writes the line that does an intent."""


def written_bare(intent: Intent, state: State) -> str:
    """The line of an intent where no one can write lines: its verb alone."""
    return intent.verb


class Engine:
    """Works out the outcome of an intent on a state. It keeps nothing of a session but lines that it wrote.

    `spell` tells what may be typed for an id, `compose` writes the line of an intent; both belong to the commands.
    `library` holds the books; None: there are none.
    """

    def __init__(
        self,
        rules: Rules,
        spell: Spelling | None = None,
        compose: Compose = written_bare,
        library: Library | None = None,
    ) -> None:
        self.rules = rules
        self.library = library or Library(rules, spell or OnlyIds(), common_language())
        self._spell = spell
        self._compose = compose
        self._written: dict[str, tuple[Intent, object, str]] = {}

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        """The verbs by id; asked for when the first act is worked out."""
        return self.rules.verbs

    @cached_property
    def values(self) -> "Values":
        """What checks the values of acts."""
        from tracker.rules.values import Values

        return Values(self.rules, self.actions, self._spell, self.library.kind_of)

    def line_of(self, item: DueItem, state: State) -> str:
        """The line that does what is due, "" for a reminder; written again only where people or the act changed."""
        if item.intent is None:
            return ""
        people = (len(state.characters), state.former_names)
        known = self._written.get(item.id)
        if known is None or known[:2] != (item.intent, people):
            try:
                line = self._compose(item.intent, state)
            except Refusal as refusal:
                raise self.rules.wrong_due(state, item, refusal) from refusal
            known = self._written[item.id] = (item.intent, people, line)
        return known[2]

    def written(self, intent: Intent, state: State) -> str:
        """The line of an intent, "" if none can be written, such as for what follows from an act."""
        with suppress(Refusal):
            return self._compose(intent, state)
        return ""

    def outcome(self, state: State, intent: Intent, chance: Chance) -> Outcome:
        """Return the facts and lines of the whole act; nothing is left to follow. Raises like `worked_out`."""
        return self.worked_out(state, intent, chance)[0]

    def worked_out(self, state: State, intent: Intent, chance: Chance) -> tuple[Outcome, State]:
        """Return the outcome of the whole act, and the state that its facts make.

        Raises Refusal (not possible), MoreFaces and BadFace (typed dice), PluginError (a plugin failed).
        """
        return self._act(state, chance).whole(intent)

    def _act(self, state: State, chance: Chance) -> "Act":
        from tracker.engine.act import Act

        return Act(self, own_verbs, state, chance)

    def odds(self, state: State, intent: Intent) -> Chances | None:
        """The exact chances of an act, as it would be adjusted; None if nothing is rolled.

        Raises Refusal, in the words of the act itself, where it is not possible now.
        """
        with suppress(MoreFaces):
            self.outcome(state, intent, TypedChance(()))
        act = self._act(state, TypedChance(()))
        view, adjusted = act.prepared(intent)
        if adjusted.verb in OF_BOOKS:
            from tracker.engine.from_books import ODDS

            return ODDS[adjusted.verb](act, view, adjusted) if adjusted.verb in ODDS else None
        return self.rules.odds(view, adjusted)

    def way_to_insist(self, state: State, intent: Intent) -> str:
        """The switch by which the game master has a refused act done all the same, "" if none lifts the refusal."""
        action = self.actions.get(intent.verb)
        for parameter in action.typed_parameters if action is not None else ():
            if parameter.overrules and not intent.flag(parameter.id):
                try:
                    self.outcome(state, intent.with_values(**{parameter.id: True}), TypedChance(()))
                except Refusal:
                    continue
                except MoreFaces:
                    pass
                return parameter.id
        return ""

    def asks(self, verb: str) -> bool:
        """Whether the verb only wants an answer, which is not kept."""
        action = self.actions.get(verb)
        return action is not None and action.asks

    def headline(self, state: State, intent: Intent) -> Message:
        """What the act is called."""
        from tracker.acts.headline import headline

        return headline(intent, self.actions.get(intent.verb), state)
