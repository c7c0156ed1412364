"""How characters are made, and what is worked out on their sheets (UBN-RES-01, UBN-RES-05 to UBN-RES-07)."""

from collections.abc import Iterator

from tracker.api import (
    Chance,
    Chapter,
    Character,
    CharacterAdded,
    Derived,
    Draft,
    Intent,
    Part,
    Pool,
    PoolSet,
    State,
    Term,
    Track,
    TrackSet,
    TraitSet,
    Value,
    drafted,
    frozen,
    message,
)
from tracker_ukraine_by_night.defence import defence_parts
from tracker_ukraine_by_night.health import follow_marks, in_boxes, tell_shift, wound_penalty
from tracker_ukraine_by_night.kinds import HEALTH, KINDS, OWN_SIZE, VITAE
from tracker_ukraine_by_night.places import place_parts, places_of, standing
from tracker_ukraine_by_night.traits import ATTRIBUTES
from tracker_ukraine_by_night.vitae import greatest, per_turn

ALWAYS_WRITTEN = (*ATTRIBUTES, "size")
"""Traits that a character keeps at 0 as well; any other that is absent counts as 0 or empty."""
LEVELS_FROM_END = ("last_level", "last_level_but_one", "last_level_but_two")
"""The level whose mark costs 3, 2, 1: the first from the end that is marked decides (UBN-STA-01)."""
_BODY = {"size": "UBN-RES-06", "stamina": "UBN-RES-06", "resilience": "UBN-RES-05"}
"""The traits that make health levels, each with its rule."""


def size_parts(character: Character, gauge: str) -> tuple[Part, ...]:
    """The parts of the number of health levels, or of the greatest Vitae; a typed number stands for the whole."""
    typed = character.integer(OWN_SIZE[gauge])
    if typed:
        return (Part(Term(OWN_SIZE[gauge]), typed),)
    if gauge == VITAE:
        return (_by_blood_potency(character, greatest(character)),)
    body = tuple(Part(Term(trait), character.integer(trait), rule) for trait, rule in _BODY.items())
    return body if any(part.value for part in body) else (*body, Part(Term("one_level"), 1, "UBN-RES-06"))


def _by_blood_potency(character: Character, value: int) -> Part:
    potency = character.integer("blood_potency")
    return Part(message("ubn.by_blood_potency", potency=potency), value, "UBN-RES-07")


def size_of(character: Character, gauge: str) -> int:
    """How many health levels a character has, or the greatest Vitae."""
    return sum(part.value for part in size_parts(character, gauge))


@drafted
def create_character(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Make a character with as many boxes as its body gives, and the Vitae that its blood holds."""
    name, kind = intent.text("name"), next(kind for kind in KINDS if kind.id == intent.text("kind"))
    values = {spec.id: intent.values.get(spec.id, spec.default) for spec in kind.traits}
    traits: dict[str, Value] = {
        trait: value
        for trait, value in values.items()
        if isinstance(value, (int, str)) and (value or trait in ALWAYS_WRITTEN)
    }
    blank = Character(intent.target, name, kind.id, traits=traits)
    boxes = size_of(blank, HEALTH)
    pools = {spec.id: Pool(size_of(blank, spec.id), size_of(blank, spec.id)) for spec in kind.pools}
    joined = draft.record(
        CharacterAdded(
            intent.target,
            name,
            kind.id,
            traits=frozen(traits),
            tracks=frozen({HEALTH: Track("." * boxes)}),
            pools=frozen(pools),
        )
    )
    draft.say(message("ubn.added", who=joined("name"), kind=joined.term("character_kind")))


# ---------------------------------------------------------------------- sizes and what they are worked out from


def trait_changed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Another body has another number of boxes, other blood another maximum."""
    who, trait = intent.target, intent.text("trait")
    if trait in (*_BODY, OWN_SIZE[HEALTH]) and HEALTH in draft.character(who).tracks:
        _resize(draft, who)
    if trait in ("blood_potency", OWN_SIZE[VITAE]) and VITAE in draft.character(who).pools:
        _refill(draft, who)


def _resize(draft: Draft, who: str) -> None:
    """Give a track as many boxes as the body has; a mark without a box is marked again and makes others worse."""
    character = draft.character(who)
    before, size = character.tracks[HEALTH], size_of(character, HEALTH)
    if before.size == size:
        return
    marks, lost, upgraded = in_boxes(before.marks, size)
    after, rule = (
        Track(marks, min(before.bonus, size)),
        "UBN-DMG-07" if lost or upgraded else "UBN-RES-06",
    )
    parts = size_parts(character, HEALTH)
    resized = draft.record(TrackSet(who, HEALTH, before, after, lost=lost, upgraded=upgraded, parts=parts, rule=rule))
    rows = {"before": resized("before.marks"), "after": resized("after.marks")}
    draft.say(message("ubn.boxes", who=character.name, boxes=resized("after.size"), parts=resized("parts"), **rows))
    tell_shift(draft, resized, lost, lost, upgraded)
    follow_marks(draft, (who,))


def _refill(draft: Draft, who: str) -> None:
    character = draft.character(who)
    pool, maximum = character.pools[VITAE], size_of(character, VITAE)
    if pool.maximum == maximum:
        return
    after = Pool(min(pool.value, maximum), maximum, pool.minimum)
    held = draft.record(PoolSet(who, VITAE, pool, after, size_parts(character, VITAE), "UBN-RES-07"))
    numbers = {"maximum": held("after.maximum"), "before": held("before.value"), "value": held("after.value")}
    draft.say(message("ubn.vitae.maximum", who=character.name, **numbers))


def gauge_changed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A number of boxes or a greatest Vitae that was typed stands on the sheet too."""
    who, gauge = intent.target, intent.text("gauge")
    character = draft.character(who)
    size = character.tracks[HEALTH].size if gauge == HEALTH else character.pools[VITAE].maximum
    if size is not None and size != size_of(character, gauge):
        trait = OWN_SIZE[gauge]
        draft.add(TraitSet(who, trait, character.traits.get(trait), size))


# ---------------------------------------------------------------------- derived values


def derived(view: State, who: str) -> Iterator[Derived]:
    """The sizes of the gauges, Defence, the wound penalty, initiative before the card, attackers, Vitae in a turn."""
    character = view.characters[who]
    for gauge in (*character.tracks, *character.pools):
        yield Derived(gauge, size_of(character, gauge), size_parts(character, gauge))
    defence = defence_parts(view, character)
    yield Derived("defence", sum(part.value for part in defence), defence)
    wound = wound_penalty(character)
    wounds = (Part(Term(LEVELS_FROM_END[3 - wound]), -wound, "UBN-STA-01"),) if wound else ()
    yield Derived("wound_penalty", -wound, wounds)
    quick = tuple(Part(Term(trait), character.integer(trait), "UBN-INI-01") for trait in ("dexterity", "composure"))
    quick += (Part(Term("wound_penalty"), -wound, "UBN-STA-01"),) if wound else ()
    yield Derived("initiative", sum(part.value for part in quick), quick)
    if places_of(view, character) is not None:
        yield Derived("places", places_of(view, character) or 0, place_parts(view, character))
    if attackers := standing(view, character).may:
        names = tuple(Part(view.characters[other].name, 1, "UBN-ATK-06") for other in attackers)
        yield Derived("attackers", len(attackers), names)
    if VITAE in character.pools:
        yield Derived("vitae_per_turn", per_turn(character), (_by_blood_potency(character, per_turn(character)),))


CHAPTER = Chapter(
    create=create_character,
    moments={"trait_changed": trait_changed, "gauge_changed": gauge_changed},
    derived=derived,
)
