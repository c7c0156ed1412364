"""The program that loads and waits to be copied: tests/terminal/copies.py starts it and says what it is.

It imports little itself: what the program leaves out of its imports has to be left out here too.
"""

import fcntl
import gc
import json
import os
import socket
import sys
import termios

LONGEST_MESSAGE = 65536
"""In bytes."""


def _serve(line: socket.socket) -> None:
    """Make copies until nobody wants any more; return in each copy, which is ready to begin then."""
    while True:
        data, descriptors, _, _ = socket.recv_fds(line, LONGEST_MESSAGE, 1)
        if not data:
            sys.exit()
        asked = json.loads(data)
        if "status of" in asked:
            pid, status = os.waitpid(asked["status of"], os.WNOHANG)
            line.send(json.dumps(os.waitstatus_to_exitcode(status) if pid else None).encode())
            continue
        pid = os.fork()
        if not pid:
            line.close()
            _become(descriptors[0], **asked)
            return
        os.close(descriptors[0])
        line.send(json.dumps(pid).encode())


def _become(terminal: int, arguments: list[str], folder: str, settings: dict[str, str]) -> None:
    """Take a terminal, a folder, settings and arguments, as a process that is started gets them."""
    os.setsid()
    for stream in range(3):
        os.dup2(terminal, stream)
    os.close(terminal)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(settings)
    sys.argv[1:] = arguments


def _load() -> None:
    """Import all of the program: what the screen takes as it imports it itself, and then the rest."""
    from tracker.late_modules import import_with_less

    import_with_less()
    from tracker.ui.output.imports import lean_imports

    with lean_imports():
        import tracker.ui.coterie
    import pkgutil
    from importlib import import_module

    for module in pkgutil.walk_packages(tracker.__path__, "tracker."):
        import_module(module.name)


if __name__ == "__main__":
    from tracker.__main__ import run

    _load()
    gc.collect()
    gc.freeze()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    run()
