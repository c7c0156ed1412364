"""The table options (UBN-OPT-01)."""

from tracker.api import Chapter, Choice, OptionSpec


def _choice(option: str, rule: str, *choices: str) -> OptionSpec:
    return OptionSpec(option, choices[0], tuple(map(Choice, choices)), rule)


OPTIONS = (
    OptionSpec("ten_succeeds", True, rule="UBN-DICE-05"),
    _choice("bands", "UBN-DICE-06", "shift", "fixed"),
    OptionSpec("second_ace", 0, rule="UBN-DICE-10", minimum=0, maximum=1),
    OptionSpec("attacker_limit", 4, rule="UBN-ATK-06", minimum=0, maximum=100),
    _choice("limit_counts", "UBN-ATK-06", "attackers", "attacks"),
    OptionSpec("guards_take_places", True, rule="UBN-ATK-13"),
    _choice("guns_and_defence", "UBN-DEF-01", "whole", "armour only"),
    _choice("total_defence", "UBN-DEF-02", "armour once", "whole"),
    _choice("initiative_ten", "UBN-INI-01", "face value", "draws again"),
    _choice("untrained", "UBN-RES-01", "free", "penalty"),
    OptionSpec("vitae_limits", True, rule="UBN-RES-07"),
    OptionSpec("hide_target_numbers", False, rule="UBN-DICE-15"),
)
"""The switches of UBN-OPT-01, then two that other rules name: Vitae as a plain counter, and the target's numbers
kept out of the preview."""
CHAPTER = Chapter(options=OPTIONS)
