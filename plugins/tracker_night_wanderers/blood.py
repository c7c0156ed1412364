"""The blood reserve: spending and gaining it, boosts, disciplines, waking, drinking."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    Condition,
    ConditionSet,
    Draft,
    Intent,
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
from tracker_night_wanderers.actions import FREE, LARGEST_AMOUNT, spend_action
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
)
from tracker_night_wanderers.states import (
    die,
    enter_torpor,
    holding,
    leave_torpor,
    require_able,
    require_present,
    require_vampire,
    stop,
)
from tracker_night_wanderers.thirst import INSATIABLE_AT, ask_the_insatiable, offer_end_of_hunger

HOSPITAL_LOSS = 5
DISCIPLINE_PRICE = {"initial": 1, "advanced": 2}
LARGEST_BOOST = 40
POWERS = ("celerity", "hunters_instinct", "potence", "fortitude", "other")

ACTIONS: tuple[Action, ...] = (
    Action(
        "boost",
        "act",
        (Parameter("to", "integer", required=True, minimum=1, maximum=LARGEST_BOOST),),
        key="B",
        rules=("NW-RES-05", "NW-RES-06", "NW-RES-07"),
        examples=("boost 2", "boost 3 by=Viktor"),
        group="blood",
    ),
    Action(
        "discipline",
        "act",
        (
            Parameter("power", "choice", default="other", choices=tuple(Choice(name) for name in POWERS)),
            Parameter("level", "choice", default="initial", choices=(Choice("initial"), Choice("advanced"))),
            Parameter("price", "integer", minimum=0, maximum=LARGEST_AMOUNT, common=False),
        ),
        key="D",
        rules=("NW-RES-03", "NW-RES-04", "NW-INIT-02"),
        examples=("discipline celerity advanced", "discipline hunters_instinct price=2 by=Viktor"),
        group="blood",
    ),
    Action(
        "drink",
        "act",
        (
            Parameter("turns", "integer", default=1, minimum=1, maximum=LARGEST_AMOUNT),
            Parameter("willing", "switch"),
            Parameter("steadily", "switch", common=False),
            FREE,
        ),
        targets="optional",
        key="K",
        rules=("NW-RES-08", "NW-RES-11", "NW-RES-13", "NW-RES-14", "NW-ATK-11"),
        examples=("drink", "drink on=Guard turns=3 willing by=Irina"),
        group="blood",
    ),
    Action(
        "gain_blood",
        "act",
        (Parameter("amount", "integer", default=1, minimum=1, maximum=LARGEST_AMOUNT),),
        acts=False,
        targets="many",
        rules=("NW-STATE-10",),
        examples=("gain_blood Viktor 2",),
        group="blood",
    ),
    Action(
        "wake",
        "act",
        acts=False,
        targets="optional",
        rules=("NW-RES-02",),
        examples=("wake", "wake on=Viktor"),
        group="blood",
    ),
)


# ---------------------------------------------------------------------- spending and gaining


def needs_hospital(character: Character) -> bool:
    """Whether a living mortal has lost so much blood that a hospital is called for (NW-RES-10)."""
    blood = character.pools.get("blood")
    if is_vampire(character) or is_animal(character) or is_gone(character) or blood is None or blood.maximum is None:
        return False
    return blood.maximum - blood.value >= HOSPITAL_LOSS


def reserve(character: Character) -> Pool:
    """The blood of the character. Raises Refusal where none has been entered."""
    blood = character.pools.get("blood")
    if blood is None:
        raise Refusal(message("nw.no_blood_entered", who=character.name))
    return blood


def spend_blood(draft: Draft, who: str, price: int, parts: tuple[Part, ...], rule: str) -> None:
    """Take the price of something. Raises Refusal for more than there is (NW-RES-07).

    The torpor of an empty reserve is `settle_blood`'s, after the effect that was paid for (NW-STATE-08).
    """
    character = draft.character(who)
    blood = reserve(character)
    if price > blood.value:
        raise Refusal(message("nw.too_little_blood", who=character.name, price=price, blood=blood.value))
    after = blood.value - price
    if price:
        draft.add(PoolSet(who, "blood", blood, replace(blood, value=after), parts, rule))
    draft.say(message("nw.spends_blood", who=character.name, price=price, before=blood.value, after=after))
    if after <= INSATIABLE_AT < blood.value:
        ask_the_insatiable(draft, who)


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
        after = (
            blood.value + amount
            if blood.maximum is None
            else max(blood.value, min(blood.maximum, blood.value + amount))
        )
        if after != blood.value:
            parts = (Part(Term("blood"), after - blood.value, rule),)
            draft.add(PoolSet(who, "blood", blood, replace(blood, value=after), parts, rule))
        draft.say(message("nw.gains_blood", who=character.name, before=blood.value, after=after))
    if is_in_torpor(character):
        _may_leave_torpor(draft, who)


def _may_leave_torpor(draft: Draft, who: str) -> None:
    character = draft.character(who)
    health, blood = character.pools.get("health"), character.pools.get("blood")
    if is_set(draft.state, "torpor_exit", "blood_and_health") and health is not None and health.value <= 0:
        if blood is None or blood.value < 2:
            draft.say(message("nw.torpor_lasts", who=character.name))
            return
        rule = "NW-OPT-08"
        draft.add(
            PoolSet(
                who, "blood", blood, replace(blood, value=blood.value - 1), (Part(Term("healing"), -1, rule),), rule
            ),
            PoolSet(who, "health", health, replace(health, value=1), (Part(Term("blood"), 1, rule),), rule),
        )
        draft.say(message("nw.blood_becomes_health", who=character.name))
    leave_torpor(draft, who)


def gain_blood(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Feed blood points to somebody."""
    draft = Draft(view)
    for who in intent.targets:
        require_present(draft.character(who))
        add_blood(draft, who, intent.integer("amount", 1), "NW-STATE-10")
        offer_end_of_hunger(draft, who)
    return draft.outcome()


