"""The standard library works as ever where parts of it are imported late."""

import subprocess
import sys

BEGUN = """
import sys
from tracker.late_modules import HARDLY_CALLED, import_with_less
import_with_less()
left_out = [name for name in HARDLY_CALLED if name not in sys.modules]
"""

CALLED = """
import argparse, dataclasses, pathlib
@dataclasses.dataclass
class Pair:
    first: list
    second: int = 0
assert Pair.__doc__ == "Pair(first: list, second: int = 0)", Pair.__doc__
first = [1]
assert dataclasses.asdict(Pair(first)) == {"first": [1], "second": 0}
assert dataclasses.asdict(Pair(first))["first"] is not first
assert pathlib.Path("/a b/ж").as_uri() == "file:///a%20b/%D0%B6"
parser = argparse.ArgumentParser(prog="pair")
parser.add_argument("first", type=int)
assert parser.format_usage() == "usage: pair [-h] first\\n"
"""

LATER = """
import copy, inspect, gettext, urllib.parse
assert inspect.signature(len) and copy.copy([1]) == [1] and gettext.gettext("x") == "x"
assert inspect.Parameter.empty and urllib.parse.urlsplit("a://b").netloc == "b"
"""

PROGRAM = """
import sys
from tracker.__main__ import main
main(["saves"])
from tracker.late_modules import HARDLY_CALLED
left_out = [name for name in HARDLY_CALLED if name not in sys.modules]
"""

ALL_LEFT_OUT = "assert left_out == list(HARDLY_CALLED), left_out\n"


def outcome(source: str) -> str:
    run = subprocess.run([sys.executable, "-S", "-c", SEARCHED + source], capture_output=True, text=True, check=False)
    return run.stderr


SEARCHED = f"import sys; sys.path[:] = {sys.path!r}\n"
"""Without `site`: some environments import these modules there."""


def test_what_is_hardly_called_is_not_imported_and_works_when_it_is_called() -> None:
    assert outcome(BEGUN + ALL_LEFT_OUT + CALLED) == ""


def test_who_imports_later_what_was_left_out_gets_all_of_it() -> None:
    assert outcome(BEGUN + LATER + CALLED) == ""


def test_a_command_that_only_reads_does_without_it() -> None:
    assert outcome(PROGRAM + ALL_LEFT_OUT) == ""
