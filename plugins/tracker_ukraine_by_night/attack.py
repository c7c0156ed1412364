"""Attacks: one test each, whose successes are damage (UBN-ATK-01 to UBN-ATK-05)."""

from dataclasses import dataclass
from fractions import Fraction

from tracker.api import (
    Action,
    Chance,
    Chances,
    Character,
    Choice,
    Draft,
    Intent,
    Message,
    Outcome,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    Value,
    frozen,
    message,
)
from tracker_ukraine_by_night.ability import (
    FREE_MODIFIER,
    LARGEST_ABILITY,
    MODIFIER_PARAMETERS,
    TRAIT_PARAMETERS,
    circumstance_parts,
    clamped,
    in_order,
    total,
    trait_parts,
)
from tracker_ukraine_by_night.actions import action_objection, insist, spend_action
from tracker_ukraine_by_night.attackers import claim, objection
from tracker_ukraine_by_night.cards import DrawRules, draw_test, read_cards
from tracker_ukraine_by_night.checks import test_rules
from tracker_ukraine_by_night.defence import defence_parts
from tracker_ukraine_by_night.gear import (
    TYPE_CHOICES,
    WEAPON_CHOICES,
    Weapon,
    damage_type,
    find_weapon,
    typed_damage_type,
)
from tracker_ukraine_by_night.guards import SIDE_CHOICES
from tracker_ukraine_by_night.last_draw import CALLED_OVER, remember, told
from tracker_ukraine_by_night.odds import chances
from tracker_ukraine_by_night.planes import plane_objection, remind_of_reach
from tracker_ukraine_by_night.vitae import boost_parts, use_boost

RANGES = {"short": 0, "medium": 2, "long": 4}
COVERS = {"none": 0, "slight": 1, "partial": 2, "heavy": 3}


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack as it is asked for: what it is made with, and what stands outside the limit."""

    attacker: Character
    weapon: Weapon
    weapon_modifier: int
    attribute: str
    skill: str
    is_area: bool
    is_harmless: bool

    @property
    def is_exempt(self) -> bool:
        """Whether the limit of attackers and the guards do not concern it (UBN-ATK-09, UBN-ATK-10)."""
        return self.is_area or self.is_harmless


def blow_of(view: State, intent: Intent) -> Blow:
    """Read an intent: the weapon as typed, else the sheet's. Raises Refusal."""
    attacker = view.characters[intent.actor]
    own = attacker.text("weapon", "fists")
    weapon = find_weapon(intent.text("weapon") or own)
    modifier = attacker.integer("weapon_modifier") if weapon.id == own else 0
    if "weapon_modifier" in intent.values:
        modifier = intent.integer("weapon_modifier")
    return Blow(
        attacker,
        weapon,
        clamped(modifier),
        intent.text("attribute") or weapon.attribute,
        intent.text("skill") or ("" if intent.text("attribute") else weapon.skill),
        intent.flag("area"),
        intent.flag("harmless"),
    )


def penalty_of(intent: Intent, name: str, known: dict[str, int]) -> int:
    """A penalty by its word or its typed number, 0 or more. Raises Refusal."""
    typed = intent.values.get(name, 0)
    if isinstance(typed, int):
        return max(0, clamped(typed))
    text = str(typed).lstrip("-−")
    if text in known:
        return known[text]
    if text.isdecimal() and len(text) < 4:
        return clamped(int(text))
    raise Refusal(message("ubn.refused.word", name=Term(name), typed=str(typed), list=tuple(map(Term, known))))


def defence_against(view: State, intent: Intent, blow: Blow, target: Character) -> tuple[Part, ...]:
    """The parts of the Defence that this attack meets; a typed number stands for the whole."""
    if "defence" in intent.values:
        return (Part(Term("defence"), clamped(intent.integer("defence"))),)
    return defence_parts(view, target, blow.weapon)


def ability_parts(view: State, intent: Intent, blow: Blow, target: Character | None) -> tuple[Part, ...]:
    """The parts of an attack's Ability (UBN-ATK-02); without a target its Defence and cover are left out."""
    attacker = blow.attacker
    traits = trait_parts(view, attacker, intent, blow.attribute, blow.skill)
    modifiers = [
        Part(Term("weapon_modifier"), blow.weapon_modifier, "UBN-ATK-02"),
        *boost_parts(attacker, intent, blow.attribute),
        *circumstance_parts(attacker, intent),
        Part(Term("armour_penalty"), -max(0, attacker.integer("armour_penalty")), "UBN-ATK-02"),
        Part(Term("range"), -penalty_of(intent, "range", RANGES), "UBN-ATK-03"),
    ]
    if target is not None:
        modifiers.append(Part(Term("cover"), -penalty_of(intent, "cover", COVERS), "UBN-ATK-04"))
        defence = total(defence_against(view, intent, blow, target))
        modifiers.append(Part(Term("defence"), -defence, "UBN-DEF-01"))
    return in_order(traits, modifiers)


def objections(view: State, intent: Intent, blow: Blow) -> list[Message]:
    """What stands in the way of an attack, the plainest first; the Storyteller may overrule each."""
    who = intent.actor
    found = [action_objection(view, who)]
    for target in intent.targets:
        character = view.characters[target]
        if blow.weapon.group == "power":
            found.append(plane_objection(view, who, character))
        if not blow.is_exempt:
            found.append(objection(view, who, character, intent.text("from_side")))
    return [reason for reason in found if reason is not None]


