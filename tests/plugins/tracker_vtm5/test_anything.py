"""Whatever is typed: no plugin failure, sound tracks, sentences in both languages, due acts that can be read."""

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.plugins.kept import kept_rules
from tests.plugins.tracker_vtm5.table import FifthEditionTable
from tests.tables import words_for
from tracker.command.commands import ActCommand
from tracker.command.run import perform_line
from tracker.core.chance import BadFace, MoreFaces, RandomChance, TypedChance
from tracker.core.facts import Rolled
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import Message, message
from tracker.core.state import State
from tracker.engine import Engine

_people = st.sampled_from(["Vera", "Boris", "Ignat"])
_numbers = st.integers(0, 9)
_weapons = st.sampled_from(["pistol", "sword", "wooden_stake", "torch", "claws", "taser", "thing"])
_tracks = st.sampled_from(["health", "willpower"])
_injuries = st.sampled_from(
    ["", "head_trauma", "massive_wound", "stunned", "crippled", '"old scar"', "13", "death_or_torpor"]
)
LINES = st.one_of(
    st.builds("attack {} {} by={}".format, _people, _weapons, _people),
    st.builds("attack {} {} aim=head surge by={}".format, _people, _weapons, _people),
    st.builds("attack {} strikes_back defence_surge by={}".format, _people, _people),
    st.builds("argue {} by={}".format, _people, _people),
    st.builds("contest {} wits stealth against_pool={} by={}".format, _people, _numbers, _people),
    st.just("hit"),
    st.builds("damage {} {} source={} track={}".format, _people, _numbers, _weapons, _tracks),
    st.builds("damage all {} aggravated source=fire".format, _numbers),
    st.builds("stress {} {} conflict=social".format, _people, _numbers),
    st.builds("injury {} {}".format, _people, _injuries),
    st.builds("roll {} strength brawl surge difficulty={}".format, _people, st.integers(1, 5)),
    st.builds("reroll {} {}".format, _people, st.sampled_from(["1", "2,3", "h1", "10"])),
    st.builds("spend {} {}".format, _people, st.integers(1, 4)),
    st.builds("rouse {} {} forced".format, _people, st.sampled_from(["power", "wake", "other"])),
    st.builds("rouse {} surge".format, _people),
    st.builds("night{}".format, st.sampled_from(["", " mending", " on=Vera"])),
    st.builds("feed {} {}".format, _people, _numbers),
    st.builds("frenzy {} {}".format, _people, st.integers(1, 5)),
    st.builds("mend {}".format, _people),
    st.builds("mend_aggravated {}".format, _people),
    st.builds("treat {} by={}".format, _people, _people),
    st.builds("hospital {} {}".format, _people, st.integers(1, 5)),
    st.builds("desire {}".format, _people),
    st.builds("ambition {}".format, _people),
    st.builds("expose {} sunlight every={}".format, _people, st.integers(1, 3)),
    st.builds("expose {} fire {}".format, _people, _numbers),
    st.builds("shade {}".format, _people),
    st.builds("cold {}".format, _people),
    st.builds("cold_test {}".format, _people),
    st.builds("warm {}".format, _people),
    st.builds("stake {}".format, _people),
    st.builds("stake {} out".format, _people),
    st.builds("torpor {}".format, _people),
    st.builds("wake {} {}".format, _people, st.sampled_from(["", "blood giver_potency=9"])),
    st.builds("faith {} touch by={}".format, _people, _people),
    st.builds("faith_shield {}".format, _people),
    st.builds("remorse {} {}".format, _people, st.sampled_from(["passed", "failed", "failed cornered"])),
    st.builds(
        "set {} {} {}".format, _people, st.sampled_from(["stamina", "resolve", "blood_potency"]), st.integers(1, 5)
    ),
    st.builds("declare {} ranged".format, _people),
    st.builds("price {}".format, _people),
    st.builds("wait {}".format, _people),
    st.sampled_from(
        ["initiative", "next", "next", "next", "session", "scene", "pass 2 hours", "pass 2 days", "end_session"]
    ),
    st.sampled_from(["option overflow=lose", "option crosses=over_slash", "option hits=at_once", "option order=fixed"]),
)

SEVERAL = trying(10, HealthCheck.too_slow)
RULES = kept_rules("tracker_vtm5")
RUSSIAN = words_for(RULES, "ru")


