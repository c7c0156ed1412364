"""Harm: what kind it is to whom, how much of it is marked, and what the filled track then does (V5-DMG-01 to 18)."""

from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Deed,
    Draft,
    Intent,
    Message,
    Parameter,
    Part,
    SceneSet,
    State,
    Term,
    Track,
    TrackSet,
    Value,
    drafted,
    frozen,
    message,
    record,
)
from tracker_vtm5 import gear, injuries, marks, options, owed, people, states
from tracker_vtm5.kinds import choices

MOST_DAMAGE = 999
TYPES = ("superficial", "aggravated")
TOLD_TOUGHNESS = "reminded:V5-DMG-16"


@record
class Hit:
    """One hit on one target, worked out: `damage` before halving, then the crosses and slashes to place."""

    damage: int
    aggravated: bool
    crosses: int
    slashes: int
    parts: tuple[Part, ...]
    armour: int


def type_of(view: State, character: Character, source: gear.Source, track: str) -> str:
    """What a source does to this character (V5-DMG-10 to 15)."""
    if track == "willpower":
        return "aggravated" if source.nature == "wound_of_heart" else "superficial"
    if source.nature == "sun" and character.kind == "thin-blood":
        return "superficial"
    blunt = options.is_set(view, "blunt_weapons", "aggravated")
    vampire = people.is_vampire(character)
    return "aggravated" if gear.is_aggravated(source, vampire=vampire, blunt_is_deadly=blunt) else "superficial"


def source_of(intent: Intent) -> gear.Source | None:
    """The source that a hit names."""
    return gear.SOURCES.get(intent.text("source"))


def worked_out(view: State, character: Character, intent: Intent, track: str) -> Hit:
    """What a hit comes to on this character: its kind, armour, halving (V5-DMG-02, V5-DMG-03, V5-DEF-04).

    The kind is as typed, else by its source; a hit without a source is superficial.
    """
    amount, source = intent.integer("amount"), source_of(intent)
    kind = intent.text("type") or (type_of(view, character, source, track) if source else "superficial")
    aggravated = kind == "aggravated"
    parts = intent.parts("parts") or (Part(Term("damage"), amount),)
    if amount and track == "health" and character.has_condition("massive_wound"):
        amount += 1
        parts += (Part(Term("massive_wound"), 1, "V5-DMG-19"),)
    armoured = aggravated and track == "health" and intent.text("armour", "worn") == "worn"
    turned = min(character.integer("armour"), amount) if armoured and (source is None or source.armour) else 0
    light = turned if aggravated else amount
    slashes = light if _is_exempt(view, intent, track) else (light + 1) // 2
    if slashes != light:
        parts += (Part(Term("halved"), slashes - light, "V5-DMG-02"),)
    return Hit(amount, aggravated, amount - light, slashes, parts, turned)


def _is_exempt(view: State, intent: Intent, track: str) -> bool:
    """Whether superficial harm is marked in full: by the rule, the GM's call or the table's option."""
    if intent.flag("unhalved") or options.is_set(view, "halving", "off"):
        return True
    return track == "willpower" and options.is_set(view, "halving", "health_only")


