"""The action `attack`: one roll hits and harms (WOD-ATK-06); bursts roll once for each target."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Choice,
    ConditionEnded,
    CounterSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Message,
    OptionSpec,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    drafted,
    frozen,
    message,
)
from tracker_wod import gear, track
from tracker_wod.attack_fields import attack_applies, useful
from tracker_wod.attack_pool import (
    RANGED,
    TRAITS,
    Plan,
    kind_of,
    plan_attack,
    price_of_sparing,
    tell_softened,
    weapon_for,
)
from tracker_wod.cover import barrier_values, hit_barrier, leave
from tracker_wod.damage import damage_intent
from tracker_wod.defence import dodge_first, meet_attack, view_of_dodging
from tracker_wod.dice import Throw
from tracker_wod.economy import (
    FREE,
    MAY_NOT_MOVE,
    MELEE,
    MOVED,
    leave_melee,
    lose_aim,
    no_action,
    pay_with_defence,
    spend_action,
    why_no_move,
)
from tracker_wod.hits import HEART_DAMAGE
from tracker_wod.refusing import barred, names_of, require, require_same_fight
from tracker_wod.rolls import ACT_PARAMETERS, chances_of, throw_for
from tracker_wod.sheet import run_of
from tracker_wod.shooting import BANDS, burst_of, check_targets, use_rounds
from tracker_wod.through import get_through
from tracker_wod.waiting import due_id, wait, waits

STRIKE_NEXT = "strike-next"
"""The verb of each further roll of a burst."""

KINDS = tuple(kind for kind in TRAITS if kind != "grapple")


# ---------------------------------------------------------------------- whom it strikes at


def melee_partners(view: State, who: str) -> tuple[str, ...]:
    """Who is locked in close combat with a character: all who struck or were struck this round or last, or hold on.

    Someone who can no longer act, has moved away since or has left the order is not in the melee any more.
    """
    character = view.characters[who]
    blows = {
        name.removeprefix(MELEE): counter.value
        for name, counter in character.counters.items()
        if name.startswith(MELEE)
    }
    partners = [other for other, number in blows.items() if _still_at_it(view, who, other, number)]
    for kind in ("held", "holding"):
        partners += [condition.source for condition in character.conditions_of_kind(kind)]
    return tuple(name for name in dict.fromkeys(partners) if name in view.characters and _is_fighting(view, name))


def _still_at_it(view: State, who: str, other: str, number: int) -> bool:
    """Whether a blow of that round still binds two: one of the last round until both have had another turn."""
    if number < view.round - 1:
        return False
    return number == view.round or not all(place.acted for place in view.order if place.who in (who, other))


def _is_fighting(view: State, who: str) -> bool:
    return view.characters[who].can_act and (not view.order or view.place_of(who) is not None)


def _struck(view: State, intent: Intent) -> tuple[tuple[str, ...], int]:
    """Everyone whom an attack rolls against, and how many it counts (WOD-ATK-40 to -44)."""
    chosen = tuple(dict.fromkeys(intent.targets))
    weapon = weapon_for(view, intent)
    burst = burst_of(intent, weapon)
    further = list(intent.names("bystanders"))
    if burst["id"] != "single" and not intent.flag("only"):
        further += [partner for target in chosen for partner in melee_partners(view, target)]
    struck = tuple(dict.fromkeys((*chosen, *(who for who in further if who != intent.actor))))
    everybody = len(struck) + intent.integer("nameless")
    check_targets(burst, len(chosen), everybody)
    return struck, everybody


# ---------------------------------------------------------------------- the act


def attack(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Attack one target, or with a burst several; damage follows through its own hook."""
    view = draft.state
    who = intent.actor
    attacker = view.characters[who]
    weapon = weapon_for(view, intent)
    kind = kind_of(intent, weapon)
    if who in intent.targets:
        raise Refusal(message("wod.refused.own_self", who=attacker.name))
    struck, everybody = _struck(view, intent)
    require_same_fight(view, who, struck, free=intent.flag("free"))
    _check_values(intent, kind, weapon)
    if intent.flag("dodges"):
        dodge_first(draft, intent.targets)
    draft.say(*_reminders(view, intent, struck, everybody), working=True)
    if not intent.flag("free"):
        _check_grapple(view, who, kind, struck)
    same_burst = intent.flag("same-burst")
    spend_action(draft, who, "attack", free=intent.flag("free") or same_burst, keep_aim=kind in RANGED)
    pay_manoeuvres(draft, intent)
    if kind == "firearms" and not same_burst:
        use_rounds(draft, who, weapon, burst_of(intent, weapon))
    for target in struck:  # what one of the rolls refuses is refused before the first of them
        plan_attack(draft.state, _asked_of(intent, target), target, everybody)
    first, *others = struck
    _strike(draft, _asked_of(intent, first), first, everybody, chance)
    for target in others:
        one = _asked_of(intent, target).with_values(willpower=False, everybody=everybody)
        draft.follow(replace(one, verb=STRIKE_NEXT, targets=(target,)))
    lose_aim(draft, who, message("wod.aim.used", who=attacker.name))


