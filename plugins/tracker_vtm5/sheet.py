"""The sheets: traits, the two tracks, Hunger, and what follows when an Attribute changes (V5-RES-01 to 03, 13)."""

from collections.abc import Sequence

from tracker.api import (
    Band,
    Chance,
    Character,
    CharacterAdded,
    CharacterKind,
    Choice,
    Derived,
    Draft,
    Intent,
    MarkSpec,
    Part,
    Pool,
    PoolSpec,
    Refusal,
    State,
    Term,
    Track,
    TrackSet,
    TrackSpec,
    TraitSpec,
    Value,
    message,
)
from tracker_vtm5 import blood, gear, marks, options, people, states
from tracker_vtm5.feature import Feature

PHYSICAL = ("strength", "dexterity", "stamina")
SOCIAL = ("charisma", "manipulation", "composure")
MENTAL = ("intelligence", "wits", "resolve")
SKILLS = (
    "athletics", "brawl", "craft", "drive", "firearms", "larceny", "melee", "stealth", "survival",
    "animal_ken", "etiquette", "insight", "intimidation", "leadership", "performance", "persuasion", "streetwise",
    "subterfuge",
    "academics", "awareness", "finance", "investigation", "medicine", "occult", "politics", "science", "technology",
)  # fmt: skip
MENTAL_DISCIPLINES = ("auspex", "dominate", "obfuscate", "presence")
DISCIPLINES = (
    *MENTAL_DISCIPLINES, "animalism", "blood_sorcery", "celerity", "fortitude", "oblivion", "potence", "protean",
    "thin_blood_alchemy",
)  # fmt: skip
CATEGORY_OF = {
    **dict.fromkeys(PHYSICAL, "physical"),
    **dict.fromkeys(SOCIAL, "social"),
    **dict.fromkeys(MENTAL, "mental"),
}
ATTRIBUTE_CHOICES = tuple(Choice(name) for name in CATEGORY_OF)
SKILL_CHOICES = tuple(Choice(name) for name in (*SKILLS, *CATEGORY_OF))
"""A Skill, or a second Attribute in its place."""
DISCIPLINE_CHOICES = tuple(Choice(name) for name in DISCIPLINES)

LONGEST_TRACK = 30
HIGHEST_TRAIT = 20

_ATTRIBUTES = tuple(TraitSpec(name, "attributes", default=2, maximum=HIGHEST_TRAIT) for name in CATEGORY_OF)
_SKILLS = tuple(TraitSpec(name, "skills", maximum=HIGHEST_TRAIT) for name in SKILLS)
_DISCIPLINES = tuple(TraitSpec(name, "disciplines", maximum=HIGHEST_TRAIT) for name in DISCIPLINES)
_NATURES = tuple(Choice(name) for name in ("blow", "blunt", "blade", "gun", "fire", "fang", "lethal"))
_COMMON = (
    TraitSpec("humanity", "advantages", default=7, maximum=10),
    TraitSpec("armour", "gear", maximum=HIGHEST_TRAIT),
    TraitSpec("weapon", "gear", "text", "fists", choices=tuple(Choice(weapon.id) for weapon in gear.WEAPONS)),
    TraitSpec("weapon_damage", "gear", default=-1, minimum=-1, maximum=HIGHEST_TRAIT),
    TraitSpec("weapon_nature", "gear", "text", "", choices=_NATURES),
    TraitSpec("health_size", "tracks", maximum=LONGEST_TRACK),
    TraitSpec("willpower_size", "tracks", maximum=LONGEST_TRACK),
    TraitSpec("player", "advantages", maximum=1),
)
_MARKS = (MarkSpec("/", "superficial"), MarkSpec("X", "aggravated"))
_TRACKS = (TrackSpec("health", _MARKS), TrackSpec("willpower", _MARKS))
_HUNGER = PoolSpec("hunger", (Band("hunger_high", 4, "warning"), Band("hunger_5", 5, "bad")))


