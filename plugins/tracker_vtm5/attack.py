"""Attacks, defences, called shots, arguments: the dice of a conflict and the hits they make ready (V5-ATK, V5-DEF)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    CounterSet,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    Value,
    drafted,
    frozen,
    message,
)
from tracker_vtm5 import arms, chances, contest, damage, fields, gear, odds, options, people, pool, rolls
from tracker_vtm5.kinds import ATTRIBUTE_CHOICES, CATEGORY_OF, SKILL_CHOICES, choices
from tracker_vtm5.pool import DicePool
from tracker_vtm5.records import number, word


def _is_social(intent: Intent) -> bool:
    """Whether the fight is one of words."""
    return intent.verb == "argue"


def _helpless(character: Character) -> str:
    """What keeps someone from acting with the body, "" if nothing does."""
    return people.first_of(character, (*people.SENSELESS, *people.BOUND))


def _is_surprised(view: State, intent: Intent, target: str) -> bool:
    """Whether the attack meets no defence: the target is surprised, or senseless or bound (V5-ATK-07).

    Successes that were counted for the defence go before what the target's state would mean.
    """
    if intent.flag("surprised"):
        return True
    return bool(_helpless(view.characters[target])) and "defence_successes" not in intent.values


def _ties_from(view: State, intent: Intent) -> int | None:
    """The successes from which a tie is won: by the option, against one that only dodges (V5-ATK-03)."""
    wins_ties = not intent.flag("strikes_back") and not options.is_set(view, "one_sided_tie", "no_damage")
    return 0 if wins_ties else None


def _tie_damage(view: State) -> int:
    """What a tie that the attacker wins adds to the weapon, by the option (V5-ATK-03)."""
    return int(options.is_set(view, "one_sided_tie", "attacker_wins_by_one"))


def _attack_pool(view: State, intent: Intent) -> DicePool:
    """The attacker's whole pool, before it is split."""
    character, social = view.characters[intent.actor], _is_social(intent)
    traits = ("charisma", "persuasion") if social else arms.attack_traits(arms.arm_of(character, intent))
    base = pool.base_parts(character, intent, traits)
    extra: tuple[Part, ...] = ()
    if intent.text("aim") and options.is_set(view, "called_shot", "dice"):
        extra = (Part(Term("aim"), -contest.HANDICAP, "V5-ATK-06"),)
    category = pool.category_of(intent, "social") if social else "physical"
    attribute = CATEGORY_OF.get(intent.text("attribute") or traits[0], "")
    return pool.build(view, intent.actor, intent, base, category, extra, attribute_category=attribute)


def _defence_against(view: State, intent: Intent, target: str) -> DicePool | None:
    """The defender's pool, None if no one defends; each defence of a turn is one die poorer (V5-DEF-02)."""
    if _is_surprised(view, intent, target):
        return None
    character, social = view.characters[target], _is_social(intent)
    defence = intent.text("defence") or _usual_defence(view, intent, target)
    traits = ("composure", "subterfuge") if social else arms.defence_traits(character, defence)
    base = tuple(Part(Term(name), character.integer(name), "V5-DEF-01") for name in traits)
    if "defence_pool" in intent.values:
        base = (Part(Term("pool"), intent.integer("defence_pool")),)
    repeated = character.count("defended")
    extra = (Part(Term("repeated_defence"), -repeated, "V5-DEF-02"),) if repeated else ()
    own = frozen(
        {
            name: intent.values[f"defence_{name}"]
            for name in ("bonus", "penalty", "surge")
            if f"defence_{name}" in intent.values
        }
    )
    return pool.build(
        view,
        target,
        Intent("defence", values=own),
        base,
        "social" if social else "physical",
        (*extra, *pool.no_cover(intent)),
    )


def _usual_defence(view: State, intent: Intent, target: str) -> str:
    if not intent.flag("strikes_back"):
        return "dodge"
    arm = arms.arm_of(view.characters[target], intent, "defender_weapon", "defender_weapon_damage")
    skill = arms.attack_traits(arm)[1]
    return skill if skill in ("brawl", "melee") else "dodge"


