"""Watching: a session that another program plays, followed as it grows; nothing can change."""

from tracker.core.fold import FoldError
from tracker.core.messages import message
from tracker.failures import FAILURES, failure_message
from tracker.journal.errors import JournalError
from tracker.journal.reader import follow
from tracker.opening import Session, review_session
from tracker.ui.commands import CommandTable, Place, Situation
from tracker.ui.look import Look
from tracker.ui.screens.board import Board
from tracker.ui.view.pages import entry_page

POLL_SECONDS = 0.5


class WatchScreen(Board):
    """Looks at the file twice a second and shows what was appended; a screen that does not change is not repainted."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(session, look, CommandTable(chosen=look.keys))
        self._start_from(session)

    def _start_from(self, session: Session) -> None:
        """Follow from where the session was read up to."""
        reading = session.reading
        self._offset, self._check_value = (reading.whole_length, reading.running) if reading else (0, 0)

    def on_mount(self) -> None:
        """Begin to look."""
        self.set_interval(POLL_SECONDS, self.look_again)

    def look_again(self) -> None:
        """Take over what was appended; a look that fails is told and followed by the next."""
        if not self.survive(self.poll):
            self.paint()

    @property
    def place(self) -> Place:
        """The keys of watching."""
        return "watch"

    def situation(self) -> Situation:
        """What decides which commands make sense now."""
        return super().situation()._replace(is_filtered=bool(self.log_pane.filter_text))

    @property
    def status_word(self) -> str:
        """That this is only watched."""
        return self.look.say("ui.title.watching")

    # ------------------------------------------------------------------ following

    def poll(self) -> None:
        """Take over what was appended since the last look. A file that is another one now is read again."""
        history = self.session.table.history
        try:
            news = follow(self.session.path, self._offset, len(history.entries), self._check_value)
            self._offset, self._check_value = news.offset, news.running
            for entry in news.entries:
                history.append(entry)
        except FoldError:
            self._read_anew(JournalError(message("journal.changed", path=str(self.session.path))))
            return
        except FAILURES as error:
            self._read_anew(error)
            return
        if news.entries:
            self.paint()

    def _read_anew(self, error: Exception) -> None:
        folders = self.host.settings.plugin_folders
        try:
            self.session = review_session(self.session.path, folders, self.look.words.language)
            self.session_changed()
        except FAILURES as worse:
            self.say(self.look.sentence(failure_message(worse)), is_wrong=True)
            self.paint()
            return
        self._start_from(self.session)
        reason = self.look.sentence(failure_message(error))
        self.say(self.look.say("ui.watch.changed", problem=reason), is_wrong=True)
        self.paint()

    def session_changed(self) -> None:
        """Take over the session that was read again."""
        self.__dict__.pop("steps", None)  # worked out again for the other history when it is wanted

    # ------------------------------------------------------------------ reading

    def do_why(self) -> None:
        """Explain the last entry's numbers."""
        entries = self.session.table.history.told_entries
        if entries:
            entry, session, look = entries[-1], self.session, self.look
            self.read(look.words.term("why"), lambda width: entry_page(session, entry, width, look))
