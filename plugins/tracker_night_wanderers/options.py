"""The table options: where the rulebook is silent or can be read in two ways, the table chooses."""

from tracker.api import Choice, OptionSpec, State

_CHOICES: dict[str, tuple[str, ...]] = {
    "health_level": ("point", "band"),
    "pain_low_bands": ("stated", "growing"),
    "zero_tie": ("miss", "hit"),
    "missile_damage": ("total", "net"),
    "missile_dodge_difficulty": ("four", "shot"),
    "half_rounding": ("down", "up"),
    "fortitude_single_point": ("keeps_one", "cancels"),
    "torpor_exit": ("blood", "blood_and_health"),
    "deep_overflow": ("torpor", "final_death"),
    "mortal_overflow": ("runs_on", "stops_at_zero"),
    "heal_per_turn": ("any", "one"),
    "initiative_roll": ("once", "each_turn"),
    "hold_first_damage": ("next_turn", "at_once"),
    "extra_action_order": ("passes", "all_at_once"),
    "werewolf_claws": ("ordinary", "deep"),
    "pain_scope": ("all_pools", "actions_only"),
    "melee_damage": ("flat", "net"),
    "extended_contest": ("net", "sum"),
    "boost_steps": ("continue", "restart"),
    "frenzy_recheck": ("every_loss", "once_per_episode"),
    "point_blank_bow": ("barred", "medium"),
    "slow_exposure": ("second", "first"),
}

OPTIONS: tuple[OptionSpec, ...] = tuple(
    OptionSpec(name, choices[0], tuple(Choice(choice) for choice in choices), f"NW-OPT-{number:02}")
    for number, (name, choices) in enumerate(_CHOICES.items(), 1)
)


def is_set(view: State, name: str, choice: str) -> bool:
    """Whether the table option `name` stands at `choice`; an option that the session lacks stands at its default."""
    return view.option(name, _CHOICES[name][0]) == choice
