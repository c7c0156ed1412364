"""What the row of a character says first: what bars from acting, what burns, what hinders, then numbers."""

from tests.plugins.tracker_vtm5.table import FifthEditionTable
from tracker.ui.glyphs import FULL
from tracker.ui.look import Look
from tracker.ui.themes import load_theme
from tracker.ui.view.badges import badges_of

LIGHTEST_FIRST = (
    "controlled", "faith_shield", "half_awake", "retreating", "broken_limb", "burning", "in_sunlight", "turn_lost",
    "fury_frenzy", "stunned", "immobile", "staked",
)  # fmt: skip


def row(table: FifthEditionTable, who: str) -> list[str]:
    look = Look(table.session.words, FULL, load_theme("dark").palette)
    return [badge.whole for badge in badges_of(table.who(who), table.session.table.rules, look)]


def test_the_gravest_comes_first_whatever_befell_first() -> None:
    table = FifthEditionTable("option order=fixed", "initiative", "next", "set Vera health /////")
    table.play("attack Vera defence_successes=9 by=Boris", "attack Boris defence_successes=9 by=Vera")
    table.play(*(f"condition Vera {kind}" for kind in LIGHTEST_FIRST))
    assert row(table, "Vera") == [
        "paralysed by a stake", "frozen stiff", "holding the Beast", "fury frenzy", "stunned", "in sunlight",
        "burning", "broken limb", "half awake", "giving way to faith", "imp. Health", "defences this turn 1",
        "shielded mind", "in control for a turn", "actions 1",
    ]  # fmt: skip


def test_torpor_stands_before_the_stake_and_final_death_alone_before_what_is_left() -> None:
    table = FifthEditionTable("stake Vera", "torpor Vera")
    assert row(table, "Vera") == ["torpor", "paralysed by a stake"]
    table.play("final_death Vera")
    assert row(table, "Vera") == ["Final Death"]


def test_the_sun_that_faith_calls_down_has_no_size() -> None:
    assert row(FifthEditionTable("remorse Vera failed cornered"), "Vera") == [
        "terror frenzy", "in sunlight", "fleeing",
    ]  # fmt: skip


def test_the_actions_of_a_turn_are_counted_until_it_is_over() -> None:
    table = FifthEditionTable("option order=fixed", "initiative Vera,Ignat", "next")
    table.play("attack Boris successes=0 by=Vera")
    assert row(table, "Vera") == ["actions 1"]
    table.play("next", "attack Boris successes=0 by=Ignat")
    assert (row(table, "Vera"), row(table, "Ignat")) == ([], ["actions 1"])
