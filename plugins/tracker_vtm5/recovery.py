"""What heals, how fast and for whom: mending by the Blood, sessions, treatment, hospital, Desire (V5-HEAL-01 to 14)."""

from tracker.api import (
    Action,
    Chance,
    Character,
    CounterSet,
    Draft,
    Intent,
    Parameter,
    Part,
    Prompted,
    Term,
    Track,
    TrackSet,
    message,
)
from tracker_vtm5 import blood, hunger, injuries, marks, options, people, pool, rolls, states
from tracker_vtm5.feature import Feature

CHECKS_TO_MEND_A_CROSS = 3
NIGHT_SECONDS = 24 * 3600


def _remind_of_slow_healing(draft: Draft) -> None:
    """In the middle of a fight only the roused mending of superficial marks heals (V5-HEAL-14)."""
    if draft.state.round:
        line = message("vtm5.due.slow_healing")
        draft.add(Prompted("slow_healing", "", line, "", "V5-HEAL-14", "round"))


# ---------------------------------------------------------------------- vampires


def _mend(draft: Draft, intent: Intent, chance: Chance) -> None:
    """One Rouse check and so many slashes less, once a turn (V5-HEAL-01, V5-HEAL-02)."""
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    people.require_free(character)
    if character.count("mended"):
        people.refuse("mended_this_turn", character)
    pool.require_rousable(draft.state, character)
    if draft.state.round:
        draft.add(CounterSet(who, "mended", 1, "round"))
    starving = people.hunger(character) == people.HIGHEST_HUNGER
    before = draft.character(who).tracks["health"].marks
    amount = blood.MENDED_MARKS[blood.potency(character)]
    removed = marks.clear_marks(draft, who, "health", slashes=amount, rule="V5-HEAL-01")
    after = draft.character(who).tracks["health"].marks
    draft.say(message("vtm5.mended", who=character.name, count=removed, before=before, after=after))
    _, over = hunger.check(draft, chance, who, "mend")
    if starving and over:
        hunger.offer_frenzy(draft, who, hunger.HUNGER_FRENZY_DIFFICULTY, "hunger_frenzy", "V5-RES-07")


