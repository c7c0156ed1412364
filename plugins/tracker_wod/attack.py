"""The action `attack`: one roll hits and harms (WOD-ATK-06); bursts roll once for each target."""

from collections.abc import Mapping

from tracker.api import (
    Action,
    Chance,
    Chances,
    Character,
    Choice,
    ConditionEnded,
    CounterSet,
    Draft,
    Intent,
    OptionSpec,
    Outcome,
    Parameter,
    Part,
    Prompted,
    Refusal,
    State,
    Term,
    message,
)
from tracker_wod import gear, track
from tracker_wod.attack_pool import RANGED, TRAITS, Plan, kind_of, plan_attack, weapon_for
from tracker_wod.cover import barrier_values, hit_barrier, leave
from tracker_wod.damage import damage_intent
from tracker_wod.defence import meet_attack
from tracker_wod.dice import Throw
from tracker_wod.economy import (
    MAY_NOT_MOVE,
    MOVED,
    lose_aim,
    no_action,
    pay_with_defence,
    spend_action,
    why_no_move,
)
from tracker_wod.feature import Feature
from tracker_wod.hits import HEART_DAMAGE
from tracker_wod.rolls import DIE_PARAMETERS, chances_of, throw_for
from tracker_wod.sheet import run_of
from tracker_wod.shooting import BANDS, burst_of, check_rounds, check_targets, use_rounds
from tracker_wod.through import through_intent

KINDS = tuple(kind for kind in TRAITS if kind != "grapple")


# ---------------------------------------------------------------------- whom it strikes at


def melee_partners(view: State, who: str) -> tuple[str, ...]:
    """Who is locked in close combat with a character: whoever struck or was struck this round or last, or holds on."""
    character = view.characters[who]
    partners = [
        name.removeprefix("melee-")
        for name, counter in character.counters.items()
        if name.startswith("melee-") and counter.value >= view.round - 1
    ]
    for kind in ("held", "holding"):
        partners += [condition.source for condition in character.conditions_of_kind(kind)]
    return tuple(partner for partner in dict.fromkeys(partners) if partner in view.characters)


def _struck(view: State, intent: Intent) -> tuple[tuple[str, ...], int]:
    """Everybody whom an attack rolls against, and how many it counts (WOD-ATK-40 to -44)."""
    chosen = tuple(dict.fromkeys(intent.targets))
    if not chosen:
        raise Refusal(message("wod.refused.no_target"))
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


