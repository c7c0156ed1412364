"""Supernatural powers as actions in the order: on their user's initiative, as far as the user reaches (UBN-TURN-04)."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Draft,
    Intent,
    Message,
    Outcome,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
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
from tracker_ukraine_by_night.cards import draw_test, read_cards
from tracker_ukraine_by_night.checks import test_rules
from tracker_ukraine_by_night.guards import SIDE_CHOICES
from tracker_ukraine_by_night.last_draw import CALLED_OVER, remember, told
from tracker_ukraine_by_night.odds import chances
from tracker_ukraine_by_night.planes import plane_objection, remind_of_reach
from tracker_ukraine_by_night.vitae import boost_parts, use_boost


def _has_draw(intent: Intent) -> bool:
    return any(name in intent.values for name in ("ability", "attribute", "skill"))


def _is_exempt(intent: Intent) -> bool:
    return intent.flag("area") or intent.flag("harmless") or len(intent.targets) > 1


def _parts(view: State, intent: Intent) -> tuple[Part, ...]:
    user = view.characters[intent.actor]
    attribute = intent.text("attribute")
    traits = trait_parts(view, user, intent, attribute, intent.text("skill"))
    resisted = Part(Term("defence"), -clamped(intent.integer("defence")))
    return in_order(traits, [*boost_parts(user, intent, attribute), *circumstance_parts(user, intent), resisted])


def objections(view: State, intent: Intent) -> list[Message]:
    """What stands in the way of a power: another's turn, another plane, no place among the target's attackers."""
    who = intent.actor
    found = [action_objection(view, who)]
    if view.round > 0 and view.current not in ("", who):
        found.append(
            message(
                "ubn.refused.not_your_turn", who=view.characters[who].name, current=view.characters[view.current].name
            )
        )
    for target in intent.targets:
        character = view.characters[target]
        found.append(plane_objection(view, who, character))
        if target != who and not _is_exempt(intent):
            found.append(objection(view, who, character, intent.text("from_side")))
    return [reason for reason in found if reason is not None]


def power(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Use a power: without an Ability it just works, with one it is a test. What it does is for its description."""
    draft = Draft(view)
    who = intent.actor
    repeated, overruled = intent.flag(CALLED_OVER), intent.flag("overrule")
    name = draft.character(who).name
    called: str | Term = intent.text("name") or Term("supernatural_power")
    if not repeated:
        for reason in objections(view, intent):
            insist(draft, reason, overruled=overruled)
        spend_action(draft, who)
        for target in intent.targets:
            if target != who:
                claim(draft, who, target, exempt=_is_exempt(intent), side=intent.text("from_side"))
        remind_of_reach(draft, who, intent.targets)
    names = tuple(draft.character(target).name for target in intent.targets) or Term("nobody")
    if not _has_draw(intent):
        draft.say(message("ubn.power", who=name, power=called, targets=names))
        return draft.outcome()
    parts = _parts(view, intent)
    boosted = use_boost(draft, intent, intent.text("attribute"))
    rules = test_rules(view, intent)
    cards = draw_test(chance, (total(parts),), name)
    draft.say(message("ubn.power.test", who=name, power=called, targets=names, ability=total(parts), parts=parts))
    reading = read_cards(total(parts), cards, rules)
    told(draft, intent, "power", parts, cards, reading, rules, typed=chance.typed, against=intent.target)
    remember(draft, intent, {"boosted": boosted})
    return draft.outcome()


def odds(view: State, intent: Intent) -> Chances | None:
    """The chances of a power that needs a test."""
    found = objections(view, intent)
    if found and not intent.flag("overrule"):
        raise Refusal(found[0])
    if not _has_draw(intent):
        return None
    parts = _parts(view, intent)
    return chances(total(parts), parts, test_rules(view, intent))


ACTIONS = (
    Action(
        "power",
        "roll",
        (
            *TRAIT_PARAMETERS,
            FREE_MODIFIER,
            Parameter("name", "text"),
            Parameter("defence", "integer", minimum=0, maximum=LARGEST_ABILITY, common=False),
            Parameter("from_side", "choice", choices=SIDE_CHOICES, common=False),
            Parameter("area", "switch", common=False),
            Parameter("harmless", "switch", common=False),
            *MODIFIER_PARAMETERS,
        ),
        targets="optional",
        key="b",
        rules=("UBN-TURN-04", "UBN-ATK-08", "UBN-EFF-01", "UBN-EFF-02", "UBN-EFF-03", "UBN-EFF-04"),
        examples=(
            'power on=Boris ability=6 name="Dementation"',
            'power on=Boris manipulation empathy name="madness"',
            'power name="Cloak of Shadows"',
        ),
        group="attack",
    ),
)
ROLLS = {"power": power}
ODDS = {"power": odds}
