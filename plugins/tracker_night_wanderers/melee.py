"""Hand to hand: strike, grapple, hold, bite, letting go, and taking a helpless body apart."""

from collections.abc import Callable, Mapping

from tracker.api import (
    Action,
    Chance,
    Character,
    Condition,
    ConditionSet,
    CounterSet,
    Draft,
    Intent,
    Outcome,
    Part,
    Refusal,
    State,
    Term,
    frozen,
    message,
)
from tracker_night_wanderers.actions import (
    BONUS,
    CHANGE,
    DEPTH,
    DIFFICULTY,
    FREE,
    NO_PAIN,
    SOAK,
    WEAPON,
    rating_parameter,
    spend_action,
)
from tracker_night_wanderers.damage import BLOODY, damage_intent
from tracker_night_wanderers.dice import (
    USUAL_DIFFICULTY,
    DicePool,
    chosen_rating,
    dice_pool,
    difficulty_of,
    modifier,
)
from tracker_night_wanderers.fighting import (
    DEFENCE_BONUS,
    DEFENDING,
    Exchange,
    exchange,
    melee_damage,
    melee_defence,
    stance_against,
    wielded,
    wounds_deep,
)
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import is_helpless, is_vampire
from tracker_night_wanderers.states import (
    die,
    holding,
    let_go,
    require_able,
    require_present,
    require_vampire,
)

TURNS_TO_DISMEMBER = 5
DODGE_GAIN = -1
_SHARED = (BONUS, DEFENCE_BONUS, SOAK, DEPTH, DIFFICULTY, CHANGE, NO_PAIN, FREE)

ACTIONS: tuple[Action, ...] = (
    Action(
        "strike",
        "act",
        (WEAPON, DEFENDING, rating_parameter("rating", "unarmed_combat"), *_SHARED),
        targets="one",
        key="a",
        rules=("NW-ATK-03", "NW-ATK-04", "NW-ATK-05", "NW-DEF-01", "NW-DMG-01"),
        examples=("strike Guard", "strike Viktor claws defending=dodge by=Irina"),
        group="fight",
    ),
    Action(
        "grapple",
        "act",
        (WEAPON, DEFENDING, rating_parameter("rating", "strength"), *_SHARED),
        targets="one",
        key="G",
        rules=("NW-ATK-06", "NW-ATK-07", "NW-ATK-08"),
        examples=("grapple Guard",),
        group="fight",
    ),
    Action(
        "hold",
        "act",
        (WEAPON, SOAK, DEPTH, FREE),
        targets="optional",
        key="l",
        rules=("NW-ATK-07",),
        examples=("hold", "hold Guard claws"),
        group="fight",
    ),
    Action(
        "bite",
        "act",
        (SOAK, FREE),
        targets="optional",
        key="b",
        rules=("NW-ATK-09", "NW-ATK-10"),
        examples=("bite", "bite Guard"),
        group="fight",
    ),
    Action("release", "act", rules=("NW-ATK-08",), examples=("release",), group="fight"),
    Action(
        "dismember",
        "act",
        (FREE,),
        targets="one",
        rules=("NW-STATE-13",),
        examples=("dismember Otto",),
        group="fight",
    ),
)


def attack_pool(view: State, attacker: Character, intent: Intent) -> DicePool:
    """The pool of a strike (Unarmed Combat) or a grapple (Strength), or of the rating that the game master names."""
    usual, rule = ("strength", "NW-ATK-06") if intent.verb == "grapple" else ("unarmed_combat", "NW-ATK-03")
    base, physical = chosen_rating(attacker, intent, "rating", usual, rule)
    return dice_pool(view, attacker, (base, *modifier(intent)), physical=physical, without_pain=intent.flag("no_pain"))


