"""Measures what the program costs and holds it against its bounds. Ends with status 1 where one is broken."""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import headless, screen
from benchmarks.figures import Figure
from benchmarks.headless import Sessions

GROUPS: dict[str, Callable[[Sessions], Iterator[Figure]]] = {
    "acts": headless.acts,
    "opening": headless.opening,
    "memory": headless.memory,
    "commands": headless.commands,
    "start": screen.start,
    "bytes": screen.bytes_sent,
    "keys": screen.keys,
    "odds": headless.odds,
}


def line_of(figure: Figure) -> str:
    bound = "" if figure.bound is None else f"≤ {figure.bound:g} {figure.unit}"
    verdict = "" if figure.bound is None else "ok" if figure.is_good else "BROKEN"
    measured = f"{figure.measured:.0f}" if figure.unit in ("B", "") else f"{figure.measured:.2f}"
    return f"{figure.name:<56} {measured:>9} {figure.unit:<3} {bound:>10}  {verdict}".rstrip()


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(GROUPS)}")
    names = parser.parse_args().names or list(GROUPS)
    if unknown := [name for name in names if name not in GROUPS]:
        parser.error(f"no {unknown[0]!r}; there are {', '.join(GROUPS)}")
    broken = 0
    print(f"{'figure':<56} {'measured':>9}     {'bound':>10}")
    with tempfile.TemporaryDirectory(prefix="coterie-bench-") as folder:
        sessions = Sessions(Path(folder))
        for name in names:
            for figure in GROUPS[name](sessions):
                print(line_of(figure), flush=True)
                broken += not figure.is_good
    if broken:
        print(f"{broken} bound(s) broken", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
