"""The pool of an attack with every modifier of the combat summary, and the type of its damage (WOD-ATK, WOD-DEF)."""

from collections.abc import Mapping, Sequence

from tracker.api import Character, Draft, Intent, Part, Refusal, State, Term, message, record
from tracker_wod import gear
from tracker_wod.cover import (
    barrier_of,
    barrier_parts,
    cover_of,
    own_cover_parts,
    target_cover_parts,
)
from tracker_wod.defence import is_waiving, target_parts, why_no_defence
from tracker_wod.dice import Pool
from tracker_wod.effects import trait_value
from tracker_wod.gear import Weapon
from tracker_wod.merits import has_merit
from tracker_wod.rolls import again_on, asked_parts, burdens, overruled, trait_parts
from tracker_wod.shooting import band_of, burst_of, burst_parts, range_parts, throwing_ranges
from tracker_wod.traits import named_traits

TRAITS: Mapping[str, tuple[str, str]] = {
    "brawl": ("strength", "brawl"),
    "weaponry": ("strength", "weaponry"),
    "firearms": ("dexterity", "firearms"),
    "thrown": ("dexterity", "athletics"),
    "touch": ("dexterity", "brawl"),
    "grapple": ("strength", "brawl"),
}
"""Which traits each kind of attack adds (WOD-ATK-01 to -04, -13, -49)."""

BLOWS = frozenset({"brawl", "weaponry", "grapple"})
"""Attacks by Brawl or Weaponry: a charge may end with them, they may be all-out, and heavy armour hampers them."""

RANGED = frozenset({"firearms", "thrown"})
NO_TRAITS = "none"

LARGEST_AIM = 3
PRONE_CLOSE, PRONE_RANGED = 2, -2
ALL_OUT, OFF_HAND, TOO_WEAK, IMPROVISED = 2, -2, -1, -1
SPARED, SPARED_IN_GRAPPLE = -2, -4


@record
class Softened:
    """The type of damage behind nature and armour: what it was, and what changed it by which rule."""

    type: str
    before: str
    by: Term | None = None
    rule: str = "WOD-DMG-08"


def tell_softened(draft: Draft, who: str, softened: Softened) -> None:
    """Tell that a hit does another type of damage than its weapon, and why."""
    if softened.by:
        before, after = Term(softened.before), Term(softened.type)
        line = message("wod.softened.by", who=draft.character(who).name, before=before, after=after, by=softened.by)
        draft.say(line, working=True)


@record
class Plan:
    """One roll of an attack before it is made.

    `barrier`: the name of what takes the shot first; `applied`: Defence counts and wears; `defence`: the dice that
    Defence, Dodge and Willpower on them take; `blind`: "" where the target is seen or placed, else right or wrong.
    """

    target: str
    kind: str
    weapon: Weapon
    pool: Pool
    softened: Softened
    barrier: str
    applied: bool
    resisted: bool
    waived: bool
    defence: int
    blind: str

    @property
    def damage_type(self) -> str:
        """The type of damage that a hit does."""
        return self.softened.type


def weapon_for(view: State, intent: Intent) -> Weapon:
    """The weapon that the intent names, else the one in hand, else the body.

    Where only the kind of attack is named, a punch is bare-handed whatever the hand holds, and anything else wants a
    fitting weapon. Refuses what is not in the tables and what does not fit.
    """
    chosen, kind = intent.text("weapon"), intent.text("kind")
    weapon = gear.weapon_of(view.characters[intent.actor], chosen)
    if weapon is None:
        raise Refusal(message("wod.refused.weapon", weapon=chosen or view.characters[intent.actor].text("weapon")))
    if not chosen and weapon.skill != kind:
        if kind == "brawl":
            return gear.weapons()[gear.UNARMED]
        if kind in ("weaponry", "firearms") and weapon.id not in (gear.OWN_WEAPON, gear.UNARMED):
            raise Refusal(message("wod.refused.not_in_hand", kind=Term(kind), weapon=Term(weapon.id)))
    return weapon


def kind_of(intent: Intent, weapon: Weapon) -> str:
    """The kind of attack: as asked for, else by the weapon."""
    return intent.text("kind", weapon.skill)


