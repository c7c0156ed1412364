"""Explosions: automatic damage and dice for everybody inside, protection off the damage (WOD-HAZ-20 to -30).

A charge is thrown at a place, or planted and set by two rolls; `explode` is the blast itself.
"""

from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chances,
    Character,
    Choice,
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
    Value,
    message,
)
from tracker_wod import gear
from tracker_wod.cover import barrier_of, cover_of, hit_barrier
from tracker_wod.damage import DAMAGE_TYPES
from tracker_wod.dice import Pool, Throw, throw
from tracker_wod.economy import spend_action
from tracker_wod.feature import Feature
from tracker_wod.hazards.harm import harm
from tracker_wod.hits import fall_prone
from tracker_wod.periodic import command_on
from tracker_wod.rolls import DIE_PARAMETERS, chances_of, pool_of, tell_throw, throw_for
from tracker_wod.shooting import BANDS, band_of, range_parts, throwing_ranges

DICE_OPTION = "blast-dice"
PRONE_SAVES = 2
"""WOD-HAZ-26."""

PLACES = {"small": 2, "bulky": -2}
TRIGGERS = {"reliable": 1, "foolproof": 3, "homemade": -1, "touchy": -3}


def _row(intent: Intent) -> gear.Row:
    return gear.table("explosive").get(intent.text("bomb"), {})


def _rating(intent: Intent) -> int:
    rating = intent.integer("damage", _row(intent).get("damage", 0))
    if rating <= 0:
        raise Refusal(message("wod.refused.no_explosive"))
    return rating


