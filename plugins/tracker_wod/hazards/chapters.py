"""The chapters of healing, dying and hazards, in the order in which their actions are listed."""

from tracker_wod import bleeding, extended, healing, passing, temporary
from tracker_wod.feature import Feature
from tracker_wod.hazards import (
    availability,
    bombs,
    continuous,
    deprivation,
    drugs,
    electricity,
    explosives,
    falls,
    fatigue,
    fire,
    temperature,
    toxins,
)

FEATURES: tuple[Feature, ...] = (
    healing.FEATURE,
    temporary.FEATURE,
    bleeding.FEATURE,
    fire.FEATURE,
    electricity.FEATURE,
    explosives.FEATURE,
    bombs.FEATURE,
    falls.FEATURE,
    continuous.FEATURE,
    toxins.FEATURE,
    drugs.FEATURE,
    fatigue.FEATURE,
    deprivation.FEATURE,
    temperature.FEATURE,
    extended.FEATURE,
    passing.FEATURE,
    Feature(unavailable=availability.unavailable),
)
