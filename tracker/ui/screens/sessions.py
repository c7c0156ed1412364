"""The list of sessions: open one to play on, to read or to watch, or begin a new one."""

from collections.abc import Callable
from pathlib import Path

from tracker.core.chance import RandomChance
from tracker.failures import FAILURES, failure_message
from tracker.journal.errors import SessionLocked
from tracker.journal.sessions import Save, found_saves, saves_folder
from tracker.opening import Session, open_or_ask, review_session
from tracker.ui.commands import CommandTable, Place, Situation
from tracker.ui.keys import Keystroke
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line
from tracker.ui.panels.base import Panel
from tracker.ui.panels.form import Form
from tracker.ui.panes.saves import SavesPane
from tracker.ui.screens.base import CommandScreen
from tracker.ui.settings import Settings

PICK_KEY = "ctrl+b"
"""In the form of a new session: pick somebody from the books."""
READ_AT_ONCE = 40
PAUSE_SECONDS = 0.02


class SessionListScreen(CommandScreen):
    """Shows the sessions of one folder."""

    def __init__(self, look: Look, settings: Settings) -> None:
        super().__init__(look, CommandTable())
        self._settings = settings
        self._folder: Path = settings.saves_folder or saves_folder()
        self.saves = SavesPane(look, str(self._folder))
        self._form: Form | None = None
        self._picker_of_form: Callable[[], Panel | None] = lambda: None
        self._was_left = False

    @property
    def place(self) -> Place:
        """The keys of this list."""
        return "sessions"

    def situation(self) -> Situation:
        """What decides which commands make sense now."""
        return Situation(place="sessions", saves=len(self.saves.saves))

    def content(self, width: int, height: int) -> list[Line]:
        """The title and the sessions."""
        title = self.look.pen(width).gap().write("Coterie", "title").line()
        lines = [title, *self.saves.lines(width, height - 1)]
        return [*lines, *([BLANK] * (height - len(lines)))]

    def on_mount(self) -> None:
        """Begin with what is in the folder: what is in view, and after the first frame the rest."""
        self.do_refresh()

    def on_screen_resume(self) -> None:
        """Look at the folder again after a session."""
        if self._was_left:
            self.do_refresh()
            self.paint()
        self._was_left = False

    def on_screen_suspend(self) -> None:
        """Another screen lies over this one."""
        self._was_left = True

    def _read_more(self) -> None:
        """Read some of the files that are not in view, between two keys: their titles may be the widest."""
        if not self.is_current:
            return  # the folder is looked at again afterwards
        if self.saves.read_more(READ_AT_ONCE):
            self.set_timer(PAUSE_SECONDS, self._read_more)
        else:
            self.paint()

    def do_refresh(self) -> None:
        """Look at the folder again."""
        try:
            self.saves.take_over(found_saves(self._folder))
            self.call_after_refresh(self._read_more)
        except FAILURES as error:
            self.saves.take_over(())
            self.say(self.look.sentence(failure_message(error)), is_wrong=True)

    def click_content(self, x: int, y: int) -> None:
        """Select a session; a second click opens it."""
        if self.saves.click(y - 1) and not self.panels:
            self.do_open()

    def scroll_content(self, x: int, y: int, lines: int) -> None:
        """Move the selection."""
        self.saves.move(lines)

    # ------------------------------------------------------------------ opening

    def _open(self, opener: Callable[[Save], Session], *, watch: bool = False) -> None:
        save = self.saves.selected
        if save is None:
            return
        if save.problem is not None:
            self.say(self.look.sentence(save.problem), is_wrong=True)
            return
        try:
            session = opener(save)
        except SessionLocked as error:
            self.say(self.look.sentence(error.reason), is_wrong=True)
        except FAILURES as error:
            self.say(self.look.sentence(failure_message(error)), is_wrong=True)
        else:
            self.host.show_session(session, watch=watch)

    def do_open(self) -> None:
        """Play on."""
        settings = self._settings
        self._open(
            lambda save: open_or_ask(save.path, settings.plugin_folders, settings.language, RandomChance(settings.seed))
        )

    def do_review(self) -> None:
        """Read."""
        settings = self._settings
        self._open(lambda save: review_session(save.path, settings.plugin_folders, settings.language))

    def do_watch(self) -> None:
        """Follow."""
        settings = self._settings
        self._open(lambda save: review_session(save.path, settings.plugin_folders, settings.language), watch=True)

    # ------------------------------------------------------------------ a new session

    def do_new(self) -> None:
        """Open the form of a new session."""
        from tracker.ui.new_session import NewSessionForm, offered

        try:
            offer = offered(self._settings.plugin_folders)
        except FAILURES as error:
            self.say(self.look.sentence(failure_message(error)), is_wrong=True)
            return
        if not offer.rulesets:
            self.say(self.look.sentence(offer.problem) if offer.problem else self.look.say("ui.sessions.no_ruleset"))
            return
        last_played = next((save.header.ruleset for save in self.saves.saves if save.header is not None), "")
        builder = NewSessionForm(offer, self.look, last_played)

        def submit(form: Form) -> None:
            settings = self._settings
            try:
                session, problem = builder.create(
                    form, self._folder, settings.plugin_folders, RandomChance(settings.seed)
                )
            except FAILURES as error:
                form.error = self.look.sentence(failure_message(error))
                return
            form.is_done = True
            self.host.show_session(session, notice=problem, is_wrong=True)

        form = Form(self.look.say("ui.sessions.new"), builder.fields(), self.look, submit, changed=builder.changed)
        self._picker_of_form = lambda: builder.picker(form)
        self._form = form
        self.open_panel(form)
        if offer.problem is not None:
            self.say(self.look.sentence(offer.problem), is_wrong=True)

    def take(self, key: Keystroke) -> bool:
        """In the form of a new session a key picks its cast from the books."""
        if key.name != PICK_KEY or not self.panels or self.panels[-1] is not self._form:
            return super().take(key)
        try:
            picker = self._picker_of_form()
        except FAILURES as error:
            self.say(self.look.sentence(failure_message(error)), is_wrong=True)
        else:
            if picker is not None:
                self.open_panel(picker)
        self.paint()
        return True

    # ------------------------------------------------------------------ moving

    def do_saves_down(self) -> None:
        """Select the next session."""
        self.saves.move(1)

    def do_saves_up(self) -> None:
        """Select the session before."""
        self.saves.move(-1)

    def do_saves_page_down(self) -> None:
        """Go a page down."""
        self.saves.move(self.saves.page)

    def do_saves_page_up(self) -> None:
        """Go a page up."""
        self.saves.move(-self.saves.page)

    def do_saves_first(self) -> None:
        """Go to the first session."""
        self.saves.move(-len(self.saves.saves))

    def do_saves_last(self) -> None:
        """Go to the last session."""
        self.saves.move(len(self.saves.saves))
