"""The verbs that need nothing but the state. Each is pure."""

from collections.abc import Callable, Mapping

from tracker.acts import order, people, session
from tracker.core.intents import Intent, Outcome
from tracker.core.state import State

ACTS: Mapping[str, Callable[[State, Intent], Outcome]] = {
    "rename": people.rename,
    "side": people.side,
    "hide": people.hide,
    "show": people.show,
    "note": people.note,
    "bookmark": people.bookmark,
    "move": order.move,
    "turn": order.turn,
    "leave": order.out_of_order,
    "rename-scene": session.name_scene,
    "rename-session": session.rename_session,
    "dismiss": session.dismiss,
    "option": session.option,
}
"""What carries each of them out, by its id."""
