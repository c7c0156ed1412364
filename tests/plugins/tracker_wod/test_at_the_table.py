"""What a game master meets while typing: what is said before the dice fall, who is refused what, the way round it."""

import pytest

from tests.plugins.tracker_wod.scene import COMMANDS, WORDS, Scene, told
from tracker.api import Chances, ConditionEnded, Message, Refusal, Rolled, Term, TrackSet, as_working, message
from tracker.command.commands import ActCommand
from tracker.text import Words

RUSSIAN = Words("ru", Scene().engine.rules.catalogue)
MELEE = (
    "add Anna dexterity=3", "add Bob defence=0", "add Gunner strength=3 dexterity=3 firearms=4 weapon=smg-small",
    "initiative Anna=9 Bob=8 Gunner=3", "next", "attack Bob || 8",
)  # fmt: skip
HELD = (
    "add Drew strength=3 brawl=3", "add An strength=1 brawl=1", "initiative Drew=9 An=3", "next",
    "grapple An || 8 8 8 8", "next", "next",
)  # fmt: skip


def odds_of(scene: Scene, line: str) -> Chances:
    command = COMMANDS.parse(line, scene.state)
    assert isinstance(command, ActCommand)
    chances = scene.engine.rules.odds(scene.state, command.intent)
    assert chances is not None
    return chances


def refused(scene: Scene, line: str) -> str:
    with pytest.raises(Refusal) as refusal:
        scene.play(line)
    return WORDS.say(refusal.value.reason)


def said(lines: tuple[Message, ...]) -> list[str]:
    return [line.id for line in lines]


# ---------------------------------------------------------------------- before Enter


def test_a_burst_names_before_the_dice_whom_it_takes_in_besides_its_target() -> None:
    scene = Scene().play(*MELEE)
    notes = [WORDS.say(note) for note in odds_of(scene, "attack Anna burst=short by=Gunner").notes]
    assert notes == ['The burst also strikes Bob: 2 targets. "only these" leaves them out']
    assert not odds_of(scene, "attack Anna burst=short only by=Gunner").notes


def test_a_single_shot_names_before_the_dice_who_fights_beside_the_target() -> None:
    scene = Scene().play(*MELEE)
    assert said(odds_of(scene, "attack Anna by=Gunner").notes) == ["wod.remind.melee"]
    assert not odds_of(scene, "attack Anna spare=Bob by=Gunner").notes


def test_sparing_somebody_in_a_grapple_costs_more_and_says_so() -> None:
    # WOD-ATK-29: −2 for each, −4 in a grapple.
    scene = Scene().play(*HELD, "add Eve dexterity=3 firearms=3 weapon=pistol-light")
    assert [WORDS.say(note) for note in odds_of(scene, "attack An by=Eve").notes] == [
        "An fights Drew. spare=NAME spares each at −4"
    ]
    assert odds_of(scene, "attack An spare=Drew by=Eve").pool == odds_of(scene, "attack An by=Eve").pool - 4


def test_a_weapon_that_is_not_in_hand_is_told_before_the_dice() -> None:
    scene = Scene().play(*MELEE)
    assert said(odds_of(scene, "attack Bob weapon=knife by=Anna").notes) == ["wod.remind.drawing"]


def test_what_is_told_before_the_dice_is_in_the_log_too() -> None:
    scene = Scene().play(*MELEE)
    notes = odds_of(scene, "attack Anna burst=short by=Gunner").notes
    scene.at_random("attack", "Gunner", ("Anna",), burst="short")
    assert notes
    assert all(as_working(note) in scene.outcome.lines for note in notes)


@pytest.mark.parametrize(
    ("lines", "targets"),
    [
        (("next",), 2),  # the blow of this round
        (("next", "next", "next"), 2),  # the next round: Bob has not had his turn again
        (("next", "next", "next", "next", "next"), 1),  # both have, and struck no more
    ],
)
def test_a_blow_binds_two_until_both_have_had_another_turn(lines: tuple[str, ...], targets: int) -> None:
    scene = Scene().play(*MELEE, *lines)
    scene.at_random("attack", "Gunner", ("Anna",), burst="short", free=True)
    assert len(scene.rolls()) == targets


