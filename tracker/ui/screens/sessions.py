"""The list of sessions: open one to play on, to read or to watch, begin a new one, put one away and bring it back."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from textual.timer import Timer

from tracker.core.chance import RandomChance
from tracker.failures import FAILURES, failure_message
from tracker.journal.errors import SessionLocked
from tracker.journal.folder import saves_folder
from tracker.journal.progress import LONG_FILE
from tracker.journal.sessions import Save, found_saves, read_save, summarized
from tracker.journal.shelf import SHELVES, Shelf, put
from tracker.recap.saves import SORTS
from tracker.ui.commands import CommandTable, Place, Situation
from tracker.ui.keys import Keystroke
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line
from tracker.ui.panels.base import Panel
from tracker.ui.panels.form import Form
from tracker.ui.panes.prompt import Question
from tracker.ui.panes.saves import SavesPane
from tracker.ui.screens.base import CommandScreen
from tracker.ui.settings import Settings

if TYPE_CHECKING:
    from tracker.opening import Session

PICK_KEY = "ctrl+b"
"""In the form of a new session: pick someone from the books."""
STEP_SECONDS = 0.005
BETWEEN_STEPS_SECONDS = 0.02
"""Files are looked through a little at a time, between keys."""
PAINTED = 0.05
"""Seconds after which what was said stands on the screen."""


class SessionListScreen(CommandScreen):
    """Shows the sessions of one folder.

    What is in view is read first, ends of files only; the rest, and what each session came to, follows in small steps.
    """

    def __init__(self, look: Look, settings: Settings) -> None:
        super().__init__(look, CommandTable(chosen=look.keys))
        self._settings = settings
        self._folder: Path = settings.saves_folder or saves_folder()
        self._shelf: Shelf = ""
        self._put_away: list[tuple[Path, str]] = []
        self._work: Iterator[object] = iter(())
        self._timer: Timer | None = None
        self.saves = SavesPane(look, str(self._folder))
        self._pickers: dict[Panel, Callable[[], Panel | None]] = {}

    @property
    def place(self) -> Place:
        """The keys of this list."""
        return "sessions"

    def situation(self) -> Situation:
        """What decides which commands make sense now."""
        saves = len(self.saves)
        return Situation(
            place="sessions",
            saves=saves,
            is_filtered=bool(self.saves.search),
            shelf=self._shelf,
            put_away=saves if self._shelf else len(self._put_away),
        )

    def content(self, width: int, height: int) -> list[Line]:
        """The title and the sessions."""
        title = self.look.pen(width).gap().write("Coterie", "title").line()
        for save in self.saves.in_view(height - 1):
            if not save.is_read:
                self.saves.know(read_save(save))
        lines = [title, *self.saves.lines(width, height - 1)]
        return [*lines, *([BLANK] * (height - len(lines)))]

    def on_mount(self) -> None:
        """Begin with what is in the folder: what is in view, and after the first frame the rest."""
        self.do_refresh()

    def on_screen_resume(self) -> None:
        """Look at the folder again after a session."""
        if self._timer is None:
            self.do_refresh()
            self.paint()

    def on_screen_suspend(self) -> None:
        """Leave the time to the session that is opened."""
        self._rest()

    def do_refresh(self) -> None:
        """Look at the folder again."""
        try:
            self.saves.take_over(found_saves(self._folder / self._shelf))
        except FAILURES as error:
            self.saves.take_over(())
            self.refuse(error)
        self._work = self._reading()
        if self._timer is None:
            self._timer = self.set_interval(BETWEEN_STEPS_SECONDS, self._read_on)
            self.call_after_refresh(self._read_on)

    # ------------------------------------------------------------------ reading in small steps

    def _reading(self) -> Iterator[object]:
        """Read what is not known yet: the whole of what is in view, the headers of the others, then their whole."""
        while save := self.saves.next_to_read():
            if not save.is_read:
                self.saves.know(read_save(save))
                yield None
            else:
                for known in summarized(save):
                    yield None
                    if known is not None:
                        self.saves.know(known)

    def _read_on(self) -> None:
        """Read for a moment, and show what has changed of what is in view."""
        before = self.saves.in_view()
        if not self.read_for(STEP_SECONDS):
            self._rest()
        elif before == self.saves.in_view() and not self.saves.is_stale:
            return
        self.paint()

    def read_for(self, seconds: float) -> bool:
        """Read for so long; tells whether anything is left."""
        end = perf_counter() + seconds
        for _ in self._work:
            if perf_counter() > end:
                return True
        self.saves.is_complete = True
        return False

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    # ------------------------------------------------------------------ searching and sorting

    def do_search(self) -> None:
        """Search while a text is typed."""
        before = self.saves.search

        def submit(text: str) -> bool:
            self._search(text)
            return True

        self.ask(
            Question(
                self.look.say("ui.sessions.search_label"),
                submit,
                cancelled=lambda: self._search(before),
                typed=self._search,
                text=before,
            )
        )

    def _search(self, text: str) -> None:
        self.saves.search = text

    def do_search_all(self) -> None:
        """Show all again."""
        self._search("")

    def do_sort(self) -> None:
        """Sort by the next of what there is to sort by."""
        names = list(SORTS)
        self.saves.sort = names[(names.index(self.saves.sort) + 1) % len(names)]
        self.say(self.look.say("ui.sessions.sorted", by=self.look.say(f"ui.sessions.by_{self.saves.sort}")))

    # ------------------------------------------------------------------ titles, archive, removed

    def do_retitle(self) -> None:
        """Ask for another title."""
        save = self.saves.selected
        if save is None or save.problem is not None:
            self._tell_problem(save)
            return
        path = save.path

        def submit(title: str) -> bool:
            from tracker.opening import rename_session

            try:
                session = rename_session(path, title, self.look.words.language)
            except FAILURES as error:
                self.refuse(error)
                return False
            self.do_refresh()
            self.say(self.look.say("ui.sessions.renamed", title=session.title))
            return True

        self.ask(Question(self.look.say("ui.sessions.new_title"), submit, text=save.title, empty_is_cancel=True))

    def do_archive(self) -> None:
        """Put the selected session into the archive."""
        self._put(self.saves.selected, "archive")

    def do_remove_save(self) -> None:
        """Put the selected session among the removed ones."""
        self._put(self.saves.selected, "removed")

    def _put(self, save: Save | None, shelf: Shelf) -> None:
        if save is None:
            return
        title = save.title or save.path.name
        try:
            moved = put(save.path, shelf)
        except FAILURES as error:
            self.refuse(error)
            return
        if not self._shelf:
            self._put_away.append((moved, title))
        self.do_refresh()
        self.say(self.look.say(f"ui.sessions.put_{shelf or 'back'}", title=title))

    def do_bring_back(self) -> None:
        """Bring the selected session back; from among the sessions the one that was put away last."""
        if self._shelf:
            self._put(self.saves.selected, "")
            return
        moved, title = self._put_away[-1]
        try:
            back = put(moved, "")
        except FAILURES as error:
            self.refuse(error)
            return
        self._put_away.pop()
        self.do_refresh()
        self.saves.select(back)
        self.say(self.look.say("ui.sessions.put_back", title=title))

    def do_shelf(self) -> None:
        """Show what is on the next shelf."""
        self._shelf = SHELVES[(SHELVES.index(self._shelf) + 1) % len(SHELVES)]
        self.saves.show_shelf(self._shelf, str(self._folder / self._shelf))
        self.do_refresh()

    def click_content(self, x: int, y: int) -> None:
        """Select a session; a second click opens it."""
        if self.saves.click(y - 1) and not self.panels:
            self.do_open()

    def scroll_content(self, x: int, y: int, lines: int) -> None:
        """Move the selection."""
        self.saves.move(lines)

    # ------------------------------------------------------------------ opening

    def _open(self, opener: "Callable[[Save], Session]", *, watch: bool = False) -> None:
        save = self.saves.selected
        if save is None or save.problem is not None:
            self._tell_problem(save)
            return
        if save.size < LONG_FILE:
            self._open_now(save, opener, watch=watch)
            return
        # Opening takes seconds then: first it is said what goes on.
        self.say(self.look.say("ui.sessions.opening", name=save.path.name))
        self.paint()
        self.set_timer(PAINTED, lambda: self._open_now(save, opener, watch=watch))

    def _open_now(self, save: Save, opener: "Callable[[Save], Session]", *, watch: bool) -> None:
        try:
            session = opener(save)
        except SessionLocked as error:
            self.say(self.look.sentence(error.reason), is_wrong=True)
        except FAILURES as error:
            self.refuse(error)
        else:
            self.host.show_session(session, watch=watch)

    def _tell_problem(self, save: Save | None) -> None:
        if save is not None and save.problem is not None:
            self.say(self.look.sentence(save.problem), is_wrong=True)

    def do_open(self) -> None:
        """Play on."""
        from tracker.opening import open_or_ask

        settings = self._settings
        self._open(
            lambda save: open_or_ask(
                save.path, settings.plugin_folders, self.look.words.language, RandomChance(settings.seed)
            )
        )

    def do_review(self) -> None:
        """Read."""
        from tracker.opening import review_session

        settings = self._settings
        self._open(lambda save: review_session(save.path, settings.plugin_folders, self.look.words.language))

    def do_watch(self) -> None:
        """Follow."""
        from tracker.opening import review_session

        settings = self._settings
        self._open(
            lambda save: review_session(save.path, settings.plugin_folders, self.look.words.language), watch=True
        )

    # ------------------------------------------------------------------ a new session

    def do_new(self) -> None:
        """Open the form of a new session."""
        from tracker.ui.new_session import NewSessionForm, offered

        try:
            offer = offered(self._settings.plugin_folders)
        except FAILURES as error:
            self.refuse(error)
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
        self._pickers = {form: partial(builder.picker, form)}
        self.open_panel(form)
        if offer.problem is not None:
            self.say(self.look.sentence(offer.problem), is_wrong=True)

    def _give(self, key: Keystroke) -> bool:
        """In the form of a new session a key picks its cast from the books."""
        pick = self._pickers.get(self.panels[-1]) if self.panels and self.prompt.question is None else None
        if key.name != PICK_KEY or pick is None:
            return super()._give(key)
        try:
            picker = pick()
        except FAILURES as error:
            self.refuse(error)
        else:
            if picker is not None:
                self.open_panel(picker)
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
        self.saves.move(-len(self.saves))

    def do_saves_last(self) -> None:
        """Go to the last session."""
        self.saves.move(len(self.saves))
