"""Attacks, defences, called shots, arguments: the dice of a conflict and the hits they make ready (V5-ATK, V5-DEF)."""

from collections.abc import Mapping
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
    Prompted,
    Refusal,
    SceneSet,
    State,
    Term,
    Value,
    message,
)
from tracker_vtm5 import arms, contest, damage, dice, gear, options, people, pool, rolls, sheet, states
from tracker_vtm5.feature import Feature
from tracker_vtm5.parts import unpacked
from tracker_vtm5.pool import DicePool


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
    """Whether the target cannot defend itself: surprised, senseless or bound (V5-ATK-07)."""
    character = view.characters[target]
    helpless = people.first_of(character, (*people.SENSELESS, *people.BOUND))
    return intent.flag("surprised") or (bool(helpless) and not is_social(intent))


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
    people.require_senses(attacker) if is_social(intent) else people.require_free(attacker)
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
    record = _record(draft, intent, target, key, ours.successes, theirs.successes)
    record |= {"two_sided": two_sided, "surprised": surprised}
    contest.settle(draft, key, record)
    if options.is_set(draft.state, "hits", "at_once"):
        made = [hit for hit in contest.ready_hits(draft.state).values() if hit.get("contest") == key]
        draft.follow(*(Intent("hit", targets=(contest.word(hit, "victim"),)) for hit in made))


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
    tie_wins = surprised or (
        not intent.flag("strikes_back") and options.is_set(draft.state, "one_sided_tie", "attacker_wins")
    )
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


def _record(draft: Draft, intent: Intent, target: str, key: str, successes: int, resisted: int) -> dict[str, Value]:
    """All that settling the contest needs, as plain values."""
    attacker, defender = draft.character(intent.actor), draft.character(target)
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
        "attacker_type": typed or damage.type_of(draft.state, defender, arm.source, track),
        "defender_type": damage.type_of(draft.state, attacker, other.source, track),
        "aim": intent.text("aim"),
        "wood": arm.source.wood,
        "hand_stake": arm.source.hand_stake,
        "beheads": arm.source.beheads or intent.flag("beheads"),
        "track": track,
        "conflict": "social" if social else "physical",
        "unhalved": intent.flag("unhalved"),
    }


