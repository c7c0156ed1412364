"""Sheets: how a character is made, what follows when one is corrected, what is worked out from it."""

from collections.abc import Iterator

from tracker.api import (
    EMPTY_BOX,
    Chance,
    Chapter,
    Character,
    CharacterAdded,
    Choice,
    Derived,
    Draft,
    Intent,
    OptionSpec,
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
from tracker_wod import track
from tracker_wod.effects import EXTRA_FROM_FIRST_MARK, changes_of, lowered, speed_parts, trait_value
from tracker_wod.kinds import LARGEST_TRACK, NATURES, SPECS
from tracker_wod.magazine import full_magazine, magazine_id
from tracker_wod.states import as_able, tell_marks, tell_state
from tracker_wod.traits import ATTRIBUTES

EXTRA_BOXES = 4
"""Health of a nameless extra, WOD-OPT-02."""


# ---------------------------------------------------------------------- making a character


def make_character(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Make a character from the traits given; what is not given is average, what is derived is worked out."""
    kind, name = intent.text("kind"), intent.text("name")
    traits: dict[str, Value] = {spec.id: spec.default for spec in SPECS.values() if not spec.derived}
    traits.update(NATURES.get(kind, {}))
    traits.update({trait: intent.values[trait] for trait in SPECS if trait in intent.values})  # type: ignore[misc]
    if kind == "extra":
        traits.setdefault("boxes", EXTRA_BOXES)
    character = Character(intent.target, name, kind, traits=frozen(traits))
    most = _most_willpower(character)
    pools = {"willpower": Pool(most, most)}
    if magazine := full_magazine(character):
        pools[magazine_id(character.text("weapon"))] = magazine
    tracks = {track.HEALTH: Track(EMPTY_BOX * _boxes(character))}
    draft.tell(
        message("wod.added", who=name, kind=Term(kind)),
        CharacterAdded(intent.target, name, kind, traits=character.traits, tracks=frozen(tracks), pools=frozen(pools)),
    )


def _boxes(character: Character) -> int:
    """The boxes of Health: those of the sheet, else Stamina + Size (WOD-DMG-03)."""
    own = character.integer("boxes") or trait_value(character, "stamina") + character.integer("size")
    return min(max(1, own), LARGEST_TRACK)


def _most_willpower(character: Character) -> int:
    """Resolve + Composure, WOD-RES-04."""
    return character.integer("resolve") + character.integer("composure")


# ---------------------------------------------------------------------- changes by hand


def follow_trait(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let the Health track, Willpower and the magazine follow a trait that the game master set."""
    trait = intent.text("trait")
    character = draft.character(intent.target)
    if trait in ("stamina", "size", "boxes"):
        _resize(draft, character)
    if trait in ("resolve", "composure"):
        before = character.pools["willpower"]
        change = character.integer(trait) - intent.integer("before", character.integer(trait))
        most = (before.maximum or 0) + change
        left = max(0, before.value + change)
        draft.add(PoolSet(character.id, "willpower", before, Pool(left, most), rule="WOD-RES-04"))
    if trait.startswith("weapon") and (magazine := full_magazine(character)):
        name = magazine_id(character.text("weapon"))
        held = character.pools.get(name)
        if held is None or held.maximum != magazine.maximum:
            draft.add(PoolSet(character.id, name, held or magazine, magazine, rule="WOD-RES-05"))


def follow_effect(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let Health and Willpower follow dots of an Attribute that an effect takes or gives back: `change` of `trait`."""
    character = draft.character(intent.target)
    trait, change = intent.text("trait"), intent.integer("change")
    if trait == "stamina":
        _resize(draft, character)
    if trait in ("resolve", "composure"):
        before = character.pools["willpower"]
        most = max(0, (before.maximum or 0) + change)
        draft.add(PoolSet(character.id, "willpower", before, Pool(min(before.value, most), most), rule="WOD-RES-04"))


def _resize(draft: Draft, character: Character) -> None:
    """Give Health as many boxes as the sheet says; marks of lost boxes deepen those that remain (WOD-DMG-11)."""
    before = character.tracks[track.HEALTH]
    marked = track.resized(before, _boxes(character))
    if marked.track == before:
        return
    rule = "WOD-DMG-11" if marked.upgraded or marked.lost else "WOD-DMG-03"
    told = draft.record(
        TrackSet(
            character.id, track.HEALTH, before, marked.track, lost=marked.lost, upgraded=marked.upgraded, rule=rule
        )
    )
    draft.say(
        message(
            "wod.health.resized",
            who=character.name,
            count=marked.track.size,
            before=told("before.marks"),
            after=told("after.marks"),
        )
    )
    tell_marks(draft, character.id, before, marked, told)
    draft.follow(Intent("settle", targets=(character.id,)))


def follow_gauge(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let Health that was given by hand bring about what the same damage would, its length becoming the sheet's own."""
    if intent.text("gauge") != track.HEALTH:
        return
    character = draft.character(intent.target)
    health = character.tracks[track.HEALTH]
    own = max(1, health.size - health.bonus)
    if own != _boxes(character):
        told = draft.record(TraitSet(character.id, "boxes", character.traits.get("boxes"), own))
        draft.say(message("wod.health.own", who=character.name, count=told("after")))
    tell_state(draft, character.id)
    draft.follow(Intent("settle", targets=(character.id,)))


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
    parts = lowered(own, speed_parts(view, character))
    return Derived("speed", sum(part.value for part in parts), parts)


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


def _health_of(character: Character) -> Derived:
    """Why the Health track is as long as it is."""
    health = character.tracks[track.HEALTH]
    boxes = health.size - health.bonus
    own = tuple(Part(Term(name), trait_value(character, name), "WOD-DMG-03") for name in ("stamina", "size"))
    if character.integer("boxes") or sum(part.value for part in own) != boxes:
        own = (Part(Term("boxes"), boxes),)
    bonus = (Part(Term("temporary-health"), health.bonus, "WOD-DMG-10"),) if health.bonus else ()
    return Derived(track.HEALTH, health.size, (*own, *bonus))


def _willpower_of(character: Character) -> Derived:
    """What the most of Willpower comes from; what the game master gave besides is a part of its own."""
    most = character.pools["willpower"].maximum or 0
    parts = tuple(Part(Term(name), trait_value(character, name), "WOD-RES-04") for name in ("resolve", "composure"))
    given = most - sum(part.value for part in parts)
    return Derived("willpower", most, (*parts, Part(Term("modifier"), given)) if given else parts)


def derived(view: State, who: str) -> Iterator[Derived]:
    """Health, Willpower, Speed, running and Initiative with their parts, and traits that effects have changed."""
    character = view.characters[who]
    yield _health_of(character)
    yield _willpower_of(character)
    for value in (speed_of(view, character), run_of(view, character), initiative_of(character)):
        yield as_able(character, value)
    for name in ATTRIBUTES:
        if parts := changes_of(character, name):
            yield Derived(name, trait_value(character, name), (Part(Term(name), character.integer(name)), *parts))


EXTRA_WOUNDS = OptionSpec("extra-wounds", "table", (Choice("table"), Choice(EXTRA_FROM_FIRST_MARK)), "WOD-OPT-02")

CHAPTER = Chapter(
    inner={"follow-effect": drafted(follow_effect)},
    create=drafted(make_character),
    derived=derived,
    moments={"trait_changed": follow_trait, "gauge_changed": follow_gauge},
    options=(EXTRA_WOUNDS,),
)
