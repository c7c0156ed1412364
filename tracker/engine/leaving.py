"""People leave: the table for good, or one fight for another; first ends what cannot go on without them."""

from tracker.acts import fights, people
from tracker.core import facts as f
from tracker.core.intents import Draft, Intent
from tracker.engine.act import Act, show
from tracker.engine.turns import end_turn


def remove(act: Act, draft: Draft, intent: Intent) -> None:
    """Take people out of the session; what binds others to them ends."""
    for who in intent.targets:
        act.with_endings(draft, people.end_what_binds(draft.state, who, intent.targets, act.rules.conditions))
    act.take(draft, people.remove(draft.state, intent))


def fight(act: Act, draft: Draft, intent: Intent) -> None:
    """Show a fight, and let people go over into it; the turn of one who goes ends."""
    outcome = fights.fight(draft.state, intent)
    _end_turns(act, draft, [fact.who for fact in outcome.facts if isinstance(fact, f.FightJoined)])
    act.take(draft, outcome)


def end_fight(act: Act, draft: Draft, intent: Intent) -> None:
    """End a fight, with the turn that runs in it."""
    outcome = fights.end_fight(draft.state, intent)
    over = {fact.fight for fact in outcome.facts if isinstance(fact, f.FightEnded)}
    _end_turns(act, draft, [who for who, where in draft.state.fighting.items() if where in over])
    act.take(draft, outcome)


def _end_turns(act: Act, draft: Draft, leaving: list[str]) -> None:
    shown = draft.state.fight
    for who in leaving:
        where = draft.state.fight_of(who)
        if draft.state.fight_called(where).current == who:
            show(draft, where)
            end_turn(act, draft)
            show(draft, shown)
