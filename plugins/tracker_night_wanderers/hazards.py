"""Fire and sunlight: burns at once, and exposures that tick at the end of the turn."""

from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    Part,
    Refusal,
    State,
    Term,
    drafted,
    frozen,
    message,
)
from tracker_night_wanderers.actions import SOAK, SURE, choice
from tracker_night_wanderers.damage import (
    SOAK_DIFFICULTY,
    can_soak,
    cancels_single_points,
    damage_intent,
    damage_odds,
    require_sure,
    roll_soak,
)
from tracker_night_wanderers.dice import dice_in_short
from tracker_night_wanderers.health import points_per_level
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import is_gone, is_in_torpor, is_vampire
from tracker_night_wanderers.states import EXPOSURES, require_vampire, stop

BURNS = {"small": (1, "NW-HAZ-04"), "big": (2, "NW-HAZ-06")}
_EVERY_TURN = ("direct_sunlight", "big_fire")
_RULE = dict(zip(EXPOSURES, ("NW-HAZ-01", "NW-HAZ-02", "NW-HAZ-03", "NW-HAZ-05"), strict=True))
MOST_SOAKED_TURNS = 1000
"""How many turns in a row of a soak each pass at once."""


def burn(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A sudden burn: one level from a small fire, two from a big one, without a roll (NW-HAZ-04, 06)."""
    for who in intent.targets:
        require_sure(draft.character(who), intent, deep=True)
        draft.follow(_burn_wound(who, intent))


def _burn_wound(who: str, intent: Intent) -> Intent:
    levels, rule = BURNS[intent.text("size")]
    parts = (Part(Term("sudden_burn"), levels, rule),)
    return damage_intent("", who, parts, deep=True, soak=intent.text("soak"), cause="fire")


def burn_odds(view: State, intent: Intent) -> Chances | None:
    """Only soak is rolled against a burn."""
    return damage_odds(view, _burn_wound(intent.target, intent))


def expose(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Put vampires into sunlight or fire until they leave it; each source keeps its own count (NW-HAZ-08, 09)."""
    source = intent.text("source")
    for who in intent.targets:
        character = draft.character(who)
        require_sure(character, intent, deep=True)
        require_vampire(character)
        if character.has_condition(source):
            raise Refusal(message("nw.exposed_already", who=character.name, source=Term(source)))
        line = message("nw.exposed", who=character.name, source=Term(source))
        data = frozen({"soak": "decline"} if intent.text("soak") == "decline" else {})
        draft.tell(line, ConditionSet(who, Condition(source, source, data=data), _RULE[source]))


def shelter(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Take people out of one source, or out of all; the count begins again another time (NW-HAZ-02)."""
    sources = (intent.text("source"),) if intent.text("source") else EXPOSURES
    for who in intent.targets:
        name = draft.character(who).name
        left = tuple(Term(one) for one in sources if draft.character(who).has_condition(one))
        if not stop(draft, who, *sources, line=message("nw.sheltered", who=name, list=left)):
            raise Refusal(message("nw.not_exposed", who=name))


def is_exposed(character: Character) -> bool:
    """Whether sunlight or fire works on the character at the end of the turn."""
    return is_vampire(character) and not is_gone(character) and any(map(character.has_condition, EXPOSURES))


def tick_exposures(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Count turns for each source; what falls due in one turn is soaked by itself and makes one wound (NW-HAZ-08).

    The losses of several turns are one wound too, up to the turn in which the track is empty; then the rest follows.
    Raises Refusal where so many turns would be soaked one by one that no one wants to see it.
    """
    who, view = intent.target, draft.state
    character, turns = draft.character(who), intent.integer("turns")
    if not is_exposed(character):
        return
    health, size = character.pools.get("health"), points_per_level(view, character)
    soaking = _soaked_sources(view, character)
    soaks = bool(soaking)
    if soaks and turns > MOST_SOAKED_TURNS:
        raise Refusal(message("nw.too_many_soaks", who=character.name, turns=MOST_SOAKED_TURNS))
    # A soak feels the pain of the turns before, and an empty track changes what the next loss does.
    until_empty = size if health is None or is_in_torpor(character) else health.value
    lost: dict[str, int] = {}
    passed = 0
    while passed < turns and not (soaks and passed) and not (lost and size * sum(lost.values()) >= until_empty):
        passed += 1
        for source in _due(view, character, passed):
            if source not in soaking or not _soaks_away(draft, who, source, chance):
                lost[source] = lost.get(source, 0) + 1
    for source in EXPOSURES:
        for running in character.conditions_of_kind(source):
            counted = frozen({**running.data, "turns": _turns(running) + passed})
            draft.add(ConditionSet(who, replace(running, data=counted), _RULE[source]))
    if lost:
        draft.follow(_wound(who, lost))
    if passed < turns and health is not None:
        draft.follow(Intent(intent.verb, targets=(who,), values=frozen({"turns": turns - passed})))


def _soaked_sources(view: State, character: Character) -> tuple[str, ...]:
    """The sources whose single points are soaked at a turn's end: those for which soak was not declined (NW-OPT-07)."""
    if not cancels_single_points(view) or not can_soak(character, deep=True):
        return ()
    return tuple(
        source
        for source in EXPOSURES
        if any(running.data.get("soak") != "decline" for running in character.conditions_of_kind(source))
    )


def _soaks_away(draft: Draft, who: str, source: str, chance: Chance) -> bool:
    """Soak the single point of a turn end, told with the source that takes it (NW-OPT-07)."""
    succeeded, roll = roll_soak(draft, who, chance, "NW-OPT-07")
    dice = dice_in_short(roll, SOAK_DIFFICULTY)
    line = "nw.soak_success" if succeeded else "nw.soak_failure"
    draft.say(message(line, who=draft.character(who).name, source=Term(source), dice=dice))
    return succeeded


def _turns(running: Condition) -> int:
    match running.data:
        case {"turns": int(turns)}:
            return turns
    return 0


def _due(view: State, character: Character, passed: int) -> list[str]:
    """The sources whose loss falls due: every turn, or every second one (NW-HAZ-01 to 05, NW-OPT-22)."""
    odd = 1 if is_set(view, "slow_exposure", "first") else 0
    return [
        source
        for source in EXPOSURES
        for running in character.conditions_of_kind(source)
        if source in _EVERY_TURN or (_turns(running) + passed) % 2 == odd
    ]


def _wound(who: str, lost: dict[str, int]) -> Intent:
    parts = tuple(Part(Term(source), levels, _RULE[source]) for source, levels in lost.items())
    cause = "sun" if next(iter(lost)).endswith("sunlight") else "fire"
    return damage_intent("", who, parts, deep=True, settled=True, cause=cause)


BURN = Action(
    "burn",
    "act",
    (choice("size", *BURNS, default="small"), SOAK, SURE),
    acts=False,
    targets="many",
    rules=("NW-HAZ-04", "NW-HAZ-06", "NW-HAZ-07"),
    examples=("burn Viktor", "burn Viktor,Zoya big"),
    group="hazards",
)
EXPOSE = Action(
    "expose",
    "act",
    (
        choice("source", *EXPOSURES, required=True),
        choice("soak", "useful", "decline", default="useful", common=False),
        SURE,
    ),
    acts=False,
    targets="many",
    key="E",
    rules=("NW-HAZ-01", "NW-HAZ-02", "NW-HAZ-03", "NW-HAZ-05", "NW-HAZ-08", "NW-HAZ-09"),
    examples=("expose Zoya big_fire", "expose Viktor direct_sunlight"),
    group="hazards",
)
SHELTER = Action(
    "shelter",
    "act",
    (choice("source", *EXPOSURES),),
    acts=False,
    targets="many",
    rules=("NW-HAZ-02",),
    examples=("shelter Zoya", "shelter Zoya big_fire"),
    group="hazards",
)
CHAPTER = Chapter(
    deeds=(Deed(BURN, drafted(burn), burn_odds), Deed(EXPOSE, drafted(expose)), Deed(SHELTER, drafted(shelter))),
    inner={"tick_exposures": drafted(tick_exposures)},
    # What burns every turn stands first in a narrow row.
    conditions=tuple(
        ConditionKind(source, tone="bad" if source in _EVERY_TURN else "warning", rule=rule)
        for source, rule in _RULE.items()
    ),
)
