"""The blood reserve: spending and gaining it, boosts, disciplines, waking, drinking."""

from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    Intent,
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
from tracker_night_wanderers.actions import FREE, LARGEST_AMOUNT, choice, spend_action
from tracker_night_wanderers.melee import has_bitten
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import (
    ANIMAL_BLOOD,
    boost_of,
    is_animal,
    is_gone,
    is_helpless,
    is_in_torpor,
    is_vampire,
    missing,
)
from tracker_night_wanderers.states import (
    STANCES,
    die,
    enter_torpor,
    holding,
    leave_torpor,
    require_able,
    require_present,
    require_vampire,
    stop,
    upon,
)
from tracker_night_wanderers.thirst import settle_hunger

HOSPITAL_LOSS = 5
DISCIPLINE_PRICE = {"initial": 1, "advanced": 2}
LARGEST_BOOST = 40
BOOST = "boost:blood"
"""The id of the boost that was paid for; the game master's own stand beside it."""
OF_EPISODE = (
    *("frenzy", "boost", "hunters_instinct", "initial_celerity", "advanced_celerity"),
    *("initial_potence", "advanced_potence", *STANCES),
)
"""What the end of an episode ends, no matter who began it (NW-TURN-03, NW-EFF-15)."""


# ---------------------------------------------------------------------- spending and gaining


def needs_hospital(character: Character) -> bool:
    """Whether a living mortal has lost so much blood that a hospital is called for (NW-RES-10)."""
    blood = character.pools.get("blood")
    if is_vampire(character) or is_animal(character) or is_gone(character) or blood is None:
        return False
    return missing(blood) >= HOSPITAL_LOSS


def reserve(character: Character) -> Pool:
    """The blood of the character. Raises Refusal if none has been entered."""
    blood = character.pools.get("blood")
    if blood is None:
        raise Refusal(message("nw.no_blood_entered", who=character.name))
    return blood


def spend_blood(draft: Draft, who: str, price: int, what: str, rule: str) -> None:
    """Take the price of something. Raises Refusal for more than there is (NW-RES-07).

    The torpor of an empty reserve is `settle_blood`'s, after the effect that was paid for (NW-STATE-08).
    """
    character = draft.character(who)
    blood = reserve(character)
    if price > blood.value:
        raise Refusal(message("nw.too_little_blood", who=character.name, price=price, blood=blood.value))
    if price:
        parts = (Part(Term(what), -price, rule),)
        told = draft.record(PoolSet(who, "blood", blood, replace(blood, value=blood.value - price), parts, rule))
        is_last = price == blood.value and is_vampire(character)
        draft.say(
            message(
                "nw.spends_last" if is_last else "nw.spends_blood",
                who=character.name,
                what=Term(what),
                price=told("loss"),
                before=told("before.value"),
                after=told("after.value"),
            ),
            working=not is_last,
        )


def settle_blood(draft: Draft, who: str) -> None:
    """A vampire without a drop left falls into torpor (NW-STATE-08)."""
    character = draft.character(who)
    blood = character.pools.get("blood")
    if is_vampire(character) and blood is not None and blood.value == 0:
        enter_torpor(draft, who, "blood")


def add_blood(draft: Draft, who: str, amount: int, rule: str) -> None:
    """Give blood points up to the maximum; for a vampire in torpor the event itself may end it (NW-STATE-10)."""
    character = draft.character(who)
    blood = character.pools.get("blood")
    if blood is not None:
        after = blood.value + amount
        changed = replace(blood, value=after if blood.maximum is None else max(blood.value, min(blood.maximum, after)))
        if changed == blood:
            draft.say(message("nw.full", who=character.name))
        else:
            parts = (Part(Term("blood"), changed.value - blood.value, rule),)
            told = draft.record(PoolSet(who, "blood", blood, changed, parts, rule))
            before, now = told("before.value"), told("after.value")
            draft.say(message("nw.gains_blood", who=character.name, before=before, after=now))
    if is_in_torpor(character):
        _may_leave_torpor(draft, who)
    settle_hunger(draft, who)


