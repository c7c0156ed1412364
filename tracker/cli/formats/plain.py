"""The story as plain lines."""

from collections.abc import Iterator

from tracker.recap.telling import Telling


def as_text(telling: Telling) -> Iterator[str]:
    """Yield a line an entry, the round before it; what was taken back is marked by a sign."""
    manner = telling.manner
    for step in telling.steps:
        head = f"{'×' if step.is_taken_back else ' '}R{step.entry.round} "
        if manner.numbers:
            head += f"#{step.number} "
        if manner.times:
            head += f"{telling.time(step.entry.at)} "
        yield head + " · ".join(telling.lines(step))
