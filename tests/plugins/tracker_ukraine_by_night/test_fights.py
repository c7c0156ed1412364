"""Attacks, Defence, initiative, Vitae, powers, time and the table's own rules, as a game master plays them."""

import pytest

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
    vitae,
    who,
)
from tracker.answers.why import why_lines
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import Term
from tracker.core.values import frozen


def part_values(pairs: object) -> dict[str, int]:
    return {part.label.id: part.value for part in pairs if isinstance(part.label, Term)}  # type: ignore[attr-defined]


def test_an_attack_takes_weapon_traits_and_wound_from_the_sheets() -> None:
    session = fight(
        "add Anna dexterity=3 firearms=2 armour_penalty=1 weapon=pistol weapon_modifier=2",
        "add Boris mortal dexterity=1 armour=1 dodge=1",
        "damage Anna 5",
        "attack Boris medium cover=partial by=Anna faces=10H",
    )
    (rolled,) = last_rolls(session)
    assert part_values(rolled.parts) == {
        "dexterity": 3,
        "firearms": 2,
        "weapon_modifier": 2,
        "wound_penalty": -1,
        "armour_penalty": -1,
        "range": -2,
        "cover": -2,
        "defence": -3,
    }
    assert rolled.pool == -2
    assert rolled.data["chance"] is True


def test_another_weapon_than_the_sheets_has_no_modifier_unless_it_is_named() -> None:
    session = fight("add Anna weapon=sword weapon_modifier=3", "add Boris mortal dexterity=0")
    then(session, "attack Boris fists by=Anna faces=AH")
    assert "weapon_modifier" not in part_values(last_rolls(session)[0].parts)
    then(session, "attack Boris fists weapon_modifier=1 by=Anna faces=AH")
    assert part_values(last_rolls(session)[0].parts)["weapon_modifier"] == 1


def test_the_game_master_overrules_defence_type_and_wounds() -> None:
    session = fight("add Anna", "add Boris mortal dexterity=5", "damage Anna 7")
    then(session, "attack Boris ability=10 defence=0 type=aggravated no_wound by=Anna faces=2H")
    assert last_rolls(session)[0].pool == 10
    assert marks(session, "Boris") == "*......"


def test_an_area_attack_is_one_draw_against_each_defence() -> None:
    session = fight("add Anna", "add Boris mortal dexterity=1", "add Vera mortal dexterity=4")
    then(session, 'attack Boris,Vera discipline area ability=4 defence=0 by=Anna faces="10H 5S"')
    assert [(rolled.successes, rolled.faces + rolled.again) for rolled in last_rolls(session)] == [
        (4, ("10H", "5S"))
    ] * 2
    then(session, "attack Boris,Vera fists area ability=4 by=Anna faces=9H")
    assert [rolled.pool for rolled in last_rolls(session)] == [3, 0]
    assert [rolled.successes for rolled in last_rolls(session)] == [1, 0]
    assert "one target" in refusal(session, "attack Boris,Vera fists by=Anna faces=9H")


def test_the_odds_of_an_attack_name_its_targets_where_there_are_several() -> None:
    session = fight("add Anna", *people(("Boris", "Vera")))
    assert session.commands is not None
    for typed, named in (("Boris", []), ("Boris,Vera area", ["Boris", "Vera"])):
        query = session.commands.parse(f"odds attack {typed} by=Anna", session.table.state)
        known = session.table.odds(query.intent)  # type: ignore[union-attr, arg-type]
        assert known is not None
        assert [who for who, _ in known.each] == named


def test_total_defence_holds_until_the_defenders_next_turn() -> None:
    session = fight(
        *people(("Anna", "Boris"), "mortal dexterity=2 armour=2 dodge=1"), "initiative Boris=9 Anna=5", "next"
    )
    then(session, "total_defence", "next", "attack Boris ability=20 faces=AH")
    assert last_rolls(session)[0].data["defence"] == 8
    then(session, "next")
    assert not who(session, "Boris").has_condition("total_defence")


