"""The screen that is turned to the table: a session followed as it is played, without anything that is hidden."""

from collections.abc import Sequence

from tracker.core.history import Entry
from tracker.core.public import NO_LORE, Lore, PublicHistory, public_state
from tracker.core.state import State
from tracker.opening import Session
from tracker.ui.commands import Place, Situation
from tracker.ui.look import Look
from tracker.ui.screens.watch import WatchScreen


class PlayersScreen(WatchScreen):
    """Shows the public view of the state and of the entries, and nothing else of the session."""

    has_sheets = False

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(session, look)
        self._public = PublicHistory(session.table.history, self._lore)
        self._shown: tuple[State, State] | None = None

    @property
    def place(self) -> Place:
        """The keys of the players' screen."""
        return "players"

    @property
    def _lore(self) -> Lore:
        rules = self.session.table.rules
        return rules.lore if rules is not None else NO_LORE

    @property
    def shown_state(self) -> State:
        """The state as the players see it."""
        state = self.session.table.state
        if self._shown is None or self._shown[0] is not state:
            self._shown = state, public_state(state, self._lore)
        return self._shown[1]

    @property
    def shown_entries(self) -> Sequence[Entry]:
        """The entries as the players read them."""
        return self._public.entries

    def is_taken_back(self, number: int) -> bool:
        """Whether the act of a public entry has been taken back."""
        return self._public.taken_back(number)

    @property
    def status_word(self) -> str:
        """Nothing that only the game master needs."""
        return ""

    def situation(self) -> Situation:
        """What decides which commands make sense now."""
        return Situation(place=self.place, writable=False, people=len(self.shown_state.characters))

    def session_changed(self) -> None:
        """Take over the session that was read anew."""
        super().session_changed()
        self._public = PublicHistory(self.session.table.history, self._lore)
