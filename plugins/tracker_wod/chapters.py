"""The chapters of the ruleset, in the order in which their actions are listed and their moments come."""

from tracker.api import Chapter
from tracker_wod import (
    ambush,
    attack,
    bleeding,
    blind,
    catalogue,
    cover,
    damage,
    defence,
    delay,
    extended,
    grapple,
    handling,
    healing,
    hits,
    initiative,
    kill,
    manoeuvres,
    passing,
    rolls,
    row,
    settling,
    sheet,
    states,
    temporary,
    through,
    turns,
    waiting,
    willpower,
)
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
)  # fmt: skip

_MODULES = (
    attack, damage, rolls, defence, turns, handling, cover, through, grapple, manoeuvres, kill, hits, states, blind,
    initiative, ambush, delay, willpower, catalogue, sheet, healing, temporary, bleeding, fire, electricity, explosives,
    bombs, falls, continuous, toxins, drugs, fatigue, deprivation, temperature, extended, passing, settling, waiting,
    availability, row,
)  # fmt: skip
CHAPTERS: tuple[Chapter, ...] = tuple(module.CHAPTER for module in _MODULES)