def _settle_again(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A side has thrown dice again: the contest is worked out anew."""
    key, who = intent.text("contest"), intent.target
    record = draft.state.scene.get(key)
    kept = rolls.last_roll(draft.state.scene, who)
    if not isinstance(record, Mapping) or kept is None:
        return
    if record.get("applied") is True:
        raise Refusal(message("vtm5.refused.hit_applied"))
    side = "attacker" if record.get("attacker") == who else "defender"
    contest.settle(draft, key, {**record, f"{side}_successes": dice.thrown(kept).successes})


# ---------------------------------------------------------------------- applying


def _hit(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Apply the hits that are ready: the damage, then the stake or the question of the head."""
    ready = contest.ready_hits(draft.state)
    wanted = [hit for hit in ready.values() if not intent.targets or contest.word(hit, "victim") in intent.targets]
    if not wanted:
        raise Refusal(message("vtm5.refused.no_hit"))
    for hit in wanted:
        victim, key = contest.word(hit, "victim"), contest.word(hit, "contest")
        contest.take_back(draft, key, victim)
        record = draft.state.scene.get(key)
        if isinstance(record, Mapping):
            draft.add(SceneSet(key, record, {**record, "applied": True}))
        kept = {name: hit[name] for name in ("type", "source", "track", "conflict", "unhalved") if hit.get(name)}
        parts = unpacked(hit.get("parts"))
        draft.follow(damage.intent_for(victim, contest.number(hit, "amount"), parts=parts, **kept))
        effect = contest.word(hit, "effect")
        if effect in ("staked", "final_death"):
            draft.follow(Intent("strike_effect", targets=(victim,), values={"effect": effect}))


def _strike_effect(draft: Draft, intent: Intent, chance: Chance) -> None:
    """What a called strike does after its damage: the stake holds, the head waits for the game master's yes."""
    who = intent.target
    character = draft.character(who)
    if people.first_of(character, people.GONE):
        return
    if intent.text("effect") == "staked":
        states.drive_stake(draft, who)
        return
    line = message("vtm5.due.behead", who=character.name)
    draft.add(
        Prompted(f"behead:{who}", who, line, f"final_death {people.quoted(who)} decapitation", "V5-HAZ-10", "scene")
    )


# ---------------------------------------------------------------------- a contest without harm


def contest_pools(view: State, intent: Intent) -> tuple[DicePool, DicePool]:
    """Both pools of a plain contest."""
    character, other = view.characters[intent.actor], view.characters[intent.target]
    base = pool.base_parts(character, intent)
    if "against_pool" in intent.values:
        against: tuple[Part, ...] = (Part(Term("pool"), intent.integer("against_pool"), ""),)
    else:
        against = pool.trait_part(other, intent.text("against_attribute"), label="attribute")
        against += pool.trait_part(other, intent.text("against_skill"), label="skill")
    if not base or not against:
        people.refuse("roll_what", character if not base else other)
    category = pool.category_of(intent)
    theirs = intent.text("category") or sheet.CATEGORY_OF.get(intent.text("against_attribute"), category)
    return (
        pool.build(view, intent.actor, intent, base, category),
        pool.build(view, intent.target, Intent("contest"), against, theirs),
    )


def _contest(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Two pools against each other; the one who acts wins a tie."""
    people.require_senses(draft.character(intent.actor))
    pools = contest_pools(draft.state, intent)
    throws = [rolls.throw_pool(chance, dice_pool, "contest") for dice_pool in pools]
    for at, (who, even_wins) in enumerate(((intent.actor, True), (intent.target, False))):
        goal = throws[1 - at].successes
        verdict = dice.judged(throws[at], goal, even_wins=even_wins)
        rolls.tell_roll(
            draft,
            chance,
            who,
            "contest",
            pools[at],
            throws[at],
            verdict,
            difficulty=goal,
            against=(intent.target, intent.actor)[at],
            rule="V5-ATK-01",
            even_wins=even_wins,
        )
    lead = throws[0].successes - throws[1].successes
    draft.say(
        message(
            "vtm5.contest_attacker" if lead >= 0 else "vtm5.contest_defender",
            attacker=draft.character(intent.actor).name,
            defender=draft.character(intent.target).name,
            successes=throws[0].successes,
            against=throws[1].successes,
            margin=abs(lead),
        )
    )
    if intent.flag("surge"):
        draft.follow(Intent("rouse", targets=(intent.actor,), values={"reason": "surge"}))


_WEAPONS = tuple(Choice(weapon.id) for weapon in gear.WEAPONS)
_ATTRIBUTES = tuple(Choice(name) for name in sheet.CATEGORY_OF)
_SKILLS = tuple(Choice(name) for name in (*sheet.SKILLS, *sheet.CATEGORY_OF))
_TYPES = tuple(Choice(name) for name in damage.TYPES)
_TRAITS = (
    Parameter("attribute", "choice", choices=_ATTRIBUTES, open_choice=True, common=False),
    Parameter("skill", "choice", choices=_SKILLS, open_choice=True, common=False),
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
        spends_turn=True,
    ),
    Action(
        "hit",
        "act",
        acts=False,
        targets="optional",
        key="l",
        rules=("V5-ATK-01", "V5-HAZ-10", "V5-HAZ-11"),
        examples=("hit", "hit on=Vera"),
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
        spends_turn=True,
    ),
    Action(
        "contest",
        "roll",
        (
            Parameter("attribute", "choice", choices=_ATTRIBUTES, open_choice=True),
            Parameter("skill", "choice", choices=_SKILLS, open_choice=True),
            Parameter("against_attribute", "choice", choices=_ATTRIBUTES, open_choice=True),
            Parameter("against_skill", "choice", choices=_SKILLS, open_choice=True),
            pool.POOL_PARAMETER,
            Parameter("against_pool", "integer", minimum=0, maximum=pool.LARGEST_POOL),
            *pool.MODIFIERS,
            Parameter("category", "choice", choices=tuple(Choice(name) for name in pool.CATEGORIES), common=False),
        ),
        targets="one",
        rules=("V5-ATK-01", "V5-DICE-03"),
        examples=("contest Hunter wits stealth against_attribute=wits against_skill=awareness by=Vera",),
        group="dice",
    ),
)

FEATURE = Feature(
    actions=ACTIONS,
    verbs={
        "attack": _attack,
        "argue": _attack,
        "settle_contest": _settle_again,
        "hit": _hit,
        "strike_effect": _strike_effect,
        "contest": _contest,
    },
)
