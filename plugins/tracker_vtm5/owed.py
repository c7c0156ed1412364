"""What waits for the game master's answer: remembered on whom it concerns until it is done, moot, or the scene ends."""

from collections.abc import Callable, Iterator, Mapping

from tracker.api import (
    Chapter,
    Character,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Draft,
    DueItem,
    Intent,
    Message,
    State,
    Term,
    Value,
    frozen,
    message,
    record,
)
from tracker_vtm5 import marks, people
from tracker_vtm5.records import number, word

Data = Mapping[str, Value]


@record
class _Question:
    """How one kind of open question reads, and the act that answers it; None: it only reminds."""

    rule: str
    say: Callable[[Character, Data], Message]
    act: Callable[[str, Data], Intent | None]


def _said(name: str) -> Callable[[Character, Data], Message]:
    return lambda character, data: message(f"vtm5.due.{name}", who=character.name)


def _on(verb: str, **values: Value) -> Callable[[str, Data], Intent]:
    return lambda who, data: Intent(verb, targets=(who,), values=frozen(values))


def _say_hit(character: Character, data: Data) -> Message:
    kind = word(data, "effect") or "none"
    return message(
        f"vtm5.due.hit_{kind}", who=character.name, damage=number(data, "amount"), type=Term(word(data, "type"))
    )


def _say_injury(character: Character, data: Data) -> Message:
    crosses = character.tracks["health"].marks.count(marks.CROSS)
    return message("vtm5.due.injury", who=character.name, count=crosses)


def _say_frenzy(character: Character, data: Data) -> Message:
    if difficulty := number(data, "difficulty"):
        kind = Term(word(data, "kind"))
        return message("vtm5.due.frenzy", who=character.name, difficulty=difficulty, kind=kind)
    return message("vtm5.due.terror", who=character.name)


def _resist(who: str, data: Data) -> Intent:
    difficulty = number(data, "difficulty")
    known: dict[str, Value] = {"difficulty": difficulty} if difficulty else {}
    return Intent("frenzy", targets=(who,), values=frozen({**known, "kind": word(data, "kind")}))


def _say_worst(character: Character, data: Data) -> Message:
    return message(f"vtm5.due.worst_{_worst_of(data)}", who=character.name)


def _worst(who: str, data: Data) -> Intent:
    return _on("torpor", reason="injury")(who, data) if _worst_of(data) == "torpor" else _on("death")(who, data)


def _worst_of(data: Data) -> str:
    return word(data, "state")


_QUESTIONS: Mapping[str, _Question] = {
    "hit_due": _Question("V5-ATK-01", _say_hit, _on("hit")),
    "messy": _Question("V5-DICE-06", _said("messy"), _on("price")),
    "bestial": _Question("V5-DICE-07", _said("bestial"), _on("price")),
    "injury_due": _Question("V5-DMG-18", _say_injury, _on("injury")),
    "worst_due": _Question("V5-DMG-19", _say_worst, _worst),
    "frenzy_due": _Question("V5-EFF-01", _say_frenzy, _resist),
    "behead_due": _Question("V5-HAZ-10", _said("behead"), _on("final_death", cause="decapitation")),
    "unholy_due": _Question("V5-HAZ-15", _said("faith_sense"), lambda who, data: None),
}
_OFFERS = ("injury_due",)
MEMORY = tuple(ConditionKind(kind, by_hand=False, memory=True) for kind in _QUESTIONS)


def owe(draft: Draft, who: str, kind: str, rule: str = "", /, **data: Value) -> str:
    """Remember that something waits for an answer, beside others of its kind; return the id of what remembers it."""
    character = draft.character(who)
    count = 1 + max((waiting.amount for waiting in character.conditions_of_kind(kind)), default=0)
    condition = Condition(f"{kind}:{count}", kind, amount=count, data=frozen(data), unit="scene")
    draft.add(ConditionSet(who, condition, rule))
    return condition.id


def settle(draft: Draft, who: str, *kinds: str) -> None:
    """It is answered, or there is nothing to ask any more."""
    draft.add(*people.ends_of(draft.character(who), *kinds, cause="settled"))


def end(draft: Draft, who: str, *waiting: Condition) -> None:
    """Forget some of what waits."""
    draft.add(*(ConditionEnded(who, one.id, "settled") for one in waiting))


def settle_all(draft: Draft, who: str) -> None:
    """Nothing waits any more for one who is gone."""
    settle(draft, who, *_QUESTIONS)


def name_of(who: str, waiting: Condition) -> str:
    """The id of what is due for a question that waits."""
    name = f"{waiting.kind.removesuffix('_due')}:{who}"
    return name if waiting.amount == 1 else f"{name}:{waiting.amount}"


def is_dismissed(view: State, who: str, waiting: Condition) -> bool:
    """Whether the game master wants to hear no more of a question."""
    return view.has_dismissed(name_of(who, waiting))


def _is_moot(character: Character, waiting: Condition) -> bool:
    """Whether nothing can come of a question: a frenzy that runs already, or that a senseless body would fall into."""
    if waiting.kind != "frenzy_due":
        return False
    return bool(people.first_of(character, (word(waiting.data, "kind"), *people.SENSELESS)))


def due(view: State, who: str) -> Iterator[DueItem]:
    """The open questions about a character, oldest first; none about one who is gone, or that its state answers."""
    character = view.characters[who]
    if people.first_of(character, people.GONE):
        return
    for waiting in character.conditions.values():
        question = _QUESTIONS.get(waiting.kind)
        if question is None or waiting.data.get("answered") is True or _is_moot(character, waiting):
            continue
        act = question.act(who, waiting.data)
        offered = waiting.kind in _OFFERS or waiting.data.get("offer") is True
        yield DueItem(
            name_of(who, waiting),
            who,
            question.say(character, waiting.data),
            act,
            word(waiting.data, "rule") or question.rule,
            "reminder" if act is None else "offer" if offered else "must",
        )


CHAPTER = Chapter(conditions=MEMORY, due=due)
