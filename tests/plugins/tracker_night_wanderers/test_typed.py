"""What a game master types comes out as the rulebook says, in both languages, and the log carries its reasons."""

from pathlib import Path

import pytest

from tests.languages import LANGUAGES
from tests.plugins.tracker_night_wanderers.table import ENGINE, RULES
from tests.tables import EPOCH, MemoryJournal, commands_for, words_for
from tracker.answers import answer
from tracker.api import Character, ConditionEnded, InitiativeSet, Refusal, Rolled, State
from tracker.command.commands import ActCommand, QueryCommand
from tracker.command.run import perform_line
from tracker.core.facts import Fact
from tracker.core.history import History
from tracker.journal.header import SessionHeader
from tracker.opening import Session
from tracker.table import Table
from tracker.ui.glyphs import FULL
from tracker.ui.look import Look
from tracker.ui.themes import load_theme
from tracker.ui.view.badges import badges_of
from tracker.ui.view.preview import preview_spans
from tracker.ui.view.story import Manner, Storyteller, block_lines

ROOT = Path(__file__).parents[3]


class Evening:
    """A session in which lines are typed."""

    def __init__(self, *lines: str, language: str = "en") -> None:
        words = words_for(RULES, language)
        options = {name: option.default for name, option in RULES.options.items()}
        table = Table(History(State(options=options)), RULES, MemoryJournal(), words, engine=ENGINE)
        header = SessionHeader("Evening", RULES.card.id, "1.0", language, EPOCH)
        self.session = Session(Path("memory.toml"), header, table, words, commands_for(RULES, words))
        self.type(*lines)

    def type(self, *lines: str) -> list[str]:
        """Carry lines out; return what the last one told."""
        for line in lines:
            perform_line(self.session, line)
        return self.told()

    def refused(self, line: str) -> str:
        """Type a line that must be refused and change nothing; return the id of the reason."""
        before = self.state
        with pytest.raises(Refusal) as refused:
            perform_line(self.session, line)
        assert self.state == before
        return refused.value.reason.id

    @property
    def state(self) -> State:
        return self.session.table.state

    def told(self) -> list[str]:
        entries = self.session.table.history.entries
        return [self.session.words.say(line) for line in entries[-1].tell] if entries else []

    def facts(self) -> tuple[Fact, ...]:
        return self.session.table.history.entries[-1].facts

    def rolls(self) -> list[Rolled]:
        return [fact for fact in self.facts() if isinstance(fact, Rolled)]

    def who(self, name: str) -> Character:
        return self.state.characters[name]

    def points(self, name: str, gauge: str = "health") -> tuple[int, int | None]:
        pool = self.who(name).pools[gauge]
        return pool.value, pool.maximum

    def words(self, name: str) -> list[str]:
        return [word.id for word in self.who(name).status]

    def due(self) -> list[str]:
        return [due.id for due in self.state.open_due]

    def due_lines(self) -> list[str]:
        return [self.session.words.say(due.line) for due in self.state.open_due]


def look_of(evening: Evening) -> Look:
    return Look(evening.session.words, FULL, load_theme("dark").palette)


# ---------------------------------------------------------------------- what is given for a sheet


def test_the_words_of_a_sheet_are_read_in_any_case_and_in_either_language() -> None:
    english = Evening("add B wields=Claws origin=Dragazhar")
    russian = Evening("add B происхождение=Драгазар", "add C", "set C происхождение Драгазар", language="ru")
    assert (english.who("B").text("wields"), english.who("B").integer("humanity")) == ("claws", 5)
    for name in ("B", "C"):
        assert (russian.who(name).text("origin"), russian.who(name).integer("humanity")) == ("dragazhar", 5)


@pytest.mark.parametrize("given", ["celerity=9", "humanity=99", "strength=200", "wields=bazooka", "health=40"])
def test_what_cannot_be_is_refused_at_add_as_at_set(given: str) -> None:
    evening = Evening("add A")
    assert evening.refused(f"add B {given}")
    assert evening.refused(f"set A {given.replace('=', ' ')}")


