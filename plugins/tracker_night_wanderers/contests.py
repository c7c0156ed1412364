"""Contests: plain and extended, stealth, and the social ones. Each has its own rule for a tie."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Prompted,
    Refusal,
    SceneSet,
    State,
    Value,
    frozen,
    message,
)
from tracker_night_wanderers.actions import BONUS, CHANGE, NO_PAIN, rating_parameter
from tracker_night_wanderers.commands import command_by, command_on
from tracker_night_wanderers.dice import (
    USUAL_DIFFICULTY,
    DicePool,
    chosen_rating,
    dice_pool,
    difficulty_of,
    modifier,
    throw,
)
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.states import require_able, settle_prompts

SUSPICION_DIFFICULTY = 3
LARGEST_GOAL = 20
WAY_RATING = {"violence": "strength", "standing": "manipulation", "words": "mind"}
"""The rating of an intimidation by its way (NW-SOC-01)."""

_DIFFICULTY = Parameter("difficulty", "integer", default=USUAL_DIFFICULTY, minimum=-10, maximum=20)
_BONUS_AGAINST = Parameter("bonus_against", "integer", default=0, minimum=-100, maximum=100, common=False)
_B_DIFFICULTY = Parameter("watcher_difficulty", "integer", minimum=-10, maximum=20, common=False)
_SHARED = (_DIFFICULTY, BONUS, _BONUS_AGAINST, CHANGE, NO_PAIN)


@dataclass(frozen=True, slots=True)
class Contest:
    """What each side rolls; `against` "" means that the other side does not roll."""

    usual: str
    against: str
    rule: str
    rule_against: str


def _action(
    verb: str, own: Sequence[Parameter], usual: str, against: str, rules: tuple[str, ...], *examples: str, key: str = ""
) -> Action:
    common = verb in ("contest", "extended")
    ratings = (rating_parameter("rating", usual, common=common), rating_parameter("against", against, common=common))
    parameters = (*ratings, *own, *_SHARED) if common else (*own, *ratings, *_SHARED)
    return Action(verb, "roll", parameters, targets="one", key=key, rules=rules, examples=examples, group="contests")


ACTIONS: tuple[Action, ...] = (
    _action(
        "contest",
        (),
        "fa",
        "fa",
        ("NW-DICE-12", "NW-DICE-13", "NW-DICE-14"),
        "contest Mortal rating=persuasion against=pa",
        key="C",
    ),
    _action(
        "extended",
        (Parameter("goal", "integer", default=3, minimum=1, maximum=LARGEST_GOAL),),
        "strength",
        "strength",
        ("NW-DICE-15", "NW-DICE-16"),
        "extended Tragander goal=3 by=Maxina",
    ),
    _action(
        "sneak",
        (_B_DIFFICULTY,),
        "sneaking",
        "inspection",
        ("NW-DICE-17", "NW-DICE-18", "NW-DICE-19"),
        "sneak Guard",
    ),
    _action(
        "intimidate",
        (Parameter("way", "choice", default="violence", choices=tuple(Choice(way) for way in WAY_RATING)),),
        "",
        "pa",
        ("NW-SOC-01", "NW-SOC-02", "NW-SOC-05"),
        "intimidate Guard standing",
    ),
    _action(
        "lead",
        (Parameter("resisting", "switch"),),
        "persuasion",
        "mind",
        ("NW-SOC-03", "NW-SOC-05"),
        "lead Guard resisting",
    ),
    _action("seduce", (), "seduction", "pa", ("NW-SOC-04", "NW-SOC-05"), "seduce Model"),
    _action("rivals", (), "seduction", "seduction", ("NW-SOC-04", "NW-SOC-05"), "rivals Ravenwood"),
)


def contest_of(intent: Intent) -> Contest:
    """Which ratings and rules a contest has."""
    match intent.verb:
        case "extended":
            return Contest("strength", "strength", "NW-DICE-15", "NW-DICE-15")
        case "sneak":
            return Contest("sneaking", "inspection", "NW-DICE-17", "NW-DICE-17")
        case "intimidate":
            return Contest(WAY_RATING.get(intent.text("way"), "strength"), "pa", "NW-SOC-01", "NW-SOC-02")
        case "lead":
            return Contest("persuasion", "mind" if intent.flag("resisting") else "", "NW-SOC-03", "NW-SOC-03")
        case "seduce":
            return Contest("seduction", "pa", "NW-SOC-04", "NW-SOC-04")
        case "rivals":
            return Contest("seduction", "seduction", "NW-SOC-04", "NW-SOC-04")
        case _:
            return Contest("fa", "fa", "NW-DICE-12", "NW-DICE-12")


def contest_pools(view: State, intent: Intent) -> tuple[DicePool, DicePool | None]:
    """The pools of both sides, the second None where the other side does not roll."""
    contest = contest_of(intent)
    first = _pool(view, view.characters[intent.actor], intent, "rating", contest.usual, contest.rule, "bonus")
    if not contest.against:
        return first, None
    other = view.characters[intent.target]
    return first, _pool(view, other, intent, "against", contest.against, contest.rule_against, "bonus_against")


def _pool(
    view: State, character: Character, intent: Intent, parameter: str, usual: str, rule: str, bonus: str
) -> DicePool:
    base, physical = chosen_rating(character, intent, parameter, usual, rule)
    typed_number = intent.text(parameter).isdecimal()
    return dice_pool(
        view,
        character,
        (base, *modifier(intent, bonus)),
        physical=physical and not typed_number,
        without_pain=intent.flag("no_pain"),
    )


def contest_difficulties(view: State, intent: Intent) -> tuple[int, int]:
    """The difficulty of each side: the same, but for a watcher who is suspicious already (NW-DICE-12, 19)."""
    first = difficulty_of(intent, USUAL_DIFFICULTY)
    if intent.verb != "sneak":
        return first, first
    if "watcher_difficulty" in intent.values:
        return first, difficulty_of(intent, USUAL_DIFFICULTY, "watcher_difficulty")
    if view.scene.get(_suspicion(intent)) is True:
        return first, SUSPICION_DIFFICULTY
    return first, first


def _suspicion(intent: Intent) -> str:
    return f"suspicion:{intent.actor}:{intent.target}"


def _running(intent: Intent) -> str:
    return f"extended:{intent.actor}:{intent.target}"


def contest(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Roll a contest, the active side first, and read it by its own rule for ties (NW-DICE-12 to 19)."""
    draft = Draft(view)
    active, other = draft.character(intent.actor), draft.character(intent.target)
    if active.id == other.id:
        raise Refusal(message("nw.not_oneself", who=active.name))
    require_able(active)
    require_able(other)
    rules = contest_of(intent)
    pool, pool_against = contest_pools(view, intent)
    difficulty, difficulty_against = contest_difficulties(view, intent)
    thrown = throw(chance, pool, difficulty, intent.verb)
    answer = None if pool_against is None else throw(chance, pool_against, difficulty_against, "answer")
    margin = thrown.successes - (answer.successes if answer else 0)
    data: dict[str, Value] = {}
    result = _result(draft, intent, thrown.successes, answer.successes if answer else None, data)
    draft.add(thrown.fact(active.id, intent.verb, rules.rule, result=result, against=other.id, data=data))
    if answer is not None:
        draft.add(answer.fact(other.id, "answer", rules.rule_against, result=_mirrored(result), against=active.id))
    draft.say(thrown.line(active.name, intent.verb))
    if answer is not None:
        draft.say(answer.line(other.name, "answer"))
    draft.say(message(f"nw.contest_{result}", who=active.name, target=other.name, margin=abs(margin)))
    if intent.verb == "extended":
        _tell_lead(draft, intent, result, data)
    again = f"again:{intent.verb}:{active.id}:{other.id}"
    settle_prompts(draft, again)
    if result == "tie":
        line = message("nw.roll_again", who=active.name, target=other.name)
        draft.add(Prompted(again, active.id, line, _repeated(intent), "NW-DICE-14", "scene"))
    return draft.outcome()