# ---------------------------------------------------------------------- how a line reads


def test_the_damage_of_each_target_of_a_burst_follows_its_own_roll() -> None:
    scene = Scene().play(*MELEE, "next", "next", "attack Anna burst=short by=Gunner || " + " ".join("8" * 16))
    told = [fact.who if isinstance(fact, TrackSet) else fact.against for fact in scene.outcome.facts
            if isinstance(fact, (Rolled, TrackSet))]  # fmt: skip
    assert told == ["Anna", "Anna", "Bob", "Bob"]


def test_a_roll_says_what_came_of_it_before_it_says_how() -> None:
    scene = Scene().play("add A strength=4 brawl=2", "roll strength+brawl by=A || 8 1 1 1 9 1")
    assert scene.log() == ["A, roll: 2 successes · Strength 4 + Brawl 2 = 6 dice: 8 1 1 1 9 1"]


def test_a_pool_that_begins_below_nothing_is_read_with_its_sign_at_the_number() -> None:
    scene = Scene().play("add A", "roll pool=-2 by=A || 3")
    assert scene.log() == ["A, roll: failure · dice pool −2 = −2 · chance die: 3"]


def test_a_long_time_of_bleeding_or_acid_is_told_state_by_state() -> None:
    scene = Scene().play("add A health=XXXXXXX", "pass 1d")
    assert [fact.amount for fact in scene.outcome.facts if isinstance(fact, TrackSet)] == [7]
    scene = Scene().play("add A", "continuous A 1 bashing text=acid", "pass 1m")
    assert [fact.amount for fact in scene.outcome.facts if isinstance(fact, TrackSet)] == [7, 7, 6]
    assert scene.character("A").tracks["health"].marks == "******X"


def test_lasting_damage_with_a_number_of_rounds_ends_after_them_while_time_passes() -> None:
    scene = Scene().play("add A", "continuous A 2 lethal rounds=3 text=acid", "pass 1m")
    assert scene.character("A").tracks["health"].marks == "XXXXXX."
    assert not scene.character("A").has_condition("continuous")


def test_fire_that_has_burned_somebody_down_names_them() -> None:
    scene = Scene().play("add Vera health=XXXXXX.", "initiative Vera=9", "next", "burn Vera torch")
    (line,) = [WORDS.say(due.line) for due in scene.prompts("burned:")]
    assert line.startswith("Vera ")


# ---------------------------------------------------------------------- who is refused, and the way round it


@pytest.mark.parametrize(
    ("lines", "line", "name"),
    [
        (("attack B || 1 1 1",), "attack B", "A"),
        (("walk",), "walk", "A"),
        (("walk",), "aim", "A"),
        (("condition A stunned",), "draw knife", "A"),
        (("dodge",), "attack B", "A"),
        (("condition B held",), "stand by=B", "B"),
        (("condition A immobilised",), "run", "A"),
        (("condition A jammed", "set A weapon=pistol-light"), "attack B", "A"),
        ((), "keep-pin", "A"),
        ((), "break-free", "A"),
        ((), "release", "A"),
        ((), "act-now after B", "A"),
        ((), "fresh-start before B", "A"),
    ],
)
def test_a_refusal_about_somebody_names_them_in_both_languages(lines: tuple[str, ...], line: str, name: str) -> None:
    scene = Scene().play("add A strength=4", "add B defence=0", "initiative A=9 B=3", "next", *lines)
    with pytest.raises(Refusal) as refusal:
        scene.play(line)
    assert WORDS.say(refusal.value.reason).startswith(f"{name} ")
    assert RUSSIAN.say(refusal.value.reason).startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (("attack B || 1 1 1",), "attack B free || 1 1 1"),
        (("walk",), "walk free"),
        (("walk",), "run free"),
        (("walk",), "aim free"),
        (("attack B || 1 1 1",), "dodge free"),
        (("condition A no-defence",), "attack B charge free || 1 1 1"),
        (("condition A immobilised",), "run free"),
        (("attack B || 1 1 1",), "carry-over free"),
    ],
)
def test_the_word_that_a_refusal_names_does_it_anyway(lines: tuple[str, ...], line: str) -> None:
    scene = Scene().play("add A strength=4", "add B defence=0", "initiative A=9 B=3", "next", *lines)
    plain = line.partition("||")[0].replace(" free", "").strip()
    assert refused(scene, plain).endswith('To do it anyway, add "free"')
    scene.play(line)


