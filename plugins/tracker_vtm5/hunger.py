"""Rousing the Blood, waking in the evening, feeding (V5-RES-05 to V5-RES-12, V5-STA-14)."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Deed,
    Draft,
    Faces,
    Intent,
    Parameter,
    Part,
    Rolled,
    State,
    Term,
    drafted,
    frozen,
    message,
)
from tracker_vtm5 import blood, odds, options, owed, people, pool, states
from tracker_vtm5.kinds import choices

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
    character = draft.character(who)
    parts = blood.check_parts(checks, two_dice=two_dice)
    thrown = chance.dice(sum(part.value for part in parts), 10, "rouse_check", who=character.name)
    results = [max(thrown[at : at + 2]) for at in range(0, len(thrown), 2)] if two_dice else list(thrown)
    failed = sum(face < KEPT_FROM for face in results)
    before = people.hunger(character)
    over = max(before + failed - people.HIGHEST_HUNGER, 0)
    kept_chance = 0.75 if two_dice else 0.5
    draft.add(
        Rolled(
            who,
            "rouse_check",
            len(thrown),
            thrown,
            sides=10,
            parts=parts,
            successes=checks - failed,
            result="failure" if failed else "success",
            typed=chance.typed,
            data=frozen(
                {"reason": reason, "failed": failed, "over": over, "effect_happens": not (reason == "wake" and over)}
            ),
            rule="V5-RES-06",
            target=KEPT_FROM,
            expected=checks * kept_chance,
            chance=1 - kept_chance**checks if failed else kept_chance**checks,
        )
    )
    why = message("vtm5.rouse_reason", reason=Term(f"rouse_{reason}"), faces=thrown)
    told = people.set_hunger(draft, who, before + failed, "V5-RES-06", Part(why, failed - over, "V5-RES-06"))
    line = "vtm5.roused_failed" if told else "vtm5.roused_at_5" if failed else "vtm5.roused"
    draft.say(
        message(
            line,
            who=character.name,
            reason=Term(f"rouse_{reason}"),
            faces=Faces(thrown, KEPT_FROM),
            before=told("before.value") if told else before,
            after=told("after.value") if told else before,
        )
    )
    if over and told:
        draft.say(message("vtm5.failed_at_5", who=character.name, count=over))
    return failed, over


def offer_frenzy(draft: Draft, who: str, difficulty: int, kind: str, rule: str) -> None:
    """Announce a frenzy test with its Difficulty; 0: the game master sets it. A frenzy that runs asks for none."""
    if draft.character(who).has_condition(kind):
        return
    owed.owe(draft, who, "frenzy_due", rule, difficulty=difficulty, kind=kind, rule=rule)


def _throws_two_dice(character: Character, intent: Intent) -> bool:
    """Whether the better of two dice counts: for a power of low enough level, else if the GM says so."""
    of_a_power = intent.text("reason", "power") == "power"
    low = 1 <= intent.integer("level") <= blood.REROLL_LEVEL[blood.potency(character)]
    return intent.flag("two_dice") or (of_a_power and low)


def _rouse(draft: Draft, intent: Intent, chance: Chance) -> None:
    who, reason = people.subject(intent), intent.text("reason", "power")
    character = draft.character(who)
    people.require_vampire(character)
    people.require_senses(character)
    forced = intent.flag("forced") or reason == "wake"
    if not forced:
        pool.require_rousable(draft.state, character)
        if reason != "power":
            people.require_free(character)
    if reason == "wake":
        _begin_night(draft, who)
    starving = people.hunger(character) == people.HIGHEST_HUNGER
    two_dice = _throws_two_dice(character, intent)
    _, over = check(draft, chance, who, reason, checks=intent.integer("checks"), two_dice=two_dice)
    if reason == "wake":
        if over:
            states.fall_into_torpor(draft, who, "hunger", "V5-RES-11")
    elif over or (starving and forced and options.is_set(draft.state, "forced_rouse", "always")):
        for _ in range(max(over, 1)):
            offer_frenzy(draft, who, HUNGER_FRENZY_DIFFICULTY, "hunger_frenzy", "V5-RES-07")


def _night(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Begin a night, for all or for some: nightly limits are taken back, and vampires wake by a Rouse check."""
    chosen = intent.targets or tuple(draft.state.characters)
    draft.say(message("vtm5.new_night"))
    new_night(draft, *chosen)
    for who in chosen:
        character = draft.character(who)
        if not people.is_vampire(character) or people.first_of(character, people.SENSELESS):
            continue
        draft.follow(Intent("rouse", targets=(who,), values=frozen({"reason": "wake"})))
        if intent.flag("mending"):
            draft.follow(Intent("evening_mending", targets=(who,)))


