"""Throwing and shooting, the range between two people, and how a run changes it."""

from collections.abc import Callable, Mapping

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Part,
    Refusal,
    SceneSet,
    State,
    Term,
    Value,
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
    rating_parameter,
    spend_action,
)
from tracker_night_wanderers.damage import BLOODY, damage_intent
from tracker_night_wanderers.dice import DicePool, chosen_rating, clamped, dice_pool, difficulty_of, modifier
from tracker_night_wanderers.fighting import (
    DEFENCE_BONUS,
    DEFENDING,
    MOVE,
    MOVES,
    exchange,
    missile_defence,
    stance_against,
    take_stance,
)
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import is_helpless
from tracker_night_wanderers.states import STANCES, held_by, require_able, require_present

RANGES = ("point_blank", "medium_range", "long_range")
"""From the nearest; contact, which is hand to hand, comes before them."""
CONTACT = "contact"
RANGE_DIFFICULTY = {CONTACT: 3, "point_blank": 3, "medium_range": 4, "long_range": 5}
MEDIUM_DIFFICULTY = RANGE_DIFFICULTY["medium_range"]
_MISSILES = {"throw": ("thrown", 1, "NW-DMG-04"), "shoot": ("arrow", 3, "NW-DMG-05")}
"""What each kind of missile adds to the successes."""

_RANGE_CHOICES = tuple(Choice(name) for name in (*reversed(RANGES), CONTACT))
_SHARED = (
    DEFENDING,
    MOVE,
    BONUS,
    DEFENCE_BONUS,
    rating_parameter("rating", "fa"),
    Parameter("plus", "integer", minimum=0, maximum=20, common=False),
    SOAK,
    DEPTH,
    DIFFICULTY,
    CHANGE,
    NO_PAIN,
    FREE,
)
_RANGE = Parameter("range", "choice", choices=_RANGE_CHOICES)

ACTIONS: tuple[Action, ...] = (
    Action(
        "shoot",
        "act",
        (_RANGE, Parameter("no_bow", "switch", common=False), *_SHARED),
        targets="one",
        key="z",
        rules=("NW-ATK-12", "NW-ATK-13", "NW-ATK-14", "NW-ATK-15", "NW-DMG-05"),
        examples=("shoot Thief long", "shoot Viktor medium defending=dodge by=Archer"),
        group="fight",
    ),
    Action(
        "throw",
        "act",
        (_RANGE, *_SHARED),
        targets="one",
        key="Z",
        rules=("NW-ATK-12", "NW-ATK-13", "NW-ATK-15", "NW-DMG-04"),
        examples=("throw Guard medium",),
        group="fight",
    ),
    Action(
        "dodge",
        "act",
        (
            Parameter("stance", "choice", default="dodge", choices=tuple(Choice(name) for name in STANCES)),
            Parameter("running", "choice", default="same", choices=tuple(Choice(name) for name in MOVES)),
            FREE,
        ),
        key="v",
        rules=("NW-DEF-02", "NW-DEF-03", "NW-DEF-08", "NW-DEF-09"),
        examples=("dodge", "dodge running_dodge farther by=Viktor"),
        group="fight",
    ),
    Action(
        "range",
        "act",
        (
            Parameter("range", "choice", required=True, choices=_RANGE_CHOICES),
            Parameter("other", "character"),
        ),
        acts=False,
        targets="optional",
        rules=("NW-ATK-13", "NW-DEF-08"),
        examples=("range long", "range medium on=Archer other=Thief"),
        group="fight",
    ),
)


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
    steps = (CONTACT, *RANGES)
    index = steps.index(present)
    if move == "farther":
        return steps[min(index + 1, len(steps) - 1)]
    return steps[max(index - 1, 1)] if move == "nearer" and index > 1 else present


def _note_run(draft: Draft, shooter: str, runner: Character, stance: str) -> None:
    """Remember where the runner will be when the turn ends."""
    if stance not in ("running_dodge", "straight_run"):
        return
    moves = [str(running.data.get("move", "same")) for running in runner.conditions_of_kind(stance)]
    present = range_between(draft.state, shooter, runner.id)
    after = _after_run(present, stance, moves[0] if moves else "same")
    if after != present:
        reached: dict[str, Value] = {"runner": runner.id, "range": after}
        _set_scene(draft, f"range_next:{_pair(shooter, runner.id)}", frozen(reached))