@pytest.mark.parametrize(
    "line", ["heal A,B", "restore A,B", "cure A,B", "stabilise A", "extinguish A", "keep-pin by=A", "resist-drug by=A"]
)
def test_a_refusal_that_no_act_came_of_names_everybody_it_was_to_be_about(line: str) -> None:
    scene = Scene().play("add A", "add B")
    assert refused(scene, line).startswith("A, B" if "B" in line else "A")


def test_aiming_takes_the_whole_round() -> None:
    # WOD-ATK-31: nothing but aiming, standing still.
    scene = Scene().play("add A firearms=3 weapon=pistol-light", "initiative A=9", "next", "aim")
    assert refused(scene, "walk") == 'A has no move left this round. To do it anyway, add "free"'


def test_the_dead_roll_only_by_the_game_masters_word() -> None:
    scene = Scene().play("add A strength=3 health=*******")
    assert refused(scene, "roll strength by=A") == 'A is dead. To do it anyway, add "even so"'
    scene.play("roll strength even-so no-wounds by=A || 1 1 1")


def test_a_refusal_lists_no_more_than_a_dozen_words() -> None:
    scene = Scene().play("add A")
    for line in ("roll zzz by=A", "roll st by=A", "roll wits+st by=A"):
        assert refused(scene, line).count(",") < 12


# ---------------------------------------------------------------------- wounds, and what follows from them


def test_wounds_cost_nothing_in_a_roll_that_says_so() -> None:
    scene = Scene().play("add A strength=4 brawl=2 health=XXXXXX.", "add B defence=0")
    scene.play("roll strength no-wounds by=A || 1 1 1 1", "attack B no-wounds by=A || 1 1 1 1 1 1")
    scene.play("attack B by=A || 1 1 1 1")


def test_lost_stamina_shortens_health_and_deepens_marks_and_comes_back_with_its_boxes() -> None:
    # WOD-DMG-03 and WOD-EFF-01: Health is Stamina + Size, as the Attribute counts now.
    scene = Scene().play("add A stamina=3 health=XX//////", "drain A stamina 2")
    assert scene.character("A").tracks["health"].marks == "XXXX//"
    scene.play("restore A stamina")
    assert scene.character("A").tracks["health"].marks == "XXXX//.."


def test_lost_resolve_lowers_the_most_of_willpower() -> None:
    scene = Scene().play("add A resolve=3", "drain A resolve 2")
    assert (scene.character("A").pools["willpower"].value, scene.character("A").pools["willpower"].maximum) == (3, 3)
    (loss,) = scene.character("A").conditions_of_kind("attribute-loss")
    scene.play("end A attribute-loss")
    assert scene.character("A").pools["willpower"].maximum == 5, loss


def test_a_sleeper_wakes_when_hurt() -> None:
    scene = Scene().play("add A", "condition A asleep", "damage A 1")
    assert [fact for fact in scene.outcome.facts if isinstance(fact, ConditionEnded)]
    assert scene.log()[-1] == "A wakes up, hurt"
    assert not scene.play("condition A asleep", "damage A 0").log()[1:]


def test_a_vampire_does_not_die_of_lethal_wounds() -> None:
    scene = Scene().play("add V vampire", "damage V 7 lethal")
    assert scene.log()[-1] == "V falls into torpor"
    assert not scene.state.open_due


