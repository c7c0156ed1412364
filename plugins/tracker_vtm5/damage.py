"""Harm: what kind it is to whom, how much of it is marked, and what the filled track then does (V5-DMG-01 to 18)."""

from collections.abc import Mapping
from dataclasses import dataclass

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    Draft,
    Intent,
    Message,
    Parameter,
    Part,
    Prompted,
    Refusal,
    SceneSet,
    State,
    Term,
    Track,
    TrackSet,
    Value,
    message,
    quoted,
)
from tracker_vtm5 import gear, injuries, marks, options, people, states
from tracker_vtm5.feature import Feature
from tracker_vtm5.parts import listed, packed, unpacked

MOST_DAMAGE = 999
TYPES = ("superficial", "aggravated")
TOLD_TOUGHNESS = "reminded:V5-DMG-16"


@dataclass(frozen=True, slots=True)
class Hit:
    """One hit on one target, worked out: `damage` before halving, then the crosses and slashes to place."""

    damage: int
    aggravated: bool
    crosses: int
    slashes: int
    parts: tuple[Part, ...]
    armour: int = 0


def type_of(view: State, character: Character, source: gear.Source, track: str) -> str:
    """What a source does to this character (V5-DMG-10 to 15)."""
    if track == "willpower":
        return "aggravated" if source.nature == "wound_of_heart" else "superficial"
    if source.nature == "sun" and character.kind == "thin-blood":
        return "superficial"
    blunt = options.is_set(view, "blunt_weapons", "aggravated")
    vampire = people.is_vampire(character)
    return "aggravated" if gear.is_aggravated(source, vampire=vampire, blunt_is_deadly=blunt) else "superficial"


def damage_type(view: State, character: Character, source_name: str, track: str, typed: str = "") -> str:
    """The kind of a hit: as typed, else by its source; a hit without a source is superficial."""
    if typed in TYPES:
        return typed
    return type_of(view, character, gear.source_named(source_name), track) if source_name else "superficial"


def worked_out(view: State, character: Character, intent: Intent, track: str) -> Hit:
    """What a hit comes to on this character: its kind, armour, halving (V5-DMG-02, V5-DMG-03, V5-DEF-04)."""
    amount = min(max(intent.integer("amount"), 0), MOST_DAMAGE)
    source_name = intent.text("source")
    aggravated = damage_type(view, character, source_name, track, intent.text("type")) == "aggravated"
    parts = unpacked(intent.values.get("parts")) or (Part(Term("damage"), amount, ""),)
    if amount and track == "health" and character.has_condition("massive_wound"):
        amount += 1
        parts += (Part(Term("massive_wound"), 1, "V5-DMG-19"),)
    armour = _armour(character, intent, source_name) if aggravated and track == "health" else 0
    turned = min(armour, amount)
    light = turned if aggravated else amount
    slashes = light if _is_exempt(view, intent, track) else (light + 1) // 2
    if slashes != light:
        parts += (Part(Term("halved"), slashes - light, "V5-DMG-02"),)
    return Hit(amount, aggravated, amount - light, slashes, parts, turned)


def _armour(character: Character, intent: Intent, source_name: str) -> int:
    """How many points of the hit armour softens (V5-DEF-04)."""
    if intent.text("armour", "worn") == "none" or (source_name and not gear.source_named(source_name).armour):
        return 0
    return max(character.integer("armour"), 0)


def _is_exempt(view: State, intent: Intent, track: str) -> bool:
    """Whether superficial harm is marked in full: by the rule, by the game master's word, by the table's option."""
    if intent.flag("unhalved") or options.is_set(view, "halving", "off"):
        return True
    return track == "willpower" and options.is_set(view, "halving", "health_only")