@pytest.mark.parametrize(
    ("guns", "doubled", "weapon", "defence"),
    [
        ("whole", "armour once", "pistol", 8),
        ("whole", "whole", "pistol", 10),
        ("armour only", "armour once", "pistol", 2),
        ("armour only", "whole", "pistol", 4),
        ("armour only", "whole", "sword", 10),
    ],
)
def test_defence_by_table_options(guns: str, doubled: str, weapon: str, defence: int) -> None:
    session = fight(
        "add Anna", "add Boris mortal dexterity=2 armour=2 dodge=1", "total_defence by=Boris",
        guns_and_defence=guns, total_defence=doubled,
    )  # fmt: skip
    then(session, f"attack Boris {weapon} by=Anna faces=AH")
    assert last_rolls(session)[0].data["defence"] == defence


def test_wounds_lower_initiative_but_not_defence() -> None:
    session = fight("add Anna dexterity=3 composure=2", "damage Anna 7", 'initiative Anna faces="6H"')
    derived = {value.id: value.value for value in RULES.derived(session.table.state, who(session, "Anna").id)}
    assert derived["defence"] == 3
    assert derived["wound_penalty"] == -3
    assert session.table.state.order[0].value == 8


def test_a_tie_in_everything_is_drawn_wave_by_wave() -> None:
    session = fight(*people(("Anna", "Boris", "Vera"), "mortal dexterity=2 composure=2"))
    then(session, 'initiative faces="6H 6D 6C 4H 4D 9C 3H 8D"')
    assert order(session) == ["Vera", "Boris", "Anna"]
    assert [place.tie for place in session.table.state.order] == [(4, 9), (4, 4, 8), (4, 4, 3)]


def test_a_newcomer_who_ties_is_offered_a_draw_and_breaks_nobody_elses_place() -> None:
    session = fight(*people(("Anna", "Boris"), "mortal dexterity=2 composure=2"), "initiative Anna=9 Boris=8")
    then(session, *people(("Vera",), "mortal dexterity=2 composure=2"), "initiative Vera=9")
    assert order(session) == ["Anna", "Vera", "Boris"]
    command = next(item.command for item in session.table.state.due)
    then(session, f'{command} faces="3H 7D"')
    assert order(session) == ["Vera", "Anna", "Boris"]
    assert not session.table.state.due
    assert "don't tie" in refusal(session, "break_tie Vera,Boris")


def test_a_ten_in_initiative_draws_again_by_table_option() -> None:
    people_lines = people(("Anna", "Boris"), "mortal dexterity=2 composure=2")
    session = fight(*people_lines, 'initiative faces="10H 9D 3C"', initiative_ten="draws again")
    assert [(place.value) for place in session.table.state.order] == [17, 13]
    assert [(rolled.faces, rolled.again) for rolled in last_rolls(session)] == [(("10H",), ("3C",)), (("9D",), ())]
    plain = fight(*people_lines, 'initiative faces="10H AD"')
    assert [(place.value) for place in plain.table.state.order] == [14, 5]


@pytest.mark.parametrize(("card", "total"), [(1, 5), (7, 11), (10, 14)])
def test_a_card_of_initiative_may_be_given_as_a_number(card: int, total: int) -> None:
    # UBN-INI-01, UBN-DICE-01: the ace is the one.
    session = fight("add Anna dexterity=2 composure=2")
    session.table.act(Intent("initiative", targets=("Anna",), values=frozen({"die:Anna": card})), "")
    assert [place.value for place in session.table.state.order] == [total]


@pytest.mark.parametrize("card", [0, 11])
def test_a_card_that_is_not_in_the_deck_cannot_be_given(card: int) -> None:
    session = fight("add Anna dexterity=2 composure=2")
    with pytest.raises(Refusal) as refused:
        session.table.act(Intent("initiative", targets=("Anna",), values=frozen({"die:Anna": card})), "")
    assert "1–10" in session.words.say(refused.value.reason)


