"""The order of a turn and of a chase: powers first, then the lowest 2d6, then one die each until it differs."""

from collections.abc import Mapping, Sequence
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
    InitiativeSet,
    Intent,
    Message,
    OrderSet,
    Part,
    Place,
    Refusal,
    Rolled,
    SceneSet,
    State,
    Term,
    Value,
    drafted,
    frozen,
    message,
    record,
)
from tracker_night_wanderers import probability
from tracker_night_wanderers.dice import SIDES
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import is_gone
from tracker_night_wanderers.states import require_able, require_two

GIVEN = Term("game_master")
"""What a number comes from that was given instead of rolled."""
BEHIND_ALL_NUMBERS = 2_000_000
"""No one's number is as large."""
_POWERS = ("hunters_instinct", "advanced_celerity", "initial_celerity")
_PURSUIT_POWERS = (*_POWERS[1:], "advanced_potence", "initial_potence")
CELERITY_LEVELS = 2


@record
class Standing:
    """Where someone stands: `powers` (0 for each one had, from the first of the list), the number, the tie dice."""

    who: str
    powers: tuple[int, ...]
    number: int
    ties: tuple[int, ...] = ()

    @property
    def rank(self) -> tuple[int, ...]:
        """What decides before any tie is rolled; lower acts first (NW-INIT-01, 03, 05)."""
        return (*self.powers, self.number)


# ---------------------------------------------------------------------- powers


def _celerity(character: Character) -> tuple[int, int]:
    """Active Advanced and Initial Celerity; the first counts as the second too (NW-INIT-02)."""
    advanced = character.has_condition("advanced_celerity")
    initial = advanced or character.has_condition("initial_celerity")
    return int(not advanced), int(not initial)


def initiative_powers(character: Character) -> tuple[int, ...]:
    """Active Hunter's Instinct, Advanced Celerity, Initial Celerity (NW-INIT-01)."""
    return (int(not character.has_condition("hunters_instinct")), *_celerity(character))


def pursuit_powers(character: Character) -> tuple[int, ...]:
    """Active Celerity, then Potence whether active or not (NW-INIT-10, 11)."""
    potence = character.integer("potence")
    advanced = potence >= 2 or character.has_condition("advanced_potence")
    initial = advanced or potence >= 1 or character.has_condition("initial_potence")
    return (*_celerity(character), int(not advanced), int(not initial))


def extra_actions(character: Character) -> int:
    """Extra actions of an active Celerity: as on the sheet, else 1 for Initial and 2 for Advanced (NW-INIT-07)."""
    if character.has_condition("advanced_celerity"):
        return character.integer("extra_actions", 2)
    return character.integer("extra_actions", 1) if character.has_condition("initial_celerity") else 0


# ---------------------------------------------------------------------- dice


def _roll_number(draft: Draft, who: str, chance: Chance, what: str, rule: str) -> tuple[int, ...]:
    faces = chance.dice(2, SIDES, what, who=draft.character(who).name)
    draft.add(Rolled(who, what, 2, faces, sides=SIDES, typed=chance.typed, rule=rule, total=sum(faces), expected=7.0))
    return faces


def _settle_ties(draft: Draft, group: Sequence[Standing], chance: Chance, rule: str, depth: int = 0) -> list[Standing]:
    """Order people of the same rank by one die each, lowest first; only those still equal roll again (NW-INIT-04).

    Dice that someone has thrown already in this tie keep counting; a newcomer throws against them.
    """
    if len(group) < 2:
        return list(group)
    thrown: list[Standing] = []
    for standing in group:
        if len(standing.ties) <= depth:
            name = draft.character(standing.who).name
            faces = chance.dice(1, SIDES, "tie", who=name)
            standing = replace(standing, ties=(*standing.ties, *faces))
            rolled = Rolled(
                standing.who, "tie", 1, faces, sides=SIDES, typed=chance.typed, rule=rule, total=faces[0], expected=3.5
            )
            told = draft.record(rolled)
            draft.say(message("nw.tie_die", who=name, face=told("total")), working=True)
        thrown.append(standing)
    settled: list[Standing] = []
    for face in sorted({standing.ties[depth] for standing in thrown}):
        still_equal = [standing for standing in thrown if standing.ties[depth] == face]
        settled.extend(_settle_ties(draft, still_equal, chance, rule, depth + 1))
    return settled


