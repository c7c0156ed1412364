"""Hand to hand: strike, grapple, hold, bite, letting go, and taking a helpless body apart."""

from collections.abc import Iterator
from functools import cache

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Condition,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Part,
    Refusal,
    State,
    Term,
    drafted,
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
    SURE,
    WEAPON,
    has_action_left,
    rating_parameter,
    spend_action,
)
from tracker_night_wanderers.damage import BLOODY, damage_intent, damage_odds, require_sure
from tracker_night_wanderers.dice import USUAL_DIFFICULTY, DicePool, chosen_rating, dice_pool, difficulty_of, modifier
from tracker_night_wanderers.fields import of_attack
from tracker_night_wanderers.fighting import (
    DEFENCE_BONUS,
    DEFENDING,
    Exchange,
    attack_chances,
    exchange,
    melee_damage,
    melee_defence,
    planned_stance,
    stance_against,
    wielded,
    wounds_deep,
)
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import is_helpless, is_in_torpor, is_vampire
from tracker_night_wanderers.states import (
    condition_ended,
    die,
    holding,
    let_go,
    require_able,
    require_present,
    require_same_fight,
    require_two,
    require_vampire,
    upon,
)

TURNS_TO_DISMEMBER = 5
DODGE_GAIN = -1
_SHARED = (BONUS, DEFENCE_BONUS, SOAK, DEPTH, DIFFICULTY, CHANGE, NO_PAIN, FREE, SURE)


# ---------------------------------------------------------------------- strike and grapple


def attack_pool(view: State, attacker: Character, intent: Intent) -> DicePool:
    """The pool of a strike (Unarmed Combat) or a grapple (Strength), or of the rating that the game master names."""
    usual, rule = ("strength", "NW-ATK-06") if intent.verb == "grapple" else ("unarmed_combat", "NW-ATK-03")
    base, physical = chosen_rating(attacker, intent, "rating", usual, rule)
    return dice_pool(view, attacker, (base, *modifier(intent)), physical=physical, without_pain=intent.flag("no_pain"))


def _hurts(view: State, intent: Intent) -> bool:
    """Whether a hit hurts at once: a strike does, a seizing only by a table option (NW-OPT-13)."""
    return intent.verb == "strike" or is_set(view, "hold_first_damage", "at_once")


def _is_deep(view: State, intent: Intent) -> bool:
    attacker = view.characters[intent.actor]
    return wounds_deep(view, attacker, wielded(attacker, intent), intent.text("depth"))


def _attacker_and_target(draft: Draft, intent: Intent) -> tuple[Character, Character]:
    attacker, target = draft.character(intent.actor), draft.character(intent.target)
    require_two(attacker, target)
    require_able(attacker)
    require_present(target)
    require_same_fight(draft.state, attacker, target, free=intent.flag("free"))
    return attacker, target


def _roll_attack(draft: Draft, intent: Intent, chance: Chance) -> Exchange:
    """Roll attack and defence; a dodge that is better than the attack gains initiative (NW-DEF-04)."""
    attacker, target = draft.character(intent.actor), draft.character(intent.target)
    stance = stance_against(draft, target.id, intent)
    rule = "NW-ATK-06" if intent.verb == "grapple" else "NW-ATK-04"
    attack = (attack_pool(draft.state, attacker, intent), difficulty_of(intent, USUAL_DIFFICULTY), rule)
    defence = melee_defence(draft.state, draft.character(target.id), stance, intent)
    rolled = exchange(draft, chance, intent, attack, defence, melee=True)
    if defence.what == "dodging" and rolled.margin < 0:
        draft.add(CounterSet(target.id, "initiative_next", DODGE_GAIN, "scene"))
        draft.say(message("nw.dodge_gain", who=target.name), working=True)
    return rolled