# ---------------------------------------------------------------------- fire before the first round


def test_contact_with_fire_just_before_the_fight_is_that_of_its_first_round() -> None:
    # WOD-HAZ-40, -41: a torch does 1 a round; alight only after more than one round of contact.
    scene = Scene().play("add A", "initiative A=9", "burn A torch", "next")
    assert scene.character("A").tracks["health"].marks == "X......"
    scene.play("leave-fire A")
    assert not scene.character("A").has_condition("burning")


# ---------------------------------------------------------------------- a weapon in a hold


def test_a_large_weapon_is_of_no_use_in_a_hold_unless_the_game_master_says_so() -> None:
    scene = Scene().play(*HELD, "set Drew weapon=sword")
    assert (
        refused(scene, "hold An weapon")
        == 'Drew can\'t use so large a weapon in a grapple. To do it anyway, add "free"'
    )
    scene.play("hold An weapon free || 8 1 1 1 1 1 1 1")


def test_the_opponents_large_weapon_may_be_turned_on_them() -> None:
    scene = Scene().play(*HELD, "set An weapon=sword", "hold An turn || 8 1 1 1 1")
    scene.play("next", "next", "hold An weapon || 8 1 1 1 1 1 1 1")
    assert scene.character("An").tracks["health"].marks == "X......"


def test_a_jammed_gun_kills_nobody_helpless() -> None:
    scene = Scene().play("add A weapon=pistol-light", "add B health=XXXXXXX", "condition A jammed")
    assert refused(scene, "killing-blow B by=A") == "A has a jammed gun: clear it first (clear-jam)"


# ---------------------------------------------------------------------- the sheet of who cannot act


@pytest.mark.parametrize("condition", ["asleep", "immobilised"])
@pytest.mark.parametrize("value", ["defence", "dodge", "speed", "run", "initiative"])
def test_who_cannot_move_has_nothing_left_of_what_moving_takes(condition: str, value: str) -> None:
    # WOD-STATE-13.
    scene = Scene().play("add A", f"condition A {condition}")
    derived = scene.derived("A", value)
    assert (derived.value, sum(part.value for part in derived.parts)) == (0, 0)


@pytest.mark.parametrize(
    ("line", "dice"),
    [
        ("roll strength brawl", 5),
        ("roll str br", 5),
        ("roll strength brawl 2", 7),
        ("roll brawl strength willpower", 8),
        ("roll wits+wits", 8),
        ("roll wits wits", 8),
        ("roll w+wits", 8),
        ("roll strength brawl by=Ann", 5),
    ],
)
def test_traits_are_added_whether_joined_or_typed_one_by_one(line: str, dice: int) -> None:
    scene = Scene().play("add Ann strength=3 brawl=2 wits=4")
    assert odds_of(scene, line if "by=" in line else f"{line} by=Ann").pool == dice


def test_only_the_first_of_two_shortened_words_is_taken_for_an_attribute() -> None:
    scene = Scene().play("add Ann wits=4")
    assert refused(scene, "roll w+w by=Ann") == WORDS.say(
        message("wod.refused.which_trait", typed="w", list=(Term("wits"), Term("weaponry")))
    )


def test_an_extended_roll_takes_traits_typed_one_by_one() -> None:
    scene = Scene().play("add Ann", "extended Ann cure 4 intelligence medicine")
    assert scene.state.characters["Ann"].conditions["extended:cure"].data["traits"] == "intelligence+medicine"


@pytest.mark.parametrize(
    ("barrier", "begins"), [("", "заслон: "), ("window", "окно: "), ("garden wall", "garden wall: ")]
)
def test_a_barrier_is_called_by_its_name_or_by_the_word_for_one(barrier: str, begins: str) -> None:
    scene = Scene().play("add A")
    scene.do("cover", "A", level="full", durability=2, **({"barrier": barrier} if barrier else {}))
    line = told(scene.outcome, "wod.barrier.set")
    assert line is not None
    assert RUSSIAN.say(line).startswith(begins)
