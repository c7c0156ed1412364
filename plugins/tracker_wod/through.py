"""The second roll of a shot through a barrier: what got past is a pool of its own (WOD-DEF-23)."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Choice,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Part,
    Prompted,
    PromptSettled,
    State,
    Term,
    Value,
    message,
)
from tracker_wod import gear, track
from tracker_wod.attack_pool import Plan, armour_against, weapon_for
from tracker_wod.damage import damage_intent
from tracker_wod.dice import Pool
from tracker_wod.feature import Feature
from tracker_wod.prompts import named
from tracker_wod.rolls import DIE_PARAMETERS, again_on, asked_parts, chances_of, overruled, throw_for


def through_intent(intent: Intent, plan: Plan, excess: int) -> Intent:
    """The follow-up of an attack whose successes went through; `later` keeps it for the game master to roll."""
    values: dict[str, Value] = {"dice": excess, "kind": plan.kind, "weapon": plan.weapon.id, "type": plan.damage_type}
    for name in ("piercing", "no-armour", "again", "hidden"):
        if name in intent.values:
            values[name] = intent.values[name]
    verb = "offer-through" if intent.flag("later") else "through"
    return Intent(verb, intent.actor, (plan.target,), values)


def _pool(view: State, intent: Intent) -> tuple[Pool, str]:
    weapon = weapon_for(view, intent)
    victim = view.characters[intent.target]
    kind = intent.text("kind", weapon.skill)
    armour, damage_type = armour_against(intent, victim, weapon, kind, intent.text("type", weapon.type))
    excess = Part(Term("excess"), intent.integer("dice"), "WOD-DEF-23")
    pool = Pool((excess,), again_on(intent, weapon.again)).plus(*armour, *asked_parts(intent))
    return overruled(intent, pool), damage_type


def through(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Roll the dice that got past the barrier, less the armour behind it; successes are the damage."""
    draft = Draft(view)
    target = intent.target
    pool, damage_type = _pool(view, intent)
    thrown = throw_for(
        draft, intent, chance, intent.actor, pool, "through", against=target, rule="WOD-DEF-23", type=damage_type
    )
    draft.add(PromptSettled(f"through:{target}"))
    if thrown.successes:
        parts = (Part(Term("success"), thrown.successes, "WOD-DEF-23"),)
        draft.follow(damage_intent(intent.actor, target, thrown.successes, damage_type, parts))
    return draft.outcome()


def offer(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Put the second roll before the game master instead of making it."""
    draft = Draft(view)
    target, who = view.characters[intent.target], view.characters[intent.actor]
    dice = intent.integer("dice")
    words = ["through", named(view, target.id), str(dice), intent.text("type")]
    for name, value in intent.values.items():
        if name not in ("dice", "type") and value is not False:
            words.append(name if value is True else f"{name}={value}")
    command = " ".join((*words, f"by={named(view, who.id)}"))
    line = message("wod.prompt.through", who=who.name, target=target.name, count=dice)
    draft.add(Prompted(f"through:{target.id}", target.id, line, command, "WOD-DEF-23"))
    return draft.outcome()


def through_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of the second roll."""
    return chances_of(view, _pool(view, intent)[0]) if intent.targets else None


FEATURE = Feature(
    actions=(
        Action(
            "through",
            "roll",
            (
                Parameter("dice", "integer", required=True, minimum=0, maximum=200),
                Parameter("type", "choice", choices=tuple(map(Choice, track.MARKS))),
                Parameter("weapon", "choice", choices=tuple(map(Choice, gear.weapon_ids())), open_choice=True),
                Parameter("kind", "choice", choices=(Choice("firearms"), Choice("thrown")), common=False),
                Parameter("piercing", "integer", minimum=0, maximum=20, common=False),
                Parameter("no-armour", "switch", common=False),
                *DIE_PARAMETERS,
            ),
            targets="one",
            rules=("WOD-DEF-23",),
            examples=("through David 3 lethal by=Gunman",),
            group="attack",
        ),
    ),
    verbs={"through": through, "offer-through": offer},
    odds={"through": through_odds},
)
