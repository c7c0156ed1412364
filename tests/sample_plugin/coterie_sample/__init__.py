"""A whole small ruleset: hit points, an attack with a d20, wounds that bleed at the start of each round."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tracker.api import (
    Action,
    Band,
    Chance,
    Chances,
    Character,
    CharacterAdded,
    CharacterKind,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    Draft,
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
    Rule,
    RulesetCard,
    State,
    Status,
    Term,
    TraitSpec,
    frozen,
    hookimpl,
    load_catalogue,
    load_rules,
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


@hookimpl
def card() -> RulesetCard:
    return RulesetCard("sample", {"en": "Hit Points", "ru": "Хиты"}, "0.3.0")


@hookimpl
def character_kinds() -> Sequence[CharacterKind]:
    bands = (Band("down", 0, "bad"), Band("hurt", 1, "warning"), Band("fine", 5))
    return [
        CharacterKind(
            "creature",
            traits=(TraitSpec("skill", default=0), TraitSpec("armour", default=10), TraitSpec("toughness", default=8)),
            pools=(PoolSpec("hits", bands, "bar"),),
        )
    ]


@hookimpl
def table_options() -> Sequence[OptionSpec]:
    return [OptionSpec("deep_cuts", default=False, rule="HP-03")]


@hookimpl
def actions() -> Sequence[Action]:
    return [ATTACK, DAMAGE, HEAL]


@hookimpl
def condition_kinds() -> Sequence[ConditionKind]:
    return [ConditionKind(BLEEDING, amount=True, tone="bad", rule="HP-04")]


@hookimpl
def catalogue(language: str) -> Mapping[str, Mapping[str, str]]:
    return load_catalogue(__name__, language)


@hookimpl
def rules_reference(language: str) -> Sequence[Rule]:
    return load_rules(__name__, language)


@hookimpl
def create_character(view: State, intent: Intent, chance: Chance) -> Outcome:
    traits = {
        "skill": intent.integer("skill"),
        "armour": intent.integer("armour", 10),
        "toughness": intent.integer("toughness", 8),
    }
    hits = traits["toughness"]
    added = CharacterAdded(
        intent.target,
        intent.text("name"),
        "creature",
        side=intent.text("side"),
        hidden=intent.flag("hidden"),
        traits=frozen(traits),
        pools=frozen({"hits": Pool(hits, hits)}),
    )
    return Outcome((added,), (message("character.added", who=intent.text("name")),))


@hookimpl
def roll(view: State, intent: Intent, chance: Chance) -> Outcome:
    attacker, target = view.characters[intent.actor], view.characters[intent.target]
    parts = _attack_parts(attacker, intent)
    (face,) = chance.dice(1, SIDES, "attack")
    total = face + sum(part.value for part in parts)
    hit = total >= target.integer("armour")
    draft = Draft(view)
    draft.add(
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
        )
    )
    draft.say(
        message(
            "sample.attack",
            who=attacker.name,
            target=target.name,
            face=face,
            total=total,
            result=Term("hit" if hit else "miss"),
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


@hookimpl
def apply_damage(view: State, intent: Intent, chance: Chance) -> Outcome:
    draft = Draft(view)
    amount, damage_type = intent.integer("amount"), intent.text("type", "blunt")
    for who in intent.targets:
        target = draft.character(who)
        before = target.pools["hits"]
        after = Pool(max(before.value - amount, 0), before.maximum)
        draft.add(PoolSet(who, "hits", before, after, (Part(Term(damage_type), -amount, "HP-03"),), "HP-03"))
        draft.say(
            message(
                "sample.damage",
                who=target.name,
                amount=amount,
                type=Term(damage_type),
                before=before.value,
                after=after.value,
            )
        )
        if damage_type == "sharp" and amount and (view.option("deep_cuts") is True or amount >= 3):
            wound = Condition(BLEEDING, BLEEDING, amount=1, left=2, unit="round")
            draft.add(ConditionSet(who, wound, "HP-04"))
    return draft.outcome()


@hookimpl
def heal(view: State, intent: Intent, chance: Chance) -> Outcome:
    draft = Draft(view)
    for who in intent.targets:
        target = draft.character(who)
        before = target.pools["hits"]
        after = Pool(min(before.value + intent.integer("amount"), before.maximum or 0), before.maximum)
        if after == before:
            raise Refusal(message("sample.whole", who=target.name))
        draft.add(PoolSet(who, "hits", before, after))
        draft.say(message("sample.heal", who=target.name, before=before.value, after=after.value))
    return draft.outcome()


@hookimpl
def initiative(view: State, intent: Intent, chance: Chance) -> Outcome:
    draft = Draft(view)
    places = [place for place in view.order if place.who not in intent.targets]
    for who in intent.targets:
        skill = view.characters[who].integer("skill")
        total = intent.values.get(f"total:{who}")
        if not isinstance(total, int):
            (face,) = chance.dice(1, SIDES, "initiative")
            total = face + skill
        draft.add(InitiativeSet(who, total, (Part(Term("skill"), skill, "HP-01"),)))
        places.append(Place(who, total, (skill,)))
    draft.add(OrderSet(sorted_order(places)))
    return draft.outcome()


@hookimpl
def start_of_round(view: State, intent: Intent, chance: Chance) -> Outcome:
    draft = Draft(view)
    for character in view.characters.values():
        for wound in character.conditions_of_kind(BLEEDING):
            values = frozen({"amount": max(wound.amount, 0), "type": "blunt"})
            draft.say(message("sample.bleeds", who=character.name))
            draft.follow(Intent("damage", targets=(character.id,), values=values))
    return draft.outcome()


@hookimpl
def status(view: State, who: str) -> Sequence[Status]:
    hits = view.characters[who].pools["hits"].value
    return [Status("down", can_act=False)] if hits == 0 else []


@hookimpl
def odds(view: State, intent: Intent) -> Chances | None:
    if intent.verb != "attack":
        return None
    attacker, target = view.characters[intent.actor], view.characters[intent.target]
    parts = _attack_parts(attacker, intent)
    needed = target.integer("armour") - sum(part.value for part in parts)
    hits = Fraction(min(max(SIDES + 1 - needed, 0), SIDES), SIDES)
    return Chances(1, parts, ((Term("hit"), hits),), (hits,), hits)
