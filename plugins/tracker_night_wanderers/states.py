"""Torpor, Final Death and waking: what begins, what ends with it, and who is let go."""

from collections.abc import Mapping

from tracker.api import (
    Character,
    Condition,
    ConditionEnded,
    ConditionSet,
    CounterSet,
    Draft,
    Message,
    OrderSet,
    PromptSettled,
    Refusal,
    Term,
    Value,
    frozen,
    message,
)
from tracker_night_wanderers.sheet import is_gone, is_helpless, is_in_torpor, is_unconscious, is_vampire

STANCES = ("dodge", "running_dodge", "straight_run")
EXPOSURES = ("direct_sunlight", "indirect_sunlight", "small_fire", "big_fire")
_GONE_WITH_DEATH = ("torpor", "unconscious", "stable", *EXPOSURES)


def begin(
    draft: Draft, who: str, kind: str, rule: str, *, amount: int = 0, data: Mapping[str, Value] | None = None
) -> None:
    """Begin a condition of the ruleset's that lasts until something ends it."""
    draft.add(ConditionSet(who, Condition(kind, kind, amount=amount, data=frozen(data or {})), rule))


def stop(draft: Draft, who: str, *kinds: str, cause: str = "") -> bool:
    """End the running conditions of some kinds; tell whether there were any."""
    ended = [running.id for running in draft.character(who).conditions.values() if running.kind in kinds]
    draft.add(*(ConditionEnded(who, name, cause) for name in ended))
    return bool(ended)


def held_by(character: Character) -> tuple[str, ...]:
    """Who holds the character."""
    return tuple(running.source for running in character.conditions_of_kind("held"))


def holding(character: Character) -> str:
    """Whom the character holds, "" for nobody."""
    for running in character.conditions_of_kind("holding"):
        return running.source
    return ""


def let_go(draft: Draft, holder: str) -> bool:
    """End the hold of `holder`, on both sides; tell whether there was one (NW-ATK-08)."""
    held = holding(draft.character(holder))
    stop(draft, holder, "holding", "drinking")
    if held in draft.state.characters:
        for running in draft.character(held).conditions_of_kind("held"):
            if running.source == holder:
                draft.add(ConditionEnded(held, running.id))
    if held:
        name = draft.character(held).name if held in draft.state.characters else held
        draft.say(message("nw.let_go", who=draft.character(holder).name, target=name))
    return bool(held)


def break_holds_on(draft: Draft, who: str) -> None:
    """Whoever holds the character holds nothing any more."""
    for holder in held_by(draft.character(who)):
        if holder in draft.state.characters:
            let_go(draft, holder)
    stop(draft, who, "held")


def calm(draft: Draft, who: str) -> bool:
    """End a frenzy and what still asks for a check; tell whether there was a frenzy (NW-EFF-15)."""
    settle_checks(draft, who)
    settle_prompts(draft, f"calm:{who}")
    return stop(draft, who, "frenzy")


def settle_checks(draft: Draft, who: str) -> None:
    """Settle every frenzy check that is asked of the character."""
    settle_prompts(draft, *(prompt.id for prompt in draft.state.prompts if prompt.id.startswith(f"frenzy:{who}:")))


def settle_prompts(draft: Draft, *prompts: str) -> None:
    """Settle prompts that are open."""
    still_open = {prompt.id for prompt in draft.state.prompts}
    draft.add(*(PromptSettled(prompt) for prompt in prompts if prompt in still_open))


def become_helpless(draft: Draft, who: str) -> None:
    """A helpless character holds nobody and neither dodges nor runs; he may stay held himself (NW-ATK-08)."""
    let_go(draft, who)
    stop(draft, who, *STANCES)


def enter_torpor(draft: Draft, who: str, cause: str) -> None:
    """Begin torpor, unless it has begun; `cause` is the empty track, "health" or "blood" (NW-STATE-07, 08)."""
    if draft.character(who).has_condition("torpor") or is_gone(draft.character(who)):
        return
    rule = "NW-STATE-07" if cause == "health" else "NW-STATE-08"
    begin(draft, who, "torpor", rule, data={"cause": cause})
    draft.say(message(f"nw.torpor_{cause}", who=draft.character(who).name))
    calm(draft, who)
    become_helpless(draft, who)


def leave_torpor(draft: Draft, who: str) -> None:
    """End torpor; a body that wakes has mended what was hacked at (NW-STATE-10, 13)."""
    stop(draft, who, "torpor")
    if draft.character(who).count("dismemberment"):
        draft.add(CounterSet(who, "dismemberment", 0))
    draft.say(message("nw.torpor_ends", who=draft.character(who).name))


def die(draft: Draft, who: str, why: Message, rule: str) -> None:
    """Final Death: out of the turn order for good, kept in the list (NW-STATE-14)."""
    if is_gone(draft.character(who)):
        return
    begin(draft, who, "final_death", rule)
    draft.say(why)
    calm(draft, who)
    become_helpless(draft, who)
    break_holds_on(draft, who)
    stop(draft, who, *_GONE_WITH_DEATH)
    order = tuple(place for place in draft.state.order if place.who != who)
    if order != draft.state.order:
        draft.add(OrderSet(order))


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


def require_vampire(character: Character) -> None:
    """Raise Refusal where only a vampire can do it."""
    if not is_vampire(character):
        raise Refusal(message("nw.only_vampires", who=character.name))