def new_night(draft: Draft, *people_of_it: str) -> None:
    """Take back what counts once a night, and let the cold be forgotten."""
    for who in people_of_it:
        _begin_night(draft, who)
        cold = draft.character(who).conditions_of_kind("cold")
        if cold and cold[0].data.get("sheltered") is True:
            draft.add(*people.ends_of(draft.character(who), "cold", cause="time", rule="V5-HAZ-07"))


def _begin_night(draft: Draft, who: str) -> None:
    """What someone may do once a night may be done again."""
    draft.add(*(people.tick(who, name, on=False) for name in NIGHTLY if draft.character(who).count(name)))


def _feed(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    people.require_free(character)
    killed, potency = intent.flag("killed"), blood.potency(character)
    if killed and intent.text("vessel") == "bagged":
        people.refuse("bag_killed", character)
    before = people.hunger(character)
    parts = (Part(Term("feed"), -intent.integer("amount"), "V5-RES-12"), *_spoilt(intent, potency))
    left = before + sum(part.value for part in parts)
    lowest = blood.hunger_floor(potency, killed=killed, person=intent.text("vessel") != "animal")
    if in_vain := max(min(lowest, before) - left, 0):
        parts += (Part(Term("feeding_floor" if lowest else "sated"), in_vain, "V5-RES-12"),)
    told = people.set_hunger(draft, who, left + in_vain, "V5-RES-12", *parts)
    draft.say(
        message(
            "vtm5.drank",
            who=character.name,
            before=told("before.value") if told else before,
            after=told("after.value") if told else before,
            parts=told("parts") if told else parts,
        )
    )
    if lowest and in_vain:
        line = "vtm5.only_a_person_sates" if killed else "vtm5.feeding_floor"
        draft.say(message(line, who=character.name, floor=lowest))
    if "vessel" not in intent.values and potency >= blood.WEAK_HUMANS_FROM:
        less = blood.LESS_FROM_HUMANS[potency]
        draft.say(message("vtm5.human_slakes_less", who=character.name, potency=potency, less=less), working=True)


def _spoilt(intent: Intent, potency: int) -> tuple[Part, ...]:
    """What strong Blood takes from a vessel that is named (V5-RES-12)."""
    amount, vessel = intent.integer("amount"), intent.text("vessel")
    lost = 0
    if vessel == "human":
        lost = min(blood.LESS_FROM_HUMANS[potency], amount)
    elif vessel and potency >= blood.HALF_FROM_BEASTS_FROM:
        lost = amount if potency > blood.HALF_FROM_BEASTS_FROM else amount - amount // 2
    return (Part(message("vtm5.by_potency", potency=potency), lost, "V5-RES-12"),) if lost else ()


def _odds(view: State, intent: Intent) -> Chances:
    who = people.subject(intent)
    two_dice = _throws_two_dice(view.characters[who], intent)
    return odds.of_rouse(view, who, intent.integer("checks"), two_dice=two_dice)


def _come_to(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let a half-awake vampire come to itself, by the Hunger that is left when every house rule has had its say."""
    people.come_to(draft, intent.target)


DEEDS = (
    Deed(
        Action(
            "rouse", "roll",
            (
                Parameter("reason", "choice", default="power", choices=choices(REASONS)), Parameter("forced", "switch"),
                Parameter("level", "integer", minimum=0, maximum=5, common=False),
                Parameter("two_dice", "switch", common=False),
                Parameter("checks", "integer", default=1, minimum=1, maximum=20, common=False),
            ),
            acts=False, targets="one", key="b", rules=("V5-RES-06", "V5-RES-07", "V5-RES-08"),
            examples=("rouse Vera", "rouse Vera power level=2", "rouse Vera other forced"), group="blood",
        ),
        drafted(_rouse), _odds,
    ),
    Deed(
        Action(
            "night", "act", (Parameter("mending", "switch"),), acts=False, targets="optional", key="N",
            rules=("V5-RES-11", "V5-STA-14", "V5-TURN-02"), examples=("night", "night on=Vera mending"), group="blood",
        ),
        drafted(_night),
    ),
    Deed(
        Action(
            "feed", "act",
            (
                Parameter("amount", "integer", required=True, minimum=0, maximum=20), Parameter("killed", "switch"),
                Parameter("vessel", "choice", choices=choices(("human", "animal", "bagged")), common=False),
            ),
            acts=False, targets="one", key="f", rules=("V5-RES-12", "V5-STA-09"),
            examples=("feed Vera 2", "feed Vera 5 killed", "feed Vera 2 vessel=animal"), group="blood",
        ),
        drafted(_feed),
    ),
)  # fmt: skip

CHAPTER = Chapter(deeds=DEEDS, inner={"come_to": drafted(_come_to)})
