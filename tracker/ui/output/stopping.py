"""Whether the program may stop at a key: only where a shell is there that can let it go on."""

import os
import signal
import subprocess

_STOPS_ITSELF = ("/bin/sh", "-c", "kill -TSTP $$")


def can_be_continued() -> bool:
    """Tell whether anyone could end a stop.

    The system lets no such signal stop a job that no shell looks after: one that a terminal, tmux or ssh has begun
    itself. A process of this job that tries to stop tells which of the two it is.
    """
    try:
        tried = subprocess.Popen(_STOPS_ITSELF)
    except OSError:
        return False
    _, status = os.waitpid(tried.pid, os.WUNTRACED)
    if not os.WIFSTOPPED(status):
        tried.returncode = os.waitstatus_to_exitcode(status)
        return False
    tried.kill()
    tried.wait()
    return True


def stop_the_others() -> None:
    """Stop the other processes of this job, such as the script that began it, as the terminal's own key does."""
    before = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    os.kill(0, signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, before)