def apply(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Mark one hit on every target."""
    for who in intent.targets:
        _mark(draft, who, intent)


def _mark(draft: Draft, who: str, intent: Intent) -> None:
    track, source = intent.text("track", "health"), source_of(intent)
    character = draft.character(who)
    before = character.tracks[track]
    if track == "health" and source and source.nature in ("shame", "wound_of_heart"):
        people.refuse("stress_on_health", character, source=Term(source.id))
    if track == "health" and character.has_condition("final_death"):
        people.refuse("gone", character, state=Term("final_death"))
    if track == "health" and people.is_vampire(character) and source and source.nature == "frailty":
        draft.say(message("vtm5.dead_flesh", who=character.name, source=Term(source.id)))
        return
    hit = worked_out(draft.state, character, intent, track)
    placed = marks.place(
        before.marks,
        hit.crosses,
        hit.slashes,
        over_slash=options.is_set(draft.state, "crosses", "over_slash"),
        lose_rest=options.is_set(draft.state, "overflow", "lose"),
    )
    after = replace(before, marks=placed.marks)
    kind = "aggravated" if hit.aggravated else "superficial"
    points = hit.crosses + hit.slashes
    fact = TrackSet(who, track, before, after, kind, points, placed.lost, placed.converted, hit.parts, "V5-DMG-17")
    _tell(draft, fact, hit, intent)
    if not points:
        return
    if not hit.aggravated:
        _remind_of_toughness(draft, character, source)
    known: dict[str, Value] = {
        "track": track,
        "before": before.marks,
        "source": source.id if source else "",
        "crosses": hit.crosses,
        "lost": placed.lost,
        "conflict": intent.text("conflict"),
    }
    draft.follow(Intent("harm_follows", targets=(who,), values=frozen(known)))


def _remind_of_toughness(draft: Draft, character: Character, source: gear.Source | None) -> None:
    """Remind once a scene that what would endanger a mortal hardly touches the Kindred (V5-DMG-16)."""
    if source is None or not people.is_vampire(character) or TOLD_TOUGHNESS in draft.state.scene:
        return
    if type_of(draft.state, character, source, "health") == "superficial" and gear.is_aggravated(
        source, vampire=False, blunt_is_deadly=False
    ):
        draft.add(SceneSet(TOLD_TOUGHNESS, None, True))
        draft.say(message("vtm5.toughness", who=character.name), working=True)


def _tell(draft: Draft, fact: TrackSet, hit: Hit, intent: Intent) -> None:
    """Tell a hit: who and what did it, the damage, the marks before and after, and what it is made of."""
    told = draft.record(fact)
    name = draft.character(fact.who).name
    source: Term | Message = Term(intent.text("source") or "hit")
    line = "vtm5.harm_from" if intent.text("source") else "vtm5.harm_taken"
    if intent.actor and intent.actor != fact.who:
        line = "vtm5.harm"
        source = message("vtm5.by_whom", by=draft.character(intent.actor).name, source=source)
    in_vain = bool(fact.lost) and len(fact.lost) == fact.amount
    draft.say(
        message(
            f"{line}_in_vain" if in_vain else line,
            who=name,
            track=Term(fact.track),
            source=source,
            type=told.term("damage_type"),
            damage=hit.damage,
            points=told("amount"),
            parts=told("parts"),
            before=told("before.marks"),
            after=told("after.marks"),
        )
    )
    if hit.armour:
        draft.say(message("vtm5.armour", who=name, count=hit.armour), working=True)
    if fact.upgraded:
        draft.say(message("vtm5.converted", who=name, count=told("upgraded")), working=True)
    if fact.lost and not in_vain:
        draft.say(message("vtm5.no_trace", who=name, marks=told("lost")), working=True)


def _harm_follows(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Do what a hit brings, by the marks that it has left when every house rule has had its say."""
    who, before = intent.target, Track(intent.text("before"))
    after = draft.character(who).tracks[intent.text("track")]
    if after.marks == before.marks and not marks.is_crossed_out(before):
        return  # nothing is left of the hit
    if intent.text("track") == "health":
        _health_follows(draft, intent, before, after)
    elif intent.text("conflict") == "social" and marks.is_crossed_out(after):
        injuries.lose_face(draft, who)


def _health_follows(draft: Draft, intent: Intent, before: Track, after: Track) -> None:
    who, source, crosses = intent.target, source_of(intent), intent.integer("crosses")
    character = draft.character(who)
    was_out, is_out = marks.is_crossed_out(before), marks.is_crossed_out(after)
    burning = source is not None and source.nature in ("fire", "sun") and crosses > 0
    # Fire or sunlight on a crossed-out track; by the option also what the hit that crosses it out has left over.
    same_hit = options.is_set(draft.state, "final_death", "same_hit")
    is_the_end = is_out and (was_out or (same_hit and intent.text("lost") != ""))
    if source and burning and is_the_end and people.is_vampire(character):
        states.meet_final_death(draft, who, "sunlight" if source.nature == "sun" else "fire", "V5-STA-11")
        return
    if is_out:
        states.crossed_out(draft, who)
    if options.is_set(draft.state, "coma_harm", "death_prompt") and was_out and crosses:
        states.ask_again_about_death(draft, who)
    also_impairing = options.is_set(draft.state, "injury_prompt", "also_the_impairing_hit")
    impaired = marks.is_full(before) or (also_impairing and marks.is_full(after))
    if impaired and not people.first_of(draft.character(who), people.GONE):
        owed.owe(draft, who, "injury_due", "V5-DMG-18")


def intent_for(who: str, amount: int, *, parts: tuple[Part, ...] = (), by: str = "", **values: Value) -> Intent:
    """The follow-up that deals damage: everything that harms goes through the same hook."""
    given = {name: value for name, value in values.items() if value not in ("", False)}
    return Intent("damage", by, (who,), frozen({"amount": amount, "parts": parts, **given}))


def _stress(draft: Draft, intent: Intent, chance: Chance) -> None:
    draft.follow(Intent("damage", intent.actor, intent.targets, frozen({**intent.values, "track": "willpower"})))


DEEDS = (
    Deed(
        Action(
            "damage", "apply_damage",
            (
                Parameter("amount", "integer", required=True, minimum=0, maximum=MOST_DAMAGE),
                Parameter("type", "choice", choices=choices(TYPES)),
                Parameter("source", "choice", choices=choices(gear.SOURCES)),
                Parameter("track", "choice", default="health", choices=choices(("health", "willpower"))),
                Parameter("unhalved", "switch"),
                Parameter("armour", "choice", default="worn", choices=choices(("worn", "none")), common=False),
                Parameter("conflict", "choice", choices=choices(("physical", "social")), common=False),
                Parameter("parts", "parts", inner=True),
            ),
            acts=False, targets="many", key="d", rules=("V5-DMG-02", "V5-DMG-05", "V5-DMG-06", "V5-DMG-17"),
            examples=("damage Vera 5", "damage Vera,Boris 3 aggravated source=fire"), group="harm",
        ),
        drafted(apply),
    ),
    Deed(
        Action(
            "stress", "apply_damage",
            (
                Parameter("amount", "integer", required=True, minimum=0, maximum=MOST_DAMAGE),
                Parameter("type", "choice", choices=choices(TYPES)),
                Parameter("source", "choice", default="stress", choices=choices(("stress", "secret", "betrayal"))),
                Parameter("unhalved", "switch"),
                Parameter("conflict", "choice", choices=choices(("physical", "social")), common=False),
            ),
            acts=False, targets="many", key="S", rules=("V5-DMG-14", "V5-DMG-15", "V5-STA-05"),
            examples=("stress Vera 3", "stress Vera 2 aggravated conflict=social"), group="harm",
        ),
        drafted(_stress),
    ),
)  # fmt: skip

CHAPTER = Chapter(deeds=DEEDS, inner={"harm_follows": drafted(_harm_follows)})
