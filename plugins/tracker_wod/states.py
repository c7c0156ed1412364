"""How a character stands by the Health track: up, fighting for consciousness, unconscious, dying, dead (WOD-STATE)."""

from collections.abc import Iterator
from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Deed,
    Derived,
    Draft,
    DueItem,
    Highlight,
    Intent,
    OptionSpec,
    Part,
    Refusal,
    State,
    Status,
    Term,
    Told,
    Track,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_wod import track
from tracker_wod.dice import Pool
from tracker_wod.dismissed import due_name, new_cause
from tracker_wod.effects import wound_part, wound_penalty
from tracker_wod.rolls import DIE_PARAMETERS, chances_of, pool_of, throw_for

UP, FIGHTING, UNCONSCIOUS, DYING, DEAD = "up", "fighting-for-consciousness", "unconscious", "dying", "dead"
CONSCIOUS, OWED, CAUSE = "conscious", "conscious-owed", "conscious-cause"
"""Counters: this round's roll to stay conscious is made; one is left over from a past turn; the number of its cause."""

ASLEEP = "asleep"
"""Someone asleep can neither act nor defend, WOD-STATE-13."""

TORPOR, TORPID_KINDS = "torpor", ("vampire",)
"""What dying is for kinds that do not bleed to death as mortals do."""

_WEIGHTS = {DEAD: badges.GONE, TORPOR: badges.DOWN, UNCONSCIOUS: badges.DOWN, FIGHTING: badges.BARRED}
SECONDS_OF_A_MARK = 60

STABILISED = "stabilised"
"""The bleeding has been stopped, WOD-STATE-10."""

UNTIL_CLEAR = "until-clear"
"""Marks the faint that lasts until the last box is clear, WOD-STATE-06."""


def state_of(character: Character) -> str:
    """Read the track by its last box, then the conditions (WOD-STATE-04 to -09)."""
    health = character.tracks.get(track.HEALTH, Track(""))
    if track.is_full(health):
        if track.is_spent(health):
            return DEAD
        if health.marks[-1] == "X":
            return DYING
        return UNCONSCIOUS if character.has_condition(UNCONSCIOUS) else FIGHTING
    knocked_out = [
        condition
        for condition in character.conditions_of_kind(UNCONSCIOUS)
        if condition.data.get(UNTIL_CLEAR) is not True
    ]
    return UNCONSCIOUS if knocked_out else UP


def is_helpless(character: Character) -> bool:
    """Unconscious, dying or dead: no action, no Defence."""
    return state_of(character) in (UNCONSCIOUS, DYING, DEAD)


def as_able(character: Character, value: Derived) -> Derived:
    """A derived value as it counts now: nothing for the helpless, the bound and those asleep."""
    unable = next((kind for kind in (ASLEEP, "immobilised") if character.has_condition(kind)), "")
    if is_helpless(character):
        why = Part(Term("helpless"), -value.value, "WOD-STATE-06")
    elif unable:
        why = Part(Term(unable), -value.value, "WOD-STATE-13")
    else:
        return value
    return Derived(value.id, 0, (*value.parts, why)) if value.value else value


def status(view: State, who: str) -> Iterator[Status]:
    """The status words that the core shows and skips turns by; surprise bars the first round only."""
    character = view.characters[who]
    state = state_of(character)
    if state != UP:
        yield _status_of(character, state)
    elif character.has_condition(ASLEEP):
        yield Status(ASLEEP, can_act=False)
    elif character.has_condition("surprised") and view.round_of(who):
        yield Status("surprised", can_act=False)


def _status_of(character: Character, state: str) -> Status:
    """The word for a state; mortals who bleed to death have a minute for each lethal mark (WOD-STATE-08)."""
    shown = _shown(character, state)
    if shown != DYING:
        return Status(shown, can_act=state == FIGHTING, weight=_WEIGHTS[shown], tone="bad")
    is_helped = character.has_condition(STABILISED)
    seconds = None if is_helped else SECONDS_OF_A_MARK * character.tracks[track.HEALTH].marks.count("X")
    return Status(DYING, can_act=False, weight=badges.DYING, tone="bad", left=seconds)


def _shown(character: Character, state: str) -> str:
    """The state as it is called for this kind of being."""
    return TORPOR if state == DYING and character.kind in TORPID_KINDS else state


def turns_of(view: State, who: str) -> tuple[int, bool, bool]:
    """The round of the fight that someone is in, whichever is shown; whether they act now; whether they have acted."""
    fight = view.fight_called(view.fight_of(who))
    return fight.round, fight.current == who, any(place.who == who and place.acted for place in fight.order)


# ---------------------------------------------------------------------- staying conscious


def _conscious_pool(view: State, intent: Intent, who: str) -> Pool:
    """Stamina without the wound penalty, WOD-STATE-05 and WOD-STATE-02."""
    return pool_of(view, intent, who, ("stamina",), wounds=False)


