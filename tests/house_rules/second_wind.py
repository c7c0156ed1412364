"""House rule: whoever a blow would bring down keeps one hit, once in a scene."""

from dataclasses import replace

from tracker.api import CounterSet, Outcome, Pool, PoolSet, hookimpl, message


@hookimpl(wrapper=True)
def apply_damage(view, intent):
    outcome = yield
    facts, lines = [], list(outcome.lines)
    for fact in outcome.facts:
        falls = isinstance(fact, PoolSet) and fact.before.value > fact.after.value == 0
        if falls and not view.characters[fact.who].count("second_wind"):
            # The fact keeps its tag: the line of the ruleset tells the new number by itself.
            facts.append(replace(fact, after=Pool(1, fact.before.maximum)))
            facts.append(CounterSet(fact.who, "second_wind", 1, "scene"))
            lines.append(message("note.about", who=view.characters[fact.who].name, text="second wind"))
        else:
            facts.append(fact)
    return Outcome(tuple(facts), tuple(lines), outcome.then)
