"""The size of a pool and why: traits, bonuses, impairment, injuries, Hunger dice (V5-DICE-01 to 10, V5-STA-02)."""

from tracker.api import Character, Intent, Parameter, Part, Refusal, State, Term, message, record
from tracker_vtm5 import blood, injuries, marks, options, people
from tracker_vtm5.kinds import CATEGORY_OF, choices

LARGEST_POOL = 100
IMPAIRMENT = -2
CATEGORIES = ("physical", "social", "mental", "willpower", "humanity", "frenzy", "other")
WITHOUT_HUNGER = ("willpower", "humanity", "frenzy")
"""Rolls that never use Hunger dice (V5-DICE-08)."""
NO_REROLL = WITHOUT_HUNGER
"""Rolls that Willpower cannot throw again (V5-DICE-09)."""


@record
class DicePool:
    """A pool ready to be thrown: `size` dice, and what makes so many of them Hunger dice."""

    size: int
    hungry: tuple[Part, ...]
    parts: tuple[Part, ...]
    category: str = "other"
    surge: bool = False

    @property
    def hunger(self) -> int:
        """The Hunger dice."""
        return sum(part.value for part in self.hungry)

    @property
    def regular(self) -> int:
        """The regular dice."""
        return self.size - self.hunger


def trait_part(character: Character, trait: str, rule: str = "V5-DICE-01") -> tuple[Part, ...]:
    """The dice of a trait that is named. Nothing for nothing."""
    if not trait:
        return ()
    if trait not in character.traits:
        people.refuse("no_trait", character, name=Term(trait))
    return (Part(Term(trait), character.integer(trait), rule),)


def base_parts(character: Character, intent: Intent, defaults: tuple[str, ...] = ()) -> tuple[Part, ...]:
    """The dice before any modifier: a typed pool, else Attribute and Skill, else the usual traits of the act."""
    if "pool" in intent.values:
        if intent.text("attribute") or intent.text("skill"):
            people.refuse("pool_or_traits", character)
        return (Part(Term("pool"), intent.integer("pool"), ""),)
    named = tuple(
        part for name in ("attribute", "skill", "discipline") for part in trait_part(character, intent.text(name))
    )
    return named or tuple(Part(Term(name), character.integer(name), "V5-ATK-04") for name in defaults)


def category_of(intent: Intent, default: str = "other") -> str:
    """The category of a roll: typed, else that of its Attribute (V5-STA-02)."""
    return intent.text("category") or CATEGORY_OF.get(intent.text("attribute"), default)


def build(
    view: State,
    who: str,
    intent: Intent,
    base: tuple[Part, ...],
    category: str,
    extra: tuple[Part, ...] = (),
    *,
    attribute_category: str = "",
    floor: int | None = None,
) -> DicePool:
    """Put a pool together; every die has its reason. Raises Refusal where a Surge is not possible."""
    character = view.characters[who]
    parts = [*base, *extra]
    if intent.flag("specialty"):
        parts.append(Part(Term("specialty"), 1, "V5-DICE-01"))
    for name, sign in (("bonus", 1), ("penalty", -1)):
        if number := intent.integer(name):
            parts.append(Part(Term(name), sign * number, ""))
    if number := intent.integer("small_actions"):
        parts.append(Part(Term("small_actions"), -number, "V5-TURN-01"))
    surge = intent.flag("surge")
    if surge:
        require_surge(view, character, category)
        parts.append(Part(Term("blood_surge"), blood.SURGE_DICE[blood.potency(character)], "V5-RES-10"))
    parts += _discipline_bonus(character, intent)
    parts += impairment(view, character, category, attribute_category, intent.text("impairment", "automatic"))
    parts += wounds(character, category, uses_injured=intent.flag("injured"))
    total = sum(part.value for part in parts)
    lowest = options.smallest_pool(view) if floor is None else floor
    if missing := max(lowest - total, 0):
        parts.append(Part(Term("smallest_pool"), missing, "V5-DICE-10"))
        total = lowest
    if total > LARGEST_POOL:
        raise Refusal(message("vtm5.refused.too_many_dice", count=total, maximum=LARGEST_POOL))
    return DicePool(total, _hungry(character, intent, category, total), tuple(parts), category, surge)


def _hungry(character: Character, intent: Intent, category: str, size: int) -> tuple[Part, ...]:
    """What makes dice of a pool Hunger dice: Hunger, or the game master's word (V5-DICE-05, V5-DICE-08)."""
    if "hunger_dice" in intent.values:
        count = intent.integer("hunger_dice")
        if count > size:
            people.refuse("too_many_hunger_dice", character, count=count, pool=size)
        return (Part(Term("hunger_dice"), count),)
    hunger = 0 if category in WITHOUT_HUNGER else people.hunger(character)
    return at_most((Part(Term("hunger"), hunger, "V5-DICE-05"),), size) if hunger else ()