def apply(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Mark one hit on every target."""
    if not intent.targets:
        raise Refusal(message("vtm5.refused.nobody", verb=Term("damage")))
    for who in intent.targets:
        _mark(draft, who, intent)


def _mark(draft: Draft, who: str, intent: Intent) -> None:
    track = intent.text("track") or "health"
    character = draft.character(who)
    before = character.tracks.get(track)
    if before is None:
        people.refuse("no_track", character, track=Term(track))
    if track == "health" and character.has_condition("final_death"):
        people.refuse("gone", character, state=Term("final_death"))
    source_name = intent.text("source")
    if track == "health" and people.is_vampire(character) and _is_frailty(source_name):
        draft.say(message("vtm5.dead_flesh", who=character.name, source=Term(gear.source_named(source_name).id)))
        return
    hit = worked_out(draft.state, character, intent, track)
    placed = marks.place(
        before.marks,
        hit.crosses,
        hit.slashes,
        over_slash=options.is_set(draft.state, "crosses", "over_slash"),
        lose_rest=options.is_set(draft.state, "overflow", "lose"),
    )
    after = Track(placed.marks, before.bonus)
    kind = "aggravated" if hit.aggravated else "superficial"
    points = hit.crosses + hit.slashes
    draft.add(TrackSet(who, track, before, after, kind, points, placed.lost, placed.converted, hit.parts, "V5-DMG-17"))
    draft.say(*_told(character, track, kind, hit, before, placed, intent.text("source")))
    if not points:
        return
    if not hit.aggravated:
        _remind_of_toughness(draft, character, source_name)
    if track == "health":
        _health_follows(draft, who, intent, hit, before, after, bool(placed.lost))
    else:
        _willpower_follows(draft, who, intent, after)


def _is_frailty(source_name: str) -> bool:
    """Sickness and cold, which draw no marks on dead flesh (V5-DMG-16, V5-HAZ-06)."""
    return bool(source_name) and gear.source_named(source_name).nature == "frailty"


def _remind_of_toughness(draft: Draft, character: Character, source_name: str) -> None:
    """Once a scene: what would endanger a mortal hardly touches the Kindred (V5-DMG-16)."""
    if not source_name or not people.is_vampire(character) or TOLD_TOUGHNESS in draft.state.scene:
        return
    source = gear.source_named(source_name)
    if type_of(draft.state, character, source, "health") == "superficial" and gear.is_aggravated(
        source, vampire=False, blunt_is_deadly=False
    ):
        draft.add(SceneSet(TOLD_TOUGHNESS, None, True))
        line = message("vtm5.due.toughness", who=character.name)
        draft.add(Prompted(f"toughness:{character.id}", character.id, line, "", "V5-DMG-16", "round"))


def _told(
    character: Character, track: str, kind: str, hit: Hit, before: Track, placed: marks.Placed, source: str
) -> list[Message]:
    source_word: Term | str = Term(gear.normal(source)) if source else Term("hit")
    if source and gear.normal(source) not in gear.SOURCES:
        source_word = source
    lines = [
        message(
            "vtm5.damage",
            who=character.name,
            track=Term(track),
            source=source_word,
            type=Term(kind),
            damage=hit.damage,
            because=_because(hit),
            points=hit.crosses + hit.slashes,
            before=before.marks,
            after=placed.marks,
        )
    ]
    if hit.armour:
        lines.append(message("vtm5.armour", who=character.name, count=hit.armour))
    if placed.converted:
        lines.append(message("vtm5.converted", who=character.name, count=placed.converted))
    if placed.lost:
        lines.append(message("vtm5.lost", who=character.name, count=len(placed.lost)))
    return lines


def _because(hit: Hit) -> Message | str:
    """What the damage before halving is made of, where it has several parts."""
    parts = tuple(part for part in hit.parts if part.label != Term("halved"))
    return message("vtm5.because", parts=listed(parts)) if len(parts) > 1 else ""


def _health_follows(
    draft: Draft, who: str, intent: Intent, hit: Hit, before: Track, after: Track, has_lost: bool
) -> None:
    character = draft.character(who)
    source_name = intent.text("source")
    burning = bool(source_name) and gear.source_named(source_name).nature in ("fire", "sun") and hit.crosses > 0
    was_out, is_out = marks.is_crossed_out(before), marks.is_crossed_out(after)
    if people.is_vampire(character) and burning and _is_the_end(draft.state, was_out, is_out, has_lost):
        cause = "sunlight" if gear.source_named(source_name).nature == "sun" else "fire"
        states.meet_final_death(draft, who, cause, "V5-STA-11")
        return
    if is_out:
        states.crossed_out(draft, who)
    prompts_death = options.is_set(draft.state, "coma_harm", "death_prompt")
    if prompts_death and was_out and hit.crosses and character.has_condition("coma"):
        states.offer_death(draft, who, "V5-DMG-09")
    _ask_for_injury(draft, who, before, after)


def _is_the_end(view: State, was_out: bool, is_out: bool, has_lost: bool) -> bool:
    """Fire or sunlight on a crossed-out track; by the option also what the hit that crosses it out has left over."""
    return was_out or (is_out and has_lost and options.is_set(view, "final_death", "same_hit"))


def _ask_for_injury(draft: Draft, who: str, before: Track, after: Track) -> None:
    """Offer the injury table where an impaired body was hit (V5-DMG-18)."""
    also_impairing = options.is_set(draft.state, "injury_prompt", "also_the_impairing_hit")
    impaired = marks.is_full(before) or (also_impairing and marks.is_full(after))
    if impaired and not people.first_of(draft.character(who), people.GONE):
        line = message("vtm5.due.injury", who=draft.character(who).name, count=after.marks.count(marks.CROSS))
        draft.add(Prompted(injuries.prompt_id(who), who, line, f"injury {quoted(who)}", "V5-DMG-18", "scene"))


def _willpower_follows(draft: Draft, who: str, intent: Intent, after: Track) -> None:
    if intent.text("conflict") == "social" and marks.is_crossed_out(after):
        injuries.lose_face(draft, who)


def intent_for(who: str, amount: int, *, parts: tuple[Part, ...] = (), **values: Value) -> Intent:
    """The follow-up that deals damage: everything that harms goes through the same hook."""
    carried: Mapping[str, Value] = {"amount": amount, **values, **({"parts": packed(parts)} if parts else {})}
    return Intent("damage", targets=(who,), values=carried)


def _stress(draft: Draft, intent: Intent, chance: Chance) -> None:
    draft.follow(Intent("damage", targets=intent.targets, values={**intent.values, "track": "willpower"}))


_SOURCE_CHOICES = tuple(Choice(name) for name in gear.SOURCES)
_TYPE_CHOICES = tuple(Choice(name) for name in TYPES)
_CONFLICTS = (Choice("physical"), Choice("social"))

ACTIONS = (
    Action(
        "damage",
        "apply_damage",
        (
            Parameter("amount", "integer", required=True, minimum=0, maximum=MOST_DAMAGE),
            Parameter("type", "choice", choices=_TYPE_CHOICES),
            Parameter("source", "choice", choices=_SOURCE_CHOICES, open_choice=True),
            Parameter("track", "choice", default="health", choices=(Choice("health"), Choice("willpower"))),
            Parameter("unhalved", "switch"),
            Parameter("armour", "choice", default="worn", choices=(Choice("worn"), Choice("none")), common=False),
            Parameter("conflict", "choice", choices=_CONFLICTS, common=False),
        ),
        acts=False,
        targets="many",
        key="d",
        rules=("V5-DMG-02", "V5-DMG-05", "V5-DMG-06", "V5-DMG-17"),
        examples=("damage Vera 5", "damage Vera,Boris 3 aggravated source=fire"),
        group="harm",
    ),
    Action(
        "stress",
        "apply_damage",
        (
            Parameter("amount", "integer", required=True, minimum=0, maximum=MOST_DAMAGE),
            Parameter("type", "choice", choices=_TYPE_CHOICES),
            Parameter(
                "source",
                "choice",
                default="stress",
                choices=(Choice("stress"), Choice("secret"), Choice("betrayal")),
                open_choice=True,
            ),
            Parameter("unhalved", "switch"),
            Parameter("conflict", "choice", choices=_CONFLICTS, common=False),
        ),
        acts=False,
        targets="many",
        key="S",
        rules=("V5-DMG-14", "V5-DMG-15", "V5-STA-05"),
        examples=("stress Vera 3", "stress Vera 2 aggravated conflict=social"),
        group="harm",
    ),
)

FEATURE = Feature(actions=ACTIONS, verbs={"damage": apply, "stress": _stress})
