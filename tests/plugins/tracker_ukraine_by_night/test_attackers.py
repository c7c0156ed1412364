"""Who may attack a target in a round, guards and their sides (UBN-ATK-06 to UBN-ATK-15)."""

import pytest

from tests.plugins.tracker_ukraine_by_night.fights import (
    RULES,
    due,
    fight,
    last_story,
    marks,
    people,
    refusal,
    then,
    told,
    who,
)
from tracker.command.commands import QueryCommand
from tracker.core.intents import Refusal
from tracker.opening import Session

SIX = ("Anna", "Gleb", "Vera", "Egor", "Dina", "Zoya")


def six_on_boris(**options: int | str | bool) -> Session:
    """Six attackers with falling initiative, and Boris, whose turn comes last."""
    order = " ".join(f"{name}={20 - number}" for number, name in enumerate(SIX))
    return fight(*people((*SIX, "Boris")), f"initiative {order} Boris=1", "next", **options)


def attack_in_turn(session: Session, *names: str) -> Session:
    """Everybody acts in order; those who are named attack Boris."""
    for name in names:
        while session.table.state.characters[session.table.state.current].name != name:
            then(session, "next")
        then(session, "attack Boris faces=AH")
    return session


def test_the_fifth_attacker_is_refused_before_anything_is_spent_and_told_who_has_the_places() -> None:
    session = attack_in_turn(six_on_boris(), "Anna", "Gleb", "Vera", "Egor")
    then(session, "next")
    sentence = refusal(session, "attack Boris faces=AH")
    assert "Dina can't attack Boris, whose 4 places are taken" in sentence
    assert "Anna, Gleb, Vera, Egor" in sentence
    assert who(session, "Dina").count("acted") == 0
    then(session, "attack Zoya faces=AH")


def test_the_odds_are_refused_for_the_same_reason() -> None:
    session = attack_in_turn(six_on_boris(), "Anna", "Gleb", "Vera", "Egor")
    then(session, "next")
    assert "taken this round" in refusal_of_odds(session, "odds attack Boris")
    assert RULES.unavailable(session.table.state, who(session, "Dina").id).get("attack") is None


def refusal_of_odds(session: Session, line: str) -> str:
    assert session.commands is not None
    query = session.commands.parse(line, session.table.state)
    assert isinstance(query, QueryCommand)
    assert query.intent is not None
    with pytest.raises(Refusal) as refused:
        session.table.odds(query.intent)
    return session.words.say(refused.value.reason)


def test_attack_is_greyed_out_where_no_target_has_a_place_left() -> None:
    session = fight(*people((*SIX, "Boris")), *(f"side {name} ally" for name in SIX), "side Boris foe")
    for name in SIX[:4]:
        then(session, f"attack Boris by={name} faces=AH")
    assert RULES.unavailable(session.table.state, who(session, "Dina").id)["attack"] == "ubn.unavailable.no_place"
    assert "attack" not in RULES.unavailable(session.table.state, who(session, "Anna").id)


def test_the_storyteller_overrules_the_limit_and_the_log_says_so() -> None:
    session = attack_in_turn(six_on_boris(), "Anna", "Gleb", "Vera", "Egor")
    then(session, "next", "attack Boris overrule faces=AH")
    assert "Storyteller override: Dina → Boris, an attack over the limit" in last_story(session)


def test_places_are_free_again_in_the_next_round() -> None:
    session = attack_in_turn(six_on_boris(), "Anna", "Gleb", "Vera", "Egor")
    while session.table.state.round == 1:
        then(session, "next")
    attack_in_turn(session, "Dina", "Zoya")


def test_a_miss_takes_a_place_a_tap_and_a_blast_take_none() -> None:
    session = six_on_boris()
    then(session, "attack Boris harmless faces=9H", "next", "attack Boris,Vera area ability=9 faces=9H")
    assert marks(session, "Boris").startswith("/")
    attack_in_turn(session, "Vera", "Egor", "Dina", "Zoya")
    assert "Outside the limit: Anna, Gleb" in told(session, "attackers Boris")


