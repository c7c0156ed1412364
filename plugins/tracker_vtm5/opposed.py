"""Two pools against each other without harm: the one who acts wins a tie."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    Value,
    drafted,
    frozen,
)
from tracker_vtm5 import fields, odds, people, pool, rolls
from tracker_vtm5.kinds import ATTRIBUTE_CHOICES, CATEGORY_OF, DISCIPLINE_CHOICES, SKILL_CHOICES, choices
from tracker_vtm5.pool import DicePool


def contest_pools(view: State, intent: Intent) -> tuple[DicePool, DicePool]:
    """Both pools of a plain contest."""
    character, other = view.characters[intent.actor], view.characters[intent.target]
    base = pool.base_parts(character, intent)
    if "against_pool" in intent.values:
        against: tuple[Part, ...] = (Part(Term("pool"), intent.integer("against_pool")),)
    else:
        against = pool.trait_part(other, intent.text("against_attribute"))
        against += pool.trait_part(other, intent.text("against_skill"))
    if not base or not against:
        people.refuse("roll_what", character if not base else other)
    category = pool.category_of(intent)
    theirs = intent.text("category") or CATEGORY_OF.get(intent.text("against_attribute"), category)
    return (
        pool.build(view, intent.actor, intent, base, category),
        pool.build(view, intent.target, Intent("contest"), against, theirs),
    )


def _checked_pools(view: State, intent: Intent) -> tuple[DicePool, DicePool]:
    """Both pools, where both sides can take part: the senseless resist nothing, the bound nothing bodily."""
    if intent.target == intent.actor:
        people.refuse("both_sides", view.characters[intent.actor])
    for who in (intent.actor, intent.target):
        people.require_senses(view.characters[who])
    pools = contest_pools(view, intent)
    for who, dice_pool in zip((intent.actor, intent.target), pools, strict=True):
        if dice_pool.category == "physical":
            people.require_free(view.characters[who])
    return pools


def _contest(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Set two pools against each other; the one who acts wins a tie."""
    pools = _checked_pools(draft.state, intent)
    key = f"contest:{intent.actor}:{intent.target}"
    record: dict[str, Value] = {"what": "contest", "attacker": intent.actor, "defender": intent.target, "ties_from": 1}
    rolls.throw_contest(draft, chance, key, record, pools)
    rolls.remind_of_faith(draft, intent, intent.target)
    if intent.flag("surge"):
        draft.follow(Intent("rouse", targets=(intent.actor,), values=frozen({"reason": "surge"})))


def _odds(view: State, intent: Intent) -> Chances:
    return odds.of_contest(*_checked_pools(view, intent))


DEEDS = (
    Deed(
        Action(
            "contest", "roll",
            (
                Parameter("attribute", "choice", choices=ATTRIBUTE_CHOICES),
                Parameter("skill", "choice", choices=SKILL_CHOICES),
                Parameter("against_attribute", "choice", choices=ATTRIBUTE_CHOICES),
                Parameter("against_skill", "choice", choices=SKILL_CHOICES), pool.POOL_PARAMETER,
                Parameter("against_pool", "integer", minimum=0, maximum=pool.LARGEST_POOL), *pool.MODIFIERS,
                Parameter("discipline", "choice", choices=DISCIPLINE_CHOICES, common=False),
                Parameter("category", "choice", choices=choices(pool.CATEGORIES), common=False),
            ),
            targets="one", rules=("V5-ATK-01", "V5-DICE-03"),
            examples=("contest Hunter wits stealth against_attribute=wits against_skill=awareness by=Vera",),
            group="dice",
        ),
        drafted(_contest), _odds, applies=fields.of_roll,
    ),
)  # fmt: skip

CHAPTER = Chapter(deeds=DEEDS)