def explode(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Let a charge go off among the targets, or under the one who throws himself upon it."""
    row, rating = _row(intent), _rating(intent)
    victims = _victims(intent, row)
    draft = Draft(view)
    for who in intent.names("dropped"):
        fall_prone(draft, who, "WOD-HAZ-26")
    if area := row.get("area"):
        draft.say(message("wod.blast.area", bomb=Term(f"explosive-{row['id']}"), area=area, rating=rating))
    damage_type = intent.text("type") or ("aggravated" if intent.text("shield") else row.get("type", "lethal"))
    apart = view.option(DICE_OPTION, "once") == "each"
    roller = intent.actor or victims[0]
    thrown = None if apart else _blast_dice(draft, roller, "", rating, chance)
    behind: dict[str, int] = {}
    for who in victims:
        fallen = thrown or _blast_dice(draft, roller, who, rating, chance)
        values: dict[str, Value] = {"rating": rating, "successes": fallen.successes, "type": damage_type}
        if cover_of(draft.character(who)) == "full":
            barrier = barrier_of(draft.character(who))
            if barrier not in behind:
                behind[barrier] = hit_barrier(draft, barrier, rating + fallen.successes)
            values["excess"] = behind[barrier]
        if intent.flag("knockdown") or row.get("knockdown", False):
            values["knockdown"] = True
        draft.follow(Intent("blast", roller, (who,), values))
        if row.get("fire", False):
            _remind_of_fire(draft, who)
    return draft.outcome()


def _victims(intent: Intent, row: gear.Row) -> tuple[str, ...]:
    shield = intent.text("shield")
    if not shield:
        if not intent.targets:
            raise Refusal(message("wod.refused.nobody_inside"))
        return intent.targets
    if row.get("throwable", True) is False:
        raise Refusal(message("wod.refused.too_big_to_shield"))
    return (shield,)


def _blast_dice(draft: Draft, roller: str, against: str, rating: int, chance: Chance) -> Throw:
    """As many dice as the rating; their successes add to it, WOD-HAZ-23."""
    pool = Pool((Part(Term("blast"), rating, "WOD-HAZ-23"),))
    thrown = throw(draft.state, pool, chance, "blast")
    data: dict[str, Value] = {"blast": rating + thrown.successes}
    draft.add(thrown.fact(roller, "blast", against=against, rule="WOD-HAZ-23", data=data))
    tell_throw(draft, roller, thrown, "blast", against)
    return thrown


def _remind_of_fire(draft: Draft, who: str) -> None:
    line = message("wod.prompt.blast_fire", who=draft.character(who).name)
    command = command_on(draft, "burn", who, "torch", "torch")
    draft.add(Prompted(f"blast-fire:{who}", who, line, command, "WOD-HAZ-30", until="scene"))


# ------------------------------------------------------------------ one victim


def blast(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Work the blast out on one victim: protection off the damage, or the roll of what came through a barrier."""
    who = intent.target
    draft = Draft(view)
    damage_type = intent.text("type", "lethal")
    if "excess" in intent.values:
        parts = _through(draft, intent, chance)
    else:
        parts = (
            Part(Term("blast"), intent.integer("rating"), "WOD-HAZ-23"),
            Part(Term("success"), intent.integer("successes"), "WOD-HAZ-23"),
            *_protection(draft.character(who)),
        )
    parts = tuple(part for part in parts if part.value)
    if not harm(draft, who, damage_type, parts, "WOD-HAZ-23", intent.actor):
        draft.say(message("wod.blast.unhurt", who=draft.character(who).name, type=Term(damage_type)))
    if intent.flag("knockdown"):
        draft.follow(Intent("knockdown", intent.actor, (who,)))
    return draft.outcome()


def _protection(character: Character) -> tuple[Part, ...]:
    """Armour by its ballistic rating, cover and lying down, all off the damage (WOD-HAZ-26 to -28)."""
    worn = gear.armour_of(character)
    level = cover_of(character)
    cover = gear.table("cover")[level].get("blast", 0) if level else 0
    return (
        Part(Term(worn.id or "armour"), -worn.ballistic, "WOD-HAZ-27"),
        Part(Term(f"cover-{level}"), -cover, "WOD-HAZ-28"),
        *_lying(character),
    )


def _lying(character: Character) -> tuple[Part, ...]:
    return (Part(Term("prone"), -PRONE_SAVES, "WOD-HAZ-26"),) if character.has_condition("prone") else ()


def _through(draft: Draft, intent: Intent, chance: Chance) -> tuple[Part, ...]:
    """What exceeds the barrier's Durability is a pool, less the ballistic rating (WOD-HAZ-29)."""
    who = intent.target
    excess = intent.integer("excess")
    if not excess:
        return ()
    worn = gear.armour_of(draft.character(who))
    armour = Part(Term(worn.id or "armour"), -worn.ballistic, "WOD-HAZ-27")
    pool = Pool((Part(Term("excess"), excess, "WOD-HAZ-29"),)).plus(armour)
    thrown = throw(draft.state, pool, chance, "through")
    draft.add(thrown.fact(intent.actor, "through", against=who, rule="WOD-HAZ-29"))
    tell_throw(draft, intent.actor, thrown, "through", who)
    return (Part(Term("success"), thrown.successes, "WOD-HAZ-29"), *_lying(draft.character(who)))


def explode_odds(view: State, intent: Intent) -> Chances:
    """The odds of the blast's dice; the rating itself is certain."""
    return chances_of(view, Pool((Part(Term("blast"), _rating(intent), "WOD-HAZ-23"),)))


# ------------------------------------------------------------------ throwing


def _throw_pool(view: State, intent: Intent) -> Pool:
    """Dexterity + Athletics, the charge's own modifier, the range: a place is aimed at (WOD-HAZ-20, -21)."""
    row = _row(intent)
    if row.get("throwable", True) is False:
        raise Refusal(message("wod.refused.not_thrown", bomb=Term(f"explosive-{row['id']}")))
    handling = Part(Term("explosive"), intent.integer("rating", row.get("throw", 0)), "WOD-HAZ-20")
    band, distance = "short", tuple[Part, ...]()
    if "distance" in intent.values or "band" in intent.values:
        band = band_of(intent, _ranges(view, intent))
        distance = range_parts(intent, band)
    further = tuple(part for part in (handling, *distance) if part.value)
    pool = pool_of(view, intent, intent.actor, ("dexterity", "athletics"), further)
    return replace(pool, forced_chance=band == "beyond")


def _ranges(view: State, intent: Intent) -> gear.Ranges:
    row = _row(intent)
    aerodynamic = intent.flag("aerodynamic") or row.get("aerodynamic", False)
    return throwing_ranges(view.characters[intent.actor], row.get("size", 1), aerodynamic=aerodynamic)


def throw_bomb(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Throw a charge at a place; one success lands it there, a dramatic failure at one's feet."""
    draft = Draft(view)
    who = intent.actor
    pool = _throw_pool(view, intent)
    ranges = _ranges(view, intent)
    draft.say(message("wod.bomb.ranges", short=ranges.short, medium=ranges.medium, long=ranges.long))
    thrown = throw_for(draft, intent, chance, who, pool, "throw-bomb", rule="WOD-HAZ-20")
    if draft.state.round:
        spend_action(draft, who, "throw-bomb")
    line = "lands" if thrown.successes else "dropped" if thrown.result == "dramatic_failure" else "astray"
    draft.say(message(f"wod.bomb.{line}", who=draft.character(who).name))
    return draft.outcome()


def throw_odds(view: State, intent: Intent) -> Chances:
    """The odds of landing a charge where it is meant."""
    return chances_of(view, _throw_pool(view, intent))


# ------------------------------------------------------------------ planting a bomb


def _plant_pool(view: State, intent: Intent) -> Pool:
    device = intent.text("device")
    part = Part(Term(f"device-{device}"), PLACES.get(device, 0), "WOD-HAZ-22")
    return pool_of(view, intent, intent.actor, ("intelligence", "stealth"), (part,) if part.value else ())


def plant(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Place a bomb unseen: Intelligence + Stealth."""
    draft = Draft(view)
    thrown = throw_for(draft, intent, chance, intent.actor, _plant_pool(view, intent), "plant-bomb", rule="WOD-HAZ-22")
    line = "wod.bomb.placed" if thrown.successes else "wod.bomb.seen"
    draft.say(message(line, who=draft.character(intent.actor).name))
    return draft.outcome()


def plant_odds(view: State, intent: Intent) -> Chances:
    """The odds of placing a bomb unseen."""
    return chances_of(view, _plant_pool(view, intent))


def _set_pool(view: State, intent: Intent) -> Pool:
    trigger = intent.text("trigger")
    part = Part(Term(f"trigger-{trigger}"), TRIGGERS.get(trigger, 0), "WOD-HAZ-22")
    return pool_of(view, intent, intent.actor, ("intelligence", "science"), (part,) if part.value else ())


def set_bomb(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Hide and arm a bomb: Intelligence + Science; a dramatic failure may set it off in hand."""
    draft = Draft(view)
    thrown = throw_for(draft, intent, chance, intent.actor, _set_pool(view, intent), "set-bomb", rule="WOD-HAZ-22")
    name = draft.character(intent.actor).name
    if thrown.result == "dramatic_failure":
        draft.say(message("wod.bomb.too_early", who=name))
    else:
        draft.say(message("wod.bomb.set" if thrown.successes else "wod.bomb.amiss", who=name))
    return draft.outcome()


def set_odds(view: State, intent: Intent) -> Chances:
    """The odds of setting a bomb."""
    return chances_of(view, _set_pool(view, intent))


FEATURE = Feature(
    actions=(
        Action(
            "explode", "act",
            (
                Parameter("bomb", "choice", choices=tuple(map(Choice, gear.table("explosive")))),
                Parameter("damage", "integer", minimum=1, maximum=50),
                Parameter("type", "choice", choices=DAMAGE_TYPES),
                Parameter("dropped", "characters"),
                Parameter("shield", "character", common=False),
                Parameter("knockdown", "switch", common=False),
            ),
            targets="many",
            rules=(
                "WOD-HAZ-23", "WOD-HAZ-24", "WOD-HAZ-25", "WOD-HAZ-26", "WOD-HAZ-27", "WOD-HAZ-28", "WOD-HAZ-29",
                "WOD-HAZ-30",
            ),
            examples=("explode David,Killer fragmentation", "explode David damage=4 type=bashing dropped=David"),
            group="hazards",
        ),
        Action(
            "throw-bomb", "roll",
            (
                Parameter("bomb", "choice", choices=tuple(map(Choice, gear.table("explosive")))),
                Parameter("distance", "integer", minimum=0, maximum=5000),
                Parameter("band", "choice", choices=tuple(map(Choice, BANDS)), common=False),
                Parameter("rating", "integer", minimum=-10, maximum=10, common=False),
                Parameter("aerodynamic", "switch", common=False),
                *DIE_PARAMETERS,
            ),
            rules=("WOD-HAZ-20", "WOD-HAZ-21"), examples=("throw-bomb fragmentation distance=15 by=David",),
            group="hazards", spends_turn=True,
        ),
        Action(
            "plant-bomb", "roll", (Parameter("device", "choice", choices=tuple(map(Choice, PLACES))), *DIE_PARAMETERS),
            rules=("WOD-HAZ-22",), examples=("plant-bomb small by=David",), group="hazards",
        ),
        Action(
            "set-bomb", "roll", (Parameter("trigger", "choice", choices=tuple(map(Choice, TRIGGERS))), *DIE_PARAMETERS),
            rules=("WOD-HAZ-22",), examples=("set-bomb homemade by=David",), group="hazards",
        ),
    ),
    verbs={
        "explode": explode, "blast": blast, "throw-bomb": throw_bomb, "plant-bomb": plant, "set-bomb": set_bomb,
    },
    odds={"explode": explode_odds, "throw-bomb": throw_odds, "plant-bomb": plant_odds, "set-bomb": set_odds},
    options=(OptionSpec(DICE_OPTION, "once", (Choice("once"), Choice("each")), "WOD-HAZ-23"),),
)  # fmt: skip
