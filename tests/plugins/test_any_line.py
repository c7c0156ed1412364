"""Whatever is typed in whichever game: undo, redo, replay and reading without the plugin give the same states."""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.how_many import several, so_long
from tests.pages import compile_once
from tests.plugins.kept import evening, kept_commands, kept_rules
from tests.plugins.test_contract import MODULES
from tests.tables import NASTY_NAMES
from tracker.api.descriptions import Action, Choice, Parameter, TrackSpec, TraitSpec
from tracker.cli.formats import FORMATS, form_of
from tracker.cli.picture import state_as_data
from tracker.command.run import perform_line
from tracker.core.chance import RandomChance
from tracker.core.history import History
from tracker.core.quoting import quote
from tracker.core.state import State
from tracker.failures import FAILURES
from tracker.journal.reader import read
from tracker.opening import NewSession, Session, create_session
from tracker.recap.telling import Manner, Telling
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError
from tracker.text import literal

LINES = so_long(60, 90)
WORDS = (*NASTY_NAMES, "all", "by", "foe", "3", "yes", "Night Guard", "Guard", "some words", "-1", "99999999999")


class Typist:
    """Types lines that make sense more often than not: verbs, people and parameters as the ruleset describes them."""

    def __init__(self, session: Session, seed: int) -> None:
        self._session = session
        self._random = random.Random(seed)

    def line(self) -> str:
        people = self._people()
        chance = self._random.random()
        if chance < 0.12 or not people:
            return self._newcomer()
        if chance < 0.2:
            choices = ["next", "next", "initiative", "undo", "redo", "undo 3", "scene", "session"]
            number = self._random.randint(1, len(self._session.table.history.entries) + 1)
            choices += [f"undo #{number}", f"redo #{number} as note rain"]
            return self._random.choice(choices)
        assert self._session.commands is not None
        actions = self._session.commands.actions
        # What `keep` writes lies outside the session, so that a later `bring` would not be the same again.
        action = actions[self._random.choice([name for name in actions if name != "keep"])]
        return " ".join(self._words(action, people))

    def _people(self) -> list[str]:
        return [quote(person.name) for person in self._session.table.state.characters.values()]

    def _newcomer(self) -> str:
        assert self._session.table.rules is not None
        kind = self._random.choice(list(self._session.table.rules.kinds.values()))
        numbers = [trait for trait in kind.traits if trait.kind == "integer"]
        traits = self._random.sample(numbers, min(len(numbers), self._random.randint(0, 5)))
        values = [f"{trait.id}={self._random.randint(trait.minimum, trait.maximum)}" for trait in traits]
        name = quote(self._random.choice(["Ann", "Bob", "Cid", *WORDS]))
        return " ".join([f"add {name} kind={kind.id}", *values])

    def _words(self, action: Action, people: list[str]) -> Iterator[str]:
        yield action.id
        if action.targets in ("one", "many") or (action.targets == "optional" and self._random.random() < 0.6):
            most = len(people) if action.targets == "many" else 1
            yield ",".join(self._random.sample(people, self._random.randint(1, min(most, 3))))
        if action.id in ("set", "change", "option"):
            yield from self._settings(action.id)
        for parameter in action.typed_parameters:
            if parameter.required or self._random.random() < 0.25:
                yield f"{parameter.id}={self._value(parameter, people)}"
        if action.acts and self._random.random() < 0.5:
            yield f"by={self._random.choice(people)}"
        if self._random.random() < 0.05:
            yield "hidden"

    def _settings(self, verb: str) -> Iterator[str]:
        """One or two of the things that `set`, `change` and `option` name."""
        rules = self._session.table.rules
        assert rules is not None
        for _ in range(self._random.randint(1, 2)):
            if verb == "option":
                option = self._random.choice(list(rules.options.values()))
                yield f"{option.id}={self._spec_value(option.choices, option.minimum, option.maximum)}"
                continue
            kind = self._random.choice(list(rules.kinds.values()))
            trait = self._random.choice([*kind.traits, *kind.pools, *kind.tracks])
            if isinstance(trait, TrackSpec):
                value = self._marks([mark.mark for mark in trait.marks])
            elif isinstance(trait, TraitSpec):
                value = self._spec_value(trait.choices, trait.minimum, trait.maximum)
            else:
                value = self._spec_value((), 0, 9)
            yield f"{trait.id}={value}"

    def _marks(self, marks: Sequence[str]) -> str:
        return "".join(self._random.choice([*marks, "."]) for _ in range(self._random.randint(1, 9)))

    def _spec_value(self, choices: Sequence[Choice], minimum: int, maximum: int) -> str:
        if choices:
            return quote(self._random.choice(choices).id)
        lowest = max(minimum, -3)
        return str(self._random.randint(lowest, min(maximum, lowest + 9)))

    def _value(self, parameter: Parameter, people: list[str]) -> str:
        if self._random.random() < 0.05:
            return quote(self._random.choice(WORDS))
        match parameter.kind:
            case "character" | "characters":
                return self._random.choice(people)
            case "integer":
                lowest = parameter.minimum if parameter.minimum is not None else -2
                highest = parameter.maximum if parameter.maximum is not None else lowest + 12
                return str(self._random.randint(lowest, min(highest, lowest + 12)))
            case "choice" if parameter.choices:
                return quote(self._random.choice(parameter.choices).id)
            case "switch":
                return self._random.choice(["yes", "no"])
            case "duration":
                return quote(self._random.choice(["2 days", "15m", "1 hour"]))
            case _:
                return quote(self._random.choice(WORDS))


