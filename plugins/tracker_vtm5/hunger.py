"""Rousing the Blood, waking in the evening, feeding (V5-RES-05 to V5-RES-12, V5-STA-14)."""

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    CounterSet,
    Draft,
    Intent,
    Parameter,
    Part,
    Prompted,
    Rolled,
    Term,
    message,
    quoted,
)
from tracker_vtm5 import blood, options, people, pool, states
from tracker_vtm5.feature import Feature

KEPT_FROM = 6
HUNGER_FRENZY_DIFFICULTY = 4
REASONS = ("power", "surge", "mend", "wake", "other")
NIGHTLY = ("mended_tonight", "treated")
"""Counters of what may be done once a night."""


def check(
    draft: Draft, chance: Chance, who: str, reason: str, *, checks: int = 1, two_dice: bool = False
) -> tuple[int, int]:
    """Make Rouse checks one after the other: each failed one raises Hunger by 1 (V5-RES-06).

    Return how many failed in all, and how many of those while Hunger stood at 5.
    """
    thrown = chance.dice(checks * (2 if two_dice else 1), 10, "rouse_check")
    results = [max(thrown[at : at + 2]) for at in range(0, len(thrown), 2)] if two_dice else list(thrown)
    failed = sum(face < KEPT_FROM for face in results)
    character = draft.character(who)
    before = people.hunger(character)
    after = min(before + failed, people.HIGHEST_HUNGER)
    over = failed - (after - before)
    draft.add(
        Rolled(
            who,
            "rouse_check",
            len(thrown),
            thrown,
            sides=10,
            parts=(Part(Term("rouse_check"), checks, "V5-RES-06"),),
            successes=checks - failed,
            result="failure" if failed else "success",
            typed=chance.typed,
            data={"reason": reason, "failed": failed, "over": over, "effect_happens": not (reason == "wake" and over)},
            rule="V5-RES-06",
        )
    )
    people.set_hunger(draft, who, after, "V5-RES-06", "rouse_check")
    line = "vtm5.roused" if not failed else "vtm5.roused_at_5" if after == before else "vtm5.roused_failed"
    draft.say(
        message(line, who=character.name, reason=Term(f"rouse_{reason}"), faces=thrown, before=before, after=after)
    )
    return failed, over


def offer_frenzy(draft: Draft, who: str, difficulty: int, kind: str, rule: str) -> None:
    """Announce a frenzy test with its Difficulty."""
    line = message("vtm5.due.frenzy", who=draft.character(who).name, difficulty=difficulty, kind=Term(kind))
    command = f"frenzy {quoted(who)} {difficulty} kind={kind}"
    draft.add(Prompted(f"frenzy:{who}", who, line, command, rule, "scene"))


def throws_two_dice(character: Character, intent: Intent) -> bool:
    """Whether the better of two dice counts: for a power of low enough level, else by the game master's word."""
    of_a_power = intent.text("reason", "power") == "power"
    low = 1 <= intent.integer("level") <= blood.REROLL_LEVEL[blood.potency(character)]
    return intent.flag("two_dice") or (of_a_power and low)


def _rouse(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    people.require_senses(character)
    reason = intent.text("reason", "power")
    forced = intent.flag("forced") or reason == "wake"
    if not forced:
        pool.require_rousable(draft.state, character)
        if reason != "power":
            people.require_free(character)
    if reason == "wake":
        _begin_night(draft, who)
    starving = people.hunger(character) == people.HIGHEST_HUNGER
    checks = max(intent.integer("checks", 1), 1)
    _, over = check(draft, chance, who, reason, checks=checks, two_dice=throws_two_dice(character, intent))
    if reason == "wake":
        if over:
            states.fall_into_torpor(draft, who, "hunger", "V5-RES-11")
    elif over or (starving and forced and options.is_set(draft.state, "forced_rouse", "always")):
        offer_frenzy(draft, who, HUNGER_FRENZY_DIFFICULTY, "hunger_frenzy", "V5-RES-07")


def _night(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A new night: what may be done once a night may be done again, and every vampire wakes by a Rouse check."""
    new_night(draft)
    chosen = intent.targets or tuple(draft.state.characters)
    draft.say(message("vtm5.new_night"))
    for who in chosen:
        character = draft.character(who)
        if not people.is_vampire(character) or people.first_of(character, people.SENSELESS):
            continue
        draft.follow(Intent("rouse", targets=(who,), values={"reason": "wake"}))
        if intent.flag("mending"):
            draft.follow(Intent("evening_mending", targets=(who,)))


def new_night(draft: Draft) -> None:
    """Take back what counts once a night, and let the cold be forgotten."""
    for who, character in draft.state.characters.items():
        _begin_night(draft, who)
        cold = character.conditions_of_kind("cold")
        if cold and cold[0].data.get("sheltered") is True:
            people.end_conditions(draft, who, ("cold",), "time", "V5-HAZ-07")


def _begin_night(draft: Draft, who: str) -> None:
    """What somebody may do once a night may be done again."""
    for name in NIGHTLY:
        if draft.character(who).count(name):
            draft.add(CounterSet(who, name, 0))


def _feed(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    people.require_free(character)
    killed = intent.flag("killed")
    potency = blood.potency(character)
    before = people.hunger(character)
    floor = 0 if killed else blood.HUNGER_FLOOR[potency]
    after = max(before - intent.integer("amount"), min(floor, before))
    draft.say(message("vtm5.fed", who=character.name, before=before, after=after))
    people.set_hunger(draft, who, after, "V5-RES-12", "feed")
    if after > before - intent.integer("amount") and not killed:
        draft.say(message("vtm5.feeding_floor", who=character.name, floor=floor))
    if potency >= 2:
        draft.say(message("vtm5.thin_blood_does_little", who=character.name, potency=potency))


def gauge_changed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Hunger that was set by hand wakes the half awake as well (V5-STA-09)."""
    if intent.text("gauge") == "hunger":
        people.come_to(draft, intent.target)


ACTIONS = (
    Action(
        "rouse",
        "roll",
        (
            Parameter("reason", "choice", default="power", choices=tuple(Choice(name) for name in REASONS)),
            Parameter("forced", "switch"),
            Parameter("level", "integer", minimum=0, maximum=5, common=False),
            Parameter("two_dice", "switch", common=False),
            Parameter("checks", "integer", minimum=1, maximum=20, common=False),
        ),
        acts=False,
        targets="one",
        key="b",
        rules=("V5-RES-06", "V5-RES-07", "V5-RES-08"),
        examples=("rouse Vera", "rouse Vera power level=2", "rouse Vera other forced"),
        group="blood",
    ),
    Action(
        "night",
        "act",
        (Parameter("mending", "switch"),),
        acts=False,
        targets="optional",
        key="N",
        rules=("V5-RES-11", "V5-STA-14", "V5-TURN-02"),
        examples=("night", "night on=Vera mending"),
        group="blood",
    ),
    Action(
        "feed",
        "act",
        (Parameter("amount", "integer", required=True, minimum=0, maximum=20), Parameter("killed", "switch")),
        acts=False,
        targets="one",
        key="f",
        rules=("V5-RES-12", "V5-STA-09"),
        examples=("feed Vera 2", "feed Vera 5 killed"),
        group="blood",
    ),
)

FEATURE = Feature(
    actions=ACTIONS,
    verbs={"rouse": _rouse, "night": _night, "feed": _feed},
    moments={"gauge_changed": gauge_changed},
)
