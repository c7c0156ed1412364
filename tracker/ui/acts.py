"""What can be done with someone, as choices: the likeliest first, the rest under the headings of the ruleset."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Protocol

from tracker.api.descriptions import Action
from tracker.core.history import Entry
from tracker.failures import FAILURES
from tracker.opening import Session
from tracker.ui.commands import CommandTable
from tracker.ui.likely import likeliest
from tracker.ui.look import Look
from tracker.ui.panels.search import Choice
from tracker.ui.view.hints import key_text


class Acts(Protocol):
    """A screen on which one acts, as far as its menu needs to know it."""

    session: Session
    look: Look
    commands: CommandTable

    @property
    def shown_entries(self) -> Sequence[Entry]:
        """What has happened."""
        ...

    def start(self, action: Action) -> None:
        """Begin an act."""
        ...

    def people_of(self, action: Action) -> tuple[str, tuple[str, ...]]:
        """Who does an act, and to whom."""
        ...


def act_choices(screen: Acts, actions: Sequence[Action]) -> list[Choice]:
    """The acts as choices: the ten likeliest, then all others, the impossible ones at the end of their group."""
    look = screen.look
    barred = dict(_barred(screen, actions))
    likely = _likeliest(screen, actions, barred)
    by_id = {action.id: action for action in actions}
    first = look.say("ui.search.likely")
    choices = [_choice(screen, by_id[act], first, "") for act in likely]
    rest = [
        _choice(screen, action, _group(action, look), barred.get(action.id, ""))
        for action in actions
        if action.id not in likely
    ]
    order = list(dict.fromkeys(choice.group for choice in rest))
    return choices + sorted(rest, key=lambda choice: (order.index(choice.group), bool(choice.problem)))


def likely_acts(screen: Acts, actions: Sequence[Action]) -> Sequence[str]:
    """The ids of the acts that are the likeliest now."""
    return _likeliest(screen, actions, dict(_barred(screen, actions)))


def _likeliest(screen: Acts, actions: Sequence[Action], barred: Collection[str]) -> Sequence[str]:
    own_keys = {action.id for action in actions if action.key}
    ranked = sorted(screen.commands.commands, key=lambda command: command.rank)
    keyed = [command.action for command in ranked if command.action in own_keys]
    acts = [action.id for action in actions if action.id != "initiative" or not screen.session.table.state.order]
    return likeliest(acts, screen.shown_entries, keyed, barred)


def _group(action: Action, look: Look) -> str:
    """The heading an act stands under."""
    group = look.words.term(action.group) if action.group else look.say("ui.search.people")
    return group[:1].upper() + group[1:]


def _barred(screen: Acts, actions: Sequence[Action]) -> Iterator[tuple[str, str]]:
    """The acts that are not possible now, each with the reason; whoever would do several is asked about once."""
    rules, state = screen.session.table.rules, screen.session.table.state
    if rules is None:
        return
    asked: dict[str, Mapping[str, str]] = {}
    for action in actions:
        if not action.acts:
            continue
        actor = screen.people_of(action)[0]
        if actor not in asked:
            try:
                asked[actor] = rules.unavailable(state, actor)
            except FAILURES:
                asked[actor] = {}
        if reason := asked[actor].get(action.id):
            yield action.id, screen.look.say(reason)


def _choice(screen: Acts, action: Action, group: str, problem: str) -> Choice:
    words = screen.look.words
    key = screen.commands.key_of(action.id)
    return Choice(
        words.verb(action.id),
        key_text(key, screen.look) if key else "",
        words.help(action.id),
        _starting(screen, action),
        group,
        problem,
        action.id,
    )


def _starting(screen: Acts, action: Action) -> Callable[[], None]:
    return lambda: screen.start(action)
