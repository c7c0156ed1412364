"""Who acts when: by what was declared, or by a fixed number (V5-INI-01, V5-INI-02), and the end of long fights."""

from collections.abc import Iterator, Mapping

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Fight,
    InitiativeSet,
    Intent,
    Message,
    OrderSet,
    Parameter,
    Part,
    Place,
    State,
    Term,
    Value,
    drafted,
    frozen,
    message,
    sorted_order,
    with_place,
)
from tracker_vtm5 import faith, options, people
from tracker_vtm5.kinds import choices
from tracker_vtm5.records import number, word

DECLARED = ("engaged", "ranged", "new_melee", "other")
"""Kinds of action in the order in which they are carried out (V5-INI-01)."""
LAST_TURN = 3


def _declaration(character: Character) -> Condition | None:
    return next(iter(character.conditions_of_kind("declared")), None)


def _skill_of(character: Character, kind: str) -> int:
    """The dots of the Skill used: as declared, else what the kind of action usually takes."""
    declared = _declaration(character)
    if declared and "skill" in declared.data:
        return number(declared.data, "skill")
    match kind:
        case "ranged":
            return character.integer("firearms")
        case "engaged" | "new_melee":
            return max(character.integer("brawl"), character.integer("melee"))
        case _:
            return 0


def _place_by_action(character: Character, *, acted: bool = False) -> tuple[Place, tuple[Part, ...]]:
    """The place by the declared kind of action, then Dexterity + Wits, then Skill; nothing declared is `other`."""
    declared = _declaration(character)
    kind = word(declared.data, "action") if declared else "other"
    value = len(DECLARED) - DECLARED.index(kind)
    speed = character.integer("dexterity") + character.integer("wits")
    tie = (speed, _skill_of(character, kind))
    place = Place(character.id, value, tie, acted, note=kind if declared else "")
    return place, (Part(Term(kind), value, "V5-INI-01"),)


def _place_by_number(character: Character, die: int = 0) -> tuple[Place, tuple[Part, ...]]:
    """The place by Composure + Awareness; players, then vampires, then Composure, then a die break ties."""
    parts = tuple(Part(Term(name), character.integer(name), "V5-INI-02") for name in ("composure", "awareness"))
    is_player = character.integer("player")
    tie = (is_player, int(people.is_vampire(character)), character.integer("composure"), die)
    return Place(character.id, sum(part.value for part in parts), tie), parts


