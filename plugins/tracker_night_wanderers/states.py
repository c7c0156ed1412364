"""Torpor, Final Death and waking: what begins, what ends with it, and who is let go."""

from collections.abc import Mapping

from tracker.api import (
    Chance,
    Character,
    Condition,
    ConditionEnded,
    ConditionSet,
    CounterSet,
    Draft,
    Highlight,
    Intent,
    Message,
    OrderSet,
    Refusal,
    State,
    Term,
    Value,
    frozen,
    message,
)
from tracker_night_wanderers.sheet import (
    LOWEST_MORTAL_HEALTH,
    is_gone,
    is_helpless,
    is_in_torpor,
    is_unconscious,
    is_vampire,
)
from tracker_night_wanderers.thirst import STIMULI, forget

STANCES = ("dodge", "running_dodge", "straight_run")
EXPOSURES = ("direct_sunlight", "indirect_sunlight", "small_fire", "big_fire")
_GONE_WITH_DEATH = ("torpor", "unconscious", "stable", "frenzy", "drinking", *STANCES, *EXPOSURES)


def begin(
    draft: Draft, who: str, kind: str, rule: str, line: Message, *, data: Mapping[str, Value] | None = None
) -> None:
    """Begin a condition of the ruleset's that lasts until something ends it."""
    draft.tell(line, ConditionSet(who, Condition(kind, kind, data=frozen(data or {})), rule))


def stop(draft: Draft, who: str, *kinds: str, line: Message | None = None) -> bool:
    """End the running conditions of some kinds, with `line` or the core's own; tell whether there were any."""
    ended = [
        ConditionEnded(who, running.id) for running in draft.character(who).conditions.values() if running.kind in kinds
    ]
    if ended and line:
        draft.tell(line, *ended)
    else:
        draft.add(*ended)
    return bool(ended)


def held_by(character: Character) -> tuple[str, ...]:
    """Who holds the character."""
    return tuple(running.source for running in character.conditions_of_kind("held"))


def holding(character: Character) -> str:
    """Whom the character holds, "" for no one."""
    return next((aim(running) for running in character.conditions_of_kind("holding")), "")


def upon(kind: str, target: Character, **data: Value) -> Condition:
    """What someone goes on doing to a target: holding, drinking."""
    return Condition(kind, kind, note=target.name, data=frozen({"on": target.id, **data}))


def aim(running: Condition) -> str:
    """The other side of a hold or of drinking, from either side; older sessions keep it as the source."""
    return str(running.data.get("on", running.source))


def _both_sides(state: State, holder: str, held: str) -> list[ConditionEnded]:
    """What ends with a hold, on the holder and on the one they hold."""
    sides = ((holder, held, ("holding", "drinking")), (held, holder, ("held",)))
    return [
        ConditionEnded(one, running.id, rule="NW-ATK-08")
        for one, other, kinds in sides
        if one in state.characters
        for running in state.characters[one].conditions.values()
        if running.kind in kinds and aim(running) == other
    ]


def let_go(draft: Draft, holder: str) -> bool:
    """End the hold of `holder`, on both sides; tell whether there was one (NW-ATK-08)."""
    held = holding(draft.character(holder))
    if held:
        name = draft.character(held).name if held in draft.state.characters else held
        line = message("nw.let_go", who=draft.character(holder).name, target=name)
        draft.tell(line, *_both_sides(draft.state, holder, held))
    stop(draft, holder, "drinking")
    return bool(held)


def calm(draft: Draft, who: str, line: Message | None = None) -> bool:
    """End a frenzy and what still asks for a check; tell whether there was a frenzy (NW-EFF-15)."""
    forget(draft, who, *STIMULI)
    return stop(draft, who, "frenzy", line=line)


def become_helpless(draft: Draft, who: str) -> None:
    """A helpless character holds no one and neither dodges nor runs, but may stay held (NW-ATK-08)."""
    let_go(draft, who)
    stop(draft, who, *STANCES)


def enter_torpor(draft: Draft, who: str, cause: str) -> None:
    """Begin torpor, unless it has begun; `cause` is the empty track, "health" or "blood" (NW-STATE-07, 08)."""
    character = draft.character(who)
    if character.has_condition("torpor") or is_gone(character):
        return
    rule = "NW-STATE-07" if cause == "health" else "NW-STATE-08"
    begin(draft, who, "torpor", rule, message(f"nw.torpor_{cause}", who=character.name), data={"cause": cause})
    calm(draft, who)
    become_helpless(draft, who)


