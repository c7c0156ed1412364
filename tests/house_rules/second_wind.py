"""House rule: whoever a blow would bring down keeps one hit, once in a scene."""

from tracker.api import CounterSet, Outcome, Pool, PoolSet, hookimpl, message


@hookimpl(wrapper=True)
def apply_damage(view, intent):
    outcome = yield
    facts = []
    for fact in outcome.facts:
        if isinstance(fact, PoolSet) and fact.after.value == 0 and not view.characters[fact.who].count("second_wind"):
            facts += [
                PoolSet(fact.who, fact.pool, fact.before, Pool(1, fact.before.maximum)),
                CounterSet(fact.who, "second_wind", 1, "scene"),
            ]
        else:
            facts.append(fact)
    return Outcome(tuple(facts), (*outcome.lines, message("note.plain", text="second wind")), outcome.then)
