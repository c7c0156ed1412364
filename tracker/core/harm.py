"""Which facts hurt someone and which heal, in whatever shape a game keeps health."""

from tracker.core import facts as f


def is_harm(fact: f.Fact) -> bool:
    """Tell whether a fact hurts someone: points of a kind of damage were dealt, whatever they came to."""
    match fact:
        case f.TrackSet(damage_type=damage_type):
            return bool(damage_type)
        case f.PoolSet(vital=True, before=before, after=after):
            return after.value < before.value
        case _:
            return False


def is_healing(fact: f.Fact) -> bool:
    """Tell whether a fact takes marks off a track, or fills up a pool that says how hurt someone is."""
    match fact:
        case f.TrackSet(damage_type="", before=was, after=now):
            return now.filled < was.filled
        case f.PoolSet(vital=True, before=before, after=after):
            return after.value > before.value
        case _:
            return False
