"""Sheets: the traits of each kind of character, how one is made, what is worked out from them."""

from collections.abc import Mapping, Sequence

from tracker.api import (
    EMPTY_BOX,
    Chance,
    Character,
    CharacterAdded,
    CharacterKind,
    Choice,
    Derived,
    Draft,
    Intent,
    MarkSpec,
    OptionSpec,
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
    TraitSet,
    TraitSpec,
    Value,
    message,
)
from tracker_wod import gear, track
from tracker_wod.effects import EXTRA_FROM_FIRST_MARK, changes_of, speed_parts, trait_value
from tracker_wod.feature import Feature
from tracker_wod.magazine import full_magazine, magazine_id, magazines
from tracker_wod.spellings import meant
from tracker_wod.traits import ATTRIBUTES, MENTAL_SKILLS, PHYSICAL_SKILLS, SOCIAL_SKILLS

EXTRA_BOXES = 4
"""Health of a nameless extra, WOD-OPT-02."""

LARGEST_TRACK = 100
DAMAGE_TYPES = tuple(Choice(damage_type) for damage_type in track.MARKS)
WEAPON_SKILLS = tuple(Choice(skill) for skill in ("brawl", "weaponry", "firearms", "thrown"))


def _numbers(group: str, names: Sequence[str], default: int = 0, maximum: int = 20) -> tuple[TraitSpec, ...]:
    return tuple(TraitSpec(name, group, default=default, maximum=maximum) for name in names)


def _traits() -> tuple[TraitSpec, ...]:
    """Traits with a default of their own stand on every sheet; `derived` ones only where the game master gives them."""
    return (
        *_numbers("attributes", ATTRIBUTES, default=2),
        *_numbers("skills", (*PHYSICAL_SKILLS, *MENTAL_SKILLS, *SOCIAL_SKILLS)),
        TraitSpec("size", "body", default=5, maximum=50),
        TraitSpec("species-factor", "body", default=5, maximum=50),
        TraitSpec("boxes", "body", minimum=1, maximum=LARGEST_TRACK, derived=True),
        TraitSpec("defence", "body", maximum=50, derived=True),
        TraitSpec("speed", "body", maximum=200, derived=True),
        TraitSpec("initiative", "body", maximum=50, derived=True),
        TraitSpec("weapon", "gear", "text", "", choices=tuple(map(Choice, (*gear.weapon_ids(), gear.OWN_WEAPON)))),
        TraitSpec("armour", "gear", "text", "", choices=tuple(map(Choice, gear.armour_ids()))),
        *(TraitSpec(name, "armour", maximum=20, derived=True) for name in ("general", "ballistic", "armour-strength")),
        *(
            TraitSpec(name, "armour", minimum=-20, maximum=20, derived=True)
            for name in ("armour-defence", "armour-speed")
        ),
        TraitSpec("bulletproof", "armour", maximum=1, derived=True),
        TraitSpec("weapon-skill", "own-weapon", "text", "weaponry", choices=WEAPON_SKILLS, derived=True),
        TraitSpec("weapon-type", "own-weapon", "text", "lethal", choices=DAMAGE_TYPES, derived=True),
        *(
            TraitSpec(f"weapon-{name}", "own-weapon", maximum=maximum, derived=True)
            for name, maximum in (
                ("rating", 20), ("size", 20), ("strength", 20), ("piercing", 20), ("again", 11), ("clip", 1000),
                ("chamber", 10), ("reload", 20), ("short", 5000), ("medium", 10000), ("long", 20000), ("auto", 1),
                ("two-handed", 1), ("stuns", 1), ("aerodynamic", 1),
            )
        ),
        TraitSpec("merits", "merits", "text", ""),
        TraitSpec("guns", "nature", "text", "lethal", choices=DAMAGE_TYPES, derived=True),
        TraitSpec("fire", "nature", "text", "lethal", choices=DAMAGE_TYPES, derived=True),
    )  # fmt: skip


def _kind(kind_id: str) -> CharacterKind:
    marks = tuple(MarkSpec(mark, damage_type) for damage_type, mark in track.MARKS.items())
    return CharacterKind(
        kind_id,
        _traits(),
        (TrackSpec(track.HEALTH, marks),),
        (PoolSpec("willpower"), *(PoolSpec(name, shape="number") for name in magazines())),
    )


NATURES: Mapping[str, Mapping[str, str]] = {"vampire": {"guns": "bashing", "fire": "aggravated"}}
"""What harms a kind of being differently from ordinary people, WOD-DMG-02."""

KINDS = tuple(_kind(kind_id) for kind_id in ("mortal", "extra", "vampire"))
SPECS: Mapping[str, TraitSpec] = {spec.id: spec for spec in KINDS[0].traits}