def stay_conscious(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll to stay conscious: a failure is a faint until the last box is clear."""
    view = draft.state
    who = intent.actor
    character = view.characters[who]
    if state_of(character) != FIGHTING:
        raise Refusal(message("wod.refused.not_fighting", who=character.name))
    thrown = throw_for(
        draft, intent, chance, who, _conscious_pool(view, intent, who), "stay-conscious", rule="WOD-STATE-05"
    )
    _owe(draft, who, 0)
    if thrown.successes:
        draft.add(CounterSet(who, CONSCIOUS, 1, "round"))
        draft.say(message("wod.conscious", who=character.name))
    else:
        out = Condition(UNCONSCIOUS, UNCONSCIOUS, data=frozen({UNTIL_CLEAR: True, "rule": "WOD-STATE-06"}))
        draft.tell(message("wod.faints", who=character.name), ConditionSet(who, out, "WOD-STATE-06"))


def stay_conscious_odds(view: State, intent: Intent) -> Chances:
    """The odds of staying conscious."""
    return chances_of(view, _conscious_pool(view, intent, intent.actor))


def _owe(draft: Draft, who: str, rolls: int) -> None:
    if draft.character(who).count(OWED) != rolls:
        draft.add(CounterSet(who, OWED, rolls))


def owe_roll(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A turn that ends without the roll to stay conscious leaves it due."""
    character = draft.character(intent.actor)
    if state_of(character) == FIGHTING and not character.count(CONSCIOUS):
        _owe(draft, intent.actor, 1)


def due(view: State, who: str) -> Iterator[DueItem]:
    """On the turn of someone whose track is full of marks that end in bashing, or at round start, the roll is due.

    Outside the fights it is due at once, and one whose turn went by without it stays due.
    """
    character = view.characters[who]
    if state_of(character) != FIGHTING or character.count(CONSCIOUS):
        return
    number, acts_now, _ = turns_of(view, who)
    if acts_now or not number or character.count(OWED) or view.option("conscious-roll", "turn") == "round":
        line = message("wod.prompt.conscious", who=character.name)
        name = due_name(f"stay-conscious:{who}", character.count(CAUSE))
        yield DueItem(name, who, line, Intent("stay-conscious", who), "WOD-STATE-05")


def _ask_anew(draft: Draft, who: str) -> None:
    """Another turn is another cause: the roll is due though the game master has dismissed the one before."""
    character = draft.character(who)
    if state_of(character) != FIGHTING:
        return
    if cause := new_cause(draft.state, f"stay-conscious:{who}", character.count(CAUSE)):
        draft.add(CounterSet(who, CAUSE, cause))


def start_of_turn(draft: Draft, intent: Intent, chance: Chance) -> None:
    """The roll to stay conscious is that of this turn."""
    if draft.state.option("conscious-roll", "turn") != "round":
        _ask_anew(draft, intent.actor)


def start_of_round(draft: Draft, intent: Intent, chance: Chance) -> None:
    """By the table option the roll to stay conscious is that of the round."""
    for character in draft.state.fighters if draft.state.option("conscious-roll", "turn") == "round" else ():
        _ask_anew(draft, character.id)


def settled(draft: Draft, who: str) -> None:
    """Wake the one whose last box is clear again."""
    character = draft.character(who)
    if track.is_full(character.tracks[track.HEALTH]):
        return
    _owe(draft, who, 0)
    if character.count(CAUSE):
        draft.add(CounterSet(who, CAUSE, 0))
    for condition in character.conditions_of_kind(UNCONSCIOUS):
        if condition.data.get(UNTIL_CLEAR) is True:
            ended = ConditionEnded(who, condition.id, "healed", "WOD-HEAL-04")
            draft.tell(message("wod.wakes", who=character.name), ended)


def state_with(character: Character, health: Track) -> str:
    """How someone would stand with this Health track."""
    return state_of(replace(character, tracks=frozen({**character.tracks, track.HEALTH: health})))


def deciding_rule(character: Character, after: Track, rule: str) -> str:
    """The rule behind a change of Health: the one that reads the last box where the change brings another state."""
    state = state_with(character, after)
    return "WOD-STATE-04" if state in (FIGHTING, DYING, DEAD) and state != state_of(character) else rule


def tell_marks(draft: Draft, who: str, before: Track, marked: track.Marked, told: Told) -> None:
    """Tell which marks a recorded change pushed off or deepened, and let its state be told.

    What state it brings is read once it stands: a house rule may have made another change of it.
    """
    name = draft.character(who).name
    if marked.lost:
        draft.say(message("wod.damage.lost", who=name, marks=told("lost")), working=True)
    if marked.upgraded:
        draft.say(message("wod.damage.upgraded", who=name, count=told("upgraded")), working=True)
    state = state_with(draft.character(who), before)
    draft.follow(Intent("tell-state", targets=(who,), values=frozen({"before": state})))


def tell_new_state(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Tell what state a change of Health has brought; `before` is the state until then."""
    for who in intent.targets:
        if state_of(draft.character(who)) != intent.text("before"):
            tell_state(draft, who)


def tell_state(draft: Draft, who: str) -> None:
    """Tell what the track means now."""
    character = draft.character(who)
    state = state_of(character)
    if state in (FIGHTING, DYING, DEAD):
        draft.say(message(f"wod.now.{_shown(character, state)}", who=character.name))


def derived(view: State, who: str) -> Iterator[Derived]:
    """The wound penalty."""
    character = view.characters[who]
    yield Derived("wound-penalty", wound_penalty(view, character), wound_part(view, character))


CHAPTER = Chapter(
    highlights=(Highlight("wod.now.dying", "bad"), Highlight("wod.now.torpor", "bad"), Highlight("wod.now.dead")),
    deeds=(
        Deed(
            Action(
                "stay-conscious",
                "roll",
                DIE_PARAMETERS,
                rules=("WOD-STATE-05", "WOD-STATE-02"),
                examples=("stay-conscious by=Killer",),
                group="states",
            ),
            drafted(stay_conscious),
            stay_conscious_odds,
        ),
    ),
    inner={"tell-state": drafted(tell_new_state)},
    conditions=(ConditionKind(UNCONSCIOUS, tone="bad", rule="WOD-STATE-06"),),
    options=(OptionSpec("conscious-roll", "turn", (Choice("turn"), Choice("round")), "WOD-STATE-05"),),
    moments={"start_of_round": start_of_round, "start_of_turn": start_of_turn, "end_of_turn": owe_roll},
    status=status,
    due=due,
    derived=derived,
)
