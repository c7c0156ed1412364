"""The killing blow at someone who cannot move: no roll, the pool is the damage (WOD-ATK-24)."""

from collections.abc import Mapping

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Choice,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    drafted,
    message,
)
from tracker_wod import gear, track
from tracker_wod.attack_pool import TRAITS, armour_against, kind_of, tell_softened, weapon_for
from tracker_wod.damage import damage_intent
from tracker_wod.economy import FREE, no_action, spend_action
from tracker_wod.refusing import require_same_fight
from tracker_wod.rolls import EVEN_SO, asked_parts, trait_parts
from tracker_wod.shooting import use_rounds
from tracker_wod.states import ASLEEP, is_helpless
from tracker_wod.traits import named_traits

KINDS = ("brawl", "weaponry", "firearms", "thrown")


def _lies_open(victim: Character) -> bool:
    """Unconscious, dying, bound fast or asleep."""
    return is_helpless(victim) or victim.has_condition("immobilised") or victim.has_condition(ASLEEP)


def killing_blow(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Deal traits + weapon + what the game master adds, less armour, as damage at once; Defence does not count."""
    view = draft.state
    who, target = intent.actor, intent.target
    victim = view.characters[target]
    if not _lies_open(victim) and not intent.flag("even-so"):
        raise Refusal(message("wod.refused.not_helpless", who=victim.name, way=Term("even-so")))
    require_same_fight(view, who, (target,), free=intent.flag("free"))
    weapon = weapon_for(view, intent)
    kind = kind_of(intent, weapon)
    spend_action(draft, who, "killing-blow", free=intent.flag("free"))
    if kind == "firearms":
        use_rounds(draft, who, weapon, gear.table("burst")["single"])
    traits = named_traits(intent.text("traits")) or TRAITS[kind]
    rating = Part(Term(weapon.id), intent.integer("rating", weapon.rating), "WOD-ATK-05")
    armour, softened = armour_against(intent, victim, weapon, kind, intent.text("type", weapon.type))
    attacker = view.characters[who]
    parts = (*trait_parts(attacker, traits), *((rating,) if rating.value else ()), *armour, *asked_parts(intent))
    amount = max(0, sum(part.value for part in parts))
    draft.say(message("wod.killing_blow", who=attacker.name, target=victim.name, sum=parts, amount=amount))
    if amount:
        tell_softened(draft, target, softened)
        draft.follow(damage_intent(who, target, amount, softened.type, parts, rule="WOD-ATK-24"))


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why no killing blow."""
    reason = no_action(view, who, "killing-blow")
    if not reason and not any(map(_lies_open, view.characters.values())):
        reason = "wod.reason.nobody_helpless"
    return {"killing-blow": reason} if reason else {}


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "killing-blow", "act",
            (
                Parameter("weapon", "choice", choices=tuple(map(Choice, (*gear.weapon_ids(), gear.OWN_WEAPON)))),
                Parameter("modifier", "integer", minimum=-50, maximum=50),
                Parameter("kind", "choice", choices=tuple(map(Choice, KINDS)), common=False),
                Parameter("type", "choice", choices=tuple(map(Choice, track.MARKS)), common=False),
                Parameter("traits", "text", common=False),
                Parameter("rating", "integer", minimum=-20, maximum=50, common=False),
                Parameter("piercing", "integer", minimum=0, maximum=20, common=False),
                Parameter("no-armour", "switch", common=False),
                EVEN_SO,
                FREE,
            ),
            targets="one", rules=("WOD-ATK-24",), examples=("killing-blow Guard knife by=David",),
            group="attack", attack=True,
        ), drafted(killing_blow)),
    ),
    unavailable=unavailable,
)  # fmt: skip
