"""The form of an act shows what makes sense: for who acts, with what, on whom, and with what is chosen already."""

from collections.abc import Callable, Iterable

import pytest

from tests.tables import called, play, played, shipped_rules
from tests.ui.conftest import Pasted, Play
from tracker.core.intents import Intent
from tracker.core.values import frozen
from tracker.opening import Session
from tracker.ui.coterie import CoterieApp
from tracker.ui.forms import MOST_FIELDS, action_form
from tracker.ui.look import Look
from tracker.ui.settings import Settings

CASTS: dict[str, tuple[str, ...]] = {
    "world-of-darkness": (
        "add David brawl=3 firearms=2", "add Killer foe", "initiative David=13 Killer=9", "next",
    ),
    "vtm5": ("add David kind=vampire", "add Killer kind=mortal foe", "declare all other", "initiative", "next"),
    "night-wanderers": ("add David", "add Killer foe", "initiative David=1 Killer=2", "next"),
    "ukraine-by-night": ("add David", "add Killer foe", 'initiative faces="10H 3H"', "next"),
}  # fmt: skip


def cast(ruleset: str, *lines: str) -> Session:
    return played(*CASTS[ruleset], *lines, rules=shipped_rules(ruleset))


def shown(session: Session, verb: str, targets: Iterable[str] = ("Killer",), **values: object) -> set[str]:
    """The parameters that apply to an act of David's."""
    rules, people = session.table.rules, tuple(called(session, name).id for name in targets)
    assert rules is not None
    intent = Intent(verb, called(session, "David").id, people, frozen(values))  # type: ignore[arg-type]
    told = rules.applies(session.table.state, intent)
    return {one.id for one in rules.actions[verb].typed_parameters if told.get(one.id, True)}


CASES = [
    ("world-of-darkness", "attack", {"weapon": "knife"}, {"charge", "all-out", "waive"}, {"burst", "distance"}),
    ("world-of-darkness", "attack", {"weapon": "unarmed"}, {"dodges", "resist"}, {"distance", "one-hand", "finesse"}),
    ("world-of-darkness", "attack", {"weapon": "pistol-light"}, {"distance", "close", "spare"}, {"burst", "waive"}),
    ("world-of-darkness", "attack", {"weapon": "smg-small"}, {"burst", "nameless"}, {"only", "charge"}),
    ("world-of-darkness", "attack", {"weapon": "smg-small", "burst": "long"}, {"only", "same-burst"}, {"dodges"}),
    ("world-of-darkness", "attack", {"weapon": "pistol-light", "close": True}, {"waive", "dodges"}, {"charge"}),
    ("world-of-darkness", "hold", {"manoeuvre": "pin"}, {"manoeuvre"}, {"weapon", "type", "level"}),
    ("world-of-darkness", "hold", {"manoeuvre": "draw"}, {"weapon"}, {"level"}),
    ("vtm5", "attack", {"weapon": "knife"}, {"surge", "surprised", "strikes_back"}, {"no_cover", "split"}),
    ("vtm5", "attack", {"weapon": "pistol"}, {"no_cover"}, {"fire", "beheads"}),
    ("vtm5", "attack", {"strikes_back": True}, {"defender_weapon"}, {"surprised"}),
    ("vtm5", "attack", {"surprised": True}, {"weapon"}, {"strikes_back", "defence_pool", "defence"}),
    ("vtm5", "contest", {"pool": 6}, {"bonus"}, {"attribute", "skill"}),
    ("night-wanderers", "strike", {}, {"weapon", "defending"}, {"sure"}),
    ("night-wanderers", "shoot", {"defending": "running_dodge"}, {"range", "running"}, {"sure"}),
    ("night-wanderers", "shoot", {}, {"range"}, {"running"}),
    ("night-wanderers", "roll", {"dice": 5}, {"dice", "difficulty"}, {"rating"}),
    ("ukraine-by-night", "attack", {"weapon": "knife"}, {"weapon", "modifier"}, {"range", "cover", "area"}),
    ("ukraine-by-night", "attack", {"weapon": "rifle"}, {"range", "cover"}, set()),
    ("ukraine-by-night", "test", {"ability": 5}, {"ability", "modifier"}, {"attribute", "skill"}),
    ("ukraine-by-night", "power", {"ability": 5}, {"name"}, {"attribute"}),
]


@pytest.mark.parametrize(("ruleset", "verb", "values", "in_form", "left_out"), CASES)
def test_what_makes_no_sense_is_left_out(
    ruleset: str, verb: str, values: dict[str, object], in_form: set[str], left_out: set[str]
) -> None:
    found = shown(cast(ruleset), verb, **values)
    assert in_form <= found
    assert not left_out & found


@pytest.mark.parametrize("ruleset", CASTS)
def test_what_applies_is_told_for_every_act_before_anybody_is_named(ruleset: str) -> None:
    session = cast(ruleset)
    rules = session.table.rules
    assert rules is not None
    for verb in rules.actions:
        for who in ("", called(session, "David").id):
            rules.applies(session.table.state, Intent(verb, who))