def test_a_gauge_and_its_maximum_on_the_sheet_are_one_truth() -> None:
    evening = Evening("add V", "set V health 8/40")
    assert (evening.points("V"), evening.who("V").integer("health_max")) == ((8, 40), 40)
    evening.type("set V health_max 30")
    assert (evening.points("V"), evening.who("V").integer("health_max")) == ((8, 30), 30)
    evening.type("add U health=3/12 blood=2/9")
    assert (evening.who("U").integer("health_max"), evening.who("U").integer("blood_max")) == (12, 9)
    evening.type("add W werewolf", "set W health 7")
    assert (evening.points("W"), evening.who("W").integer("health_max")) == ((7, 7), 7)
    assert "health" not in evening.who("W").traits
    evening.type("set W health_max 12", "damage W 9")
    assert evening.points("W") == (-2, 12)


# ---------------------------------------------------------------------- time that passes


def test_soak_at_a_turns_end_can_be_declined() -> None:
    evening = Evening("option fortitude_single_point=cancels", "add V fortitude=1 physical_defence=3")
    evening.type("expose V big_fire soak=decline", "pass 2 hours")
    assert evening.words("V") == ["final_death"]


def test_the_turns_of_a_stretch_of_time_do_their_work() -> None:
    # NW-STATE-16 and NW-HAZ-01: a minute is twenty turns of three seconds.
    evening = Evening("add H human health=-2", "add S human health=-2", "stabilise S", "add V", "expose V direct_sun")
    evening.type("pass 30 s")
    assert (evening.points("H"), evening.words("H")) == ((-10, 10), ["final_death"])
    assert evening.points("S") == (-2, 10)
    assert evening.points("V") == (15, 25)
    assert evening.due() == ["frenzy:V:sun"]
    evening.type("pass 45 s")
    assert (evening.points("V"), evening.words("V")) == ((0, 25), ["torpor"])
    evening.type("pass 3 s")
    assert evening.words("V") == ["final_death"]


def test_an_hour_of_sun_is_the_end_of_a_vampire_in_one_act() -> None:
    evening = Evening("add V", "expose V direct_sunlight", "pass 1 hour")
    assert evening.words("V") == ["final_death"]
    assert len(evening.told()) < 10
    evening.type("undo")
    assert evening.points("V") == (25, 25)


def test_every_second_turn_counts_on_over_short_stretches_and_fights() -> None:
    # NW-HAZ-02: the loss comes at the end of the second, fourth, sixth turn; seconds that are left over add up.
    evening = Evening("add V", "add W", "expose V indirect_sunlight", "pass 3 s")
    assert evening.points("V") == (25, 25)
    evening.type("pass 2 s")
    assert evening.points("V") == (25, 25)
    evening.type("pass 1 s")
    assert evening.points("V") == (24, 25)
    evening.type("initiative V=1 W=2", "next", "next", "next")
    assert evening.points("V") == (24, 25)
    evening.type("pass 3 s")
    assert evening.points("V") == (23, 25)


def test_whoever_drinks_steadily_drinks_on_while_time_passes() -> None:
    evening = Evening("add V blood=1 blood_max=9", "add H human", "drink on=H willing steadily by=V", "pass 9 s")
    assert (evening.points("V", "blood"), evening.points("H", "blood")) == ((5, 9), (6, 10))
    evening.type("pass 1 minute")
    assert evening.words("H") == ["final_death"]
    assert not evening.who("V").has_condition("drinking")


def test_a_soak_at_a_turns_end_says_against_what() -> None:
    evening = Evening("option fortitude_single_point=cancels", "add V fortitude=1 physical_defence=1")
    told = evening.type("expose V big_fire", "pass 6 s faces=5,1")
    assert [line for line in told if "soak" in line] == [
        "V soaks the damage (big fire). Physical Defence 1 against 5: 5",
        "V fails to soak the damage (big fire). Physical Defence 1 against 5: 1",
    ]
    assert evening.points("V") == (24, 25)
    assert evening.refused("pass 2 hours") == "nw.too_many_soaks"


