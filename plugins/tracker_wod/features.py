"""The chapters of the ruleset, one line each, in the order in which their actions are listed."""

from tracker_wod import damage, initiative, rolls, sheet, states
from tracker_wod.feature import Feature

FEATURES: tuple[Feature, ...] = (
    rolls.FEATURE,
    damage.FEATURE,
    states.FEATURE,
    initiative.FEATURE,
    sheet.FEATURE,
)