def _split(whole: DicePool, targets: int, typed: str) -> list[DicePool]:
    """A pool divided between several targets, at least one die each (V5-ATK-05)."""
    if targets == 1:
        return [whole]
    if whole.size < targets:
        raise Refusal(message("vtm5.refused.too_few_dice", count=whole.size, targets=targets))
    shares = [whole.size // targets + (1 if at < whole.size % targets else 0) for at in range(targets)]
    if typed:
        pieces, digits = typed.replace(",", " ").split(), len(str(whole.size))
        shares = [int(piece) for piece in pieces if piece.isdecimal() and len(piece) <= digits]
        if len(shares) != len(pieces) or len(shares) != targets or sum(shares) > whole.size or min(shares) < 1:
            raise Refusal(message("vtm5.refused.split", pool=whole.size, targets=targets))
    return [
        DicePool(
            share,
            pool.at_most(whole.hungry, share),
            (*whole.parts, Part(Term("split"), share - whole.size, "V5-ATK-05")),
            whole.category,
            whole.surge,
        )
        for share in shares
    ]


def _check(view: State, intent: Intent) -> None:
    """Refuse what cannot be, before any die is thrown."""
    attacker = view.characters[intent.actor]
    (people.require_senses if _is_social(intent) else people.require_free)(attacker)
    if attacker.has_condition("only_defends"):
        people.refuse("only_defends", attacker)
    if intent.text("split") and len(intent.targets) == 1:
        raise Refusal(message("vtm5.refused.split_one", who=view.characters[intent.target].name))
    for target in intent.targets:
        defender = view.characters[target]
        if target == intent.actor:
            people.refuse("both_sides", attacker)
        if not _is_social(intent) and view.fight_of(target) != view.fight_of(intent.actor):
            people.refuse("elsewhere", attacker, target=defender.name)
        if state := people.first_of(defender, people.SENSELESS if _is_social(intent) else people.GONE):
            people.refuse("senseless" if _is_social(intent) else "gone", defender, state=Term(state))
        if intent.flag("strikes_back") and (
            intent.flag("surprised") or (_helpless(defender) and not _is_social(intent))
        ):
            people.refuse("strikes_no_blow", defender, state=Term(_helpless(defender) or "surprised"))
        key = _key(intent, target)
        if any(hit.data.get("contest") == key for _, hit in contest.ready_hits(view)):
            people.refuse("hit_waits", defender)


def _key(intent: Intent, target: str) -> str:
    return f"contest:{intent.actor}:{target}"


def _attack(draft: Draft, intent: Intent, chance: Chance) -> None:
    _check(draft.state, intent)
    counted = "successes" in intent.values or "defence_successes" in intent.values
    shares: Sequence[DicePool | None] = [None] * len(intent.targets)
    defences: Sequence[DicePool | None] = shares
    if not counted:
        shares = _split(_attack_pool(draft.state, intent), len(intent.targets), intent.text("split"))
        defences = [_defence_against(draft.state, intent, target) for target in intent.targets]
    _count_action(draft, intent.actor)
    for target, share, defence in zip(intent.targets, shares, defences, strict=True):
        _one(draft, intent, chance, target, share, defence)
    if intent.flag("surge") and not counted:
        draft.follow(Intent("rouse", targets=(intent.actor,), values=frozen({"reason": "surge"})))


def _count_action(draft: Draft, who: str) -> None:
    """Count what someone has done in this turn (V5-TURN-01)."""
    if not draft.state.round:
        return
    acted = draft.character(who).count("acted")
    draft.add(CounterSet(who, "acted", acted + 1, "round"))
    if acted:
        draft.say(message("vtm5.acted_already", who=draft.character(who).name), working=True)


def _one(
    draft: Draft, intent: Intent, chance: Chance, target: str, share: DicePool | None, defence: DicePool | None
) -> None:
    """Attack one target: throw, or take the counted successes, and settle the contest."""
    key, surprised = _key(intent, target), _is_surprised(draft.state, intent, target)
    record = _record_of(draft.state, intent, target)
    if share is None:
        contest.settle(draft, key, record)
    else:
        rules = ("V5-ATK-07" if surprised else "V5-ATK-01", "V5-DEF-01")
        rolls.throw_contest(draft, chance, key, record, (share, defence), rules, "defence")
        if intent.flag("defence_surge"):
            draft.follow(Intent("rouse", targets=(target,), values=frozen({"reason": "surge"})))
    if not surprised and draft.state.round and not _is_social(intent):
        draft.add(CounterSet(target, "defended", draft.character(target).count("defended") + 1, "round"))
    if options.is_set(draft.state, "hits", "at_once"):
        made = [who for who, hit in contest.ready_hits(draft.state) if hit.data.get("contest") == key]
        draft.follow(*(Intent("hit", targets=(who,)) for who in made))


def _record_of(view: State, intent: Intent, target: str) -> dict[str, Value]:
    """All that settling the contest needs, as plain values, with the counted successes."""
    attacker, defender = view.characters[intent.actor], view.characters[target]
    social = _is_social(intent)
    track = "willpower" if social else "health"
    arm = other = gear.SOURCES["stress"]
    if not social:
        arm = arms.arm_of(attacker, intent)
        other = arms.arm_of(defender, intent, "defender_weapon", "defender_weapon_damage")
    ties_from = _ties_from(view, intent)
    return {
        "what": intent.verb,
        "attacker": intent.actor,
        "defender": target,
        "attacker_successes": intent.integer("successes"),
        "defender_successes": intent.integer("defence_successes"),
        "attacker_weapon": arm.modifier,
        "defender_weapon": other.modifier,
        "attacker_source": arms.harms_as(arm),
        "defender_source": arms.harms_as(other),
        "attacker_type": intent.text("type") or damage.type_of(view, defender, arm, track),
        "defender_type": damage.type_of(view, attacker, other, track),
        "aim": intent.text("aim"),
        "handicap": contest.called_shot_handicap(view, intent.text("aim")),
        "ties_from": contest.NO_TIE if ties_from is None else ties_from,
        "tie_damage": _tie_damage(view),
        "two_sided": intent.flag("strikes_back"),
        "surprised": _is_surprised(view, intent, target),
        "wood": arm.wood,
        "hand_stake": arm.hand_stake,
        "beheads": arm.beheads or intent.flag("beheads"),
        "track": track,
        "conflict": "social" if social else "physical",
        "unhalved": intent.flag("unhalved"),
        "harms": True,
    }


# ---------------------------------------------------------------------- odds


def _odds(view: State, intent: Intent) -> Chances:
    _check(view, intent)
    shares = _split(_attack_pool(view, intent), len(intent.targets), intent.text("split"))
    each = tuple(
        (target, _odds_on(view, replace(intent, targets=(target,)), share))
        for target, share in zip(intent.targets, shares, strict=True)
    )
    return replace(each[0][1], each=each if len(each) > 1 else ())


def _odds_on(view: State, intent: Intent, share: DicePool) -> Chances:
    """The odds against one target, with its share of the pool."""
    handicap = contest.called_shot_handicap(view, intent.text("aim"))
    ours = chances.successes(share.regular, share.hunger)
    defence = _defence_against(view, intent, intent.target)
    if defence is None:
        told = odds.of_test(share, 1 + handicap)
        return _with_harm(view, intent, told, chances.leads(ours, chances.successes(0), handicap))
    leads = chances.leads(ours, chances.successes(defence.regular, defence.hunger), handicap)
    told = odds.of_contest(share, defence, handicap, wins_ties=_ties_from(view, intent) is not None)
    return _with_harm(view, intent, told, leads)


def _with_harm(view: State, intent: Intent, told: Chances, leads: Mapping[int, Fraction]) -> Chances:
    """Add the marks that the target takes on average, and the chance of what a called strike does beyond its harm."""
    target, record = view.characters[intent.target], _record_of(view, intent, intent.target)
    loss = Fraction(0)
    effects: dict[str, Fraction] = {}
    for lead, chance in leads.items():
        score = contest.score(
            max(lead, 0),
            max(-lead, 0),
            ties_from=_ties_from(view, intent),
            tie_damage=_tie_damage(view),
            two_sided=record["two_sided"] is True,
            surprised=record["surprised"] is True,
            attacker_weapon=number(record, "attacker_weapon"),
            defender_weapon=number(record, "defender_weapon"),
        )
        kind, source = word(record, "attacker_type"), word(record, "attacker_source")
        unhalved = intent.flag("unhalved")
        dealt = damage.intent_for(target.id, score.to_defender, type=kind, source=source, unhalved=unhalved)
        hit = damage.worked_out(view, target, dealt, word(record, "track"))
        loss += chance * (hit.crosses + hit.slashes)
        effect = contest.effect_of(view, record, score.to_defender, vampire=people.is_vampire(target))
        effects[effect] = effects.get(effect, Fraction(0)) + chance
    events = tuple((Term(effect), chance) for effect, chance in effects.items() if effect != "none")
    return replace(told, loss=loss, events=(*events, *told.events))


def _presets(view: State, intent: Intent) -> dict[str, tuple[str, ...]]:
    """The weapon on the card."""
    attacker = view.characters.get(intent.actor)
    return {"weapon": (attacker.text("weapon") or "fists",)} if attacker else {}


_TRAITS = (
    Parameter("attribute", "choice", choices=ATTRIBUTE_CHOICES, common=False),
    Parameter("skill", "choice", choices=SKILL_CHOICES, common=False),
    pool.POOL_PARAMETER,
    pool.SURGE,
    *(parameter for parameter in pool.MODIFIERS if parameter is not pool.SURGE),
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

DEEDS = (
    Deed(
        Action(
            "attack", "roll",
            (
                Parameter("weapon", "choice", choices=gear.WEAPON_CHOICES, kept=True),
                Parameter("aim", "choice", choices=choices(("heart", "head", "small_spot"))),
                Parameter("strikes_back", "switch"), Parameter("surprised", "switch"), Parameter("no_cover", "switch"),
                Parameter("fire", "switch", common=False), *_TRAITS, *_DEFENCE, *_COUNTED,
                Parameter("defence", "choice", choices=choices(("dodge", "brawl", "melee")), common=False),
                Parameter("weapon_damage", "integer", minimum=0, maximum=50, common=False),
                Parameter("defender_weapon", "choice", choices=gear.WEAPON_CHOICES, common=False),
                Parameter("defender_weapon_damage", "integer", minimum=0, maximum=50, common=False),
                Parameter("type", "choice", choices=choices(damage.TYPES), common=False),
                Parameter("unhalved", "switch", common=False), Parameter("beheads", "switch", common=False),
                Parameter("split", "text", common=False),
            ),
            targets="many", key="a",
            rules=(
                "V5-ATK-01", "V5-ATK-02", "V5-ATK-04", "V5-ATK-05", "V5-ATK-06", "V5-ATK-07", "V5-DEF-01", "V5-DEF-02",
            ),
            examples=(
                "attack Vera pistol no_cover by=Hunter", "attack Vera wooden_stake aim=heart by=Hunter",
                "attack Hunter strikes_back successes=4 defence_successes=2 by=Vera",
            ),
            group="fight", attack=True,
        ),
        drafted(_attack), _odds, _presets, fields.of_attack,
    ),
    Deed(
        Action(
            "argue", "roll",
            (
                Parameter("strikes_back", "switch"), *_TRAITS, *_DEFENCE, *_COUNTED,
                Parameter("type", "choice", choices=choices(damage.TYPES), common=False),
                Parameter("unhalved", "switch", common=False),
            ),
            targets="one", rules=("V5-SOC-01", "V5-DMG-14", "V5-DMG-15", "V5-STA-05"),
            examples=("argue Boris strikes_back by=Vera", "argue Boris successes=5 defence_successes=2 by=Vera"),
            group="fight",
        ),
        drafted(_attack), _odds, applies=fields.of_attack,
    ),
)  # fmt: skip

CHAPTER = Chapter(deeds=DEEDS)