def plan_attack(view: State, intent: Intent, target: str, everybody: int = 1) -> Plan:
    """Work out one roll of an attack; `everybody` is the number of targets of the burst.

    Refuses what cannot be: too far, out of full cover, a called shot at someone unseen, a burst of a single-shot gun.
    """
    attacker, victim = view.characters[intent.actor], view.characters[target]
    weapon = weapon_for(view, intent)
    kind = kind_of(intent, weapon)
    blind = _blind(attacker, victim, intent)
    barrier = barrier_of(victim) if kind in RANGED and cover_of(victim) == "full" else ""
    traits = _traits(intent, kind)
    band = "short"
    parts = [
        *trait_parts(attacker, traits),
        *_weapon_parts(view, intent, weapon, kind, everybody),
        *_fitness_parts(intent, attacker, weapon, kind),
        *_way_parts(intent, attacker, kind),
        *_spot_parts(intent, victim, blind),
    ]
    if kind in RANGED:
        band, distance = _distance_parts(intent, attacker, weapon, kind)
        parts += distance
        parts += [*own_cover_parts(attacker), *_aim_parts(intent, attacker, blind), *_spare_parts(view, intent, victim)]
    placed = _placed_parts(attacker, victim)
    damage_type = intent.text("type", weapon.type)
    softened = Softened(damage_type, damage_type)
    applied, resisted, waived, guard = False, False, False, 0
    if barrier:
        parts += [*placed, *barrier_parts(view, barrier)]
    else:
        parts += _prone_parts(intent, attacker, victim, kind)
        parts += _as_if_covered(placed, target_cover_parts(victim) if kind in RANGED else ())
        counts = _defence_counts(intent, victim, kind) and not blind
        _check_guard(intent, victim, counts=counts)
        waived = counts and (intent.flag("waive") or is_waiving(victim))
        resisted = counts and not waived and intent.flag("resist")
        if counts and not waived:
            defence = (*target_parts(victim, resisted=resisted), *_reach_parts(attacker, victim, weapon, kind))
            guard = -sum(part.value for part in defence)
            applied = True
            parts += defence
        armour, softened = armour_against(intent, victim, weapon, kind, damage_type)
        parts += armour
    parts += [*burdens(view, attacker, traits, wounds=not intent.flag("no-wounds")), *asked_parts(intent)]
    if weapon.id == gear.UNARMED and kind in ("weaponry", "firearms") and "rating" not in intent.values:
        raise Refusal(message("wod.refused.empty_hands", kind=Term(kind)))
    pool = overruled(intent, Pool((), again_on(intent, weapon.again)).plus(*parts))
    if blind:
        pool = pool.for_chance_die(Term("unseen"), "WOD-EFF-10")
    elif band == "beyond":
        pool = pool.for_chance_die(Term("range-beyond"), "WOD-ATK-28")
    return Plan(target, kind, weapon, pool, softened, barrier, applied, resisted, waived, guard, blind)


# ---------------------------------------------------------------------- the attacker's side


def _traits(intent: Intent, kind: str) -> tuple[str, ...]:
    asked = intent.text("traits")
    if asked:
        return () if asked == NO_TRAITS else named_traits(asked)
    if intent.flag("finesse"):
        return ("dexterity", "weaponry")
    return TRAITS[kind]


def _weapon_parts(view: State, intent: Intent, weapon: Weapon, kind: str, everybody: int) -> tuple[Part, ...]:
    """The rating of the weapon and the bonus of a burst. Touching and taking hold use neither."""
    if kind in ("touch", "grapple"):
        return ()
    rating = (Part(Term(weapon.id), intent.integer("rating", weapon.rating), "WOD-ATK-05"),)
    burst = burst_of(intent, weapon)
    return (*rating, *burst_parts(view, burst, everybody))


def _fitness_parts(intent: Intent, attacker: Character, weapon: Weapon, kind: str) -> tuple[Part, ...]:
    """Too weak for the weapon or for the armour (WOD-ATK-45, -46, -48), an improvised weapon (WOD-ATK-47)."""
    parts: list[Part] = []
    strength = trait_value(attacker, "strength")
    needed = weapon.strength + (1 if weapon.two_handed and intent.flag("one-hand") else 0)
    if kind in ("brawl", "weaponry", "firearms", "thrown") and weapon.strength and strength < needed:
        parts.append(Part(Term("weak"), TOO_WEAK, "WOD-ATK-45"))
    if kind in BLOWS and strength < gear.armour_of(attacker).strength:
        parts.append(Part(Term("weak-for-armour"), TOO_WEAK, "WOD-ATK-48"))
    if intent.flag("improvised"):
        parts.append(Part(Term("improvised"), IMPROVISED, "WOD-ATK-47"))
    return tuple(parts)