def played(lines: list[str], seed: int) -> FifthEditionTable:
    """A table at which all lines were tried; refusals are no failures, everything else is."""
    table = FifthEditionTable(seed=seed)
    for line in lines:
        reason = refused(table, line)
        assert reason is None or RUSSIAN.knows(reason), reason
    return table


def refused(table: FifthEditionTable, line: str) -> Message | None:
    """Try a line; return why it was refused, None where it was carried out."""
    try:
        perform_line(table.session, line)
    except Refusal as refusal:
        return refusal.reason
    return None


@SEVERAL
@given(st.lists(LINES, max_size=14), st.integers(0, 1000))
def test_any_evening_keeps_the_sheets_sound_and_can_be_told_in_russian(lines: list[str], seed: int) -> None:
    table = played(lines, seed)
    for entry in table.session.table.history.entries:
        for line in entry.tell:
            assert RUSSIAN.knows(line), line.id
            assert "{" not in RUSSIAN.say(line)
        for fact in entry.facts:
            if isinstance(fact, Rolled):
                assert RUSSIAN.has_term(fact.what)
                assert not fact.result or RUSSIAN.has_term(fact.result), fact.result
                assert sum(part.value for part in fact.parts) == fact.pool or fact.what in (
                    "injury",
                    "reroll",
                    "rouse_check",
                )
                assert fact.expected is not None
                assert 0 <= (fact.chance or 0) <= 1
    for character in table.state.characters.values():
        for track in character.tracks.values():
            assert track.marks == "".join(sorted(track.marks, key="X/.".index))
            assert track.size >= 1
        assert all(RUSSIAN.has_term(status.id) for status in character.status)
        assert all(RUSSIAN.has_term(condition.kind) for condition in character.conditions.values())
        assert all(RUSSIAN.has_term(counter) for counter in character.counters)
        for reason in RULES.unavailable(table.state, character.id).values():
            assert RUSSIAN.knows(message(reason))
            assert "{" not in RUSSIAN.say(message(reason))
        if "hunger" in character.pools:
            assert 0 <= character.pools["hunger"].value <= 5


@SEVERAL
@given(st.lists(LINES, max_size=12), st.integers(0, 1000))
def test_everything_that_is_due_can_be_done_by_its_line(lines: list[str], seed: int) -> None:
    table = played(lines, seed)
    for due in table.state.due:
        assert RUSSIAN.knows(due.line), due.line.id
        assert "{" not in RUSSIAN.say(due.line)
        if due.command:
            assert table.session.commands is not None
            command = table.session.commands.parse(due.command, table.state)
            assert isinstance(command, ActCommand)


@SEVERAL
@given(st.lists(LINES, max_size=8), LINES, st.integers(0, 1000))
def test_the_same_faces_give_the_same_outcome_and_the_view_stays(lines: list[str], last: str, seed: int) -> None:
    table = played(lines, seed)
    commands = table.session.commands
    assert commands is not None
    try:
        command = commands.parse(last, table.state)
    except Refusal:
        return
    assert isinstance(command, ActCommand)
    view = table.state
    faces = [(7 * at + seed) % 10 + 1 for at in range(400)]
    first = outcome_or_reason(view, command.intent, faces)
    assert first == outcome_or_reason(view, command.intent, faces)
    assert view == table.state


def outcome_or_reason(view: State, intent: Intent, faces: list[int]) -> object:
    try:
        return Engine(RULES).outcome(view, intent, TypedChance(faces))
    except (Refusal, MoreFaces, BadFace) as stopped:
        return repr(stopped)


@SEVERAL
@given(st.lists(LINES, max_size=8), LINES, st.integers(0, 1000))
def test_odds_agree_with_the_pool_that_is_rolled(lines: list[str], last: str, seed: int) -> None:
    table = played(lines, seed)
    commands = table.session.commands
    assert commands is not None
    try:
        command = commands.parse(last, table.state)
        assert isinstance(command, ActCommand)
        chances = Engine(RULES).odds(table.state, command.intent)
        outcome = Engine(RULES).outcome(table.state, command.intent, RandomChance(seed))
    except Refusal:
        return
    if chances is None or command.intent.verb in ("night", "hit"):
        return
    rolled = next((fact for fact in outcome.facts if isinstance(fact, Rolled)), None)
    assert rolled is None or rolled.pool == chances.pool
    assert all(0 <= chance <= 1 for _, chance in chances.events)
    assert list(chances.at_least) == sorted(chances.at_least, reverse=True)
