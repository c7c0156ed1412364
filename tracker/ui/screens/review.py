"""The review: a session opened for reading, stepped through entry by entry; nothing can change."""

from tracker.core.state import State
from tracker.failures import FAILURES, failure_message
from tracker.opening import Session
from tracker.ui.commands import CommandTable, Place
from tracker.ui.look import Look
from tracker.ui.paint import Line
from tracker.ui.screens.board import Board
from tracker.ui.view.pages import entry_page

PAGE_ENTRIES = 10


class ReviewScreen(Board):
    """Shows the state after one entry, and that entry in the log. With a filter, it steps from match to match."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(session, look, CommandTable())
        self.number = len(session.table.history.entries)

    def on_mount(self) -> None:
        """Begin at the end, with what was told at the opening."""
        notices = [self.look.sentence(notice) for notice in self.session.notices]
        if notices:
            self.say(notices[0], is_wrong=True)

    @property
    def place(self) -> Place:
        """The keys of the review."""
        return "review"

    @property
    def shown_state(self) -> State:
        """The state after the entry that is stepped to."""
        return self.session.table.history.state_after(self.number)

    @property
    def status_word(self) -> str:
        """Where in the session this is."""
        total = len(self.session.table.history.entries)
        return self.look.say("ui.title.reading", number=self.number, total=total)

    def content(self, width: int, height: int) -> list[Line]:
        """Show the state and the entry."""
        self.log_pane.select(self.number)
        return super().content(width, height)

    # ------------------------------------------------------------------ stepping

    def step(self, entries: int) -> None:
        """Go so many entries forth, or back where negative; with a filter only those that match count."""
        before = self.number
        if self.log_pane.filter_text:
            self.number = self._matching(entries)
        else:
            self.number = min(max(self.number + entries, 0), len(self.session.table.history.entries))
        if self.number == before:
            self.say(self.look.say("ui.review.at_start" if entries < 0 else "ui.review.at_end"))

    def _matching(self, entries: int) -> int:
        numbers = self.log_pane.numbers
        later = [number for number in numbers if number > self.number]
        earlier = [number for number in numbers if number < self.number]
        if entries > 0:
            return later[min(entries, len(later)) - 1] if later else self.number
        return earlier[-min(-entries, len(earlier))] if earlier else self.number

    def do_back(self) -> None:
        """Step one entry back."""
        self.step(-1)

    def do_forth(self) -> None:
        """Step one entry forth."""
        self.step(1)

    def do_back_page(self) -> None:
        """Step ten entries back."""
        self.step(-PAGE_ENTRIES)

    def do_forth_page(self) -> None:
        """Step ten entries forth."""
        self.step(PAGE_ENTRIES)

    def do_start(self) -> None:
        """Go to the beginning."""
        self.step(-len(self.session.table.history.entries))

    def do_finish(self) -> None:
        """Go to the end."""
        self.step(len(self.session.table.history.entries))

    def entry_chosen(self) -> None:
        """Go to the entry that was clicked."""
        entry = self.log_pane.selected
        if entry is not None and entry.number != self.number:
            self.step(entry.number - self.number)

    # ------------------------------------------------------------------ reading

    def do_why(self) -> None:
        """Explain the entry's numbers."""
        entry = self.log_pane.selected
        if entry is not None:
            session, look = self.session, self.look
            self.read(look.words.term("why"), lambda width: entry_page(session, entry, width, look))

    def do_branch(self) -> None:
        """Continue from here in a new file, and play on in it."""
        from tracker.journal.sessions import branch, new_path
        from tracker.opening import open_session

        path = new_path(self.session.path.parent, self.session.header.title)
        try:
            branch(self.session.path, path, self.number)
            session = open_session(path, self.host.settings.plugin_folders, self.look.words.language)
        except FAILURES as error:
            self.say(self.look.sentence(failure_message(error)), is_wrong=True)
            return
        self.host.show_session(session, notice=self.look.say("ui.review.branched", path=str(path)))