def _in_order(draft: Draft, standings: Sequence[Standing], chance: Chance, rule: str) -> list[Standing]:
    """Everyone by rank, ties settled group by group from the front."""
    ordered: list[Standing] = []
    for rank in sorted({standing.rank for standing in standings}):
        group = [standing for standing in standings if standing.rank == rank]
        ordered.extend(_settle_ties(draft, group, chance, rule))
    return ordered


# ---------------------------------------------------------------------- initiative


def _memory(view: State, who: str) -> Mapping[str, Value]:
    remembered = view.scene.get(f"initiative:{who}")
    return remembered if isinstance(remembered, Mapping) else {}


def _numbers(value: Value | None) -> tuple[int, ...]:
    return tuple(item for item in value if isinstance(item, int)) if isinstance(value, tuple) else ()


def _base_number(view: State, who: str) -> int:
    number = _memory(view, who)["number"]
    assert isinstance(number, int)
    return number


def _standing(view: State, who: str) -> Standing:
    """How someone stands this turn: the number as rolled with the change in force (NW-INIT-08)."""
    character = view.characters[who]
    change = character.count("initiative_change")
    ties = () if change else _numbers(_memory(view, who).get("ties"))
    if not _memory(view, who):
        # Someone whom the game master has put into the order without a number stands behind the numbers.
        return Standing(who, initiative_powers(character), BEHIND_ALL_NUMBERS)
    return Standing(who, initiative_powers(character), _base_number(view, who) + change, ties)


def _remember(draft: Draft, who: str, **changes: Value) -> None:
    name = f"initiative:{who}"
    before = draft.state.scene.get(name)
    after = frozen({**_memory(draft.state, who), **changes})
    if before != after:
        draft.add(SceneSet(name, before, after))


def _place(draft: Draft, moving: set[str], chance: Chance) -> list[Standing]:
    """Give everyone in `moving` a place by rank among the others, who stay as they stand; return the settled ones.

    Those who tie with someone moving are settled together with them.
    """
    staying = {place.who for place in draft.state.order} - moving
    # By the order and not by who is in the fight: a place may stand for someone who has gone over to another.
    everybody = draft.state.in_order(staying | moving)
    standings = {who: _standing(draft.state, who) for who in everybody}
    ranks = {standings[who].rank for who in moving}
    tied = {who for who in staying if standings[who].rank in ranks}
    changed = {who for who in everybody if draft.character(who).count("initiative_change")}
    groups = [standings[who] for who in everybody if who in moving | tied]
    for rank in {standing.rank for standing in groups}:
        # A tie that only this turn's change brings about is settled for this turn alone.
        if any(standing.who in changed for standing in groups if standing.rank == rank):
            groups = [replace(one, ties=()) if one.rank == rank else one for one in groups]
    settled = _in_order(draft, groups, chance, "NW-INIT-04")
    order = [place for place in draft.state.order if place.slot == 0 and place.who not in moving | tied]
    for standing in settled:
        known = draft.state.place_of(standing.who)
        place = Place(standing.who, standing.number, standing.ties, acted=known is not None and known.acted)
        before = next(
            (index for index, other in enumerate(order) if _rank_of(standings, other) > standing.rank), len(order)
        )
        order.insert(before, place)
    draft.add(OrderSet(tuple(order)))
    for standing in settled:
        this_turn_only = any(other.who in changed for other in settled if other.rank == standing.rank)
        ties = {} if this_turn_only else {"ties": standing.ties}
        _remember(draft, standing.who, rank=standing.rank, **ties)
    return settled


def _rank_of(standings: Mapping[str, Standing], place: Place) -> tuple[int, ...]:
    return standings[place.who].rank


