"""Attacks: one test each, whose successes are damage (UBN-ATK-01 to UBN-ATK-05)."""

from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Choice,
    Deed,
    Draft,
    Intent,
    Message,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    drafted,
    message,
    record,
)
from tracker_ukraine_by_night.ability import (
    CALLED_OVER,
    FREE_MODIFIER,
    LARGEST_ABILITY,
    MODIFIER_PARAMETERS,
    TRAIT_PARAMETERS,
    circumstance_parts,
    in_order,
    total,
    trait_parts,
)
from tracker_ukraine_by_night.actions import action_objection, insist, spend_action
from tracker_ukraine_by_night.attackers import claim, objection
from tracker_ukraine_by_night.cards import draw_test
from tracker_ukraine_by_night.checks import begin_wait, test_rules, wait_objection
from tracker_ukraine_by_night.defence import defence_parts
from tracker_ukraine_by_night.fields import those_that_apply
from tracker_ukraine_by_night.gear import TYPE_CHOICES, WEAPON_CHOICES, WEAPONS, Weapon, damage_type
from tracker_ukraine_by_night.guards import SIDE_CHOICES, elsewhere_objection
from tracker_ukraine_by_night.health import state_of
from tracker_ukraine_by_night.last_draw import remember, tell_draw
from tracker_ukraine_by_night.odds import chances
from tracker_ukraine_by_night.planes import note_power, plane_objection
from tracker_ukraine_by_night.vitae import boost_parts, use_boost

RANGES = {"short": 0, "medium": 2, "long": 4}
COVERS = {"none": 0, "slight": 1, "partial": 2, "heavy": 3}
LARGEST_PLAIN_MODIFIER = 3
"""A larger one may have been meant as a ready Ability, which players call out: the log says what it became."""


@record
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
    """Read an intent: the weapon as typed, else the sheet's."""
    attacker = view.characters[intent.actor]
    own = attacker.text("weapon", "fists")
    weapon = WEAPONS[intent.text("weapon") or own]
    modifier = attacker.integer("weapon_modifier") if weapon.id == own else 0
    return Blow(
        attacker,
        weapon,
        intent.integer("weapon_modifier", modifier),
        intent.text("attribute") or weapon.attribute,
        intent.text("skill") or ("" if intent.text("attribute") else weapon.skill),
        intent.flag("area"),
        intent.flag("harmless"),
    )


def penalty_of(intent: Intent, name: str, known: dict[str, int]) -> int:
    """A penalty by its word or its typed number. Raises Refusal."""
    typed = intent.text(name)
    number = typed.lstrip("-−")
    if number.isdecimal() and int(number) <= LARGEST_ABILITY:
        return int(number)
    if typed not in known:
        listed = tuple(map(Term, known))
        raise Refusal(message("ubn.refused.word", name=Term(name), typed=typed, most=LARGEST_ABILITY, list=listed))
    return known[typed]


def defence_against(view: State, intent: Intent, blow: Blow, target: Character) -> tuple[Part, ...]:
    """The parts of the Defence that this attack meets; a typed number stands for the whole."""
    if "defence" in intent.values:
        return (Part(Term("defence"), intent.integer("defence")),)
    return defence_parts(view, target, blow.weapon)


