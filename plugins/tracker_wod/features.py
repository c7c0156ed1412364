"""The chapters of the ruleset, one line each, in the order in which their actions are listed."""

from tracker_wod import (
    ambush,
    attack,
    blind,
    catalogue,
    cover,
    damage,
    defence,
    delay,
    grapple,
    hits,
    initiative,
    kill,
    rolls,
    sheet,
    states,
    through,
    turns,
    willpower,
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
    grapple.FEATURE,
    kill.FEATURE,
    hits.FEATURE,
    states.FEATURE,
    blind.FEATURE,
    initiative.FEATURE,
    ambush.FEATURE,
    delay.FEATURE,
    willpower.FEATURE,
    catalogue.FEATURE,
    sheet.FEATURE,
    *HAZARDS,
)
