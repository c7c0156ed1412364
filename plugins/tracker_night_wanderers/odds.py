"""What may come of an action before anything is rolled, exactly."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from tracker.api import Chances, Character, Intent, Message, State, Term
from tracker_night_wanderers import probability
from tracker_night_wanderers.beast import check_pool
from tracker_night_wanderers.contests import ROLL as CONTESTS
from tracker_night_wanderers.contests import contest_difficulties, contest_pools
from tracker_night_wanderers.damage import SETTLED, SOAK_DIFFICULTY, Wound, can_soak, soak_pool, soaked
from tracker_night_wanderers.dice import USUAL_DIFFICULTY, DicePool, difficulty_of
from tracker_night_wanderers.fighting import (
    Defence,
    lands,
    melee_damage,
    melee_defence,
    missile_defence,
    running_stance,
    wielded,
    wounds_deep,
)
from tracker_night_wanderers.hazards import burn_wound
from tracker_night_wanderers.health import points_per_level
from tracker_night_wanderers.initiative import initiative_powers, pursuit_powers
from tracker_night_wanderers.melee import attack_pool, bite_wound, melee_wound
from tracker_night_wanderers.missiles import missile_damage, missile_difficulty, missile_pool
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.rolls import ROLL as PLAIN_ROLLS
from tracker_night_wanderers.rolls import plain_difficulty, plain_pool
from tracker_night_wanderers.sheet import is_helpless
from tracker_night_wanderers.states import holding
from tracker_night_wanderers.thirst import check_difficulty

Event = tuple[Term | Message, Fraction]
SURE = Fraction(1)
LARGEST_MATCH = 600
"""Dice times goal up to which an extended contest is worked out to its end; beyond, the odds of one turn are shown."""


def odds(view: State, intent: Intent) -> Chances | None:
    """The chances of an action, None where nothing is rolled."""
    if intent.verb in PLAIN_ROLLS:
        return _plain(view, intent)
    if intent.verb in CONTESTS:
        return _contest(view, intent)
    found = _ODDS.get(intent.verb)
    return found(view, intent) if found else None


def _pooled(pool: DicePool, difficulty: int, events: tuple[Event, ...], loss: Fraction | None = None) -> Chances:
    counts = probability.successes(pool.dice, difficulty)
    return Chances(pool.dice, pool.parts, events, probability.at_least(counts), probability.mean(counts), loss)


def _plain(view: State, intent: Intent) -> Chances:
    pool = plain_pool(view, view.characters[intent.actor], intent)
    difficulty = plain_difficulty(intent)
    tail = probability.at_least(probability.successes(pool.dice, difficulty))
    need = max(1, intent.integer("need", 1))
    chance = tail[need - 1] if need <= len(tail) else Fraction(0)
    return _pooled(pool, difficulty, ((Term("success"), chance), (Term("failure"), 1 - chance)))


def _frenzy(view: State, intent: Intent) -> Chances:
    character = view.characters[intent.target]
    pool = check_pool(view, character, intent)
    difficulty = difficulty_of(intent, check_difficulty(character, intent.text("stimulus", "rage")))
    falls = probability.successes(pool.dice, difficulty)[0]
    return _pooled(pool, difficulty, ((Term("frenzy"), falls), (Term("beast_held"), 1 - falls)))


# ---------------------------------------------------------------------- contests


def _contest(view: State, intent: Intent) -> Chances:
    pool, against = contest_pools(view, intent)
    difficulty, difficulty_against = contest_difficulties(view, intent)
    if against is None:
        fails = probability.successes(pool.dice, difficulty)[0]
        return _pooled(pool, difficulty, ((Term("won"), 1 - fails), (Term("fails"), fails)))
    margin = probability.margins(pool.dice, difficulty, against.dice, difficulty_against)
    won, tied, lost = probability.won_tied_lost(margin)
    if intent.verb == "sneak":
        return _pooled(pool, difficulty, ((Term("unseen"), won), (Term("suspicion"), tied), (Term("noticed"), lost)))
    goal = max(1, intent.integer("goal", 3))
    if intent.verb == "extended" and max(pool.dice, against.dice) * goal <= LARGEST_MATCH:
        return _pooled(pool, difficulty, _extended_events(view, intent, margin, pool, against, difficulty))
    events: tuple[Event, ...] = ((Term("won"), won), (Term("tie"), tied), (Term("lost"), lost))
    if intent.verb != "extended":
        events = (*events, (Term("won_at_last"), probability.at_last(won, lost)))
    return _pooled(pool, difficulty, events)


def _extended_events(
    view: State, intent: Intent, margin: Mapping[int, Fraction], pool: DicePool, against: DicePool, difficulty: int
) -> tuple[Event, ...]:
    goal = max(1, intent.integer("goal", 3))
    running = view.scene.get(f"extended:{intent.actor}:{intent.target}")
    totals = running if isinstance(running, Mapping) else {}
    first, second = (
        value if isinstance(value, int) else 0 for value in (totals.get("first", 0), totals.get("second", 0))
    )
    if is_set(view, "extended_contest", "sum"):
        own = probability.successes(pool.dice, difficulty)
        other = probability.successes(against.dice, difficulty)
        wins = probability.sum_wins(own, other, goal, (first, second))
    else:
        lead = max(1 - goal, min(goal - 1, first - second))
        wins = probability.lead_wins(margin, goal, lead)
    return ((Term("won_at_last"), wins), (Term("lost_at_last"), 1 - wins))


# ---------------------------------------------------------------------- attacks


def _planned_stance(view: State, target: Character, intent: Intent) -> str:
    """How the target would meet the attack, without beginning a dodge."""
    if is_helpless(target):
        return "nothing"
    return intent.text("defending") or running_stance(target) or "automatic"


def _landing(
    view: State, pool: DicePool, difficulty: int, defence: Defence, *, melee: bool
) -> list[tuple[int, int, Fraction]]:
    """Every landing result: attacker's and defender's successes and the chance."""
    results: list[tuple[int, int, Fraction]] = []
    answers = (
        list(enumerate(probability.successes(defence.pool.dice, defence.difficulty))) if defence.pool else [(0, SURE)]
    )
    for count, chance in enumerate(probability.successes(pool.dice, difficulty)):
        for answer, chance_of_answer in answers:
            if lands(view, count, answer if defence.pool else None, melee=melee):
                results.append((count, answer, chance * chance_of_answer))
    return results


def _attack_chances(
    view: State,
    pool: DicePool,
    difficulty: int,
    defence: Defence,
    landing: list[tuple[int, int, Fraction]],
    loss: Fraction | None,
    *,
    gains: bool,
) -> Chances:
    hit = sum((chance for _, _, chance in landing), Fraction(0))
    events: list[Event] = [(Term("hit"), hit), (Term("miss"), 1 - hit)]
    if gains and defence.what == "dodging" and defence.pool is not None:
        margin = probability.margins(pool.dice, difficulty, defence.pool.dice, defence.difficulty)
        events.append((Term("initiative_gain"), probability.won_tied_lost(margin)[2]))
    return _pooled(pool, difficulty, tuple(events), loss)


def _mean_loss(view: State, target: Character, levels: int, *, deep: bool, soak: str) -> Fraction:
    """The mean number of points that a wound of so many levels takes, however many points there are."""
    if levels < 1:
        return Fraction(0)
    size = points_per_level(view, target)
    if soak == "decline" or not can_soak(target, deep=deep):
        return Fraction(levels * size)
    fails = probability.successes(soak_pool(view, target).dice, SOAK_DIFFICULTY)[0]
    return (fails * levels + (1 - fails) * soaked(view, target, levels, deep=deep)) * size


def _melee(view: State, intent: Intent) -> Chances:
    attacker, target = view.characters[intent.actor], view.characters[intent.target]
    pool = attack_pool(view, attacker, intent)
    difficulty = difficulty_of(intent, USUAL_DIFFICULTY)
    defence = melee_defence(view, target, _planned_stance(view, target, intent), intent)
    landing = _landing(view, pool, difficulty, defence, melee=True)
    loss = None
    if intent.verb == "strike" or is_set(view, "hold_first_damage", "at_once"):
        loss = Fraction(0)
        weapon = wielded(attacker, intent)
        deep = wounds_deep(view, attacker, weapon, intent.text("depth", "by_kind"))
        flat = sum(part.value for part in melee_damage(attacker, weapon))
        adds = intent.verb == "strike" and is_set(view, "melee_damage", "net")
        for count, answer, chance in landing:
            levels = flat + (max(0, count - answer) if adds else 0)
            loss += chance * _mean_loss(view, target, levels, deep=deep, soak=intent.text("soak", "useful"))
    return _attack_chances(view, pool, difficulty, defence, landing, loss, gains=True)


def _missile(view: State, intent: Intent) -> Chances:
    attacker, target = view.characters[intent.actor], view.characters[intent.target]
    pool = missile_pool(view, attacker, intent)
    difficulty = missile_difficulty(view, intent)
    defence = missile_defence(view, target, _planned_stance(view, target, intent), intent, difficulty)
    landing = _landing(view, pool, difficulty, defence, melee=False)
    loss = Fraction(0)
    for count, answer, chance in landing:
        levels = max(0, sum(part.value for part in missile_damage(view, intent, count, answer)))
        deep = intent.text("depth") == "deep"
        loss += chance * _mean_loss(view, target, levels, deep=deep, soak=intent.text("soak", "useful"))
    return _attack_chances(view, pool, difficulty, defence, landing, loss, gains=False)


def _damage(view: State, intent: Intent) -> Chances | None:
    """The soak roll of a wound, None where nothing is rolled against it."""
    if not intent.targets:
        return None
    target, wound = view.characters[intent.target], Wound.of(intent)
    unsoaked = wound.soak in ("decline", SETTLED) or not can_soak(target, deep=wound.deep)
    useless = wound.soak == "useful" and soaked(view, target, wound.levels, deep=wound.deep) == wound.levels
    if unsoaked or useless or wound.levels < 1:
        return None
    pool = soak_pool(view, target)
    fails = probability.successes(pool.dice, SOAK_DIFFICULTY)[0]
    loss = _mean_loss(view, target, wound.levels, deep=wound.deep, soak=wound.soak)
    return _pooled(pool, SOAK_DIFFICULTY, ((Term("soak"), 1 - fails),), loss)


def _burn(view: State, intent: Intent) -> Chances | None:
    return _damage(view, burn_wound(intent.target, intent)) if intent.targets else None


def _hold(view: State, intent: Intent) -> Chances | None:
    """A hold and a bite land without a roll; only soak is rolled."""
    attacker = view.characters[intent.actor]
    target = view.characters.get(holding(attacker))
    if target is None:
        return None
    if intent.verb == "bite":
        return _damage(view, bite_wound(attacker.id, target.id, intent))
    weapon = wielded(attacker, intent)
    parts = melee_damage(attacker, weapon)
    return _damage(view, melee_wound(view, attacker, target, weapon, parts, intent))


# ---------------------------------------------------------------------- initiative


def _initiative(view: State, intent: Intent) -> Chances | None:
    """Who of two goes first; the first target's chance, tie dice included."""
    if len(intent.targets) != 2:
        return None
    first, second = (view.characters[who] for who in intent.targets)
    change = first.count("initiative_change") - second.count("initiative_change")
    return _first(initiative_powers(first), initiative_powers(second), change)


def _pursuit(view: State, intent: Intent) -> Chances | None:
    if len(intent.targets) != 1:
        return None
    pursuer, quarry = view.characters[intent.actor], view.characters[intent.target]
    return _first(pursuit_powers(pursuer), pursuit_powers(quarry), 0)


def _first(powers: tuple[int, ...], other_powers: tuple[int, ...], change: int) -> Chances:
    if powers != other_powers:
        return Chances(0, events=((Term("goes_first"), Fraction(int(powers < other_powers))),))
    lower, equal = probability.lower_first(change)
    return Chances(2, events=((Term("goes_first"), lower + equal / 2), (Term("tie"), equal)))


_ODDS: Mapping[str, Callable[[State, Intent], Chances | None]] = {
    "strike": _melee,
    "grapple": _melee,
    "shoot": _missile,
    "throw": _missile,
    "hold": _hold,
    "bite": _hold,
    "burn": _burn,
    "damage": _damage,
    "frenzy_check": _frenzy,
    "initiative": _initiative,
    "pursue": _pursuit,
}
