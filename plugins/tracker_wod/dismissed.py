"""What the game master has dismissed holds for that cause alone: the next one asks under another id."""

from tracker.api import Condition, State
from tracker_wod.periodic import number


def due_name(name: str, cause: int) -> str:
    """The id of what is due, by the number of its cause; the first has none."""
    return name if cause < 2 else f"{name}:{cause}"


def next_cause(view: State, name: str, cause: int) -> int:
    """The number of a new cause: one more where the last was dismissed, else the two are one."""
    return max(1, cause) + view.has_dismissed(due_name(name, cause))


def new_cause(view: State, name: str, cause: int) -> int | None:
    """The number of a new cause; None where what the last one asks for still waits, so that the two are one."""
    return next_cause(view, name, cause) if view.has_dismissed(due_name(name, cause)) else None


def condition_due(who: str, what: str, running: Condition) -> str:
    """The id of what a running condition asks for; `data.cause` numbers its causes."""
    return due_name(_name(who, what, running), number(running, "cause"))


def asks_again(view: State, who: str, what: str, running: Condition, further: int = 1) -> dict[str, int]:
    """The data of a condition that asks for so many further rolls; those that were dismissed are not made up for."""
    before = number(running, "cause")
    if cause := new_cause(view, _name(who, what, running), before):
        return {"waiting": further, "cause": cause}
    return {"waiting": number(running, "waiting") + further, "cause": before}


def _name(who: str, what: str, running: Condition) -> str:
    return f"{what}:{who}:{running.id}"
