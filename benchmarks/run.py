"""Measures what the program costs and holds it against its bounds.

Ends with status 1 where a bound is broken, or where an exact figure is worse by a tenth than in the file that
`--against` names.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks import headless, screen
from benchmarks.figures import Figure
from benchmarks.headless import Sessions

GROUPS: dict[str, Callable[[Sessions], Iterator[Figure]]] = {
    "acts": headless.acts,
    "opening": headless.opening,
    "length": headless.length,
    "memory": headless.memory,
    "commands": headless.commands,
    "start": screen.start,
    "list": screen.listed,
    "bytes": screen.bytes_sent,
    "held": screen.held,
    "escape": screen.escape,
    "keys": screen.keys,
    "filter": screen.filtered,
    "odds": headless.odds,
}
MOST_WORSENING = 1.1


def line_of(figure: Figure) -> str:
    bound = "" if figure.bound is None else f"≤ {figure.bound:g} {figure.unit}"
    verdict = "" if figure.bound is None else "ok" if figure.is_good else "BROKEN"
    measured = f"{figure.measured:.0f}" if figure.unit in ("B", "") else f"{figure.measured:.2f}"
    return f"{f'{figure.name} {figure.note}':<56} {measured:>9} {figure.unit:<3} {bound:>10}  {verdict}".rstrip()


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(GROUPS)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file too")
    parser.add_argument(
        "--against", type=Path, metavar="FILE", help="such a file of another commit: what may not worsen"
    )
    options = parser.parse_args()
    names = options.names or list(GROUPS)
    if unknown := [name for name in names if name not in GROUPS]:
        parser.error(f"no {unknown[0]!r}; there are {', '.join(GROUPS)}")
    figures: list[Figure] = []
    print(f"{'figure':<56} {'measured':>9}     {'bound':>10}")
    with tempfile.TemporaryDirectory(prefix="coterie-bench-") as folder:
        sessions = Sessions(Path(folder))
        for name in names:
            for figure in GROUPS[name](sessions):
                print(line_of(figure), flush=True)
                figures.append(figure)
    if options.json:
        options.json.write_text(
            json.dumps([asdict(figure) for figure in figures], indent=1, ensure_ascii=False), "utf-8"
        )
    broken = sum(not figure.is_good for figure in figures)
    if broken:
        print(f"{broken} bound(s) broken", file=sys.stderr)
    worse = list(worsened(figures, json.loads(options.against.read_text("utf-8")))) if options.against else []
    for line in worse:
        print(line, file=sys.stderr)
    return 1 if broken or worse else 0


def worsened(figures: Sequence[Figure], before: Sequence[dict[str, Any]]) -> Iterator[str]:
    """A line for each exact figure that is worse by more than a tenth than it was."""
    was = {one["name"]: one["measured"] for one in before}
    for figure in figures:
        if figure.is_exact and figure.name in was and figure.measured > was[figure.name] * MOST_WORSENING:
            yield f"{figure.name}: {figure.measured:.2f}, was {was[figure.name]:.2f}"


if __name__ == "__main__":
    sys.exit(main())