def test_a_harmless_touch_leaves_no_mark() -> None:
    session = fight(*people(("Anna", "Boris")), "attack Boris ability=9 harmless by=Anna faces=9H")
    assert marks(session, "Boris") == "......."


def test_declared_attackers_get_places_by_initiative_not_by_declaration() -> None:
    session = six_on_boris()
    then(session, *(f"declare Boris by={name}" for name in reversed(SIX)))
    assert "May attack: Anna, Gleb, Vera, Egor. Must choose another target: Dina, Zoya" in told(
        session, "attackers Boris"
    )
    assert [line for line in due(session) if line.startswith("Dina is over the limit on Boris")]
    assert "taken this round" in refusal(session, "attack Boris by=Zoya faces=AH")
    then(session, "attack Boris by=Egor faces=AH")


def test_who_has_struck_keeps_the_place_against_a_better_initiative() -> None:
    session = six_on_boris()
    for name in SIX[1:5]:
        then(session, f"attack Boris by={name} faces=AH")
    assert "taken this round" in refusal(session, "attack Boris faces=AH")


def test_one_who_delays_counts_with_the_new_place_in_the_order() -> None:
    session = six_on_boris()
    then(session, *(f"declare Boris by={name}" for name in SIX[:5]), "move Anna after Dina")
    assert "May attack: Gleb, Vera, Egor, Dina. Must choose another target: Anna" in told(session, "attackers Boris")


def test_one_who_strikes_twice_takes_one_place_or_two_by_table_option() -> None:
    attackers = six_on_boris()
    then(attackers, "attack Boris faces=AH", "turn Anna", "attack Boris faces=AH")
    attack_in_turn(attackers, "Gleb", "Vera", "Egor")
    attacks = six_on_boris(limit_counts="attacks")
    then(attacks, "attack Boris faces=AH", "turn Anna", "attack Boris faces=AH")
    attack_in_turn(attacks, "Gleb", "Vera")
    then(attacks, "next")
    assert "taken this round" in refusal(attacks, "attack Boris faces=AH")


def test_the_first_of_two_declared_attacks_may_use_the_last_place() -> None:
    session = six_on_boris(limit_counts="attacks", attacker_limit=1)
    then(session, "declare Boris by=Anna", "declare Boris by=Anna", "attack Boris faces=AH", "turn Anna")
    assert "taken this round" in refusal(session, "attack Boris faces=AH")


def test_a_power_against_a_mind_takes_a_place() -> None:
    session = six_on_boris()
    then(session, "power on=Boris ability=5 name=madness faces=AH")
    attack_in_turn(session, "Gleb", "Vera", "Egor")
    then(session, "next")
    assert "Anna, Gleb, Vera, Egor" in refusal(session, "attack Boris faces=AH")


def test_a_planned_scene_has_no_limit() -> None:
    session = six_on_boris()
    then(session, "limit Boris off")
    attack_in_turn(session, *SIX)
    assert "has that limit of attackers already" in refusal(session, "limit Boris off")


def test_the_limit_may_be_the_targets_own() -> None:
    session = six_on_boris()
    then(session, "set Boris attacker_limit 1", "attack Boris faces=AH", "next")
    assert "whose 1 place is taken" in refusal(session, "attack Boris faces=AH")


def test_each_guard_takes_a_place_or_none_by_table_option() -> None:
    guarded = six_on_boris()
    then(guarded, "guard Boris left by=Zoya", "guard Boris back by=Dina")
    attack_in_turn(guarded, "Anna", "Gleb")
    then(guarded, "next")
    assert "whose 2 places are taken" in refusal(guarded, "attack Boris faces=AH")
    free = six_on_boris(guards_take_places=False)
    then(free, "guard Boris left by=Zoya", "guard Boris back by=Dina")
    attack_in_turn(free, "Anna", "Gleb", "Vera", "Egor")


