"""The sheets: kinds of character, how they are made, what is worked out on them (UBN-RES-01, UBN-RES-05 to 07)."""

from collections.abc import Sequence

from tracker.api import (
    Chance,
    Character,
    CharacterAdded,
    CharacterKind,
    Derived,
    Draft,
    Intent,
    MarkSpec,
    Outcome,
    Part,
    Pool,
    PoolSet,
    PoolSpec,
    Refusal,
    State,
    Term,
    Track,
    TrackSet,
    TrackSpec,
    TraitSpec,
    Value,
    frozen,
    message,
)
from tracker_ukraine_by_night.defence import defence_parts
from tracker_ukraine_by_night.gear import WEAPON_CHOICES
from tracker_ukraine_by_night.health import HEALTH, MARK_OF, sorted_marks, tell_state, wound_penalty
from tracker_ukraine_by_night.places import place_parts, places_of, standing
from tracker_ukraine_by_night.traits import ATTRIBUTES, SKILLS
from tracker_ukraine_by_night.vitae import VITAE, greatest, per_turn

HIGHEST_TRAIT = 10
MOST_BOXES = 60
BODY = ("size", "stamina", "resilience")
ALWAYS_WRITTEN = (*ATTRIBUTES, "size")
"""Traits that a character keeps at 0 as well; any other that is absent counts as 0 or empty."""

_TRAITS = (
    *(TraitSpec(trait, field, default=2, maximum=HIGHEST_TRAIT) for trait, field in ATTRIBUTES.items()),
    *(TraitSpec(trait, field, maximum=HIGHEST_TRAIT) for trait, field in SKILLS.items()),
    TraitSpec("size", "body", default=5, maximum=20),
    TraitSpec("resilience", "body", maximum=HIGHEST_TRAIT),
    TraitSpec("health_levels", "body", maximum=MOST_BOXES, derived=True),
    TraitSpec("dodge", "combat", maximum=HIGHEST_TRAIT),
    TraitSpec("armour", "combat", maximum=20),
    TraitSpec("armour_penalty", "combat", maximum=20),
    TraitSpec("weapon", "combat", kind="text", default="fists", choices=WEAPON_CHOICES),
    TraitSpec("weapon_modifier", "combat", minimum=-20, maximum=20),
    TraitSpec("attacker_limit", "combat", maximum=100),
    TraitSpec("plane", "table", kind="text", default=""),
    TraitSpec("player", "table", kind="text", default=""),
)
_BLOOD = (TraitSpec("blood_potency", "body", default=1, minimum=1, maximum=10),)
_HEALTH = TrackSpec(HEALTH, tuple(MarkSpec(mark, kind) for kind, mark in MARK_OF.items()))

KINDS = (
    CharacterKind("vampire", (*_TRAITS, *_BLOOD), (_HEALTH,), (PoolSpec(VITAE, shape="number"),)),
    CharacterKind("mortal", _TRAITS, (_HEALTH,)),
    CharacterKind("ghoul", _TRAITS, (_HEALTH,)),
    CharacterKind("werewolf", _TRAITS, (_HEALTH,)),
)
_BY_ID = {kind.id: kind for kind in KINDS}


def box_parts(character: Character) -> tuple[Part, ...]:
    """The parts of the number of health levels; a typed number stands for the whole."""
    typed = character.integer("health_levels")
    if typed:
        return (Part(Term("health_levels"), typed),)
    rules = {"size": "UBN-RES-06", "stamina": "UBN-RES-06", "resilience": "UBN-RES-05"}
    return tuple(Part(Term(trait), character.integer(trait), rule) for trait, rule in rules.items())


def boxes(character: Character) -> int:
    """How many health levels a character has, 1 at least."""
    return max(1, min(MOST_BOXES, sum(part.value for part in box_parts(character))))


def _given(kind: CharacterKind, intent: Intent) -> dict[str, Value]:
    """The traits of a new character: as given, else their defaults. Raises Refusal for values that cannot be."""
    traits: dict[str, Value] = {}
    for spec in kind.traits:
        value = intent.values.get(spec.id, spec.default)
        if spec.kind == "text":
            value = str(value)
            if spec.choices and value not in {choice.id for choice in spec.choices}:
                listed = tuple(Term(choice.id) for choice in spec.choices)
                raise Refusal(message("ubn.refused.word", name=Term(spec.id), typed=value, list=listed))
        elif not isinstance(value, int) or not spec.minimum <= value <= spec.maximum:
            raise Refusal(
                message(
                    "ubn.refused.trait_range",
                    name=Term(spec.id),
                    typed=str(value),
                    minimum=spec.minimum,
                    maximum=spec.maximum,
                )
            )
        traits[spec.id] = value
    return {name: value for name, value in traits.items() if value or name in ALWAYS_WRITTEN}


