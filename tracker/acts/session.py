"""What belongs to nobody: scenes, prompts, table options."""

from tracker.core.facts import OptionSet, PromptSettled, SceneBegun
from tracker.core.intents import Intent, Outcome, Refusal
from tracker.core.messages import MessageValue, Term, message
from tracker.core.state import State
from tracker.core.values import Value


def scene(state: State, intent: Intent) -> Outcome:
    """End the fight and begin a new scene: no order, round 0; what lasted for the scene ends."""
    return Outcome((SceneBegun(),), (message("scene.begun"),))


def dismiss(state: State, intent: Intent) -> Outcome:
    """Dismiss what is due: one prompt by its number from 1, or all."""
    number = intent.integer("number")
    if not state.prompts or not 0 <= number <= len(state.prompts):
        raise Refusal(message("refused.no_prompt", count=len(state.prompts)))
    chosen = state.prompts if number == 0 else state.prompts[number - 1 : number]
    return Outcome(
        tuple(PromptSettled(prompt.id) for prompt in chosen),
        tuple(message("prompt.dismissed", line=prompt.line) for prompt in chosen),
    )


def option(state: State, intent: Intent) -> Outcome:
    """Change a table option of the session."""
    name = intent.text("name")
    value = intent.values["value"]
    return Outcome(
        (OptionSet(name, state.options.get(name), value),),
        (message("option.set", name=Term(name), value=_option_shown(value)),),
    )


def _option_shown(value: Value) -> MessageValue:
    if isinstance(value, bool):
        return Term("yes" if value else "no")
    return value if isinstance(value, int) else Term(str(value))
