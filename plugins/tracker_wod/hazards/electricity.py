"""Electric current: damage each round until the victim lets go (WOD-HAZ-17 to -19)."""

from collections.abc import Iterator

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_wod.dice import Pool
from tracker_wod.dismissed import asks_again, condition_due
from tracker_wod.gear import table
from tracker_wod.hazards.harm import harm
from tracker_wod.kinds import DAMAGE_TYPES
from tracker_wod.periodic import ROUND_SECONDS, Elapsed, Periodic, changed, ended, first, number, words
from tracker_wod.rolls import ROLL_PARAMETERS, chances_of, pool_of, throw_for
from tracker_wod.states import DEAD, state_of

CURRENT = "current"
"""Held fast by a live source: `amount` points of `data.type` for each dose, `data.waiting` rolls not yet made."""


def shock(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Bring characters into contact with a source: its damage at once; armour gives nothing."""
    row = table("electricity").get(intent.text("source"))
    points = intent.integer("points", row["damage"] if row else 0)
    damage_type = intent.text("type") or (row["type"] if row else "bashing")
    if not points:
        raise Refusal(message("wod.refused.no_source"))
    for who in intent.targets:
        running = first(draft.character(who), CURRENT) or Condition(CURRENT, CURRENT)
        asked = asks_again(draft.state, who, "let-go", running)
        data = frozen({**asked, "type": damage_type, "waiting": int(not draft.state.round)})
        held = ConditionSet(who, Condition(CURRENT, CURRENT, amount=points, data=data), "WOD-HAZ-18")
        line = message("wod.current.strikes", who=draft.character(who).name, points=points)
        draft.tell(line, *(() if intent.flag("brief") else (held,)))
        harm(draft, who, damage_type, (Part(Term("electricity"), points, "WOD-HAZ-17"),), "WOD-HAZ-17")


def due(view: State, who: str) -> Iterator[DueItem]:
    """The roll to let go: at once, in a fight at each round start."""
    holding = first(view.characters[who], CURRENT)
    if holding and number(holding, "waiting"):
        line = message("wod.prompt.let_go", who=view.characters[who].name)
        yield DueItem(condition_due(who, "let-go", holding), who, line, Intent("let-go", who), "WOD-HAZ-18")


def _pool(view: State, intent: Intent) -> Pool:
    return pool_of(view, intent, intent.actor, ("strength",))


def let_go(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll Strength to let go; a failure brings the damage again. It costs no action."""
    view = draft.state
    who = intent.actor
    holding = first(view.characters[who], CURRENT)
    if holding is None:
        raise Refusal(message("wod.refused.no_current", who=view.characters[who].name))
    thrown = throw_for(draft, intent, chance, who, _pool(view, intent), "let-go", rule="WOD-HAZ-18")
    if thrown.successes:
        line = message("wod.current.lets_go", who=draft.character(who).name)
        ended(draft, who, CURRENT, "WOD-HAZ-18", "WOD-HAZ-18", line)
        return
    draft.say(message("wod.current.holds", who=draft.character(who).name))
    changed(draft, who, holding, waiting=max(int(not draft.state.round), number(holding, "waiting") - 1))
    parts = (Part(Term("electricity"), holding.amount, "WOD-HAZ-17"),)
    harm(draft, who, words(holding, "type", "bashing"), parts, "WOD-HAZ-17")


def let_go_odds(view: State, intent: Intent) -> Chances:
    """The odds of letting go."""
    return chances_of(view, _pool(view, intent))


def _due(view: State, who: str) -> int | None:
    character = view.characters[who]
    return ROUND_SECONDS if first(character, CURRENT) and state_of(character) != DEAD else None


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    holding = first(draft.character(who), CURRENT)
    if holding is None or elapsed.seconds < ROUND_SECONDS:
        return
    if elapsed.in_round:
        changed(draft, who, holding, **asks_again(draft.state, who, "let-go", holding))
    else:
        draft.follow(Intent("let-go", who))


def settled(draft: Draft, who: str) -> None:
    """The dead hold on to nothing that matters."""
    if state_of(draft.character(who)) == DEAD:
        ended(draft, who, CURRENT, "WOD-STATE-09")


PERIODIC = Periodic(_due, _advance, in_rounds=True)

CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "shock", "act",
            (
                Parameter("source", "choice", choices=tuple(map(Choice, table("electricity")))),
                Parameter("points", "integer", minimum=1, maximum=100, common=False),
                Parameter("brief", "switch"),
                Parameter("type", "choice", choices=DAMAGE_TYPES, common=False),
            ),
            acts=False, targets="many", rules=("WOD-HAZ-17", "WOD-HAZ-18", "WOD-HAZ-19"),
            examples=("shock David socket", "shock David points=6 brief"), group="hazards",
        ), drafted(shock)),
        Deed(Action(
            "let-go", "roll", ROLL_PARAMETERS, rules=("WOD-HAZ-18",), examples=("let-go by=David",), group="hazards",
        ), drafted(let_go), let_go_odds),
    ),
    conditions=(ConditionKind(CURRENT, amount=True, tone="bad", rule="WOD-HAZ-18", weight=badges.HARMED + 7),),
    due=due,
)  # fmt: skip
