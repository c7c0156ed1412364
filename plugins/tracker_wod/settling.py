"""What follows once the Health of someone has changed, whoever changed it: waking, the clock of the dying and more."""

from tracker.api import Chance, Chapter, Draft, Intent, drafted
from tracker_wod import bleeding, grapple, healing, hits, states
from tracker_wod.hazards import electricity, fire

SETTLED = (
    hits.settled, states.settled, grapple.settled, healing.settled, bleeding.settled, fire.settled, electricity.settled,
)  # fmt: skip


def settle(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let every chapter look at changed Health; damage, healing, traits and boxes set by hand let it follow."""
    for who in intent.targets:
        for settled in SETTLED:
            settled(draft, who)


CHAPTER = Chapter(inner={"settle": drafted(settle)})
