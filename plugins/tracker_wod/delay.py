"""Holding back: waiting within the round, carrying an action over, moving in the order (WOD-INIT-05 to -10)."""

from collections.abc import Mapping
from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Deed,
    Draft,
    Intent,
    OptionSpec,
    OrderSet,
    Parameter,
    Place,
    Refusal,
    State,
    Value,
    badges,
    drafted,
    frozen,
    message,
    with_place,
    without_place,
)
from tracker_wod.economy import FREE, no_action, spend_action
from tracker_wod.initiative import bare, rolled_off
from tracker_wod.merits import has_merit
from tracker_wod.refusing import barred

DELAYING, CARRIED, RETURNS, FRESH = "delaying", "carried-over", "returns", "fresh-start"


def _place(view: State, who: str) -> Place:
    place = view.place_of(who)
    if place is None:
        raise Refusal(message("wod.refused.no_place", who=view.characters[who].name))
    return place


def _remember(kind: str, view: State, place: Place, note: str = "") -> Condition:
    """A condition that keeps the place to go back to and the round it was given up in."""
    home: Mapping[str, Value] = frozen({"value": place.value or 0, "tie": place.tie, "round": view.round})
    return Condition(kind, kind, note=note, data=home, unit="scene")


# ---------------------------------------------------------------------- waiting


