"""Points of Willpower spent or won by hand (WOD-RES-03, WOD-RES-04)."""

from collections.abc import Mapping

from tracker.api import Action, Chance, Chapter, Deed, Draft, Intent, Parameter, Pool, PoolSet, State, drafted, message
from tracker_wod.rolls import spend_willpower


def spend(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Spend one point on something that is no roll of the tracker's."""
    spend_willpower(draft, intent.actor, "WOD-RES-03")


def regain(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give points back, up to Resolve + Composure."""
    view = draft.state
    for who in intent.targets:
        character = view.characters[who]
        before = character.pools["willpower"]
        value = before.value + intent.integer("amount")
        after = Pool(value if before.maximum is None else min(value, before.maximum), before.maximum)
        told = draft.record(PoolSet(who, "willpower", before, after, rule="WOD-RES-04"))
        values = {"before": told("before.value"), "left": told("after.value")}
        draft.say(message("wod.willpower.regained", who=character.name, **values))


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why no Willpower can be spent."""
    willpower = view.characters[who].pools["willpower"]
    return {} if willpower.value else {"spend-willpower": "wod.reason.no_willpower"}


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "spend-willpower", "act", rules=("WOD-RES-03", "WOD-RES-04"), examples=("spend-willpower by=David",),
            group="resources",
        ), drafted(spend)),
        Deed(Action(
            "regain-willpower", "act", (Parameter("amount", "integer", default=1, minimum=1, maximum=100),),
            acts=False, targets="many", rules=("WOD-RES-04",), examples=("regain-willpower David 1",),
            group="resources",
        ), drafted(regain)),
    ),
    unavailable=unavailable,
)  # fmt: skip
