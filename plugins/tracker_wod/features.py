"""The chapters of the ruleset, one line each, in the order in which their actions are listed."""

from tracker_wod import (
    ambush,
    attack,
    cover,
    damage,
    defence,
    delay,
    hits,
    initiative,
    rolls,
    sheet,
    states,
    through,
    turns,
)
from tracker_wod.feature import Feature
from tracker_wod.hazards.chapters import FEATURES as HAZARDS

FEATURES: tuple[Feature, ...] = (
    attack.FEATURE,
    damage.FEATURE,
    rolls.FEATURE,
    defence.FEATURE,
    turns.FEATURE,
    cover.FEATURE,
    through.FEATURE,
    hits.FEATURE,
    states.FEATURE,
    initiative.FEATURE,
    ambush.FEATURE,
    delay.FEATURE,
    sheet.FEATURE,
    *HAZARDS,
)
