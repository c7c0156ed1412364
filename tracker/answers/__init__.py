"""Answers to questions: why a number is what it is, what the chances are, what a command does, what a sheet says."""

from tracker.answers.due import due_lines
from tracker.answers.helping import help_lines, option_lines, parameter_help, parameter_line, usage
from tracker.answers.numbers import amount, decimal, percent
from tracker.answers.odds import odds_lines
from tracker.answers.sheet import sheet_lines
from tracker.answers.subjects import person_asked_about
from tracker.answers.why import entry_reasons, gauge_reasons, person_reasons, why_lines
from tracker.command.commands import QueryCommand
from tracker.core.intents import Refusal
from tracker.core.messages import message
from tracker.opening import Session

__all__ = [
    "amount",
    "answer",
    "decimal",
    "due_lines",
    "entry_reasons",
    "gauge_reasons",
    "help_lines",
    "odds_lines",
    "parameter_help",
    "parameter_line",
    "percent",
    "person_reasons",
    "sheet_lines",
    "usage",
    "why_lines",
]


def answer(session: Session, query: QueryCommand) -> list[str]:
    """The lines that answer a question. Raises Refusal or PluginError.

    What a session file holds is explained without the ruleset too; help and odds need it.
    """
    match query.verb:
        case "help" if session.commands is not None:
            return list(help_lines(session.commands, " ".join(query.words)))
        case "odds" if query.intent is not None:
            return odds_lines(session, query.intent)
        case "why":
            return why_lines(session, query.words)
        case "sheet":
            return sheet_lines(session, person_asked_about(session, query.words))
        case "option" if session.commands is not None:
            return list(option_lines(session.commands, session.table.state, query.words))
        case "due":
            return due_lines(session)
        case _:
            raise Refusal(message("refused.no_ruleset"))