def create_character(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Make a character with as many boxes as its body gives, and the Vitae that its blood holds."""
    kind_id = intent.text("kind") or KINDS[0].id
    if kind_id not in _BY_ID:
        raise Refusal(message("ubn.refused.kind", typed=kind_id, list=tuple(map(Term, _BY_ID))))
    kind = _BY_ID[kind_id]
    traits = _given(kind, intent)
    blank = Character(intent.target, intent.text("name"), kind_id, traits=traits)
    size = boxes(blank)
    marks = intent.text(HEALTH)
    if any(mark not in "/X*." for mark in marks) or len(marks) > MOST_BOXES:
        raise Refusal(message("ubn.refused.marks", typed=marks))
    pools: dict[str, Pool] = {}
    if kind.pools:
        maximum = greatest(blank.integer("blood_potency", 1))
        pools[VITAE] = Pool(max(0, min(maximum, intent.integer(VITAE, maximum))), maximum)
    draft = Draft(view)
    draft.add(
        CharacterAdded(
            intent.target,
            intent.text("name"),
            kind_id,
            side=intent.text("side"),
            hidden=intent.flag("hidden"),
            note=intent.text("note"),
            traits=frozen(traits),
            tracks=frozen({HEALTH: Track(sorted_marks(marks, max(size, len(marks))))}),
            pools=frozen(pools),
        )
    )
    draft.say(message("ubn.added", who=intent.text("name"), kind=Term(kind_id), boxes=size))
    return draft.outcome()


def trait_changed(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Another body has another number of boxes, other blood another maximum. Marks that lose their box are told."""
    draft = Draft(view)
    who, trait = intent.target, intent.text("trait")
    character = draft.character(who)
    if trait in (*BODY, "health_levels") and HEALTH in character.tracks:
        _resize(draft, character)
    if trait == "blood_potency" and VITAE in character.pools:
        pool = character.pools[VITAE]
        maximum = greatest(character.integer("blood_potency", 1))
        after = Pool(min(pool.value, maximum), maximum, pool.minimum)
        if after != pool:
            draft.add(PoolSet(who, VITAE, pool, after, tuple(explain(view, who, VITAE)), "UBN-RES-07"))
            draft.say(message("ubn.vitae.maximum", who=character.name, maximum=maximum, value=after.value))
    return draft.outcome()


def _resize(draft: Draft, character: Character) -> None:
    before, size = character.tracks[HEALTH], boxes(character)
    if before.size == size:
        return
    after = Track(sorted_marks(before.marks, size), min(before.bonus, size))
    lost = before.marks.rstrip(".")[size:]
    parts = box_parts(character)
    draft.add(TrackSet(character.id, HEALTH, before, after, lost=lost, parts=parts, rule="UBN-RES-06"))
    draft.say(message("ubn.boxes", who=character.name, before=before.size, after=size))
    if lost:
        draft.say(message("ubn.damage.lost", count=len(lost)))
    tell_state(draft, character.id, character)
    draft.follow(Intent("settle_state", targets=(character.id,)), Intent("open_sides"))


def derived(view: State, who: str) -> Sequence[Derived]:
    """Defence, the wound penalty, initiative before the card, attackers' places, and Vitae in a turn."""
    character = view.characters[who]
    defence = defence_parts(view, character)
    quick = tuple(Part(Term(trait), character.integer(trait), "UBN-INI-01") for trait in ("dexterity", "composure"))
    wound = wound_penalty(character)
    wound_part = (Part(Term("wound_penalty"), -wound, "UBN-STA-01"),) if wound else ()
    last_levels = (Part(Term("last_levels"), -wound, "UBN-STA-01"),) if wound else ()
    listed = [
        Derived("defence", sum(part.value for part in defence), defence),
        Derived("wound_penalty", -wound, last_levels),
        Derived("initiative", sum(part.value for part in (*quick, *wound_part)), (*quick, *wound_part)),
    ]
    places = places_of(view, character)
    if places is not None:
        listed.append(Derived("places", places, place_parts(view, character)))
    attackers = standing(view, character).may
    if attackers:
        names = tuple(Part(view.characters[other].name, 1, "UBN-ATK-06") for other in attackers)
        listed.append(Derived("attackers", len(attackers), names))
    if VITAE in character.pools:
        blood = per_turn(character)
        listed.append(Derived("vitae_per_turn", blood, (_by_blood_potency(character, blood),)))
    return listed


def _by_blood_potency(character: Character, value: int) -> Part:
    potency = character.integer("blood_potency", 1)
    return Part(message("ubn.by_blood_potency", potency=potency), value, "UBN-RES-07")


def explain(view: State, who: str, gauge: str) -> Sequence[Part]:
    """The parts behind the number of boxes and the greatest Vitae."""
    character = view.characters[who]
    if gauge == HEALTH and HEALTH in character.tracks:
        return box_parts(character)
    if gauge == VITAE and VITAE in character.pools:
        return (_by_blood_potency(character, greatest(character.integer("blood_potency", 1))),)
    return ()
