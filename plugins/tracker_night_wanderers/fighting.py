"""What strikes, grapples and missiles share: who defends how, and whether the attack lands."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

from tracker.api import (
    Chance,
    Chances,
    Character,
    Condition,
    ConditionSet,
    Draft,
    Intent,
    Part,
    State,
    Term,
    frozen,
    message,
    record,
)
from tracker_night_wanderers import probability
from tracker_night_wanderers.actions import choice, extra_dice, spend_action
from tracker_night_wanderers.damage import mean_loss
from tracker_night_wanderers.dice import (
    USUAL_DIFFICULTY,
    DicePool,
    both_sides,
    dice_pool,
    modifier,
    pooled,
    rating,
    throw,
)
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import VAMPIRE, WEREWOLF, boost_of, is_helpless
from tracker_night_wanderers.states import STANCES, require_free, stop

DODGE_BONUS = 2
MOVES = ("nearer", "farther", "same")

DEFENDING = choice("defending", "automatic", *STANCES, "no_defence")
DEFENCE_BONUS = extra_dice("defence_bonus")
MOVE = choice("running", *MOVES, default="same", common=False)


@record
class Defence:
    """The roll that answers an attack: which rating, how many dice, against what; `pool` None: nothing is rolled."""

    what: str = ""
    pool: DicePool | None = None
    difficulty: int = USUAL_DIFFICULTY


def running_stance(character: Character) -> str:
    """The dodge or run that the character gave his action for, "" for none."""
    for stance in STANCES:
        if character.has_condition(stance):
            return stance
    return ""


def take_stance(draft: Draft, who: str, stance: str, intent: Intent, *, move: str = "same") -> None:
    """Give the action of the turn for a dodge or a run (NW-DEF-02, 08, 09).

    Raises Refusal: no action is left, or someone holds the character (NW-ATK-08).
    """
    character = draft.character(who)
    require_free(character)
    spend_action(draft, who, intent)
    stop(draft, who, *STANCES)
    lasts = Condition(stance, stance, data=frozen({"move": move}), unit="scene")
    if draft.state.round:
        lasts = replace(lasts, left=1, unit="round")
    line = message("nw.takes_stance", who=character.name, stance=Term(stance))
    draft.tell(line, ConditionSet(who, lasts, "NW-DEF-02"))


def stance_against(draft: Draft, target: str, intent: Intent) -> str:
    """How the target meets this attack. A dodge or run that it has not begun yet begins now and takes its action."""
    character = draft.character(target)
    wanted = planned_stance(character, intent)
    if wanted in STANCES and not character.has_condition(wanted):
        if draft.state.round:
            take_stance(draft, target, wanted, Intent("dodge", target), move=intent.text("running"))
        else:  # outside a fight a dodge answers this attack and no other
            require_free(character)
    return wanted


def melee_defence(view: State, target: Character, stance: str, intent: Intent) -> Defence:
    """Automatic Physical Defence, or Dodging; nothing from the helpless (NW-DEF-01, 03; NW-STATE-19)."""
    if stance == "no_defence":
        return Defence()
    if stance in ("dodge", "running_dodge"):
        return _dodging(view, target, stance, intent, USUAL_DIFFICULTY)
    base = (rating(target, "physical_defence", "NW-DEF-01"), *modifier(intent, "defence_bonus"))
    return Defence("physical_defence", dice_pool(view, target, base, physical=True))


def missile_defence(view: State, target: Character, stance: str, intent: Intent, shot_difficulty: int) -> Defence:
    """Only a dodge answers a missile (NW-DEF-06 to 09)."""
    if stance not in ("dodge", "running_dodge"):
        return Defence()
    as_shot = is_set(view, "missile_dodge_difficulty", "shot")
    return _dodging(view, target, stance, intent, shot_difficulty if as_shot else USUAL_DIFFICULTY)


def _dodging(view: State, target: Character, stance: str, intent: Intent, difficulty: int) -> Defence:
    base = [rating(target, "dodging", "NW-DEF-03" if stance == "dodge" else "NW-DEF-08")]
    if stance == "dodge":
        base.append(Part(Term("dodge"), DODGE_BONUS, "NW-DEF-03"))
    base.extend(modifier(intent, "defence_bonus"))
    return Defence("dodging", dice_pool(view, target, base, physical=True), difficulty)


@record
class Exchange:
    """An attack that has been rolled: whether it lands, and the successes of both sides (0 if no one defends)."""

    hit: bool
    successes: int
    defended: int

    @property
    def margin(self) -> int:
        """The attacker's successes beyond the defender's."""
        return self.successes - self.defended


def exchange(
    draft: Draft, chance: Chance, intent: Intent, attack: tuple[DicePool, int, str], defence: Defence, *, melee: bool
) -> Exchange:
    """Roll the attack (its pool, difficulty and rule), then the defence, and tell both in one line.

    The facts name the rule that decides: ties go to the attacker, nothing hits without a success (NW-ATK-04, 05, 15).
    """
    pool, difficulty, rule = attack
    view, target = draft.state, draft.character(intent.target)
    thrown = throw(chance, draft.character(intent.actor), pool, difficulty, intent.verb)
    answer = throw(chance, target, defence.pool, defence.difficulty, defence.what) if defence.pool else None
    defended = answer.successes if answer else 0
    hit = lands(view, thrown.successes, defended if answer else None, melee=melee)
    line = "nw.attack_misses" if thrown.successes else "nw.attack_fails"
    if thrown.successes == 0:
        rule = "NW-OPT-03" if hit else "NW-ATK-05"
    likely = chance_to_land(view, pool, difficulty, defence, melee=melee)
    likely = likely if hit else 1 - likely
    told = thrown.record(
        draft, intent.actor, intent.verb, rule,
        result="hit" if hit else "miss", certain=likely, against=target.id,
    )  # fmt: skip
    answered = None
    if answer is not None:
        answer_rule = "NW-DEF-01" if defence.what == "physical_defence" else "NW-DEF-03" if melee else "NW-DEF-06"
        answered = answer.record(
            draft, target.id, defence.what, answer_rule,
            result="failure" if hit else "success", certain=likely, against=intent.actor,
        )  # fmt: skip
    names = {"who": draft.character(intent.actor).name, "target": target.name}
    both = both_sides(told, difficulty, answered, defence.difficulty)
    if hit:  # who struck whom stands in the line of what came of it
        draft.say(message("nw.attack_led", what=Term(intent.verb), **both), working=True)
    else:
        draft.say(message(line, what=Term(intent.verb), **names, **both))
    return Exchange(hit, thrown.successes, defended)


def chance_to_land(view: State, pool: DicePool, difficulty: int, defence: Defence, *, melee: bool) -> Fraction:
    """How probable it is that an attack lands."""
    nothing = probability.successes(pool.dice, difficulty)[0]
    if defence.pool is None:
        return 1 - nothing
    against = (defence.pool.dice, defence.difficulty)
    won, tied, _ = probability.compared(pool.dice, difficulty, *against)
    nil_all = nothing * probability.successes(*against)[0]
    return won + tied - (0 if lands(view, 0, 0, melee=melee) else nil_all)


def attack_chances(
    view: State,
    target: Character,
    intent: Intent,
    pool: DicePool,
    difficulty: int,
    defence: Defence,
    wound: Callable[[int, int], int] | None,
    *,
    is_deep: bool,
    melee: bool,
) -> Chances:
    """What an attack promises. `wound` tells the levels of a hit by the successes of both."""
    hit = chance_to_land(view, pool, difficulty, defence, melee=melee)
    events = [(Term("hit"), hit), (Term("miss"), 1 - hit)]
    if melee and defence.what == "dodging" and defence.pool is not None:
        dodged = probability.compared(pool.dice, difficulty, defence.pool.dice, defence.difficulty)[2]
        events.append((Term("initiative_gain"), dodged))
    loss = None
    if wound:
        of_levels = cache(partial(mean_loss, view, target, deep=is_deep, soak=intent.text("soak")))
        landing = _landing(view, pool, difficulty, defence, melee=melee)
        loss = sum((chance * of_levels(wound(count, answer)) for count, answer, chance in landing), Fraction(0))
    return pooled(pool, difficulty, events, loss)


def _landing(
    view: State, pool: DicePool, difficulty: int, defence: Defence, *, melee: bool
) -> Iterator[tuple[int, int, Fraction]]:
    """Every landing result: attacker's and defender's successes and the chance."""
    answers = probability.successes(defence.pool.dice, defence.difficulty) if defence.pool else (Fraction(1),)
    for count, chance in enumerate(probability.successes(pool.dice, difficulty)):
        for answer, chance_of_answer in enumerate(answers):
            if lands(view, count, answer if defence.pool else None, melee=melee):
                yield count, answer, chance * chance_of_answer


def planned_stance(target: Character, intent: Intent) -> str:
    """How the target would meet the attack, without beginning a dodge."""
    if is_helpless(target):
        return "no_defence"
    return intent.text("defending") or running_stance(target) or "automatic"


def lands(view: State, attack: int, defence: int | None, *, melee: bool = True) -> bool:
    """Whether an attack with so many successes lands; `defence` None: no one rolled against it.

    Ties go to the attacker (NW-ATK-04, 15), nothing hits without a success (NW-ATK-05) but by a table option.
    """
    if attack > 0:
        return defence is None or attack >= defence
    return melee and defence == 0 and is_set(view, "zero_tie", "hit")


def wounds_deep(view: State, attacker: Character, weapon: str, depth: str) -> bool:
    """Whether a weapon wounds deep: a vampire's claws and fangs (NW-DMG-10); the game master may overrule it."""
    if depth in ("deep", "ordinary"):
        return depth == "deep"
    if weapon not in ("claws", "fangs"):
        return False
    return attacker.kind == VAMPIRE or (attacker.kind == WEREWOLF and is_set(view, "werewolf_claws", "deep"))


def wielded(attacker: Character, intent: Intent) -> str:
    """The weapon of an attack: the one named, else the one on the sheet."""
    return intent.text("weapon") or attacker.text("wields") or "none"


def melee_damage(attacker: Character, weapon: str) -> tuple[Part, ...]:
    """Strength with its boost, and one more for claws or a held weapon (NW-DMG-01, 02; NW-RES-06)."""
    parts = [rating(attacker, "strength", "NW-DMG-01")]
    boost = boost_of(attacker)
    if boost:
        parts.append(Part(Term("boost"), boost, "NW-RES-06"))
    if weapon in ("claws", "weapon"):
        parts.append(Part(Term(weapon), 1, "NW-DMG-02"))
    return tuple(parts)
