"""Vitae: how much there is, how fast it flows, and what it buys in a fight (UBN-RES-07, UBN-RES-08)."""

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    CounterSet,
    Draft,
    Intent,
    Message,
    Outcome,
    Parameter,
    Part,
    Pool,
    PoolSet,
    Refusal,
    State,
    Term,
    message,
)
from tracker_ukraine_by_night.ability import VITAE_BONUS
from tracker_ukraine_by_night.actions import OVERRULE, insist
from tracker_ukraine_by_night.gear import is_vampire
from tracker_ukraine_by_night.last_draw import CALLED_OVER
from tracker_ukraine_by_night.traits import PHYSICAL_ATTRIBUTES

VITAE = "vitae"
SPENT = "vitae_spent"
BOOSTS = "boosts"
USES = ("boost", "wake", "other")
LARGEST_SPENDING = 100

BY_BLOOD_POTENCY = {
    1: (10, 1),
    2: (11, 1),
    3: (12, 1),
    4: (13, 2),
    5: (14, 2),
    6: (15, 3),
    7: (20, 5),
    8: (30, 7),
    9: (50, 10),
    10: (100, 15),
}
"""Greatest Vitae, and most spent in one turn, by Blood Potency (UBN-RES-07)."""


def greatest(blood_potency: int) -> int:
    """The most Vitae that blood of this potency holds."""
    return BY_BLOOD_POTENCY[max(1, min(10, blood_potency))][0]


def per_turn(character: Character) -> int:
    """The most Vitae that a character may spend in one turn."""
    return BY_BLOOD_POTENCY[max(1, min(10, character.integer("blood_potency", 1)))][1]


def spend(draft: Draft, who: str, amount: int, *, use: str, overruled: bool) -> None:
    """Take Vitae within the limit of the turn. Raises Refusal where there is too little, or no Vitae at all."""
    character = draft.character(who)
    if VITAE not in character.pools or not is_vampire(character):
        raise Refusal(message("ubn.refused.no_vitae", who=character.name))
    pool = character.pools[VITAE]
    if amount > pool.value:
        raise Refusal(message("ubn.refused.vitae", who=character.name, wanted=amount, value=pool.value))
    insist(draft, _over_limit(draft.state, character, amount), overruled=overruled)
    after = Pool(pool.value - amount, pool.maximum, pool.minimum)
    parts = (Part(Term(use), -amount, "UBN-RES-08"),)
    draft.add(PoolSet(who, VITAE, pool, after, parts, "UBN-RES-08"))
    draft.add(CounterSet(who, SPENT, character.count(SPENT) + amount, "turn"))
    draft.say(
        message(
            "ubn.vitae.spent",
            who=character.name,
            amount=amount,
            use=Term(use),
            before=pool.value,
            after=after.value,
        )
    )


def _over_limit(view: State, character: Character, amount: int) -> Message | None:
    if view.option("vitae_limits", True) is False:
        return None
    limit, spent = per_turn(character), character.count(SPENT)
    if spent + amount <= limit:
        return None
    return message("ubn.refused.vitae_limit", who=character.name, limit=limit, spent=spent)


def buy_boost(draft: Draft, who: str, *, overruled: bool) -> None:
    """Buy +2 to one test with a Physical Attribute in this turn."""
    spend(draft, who, 1, use="boost", overruled=overruled)
    draft.add(CounterSet(who, BOOSTS, draft.character(who).count(BOOSTS) + 1, "turn"))


def spend_act(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Spend Vitae on a stronger body, on waking, or on what the Storyteller says. Free, within the turn's limit."""
    draft = Draft(view)
    who, use, amount = intent.actor, intent.text("use", "other"), intent.integer("amount", 1)
    overruled = intent.flag("overrule")
    if use not in USES:
        raise Refusal(message("ubn.refused.use", typed=use, list=tuple(map(Term, USES))))
    if not 1 <= amount <= LARGEST_SPENDING:
        raise Refusal(message("ubn.refused.amount", minimum=1, maximum=LARGEST_SPENDING))
    if use == "boost":
        for _ in range(amount):
            buy_boost(draft, who, overruled=overruled)
    else:
        spend(draft, who, amount, use=use, overruled=overruled)
    if use == "wake":
        draft.follow(Intent("new_night", targets=(who,)))
    return draft.outcome()


def feed(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Give Vitae back, never above what the blood holds."""
    draft = Draft(view)
    for who in intent.targets:
        character = draft.character(who)
        pool = character.pools.get(VITAE)
        if pool is None:
            raise Refusal(message("ubn.refused.no_vitae", who=character.name))
        gained = max(0, min(intent.integer("amount", 1), LARGEST_SPENDING))
        value = pool.value + gained if pool.maximum is None else min(pool.maximum, pool.value + gained)
        after = Pool(value, pool.maximum, pool.minimum)
        draft.add(PoolSet(who, VITAE, pool, after, (Part(Term("feed"), value - pool.value),), "UBN-RES-07"))
        draft.say(message("ubn.vitae.fed", who=character.name, before=pool.value, after=value))
    return draft.outcome()


def boost_parts(character: Character, intent: Intent, attribute: str) -> list[Part]:
    """What bought Vitae adds to a test with a Physical Attribute."""
    bought = intent.flag("boosted") or intent.flag("boost") or character.count(BOOSTS) > 0
    if not bought or attribute not in PHYSICAL_ATTRIBUTES:
        return []
    return [Part(Term("boost"), VITAE_BONUS, "UBN-RES-08")]


def use_boost(draft: Draft, intent: Intent, attribute: str) -> bool:
    """Use a bought boost up on this test, buying one where the intent says so; tell whether there was one."""
    who = intent.actor
    if intent.flag("boost") and not intent.flag(CALLED_OVER):
        if attribute not in PHYSICAL_ATTRIBUTES:
            raise Refusal(message("ubn.refused.boost", who=draft.character(who).name))
        buy_boost(draft, who, overruled=intent.flag("overrule"))
    if not boost_parts(draft.character(who), intent, attribute):
        return False
    left = draft.character(who).count(BOOSTS)
    if left and not intent.flag(CALLED_OVER):
        draft.add(CounterSet(who, BOOSTS, left - 1, "turn"))
    return True


ACTIONS = (
    Action(
        "spend",
        "act",
        (
            Parameter("amount", "integer", default=1, minimum=1, maximum=LARGEST_SPENDING),
            Parameter("use", "choice", choices=tuple(map(Choice, USES)), default="other"),
            OVERRULE,
        ),
        key="v",
        rules=("UBN-RES-07", "UBN-RES-08"),
        examples=("spend 1 boost", "spend 1 wake by=Anna"),
        group="vitae",
    ),
    Action(
        "feed",
        "act",
        (Parameter("amount", "integer", default=1, minimum=1, maximum=LARGEST_SPENDING),),
        acts=False,
        targets="many",
        rules=("UBN-RES-07",),
        examples=("feed Anna 3",),
        group="vitae",
    ),
)
ACTS = {"spend": spend_act, "feed": feed}