def settle_ranges(draft: Draft) -> None:
    """At the end of the turn the runners have got where they were going, unless they fell (NW-DEF-08, 09)."""
    for name, value in list(draft.state.scene.items()):
        if not name.startswith("range_next:"):
            continue
        pair = name.removeprefix("range_next:")
        reached = value if isinstance(value, Mapping) else {}
        character, after = draft.state.characters.get(str(reached.get("runner"))), str(reached.get("range"))
        if character is not None and not is_helpless(character):
            _set_scene(draft, f"range:{pair}", after)
            draft.say(message("nw.range_now", who=character.name, range=Term(after)))
        _set_scene(draft, name, None)


def set_range(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Set the range of the scene, or between two people."""
    draft = Draft(view)
    after, other = intent.text("range"), intent.text("other")
    if not intent.targets:
        _set_scene(draft, "range", after)
        draft.say(message("nw.range_of_scene", range=Term(after)))
        return draft.outcome()
    if other not in view.characters or other in intent.targets:
        raise Refusal(message("nw.range_between_two"))
    for who in intent.targets:
        _set_scene(draft, f"range:{_pair(who, other)}", after)
        draft.say(
            message(
                "nw.range_between", who=draft.character(who).name, other=draft.character(other).name, range=Term(after)
            )
        )
    return draft.outcome()


def stance(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Give the action of the turn for a dodge, a dodge on the run or a straight run."""
    draft = Draft(view)
    take_stance(draft, intent.actor, intent.text("stance", "dodge"), intent, move=intent.text("running", "same"))
    return draft.outcome()


# ---------------------------------------------------------------------- throws and shots


def missile_difficulty(view: State, intent: Intent) -> int:
    """The difficulty of a throw or shot from its range (NW-ATK-13). Raises Refusal for a bow too close (NW-ATK-14)."""
    distance = intent.text("range") or range_between(view, intent.actor, intent.target)
    usual = RANGE_DIFFICULTY.get(distance, MEDIUM_DIFFICULTY)
    is_bow = intent.verb == "shoot" and not intent.flag("no_bow")
    if is_bow and distance in ("point_blank", CONTACT):
        if is_set(view, "point_blank_bow", "barred"):
            raise Refusal(message("nw.bow_too_close"))
        usual = MEDIUM_DIFFICULTY
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


def missile(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Throw or shoot: one missile an action, difficulty by range, answered only by a dodge (NW-ATK-12 to 16)."""
    draft = Draft(view)
    attacker, target = draft.character(intent.actor), draft.character(intent.target)
    if attacker.id == target.id:
        raise Refusal(message("nw.not_oneself", who=attacker.name))
    require_able(attacker)
    require_present(target)
    if held_by(attacker):
        raise Refusal(message("nw.held_cannot_move", who=attacker.name))
    difficulty = missile_difficulty(view, intent)
    if intent.text("range"):
        _set_scene(draft, f"range:{_pair(attacker.id, target.id)}", intent.text("range"))
    spend_action(draft, attacker.id, intent)
    met_by = stance_against(draft, target.id, intent)
    _note_run(draft, attacker.id, draft.character(target.id), met_by)
    defence = missile_defence(draft.state, draft.character(target.id), met_by, intent, difficulty)
    attack = (missile_pool(draft.state, attacker, intent), difficulty, "NW-ATK-15")
    rolled = exchange(draft, chance, intent, attack, defence, melee=False)
    if range_between(draft.state, attacker.id, target.id) == "point_blank" and not is_helpless(target):
        draft.say(message("nw.may_close_in", who=target.name, target=attacker.name))
    if rolled.hit:
        parts = missile_damage(view, intent, rolled.successes, rolled.defended)
        deep = intent.text("depth") == "deep"
        soak = intent.text("soak", "useful")
        draft.follow(damage_intent(attacker.id, target.id, parts, deep=deep, soak=soak, cause=BLOODY))
    return draft.outcome()


PERFORM: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {
    "shoot": missile,
    "throw": missile,
    "dodge": stance,
    "range": set_range,
}