# ---------------------------------------------------------------------- what is due


def test_an_offer_goes_with_the_action_it_needs_and_with_the_hold() -> None:
    evening = Evening(
        "add A strength=3 unarmed_combat=3 pa=3 blood=8 blood_max=9",
        "add B human physical_defence=1",
        "initiative A=4 B=5",
        "next",
        "grapple B faces=4,1,1,1",
    )
    assert evening.due() == []
    evening.type("next", "next")
    assert evening.due() == ["hold:A", "bite:A"]
    evening.type("due 2")
    assert evening.due() == []
    assert not [line for line in evening.told() if line.startswith("No longer")]
    evening.type("next", "next")
    assert evening.due() == ["hold:A", "bite:A", "drink:A"]
    assert evening.due_lines() == [
        "A holds B and can deal 3 damage without a roll",
        "A holds B and can bite for 1 level",
        "A has bitten B and can drink 1 blood point a turn",
    ]
    evening.type("release")
    assert evening.due() == []


def test_what_would_destroy_a_sleeper_is_not_offered() -> None:
    # NW-STATE-11, NW-ATK-10: a bite in torpor is Final Death.
    evening = Evening("add A strength=3", "add B", "initiative A=1 B=2", "next", "grapple B faces=4,4,1,1")
    evening.type("set B health 0", "next", "next")
    assert evening.due() == ["hold:A"]
    evening.type("set A wields claws")
    assert evening.due() == []


def test_a_check_that_waits_has_the_difficulty_of_the_moment() -> None:
    # NW-EFF-09, 10: at 2 blood or less the sight of blood is at 5, above it at 4; both together are one check.
    evening = Evening(
        "add D blood=1 blood_max=9 pa=1", "add H human", "provoke D blood_sensed", "provoke D creature_pr"
    )
    assert evening.due() == ["frenzy:D:hunger"]
    assert evening.due_lines() == ["D must make a frenzy check (blood seen or smelt), difficulty 5"]
    evening.type("frenzy_check D creature_present faces=5")
    assert evening.rolls()[0].data["difficulty"] == 5
    evening.type("undo", "drink H willing by=D", "drink H willing by=D")
    assert evening.due_lines() == ["D must make a frenzy check (blood seen or smelt), difficulty 4"]
    evening.type("frenzy_check D blood_sensed faces=4")
    assert evening.rolls()[0].data["difficulty"] == 4
    assert evening.due() == []


def test_the_insatiable_are_asked_as_soon_as_anybody_with_blood_is_there() -> None:
    evening = Evening("add D blood=1 blood_max=9 pa=1")
    assert evening.due() == []
    evening.type("add H human")
    assert evening.due() == ["frenzy:D:hunger"]
    evening.type("frenzy_check D creature_present faces=6")
    assert evening.due() == []
    evening.type("add K human")
    assert evening.due() == ["frenzy:D:hunger"]
    evening.type("set D blood 6")
    assert evening.due() == []
    evening.type("set D blood 2")
    assert evening.due() == ["frenzy:D:hunger"]


def test_a_check_that_was_dismissed_comes_again_with_a_new_cause() -> None:
    evening = Evening("add D pa=1", "provoke D rage", "dismiss 1")
    assert evening.due() == []
    evening.type("provoke D rage")
    assert evening.due() == ["frenzy:D:rage:2"]


def test_a_newcomer_who_gets_a_number_has_what_was_due() -> None:
    evening = Evening("add A", "add B", "initiative A=1 B=2", "next", "add C human", "add D human")
    assert evening.due() == ["no-initiative:C", "no-initiative:D"]
    assert len(evening.type("initiative C=5")) == 1
    assert len(evening.type("initiative faces=3,4")) == 1
    assert evening.due() == []


