"""Contests: plain and extended, stealth, and the social ones. Each has its own rule for a tie."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Deed,
    Draft,
    DueItem,
    Intent,
    Message,
    Parameter,
    SceneSet,
    State,
    Term,
    Value,
    drafted,
    frozen,
    message,
    record,
)
from tracker_night_wanderers import probability
from tracker_night_wanderers.actions import BONUS, CHANGE, NO_PAIN, choice, extra_dice, rating_parameter
from tracker_night_wanderers.dice import (
    PLAIN_DICE,
    USUAL_DIFFICULTY,
    DicePool,
    both_sides,
    chosen_rating,
    dice_pool,
    difficulty_of,
    modifier,
    pooled,
    throw,
)
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import is_helpless
from tracker_night_wanderers.states import require_able, require_two

SUSPICION_DIFFICULTY = 3
LARGEST_GOAL = 20
MATCH_TOO_LARGE = 600
"""Dice times goal from which on an extended contest is not worked out to its end: the odds of one turn are shown."""
WAY_RATING = {"violence": "strength", "standing": "manipulation", "words": "mind"}
"""The rating of an intimidation by its way (NW-SOC-01)."""
_MIRRORED = {"won": "lost", "lost": "won"}
_AGAIN, _RUNNING = "again:", "extended:"


@record
class Contest:
    """What each side rolls, and by which rules; `against` "" means that the other side does not roll."""

    usual: str
    against: str
    rule: str
    rule_against: str


_CONTESTS = {
    "contest": Contest("fa", "fa", "NW-DICE-12", "NW-DICE-12"),
    "extended": Contest("strength", "strength", "NW-DICE-15", "NW-DICE-15"),
    "sneak": Contest("sneaking", "inspection", "NW-DICE-17", "NW-DICE-17"),
    "seduce": Contest("seduction", "pa", "NW-SOC-04", "NW-SOC-04"),
    "rivals": Contest("seduction", "seduction", "NW-SOC-04", "NW-SOC-04"),
}
_VERDICT_RULE = {
    "tie": "NW-DICE-14",
    "suspicion": "NW-DICE-18",
    "unseen": "NW-DICE-18",
    "noticed": "NW-DICE-18",
    "undecided": "NW-DICE-16",
}
"""The rule that decides, where it is not that of the contest itself."""


def contest_of(intent: Intent) -> Contest:
    """Which ratings and rules a contest has."""
    match intent.verb:
        case "intimidate":
            return Contest(WAY_RATING[intent.text("way")], "pa", "NW-SOC-01", "NW-SOC-02")
        case "lead":
            return Contest("persuasion", "mind" if intent.flag("resisting") else "", "NW-SOC-03", "NW-SOC-03")
        case verb:
            return _CONTESTS[verb]


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
    return dice_pool(
        view,
        character,
        (base, *modifier(intent, bonus)),
        physical=physical and base.label != PLAIN_DICE,
        without_pain=intent.flag("no_pain"),
    )


def contest_difficulties(view: State, intent: Intent) -> tuple[int, int]:
    """The difficulty of each side: the same, but for a watcher who is suspicious already (NW-DICE-12, 19)."""
    first = difficulty_of(intent, USUAL_DIFFICULTY)
    if intent.verb != "sneak":
        return first, first
    if "watcher_difficulty" in intent.values:
        return first, difficulty_of(intent, USUAL_DIFFICULTY, "watcher_difficulty")
    suspicious = view.scene.get(_suspicion(intent)) is True
    return first, SUSPICION_DIFFICULTY if suspicious else first


def _suspicion(intent: Intent) -> str:
    return f"suspicion:{intent.actor}:{intent.target}"


def _scene_name(intent: Intent) -> str:
    """The name of what a contest leaves behind: how it stands, or that it tied."""
    begins = _RUNNING if intent.verb == "extended" else f"{_AGAIN}{intent.verb}:"
    return f"{begins}{intent.actor}:{intent.target}"


def _number(left: Value | None) -> int:
    """How many rolls in a row have left it so, 0 if nothing is left behind."""
    match left:
        case {"number": int(number)}:
            return number
        case _:
            return 0


# ---------------------------------------------------------------------- rolling


def contest(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll a contest, the active side first, and read it by its own rule for ties (NW-DICE-12 to 19)."""
    active, other = draft.character(intent.actor), draft.character(intent.target)
    require_two(active, other)
    require_able(active)
    require_able(other)
    rules, view = contest_of(intent), draft.state
    pool, pool_against = contest_pools(view, intent)
    difficulty, difficulty_against = contest_difficulties(view, intent)
    thrown = throw(chance, active, pool, difficulty, intent.verb)
    answer = None if pool_against is None else throw(chance, other, pool_against, difficulty_against, "answer")
    result = verdict(view, intent, thrown.successes, answer.successes if answer else None)
    certain = _chance_of(view, intent, result, pool, pool_against)
    counts = [one.successes for one in (thrown, answer) if one is not None]
    data, standing = _remember(draft, intent, counts, result)
    told = thrown.record(
        draft, active.id, intent.verb, _VERDICT_RULE.get(result, rules.rule),
        result=result, certain=certain, against=other.id, data=data,
    )  # fmt: skip
    answered = None
    if answer is not None:
        answered = answer.record(
            draft, other.id, "answer", "NW-DICE-19" if result == "suspicion" else rules.rule_against,
            result=_MIRRORED.get(result, result), certain=certain, against=active.id,
        )  # fmt: skip
    names = {"who": active.name, "target": other.name}
    both = both_sides(told, difficulty, answered, difficulty_against)
    draft.say(message(f"nw.contest_{result}", what=Term(intent.verb), standing=standing, **names, **both))