def leave_torpor(draft: Draft, who: str) -> None:
    """End torpor; a body that wakes has mended what was hacked at (NW-STATE-10, 13)."""
    stop(draft, who, "torpor", line=message("nw.torpor_ends", who=draft.character(who).name))
    mend(draft, who)


def mend(draft: Draft, who: str) -> None:
    """Clear the work of taking the body apart (NW-STATE-13)."""
    if draft.character(who).count("dismemberment"):
        draft.add(CounterSet(who, "dismemberment", 0))


def die(draft: Draft, who: str, why: Message, rule: str) -> None:
    """Final Death: out of the turn order for good, kept in the list (NW-STATE-14)."""
    if is_gone(draft.character(who)):
        return
    ended = [one for one in draft.character(who).conditions.values() if one.kind in _GONE_WITH_DEATH]
    death = ConditionSet(who, Condition("final_death", "final_death"), rule)
    draft.tell(why, death, *(ConditionEnded(who, one.id, "final_death", rule) for one in ended))
    calm(draft, who)
    let_go(draft, who)
    for holder in held_by(draft.character(who)):
        if holder in draft.state.characters:
            let_go(draft, holder)
    stop(draft, who, "held")
    order = tuple(place for place in draft.state.order if place.who != who)
    if order != draft.state.order:
        draft.add(OrderSet(order))


def settle_mortal(draft: Draft, who: str, *, was_unconscious: bool, wakes: bool = False) -> None:
    """What the points of someone who is no vampire bring: death, fainting, waking (NW-STATE-15, 17; NW-HEAL-05)."""
    character = draft.character(who)
    value = character.pools["health"].value
    if value <= LOWEST_MORTAL_HEALTH:
        die(draft, who, message("nw.dies", who=character.name), "NW-STATE-17")
    elif value <= 0 and not was_unconscious:
        draft.say(message("nw.faints", who=character.name))
        become_helpless(draft, who)
    elif value > 0 and wakes:
        stop(draft, who, "unconscious", "stable")
        if was_unconscious:
            draft.say(message("nw.comes_round", who=character.name))


HIGHLIGHTS = (
    Highlight("nw.torpor_health", "bad"),
    Highlight("nw.torpor_blood", "bad"),
    *map(Highlight, ("nw.dismembered", "nw.deep_in_torpor", "nw.deep_overflow", "nw.dies")),
)


def condition_ended(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A hold ends on both sides; a body that wakes has mended; a frenzy that is over asks for nothing more."""
    who, data = intent.target, intent.values.get("data")
    match intent.text("kind"):
        case "holding" if isinstance(data, Mapping):
            draft.add(*_both_sides(draft.state, who, str(data.get("on", intent.text("source")))))
        case "held":
            draft.add(*_both_sides(draft.state, intent.text("source"), who))
        case "torpor" if not is_in_torpor(draft.character(who)):
            mend(draft, who)
        case "frenzy":
            forget(draft, who, *STIMULI)


def require_present(character: Character) -> None:
    """Raise Refusal where the character has met Final Death."""
    if is_gone(character):
        raise Refusal(message("nw.gone", who=character.name))


def require_able(character: Character) -> None:
    """Raise Refusal where the character can do nothing (NW-STATE-09, 19)."""
    require_present(character)
    if is_helpless(character):
        state = "unconscious" if is_unconscious(character) else "torpor" if is_in_torpor(character) else "helpless"
        raise Refusal(message("nw.helpless", who=character.name, state=Term(state)))


def require_free(character: Character) -> None:
    """Raise Refusal where someone holds the character, who can then neither dodge, run nor shoot (NW-ATK-08)."""
    if held_by(character):
        raise Refusal(message("nw.held_cannot_move", who=character.name))


def require_vampire(character: Character) -> None:
    """Raise Refusal where only a vampire can do it."""
    if not is_vampire(character):
        raise Refusal(message("nw.only_vampires", who=character.name))


def require_two(one: Character, other: Character) -> None:
    """Raise Refusal where the same one stands on both sides."""
    if one.id == other.id:
        raise Refusal(message("nw.not_oneself", who=one.name))


def require_same_fight(view: State, one: Character, other: Character, *, free: bool = False) -> None:
    """Raise Refusal where the two are in different fights. The switch `free` leaves it to the game master."""
    if view.fight_of(one.id) != view.fight_of(other.id) and not free:
        raise Refusal(message("nw.elsewhere", who=one.name, target=other.name))