def _way_parts(intent: Intent, attacker: Character, kind: str) -> tuple[Part, ...]:
    """All-out, off hand (WOD-ATK-10, WOD-ATK-12)."""
    parts: list[Part] = []
    for manoeuvre in ("all-out", "charge"):
        if intent.flag(manoeuvre) and kind not in BLOWS:
            raise Refusal(message("wod.refused.close_only", what=Term(manoeuvre)))
    if intent.flag("all-out"):
        parts.append(Part(Term("all-out"), ALL_OUT, "WOD-ATK-10"))
    if intent.flag("off-hand") and not has_merit(attacker, "ambidextrous"):
        parts.append(Part(Term("off-hand"), OFF_HAND, "WOD-ATK-12"))
    return tuple(parts)


def _spot_parts(intent: Intent, victim: Character, blind: str) -> tuple[Part, ...]:
    """A called shot (WOD-ATK-19); not at someone who cannot be seen (WOD-EFF-08)."""
    spot = intent.text("spot")
    if not spot:
        return ()
    row = gear.table("called_shot")[spot]
    if blind:
        raise Refusal(message("wod.refused.blind_spot", who=victim.name))
    return (Part(Term(spot), row["modifier"], "WOD-ATK-23" if spot == "heart" else "WOD-ATK-19"),)


def _distance_parts(intent: Intent, attacker: Character, weapon: Weapon, kind: str) -> tuple[str, tuple[Part, ...]]:
    ranges = weapon.ranges
    if kind == "thrown" and ranges is None:
        ranges = throwing_ranges(attacker, weapon.size, aerodynamic=weapon.aerodynamic or intent.flag("aerodynamic"))
    band = band_of(intent, ranges)
    return band, range_parts(intent, band)


def _aim_parts(intent: Intent, attacker: Character, blind: str) -> tuple[Part, ...]:
    """The rounds of aiming, at most three; nothing for a burst, for a Gunslinger or blind (WOD-ATK-31, -34)."""
    aimed = sum(condition.amount for condition in attacker.conditions_of_kind("aiming"))
    if not aimed or blind or intent.text("burst", "single") != "single" or has_merit(attacker, "gunslinger"):
        return ()
    return (Part(Term("aim"), min(LARGEST_AIM, aimed), "WOD-ATK-31"),)


def _in_grapple(character: Character) -> bool:
    return character.has_condition("held") or character.has_condition("holding")


def _spare_parts(view: State, intent: Intent, victim: Character) -> tuple[Part, ...]:
    """Fighters in the melee whom the shot shall not hit (WOD-ATK-29); never with a burst (WOD-ATK-43)."""
    spared = len(intent.names("spare")) + intent.integer("others")
    if not spared:
        return ()
    if intent.text("burst", "single") != "single":
        raise Refusal(message("wod.refused.spare_burst"))
    named = [view.characters[name] for name in intent.names("spare") if name in view.characters]
    each = SPARED_IN_GRAPPLE if intent.flag("in-grapple") else price_of_sparing(victim, named)
    return (Part(message("wod.spared", count=spared), each * spared, "WOD-ATK-29"),)


def price_of_sparing(victim: Character, others: Sequence[Character]) -> int:
    """What sparing each of those beside a target costs: more where all of them are in a grapple (WOD-ATK-29)."""
    return SPARED_IN_GRAPPLE if others and all(map(_in_grapple, (victim, *others))) else SPARED


# ---------------------------------------------------------------------- seen or not


def _blind(attacker: Character, victim: Character, intent: Intent) -> str:
    """Whether the attack is a blind one, and in which direction (WOD-EFF-08 to -10)."""
    if not (victim.has_condition("unseen") or attacker.has_condition("blind") or intent.flag("unseen")):
        return ""
    placed = attacker.conditions.get(f"placed:{victim.id}")
    if placed is None:
        return intent.text("direction", "right")
    return "wrong" if placed.note == "wrong" else ""


