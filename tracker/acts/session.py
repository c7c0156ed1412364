"""What belongs to no one: the title, the name of the scene, what is due, table options."""

from tracker.core.facts import DueDismissed, OptionSet, SceneNamed, TitleSet
from tracker.core.intents import Draft, Intent, Outcome, Refusal
from tracker.core.messages import MessageValue, Term, message
from tracker.core.state import State
from tracker.core.values import Value


def name_scene(state: State, intent: Intent) -> Outcome:
    """Give the running scene a name, or another one."""
    name = intent.text("name")
    return Outcome((SceneNamed(name, state.scene_name),), (message("scene.named", name=name),))


def rename_session(state: State, intent: Intent) -> Outcome:
    """Give the session another title."""
    title = intent.text("title")
    if not title.strip():
        raise Refusal(message("refused.no_title"))
    return Outcome((TitleSet(title, state.title),), (message("title.set", title=title),))


def dismiss(state: State, intent: Intent) -> Outcome:
    """Dismiss what is due: one item by its number from 1, or all. It comes back when it is due again."""
    number = intent.integer("number")
    waiting = state.open_due
    if not waiting or not 0 <= number <= len(waiting):
        raise Refusal(message("refused.no_prompt", count=len(waiting)))
    chosen = waiting if number == 0 else waiting[number - 1 : number]
    return Outcome(
        tuple(DueDismissed(due.id) for due in chosen),
        tuple(message("due.dismissed", line=due.line) for due in chosen),
    )


def option(state: State, intent: Intent) -> Outcome:
    """Change table options of the session."""
    draft = Draft(state)
    for name, value in intent.values.items():
        after = value if isinstance(value, (bool, int, str)) else str(value)
        before = state.options.get(name)
        line = message("option.set", name=Term(name), before=_option_shown(before), value=_option_shown(after))
        draft.tell(line, OptionSet(name, before, after))
    return draft.outcome()


def _option_shown(value: Value | None) -> MessageValue:
    if value is None:
        return Term("nothing")
    if isinstance(value, bool):
        return Term("yes" if value else "no")
    return value if isinstance(value, int) else Term(str(value))