def initiative(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll for the targets and place them: powers, then the lowest number, then tie dice (NW-INIT-01 to 05, 09).

    `die:ID` or `total:ID` in the values give someone's number instead of a roll.
    """
    rolling = [who for who in intent.targets if not is_gone(draft.character(who))]
    if not rolling:
        raise Refusal(message("nw.gone", who=draft.character(intent.target).name))
    for who in rolling:
        _new_number(draft, who, intent, chance)
    extra = tuple(place for place in draft.state.order if place.slot > 0)
    settled = _place(draft, set(rolling), chance)
    if extra:
        draft.add(OrderSet((*draft.state.order, *extra)))
    _tell_order(draft, [standing for standing in settled if standing.who in rolling])


def _new_number(draft: Draft, who: str, intent: Intent, chance: Chance) -> None:
    given = intent.values.get(f"total:{who}", intent.values.get(f"die:{who}"))
    faces = () if isinstance(given, int) else _roll_number(draft, who, chance, "initiative", "NW-INIT-03")
    _remember(draft, who, number=given if isinstance(given, int) else sum(faces), faces=faces, ties=())


def number_parts(view: State, who: str) -> tuple[Part, ...]:
    """The parts of an initiative number: the faces that fell, or what was given, and a won dodge."""
    faces = _numbers(_memory(view, who).get("faces"))
    parts = [Part(Term("one_d6"), face, "NW-INIT-03") for face in faces]
    if not faces:
        parts.append(Part(GIVEN, _base_number(view, who)))
    change = view.characters[who].count("initiative_change")
    if change:
        parts.append(Part(Term("dodge"), change, "NW-INIT-08"))
    return tuple(parts)


def _tell_order(draft: Draft, placed: Sequence[Standing]) -> None:
    """Record the numbers of those who have been placed and tell the whole order, with the power that puts one first."""
    places: dict[str, Message] = {}
    for standing in placed:
        who = standing.who
        power = _power_of(draft.character(who))
        parts = number_parts(draft.state, who)
        first = (Part(Term(power), 0, "NW-INIT-01"),) if power else ()
        told = draft.record(InitiativeSet(who, standing.number, (*parts, *first)))
        name, value = draft.character(who).name, told("value")
        is_given = [part.label for part in parts] == [GIVEN]  # and so is its own explanation
        places[who] = (
            message("nw.place", who=name, value=value)
            if is_given
            else message("nw.place_sum", who=name, value=value, parts=parts)
        )
    shown = []
    for place in draft.state.order:
        if place.slot:
            continue
        character = draft.character(place.who)
        one = places.get(place.who) or message("nw.place", who=character.name, value=place.value or 0)
        power = _power_of(character)
        shown.append(message("nw.place_power", place=one, power=Term(power)) if power else one)
    draft.say(message("nw.order", list=tuple(shown)))


def _power_of(character: Character) -> str:
    """The first power of the list that the character has active, "" for none (NW-INIT-01)."""
    return next((power for power in _POWERS if character.has_condition(power)), "")


def start_of_round(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Bring the order up to date: won dodges, powers switched on or off, extra actions (NW-INIT-06, 08, 09)."""
    for character in draft.state.fighters:
        gain = character.count("initiative_next")
        if gain:
            draft.add(
                CounterSet(character.id, "initiative_change", gain, "round"),
                CounterSet(character.id, "initiative_next", 0),
            )
    view = draft.state
    placed = [place.who for place in view.order if f"initiative:{place.who}" in view.scene]
    if view.round > 1 and is_set(view, "initiative_roll", "each_turn"):
        for who in placed:
            _new_number(draft, who, Intent("initiative"), chance)
        moving = set(placed)
    else:
        moving = {who for who in placed if _numbers(_memory(view, who).get("rank")) != _standing(view, who).rank}
    if moving:
        _tell_order(draft, _place(draft, moving, chance))
    extra = _extra_places(draft)
    if extra:
        draft.add(OrderSet((*draft.state.order, *extra)))


def _extra_places(draft: Draft) -> tuple[Place, ...]:
    """The second part of the turn: in passes, or each fighter's together (NW-INIT-06, NW-OPT-14)."""
    counts = {place.who: extra_actions(draft.character(place.who)) for place in draft.state.order}
    values = {place.who: place.value for place in draft.state.order}
    turns = [(who, slot) for who, count in counts.items() for slot in range(1, count + 1)]
    if is_set(draft.state, "extra_action_order", "passes"):
        turns.sort(key=lambda turn: turn[1])
    return tuple(Place(who, values[who], slot=slot) for who, slot in turns)


# ---------------------------------------------------------------------- pursuit


def pursue(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A chase: ahead is who has the powers, then the lowest 2d6, then the lowest tie die (NW-INIT-10 to 13)."""
    pursuer = draft.character(intent.actor)
    runners = draft.state.in_order((pursuer.id, *intent.targets))
    for who in runners:
        require_able(draft.character(who))
    for who in intent.targets:
        require_two(pursuer, draft.character(who))
    powers = {who: pursuit_powers(draft.character(who)) for who in runners}
    standings, shown = [], {}
    for who in runners:
        # Someone alone with their powers needs no dice.
        dice_decide = sum(have == powers[who] for have in powers.values()) > 1
        faces = _roll_number(draft, who, chance, "pursuit", "NW-INIT-10") if dice_decide else ()
        standings.append(Standing(who, powers[who], sum(faces)))
        shown[who] = _in_chase(draft.character(who), powers[who], faces)
    ahead = [standing.who for standing in _in_order(draft, standings, chance, "NW-INIT-13")]
    draft.say(message("nw.pursuit_order", list=tuple(shown[who] for who in ahead)))
    behind = ahead[ahead.index(pursuer.id) :]
    for who in intent.targets:
        line = "nw.caught" if who in behind else "nw.gets_away"
        draft.say(message(line, who=pursuer.name, target=draft.character(who).name))


def _in_chase(runner: Character, powers: tuple[int, ...], faces: tuple[int, ...]) -> Message:
    """Someone in the order of a chase, with what puts them there: the first power, and the dice where they decide."""
    parts = tuple(Part(Term("one_d6"), face, "NW-INIT-10") for face in faces)
    rolled = message("nw.place_sum", who=runner.name, value=sum(faces), parts=parts) if faces else None
    place = rolled or message("nw.place_name", who=runner.name)
    first = powers.index(0) if 0 in powers else None
    if first is None:
        return place
    rule = "NW-INIT-10" if first < CELERITY_LEVELS else "NW-INIT-11"
    power = Term(_PURSUIT_POWERS[first])
    # The part is there for `why` alone.
    return message("nw.place_power", place=place, power=power, part=Part(power, 0, rule))


# ---------------------------------------------------------------------- odds


def initiative_odds(view: State, intent: Intent) -> Chances | None:
    """Who of two goes first; the first target's chance, tie dice included."""
    if len(intent.targets) != 2:
        return None
    first, second = (view.characters[who] for who in intent.targets)
    change = first.count("initiative_change") - second.count("initiative_change")
    return _first(initiative_powers(first), initiative_powers(second), change)


def pursuit_odds(view: State, intent: Intent) -> Chances | None:
    """Who of two is ahead in a chase."""
    if len(intent.targets) != 1:
        return None
    pursuer, quarry = view.characters[intent.actor], view.characters[intent.target]
    return _first(pursuit_powers(pursuer), pursuit_powers(quarry), 0)


def _first(powers: tuple[int, ...], other_powers: tuple[int, ...], change: int) -> Chances:
    if powers != other_powers:
        return Chances(0, events=((Term("goes_first"), Fraction(int(powers < other_powers))),))
    lower, equal = probability.lower_first(change)
    return Chances(2, events=((Term("goes_first"), lower + equal / 2), (Term("tie"), equal)))


PURSUE = Action(
    "pursue",
    "roll",
    targets="many",
    rules=("NW-INIT-10", "NW-INIT-11", "NW-INIT-12", "NW-INIT-13"),
    examples=("pursue Knight by=Maxina",),
    group="rolls",
)
CHAPTER = Chapter(
    deeds=(Deed(PURSUE, drafted(pursue), pursuit_odds),),
    initiative=drafted(initiative),
    moments={"start_of_round": start_of_round},
    odds={"initiative": initiative_odds},
)