def test_a_gauge_set_by_hand_brings_what_the_same_wound_would() -> None:
    evening = Evening("add A strength=2", "add B human", "grapple A by=B rating=1 faces=6,1", "set B health 0")
    assert evening.told()[1:] == ["B falls unconscious", "B no longer holds A"]
    evening.type("set B health 4")
    assert evening.told()[1:] == ["B is conscious again"]
    evening.type("expose A big_fire", "provoke A fire", "set A health 0")
    assert evening.words("A") == ["torpor"]
    assert evening.told()[1:] == [
        "A falls into torpor: no health left",
        "No longer to do: A must make a frenzy check (fire), difficulty 4",
    ]


def test_a_check_that_is_never_rolled_is_told_of_when_the_scene_ends() -> None:
    told = Evening("add D pa=1", "provoke D rage").type("scene")
    assert told == ["A new scene", "No longer to do: D must make a frenzy check (rage), difficulty 4"]


def test_the_last_drop_is_told_and_final_death_wants_to_be_sure() -> None:
    # NW-STATE-08, 11: the effect that is paid for comes first, then torpor; a deep point in torpor destroys.
    evening = Evening("add Dra blood=1 blood_max=9 health=20", "add F strength=2 unarmed_combat=3 wields=fangs")
    assert evening.type("heal Dra 1") == [
        "Dra spends 1 blood on healing: 1 → 0, the last drop",
        "Dra heals 1 point in 1 turn: health 20 → 21",
        "Dra falls into torpor: no blood left",
    ]
    for line in (
        "strike Dra by=F",
        "damage Dra 1 deep",
        "burn Dra",
        "throw Dra depth=deep by=F",
        "expose Dra big_fire",
    ):
        assert evening.refused(line) == "nw.sure"
    evening.type("damage Dra 1", "strike Dra by=F sure faces=4,1,1")
    assert evening.words("Dra") == ["final_death"]


@pytest.mark.parametrize("line", ["heal Dra 1", "boost 1 by=Dra", "discipline fortitude by=Dra", "wake Dra"])
def test_the_preview_warns_before_the_last_drop(line: str) -> None:
    # NW-STATE-08: before the spend it must be clear that it ends in torpor.
    evening = Evening("add Dra blood=1 blood_max=9 health=20")
    command = evening.session.commands.parse(line, evening.state)  # type: ignore[union-attr]
    assert isinstance(command, ActCommand)
    shown = "".join(span.text for span in preview_spans(evening.session, command, look_of(evening)))
    assert "blood reserve 1/9 → 0/9" in shown
    assert "+torpor" in shown


# ---------------------------------------------------------------------- an act does what its name says


@pytest.mark.parametrize(("language", "verb"), [("en", "attack"), ("ru", "атака")])
def test_the_commonest_word_for_an_attack_is_a_strike(language: str, verb: str) -> None:
    evening = Evening("add A unarmed_combat=1", "add B human physical_defence=1", language=language)
    evening.type(f"{verb} B by=A faces=4,1")
    assert [roll.what for roll in evening.rolls()] == ["strike", "physical_defence"]


def test_a_run_in_ones_own_turn_moves_the_runner() -> None:
    # NW-DEF-08: one step in the turn; NW-DEF-09: contact by its end, from any range.
    evening = Evening(
        "add A human fa=2",
        "add B human dodging=2",
        "range medium",
        "initiative A=1 B=2",
        "next",
        "shoot B faces=1,1",
        "next",
        "dodge running_dodge running=farther",
    )
    assert evening.type("next")[0] == "B runs: the range to A is now long range"
    assert evening.state.scene["range:A:B"] == "long_range"
    assert evening.type("next", "dodge straight_run", "next")[0] == "B runs: the range to A is now hand to hand"


def test_with_more_than_two_the_runner_is_asked_for_the_goal() -> None:
    evening = Evening("add A human", "add B human", "add C human", "range long", "initiative A=1 B=2 C=3", "next")
    assert evening.refused("dodge straight_run") == "nw.run_from_whom"
    evening.type("dodge straight_run other=C", "next", "next")
    assert evening.type("next")[0] == "A runs: the range to C is now hand to hand"
    assert "range:A:B" not in evening.state.scene


