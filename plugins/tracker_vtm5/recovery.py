"""What heals, how fast and for whom: mending by the Blood, sessions, treatment, hospital, Desire (V5-HEAL-01 to 14)."""

from dataclasses import replace
from fractions import Fraction

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    CounterSet,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    Told,
    TrackSet,
    drafted,
    message,
)
from tracker_vtm5 import blood, hunger, injuries, marks, odds, options, people, pool, rolls, states

CHECKS_TO_MEND_A_CROSS = 3
NIGHT_SECONDS = 24 * 3600


def _tell(draft: Draft, line: str, who: str, told: Told | None, **values: str | int | Term) -> None:
    """Tell what came of healing: the marks before and after, alike if none went."""
    character = draft.character(who)
    marks_now = character.tracks["health"].marks
    before, after = (told("before.marks"), told("after.marks")) if told else (marks_now, marks_now)
    draft.say(message(line, who=character.name, before=before, after=after, **values))


def _remind_of_slow_healing(draft: Draft) -> None:
    """Tell in the middle of a fight that only the roused mending of superficial marks heals there (V5-HEAL-14)."""
    if draft.state.round:
        draft.say(message("vtm5.slow_healing"), working=True)


# ---------------------------------------------------------------------- vampires


def _mend(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Make one Rouse check and take so many slashes away, once a turn (V5-HEAL-01, V5-HEAL-02)."""
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    people.require_free(character)
    if character.count("mended"):
        people.refuse("mended_this_turn", character)
    if marks.SLASH not in character.tracks["health"].marks:
        people.refuse("nothing_to_mend", character)
    pool.require_rousable(draft.state, character)
    if draft.state.round:
        draft.add(people.tick(who, "mended", in_round=True))
    amount = blood.MENDED_MARKS[blood.potency(character)]
    told = marks.clear_marks(draft, who, "health", slashes=amount, rule="V5-HEAL-01")
    _tell(draft, "vtm5.mended", who, told)
    _, over = hunger.check(draft, chance, who, "mend")
    if over:
        hunger.offer_frenzy(draft, who, hunger.HUNGER_FRENZY_DIFFICULTY, "hunger_frenzy", "V5-RES-07")


def _has_lasting_harm(character: Character) -> bool:
    return marks.CROSS in character.tracks["health"].marks or bool(injuries.injuries_of(character))


def _mend_aggravated(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Make three more Rouse checks in the evening, then take a cross and an injury away (V5-HEAL-05, V5-HEAL-08)."""
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    people.require_free(character)
    if character.count("mended_tonight"):
        people.refuse("mended_tonight", character)
    if not _has_lasting_harm(character):
        people.refuse("nothing_to_mend", character)
    if people.hunger(character) == people.HIGHEST_HUNGER:
        if options.is_set(draft.state, "aggravated_at_hunger_5", "locked"):
            people.refuse("hunger_5", character)
        draft.say(message("vtm5.torpor_threatens", who=character.name))
    draft.add(people.tick(who, "mended_tonight"))
    _, over = hunger.check(draft, chance, who, "mend_aggravated", checks=CHECKS_TO_MEND_A_CROSS)
    if not over or options.is_set(draft.state, "torpor_mending", "removed"):
        if told := marks.clear_marks(draft, who, "health", crosses=1, rule="V5-HEAL-05"):
            _tell(draft, "vtm5.cross_mended", who, told)
        injuries.mend_first(draft, who)
    if over:
        states.fall_into_torpor(draft, who, "hunger", "V5-HEAL-08")
    _remind_of_slow_healing(draft)


def _evening_mending(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Mend inside a new night: it comes to nothing for one that did not wake, and the whole need none."""
    who = intent.target
    character = draft.character(who)
    locked = options.is_set(draft.state, "aggravated_at_hunger_5", "locked")
    if not _has_lasting_harm(character):
        return
    starving = locked and people.hunger(character) == people.HIGHEST_HUNGER
    if starving or people.first_of(character, (*people.SENSELESS, *people.BOUND)):
        draft.say(message("vtm5.no_mending", who=character.name))
    else:
        draft.follow(Intent("mend_aggravated", targets=(who,)))


# ---------------------------------------------------------------------- mortals


def _treat(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Treat a mortal: Intelligence + Medicine against the patient's crosses, once a night (V5-HEAL-09)."""
    patient = draft.character(intent.target)
    healer = draft.character(intent.actor or intent.target)
    people.require_mortal(patient)
    people.require_free(healer)
    if patient.has_condition("dead"):
        people.refuse("gone", patient, state=Term("dead"))
    if patient.count("treated"):
        people.refuse("treated_tonight", patient)
    before = patient.tracks["health"]
    crosses = before.marks.count(marks.CROSS)
    if not crosses:
        people.refuse("nothing_to_treat", patient)
    dice_pool = _treatment_pool(draft.state, healer.id, intent)
    verdict = rolls.take_test(
        draft, intent, chance, healer.id, "treat", dice_pool, crosses, against=patient.id, rule="V5-HEAL-09"
    )
    draft.add(people.tick(patient.id, "treated"))
    count = _treated_marks(draft.state, healer, intent, verdict.successes) if verdict.win else 0
    after = replace(before, marks=marks.crosses_to_slashes(before.marks, count))
    told = None
    if after != before:
        turned = crosses - after.marks.count(marks.CROSS)
        parts = (Part(Term("medicine"), turned, "V5-HEAL-09"),)
        told = draft.record(TrackSet(patient.id, "health", before, after, parts=parts, rule="V5-HEAL-09"))
    _tell(draft, "vtm5.treated" if told else "vtm5.treated_in_vain", patient.id, told, by=healer.name)
    _remind_of_slow_healing(draft)


def _treatment_pool(view: State, healer: str, intent: Intent) -> pool.DicePool:
    """The healer's pool."""
    base = pool.base_parts(view.characters[healer], intent, ("intelligence", "medicine"))
    return pool.build(view, healer, intent, base, "mental")


def _treated_marks(view: State, healer: Character, intent: Intent, successes: int) -> int:
    if options.is_set(view, "treatment", "one_per_success"):
        return successes
    if options.is_set(view, "treatment", "typed") and "marks" in intent.values:
        return intent.integer("marks")
    return (healer.integer("medicine") + 1) // 2


def _hospital(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Take a cross a week, or all of them after the last week (V5-HEAL-10)."""
    for who in intent.targets:
        character = draft.character(who)
        people.require_mortal(character)
        if character.has_condition("dead"):
            people.refuse("gone", character, state=Term("dead"))
        crosses, weeks = character.tracks["health"].marks.count(marks.CROSS), intent.integer("weeks")
        if not crosses:
            people.refuse("nothing_to_treat", character)
        healed = weeks
        if options.is_set(draft.state, "hospital", "at_the_end"):
            spent = character.count("hospital_weeks") + weeks
            healed = crosses if spent >= crosses else 0
            draft.add(CounterSet(who, "hospital_weeks", 0 if healed else spent))
        told = marks.clear_marks(draft, who, "health", crosses=healed, rule="V5-HEAL-10")
        _tell(draft, "vtm5.hospital", who, told, needed=crosses, weeks=weeks)
        _remind_of_slow_healing(draft)


# ---------------------------------------------------------------------- everyone


def begin_session(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Bring back what a new session of play brings back (V5-HEAL-03, V5-HEAL-04, V5-HEAL-11, V5-HEAL-12)."""
    for who, character in draft.state.characters.items():
        if people.first_of(character, people.GONE):
            continue
        if character.count("desire_used"):
            draft.add(people.tick(who, "desire_used", on=False))
        if not people.is_vampire(character):
            _come_back(draft, who, "health", slashes=character.integer("stamina"), rule="V5-HEAL-03")
        will = max(character.integer("composure"), character.integer("resolve"))
        _come_back(draft, who, "willpower", slashes=will, rule="V5-HEAL-11")
        if options.is_set(draft.state, "willpower_aggravated", "session_start"):
            _reward_ambition(draft, who)


def _end_session(draft: Draft, intent: Intent, chance: Chance) -> None:
    """End the session of play: by the table's option Ambition pays now (V5-HEAL-12)."""
    draft.say(message("vtm5.session_ends"))
    if options.is_set(draft.state, "willpower_aggravated", "session_end"):
        for who in draft.state.characters:
            _reward_ambition(draft, who)


def _reward_ambition(draft: Draft, who: str) -> None:
    if draft.character(who).count("ambition"):
        _come_back(draft, who, "willpower", crosses=1, rule="V5-HEAL-12")
        draft.add(people.tick(who, "ambition", on=False))


def _come_back(draft: Draft, who: str, track: str, *, crosses: int = 0, slashes: int = 0, rule: str) -> None:
    if told := marks.clear_marks(draft, who, track, crosses=crosses, slashes=slashes, rule=rule):
        before, after, parts = told("before.marks"), told("after.marks"), told("parts")
        name = draft.character(who).name
        draft.say(message("vtm5.regained", who=name, track=Term(track), before=before, after=after, parts=parts))


def _ambition(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Tick those who worked for their Ambition in this session."""
    for who in intent.targets:
        draft.add(people.tick(who, "ambition"))
        draft.say(message("vtm5.ambition", who=draft.character(who).name))


def _desire(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Take a slash of Willpower away for a Desire acted on, once a session (V5-HEAL-13)."""
    who = people.subject(intent)
    character = draft.character(who)
    people.require_senses(character)
    if character.count("desire_used"):
        people.refuse("desire_used", character)
    if marks.SLASH not in character.tracks["willpower"].marks:
        draft.say(message("vtm5.no_slash_of_will", who=character.name))
        return
    draft.add(people.tick(who, "desire_used"))
    _come_back(draft, who, "willpower", slashes=1, rule="V5-HEAL-13")


def pass_time(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Bring a new night for what counts once a night with a whole day."""
    day_before, day_after = (
        seconds // NIGHT_SECONDS for seconds in (draft.state.seconds, draft.state.seconds + intent.integer("seconds"))
    )
    if day_after > day_before:
        hunger.new_night(draft, *draft.state.characters)


# ---------------------------------------------------------------------- odds


def _treat_odds(view: State, intent: Intent) -> Chances:
    crosses = view.characters[intent.target].tracks["health"].marks.count(marks.CROSS)
    return odds.of_test(_treatment_pool(view, intent.actor or intent.target, intent), crosses)


def _mend_odds(view: State, intent: Intent) -> Chances:
    who = people.subject(intent)
    character = view.characters[who]
    possible = blood.MENDED_MARKS[blood.potency(character)]
    count = min(possible, character.tracks["health"].marks.count(marks.SLASH))
    told = odds.of_rouse(view, who, 1)
    return replace(told, events=((message("vtm5.odds.mends", count=count), Fraction(1)), *told.events))


def _mend_aggravated_odds(view: State, intent: Intent) -> Chances:
    return odds.of_rouse(view, people.subject(intent), CHECKS_TO_MEND_A_CROSS)


DEEDS = (
    Deed(
        Action(
            "mend", "heal", acts=False, targets="one", key="h", rules=("V5-HEAL-01", "V5-HEAL-02", "V5-RES-06"),
            examples=("mend Vera",), group="healing",
        ),
        drafted(_mend), _mend_odds,
    ),
    Deed(
        Action(
            "mend_aggravated", "heal", acts=False, targets="one", rules=("V5-HEAL-05", "V5-HEAL-06", "V5-HEAL-08"),
            examples=("mend_aggravated Vera",), group="healing",
        ),
        drafted(_mend_aggravated), _mend_aggravated_odds,
    ),
    Deed(
        Action(
            "treat", "heal",
            (
                Parameter("successes", "integer", minimum=0, maximum=100), pool.POOL_PARAMETER, *pool.MODIFIERS,
                Parameter("marks", "integer", minimum=0, maximum=30, common=False),
            ),
            targets="one", rules=("V5-HEAL-09",),
            examples=("treat Hunter by=Doctor", "treat Hunter successes=3 by=Doctor"), group="healing",
        ),
        drafted(_treat), _treat_odds,
    ),
    Deed(
        Action(
            "hospital", "heal",
            (
                Parameter("weeks", "integer", default=1, minimum=1, maximum=500),
            ),
            acts=False, targets="many", rules=("V5-HEAL-10",), examples=("hospital Hunter 2",), group="healing",
        ),
        drafted(_hospital),
    ),
    Deed(
        Action(
            "desire", "heal", acts=False, targets="one", rules=("V5-HEAL-13",), examples=("desire Vera",), group="will",
        ),
        drafted(_desire),
    ),
    Deed(
        Action(
            "ambition", "act", acts=False, targets="many", rules=("V5-HEAL-12",), examples=("ambition Vera,Boris",),
            group="will",
        ),
        drafted(_ambition),
    ),
    Deed(
        Action(
            "end_session", "act", acts=False, rules=("V5-HEAL-12",), examples=("end_session",), group="will",
        ),
        drafted(_end_session),
    ),
)  # fmt: skip

CHAPTER = Chapter(
    deeds=DEEDS,
    inner={"evening_mending": drafted(_evening_mending)},
    moments={"begin_session": begin_session, "pass_time": pass_time},
)