def _attacker_and_target(draft: Draft, intent: Intent) -> tuple[Character, Character]:
    attacker, target = draft.character(intent.actor), draft.character(intent.target)
    if attacker.id == target.id:
        raise Refusal(message("nw.not_oneself", who=attacker.name))
    require_able(attacker)
    require_present(target)
    return attacker, target


def _roll_attack(draft: Draft, intent: Intent, chance: Chance) -> Exchange:
    """Roll attack and defence; a dodge that is better than the attack gains initiative (NW-DEF-04)."""
    attacker, target = draft.character(intent.actor), draft.character(intent.target)
    stance = stance_against(draft, target.id, intent)
    rule = "NW-ATK-06" if intent.verb == "grapple" else "NW-ATK-03"
    attack = (attack_pool(draft.state, attacker, intent), difficulty_of(intent, USUAL_DIFFICULTY), rule)
    defence = melee_defence(draft.state, draft.character(target.id), stance, intent)
    rolled = exchange(draft, chance, intent, attack, defence, melee=True)
    if defence.what == "dodging" and rolled.margin < 0:
        draft.add(CounterSet(target.id, "initiative_next", DODGE_GAIN, "scene"))
        draft.say(message("nw.dodge_gain", who=target.name))
    return rolled


def strike(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Strike somebody; a hit does its damage and breaks the hold of the one who is struck (NW-ATK-03 to 05, 08)."""
    draft = Draft(view)
    attacker, target = _attacker_and_target(draft, intent)
    spend_action(draft, attacker.id, intent, keeps_hold=holding(attacker) == target.id)
    rolled = _roll_attack(draft, intent, chance)
    if not rolled.hit:
        return draft.outcome()
    if holding(draft.character(target.id)) == attacker.id:
        let_go(draft, target.id)
    weapon = wielded(attacker, intent)
    parts = melee_damage(attacker, weapon)
    if rolled.margin > 0 and is_set(view, "melee_damage", "net"):
        parts = (*parts, Part(Term("margin"), rolled.margin, "NW-OPT-17"))
    draft.follow(melee_wound(view, attacker, target, weapon, parts, intent))
    return draft.outcome()


def melee_wound(
    view: State, attacker: Character, target: Character, weapon: str, parts: tuple[Part, ...], intent: Intent
) -> Intent:
    """The damage of a strike or a hold, deep or not by its weapon, to be soaked as the attack says."""
    deep = wounds_deep(view, attacker, weapon, intent.text("depth", "by_kind"))
    cause = "" if weapon == "none" else BLOODY
    return damage_intent(attacker.id, target.id, parts, deep=deep, soak=intent.text("soak", "useful"), cause=cause)


def grapple(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Seize somebody (NW-ATK-06); by a table option the seizing hurts at once (NW-OPT-13)."""
    draft = Draft(view)
    attacker, target = _attacker_and_target(draft, intent)
    if holding(attacker) == target.id:
        raise Refusal(message("nw.holds_already", who=attacker.name, target=target.name))
    spend_action(draft, attacker.id, intent)
    if not _roll_attack(draft, intent, chance).hit:
        return draft.outcome()
    seize(draft, attacker.id, target.id)
    if is_set(view, "hold_first_damage", "at_once"):
        weapon = wielded(attacker, intent)
        draft.follow(melee_wound(view, attacker, target, weapon, melee_damage(attacker, weapon), intent))
    return draft.outcome()


def seize(draft: Draft, holder: str, held: str) -> None:
    """Mark the hold on both (NW-ATK-06)."""
    draft.add(
        ConditionSet(holder, Condition("holding", "holding", source=held), "NW-ATK-06"),
        ConditionSet(held, Condition(f"held:{holder}", "held", source=holder), "NW-ATK-06"),
    )
    draft.say(message("nw.seized", who=draft.character(holder).name, target=draft.character(held).name))


def held_target(draft: Draft, intent: Intent) -> Character:
    """Whom the actor holds. Raises Refusal where he holds nobody, or another than the one that is named."""
    holder = draft.character(intent.actor)
    held = holding(holder)
    if held not in draft.state.characters:
        raise Refusal(message("nw.holds_nobody", who=holder.name))
    if intent.target not in ("", held):
        raise Refusal(message("nw.holds_another", who=holder.name, target=draft.character(held).name))
    return draft.character(held)


def hold(view: State, intent: Intent, chance: Chance) -> Outcome:
    """A later turn of a hold: its damage, without any roll to attack or defend (NW-ATK-07)."""
    draft = Draft(view)
    target = held_target(draft, intent)
    attacker = draft.character(intent.actor)
    spend_action(draft, attacker.id, intent, keeps_hold=True)
    require_present(target)
    weapon = wielded(attacker, intent)
    draft.say(message("nw.hold_hurts", who=attacker.name, target=target.name))
    draft.follow(melee_wound(view, attacker, target, weapon, melee_damage(attacker, weapon), intent))
    return draft.outcome()


def bite(view: State, intent: Intent, chance: Chance) -> Outcome:
    """A holding vampire bites: one level, deep, without a roll; then he may drink (NW-ATK-09 to 11)."""
    draft = Draft(view)
    attacker = draft.character(intent.actor)
    require_vampire(attacker)
    target = held_target(draft, intent)
    spend_action(draft, attacker.id, intent, keeps_hold=True)
    require_present(target)
    bitten = Condition("holding", "holding", source=target.id, data=frozen({"bitten": True}))
    draft.add(ConditionSet(attacker.id, bitten, "NW-ATK-11"))
    draft.say(message("nw.bites", who=attacker.name, target=target.name))
    draft.follow(bite_wound(attacker.id, target.id, intent))
    return draft.outcome()


def bite_wound(attacker: str, target: str, intent: Intent) -> Intent:
    """One level, deep, whatever the Strength (NW-ATK-10)."""
    parts = (Part(Term("bite"), 1, "NW-ATK-10"),)
    return damage_intent(attacker, target, parts, deep=True, soak=intent.text("soak", "useful"), cause=BLOODY)


def has_bitten(holder: Character) -> bool:
    """Whether the holder has bitten the one he holds."""
    return any(running.data.get("bitten") is True for running in holder.conditions_of_kind("holding"))


def release(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Let go of whom one holds."""
    draft = Draft(view)
    if not let_go(draft, intent.actor):
        raise Refusal(message("nw.holds_nobody", who=draft.character(intent.actor).name))
    return draft.outcome()


def dismember(view: State, intent: Intent, chance: Chance) -> Outcome:
    """One turn of work on a helpless vampire, one step a turn at most; the fifth is Final Death (NW-STATE-13)."""
    draft = Draft(view)
    worker, victim = _attacker_and_target(draft, intent)
    if not is_vampire(victim):
        raise Refusal(message("nw.only_vampires", who=victim.name))
    if not is_helpless(victim):
        raise Refusal(message("nw.not_helpless", who=victim.name))
    spend_action(draft, worker.id, intent)
    if victim.count("hacked_this_turn"):
        draft.say(message("nw.one_step_a_turn", who=worker.name, target=victim.name))
        return draft.outcome()
    steps = victim.count("dismemberment") + 1
    draft.add(CounterSet(victim.id, "dismemberment", steps))
    if view.round:
        draft.add(CounterSet(victim.id, "hacked_this_turn", 1, "round"))
    draft.say(message("nw.dismembers", who=worker.name, target=victim.name, steps=steps, needed=TURNS_TO_DISMEMBER))
    if steps >= TURNS_TO_DISMEMBER:
        die(draft, victim.id, message("nw.dismembered", who=victim.name), "NW-STATE-13")
    return draft.outcome()


PERFORM: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {
    "strike": strike,
    "grapple": grapple,
    "hold": hold,
    "bite": bite,
    "release": release,
    "dismember": dismember,
}