def test_a_guarded_side_is_closed_until_the_guard_falls_moves_or_is_gone() -> None:
    session = fight(*people(("Anna", "Boris", "Vera")), "guard Boris left by=Vera")
    sentence = refusal(session, "attack Boris from_side=left by=Anna faces=AH")
    assert '(attack "Vera")' in sentence
    then(session, "guard Boris right by=Vera", "attack Boris from_side=left by=Anna faces=AH")
    assert "guards Boris there" in refusal(session, "attack Boris from_side=right by=Anna faces=AH")
    then(session, "attack Vera sword ability=30 by=Anna faces=9H")
    assert "open again" in last_story(session)
    then(session, "attack Boris from_side=right by=Anna faces=AH")
    then(session, "undo 2", "remove Vera", "attack Boris from_side=right by=Anna faces=AH")


def test_a_side_kept_closed_by_the_storyteller_needs_no_guard() -> None:
    session = fight(*people(("Anna", "Boris")), "condition Boris guarded_front")
    assert "can't be reached" in refusal(session, "attack Boris from_side=front by=Anna faces=AH")
    then(session, "attack Boris from_side=back by=Anna faces=AH")


def test_one_attacker_stands_on_each_side() -> None:
    session = fight(*people(("Anna", "Boris", "Vera")), "attack Boris from_side=front by=Anna faces=AH")
    assert "Anna already attacks Boris from there" in refusal(session, "attack Boris from_side=front by=Vera faces=AH")
    then(session, "attack Boris from_side=front by=Anna faces=AH", "attack Boris from_side=back by=Vera faces=AH")


def test_four_guards_wall_their_ward_in_both_ways() -> None:
    guards = ("Vera", "Gleb", "Dina", "Egor")
    session = fight(*people(("Anna", "Boris", *guards)))
    for guard, side in zip(guards, ("front", "back", "left", "right"), strict=True):
        then(session, f"guard Boris {side} by={guard}")
    assert "all four sides" in refusal(session, "attack Boris by=Anna faces=AH")
    assert "Attack a guard or the area" in refusal(session, "attack Anna by=Boris faces=AH")
    then(session, "attack Vera by=Boris faces=AH", "attack Anna area ability=5 by=Boris faces=AH")
    then(session, "attack Boris area ability=5 by=Anna faces=AH", "attack Anna overrule by=Boris faces=AH")


def test_nobody_guards_two_sides_or_themselves() -> None:
    session = fight(*people(("Anna", "Boris", "Vera")), "guard Boris left by=Vera", "guard Anna front by=Vera")
    assert not any(kind.startswith("guarded") for kind in who(session, "Boris").conditions)
    assert "can't guard themselves" in refusal(session, "guard Vera back by=Vera")
    assert "already guarded there" in refusal(session, "guard Anna front by=Boris")
    then(session, "step_aside by=Vera")
    assert "isn't guarding anyone" in refusal(session, "step_aside by=Vera")


def test_declared_is_declared_until_the_place_or_the_target_is_lost() -> None:
    session = six_on_boris()
    then(session, "declare Boris by=Anna")
    assert "and that stands" in refusal(session, "declare Vera by=Anna")
    assert "and that stands" in refusal(session, "attack Vera faces=AH")
    then(session, "damage Boris 7 aggravated", "declare Vera by=Anna")
    assert "May attack: nobody" in told(session, "attackers Boris")


def test_one_action_a_round_and_another_with_each_extra_turn() -> None:
    session = six_on_boris()
    then(session, "attack Boris faces=AH")
    assert "already acted this round" in refusal(session, "attack Vera faces=AH")
    assert RULES.unavailable(session.table.state, who(session, "Anna").id)["attack"] == "ubn.unavailable.acted"
    then(session, "turn Anna", "attack Vera faces=AH")
    assert "already acted this round" in refusal(session, "total_defence by=Anna")


