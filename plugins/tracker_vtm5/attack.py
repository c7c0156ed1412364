"""Attacks, defences, called shots, arguments: the dice of a conflict and the hits they make ready (V5-ATK, V5-DEF)."""

from dataclasses import dataclass

from tracker.api import (
    Action,
    Chance,
    Choice,
    CounterSet,
    Draft,
    Intent,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    Value,
    message,
)
from tracker_vtm5 import arms, contest, damage, dice, gear, options, people, pool, rolls, sheet
from tracker_vtm5.feature import Feature
from tracker_vtm5.pool import DicePool
from tracker_vtm5.records import word


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a conflict: its successes, and the throw behind them where dice fell."""

    successes: int
    throw: dice.Throw | None = None
    dice_pool: DicePool | None = None


def is_social(intent: Intent) -> bool:
    """Whether the fight is one of words."""
    return intent.verb == "argue" or intent.text("conflict") == "social"


def is_surprised(view: State, intent: Intent, target: str) -> bool:
    """Whether the attack meets no defence: the target is surprised, or senseless or bound (V5-ATK-07).

    Successes that were counted for the defence go before what the target's state would mean.
    """
    if intent.flag("surprised"):
        return True
    helpless = people.first_of(view.characters[target], (*people.SENSELESS, *people.BOUND))
    return bool(helpless) and not is_social(intent) and "defence_successes" not in intent.values


def wins_ties(view: State, intent: Intent) -> bool:
    """Whether equal successes are a win of the attacker: by the option, against one that only dodges (V5-ATK-03)."""
    return not intent.flag("strikes_back") and options.is_set(view, "one_sided_tie", "attacker_wins")


def attack_pool(view: State, intent: Intent) -> DicePool:
    """The attacker's whole pool, before it is split."""
    character = view.characters[intent.actor]
    arm = arms.arm_of(character, intent)
    traits = ("charisma", "persuasion") if is_social(intent) else arms.attack_traits(arm)
    base = pool.base_parts(character, intent, traits)
    extra: tuple[Part, ...] = ()
    if intent.text("aim") and options.is_set(view, "called_shot", "dice") and "successes" not in intent.values:
        extra = (Part(Term("aim"), -contest.HANDICAP, "V5-ATK-06"),)
    category = pool.category_of(intent, "social") if is_social(intent) else intent.text("category", "physical")
    attribute = intent.text("attribute") or traits[0]
    return pool.build(
        view, intent.actor, intent, base, category, extra, attribute_category=sheet.CATEGORY_OF.get(attribute, "")
    )


def defence_pool(view: State, intent: Intent, target: str) -> DicePool:
    """The defender's pool; each defence after the first of a turn is one die poorer (V5-DEF-02)."""
    character = view.characters[target]
    social = is_social(intent)
    defence = intent.text("defence") or _usual_defence(view, intent, target)
    traits = ("composure", "subterfuge") if social else arms.defence_traits(character, defence)
    if "defence_pool" in intent.values:
        base: tuple[Part, ...] = (Part(Term("pool"), intent.integer("defence_pool"), ""),)
    else:
        base = tuple(Part(Term(name), character.integer(name), "V5-DEF-01") for name in traits)
    extra: tuple[Part, ...] = ()
    if repeated := character.count("defended"):
        extra += (Part(Term("repeated_defence"), -repeated, "V5-DEF-02"),)
    extra += pool.no_cover(intent)
    values: dict[str, Value] = {
        name: intent.values[f"defence_{name}"]
        for name in ("bonus", "penalty", "surge")
        if f"defence_{name}" in intent.values
    }
    category = "social" if social else "physical"
    return pool.build(
        view,
        target,
        Intent("defence", values=values),
        base,
        category,
        extra,
        attribute_category=sheet.CATEGORY_OF.get(traits[0], ""),
    )


def _usual_defence(view: State, intent: Intent, target: str) -> str:
    if not intent.flag("strikes_back"):
        return "dodge"
    arm = arms.arm_of(view.characters[target], intent, "defender_weapon", "defender_weapon_damage")
    skill = arms.attack_traits(arm)[1]
    return skill if skill in ("brawl", "melee") else "dodge"


