"""What the terminal can do, asked before the screen starts. Imports nothing of Textual."""

import os
import sys

from tracker.core.messages import Message, message

UNUSABLE_TERMINALS = ("dumb",)


def problem_with_terminal() -> Message | None:
    """Why no full screen is possible here; None where it is. The screen is drawn on standard error and reads keys."""
    streams = (sys.__stdin__, sys.__stderr__)
    if any(stream is None or stream.closed or not stream.isatty() for stream in streams):
        return message("ui.terminal.none")
    if os.environ.get("TERM", "").lower() in UNUSABLE_TERMINALS:
        return message("ui.terminal.dumb", term=os.environ["TERM"])
    return None


def screen_encoding() -> str:
    """The character set of the stream that the screen is drawn on, such as "utf-8"."""
    stream = sys.__stderr__
    return (getattr(stream, "encoding", None) or "utf-8").lower()
