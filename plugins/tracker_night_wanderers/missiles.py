"""Throwing and shooting, the range between two people, and how a run changes it."""

from collections.abc import Mapping

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    ConditionKind,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    Refusal,
    SceneSet,
    State,
    Term,
    Value,
    drafted,
    frozen,
    message,
)
from tracker_night_wanderers.actions import (
    BONUS,
    CHANGE,
    DEPTH,
    DIFFICULTY,
    FREE,
    NO_PAIN,
    SOAK,
    SURE,
    choice,
    rating_parameter,
    spend_action,
)
from tracker_night_wanderers.damage import BLOODY, damage_intent, require_sure
from tracker_night_wanderers.dice import DicePool, chosen_rating, clamped, dice_pool, difficulty_of, modifier
from tracker_night_wanderers.fields import of_attack
from tracker_night_wanderers.fighting import (
    DEFENCE_BONUS,
    DEFENDING,
    MOVE,
    MOVES,
    attack_chances,
    exchange,
    missile_defence,
    planned_stance,
    stance_against,
    take_stance,
)
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import is_gone, is_helpless
from tracker_night_wanderers.states import STANCES, require_able, require_free, require_same_fight, require_two

RANGES = ("point_blank", "medium_range", "long_range")
"""From the nearest; contact, which is hand to hand, comes before them."""
CONTACT = "contact"
RANGE_DIFFICULTY = {CONTACT: 3, "point_blank": 3, "medium_range": 4, "long_range": 5}
_MISSILES = {"throw": ("thrown", 1, "NW-DMG-04"), "shoot": ("arrow", 3, "NW-DMG-05")}
"""What each kind of missile adds to the successes."""
RUNS = ("running_dodge", "straight_run")
_STEPS = {
    "farther": {CONTACT: "point_blank", "point_blank": "medium_range", "medium_range": "long_range"},
    "nearer": {"long_range": "medium_range", "medium_range": "point_blank"},
}
"""One step in either direction (NW-DEF-08); nobody dodges his way into contact."""


# ---------------------------------------------------------------------- range


def _pair(one: str, other: str) -> str:
    return ":".join(sorted((one, other)))


def range_between(view: State, one: str, other: str) -> str:
    """The range between two people: their own, else that of the scene, else medium."""
    known = view.scene.get(f"range:{_pair(one, other)}", view.scene.get("range", "medium_range"))
    return known if isinstance(known, str) and known in RANGE_DIFFICULTY else "medium_range"


def _set_scene(draft: Draft, name: str, after: Value | None) -> None:
    before = draft.state.scene.get(name)
    if before != after:
        draft.add(SceneSet(name, before, after))


def _after_run(present: str, stance: str, move: str) -> str:
    """The range after a turn of running (NW-DEF-08, 09)."""
    if stance == "straight_run":
        return CONTACT
    return _STEPS.get(move, {}).get(present, present)


def _note_run(draft: Draft, other: str, runner: Character, stance: str) -> None:
    """Remember where the runner will be when the turn ends."""
    if stance not in RUNS:
        return
    moves = [str(running.data.get("move", "same")) for running in runner.conditions_of_kind(stance)]
    present = range_between(draft.state, other, runner.id)
    after = _after_run(present, stance, moves[0] if moves else "same")
    if after != present:
        reached: dict[str, Value] = {"runner": runner.id, "other": other, "range": after}
        _set_scene(draft, f"range_next:{_pair(other, runner.id)}", frozen(reached))


def settle_ranges(draft: Draft) -> None:
    """At the end of the turn the runners have got where they were going, unless they fell (NW-DEF-08, 09)."""
    for name, value in list(draft.state.scene.items()):
        if not name.startswith("range_next:") or not isinstance(value, Mapping):
            continue
        runner, other = (draft.state.characters.get(str(value[one])) for one in ("runner", "other"))
        after = str(value["range"])
        if runner is not None and draft.state.fight_of(runner.id) != draft.state.fight:
            continue
        if runner is not None and other is not None and not is_helpless(runner):
            _set_scene(draft, f"range:{_pair(runner.id, other.id)}", after)
            draft.say(message("nw.range_now", who=runner.name, other=other.name, range=Term(after)))
        _set_scene(draft, name, None)


