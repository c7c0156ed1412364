"""Which acts are the likeliest now: what this table has used last, then those that have keys."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from tracker.core.history import Entry

MOST_LIKELY = 10
_LOOKED_BACK = 60
_FADING = 0.93
"""How much an act counts, of the one after it."""
_KEYED = 0.35
"""How much it counts that an act has a key: so much that what was done long ago does not push it out."""


def likeliest(
    acts: Sequence[str], entries: Sequence[Entry], keyed: Iterable[str], barred: Collection[str]
) -> list[str]:
    """The ten likeliest of `acts`, by their ids; `barred` ones are not possible now. `keyed` have keys."""
    score: dict[str, float] = defaultdict(float)
    weight = 1.0
    for entry in islice(reversed(entries), _LOOKED_BACK):
        score[entry.do.partition(" ")[0]] += weight
        weight *= _FADING
    weight = _KEYED
    for act in keyed:
        score[act] += weight
        weight *= _FADING
    possible = [act for act in acts if act not in barred and act in score]
    return sorted(possible, key=lambda act: -score[act])[:MOST_LIKELY]