def at_most(hungry: tuple[Part, ...], size: int) -> tuple[Part, ...]:
    """The Hunger dice of a pool of so many dice: where Hunger is more, all of it (V5-DICE-05)."""
    more = max(sum(part.value for part in hungry) - size, 0)
    return (*hungry, Part(Term("smaller_pool"), -more, "V5-DICE-05")) if more else hungry


def require_surge(view: State, character: Character, category: str) -> None:
    """Refuse a Blood Surge where the Blood cannot be roused of free will (V5-RES-07, V5-RES-10)."""
    people.require_vampire(character)
    if category in WITHOUT_HUNGER:
        people.refuse("no_surge_here", character)
    require_rousable(view, character)


def require_rousable(view: State, character: Character) -> None:
    """Refuse a Rouse check of free will at Hunger 5 (V5-RES-07)."""
    starving = people.hunger(character) >= people.HIGHEST_HUNGER
    if starving and not options.is_set(view, "rouse_at_hunger_5", "allowed"):
        people.refuse("hunger_5", character)


def _discipline_bonus(character: Character, intent: Intent) -> list[Part]:
    dice = blood.DISCIPLINE_DICE[blood.potency(character)]
    if intent.text("discipline") and people.is_vampire(character) and dice:
        return [Part(Term("discipline_bonus"), dice, "V5-RES-08")]
    return []


def impairment(
    view: State, character: Character, category: str, attribute_category: str = "", choice: str = "automatic"
) -> list[Part]:
    """What a full track takes from a roll: two dice, once (V5-STA-02); in frenzy the body is not felt (V5-EFF-03)."""
    if choice == "off":
        return []
    impaired = [
        track
        for track in ("health", "willpower")
        if track in character.tracks
        and marks.is_full(character.tracks[track])
        and not (track == "health" and people.is_frenzied(character))
    ]
    if choice == "on":
        concerned = (impaired or ["health"])[:1]
    else:
        concerned = [track for track in impaired if _concerns(track, category)]
    if category == "physical" and options.is_set(view, "mixed_impairment", "both_penalties"):
        concerned += [track for track in impaired if track not in concerned and _concerns(track, attribute_category)]
    return [Part(message("vtm5.impaired", track=Term(track)), IMPAIRMENT, "V5-STA-02") for track in concerned]


def _concerns(track: str, category: str) -> bool:
    return category == "physical" if track == "health" else category in ("social", "mental")


def wounds(character: Character, category: str, *, uses_injured: bool = False) -> list[Part]:
    """What lasting injuries take from a roll (V5-DMG-19); in frenzy only mutilation counts (V5-EFF-03)."""
    kinds = {condition.kind for condition in injuries.injuries_of(character)}
    if people.is_frenzied(character):
        kinds &= set(injuries.MUTILATIONS)
    parts: list[Part] = []
    if "head_trauma" in kinds and category in ("physical", "mental"):
        parts.append(Part(Term("head_trauma"), -1 if category == "physical" else -2, "V5-DMG-19"))
    if "massive_wound" in kinds:
        parts.append(Part(Term("massive_wound"), -2, "V5-DMG-19"))
    limb = next((kind for kind in injuries.USED_LIMB if kind in kinds), "")
    if uses_injured and limb:
        parts.append(Part(Term(limb), -3, "V5-DMG-19"))
    return parts


POOL_PARAMETER = Parameter("pool", "integer", minimum=0, maximum=LARGEST_POOL)
SURGE = Parameter("surge", "switch")
BONUS_AND_PENALTY = (
    Parameter("bonus", "integer", minimum=0, maximum=LARGEST_POOL),
    Parameter("penalty", "integer", minimum=0, maximum=LARGEST_POOL),
)
MODIFIERS = (
    *BONUS_AND_PENALTY,
    SURGE,
    Parameter("specialty", "switch", common=False),
    Parameter("injured", "switch", common=False),
    Parameter("small_actions", "integer", minimum=0, maximum=20, common=False),
    Parameter(
        "impairment",
        "choice",
        default="automatic",
        choices=choices(("automatic", "on", "off")),
        common=False,
    ),
)
"""What changes a pool: given to every action that rolls one."""


def no_cover(intent: Intent) -> tuple[Part, ...]:
    """Dodging shots in the open costs two dice (V5-DEF-03)."""
    return (Part(Term("no_cover"), -2, "V5-DEF-03"),) if intent.flag("no_cover") else ()
