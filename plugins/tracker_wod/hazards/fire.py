"""Fire: damage each round of contact, catching fire, burning down, being put out (WOD-HAZ-40 to -45)."""

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Part,
    Prompted,
    Refusal,
    State,
    Term,
    Value,
    frozen,
    message,
)
from tracker_wod.damage import DAMAGE_TYPES
from tracker_wod.feature import Feature
from tracker_wod.gear import armour_of, table
from tracker_wod.hazards.harm import harm
from tracker_wod.periodic import ROUND_SECONDS, Elapsed, Periodic, changed, ended, first, flag, number, words
from tracker_wod.prompts import command_on, prompt_id, prompted, settle_prompt
from tracker_wod.states import DEAD, state_of
from tracker_wod.track import HEALTH, is_full

BURNING = "burning"
"""`data`: `damage` of a round of contact, `type`, `contact` with the source, `rounds` since the fire took hold, rating
of `armour`, `weaker` by how much the flames have faded, `fade` how much they fade each round."""


def burn(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Bring characters into contact with a fire: the damage of this round at once, further rounds at their start."""
    draft = Draft(view)
    for who in intent.targets:
        character = draft.character(who)
        running = first(character, BURNING)
        burning = _burning(character, intent, number(running, "rounds") if running else 0)
        draft.add(ConditionSet(who, burning, "WOD-HAZ-40"))
        settle_prompt(draft, f"blast-fire:{who}")
        draft.say(message("wod.fire.touches", who=character.name, points=number(burning, "damage")))
        _round_of_fire(draft, who, burning, _source_parts(intent, burning))
        draft.add(_reminder(draft, who))
    return draft.outcome()


def _burning(character: Character, intent: Intent, rounds: int) -> Condition:
    size, heat = table("fire_size").get(intent.text("size")), table("fire_heat").get(intent.text("heat"))
    points = (size["damage"] if size else 0) + (heat["modifier"] if heat else 0)
    damage = intent.integer("points", points)
    if damage <= 0:
        raise Refusal(message("wod.refused.no_fire"))
    data: dict[str, Value] = {
        "damage": damage,
        "type": intent.text("type") or character.text("fire", "lethal"),
        "contact": True,
        "rounds": rounds,
        "armour": intent.integer("armour", armour_of(character).general),
        "weaker": 0,
        "fade": intent.integer("fade", 1),
    }
    return Condition(BURNING, BURNING, amount=damage, data=frozen(data))


def _source_parts(intent: Intent, burning: Condition) -> tuple[Part, ...]:
    size, heat = table("fire_size").get(intent.text("size")), table("fire_heat").get(intent.text("heat"))
    if "points" in intent.values or size is None:
        return (Part(Term("fire"), number(burning, "damage"), "WOD-HAZ-40"),)
    heat_part = Part(Term("fire-heat"), heat["modifier"] if heat else 0, "WOD-HAZ-40")
    return tuple(part for part in (Part(Term("fire-size"), size["damage"], "WOD-HAZ-40"), heat_part) if part.value)


def _round_of_fire(draft: Draft, who: str, burning: Condition, source: tuple[Part, ...]) -> None:
    """One round more: contact does the whole damage, flames off the source fade; armour holds for its rating."""
    rounds = number(burning, "rounds") + 1
    parts = source
    if not flag(burning, "contact"):
        weaker = number(burning, "weaker") + number(burning, "fade", 1)
        burning = changed(draft, who, burning, weaker=weaker)
        if weaker:
            parts = (*parts, Part(Term("burning-down"), -weaker, "WOD-HAZ-42"))
    if sum(part.value for part in parts) <= 0:
        ended(draft, who, BURNING, "WOD-HAZ-42", "WOD-HAZ-42")
        draft.say(message("wod.fire.burned_down", who=draft.character(who).name))
        return
    armour = number(burning, "armour")
    if armour and rounds <= armour:
        parts = (*parts, Part(Term("armour"), -armour, "WOD-HAZ-44"))
    burning = changed(draft, who, burning, rounds=rounds, amount=max(0, sum(part.value for part in parts)))
    if rounds == 2 and flag(burning, "contact"):
        draft.say(message("wod.fire.alight", who=draft.character(who).name))
    if not harm(draft, who, words(burning, "type", "lethal"), parts, "WOD-HAZ-40"):
        draft.say(message("wod.fire.held_off", who=draft.character(who).name, armour=armour))


def _reminder(draft: Draft, who: str) -> Prompted:
    line = message("wod.prompt.fire", who=draft.character(who).name)
    command = command_on(draft, "extinguish", who)
    return Prompted(prompt_id("fire", who, BURNING), who, line, command, "WOD-HAZ-43", until="")


def leave_fire(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Part characters from the source: after more than one round of contact they go on burning, else it is over."""
    draft = Draft(view)
    for who in intent.targets:
        name = draft.character(who).name
        burning = first(draft.character(who), BURNING)
        if burning is None or not flag(burning, "contact"):
            raise Refusal(message("wod.refused.not_in_fire", who=name))
        if number(burning, "rounds") > 1:
            changed(draft, who, burning, "WOD-HAZ-41", contact=False)
            draft.say(message("wod.fire.left_alight", who=name))
        else:
            ended(draft, who, BURNING, "WOD-HAZ-41", "WOD-HAZ-41")
            draft.say(message("wod.fire.left", who=name))
    return draft.outcome()


def extinguish(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Put the flames out: rolling on the ground, an extinguisher, a hose, a dive into water."""
    draft = Draft(view)
    for who in intent.targets:
        if first(draft.character(who), BURNING) is None:
            raise Refusal(message("wod.refused.not_burning", who=draft.character(who).name))
        ended(draft, who, BURNING, "WOD-HAZ-43", "WOD-HAZ-43")
        draft.say(message("wod.fire.out", who=draft.character(who).name))
    return draft.outcome()


def _due(view: State, who: str) -> int | None:
    character = view.characters[who]
    return ROUND_SECONDS if first(character, BURNING) and state_of(character) != DEAD else None


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    burning = first(draft.character(who), BURNING)
    if burning is None or elapsed.seconds < ROUND_SECONDS:
        return
    _round_of_fire(draft, who, burning, (Part(Term("fire"), number(burning, "damage", burning.amount), "WOD-HAZ-40"),))


def settled(draft: Draft, who: str, chance: Chance) -> None:
    """Remind of lasting marks when fire has burned Health down to nothing, WOD-HAZ-45."""
    character = draft.character(who)
    health = character.tracks.get(HEALTH)
    prompt = f"burned:{who}"
    if first(character, BURNING) is None or health is None or not is_full(health) or state_of(character) == DEAD:
        return
    if not prompted(draft, prompt):
        line = message("wod.prompt.burned", who=character.name)
        draft.add(Prompted(prompt, who, line, rule="WOD-HAZ-45", until="scene"))


PERIODIC = Periodic(_due, _advance, in_rounds=True)

FEATURE = Feature(
    actions=(
        Action(
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
        ),
        Action(
            "leave-fire", "act", acts=False, targets="many", rules=("WOD-HAZ-41", "WOD-HAZ-42"),
            examples=("leave-fire David",), group="hazards",
        ),
        Action(
            "extinguish", "act", acts=False, targets="many", rules=("WOD-HAZ-43",),
            examples=("extinguish David",), group="hazards",
        ),
    ),
    verbs={"burn": burn, "leave-fire": leave_fire, "extinguish": extinguish},
    conditions=(ConditionKind(BURNING, amount=True, tone="bad", rule="WOD-HAZ-40"),),
    settled=(settled,),
)  # fmt: skip
