"""People leave: the table for good, or one fight for another; first ends what cannot go on without them."""

from tracker.acts import fights, people
from tracker.acts.fights import FIRST
from tracker.core import facts as f
from tracker.core.intents import Draft, Intent
from tracker.engine.act import Act
from tracker.engine.turns import end_turn


def remove(act: Act, draft: Draft, intent: Intent) -> None:
    """Take people out of the session; what binds others to them ends."""
    for who in intent.targets:
        act.with_endings(draft, people.end_what_binds(draft.state, who, intent.targets, act.rules.conditions))
    act.take(draft, people.remove(draft.state, intent))


def fight(act: Act, draft: Draft, intent: Intent) -> None:
    """Show a fight, and let people go over into it; the turn of one who goes ends."""
    name = intent.text("name")
    name = "" if name == FIRST else name
    fights.fight(draft.state, intent)  # refuses before anybody's turn ends
    going = [who for who in intent.names("people") if draft.state.fight_of(who) != name]
    _end_turns(act, draft, going)
    act.take(draft, fights.fight(draft.state, intent))


def end_fight(act: Act, draft: Draft, intent: Intent) -> None:
    """End a fight, with the turn that runs in it."""
    fights.end_fight(draft.state, intent)  # refuses before anybody's turn ends
    name = intent.text("name") or draft.state.fight
    _end_turns(act, draft, [who for who, where in draft.state.fighting.items() if where == name])
    act.take(draft, fights.end_fight(draft.state, intent))


def _end_turns(act: Act, draft: Draft, leaving: list[str]) -> None:
    shown = draft.state.fight
    for who in leaving:
        where = draft.state.fight_of(who)
        running = draft.state.current if where == shown else draft.state.fights[where].current
        if running == who:
            _show(draft, where)
            end_turn(act, draft)
            _show(draft, shown)


def _show(draft: Draft, name: str) -> None:
    if draft.state.fight != name:
        draft.add(f.FightShown(name))
