"""What strikes, grapples and missiles share: who defends how, and whether the attack lands."""

from dataclasses import dataclass

from tracker.api import (
    Chance,
    Character,
    Choice,
    Condition,
    ConditionSet,
    Draft,
    Intent,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    frozen,
    message,
)
from tracker_night_wanderers.actions import spend_action
from tracker_night_wanderers.dice import DicePool, dice_pool, modifier, rating, throw
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import VAMPIRE, WEREWOLF, boost_of, is_helpless
from tracker_night_wanderers.states import STANCES, held_by, stop

DODGE_BONUS = 2
DEFENCE_DIFFICULTY = 4
MOVES = ("nearer", "farther", "same")

DEFENDING = Parameter(
    "defending",
    "choice",
    choices=tuple(Choice(name) for name in ("automatic", *STANCES, "nothing")),
)
DEFENCE_BONUS = Parameter("defence_bonus", "integer", default=0, minimum=-100, maximum=100, common=False)
MOVE = Parameter("running", "choice", default="same", choices=tuple(Choice(name) for name in MOVES), common=False)


@dataclass(frozen=True, slots=True)
class Defence:
    """The roll that answers an attack: which rating, how many dice, against what; `pool` None: nothing is rolled."""

    stance: str
    what: str = ""
    pool: DicePool | None = None
    difficulty: int = DEFENCE_DIFFICULTY


def running_stance(character: Character) -> str:
    """The dodge or run that the character gave his action for, "" for none."""
    for stance in STANCES:
        if character.has_condition(stance):
            return stance
    return ""


def take_stance(draft: Draft, who: str, stance: str, intent: Intent, *, move: str = "same") -> None:
    """Give the action of the turn for a dodge or a run (NW-DEF-02, 08, 09).

    Raises Refusal: no action is left, or somebody holds the character (NW-ATK-08).
    """
    character = draft.character(who)
    if held_by(character):
        raise Refusal(message("nw.held_cannot_move", who=character.name))
    spend_action(draft, who, intent)
    stop(draft, who, *STANCES)
    in_fight = draft.state.round > 0
    draft.add(
        ConditionSet(
            who,
            Condition(
                stance,
                stance,
                data=frozen({"move": move}),
                left=1 if in_fight else None,
                unit="round" if in_fight else "scene",
            ),
            "NW-DEF-02",
        )
    )
    draft.say(message("nw.takes_stance", who=character.name, stance=Term(stance)))


def stance_against(draft: Draft, target: str, intent: Intent) -> str:
    """How the target meets this attack. A dodge or run that it has not begun yet begins now and takes its action."""
    character = draft.character(target)
    if is_helpless(character):
        return "nothing"
    wanted = intent.text("defending")
    if wanted in STANCES and not character.has_condition(wanted):
        take_stance(draft, target, wanted, Intent("dodge", target), move=intent.text("running", "same"))
    return wanted or running_stance(character) or "automatic"


def melee_defence(view: State, target: Character, stance: str, intent: Intent) -> Defence:
    """Automatic Physical Defence, or Dodging; nothing from the helpless (NW-DEF-01, 03; NW-STATE-19)."""
    if stance == "nothing":
        return Defence(stance)
    if stance in ("dodge", "running_dodge"):
        return _dodging(view, target, stance, intent, DEFENCE_DIFFICULTY)
    base = (rating(target, "physical_defence", "NW-DEF-01"), *modifier(intent, "defence_bonus"))
    return Defence(stance, "physical_defence", dice_pool(view, target, base, physical=True))


def missile_defence(view: State, target: Character, stance: str, intent: Intent, shot_difficulty: int) -> Defence:
    """Only a dodge answers a missile (NW-DEF-06 to 09)."""
    if stance not in ("dodge", "running_dodge"):
        return Defence("nothing" if stance == "automatic" else stance)
    as_shot = is_set(view, "missile_dodge_difficulty", "shot")
    return _dodging(view, target, stance, intent, shot_difficulty if as_shot else DEFENCE_DIFFICULTY)


def _dodging(view: State, target: Character, stance: str, intent: Intent, difficulty: int) -> Defence:
    base = [rating(target, "dodging", "NW-DEF-03" if stance == "dodge" else "NW-DEF-08")]
    if stance == "dodge":
        base.append(Part(Term("dodge"), DODGE_BONUS, "NW-DEF-03"))
    base.extend(modifier(intent, "defence_bonus"))
    return Defence(stance, "dodging", dice_pool(view, target, base, physical=True), difficulty)


@dataclass(frozen=True, slots=True)
class Exchange:
    """An attack that has been rolled: whether it lands, and the successes of both sides (0 where nobody defends)."""

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
    """Roll the attack (its pool, difficulty and rule), then the defence, and tell of both."""
    attacker, target = draft.character(intent.actor), draft.character(intent.target)
    pool, difficulty, rule = attack
    thrown = throw(chance, pool, difficulty, intent.verb)
    answer = throw(chance, defence.pool, defence.difficulty, defence.what) if defence.pool else None
    hit = lands(draft.state, thrown.successes, answer.successes if answer else None, melee=melee)
    draft.add(thrown.fact(attacker.id, intent.verb, rule, result="hit" if hit else "miss", against=target.id))
    draft.say(thrown.line(attacker.name, intent.verb))
    if answer is not None:
        result, answer_rule = ("failure" if hit else "success"), ("NW-DEF-01" if melee else "NW-DEF-06")
        draft.add(answer.fact(target.id, defence.what, answer_rule, result=result, against=attacker.id))
        draft.say(answer.line(target.name, defence.what))
    draft.say(message("nw.hits" if hit else "nw.misses", who=attacker.name, target=target.name))
    return Exchange(hit, thrown.successes, answer.successes if answer else 0)


def lands(view: State, attack: int, defence: int | None, *, melee: bool = True) -> bool:
    """Whether an attack with so many successes lands; `defence` None: nobody rolled against it.

    Ties go to the attacker (NW-ATK-04, 15), nothing hits without a success (NW-ATK-05) but by a table option.
    """
    if attack > 0:
        return attack >= (defence or 0)
    return melee and defence == 0 and is_set(view, "zero_tie", "hit")


def wounds_deep(view: State, attacker: Character, weapon: str, depth: str = "by_kind") -> bool:
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
