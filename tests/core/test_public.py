"""What players may see: nothing hidden, in no form, at no time."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hiding import PLACES, Planter, check_nothing_leaks
from tests.how_many import several
from tests.tables import LINES, lines, memory_session, play, played, try_line
from tracker.acts.verbs import FOES_HIDDEN
from tracker.core import facts as f
from tracker.core.history import Entry
from tracker.core.public import GM_OPTIONS, Lore, public_entry, public_history, public_state
from tracker.core.state import State
from tracker.opening import Session
from tracker.story import story


def fight() -> Session:
    """Two who are seen, and between them in the order one who is not."""
    people = "add Ann skill=3", "add Lurker foe hidden", "add Bob toughness=20"
    return played(*people, "initiative Ann=15 Lurker=10 Bob=5", "next")


def lore(session: Session) -> Lore:
    assert session.table.rules is not None
    return session.table.rules.lore


def last(session: Session) -> Entry | None:
    """The public view of the last entry."""
    history = session.table.history
    number = len(history.entries)
    return public_entry(
        history.entries[-1], history.state_after(number - 1), history.state_after(number), lore(session)
    )


def told(session: Session) -> list[str]:
    """What players read of the last entry."""
    entry = last(session)
    return story(entry, session.words) if entry else []


def seen(session: Session) -> State:
    return public_state(session.table.state, lore(session))


def test_hidden_people_are_in_no_part_of_the_state() -> None:
    state = seen(fight())
    assert list(state.characters) == ["Ann", "Bob"]
    assert [place.who for place in state.order] == ["Ann", "Bob"]
    assert "Lurker" not in repr(state)


def test_the_marker_stays_while_a_hidden_one_acts_and_nobody_can_tell() -> None:
    session = fight()
    before = seen(session)
    play(session, "next")
    assert session.table.state.current == "Lurker"
    assert told(session) == []
    assert seen(session) == before
    play(session, "next")
    assert told(session) == ["Bob acts"]
    assert seen(session).current == "Bob"
    assert [place.acted for place in seen(session).order] == [True, False]


def test_an_act_of_a_hidden_one_is_told_by_what_came_of_it() -> None:
    session = play(fight(), "attack Bob by=Lurker faces=20")
    assert told(session) == ["Bob: hits 20/20 → 17/20", "Bob: bleeding (1, 2 rounds)"]
    entry = last(session)
    assert entry is not None
    assert not any(isinstance(fact, f.Rolled) for fact in entry.facts)


def test_an_act_against_a_hidden_one_says_nothing_of_them() -> None:
    session = play(fight(), "attack Lurker by=Ann faces=20")
    assert told(session) == []


def test_initiative_leaves_out_the_hidden() -> None:
    session = play(memory_session(), "add Ann", "add Lurker hidden", "add Bob", "initiative Ann=5 Lurker=10 Bob=15")
    assert told(session) == ["Initiative: Bob 15, Ann 5"]


def test_a_hidden_act_of_somebody_seen_has_no_roll() -> None:
    session = play(fight(), "attack Bob hidden by=Ann faces=20")
    assert told(session) == ["Bob: hits 20/20 → 17/20", "Bob: bleeding (1, 2 rounds)"]


def test_an_open_act_is_told_as_it_is() -> None:
    session = play(fight(), "attack Bob by=Ann faces=20")
    assert told(session) == story(session.table.history.entries[-1], session.words)
    entry = last(session)
    assert entry is not None
    (roll,) = (fact for fact in entry.facts if isinstance(fact, f.Rolled))
    assert (roll.who, roll.against, roll.total, roll.rule) == ("Ann", "Bob", 23, "HP-02")
    assert roll.parts
    assert entry.do == ""


@pytest.mark.parametrize(
    ("line", "lines_told"),
    [
        ("note the Killer listens", []),
        ("note about=Ann she lies", []),
        ("note public the clock strikes", ["the clock strikes"]),
        ("note public about=Bob he limps", ["Bob: he limps"]),
        ("note public about=Lurker he waits", []),
        ("note public the lurker waits", []),
        ("condition Ann dazzled rounds=2 text=poisoned", ["Ann: dazzled (2 rounds)"]),
        ("condition Ann dazzled turns=2 clock=Lurker", ["Ann: dazzled"]),
        ("rename Lurker Shade", []),
        ("rename Ann Anna", ["Ann is now called Anna"]),
        ("hide Ann", []),
        ("show Lurker", ["Lurker appears"]),
        ("remove Lurker", []),
        ("remove Bob", ["Bob leaves the session"]),
        ("option foes_hidden=yes", []),
        ("option deep_cuts=yes", ["Table option: every cut bleeds no → yes"]),
        ("scene The yard", ["A new scene: The yard"]),
        ("side Lurker ally", []),
        ("side Bob foe", ["Bob: side nothing → foe"]),
        ("fight yard Bob,Lurker", ["Bob goes over to yard"]),
        ("pass 15 minutes", ["Time passes: 15 minutes"]),
    ],
)
def test_what_players_read_of_an_act(line: str, lines_told: list[str]) -> None:
    assert told(play(fight(), line)) == lines_told


def test_what_was_noted_is_in_no_public_state() -> None:
    session = play(fight(), "condition Ann dazzled text=poisoned", "add Cid note=traitor", "change doom=1")
    state = seen(session)
    assert "poisoned" not in repr(state)
    assert "traitor" not in repr(state)
    assert state.characters["Ann"].conditions["dazzled"].note == ""


def test_showing_somebody_reveals_nothing_earlier() -> None:
    session = play(fight(), "next", "attack Ann faces=20", "rename Lurker Shade")
    history = session.table.history
    earlier = dict(public_history(history))
    play(session, "show Shade")
    later = public_history(history)
    assert {number: entry for number, entry in later.items() if number in earlier} == earlier
    assert "Lurker" not in repr(later)
    assert "Lurker" not in repr(seen(session))
    assert "Shade" in seen(session).characters


def test_a_foe_of_a_table_that_hides_them_is_seen_with_its_first_act() -> None:
    session = play(fight(), "option foes_hidden=yes", "add Wolf foe skill=9")
    assert told(session) == []
    assert "Wolf" not in repr(seen(session))
    play(session, "attack Ann by=Wolf faces=20")
    assert "Wolf appears" in told(session)
    assert "Wolf → attack: hit (20) · typed" in told(session)
    assert "Wolf" in seen(session).characters
    assert not seen(session).characters["Wolf"].counters


def test_undo_and_redo_name_only_what_players_have_read() -> None:
    session = play(fight(), "note Lurker laughs", "undo", "attack Bob by=Ann faces=1", "undo", "redo", "next", "undo")
    read = [story(entry, session.words) for entry in public_history(session.table.history).values()]
    assert read[-3:] == [
        ["Ann attacks Bob: 1, 4 in all, miss · typed"], ["Undone: attack: Ann → Bob"], ["Redone: attack: Ann → Bob"]
    ]  # fmt: skip


def test_undoing_that_somebody_was_shown_takes_the_name_away_again() -> None:
    session = play(fight(), "show Lurker", "undo")
    shown = public_history(session.table.history)
    assert "Lurker" not in repr(shown[len(session.table.history.entries)])
    assert "Lurker" not in repr(seen(session))


def test_people_go_by_the_name_that_the_players_know() -> None:
    session = play(fight(), "rename Lurker Shade", "show Shade", "attack Ann by=Shade faces=20")
    assert "Lurker" not in repr(last(session))
    assert [place.who for place in seen(session).order] == ["Ann", "Shade", "Bob"]


def test_a_name_that_holds_a_hidden_one_does_not_make_everything_secret() -> None:
    session = play(memory_session(), "add Guard hidden", "add 'Guard 2' skill=3".replace("'", '"'), "add Bob")
    play(session, 'attack Bob by="Guard 2" faces=20')
    assert told(session)[0].startswith("Guard 2 attacks Bob")


def test_a_fight_of_hidden_people_alone_is_not_there() -> None:
    session = play(fight(), "add Spy hidden", "fight ambush Lurker,Spy")
    assert told(session) == []
    state = seen(session)
    assert (state.fight, dict(state.fights), dict(state.fighting)) == ("", {}, {})
    assert [place.who for place in state.order] == ["Ann", "Bob"]


def test_the_options_of_the_game_master_are_those_that_the_core_knows() -> None:
    assert GM_OPTIONS == (FOES_HIDDEN,)


def rough(roughness: str, *lines: str) -> Session:
    """A fight with a foe whose numbers the players see as roughly as the table wants."""
    people = "add Ann skill=3 toughness=20", "add Orc foe skill=7 toughness=20"
    return play(played(f"option foes_numbers={roughness}", *people, "initiative Ann=15 Orc=9", "next"), *lines)


def orc(session: Session) -> list[str]:
    """The words that the players see beside the foe."""
    return [word.id for word in seen(session).characters["Orc"].status]


@pytest.mark.parametrize(
    ("left", "word"),
    [(20, "band.unhurt"), (19, "band.hurt"), (10, "band.hurt"), (9, "band.badly-hurt"), (1, "band.badly-hurt")],
)
def test_one_word_says_how_a_foe_stands(left: int, word: str) -> None:
    assert orc(rough("described", f"set Orc hits {left}"))[0] == word


def test_a_foe_that_is_down_is_out_and_that_shows_whatever_the_table_wants() -> None:
    assert orc(rough("described", "damage Orc 20")) == ["band.out", "down"]
    assert orc(rough("nothing", "damage Orc 20")) == ["down"]
    assert orc(rough("nothing", "damage Orc 11")) == []


def test_nothing_but_foes_is_rough() -> None:
    state = seen(rough("nothing", "add Guide"))
    assert (state.characters["Ann"].pools["hits"].value, state.characters["Guide"].pools["hits"].value) == (20, 8)
    assert [place.value for place in state.order] == [15, None]
    foe = state.characters["Orc"]
    assert (dict(foe.traits), dict(foe.tracks), dict(foe.pools)) == ({}, {}, {})


@pytest.mark.parametrize(
    ("line", "described", "nothing"),
    [
        (
            "attack Orc by=Ann faces=18",
            ["Ann → attack: hit (18) · typed", "Orc: bleeding", "Orc → hurt"],
            ["Ann → attack: hit (18) · typed", "Orc: bleeding", "Orc is hurt"],
        ),
        (
            "attack Ann by=Orc faces=18",
            ["Orc → attack: hit", "Ann: hits 20/20 → 17/20", "Ann: bleeding (1, 2 rounds)"],
            None,
        ),
        ("damage Orc 12", ["Orc → badly hurt"], ["Orc is hurt"]),
        ("set Orc skill 9", [], None),
        ("condition Orc dazzled rounds=3", ["Orc: dazzled"], None),
        (
            "condition Ann dazzled rounds=3",
            ["Ann: dazzled (3 rounds)", "dazzled is a label; the rules don't read it"],
            None,
        ),
        ("next", ["Orc acts"], None),
        ("initiative Orc=17", ["Initiative: Orc"], None),
        ("add Wolf foe toughness=19", ["Wolf joins"], None),
        ("note public the Orc limps", ["the Orc limps"], None),
    ],
)  # fmt: skip
def test_what_players_read_where_numbers_of_foes_are_rough(
    line: str, described: list[str], nothing: list[str] | None
) -> None:
    assert told(rough("described", line)) == described
    assert told(rough("nothing", line)) == (described if nothing is None else nothing)


def test_an_act_is_as_rough_as_its_moment_was() -> None:
    session = rough("exact", "damage Orc 3", "option foes_numbers=nothing", "damage Orc 4", "undo 3")
    read = [story(entry, session.words) for entry in public_history(session.table.history, lore(session)).values()]
    assert ["Orc is hurt"] in read
    assert any("20 → 17" in line for lines_read in read for line in lines_read)
    assert read[-3:] == [
        ["Undone: damage: Orc"],
        ["Undone: option: how players see foes' numbers"],
        ["Undone: damage: Orc"],
    ]


def test_an_ally_who_turns_on_the_others_keeps_its_numbers_from_then_on() -> None:
    session = rough("nothing", "side Ann foe")
    assert "hits" not in seen(session).characters["Ann"].pools
    assert "hits" in seen(play(session, "side Ann ally")).characters["Ann"].pools


def evening(seed: int, length: int) -> tuple[Session, Planter]:
    """A session in which much is hidden, played at random."""
    session, chance = played("add Ann", "add Bob"), random.Random(seed)
    planter = Planter(session)
    planter.plant("hidden", 0, "dazzled")
    for _ in range(length):
        if chance.random() < 0.4:
            planter.plant(chance.choice(PLACES), chance.randrange(6), "dazzled")
        else:
            people = [f'"{person.name}"' for person in session.table.state.characters.values()] or ["Ann"]
            one, other = chance.choice(people), chance.choice(people)
            try_line(session, chance.choice(LINES).format(one=one, other=other, number=chance.randrange(9)))
    return session, planter


@pytest.mark.parametrize("seed", range(several(6)))
def test_no_secret_word_is_in_anything_public(seed: int) -> None:
    session, planter = evening(seed, 80)
    check_nothing_leaks(session, planter.words)


@settings(deadline=None)
@given(steps=st.lists(st.one_of(lines, st.tuples(st.sampled_from(PLACES), st.integers(0, 5))), min_size=1, max_size=12))
def test_no_secret_word_is_in_anything_public_after_a_few_steps(steps: list[str | tuple[str, int]]) -> None:
    session = played("add Ann", "add Bob")
    planter = Planter(session)
    planter.plant("hidden", 0, "dazzled")
    for step in steps:
        if isinstance(step, str):
            try_line(session, step)
        else:
            planter.plant(*step, "dazzled")
    check_nothing_leaks(session, planter.words)