def _placed_parts(attacker: Character, victim: Character) -> tuple[Part, ...]:
    """A foe placed by ear or nose is attacked as if in cover, in close combat too (WOD-EFF-12)."""
    placed = attacker.conditions.get(f"placed:{victim.id}")
    return (Part(Term("placed"), placed.amount, "WOD-EFF-12"),) if placed and placed.amount else ()


def _as_if_covered(placed: tuple[Part, ...], cover: tuple[Part, ...]) -> tuple[Part, ...]:
    """What cover takes: a foe placed by ear counts as in cover, so the better of that and real cover (WOD-EFF-12)."""
    return min(placed, cover, key=lambda parts: sum(part.value for part in parts))


# ---------------------------------------------------------------------- the target's side


def _prone_parts(intent: Intent, attacker: Character, victim: Character, kind: str) -> tuple[Part, ...]:
    """A target on the ground: −2 from afar, +2 for someone standing over it (WOD-ATK-18)."""
    if not victim.has_condition("prone"):
        return ()
    if kind in RANGED and not intent.flag("close"):
        return (Part(Term("prone"), PRONE_RANGED, "WOD-ATK-18"),)
    return () if attacker.has_condition("prone") else (Part(Term("prone"), PRONE_CLOSE, "WOD-ATK-18"),)


def _defence_counts(intent: Intent, victim: Character, kind: str) -> bool:
    """Against close and thrown attacks, and shots at arm's length (WOD-DEF-02, WOD-DEF-03, WOD-ATK-30)."""
    if kind == "firearms" and not intent.flag("close"):
        return False
    return not why_no_defence(victim)


def _check_guard(intent: Intent, victim: Character, *, counts: bool) -> None:
    """Refuse to spare, or pay for, a Defence that does not count, both at once, and Willpower that is gone."""
    asked = [name for name in ("waive", "resist") if intent.flag(name)]
    if asked and (not counts or len(asked) > 1):
        raise Refusal(message("wod.refused.no_defence", what=Term(asked[-1])))
    if intent.flag("resist") and not victim.pools["willpower"].value:
        raise Refusal(message("wod.refused.willpower", who=victim.name))


def _reach_parts(attacker: Character, victim: Character, weapon: Weapon, kind: str) -> tuple[Part, ...]:
    """A spear keeps an unarmed attacker off (WOD-DEF-30)."""
    held = gear.weapon_of(victim)
    if held is None or not held.spear_reach or kind not in ("brawl", "touch", "grapple") or not weapon.is_body:
        return ()
    return (Part(Term(held.id), -held.spear_reach, "WOD-DEF-30"),)


def armour_against(
    intent: Intent, victim: Character, weapon: Weapon, kind: str, damage_type: str
) -> tuple[tuple[Part, ...], Softened]:
    """The dice that armour takes from an attack, and the type of damage behind it (WOD-DEF-15 to -19, WOD-DMG-02)."""
    worn = gear.armour_of(victim)
    shot = kind == "firearms"
    softened = by_nature(victim, "guns", damage_type) if shot else Softened(damage_type, damage_type)
    reaches_skin = kind == "touch" and intent.flag("skin")
    if kind == "grapple" or (kind == "touch" and not reaches_skin):
        return (), softened
    if intent.flag("no-armour") or (intent.flag("bare") and intent.text("spot")):
        return (), softened
    rating = worn.ballistic if shot else worn.general
    piercing = intent.integer("piercing", weapon.piercing)
    pierced = min(rating, piercing)
    label = Term(worn.id or "armour")
    parts = [Part(label, -rating, "WOD-DEF-15")] if rating else []
    if pierced:
        parts.append(Part(Term("piercing"), pierced, "WOD-DEF-17"))
    if shot and worn.bulletproof and softened.type == "lethal" and piercing <= rating:
        softened = Softened("bashing", damage_type, label, "WOD-DEF-16")
    return tuple(parts), softened


def by_nature(victim: Character, harm: str, damage_type: str) -> Softened:
    """Lethal damage as the nature of the victim takes it: `harm` is the trait for guns or for fire (WOD-DMG-02)."""
    after = victim.text(harm, damage_type) if damage_type == "lethal" else damage_type
    if after == damage_type:
        return Softened(damage_type, damage_type)
    return Softened(after, damage_type, Term(victim.kind), "WOD-DMG-02")