def verdict(view: State, intent: Intent, successes: int, against: int | None) -> str:
    """The result in one word."""
    if against is None:
        return "won" if successes else "fails"
    if intent.verb == "extended":
        first, second = totals(view, intent)
        adding_up = is_set(view, "extended_contest", "sum")
        return extended_result(first + successes, second + against, intent.integer("goal"), adding_up=adding_up)
    if intent.verb == "sneak":
        return "unseen" if successes > against else "noticed" if successes < against else "suspicion"
    return "won" if successes > against else "lost" if successes < against else "tie"


def extended_result(first: int, second: int, goal: int, *, adding_up: bool) -> str:
    """Whether the totals of both sides end an extended contest: "won", "lost" or "undecided"."""
    reached = max(first, second) if adding_up else abs(first - second)
    if reached < goal:
        return "undecided"
    return "won" if first > second else "lost" if first < second else "undecided"


def totals(view: State, intent: Intent) -> tuple[int, int]:
    """The successes of both sides in a contest that is running, 0 where it has not begun."""
    running = view.scene.get(_scene_name(intent))
    kept = running if isinstance(running, Mapping) else {}
    first, second = (value if isinstance(value, int) else 0 for value in (kept.get("first"), kept.get("second")))
    return first, second


def _remember(
    draft: Draft, intent: Intent, counts: Sequence[int], result: str
) -> tuple[Mapping[str, Value], Message | str]:
    """Keep what the contest leaves behind; return the data of the roll and how an extended contest stands."""
    name = _scene_name(intent)
    again: Mapping[str, Value] = {
        "number": _number(draft.state.scene.get(name)) + 1,
        "verb": intent.verb,
        "who": intent.actor,
        "target": intent.target,
        "values": frozen({name: value for name, value in intent.values.items() if isinstance(value, (str, int))}),
    }
    match intent.verb:
        case "extended":
            first, second = (one + more for one, more in zip(totals(draft.state, intent), counts, strict=True))
            goal = intent.integer("goal")
            running = {**again, "first": first, "second": second, "goal": goal} if result == "undecided" else None
            _set_scene(draft, name, running)
            return {"lead": first - second, "goal": goal}, _score(draft.state, first, second, goal)
        case "sneak":
            is_tie = result == "suspicion"
            _set_scene(draft, _suspicion(intent), True if is_tie else None)
            return {"next_difficulty": SUSPICION_DIFFICULTY if is_tie else USUAL_DIFFICULTY}, ""
        case _:
            _set_scene(draft, name, again if result == "tie" else None)
            return {}, ""


def _set_scene(draft: Draft, name: str, after: Value | Mapping[str, Value] | None) -> None:
    before = draft.state.scene.get(name)
    after = frozen(after) if isinstance(after, Mapping) else after
    if before != after:
        draft.add(SceneSet(name, before, after))


def _score(view: State, first: int, second: int, goal: int) -> Message:
    """How an extended contest stands: the lead, or by a table option both sums (NW-DICE-16, NW-OPT-18)."""
    if is_set(view, "extended_contest", "sum"):
        return message("nw.sums", first=first, second=second, goal=goal)
    return message("nw.lead", lead=first - second, goal=goal)


# ---------------------------------------------------------------------- what is due


def due_at_table(view: State) -> Iterator[DueItem]:
    """Ties to be rolled again, and extended contests that go on (NW-DICE-14 to 16)."""
    for name, value in view.scene.items():
        if not name.startswith((_AGAIN, _RUNNING)) or not isinstance(value, Mapping):
            continue
        who, target = (view.characters.get(str(value[side])) for side in ("who", "target"))
        values = value["values"]
        if who is None or target is None or is_helpless(who) or is_helpless(target) or not isinstance(values, Mapping):
            continue
        intent = Intent(str(value["verb"]), who.id, (target.id,), values)
        # Each roll that settles nothing is a cause of its own, so that a dismissal holds for one of them.
        due_id = name if (number := _number(value)) < 2 else f"{name}:{number}"
        if name.startswith(_AGAIN):
            say = message("nw.roll_again", who=who.name, target=target.name)
            yield DueItem(due_id, who.id, say, intent, "NW-DICE-14")
        else:
            score = _score(view, *totals(view, intent), intent.integer("goal"))
            say = message("nw.extended_runs", who=who.name, target=target.name, score=score)
            yield DueItem(due_id, who.id, say, intent, "NW-DICE-16", "offer")


# ---------------------------------------------------------------------- odds