def test_a_range_that_a_shot_names_is_told_where_it_changes() -> None:
    evening = Evening("add A fa=1", "add B human", "range medium")
    assert "The range between A and B is long range" in evening.type("throw B long by=A faces=1")
    assert len(evening.type("throw B long by=A faces=1")) == 1


def test_a_hold_and_drinking_name_whom_they_are_about() -> None:
    evening = Evening("add A strength=1", "add B human", "grapple B by=A faces=6,1")
    assert evening.who("A").conditions["holding"].note == "B"
    assert evening.who("B").conditions["held:A"].source == "A"
    told = evening.type("add V blood=2 blood_max=9", "drink on=B willing steadily by=V")
    assert "V keeps drinking from B each turn" in told
    evening.type("end A holding")
    assert not evening.who("B").conditions


def test_a_bare_number_is_a_number_of_dice() -> None:
    evening = Evening("add X fa=2 pa=3")
    evening.type("roll 5 by=X faces=1,2,3,4,4")
    assert (evening.rolls()[0].pool, evening.rolls()[0].successes) == (5, 2)
    evening.type("roll 2 difficulty=6 need=2 by=X faces=6,5")
    assert evening.rolls()[0].result == "failure"
    assert evening.refused("roll pa 5 by=X") == "nw.rating_or_dice"
    evening.type("roll pa difficulty=5 by=X faces=5,1,1")
    assert evening.rolls()[0].pool == 3


@pytest.mark.parametrize(
    ("given", "state"),
    [
        ("vampire health=0 blood=3 blood_max=9", "torpor"),
        ("vampire blood=0 blood_max=9", "torpor"),
        ("human health=0", "unconscious"),
        ("human health=-10", "final_death"),
        ("human blood=0", "final_death"),
        ("werewolf health_max=15 health=-3", "unconscious"),
    ],
)
def test_who_joins_at_the_end_of_health_or_blood_is_in_the_state_that_follows(given: str, state: str) -> None:
    evening = Evening("add B", f"add A {given}")
    assert evening.words("A")[0] == state
    assert evening.refused("roll fa by=A") in ("nw.helpless", "nw.gone")


def test_the_end_of_an_episode_ends_what_lasts_an_episode_whoever_began_it() -> None:
    # NW-TURN-03, NW-EFF-15.
    evening = Evening("add V blood=6 blood_max=9", "boost 2 by=V", "discipline celerity by=V")
    evening.type("condition V frenzy", "condition V boost amount=1 text=potion")
    told = evening.type("scene")
    assert [line for line in told if line.startswith("V: ")] == [
        "V: boost of FA (2) ends",
        "V: Initial Celerity ends",
        "V: frenzy ends",
        "V: boost of FA (1, potion) ends",
    ]
    assert len([fact for fact in evening.facts() if isinstance(fact, ConditionEnded)]) == 4
    assert not evening.who("V").conditions


def test_a_boost_by_hand_stands_beside_the_one_that_was_paid_for() -> None:
    evening = Evening("add V blood=9 blood_max=9", "condition V boost amount=1", "boost 3 by=V")
    assert evening.points("V", "blood") == (4, 9)  # from +1 to +3: 2 + 3
    assert sum(one.amount for one in evening.who("V").conditions_of_kind("boost")) == 3


# ---------------------------------------------------------------------- reading


