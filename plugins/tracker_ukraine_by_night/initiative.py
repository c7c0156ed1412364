"""Initiative: Dexterity + Composure + a card, kept for the whole fight; ties (UBN-INI-01, UBN-INI-02)."""

from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Character,
    Draft,
    InitiativeSet,
    Intent,
    OrderSet,
    Outcome,
    Part,
    Place,
    Prompted,
    Refusal,
    Rolled,
    State,
    Term,
    Value,
    message,
    quoted,
    sorted_order,
    with_place,
)
from tracker_ukraine_by_night.cards import RANKS, card_words, draw_card, value_of
from tracker_ukraine_by_night.health import wound_penalty

LARGEST_INITIATIVE = 200


def speed(character: Character) -> int:
    """Dexterity + Composure: what decides a tie before any card."""
    return character.integer("dexterity") + character.integer("composure")


def _typed_card(value: Value) -> str:
    """A card that was typed for somebody: its value, or its rank with or without a suit. Raises Refusal."""
    text = str(value).upper()
    rank = "A" if text == "1" else text
    if rank in RANKS or (len(rank) > 1 and rank[:-1] in RANKS and rank[-1] in "HDCS"):
        return rank
    raise Refusal(message("ubn.refused.card", typed=str(value)))


def initiative(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Draw for everybody whose total was not typed; who ties in total and in speed draws until the cards differ."""
    draft = Draft(view)
    drawn = _draw(draft, intent, chance)
    places: dict[str, Place] = {}
    for who in intent.targets:
        character = draft.character(who)
        total = intent.values.get(f"total:{who}")
        if isinstance(total, int):
            value = max(-LARGEST_INITIATIVE, min(LARGEST_INITIATIVE, total))
            draft.add(InitiativeSet(who, value, (Part(Term("typed_total"), value),)))
            draft.say(message("ubn.initiative.typed", who=character.name, value=value))
        else:
            value = _told(draft, view, character, drawn[who], typed=chance.typed)
        standing = view.place_of(who)
        places[who] = Place(who, value, (speed(character),), acted=standing is not None and standing.acted)
    _break_ties(draft, places, chance)
    others = tuple(place for place in view.order if place.who not in places or place.slot > 0)
    order = others
    for place in sorted_order(places.values()):
        order = with_place(order, place)
    draft.add(OrderSet(order))
    _offer_ties(draft, set(places))
    return draft.outcome()


def _draw(draft: Draft, intent: Intent, chance: Chance) -> dict[str, tuple[str, ...]]:
    """The cards of those whose total is not typed: first everybody's card, then the extra cards of tens."""
    drawing = [who for who in intent.targets if not isinstance(intent.values.get(f"total:{who}"), int)]
    first = {
        who: _typed_card(intent.values[f"die:{who}"])
        if f"die:{who}" in intent.values
        else draw_card(chance, draft.character(who).name)
        for who in drawing
    }
    if draft.state.option("initiative_ten", "face value") != "draws again":
        return {who: (card,) for who, card in first.items()}
    return {
        who: (card, draw_card(chance, draft.character(who).name, card)) if value_of(card) == 10 else (card,)
        for who, card in first.items()
    }


def _told(draft: Draft, view: State, character: Character, cards: tuple[str, ...], *, typed: bool) -> int:
    traits = (
        Part(Term("dexterity"), character.integer("dexterity"), "UBN-INI-01"),
        Part(Term("composure"), character.integer("composure"), "UBN-INI-01"),
    )
    wound = Part(Term("wound_penalty"), -wound_penalty(character), "UBN-STA-01")
    card_parts = [Part(Term("card"), value_of(cards[0]), "UBN-INI-01")]
    if len(cards) > 1:
        second = value_of(cards[1])
        worth = second if second > 1 or view.option("second_ace", 0) == 1 else 0
        card_parts.append(Part(Term("extra_card"), worth, "UBN-INI-01"))
    drawn_on = (*traits, *((wound,) if wound.value else ()))
    parts = (*drawn_on, *card_parts)
    value: int = sum(part.value for part in parts)
    draft.add(
        Rolled(
            who=character.id,
            what="initiative",
            pool=sum(part.value for part in drawn_on),
            faces=cards[:1],
            again=cards[1:],
            parts=drawn_on,
            typed=typed,
            rule="UBN-INI-01",
        ),
        InitiativeSet(character.id, value, parts),
    )
    draft.say(message("ubn.initiative.drawn", who=character.name, cards=tuple(map(card_words, cards)), value=value))
    return value


def _tied(places: dict[str, Place], among: list[str]) -> list[str]:
    """Those who share total and tie-break with somebody else, in the given order."""
    ranks = [(places[who].value, places[who].tie) for who in among]
    return [who for who in among if ranks.count((places[who].value, places[who].tie)) > 1]


def _break_ties(draft: Draft, places: dict[str, Place], chance: Chance) -> None:
    """Let those who are equal in everything draw, wave by wave, until the cards differ."""
    while tied := _tied(places, list(places)):
        for who in tied:
            name = draft.character(who).name
            card = draw_card(chance, name)
            places[who] = replace(places[who], tie=(*places[who].tie, value_of(card)))
            draft.add(Rolled(who, "tie_break", value_of(card), (card,), typed=chance.typed, rule="UBN-INI-02"))
            draft.say(message("ubn.initiative.tie", who=name, card=card_words(card)))


def _offer_ties(draft: Draft, newcomers: set[str]) -> None:
    """Offer a draw where a newcomer is equal to somebody whose place stood already."""
    places = [place for place in draft.state.order if place.slot == 0 and place.value is not None]
    for newcomer in (place for place in places if place.who in newcomers):
        equals = [
            place
            for place in places
            if place.who not in newcomers and place.value == newcomer.value and place.tie[:1] == newcomer.tie[:1]
        ]
        if equals:
            names = [draft.character(place.who).name for place in (*equals, newcomer)]
            command = f"break_tie {','.join(quoted(name) for name in names)}"
            line = message("ubn.due.tie", list=tuple(names))
            draft.add(Prompted(f"tie:{newcomer.who}", newcomer.who, line, command, "UBN-INI-02", "scene"))


def break_tie(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Let people of equal initiative draw until their cards differ; the higher card acts first."""
    draft = Draft(view)
    found = [view.place_of(who) for who in intent.targets]
    places = {place.who: replace(place, tie=place.tie[:1]) for place in found if place is not None}
    if len(places) < 2 or len(places) < len(intent.targets) or len(_tied(places, list(places))) < len(places):
        raise Refusal(message("ubn.refused.no_tie"))
    _break_ties(draft, places, chance)
    best_first = iter(sorted_order(places.values()))
    order = tuple(next(best_first) if place.who in places and place.slot == 0 else place for place in view.order)
    draft.add(OrderSet(order))
    draft.follow(*(Intent("settle_prompt", targets=(who,), values={"prompt": f"tie:{who}"}) for who in intent.targets))
    return draft.outcome()


ACTIONS = (
    Action(
        "break_tie",
        "roll",
        acts=False,
        targets="many",
        rules=("UBN-INI-02",),
        examples=("break_tie Anna,Boris",),
        group="initiative",
    ),
)
ROLLS = {"break_tie": break_tie}
