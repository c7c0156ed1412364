"""Tracebacks of plugins for those who write them: printed where `COTERIE_DEBUG` is set."""

import os
import sys

VARIABLE = "COTERIE_DEBUG"


def print_traceback(error: BaseException) -> None:
    """Print where a plugin's exception came from to standard error, if the author wants to see it."""
    if os.environ.get(VARIABLE):
        import traceback  # needed only here

        traceback.print_exception(error, file=sys.stderr)
