"""How someone stands, in one word and without a number."""

from collections.abc import Collection, Iterator

from tracker.core.state import Character

UNHURT, HURT, BADLY_HURT, OUT = BANDS = ("band.unhurt", "band.hurt", "band.badly-hurt", "band.out")


def band_of(character: Character, vital: Collection[str]) -> str | None:
    """Return the word for the worst of the vital gauges, None where someone has none.

    Up to half of a gauge is gone: hurt; more: badly hurt. Only who cannot act any more is out.
    """
    worst = max(_shares_gone(character, vital), default=None)
    if worst is None:
        return None
    if worst >= 1 and not character.can_act:
        return OUT
    if worst <= 0:
        return UNHURT
    return HURT if worst <= 1 / 2 else BADLY_HURT


def _shares_gone(character: Character, vital: Collection[str]) -> Iterator[float]:
    for name, track in character.tracks.items():
        if name in vital and track.size:
            yield track.filled / track.size
    for name, pool in character.pools.items():
        if name in vital and pool.maximum is not None and pool.maximum > pool.minimum:
            yield (pool.maximum - pool.value) / (pool.maximum - pool.minimum)
