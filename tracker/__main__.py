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
    if given == ["--version"]:
        # Asked by other programs, again and again: it needs no settings and no words.
        try:
            print(f"coterie {__version__}")
        except OSError as error:
            return _unwritten(error)
        return _ended(0)
    from tracker.late_modules import import_with_less

    import_with_less()
    from tracker.cli.arguments import build_parser, reader_language
    from tracker.core.messages import message
    from tracker.text import Words, left_out, literal

    preferences, problem = _preferences()
    words = Words(reader_language(given, preferences.language))
    if problem is not None:
        print(literal(words.say(problem)), file=sys.stderr)
    try:
        options = build_parser(words, *given[:1]).parse_args(given)
    except SystemExit as end:
        # Help and usage errors end here, without waiting for what the commands need.
        for problem in left_out():  # such as the file of a language that cannot be chosen
            print(literal(words.say(problem)), file=sys.stderr)
        return _ended(end.code if isinstance(end.code, int) else 0, words)
    except OSError as error:
        return _unwritten(error, words)
    from tracker.cli.output import REFUSED
    from tracker.cli.programs import run_program

    try:
        return run_program(options, words, preferences)
    except BrokenPipeError as error:
        return _unwritten(error)
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        from tracker.crashes import write_crash_log

        path = write_crash_log(error)
        print(literal(words.say(message("crash", path=str(path) if path else "-"))), file=sys.stderr)
        return REFUSED


def _ended(status: int, words: "Words | None" = None) -> int:
    """The status of what has only said something, as far as that could be written."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        return _unwritten(error, words)
    return status


def _unwritten(error: OSError, words: "Words | None" = None) -> int:
    """Tell what stands in the way of the output, unless no one reads it any more. Returns the exit status."""
    from tracker.core.messages import message
    from tracker.reasons import os_reason
    from tracker.text import Words, literal

    sys.stdout = None  # nothing is left to say, not even at exit
    if not isinstance(error, BrokenPipeError):
        line = (words or Words("")).say(message("usage.output", reason=os_reason(error)))
        print(literal(line), file=sys.stderr)
    return 1


def _preferences() -> "tuple[Preferences, Message | None]":
    """The user's settings; a broken file is told and does not stand in the way."""
    from tracker.preferences import Preferences, PreferencesError, load_preferences

    try:
        return load_preferences(), None
    except PreferencesError as error:
        return Preferences(), error.reason


def run() -> "NoReturn":
    """Run the program and end the process with its status.

    Python would take every object apart first, which the system does at once: a fifteenth of what a command costs.
    """
    try:
        status = main()
    except KeyboardInterrupt:  # while it was being imported
        status = 130
    threading = sys.modules.get("threading")
    if threading is not None and threading.active_count() > 1:
        sys.exit(status)
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