def test_vitae_flows_with_the_turn() -> None:
    session = fight("add Anna blood_potency=4", "initiative Anna=5", "next", "spend 2")
    assert "may spend 2 Vitae a turn" in refusal(session, "spend 1")
    assert RULES.unavailable(session.table.state, who(session, "Anna").id)["spend"] == "ubn.unavailable.vitae_limit"
    then(session, "next", "spend 2")
    assert vitae(session, "Anna") == 9
    then(session, "scene", "spend 2 by=Anna")
    assert "may spend 2" in refusal(session, "spend 1 by=Anna")
    then(session, "pass 1 minute", "spend 1 by=Anna", "feed Anna 50")
    assert vitae(session, "Anna") == 13


def test_vitae_as_a_plain_counter_by_table_option() -> None:
    session = fight("add Anna blood_potency=1", "spend 7 by=Anna", vitae_limits=False)
    assert vitae(session, "Anna") == 3
    assert "has 3 Vitae, and this takes 4" in refusal(session, "spend 4 by=Anna")


def test_bought_vitae_strengthens_one_test_of_the_body() -> None:
    session = fight("add Anna strength=3 athletics=2", "spend 1 boost by=Anna", "test wits by=Anna faces=9H")
    assert last_rolls(session)[0].pool == 2
    then(session, "test strength athletics by=Anna faces=9H")
    assert last_rolls(session)[0].pool == 7
    then(session, "test strength athletics by=Anna faces=9H")
    assert last_rolls(session)[0].pool == 5
    then(session, "pass 1 minute", "test strength athletics boost by=Anna faces=9H")
    assert (last_rolls(session)[0].pool, vitae(session, "Anna")) == (7, 8)
    assert "Physical" in refusal(session, "test wits boost by=Anna faces=9H")


def test_blood_potency_changes_the_greatest_vitae() -> None:
    session = fight("add Anna blood_potency=6", "set Anna blood_potency 2")
    assert (who(session, "Anna").pools["vitae"].value, who(session, "Anna").pools["vitae"].maximum) == (11, 11)


# ---------------------------------------------------------------------- calling over


def test_a_draw_called_over_takes_its_harm_back_and_spends_nothing_twice() -> None:
    session = fight(
        *people(("Anna", "Boris"), "vampire dexterity=2 strength=3 brawl=3 blood_potency=4"),
        "initiative Anna=9 Boris=8", "next", 'attack Boris boost faces="10H 9S"',
    )  # fmt: skip
    before = marks(session, "Boris")
    assert before.startswith("/////")
    then(session, "call_over the deck held 41 cards faces=4H")
    assert marks(session, "Boris") == "/......"
    assert last_rolls(session)[0].pool == 6
    assert vitae(session, "Anna") == 12
    assert who(session, "Anna").count("acted") == 1
    assert "a fresh deck of forty cards: the deck held 41 cards" in last_story(session)
    then(session, "undo", "call_over faces=4H")
    assert "from a fresh deck of forty cards ·" in last_story(session)
    then(session, "undo")
    assert marks(session, "Boris") == before


def test_a_guard_felled_by_a_draw_that_is_called_over_stands_again() -> None:
    session = fight(*people(("Anna", "Boris", "Vera")), "guard Boris left by=Vera")
    then(session, "attack Vera sword ability=25 by=Anna faces=9H")
    assert status(session, "Vera") == ["dying"]
    then(session, "call_over faces=AH")
    assert (status(session, "Vera"), marks(session, "Vera")) == ([], ".......")
    assert who(session, "Boris").conditions["guarded_left"].source == who(session, "Vera").id
    assert not session.table.state.due


def test_marks_that_changed_since_the_draw_stay_when_it_is_called_over() -> None:
    session = fight(*people(("Anna", "Boris")), "attack Boris sword ability=12 by=Anna faces=3H", "damage Boris 1")
    before = marks(session, "Boris")
    then(session, "call_over faces=AH")
    assert marks(session, "Boris") == before
    assert "set them by hand" in last_story(session)