def strike_next(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll against the next target of a burst: what the roll before has done stands already."""
    _strike(draft, intent, intent.target, intent.integer("everybody"), chance)


def _strike(draft: Draft, intent: Intent, target: str, everybody: int, chance: Chance) -> None:
    """Make one roll of an attack; its damage follows before the next roll."""
    plan = plan_attack(draft.state, intent, target, everybody)
    thrown = throw_for(
        draft,
        intent,
        chance,
        intent.actor,
        plan.pool,
        plan.kind,
        against=target,
        rule="WOD-ATK-06",
        secret=bool(plan.blind),
        failing=True,
        type=plan.damage_type,
        defence=plan.defence,
        weapon=plan.weapon.id,
    )
    _follow(draft, intent, plan, thrown)


def _asked_of(intent: Intent, target: str) -> Intent:
    """The attack on one target. Bystanders are not asked whether they save their Defence or spend Willpower on it."""
    return intent if target in intent.targets else intent.with_values(waive=False, resist=False)


def _check_values(intent: Intent, kind: str, weapon: gear.Weapon) -> None:
    """Refuse what this attack has no use for, rather than to drop it."""
    used = useful(intent, kind, weapon)
    if useless := tuple(Term(name) for name, is_used in used.items() if intent.values.get(name) and not is_used):
        raise Refusal(message("wod.refused.no_use", list=useless))


def _reminders(view: State, intent: Intent, struck: tuple[str, ...], everybody: int) -> Iterator[Message]:
    """What the game master should think of before the dice fall: the preview and the log tell it."""
    attacker, weapon = view.characters[intent.actor], weapon_for(view, intent)
    kind = kind_of(intent, weapon)
    if view.round and not weapon.is_body and attacker.text("weapon") != weapon.id:
        yield message("wod.remind.drawing", who=attacker.name, weapon=Term(weapon.id))
    if kind in RANGED and intent.text("burst", "single") == "single":
        for target in intent.targets:
            yield from _remind_of_melee(view, intent, target)
    if drawn_in := tuple(who for who in struck if who not in (*intent.targets, *intent.names("bystanders"))):
        yield message("wod.remind.burst", list=names_of(view, drawn_in), count=everybody, only=Term("only"))
    elif everybody > 1:
        yield message("wod.remind.line", count=everybody)
    if weapon.id == "bite-human" and not _holds(attacker, intent.target):
        yield message("wod.remind.bite")
    if intent.text("spot") == "heart" and not weapon.heart and weapon.id != gear.OWN_WEAPON:
        yield message("wod.remind.heart", weapon=Term(weapon.id))


def _remind_of_melee(view: State, intent: Intent, target: str) -> Iterator[Message]:
    """A shot at someone in a melee spares the others only at a price, WOD-ATK-29."""
    near = [who for who in melee_partners(view, target) if who not in (intent.actor, *intent.names("spare"))]
    if near and not intent.integer("others"):
        victim = view.characters[target]
        each = price_of_sparing(victim, [view.characters[who] for who in near])
        names, spare = names_of(view, near), Term("spare")
        yield message("wod.remind.melee", who=victim.name, list=names, spare=spare, each=each)


def _check_grapple(view: State, who: str, kind: str, struck: tuple[str, ...]) -> None:
    """Out of a grapple no one shoots or throws, and within it only manoeuvres harm (WOD-ATK-51, WOD-ATK-64)."""
    attacker = view.characters[who]
    grips = (*attacker.conditions_of_kind("held"), *attacker.conditions_of_kind("holding"))
    if kind in RANGED and grips:
        raise barred(view, who, "wod.reason.grapple")
    if kind != "touch" and any(grip.source in struck for grip in grips):
        raise Refusal(message("wod.refused.use_hold", who=attacker.name, way=Term("free")))


def _holds(attacker: Character, target: str) -> bool:
    return any(condition.source == target for condition in attacker.conditions_of_kind("holding"))


def pay_manoeuvres(draft: Draft, intent: Intent) -> None:
    """Charge and all-out attack cost Defence and exclude each other (WOD-ATK-10, -11, -16, -17)."""
    who = intent.actor
    if intent.flag("charge"):
        pay_with_defence(draft, who, "charge", "WOD-ATK-16", free=intent.flag("free"))
        if not intent.flag("free"):
            _charge_move(draft, who)
        yards = run_of(draft.state, draft.character(who)).value
        leave(draft, who)
        draft.say(message("wod.charges", who=draft.character(who).name, yards=yards), working=True)
    if intent.flag("all-out"):
        pay_with_defence(draft, who, "all-out", "WOD-ATK-10", free=intent.flag("free"))


def _charge_move(draft: Draft, who: str) -> None:
    require(draft.state, who, why_no_move(draft.state, who))
    leave_melee(draft, who)
    if draft.state.round:
        draft.add(CounterSet(who, MOVED, MAY_NOT_MOVE, "round"))


def _follow(draft: Draft, intent: Intent, plan: Plan, thrown: Throw) -> None:
    """Everything that an attack roll brings besides its dice."""
    who, target = intent.actor, plan.target
    meet_attack(draft, target, applied=plan.applied, resisted=plan.resisted, waived=plan.waived)
    if plan.kind not in RANGED:
        engage(draft, who, target)
    for condition in draft.character(target).conditions_of_kind("unaware"):
        draft.add(ConditionEnded(target, condition.id, "struck", "WOD-INIT-15"))
    if thrown.result == "dramatic_failure" and (spared := intent.names("spare")):
        wait(draft, who, "spared", people=spared)
    if plan.blind == "wrong":
        draft.say(message("wod.blind.wrong", who=draft.character(who).name))
    elif plan.barrier:
        excess = hit_barrier(draft, plan.barrier, thrown.successes)
        if excess:
            get_through(draft, intent, plan, excess)
    elif plan.kind == "touch":
        if thrown.successes:
            draft.say(message("wod.touched", who=draft.character(who).name, target=draft.character(target).name))
    elif thrown.successes:
        _harm(draft, intent, plan, thrown.successes)


def _harm(draft: Draft, intent: Intent, plan: Plan, successes: int) -> None:
    spot = intent.text("spot")
    if spot == "head" and plan.damage_type == "bashing":
        draft.say(message("wod.remind.blunt_head"), working=True)
    tell_softened(draft, plan.target, plan.softened)
    extras: dict[str, bool | int | str] = {}
    if spot:
        extras["spot"] = spot
    if plan.weapon.stuns or intent.flag("stuns"):
        extras["stuns"] = True
    if intent.flag("knockdown"):
        extras["knockdown"] = True
    amount = 0 if intent.flag("object-only") else successes
    if spot == "hand" or intent.flag("object-only"):
        extras["struck"] = successes
    parts = (Part(Term("success"), successes, "WOD-ATK-06"),)
    if amount:
        rule = plan.softened.rule
        draft.follow(damage_intent(intent.actor, plan.target, amount, plan.damage_type, parts, rule=rule, **extras))
    elif extras:
        draft.follow(Intent("aftermath", intent.actor, (plan.target,), frozen({"amount": 0, **extras})))


def engage(draft: Draft, who: str, target: str) -> None:
    """Remember who is in a melee with whom: bursts take them both as targets (WOD-ATK-43)."""
    for one, other in ((who, target), (target, who)):
        if draft.state.round:
            draft.add(CounterSet(one, f"{MELEE}{other}", draft.state.round, "scene"))


def due(view: State, who: str) -> Iterator[DueItem]:
    """After a dramatic failure the game master says whether the shot strikes one of those it was to spare."""
    for one in waits(view, who, "spared"):
        people = one.data.get("people", ())
        names = people if isinstance(people, tuple) else ()
        spared = tuple(view.characters[name].name for name in map(str, names) if name in view.characters)
        line = message("wod.prompt.spared", who=view.characters[who].name, list=spared)
        yield DueItem(due_id(who, one), who, line, rule="WOD-ATK-29")


# ---------------------------------------------------------------------- what it might come to


def attack_odds(view: State, intent: Intent) -> Chances | None:
    """The odds on each who is struck; behind a barrier, of getting through it; at the heart, of reaching it.

    Willpower is spent on the first roll alone.
    """
    if not intent.targets:
        return None
    struck, everybody = _struck(view, intent)
    weapon = weapon_for(view, intent)
    _check_values(intent, kind_of(intent, weapon), weapon)
    if intent.flag("dodges"):
        view = view_of_dodging(view, intent.targets)
    first, *others = struck
    told = _odds_on(view, _asked_of(intent, first), first, everybody)
    each = [
        (who, _odds_on(view, _asked_of(intent, who).with_values(willpower=False), who, everybody)) for who in others
    ]
    notes = tuple(_reminders(view, intent, struck, everybody))
    return replace(told, notes=notes, each=((first, told), *each) if each else ())


def _odds_on(view: State, intent: Intent, target: str, everybody: int) -> Chances:
    plan = plan_attack(view, intent, target, everybody)
    event: dict[str, int] = {}
    if plan.barrier:
        event["must_exceed"] = barrier_values(view, plan.barrier)["durability"]
    elif intent.text("spot") == "heart":
        event["needed"] = HEART_DAMAGE
    return chances_of(view, plan.pool, **event)


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why no attack."""
    reason = no_action(view, who, "attack")
    return {"attack": reason} if reason else {}


def _switch(name: str, *, common: bool = False) -> Parameter:
    return Parameter(name, "switch", common=common)


def _choices(*ids: str) -> tuple[Choice, ...]:
    return tuple(map(Choice, ids))


MODIFIER, WILLPOWER, *OTHER_DIE_PARAMETERS = ACT_PARAMETERS

ATTACK = Action(
    "attack",
    "roll",
    (
        Parameter("weapon", "choice", choices=_choices(*gear.weapon_ids(), gear.OWN_WEAPON), kept=True),
        _switch("dodges", common=True),
        MODIFIER,
        WILLPOWER,
        Parameter("spot", "choice", choices=_choices(*gear.table("called_shot"))),
        Parameter("burst", "choice", choices=_choices(*gear.table("burst")), default="single"),
        Parameter("distance", "integer", minimum=0, maximum=100_000),
        _switch("close", common=True),
        _switch("charge", common=True),
        _switch("all-out", common=True),
        _switch("resist", common=True),
        _switch("waive", common=True),
        Parameter("kind", "choice", choices=_choices(*KINDS), common=False),
        Parameter("band", "choice", choices=_choices(*BANDS), common=False),
        Parameter("type", "choice", choices=_choices(*track.MARKS), common=False),
        Parameter("traits", "text", common=False),
        Parameter("rating", "integer", minimum=-20, maximum=50, common=False),
        Parameter("piercing", "integer", minimum=0, maximum=20, common=False),
        Parameter("scope", "integer", minimum=0, maximum=4, common=False),
        Parameter("bystanders", "characters", common=False),
        Parameter("nameless", "integer", minimum=0, maximum=100, common=False),
        _switch("only"),
        Parameter("spare", "characters", common=False),
        Parameter("others", "integer", minimum=0, maximum=20, common=False),
        _switch("in-grapple"),
        Parameter("direction", "choice", choices=_choices("right", "wrong"), common=False),
        *map(
            _switch,
            (
                "off-hand",
                "one-hand",
                "finesse",
                "improvised",
                "aerodynamic",
                "bare",
                "skin",
                "no-armour",
                "unseen",
                "same-burst",
                "stuns",
                "knockdown",
                "object-only",
            ),
        ),
        FREE,
        _switch("later"),
        *OTHER_DIE_PARAMETERS,
    ),
    targets="many",
    key="a",
    rules=("WOD-ATK-01", "WOD-ATK-02", "WOD-ATK-03", "WOD-ATK-04", "WOD-ATK-06"),
    examples=(
        "attack Killer",
        "attack Killer hand willpower",
        "attack David smg-small long band=medium by=Gunman",
        "attack Killer charge modifier=-1",
    ),
    group="attack",
    attack=True,
)

CHAPTER = Chapter(
    deeds=(Deed(ATTACK, drafted(attack), attack_odds, applies=attack_applies),),
    inner={STRIKE_NEXT: drafted(strike_next)},
    due=due,
    options=(OptionSpec("burst-penalty", "all", _choices("all", "extra"), "WOD-ATK-40"),),
    unavailable=unavailable,
)  # fmt: skip
