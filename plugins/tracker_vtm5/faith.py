"""True Faith and what it does to the Kindred (V5-HAZ-12 to V5-HAZ-17)."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    Told,
    TraitSet,
    Value,
    drafted,
    message,
)
from tracker_vtm5 import (
    contest,
    exposure,
    frenzy,
    hunger,
    odds,
    options,
    owed,
    people,
    pool,
    rolls,
    sheet,
    spending,
)
from tracker_vtm5.kinds import choices
from tracker_vtm5.records import number, word

SHIELD_RATING = 2
SENSE_RATING = 3
REMORSE_RATING = 5
TURNS_OF_DEFENCE = 3


def _require_faith(character: Character, rating: int) -> None:
    people.require_mortal(character)
    people.require_senses(character)
    if character.integer("true_faith") < rating:
        people.refuse("too_little_faith", character, rating=rating)


def _believer_pool(view: State, who: str, intent: Intent) -> pool.DicePool:
    """Resolve + True Faith."""
    base = tuple(
        Part(Term(name), view.characters[who].integer(name), "V5-HAZ-13") for name in ("resolve", "true_faith")
    )
    return pool.build(view, who, intent, base, "mental")


def _resisting_pool(view: State, who: str) -> pool.DicePool:
    """The vampire's Willpower: its unmarked boxes, at least one die, no Hunger dice."""
    track = view.characters[who].tracks["willpower"]
    full = options.is_set(view, "faith_pool", "full_rating")
    label, dice_count = ("willpower", track.size) if full else ("unmarked_willpower", track.marks.count("."))
    base = (Part(Term(label), dice_count, "V5-HAZ-13"),)
    return pool.build(view, who, Intent("faith"), base, "willpower", floor=1)


