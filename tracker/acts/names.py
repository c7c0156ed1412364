"""What the verbs of the program's own are called by id: known everywhere, without what describes them."""

THROW_AGAIN = "throw-again"
HISTORY_VERBS = ("undo", "redo", THROW_AGAIN)
"""Verbs about the past: a number takes back or brings again so many acts, # one act; faces are thrown again."""

QUERY_VERBS = ("help", "why", "odds", "sheet", "due")
"""Verbs that only answer."""

ACTING_VERBS = (
    "add", "encounter", "deal", "dice", "equip", "keep", "bring", "import", "copy", "remove",
    "rename", "side", "hide", "show", "note", "bookmark", "set", "change", "condition", "end",
    "next", "initiative", "move", "turn", "jump", "leave", "scene", "rename-scene", "fight", "end-fight", "pass",
    "rename-session", "session", "dismiss", "option",
)  # fmt: skip
"""Verbs that do something, as `tracker.acts.verbs` describes them."""

CORE_VERBS = frozenset((*ACTING_VERBS, *HISTORY_VERBS, *QUERY_VERBS))
"""All verbs of the program's own; what they are called and their help no ruleset changes."""


def value_called(verb: str, name: str) -> str:
    """The id of the term for a value of an act: of the program's own verbs it is a word of the language itself.

    A ruleset may have a trait of the same id: its Expression is not what `dice` throws.
    """
    return f"word.{name}" if verb in CORE_VERBS else name
