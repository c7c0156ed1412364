"""The tones of the marks of a track: the heavier a mark, the graver its tone."""

from collections.abc import Mapping

from tracker.core.state import EMPTY_BOX
from tracker.rules.facade import Rules
from tracker.ui.paint import Tone

COMMON_MARKS: Mapping[str, Tone] = {EMPTY_BOX: "empty", "/": "light", "X": "heavy", "*": "worst"}
"""Where no ruleset says otherwise."""


def mark_tones(rules: Rules | None) -> Mapping[str, Tone]:
    """The tone of each mark of the ruleset's tracks, and of an empty box."""
    tones: dict[str, Tone] = {EMPTY_BOX: "empty"}
    for spec in (track for kind in (rules.kinds.values() if rules else ()) for track in kind.tracks):
        last = len(spec.marks) - 1
        for number, mark in enumerate(spec.marks):
            tones.setdefault(mark.mark, "worst" if number == last and number else "heavy" if number else "light")
    return tones if len(tones) > 1 else COMMON_MARKS