def _check_targets(intent: Intent, blow: Blow) -> None:
    if intent.actor in intent.targets and not blow.is_area:
        raise Refusal(message("ubn.refused.self", who=blow.attacker.name))
    if len(intent.targets) > 1 and not blow.is_area:
        raise Refusal(message("ubn.refused.one_target"))
    if not intent.targets:
        raise Refusal(message("ubn.refused.no_target"))


def type_against(intent: Intent, blow: Blow, target: Character) -> str:
    """The kind of harm: as typed, else by weapon and target."""
    if intent.text("type"):
        return typed_damage_type(intent.text("type"))
    return damage_type(blow.weapon, target)


def attack(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Attack: refuse what cannot be before anything is spent, draw once, mark each success as a level of damage."""
    draft = Draft(view)
    blow = blow_of(view, intent)
    _check_targets(intent, blow)
    repeated, overruled = intent.flag(CALLED_OVER), intent.flag("overrule")
    if not repeated:
        for reason in objections(view, intent, blow):
            insist(draft, reason, overruled=overruled)
    targets = [view.characters[who] for who in intent.targets]
    parts = {target.id: ability_parts(view, intent, blow, target) for target in targets}
    types = {target.id: type_against(intent, blow, target) for target in targets}
    boosted = use_boost(draft, intent, blow.attribute)
    if not repeated:
        spend_action(draft, intent.actor)
        for target in targets:
            claim(draft, intent.actor, target.id, exempt=blow.is_exempt, side=intent.text("from_side"))
        if blow.weapon.group == "power":
            remind_of_reach(draft, intent.actor, intent.targets)
    cards = draw_test(chance, tuple(total(listed) for listed in parts.values()), blow.attacker.name)
    remember(draft, intent, {"boosted": boosted})
    rules = test_rules(view, intent)
    for target in targets:
        _strike(draft, intent, blow, target, parts[target.id], types[target.id], cards, rules, typed=chance.typed)
    return draft.outcome()


def _strike(
    draft: Draft,
    intent: Intent,
    blow: Blow,
    target: Character,
    parts: tuple[Part, ...],
    kind: str,
    cards: tuple[str, ...],
    rules: DrawRules,
    *,
    typed: bool,
) -> None:
    """Tell what the drawn cards come to against one target, and let the damage follow."""
    ability = total(parts)
    reading = read_cards(ability, cards, rules)
    draft.say(
        message(
            "ubn.attack",
            who=blow.attacker.name,
            target=target.name,
            weapon=Term(blow.weapon.id),
            ability=ability,
            parts=parts,
        )
    )
    data: dict[str, Value] = {
        "defence": total(defence_against(draft.state, intent, blow, target)),
        "type": kind,
        "weapon": blow.weapon.id,
    }
    told(
        draft,
        intent,
        "attack",
        parts,
        cards,
        reading,
        rules,
        typed=typed,
        against=target.id,
        data=data,
        rule="UBN-ATK-01",
    )
    if reading.successes and not blow.is_harmless:
        values: dict[str, Value] = {"amount": reading.successes, "type": kind, "from_draw": True}
        draft.follow(Intent("damage", intent.actor, (target.id,), frozen(values)))


def odds(view: State, intent: Intent) -> Chances | None:
    """The chances of an attack on its first target; where the table hides the target's numbers, without them."""
    blow = blow_of(view, intent)
    _check_targets(intent, blow)
    found = objections(view, intent, blow)
    if found and not intent.flag("overrule"):
        raise Refusal(found[0])
    hidden = view.option("hide_target_numbers", False) is True
    target = None if hidden else view.characters[intent.target]
    parts = ability_parts(view, intent, blow, target)
    known = chances(total(parts), parts, test_rules(view, intent))
    if not hidden:
        return known
    events = (*known.events, (Term("target_numbers_hidden"), Fraction(1)))
    return Chances(known.pool, known.parts, events, known.at_least, known.mean)


ACTIONS = (
    Action(
        "attack",
        "roll",
        (
            Parameter("weapon", "choice", choices=WEAPON_CHOICES),
            Parameter("range", "choice", choices=tuple(map(Choice, RANGES)), default="short", open_choice=True),
            FREE_MODIFIER,
            Parameter(
                "cover", "choice", choices=tuple(map(Choice, COVERS)), default="none", open_choice=True, common=False
            ),
            Parameter("from_side", "choice", choices=SIDE_CHOICES, common=False),
            Parameter("type", "choice", choices=TYPE_CHOICES, common=False),
            Parameter("area", "switch", common=False),
            Parameter("harmless", "switch", common=False),
            Parameter("weapon_modifier", "integer", minimum=-LARGEST_ABILITY, maximum=LARGEST_ABILITY, common=False),
            Parameter("defence", "integer", minimum=0, maximum=LARGEST_ABILITY, common=False),
            *(Parameter(trait.id, trait.kind, choices=trait.choices, common=False) for trait in TRAIT_PARAMETERS),
            *MODIFIER_PARAMETERS,
        ),
        targets="many",
        key="a",
        rules=("UBN-ATK-01", "UBN-ATK-02", "UBN-ATK-05", "UBN-ATK-06", "UBN-DEF-01"),
        examples=(
            "attack Boris",
            "attack Boris pistol medium cover=partial",
            "attack Boris sword back 2",
            "attack Boris,Vera discipline area ability=7",
        ),
        group="attack",
    ),
)
ROLLS = {"attack": attack}
ODDS = {"attack": odds}
