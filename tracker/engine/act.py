"""One act of the game master with all that follows from it: one thing after another, then what is derived again."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from tracker.acts import conditions, untold
from tracker.acts.due import Lines, no_initiative, refresh_due, still_open, without_initiative
from tracker.acts.people import UNSEEN
from tracker.acts.plain import ACTS
from tracker.api.descriptions import DueItem
from tracker.books.library import Library
from tracker.core import facts as f
from tracker.core import telling
from tracker.core.chance import Chance
from tracker.core.fold import fold
from tracker.core.harm import is_harm
from tracker.core.intents import Draft, Intent, IntentValue, Outcome, Refusal
from tracker.core.messages import Message, message
from tracker.core.order import next_place
from tracker.core.record import replace
from tracker.core.state import Place, Pool, State, Track
from tracker.core.values import frozen
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError
from tracker.rules.values import Values

LONGEST_CHAIN = 10_000
"""How many acts may follow from one, such as days that pass for many; more is a ruleset that runs in a circle."""
DEEPEST_CHAIN = 50
"""How many acts may be under way at once, each following from the one before while that waits for it."""

TURN_VERBS = frozenset({"initiative", "next", "move", "turn", "jump", "leave", "fight", "end-fight"})
"""The verbs that mean nothing in a game without turns."""
OF_WHO_IS_NAMED = frozenset({"initiative", "move", "turn", "jump", "leave"})
"""The verbs that are about the fight of those whom they name, not of the one who acts."""

OwnVerb: TypeAlias = "Callable[[Act, Draft, Intent], None]"
"""A verb of the core that needs the ruleset: it works on a draft, in the act that is under way."""


class Tools(Lines, Protocol):
    """What an act needs of the engine."""

    @property
    def rules(self) -> Rules:
        """The ruleset and its house rules."""
        ...

    @property
    def values(self) -> Values:
        """What reads the values of an intent."""
        ...

    @property
    def library(self) -> Library:
        """The books."""
        ...


class Act:
    """One act of the game master with all that follows from it.

    `verbs` gives the core's own that need the ruleset; they work through the public methods here.
    """

    def __init__(self, tools: Tools, verbs: Callable[[], Mapping[str, OwnVerb]], state: State, chance: Chance) -> None:
        self._tools = tools
        self.rules = tools.rules
        self.library = tools.library
        self._start = state
        self.chance = chance
        self._steps = 0
        self._depth = 0
        self._done: list[Intent] = []
        self._hidden = False
        self._verbs = verbs
        self._ordered = telling.Ordered()

    def prepared(self, intent: Intent) -> tuple[State, Intent]:
        """The state in the fight of the one who acts, and the intent adjusted by house rules, with its values read."""
        draft = Draft(self._start)
        self._set_out_gauges(draft)
        self._enter_fight(draft, intent)
        return draft.state, self._read(draft.state, intent.each[0], is_typed=True)

    def whole(self, intent: Intent) -> tuple[Outcome, State]:
        """Everything that comes of the intent, the list of what is due and the status words included."""
        draft = Draft(self._start)
        self._hidden = intent.hidden
        self._set_out_gauges(draft)
        self._enter_fight(draft, intent)
        waiting_before = self._fights_on_hold(self._start)
        for one in intent.each:
            self._follow(draft, deque([one]), is_typed=True)
        draft.say(*self._ordered.rest())
        self._reveal(draft, intent)
        self._begin_held_turn(draft, waiting_before)
        if intent.verb not in ("fight", "end-fight", "scene"):
            show(draft, self._start.fight)
        if draft.state is not self._start:  # else all that follows from the state stands as it was
            self._refresh_status(draft)
            self._refresh_due(draft, intent)
        if intent.verb == "next" and (line := still_open(draft.state)):
            draft.say(line)
        outcome = draft.outcome()
        facts = tuple(self._kept(fact, draft.state) for fact in outcome.facts)
        if draft.state.fight == self._start.fight and all(isinstance(fact, f.FightShown) for fact in facts):
            facts = ()  # only a look into another fight and back
        return replace(outcome, facts=facts), draft.state

    def _kept(self, fact: f.Fact, after: State) -> f.Fact:
        """The fact as it is kept: a roll is hidden where the act is, or the one who rolls; its odds have six places.

        Someone who is first seen with this act rolls in the open.
        """
        if not isinstance(fact, f.Rolled):
            return fact
        roller = after.characters.get(fact.who) or self._start.characters.get(fact.who)
        hidden = fact.hidden or self._hidden or (roller is not None and roller.hidden)
        return replace(fact, hidden=hidden, expected=_as_kept(fact.expected), chance=_as_kept(fact.chance))

    def _set_out_gauges(self, draft: Draft) -> None:
        """Put the gauges of the session on the table with its first act, so that its file shows them by itself."""
        for name, gauge in self.rules.gauges.items():
            if isinstance(gauge.start, Track) and name not in draft.state.tracks:
                draft.add(f.TrackSet("", name, gauge.start, gauge.start))
            elif isinstance(gauge.start, Pool) and name not in draft.state.pools:
                draft.add(f.PoolSet("", name, gauge.start, gauge.start))

    @staticmethod
    def _enter_fight(draft: Draft, intent: Intent) -> None:
        """Go to the fight of the one who acts; about the order, and where no one acts, to that of all who are named."""
        state = draft.state
        concerned = [intent.actor]
        if intent.verb in OF_WHO_IS_NAMED or not intent.actor:
            concerned = [*intent.targets, *(name.partition(":")[2] for name in intent.values)]
        fights = {state.fight_of(who) for who in concerned if who in state.characters}
        if len(fights) == 1:
            show(draft, fights.pop())

    # ------------------------------------------------------------------ one thing after another

    def run(self, draft: Draft, outcome: Outcome) -> None:
        """Take over an outcome and carry out what follows from it, each on the state that the former left."""
        before = draft.state
        self.take(draft, replace(outcome, then=()))
        self.refresh_touched(draft, before)
        self._follow(draft, deque(outcome.then))

    def _follow(self, draft: Draft, waiting: deque[Intent], *, is_typed: bool = False) -> None:
        self._depth += 1
        while waiting:
            intent = waiting.popleft()
            self._steps += 1
            if self._steps > LONGEST_CHAIN or self._depth > DEEPEST_CHAIN or len(waiting) > LONGEST_CHAIN:
                raise PluginError(message("plugin.circle", plugin=self.rules.card.id, verb=intent.verb))
            waiting.extendleft(reversed(self._step(draft, intent, is_typed=is_typed)))
            is_typed = False
        self._depth -= 1

    def _step(self, draft: Draft, intent: Intent, *, is_typed: bool) -> tuple[Intent, ...]:
        """Carry one intent out on the draft and return the intents that follow from it."""
        before = draft.state
        intent = self._read(before, intent, is_typed=is_typed)
        if intent.verb in TURN_VERBS and self.rules.card.turns == "none":
            raise Refusal(message("refused.no_turns", ruleset=self.rules.card.id))
        self._done.append(intent)
        step = Draft(before)
        then: tuple[Intent, ...] = ()
        if intent.verb in ACTS:
            self.with_endings(step, ACTS[intent.verb](before, intent))
        elif own := self._verbs().get(intent.verb):
            own(self, step, intent)
        else:
            outcome = self.rules.perform(before, intent, self.chance)
            facts = tuple(_with_doer(fact, intent.actor) for fact in outcome.facts)
            self.take(step, replace(outcome, facts=facts))
            then = outcome.then
        made = step.outcome()
        draft.add(*made.facts)
        draft.say(*self._ordered.step(made.lines))
        self.refresh_touched(draft, before)
        return then

    def checked(self, state: State, intent: Intent) -> Intent:
        """The intent with its values read, as one that was typed. Raises Refusal."""
        return self._tools.values.checked(state, intent)

    def _read(self, state: State, intent: Intent, *, is_typed: bool) -> Intent:
        """The intent as it is carried out: adjusted by the house rules, then with its values read.

        What a plugin lets follow, or makes of an intent, has to fit as well; there a refusal is the plugin's mistake.
        """
        adjusted = self.rules.adjust(state, intent)
        try:
            return self._tools.values.checked(state, adjusted)
        except Refusal as refusal:
            if is_typed and adjusted is intent:
                raise
            raise self.rules.wrong_intent(intent.verb, refusal, is_adjusted=adjusted is not intent) from refusal

    def take(self, draft: Draft, outcome: Outcome) -> None:
        """Take over the facts and lines of an outcome: the lines get their numbers, and no fact stays untold."""
        before = draft.state
        facts = telling.by_tag(outcome.facts)
        told: set[str] = set()
        lines: list[Message] = []
        for line in outcome.lines:
            try:
                lines.append(telling.filled(line, facts))
                told |= telling.tags_in(line)
            except telling.Untold:  # a house rule has taken the fact away, and with it what there was to tell
                continue
        lines += untold.lines_for_untold(before, outcome.facts, told, lines, self.rules.conditions)
        draft.add(*map(telling.untagged, outcome.facts))
        draft.say(*lines)

    def with_endings(self, draft: Draft, outcome: Outcome) -> None:
        """Take over an outcome of the core's own, and let the ruleset follow up on the conditions that it ends."""
        before = draft.state
        self.take(draft, outcome)
        for fact in outcome.facts:
            if isinstance(fact, f.ConditionEnded):
                gone = before.characters[fact.who].conditions[fact.condition_id]
                values: Mapping[str, IntentValue] = frozen(
                    {
                        "id": gone.id,
                        "kind": gone.kind,
                        "amount": gone.amount,
                        "note": gone.note,
                        "source": gone.source,
                        "data": gone.data,
                        "cause": fact.cause,
                    }
                )
                ended = Intent("condition_ended", targets=(fact.who,), values=values)
                self.moment(draft, ended.verb, ended)

    def moment(self, draft: Draft, hook: str, intent: Intent) -> None:
        """Let the ruleset do what is due at a moment, with all that follows from it."""
        self.run(draft, self.rules.moment(hook, draft.state, intent, self.chance))

    # ------------------------------------------------------------------ status words, what is due

    def refresh_touched(self, draft: Draft, before: State) -> None:
        """Ask for the status of those whom the step has changed, so that the next one sees it."""
        for who, character in list(draft.state.characters.items()):
            if before.characters.get(who) is not character:
                status = self.rules.status(draft.state, who)
                if status != character.status:
                    draft.add(f.StatusSet(who, status))

    def _refresh_status(self, draft: Draft) -> None:
        for who, status in self.rules.status_of_all(draft.state).items():
            known = draft.state.characters[who].status
            if status is not known and status != known:
                draft.add(f.StatusSet(who, status))

    def _items(self, state: State) -> list[DueItem]:
        missing = without_initiative(state) if self.rules.card.turns == "order" else []
        return [*self.rules.due(state), *missing]

    def _refresh_due(self, draft: Draft, intent: Intent) -> None:
        dismissed = {no_initiative(who) for who in intent.targets} if intent.verb == "leave" else set()
        refresh_due(draft, self._items(draft.state), self._tools, self._done, dismissed)

    def is_holding(self, state: State) -> bool:
        """Whether the first turn of the round waits for what must be answered before, in the fight that is shown."""
        if state.round == 0 or state.current or any(place.acted for place in state.order):
            return False
        items = self.rules.due(state)
        return any(item.holds and not state.has_dismissed(item.id) and _is_in_sight(item, state) for item in items)

    def _fights_on_hold(self, state: State) -> dict[str, int]:
        """The fights whose first turn waits, with the number of their round."""
        views = {name: fold(state, f.FightShown(name)) for name in (state.fight, *state.fights)}
        return {name: view.round for name, view in views.items() if self.is_holding(view)}

    def _begin_held_turn(self, draft: Draft, on_hold: Mapping[str, int]) -> None:
        """The first turn of a round begins by itself once nothing holds it any more."""
        shown = draft.state.fight
        for name, number in on_hold.items():
            if name not in (draft.state.fight, *draft.state.fights):
                continue
            view = fold(draft.state, f.FightShown(name))
            place = next_place(view)
            if view.round == number and not view.current and place is not None and not self.is_holding(view):
                show(draft, name)
                self.begin_turn(draft, place)
        show(draft, shown)

    def begin_turn(self, draft: Draft, place: Place) -> None:
        """Begin someone's turn, with what ends and what happens as it begins."""
        draft.add(f.TurnBegun(place.who, place.slot))
        self.with_endings(draft, conditions.tick_turn(draft.state, place.who, "start"))
        draft.say(message("turn.begun", who=draft.character(place.who).name))
        self.moment(draft, "start_of_turn", Intent("start_of_turn", place.who))

    def _reveal(self, draft: Draft, intent: Intent) -> None:
        """Someone who joined hidden by the table's option is seen with their first act."""
        actor = draft.state.characters.get(intent.actor)
        if actor is None or not actor.count(UNSEEN) or self._hidden:
            return
        draft.add(f.CounterSet(actor.id, UNSEEN, 0))
        if actor.hidden:
            draft.add(f.DetailSet(actor.id, "hidden", "yes", ""))
            draft.say(message("character.shown", who=actor.name))


def show(draft: Draft, fight: str) -> None:
    """Go over to a fight, where that is not the one shown."""
    if draft.state.fight != fight:
        draft.add(f.FightShown(fight))


def _is_in_sight(item: DueItem, state: State) -> bool:
    """Whether an item is about someone in the fight that is shown, or about no one."""
    people = (item.who,) if item.who else item.intent.targets if item.intent else ()
    return not people or any(state.fight_of(who) == state.fight for who in people)


def _as_kept(number: float | None) -> float | None:
    """A number as the journal keeps it, so that an act is the same before and after it was on disk."""
    return None if number is None else round(number, 6)


def _with_doer(fact: f.Fact, actor: str) -> f.Fact:
    """The fact with the one whose act it is, where it is harm and the ruleset named no one."""
    if isinstance(fact, f.TrackSet | f.PoolSet) and actor and not fact.by and is_harm(fact):
        return replace(fact, by=actor)
    return fact
