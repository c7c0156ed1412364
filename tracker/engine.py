"""From an intent to the whole outcome of one act: the core's own verbs, the ruleset's hooks, what follows from them.

The engine decides who is called and in which order; what a rule says is the ruleset's.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace

from tracker.acts import ACTS, conditions, overruling, people
from tracker.acts.amounts import duration
from tracker.core.chance import Chance
from tracker.core.facts import (
    ConditionEnded,
    InitiativeSet,
    OrderSet,
    PoolSet,
    RoundBegun,
    SessionBegun,
    StatusSet,
    TimePassed,
    TrackSet,
    TraitSet,
    TurnBegun,
    TurnEnded,
)
from tracker.core.intents import Draft, Intent, Outcome, Refusal
from tracker.core.messages import Message, message
from tracker.core.order import next_place
from tracker.core.state import Place, State
from tracker.core.values import Value, frozen
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError

LONGEST_CHAIN = 10_000
"""How many acts may follow from one, such as days that pass for many; more is a ruleset that runs in a circle."""
DEEPEST_CHAIN = 50
"""How many acts may be under way at once, each following from the one before while that waits for it."""


class Engine:
    """Works out the outcome of an intent on a state. It keeps nothing of a session."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def outcome(self, state: State, intent: Intent, chance: Chance) -> Outcome:
        """Return the facts and lines of the whole act; nothing is left to follow.

        Raises Refusal (not possible), MoreFaces and BadFace (typed dice), PluginError (a plugin failed).
        """
        draft = Draft(state)
        _Act(self.rules, chance).run(draft, Outcome(then=(intent,)))
        return draft.outcome()