def ability_parts(view: State, intent: Intent, blow: Blow, target: Character | None) -> tuple[Part, ...]:
    """The parts of an attack's Ability (UBN-ATK-02); without a target its Defence and cover are left out."""
    attacker = blow.attacker
    traits = trait_parts(view, attacker, intent, blow.attribute, blow.skill)
    modifiers = [
        Part(Term("weapon_modifier"), blow.weapon_modifier, "UBN-ATK-02"),
        *boost_parts(attacker, intent, blow.attribute),
        *circumstance_parts(attacker, intent),
        Part(Term("armour_penalty"), -attacker.integer("armour_penalty"), "UBN-ATK-02"),
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
        found.append(elsewhere_objection(view, who, character))
        if blow.weapon.group == "power":
            found.append(plane_objection(view, who, character))
        if not blow.is_exempt:
            found.append(objection(view, who, character, intent.text("from_side")))
        found.append(wait_objection(view, intent, target))
    return [reason for reason in found if reason is not None]


def _check_targets(intent: Intent, blow: Blow) -> None:
    if intent.actor in intent.targets and not blow.is_area:
        raise Refusal(message("ubn.refused.self", who=blow.attacker.name))
    if len(intent.targets) > 1 and not blow.is_area:
        raise Refusal(message("ubn.refused.one_target", who=blow.attacker.name))


@drafted
def attack(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Attack: refuse what cannot be before anything is spent, draw once, mark each success as a level of damage."""
    view, who = draft.state, intent.actor
    blow = blow_of(view, intent)
    _check_targets(intent, blow)
    repeated = intent.flag(CALLED_OVER)
    if not repeated:
        for reason in objections(view, intent, blow):
            insist(draft, reason, overruled=intent.flag("overrule"))
    targets = [view.characters[target] for target in intent.targets]
    parts = {target.id: ability_parts(view, intent, blow, target) for target in targets}
    types = {target.id: intent.text("type") or damage_type(blow.weapon, target) for target in targets}
    defences = {target.id: total(defence_against(view, intent, blow, target)) for target in targets}
    boosted = use_boost(draft, intent, blow.attribute)
    if not repeated:
        spend_action(draft, who)
        for target in targets:
            claim(draft, who, target.id, exempt=blow.is_exempt, side=intent.text("from_side"))
        if blow.weapon.group == "power":
            note_power(draft, who, intent.targets)
    cards = draw_test(chance, tuple(map(total, parts.values())), intent.verb, blow.attacker.name)
    if (modifier := intent.integer("modifier")) > LARGEST_PLAIN_MODIFIER and "ability" not in intent.values:
        draft.say(message("ubn.attack.modifier", number=modifier, word=Term("ability")), working=True)
    began: list[str] = []
    for target in targets:
        head = message("ubn.attack", who=blow.attacker.name, target=target.name, weapon=Term(blow.weapon.id))
        _remark(draft, blow, target)
        reading = tell_draw(
            draft,
            intent,
            head,
            parts[target.id],
            cards,
            test_rules(view, intent),
            typed=chance.typed,
            against=target.id,
            data={"defence": defences[target.id], "type": types[target.id], "weapon": blow.weapon.id},
            leads_on=not blow.is_harmless,
        )
        began += begin_wait(draft, intent, target.id, is_success=reading.is_success)
        if reading.successes and not blow.is_harmless:
            harm = Intent("damage", who, (target.id,))
            kind, weapon = types[target.id], blow.weapon.id
            draft.follow(harm.with_values(amount=reading.successes, type=kind, weapon=weapon, from_draw=True))
    remember(draft, intent, boosted=boosted, began=began)


def _remark(draft: Draft, blow: Blow, target: Character) -> None:
    """Say what a game master may have overlooked: a target that is dead already, or on another plane."""
    if state_of(target) in ("dead", "final_death"):
        draft.say(message("ubn.attack.dead", target=target.name), working=True)
    if blow.weapon.group != "power" and plane_objection(draft.state, blow.attacker.id, target):
        draft.say(message("ubn.attack.plane", who=blow.attacker.name, target=target.name), working=True)


def odds(view: State, intent: Intent) -> Chances:
    """The chances of an attack on each of its targets; where the table hides the targets' numbers, without them."""
    blow, rules = blow_of(view, intent), test_rules(view, intent)

    def on(target: Character | None) -> Chances:
        parts = ability_parts(view, intent, blow, target)
        return chances(total(parts), parts, rules)

    if view.option("hide_target_numbers") is True:
        known = on(None)
        return replace(known, notes=(*known.notes, message("ubn.target_numbers_hidden")))
    each = tuple((who, on(view.characters[who])) for who in dict.fromkeys(intent.targets))
    return replace(each[0][1], each=each if len(each) > 1 else ())


ATTACK = Action(
    "attack",
    "roll",
    (
        Parameter("weapon", "choice", choices=WEAPON_CHOICES, kept=True),
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
        *(replace(trait, common=False) for trait in TRAIT_PARAMETERS),
        *MODIFIER_PARAMETERS,
    ),
    targets="many",
    key="a",
    rules=("UBN-ATK-01", "UBN-ATK-02", "UBN-ATK-05", "UBN-ATK-06", "UBN-DEF-01", "UBN-SOC-01", "UBN-SOC-02"),
    examples=(
        "attack Boris",
        "attack Boris pistol medium cover=partial",
        "attack Boris sword back 2",
        "attack Boris,Vera discipline area ability=7",
    ),
    group="attack",
    attack=True,
)
CHAPTER = Chapter(deeds=(Deed(ATTACK, attack, odds, applies=those_that_apply),))
