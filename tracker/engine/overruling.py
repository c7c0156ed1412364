"""The game master's word, and what the ruleset makes follow from it."""

from collections.abc import Mapping

from tracker.acts import conditions, overruling
from tracker.core import facts as f
from tracker.core.intents import Draft, Intent, IntentValue
from tracker.core.values import frozen
from tracker.engine.act import Act


def set_values(act: Act, draft: Draft, intent: Intent) -> None:
    """Set or change traits and gauges by hand, and let the ruleset follow up on each."""
    overruled = overruling.change_values if intent.verb == "change" else overruling.set_values
    outcome = overruled(draft.state, intent, act.rules.kinds, act.rules.gauges)
    act.take(draft, outcome)
    for fact in outcome.facts:
        match fact:
            case f.TraitSet():
                was: Mapping[str, IntentValue] = {} if fact.before is None else {"before": fact.before}
                changed(act, draft, "trait_changed", fact.who, {"trait": fact.trait, **was})
            case f.TrackSet():
                changed(act, draft, "gauge_changed", fact.who, {"gauge": fact.track})
            case f.PoolSet():
                changed(act, draft, "gauge_changed", fact.who, {"gauge": fact.pool})


def changed(act: Act, draft: Draft, hook: str, who: str, values: Mapping[str, IntentValue]) -> None:
    """Tell the ruleset what was changed by hand; `who` "" is a gauge of the session."""
    targets = (who,) if who else ()
    act.moment(draft, hook, Intent(hook, targets=targets, values=frozen(values)))


def set_condition(act: Act, draft: Draft, intent: Intent) -> None:
    """Set a condition by hand, as its kind allows."""
    act.with_endings(draft, conditions.condition(draft.state, intent, act.rules.conditions))


def end_condition(act: Act, draft: Draft, intent: Intent) -> None:
    """End conditions by hand."""
    act.with_endings(draft, conditions.end(draft.state, intent, act.rules.conditions))
