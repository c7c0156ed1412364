"""What the program promises of every ruleset: what is due, lines and facts that agree, waits, turns, hidden draws."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

import tracker_ukraine_by_night as plugin
from tests.plugins.tracker_ukraine_by_night.fights import (
    RULES,
    due,
    fight,
    last_rolls,
    last_story,
    marks,
    order,
    people,
    refusal,
    status,
    then,
    told,
    vitae,
    who,
)
from tracker.answers.why import why_lines
from tracker.api import ConditionSet, InitiativeSet, Outcome, Rolled, Track, TrackSet, hookimpl
from tracker.core.facts import TimePassed
from tracker.opening import Session
from tracker.rules.facade import Rules
from tracker_ukraine_by_night.cards import DECK, DrawRules, read_cards

ROOT = Path(__file__).parents[3]


def facts(session: Session, kind: type) -> list:  # type: ignore[type-arg]
    return [fact for fact in session.table.history.entries[-1].facts if isinstance(fact, kind)]


def weights(session: Session) -> dict[str, str]:
    return {item.id: item.weight for item in session.table.state.open_due}


# ---------------------------------------------------------------------- UBN-SOC-01: failures wait, whatever the verb


@pytest.mark.parametrize(
    ("act", "waits"),
    [
        ("power on=Boris manipulation persuasion name=Dominate", True),
        ("power on=Boris wits occult", True),
        ("power on=Boris persuasion", True),
        ("power on=Boris ability=4 field=mental name=Dementation", True),
        ("power on=Boris ability=4 name=Claws", False),
        ("power on=Boris strength athletics", False),
        ("attack Boris discipline presence intimidation", True),
        ("attack Boris discipline ability=4 field=social", True),
        ("attack Boris fists", False),
        ("test resolve occult on=Boris", True),
        ("test dexterity stealth on=Boris", False),
    ],
)
def test_a_failed_social_or_mental_draw_against_somebody_waits_half_an_hour(act: str, waits: bool) -> None:
    session = fight(*people(("Anna", "Boris", "Vera")), f"{act} by=Anna faces=AH")
    assert who(session, "Anna").has_condition("must_wait") is waits
    if not waits:
        then(session, f"{act} by=Anna faces=AH")
        return
    assert "must wait 30 minutes to try this on Boris again" in last_story(session)
    assert [fact.rule for fact in facts(session, ConditionSet) if fact.condition.kind == "must_wait"] == ["UBN-SOC-01"]
    assert "30 more minutes" in refusal(session, f"{act} by=Anna faces=9H")
    then(session, f"{act.replace('Boris', 'Vera')} by=Anna faces=9H", "pass 29m")
    assert "1 more minute." in refusal(session, f"{act} by=Anna faces=9H")
    then(session, "pass 1m", f"{act} by=Anna faces=9H")


def test_the_odds_of_what_must_wait_are_refused_like_the_act() -> None:
    session = fight(*people(("Anna", "Boris")), "power on=Boris manipulation name=Dominate by=Anna faces=AH")
    assert "must wait" in refusal(session, "power on=Boris manipulation name=Dominate by=Anna faces=9H")
    then(session, "power on=Boris manipulation name=Awe by=Anna faces=9H")
    then(session, "power on=Boris manipulation name=dominate overrule by=Anna faces=9H")
    assert "Storyteller override: Anna → Boris, a new try" in last_story(session)


def test_success_waits_for_nothing_and_one_on_oneself_neither() -> None:
    session = fight(*people(("Anna", "Boris")), "power on=Boris manipulation ability=9 by=Anna faces=9H")
    then(session, "power on=Anna wits ability=2 by=Anna faces=2H")
    assert not who(session, "Anna").has_condition("must_wait")


def test_a_failed_power_on_a_group_waits_for_each_and_is_taken_back_when_called_over() -> None:
    session = fight(*people(("Anna", "Boris", "Vera")), "power on=Boris also=Vera presence name=Awe by=Anna faces=2H")
    assert len(who(session, "Anna").conditions_of_kind("must_wait")) == 2
    assert "failed this against Vera" in refusal(session, "power on=Vera presence name=Awe by=Anna faces=2H")
    then(session, "call_over faces=9H")
    assert not who(session, "Anna").has_condition("must_wait")


def test_waits_run_with_the_rounds_and_end_with_the_scene() -> None:
    session = fight(*people(("Anna", "Boris")), "test manipulation on=Boris by=Anna faces=AH", "initiative Anna=1")
    then(session, *["next", "next"] * 11)
    assert session.table.state.round == 11
    assert who(session, "Anna").conditions_of_kind("must_wait")[0].left == 30 * 60 - 10 * 3
    then(session, "scene")
    assert "Anna: must wait (Boris) ends" in last_story(session)


# ---------------------------------------------------------------------- what is given for a sheet


def test_weapons_are_understood_or_refused_on_every_road_in_both_languages() -> None:
    session = fight("добавить Анна вампир оружие=пистолет", "задать Анна оружие меч", language="ru")
    assert who(session, "Анна").text("weapon") == "sword"
    assert "банан" in refusal(session, "задать Анна оружие банан")
    assert "банан" in refusal(session, "добавить Боря оружие=банан")
    english = fight("add Anna weapon=Pistol", "set Anna weapon shotg", "add Boris", "attack Boris by=Anna faces=AH")
    assert last_rolls(english)[0].data["weapon"] == "shotgun"
    assert 'Unknown weapon "banana"' in refusal(english, "set Anna weapon banana")


# ---------------------------------------------------------------------- UBN-STA-02, -03: due until done


def test_a_test_that_is_passed_over_stays_due_beside_that_of_the_next_turn() -> None:
    session = fight(*people(("Anna",)), "add Boris mortal", "initiative Boris=9 Anna=8", "next", "damage Boris 7")
    assert due(session) == ["Boris: test Stamina to stay conscious"]
    then(session, "next")
    assert due(session) == ["Boris: test Stamina to stay conscious"]
    assert "Still to do: Boris: test Stamina" in last_story(session)
    then(session, "next")
    assert len(due(session)) == 1, "the first turn asks for the test that is owed since the blow"
    then(session, "next", "next")
    assert len(due(session)) == 2
    assert set(weights(session).values()) == {"must"}
    then(session, "stay_conscious by=Boris faces=8H")
    assert len(due(session)) == 1
    then(session, "stay_conscious by=Boris faces=7H")
    assert (due(session), status(session, "Boris")) == ([], ["failing", "unconscious"])


@pytest.mark.parametrize("road", ["add Boris mortal health={0}", "add Boris mortal;set Boris health {0}"])
@pytest.mark.parametrize(
    ("row", "state", "command"),
    [
        ("///////", "failing", "stay_conscious by=Boris"),
        ("XXX////", "failing", "stay_conscious by=Boris"),
        ("XXXXXXX", "dying", "bleed Boris"),
        ("*******", "dead", ""),
    ],
)
def test_who_joins_or_is_set_full_is_in_the_state_of_that_track(road: str, row: str, state: str, command: str) -> None:
    session = fight(*road.format(row).split(";"))
    assert status(session, "Boris") == [state]
    assert [item.command for item in session.table.state.open_due] == [command]
    assert "wound penalty 3" in last_story(session)
    blow = {"/": "bashing", "X": "lethal", "*": "aggravated"}
    by_damage = fight("add Boris mortal")
    for mark in ("*", "X", "/"):
        if mark in row:
            then(by_damage, f"damage Boris {row.count(mark)} {blow[mark]}")
    assert (status(by_damage, "Boris"), due(by_damage)) == (status(session, "Boris"), due(session))
    then(session, "set Boris health .......")
    assert (status(session, "Boris"), due(session)) == ([], [])


def test_the_bleeding_is_offered_until_it_runs_or_help_has_come_and_again_after_a_new_wound() -> None:
    session = fight("add Boris mortal", "damage Boris 7 lethal", "next", "next")
    assert weights(session) == {"bleeding:Boris": "offer"}
    then(session, "stabilise Boris", "pass 10 minutes")
    assert (due(session), marks(session, "Boris")) == ([], "XXXXXXX")
    assert "helped already" in refusal(session, "stabilise Boris")
    then(session, "damage Boris 1 lethal")
    assert marks(session, "Boris") == "*XXXXXX"
    assert weights(session) == {"bleeding:Boris": "offer"}
    then(session, "bleed Boris")
    assert due(session) == []


def test_a_new_scene_does_not_stop_the_bleeding() -> None:
    session = fight("add Boris mortal", "damage Boris 7 lethal", "bleed Boris", "scene", "pass 1 minute")
    assert marks(session, "Boris") == "*XXXXXX"
    assert "Boris: 1 lethal (XXXXXXX → *XXXXXX), bleeding" in last_story(session)


def test_a_tie_stays_due_over_rounds_until_the_cards_are_drawn() -> None:
    session = fight(*people(("Anna", "Boris"), "mortal dexterity=2 composure=2"), "initiative Anna=9 Boris=8", "next")
    then(session, "add Vera mortal dexterity=2 composure=2", "initiative Vera=9", *["next"] * 6)
    assert [item.command for item in session.table.state.open_due] == ["break_tie Anna,Vera"]
    then(session, 'break_tie Anna,Vera faces="3H 7D"')
    assert not due(session)
    assert [roll.rule for roll in last_rolls(session)] == ["UBN-INI-02"] * 2


# ---------------------------------------------------------------------- cards


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_line_speaks_of_a_deck_that_is_shuffled_anyway(language: str) -> None:
    story = last_story(fight("add Anna", "add Boris", "attack Boris by=Anna faces=5H", language=language))
    assert "39" not in story


def test_a_plain_number_behind_an_attack_is_said_to_be_a_modifier() -> None:
    session = fight(*people(("Anna", "Boris")), "attack Boris 7 by=Anna faces=AH")
    assert "The plain number 7" in last_story(session)
    assert "modifier 7" in last_story(session)
    then(session, "attack Boris Ability=7 by=Anna faces=AH")
    assert "plain number" not in last_story(session)
    assert last_rolls(session)[0].pool == 6
    assert "nothing to test" in refusal(session, "power on=Boris 7 by=Anna faces=AH")


@pytest.mark.parametrize(
    ("cards", "ability", "rule", "result"),
    [
        ("9H", 3, "UBN-DICE-06", "success"),
        ("6H", 3, "UBN-DICE-08", "failure"),
        ("AH", 9, "UBN-DICE-07", "failure"),
        ("10H 8S", 7, "UBN-DICE-06", "success"),
        ("10H AS", 7, "UBN-DICE-06", "success"),
        ("10H", 0, "UBN-DICE-12", "success"),
        ("AH", 0, "UBN-DICE-12", "botch"),
        ("5H", -2, "UBN-DICE-12", "failure"),
    ],
)
def test_a_draw_names_the_rule_of_its_verdict(cards: str, ability: int, rule: str, result: str) -> None:
    (rolled,) = last_rolls(fight("add Anna", f'test ability={ability} by=Anna faces="{cards}"'))
    assert (rolled.rule, rolled.result) == (rule, result)


@pytest.mark.parametrize(
    ("before", "hit", "rule", "told_as"),
    [
        (".......", "2 lethal", "UBN-DMG-05", "XX....."),
        ("///////", "1 lethal", "UBN-DMG-06", "Pushed off the end of the track: /"),
        ("XXXXXXX", "1 bashing", "UBN-DMG-07", "1 mark gets worse"),
        ("*******", "2 lethal", "UBN-DMG-07", "No effect, nothing on the track can get worse: XX"),
    ],
)
def test_damage_names_the_rule_that_moved_the_marks(before: str, hit: str, rule: str, told_as: str) -> None:
    session = fight(f"add Anna health={before}", f"damage Anna {hit}")
    assert [fact.rule for fact in facts(session, TrackSet)] == [rule]
    assert told_as in last_story(session)


def test_the_sum_of_a_draw_explains_itself_with_the_rules_of_the_extra_card() -> None:
    session = fight("add Anna", 'test ability=7 by=Anna faces="10H 8S"')
    assert "6 successes. Ability 7 + card 10 + extra card 8 = 25 against 10" in last_story(session)
    assert any("UBN-DICE-09" in line for line in why_lines(session, ()))
    then(session, 'test ability=7 by=Anna faces="10H AS"')
    assert "3 successes. Ability 7 + card 10 + extra card 0 = 17 against 10" in last_story(session)
    assert any("UBN-DICE-10" in line for line in why_lines(session, ()))


def test_states_places_and_sides_name_their_rules() -> None:
    session = fight(*people(("Anna", "Boris")), "damage Boris 7 lethal")
    rules = {fact.condition.kind: fact.rule for fact in facts(session, ConditionSet)}
    assert rules == {"wound_penalty": "UBN-STA-01", "health_state": "UBN-STA-03"}
    for line, rule in (
        ("bleed Boris", "UBN-STA-03"),
        ("limit Boris off", "UBN-ATK-11"),
        ("guard Boris left by=Anna", "UBN-ATK-13"),
        ("total_defence by=Anna", "UBN-DEF-02"),
    ):
        then(session, line)
        assert rule in [fact.rule for fact in facts(session, ConditionSet)]
    then(session, "add Vera", "declare Boris by=Vera overrule", "limit Boris on", "declare Boris by=Vera overrule")
    assert "Vera → Boris: attack declared, 1 of 3 places taken (limit of attackers 4 − guarded on the left 1)" in (
        last_story(session)
    )
    assert any(line.startswith("UBN-ATK-06") for line in why_lines(session, ()))


@pytest.mark.parametrize(("ability", "difficulty"), [(-1, 10), (0, 10), (1, 10), (4, 10), (9, 13), (15, 8)])
def test_a_draw_knows_what_was_to_be_expected_of_the_whole_deck(ability: int, difficulty: int) -> None:
    """Counted over all ordered pairs of cards, each of them as likely as any other."""
    readings = [read_cards(ability, pair, DrawRules(difficulty)) for pair in permutations(DECK, 2)]
    mean = Fraction(sum(reading.successes for reading in readings), len(readings))
    results = Counter(reading.result for reading in readings)
    for card in ("AH", "5H", "9H"):
        session = fight("add Anna", f"test ability={ability} difficulty={difficulty} by=Anna faces={card}")
        (rolled,) = last_rolls(session)
        assert rolled.expected == pytest.approx(float(mean))
        assert rolled.chance == pytest.approx(results[rolled.result] / len(readings))


def test_every_card_of_initiative_knows_its_mean_and_every_initiative_its_parts() -> None:
    session = fight(*people(("Anna", "Boris"), "mortal dexterity=2 composure=2"), initiative_ten="draws again")
    then(session, 'initiative faces="6H 6D 4H 8S"')
    entry = session.table.history.entries[-1].facts
    assert [fact.value for fact in entry if isinstance(fact, InitiativeSet)] == [10, 10]
    assert all(
        fact.value == sum(part.value for part in fact.parts) for fact in entry if isinstance(fact, InitiativeSet)
    )
    rolls = [fact for fact in entry if isinstance(fact, Rolled)]
    assert all(roll.expected is not None and roll.chance is None for roll in rolls)
    # 4 + 5.5, and a tenth of the mean of the other 39 cards, whose four aces add nothing: (36 x 4 ... 9, 3 x 10) / 39
    seconds = [0 if card.startswith("A") else int(card[:-1]) for card in DECK if card != "10H"]
    assert rolls[0].expected == pytest.approx(4 + 5.5 + sum(seconds) / 390)
    assert last_story(session).startswith("Anna draws 6 of hearts: initiative 10 = Dexterity 2 + Composure 2 + card 6")


# ---------------------------------------------------------------------- lines that agree with facts


class Mercy:
    """A house rule: a blow leaves the last box free."""

    @hookimpl(wrapper=True)
    def apply_damage(self, view, intent):  # type: ignore[no-untyped-def]
        outcome = yield
        facts = tuple(self._milder(fact) for fact in outcome.facts)
        return Outcome(facts, outcome.lines, outcome.then)

    @staticmethod
    def _milder(fact):  # type: ignore[no-untyped-def]
        if not isinstance(fact, TrackSet) or "." in fact.after.marks:
            return fact
        return replace(fact, after=Track(f"{fact.after.marks[:-1]}."))


def test_a_house_rule_changes_the_line_and_the_state_with_the_fact() -> None:
    session = fight("add Boris mortal", rules=Rules(plugin, {"mercy": Mercy()}, "ukraine-by-night"))
    then(session, "damage Boris 7 lethal")
    assert "(....... → XXXXXX.)" in last_story(session)
    assert (status(session, "Boris"), due(session)) == ([], [])
    assert "dying" not in last_story(session)
    assert "wound penalty 2" in last_story(session)


def test_damage_says_who_did_it_with_what_and_why_it_is_of_that_kind() -> None:
    session = fight("add Anna weapon=pistol", "add Boris", "attack Boris ability=12 by=Anna faces=2H")
    assert last_story(session).startswith("Anna → Boris: 1 bashing (....... → /......), pistol against a vampire")
    then(session, "damage Boris 1 lethal")
    assert last_story(session) == "Boris: 1 lethal (/...... → X/.....)"


def test_a_smaller_body_by_hand_or_by_trait_keeps_one_truth() -> None:
    session = fight("add Boris mortal", "set Boris health XX/")
    assert who(session, "Boris").integer("health_levels") == 3
    assert status(session, "Boris") == ["failing"]
    then(session, "set Boris health_levels 0")
    assert marks(session, "Boris") == "XX/...."
    blood = fight("add Anna vitae=5/20")
    assert (vitae(blood, "Anna"), who(blood, "Anna").integer("greatest_vitae")) == (5, 20)
    sizes = {value.id: value.value for value in RULES.derived(blood.table.state, "Anna")}
    assert (sizes["vitae"], sizes["health"]) == (20, 7)


def test_a_shrunk_track_pushes_a_mortal_into_the_state_of_the_new_row() -> None:
    session = fight("add Boris mortal stamina=3", "damage Boris 7 lethal", "set Boris stamina 1")
    assert (marks(session, "Boris"), status(session, "Boris")) == ("*XXXXX", ["dying"])
    assert due(session) == ["Boris is dying. Start the bleeding, one level a minute?"]


# ---------------------------------------------------------------------- healing over several turns


def test_outside_a_fight_healing_may_take_as_many_turns_as_it_needs() -> None:
    session = fight("add Anna", "damage Anna 5 lethal", "add Boris mortal", "damage Boris 7 lethal", "bleed Boris")
    assert 'Add "slowly" to spend 5 over 5 turns' in refusal(session, "heal Anna lethal 5")
    then(session, "heal Anna lethal 5 slowly")
    assert (marks(session, "Anna"), vitae(session, "Anna")) == (".......", 5)
    assert [fact.seconds for fact in facts(session, TimePassed)] == [5 * 3]
    assert "Anna spends 5 Vitae (heal) over 5 turns: 10 → 5" in last_story(session)
    assert who(session, "Boris").conditions["bleeding"].left == 20 - 5, "the others live through these turns too"
    then(session, "spend 1 by=Anna", "undo 2")
    assert marks(session, "Anna") == "XXXXX.."


def test_what_was_spent_in_this_turn_already_makes_it_one_turn_more() -> None:
    session = fight("add Anna blood_potency=4", "damage Anna 4", "damage Anna 3 lethal", "spend 1 by=Anna")
    assert 'Add "slowly" to spend 3 over 2 turns' in refusal(session, "heal Anna lethal 3")
    then(session, "heal Anna lethal 3 slowly")
    assert [fact.seconds for fact in facts(session, TimePassed)] == [2 * 3]
    then(session, "heal Anna bashing 1 slowly")
    assert not facts(session, TimePassed)


def test_in_a_fight_a_turn_is_a_turn() -> None:
    session = fight("add Anna", "damage Anna 3 lethal", "next")
    for line in ("heal Anna lethal 3 slowly", "heal Anna lethal 3"):
        told = refusal(session, line)
        assert "may spend 1 Vitae a turn" in told
        assert "slowly" not in told, "a turn is a turn in a fight"


# ---------------------------------------------------------------------- hidden draws, questions, several fights


def test_a_hidden_draw_is_marked_and_stays_hidden_when_it_is_called_over() -> None:
    session = fight(*people(("Anna", "Boris")), "attack Boris hidden by=Anna faces=2H")
    assert all(roll.hidden for roll in last_rolls(session))
    then(session, "call_over faces=3H")
    assert all(roll.hidden for roll in last_rolls(session))
    then(session, "hide Anna", "test wits by=Anna faces=2H")
    assert all(roll.hidden for roll in last_rolls(session))


@pytest.mark.parametrize("line", ["reckon 5", "reckon minutes=10", "attackers Boris", "check_deck Boris"])
def test_a_question_leaves_no_entry(line: str) -> None:
    session = fight(*people(("Boris",)))
    assert told(session, line)
    assert len(session.table.history.entries) == 1


@pytest.mark.parametrize("line", ["attack Boris by=Anna faces=AH", "damage Boris 1 bashing", "feed Anna 1"])
def test_an_act_that_changes_nothing_is_kept(line: str) -> None:
    session = fight("add Anna", "add Boris mortal health=*******", line)
    assert len(session.table.history.entries) == 3


def two_fights() -> Session:
    session = fight(*people(("Anna", "Boris", "Vera", "Gleb", "Dina")), attacker_limit=1)
    then(session, "initiative Anna=9 Boris=8 Vera=7 Gleb=6 Dina=5", "next", "fight yard Gleb,Dina,Vera")
    return then(session, "initiative Vera=9 Gleb=8 Dina=7", "next")


def test_each_fight_has_its_own_places_and_rounds() -> None:
    session = two_fights()
    then(session, "attack Boris by=Anna faces=AH", "declare Dina by=Gleb", "declare Dina by=Vera")
    assert due(session) == ["Gleb is over the limit on Dina (1 place: Vera) and must choose another target"]
    then(session, "fight first", "next", "next")
    assert session.table.state.round == 2
    assert "May attack: nobody" in told(session, "attackers Boris")
    assert "May attack: Vera. Must choose another target: Gleb" in told(session, "attackers Dina")
    assert due(session) == ["Gleb is over the limit on Dina (1 place: Vera) and must choose another target"]


def test_nobody_reaches_into_another_fight_unless_the_storyteller_says_so() -> None:
    session = two_fights()
    for line in ("attack Vera by=Anna", "declare Vera by=Anna", "guard Vera front by=Anna", "power on=Vera by=Anna"):
        assert "different fights" in refusal(session, line)
    then(session, "guard Vera front overrule by=Anna")
    assert "Storyteller override: Anna → Vera, into another fight" in last_story(session)


def test_a_guard_who_goes_over_to_another_fight_stands_there_no_more() -> None:
    # UBN-ATK-14: the side is open at once, and takes no place any more.
    session = two_fights()
    then(session, "guard Vera front by=Gleb")
    assert "Gleb guards Vera there" in refusal(session, "attack Vera front by=Dina")
    then(session, "fight first Gleb", "fight yard", "attack Vera front by=Dina faces=2")
    then(session, "next")
    assert "guarded_front" not in {kept.kind for kept in who(session, "Vera").conditions.values()}


def test_a_tie_in_a_fight_that_is_not_shown_is_settled_from_there() -> None:
    # UBN-INI-02.
    session = two_fights()
    then(session, "add Zoya mortal dexterity=1", "initiative Zoya=8", "fight first")
    assert due(session) == ["Gleb, Zoya tie in everything and draw until the cards differ"]
    then(session, "break_tie Gleb,Zoya faces=3,9", "fight yard")
    assert order(session) == ["Vera", "Zoya", "Gleb", "Dina"]


def test_a_question_about_another_fight_leaves_no_entry() -> None:
    session = two_fights()
    then(session, "fight first")
    assert "May attack: nobody" in told(session, "attackers Dina")


def numbers(session: Session, name: str) -> dict[str, tuple[int | None, int | None]]:
    return {word.id: (word.value, word.limit) for word in who(session, name).status if word.value is not None}


def test_the_row_shows_what_is_asked_all_the_time() -> None:
    # UBN-STA-01, UBN-DEF-01, UBN-ATK-06.
    session = fight("add Boris mortal health=XXXXXX. dexterity=2 dodge=1", "add Anna", "add Vera", "limit Boris 3")
    assert numbers(session, "Boris") == {"wounds": (-2, None)}
    then(session, "initiative Anna=9 Vera=8 Boris=2", "next", "attack Boris by=Anna faces=2", "declare Boris by=Vera")
    assert numbers(session, "Boris") == {"wounds": (-2, None), "defence": (3, None), "attackers": (2, 3)}
    assert any(line == "Boris → attackers 2/3" for line in why_lines(session, ()))
    then(session, "guard Boris left by=Anna", "total_defence by=Boris overrule")
    assert numbers(session, "Boris") == {"wounds": (-2, None), "defence": (6, None), "attackers": (2, 2)}
    then(session, "limit Boris off")
    assert numbers(session, "Boris")["attackers"] == (2, None)


def test_a_table_that_hides_the_targets_numbers_shows_no_defence_in_the_row() -> None:
    session = fight(*people(("Anna", "Boris")), "initiative Anna=9 Boris=8", "next", hide_target_numbers=True)
    assert "defence" not in numbers(session, "Boris")


def test_the_limit_of_one_target_is_a_number_or_off() -> None:
    # UBN-ATK-06, UBN-ATK-11.
    session = fight(*people(("Anna", "Boris")), "limit Boris 2")
    assert who(session, "Boris").integer("attacker_limit") == 2
    assert "1–100" in refusal(session, "limit Boris 0")


def test_the_reach_of_powers_is_told_with_the_first_of_a_scene() -> None:
    # UBN-EFF-01.
    session = fight(*people(("Anna", "Boris")), "power on=Boris name=gaze by=Anna")
    assert len(due(session)) == 1
    then(session, "pass 1 minute", "power on=Boris name=gaze by=Anna")
    assert due(session) == []
    then(session, "scene", "power on=Boris name=gaze by=Anna")
    assert len(due(session)) == 1


def test_two_fights_at_once_share_the_clock() -> None:
    session = two_fights()
    then(session, *["next"] * 3)
    assert (session.table.state.round, session.table.state.seconds) == (2, 3)
    then(session, "fight first", *["next"] * 2)
    assert (session.table.state.round, session.table.state.seconds) == (2, 3)


def test_whoever_acts_has_the_action_of_the_own_fight() -> None:
    session = two_fights()
    then(session, "attack Dina by=Vera faces=AH", "fight first")
    assert "already acted this round" in refusal(session, "attack Gleb by=Vera faces=AH")
    assert RULES.unavailable(session.table.state, "Vera")["attack"] == "ubn.unavailable.acted"
    assert "attack" not in RULES.unavailable(session.table.state, "Anna")
