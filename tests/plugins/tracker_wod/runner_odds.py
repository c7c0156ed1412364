"""Cases of exact probabilities, asked of the product's odds."""

from fractions import Fraction
from typing import Any

from tests.plugins.tracker_wod.fighters import add_fighter
from tests.plugins.tracker_wod.scene import Keys, Scene
from tracker.api import Chances, Intent, Message, Term

AGAIN = {10: "10", 9: "9", 8: "8", 11: "none"}
EVENTS = {
    "needed": ("needed", "wod.odds.needed"),
    "must_exceed": ("at-most", "wod.odds.at_most"),
    "at_most": ("at-most", "wod.odds.at_most"),
    "more_than": ("must-exceed", "wod.odds.must_exceed"),
    "exactly": ("exactly", "wod.odds.exactly"),
}
"""The numbers of a case: the value of `roll` that asks for it, and the event. `must_exceed` is what a roll has to beat;
its probability is that of not doing so."""
RESULTS = ("success", "failure", "dramatic_failure", "exceptional_success")


def run(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    values: dict[str, Any] = {"again": AGAIN[given.take("again_on", 10)]}
    if (pool := given.take("pool")) is not None:
        values["pool"] = pool
    if given.take("chance", False):
        assert values.setdefault("pool", 0) <= 0, "only a pool of nothing is the chance die"
    if traits := given.take("traits", {}):
        values["traits"] = "+".join(traits)
    values["modifier"] = given.take("modifier", 0)
    values["willpower"] = given.take("willpower", False)
    asked = {key: given.take(key) for key in EVENTS if key in given}
    who = add_fighter(scene, "Roller", Keys(traits, "traits"))

    def chances(**event: int) -> Chances:
        named = {EVENTS[key][0]: value for key, value in event.items()}
        told = scene.engine.rules.odds(scene.state, Intent("roll", who, values={**values, **named}))
        assert told is not None
        return told

    plain = chances()
    for key, number in asked.items():
        compare(then.take("probability"), event(chances(**{key: number}), EVENTS[key][1]))
    for number, wanted in enumerate(then.take("at_least", ()), 1):
        compare(wanted, event(chances(needed=number), EVENTS["needed"][1]))
        if number <= len(plain.at_least):
            compare(wanted, plain.at_least[number - 1])
    if "mean" in then:
        compare(then.take("mean"), plain.mean)
    for result in RESULTS:
        if result in then:
            compare(then.take(result), event(plain, result))
    then.check("pool", plain.pool)


def event(chances: Chances, name: str) -> Fraction:
    """The probability of an event by the id of its message or term."""
    for label, probability in chances.events:
        if isinstance(label, (Message, Term)) and label.id == name:
            return probability
    return Fraction(0)


def compare(wanted: Any, actual: Fraction) -> None:
    """Compare with a fraction, or with a decimal to as many places as the case prints."""
    text = str(wanted)
    if "/" in text or "." not in text:
        assert actual == Fraction(text), f"{actual} is not {text}"
        return
    places = len(text.partition(".")[2])
    assert round(actual * 10**places) == round(Fraction(text) * 10**places), f"{float(actual):.15f} is not {text}"
