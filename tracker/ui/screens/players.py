"""The screen that is turned to the table: a session followed as it is played, without anything that is hidden."""

from collections.abc import Sequence

from tracker.core.history import Entry
from tracker.core.public import NO_LORE, Lore, PublicHistory, public_state
from tracker.core.state import State
from tracker.opening import Session
from tracker.ui.commands import Place, Situation
from tracker.ui.look import Look
from tracker.ui.panes.due import TableDuePane
from tracker.ui.panes.log import LogPane
from tracker.ui.panes.order import TableOrderPane
from tracker.ui.screens.board import LEAST_LOG_LINES, Areas
from tracker.ui.screens.watch import WatchScreen
from tracker.ui.view.hints import Hint


class PlayersScreen(WatchScreen):
    """Shows the public view of the state and of the entries, and nothing else of the session."""

    has_sheets = False

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(session, look)
        self._table_order = TableOrderPane(session.table.rules, look)
        self.order = self._table_order
        self.log_pane = LogPane(look, session.table.rules, self.is_taken_back, is_short=True)
        self.due_pane = TableDuePane(look)
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

    def hints(self) -> Sequence[Hint]:
        """No keys: whoever looks from the table has no keyboard. A page that is open says how it goes away."""
        return super().hints() if self.panels or self.prompt.question is not None else ()

    def click_content(self, x: int, y: int) -> None:
        """Nothing: there is nothing to choose."""

    def _divided(self, state: State, left: int, height: int, *, gauges: int) -> Areas:
        self.due_pane.take_over(state, left)
        self._table_order.spread(height - gauges - self.due_pane.wanted_height - LEAST_LOG_LINES)
        return super()._divided(state, left, height, gauges=gauges)

    def situation(self) -> Situation:
        """What decides which commands make sense now."""
        return Situation(place=self.place, writable=False, people=len(self.shown_state.characters))

    def session_changed(self) -> None:
        """Take over the session that was read again."""
        super().session_changed()
        self._public = PublicHistory(self.session.table.history, self._lore)