def test_an_area_draw_called_over_takes_the_harm_of_every_target_back() -> None:
    session = fight(*people(("Anna", "Boris", "Vera")), "attack Boris,Vera area ability=12 by=Anna faces=5H")
    then(session, "call_over faces=AH")
    assert (marks(session, "Boris"), marks(session, "Vera")) == (".......", ".......")


def test_a_failed_lie_called_over_need_not_wait() -> None:
    session = fight(*people(("Anna", "Boris")), "test manipulation on=Boris by=Anna faces=2H")
    assert who(session, "Anna").has_condition("must_wait")
    then(session, "call_over faces=9H")
    assert not who(session, "Anna").has_condition("must_wait")


def test_there_must_be_a_draw_to_call_over() -> None:
    session = fight("add Anna", "test wits by=Anna faces=2H", "scene")
    assert "no draw to call over" in refusal(session, "call_over faces=2H")


# ---------------------------------------------------------------------- powers, waiting, the table


def test_powers_go_off_on_their_users_initiative() -> None:
    session = fight(*people(("Anna", "Boris")), "initiative Anna=9 Boris=8", "next")
    assert "their own initiative" in refusal(session, "power name=veil by=Boris")
    then(session, "next", "power name=veil")
    assert "veil" in last_story(session)
    assert any("optics don't help" in line for line in due(session))


def test_a_power_stays_on_its_plane() -> None:
    session = fight("add Anna plane=umbra", "add Boris")
    assert "different planes" in refusal(session, "power on=Boris ability=5 by=Anna faces=9H")
    assert "different planes" in refusal(session, "attack Boris discipline ability=5 by=Anna faces=9H")
    then(session, "power on=Anna name=veil by=Anna", "power on=Boris ability=5 overrule by=Anna faces=9H")


def test_a_hidden_target_is_pointed_out() -> None:
    session = fight(*people(("Anna", "Boris")), "condition Boris supernaturally_hidden", "power on=Boris by=Anna")
    assert any("supernaturally hidden" in line for line in due(session))


def test_a_failed_lie_waits_half_an_hour_for_that_pair_and_matter() -> None:
    session = fight(*people(("Anna", "Boris", "Vera")), "test manipulation on=Boris by=Anna faces=2H")
    assert "30 more minutes" in refusal(session, "test manipulation on=Boris by=Anna faces=2H")
    then(session, "test manipulation on=Vera by=Anna faces=9H", "test wits on=Boris by=Anna faces=9H")
    then(session, "test manipulation on=Boris overrule by=Anna faces=9H", "pass 29 minutes")
    assert "1 more minute." in refusal(session, "test manipulation on=Boris by=Anna faces=2H")
    then(session, "pass 1 minute", "test manipulation on=Boris by=Anna faces=9H")


def test_a_new_scene_ends_the_waiting() -> None:
    session = fight(*people(("Anna", "Boris")), "test manipulation on=Boris by=Anna faces=2H", "scene")
    then(session, "test manipulation on=Boris by=Anna faces=9H")


def test_rounds_are_three_seconds_for_the_clock_and_for_timers() -> None:
    session = fight("add Anna", "initiative Anna=5", "condition Anna supernaturally_hidden minutes=1", *["next"] * 5)
    assert (session.table.state.round, session.table.state.seconds) == (5, 12)
    assert who(session, "Anna").conditions["supernaturally_hidden"].left == 48
    then(session, *["next"] * 16)
    assert not who(session, "Anna").has_condition("supernaturally_hidden")


def test_a_secret_draw_is_marked_so() -> None:
    session = fight("add Anna", "test wits hidden by=Anna faces=2H")
    assert last_rolls(session)[0].hidden


