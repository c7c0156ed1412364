"""The table options are the open questions of the rulebook, each with the reading that holds where nobody chooses."""

from tests.plugins.tracker_night_wanderers.table import RULES

# NW-OPT-01 to -22 in order: the name, then the choices, the default first.
OPTIONS = """
health_level point band
pain_low_bands stated growing
zero_tie miss hit
missile_damage total net
missile_dodge_difficulty four shot
half_rounding down up
fortitude_single_point keeps_one cancels
torpor_exit blood blood_and_health
deep_overflow torpor final_death
mortal_overflow runs_on stops_at_zero
heal_per_turn any one
initiative_roll once each_turn
hold_first_damage next_turn at_once
extra_action_order passes all_at_once
werewolf_claws ordinary deep
pain_scope all_pools actions_only
melee_damage flat net
extended_contest net sum
boost_steps continue restart
frenzy_recheck every_loss once_per_episode
point_blank_bow barred medium
slow_exposure second first
"""


def test_every_option_has_its_rule_its_choices_and_its_default() -> None:
    found = {
        spec.rule: (name, spec.default, *[one.id for one in spec.choices])
        for name, spec in RULES.options.items()
        if spec.rule
    }
    wanted = [line.split() for line in OPTIONS.split("\n") if line]
    assert found == {
        f"NW-OPT-{number:02}": (name, choices[0], *choices) for number, (name, *choices) in enumerate(wanted, 1)
    }
