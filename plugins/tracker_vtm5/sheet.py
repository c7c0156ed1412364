"""People as they join, their tracks as Attributes and typed marks make them (V5-RES-01 to 03, 13), derived values."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tracker.api import (
    EMPTY_BOX,
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
    drafted,
    frozen,
    message,
)
from tracker_vtm5 import blood, marks, options, owed, people, states
from tracker_vtm5.kinds import KINDS, LONGEST_TRACK, NOT_TYPED, SHORTEST_TRACK

FIRST_HUNGER = 1
"""Only a kill brings Hunger to 0 (V5-RES-12)."""
_KINDS = {kind.id: kind for kind in KINDS}
_ATTRIBUTES_BEHIND = {"health": ("stamina",), "willpower": ("composure", "resolve")}
_RULES = {"health": "V5-RES-02", "willpower": "V5-RES-03"}


def track_parts(character: Character, track: str) -> tuple[Part, ...]:
    """What the length of a track is made of (V5-RES-02, V5-RES-03)."""
    if typed := character.integer(f"{track}_size"):
        return (Part(Term(f"{track}_size"), typed),)
    rule = _RULES[track]
    parts = tuple(Part(Term(name), character.integer(name), rule) for name in _ATTRIBUTES_BEHIND[track])
    parts += (Part(Term("base"), 3, rule),) if track == "health" else ()
    total = sum(part.value for part in parts)
    if missing := max(SHORTEST_TRACK - total, 0):
        return (*parts, Part(Term("shortest_track"), missing, rule))
    if beyond := max(total - LONGEST_TRACK, 0):
        return (*parts, Part(Term("longest_track"), -beyond, rule))
    return parts


def track_size(character: Character, track: str) -> int:
    """Number of boxes a track should have."""
    return sum(part.value for part in track_parts(character, track))


def create(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Make a character from what was given; everything else has its default."""
    kind, name = _KINDS[intent.text("kind")], intent.text("name")
    # What the card leaves open (its own Bane Severity, its weapon's damage) is not set: the tables speak then.
    given = {spec.id: intent.values.get(spec.id, spec.default) for spec in kind.traits}
    traits = {spec.id: given[spec.id] for spec in kind.traits if spec.default != NOT_TYPED or spec.id in intent.values}
    raw = Character(intent.target, name, kind.id, traits=traits)  # type: ignore[arg-type]
    tracks = {spec.id: Track(EMPTY_BOX * track_size(raw, spec.id)) for spec in kind.tracks}
    pools = {spec.id: Pool(FIRST_HUNGER, people.HIGHEST_HUNGER) for spec in kind.pools}
    draft.tell(
        message("vtm5.joined", who=name, kind=Term(kind.id)),
        CharacterAdded(raw.id, name, kind.id, traits=raw.traits, tracks=frozen(tracks), pools=frozen(pools)),
    )


def trait_changed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give a track the length that its Attributes now ask for (V5-RES-13)."""
    trait = intent.text("trait")
    for track, attributes in _ATTRIBUTES_BEHIND.items():
        if trait in (*attributes, f"{track}_size"):
            resize(draft, intent.target, track)


def resize(draft: Draft, who: str, track: str) -> None:
    """Fit a track to its length and work defeat out again (V5-RES-13)."""
    character = draft.character(who)
    before, size = character.tracks[track], track_size(character, track)
    if before.size == size:
        return
    placed = marks.resized(before.marks, size, convert=options.is_set(draft.state, "lost_boxes", "convert"))
    after = Track(placed.marks, min(before.bonus, size))
    parts = track_parts(character, track)
    told = draft.record(
        TrackSet(who, track, before, after, lost=placed.lost, upgraded=placed.converted, parts=parts, rule="V5-RES-13")
    )
    draft.say(
        message(
            "vtm5.new_length",
            who=character.name,
            track=Term(track),
            before=told("before.marks"),
            after=told("after.marks"),
            parts=told("parts"),
        )
    )
    if placed.converted:
        draft.say(message("vtm5.converted", who=character.name, count=told("upgraded")), working=True)
    if placed.lost:
        draft.say(message("vtm5.marks_fell_off", who=character.name, marks=told("lost")), working=True)
    if track == "health":
        draft.follow(Intent("defeat", targets=(who,), values=frozen({"before": before.marks})))


def gauge_changed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Do what marks or Hunger that were given by hand bring with them; marks give their track its length for good."""
    who, gauge = intent.target, intent.text("gauge")
    character = draft.character(who)
    if gauge == "hunger":
        pool = character.pools["hunger"]
        if pool.maximum != people.HIGHEST_HUNGER:
            after = Pool(min(pool.value, people.HIGHEST_HUNGER), people.HIGHEST_HUNGER)
            draft.add(PoolSet(who, "hunger", pool, after, (), "V5-RES-05"))
        people.come_to(draft, who)
        if people.hunger(draft.character(who)) < people.HIGHEST_HUNGER:
            waiting = draft.character(who).conditions_of_kind("frenzy_due")
            owed.end(draft, who, *(one for one in waiting if one.data.get("kind") == "hunger_frenzy"))
        return
    size = character.tracks[gauge].size
    if size > LONGEST_TRACK:
        people.refuse("long_track", character, track=Term(gauge), maximum=LONGEST_TRACK)
    if size != track_size(character, gauge):
        trait = f"{gauge}_size"
        draft.add(TraitSet(who, trait, character.traits.get(trait), size))
    if gauge == "health":
        if not marks.is_full(character.tracks[gauge]):
            owed.settle(draft, who, "injury_due")
        states.work_out_again(draft, who)


def derived(view: State, who: str) -> Iterator[Derived]:
    """Give the worked-out values of a sheet."""
    character = view.characters[who]
    for track in _ATTRIBUTES_BEHIND:
        yield Derived(track, track_size(character, track), track_parts(character, track))
    if people.is_vampire(character):
        yield from _of_the_blood(view, character)
    else:
        crosses = character.tracks["health"].marks.count(marks.CROSS)
        yield Derived("hospital_weeks", crosses, (Part(Term("cross"), crosses, "V5-HEAL-10"),))
    initiative = tuple(Part(Term(name), character.integer(name), "V5-INI-02") for name in ("composure", "awareness"))
    yield Derived("fixed_initiative", sum(part.value for part in initiative), initiative)


def _of_the_blood(view: State, character: Character) -> Sequence[Derived]:
    potency = blood.potency(character)
    by_table = message("vtm5.by_potency", potency=potency)
    tables = (
        ("blood_surge", blood.SURGE_DICE[potency], "V5-RES-08"),
        ("mended_marks", blood.MENDED_MARKS[potency], "V5-HEAL-01"),
        ("discipline_bonus", blood.DISCIPLINE_DICE[potency], "V5-RES-08"),
        ("rouse_reroll_level", blood.REROLL_LEVEL[potency], "V5-RES-08"),
        ("bane_severity", blood.bane_severity(view, character), "V5-RES-09"),
    )
    found = [Derived(name, value, (Part(by_table, value, rule),)) for name, value, rule in tables]
    if blood.has_typed_bane(character):
        found[-1] = replace(found[-1], parts=(Part(Term("bane_severity"), found[-1].value),))
    highest = Part(Term("highest_hunger"), people.HIGHEST_HUNGER, "V5-RES-05")
    return [*found, Derived("hunger", people.HIGHEST_HUNGER, (highest,))]


CHAPTER = Chapter(
    options=options.OPTIONS,
    create=drafted(create),
    moments={"trait_changed": trait_changed, "gauge_changed": gauge_changed},
    derived=derived,
)
