"""The chapters of the ruleset, in the order in which their actions are listed."""

from tracker_vtm5 import (
    attack,
    awakening,
    cold,
    damage,
    exposure,
    faith,
    frenzy,
    hits,
    hunger,
    initiative,
    injuries,
    odds,
    opposed,
    recovery,
    rolls,
    sheet,
    spending,
    states,
)
from tracker_vtm5.feature import Feature

FEATURES: tuple[Feature, ...] = (
    attack.FEATURE,
    hits.FEATURE,
    damage.FEATURE,
    injuries.FEATURE,
    rolls.FEATURE,
    opposed.FEATURE,
    spending.FEATURE,
    hunger.FEATURE,
    frenzy.FEATURE,
    recovery.FEATURE,
    exposure.FEATURE,
    cold.FEATURE,
    states.FEATURE,
    awakening.FEATURE,
    faith.FEATURE,
    initiative.FEATURE,
    sheet.FEATURE,
    odds.FEATURE,
)
