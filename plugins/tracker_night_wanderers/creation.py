"""How a character begins, and what follows when the game master changes a number of the sheet."""

from dataclasses import replace

from tracker.api import (
    Chance,
    Character,
    CharacterAdded,
    Draft,
    Intent,
    Outcome,
    Part,
    Pool,
    PoolSet,
    Prompted,
    Refusal,
    State,
    Term,
    TraitSet,
    Value,
    frozen,
    message,
)
from tracker_night_wanderers.commands import command_on
from tracker_night_wanderers.sheet import (
    ANIMAL_BLOOD,
    DEFAULT_BLOOD,
    DEFAULT_HEALTH,
    KINDS,
    LARGEST_POOL,
    LOWEST_MORTAL_HEALTH,
    STARTING_HUMANITY,
    VAMPIRE,
)

_GAUGES = {"health_max": "health", "blood_max": "blood"}
_KINDS = {kind.id: kind for kind in KINDS}


def _lowest(kind: str, gauge: str) -> int:
    return LOWEST_MORTAL_HEALTH if gauge == "health" and kind != VAMPIRE else 0


def _pool(kind: str, gauge: str, maximum: int, value: int | None = None) -> Pool:
    lowest = _lowest(kind, gauge)
    return Pool(maximum if value is None else max(lowest, min(maximum, value)), maximum, lowest)


def _clamped(number: Value | None, default: int) -> int:
    return max(0, min(LARGEST_POOL, number)) if isinstance(number, int) else default


def create_character(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Make a character: the sheet's numbers, health and blood of its kind, Humanity of its origin.

    A gauge whose maximum is 0 plays no part until a maximum is set (NW-STATE-05, NW-RES-01).
    """
    kind = intent.text("kind", VAMPIRE)
    sheet = _KINDS.get(kind, KINDS[0])
    traits: dict[str, Value] = {}
    for spec in sheet.traits:
        given = intent.values.get(spec.id)
        if spec.kind == "integer":
            if isinstance(given, int):
                traits[spec.id] = max(spec.minimum, min(spec.maximum, given))
            elif not spec.derived and not spec.id.startswith("threshold_"):
                traits[spec.id] = spec.default
        else:
            known = {choice.id for choice in spec.choices}
            traits[spec.id] = given if isinstance(given, str) and given in known else spec.default
    origin = str(traits.get("origin", "")) or (kind if kind in STARTING_HUMANITY else "")
    if origin in STARTING_HUMANITY and "origin" in traits:
        traits["origin"] = origin
        traits.setdefault("humanity", STARTING_HUMANITY[origin])
    pools = {}
    for trait, gauge in _GAUGES.items():
        maximum = _clamped(traits.get(trait), 0)
        if maximum:
            value = intent.values.get(gauge)
            pools[gauge] = _pool(sheet.id, gauge, maximum, value if isinstance(value, int) else None)
    added = CharacterAdded(
        intent.target,
        intent.text("name"),
        sheet.id,
        side=intent.text("side"),
        hidden=intent.flag("hidden"),
        note=intent.text("note"),
        traits=frozen(traits),
        pools=frozen(pools),
    )
    draft = Draft(view)
    draft.add(added)
    draft.say(message("nw.added", who=added.name, kind=Term(sheet.id)))
    if view.order:
        line, command = message("nw.newcomer", who=added.name), command_on("initiative", added.who)
        draft.add(Prompted(newcomer_prompt(added.who), added.who, line, command, "NW-INIT-09", "scene"))
    return draft.outcome()


def newcomer_prompt(who: str) -> str:
    """The id of the prompt that asks somebody who joins a fight to roll initiative (NW-INIT-09)."""
    return f"newcomer:{who}"


def trait_changed(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Another maximum makes or stretches a gauge; an origin proposes its Humanity (NW-RES-18).

    Raises Refusal for a maximum of 0 where there is a gauge already, and for a word that the sheet does not know.
    """
    draft = Draft(view)
    character = draft.character(intent.target)
    trait = intent.text("trait")
    _require_known_word(character, trait)
    if trait in _GAUGES:
        _stretch(draft, character, _GAUGES[trait], character.integer(trait))
    if trait == "origin":
        humanity = STARTING_HUMANITY.get(character.text("origin"))
        if humanity is not None:
            draft.add(TraitSet(character.id, "humanity", character.traits.get("humanity"), humanity))
    return draft.outcome()


def _require_known_word(character: Character, trait: str) -> None:
    spec = next((spec for spec in _KINDS.get(character.kind, KINDS[0]).traits if spec.id == trait), None)
    known = [choice.id for choice in spec.choices] if spec else []
    typed = character.text(trait)
    if known and typed and typed not in known:
        raise Refusal(message("nw.unknown_word", typed=typed, trait=Term(trait), list=tuple(known)))


def _stretch(draft: Draft, character: Character, gauge: str, maximum: int) -> None:
    before = character.pools.get(gauge)
    if before is None:
        if not maximum:
            return
        before = Pool(0, 0, _lowest(character.kind, gauge))
        after = _pool(character.kind, gauge, maximum)
    else:
        if not maximum:
            raise Refusal(message("nw.gauge_stays", who=character.name, gauge=Term(gauge)))
        after = replace(before, maximum=maximum, value=max(before.minimum, min(before.value, maximum)))
    draft.add(PoolSet(character.id, gauge, before, after))


def explain(view: State, who: str, gauge: str) -> tuple[Part, ...]:
    """The parts behind the maximum of health or blood."""
    character = view.characters[who]
    if gauge not in _GAUGES.values() or gauge not in character.pools:
        return ()
    maximum = character.pools[gauge].maximum or 0
    usual = (DEFAULT_HEALTH if gauge == "health" else DEFAULT_BLOOD).get(character.kind, 0)
    if usual and maximum != usual:
        return (Part(Term(character.kind), usual, _rule(character, gauge)), Part(Term("game_master"), maximum - usual))
    return (Part(Term(character.kind if usual else "game_master"), maximum, _rule(character, gauge) if usual else ""),)


def _rule(character: Character, gauge: str) -> str:
    if gauge == "health":
        return "NW-STATE-02" if character.kind == VAMPIRE else "NW-STATE-03"
    return "NW-RES-13" if character.kind in ANIMAL_BLOOD else "NW-RES-09"
