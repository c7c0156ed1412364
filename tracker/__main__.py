"""The `coterie` command: arguments in, an exit status out. The screen is imported only where one is wanted."""

import atexit
import gc
import os
import sys

from tracker import __version__

TYPE_CHECKING = False  # as in `typing`, without importing it before the collector is told to wait
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from tracker.core.messages import Message
    from tracker.preferences import Preferences
    from tracker.text import Words

ALLOCATIONS_BEFORE_COLLECTING = 100_000
"""Python looks for garbage after 700 new objects; nearly all that a start makes is there to stay, and a seventh of its
time would go into looking through it again and again. At the end it would look through all of it once more, which takes
as long as a whole command: `gc.freeze` leaves it to the system."""


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run the program and return its exit status: 0 done, 1 refused, 2 usage, 128 + n ended by signal n."""
    gc.set_threshold(ALLOCATIONS_BEFORE_COLLECTING)
    atexit.register(gc.freeze)
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = _status_of(given)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except OSError as error:
        return _unwritten(error, given)


def _status_of(given: "Sequence[str]") -> int:
    """Do what the arguments ask for and return the exit status. Raises OSError where the output cannot be written."""
    if given == ["--version"]:
        # Asked by other programs, again and again: it needs no settings and no words.
        print(f"coterie {__version__}")
        return 0
    from tracker.late_modules import import_with_less

    import_with_less()
    from tracker.cli.arguments import build_parser
    from tracker.cli.output import REFUSED, complain
    from tracker.core.messages import message
    from tracker.text import left_out

    preferences, problem, words = _reader(given)
    if problem is not None:
        complain(words, problem)
    try:
        options = build_parser(words, *given[:1]).parse_args(given)
    except SystemExit as end:
        # Help and usage errors end here, without waiting for what the commands need.
        for problem in left_out():  # such as the file of a language that cannot be chosen
            complain(words, problem)
        return end.code if isinstance(end.code, int) else 0
    from tracker.cli.programs import run_program

    try:
        return run_program(options, words, preferences)
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if isinstance(error, OSError) and not error.filename:
            raise
        from tracker.crashes import write_crash_log

        path = write_crash_log(error)
        complain(words, message("crash", path=str(path) if path else "-"))
        return REFUSED


def _unwritten(error: OSError, given: "Sequence[str]") -> int:
    """Tell what stands in the way of the output, unless no one reads it any more. Returns the exit status."""
    from tracker.cli.output import REFUSED, complain
    from tracker.core.messages import message
    from tracker.reasons import os_reason

    sys.stdout = None  # nothing is left to say, not even at exit
    if not isinstance(error, BrokenPipeError):
        *_, words = _reader(given)
        complain(words, message("usage.output", reason=os_reason(error)))
    return REFUSED


def _reader(given: "Sequence[str]") -> "tuple[Preferences, Message | None, Words]":
    """The user's settings, what is wrong with their file, which does not stand in the way, and the reader's words."""
    from tracker.cli.arguments import reader_language
    from tracker.preferences import Preferences, PreferencesError, load_preferences
    from tracker.text import Words

    try:
        preferences, problem = load_preferences(), None
    except PreferencesError as error:
        preferences, problem = Preferences(), error.reason
    return preferences, problem, Words(reader_language(given, preferences.language))


def run() -> "NoReturn":
    """Run the program and end the process with its status.

    Python would take every object apart first, which the system does at once: a fifteenth of what a command costs.
    """
    try:
        status = main()
    except KeyboardInterrupt:  # while it was being imported
        status = 130
    threading = sys.modules.get("threading")
    if threading is not None and len([thread for thread in threading.enumerate() if not thread.daemon]) > 1:
        sys.exit(status)  # as Python does, which waits for them
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            pass  # its reader is gone
    os._exit(status)


if __name__ == "__main__":
    run()
