"""Who acts when: by what was declared, or by a fixed number (V5-INI-01, V5-INI-02), and the turns' reminders."""

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    CounterSet,
    Draft,
    InitiativeSet,
    Intent,
    OrderSet,
    Parameter,
    Part,
    Place,
    Prompted,
    State,
    Term,
    message,
    with_place,
)
from tracker_vtm5 import faith, options, people
from tracker_vtm5.feature import Feature

DECLARED = ("engaged", "ranged", "new_melee", "other")
"""Kinds of action in the order in which they are carried out (V5-INI-01)."""
LAST_TURN = 3


def _kind_of(character: Character) -> str:
    """What somebody has declared for this turn; nothing declared is `other`."""
    code = character.count("declared")
    return DECLARED[code - 1] if 1 <= code <= len(DECLARED) else "other"


def _skill_of(character: Character) -> int:
    """The dots of the Skill used: as declared, else what the kind of action usually takes."""
    if character.count("declared_skill"):
        return character.count("declared_skill") - 1
    match _kind_of(character):
        case "ranged":
            return character.integer("firearms")
        case "engaged" | "new_melee":
            return max(character.integer("brawl"), character.integer("melee"))
        case _:
            return 0


def place_by_action(character: Character) -> tuple[Place, tuple[Part, ...]]:
    """The place by the declared kind of action, then Dexterity + Wits, then Skill."""
    kind = _kind_of(character)
    value = len(DECLARED) - DECLARED.index(kind)
    speed = character.integer("dexterity") + character.integer("wits")
    note = kind if character.count("declared") else ""
    place = Place(character.id, value, (speed, _skill_of(character)), note=note)
    return place, (Part(Term(kind), value, "V5-INI-01"),)


def place_by_number(character: Character, die: int = 0) -> tuple[Place, tuple[Part, ...]]:
    """The place by Composure + Awareness; players, then vampires, then Composure, then a die break ties."""
    parts = tuple(Part(Term(name), character.integer(name), "V5-INI-02") for name in ("composure", "awareness"))
    is_player = character.integer("player")
    tie = (is_player, int(people.is_vampire(character)), character.integer("composure"), die)
    return Place(character.id, sum(part.value for part in parts), tie), parts


def initiative(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Put the targets in order; others keep their places."""
    fixed = options.is_set(draft.state, "order", "fixed")
    made = {who: _place(draft.state, who, fixed) for who in intent.targets}
    for who in intent.targets:
        if f"total:{who}" in intent.values:
            total = intent.integer(f"total:{who}")
            place = Place(who, total, made[who][0].tie)
            made[who] = (place, (Part(Term("game_master"), total, ""),))
    if fixed:
        made = _with_dice(draft.state, made, intent, chance)
    order = tuple(place for place in draft.state.order if place.who not in made or place.slot)
    acted = {place.who: place.acted for place in draft.state.order if place.slot == 0}
    for who, (place, parts) in made.items():
        draft.add(InitiativeSet(who, place.value or 0, parts))
        order = with_place(order, Place(who, place.value, place.tie, acted.get(who, False), note=place.note))
    draft.add(OrderSet(order))
    if fixed:
        listed = tuple(
            message("vtm5.in_order", who=draft.character(place.who).name, value=place.value or 0) for place in order
        )
    else:
        listed = tuple(
            message("vtm5.in_order_by_action", who=draft.character(place.who).name, action=Term(place.note or "other"))
            for place in order
        )
    draft.say(message("vtm5.order", list=listed))
    if draft.state.round == 0:
        faith.initiative_reminders(draft)


def _place(view: State, who: str, fixed: bool) -> tuple[Place, tuple[Part, ...]]:
    character = view.characters[who]
    return place_by_number(character) if fixed else place_by_action(character)


def _with_dice(
    view: State, made: dict[str, tuple[Place, tuple[Part, ...]]], intent: Intent, chance: Chance
) -> dict[str, tuple[Place, tuple[Part, ...]]]:
    """Throw a die for those whom nothing else tells apart (V5-INI-02)."""
    ranks = [(place.value, place.tie) for place, _ in made.values()]
    thrown = dict(made)
    for who, (place, parts) in made.items():
        if ranks.count((place.value, place.tie)) > 1:
            named = intent.values.get(f"die:{who}")
            die = named if isinstance(named, int) else chance.dice(1, 10, "initiative")[0]
            thrown[who] = (Place(who, place.value, (*place.tie[:-1], die)), parts)
    return thrown


def _declare(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Say what kind of action somebody means to take; who stands in the order moves to the place of it."""
    who = people.subject(intent)
    code = DECLARED.index(intent.text("action", "other")) + 1
    draft.add(CounterSet(who, "declared", code, "round"))
    if "skill" in intent.values:
        draft.add(CounterSet(who, "declared_skill", intent.integer("skill") + 1, "round"))
    name = draft.character(who).name
    draft.say(message("vtm5.declared", who=name, action=Term(intent.text("action", "other"))))
    standing = draft.state.place_of(who)
    if standing is not None and options.is_set(draft.state, "order", "action"):
        place, _ = place_by_action(draft.character(who))
        moved = Place(who, place.value, place.tie, standing.acted, note=place.note)
        draft.add(OrderSet(with_place(draft.state.order, moved)))


def _wait(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Pass: to the end of the order; one whose turn is running acts there once more in this round."""
    who = people.subject(intent)
    character = draft.character(who)
    place = draft.state.place_of(who)
    if place is None:
        people.refuse("no_place", character)
    others = tuple(other for other in draft.state.order if other.who != who)
    lowest = min((other.value for other in others if other.value is not None), default=0)
    last = Place(who, lowest, place.tie, place.acted, note=place.note)
    again = (Place(who, lowest, place.tie, slot=1),) if draft.state.current == who and not place.acted else ()
    draft.add(OrderSet((*others, last, *again)))
    draft.say(message("vtm5.waits", who=character.name))


def start_of_round(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Everybody declares again; in the third turn the fight may be closed (V5-TURN-03)."""
    if draft.state.round == LAST_TURN:
        line = message("vtm5.due.three_turns")
        draft.add(Prompted("three_turns", "", line, "", "V5-TURN-03", "round"))
    if options.is_set(draft.state, "order", "action") and draft.state.order:
        draft.add(Prompted("declare", "", message("vtm5.due.declare"), "", "V5-INI-01", "round"))


ACTIONS = (
    Action(
        "declare",
        "act",
        (
            Parameter("action", "choice", required=True, choices=tuple(Choice(kind) for kind in DECLARED)),
            Parameter("skill", "integer", minimum=0, maximum=20, common=False),
        ),
        acts=False,
        targets="one",
        key="D",
        rules=("V5-INI-01",),
        examples=("declare Vera engaged", "declare Hunter ranged"),
        group="fight",
    ),
    Action(
        "wait",
        "act",
        acts=False,
        targets="one",
        rules=("V5-INI-02",),
        examples=("wait Vera",),
        group="fight",
    ),
)

FEATURE = Feature(
    actions=ACTIONS,
    verbs={"declare": _declare, "wait": _wait},
    moments={"start_of_round": start_of_round, "initiative": initiative},
)