def split(whole: DicePool, targets: int, typed: str) -> list[DicePool]:
    """A pool divided between several targets, at least one die each (V5-ATK-05)."""
    if targets == 1:
        return [whole]
    if whole.size < targets:
        raise Refusal(message("vtm5.refused.too_few_dice", count=whole.size, targets=targets))
    shares = [whole.size // targets + (1 if at < whole.size % targets else 0) for at in range(targets)]
    if typed:
        shares = [int(piece) for piece in typed.replace(",", " ").split() if piece.isdecimal() and len(piece) < 4]
        if len(shares) != targets or sum(shares) > whole.size or min(shares) < 1:
            raise Refusal(message("vtm5.refused.split", pool=whole.size, targets=targets))
    return [
        DicePool(
            share,
            min(whole.hunger, share),
            (*whole.parts, Part(Term("split"), share - whole.size, "V5-ATK-05")),
            whole.category,
            whole.surge,
        )
        for share in shares
    ]


def _attack(draft: Draft, intent: Intent, chance: Chance) -> None:
    attacker = draft.character(intent.actor)
    if is_social(intent):
        people.require_senses(attacker)
    else:
        people.require_free(attacker)
    if attacker.has_condition("only_defends"):
        people.refuse("only_defends", attacker)
    if not intent.targets:
        raise Refusal(message("vtm5.refused.nobody", verb=Term(intent.verb)))
    typed = "successes" in intent.values or "defence_successes" in intent.values
    shares: list[DicePool | None] = [None] * len(intent.targets)
    if not typed:
        shares = [*split(attack_pool(draft.state, intent), len(intent.targets), intent.text("split"))]
    _count_action(draft, intent.actor)
    for target, share in zip(intent.targets, shares, strict=True):
        _one(draft, intent, chance, target, share)
    if intent.flag("surge") and not typed:
        draft.follow(Intent("rouse", targets=(intent.actor,), values={"reason": "surge"}))


def _count_action(draft: Draft, who: str) -> None:
    """Count what somebody has done in this turn (V5-TURN-01)."""
    if not draft.state.round:
        return
    acted = draft.character(who).count("acted")
    draft.add(CounterSet(who, "acted", acted + 1, "round"))
    if acted:
        draft.say(message("vtm5.acted_already", who=draft.character(who).name))


def _one(draft: Draft, intent: Intent, chance: Chance, target: str, share: DicePool | None) -> None:
    """One target of an attack."""
    defender = draft.character(target)
    if people.first_of(defender, people.GONE):
        people.refuse("gone", defender, state=Term(people.first_of(defender, people.GONE)))
    key = f"contest:{intent.actor}:{target}"
    if any(hit.get("contest") == key for hit in contest.ready_hits(draft.state).values()):
        people.refuse("hit_waits", defender)
    surprised = is_surprised(draft.state, intent, target)
    two_sided = intent.flag("strikes_back") and not surprised
    handicap = contest.called_shot_handicap(draft.state, intent.text("aim"))
    if share is None:
        ours, theirs = Side(intent.integer("successes")), Side(intent.integer("defence_successes"))
    else:
        throw = rolls.throw_pool(chance, share, intent.verb)
        ours = Side(throw.successes, throw, share)
        theirs = Side(0)
        if not surprised:
            resisting = defence_pool(draft.state, intent, target)
            other = rolls.throw_pool(chance, resisting, "defence")
            theirs = Side(other.successes, other, resisting)
        _tell(draft, intent, chance, target, key, ours, theirs, surprised=surprised, handicap=handicap)
    if not surprised and draft.state.round and not is_social(intent):
        draft.add(CounterSet(target, "defended", defender.count("defended") + 1, "round"))
    if intent.flag("defence_surge") and share is not None:
        draft.follow(Intent("rouse", targets=(target,), values={"reason": "surge"}))
    record = record_of(draft.state, intent, target, key, ours.successes, theirs.successes)
    record |= {"two_sided": two_sided, "surprised": surprised}
    contest.settle(draft, key, record)
    if options.is_set(draft.state, "hits", "at_once"):
        made = [hit for hit in contest.ready_hits(draft.state).values() if hit.get("contest") == key]
        draft.follow(*(Intent("hit", targets=(word(hit, "victim"),)) for hit in made))


def _tell(
    draft: Draft,
    intent: Intent,
    chance: Chance,
    target: str,
    key: str,
    ours: Side,
    theirs: Side,
    *,
    surprised: bool,
    handicap: int,
) -> None:
    """Record both throws, each read against the other."""
    goal = 1 if surprised else theirs.successes
    tie_wins = surprised or wins_ties(draft.state, intent)
    net = max(ours.successes - handicap, 0)
    for side, who, other, what, difficulty, even_wins, price in (
        (ours, intent.actor, target, intent.verb, goal, tie_wins, handicap),
        (theirs, target, intent.actor, "defence", net, False, 0),
    ):
        if side.throw is not None and side.dice_pool is not None:
            verdict = dice.judged(side.throw, difficulty, even_wins=even_wins, handicap=price)
            rolls.tell_roll(
                draft,
                chance,
                who,
                what,
                side.dice_pool,
                side.throw,
                verdict,
                difficulty=difficulty,
                against=other,
                rule="V5-ATK-01" if what != "defence" else "V5-DEF-01",
                contest=key,
                even_wins=even_wins,
                handicap=price,
            )


def record_of(view: State, intent: Intent, target: str, key: str, successes: int, resisted: int) -> dict[str, Value]:
    """All that settling the contest needs, as plain values."""
    attacker, defender = view.characters[intent.actor], view.characters[target]
    social = is_social(intent)
    track = "willpower" if social else intent.text("track", "health")
    arm = arms.arm_of(attacker, intent)
    other = arms.arm_of(defender, intent, "defender_weapon", "defender_weapon_damage")
    if social:
        arm = arms.Arm("stress", gear.SOURCES["stress"])
        other = arm
    typed = intent.text("type")
    return {
        "contest": key,
        "attacker": intent.actor,
        "defender": target,
        "attacker_successes": successes,
        "defender_successes": resisted,
        "attacker_weapon": arm.modifier,
        "defender_weapon": other.modifier,
        "attacker_source": arm.harms_as,
        "defender_source": other.harms_as,
        "attacker_type": typed or damage.type_of(view, defender, arm.source, track),
        "defender_type": damage.type_of(view, attacker, other.source, track),
        "aim": intent.text("aim"),
        "wood": arm.source.wood,
        "hand_stake": arm.source.hand_stake,
        "beheads": arm.source.beheads or intent.flag("beheads"),
        "track": track,
        "conflict": "social" if social else "physical",
        "unhalved": intent.flag("unhalved"),
    }


_WEAPONS = tuple(Choice(weapon.id) for weapon in gear.WEAPONS)
_TYPES = tuple(Choice(name) for name in damage.TYPES)
_TRAITS = (
    Parameter("attribute", "choice", choices=sheet.ATTRIBUTE_CHOICES, open_choice=True, common=False),
    Parameter("skill", "choice", choices=sheet.SKILL_CHOICES, open_choice=True, common=False),
    pool.POOL_PARAMETER,
    *pool.MODIFIERS,
)
_COUNTED = (
    Parameter("successes", "integer", minimum=0, maximum=200),
    Parameter("defence_successes", "integer", minimum=0, maximum=200),
)
_DEFENCE = (
    Parameter("defence_pool", "integer", minimum=0, maximum=pool.LARGEST_POOL),
    Parameter("defence_bonus", "integer", minimum=0, maximum=pool.LARGEST_POOL, common=False),
    Parameter("defence_penalty", "integer", minimum=0, maximum=pool.LARGEST_POOL, common=False),
    Parameter("defence_surge", "switch", common=False),
)

ACTIONS = (
    Action(
        "attack",
        "roll",
        (
            Parameter("weapon", "choice", choices=_WEAPONS, open_choice=True),
            Parameter("aim", "choice", choices=(Choice("heart"), Choice("head"), Choice("small_spot"))),
            Parameter("strikes_back", "switch"),
            Parameter("surprised", "switch"),
            Parameter("no_cover", "switch"),
            Parameter("fire", "switch", common=False),
            *_TRAITS,
            *_DEFENCE,
            *_COUNTED,
            Parameter("defence", "choice", choices=(Choice("dodge"), Choice("brawl"), Choice("melee")), common=False),
            Parameter("weapon_damage", "integer", minimum=0, maximum=50, common=False),
            Parameter("defender_weapon", "choice", choices=_WEAPONS, open_choice=True, common=False),
            Parameter("defender_weapon_damage", "integer", minimum=0, maximum=50, common=False),
            Parameter("type", "choice", choices=_TYPES, common=False),
            Parameter("unhalved", "switch", common=False),
            Parameter("beheads", "switch", common=False),
            Parameter("split", "text", common=False),
        ),
        targets="many",
        key="a",
        rules=("V5-ATK-01", "V5-ATK-02", "V5-ATK-04", "V5-ATK-05", "V5-ATK-06", "V5-ATK-07", "V5-DEF-01", "V5-DEF-02"),
        examples=(
            "attack Vera pistol no_cover by=Hunter",
            "attack Vera wooden_stake aim=heart by=Hunter",
            "attack Hunter strikes_back successes=4 defence_successes=2 by=Vera",
        ),
        group="fight",
    ),
    Action(
        "argue",
        "roll",
        (
            Parameter("strikes_back", "switch"),
            *_TRAITS,
            *_DEFENCE,
            *_COUNTED,
            Parameter("type", "choice", choices=_TYPES, common=False),
            Parameter("unhalved", "switch", common=False),
        ),
        targets="one",
        rules=("V5-SOC-01", "V5-DMG-14", "V5-DMG-15", "V5-STA-05"),
        examples=("argue Boris strikes_back by=Vera", "argue Boris successes=5 defence_successes=2 by=Vera"),
        group="fight",
    ),
)

FEATURE = Feature(
    actions=ACTIONS,
    verbs={"attack": _attack, "argue": _attack},
)