# ---------------------------------------------------------------------- what blood buys


def boost_price(view: State, standing: int, wanted: int) -> int:
    """Blood for lifting FA from +standing to +wanted: each further point costs one more (NW-RES-05, NW-OPT-19)."""
    if is_set(view, "boost_steps", "restart"):
        steps = wanted - standing
        return steps * (steps + 1) // 2
    return (wanted * (wanted + 1) - standing * (standing + 1)) // 2


def boost(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Lift FA to +`to` until the end of the episode; no action of its own (NW-RES-05, 06)."""
    draft = Draft(view)
    character = draft.character(intent.actor)
    require_vampire(character)
    require_able(character)
    standing, wanted = boost_of(character), intent.integer("to")
    if wanted <= standing:
        raise Refusal(message("nw.boosted_already", who=character.name, boost=standing))
    price = boost_price(view, standing, wanted)
    spend_blood(draft, character.id, price, (Part(Term("boost"), -price, "NW-RES-05"),), "NW-RES-05")
    draft.add(ConditionSet(character.id, Condition("boost", "boost", amount=wanted, unit="scene"), "NW-RES-06"))
    draft.say(message("nw.boosted", who=character.name, boost=wanted))
    settle_blood(draft, character.id)
    return draft.outcome()


def discipline_price(intent: Intent) -> int:
    """The price of a use: 1 or 2 by its level, or what the game master says (NW-RES-03, 04)."""
    return intent.integer("price", DISCIPLINE_PRICE.get(intent.text("level", "initial"), 1))


def discipline(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Use a discipline; a power that others compare is then active until the end of the episode (NW-INIT-02)."""
    draft = Draft(view)
    character = draft.character(intent.actor)
    require_vampire(character)
    require_able(character)
    level, power = intent.text("level", "initial"), intent.text("power", "other")
    rule = "NW-RES-04" if level == "advanced" else "NW-RES-03"
    price = discipline_price(intent)
    spend_blood(draft, character.id, price, (Part(Term("discipline"), -price, rule),), rule)
    active = active_power(power, level)
    if active:
        stop(draft, character.id, *(kind for kind in _levels(power) if kind != active))
        draft.add(ConditionSet(character.id, Condition(active, active, unit="scene"), "NW-INIT-02"))
    if active:
        draft.say(message("nw.power_active", who=character.name, power=Term(active)))
    else:
        shown = Term("discipline" if power == "other" else power)
        draft.say(message("nw.discipline", who=character.name, power=shown, level=Term(level)))
    if active and view.round:
        draft.say(message("nw.order_next_turn", who=character.name))
    settle_blood(draft, character.id)
    return draft.outcome()


def _levels(power: str) -> tuple[str, ...]:
    return (f"initial_{power}", f"advanced_{power}")


def active_power(power: str, level: str) -> str:
    """The condition that shows a power as active, "" for a power that nothing compares."""
    if power == "hunters_instinct":
        return power
    return f"{level}_{power}" if power in ("celerity", "potence") else ""


def wake(view: State, intent: Intent, chance: Chance) -> Outcome:
    """A new night: each vampire pays one blood for getting up (NW-RES-02). Without names: all who are not in torpor."""
    draft = Draft(view)
    who_wake = intent.targets or tuple(
        who
        for who, character in view.characters.items()
        if is_vampire(character)
        and not is_helpless(character)
        and "blood" in character.pools
        and reserve(character).value
    )
    if not who_wake:
        raise Refusal(message("nw.nobody_wakes"))
    for who in who_wake:
        character = draft.character(who)
        require_vampire(character)
        require_able(character)
        spend_blood(draft, who, 1, (Part(Term("night"), -1, "NW-RES-02"),), "NW-RES-02")
        settle_blood(draft, who)
    return draft.outcome()


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
    held = holding(drinker) == who
    at_mercy = is_helpless(victim) or is_gone(victim) or is_animal(victim) or intent.flag("willing")
    if not at_mercy and not (held and has_bitten(drinker)):
        raise Refusal(message("nw.bite_first", who=drinker.name, target=victim.name))
    if reserve(victim).value < 1:
        raise Refusal(message("nw.no_blood_left", who=victim.name))
    return victim


def drink(view: State, intent: Intent, chance: Chance) -> Outcome:
    """One blood point a turn from the victim to the drinker (NW-RES-08); outside a fight several turns at once."""
    draft = Draft(view)
    victim = _victim(draft, intent)
    drinker = draft.character(intent.actor)
    spend_action(draft, drinker.id, intent, keeps_hold=holding(drinker) in ("", victim.id))
    turns = intent.integer("turns", 1)
    if turns > 1 and view.round and not intent.flag("free"):
        raise Refusal(message("nw.one_point_a_turn", who=drinker.name))
    taken = min(turns, reserve(victim).value)
    _take_blood(draft, drinker, victim, taken)
    if intent.flag("steadily"):
        draft.add(ConditionSet(drinker.id, Condition("drinking", "drinking", source=victim.id), "NW-RES-08"))
    return draft.outcome()


def _take_blood(draft: Draft, drinker: Character, victim: Character, taken: int) -> None:
    before = reserve(victim)
    after = replace(before, value=before.value - taken)
    draft.add(PoolSet(victim.id, "blood", before, after, (Part(Term("drinking"), -taken, "NW-RES-08"),), "NW-RES-08"))
    draft.say(
        message("nw.drinks", who=drinker.name, target=victim.name, taken=taken, before=before.value, after=after.value)
    )
    add_blood(draft, drinker.id, taken, "NW-RES-08")
    _after_loss_of_blood(draft, victim.id, before.value)
    offer_end_of_hunger(draft, drinker.id)
    if after.value == 0:
        stop(draft, drinker.id, "drinking")


def _after_loss_of_blood(draft: Draft, who: str, before: int) -> None:
    victim = draft.character(who)
    blood = reserve(victim)
    if is_vampire(victim):
        if blood.value == 0:
            settle_blood(draft, who)
            draft.say(message("nw.diablerie", who=victim.name))
        elif blood.value <= INSATIABLE_AT < before:
            ask_the_insatiable(draft, who)
        return
    if blood.value == 0:
        die(
            draft,
            who,
            message("nw.drained", who=victim.name),
            "NW-RES-13" if victim.kind in ANIMAL_BLOOD else "NW-RES-11",
        )
        return
    lost = (blood.maximum or 0) - blood.value
    if needs_hospital(victim) and lost - (before - blood.value) < HOSPITAL_LOSS:
        draft.say(message("nw.needs_hospital", who=victim.name))
    if blood.value == 1:
        draft.say(message("nw.last_point", who=victim.name))
    elif lost == 2 and not is_animal(victim):
        draft.say(message("nw.gentle_feeding", who=victim.name))


PERFORM: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {
    "boost": boost,
    "discipline": discipline,
    "drink": drink,
    "gain_blood": gain_blood,
    "wake": wake,
}