def test_who_is_helpless_is_not_asked_how_they_defend() -> None:
    session = cast("world-of-darkness", "condition Killer surprised")
    assert not {"waive", "resist", "dodges"} & shown(session, "attack", weapon="knife")
    assert "defending" not in shown(cast("night-wanderers", "set Killer health 0"), "strike")


@pytest.mark.parametrize("ruleset", CASTS)
async def test_the_fields_follow_what_is_chosen_and_are_eight_at_most(playing: Play, ruleset: str) -> None:
    session = cast(ruleset)
    async with playing(session) as game:
        await game.press("end", "up", "a")
        for keys in ((), ("down",), ("right",), ("right",)):
            await game.press(*keys)
            heading = next(number for number, line in enumerate(game.lines) if " → " in line and line.startswith("─"))
            more = next(number for number, line in enumerate(game.lines) if line[1:].strip().startswith("more ("))
            assert more - heading - 1 <= MOST_FIELDS


async def test_a_knife_has_no_burst_and_a_gun_no_charge(playing: Play) -> None:
    session = cast("world-of-darkness")
    async with playing(session) as game:
        await game.press("end", "a", *"small sub")
        assert "burst" in game.text
        assert "charge" not in game.text
        await game.press("ctrl+u", *"knife")
        assert "burst" not in game.text
        assert "charge" in game.text


async def test_a_value_that_makes_no_sense_any_more_is_not_done(playing: Play) -> None:
    session = cast("world-of-darkness", "set David weapon pistol-light")
    async with playing(session) as game:
        await game.press("end", "a", "down", "down", "down", "down", "right", "right")
        await game.press("up", "up", "up", "up", *"knife", "enter")
        assert "distance" not in session.table.history.entries[-1].do
        assert "weapon=knife" in session.table.history.entries[-1].do


async def test_a_typed_line_may_give_what_no_form_shows(playing: Play) -> None:
    session = cast("world-of-darkness")
    async with playing(session) as game:
        await game.press(":", Pasted("attack Killer knife waive free modifier=2"), "enter")
        assert "waive" in session.table.history.entries[-1].do


async def test_a_defender_dodges_at_the_moment_of_the_attack(playing: Play) -> None:
    session = cast("world-of-darkness")
    async with playing(session) as game:
        await game.press("end", "a", *"knife")
        assert "the target dodges" in game.text
        assert "Defence 2" in game.text
        before = game.lines[-4:]
        await game.press("up", "up", *"dodges", "enter", "space")
        assert "Dodge 4" in game.text, f"the doubled Defence counts in the odds: {before}"
        await game.press("enter")
        killer = called(session, "Killer")
        assert killer.has_condition("dodging")
        assert killer.count("acted") == 1, "it costs the defender's action"
        await game.press("u")
        assert not session.table.state.characters[killer.id].has_condition("dodging"), "all of it is one act"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("ruleset", CASTS)
def test_what_the_attack_form_looks_like(
    snap_compare: Callable[..., bool], ruleset: str, size: tuple[int, int]
) -> None:
    assert snap_compare(CoterieApp(cast(ruleset), Settings()), press=["end", "up", "a"], terminal_size=size)


WEAPONS = {"world-of-darkness": "knife", "vtm5": "knife", "night-wanderers": "claws", "ukraine-by-night": "knife"}
TRAIT = {"world-of-darkness": "weapon", "vtm5": "weapon", "night-wanderers": "wields", "ukraine-by-night": "weapon"}


@pytest.mark.parametrize("ruleset", CASTS)
def test_the_last_choice_is_remembered_for_each_person(ruleset: str, look: Look) -> None:
    verb, weapon = "strike" if ruleset == "night-wanderers" else "attack", WEAPONS[ruleset]
    session = cast(ruleset)
    rules = session.table.rules
    assert rules is not None
    action = rules.actions[verb]

    def begins_with(who: str, whom: str) -> str:
        people = (called(session, whom).id,)
        return action_form(session, action, called(session, who).id, people, look, lambda form, act: None).value(
            "weapon"
        )

    usual = begins_with("David", "Killer")
    way = "overrule" if ruleset == "ukraine-by-night" else "" if ruleset == "vtm5" else "free"
    play(session, f"{verb} Killer {weapon} by=David {way}")
    assert begins_with("David", "Killer") == session.words.term(weapon)
    assert begins_with("Killer", "David") != session.words.term(weapon), "nobody else has chosen it"
    play(session, "note something else", "undo")
    assert begins_with("David", "Killer") == session.words.term(weapon)
    play(session, "undo")
    assert begins_with("David", "Killer") == usual, "what was taken back was never chosen"
    play(session, "redo", f"set David {TRAIT[ruleset]} {weapon}")
    assert begins_with("David", "Killer") in ("", session.words.term(weapon)), "the sheet is newer"


async def test_the_next_attack_with_the_same_weapon_takes_two_keys(playing: Play) -> None:
    session = cast("world-of-darkness", "attack Killer knife free by=David")
    async with playing(session) as game:
        await game.press("end", "a", "enter")
        assert session.table.history.entries[-1].do.startswith("attack Killer weapon=knife faces=")