def attack(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Attack one target, or with a burst several; damage follows through its own hook."""
    draft = Draft(view)
    who = intent.actor
    attacker = view.characters[who]
    weapon = weapon_for(view, intent)
    kind = kind_of(intent, weapon)
    if kind not in KINDS:
        raise Refusal(message("wod.refused.attack_kind", kind=kind, known=tuple(map(Term, KINDS))))
    struck, everybody = _struck(view, intent)
    _remind(draft, intent, weapon, everybody)
    if not intent.flag("free"):
        _check_grapple(view, who, kind, struck)
    if kind == "firearms" and attacker.has_condition("jammed"):
        raise Refusal(message("wod.reason.jammed"))
    same_burst = intent.flag("same-burst")
    spend_action(draft, who, "attack", free=intent.flag("free") or same_burst, keep_aim=kind in RANGED)
    pay_manoeuvres(draft, intent)
    if kind == "firearms" and not same_burst:
        use_rounds(draft, who, weapon, burst_of(intent, weapon))
    rest = intent
    for target in struck:
        # Whoever only stands beside the targets is not asked whether he saves his Defence or spends Willpower on it.
        one = rest if target in intent.targets else rest.with_values(waive=False, resist=False)
        plan = plan_attack(draft.state, one, target, everybody)
        thrown = throw_for(
            draft,
            one.with_values(hidden=True) if plan.blind else one,
            chance,
            who,
            plan.pool,
            kind,
            against=target,
            rule="WOD-ATK-06",
            type=plan.damage_type,
            defence=plan.defence,
            weapon=weapon.id,
        )
        _follow(draft, intent, plan, thrown)
        rest = rest.with_values(willpower=False)
    lose_aim(draft, who, told=False)
    return draft.outcome()


def _remind(draft: Draft, intent: Intent, weapon: gear.Weapon, everybody: int) -> None:
    """What the game master should think of before the dice fall."""
    if everybody > 1:
        draft.say(message("wod.remind.line", count=everybody))
    if weapon.id == "bite-human" and not _holds(draft.character(intent.actor), intent.target):
        draft.say(message("wod.remind.bite"))
    if intent.text("spot") == "heart" and not weapon.heart and weapon.id != gear.OWN_WEAPON:
        draft.say(message("wod.remind.heart", weapon=Term(weapon.id)))


def _check_grapple(view: State, who: str, kind: str, struck: tuple[str, ...]) -> None:
    """Out of a grapple nobody shoots or throws, and within it only manoeuvres harm (WOD-ATK-51, WOD-ATK-64)."""
    attacker = view.characters[who]
    grips = (*attacker.conditions_of_kind("held"), *attacker.conditions_of_kind("holding"))
    if kind in RANGED and grips:
        raise Refusal(message("wod.reason.grapple"))
    if kind != "touch" and any(grip.source in struck for grip in grips):
        raise Refusal(message("wod.refused.use_hold", who=attacker.name))


def _holds(attacker: Character, target: str) -> bool:
    return any(condition.source == target for condition in attacker.conditions_of_kind("holding"))


def pay_manoeuvres(draft: Draft, intent: Intent) -> None:
    """Charge and all-out attack cost Defence and exclude each other (WOD-ATK-10, -11, -16, -17)."""
    who = intent.actor
    if intent.flag("charge"):
        pay_with_defence(draft, who, "charge", "WOD-ATK-16")
        if not intent.flag("free"):
            _charge_move(draft, who)
        yards = run_of(draft.state, draft.character(who)).value
        leave(draft, who)
        draft.say(message("wod.charges", who=draft.character(who).name, yards=yards))
    if intent.flag("all-out"):
        pay_with_defence(draft, who, "all-out", "WOD-ATK-10")


def _charge_move(draft: Draft, who: str) -> None:
    if reason := why_no_move(draft.state, who):
        raise Refusal(message(reason))
    if draft.state.round:
        draft.add(CounterSet(who, MOVED, MAY_NOT_MOVE, "round"))


def _follow(draft: Draft, intent: Intent, plan: Plan, thrown: Throw) -> None:
    """Everything that an attack roll brings besides its dice."""
    who, target = intent.actor, plan.target
    meet_attack(draft, target, applied=plan.applied, resisted=plan.resisted, waived=plan.waived)
    if plan.kind not in RANGED:
        engage(draft, who, target)
    for condition in draft.character(target).conditions_of_kind("unaware"):
        draft.add(ConditionEnded(target, condition.id, "struck"))
    if thrown.result == "dramatic_failure":
        _warn_spared(draft, intent)
    if plan.blind == "wrong":
        draft.say(message("wod.blind.wrong", who=draft.character(who).name))
    elif plan.barrier:
        excess = hit_barrier(draft, plan.barrier, thrown.successes)
        if excess:
            draft.follow(through_intent(intent, plan, excess))
    elif plan.kind == "touch":
        if thrown.successes:
            draft.say(message("wod.touched", who=draft.character(who).name, target=draft.character(target).name))
    elif thrown.successes:
        _harm(draft, intent, plan, thrown.successes)


def _harm(draft: Draft, intent: Intent, plan: Plan, successes: int) -> None:
    spot = intent.text("spot")
    if spot == "head" and plan.damage_type == "bashing":
        draft.say(message("wod.remind.blunt_head"))
    own_type = intent.text("type", plan.weapon.type)
    if plan.damage_type != own_type:
        target = draft.character(plan.target)
        draft.say(message("wod.softened", who=target.name, before=Term(own_type), after=Term(plan.damage_type)))
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
        draft.follow(damage_intent(intent.actor, plan.target, amount, plan.damage_type, parts, **extras))
    elif extras:
        draft.follow(
            Intent("aftermath", intent.actor, (plan.target,), {"amount": 0, "type": plan.damage_type, **extras})
        )


def engage(draft: Draft, who: str, target: str) -> None:
    """Remember who is in a melee with whom: bursts take them both as targets (WOD-ATK-43)."""
    for one, other in ((who, target), (target, who)):
        if draft.state.round:
            draft.add(CounterSet(one, f"melee-{other}", draft.state.round, "scene"))


def _warn_spared(draft: Draft, intent: Intent) -> None:
    spared = tuple(draft.character(name).name for name in intent.names("spare"))
    if spared:
        line = message("wod.prompt.spared", who=draft.character(intent.actor).name, list=spared)
        draft.add(Prompted(f"spared:{intent.actor}", intent.actor, line, "", "WOD-ATK-29"))


# ---------------------------------------------------------------------- what it might come to


def attack_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of the first roll; behind a barrier, of getting through it; at the heart, of reaching it."""
    if not intent.targets:
        return None
    struck, everybody = _struck(view, intent)
    weapon = weapon_for(view, intent)
    if kind_of(intent, weapon) == "firearms" and not intent.flag("same-burst"):
        check_rounds(view.characters[intent.actor], weapon, burst_of(intent, weapon))
    plan = plan_attack(view, intent, struck[0], everybody)
    if plan.barrier:
        return chances_of(view, plan.pool, must_exceed=barrier_values(view, plan.barrier)["durability"])
    if intent.text("spot") == "heart":
        return chances_of(view, plan.pool, needed=HEART_DAMAGE)
    return chances_of(view, plan.pool)


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why no attack."""
    reason = no_action(view, who, "attack")
    return {"attack": reason} if reason else {}


def _switch(name: str, *, common: bool = False) -> Parameter:
    return Parameter(name, "switch", common=common)


def _choices(*ids: str) -> tuple[Choice, ...]:
    return tuple(map(Choice, ids))


MODIFIER, WILLPOWER, *OTHER_DIE_PARAMETERS = DIE_PARAMETERS

FEATURE = Feature(
    actions=(
        Action(
            "attack",
            "roll",
            (
                Parameter("weapon", "choice", choices=_choices(*gear.weapon_ids(), gear.OWN_WEAPON)),
                MODIFIER,
                WILLPOWER,
                Parameter("spot", "choice", choices=_choices(*gear.table("called_shot"))),
                Parameter("burst", "choice", choices=_choices(*gear.table("burst")), default="single"),
                Parameter("distance", "integer", minimum=0, maximum=100_000),
                _switch("close", common=True),
                _switch("charge", common=True),
                _switch("all-out", common=True),
                _switch("waive", common=True),
                _switch("resist", common=True),
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
                        "free",
                        "later",
                    ),
                ),
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
        ),
    ),
    verbs={"attack": attack},
    odds={"attack": attack_odds},
    options=(OptionSpec("burst-penalty", "all", _choices("all", "extra"), "WOD-ATK-40"),),
    unavailable=unavailable,
)
