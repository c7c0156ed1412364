"""Fire: damage each round of contact, catching fire, burning down, being put out (WOD-HAZ-40 to -45)."""

from collections.abc import Iterator

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    Value,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_wod.attack_pool import Softened, by_nature, tell_softened
from tracker_wod.dismissed import condition_due, next_cause
from tracker_wod.gear import armour_of, table
from tracker_wod.hazards.harm import harm
from tracker_wod.kinds import DAMAGE_TYPES
from tracker_wod.periodic import ROUND_SECONDS, Elapsed, Periodic, changed, ended, first, flag, number, with_data, words
from tracker_wod.states import DEAD, state_of
from tracker_wod.track import HEALTH, is_full
from tracker_wod.waiting import answered, due_id, wait, waits

BURNING = "burning"
"""`data`: `damage` of a round of contact, `type`, `contact` with the source, `rounds` since the fire took hold, when
they were `counted` last, rating of `armour`, `weaker` by how much the flames have faded, `fade` how much they fade each
round."""


BLAST_FIRE, BURNED = "blast-fire", "burned"
"""What may wait to be said: whether a blast has set someone alight, which marks a fire leaves."""


def burn(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Bring characters into contact with a fire: the damage of this round at once, further rounds at their start."""
    view = draft.state
    for who in intent.targets:
        character = draft.character(who)
        given = intent.text("type")
        taken = Softened(given, given) if given else by_nature(character, "fire", "lethal")
        burning = _burning(character, intent, taken.type)
        if running := first(character, BURNING):
            # Another fire is another cause to put it out, though the first one was dismissed.
            burning = with_data(burning, cause=next_cause(view, f"fire:{who}:{BURNING}", number(running, "cause")))
        line = message("wod.fire.touches", who=character.name, points=number(burning, "damage"))
        draft.tell(line, ConditionSet(who, burning, "WOD-HAZ-40"))
        answered(draft, who, BLAST_FIRE)
        tell_softened(draft, who, taken)
        _round_of_fire(draft, who, burning, _source_parts(intent, burning))


def _burning(character: Character, intent: Intent, damage_type: str) -> Condition:
    """The fire as it takes hold; rounds of contact that have been counted go on."""
    running = first(character, BURNING) or Condition(BURNING, BURNING)
    size, heat = table("fire_size").get(intent.text("size")), table("fire_heat")[intent.text("heat")]
    points = (size["damage"] if size else 0) + heat["modifier"]
    damage = intent.integer("points", points)
    if not damage:
        raise Refusal(message("wod.refused.no_fire"))
    data: dict[str, Value] = {
        "damage": damage,
        "type": damage_type,
        "contact": True,
        "rounds": number(running, "rounds"),
        "counted": words(running, "counted"),
        "armour": intent.integer("armour", armour_of(character).general),
        "fade": intent.integer("fade"),
    }
    return Condition(BURNING, BURNING, amount=damage, data=frozen(data))


def _source_parts(intent: Intent, burning: Condition) -> tuple[Part, ...]:
    size, heat = table("fire_size").get(intent.text("size")), table("fire_heat")[intent.text("heat")]
    if "points" in intent.values or size is None:
        return (Part(Term("fire"), number(burning, "damage"), "WOD-HAZ-40"),)
    heat_part = Part(Term("fire-heat"), heat["modifier"], "WOD-HAZ-40")
    return tuple(part for part in (Part(Term("fire-size"), size["damage"], "WOD-HAZ-40"), heat_part) if part.value)


def _round_of_fire(
    draft: Draft, who: str, burning: Condition, source: tuple[Part, ...], *, is_new: bool = False
) -> None:
    """One round more: contact does the whole damage, flames off the source fade; armour holds for its rating.

    Contact is counted by rounds and not by acts, WOD-HAZ-41: a second fire within the same one adds none. `is_new`: a
    round has gone by, also one of many in a stretch of time.
    """
    now = f"{draft.state.round}:{draft.state.seconds}"
    rounds = number(burning, "rounds") + (is_new or words(burning, "counted") != now)
    parts = source
    if not flag(burning, "contact"):
        weaker = number(burning, "weaker") + number(burning, "fade", 1)
        burning = changed(draft, who, burning, weaker=weaker)
        if weaker:
            parts = (*parts, Part(Term("burning-down"), -weaker, "WOD-HAZ-42"))
    if sum(part.value for part in parts) <= 0:
        line = message("wod.fire.burned_down", who=draft.character(who).name)
        ended(draft, who, BURNING, "WOD-HAZ-42", "WOD-HAZ-42", line)
        return
    kept = {"rounds": rounds, "counted": now, "damage": sum(part.value for part in source)}
    burning = changed(draft, who, burning, amount=sum(part.value for part in parts), **kept)
    armour = number(burning, "armour")
    if armour and rounds <= armour:
        parts = (*parts, Part(Term("armour"), -armour, "WOD-HAZ-44"))
    if rounds == 2 and flag(burning, "contact"):
        draft.say(message("wod.fire.alight", who=draft.character(who).name))
    if not harm(draft, who, words(burning, "type", "lethal"), parts, "WOD-HAZ-40"):
        draft.say(message("wod.fire.held_off", who=draft.character(who).name, armour=armour))


def leave_fire(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Part characters from the source: after more than one round of contact they go on burning, else it is over."""
    for who in intent.targets:
        name = draft.character(who).name
        burning = first(draft.character(who), BURNING)
        if burning is None or not flag(burning, "contact"):
            raise Refusal(message("wod.refused.not_in_fire", who=name))
        if number(burning, "rounds") > 1:
            changed(draft, who, burning, "WOD-HAZ-41", message("wod.fire.left_alight", who=name), contact=False)
        else:
            ended(draft, who, BURNING, "WOD-HAZ-41", "WOD-HAZ-41", message("wod.fire.left", who=name))


def extinguish(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Put the flames out: rolling on the ground, an extinguisher, a hose, a dive into water."""
    for who in intent.targets:
        if first(draft.character(who), BURNING) is None:
            raise Refusal(message("wod.refused.not_burning", who=draft.character(who).name))
        line = message("wod.fire.out", who=draft.character(who).name)
        ended(draft, who, BURNING, "WOD-HAZ-43", "WOD-HAZ-43", line)


def _due(view: State, who: str) -> int | None:
    character = view.characters[who]
    return ROUND_SECONDS if first(character, BURNING) and state_of(character) != DEAD else None


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    burning = first(draft.character(who), BURNING)
    if burning is None or elapsed.seconds < ROUND_SECONDS:
        return
    if draft.state.round == 1 and words(burning, "counted") == f"0:{draft.state.seconds}":
        return  # the contact just before the rounds is that of the first
    damage = number(burning, "damage", burning.amount)
    _round_of_fire(draft, who, burning, (Part(Term("fire"), damage, "WOD-HAZ-40"),), is_new=True)


def settled(draft: Draft, who: str) -> None:
    """Remember that fire has burned Health down to nothing, WOD-HAZ-45."""
    character = draft.character(who)
    burned_down = character.has_condition(BURNING) and is_full(character.tracks[HEALTH])
    if burned_down and state_of(character) != DEAD and not waits(draft.state, who, BURNED):
        wait(draft, who, BURNED)


def due(view: State, who: str) -> Iterator[DueItem]:
    """Ways to put a fire out, what an incendiary may have set alight, lasting marks."""
    character = view.characters[who]
    name = character.name
    fire = first(character, BURNING)
    if fire and state_of(character) != DEAD:
        line, put_out = message("wod.prompt.fire", who=name), Intent("extinguish", targets=(who,))
        yield DueItem(condition_due(who, "fire", fire), who, line, put_out, "WOD-HAZ-43", "offer")
    for one in waits(view, who, BLAST_FIRE):
        torch = Intent("burn", targets=(who,), values=frozen({"size": "torch", "heat": "torch"}))
        line = message("wod.prompt.blast_fire", who=name)
        yield DueItem(due_id(who, one), who, line, torch, "WOD-HAZ-30", "offer")
    for one in waits(view, who, BURNED):
        line = message("wod.prompt.burned", who=name)
        yield DueItem(due_id(who, one), who, line, rule="WOD-HAZ-45", weight="reminder")


PERIODIC = Periodic(_due, _advance, in_rounds=True)

CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "burn", "act",
            (
                Parameter("size", "choice", choices=tuple(map(Choice, table("fire_size")))),
                Parameter("heat", "choice", default="candle", choices=tuple(map(Choice, table("fire_heat")))),
                Parameter("points", "integer", minimum=1, maximum=50, common=False),
                Parameter("armour", "integer", minimum=0, maximum=20, common=False),
                Parameter("fade", "integer", default=1, minimum=0, maximum=20, common=False),
                Parameter("type", "choice", choices=DAMAGE_TYPES, common=False),
            ),
            acts=False, targets="many", rules=("WOD-HAZ-40", "WOD-HAZ-41", "WOD-HAZ-44"),
            examples=("burn David bonfire torch", "burn David points=3 armour=0"), group="hazards",
        ), drafted(burn)),
        Deed(Action(
            "leave-fire", "act", acts=False, targets="many", rules=("WOD-HAZ-41", "WOD-HAZ-42"),
            examples=("leave-fire David",), group="hazards",
        ), drafted(leave_fire)),
        Deed(Action(
            "extinguish", "act", acts=False, targets="many", rules=("WOD-HAZ-43",), examples=("extinguish David",),
            group="hazards",
        ), drafted(extinguish)),
    ),
    conditions=(ConditionKind(BURNING, amount=True, tone="bad", rule="WOD-HAZ-40", weight=badges.HARMED + 5),),
    due=due,
)  # fmt: skip
