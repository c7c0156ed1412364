"""Run the long checks of `proofs/`, of which the tests run a sample. Ends with status 1 where one fails.

Each module of `proofs/` but this one is a proof: its docstring says in the first line what it proves, and its
`prove(budget)` yields what it finds wrong, a line each, and nothing where all is well. `budget` is the share of the
whole work to do, from 0 (excluded) to 1: a proof scales its counts by it. Whatever it prints on the way is progress.
"""

import argparse
import importlib
import pkgutil
import sys
import time
from collections.abc import Callable, Iterator

import proofs

Proof = Callable[[float], Iterator[str]]


def found() -> dict[str, tuple[str, Proof]]:
    """Return each proof by its name: what it proves, and how."""
    names = [module.name for module in pkgutil.iter_modules(proofs.__path__) if module.name != "run"]
    modules = {name: importlib.import_module(f"proofs.{name}") for name in names}
    return {
        name.replace("_", "-"): ((module.__doc__ or "").partition("\n")[0], module.prove)
        for name, module in modules.items()
        if hasattr(module, "prove")
    }


def main() -> int:
    """Run the proofs that are named, or all of them."""
    parser = argparse.ArgumentParser(prog="./dev prove", description="Run the long checks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="which checks to run; all of them by default")
    parser.add_argument("--budget", type=float, default=1.0, help="share of the whole work, above 0 and up to 1")
    parser.add_argument("--list", action="store_true", help="name the checks and run none")
    arguments = parser.parse_args()
    proofs_by_name = found()
    if arguments.list:
        for name, (summary, _) in proofs_by_name.items():
            print(f"{name:<24} {summary}")
        return 0
    if not 0 < arguments.budget <= 1:
        parser.error(f"--budget must be above 0 and up to 1, not {arguments.budget:g}")
    names = arguments.names or list(proofs_by_name)
    if unknown := [name for name in names if name not in proofs_by_name]:
        parser.error(f"unknown check {unknown[0]!r}; there are {', '.join(proofs_by_name)}")
    failed = 0
    for name in names:
        started = time.monotonic()
        summary, prove = proofs_by_name[name]
        print(f"{name}: {summary}", flush=True)
        faults = 0
        for fault in prove(arguments.budget):
            faults += 1
            print(f"  WRONG: {fault}", flush=True)
        failed += bool(faults)
        print(f"{name}: {faults or 'nothing'} wrong, {time.monotonic() - started:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