def initiative(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Put the targets in order; others keep their places."""
    fixed = options.is_set(draft.state, "order", "fixed")
    place_of = _place_by_number if fixed else _place_by_action
    made = {who: place_of(draft.character(who)) for who in intent.targets}
    for who in intent.targets:
        if f"total:{who}" in intent.values:
            total = intent.integer(f"total:{who}")
            made[who] = (Place(who, total, made[who][0].tie), (Part(Term("game_master"), total),))
    if fixed:
        _break_ties(draft, made, intent, chance)
    order = tuple(place for place in draft.state.order if place.who not in made or place.slot)
    for who, (place, parts) in made.items():
        draft.add(_placed(who, parts))
        order = with_place(order, place)
    draft.add(OrderSet(order))
    draft.say(message("vtm5.order", list=tuple(_told(draft, place, fixed) for place in order)))
    if draft.state.round == 0:
        faith.initiative_reminders(draft)


def _placed(who: str, parts: tuple[Part, ...]) -> InitiativeSet:
    return InitiativeSet(who, sum(part.value for part in parts), parts)


def _told(draft: Draft, place: Place, fixed: bool) -> Message | str:
    name = draft.character(place.who).name
    if fixed:
        return message("vtm5.in_order", who=name, value=place.value or 0)
    return message("vtm5.in_order_by_action", who=name, action=Term(place.note)) if place.note else name


def _break_ties(draft: Draft, made: dict[str, tuple[Place, tuple[Part, ...]]], intent: Intent, chance: Chance) -> None:
    """Throw a die for those whom nothing else tells apart (V5-INI-02)."""
    ranks = [(place.value, place.tie[:-1]) for place, _ in made.values()]
    for who, (place, parts) in made.items():
        if ranks.count((place.value, place.tie[:-1])) > 1:
            named, name = intent.values.get(f"die:{who}"), draft.character(who).name
            die = named if isinstance(named, int) else chance.dice(1, 10, "tie", who=name)[0]
            made[who] = (Place(who, place.value, (*place.tie[:-1], die)), parts)
            draft.say(message("vtm5.tie_broken", who=name, die=die), working=True)


# ---------------------------------------------------------------------- declarations


def _is_by_action(view: State) -> bool:
    return options.is_set(view, "order", "action")


def _declare(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Say what kind of action people mean to take, and perhaps what all the others of the fight do."""
    known: dict[str, Value] = {"skill": intent.integer("skill")} if "skill" in intent.values else {}
    for who in intent.targets:
        _declare_one(draft, who, intent.text("action"), known)
    if rest := intent.text("rest"):
        for character in draft.state.fighters:
            if character.can_act and not draft.character(character.id).has_condition("declared"):
                _declare_one(draft, character.id, rest, {})


def _declare_one(draft: Draft, who: str, action: str, known: Mapping[str, Value]) -> None:
    """Remember what someone means to do; who stands in the order moves to the place of it."""
    data: dict[str, Value] = {"action": action, "round": draft.state.round, **known}
    line = message("vtm5.declared", who=draft.character(who).name, action=Term(action))
    draft.tell(line, ConditionSet(who, Condition("declared", "declared", data=frozen(data)), "V5-INI-01"))
    standing = draft.state.place_of(who)
    if standing is not None and _is_by_action(draft.state):
        place, parts = _place_by_action(draft.character(who), acted=standing.acted)
        draft.add(_placed(who, parts), OrderSet(with_place(draft.state.order, place)))


def _undeclared(view: State, fight: Fight) -> tuple[str, ...]:
    """Who has not said what to do in a round of which no one has had a turn yet; later they act as `other`."""
    if not fight.round or fight.current or any(place.acted for place in fight.order) or not _is_by_action(view):
        return ()
    people_of_it = (view.characters[place.who] for place in fight.order if not place.slot)
    return tuple(one.id for one in people_of_it if one.can_act and not one.has_condition("declared"))


def due_at_table(view: State) -> Iterator[DueItem]:
    """Ask in every fight for the declarations before the first turn, and remind of a long one's end (V5-TURN-03).

    Only the fight that is shown waits for its declarations. Those of another are made by one of its people, so that
    they change the order there.
    """
    for name, fight in sorted(view.all_fights.items()):
        if fight.round == LAST_TURN and fight.order:
            item = f"three_turns:{name}" if name else "three_turns"
            yield DueItem(item, "", _said_of("three_turns", name), None, "V5-TURN-03", "reminder")
        if waiting := _undeclared(view, fight):
            names = tuple(view.characters[who].name for who in waiting)
            is_shown = name == view.fight
            speaker = "" if is_shown else waiting[0]
            rest = Intent("declare", speaker, waiting, frozen({"action": "other"}))
            line = _said_of("declarations", name, list=names)
            yield DueItem(f"declare:{name}:{fight.round}", "", line, rest, "V5-INI-01", holds=is_shown)


def _said_of(what: str, fight: str, **values: tuple[str, ...]) -> Message:
    """The sentence about what is due in a fight, with its name where it has one."""
    if fight:
        return message(f"vtm5.due.{what}_in", fight=fight, **values)
    return message(f"vtm5.due.{what}", **values)


def start_of_round(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Forget what was declared for the round before; no one has a place by it any more."""
    state = draft.state
    for character in state.fighters:
        declared = _declaration(character)
        is_old = declared and (state.round > 1 or number(declared.data, "round") > 0)
        if is_old:
            draft.add(*people.ends_of(character, "declared", cause="round"))
    if state.round > 1 and state.order and _is_by_action(state):
        # A place by no one's declaration, such as a total that was typed, stays.
        draft.add(
            OrderSet(
                sorted_order(
                    _place_by_action(draft.character(place.who))[0] if place.note else place
                    for place in state.order
                    if not place.slot
                )
            )
        )


def begin_scene(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Forget what was declared in the scene before."""
    for character in draft.state.characters.values():
        draft.add(*people.ends_of(character, "declared", cause="scene"))


def _wait(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Pass: to the end of the order; one whose turn is running acts there once more in this round."""
    who = people.subject(intent)
    character = draft.character(who)
    place = draft.state.place_of(who)
    if place is None:
        people.refuse("no_place", character)
    others = tuple(other for other in draft.state.order if other.who != who)
    lowest = min((other.value for other in others if other.value is not None), default=place.value)
    last = Place(who, lowest, place.tie, place.acted, note=place.note)
    again = (Place(who, lowest, place.tie, slot=1),) if draft.state.current == who and not place.acted else ()
    draft.add(OrderSet((*others, last, *again)))
    draft.say(message("vtm5.waits", who=character.name))


DEEDS = (
    Deed(
        Action(
            "declare", "act",
            (
                Parameter("action", "choice", required=True, choices=choices(DECLARED)),
                Parameter("rest", "choice", choices=choices(DECLARED)),
                Parameter("skill", "integer", minimum=0, maximum=20, common=False),
            ),
            acts=False, targets="many", key="D", rules=("V5-INI-01",), for_all=True,
            examples=("declare Vera engaged", "declare Vera,Hunter ranged rest=other"), group="fight",
        ),
        drafted(_declare),
    ),
    Deed(
        Action(
            "wait", "act", acts=False, targets="one", rules=("V5-INI-02",), examples=("wait Vera",), group="fight",
        ),
        drafted(_wait),
    ),
)  # fmt: skip

CHAPTER = Chapter(
    deeds=DEEDS,
    conditions=(ConditionKind("declared", by_hand=False, memory=True),),
    initiative=drafted(initiative),
    moments={"start_of_round": start_of_round, "begin_scene": begin_scene},
    due_at_table=due_at_table,
)
