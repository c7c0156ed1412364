"""What the players may see of a state and of an entry: the only source of any output for them.

All of it is built from what is known to be public, value by value; nothing is taken out of a copy. What this
page does not name, the players do not get.

- Who is hidden is worked out from the states before and after an entry: hidden after it, or hidden when they left.
  So showing someone later reveals nothing earlier.
- Hidden people, whatever speaks of them, and hidden rolls are gone. So are all notes but public ones, remarks of
  conditions, counters, values of the scene, and the typed lines.
- An entry that touches anything hidden is told by plain sentences about its public facts alone: the lines of a ruleset
  may say more than the facts do.
- Where the table wants foes' numbers rough, no number of a foe is shown: no gauge, trait, amount, initiative or roll.
  An entry that is about a foe is told by plain sentences too. Where words are wanted, one says how a foe stands.
- People go by their name, for an id is the first name that someone bore, perhaps while they were hidden. Entries have
  no number, for gaps would tell how much goes on unseen; `public_history` numbers those that remain.
"""

from tracker.core.lore import FOES_NUMBERS, NO_LORE, Lore
from tracker.core.public.entries import PublicHistory, public_entry, public_history
from tracker.core.public.sight import GM_OPTIONS
from tracker.core.public.states import public_state

__all__ = [
    "FOES_NUMBERS",
    "GM_OPTIONS",
    "NO_LORE",
    "Lore",
    "PublicHistory",
    "public_entry",
    "public_history",
    "public_state",
]
