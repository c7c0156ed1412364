"""Explosions: automatic damage and dice for everyone inside, protection off the damage (WOD-HAZ-23 to -30)."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Choice,
    Deed,
    Draft,
    Intent,
    OptionSpec,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    Value,
    drafted,
    message,
)
from tracker_wod import gear
from tracker_wod.cover import barrier_of, barrier_values, cover_of, hit_barrier
from tracker_wod.dice import Pool, Throw, dice_of, throw
from tracker_wod.hazards.fire import BLAST_FIRE
from tracker_wod.hazards.harm import harm
from tracker_wod.hits import fall_prone
from tracker_wod.kinds import DAMAGE_TYPES
from tracker_wod.rolls import chances_of, record_throw
from tracker_wod.waiting import wait

DICE_OPTION = "blast-dice"
PRONE_SAVES = 2
"""WOD-HAZ-26."""

CHARGE = Parameter("bomb", "choice", choices=tuple(map(Choice, gear.table("explosive"))))


def charge_of(intent: Intent) -> gear.Row:
    """The row of the charge that is named; an empty one if none is."""
    return gear.table("explosive").get(intent.text("bomb"), {})


def _rating(intent: Intent) -> int:
    rating = intent.integer("damage", charge_of(intent).get("damage", 0))
    if not rating:
        raise Refusal(message("wod.refused.no_explosive"))
    return rating


def explode(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let a charge go off among the targets, or under the one who throws himself upon it."""
    view = draft.state
    row, rating = charge_of(intent), _rating(intent)
    victims = _victims(intent, row)
    for who in victims:
        if cover_of(view.characters[who]) == "full":
            barrier_values(view, barrier_of(view.characters[who]))  # refuses one that is not there
    for who in intent.names("dropped"):
        fall_prone(draft, who, "WOD-HAZ-26")
    if area := row.get("area"):
        said = message("wod.blast.area", bomb=Term(f"explosive-{row['id']}"), area=area, rating=rating)
        draft.say(said, working=True)
    damage_type = intent.text("type") or ("aggravated" if intent.text("shield") else row.get("type", "lethal"))
    apart = view.option(DICE_OPTION, "once") == "each"
    thrown = None if apart else _blast_dice(draft, victims[0], rating, chance)
    behind: dict[str, int] = {}
    for who in victims:
        fallen = thrown or _blast_dice(draft, who, rating, chance)
        values: dict[str, Value] = {"rating": rating, "successes": fallen.successes, "type": damage_type}
        if cover_of(draft.character(who)) == "full":
            barrier = barrier_of(draft.character(who))
            if barrier not in behind:
                behind[barrier] = hit_barrier(draft, barrier, rating + fallen.successes)
            values["excess"] = behind[barrier]
        if intent.flag("knockdown") or row.get("knockdown", False):
            values["knockdown"] = True
        draft.follow(Intent("blast", intent.actor, (who,), values))
        if row.get("fire", False):
            wait(draft, who, BLAST_FIRE)


def _victims(intent: Intent, row: gear.Row) -> tuple[str, ...]:
    shield = intent.text("shield")
    if not shield:
        if not intent.targets:
            raise Refusal(message("wod.refused.nobody_inside"))
        return intent.targets
    if row.get("throwable", True) is False:
        raise Refusal(message("wod.refused.too_big_to_shield"))
    return (shield,)


def _blast_dice(draft: Draft, who: str, rating: int, chance: Chance) -> Throw:
    """As many dice as the rating; their successes add to it, WOD-HAZ-23. No one rolls them but the game master."""
    pool = Pool((Part(Term("blast"), rating, "WOD-HAZ-23"),))
    thrown = throw(draft.state, pool, chance, "blast", "")
    line = message("wod.blast.dice", dice=dice_of(thrown), points=rating + thrown.successes)
    draft.tell(line, thrown.fact(who, "blast", rule="WOD-HAZ-23", blast=rating + thrown.successes), working=True)
    return thrown


# ------------------------------------------------------------------ one victim


def blast(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Work the blast out on one victim: protection off the damage, or the roll of what came through a barrier."""
    who = intent.target
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
        draft.say(message("wod.blast.unhurt", who=draft.character(who).name))
    if intent.flag("knockdown"):
        draft.follow(Intent("knockdown", intent.actor, (who,)))


def _protection(character: Character) -> tuple[Part, ...]:
    """Armour by its ballistic rating, cover and lying down, all off the damage (WOD-HAZ-26 to -28)."""
    worn = gear.armour_of(character)
    level = cover_of(character)
    cover = gear.table("cover").get(level, {}).get("blast")
    return (
        Part(Term(worn.id or "armour"), -worn.ballistic, "WOD-HAZ-27"),
        *((Part(Term(f"cover-{level}"), -cover, "WOD-HAZ-28"),) if cover else ()),
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
    roller = intent.actor or who
    thrown = throw(draft.state, pool, chance, "through", draft.character(roller).name)
    record_throw(draft, roller, thrown, "through", who, rule="WOD-HAZ-29")
    return (Part(Term("success"), thrown.successes, "WOD-HAZ-29"), *_lying(draft.character(who)))


def explode_odds(view: State, intent: Intent) -> Chances:
    """The odds of the blast's dice; the rating itself is certain."""
    return chances_of(view, Pool((Part(Term("blast"), _rating(intent), "WOD-HAZ-23"),)))


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "explode", "act",
            (
                CHARGE,
                Parameter("damage", "integer", minimum=1, maximum=50),
                Parameter("type", "choice", choices=DAMAGE_TYPES),
                Parameter("dropped", "characters"),
                Parameter("shield", "character", common=False),
                Parameter("knockdown", "switch", common=False),
            ),
            acts=False, targets="many",
            rules=(
                "WOD-HAZ-23", "WOD-HAZ-24", "WOD-HAZ-25", "WOD-HAZ-26", "WOD-HAZ-27", "WOD-HAZ-28", "WOD-HAZ-29",
                "WOD-HAZ-30",
            ),
            examples=("explode David,Killer fragmentation", "explode David damage=4 type=bashing dropped=David"),
            group="hazards",
        ), drafted(explode), explode_odds),
    ),
    inner={"blast": drafted(blast)},
    options=(OptionSpec(DICE_OPTION, "once", (Choice("once"), Choice("each")), "WOD-HAZ-23"),),
)  # fmt: skip