def set_range(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Set the range of the scene, or between two people."""
    after, other = intent.text("range"), intent.text("other")
    if not intent.targets:
        _set_scene(draft, "range", after)
        draft.say(message("nw.range_of_scene", range=Term(after)))
        return
    if not other or other in intent.targets:
        raise Refusal(message("nw.range_between_two"))
    _set_range(draft, draft.character(intent.target), draft.character(other), after)


def _set_range(draft: Draft, one: Character, other: Character, after: str) -> None:
    """Keep the range between two people, and tell it where it changes."""
    changes = range_between(draft.state, one.id, other.id) != after
    _set_scene(draft, f"range:{_pair(one.id, other.id)}", after)
    if changes:
        draft.say(message("nw.range_between", who=one.name, other=other.name, range=Term(after)), working=True)


def dodge(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give the action of the turn for a dodge, a dodge on the run or a straight run (NW-DEF-02, 08, 09)."""
    stance, move = intent.text("stance"), intent.text("running")
    other = _run_from(draft.state, intent, moves=stance == "straight_run" or (stance in RUNS and move != "same"))
    take_stance(draft, intent.actor, stance, intent, move=move)
    if other:
        _note_run(draft, other, draft.character(intent.actor), stance)


def _run_from(view: State, intent: Intent, *, moves: bool) -> str:
    """Whom someone runs to, or away from: the one who is named, else the only other fighter. Raises Refusal."""
    runner = view.characters[intent.actor]
    named = intent.text("other")
    if named:
        require_two(runner, view.characters[named])
        require_same_fight(view, runner, view.characters[named])
    if named or not moves:
        return named
    others = [one.id for one in view.fighters if one.id != runner.id and not is_gone(one)]
    if len(others) > 1:
        raise Refusal(message("nw.run_from_whom", who=runner.name))
    return others[0] if others else ""


# ---------------------------------------------------------------------- throws and shots


def missile_difficulty(view: State, intent: Intent) -> int:
    """The difficulty of a throw or shot from its range (NW-ATK-13). Raises Refusal for a bow too close (NW-ATK-14)."""
    distance = intent.text("range") or range_between(view, intent.actor, intent.target)
    usual = RANGE_DIFFICULTY[distance]
    if intent.verb == "shoot" and not intent.flag("no_bow") and distance in ("point_blank", CONTACT):
        if is_set(view, "point_blank_bow", "barred"):
            names = {"who": view.characters[intent.actor].name, "target": view.characters[intent.target].name}
            raise Refusal(message("nw.bow_too_close", **names))
        usual = RANGE_DIFFICULTY["medium_range"]
    return difficulty_of(intent, clamped(usual))


def missile_pool(view: State, attacker: Character, intent: Intent) -> DicePool:
    """The pool of a throw or shot: FA unless the game master names another rating (NW-ATK-16)."""
    base, physical = chosen_rating(attacker, intent, "rating", "fa", "NW-ATK-16")
    return dice_pool(view, attacker, (base, *modifier(intent)), physical=physical, without_pain=intent.flag("no_pain"))


def missile_damage(view: State, intent: Intent, successes: int, dodged: int) -> tuple[Part, ...]:
    """The attacker's successes and what the missile adds (NW-DMG-04 to 06, NW-EQP-02)."""
    label, bonus, rule = _MISSILES[intent.verb]
    parts = [Part(Term("successes"), successes, "NW-DMG-06"), Part(Term(label), intent.integer("plus", bonus), rule)]
    if dodged and is_set(view, "missile_damage", "net"):
        parts.append(Part(Term("dodging"), -dodged, "NW-OPT-04"))
    return tuple(parts)


def missile(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Throw or shoot: one missile an action, difficulty by range, answered only by a dodge (NW-ATK-12 to 16)."""
    attacker, target = draft.character(intent.actor), draft.character(intent.target)
    deep = intent.text("depth") == "deep"
    require_two(attacker, target)
    require_able(attacker)
    require_same_fight(draft.state, attacker, target, free=intent.flag("free"))
    require_sure(target, intent, deep=deep)
    require_free(attacker)
    difficulty = missile_difficulty(draft.state, intent)
    spend_action(draft, attacker.id, intent)
    if intent.text("range"):
        _set_range(draft, attacker, target, intent.text("range"))
    met_by = stance_against(draft, target.id, intent)
    _note_run(draft, attacker.id, draft.character(target.id), met_by)
    defence = missile_defence(draft.state, draft.character(target.id), met_by, intent, difficulty)
    attack = (missile_pool(draft.state, attacker, intent), difficulty, "NW-ATK-15")
    rolled = exchange(draft, chance, intent, attack, defence, melee=False)
    if range_between(draft.state, attacker.id, target.id) == "point_blank" and not is_helpless(target):
        draft.say(message("nw.may_close_in", who=target.name, target=attacker.name))
    if rolled.hit:
        parts = missile_damage(draft.state, intent, rolled.successes, rolled.defended)
        draft.follow(damage_intent(attacker.id, target.id, parts, deep=deep, soak=intent.text("soak"), cause=BLOODY))


def missile_odds(view: State, intent: Intent) -> Chances:
    """What a throw or a shot promises."""
    attacker, target = view.characters[intent.actor], view.characters[intent.target]
    difficulty = missile_difficulty(view, intent)
    is_deep = intent.text("depth") == "deep"

    def wound(successes: int, dodged: int) -> int:
        return sum(part.value for part in missile_damage(view, intent, successes, dodged))

    defence = missile_defence(view, target, planned_stance(target, intent), intent, difficulty)
    pool = missile_pool(view, attacker, intent)
    return attack_chances(view, target, intent, pool, difficulty, defence, wound, is_deep=is_deep, melee=False)


_RANGES = (*reversed(RANGES), CONTACT)
_SHARED = (
    DEFENDING,
    MOVE,
    BONUS,
    DEFENCE_BONUS,
    rating_parameter("rating", "fa"),
    Parameter("plus", "integer", minimum=0, maximum=20, common=False),
    *(SOAK, DEPTH, DIFFICULTY, CHANGE, NO_PAIN, FREE, SURE),
)
SHOOT = Action(
    "shoot",
    "act",
    (choice("range", *_RANGES), Parameter("no_bow", "switch", common=False), *_SHARED),
    targets="one",
    key="z",
    rules=("NW-ATK-12", "NW-ATK-13", "NW-ATK-14", "NW-ATK-15", "NW-DMG-05"),
    examples=("shoot Thief long_range", "shoot Viktor medium_range defending=dodge by=Archer"),
    group="fight",
    attack=True,
)
THROW = Action(
    "throw",
    "act",
    (choice("range", *_RANGES), *_SHARED),
    targets="one",
    key="Z",
    rules=("NW-ATK-12", "NW-ATK-13", "NW-ATK-15", "NW-DMG-04"),
    examples=("throw Guard medium_range",),
    group="fight",
    attack=True,
)
DODGE = Action(
    "dodge",
    "act",
    (
        choice("stance", *STANCES, default="dodge"),
        choice("running", *MOVES, default="same"),
        Parameter("other", "character"),
        FREE,
    ),
    key="v",
    rules=("NW-DEF-02", "NW-DEF-03", "NW-DEF-08", "NW-DEF-09"),
    examples=("dodge", "dodge running_dodge farther other=Archer by=Viktor"),
    group="fight",
)
RANGE = Action(
    "range",
    "act",
    (choice("range", *_RANGES, required=True), Parameter("other", "character")),
    acts=False,
    targets="optional",
    rules=("NW-ATK-13", "NW-DEF-08"),
    examples=("range long_range", "range medium_range on=Archer other=Thief"),
    group="fight",
)
CHAPTER = Chapter(
    deeds=(
        Deed(SHOOT, drafted(missile), missile_odds, applies=of_attack),
        Deed(THROW, drafted(missile), missile_odds, applies=of_attack),
        Deed(DODGE, drafted(dodge)),
        Deed(RANGE, drafted(set_range)),
    ),
    conditions=(
        ConditionKind("dodge", rule="NW-DEF-03"),
        ConditionKind("running_dodge", rule="NW-DEF-08"),
        ConditionKind("straight_run", rule="NW-DEF-09"),
    ),
)