def _vampire_kind(kind: str, potency: int) -> CharacterKind:
    own = (
        TraitSpec("blood_potency", "advantages", default=potency, maximum=blood.HIGHEST_POTENCY),
        TraitSpec("bane_severity", "advantages", default=-1, minimum=-1, maximum=HIGHEST_TRAIT),
    )
    return CharacterKind(kind, (*_ATTRIBUTES, *_SKILLS, *own, *_COMMON, *_DISCIPLINES), _TRACKS, (_HUNGER,))


def _mortal_kind(kind: str, *, disciplines: bool) -> CharacterKind:
    own = (TraitSpec("true_faith", "advantages", maximum=5),)
    gifts = _DISCIPLINES if disciplines else ()
    return CharacterKind(kind, (*_ATTRIBUTES, *_SKILLS, *own, *_COMMON, *gifts), _TRACKS)


KINDS = (
    _vampire_kind("vampire", 1),
    _vampire_kind("thin-blood", 0),
    _mortal_kind("mortal", disciplines=False),
    _mortal_kind("ghoul", disciplines=True),
)
"""Vampires by default; ghouls follow the mortals' rules."""
_KINDS = {kind.id: kind for kind in KINDS}
ATTRIBUTES_BEHIND = {"health": ("stamina",), "willpower": ("composure", "resolve")}


def track_parts(character: Character, track: str) -> tuple[Part, ...]:
    """What the length of a track is made of (V5-RES-02, V5-RES-03)."""
    typed = character.integer(f"{track}_size")
    if typed > 0:
        return (Part(Term(f"{track}_size"), typed, ""),)
    if track == "health":
        return (
            Part(Term("stamina"), character.integer("stamina"), "V5-RES-02"),
            Part(Term("base"), 3, "V5-RES-02"),
        )
    return tuple(Part(Term(name), character.integer(name), "V5-RES-03") for name in ATTRIBUTES_BEHIND["willpower"])


def track_size(character: Character, track: str) -> int:
    """Number of boxes a track should have: at least 1."""
    return min(max(sum(part.value for part in track_parts(character, track)), 1), LONGEST_TRACK)


