"""The table options: where the rulebook leaves a question open, the table chooses (V5-OPT-01)."""

from tracker.api import Choice, OptionSpec, State


def _choices(option: str, default: str, *others: str, rule: str) -> OptionSpec:
    return OptionSpec(option, default, tuple(Choice(name) for name in (default, *others)), rule)


OPTIONS: tuple[OptionSpec, ...] = (
    _choices("halving", "all", "health_only", "off", rule="V5-DMG-02"),
    _choices("overflow", "convert", "lose", rule="V5-DMG-06"),
    _choices("crosses", "free_box", "over_slash", rule="V5-DMG-07"),
    _choices("lost_boxes", "drop_lightest", "convert", rule="V5-RES-13"),
    _choices("willpower_when_full", "cross", "refuse", rule="V5-RES-04"),
    _choices("final_death", "later_hit", "same_hit", rule="V5-STA-11"),
    _choices("coma_harm", "no_trace", "death_prompt", rule="V5-DMG-09"),
    _choices("blunt_weapons", "superficial", "aggravated", rule="V5-DMG-11"),
    _choices("injury_prompt", "already_impaired", "also_the_impairing_hit", rule="V5-DMG-18"),
    _choices("mixed_impairment", "one_penalty", "both_penalties", rule="V5-STA-02"),
    OptionSpec("smallest_pool", 1, (), "V5-DICE-10", minimum=0, maximum=1),
    _choices("called_shot", "successes", "dice", rule="V5-ATK-06"),
    _choices("one_sided_tie", "no_damage", "attacker_wins", "attacker_wins_by_one", rule="V5-ATK-03"),
    _choices("stake_weapon", "any_wooden_shaft", "hand_held", rule="V5-HAZ-11"),
    _choices("hits", "ready", "at_once", rule="V5-ATK-01"),
    _choices("bane_table", "current", "first_printing", rule="V5-RES-09"),
    _choices("forced_rouse", "on_failure", "always", rule="V5-RES-07"),
    _choices("rouse_at_hunger_5", "refuse", "allowed", rule="V5-RES-07"),
    _choices("aggravated_at_hunger_5", "allowed", "locked", rule="V5-RES-07"),
    _choices("torpor_mending", "removed", "not_removed", rule="V5-HEAL-05"),
    _choices("torpor_marks", "stay", "one_off", "clear", rule="V5-STA-09"),
    _choices("torpor_broken_hunger", "four", "one_less_than_before", rule="V5-STA-10"),
    _choices("exposure_turn", "last", "first", rule="V5-HAZ-02"),
    _choices("exposure_moment", "end_of_turn", "start_of_turn", "end_of_round", rule="V5-HAZ-01"),
    _choices("icy_water_wait", "one_hour", "half_an_hour", rule="V5-HAZ-09"),
    _choices("cold_restart", "full_interval", "next_night", rule="V5-HAZ-07"),
    _choices("faith_pool", "unmarked_boxes", "full_rating", rule="V5-HAZ-13"),
    _choices("faith_damage", "margin", "all_successes", rule="V5-HAZ-13"),
    _choices("treatment", "half_medicine", "one_per_success", "typed", rule="V5-HEAL-09"),
    _choices("hospital", "weekly", "at_the_end", rule="V5-HEAL-10"),
    _choices("willpower_aggravated", "session_start", "session_end", rule="V5-HEAL-12"),
    _choices("order", "action", "fixed", rule="V5-INI-01"),
)
_SPECS = {spec.id: spec for spec in OPTIONS}


def is_set(view: State, option: str, value: str) -> bool:
    """Whether a table option has this value; where the session says nothing its default counts."""
    return view.option(option, _SPECS[option].default) == value


def smallest_pool(view: State) -> int:
    """The number of dice below which no penalty takes a pool: 1, or 0 (V5-DICE-10)."""
    return int(bool(view.option("smallest_pool", _SPECS["smallest_pool"].default)))
