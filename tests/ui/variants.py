"""Other games to play on the screen: one that asks for many things, one without turns, one with more to describe."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import coterie_sample

from tests.tables import KeptRules, memory_session
from tracker.api import (
    Action,
    Chance,
    Chapter,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    DueItem,
    Intent,
    Outcome,
    Parameter,
    Refusal,
    Ruleset,
    State,
    frozen,
    hookimpl,
    message,
)
from tracker.opening import Session
from tracker.rules.facade import Rules


class Asking:
    """A house rule: whoever is dazzled must stop being so, the dizzy before anybody acts; rain is thought of."""

    @hookimpl
    def due(self, view: State) -> list[DueItem]:
        return list(self._items(view))

    def _items(self, view: State) -> Iterator[DueItem]:
        if view.scene_name == "Rain":
            yield DueItem("rain", "", message("note.plain", text="Mind the rain"), weight="reminder")
        for who, one in view.characters.items():
            for kind in ("dazzled", "dizzy"):
                if one.has_condition(kind):
                    say = message("note.plain", text=f"{one.name} is {kind}")
                    intent = Intent("end", targets=(who,), values=frozen({"kind": kind}))
                    yield DueItem(f"{kind}:{who}", who, say, intent, holds=kind == "dizzy")


@cache
def asking_rules() -> Rules:
    """The rules of the sample with that house rule, which keeps nothing: all tests of a process share them."""
    rules = KeptRules(coterie_sample, {"house-0": Asking()}, "sample")
    rules.is_made = True
    return rules


def variant(*chapters: Chapter, **card: object) -> Rules:
    """The sample ruleset with another card and further chapters."""
    changed = replace(coterie_sample.CARD, **card)  # type: ignore[arg-type]
    of_sample = (coterie_sample.PEOPLE, coterie_sample.FIGHTING, coterie_sample.WOUNDS)
    ruleset = Ruleset("coterie_sample", changed, coterie_sample.KINDS, lambda: (*of_sample, *chapters))
    return Rules(ruleset, name="sample")


def session_without_turns() -> Session:
    return memory_session(variant(turns="none"))


def wink(view: State, intent: Intent, chance: Chance) -> Outcome:
    if intent.target == intent.actor:
        raise Refusal(message("note.plain", text="nobody winks at themselves"))
    seen = Condition("winked-at", "winked-at", note="a secret")
    return Outcome((ConditionSet(intent.target, seen),), (message("note.plain", text="a wink"),))


def ask_around(view: State, intent: Intent, chance: Chance) -> Outcome:
    return Outcome((), (message("note.plain", text="nobody is hurt [red]"),))


SOCIAL = Chapter(
    deeds=(
        Deed(
            Action(
                "wink",
                "act",
                (Parameter("how", "text"), Parameter("secretly", "text", inner=True)),
                targets="one",
                examples=("wink Orc",),
            ),
            wink,
        ),
        Deed(Action("ask-around", "act", acts=False, asks=True, key="z", examples=("ask-around",)), ask_around),
    ),
    conditions=(ConditionKind("winked-at", memory=True, by_hand=False),),
)


def social_session() -> Session:
    return memory_session(variant(SOCIAL))