STRIKE = "strike Maximilian by=Alexander faces=4,4,4,1,1,4,1,2,1,1"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("target", "line"),
    [
        ("", f"{STRIKE},1,5,3,4,2"),
        ("", f"{STRIKE},1,1,3,4,2"),
        ("", "strike Maximilian defending=dodge by=Alexander faces=4,4,1,1,1,4,4,4,1"),
        ("", "strike Maximilian by=Alexander faces=1,1,1,1,1,1,4,1,2,1"),
        ("health=20", f"{STRIKE[:-2]},5,1,1,1"),
        ("blood=9 blood_max=9", f"{STRIKE},1,5,3,4,2"),
    ],
)
def test_a_strike_takes_three_lines_of_the_log_at_most(language: str, target: str, line: str) -> None:
    evening = Evening("add Alexander unarmed_combat=4 strength=3 wields=claws", language=language)
    evening.type(f"add Maximilian physical_defence=5 dodging=2 fortitude=1 {target}", "condition Alexander boost 1")
    evening.type(line)
    look = look_of(evening)
    entry = evening.session.table.history.entries[-1]
    block = Storyteller(look, RULES).block(entry)
    assert len(block_lines(block, 80, look, Manner(is_folded=False))) <= 3
    assert len(block_lines(block, 80, look, Manner())) == 1


def test_what_burns_every_turn_stands_before_what_only_hinders() -> None:
    evening = Evening("add V blood=3 blood_max=9 health=12", "expose V direct_sunlight", "expose V small_fire")
    badges = badges_of(evening.who("V"), RULES, look_of(evening))
    assert [badge.whole for badge in badges] == ["direct sunlight", "thirst", "small fire", "pain −2"]


def test_a_strike_says_what_came_of_it_before_the_dice() -> None:
    evening = Evening("add A unarmed_combat=2 strength=3 wields=claws", "add B physical_defence=1 fortitude=1")
    assert evening.type("strike B by=A faces=4,1,4,5") == [
        "A → B: 2 deep damage, health 25 → 23 (soaked from 4: 5)",
        "strike hits, 1 to 1. Unarmed Combat 2: 4, 1; Physical Defence 1: 4",
    ]
    assert evening.type("strike B weapon=none by=A faces=4,4,4,1") == [
        "A → B: 3 damage, health 23 → 20 (soak fails: 1)",
        "strike hits, 2 to 1. Unarmed Combat 2: 4, 4; Physical Defence 1: 4",
    ]
    assert evening.type("throw B long by=A rating=1 depth=deep soak=decline faces=5") == [
        "A → B: 2 deep damage, health 20 → 18 (successes 1 + thrown weapon 1)",
        "The range between A and B is long range",
        "throw hits, 1 success. Plain dice 1 against 5: 5",
        "B doesn't soak, though 1 die could be rolled",
    ]


# ---------------------------------------------------------------------- reasons


@pytest.mark.parametrize(
    ("faces", "result", "rule"),
    [("4,1,4", "hit", "NW-ATK-04"), ("1,1,1", "miss", "NW-ATK-05"), ("1,1,4", "miss", "NW-ATK-05")],
)
def test_a_strike_names_the_rule_that_decides(faces: str, result: str, rule: str) -> None:
    evening = Evening("add A unarmed_combat=2", "add B human physical_defence=1")
    evening.type(f"strike B by=A faces={faces}")
    roll = evening.rolls()[0]
    assert (roll.result, roll.rule) == (result, rule)
    # Two dice against one at 4: hit with a success and at least as many; 1/2 of 3/4 and 1/2 of 3/4 of the rest.
    lands = 0.75 * 0.5 + 0.75 * 0.5
    assert roll.expected == 1
    assert roll.chance == pytest.approx(lands if result == "hit" else 1 - lands)


def test_the_order_names_faces_powers_and_tie_dice() -> None:
    evening = Evening("add A", "add B", "add C blood=5 blood_max=9", "discipline hunters_instinct by=C")
    told = evening.type("initiative faces=1,2,2,1,6,6,3,3,1,2")
    assert told == [
        "Order of the turn: C 12 = d6 6 + d6 6 (Hunter's Instinct), A 3 = d6 1 + d6 2, B 3 = d6 2 + d6 1",
        "A rolls 3 to break the tie",
        "B rolls 3 to break the tie",
        "A rolls 1 to break the tie",
        "B rolls 2 to break the tie",
    ]
    numbers = [fact for fact in evening.facts() if isinstance(fact, InitiativeSet)]
    assert all(sum(part.value for part in fact.parts) == fact.value for fact in numbers)
    assert {part.rule for fact in numbers for part in fact.parts} == {"NW-INIT-01", "NW-INIT-03"}
    assert {roll.rule for roll in evening.rolls() if roll.what == "tie"} == {"NW-INIT-04"}