def _repeated(intent: Intent) -> str:
    """The command line that rolls a contest again with the same values; what is usual is left out."""
    parameters = next(action.parameters for action in ACTIONS if action.id == intent.verb)
    usual = {parameter.id: parameter.default for parameter in parameters}
    written = [
        name if value is True else f"{name}={value}"
        for name, value in intent.values.items()
        if value is not False and isinstance(value, (str, int)) and value not in ("", usual.get(name))
    ]
    return command_by(command_on(intent.verb, intent.target), intent.actor, *written)


def _mirrored(result: str) -> str:
    return {"won": "lost", "lost": "won"}.get(result, result)


def _result(draft: Draft, intent: Intent, successes: int, against: int | None, data: dict[str, Value]) -> str:
    """The result in one word; what it leaves behind goes into the scene and into `data`."""
    if against is None:
        return "won" if successes else "fails"
    if intent.verb == "extended":
        return _tug_of_war(draft, intent, successes, against, data)
    if intent.verb == "sneak":
        return _stealth(draft, intent, successes, against, data)
    if successes == against:
        return "tie"
    return "won" if successes > against else "lost"


def _stealth(draft: Draft, intent: Intent, successes: int, against: int, data: dict[str, Value]) -> str:
    """Three results; a tie makes the watcher's very next look easier (NW-DICE-18, 19)."""
    name = _suspicion(intent)
    before = draft.state.scene.get(name)
    is_tie = successes == against
    if is_tie != (before is True):
        draft.add(SceneSet(name, before, True if is_tie else None))
    data["next_difficulty"] = SUSPICION_DIFFICULTY if is_tie else USUAL_DIFFICULTY
    if is_tie:
        return "suspicion"
    return "unseen" if successes > against else "noticed"


