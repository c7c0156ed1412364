"""What goes by outside the turns: stretches of time, scenes, evenings of play."""

from tracker.acts import conditions
from tracker.acts.fights import names_of_fights
from tracker.core import facts as f
from tracker.core.intents import Draft, Intent, Refusal
from tracker.core.messages import message
from tracker.core.sentences import duration
from tracker.core.values import frozen
from tracker.engine.act import Act


def pass_time(act: Act, draft: Draft, intent: Intent) -> None:
    """Let time go by outside the rounds, with what it does and what it ends."""
    seconds = intent.integer("seconds")
    if seconds <= 0:
        raise Refusal(message("refused.no_time"))
    outcome = act.rules.moment("pass_time", draft.state, intent, act.chance)
    draft.add(f.TimePassed(seconds))
    draft.say(message("time.passed", duration=duration(seconds)))
    end = draft.state.seconds
    act.run(draft, outcome)
    counted = {(fact.who, fact.condition.id) for fact in draft.outcome().facts if isinstance(fact, f.ConditionSet)}
    act.with_endings(draft, conditions.tick_seconds(draft.state, seconds))
    rounds = _rounds(act.rules.card.round_seconds, end - seconds, end)
    act.with_endings(draft, conditions.tick_rounds_outside(draft.state, rounds, counted))


def _rounds(length: int, start: int, end: int) -> int:
    """How many rounds of so many seconds end between two times."""
    return end // length - start // length if length else 0


def begin_session(act: Act, draft: Draft, intent: Intent) -> None:
    """Begin a new evening of play: what comes back in between comes back."""
    draft.add(f.SessionBegun())
    draft.say(message("session.begun"))
    act.moment(draft, "begin_session", intent)


def begin_scene(act: Act, draft: Draft, intent: Intent) -> None:
    """End what lasted until now, each with its line and its hook, and begin a scene."""
    name = intent.text("name")
    for fight in names_of_fights(draft.state):
        if fight:
            draft.tell(message("fight.ended", fight=fight), f.FightEnded(fight))
    act.with_endings(draft, conditions.end_what_lasts(draft.state, ("scene", "round", "turn"), "scene"))
    draft.add(f.SceneBegun(name))
    draft.say(message("scene.begun_named", name=name) if name else message("scene.begun"))
    act.moment(draft, "begin_scene", Intent("begin_scene", values=frozen({"name": name})))