def _may_leave_torpor(draft: Draft, who: str) -> None:
    character = draft.character(who)
    health, blood = character.pools.get("health"), character.pools.get("blood")
    if is_set(draft.state, "torpor_exit", "blood_and_health") and health is not None and health.value <= 0:
        if blood is None or blood.value < 2:
            draft.say(message("nw.torpor_lasts", who=character.name))
            return
        rule, less = "NW-OPT-08", replace(blood, value=blood.value - 1)
        given = draft.record(PoolSet(who, "blood", blood, less, (Part(Term("healing"), -1, rule),), rule))
        got = draft.record(
            PoolSet(who, "health", health, replace(health, value=1), (Part(Term("blood"), 1, rule),), rule, vital=True)
        )
        draft.say(
            message(
                "nw.blood_becomes_health",
                who=character.name,
                blood=given("before.value"),
                left=given("after.value"),
                before=got("before.value"),
                after=got("after.value"),
            )
        )
    leave_torpor(draft, who)


def gain_blood(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Feed blood points to someone."""
    for who in intent.targets:
        require_present(draft.character(who))
        add_blood(draft, who, intent.integer("amount"), "NW-STATE-10")


# ---------------------------------------------------------------------- what blood buys


def boost_price(view: State, standing: int, wanted: int) -> int:
    """Blood for lifting FA from +standing to +wanted: each further point costs one more (NW-RES-05, NW-OPT-19)."""
    if is_set(view, "boost_steps", "restart"):
        steps = wanted - standing
        return steps * (steps + 1) // 2
    return (wanted * (wanted + 1) - standing * (standing + 1)) // 2


def _spender(draft: Draft, who: str) -> Character:
    """Who spends blood now. Raises Refusal for someone who cannot."""
    character = draft.character(who)
    require_vampire(character)
    require_able(character)
    return character


def boost(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Lift FA to +`to` until the end of the episode; no action of its own (NW-RES-05, 06)."""
    character = _spender(draft, intent.actor)
    standing, wanted = boost_of(character), intent.integer("to")
    if wanted <= standing:
        raise Refusal(message("nw.boosted_already", who=character.name, boost=standing))
    spend_blood(draft, character.id, boost_price(draft.state, standing, wanted), "boost", "NW-RES-05")
    bought = character.conditions[BOOST].amount if BOOST in character.conditions else 0
    lasts = Condition(BOOST, "boost", amount=bought + wanted - standing, unit="scene")
    draft.tell(message("nw.boosted", who=character.name, boost=wanted), ConditionSet(character.id, lasts, "NW-RES-06"))
    settle_blood(draft, character.id)


def discipline(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Use a discipline; a power that others compare is then active until the end of the episode (NW-INIT-02).

    It costs 1 or 2 by its level, or what the game master says (NW-RES-03, 04).
    """
    character = _spender(draft, intent.actor)
    level, power = intent.text("level"), intent.text("power")
    rule = "NW-RES-04" if level == "advanced" else "NW-RES-03"
    shown = "discipline" if power == "other" else power
    spend_blood(draft, character.id, intent.integer("price", DISCIPLINE_PRICE[level]), shown, rule)
    active = active_power(power, level)
    if active:
        stop(draft, character.id, *({f"initial_{power}", f"advanced_{power}"} - {active}))
        lasts = Condition(active, active, unit="scene")
        line = message("nw.power_active", who=character.name, power=Term(active))
        draft.tell(line, ConditionSet(character.id, lasts, "NW-INIT-02"))
        if draft.state.round:
            draft.say(message("nw.order_next_turn", who=character.name))
    else:
        draft.say(message("nw.discipline", who=character.name, power=Term(shown), level=Term(level)))
    settle_blood(draft, character.id)


def active_power(power: str, level: str) -> str:
    """The condition that shows a power as active, "" for a power that nothing compares."""
    if power == "hunters_instinct":
        return power
    return f"{level}_{power}" if power in ("celerity", "potence") else ""


def end_of_episode(draft: Draft, intent: Intent, chance: Chance) -> None:
    """What lasts an episode ends with it, also what the game master has set without an end (NW-TURN-03)."""
    for who, character in draft.state.characters.items():
        running = [one for one in character.conditions.values() if one.kind in OF_EPISODE]
        draft.add(*(ConditionEnded(who, one.id, "scene", "NW-TURN-03") for one in running))


def wake(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A new night: each vampire pays one blood for getting up (NW-RES-02). Without names: all who are not in torpor."""
    who_wake = intent.targets or tuple(
        who
        for who, character in draft.state.characters.items()
        if is_vampire(character) and not is_helpless(character) and "blood" in character.pools
        if reserve(character).value
    )
    if not who_wake:
        raise Refusal(message("nw.nobody_wakes"))
    for who in who_wake:
        _spender(draft, who)
        spend_blood(draft, who, 1, "night", "NW-RES-02")
        settle_blood(draft, who)


# ---------------------------------------------------------------------- drinking


def _victim(draft: Draft, intent: Intent) -> Character:
    """Whom the actor drinks from. Raises Refusal where the victim resists and is not held and bitten.

    NW-ATK-11, NW-RES-08.
    """
    drinker = draft.character(intent.actor)
    require_vampire(drinker)
    who = intent.target or holding(drinker)
    if not who or who == drinker.id or who not in draft.state.characters:
        raise Refusal(message("nw.drink_from_whom", who=drinker.name))
    victim = draft.character(who)
    at_mercy = is_helpless(victim) or is_gone(victim) or is_animal(victim) or intent.flag("willing")
    if not at_mercy and not (holding(drinker) == who and has_bitten(drinker)):
        raise Refusal(message("nw.bite_first", who=drinker.name, target=victim.name))
    if reserve(victim).value < 1:
        raise Refusal(message("nw.no_blood_left", who=victim.name))
    return victim


def drink(draft: Draft, intent: Intent, chance: Chance) -> None:
    """One blood point a turn from the victim to the drinker (NW-RES-08); outside a fight several turns at once."""
    victim = _victim(draft, intent)
    drinker = draft.character(intent.actor)
    turns = intent.integer("turns")
    if turns > 1 and draft.state.round and not intent.flag("free"):
        raise Refusal(message("nw.one_point_a_turn", who=drinker.name))
    spend_action(draft, drinker.id, intent, keeps_hold=holding(drinker) in ("", victim.id))
    _take_blood(draft, drinker, victim, min(turns, reserve(victim).value))
    if intent.flag("steadily") and reserve(draft.character(victim.id)).value:
        line = message("nw.drinks_on", who=drinker.name, target=victim.name)
        draft.tell(line, ConditionSet(drinker.id, upon("drinking", victim), "NW-RES-08"))


def _take_blood(draft: Draft, drinker: Character, victim: Character, taken: int) -> None:
    before = reserve(victim)
    parts = (Part(Term("drinking"), -taken, "NW-RES-08"),)
    told = draft.record(
        PoolSet(victim.id, "blood", before, replace(before, value=before.value - taken), parts, "NW-RES-08")
    )
    names = {"who": drinker.name, "target": victim.name}
    numbers = {"taken": told("loss"), "before": told("before.value"), "after": told("after.value")}
    draft.say(message("nw.drinks", **names, **numbers))
    add_blood(draft, drinker.id, taken, "NW-RES-08")
    _after_loss_of_blood(draft, victim.id, before.value)
    if reserve(draft.character(victim.id)).value == 0:
        stop(draft, drinker.id, "drinking")


def _after_loss_of_blood(draft: Draft, who: str, before: int) -> None:
    victim = draft.character(who)
    blood = reserve(victim)
    if is_gone(victim):
        return
    if is_vampire(victim):
        if blood.value == 0:
            settle_blood(draft, who)
            draft.say(message("nw.diablerie", who=victim.name))
        return
    if blood.value == 0:
        drain(draft, who)
        return
    lost = missing(blood)
    if needs_hospital(victim) and lost - (before - blood.value) < HOSPITAL_LOSS:
        draft.say(message("nw.needs_hospital", who=victim.name))
    if blood.value == 1:
        draft.say(message("nw.last_point", who=victim.name))
    elif lost == 2 and not is_animal(victim):
        draft.say(message("nw.gentle_feeding", who=victim.name))


def drain(draft: Draft, who: str) -> None:
    """A mortal without blood dies (NW-RES-11, 13)."""
    victim = draft.character(who)
    rule = "NW-RES-13" if victim.kind in ANIMAL_BLOOD else "NW-RES-11"
    die(draft, who, message("nw.drained", who=victim.name), rule)


BOOST_ACTION = Action(
    "boost",
    "act",
    (Parameter("to", "integer", required=True, minimum=1, maximum=LARGEST_BOOST),),
    key="B",
    rules=("NW-RES-05", "NW-RES-06", "NW-RES-07"),
    examples=("boost 2", "boost 3 by=Viktor"),
    group="blood",
)
DISCIPLINE = Action(
    "discipline",
    "act",
    (
        choice("power", "celerity", "hunters_instinct", "potence", "fortitude", "other", default="other"),
        choice("level", *DISCIPLINE_PRICE, default="initial"),
        Parameter("price", "integer", minimum=0, maximum=LARGEST_AMOUNT, common=False),
    ),
    key="D",
    rules=("NW-RES-03", "NW-RES-04", "NW-INIT-02"),
    examples=("discipline celerity advanced", "discipline hunters_instinct price=2 by=Viktor"),
    group="blood",
)
DRINK = Action(
    "drink",
    "act",
    (
        Parameter("turns", "integer", default=1, minimum=1, maximum=LARGEST_AMOUNT),
        Parameter("willing", "switch"),
        Parameter("steadily", "switch", common=False),
        FREE,
    ),
    targets="optional",
    at_others=True,
    key="K",
    rules=("NW-RES-08", "NW-RES-11", "NW-RES-13", "NW-RES-14", "NW-ATK-11"),
    examples=("drink", "drink on=Guard turns=3 willing by=Irina"),
    group="blood",
)
GAIN_BLOOD = Action(
    "gain_blood",
    "act",
    (Parameter("amount", "integer", default=1, minimum=1, maximum=LARGEST_AMOUNT),),
    acts=False,
    targets="many",
    rules=("NW-STATE-10",),
    examples=("gain_blood Viktor 2",),
    group="blood",
)
WAKE = Action(
    "wake",
    "act",
    acts=False,
    targets="optional",
    rules=("NW-RES-02",),
    examples=("wake", "wake on=Viktor"),
    group="blood",
)
CHAPTER = Chapter(
    deeds=(
        Deed(BOOST_ACTION, drafted(boost)),
        Deed(DISCIPLINE, drafted(discipline)),
        Deed(DRINK, drafted(drink)),
        Deed(GAIN_BLOOD, drafted(gain_blood)),
        Deed(WAKE, drafted(wake)),
    ),
    conditions=(
        ConditionKind("boost", amount=True, tone="good", rule="NW-RES-06"),
        ConditionKind("hunters_instinct", tone="good", rule="NW-INIT-02"),
        ConditionKind("initial_celerity", tone="good", rule="NW-INIT-02"),
        ConditionKind("advanced_celerity", tone="good", rule="NW-INIT-02"),
        ConditionKind("initial_potence", tone="good", rule="NW-INIT-11"),
        ConditionKind("advanced_potence", tone="good", rule="NW-INIT-11"),
        ConditionKind("drinking", rule="NW-RES-08", by_hand=False, bound=True),
    ),
    moments={"begin_scene": end_of_episode},
)