def test_the_third_warning_removes_a_player_with_every_character() -> None:
    session = fight("add Anna player=Olga", "add Boris player=Olga", "add Vera player=Ivan")
    then(session, "warn Anna", "warn Boris")
    assert (who(session, "Anna").count("warnings"), status(session, "Anna")) == (2, [])
    then(session, "warn Anna")
    assert status(session, "Boris") == ["removed_from_game"]
    assert status(session, "Vera") == []
    then(session, "end Boris removed_from_game", "new_season")
    assert who(session, "Boris").count("warnings") == 0
    then(session, "warn Vera removal")
    assert not who(session, "Vera").can_act


def test_the_targets_numbers_may_be_hidden_before_the_act() -> None:
    session = fight("add Anna", "add Boris dexterity=4", hide_target_numbers=True)
    assert session.commands is not None
    query = session.commands.parse("odds attack Boris ability=8 cover=heavy by=Anna", session.table.state)
    known = RULES.odds(session.table.state, query.intent)  # type: ignore[union-attr, arg-type]
    assert known is not None
    assert known.pool == 8
    then(session, "attack Boris ability=8 cover=heavy by=Anna faces=AH")
    assert last_rolls(session)[0].pool == 1


@pytest.mark.parametrize(
    "line",
    [
        "add Vera kind=unicorn",
        "add Vera strength=99",
        "add Vera weapon=spoon",
        "attack Boris cover=wall by=Anna faces=9H",
        "attack Anna by=Anna faces=9H",
        "test strength by=Nobody faces=9H",
        "rest Boris 0 minutes",
        "bleed Boris",
        "stabilise Boris",
        "stay_conscious by=Boris faces=9H",
        "new_season",
        "spend 1 by=Boris",
        "damage Boris 1000",
        "option second_ace 2",
        "option attacker_limit -1",
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(line: str) -> None:
    assert refusal(fight("add Anna", "add Boris mortal"), line)


def test_a_changed_option_is_told_in_the_readers_words() -> None:
    session = fight("option ten_succeeds no", language="ru")
    assert last_story(session) == "Настройка игры: десять — успех да → нет"
    then(session, 'option guns_and_defence "armour only"')
    assert last_story(session).endswith("→ только Броня")
    then(session, "option attacker_limit 6")
    assert last_story(session).endswith("→ 6")


def test_a_card_for_initiative_has_no_verdict_that_could_have_a_chance() -> None:
    session = fight("add Anna", "add Boris", "initiative faces=6D,6S,8S,AH")
    assert [(rolled.what, rolled.chance) for rolled in last_rolls(session)] == [
        ("initiative", None), ("initiative", None), ("tie_break", None), ("tie_break", None),
    ]  # fmt: skip
    assert not any("had a chance" in line for line in why_lines(session, ()))


@pytest.mark.parametrize("before", [(), ("next", "next")])
def test_each_turn_asks_for_the_test_to_stay_conscious_though_one_was_dismissed(before: tuple[str, ...]) -> None:
    # UBN-STA-02.
    session = fight("add Anna mortal", "add Boris mortal", "initiative Anna=12 Boris=8", *before, "damage Anna 7")
    then(session, "dismiss 1", "next")
    for _ in range(3):
        if session.table.state.current != who(session, "Anna").id:
            then(session, "next")
        assert [one.command for one in session.table.state.open_due] == ["stay_conscious by=Anna"]
        then(session, "dismiss 1", "next")
        assert not session.table.state.open_due


@pytest.mark.parametrize("side", ["front", "back", "left", "right"])
def test_a_side_that_opens_by_hand_leaves_the_guard_free(side: str) -> None:
    # UBN-ATK-13: the one who is guarded bears the condition, the guard none.
    session = fight("add Anna", "add Boris", "add Vera", f"guard Boris {side} by=Anna")
    assert not who(session, "Anna").conditions
    then(session, f"end Boris guarded_{side}", f"guard Vera {side} by=Anna", f"guard Boris {side} by=Vera")
    assert {name for name in ("Anna", "Boris", "Vera") if who(session, name).has_condition(f"guarded_{side}")} == {
        "Boris", "Vera",
    }  # fmt: skip
