"""Which rolls against hazards no one needs to be offered now."""

from collections.abc import Mapping

from tracker.api import Chapter, State
from tracker_wod.extended import EXTENDED
from tracker_wod.hazards import drugs, electricity, fatigue, toxins
from tracker_wod.periodic import number


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """The rolls that have nothing to be rolled for, with the reason."""
    character = view.characters[who]
    kinds = {condition.kind for condition in character.conditions.values()}
    toxic = character.conditions_of_kind(toxins.POISON) + character.conditions_of_kind(toxins.ILLNESS)
    needed = {
        "let-go": (electricity.CURRENT in kinds, "wod.reason.no_current"),
        "stay-awake": (fatigue.AWAKE in kinds, "wod.reason.not_awake"),
        "resist-drug": (bool(kinds & set(drugs.DRUGS)), "wod.reason.no_drug"),
        "clear-head": (drugs.HALLUCINOGEN in kinds, "wod.reason.no_visions"),
        "resist": (any(number(toxin, "waiting") for toxin in toxic), "wod.reason.nothing_due"),
        "extended-roll": (EXTENDED in kinds, "wod.reason.no_task"),
    }
    return {verb: reason for verb, (possible, reason) in needed.items() if not possible}


CHAPTER = Chapter(unavailable=unavailable)
