"""What hangs on Blood Potency and Humanity: the numbers of the tables (V5-RES-08, V5-RES-09, V5-STA-08)."""

from tracker.api import Character, Part, State, Term
from tracker_vtm5 import options
from tracker_vtm5.kinds import HIGHEST_POTENCY, NOT_TYPED

SURGE_DICE = (1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
MENDED_MARKS = (1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5)
DISCIPLINE_DICE = (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5)
REROLL_LEVEL = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
BANE_SEVERITY = (0, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
BANE_SEVERITY_FIRST_PRINTING = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
HUNGER_FLOOR = (1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3)
"""The Hunger below which feeding without a kill cannot bring a vampire (V5-RES-12), by Blood Potency."""
FLOOR_OF_A_BEAST = 1
"""Only a person who is drained to death brings Hunger to 0; no beast does."""
HALF_FROM_BEASTS_FROM = 2
"""The Blood Potency at which the blood of animals and out of bags counts half; above it counts for nothing."""
LESS_FROM_HUMANS = (0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 3)
"""How much less a human slakes, by Blood Potency (V5-RES-12)."""
WEAK_HUMANS_FROM = 4

TORPOR_TERMS = (
    "term.millennium", "term.five_centuries", "term.century", "term.fifty_years", "term.ten_years", "term.year",
    "term.month", "term.two_weeks", "term.week", "term.three_days", "term.day",
)  # fmt: skip
"""How long torpor lasts, by Humanity 0 to 10, as ids of words."""


def potency(character: Character) -> int:
    """Blood Potency, 0 to 10."""
    return min(max(character.integer("blood_potency"), 0), HIGHEST_POTENCY)


def hunger_floor(potency: int, *, killed: bool, person: bool) -> int:
    """The Hunger below which a feeding does not bring a vampire (V5-RES-12)."""
    if not killed:
        return HUNGER_FLOOR[potency]
    return 0 if person else FLOOR_OF_A_BEAST


def has_typed_bane(character: Character) -> bool:
    """Whether the card names its own Bane Severity, which goes before the table."""
    return character.integer("bane_severity", NOT_TYPED) != NOT_TYPED


def bane_severity(view: State, character: Character) -> int:
    """Bane Severity: the card's own, else by Blood Potency (V5-RES-09)."""
    if has_typed_bane(character):
        return character.integer("bane_severity")
    first = options.is_set(view, "bane_table", "first_printing")
    return (BANE_SEVERITY_FIRST_PRINTING if first else BANE_SEVERITY)[potency(character)]


def torpor_term(character: Character) -> str:
    """The word for the length of torpor, by Humanity (V5-STA-08)."""
    return TORPOR_TERMS[min(max(character.integer("humanity"), 0), len(TORPOR_TERMS) - 1)]


def check_parts(checks: int, *, two_dice: bool) -> tuple[Part, ...]:
    """The dice of so many Rouse checks: one for each, or two of which the better counts (V5-RES-06, V5-RES-08)."""
    one_each = Part(Term("rouse_check"), checks, "V5-RES-06")
    return (one_each, Part(Term("two_dice"), checks, "V5-RES-08")) if two_dice else (one_each,)
