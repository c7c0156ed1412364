"""Holding the Beast, or not (V5-EFF-01 to V5-EFF-04)."""

from collections.abc import Iterator

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    badges,
    drafted,
    message,
)
from tracker_vtm5 import odds, owed, people, pool, rolls
from tracker_vtm5.kinds import choices


def frenzy_pool(view: State, who: str, intent: Intent) -> pool.DicePool:
    """Unmarked boxes of Willpower and a third of Humanity, at least one die (V5-EFF-01)."""
    character = view.characters[who]
    base = (
        Part(Term("unmarked_willpower"), character.tracks["willpower"].marks.count("."), "V5-EFF-01"),
        Part(Term("third_of_humanity"), character.integer("humanity") // 3, "V5-EFF-01"),
    )
    return pool.build(view, who, intent, base, "frenzy", floor=1)


def fall_into_frenzy(draft: Draft, who: str, kind: str, rule: str) -> None:
    """Let the Beast take over until its goal is reached or the scene is over (V5-EFF-03)."""
    line = message("vtm5.frenzied", who=draft.character(who).name, kind=Term(kind))
    draft.tell(line, ConditionSet(who, Condition(kind, kind, unit="scene"), rule))
    _resist_no_more(draft, who, kind)


def _resist_no_more(draft: Draft, who: str, kind: str) -> None:
    """There is nothing to resist in a frenzy that runs already."""
    waiting = draft.character(who).conditions_of_kind("frenzy_due")
    owed.end(draft, who, *(one for one in waiting if one.data.get("kind") == kind))


def condition_ended(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A frenzy that came by hand and is over has answered the question whether it was resisted."""
    if intent.text("kind") in people.FRENZIES:
        _resist_no_more(draft, intent.target, intent.text("kind"))


def _frenzy(draft: Draft, intent: Intent, chance: Chance) -> None:
    who, kind = people.subject(intent), intent.text("kind", "fury_frenzy")
    character = draft.character(who)
    people.require_vampire(character)
    people.require_senses(character)
    if character.has_condition(kind):
        people.refuse("in_frenzy", character, kind=Term(kind))
    waiting = character.conditions_of_kind("frenzy_due")
    owed.end(draft, who, *[one for one in waiting if one.data.get("kind") == kind][:1])
    if intent.flag("ride"):
        draft.say(message("vtm5.rides_the_wave", who=character.name))
        fall_into_frenzy(draft, who, kind, "V5-EFF-04")
        return
    dice_pool, difficulty = frenzy_pool(draft.state, who, intent), intent.integer("difficulty")
    verdict = rolls.take_test(draft, intent, chance, who, "frenzy", dice_pool, difficulty, rule="V5-EFF-01")
    if not verdict.win:
        fall_into_frenzy(draft, who, kind, "V5-EFF-01")
    elif verdict.critical:
        draft.say(message("vtm5.beast_held_freely", who=character.name))
    else:
        lost = Condition("turn_lost", "turn_lost", left=1, unit="turn")
        draft.tell(message("vtm5.beast_held", who=character.name), ConditionSet(who, lost, "V5-EFF-01"))


def due(view: State, who: str) -> Iterator[DueItem]:
    """Remind of a turn that goes to holding the Beast, and of what frenzy does."""
    character = view.characters[who]
    if people.first_of(character, people.GONE):
        return
    if character.has_condition("turn_lost"):
        line = message("vtm5.due.turn_lost", who=character.name)
        yield DueItem(f"turn_lost:{who}", who, line, None, "V5-EFF-01", "reminder")
    if people.is_frenzied(character):
        yield DueItem(f"beast:{who}", who, message("vtm5.due.beast", who=character.name), None, "V5-EFF-03", "reminder")


def _odds(view: State, intent: Intent) -> Chances:
    return odds.of_test(frenzy_pool(view, people.subject(intent), intent), intent.integer("difficulty"))


DEEDS = (
    Deed(
        Action(
            "frenzy", "roll",
            (
                Parameter("difficulty", "integer", default=2, minimum=1, maximum=rolls.HIGHEST_DIFFICULTY),
                Parameter("kind", "choice", default="fury_frenzy", choices=choices(people.FRENZIES)),
                Parameter("ride", "switch"),
                Parameter("bonus", "integer", minimum=0, maximum=pool.LARGEST_POOL, common=False),
                Parameter("penalty", "integer", minimum=0, maximum=pool.LARGEST_POOL, common=False),
                Parameter("successes", "integer", minimum=0, maximum=200, common=False),
                Parameter("critical", "switch", common=False),
            ),
            acts=False, targets="one", key="z", rules=("V5-EFF-01", "V5-EFF-02", "V5-EFF-03", "V5-EFF-04"),
            examples=("frenzy Vera 3", "frenzy Vera 4 kind=hunger_frenzy", "frenzy Vera ride"), group="blood",
        ),
        drafted(_frenzy), _odds,
    ),
)  # fmt: skip
_CONDITIONS = (
    *(ConditionKind(kind, tone="bad", rule="V5-EFF-02", weight=badges.BARRED) for kind in people.FRENZIES),
    ConditionKind("controlled", rule="V5-EFF-03"),
    ConditionKind("turn_lost", tone="warning", rule="V5-EFF-01", weight=badges.BARRED),
)

CHAPTER = Chapter(deeds=DEEDS, conditions=_CONDITIONS, moments={"condition_ended": condition_ended}, due=due)