def test_a_chase_asks_dice_only_of_those_whom_no_power_decides() -> None:
    # NW-INIT-10, 11: Celerity first, then Potence, whether active or not; only B and C throw.
    evening = Evening("add A", "add B potence=1", "add C potence=1", "condition A initial_celerity")
    told = evening.type("pursue B,C by=A faces=6,6,1,2")
    assert told == [
        "Order of the chase: A (Initial Celerity), C 3 = d6 1 + d6 2 (Initial Potence), "
        "B 12 = d6 6 + d6 6 (Initial Potence)",
        "A catches B",
        "A catches C",
    ]
    assert {"NW-INIT-10", "NW-INIT-11"} <= {line.split()[0] for line in answer(evening.session, QueryCommand("why"))}


def test_stealth_and_extended_contests_name_their_rules_and_the_lead() -> None:
    evening = Evening("add A sneaking=1 strength=2", "add B human inspection=1 strength=1")
    evening.type("sneak B by=A faces=1,1")
    roll = evening.rolls()[0]
    assert (roll.result, roll.rule, roll.chance) == ("suspicion", "NW-DICE-18", 0.5)
    assert evening.rolls()[1].rule == "NW-DICE-19"
    told = evening.type("extended B by=A faces=4,4,1")
    assert told[0].startswith("A → B: extended contest goes on, lead +2, goal 3; this turn 2 to 0.")
    assert evening.due_lines() == ["A → B: the contest goes on, lead +2, goal 3"]
    evening.type("option extended_contest=sum")
    assert evening.due_lines() == ["A → B: the contest goes on, 2 to 0, goal 3"]


def test_a_tie_is_to_be_rolled_again_with_the_same_values() -> None:
    evening = Evening("add A fa=1", "add B human", "contest B rating=fa against=2 difficulty=5 by=A faces=5,5,1")
    assert [(due.weight, due.command) for due in evening.state.open_due] == [
        ("must", "contest B against=2 difficulty=5 by=A")
    ]
    evening.type("contest B against=2 difficulty=5 by=A faces=5,1,1")
    assert evening.due() == []


def test_a_hidden_attack_is_hidden_with_all_its_rolls() -> None:
    evening = Evening("add A unarmed_combat=1", "add B human", "strike B hidden by=A faces=4,1")
    assert all(roll.hidden for roll in evening.rolls())


# ---------------------------------------------------------------------- the plugin as a whole


def test_a_number_of_initiative_that_was_given_is_told_without_the_sum_of_its_one_part() -> None:
    assert Evening("add Anna", "add Boris").type("initiative Anna=4 Boris=2") == ["Order of the turn: Boris 2, Anna 4"]


@pytest.mark.parametrize("act", ["strike", "grapple", "throw", "shoot"])
def test_nobody_gets_at_whoever_is_in_another_fight_but_by_the_game_masters_word(act: str) -> None:
    evening = Evening("add Viktor", "add Anna", "add Boris", "fight Yard Anna", "fight first")
    assert evening.refused(f"{act} Anna by=Viktor") == "nw.elsewhere"
    evening.type(f"{act} Anna free by=Viktor")


def test_nobody_runs_to_or_from_whoever_is_in_another_fight() -> None:
    evening = Evening("add Viktor", "add Anna", "add Boris", "fight Yard Anna", "fight first")
    run = "dodge straight_run running=nearer other=Anna by=Viktor"
    assert evening.refused(run) == "nw.elsewhere"
    evening.type("fight first Anna", run)
