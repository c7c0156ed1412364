"""Initiative: Dexterity + Composure + a card, kept for the whole fight; ties (UBN-INI-01, UBN-INI-02)."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Deed,
    Draft,
    DueItem,
    InitiativeSet,
    Intent,
    OrderSet,
    Part,
    Place,
    Refusal,
    Rolled,
    State,
    Term,
    drafted,
    message,
    sorted_order,
    with_place,
)
from tracker_ukraine_by_night.cards import DECK, RANKS, card_words, draw_card, value_of
from tracker_ukraine_by_night.health import wound_penalty

MEAN_CARD = Fraction(sum(map(value_of, DECK)), len(DECK))


def speed(character: Character) -> int:
    """Dexterity + Composure: what decides a tie before any card."""
    return character.integer("dexterity") + character.integer("composure")


def _draws_again(view: State, card: str) -> bool:
    return value_of(card) == 10 and view.option("initiative_ten") == "draws again"


def _second_worth(view: State, card: str) -> int:
    return 0 if value_of(card) == 1 and view.option("second_ace") != 1 else value_of(card)


def mean_of_cards(view: State) -> Fraction:
    """What the cards of initiative add on average, the extra card of a ten included."""
    mean = MEAN_CARD
    for first in DECK:
        if _draws_again(view, first):
            others = [_second_worth(view, card) for card in DECK if card != first]
            mean += Fraction(sum(others), len(others) * len(DECK))
    return mean


@drafted
def initiative(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Draw for everyone whose total was not typed; who ties in total and in speed draws until the cards differ."""
    drawn = _draw(draft, intent, chance)
    places: dict[str, Place] = {}
    for who in intent.targets:
        character = draft.character(who)
        if who in drawn:
            value = _tell_drawn(draft, character, drawn[who], typed=chance.typed)
        else:
            value = intent.integer(f"total:{who}")
            told = draft.record(InitiativeSet(who, value, (Part(Term("typed_total"), value),)))
            draft.say(message("ubn.initiative.typed", who=character.name, value=told("value")))
        places[who] = Place(who, value, (speed(character),))
    _break_ties(draft, places, chance)
    order = tuple(place for place in draft.state.order if place.who not in places or place.slot)
    for place in sorted_order(places.values()):
        order = with_place(order, place)
    draft.add(OrderSet(order))


def _draw(draft: Draft, intent: Intent, chance: Chance) -> dict[str, tuple[str, ...]]:
    """The cards of those whose total is not typed: first everyone's card, then the extra cards of tens."""
    drawing = [who for who in intent.targets if f"total:{who}" not in intent.values]
    names = {who: draft.character(who).name for who in drawing}
    first = {who: _given(intent, who) or draw_card(chance, "initiative", name) for who, name in names.items()}
    return {
        who: (card, draw_card(chance, "initiative", names[who], card)) if _draws_again(draft.state, card) else (card,)
        for who, card in first.items()
    }


def _given(intent: Intent, who: str) -> str:
    """The card that was typed for someone as a number, "" for none. Raises Refusal."""
    value = intent.integer(f"die:{who}", 0)
    if f"die:{who}" in intent.values and not 1 <= value <= len(RANKS):
        raise Refusal(message("refused.number_range", name=Term("card"), minimum=1, maximum=len(RANKS)))
    return RANKS[value - 1] if value else ""


def _tell_drawn(draft: Draft, character: Character, cards: tuple[str, ...], *, typed: bool) -> int:
    view = draft.state
    parts = [Part(Term(trait), character.integer(trait), "UBN-INI-01") for trait in ("dexterity", "composure")]
    if wound := wound_penalty(character):
        parts.append(Part(Term("wound_penalty"), -wound, "UBN-STA-01"))
    pool = sum(part.value for part in parts)
    parts.append(Part(Term("card"), value_of(cards[0]), "UBN-INI-01"))
    parts += (Part(Term("extra_card"), _second_worth(view, card), "UBN-INI-01") for card in cards[1:])
    value = sum(part.value for part in parts)
    draft.add(
        Rolled(
            character.id,
            "initiative",
            pool,
            cards[:1],
            cards[1:],
            typed=typed,
            total=value,
            expected=float(pool + mean_of_cards(view)),
        )
    )
    told = draft.record(InitiativeSet(character.id, value, tuple(parts)))
    numbers = {"value": told("value"), "parts": told("parts")}
    draft.say(message("ubn.initiative.drawn", who=character.name, cards=tuple(map(card_words, cards)), **numbers))
    return value


# ---------------------------------------------------------------------- ties


def _is_open(place: Place, other: Place) -> bool:
    """Whether two places are equal in all that was worked out or drawn for both."""
    drawn = min(len(place.tie), len(other.tie))
    return place.value == other.value and place.tie[:drawn] == other.tie[:drawn]


def _break_ties(draft: Draft, places: dict[str, Place], chance: Chance) -> None:
    """Let those who are equal in everything draw, wave by wave, until the cards differ."""
    while tied := [who for who, one in places.items() if sum(_is_open(one, other) for other in places.values()) > 1]:
        for who in tied:
            name = draft.character(who).name
            card = draw_card(chance, "tie_break", name)
            value = value_of(card)
            places[who] = replace(places[who], tie=(*places[who].tie, value))
            drawn = Rolled(
                who,
                "tie_break",
                value,
                (card,),
                parts=(Part(Term("card"), value, "UBN-INI-02"),),
                typed=chance.typed,
                rule="UBN-INI-02",
                total=value,
                expected=float(MEAN_CARD),
            )
            draft.tell(message("ubn.initiative.tie", who=name, card=card_words(card)), drawn)


def due_at_table(view: State) -> Iterator[DueItem]:
    """Ask for a draw where a newcomer is equal in everything to someone whose place stood already."""
    for order in (view.order, *(fight.order for fight in view.fights.values())):
        alike: dict[tuple[int | None, tuple[int, ...]], list[Place]] = {}
        for place in order:
            if place.slot == 0 and place.value is not None:
                alike.setdefault((place.value, place.tie[:1]), []).append(place)
        for tied in alike.values():
            if any(_is_open(one, other) for one, other in combinations(tied, 2)):
                people = tuple(place.who for place in tied)
                line = message("ubn.due.tie", list=tuple(view.characters[who].name for who in people))
                act = Intent("break_tie", targets=people)
                yield DueItem(f"tie:{'+'.join(people)}", "", line, act, "UBN-INI-02")


@drafted
def break_tie(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let people of equal initiative draw until their cards differ; the higher card acts first."""
    found = [draft.state.place_of(who) for who in intent.targets]
    places = {place.who: replace(place, tie=place.tie[:1]) for place in found if place is not None}
    ranks = {(place.value, place.tie) for place in places.values()}
    if len(places) < 2 or len(places) < len(intent.targets) or len(ranks) > 1:
        raise Refusal(message("ubn.refused.no_tie"))
    _break_ties(draft, places, chance)
    best_first = iter(sorted_order(places.values()))
    order = tuple(next(best_first) if place.who in places and place.slot == 0 else place for place in draft.state.order)
    draft.add(OrderSet(order))


BREAK_TIE = Action(
    "break_tie",
    "roll",
    acts=False,
    targets="many",
    rules=("UBN-INI-02",),
    examples=("break_tie Anna,Boris",),
    group="initiative",
)
CHAPTER = Chapter(deeds=(Deed(BREAK_TIE, break_tie),), initiative=initiative, due_at_table=due_at_table)
