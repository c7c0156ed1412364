"""Ranges, bursts and the rounds they use (WOD-ATK-25 to -28, -35 to -44, WOD-RES-05 to -07)."""

from tracker.api import Character, Draft, Intent, Part, Pool, PoolSet, Refusal, State, Term, message
from tracker_wod import gear
from tracker_wod.effects import trait_value
from tracker_wod.gear import Ranges, Weapon
from tracker_wod.magazine import magazine_id, magazine_of
from tracker_wod.refusing import barred

BANDS = ("short", "medium", "long", "beyond")


def throwing_ranges(character: Character, size: int, *, aerodynamic: bool) -> Ranges:
    """How far a thing of this Size can be thrown (WOD-ATK-27). Refuses what is too heavy to be a missile."""
    strength = trait_value(character, "strength")
    if size >= strength:
        raise Refusal(message("wod.refused.too_heavy", size=size, strength=strength))
    short = strength + trait_value(character, "dexterity") + trait_value(character, "athletics") - size
    short *= 2 if aerodynamic else 1
    return Ranges(short, 2 * short, 4 * short)


def band_of(intent: Intent, ranges: Ranges | None) -> str:
    """The range band of an attack, by the distance in yards or as the game master says; short if nothing is said.

    Refuses what is beyond twice the long range (WOD-ATK-28).
    """
    if "distance" not in intent.values:
        return intent.text("band", "short")
    distance = intent.integer("distance")
    if ranges is None:
        raise Refusal(message("wod.refused.no_ranges"))
    if distance > 2 * ranges.long:
        raise Refusal(message("wod.refused.too_far", distance=distance, maximum=2 * ranges.long))
    ends = zip(BANDS, (ranges.short, ranges.medium, ranges.long), strict=False)
    return next((band for band, end in ends if distance <= end), "beyond")


def range_parts(intent: Intent, band: str) -> tuple[Part, ...]:
    """What the distance costs; a scope lifts as much of it as the game master says (WOD-ATK-25, WOD-ATK-33)."""
    penalty = gear.table("range_penalty")[band].get("modifier")
    if not penalty:
        return ()
    lifted = min(-penalty, intent.integer("scope"))
    scope = (Part(Term("scope"), lifted, "WOD-ATK-33"),) if lifted else ()
    return (Part(Term(f"range-{band}"), penalty, "WOD-ATK-25"), *scope)


# ---------------------------------------------------------------------- bursts


def burst_of(intent: Intent, weapon: Weapon) -> gear.Row:
    """The row of the burst, a single shot if none is asked for. Refuses bursts of guns that fire none."""
    burst = intent.text("burst", "single")
    if burst != "single" and not (weapon.auto and weapon.skill == "firearms"):
        raise Refusal(message("wod.refused.not_automatic", weapon=Term(weapon.id)))
    return gear.table("burst")[burst]


def check_targets(burst: gear.Row, chosen: int, everybody: int) -> None:
    """Refuse more targets than a burst can take (WOD-ATK-36, -37, -44), naming the longer burst that would do.

    `everybody` counts bystanders and those in a melee with a target too.
    """
    most = burst["targets_max"]
    if not most:
        return
    if burst["id"] == "single" and everybody > 1:
        raise Refusal(message("wod.refused.one_target", needs=Term("short-burst")))
    if burst["id"] == "short" and chosen > most:
        raise Refusal(message("wod.refused.one_target", needs=Term("medium-burst" if everybody <= 3 else "long-burst")))
    if burst["id"] == "medium" and everybody > most:
        raise Refusal(message("wod.refused.targets", count=everybody, maximum=most, needs=Term("long-burst")))


def burst_parts(view: State, burst: gear.Row, everybody: int) -> tuple[Part, ...]:
    """The bonus of a burst and what several targets cost each of its rolls (WOD-ATK-39, WOD-ATK-40)."""
    parts: list[Part] = []
    if burst["bonus"]:
        parts.append(Part(Term(f"{burst['id']}-burst"), burst["bonus"], "WOD-ATK-39"))
    if everybody > 1:
        counted = everybody - 1 if view.option("burst-penalty", "all") == "extra" else everybody
        parts.append(Part(Term("targets"), -counted, "WOD-ATK-40"))
    return tuple(parts)


def use_rounds(draft: Draft, who: str, weapon: Weapon, burst: gear.Row) -> None:
    """Take the rounds of a shot or burst from the gun, whatever the number of targets (WOD-RES-06).

    Refuses one that they do not suffice for (WOD-RES-07), and a jammed gun (WOD-TURN-11).
    """
    character = draft.character(who)
    if character.has_condition("jammed"):
        raise barred(draft.state, who, "wod.reason.jammed", "")
    rounds = magazine_of(character, weapon)
    if rounds is None:
        return
    if rounds.value < burst["rounds"]:
        raise Refusal(message("wod.refused.rounds", who=character.name, needed=burst["rounds"], left=rounds.value))
    left = Pool(rounds.value - burst["rounds"], rounds.maximum)
    told = draft.record(PoolSet(who, magazine_id(weapon.id), rounds, left, rule="WOD-RES-06"))
    draft.say(message("wod.rounds", who=character.name, used=told("loss"), left=told("after.value")), working=True)