def delay(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Wait on one's turn and act later; a `trigger` named now lets one act just before it (WOD-INIT-06, -07, -10)."""
    view = draft.state
    who = intent.actor
    place = _place(view, who)
    if reason := no_action(view, who, "delay"):
        raise barred(view, who, reason, "")
    trigger = intent.text("trigger")
    name = view.characters[who].name
    line = message("wod.delays.trigger" if trigger else "wod.delays", who=name, trigger=trigger)
    draft.tell(line, ConditionSet(who, _remember(DELAYING, view, place, trigger), "WOD-INIT-06"))


def carry_over(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give up this round's action, though not the move, to act at any point of the next (WOD-INIT-09)."""
    view = draft.state
    who = intent.actor
    place = _place(view, who)
    home = view.characters[who].conditions.get(RETURNS)
    spend_action(draft, who, "carry-over", free=intent.flag("free"))
    condition = _remember(CARRIED, view, place)
    if home is not None:
        condition = replace(condition, data=frozen({**home.data, "round": view.round}))
    draft.tell(message("wod.carries_over", who=view.characters[who].name), ConditionSet(who, condition, "WOD-INIT-09"))


def _waits(view: State, character: Character) -> Condition | None:
    """What lets a character act out of place now: waiting in this fight, or an action carried over from before."""
    waiting = character.conditions.get(DELAYING)
    if waiting is not None:
        return waiting
    carried = character.conditions.get(CARRIED)
    return carried if carried is not None and carried.data.get("round") != view.round else None


def act_now(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Act at last: right after another fighter, or before one where that was announced; the place moves there.

    After a fighter one stands one below his result, before him one above (WOD-INIT-06, -07). Several who wait for the
    same moment are ordered like a tie (WOD-INIT-08).
    """
    view = draft.state
    who, other = intent.actor, intent.text("other")
    character = view.characters[who]
    waiting = _waits(view, character)
    if waiting is None:
        raise barred(view, who, "wod.reason.not_waiting", "")
    if reason := no_action(view, who, "act-now"):
        raise barred(view, who, reason, "")
    if other == who:
        raise Refusal(message("wod.refused.no_other"))
    before = intent.text("where") == "before"
    if before and waiting.kind == DELAYING and not waiting.note:
        raise Refusal(message("wod.refused.no_trigger", who=character.name))
    anchor, mine = _place(view, other), _place(view, who)
    value = None if anchor.value is None else anchor.value + (1 if before else -1)
    moment = f"acts-{'before' if before else 'after'}-{other}"
    moving = replace(mine, value=value, tie=bare(mine), acted=False)
    draft.add(OrderSet(_at_moment(draft, moving, anchor, moment, chance, before=before)))
    ahead = {place.who for place in _until(draft.state.order, who) if view.characters[place.who].count(moment)}
    if view.round:
        draft.add(CounterSet(who, moment, 1, "round"))
    line = "wod.acts_before" if before else "wod.acts_after"
    acts = message(line, who=character.name, other=view.characters[other].name, value=value or 0)
    draft.tell(acts, ConditionEnded(who, waiting.id, "acts"))
    if waiting.kind == CARRIED or view.option("delay-place", "stays") == "returns":
        home = Condition(RETURNS, RETURNS, data=frozen({**waiting.data, "round": view.round}), unit="scene")
        draft.add(ConditionSet(who, home, "WOD-INIT-09"))
    if view.current not in ahead and (before or view.current != other):
        draft.follow(Intent("jump", targets=(who,)))


def _until(order: tuple[Place, ...], who: str) -> tuple[Place, ...]:
    """The places ahead of someone's ordinary one."""
    return order[: next(number for number, place in enumerate(order) if place.who == who and place.slot == 0)]


def _at_moment(
    draft: Draft, moving: Place, anchor: Place, moment: str, chance: Chance, *, before: bool
) -> tuple[Place, ...]:
    """The order with a place beside the anchor, among those who acted on the same moment already."""
    view = draft.state
    others = list(without_place(view.order, moving.who, moving.slot))
    same = [place for place in others if view.characters[place.who].count(moment)]
    ahead = [place for place in same if bare(place) > bare(moving)]
    equal = [place for place in same if bare(place) == bare(moving)]
    behind = [place for place in same if bare(place) < bare(moving)]
    tied = [*(replace(place, tie=bare(place)) for place in equal), moving]
    group = [*ahead, *rolled_off(draft, tied, chance, "WOD-INIT-08"), *behind]
    others = [place for place in others if place not in same]
    index = others.index(anchor) + (not before)
    return (*others[:index], *group, *others[index:])


def go_home(draft: Draft, intent: Intent, chance: Chance) -> None:
    """At the start of a round, put back who acted out of place for one round, and move who made a fresh start."""
    for character in draft.state.fighters:
        who = character.id
        home = character.conditions.get(RETURNS)
        if home is not None and home.data.get("round") != draft.state.round:
            place = draft.state.place_of(who)
            value, tie = home.data.get("value"), home.data.get("tie")
            draft.add(ConditionEnded(who, RETURNS, "round", "WOD-INIT-09"))
            if place is not None and isinstance(value, int) and isinstance(tie, tuple):
                numbers = tuple(number for number in tie if isinstance(number, int))
                draft.add(OrderSet(with_place(draft.state.order, replace(place, value=value, tie=numbers))))
        carried = character.conditions.get(CARRIED)
        given_up = carried.data.get("round") if carried else None
        if carried is not None and isinstance(given_up, int) and given_up < draft.state.round - 1:
            draft.add(ConditionEnded(who, CARRIED, "round"))
        fresh = character.conditions.get(FRESH)
        if fresh is not None:
            _move_fresh(draft, who, fresh)


# ---------------------------------------------------------------------- Fresh Start


def fresh_start(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Spend the action on another place in the order, from the next round on (WOD-INIT-05)."""
    view = draft.state
    who, other = intent.actor, intent.text("other")
    character = view.characters[who]
    if not has_merit(character, FRESH):
        raise barred(view, who, "wod.reason.no_fresh_start", "")
    if other == who:
        raise Refusal(message("wod.refused.no_other"))
    _place(view, who)
    _place(view, other)
    spend_action(draft, who, FRESH, free=intent.flag("free"))
    wish = frozen({"other": other, "where": intent.text("where")})
    line = message("wod.fresh_start", who=character.name, other=view.characters[other].name)
    draft.tell(line, ConditionSet(who, Condition(FRESH, FRESH, data=wish, unit="scene"), "WOD-INIT-05"))


def _move_fresh(draft: Draft, who: str, fresh: Condition) -> None:
    draft.add(ConditionEnded(who, FRESH, "round", "WOD-INIT-05"))
    mine = draft.state.place_of(who)
    anchor = draft.state.place_of(str(fresh.data.get("other", "")))
    if mine is None or anchor is None:
        return
    before = fresh.data.get("where") == "before"
    value = None if anchor.value is None else anchor.value + (1 if before else -1)
    others = without_place(draft.state.order, who)
    index = others.index(anchor) + (not before)
    draft.add(OrderSet((*others[:index], replace(mine, value=value), *others[index:])))


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why not to wait, to act now or to start afresh."""
    character = view.characters[who]
    reasons: dict[str, str] = {}
    for verb in ("delay", "carry-over", "act-now", FRESH):
        if reason := no_action(view, who, verb):
            reasons[verb] = reason
    if _waits(view, character) is None:
        reasons.setdefault("act-now", "wod.reason.not_waiting")
    if not has_merit(character, FRESH):
        reasons.setdefault(FRESH, "wod.reason.no_fresh_start")
    return reasons


OTHER = Parameter("other", "character", required=True)


def _where(default: str) -> Parameter:
    return Parameter("where", "choice", default=default, choices=(Choice("after"), Choice("before")))


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "delay", "act", (Parameter("trigger", "text", default=""),),
            rules=("WOD-INIT-06", "WOD-INIT-07", "WOD-INIT-10"),
            examples=("delay by=Mitch", "delay by=Mitch when Larry draws"), group="initiative",
        ), drafted(delay)),
        Deed(Action(
            "act-now", "act", (_where("after"), OTHER), rules=("WOD-INIT-06", "WOD-INIT-07", "WOD-INIT-08"),
            examples=("act-now after Larry by=Mitch", "act-now before Larry by=Mitch"), group="initiative",
        ), drafted(act_now)),
        Deed(Action(
            "carry-over", "act", (FREE,), rules=("WOD-INIT-09",), examples=("carry-over by=Mitch",), group="initiative",
        ), drafted(carry_over)),
        Deed(Action(
            FRESH, "act", (_where("before"), OTHER, FREE), rules=("WOD-INIT-05",),
            examples=("fresh-start before Larry by=Mitch",), group="initiative",
        ), drafted(fresh_start)),
    ),
    moments={"start_of_round": go_home},
    conditions=(
        ConditionKind(DELAYING, rule="WOD-INIT-06", by_hand=False, waits=True, weight=badges.NUMBER + 5),
        ConditionKind(CARRIED, rule="WOD-INIT-09", by_hand=False, waits=True, weight=badges.NUMBER + 5),
        ConditionKind(FRESH, rule="WOD-INIT-05", by_hand=False),
        ConditionKind(RETURNS, rule="WOD-INIT-09", by_hand=False, memory=True),
    ),
    options=(OptionSpec("delay-place", "stays", (Choice("stays"), Choice("returns")), "WOD-INIT-06"),),
    unavailable=unavailable,
)  # fmt: skip