class _Act:
    """One act of the game master with all that follows from it."""

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self._rules = rules
        self._chance = chance
        self._steps = 0
        self._depth = 0
        self._own_verbs: dict[str, Callable[[Draft, Intent], None]] = {
            "add": self._add,
            "initiative": self._initiative,
            "next": self._next,
            "pass": self._pass_time,
            "session": self._begin_session,
            "set": self._set,
        }

    def run(self, draft: Draft, outcome: Outcome) -> None:
        """Take over an outcome with everything that follows from it, each on the state that the former left."""
        before = draft.state
        draft.include(Outcome(outcome.facts, outcome.lines))
        self._refresh_status(draft, before)
        waiting = deque(outcome.then)
        self._depth += 1
        while waiting:
            intent = waiting.popleft()
            self._steps += 1
            if self._steps > LONGEST_CHAIN or self._depth > DEEPEST_CHAIN or len(waiting) > LONGEST_CHAIN:
                raise PluginError(message("plugin.circle", plugin=self._rules.card.id, verb=intent.verb))
            waiting.extendleft(reversed(self._step(draft, intent)))
        self._depth -= 1

    def _step(self, draft: Draft, intent: Intent) -> tuple[Intent, ...]:
        """Carry one intent out on the draft and return the intents that follow from it."""
        for who in (intent.actor, *intent.targets):
            if who and who not in draft.state.characters and intent.verb != "add":
                raise Refusal(message("refused.nobody", who=who))
        before = draft.state
        step = Draft(before)
        if intent.verb in self._own_verbs:
            self._own_verbs[intent.verb](step, intent)
        elif intent.verb in ACTS:
            self._with_endings(step, ACTS[intent.verb](before, intent))
        else:
            step.include(self._rules.perform(before, intent, self._chance))
        made = step.outcome()
        draft.add(*made.facts)
        draft.say(*made.lines)
        self._refresh_status(draft, before)
        return made.then

    def _refresh_status(self, draft: Draft, before: State) -> None:
        for who, character in list(draft.state.characters.items()):
            if before.characters.get(who) is character and before.round == draft.state.round:
                continue
            status = self._rules.status(draft.state, who)
            if status != draft.state.characters[who].status:
                draft.add(StatusSet(who, status))

    def _with_endings(self, draft: Draft, outcome: Outcome) -> None:
        """Take over an outcome of the core's own, and let the ruleset follow up on the conditions that it ends."""
        before = draft.state
        draft.include(outcome)
        for fact in outcome.facts:
            if isinstance(fact, ConditionEnded):
                gone = before.characters[fact.who].conditions[fact.condition_id]
                values: Mapping[str, Value] = frozen({"id": gone.id, "kind": gone.kind, "amount": gone.amount})
                ended = Intent("condition_ended", targets=(fact.who,), values=values)
                self._moment(draft, ended.verb, ended)

    # ------------------------------------------------------------------ verbs that need the ruleset

    def _add(self, draft: Draft, intent: Intent) -> None:
        count = intent.integer("count", 1)
        for _ in range(count):
            name = people.free_name(draft.state, intent.text("name"), numbered=count > 1)
            one = Intent("add", targets=(name,), values=frozen({**intent.values, "name": name}))
            self.run(draft, self._rules.create_character(draft.state, one, self._chance))

    def _initiative(self, draft: Draft, intent: Intent) -> None:
        """Without an order everybody rolls; later only those who are named do. Who has acted this round stays so."""
        named = tuple(name.removeprefix("total:") for name in intent.values if name.startswith("total:"))
        targets = tuple(dict.fromkeys((*intent.targets, *(named if draft.state.order else ()))))
        targets = targets or tuple(draft.state.characters)
        if not targets:
            raise Refusal(message("refused.no_characters"))
        wanted = Intent(intent.verb, targets=targets, values=intent.values)
        outcome = self._rules.initiative(draft.state, wanted, self._chance)
        acted = {(place.who, place.slot) for place in draft.state.order if place.acted}
        totals: list[Message] = []
        for fact in outcome.facts:
            if isinstance(fact, OrderSet):
                fact = OrderSet(tuple(replace(place, acted=(place.who, place.slot) in acted) for place in fact.order))
            elif isinstance(fact, InitiativeSet):
                name = draft.character(fact.who).name
                totals.append(message("initiative.one", who=name, value=fact.value))
            draft.add(fact)
        draft.say(*outcome.lines)
        if not outcome.lines:
            draft.say(message("initiative.rolled", list=tuple(totals)))

    def _moment(self, draft: Draft, hook: str, intent: Intent) -> None:
        """Let the ruleset do what is due at a moment, with all that follows from it."""
        self.run(draft, self._rules.moment(hook, draft.state, intent, self._chance))

    def _next(self, draft: Draft, intent: Intent) -> None:
        if not draft.state.order:
            self._line_up(draft)
        if draft.state.current:
            self._end_turn(draft)
        if draft.state.round == 0:
            self._begin_round(draft)
        place = next_place(draft.state)
        if place is None:
            self._moment(draft, "end_of_round", Intent("end_of_round"))
            self._begin_round(draft)
            place = next_place(draft.state)
        if place is None:
            draft.say(message("turn.nobody"))
            return
        draft.add(TurnBegun(place.who, place.slot))
        self._with_endings(draft, conditions.tick_turn(draft.state, place.who, "start"))
        draft.say(message("turn.begun", who=draft.character(place.who).name))
        self._moment(draft, "start_of_turn", Intent("start_of_turn", place.who))

    def _line_up(self, draft: Draft) -> None:
        """Where nobody has rolled, everybody acts in the order of joining."""
        if not draft.state.characters:
            raise Refusal(message("refused.no_characters"))
        draft.add(OrderSet(tuple(map(Place, draft.state.characters))))
        draft.say(message("order.as_joined"))

    def _end_turn(self, draft: Draft) -> None:
        who, slot = draft.state.current, draft.state.current_slot
        self._moment(draft, "end_of_turn", Intent("end_of_turn", who))
        self._with_endings(draft, conditions.tick_turn(draft.state, who, "end"))
        draft.add(TurnEnded(who, slot))

    def _begin_round(self, draft: Draft) -> None:
        number = draft.state.round + 1
        before = draft.state
        draft.add(RoundBegun(number))
        draft.say(message("round.begun", round=number))
        self._refresh_status(draft, before)
        self._moment(draft, "start_of_round", Intent("start_of_round"))
        self._with_endings(draft, conditions.tick_rounds(draft.state))

    def _pass_time(self, draft: Draft, intent: Intent) -> None:
        seconds = intent.integer("seconds")
        if seconds <= 0:
            raise Refusal(message("refused.no_time"))
        outcome = self._rules.moment("pass_time", draft.state, intent, self._chance)
        draft.add(TimePassed(seconds))
        draft.say(message("time.passed", duration=duration(seconds)))
        self.run(draft, outcome)
        self._with_endings(draft, conditions.tick_seconds(draft.state, seconds))

    def _begin_session(self, draft: Draft, intent: Intent) -> None:
        draft.add(SessionBegun())
        draft.say(message("session.begun"))
        self._moment(draft, "begin_session", intent)

    def _set(self, draft: Draft, intent: Intent) -> None:
        outcome = overruling.set_value(draft.state, intent, self._rules.kinds)
        draft.include(outcome)
        for fact in outcome.facts:
            match fact:
                case TraitSet():
                    self._changed(draft, "trait_changed", fact.who, {"trait": fact.trait})
                case TrackSet():
                    self._changed(draft, "gauge_changed", fact.who, {"gauge": fact.track})
                case PoolSet():
                    self._changed(draft, "gauge_changed", fact.who, {"gauge": fact.pool})

    def _changed(self, draft: Draft, hook: str, who: str, values: Mapping[str, Value]) -> None:
        self._moment(draft, hook, Intent(hook, targets=(who,), values=frozen(values)))
