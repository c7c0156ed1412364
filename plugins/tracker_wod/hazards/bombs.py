"""Charges thrown at a place, or laid and set by two rolls (WOD-HAZ-20 to -22)."""

from collections.abc import Mapping

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Choice,
    Deed,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    drafted,
    message,
    record,
)
from tracker_wod.dice import Pool
from tracker_wod.economy import FREE, no_action, spend_action
from tracker_wod.gear import Ranges
from tracker_wod.hazards.explosives import CHARGE, charge_of
from tracker_wod.rolls import ACT_PARAMETERS, chances_of, pool_of, throw_for
from tracker_wod.shooting import BANDS, band_of, range_parts, throwing_ranges

# ------------------------------------------------------------------ throwing

THROW = "throw-bomb"


def _throw_pool(view: State, intent: Intent) -> Pool:
    """Dexterity + Athletics, the charge's own modifier, the range: a place is aimed at (WOD-HAZ-20, -21)."""
    row = charge_of(intent)
    if row.get("throwable", True) is False:
        raise Refusal(message("wod.refused.not_thrown", bomb=Term(f"explosive-{row['id']}")))
    handling = Part(Term("explosive"), intent.integer("rating", row.get("throw", 0)), "WOD-HAZ-20")
    band, distance = "short", tuple[Part, ...]()
    if "distance" in intent.values or "band" in intent.values:
        band = band_of(intent, _ranges(view, intent))
        distance = range_parts(intent, band)
    further = tuple(part for part in (handling, *distance) if part.value)
    pool = pool_of(view, intent, intent.actor, ("dexterity", "athletics"), further)
    return pool.for_chance_die(Term("range-beyond"), "WOD-ATK-28") if band == "beyond" else pool


def _ranges(view: State, intent: Intent) -> Ranges:
    row = charge_of(intent)
    aerodynamic = intent.flag("aerodynamic") or row.get("aerodynamic", False)
    return throwing_ranges(view.characters[intent.actor], row.get("size", 1), aerodynamic=aerodynamic)


def throw_bomb(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Throw a charge at a place; one success lands it there, a dramatic failure at one's feet."""
    view = draft.state
    who = intent.actor
    pool = _throw_pool(view, intent)
    ranges = _ranges(view, intent)
    spend_action(draft, who, THROW, free=intent.flag("free"))
    line_of_ranges = message("wod.bomb.ranges", short=ranges.short, medium=ranges.medium, long=ranges.long)
    draft.say(line_of_ranges, working=True)
    thrown = throw_for(draft, intent, chance, who, pool, THROW, rule="WOD-HAZ-20")
    line = "lands" if thrown.successes else "dropped" if thrown.result == "dramatic_failure" else "astray"
    draft.say(message(f"wod.bomb.{line}", who=draft.character(who).name))


def throw_odds(view: State, intent: Intent) -> Chances:
    """The odds of landing a charge where it is meant."""
    return chances_of(view, _throw_pool(view, intent))


# ------------------------------------------------------------------ laying and setting


@record
class BombRoll:
    """A roll on a bomb that is not thrown (WOD-HAZ-22).

    `modifiers` are those of the values of the parameter `choice`; `success`, `failure` and `dramatic` end the ids of
    the lines that tell how it went.
    """

    verb: str
    traits: tuple[str, str]
    choice: str
    modifiers: Mapping[str, int]
    success: str
    failure: str
    dramatic: str

    def pool(self, view: State, intent: Intent) -> Pool:
        """The traits and what the bomb adds or takes."""
        chosen = intent.text(self.choice)
        part = Part(Term(f"{self.choice}-{chosen}"), self.modifiers.get(chosen, 0), "WOD-HAZ-22")
        return pool_of(view, intent, intent.actor, self.traits, (part,) if part.value else ())

    def roll(self, view: State, intent: Intent, chance: Chance) -> Outcome:
        """Make the roll and tell what it brings."""
        draft = Draft(view)
        who, pool = intent.actor, self.pool(view, intent)
        spend_action(draft, who, self.verb, free=intent.flag("free"))
        thrown = throw_for(draft, intent, chance, who, pool, self.verb, rule="WOD-HAZ-22")
        failed = self.dramatic if thrown.result == "dramatic_failure" else self.failure
        line = self.success if thrown.successes else failed
        draft.say(message(f"wod.bomb.{line}", who=draft.character(who).name))
        return draft.outcome()

    def odds(self, view: State, intent: Intent) -> Chances:
        """The odds of the roll."""
        return chances_of(view, self.pool(view, intent))

    def action(self, example: str) -> Action:
        """The action."""
        choice = Parameter(self.choice, "choice", choices=tuple(map(Choice, self.modifiers)))
        parameters = (choice, *ACT_PARAMETERS, FREE)
        return Action(self.verb, "roll", parameters, rules=("WOD-HAZ-22",), examples=(example,), group="hazards")


LAYING = BombRoll(
    "plant-bomb", ("intelligence", "stealth"), "device", {"small": 2, "bulky": -2}, "placed", "seen", "seen"
)
SETTING = BombRoll(
    "set-bomb", ("intelligence", "science"), "trigger",
    {"reliable": 1, "foolproof": 3, "homemade": -1, "touchy": -3}, "set", "amiss", "too_early",
)  # fmt: skip


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why someone can handle no charge now."""
    reasons = {verb: no_action(view, who, verb) for verb in (THROW, LAYING.verb, SETTING.verb)}
    return {verb: reason for verb, reason in reasons.items() if reason}


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            THROW, "roll",
            (
                CHARGE,
                Parameter("distance", "integer", minimum=0, maximum=5000),
                Parameter("band", "choice", choices=tuple(map(Choice, BANDS)), common=False),
                Parameter("rating", "integer", minimum=-10, maximum=10, common=False),
                Parameter("aerodynamic", "switch", common=False),
                *ACT_PARAMETERS,
                FREE,
            ),
            rules=("WOD-HAZ-20", "WOD-HAZ-21"), examples=("throw-bomb fragmentation distance=15 by=David",),
            group="hazards",
        ), drafted(throw_bomb), throw_odds),
        Deed(LAYING.action("plant-bomb small by=David"), LAYING.roll, LAYING.odds),
        Deed(SETTING.action("set-bomb homemade by=David"), SETTING.roll, SETTING.odds),
    ),
    unavailable=unavailable,
)  # fmt: skip
