"""Supernatural powers as actions in the order: on their user's initiative, as far as the user reaches (UBN-TURN-04)."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Deed,
    Draft,
    Intent,
    Message,
    Parameter,
    Part,
    State,
    Term,
    drafted,
    message,
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
from tracker_ukraine_by_night.fields import those_that_apply
from tracker_ukraine_by_night.guards import SIDE_CHOICES, elsewhere_objection
from tracker_ukraine_by_night.last_draw import remember, tell_draw
from tracker_ukraine_by_night.odds import chances
from tracker_ukraine_by_night.planes import note_power, plane_objection
from tracker_ukraine_by_night.vitae import boost_parts, use_boost

_RESISTED = Parameter("defence", "integer", minimum=0, maximum=LARGEST_ABILITY, common=False)
_OF_A_DRAW = {parameter.id for parameter in (*TRAIT_PARAMETERS, FREE_MODIFIER, _RESISTED, *MODIFIER_PARAMETERS)}
_WITHOUT_A_DRAW = {"overrule", "boosted", CALLED_OVER}


def _has_draw(intent: Intent) -> bool:
    """Whether anything that was said belongs to a draw; without it the power just works."""
    return any(intent.values.get(name) not in (None, False) for name in _OF_A_DRAW - _WITHOUT_A_DRAW)


def _targets(intent: Intent) -> tuple[str, ...]:
    """All on whom the power is used."""
    return tuple(dict.fromkeys((*intent.targets, *intent.names("also"))))


def _is_exempt(intent: Intent) -> bool:
    return intent.flag("area") or intent.flag("harmless") or len(_targets(intent)) > 1


def _parts(view: State, intent: Intent) -> tuple[Part, ...]:
    user = view.characters[intent.actor]
    attribute = intent.text("attribute")
    traits = trait_parts(view, user, intent, attribute, intent.text("skill"))
    resisted = Part(Term("defence"), -intent.integer("defence"), "UBN-DEF-01")
    return in_order(traits, [*boost_parts(user, intent, attribute), *circumstance_parts(user, intent), resisted])


def objections(view: State, intent: Intent) -> list[Message]:
    """What stands in the way of a power: another's turn, another plane, no place, a failure not long ago."""
    who = intent.actor
    found = [action_objection(view, who)]
    if view.current not in ("", who):
        names = {"who": view.characters[who].name, "current": view.characters[view.current].name}
        found.append(message("ubn.refused.not_your_turn", **names))
    for target in _targets(intent):
        character = view.characters[target]
        found.append(elsewhere_objection(view, who, character))
        found.append(plane_objection(view, who, character))
        if target != who and not _is_exempt(intent):
            found.append(objection(view, who, character, intent.text("from_side")))
        if _has_draw(intent):
            found.append(wait_objection(view, intent, target))
    return [reason for reason in found if reason is not None]


@drafted
def power(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Use a power: without an Ability it just works, with one it is a test. What it does is for its description."""
    view, who, targets = draft.state, intent.actor, _targets(intent)
    parts = _parts(view, intent) if _has_draw(intent) else ()
    if not intent.flag(CALLED_OVER):
        for reason in objections(view, intent):
            insist(draft, reason, overruled=intent.flag("overrule"))
        spend_action(draft, who)
        for target in targets:
            if target != who:
                claim(draft, who, target, exempt=_is_exempt(intent), side=intent.text("from_side"))
        note_power(draft, who, targets)
    name = draft.character(who).name
    called: str | Term = intent.text("name") or Term("supernatural_power")
    names = tuple(draft.character(target).name for target in targets) or Term("nobody")
    if not parts:
        draft.say(message("ubn.power", who=name, power=called, targets=names))
        return
    boosted = use_boost(draft, intent, intent.text("attribute"))
    cards = draw_test(chance, (total(parts),), intent.verb, name)
    head, rules = message("ubn.power.test", who=name, power=called, targets=names), test_rules(view, intent)
    reading = tell_draw(draft, intent, head, parts, cards, rules, typed=chance.typed, against=intent.target)
    began = [wait for target in targets for wait in begin_wait(draft, intent, target, is_success=reading.is_success)]
    remember(draft, intent, boosted=boosted, began=began)


def odds(view: State, intent: Intent) -> Chances | None:
    """The chances of a power that needs a test."""
    if not _has_draw(intent):
        return None
    parts = _parts(view, intent)
    return chances(total(parts), parts, test_rules(view, intent))


POWER = Action(
    "power",
    "roll",
    (
        *TRAIT_PARAMETERS,
        FREE_MODIFIER,
        Parameter("name", "text", kept=True),
        Parameter("also", "characters", common=False),
        _RESISTED,
        Parameter("from_side", "choice", choices=SIDE_CHOICES, common=False),
        Parameter("area", "switch", common=False),
        Parameter("harmless", "switch", common=False),
        *MODIFIER_PARAMETERS,
    ),
    targets="optional",
    at_others=True,
    key="b",
    rules=(
        "UBN-TURN-04",
        "UBN-ATK-08",
        "UBN-EFF-01",
        "UBN-EFF-02",
        "UBN-EFF-03",
        "UBN-EFF-04",
        "UBN-SOC-01",
        "UBN-SOC-02",
    ),
    examples=(
        'power on=Boris ability=6 name="Dementation"',
        'power on=Boris manipulation empathy name="madness"',
        'power name="Cloak of Shadows"',
    ),
    group="attack",
)
CHAPTER = Chapter(deeds=(Deed(POWER, power, odds, applies=those_that_apply),))
