"""What the sheet and the list of people show: status words, derived values, and what cannot be done now."""

from collections.abc import Iterator, Mapping, Sequence

from tracker.api import Chapter, Character, Derived, Part, State, Status, Term, badges
from tracker_night_wanderers.actions import actions_in_turn, has_action_left
from tracker_night_wanderers.blood import needs_hospital
from tracker_night_wanderers.dice import DicePool, dice_pool, rating
from tracker_night_wanderers.fighting import DODGE_BONUS, melee_damage
from tracker_night_wanderers.health import band, pain, pain_rule
from tracker_night_wanderers.initiative import extra_actions
from tracker_night_wanderers.melee import has_bitten
from tracker_night_wanderers.sheet import is_gone, is_helpless, is_in_torpor, is_unconscious, is_vampire
from tracker_night_wanderers.states import held_by, holding
from tracker_night_wanderers.thirst import thirst

_NEEDS_ACTION = ("strike", "grapple", "shoot", "throw", "dodge", "dismember")
_OF_VAMPIRES = ("bite", "drink", "boost", "discipline", "hunt", "frenzy_check")
_ACTS = (
    *_NEEDS_ACTION,
    "hold",
    "bite",
    "drink",
    "boost",
    "discipline",
    "roll",
    "physical_roll",
    "psychic_roll",
    "hunt",
    "contest",
    "extended",
    "sneak",
    "intimidate",
    "lead",
    "seduce",
    "rivals",
    "pursue",
)


def status(view: State, who: str) -> tuple[Status, ...]:
    """The words about a character: its state, its band of health, thirst (NW-STATE-06, NW-EFF-08, NW-RES-10)."""
    character = view.characters[who]
    if is_gone(character):
        return (Status("final_death", can_act=False, weight=badges.GONE, tone="bad"),)
    words = [Status(word, can_act=False, weight=badges.DOWN, tone="bad") for word in _helpless_words(character)]
    if name := band(character):
        words.append(Status(name, weight=badges.IN_GAUGE))
    if word := thirst(character):
        words.append(Status(word, weight=badges.HINDERED))
    loss = pain(view, character)
    if loss and not is_helpless(character):
        words.append(Status(f"pain_{loss}", weight=badges.NUMBER))
    if needs_hospital(character):
        words.append(Status("hospital", weight=badges.NOTED))
    return (*words, *_numbers(view, character))


def _numbers(view: State, character: Character) -> Iterator[Status]:
    """Turns of hacking off that have gone into someone, and actions spent before the turn is over (NW-STATE-13)."""
    if steps := character.count("dismemberment"):
        yield Status("dismemberment", value=steps, rule="NW-STATE-13", weight=badges.HARMED, tone="bad")
    who = character.id
    if not (acted := character.count("acted")) or not view.round_of(who):
        return
    order = view.fight_called(view.fight_of(who)).order
    if not all(place.acted for place in order if place.who == who):
        limit = actions_in_turn(view, who)
        yield Status("actions", value=acted, limit=limit, rule="NW-TURN-02", weight=badges.SPENT)


def _helpless_words(character: Character) -> Sequence[str]:
    words = []
    if is_in_torpor(character):
        words.append("torpor")
    if is_unconscious(character):
        words.append("unconscious")
    if not words and is_helpless(character):
        words.append("helpless")
    return words


def derived(view: State, who: str) -> list[Derived]:
    """The pools as they would be thrown now, damage, pain and extra actions, each with its parts."""
    character = view.characters[who]
    loss = pain(view, character)
    values = [
        _pool_value("strike_pool", _pool(view, character, "unarmed_combat", "NW-ATK-03")),
        _pool_value("grapple_pool", _pool(view, character, "strength", "NW-ATK-06")),
        _pool_value("missile_pool", _pool(view, character, "fa", "NW-ATK-16")),
        _pool_value("defence_pool", _pool(view, character, "physical_defence", "NW-DEF-01")),
        _pool_value("dodge_pool", _pool(view, character, "dodging", "NW-DEF-03", DODGE_BONUS)),
        _damage_value(character),
        Derived(
            "pain", loss, (Part(Term(band(character) or "no_health_left"), loss, pain_rule(character)),) if loss else ()
        ),
    ]
    if is_vampire(character):
        soak = dice_pool(
            view, character, (rating(character, "physical_defence", "NW-DMG-08"),), physical=True, purpose="soak"
        )
        extra = extra_actions(character)
        values += [
            _pool_value("soak_pool", soak),
            Derived("extra_actions", extra, (Part(Term("celerity"), extra, "NW-INIT-07"),) if extra else ()),
        ]
    steps = character.count("dismemberment")
    if steps:
        values.append(Derived("dismemberment", steps, (Part(Term("turns"), steps, "NW-STATE-13"),)))
    return values


def _pool(view: State, character: Character, name: str, rule: str, bonus: int = 0) -> DicePool:
    base = [rating(character, name, rule)]
    if bonus:
        base.append(Part(Term("dodge"), bonus, rule))
    return dice_pool(view, character, base, physical=True)


def _pool_value(name: str, pool: DicePool) -> Derived:
    return Derived(name, pool.dice, pool.parts)


def _damage_value(character: Character) -> Derived:
    parts = melee_damage(character, character.text("wields") or "none")
    return Derived("melee_damage", sum(part.value for part in parts), parts)


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """The actions that are not possible now, with the reason."""
    character = view.characters[who]
    if is_gone(character):
        return dict.fromkeys(_ACTS, "nw.why_gone")
    if is_helpless(character):
        return dict.fromkeys((*_ACTS, "heal") if is_vampire(character) else _ACTS, "nw.why_helpless")
    reasons: dict[str, str] = {}
    if not has_action_left(view, who):
        reasons.update(dict.fromkeys((*_NEEDS_ACTION, "hold", "bite", "drink"), "nw.why_acted"))
    if held_by(character):
        reasons.update(dict.fromkeys(("dodge", "shoot", "throw"), "nw.why_held"))
    if not holding(character):
        reasons.update(dict.fromkeys(("hold", "bite", "release"), "nw.why_holds_nobody"))
    elif not has_bitten(character):
        reasons["drink"] = "nw.why_not_bitten"
    if not is_vampire(character):
        reasons.update(dict.fromkeys(_OF_VAMPIRES, "nw.why_no_vampire"))
    return reasons


CHAPTER = Chapter(status=status, derived=derived, unavailable=unavailable)
