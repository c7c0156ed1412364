"""What may come of an action before it is rolled: the pool as it would be built, and its exact chances (V5-DICE-11)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from tracker.api import Chances, Draft, Intent, Part, Refusal, State, Term, message
from tracker_vtm5 import (
    attack,
    awakening,
    chances,
    cold,
    contest,
    damage,
    dice,
    faith,
    frenzy,
    hunger,
    marks,
    opposed,
    people,
    recovery,
    rolls,
)
from tracker_vtm5.feature import Feature
from tracker_vtm5.pool import DicePool
from tracker_vtm5.records import number, word

Events = tuple[tuple[Term, Fraction], ...]
TEST_EVENTS = ("win", "critical_win", "messy_critical", "bestial_failure", "total_failure")


def _of_test(dice_pool: DicePool, difficulty: int) -> Chances:
    """The chances of a test against a Difficulty."""
    found = chances.outcomes(dice_pool.regular, dice_pool.hunger, difficulty)
    distribution = chances.successes(dice_pool.regular, dice_pool.hunger)
    return Chances(
        dice_pool.size, dice_pool.parts, _events(found), chances.at_least(distribution), chances.mean(distribution)
    )


def _events(found: Mapping[str, Fraction]) -> Events:
    return tuple((Term(name), found.get(name, Fraction(0))) for name in TEST_EVENTS)


def _roll(view: State, intent: Intent) -> Chances:
    return _of_test(rolls.pool_for(Draft(view), intent), intent.integer("difficulty", 1))


def _frenzy(view: State, intent: Intent) -> Chances:
    who = people.subject(intent)
    people.require_vampire(view.characters[who])
    return _of_test(frenzy.frenzy_pool(view, who, intent), intent.integer("difficulty", 2))


def _cold_test(view: State, intent: Intent) -> Chances:
    who = people.subject(intent)
    running = cold.cold_of(view, who)
    return _of_test(cold.cold_pool(view, who, intent), running.amount if running else cold.FIRST_DIFFICULTY)


def _wake(view: State, intent: Intent) -> Chances | None:
    if intent.text("reason", "term") == "blood":
        return None
    return _of_test(awakening.waking_pool(view, people.subject(intent), intent), awakening.WAKING_DIFFICULTY)


def _treat(view: State, intent: Intent) -> Chances:
    crosses = view.characters[intent.target].tracks["health"].marks.count(marks.CROSS)
    healer = intent.actor or intent.target
    return _of_test(recovery.treatment_pool(Draft(view), healer, intent), max(crosses, 1))


def _reroll(view: State, intent: Intent) -> Chances:
    who = people.subject(intent)
    picked = rolls.picked_faces(intent.text("dice"))
    kept, throw = rolls.rerollable(view.scene, who, view.characters[who].name, picked)
    regular = list(throw.regular)
    for face in picked:
        regular.remove(face)
    staying = dice.Throw(tuple(regular), throw.hunger)
    difficulty = kept.get("difficulty")
    found = chances.reroll_outcomes(staying, len(picked), difficulty if isinstance(difficulty, int) else 1)
    distribution = chances.reroll_successes(staying, len(picked))
    parts = (Part(Term("reroll"), len(picked), "V5-DICE-09"),)
    return Chances(len(throw.faces), parts, _events(found), chances.at_least(distribution), chances.mean(distribution))


def _of_contest(ours: DicePool, theirs: DicePool, handicap: int = 0, ties_from: int | None = 1) -> Chances:
    """The chances of two pools against each other; `at_least` is the chance to lead by so much."""
    against = chances.successes(theirs.regular, theirs.hunger)
    leads = chances.leads(chances.successes(ours.regular, ours.hunger), against, handicap)
    events: Events = (
        (Term("attacker_ahead"), sum((part for lead, part in leads.items() if lead > 0), Fraction(0))),
        (Term("tie"), leads.get(0, Fraction(0))),
        (Term("defender_ahead"), sum((part for lead, part in leads.items() if lead < 0), Fraction(0))),
    )
    if ours.hunger:
        found = chances.contested(ours.regular, ours.hunger, against, handicap=handicap, ties_from=ties_from)
        events += tuple((Term(name), part) for name, part in found.items())
    ahead = {lead: part for lead, part in leads.items() if lead > 0}
    return Chances(ours.size, ours.parts, events, chances.at_least(ahead), chances.mean(leads))


def _attack(view: State, intent: Intent) -> Chances:
    if not intent.actor or not intent.target:
        raise Refusal(message("vtm5.refused.nobody", verb=Term(intent.verb)))
    share = attack.split(attack.attack_pool(view, intent), len(intent.targets), intent.text("split"))[0]
    handicap = contest.called_shot_handicap(view, intent.text("aim"))
    ours = chances.successes(share.regular, share.hunger)
    if attack.is_surprised(view, intent, intent.target):
        alone = chances.leads(ours, {0: Fraction(1)}, handicap)
        return replace(_of_test(share, 1 + handicap), loss=_mean_loss(view, intent, alone, surprised=True))
    defence = attack.defence_pool(view, intent, intent.target)
    ties_from = 0 if attack.wins_ties(view, intent) else None
    leads = chances.leads(ours, chances.successes(defence.regular, defence.hunger), handicap)
    return replace(_of_contest(share, defence, handicap, ties_from), loss=_mean_loss(view, intent, leads))


def _mean_loss(view: State, intent: Intent, leads: Mapping[int, Fraction], *, surprised: bool = False) -> Fraction:
    """How many marks the target takes on average."""
    target = intent.target
    record = attack.record_of(view, intent, target, "", 0, 0)
    track = word(record, "track")
    total = Fraction(0)
    for lead, chance in leads.items():
        score = contest.score(
            view,
            max(lead, 0),
            max(-lead, 0),
            two_sided=intent.flag("strikes_back"),
            surprised=surprised,
            attacker_weapon=number(record, "attacker_weapon"),
        )
        dealt = damage.intent_for(
            target,
            score.to_defender,
            type=word(record, "attacker_type"),
            source=word(record, "attacker_source"),
            unhalved=intent.flag("unhalved"),
        )
        hit = damage.worked_out(view, view.characters[target], dealt, track)
        total += chance * (hit.crosses + hit.slashes)
    return total


def _contest(view: State, intent: Intent) -> Chances:
    return _of_contest(*opposed.contest_pools(view, intent))


def _faith(view: State, intent: Intent) -> Chances:
    believer = faith.believer_pool(view, intent.actor, intent)
    return _of_contest(believer, faith.resisting_pool(view, intent.target))


def _rouse(view: State, intent: Intent) -> Chances:
    two_dice = hunger.throws_two_dice(view.characters[people.subject(intent)], intent)
    return _of_rouse(view, intent, max(intent.integer("checks", 1), 1), two_dice=two_dice)


def _mend(view: State, intent: Intent) -> Chances:
    return _of_rouse(view, intent, 1)


def _mend_aggravated(view: State, intent: Intent) -> Chances:
    return _of_rouse(view, intent, recovery.CHECKS_TO_MEND_A_CROSS)


def _of_rouse(view: State, intent: Intent, checks: int, *, two_dice: bool = False) -> Chances:
    character = view.characters[people.subject(intent)]
    people.require_vampire(character)
    ends, over = chances.rouse(people.hunger(character), checks, two_dice=two_dice)
    events = tuple((message("vtm5.odds.hunger", hunger=value), chance) for value, chance in enumerate(ends))
    parts = (Part(Term("rouse_check"), checks, "V5-RES-06"),)
    return Chances(checks * (2 if two_dice else 1), parts, (*events, (Term("over_hunger_5"), over)))


FEATURE = Feature(
    odds={
        "roll": _roll,
        "frenzy": _frenzy,
        "cold_test": _cold_test,
        "wake": _wake,
        "treat": _treat,
        "reroll": _reroll,
        "attack": _attack,
        "argue": _attack,
        "contest": _contest,
        "faith": _faith,
        "rouse": _rouse,
        "mend": _mend,
        "mend_aggravated": _mend_aggravated,
    },
)