def verdicts(view: State, intent: Intent, pool: DicePool, against: DicePool | None) -> Sequence[tuple[str, Fraction]]:
    """How probable each verdict of one roll is; in an extended contest who has more in it."""
    difficulty, difficulty_against = contest_difficulties(view, intent)
    if against is None:
        fails = probability.successes(pool.dice, difficulty)[0]
        return (("won", 1 - fails), ("fails", fails))
    names = ("unseen", "suspicion", "noticed") if intent.verb == "sneak" else ("won", "tie", "lost")
    compared = probability.compared(pool.dice, difficulty, against.dice, difficulty_against)
    return tuple(zip(names, compared, strict=True))


def _chance_of(view: State, intent: Intent, result: str, pool: DicePool, against: DicePool | None) -> Fraction | float:
    """How probable the verdict is that came."""
    if intent.verb != "extended" or against is None:
        return dict(verdicts(view, intent, pool, against))[result]
    difficulty, _ = contest_difficulties(view, intent)
    first, second = ([*map(float, probability.successes(one.dice, difficulty))] for one in (pool, against))
    chance = sum(
        chance_of_one * chance_of_other
        for count, chance_of_one in enumerate(first)
        for other, chance_of_other in enumerate(second)
        if verdict(view, intent, count, other) == result
    )
    return min(chance, 1.0)  # what floats sum up to may lie a hair above


def contest_odds(view: State, intent: Intent) -> Chances:
    """What a contest promises; a plain one also with its ties rolled again, an extended one to its end."""
    pool, against = contest_pools(view, intent)
    difficulty, _ = contest_difficulties(view, intent)
    events = [(Term(name), chance) for name, chance in verdicts(view, intent, pool, against)]
    if against is not None and intent.verb == "extended":
        if max(pool.dice, against.dice) * intent.integer("goal") < MATCH_TOO_LARGE:
            wins = _wins_at_last(view, intent, pool, against, difficulty)
            events = [(Term("won_at_last"), wins), (Term("lost_at_last"), 1 - wins)]
    elif against is not None and intent.verb != "sneak":
        events.append((Term("won_at_last"), probability.at_last(events[0][1], events[2][1])))
    return pooled(pool, difficulty, events)


def _wins_at_last(view: State, intent: Intent, pool: DicePool, against: DicePool, difficulty: int) -> Fraction:
    first, second = totals(view, intent)
    goal = intent.integer("goal")
    if is_set(view, "extended_contest", "sum"):
        own, other = (probability.successes(one.dice, difficulty) for one in (pool, against))
        return probability.sum_wins(own, other, goal, (first, second))
    margins = probability.margins(pool.dice, difficulty, against.dice, difficulty)
    return probability.lead_wins(margins, goal, max(1 - goal, min(goal - 1, first - second)))


# ---------------------------------------------------------------------- actions


def _deed(
    verb: str, own: Sequence[Parameter], usual: str, against: str, rules: tuple[str, ...], *examples: str, key: str = ""
) -> Deed:
    common = verb in ("contest", "extended")
    ratings = (rating_parameter("rating", usual, common=common), rating_parameter("against", against, common=common))
    difficulty = Parameter("difficulty", "integer", default=USUAL_DIFFICULTY, minimum=-10, maximum=20)
    bonus_against = extra_dice("bonus_against")
    parameters = (*ratings, *own) if common else (*own, *ratings)
    action = Action(
        verb,
        "roll",
        (*parameters, difficulty, BONUS, bonus_against, CHANGE, NO_PAIN),
        targets="one",
        key=key,
        rules=rules,
        examples=examples,
        group="contests",
    )
    return Deed(action, drafted(contest), contest_odds)


CHAPTER = Chapter(
    deeds=(
        _deed(
            "contest", (), "fa", "fa", ("NW-DICE-12", "NW-DICE-13", "NW-DICE-14"),
            "contest Mortal rating=persuasion against=pa", key="C",
        ),
        _deed(
            "extended", (Parameter("goal", "integer", default=3, minimum=1, maximum=LARGEST_GOAL),),
            "strength", "strength", ("NW-DICE-15", "NW-DICE-16"), "extended Tragander goal=3 by=Maxina",
        ),
        _deed(
            "sneak", (Parameter("watcher_difficulty", "integer", minimum=-10, maximum=20, common=False),),
            "sneaking", "inspection", ("NW-DICE-17", "NW-DICE-18", "NW-DICE-19"), "sneak Guard",
        ),
        _deed(
            "intimidate", (choice("way", *WAY_RATING, default="violence"),),
            "", "pa", ("NW-SOC-01", "NW-SOC-02", "NW-SOC-05"), "intimidate Guard standing",
        ),
        _deed(
            "lead", (Parameter("resisting", "switch"),),
            "persuasion", "mind", ("NW-SOC-03", "NW-SOC-05"), "lead Guard resisting",
        ),
        _deed("seduce", (), "seduction", "pa", ("NW-SOC-04", "NW-SOC-05"), "seduce Model"),
        _deed("rivals", (), "seduction", "seduction", ("NW-SOC-04", "NW-SOC-05"), "rivals Ravenwood"),
    ),
    due_at_table=due_at_table,
)  # fmt: skip
