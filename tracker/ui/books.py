"""What the picker offers: the creatures and the encounters of the books at hand. Loaded only when it is opened."""

from collections.abc import Callable, Sequence

from tracker.answers import sheet_lines
from tracker.books.contents import Creature, Encounter
from tracker.books.library import Library
from tracker.core.chance import RandomChance
from tracker.core.intents import Intent
from tracker.core.values import frozen
from tracker.failures import FAILURES, failure_message
from tracker.opening import Session
from tracker.ui.look import Look
from tracker.ui.panels.picker import Picker
from tracker.ui.panels.search import Choice


def picker_of(session: Session, look: Look, pick: Callable[[Intent], None], *, encounters: bool = True) -> Picker:
    """A picker of a session's books; `pick` gets the act that brings in what was chosen."""
    assert session.commands is not None
    return _Offer(session, session.commands.library, look, pick).picker(encounters=encounters)


class _Offer:
    def __init__(self, session: Session, library: Library, look: Look, pick: Callable[[Intent], None]) -> None:
        self._session = session
        self._library = library
        self._look = look
        self._pick = pick
        self._intents: dict[Choice, Intent] = {}

    def picker(self, *, encounters: bool) -> Picker:
        choices = [self._creature(found.creature) for found in self._library.creatures().values()]
        if encounters:
            choices += [self._encounter(encounter) for _, encounter in self._library.encounters().values()]
        say = self._look.say
        problems = sum(len(book.problems) for book in self._library.books())
        title = say("ui.books.title_wrong", count=problems) if problems else say("ui.books.title")
        self._shown = Picker(title, choices, say("ui.books.nothing"), self._look, self._sheet)
        return self._shown

    def _creature(self, creature: Creature) -> Choice:
        name = self._library.text(creature.names)
        intent = Intent("add", values=frozen({"name": name, "from": creature.id}))
        words = self._look.words
        told = ", ".join((words.term(creature.kind), *map(words.tag, creature.tags)))
        return self._choice(name, told, intent)

    def _encounter(self, encounter: Encounter) -> Choice:
        people = ", ".join(f"{group.count} × {self._name(group.creature)}" for group in encounter.groups)
        name = self._look.say("ui.books.encounter", name=self._library.text(encounter.names))
        return self._choice(name, people, Intent("encounter", values=frozen({"name": encounter.id})))

    def _name(self, creature_id: str) -> str:
        try:
            return self._library.name_of(creature_id)
        except FAILURES:
            return creature_id

    def _choice(self, label: str, told: str, intent: Intent) -> Choice:
        def choose() -> None:
            count = self._shown.count
            many = intent.verb == "add" and count > 1
            self._pick(intent.with_values(count=count) if many else intent)

        choice = Choice(label, "", told, choose)
        self._intents[choice] = intent
        return choice

    def _sheet(self, choice: Choice) -> Sequence[str]:
        """The sheets of those who would come, as they would be."""
        table = self._session.table
        try:
            state = table.preview(self._intents[choice], RandomChance(0)).state
            new = [who for who in state.characters if who not in table.state.characters]
            return [line for who in new for line in sheet_lines(self._session, who, state)]
        except FAILURES as error:
            return [self._look.sentence(failure_message(error))]