def strike(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Strike someone; a hit does its damage and breaks the hold of the one who is struck (NW-ATK-03 to 05, 08)."""
    attacker, target = _attacker_and_target(draft, intent)
    require_sure(target, intent, deep=_is_deep(draft.state, intent))
    spend_action(draft, attacker.id, intent, keeps_hold=holding(attacker) == target.id)
    rolled = _roll_attack(draft, intent, chance)
    if not rolled.hit:
        return
    if holding(draft.character(target.id)) == attacker.id:
        let_go(draft, target.id)
    draft.follow(_wound(draft.state, intent, target.id, rolled.margin))


def _wound(view: State, intent: Intent, target: str, margin: int | None = None) -> Intent:
    """The damage of a strike or a hold, deep or not by its weapon, to be soaked as the attack says."""
    attacker = view.characters[intent.actor]
    weapon = wielded(attacker, intent)
    parts = melee_damage(attacker, weapon)
    if margin and intent.verb == "strike" and is_set(view, "melee_damage", "net"):
        parts = (*parts, Part(Term("margin"), margin, "NW-OPT-17"))
    cause = "" if weapon == "none" else BLOODY
    deep = _is_deep(view, intent)
    return damage_intent(attacker.id, target, parts, deep=deep, soak=intent.text("soak"), cause=cause)


def grapple(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Seize someone (NW-ATK-06); by a table option the seizing hurts at once (NW-OPT-13)."""
    attacker, target = _attacker_and_target(draft, intent)
    if holding(attacker) == target.id:
        raise Refusal(message("nw.holds_already", who=attacker.name, target=target.name))
    hurts = _hurts(draft.state, intent)
    require_sure(target, intent, deep=hurts and _is_deep(draft.state, intent))
    spend_action(draft, attacker.id, intent)
    if not _roll_attack(draft, intent, chance).hit:
        return
    draft.tell(
        message("nw.seized", who=attacker.name, target=target.name),
        ConditionSet(attacker.id, upon("holding", target), "NW-ATK-06"),
        ConditionSet(target.id, Condition(f"held:{attacker.id}", "held", source=attacker.id), "NW-ATK-06"),
    )
    if hurts:
        draft.follow(_wound(draft.state, intent, target.id))


def attack_odds(view: State, intent: Intent) -> Chances:
    """What a strike or a grapple promises."""
    attacker, target = view.characters[intent.actor], view.characters[intent.target]

    @cache
    def of_margin(margin: int) -> int:
        return _wound(view, intent, target.id, margin).integer("amount")

    return attack_chances(
        view,
        target,
        intent,
        attack_pool(view, attacker, intent),
        difficulty_of(intent, USUAL_DIFFICULTY),
        melee_defence(view, target, planned_stance(target, intent), intent),
        (lambda successes, defended: of_margin(successes - defended)) if _hurts(view, intent) else None,
        is_deep=_is_deep(view, intent),
        melee=True,
    )


# ---------------------------------------------------------------------- what a hold leads to


def _held_target(view: State, intent: Intent) -> Character:
    """Whom the actor holds. Raises Refusal where they hold no one, or another than the one that is named."""
    holder = view.characters[intent.actor]
    held = view.characters.get(holding(holder))
    if held is None:
        raise Refusal(message("nw.holds_nobody", who=holder.name))
    if intent.target not in ("", held.id):
        raise Refusal(message("nw.holds_another", who=holder.name, target=held.name))
    return held


def _wound_of_hold(view: State, intent: Intent) -> Intent:
    """The damage of a turn of a hold, or of a bite: one level, deep, whatever the Strength (NW-ATK-07, 10)."""
    held = _held_target(view, intent).id
    if intent.verb == "hold":
        return _wound(view, intent, held)
    parts = (Part(Term("bite"), 1, "NW-ATK-10"),)
    return damage_intent(intent.actor, held, parts, deep=True, soak=intent.text("soak"), cause=BLOODY)


def hold(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A later turn of a hold: its damage, without any roll to attack or defend (NW-ATK-07)."""
    wound = _wound_of_hold(draft.state, intent)
    attacker, target = draft.character(intent.actor), draft.character(wound.target)
    require_sure(target, intent, deep=wound.flag("deep"))
    spend_action(draft, attacker.id, intent, keeps_hold=True)
    draft.say(message("nw.hold_hurts", who=attacker.name, target=target.name), working=True)
    draft.follow(wound)


def bite(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A holding vampire bites: one level, deep, without a roll; then he may drink (NW-ATK-09 to 11)."""
    attacker = draft.character(intent.actor)
    require_vampire(attacker)
    wound = _wound_of_hold(draft.state, intent)
    target = draft.character(wound.target)
    require_sure(target, intent, deep=True)
    spend_action(draft, attacker.id, intent, keeps_hold=True)
    line = message("nw.bites", who=attacker.name, target=target.name)
    draft.tell(line, ConditionSet(attacker.id, upon("holding", target, bitten=True), "NW-ATK-11"))
    draft.follow(wound)


def hold_odds(view: State, intent: Intent) -> Chances | None:
    """A hold and a bite land without a roll; only soak is rolled."""
    return damage_odds(view, _wound_of_hold(view, intent))


def has_bitten(holder: Character) -> bool:
    """Whether the holder has bitten the one they hold."""
    return any(running.data.get("bitten") is True for running in holder.conditions_of_kind("holding"))


def release(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let go of whom one holds."""
    if not let_go(draft, intent.actor):
        raise Refusal(message("nw.holds_nobody", who=draft.character(intent.actor).name))


def offers_of_hold(view: State, who: str) -> Iterator[DueItem]:
    """In the holder's turn: the damage of the hold, or the bite, or the drinking (NW-ATK-07, 09, 11).

    They are reminders of one choice: with the action or the hold all of them go without a word. What would destroy a
    sleeper is never offered.
    """
    holder = view.characters[who]
    held = view.characters.get(holding(holder))
    current = view.fight_called(view.fight_of(who)).current
    if held is None or current != who or is_helpless(holder) or not has_action_left(view, who):
        return
    sleeps, weapon = is_in_torpor(held), wielded(holder, Intent("hold", who))
    levels = sum(part.value for part in melee_damage(holder, weapon))
    offers = []
    if not (sleeps and wounds_deep(view, holder, weapon, "")):
        offers.append(("hold", "nw.may_hurt", "NW-ATK-07", levels))
    if is_vampire(holder) and not sleeps:
        offers.append(("bite", "nw.may_bite", "NW-ATK-09", 1))
    if has_bitten(holder):
        offers.append(("drink", "nw.may_drink", "NW-ATK-11", 1))
    for verb, line, rule, amount in offers:
        say = message(line, who=holder.name, target=held.name, amount=amount)
        yield DueItem(f"{verb}:{who}", who, say, Intent(verb, who), rule, "reminder")


# ---------------------------------------------------------------------- taking apart


def dismember(draft: Draft, intent: Intent, chance: Chance) -> None:
    """One turn of work on a helpless vampire, one step a turn at most; the fifth is Final Death (NW-STATE-13)."""
    worker, victim = _attacker_and_target(draft, intent)
    require_vampire(victim)
    if not is_helpless(victim):
        raise Refusal(message("nw.not_helpless", who=victim.name))
    spend_action(draft, worker.id, intent)
    if victim.count("hacked_this_turn"):
        draft.say(message("nw.one_step_a_turn", who=worker.name, target=victim.name))
        return
    steps = victim.count("dismemberment") + 1
    draft.add(CounterSet(victim.id, "dismemberment", steps))
    if draft.state.round:
        draft.add(CounterSet(victim.id, "hacked_this_turn", 1, "round"))
    draft.say(message("nw.dismembers", who=worker.name, target=victim.name, steps=steps, needed=TURNS_TO_DISMEMBER))
    if steps >= TURNS_TO_DISMEMBER:
        die(draft, victim.id, message("nw.dismembered", who=victim.name), "NW-STATE-13")


STRIKE = Action(
    "strike",
    "act",
    (WEAPON, DEFENDING, rating_parameter("rating", "unarmed_combat"), *_SHARED),
    targets="one",
    key="a",
    rules=("NW-ATK-03", "NW-ATK-04", "NW-ATK-05", "NW-DEF-01", "NW-DMG-01"),
    examples=("strike Guard", "strike Viktor claws defending=dodge by=Irina"),
    group="fight",
    attack=True,
)
GRAPPLE = Action(
    "grapple",
    "act",
    (WEAPON, DEFENDING, rating_parameter("rating", "strength"), *_SHARED),
    targets="one",
    key="G",
    rules=("NW-ATK-06", "NW-ATK-07", "NW-ATK-08"),
    examples=("grapple Guard",),
    group="fight",
    attack=True,
)
HOLD = Action(
    "hold",
    "act",
    (WEAPON, SOAK, DEPTH, FREE, SURE),
    targets="optional",
    at_others=True,
    key="l",
    rules=("NW-ATK-07",),
    examples=("hold", "hold Guard claws"),
    group="fight",
)
BITE = Action(
    "bite",
    "act",
    (SOAK, FREE, SURE),
    targets="optional",
    key="b",
    rules=("NW-ATK-09", "NW-ATK-10"),
    examples=("bite", "bite Guard"),
    group="fight",
    attack=True,
)
RELEASE = Action("release", "act", rules=("NW-ATK-08",), examples=("release",), group="fight")
DISMEMBER = Action(
    "dismember", "act", (FREE,), targets="one", rules=("NW-STATE-13",), examples=("dismember Otto",), group="fight"
)
CHAPTER = Chapter(
    deeds=(
        Deed(STRIKE, drafted(strike), attack_odds, applies=of_attack),
        Deed(GRAPPLE, drafted(grapple), attack_odds, applies=of_attack),
        Deed(HOLD, drafted(hold), hold_odds),
        Deed(BITE, drafted(bite), hold_odds),
        Deed(RELEASE, drafted(release)),
        Deed(DISMEMBER, drafted(dismember)),
    ),
    conditions=(
        ConditionKind("holding", rule="NW-ATK-07", by_hand=False, bound=True),
        ConditionKind("held", tone="warning", rule="NW-ATK-07", by_hand=False, bound=True),
    ),
    moments={"condition_ended": condition_ended},
    due=offers_of_hold,
)