# ---------------------------------------------------------------------- making a character


def make_character(view: State, intent: Intent) -> Outcome:
    """Make a character from the traits given; what is not given is average, what is derived is worked out."""
    kind = intent.text("kind") or KINDS[0].id
    if kind not in {known.id for known in KINDS}:
        raise Refusal(message("wod.refused.kind", kind=kind, known=tuple(Term(known.id) for known in KINDS)))
    traits: dict[str, Value] = {spec.id: spec.default for spec in SPECS.values() if not spec.derived}
    traits.update(NATURES.get(kind, {}))
    for name, value in intent.values.items():
        if name in ("name", "kind", "side", "note", "hidden", "count", "health", "willpower"):
            continue
        traits[name] = _checked(name, value)
    health = _health(kind, traits, intent.values.get("health", ""))
    traits["boxes"] = health.size if kind == "extra" or health.size != _own_boxes(traits) else 0
    if not traits["boxes"]:
        del traits["boxes"]
    name = intent.text("name")
    character = Character(intent.target, name, kind, traits=traits)
    pools = {"willpower": _willpower(character, intent.values.get("willpower", ""))}
    if magazine := full_magazine(character):
        pools[magazine_id(character.text("weapon"))] = magazine
    added = CharacterAdded(
        who=intent.target,
        name=name,
        character_kind=kind,
        side=intent.text("side"),
        hidden=intent.flag("hidden"),
        note=intent.text("note"),
        traits=traits,
        tracks={track.HEALTH: health},
        pools=pools,
    )
    return Outcome((added,), (message("wod.added", who=name, kind=Term(kind)),))


def _checked(name: str, value: Value) -> Value:
    spec = SPECS.get(name)
    if spec is None:
        raise Refusal(message("wod.refused.trait", trait=name))
    if spec.kind == "integer":
        if isinstance(value, bool):
            return int(value)
        if not isinstance(value, int) or not spec.minimum <= value <= spec.maximum:
            raise Refusal(message("wod.refused.range", trait=Term(name), minimum=spec.minimum, maximum=spec.maximum))
        return value
    chosen = _chosen(spec, str(value))
    if chosen is None:
        known = tuple(Term(choice.id) for choice in spec.choices)
        raise Refusal(message("wod.refused.choice", trait=Term(name), value=str(value), known=known))
    return chosen


def _chosen(spec: TraitSpec, text: str) -> str | None:
    """The choice that a text means, in either language, None for nothing; any text where there are no choices."""
    if not spec.choices or not text:
        return text
    return meant(text, [choice.id for choice in spec.choices]) or None


def _own_boxes(traits: Mapping[str, Value]) -> int:
    """Health = Stamina + Size, WOD-DMG-03."""
    stamina, size = traits["stamina"], traits["size"]
    return max(1, stamina + size) if isinstance(stamina, int) and isinstance(size, int) else 1


def _health(kind: str, traits: Mapping[str, Value], given: Value) -> Track:
    """An empty track of the character's length; `given` is another length, or the marks themselves."""
    if isinstance(given, str) and given:
        if set(given) - set(track.WEIGHT) or len(given) > LARGEST_TRACK:
            raise Refusal(message("wod.refused.marks", marks=given))
        return Track(track.sorted_marks(given))
    boxes = traits.get("boxes")
    if isinstance(given, int) and given > 0:
        boxes = given
    if not isinstance(boxes, int):
        boxes = EXTRA_BOXES if kind == "extra" else _own_boxes(traits)
    return Track(EMPTY_BOX * min(boxes, LARGEST_TRACK))


def _willpower(character: Character, given: Value) -> Pool:
    """Willpower = Resolve + Composure, WOD-RES-04; `given` is what is left, or `left/maximum`."""
    maximum = character.integer("resolve") + character.integer("composure")
    left, slash, most = str(given).partition("/")
    if slash and most.isdecimal():
        maximum = min(int(most), LARGEST_TRACK)
    elif left.isdecimal():
        maximum = max(maximum, min(int(left), LARGEST_TRACK))
    value = min(int(left), maximum) if left.isdecimal() else maximum
    return Pool(value, maximum)


# ---------------------------------------------------------------------- changes by hand


