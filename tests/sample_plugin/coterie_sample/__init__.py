"""A whole small ruleset: hit points, an attack with a d20, wounds that bleed each round, a clock of doom."""

from collections.abc import Iterator
from fractions import Fraction

from tracker.api import (
    Action,
    Band,
    Chance,
    Chances,
    Chapter,
    Character,
    CharacterAdded,
    CharacterKind,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Deed,
    Derived,
    Draft,
    DueItem,
    InitiativeSet,
    Intent,
    OptionSpec,
    OrderSet,
    Outcome,
    Parameter,
    Part,
    Place,
    Pool,
    PoolSet,
    PoolSpec,
    Refusal,
    Rolled,
    Ruleset,
    RulesetCard,
    SessionGauge,
    State,
    Status,
    Term,
    TraitSpec,
    Value,
    frozen,
    message,
    sorted_order,
)

BLEEDING = "bleeding"
SIDES = 20
ATTACK = Action(
    "attack",
    "roll",
    (Parameter("modifier", "integer", default=0, minimum=-20, maximum=20),),
    targets="one",
    key="a",
    rules=("HP-02",),
    examples=("attack Orc", "attack Orc modifier=2"),
    attack=True,
)
DAMAGE = Action(
    "damage",
    "apply_damage",
    (
        Parameter("amount", "integer", required=True, minimum=0, maximum=1000),
        Parameter("type", "choice", default="blunt", choices=(Choice("blunt"), Choice("sharp"))),
    ),
    acts=False,
    targets="many",
    key="d",
    rules=("HP-03",),
    examples=("damage Orc 3 sharp",),
)
HEAL = Action(
    "heal",
    "heal",
    (Parameter("amount", "integer", required=True, minimum=1, maximum=1000),),
    acts=False,
    targets="many",
    key="h",
    examples=("heal Orc 2",),
)
BANDAGE = Action(
    "bandage",
    "act",
    acts=False,
    targets="one",
    rules=("HP-04",),
    examples=("bandage Orc",),
)

CARD = RulesetCard("sample", {"en": "Hit Points", "ru": "Хиты"}, "0.3.0", api=1)
KINDS = (
    CharacterKind(
        "creature",
        traits=(TraitSpec("skill", default=0), TraitSpec("armour", default=10), TraitSpec("toughness", default=8)),
        pools=(
            PoolSpec("hits", (Band("down", 0, "bad"), Band("hurt", 1, "warning"), Band("fine", 5)), "bar", vital=True),
        ),
    ),
)


# ---------------------------------------------------------------------- people


def create_character(view: State, intent: Intent, chance: Chance) -> Outcome:
    traits = {
        "skill": intent.integer("skill"),
        "armour": intent.integer("armour", 10),
        "toughness": intent.integer("toughness", 8),
    }
    hits = traits["toughness"]
    name = intent.text("name")
    pools = {"hits": Pool(hits, hits)}
    draft = Draft(view)
    draft.tell(
        message("character.added", who=name),
        CharacterAdded(intent.target, name, "creature", traits=frozen(traits), pools=frozen(pools)),
    )
    return draft.outcome()


def status(view: State, who: str) -> Iterator[Status]:
    if view.characters[who].pools["hits"].value == 0:
        yield Status("down", can_act=False)


def derived(view: State, who: str) -> Iterator[Derived]:
    toughness = view.characters[who].integer("toughness")
    yield Derived("hits", toughness, (Part(Term("toughness"), toughness, "HP-03"),))


PEOPLE = Chapter(create=create_character, status=status, derived=derived)


# ---------------------------------------------------------------------- fighting


def attack(view: State, intent: Intent, chance: Chance) -> Outcome:
    attacker, target = view.characters[intent.actor], view.characters[intent.target]
    parts = _attack_parts(attacker, intent)
    (face,) = chance.dice(1, SIDES, "attack", who=attacker.name)
    total = face + sum(part.value for part in parts)
    armour = target.integer("armour")
    hit = total >= armour
    hits = _chance_to_hit(parts, armour)
    draft = Draft(view)
    rolled = draft.record(
        Rolled(
            attacker.id,
            "attack",
            pool=1,
            faces=(face,),
            sides=SIDES,
            parts=parts,
            successes=int(hit),
            result="hit" if hit else "miss",
            against=target.id,
            typed=chance.typed,
            rule="HP-02",
            total=total,
            target=armour,
            expected=float(hits),
            chance=float(hits if hit else 1 - hits),
        )
    )
    draft.say(
        message(
            "sample.attack",
            who=attacker.name,
            target=target.name,
            face=face,
            total=rolled("total"),
            result=rolled.term("result"),
        )
    )
    if hit:
        draft.follow(Intent("damage", attacker.id, (target.id,), frozen({"amount": 3, "type": "sharp"})))
    return draft.outcome()


def _attack_parts(attacker: Character, intent: Intent) -> tuple[Part, ...]:
    parts = [Part(Term("skill"), attacker.integer("skill"), "HP-02")]
    if modifier := intent.integer("modifier"):
        parts.append(Part(Term("modifier"), modifier))
    return tuple(parts)


def _chance_to_hit(parts: tuple[Part, ...], armour: int) -> Fraction:
    needed = armour - sum(part.value for part in parts)
    return Fraction(min(max(SIDES + 1 - needed, 0), SIDES), SIDES)


