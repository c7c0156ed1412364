"""Electric current: damage each round until the victim lets go (WOD-HAZ-17 to -19)."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Part,
    Prompted,
    Refusal,
    State,
    Term,
    frozen,
    message,
)
from tracker_wod.damage import DAMAGE_TYPES
from tracker_wod.dice import Pool
from tracker_wod.feature import Feature
from tracker_wod.gear import table
from tracker_wod.hazards.harm import harm
from tracker_wod.periodic import ROUND_SECONDS, Elapsed, Periodic, ended, first, words
from tracker_wod.prompts import command_by, prompt_id, settle_prompt
from tracker_wod.rolls import DIE_PARAMETERS, chances_of, pool_of, throw_for
from tracker_wod.states import DEAD, state_of

CURRENT = "current"
"""Held fast by a live source: `amount` points of `data.type` for each dose."""


def shock(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Bring characters into contact with a source: its damage at once; armour gives nothing."""
    row = table("electricity").get(intent.text("source"))
    points = intent.integer("points", row["damage"] if row else 0)
    damage_type = intent.text("type") or (row["type"] if row else "bashing")
    if points <= 0:
        raise Refusal(message("wod.refused.no_source"))
    draft = Draft(view)
    for who in intent.targets:
        name = draft.character(who).name
        draft.say(message("wod.current.strikes", who=name, points=points))
        if not intent.flag("brief"):
            holding = Condition(CURRENT, CURRENT, amount=points, data=frozen({"type": damage_type}))
            draft.add(ConditionSet(who, holding, "WOD-HAZ-18"))
            if not draft.state.round:
                _prompt(draft, who)
        harm(draft, who, damage_type, (Part(Term("electricity"), points, "WOD-HAZ-17"),), "WOD-HAZ-17")
    return draft.outcome()


def _prompt(draft: Draft, who: str) -> None:
    name = draft.character(who).name
    draft.add(
        Prompted(
            prompt_id("let-go", who, CURRENT),
            who,
            message("wod.prompt.let_go", who=name),
            command_by(draft, "let-go", who),
            "WOD-HAZ-18",
            until="",
        )
    )


def _pool(view: State, intent: Intent) -> Pool:
    return pool_of(view, intent, intent.actor, ("strength",))


def let_go(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Roll Strength to let go; a failure brings the damage again. It costs no action."""
    who = intent.actor
    holding = first(view.characters[who], CURRENT)
    if holding is None:
        raise Refusal(message("wod.refused.no_current", who=view.characters[who].name))
    draft = Draft(view)
    settle_prompt(draft, prompt_id("let-go", who, CURRENT))
    thrown = throw_for(draft, intent, chance, who, _pool(view, intent), "let-go", rule="WOD-HAZ-18")
    if thrown.successes:
        ended(draft, who, CURRENT, "WOD-HAZ-18", "WOD-HAZ-18")
        draft.say(message("wod.current.lets_go", who=draft.character(who).name))
        return draft.outcome()
    draft.say(message("wod.current.holds", who=draft.character(who).name))
    if not draft.state.round:
        _prompt(draft, who)
    parts = (Part(Term("electricity"), holding.amount, "WOD-HAZ-17"),)
    harm(draft, who, words(holding, "type", "bashing"), parts, "WOD-HAZ-17")
    return draft.outcome()


def let_go_odds(view: State, intent: Intent) -> Chances:
    """The odds of letting go."""
    return chances_of(view, _pool(view, intent))


def _due(view: State, who: str) -> int | None:
    character = view.characters[who]
    return ROUND_SECONDS if first(character, CURRENT) and state_of(character) != DEAD else None


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    if first(draft.character(who), CURRENT) is None or elapsed.seconds < ROUND_SECONDS:
        return
    if elapsed.in_round:
        _prompt(draft, who)
    else:
        draft.follow(Intent("let-go", who))


def settled(draft: Draft, who: str, chance: Chance) -> None:
    """The dead hold on to nothing that matters."""
    if state_of(draft.character(who)) == DEAD:
        ended(draft, who, CURRENT, "WOD-STATE-09")


PERIODIC = Periodic(_due, _advance, in_rounds=True)

FEATURE = Feature(
    actions=(
        Action(
            "shock", "act",
            (
                Parameter("source", "choice", choices=tuple(map(Choice, table("electricity")))),
                Parameter("points", "integer", minimum=1, maximum=100, common=False),
                Parameter("brief", "switch"),
                Parameter("type", "choice", choices=DAMAGE_TYPES, common=False),
            ),
            acts=False, targets="many", rules=("WOD-HAZ-17", "WOD-HAZ-18", "WOD-HAZ-19"),
            examples=("shock David socket", "shock David points=6 brief"), group="hazards",
        ),
        Action(
            "let-go", "roll", DIE_PARAMETERS, rules=("WOD-HAZ-18",), examples=("let-go by=David",), group="hazards",
        ),
    ),
    verbs={"shock": shock, "let-go": let_go},
    odds={"let-go": let_go_odds},
    conditions=(ConditionKind(CURRENT, amount=True, tone="bad", rule="WOD-HAZ-18"),),
    settled=(settled,),
)  # fmt: skip