# ---------------------------------------------------------------------- before the rounds, and who falls or leaves


def test_what_is_declared_before_the_first_round_holds_in_it_and_what_was_done_does_not() -> None:
    session = fight(*people(("Anna", "Vera", "Boris")), "initiative Anna=3 Vera=2 Boris=1")
    then(session, "attack Boris by=Vera faces=AH", "declare Boris back by=Anna", "next")
    assert "May attack: Anna. Must choose another target: nobody" in told(session, "attackers Boris")
    assert "Anna already attacks Boris from there" in refusal(session, "attack Boris back by=Vera faces=AH")
    then(session, "next", "next", "next")
    assert "May attack: nobody" in told(session, "attackers Boris")


def test_outside_a_fight_places_are_free_again_once_time_passes() -> None:
    session = fight(*people((*SIX, "Boris")))
    for name in SIX[:4]:
        then(session, f"attack Boris by={name} faces=AH")
    assert "taken this round" in refusal(session, "attack Boris by=Dina faces=AH")
    then(session, "pass 1 minute", "attack Boris by=Dina faces=AH")


def test_an_attacker_who_falls_before_striking_leaves_the_place_to_the_next() -> None:
    session = six_on_boris()
    then(session, *(f"declare Boris by={name}" for name in SIX[:5]), "damage Egor 7 lethal")
    assert "May attack: Anna, Gleb, Vera, Dina. Must choose another target: nobody" in told(session, "attackers Boris")
    then(session, "next")
    assert not [line for line in due(session) if "over the limit" in line]


def test_an_attacker_who_falls_after_striking_has_used_the_place() -> None:
    session = six_on_boris()
    then(session, "attack Boris faces=AH", "damage Anna 7 lethal", *(f"declare Boris by={name}" for name in SIX[1:5]))
    assert "May attack: Anna, Gleb, Vera, Egor. Must choose another target: Dina" in told(session, "attackers Boris")


def test_the_reminder_goes_when_one_of_those_with_a_place_leaves() -> None:
    session = six_on_boris()
    then(session, *(f"declare Boris by={name}" for name in SIX[:5]))
    assert [line for line in due(session) if line.startswith("Dina is over the limit")]
    then(session, "remove Vera", "next")
    assert not [line for line in due(session) if "over the limit" in line]


def test_a_refused_attack_offers_the_guard_with_a_line_that_works() -> None:
    session = fight("add Anna", "add Boris", 'add "Old \\"Red\\" Oleg" mortal', "guard Boris left by=Old")
    sentence = refusal(session, "attack Boris from_side=left by=Anna faces=AH")
    command = sentence.partition("(attack ")[2].partition(")")[0]
    then(session, f"attack {command} by=Anna faces=AH")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("attack Boris by=Vera faces=AH", "Vera acts while out of action"),
        ("attack Boris from_side=left by=Anna faces=AH", "gets past Gleb, who guards Boris (left)"),
        ("declare Vera by=Dina", "Dina drops the attack declared on Boris"),
        ("power on=Boris name=veil by=Egor", "→ Boris, a power across planes"),
        ("spend 2 by=Anna", "Anna spends more than 1 Vitae this turn"),
        ("test manipulation on=Boris by=Anna faces=AH", "Anna → Boris, a new try without the wait"),
    ],
)
def test_what_the_storyteller_overrules_stands_in_the_log_without_advice(line: str, said: str) -> None:
    session = fight(
        *people(("Boris", "Vera", "Gleb", "Dina")), "add Anna", "add Egor plane=umbra",
        "damage Vera 7 lethal", "guard Boris left by=Gleb", "declare Boris by=Dina",
        "test manipulation on=Boris by=Anna faces=AH",
    )  # fmt: skip
    assert refusal(session, line)
    then(session, f"{line} overrule")
    assert "Storyteller override: " in last_story(session)
    assert said in last_story(session)
    assert "repeat with" not in last_story(session)
