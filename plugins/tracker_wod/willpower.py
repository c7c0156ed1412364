"""Points of Willpower spent or won by hand (WOD-RES-03, WOD-RES-04)."""

from collections.abc import Mapping

from tracker.api import Action, Chance, Draft, Intent, Outcome, Parameter, Pool, PoolSet, State, message
from tracker_wod.feature import Feature
from tracker_wod.rolls import spend_willpower


def spend(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Spend one point on something that is no roll of the tracker's."""
    draft = Draft(view)
    spend_willpower(draft, intent.actor, "WOD-RES-03")
    return draft.outcome()


def regain(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Give points back, up to Resolve + Composure."""
    draft = Draft(view)
    for who in intent.targets:
        character = view.characters[who]
        before = character.pools.get("willpower", Pool(0, 0))
        value = before.value + max(0, intent.integer("amount", 1))
        after = Pool(value if before.maximum is None else min(value, before.maximum), before.maximum)
        draft.add(PoolSet(who, "willpower", before, after, rule="WOD-RES-04"))
        draft.say(message("wod.willpower.back", who=character.name, left=after.value))
    return draft.outcome()


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why no Willpower can be spent."""
    willpower = view.characters[who].pools.get("willpower", Pool(0, 0))
    return {} if willpower.value > 0 else {"spend-willpower": "wod.reason.no_willpower"}


FEATURE = Feature(
    actions=(
        Action(
            "spend-willpower", "act", rules=("WOD-RES-03", "WOD-RES-04"), examples=("spend-willpower by=David",),
            group="resources",
        ),
        Action(
            "regain-willpower", "act", (Parameter("amount", "integer", default=1, minimum=1, maximum=100),),
            acts=False, targets="many", rules=("WOD-RES-04",), examples=("regain-willpower David 1",),
            group="resources",
        ),
    ),
    verbs={"spend-willpower": spend, "regain-willpower": regain},
    unavailable=unavailable,
)  # fmt: skip
