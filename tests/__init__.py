"""Tests.

Where Python is told to keep no compiled modules, each of the hundreds of programs that tests start would compile them
all anew, and pytest all tests for each worker: they are kept in a folder of their own then, from the first import on.
The workers of a parallel run take this over. And each program writes as a reader's does, who has not told Python to
write each piece at once.
"""

import os
import sys
from pathlib import Path

KEPT = Path(__file__).resolve().parents[1] / ".pytest_cache" / "compiled"

if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    sys.pycache_prefix = os.environ.setdefault("PYTHONPYCACHEPREFIX", str(KEPT))
    sys.dont_write_bytecode = False
os.environ.pop("PYTHONUNBUFFERED", "")
