"""Prompts: their ids, the command lines that answer them, and taking them away."""

from tracker.api import Draft, PromptSettled, State, quoted


def named(view: State, who: str) -> str:
    """The name of a character as it can stand in a command line."""
    return quoted(view.characters[who].name)


def command_on(draft: Draft, verb: str, who: str, *more: str) -> str:
    """The command line with which a prompt about somebody is answered."""
    return " ".join((verb, named(draft.state, who), *more))


def command_by(draft: Draft, verb: str, who: str, *more: str) -> str:
    """The command line with which somebody answers a prompt."""
    return " ".join((verb, *more, f"by={named(draft.state, who)}"))


def prompt_id(verb: str, who: str, condition_id: str) -> str:
    """The id of a prompt that hangs on a condition."""
    return f"{verb}:{who}:{condition_id}"


def prompted(draft: Draft, prompt: str) -> bool:
    """Whether a prompt waits."""
    return any(waiting.id == prompt for waiting in draft.state.prompts)


def settle_prompt(draft: Draft, prompt: str) -> None:
    """Take a prompt away where it waits."""
    if prompted(draft, prompt):
        draft.add(PromptSettled(prompt))
