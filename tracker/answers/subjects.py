"""What a question is about."""

from tracker.core.intents import Refusal
from tracker.core.messages import Term, message
from tracker.names import character_spellings, choose
from tracker.opening import Session
from tracker.rules.facade import Rules


def person_asked_about(session: Session, asked: tuple[str, ...]) -> str:
    """The character whom the words name, without words the one who acts now. Raises Refusal."""
    state = session.table.state
    if not asked:
        if state.current:
            return state.current
        raise Refusal(message("why.who"))
    return choose(" ".join(asked), character_spellings(state), Term("character"))


def rules_of(session: Session) -> Rules:
    """The rules of the session. Raises Refusal where they are missing."""
    rules = session.table.rules
    if rules is None:
        raise Refusal(message("refused.no_ruleset"))
    return rules
