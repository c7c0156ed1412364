"""From an intent to the whole outcome of one act: the core's own verbs, the ruleset's hooks, what follows from them.

The engine decides who is called and in which order; what a rule says is the ruleset's. Every intent is adjusted by the
house rules once, and its values are read once, before anything is carried out.
"""

from tracker.engine.engine import Compose, Engine

__all__ = ["Compose", "Engine"]