def _faith(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Hold a vampire off with a symbol or a prayer (V5-HAZ-13)."""
    mortal, vampire = intent.actor, intent.target
    _require_faith(draft.character(mortal), 1)
    people.require_vampire(draft.character(vampire))
    people.require_senses(draft.character(vampire))
    pools = (_believer_pool(draft.state, mortal, intent), _resisting_pool(draft.state, vampire))
    key = f"faith:{mortal}:{vampire}"
    record: dict[str, Value] = {
        "what": "faith",
        "attacker": mortal,
        "defender": vampire,
        "ties_from": 1,
        "touch": intent.flag("touch"),
        "critical": intent.flag("critical"),
    }
    if "successes" in intent.values or "resisted" in intent.values:
        record |= {
            "attacker_successes": intent.integer("successes"),
            "defender_successes": intent.integer("resisted"),
        }
        told: dict[str, Told] = {}
        for side, dice_pool in zip(contest.OTHER, pools, strict=True):
            terms, has_pair = contest.terms_of(record, side), side == "attacker" and intent.flag("critical")
            verdict = terms.read(number(record, f"{side}_successes"), has_pair, hungry_ten=False, hungry_one=False)
            who, other = word(record, side), word(record, contest.OTHER[side])
            what = "resist" if side == "defender" else "faith"
            told[side] = rolls.tell_counted(
                draft, chance, who, what, dice_pool, verdict, terms, against=other, rule="V5-HAZ-13"
            )
        contest.settle(draft, key, record, told)
    else:
        rolls.throw_contest(draft, chance, key, record, pools, ("V5-HAZ-13", "V5-HAZ-13"), "resist")
    settle(draft, key)


def settle(draft: Draft, key: str, *, anew: bool = False) -> None:
    """Do what a settled contest of faith brings: the vampire gives way, flees, may be touched (V5-HAZ-13)."""
    record = draft.state.scene[key]
    assert not isinstance(record, (int, str, tuple))
    mortal, vampire = word(record, "attacker"), word(record, "defender")
    gone = [
        one
        for one in draft.character(vampire).conditions.values()
        if anew and one.source == mortal and one.kind in ("retreating", "fleeing")
    ]
    draft.add(*(ConditionEnded(vampire, one.id, "reroll", "V5-HAZ-13") for one in gone))
    for waiting in draft.character(vampire).conditions_of_kind("frenzy_due"):
        if anew and waiting.data.get("rule") == "V5-HAZ-13":
            owed.end(draft, vampire, waiting)
    touch: dict[str, Value] = {"type": "aggravated", "source": "holy_symbol", "effect": "touch", "offer": True}
    data = {**touch, "by": mortal}
    if record.get("winner") != "attacker":
        contest.make_ready(draft, key, vampire, data, anew=anew)
        return
    draft.add(ConditionSet(vampire, Condition("retreating", "retreating", source=mortal, unit="scene"), "V5-HAZ-13"))
    verdict = contest.terms_of(record, "attacker").judged(contest.thrown(record, "attacker"))
    if verdict.critical or record.get("critical") is True:
        draft.add(ConditionSet(vampire, Condition("fleeing", "fleeing", source=mortal, unit="scene"), "V5-HAZ-13"))
        rating = draft.character(mortal).integer("true_faith")
        hunger.offer_frenzy(draft, vampire, rating, "terror_frenzy", "V5-HAZ-13")
    by_margin = options.is_set(draft.state, "faith_damage", "margin")
    amount = max(number(record, "margin"), 1) if by_margin else number(record, "attacker_successes")
    base: dict[str, Value] = {"base": "margin" if by_margin else "successes", "base_rule": "V5-HAZ-13"}
    contest.make_ready(draft, key, vampire, {**data, **base, "amount": amount}, anew=anew)
    if record.get("touch") is True:
        draft.follow(Intent("hit", targets=(vampire,)))


def _settle_again(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Bring about what a contest of faith comes to now that one side has thrown dice again."""
    settle(draft, intent.text("contest"), anew=True)


def _faith_shield(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Pay Willpower against Dominate and its like, for so many turns as True Faith has dots (V5-HAZ-14)."""
    who = people.subject(intent)
    character = draft.character(who)
    _require_faith(character, SHIELD_RATING)
    spending.spend(draft, who, intent.integer("points"), "resist")
    turns = character.integer("true_faith")
    condition = Condition("faith_shield", "faith_shield", left=turns, unit="turn", moment="start")
    line = message("vtm5.mind_shielded", who=character.name, turns=turns)
    draft.tell(line, ConditionSet(who, condition, "V5-HAZ-14"))


def _remorse(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Bring a reckoning of conscience to its end, passed or failed (V5-HAZ-17)."""
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    people.require_senses(character)
    if believer := draft.state.characters.get(intent.text("believer")):
        _require_faith(believer, REMORSE_RATING)
    passed = intent.text("result") == "passed"
    if passed:
        turns = intent.integer("turns")
        condition = Condition("only_defends", "only_defends", left=turns, unit="turn")
        line = message("vtm5.remorse_passed", who=character.name, turns=turns)
        draft.tell(line, ConditionSet(who, condition, "V5-HAZ-17"))
        return
    fleeing = Condition("fleeing", "fleeing", unit="scene")
    draft.tell(message("vtm5.remorse_failed", who=character.name), ConditionSet(who, fleeing, "V5-HAZ-17"))
    frenzy.fall_into_frenzy(draft, who, "terror_frenzy", "V5-HAZ-17")
    _lose_resolve(draft, who)
    if intent.flag("cornered"):
        exposure.expose(draft, who, "sunlight", 1, source="true_faith")


def _lose_resolve(draft: Draft, who: str) -> None:
    """Take a point of Resolve for good; the Willpower track loses its box, one of typed length too (V5-RES-13)."""
    for trait, lowest in (("resolve", 0), ("willpower_size", 1)):
        before = draft.character(who).integer(trait)
        if before > lowest:
            draft.add(TraitSet(who, trait, before, before - 1, (Part(Term("remorse"), -1, "V5-HAZ-17"),)))
    sheet.resize(draft, who, "willpower")


def initiative_reminders(draft: Draft) -> None:
    """Remind of those who feel the unholy when a fight with Kindred in it begins (V5-HAZ-15)."""
    if not any(map(people.is_vampire, draft.state.fighters)):
        return
    for character in draft.state.fighters:
        feels = character.integer("true_faith") >= SENSE_RATING and not character.has_condition("unholy_due")
        if feels and not people.first_of(character, people.SENSELESS):
            owed.owe(draft, character.id, "unholy_due", "V5-HAZ-15")


def _odds(view: State, intent: Intent) -> Chances:
    return odds.of_contest(_believer_pool(view, intent.actor, intent), _resisting_pool(view, intent.target))


DEEDS = (
    Deed(
        Action(
            "faith", "roll",
            (
                Parameter("touch", "switch"), Parameter("successes", "integer", minimum=0, maximum=200),
                Parameter("resisted", "integer", minimum=0, maximum=200), Parameter("critical", "switch", common=False),
                *pool.BONUS_AND_PENALTY,
            ),
            targets="one", rules=("V5-HAZ-12", "V5-HAZ-13"),
            examples=("faith Vera by=Priest", "faith Vera touch by=Priest"), group="faith",
        ),
        drafted(_faith), _odds,
    ),
    Deed(
        Action(
            "faith_shield", "act",
            (
                Parameter("points", "integer", default=1, minimum=1, maximum=30),
            ),
            acts=False, targets="one", rules=("V5-HAZ-14",), examples=("faith_shield Priest",), group="faith",
        ),
        drafted(_faith_shield),
    ),
    Deed(
        Action(
            "remorse", "act",
            (
                Parameter("result", "choice", required=True, choices=choices(("passed", "failed"))),
                Parameter("cornered", "switch"),
                Parameter("turns", "integer", default=TURNS_OF_DEFENCE, minimum=1, maximum=100),
                Parameter("believer", "character", common=False),
            ),
            acts=False, targets="one", rules=("V5-HAZ-17",),
            examples=("remorse Vera failed", "remorse Vera passed turns=3"), group="faith",
        ),
        drafted(_remorse),
    ),
)  # fmt: skip
_CONDITIONS = (
    ConditionKind("retreating", tone="warning", rule="V5-HAZ-13", bound=True),
    ConditionKind("fleeing", tone="warning", rule="V5-HAZ-13", bound=True),
    ConditionKind("only_defends", tone="warning", rule="V5-HAZ-17"),
    ConditionKind("faith_shield", tone="good", rule="V5-HAZ-14"),
)

CHAPTER = Chapter(deeds=DEEDS, inner={"faith_again": drafted(_settle_again)}, conditions=_CONDITIONS)
