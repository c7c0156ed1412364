"""The second roll of a shot through a barrier: what got past is a pool of its own (WOD-DEF-23)."""

from collections.abc import Iterator

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Choice,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    Value,
    drafted,
    frozen,
    message,
)
from tracker_wod import gear, track
from tracker_wod.attack_pool import Plan, Softened, armour_against, tell_softened, weapon_for
from tracker_wod.damage import damage_intent
from tracker_wod.dice import Pool
from tracker_wod.rolls import DIE_PARAMETERS, again_on, asked_parts, chances_of, overruled, throw_for
from tracker_wod.waiting import answered, due_id, wait, waits

KEPT = ("piercing", "no-armour", "again")
"""Values of the attack that count for the second roll too."""


def get_through(draft: Draft, intent: Intent, plan: Plan, excess: int) -> None:
    """Let the successes that went through be rolled now, or with `later` when the game master says."""
    values: dict[str, Value] = {"kind": plan.kind, "weapon": plan.weapon.id, "type": plan.damage_type}
    values |= {name: intent.values[name] for name in KEPT if name in intent.values}  # type: ignore[misc]
    if intent.flag("later"):
        wait(draft, plan.target, "through", excess, intent.actor, **values)
    else:
        draft.follow(Intent("through", intent.actor, (plan.target,), frozen({"dice": excess, **values})))


def _pool(view: State, intent: Intent) -> tuple[Pool, Softened]:
    weapon = weapon_for(view, intent)
    kind = intent.text("kind", weapon.skill)
    damage_type = intent.text("type", weapon.type)
    armour, softened = armour_against(intent, view.characters[intent.target], weapon, kind, damage_type)
    excess = Part(Term("excess"), intent.integer("dice"), "WOD-DEF-23")
    pool = Pool((excess,), again_on(intent, weapon.again)).plus(*armour, *asked_parts(intent))
    return overruled(intent, pool), softened


def through(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll the dice that got past the barrier, less the armour behind it; successes are the damage."""
    view = draft.state
    who, target = intent.actor, intent.target
    pool, softened = _pool(view, intent)
    thrown = throw_for(
        draft, intent, chance, who, pool, "through", against=target, rule="WOD-DEF-23", failing=True, type=softened.type
    )
    answered(draft, target, "through", intent.integer("dice"))
    if thrown.successes:
        tell_softened(draft, target, softened)
        parts = (Part(Term("success"), thrown.successes, "WOD-DEF-23"),)
        draft.follow(damage_intent(who, target, thrown.successes, softened.type, parts, rule=softened.rule))


def due(view: State, who: str) -> Iterator[DueItem]:
    """The second rolls that the game master has kept for later."""
    for one in waits(view, who, "through"):
        if shooter := view.characters.get(one.source):
            line = message("wod.prompt.through", who=shooter.name, target=view.characters[who].name, count=one.amount)
            intent = Intent("through", shooter.id, (who,), frozen({"dice": one.amount, **one.data}))
            yield DueItem(due_id(who, one), who, line, intent, "WOD-DEF-23")


def through_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of the second roll."""
    return chances_of(view, _pool(view, intent)[0]) if intent.targets else None


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "through", "roll",
            (
                Parameter("dice", "integer", required=True, minimum=0, maximum=200),
                Parameter("type", "choice", choices=tuple(map(Choice, track.MARKS))),
                Parameter("weapon", "choice", choices=tuple(map(Choice, (*gear.weapon_ids(), gear.OWN_WEAPON)))),
                Parameter("kind", "choice", choices=(Choice("firearms"), Choice("thrown")), common=False),
                Parameter("piercing", "integer", minimum=0, maximum=20, common=False),
                Parameter("no-armour", "switch", common=False),
                *DIE_PARAMETERS,
            ),
            targets="one", rules=("WOD-DEF-23",), examples=("through David 3 lethal by=Gunman",), group="attack",
        ), drafted(through), through_odds),
    ),
    due=due,
)  # fmt: skip