def attack_odds(view: State, intent: Intent) -> Chances:
    attacker, target = view.characters[intent.actor], view.characters[intent.target]
    parts = _attack_parts(attacker, intent)
    hits = _chance_to_hit(parts, target.integer("armour"))
    return Chances(1, parts, ((Term("hit"), hits),), (hits,), hits)


def damage(view: State, intent: Intent, chance: Chance) -> Outcome:
    draft = Draft(view)
    amount, damage_type = intent.integer("amount"), intent.text("type")
    for who in intent.targets:
        target = draft.character(who)
        before = target.pools["hits"]
        after = Pool(max(before.value - amount, 0), before.maximum)
        hits = draft.record(
            PoolSet(who, "hits", before, after, (Part(Term(damage_type), -amount, "HP-03"),), "HP-03", vital=True)
        )
        draft.say(
            message(
                "sample.damage",
                who=target.name,
                amount=amount,
                type=Term(damage_type),
                before=hits("before.value"),
                after=hits("after.value"),
            )
        )
        if damage_type == "sharp" and amount and (view.option("deep_cuts") is True or amount >= 3):
            draft.add(ConditionSet(who, new_wound(draft.state, target), "HP-04"))
    return draft.outcome()


def heal(view: State, intent: Intent, chance: Chance) -> Outcome:
    draft = Draft(view)
    for who in intent.targets:
        target = draft.character(who)
        before = target.pools["hits"]
        after = Pool(min(before.value + intent.integer("amount"), before.maximum or 0), before.maximum)
        if after == before:
            raise Refusal(message("sample.whole", who=target.name))
        hits = draft.record(PoolSet(who, "hits", before, after, vital=True))
        draft.say(message("sample.heal", who=target.name, before=hits("before.value"), after=hits("after.value")))
    return draft.outcome()


def initiative(view: State, intent: Intent, chance: Chance) -> Outcome:
    draft = Draft(view)
    places = [place for place in view.order if place.who not in intent.targets]
    for who in intent.targets:
        fighter = view.characters[who]
        skill = fighter.integer("skill")
        total = intent.values.get(f"total:{who}")
        parts: tuple[Part, ...] = ()
        if not isinstance(total, int):
            (face,) = chance.dice(1, SIDES, "initiative", who=fighter.name)
            total = face + skill
            parts = (Part(Term("die"), face, "HP-01"), Part(Term("skill"), skill, "HP-01"))
        draft.add(InitiativeSet(who, total, parts))
        places.append(Place(who, total, (skill,)))
    draft.add(OrderSet(sorted_order(places)))
    return draft.outcome()


FIGHTING = Chapter(
    deeds=(Deed(ATTACK, attack, attack_odds), Deed(DAMAGE, damage), Deed(HEAL, heal)),
    options=(OptionSpec("deep_cuts", default=False, rule="HP-03"),),
    initiative=initiative,
)


# ---------------------------------------------------------------------- bleeding


def new_wound(view: State, patient: Character) -> Condition:
    """A wound that bleeds for two rounds (HP-04). `data.cause` counts those that came after a dismissal."""
    cause = cause_of(patient) + view.has_dismissed(bandage_id(patient))
    data = frozen({"cause": cause} if cause else {})
    return Condition(BLEEDING, BLEEDING, amount=1, left=2, unit="round", data=data)


def cause_of(patient: Character) -> int:
    causes = (wound.data.get("cause") for wound in patient.conditions_of_kind(BLEEDING))
    return max((cause for cause in causes if isinstance(cause, int)), default=0)


def bandage_id(patient: Character) -> str:
    """The id of what is due: a dismissal holds for one cause, so a new one has another id."""
    cause = cause_of(patient)
    return f"bandage:{patient.id}:{cause}" if cause else f"bandage:{patient.id}"


def bleed(draft: Draft, intent: Intent, chance: Chance) -> None:
    for character in draft.state.fighters:
        for wound in character.conditions_of_kind(BLEEDING):
            draft.say(message("sample.bleeds", who=character.name))
            values: dict[str, Value] = {"amount": max(wound.amount, 0), "type": "blunt"}
            draft.follow(Intent("damage", targets=(character.id,), values=frozen(values)))


def bandage(view: State, intent: Intent, chance: Chance) -> Outcome:
    draft = Draft(view)
    patient = draft.character(intent.target)
    wounds = patient.conditions_of_kind(BLEEDING)
    if not wounds:
        raise Refusal(message("sample.no_wound", who=patient.name))
    ended = (ConditionEnded(patient.id, wound.id, "bandage", "HP-04") for wound in wounds)
    draft.tell(message("sample.bandaged", who=patient.name), *ended)
    return draft.outcome()


def due_for_wounds(view: State, who: str) -> Iterator[DueItem]:
    patient = view.characters[who]
    if patient.has_condition(BLEEDING):
        say = message("sample.due.bandage", who=patient.name)
        yield DueItem(bandage_id(patient), who, say, Intent("bandage", targets=(who,)), "HP-04", "offer")


WOUNDS = Chapter(
    deeds=(Deed(BANDAGE, bandage),),
    conditions=(ConditionKind(BLEEDING, amount=True, tone="bad", rule="HP-04"),),
    gauges=(SessionGauge(PoolSpec("doom"), Pool(0, 6)),),
    moments={"start_of_round": bleed},
    due=due_for_wounds,
)

RULESET = Ruleset(__name__, CARD, KINDS, lambda: (PEOPLE, FIGHTING, WOUNDS))