def _tug_of_war(draft: Draft, intent: Intent, successes: int, against: int, data: dict[str, Value]) -> str:
    """Add one turn to a running contest and see whether it ends (NW-DICE-15, 16; NW-OPT-18)."""
    name = _running(intent)
    before = draft.state.scene.get(name)
    totals = dict(before) if isinstance(before, Mapping) else {}
    goal = intent.integer("goal", 3)
    first, second = _number(totals.get("first")) + successes, _number(totals.get("second")) + against
    data["lead"], data["goal"] = first - second, goal
    result = extended_result(first, second, goal, adding_up=is_set(draft.state, "extended_contest", "sum"))
    after = frozen({"first": first, "second": second, "goal": goal}) if result == "undecided" else None
    draft.add(SceneSet(name, before, after))
    return result


def _number(value: Value | None) -> int:
    return value if isinstance(value, int) else 0


def extended_result(first: int, second: int, goal: int, *, adding_up: bool) -> str:
    """Whether the totals of both sides end an extended contest: "won", "lost" or "undecided"."""
    if adding_up:
        if max(first, second) < goal or first == second:
            return "undecided"
        return "won" if first > second else "lost"
    if abs(first - second) < goal:
        return "undecided"
    return "won" if first > second else "lost"


def _tell_lead(draft: Draft, intent: Intent, result: str, data: Mapping[str, Value]) -> None:
    """Keep a running contest before the game master's eyes until it ends."""
    active, other = draft.character(intent.actor), draft.character(intent.target)
    prompt = f"extended:{active.id}:{other.id}"
    if result != "undecided":
        settle_prompts(draft, prompt)
        return
    line = message(
        "nw.extended_runs",
        who=active.name,
        target=other.name,
        lead=_number(data.get("lead")),
        goal=_number(data.get("goal")),
    )
    draft.add(Prompted(prompt, active.id, line, _repeated(intent), "NW-DICE-16", "scene"))


ROLL: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {action.id: contest for action in ACTIONS}
