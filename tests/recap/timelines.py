"""Reading a timeline as a whole."""

from tracker.core.history import Sign
from tracker.recap.steps import Timeline


def beginnings(timeline: Timeline, what: Sign) -> tuple[int, ...]:
    """Where one begins, found from both ends."""
    found: list[int] = []
    while (number := timeline.next(what, found[-1] if found else 0)) is not None:
        found.append(number)
    back: list[int] = []
    while (number := timeline.previous(what, back[-1] if back else 1_000)) is not None:
        back.append(number)
    assert found == back[::-1]
    return tuple(found)
