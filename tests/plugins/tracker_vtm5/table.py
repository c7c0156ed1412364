"""A table of the fifth edition to test at: lines are typed, everything goes through the engine and the checks."""

from functools import cache
from pathlib import Path

import pytest

import tracker_vtm5
from tests.plugins.kept import kept_rules
from tests.tables import EPOCH, MemoryJournal, commands_for, copied, play, words_for
from tracker.answers import answer
from tracker.command.commands import QueryCommand
from tracker.command.run import perform_line
from tracker.core.chance import RandomChance
from tracker.core.facts import Rolled, TrackSet
from tracker.core.history import Entry, History
from tracker.core.intents import Refusal
from tracker.core.messages import Message
from tracker.core.state import Character, State
from tracker.journal.header import SessionHeader
from tracker.opening import Session, engine_for
from tracker.rules.facade import Rules
from tracker.table import Table

PEOPLE = (
    "add Vera kind=vampire strength=2 dexterity=3 stamina=2 composure=3 resolve=2 wits=3 melee=3 athletics=2 "
    "blood_potency=2 hunger=2 weapon=sword",
    "add Boris kind=vampire strength=4 dexterity=2 stamina=3 composure=2 resolve=2 brawl=4 blood_potency=1 hunger=3",
    "add Ignat kind=mortal stamina=2 composure=3 resolve=4 intelligence=3 firearms=4 medicine=2 true_faith=5 "
    "weapon=pistol",
)


RULES = kept_rules("tracker_vtm5")


def begun(rules: Rules, language: str, seed: int) -> Session:
    """A session in which they have joined."""
    words = words_for(rules, language)
    options = {name: option.default for name, option in rules.options.items()}
    commands = commands_for(rules, words)
    chance, engine = RandomChance(seed), engine_for(rules, commands)
    table = Table(History(State(options=options)), rules, MemoryJournal(), words, chance, engine)
    header = SessionHeader("Test", "vtm5", "1", language, EPOCH)
    return play(Session(Path("memory.toml"), header, table, words, commands), *PEOPLE)


@cache
def kept(language: str, seed: int) -> Session:
    """One without house rules, to copy."""
    return begun(RULES, language, seed)


class FifthEditionTable:
    """An open session with Vera and Boris, two vampires, and Ignat, a hunter of great faith."""

    def __init__(self, *lines: str, language: str = "en", house_rule: object | None = None, seed: int = 1) -> None:
        own = Rules(tracker_vtm5, {"house": house_rule}) if house_rule else None
        self.session = begun(own, language, seed) if own else copied(kept(language, seed))
        self.play(*lines)

    def play(self, *lines: str) -> Entry:
        """Carry lines out; return the last entry."""
        for line in lines:
            perform_line(self.session, line)
        return self.session.table.history.entries[-1]

    def asked(self, question: str, *, after: str = "") -> list[str]:
        """The lines that answer a question, after one more act."""
        if after:
            self.play(after)
        query = perform_line(self.session, question)
        assert isinstance(query, QueryCommand)
        return answer(self.session, query)

    def refusal(self, line: str) -> str:
        """The id of the sentence with which a line is refused."""
        with pytest.raises(Refusal) as refused:
            perform_line(self.session, line)
        reason = refused.value.reason
        assert self.session.words.knows(reason)
        inner = reason.values.get("reason")
        return inner.id if isinstance(inner, Message) else reason.id

    def refused_with(self, line: str) -> str:
        """The sentence with which a line is refused."""
        with pytest.raises(Refusal) as refused:
            perform_line(self.session, line)
        return self.session.words.say(refused.value.reason)

    @property
    def state(self) -> State:
        return self.session.table.state

    def who(self, name: str) -> Character:
        return self.state.characters[name]

    def health(self, name: str) -> str:
        return self.who(name).tracks["health"].marks

    def will(self, name: str) -> str:
        return self.who(name).tracks["willpower"].marks

    def hunger(self, name: str) -> int:
        return self.who(name).pools["hunger"].value

    def statuses(self, name: str) -> list[str]:
        return [status.id for status in self.who(name).status if status.value is None]

    def due(self) -> dict[str, str]:
        """What is due, with the lines that do it."""
        return {due.id: due.command for due in self.state.open_due}


def rolled(entry: Entry, who: str) -> Rolled:
    """The last roll of somebody in an entry."""
    return [fact for fact in entry.facts if isinstance(fact, Rolled) and fact.who == who][-1]


def marked(entry: Entry, who: str) -> list[TrackSet]:
    """The changes of somebody's tracks in an entry."""
    return [fact for fact in entry.facts if isinstance(fact, TrackSet) and fact.who == who]