def create(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Make a character from what was given; everything else has its default."""
    kind = _KINDS.get(intent.text("kind") or KINDS[0].id)
    name = intent.text("name")
    if kind is None:
        raise Refusal(message("vtm5.refused.unknown_kind", kind=intent.text("kind")))
    if not name:
        raise Refusal(message("vtm5.refused.no_name"))
    specs = {spec.id: spec for spec in kind.traits}
    # What the card leaves open (its own Bane Severity, its weapon's damage) is not set: the tables speak then.
    traits: dict[str, Value] = {
        spec.id: _trait(spec, intent) for spec in specs.values() if spec.default != -1 or spec.id in intent.values
    }
    raw = Character(intent.target, name, kind.id, traits=traits)
    tracks = {spec.id: _track(raw, spec.id, intent) for spec in kind.tracks}
    traits |= {f"{name}_size": track.size for name, track in tracks.items() if track.size != track_size(raw, name)}
    pools = {}
    if kind.pools:
        start = intent.integer("hunger", 1 if kind.id == "vampire" else 0)
        pools["hunger"] = Pool(_within(start, 0, people.HIGHEST_HUNGER, "hunger"), people.HIGHEST_HUNGER)
    draft.add(
        CharacterAdded(
            intent.target,
            name,
            kind.id,
            intent.text("side"),
            intent.flag("hidden"),
            intent.text("note"),
            traits,
            tracks,
            pools,
        )
    )
    draft.say(
        message(
            "vtm5.joined",
            who=name,
            kind=Term(kind.id),
            health=tracks["health"].size,
            willpower=tracks["willpower"].size,
        )
    )
    states.work_out_again(draft, intent.target)


def _trait(spec: TraitSpec, intent: Intent) -> Value:
    given = intent.values.get(spec.id)
    if spec.kind == "text":
        return str(given) if isinstance(given, (str, int)) else spec.default
    if given is None:
        return spec.default
    if not isinstance(given, int):
        raise Refusal(message("vtm5.refused.no_number", name=Term(spec.id), text=str(given)))
    return _within(given, spec.minimum, spec.maximum, spec.id)


def _within(number: int, minimum: int, maximum: int, name: str) -> int:
    if not minimum <= number <= maximum:
        raise Refusal(message("vtm5.refused.range", name=Term(name), minimum=minimum, maximum=maximum))
    return number


def _track(raw: Character, track: str, intent: Intent) -> Track:
    """An empty track, or one that was typed: marks such as `X//..`, which also give its length."""
    size = track_size(raw, track)
    typed = intent.values.get(track)
    if typed is None:
        return Track(marks.sorted_marks(0, 0, size))
    text = str(typed)
    if not 1 <= len(text) <= LONGEST_TRACK or set(text) - {marks.CROSS, marks.SLASH, "."}:
        raise Refusal(message("vtm5.refused.marks", text=text))
    return Track(marks.sorted_marks(text.count(marks.CROSS), text.count(marks.SLASH), text.count(".")))


def trait_changed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give a track the length that its Attributes now ask for (V5-RES-13)."""
    trait = intent.text("trait")
    for track, attributes in ATTRIBUTES_BEHIND.items():
        if trait in attributes or trait == f"{track}_size":
            resize(draft, intent.target, track)


def resize(draft: Draft, who: str, track: str) -> None:
    """Fit a track to its length and work impairment and defeat out again (V5-RES-13)."""
    character = draft.character(who)
    before = character.tracks.get(track)
    size = track_size(character, track)
    if before is None or before.size == size:
        return
    placed = marks.resized(before.marks, size, convert=options.is_set(draft.state, "lost_boxes", "convert"))
    after = Track(placed.marks)
    parts = track_parts(character, track)
    draft.add(
        TrackSet(who, track, before, after, lost=placed.lost, upgraded=placed.converted, parts=parts, rule="V5-RES-13")
    )
    draft.say(message("vtm5.resized", who=character.name, track=Term(track), before=before.marks, after=after.marks))
    if placed.lost:
        draft.say(message("vtm5.marks_fell_off", who=character.name, marks=placed.lost, count=len(placed.lost)))
    if track == "health" and marks.is_crossed_out(after) is not marks.is_crossed_out(before):
        states.work_out_again(draft, who)


def derived(view: State, who: str) -> Sequence[Derived]:
    """The worked-out values of a sheet."""
    character = view.characters[who]
    found: list[Derived] = []
    if people.is_vampire(character):
        found += _of_the_blood(view, character)
    else:
        crosses = character.tracks["health"].marks.count(marks.CROSS) if "health" in character.tracks else 0
        found.append(Derived("hospital_weeks", crosses, (Part(Term("cross"), crosses, "V5-HEAL-10"),)))
    initiative = tuple(Part(Term(name), character.integer(name), "V5-INI-02") for name in ("composure", "awareness"))
    found.append(Derived("fixed_initiative", sum(part.value for part in initiative), initiative))
    return found


def _of_the_blood(view: State, character: Character) -> list[Derived]:
    potency = blood.potency(character)
    tables = (
        ("blood_surge", blood.SURGE_DICE, "V5-RES-08"),
        ("mended_marks", blood.MENDED_MARKS, "V5-HEAL-01"),
        ("discipline_bonus", blood.DISCIPLINE_DICE, "V5-RES-08"),
        ("rouse_reroll_level", blood.REROLL_LEVEL, "V5-RES-08"),
    )
    found = [
        Derived(name, table[potency], (Part(Term("blood_potency"), table[potency], rule),))
        for name, table, rule in tables
    ]
    severity = blood.bane_severity(view, character)
    label = Term("bane_severity" if blood.has_typed_bane(character) else "blood_potency")
    found.append(Derived("bane_severity", severity, (Part(label, severity, "V5-RES-09"),)))
    return found


FEATURE = Feature(moments={"trait_changed": trait_changed}, derived=derived)