def broken_promises(state: State, rules: Rules) -> Iterator[str]:
    """What no state may ever show, whatever was typed."""
    for name, fight in state.all_fights.items():
        members = {*(place.who for place in fight.order), *([fight.current] if fight.current else [])}
        yield from (f"{who} is in the order of the fight {name!r}" for who in members if state.fight_of(who) != name)
    for who, character in state.characters.items():
        for running in character.conditions.values():
            is_bound = running.kind in rules.conditions and rules.conditions[running.kind].bound
            if is_bound and running.source and running.source not in state.characters:
                yield f"{who} is {running.kind} by nobody"
    yield from (f"{due.id} is due for nobody" for due in state.due if due.who and due.who not in state.characters)
    if len({due.id for due in state.due}) < len(state.due):
        yield "two due items have one id"


@pytest.fixture(autouse=True)
def one_page(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_once(monkeypatch)


def picture(session: Session, state: State) -> str:
    return json.dumps(state_as_data(session, state), ensure_ascii=False)


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("seed", range(several(1)))
def test_any_evening_is_undone_redone_replayed_and_read_without_the_plugin(
    module: str, seed: int, tmp_path: Path
) -> None:
    rules = kept_rules(module)
    new, language = NewSession(module, "Any", "en", {}), ("en", "ru")[(seed + len(module)) % 2]
    session = create_session(tmp_path / "x.toml", new, rules, language, RandomChance(seed))
    typist, beginning = Typist(session, seed), session.table.state
    for _ in range(LINES):
        before, size = session.table.state, session.path.stat().st_size
        line = typist.line()
        try:
            perform_line(session, line)
        except PluginError as error:
            raise AssertionError(line) from error
        except FAILURES:
            assert line.startswith(("undo", "redo")) or session.table.state is before, line
            assert line.startswith(("undo", "redo")) or session.path.stat().st_size == size, line
        assert list(broken_promises(session.table.state, rules)) == [], line
    table = session.table
    entries, last = list(table.history.entries), table.state
    assert len(entries) > LINES / 6, "most lines came to nothing"

    again = evening(module, seed + 99, language="ru")
    for entry in entries:
        perform_line(again, entry.do)
        assert again.table.state == table.history.state_after(entry.number), entry.do

    count = 0
    while table.history.undoable:
        table.undo()
        count += 1
    assert table.state == beginning
    assert picture(session, table.state) == picture(session, beginning)
    for _ in range(count):
        table.redo()
    assert table.state == last
    assert picture(session, table.state) == picture(session, last)
    table.close()

    reading = read(session.path)
    history = History(State(options=reading.header.options, title=reading.header.title))
    for number, entry in enumerate(reading.entries, 1):
        assert history.append(entry) == table.history.state_after(number)
    assert [history.told(number) for number in history.standing] == [
        table.history.told(number) for number in table.history.standing
    ]

    for words in (kept_commands(module, language).words for language in ("en", "ru")):
        for entry in entries:
            assert all(words.knows(told) for told in entry.tell), entry.tell
        for due in last.due:
            assert words.knows(due.line), due.line
    for export in map(form_of, FORMATS):
        for piece in export(Telling(session, Manner(times=True, numbers=True, turns=True))):
            assert all(literal(line) == line for line in piece.split("\n"))