def follow_trait(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let the Health track, Willpower and the magazine follow a trait that the game master set."""
    trait = intent.text("trait")
    _follow_word(draft, intent.target, trait)
    character = draft.character(intent.target)
    if trait in ("stamina", "size", "boxes") and track.HEALTH in character.tracks:
        boxes = character.integer("boxes")
        if trait != "boxes" and boxes:
            return
        before = character.tracks[track.HEALTH]
        after = track.resized(before, boxes or character.integer("stamina") + character.integer("size"))
        if after != before:
            draft.add(TrackSet(character.id, track.HEALTH, before, after, rule="WOD-DMG-03"))
    if trait in ("resolve", "composure"):
        before_pool = character.pools.get("willpower", Pool(0, 0))
        maximum = character.integer("resolve") + character.integer("composure")
        spent = (before_pool.maximum or 0) - before_pool.value
        draft.add(
            PoolSet(character.id, "willpower", before_pool, Pool(max(0, maximum - spent), maximum), rule="WOD-RES-04")
        )
    if trait.startswith("weapon") and (magazine := full_magazine(character)):
        name = magazine_id(character.text("weapon"))
        held = character.pools.get(name)
        if held is None or held.maximum != magazine.maximum:
            draft.add(PoolSet(character.id, name, held or magazine, magazine, rule="WOD-RES-05"))


def _follow_word(draft: Draft, who: str, trait: str) -> None:
    """Put the id in the place of a word that was set by hand. Refuses a word that is no choice of the trait."""
    spec, before = SPECS.get(trait), draft.character(who).traits.get(trait)
    if spec is None or not spec.choices or not isinstance(before, str):
        return
    after = _checked(trait, before)
    if after != before:
        draft.add(TraitSet(who, trait, before, after))


# ---------------------------------------------------------------------- what is worked out


def speed_of(view: State, character: Character) -> Derived:
    """Speed in yards: Strength + Dexterity + species factor, less armour and wounds (WOD-TURN-04, WOD-TURN-06)."""
    if "speed" in character.traits:
        own: tuple[Part, ...] = (Part(Term("speed"), character.integer("speed")),)
    else:
        own = tuple(
            Part(Term(name), trait_value(character, name), "WOD-TURN-04")
            for name in ("strength", "dexterity", "species-factor")
        )
    parts = (*own, *speed_parts(view, character))
    return Derived("speed", max(0, sum(part.value for part in parts)), parts)


def run_of(view: State, character: Character) -> Derived:
    """Twice the Speed, for running and charging (WOD-TURN-05, WOD-ATK-16)."""
    speed = speed_of(view, character).value
    return Derived(
        "run", 2 * speed, (Part(Term("speed"), speed, "WOD-TURN-04"), Part(Term("run"), speed, "WOD-TURN-05"))
    )


def initiative_of(character: Character) -> Derived:
    """The bare Dexterity + Composure, WOD-INIT-01."""
    if "initiative" in character.traits:
        own = character.integer("initiative")
        return Derived("initiative", own, (Part(Term("initiative"), own),))
    parts = tuple(Part(Term(name), trait_value(character, name), "WOD-INIT-01") for name in ("dexterity", "composure"))
    return Derived("initiative", sum(part.value for part in parts), parts)


def health_parts(view: State, who: str, gauge: str) -> Sequence[Part]:
    """Why the Health track is as long as it is, and what the most of Willpower comes from."""
    character = view.characters[who]
    if gauge == track.HEALTH and gauge in character.tracks:
        boxes = character.tracks[gauge]
        own = (
            (Part(Term("boxes"), boxes.size - boxes.bonus),)
            if character.integer("boxes")
            else tuple(Part(Term(name), character.integer(name), "WOD-DMG-03") for name in ("stamina", "size"))
        )
        bonus = (Part(Term("temporary-health"), boxes.bonus, "WOD-DMG-10"),) if boxes.bonus else ()
        return (*own, *bonus)
    if gauge == "willpower":
        parts = tuple(Part(Term(name), character.integer(name), "WOD-RES-04") for name in ("resolve", "composure"))
        maximum = character.pools["willpower"].maximum if "willpower" in character.pools else None
        given = (maximum or 0) - sum(part.value for part in parts)
        return (*parts, Part(Term("modifier"), given)) if given else parts
    return ()


def derived(view: State, who: str) -> Sequence[Derived]:
    """Health, Speed, running and Initiative with their parts, and traits that effects have changed."""
    character = view.characters[who]
    health = character.tracks.get(track.HEALTH, Track(""))
    changed = [
        Derived(name, trait_value(character, name), (Part(Term(name), character.integer(name)), *parts))
        for name in ATTRIBUTES
        if (parts := changes_of(character, name))
    ]
    return [
        Derived("health", health.size, tuple(health_parts(view, who, track.HEALTH))),
        speed_of(view, character),
        run_of(view, character),
        initiative_of(character),
        *changed,
    ]


EXTRA_WOUNDS = OptionSpec("extra-wounds", "table", (Choice("table"), Choice(EXTRA_FROM_FIRST_MARK)), "WOD-OPT-02")

FEATURE = Feature(derived=derived, explain=health_parts, trait_changed=(follow_trait,), options=(EXTRA_WOUNDS,))
