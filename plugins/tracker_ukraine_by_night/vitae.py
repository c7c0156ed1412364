"""Vitae: how much there is, how fast it flows, and what it buys in a fight (UBN-RES-07, UBN-RES-08)."""

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Choice,
    CounterSet,
    Deed,
    Draft,
    Intent,
    Message,
    Parameter,
    Part,
    Pool,
    PoolSet,
    Refusal,
    State,
    Term,
    drafted,
    message,
)
from tracker_ukraine_by_night.ability import CALLED_OVER, VITAE_BONUS
from tracker_ukraine_by_night.actions import OVERRULE, insist
from tracker_ukraine_by_night.gear import is_vampire
from tracker_ukraine_by_night.kinds import VITAE
from tracker_ukraine_by_night.traits import PHYSICAL_ATTRIBUTES

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


def greatest(character: Character) -> int:
    """The most Vitae that a character's blood holds."""
    held, _ = _by_blood_potency(character)
    return held


def per_turn(character: Character) -> int:
    """The most Vitae that a character may spend in one turn."""
    _, spent = _by_blood_potency(character)
    return spent


def _by_blood_potency(character: Character) -> tuple[int, int]:
    """Both, from the line of the table that is nearest."""
    potency = character.integer("blood_potency")
    return BY_BLOOD_POTENCY[min(BY_BLOOD_POTENCY, key=lambda known: abs(known - potency))]


def turns_for(view: State, character: Character, amount: int) -> int:
    """How many turns it takes to spend so much Vitae: in a fight it is one, or too much."""
    if view.round_of(character.id) > 0 or view.option("vitae_limits") is False:
        return 1
    return -(-(character.count(SPENT) + amount) // per_turn(character))


def spend(draft: Draft, who: str, amount: int, *, use: str, overruled: bool, turns: int = 1) -> None:
    """Take Vitae within the limit of each turn. Raises Refusal where there is too little, or no Vitae at all."""
    character = draft.character(who)
    if VITAE not in character.pools or not is_vampire(character):
        raise Refusal(message("ubn.refused.no_vitae", who=character.name))
    pool = character.pools[VITAE]
    if amount > pool.value:
        raise Refusal(message("ubn.refused.vitae", who=character.name, wanted=amount, value=pool.value))
    if turns == 1:
        insist(draft, _over_limit(draft.state, character, amount, use), overruled=overruled)
    after = Pool(pool.value - amount, pool.maximum, pool.minimum)
    spent = draft.record(PoolSet(who, VITAE, pool, after, (Part(Term(use), -amount, "UBN-RES-08"),), "UBN-RES-08"))
    draft.add(CounterSet(who, SPENT, character.count(SPENT) + amount, "turn"))
    draft.say(
        message(
            "ubn.vitae.spent" if turns == 1 else "ubn.vitae.spent_over",
            who=character.name,
            amount=spent("loss"),
            use=Term(use),
            turns=turns,
            before=spent("before.value"),
            after=spent("after.value"),
        ),
        working=True,
    )


def _over_limit(view: State, character: Character, amount: int, use: str) -> Message | None:
    """Why so much is too much for one turn; healing that may take several is told how."""
    if view.option("vitae_limits") is False:
        return None
    limit, spent = per_turn(character), character.count(SPENT)
    if spent + amount <= limit:
        return None
    turns = turns_for(view, character, amount)
    reason = "heal_slowly" if use == "heal" and turns > 1 else "vitae_limit"
    return message(f"ubn.refused.{reason}", who=character.name, limit=limit, spent=spent, amount=amount, turns=turns)


def buy_boost(draft: Draft, who: str, *, overruled: bool) -> None:
    """Buy +2 to one test with a Physical Attribute in this turn."""
    spend(draft, who, 1, use="boost", overruled=overruled)
    draft.add(CounterSet(who, BOOSTS, draft.character(who).count(BOOSTS) + 1, "turn"))


@drafted
def spend_act(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Spend Vitae on a stronger body, on waking, or on what the Storyteller says. Free, within the turn's limit."""
    who, use, amount = intent.actor, intent.text("use"), intent.integer("amount")
    overruled = intent.flag("overrule")
    if use == "boost":
        for _ in range(amount):
            buy_boost(draft, who, overruled=overruled)
    else:
        spend(draft, who, amount, use=use, overruled=overruled)
    if use == "wake":
        draft.follow(Intent("new_night", targets=(who,)))


@drafted
def feed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give Vitae back, never above what the blood holds."""
    for who in intent.targets:
        character = draft.character(who)
        pool = character.pools.get(VITAE)
        if pool is None:
            raise Refusal(message("ubn.refused.no_vitae", who=character.name))
        given = pool.value + intent.integer("amount")
        value = given if pool.maximum is None else min(pool.maximum, given)
        after, parts = Pool(value, pool.maximum, pool.minimum), (Part(Term("feed"), value - pool.value, "UBN-RES-07"),)
        fed = draft.record(PoolSet(who, VITAE, pool, after, parts, "UBN-RES-07"))
        numbers = {"before": fed("before.value"), "after": fed("after.value")}
        draft.say(message("ubn.vitae.fed" if value == given else "ubn.vitae.full", who=character.name, **numbers))


def pass_time(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Vitae flows again once time has passed."""
    for who, character in draft.state.characters.items():
        if character.count(SPENT):
            draft.add(CounterSet(who, SPENT, 0))


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


_AMOUNT = Parameter("amount", "integer", default=1, minimum=1, maximum=LARGEST_SPENDING)
SPEND = Action(
    "spend",
    "act",
    (_AMOUNT, Parameter("use", "choice", choices=tuple(map(Choice, USES)), default="other"), OVERRULE),
    key="v",
    rules=("UBN-RES-07", "UBN-RES-08"),
    examples=("spend 1 boost", "spend 1 wake by=Anna"),
    group="vitae",
)
FEED = Action(
    "feed",
    "act",
    (_AMOUNT,),
    acts=False,
    targets="many",
    rules=("UBN-RES-07",),
    examples=("feed Anna 3",),
    group="vitae",
)
CHAPTER = Chapter(deeds=(Deed(SPEND, spend_act), Deed(FEED, feed)), moments={"pass_time": pass_time})
