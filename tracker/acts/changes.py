"""What every act shares."""

from tracker.core.intents import Draft, Outcome, Refusal
from tracker.core.messages import message


def something(draft: Draft) -> Outcome:
    """What has been gathered. Raises Refusal where that is nothing."""
    outcome = draft.outcome()
    if not outcome.facts:
        raise Refusal(message("refused.nothing_to_do"))
    return outcome