def _mend_aggravated(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Three more Rouse checks in the evening, then a cross and an injury less (V5-HEAL-05, V5-HEAL-08)."""
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    people.require_free(character)
    if character.count("mended_tonight"):
        people.refuse("mended_tonight", character)
    if people.hunger(character) == people.HIGHEST_HUNGER:
        if options.is_set(draft.state, "aggravated_at_hunger_5", "locked"):
            people.refuse("hunger_5", character)
        draft.say(message("vtm5.torpor_threatens", who=character.name))
    draft.add(CounterSet(who, "mended_tonight", 1))
    _, over = hunger.check(draft, chance, who, "mend_aggravated", checks=CHECKS_TO_MEND_A_CROSS)
    if not over or options.is_set(draft.state, "torpor_mending", "removed"):
        before = draft.character(who).tracks["health"].marks
        removed = marks.clear_marks(draft, who, "health", crosses=1, rule="V5-HEAL-05")
        after = draft.character(who).tracks["health"].marks
        draft.say(message("vtm5.cross_mended", who=character.name, count=removed, before=before, after=after))
        injuries.mend_first(draft, who)
    if over:
        states.fall_into_torpor(draft, who, "hunger", "V5-HEAL-08")
    _remind_of_slow_healing(draft)


def _evening_mending(draft: Draft, intent: Intent, chance: Chance) -> None:
    """The mending inside a new night: it comes to nothing for one that did not wake."""
    who = intent.target
    character = draft.character(who)
    if people.first_of(character, (*people.SENSELESS, *people.BOUND)):
        draft.say(message("vtm5.no_mending", who=character.name))
    else:
        draft.follow(Intent("mend_aggravated", targets=(who,)))


# ---------------------------------------------------------------------- mortals


def _treat(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Intelligence + Medicine against the patient's crosses, once a night (V5-HEAL-09)."""
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
    dice_pool = treatment_pool(draft, healer.id, intent)
    verdict = rolls.take_test(
        draft, intent, chance, healer.id, "treat", dice_pool, crosses, against=patient.id, rule="V5-HEAL-09"
    )
    draft.add(CounterSet(patient.id, "treated", 1))
    count = _treated_marks(draft, healer, intent, verdict.successes) if verdict.win else 0
    after = Track(marks.crosses_to_slashes(before.marks, count), before.bonus)
    turned = crosses - after.marks.count(marks.CROSS)
    if turned:
        parts = (Part(Term("medicine"), turned, "V5-HEAL-09"),)
        draft.add(TrackSet(patient.id, "health", before, after, parts=parts, rule="V5-HEAL-09"))
    draft.say(
        message("vtm5.treated", who=patient.name, by=healer.name, count=turned, before=before.marks, after=after.marks)
    )
    states.work_out_again(draft, patient.id)
    _remind_of_slow_healing(draft)


def treatment_pool(draft: Draft, healer: str, intent: Intent) -> pool.DicePool:
    """The healer's pool."""
    base = pool.base_parts(draft.character(healer), intent, ("intelligence", "medicine"))
    return pool.build(draft.state, healer, intent, base, "mental")


def _treated_marks(draft: Draft, healer: Character, intent: Intent, successes: int) -> int:
    if options.is_set(draft.state, "treatment", "one_per_success"):
        return successes
    if options.is_set(draft.state, "treatment", "typed") and "marks" in intent.values:
        return intent.integer("marks")
    return (healer.integer("medicine") + 1) // 2


def _hospital(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A cross a week, or all of them after the last week (V5-HEAL-10)."""
    for who in intent.targets:
        character = draft.character(who)
        people.require_mortal(character)
        if character.has_condition("dead"):
            people.refuse("gone", character, state=Term("dead"))
        before = character.tracks["health"].marks
        crosses = before.count(marks.CROSS)
        weeks = max(intent.integer("weeks", 1), 1)
        healed = weeks
        if options.is_set(draft.state, "hospital", "at_the_end"):
            spent = character.count("hospital_weeks") + weeks
            healed = crosses if spent >= crosses else 0
            draft.add(CounterSet(who, "hospital_weeks", 0 if healed else spent))
        marks.clear_marks(draft, who, "health", crosses=healed, rule="V5-HEAL-10")
        after = draft.character(who).tracks["health"].marks
        draft.say(message("vtm5.hospital", who=character.name, needed=crosses, weeks=weeks, before=before, after=after))
        states.work_out_again(draft, who)
        _remind_of_slow_healing(draft)


# ---------------------------------------------------------------------- everybody


def begin_session(draft: Draft, intent: Intent, chance: Chance) -> None:
    """What comes back with a new session of play (V5-HEAL-03, V5-HEAL-04, V5-HEAL-11, V5-HEAL-12)."""
    for who, character in draft.state.characters.items():
        if people.first_of(character, people.GONE):
            continue
        if character.count("desire_used"):
            draft.add(CounterSet(who, "desire_used", 0))
        if not people.is_vampire(character):
            _come_back(draft, who, "health", slashes=character.integer("stamina"), rule="V5-HEAL-03")
        will = max(character.integer("composure"), character.integer("resolve"))
        _come_back(draft, who, "willpower", slashes=will, rule="V5-HEAL-11")
        if options.is_set(draft.state, "willpower_aggravated", "session_start"):
            _reward_ambition(draft, who)


def _end_session(draft: Draft, intent: Intent, chance: Chance) -> None:
    """The end of play: by the table's option Ambition pays now (V5-HEAL-12)."""
    draft.say(message("vtm5.session_ends"))
    if options.is_set(draft.state, "willpower_aggravated", "session_end"):
        for who in draft.state.characters:
            _reward_ambition(draft, who)


def _reward_ambition(draft: Draft, who: str) -> None:
    if draft.character(who).count("ambition"):
        _come_back(draft, who, "willpower", crosses=1, rule="V5-HEAL-12")
        draft.add(CounterSet(who, "ambition", 0))


def _come_back(draft: Draft, who: str, track: str, *, crosses: int = 0, slashes: int = 0, rule: str) -> None:
    before = draft.character(who).tracks[track].marks
    if marks.clear_marks(draft, who, track, crosses=crosses, slashes=slashes, rule=rule):
        after = draft.character(who).tracks[track].marks
        name = draft.character(who).name
        draft.say(message("vtm5.came_back", who=name, track=Term(track), before=before, after=after))


def _ambition(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Tick those who worked for their Ambition in this session."""
    for who in intent.targets:
        draft.add(CounterSet(who, "ambition", 1))
        draft.say(message("vtm5.ambition", who=draft.character(who).name))


def _desire(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A slash of Willpower for a Desire acted on, once a session (V5-HEAL-13)."""
    who = people.subject(intent)
    character = draft.character(who)
    people.require_senses(character)
    if character.count("desire_used"):
        people.refuse("desire_used", character)
    if marks.SLASH not in character.tracks["willpower"].marks:
        draft.say(message("vtm5.no_slash_of_will", who=character.name))
        return
    draft.add(CounterSet(who, "desire_used", 1))
    _come_back(draft, who, "willpower", slashes=1, rule="V5-HEAL-13")


def pass_time(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A whole day brings a new night for what counts once a night."""
    day_before, day_after = (
        seconds // NIGHT_SECONDS for seconds in (draft.state.seconds, draft.state.seconds + intent.integer("seconds"))
    )
    if day_after > day_before:
        hunger.new_night(draft)


ACTIONS = (
    Action(
        "mend",
        "heal",
        acts=False,
        targets="one",
        key="h",
        rules=("V5-HEAL-01", "V5-HEAL-02", "V5-RES-06"),
        examples=("mend Vera",),
        group="healing",
    ),
    Action(
        "mend_aggravated",
        "heal",
        acts=False,
        targets="one",
        rules=("V5-HEAL-05", "V5-HEAL-06", "V5-HEAL-08"),
        examples=("mend_aggravated Vera",),
        group="healing",
    ),
    Action(
        "treat",
        "heal",
        (
            Parameter("successes", "integer", minimum=0, maximum=100),
            pool.POOL_PARAMETER,
            *pool.MODIFIERS,
            Parameter("marks", "integer", minimum=0, maximum=30, common=False),
        ),
        targets="one",
        rules=("V5-HEAL-09",),
        examples=("treat Hunter by=Doctor", "treat Hunter successes=3 by=Doctor"),
        group="healing",
    ),
    Action(
        "hospital",
        "heal",
        (Parameter("weeks", "integer", default=1, minimum=1, maximum=500),),
        acts=False,
        targets="many",
        rules=("V5-HEAL-10",),
        examples=("hospital Hunter 2",),
        group="healing",
    ),
    Action(
        "desire",
        "heal",
        acts=False,
        targets="one",
        rules=("V5-HEAL-13",),
        examples=("desire Vera",),
        group="will",
    ),
    Action(
        "ambition",
        "act",
        acts=False,
        targets="many",
        rules=("V5-HEAL-12",),
        examples=("ambition Vera,Boris",),
        group="will",
    ),
    Action(
        "end_session",
        "act",
        acts=False,
        rules=("V5-HEAL-12",),
        examples=("end_session",),
        group="will",
    ),
)

FEATURE = Feature(
    actions=ACTIONS,
    verbs={
        "mend": _mend,
        "mend_aggravated": _mend_aggravated,
        "evening_mending": _evening_mending,
        "treat": _treat,
        "hospital": _hospital,
        "desire": _desire,
        "ambition": _ambition,
        "end_session": _end_session,
    },
    moments={"begin_session": begin_session, "pass_time": pass_time},
)
