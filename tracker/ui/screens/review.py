"""The review: a session opened for reading, stepped through entry by entry; nothing of it can change."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from pathlib import Path

from textual.timer import Timer

from tracker.core.facts import Noted
from tracker.core.history import Sign
from tracker.core.state import State
from tracker.failures import FAILURES, failure_message
from tracker.journal.bookmarks import read_bookmarks, write_bookmarks
from tracker.journal.sessions import next_title
from tracker.opening import Session, branch_session, open_session
from tracker.recap.differences import changed_people
from tracker.recap.steps import Timeline
from tracker.text import left_out
from tracker.ui.commands import CommandTable, Place, Situation
from tracker.ui.keys import Keystroke, command_key
from tracker.ui.look import Look
from tracker.ui.paint import Line
from tracker.ui.panes.prompt import Question
from tracker.ui.screens.board import Board

PAGE_ENTRIES = 10
SECONDS_AN_ENTRY = (4.0, 2.0, 1.0, 0.5, 0.2)
"""How fast a session plays on by itself, from the slowest."""


class ReviewScreen(Board):
    """Shows the state after one entry, and that entry in the log. With a filter, it steps from match to match.

    Those in whom the entry changed anything are marked in the list.
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(session, look, CommandTable(chosen=look.keys))
        self.log_pane.opens_selected = True
        self.number = len(session.table.history.entries)
        self._compared: int | None = None
        self._player: Timer | None = None
        self._speed = 2
        self._bookmarks: Mapping[int, str] = {}

    def on_mount(self) -> None:
        """Begin at the end, with what was told at the opening."""
        notices = [self.look.sentence(notice) for notice in (*self.session.notices, *left_out())]
        try:
            self._bookmarks = read_bookmarks(self.session.path)
        except FAILURES as error:
            notices.append(self.look.sentence(failure_message(error)))
        if notices:
            self.say(notices[0], is_wrong=True)
        if self.session.asks:
            self.do_mend()

    @property
    def place(self) -> Place:
        """The keys of the review."""
        return "review"

    @property
    def shown_state(self) -> State:
        """The state after the entry that is stepped to."""
        return self.session.table.history.state_told(self.number)

    @property
    def status_word(self) -> str:
        """Where in the session this is."""
        total = len(self.session.table.history.entries)
        return self.look.say("ui.title.reading", number=self.number, total=total)

    def situation(self) -> Situation:
        """What decides which commands make sense now."""
        return (
            super()
            .situation()
            ._replace(
                is_filtered=bool(self.log_pane.filter_text),
                is_comparing=self._compared is not None,
                bookmarks=len(self.bookmarks),
                faults=len(self.session.faults),
            )
        )

    def content(self, width: int, height: int) -> list[Line]:
        """Show the state and the entry."""
        state = self.shown_state
        self.log_pane.take_over(self.shown_entries, state)  # else the first frame would not know the entry yet
        self.log_pane.select(self.number)
        before = self.session.table.history.told(self.number).before if self.number else state
        self.order.mark_changed(changed_people(before, state, self._memory))
        return super().content(width, height)

    @property
    def _memory(self) -> Collection[str]:
        rules = self.session.table.rules
        return rules.memory if rules is not None else ()

    @cached_property
    def timeline(self) -> Timeline:
        """Where scenes, rounds and turns begin; worked out when it is first wanted."""
        return Timeline(self.session.table.history)

    @property
    def bookmarks(self) -> Mapping[int, str]:
        """The moments that were marked, while playing or afterwards, with their names, by the entry's number."""
        return dict(sorted({**self._noted, **self._bookmarks}.items()))

    @cached_property
    def _noted(self) -> Mapping[int, str]:
        """The moments that were marked while playing; nothing that is read here changes."""
        history = self.session.table.history
        return {
            number: fact.text
            for numbers in history.may_hold("bookmark")
            for number in numbers
            for fact in history.told_entry(number).facts
            if isinstance(fact, Noted) and fact.bookmark
        }

    # ------------------------------------------------------------------ stepping

    def step(self, entries: int) -> None:
        """Go so many entries forward, or back where negative; with a filter only those that match count."""
        before = self.number
        if self.log_pane.filter_text:
            self.number = self._matching(entries)
        else:
            self.number = min(max(self.number + entries, 0), len(self.session.table.history.entries))
        if self.number == before:
            self.say(self.look.say("ui.review.at_start" if entries < 0 else "ui.review.at_end"))

    def _matching(self, entries: int) -> int:
        self.log_pane.search_all()
        numbers = self.log_pane.numbers
        if entries > 0:
            behind = bisect_right(numbers, self.number)
            return numbers[min(behind + entries, len(numbers)) - 1] if behind < len(numbers) else self.number
        before = bisect_left(numbers, self.number)
        return numbers[max(before + entries, 0)] if before else self.number

    def do_back(self) -> None:
        """Step one entry back."""
        self.step(-1)

    def do_forth(self) -> None:
        """Step one entry forward."""
        self.step(1)

    def do_back_page(self) -> None:
        """Step ten entries back."""
        self.step(-PAGE_ENTRIES)

    def do_forth_page(self) -> None:
        """Step ten entries forward."""
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
        if entry is not None:
            self.number = entry.number

    def show_entry(self, number: int) -> None:
        """Go to an entry."""
        self.number = number

    # ------------------------------------------------------------------ jumping

    def _jump(self, what: Sign, *, forward: bool) -> None:
        """Go to the next or the previous scene, round, turn or fall."""
        number = self.timeline.next(what, self.number) if forward else self.timeline.previous(what, self.number)
        if number is None:
            self.say(self.look.say(f"ui.review.no_{'next' if forward else 'previous'}_{what}"))
        else:
            self.number = number

    def do_next_round(self) -> None:
        """Go to where the next round begins."""
        self._jump("round", forward=True)

    def do_previous_round(self) -> None:
        """Go to where this round, or the one before, begins."""
        self._jump("round", forward=False)

    def do_next_scene(self) -> None:
        """Go to where the next scene begins."""
        self._jump("scene", forward=True)

    def do_previous_scene(self) -> None:
        """Go to where this scene, or the one before, begins."""
        self._jump("scene", forward=False)

    def do_next_turn(self) -> None:
        """Go to where the next turn begins."""
        self._jump("turn", forward=True)

    def do_previous_turn(self) -> None:
        """Go to where this turn, or the one before, begins."""
        self._jump("turn", forward=False)

    def do_next_fall(self) -> None:
        """Go to the next entry after which someone can act no more."""
        self._jump("fall", forward=True)

    def do_previous_fall(self) -> None:
        """Go to the last entry before this one after which someone can act no more."""
        self._jump("fall", forward=False)

    def do_go_to(self) -> None:
        """Ask for a number or the name of a bookmark, and go there."""
        self.ask(Question(self.look.say("ui.review.go_to"), self._go_to, empty_is_cancel=True))

    def _go_to(self, text: str) -> bool:
        wanted = text.strip().casefold()
        total = len(self.session.table.history.entries)
        if wanted.isdecimal() and int(wanted) <= total:
            self.number = int(wanted)
            return True
        named = [number for number, name in self.bookmarks.items() if wanted in name.casefold()]
        if not named or wanted.isdecimal():
            self.say(self.look.say("ui.review.nowhere", typed=text, total=total), is_wrong=True)
            return False
        self.number = named[0]
        return True

    # ------------------------------------------------------------------ bookmarks

    def do_bookmark(self) -> None:
        """Mark this moment under a name, or take the mark away where there is one of this reader's."""
        if self.number in self._bookmarks:
            self._keep_bookmarks({number: name for number, name in self._bookmarks.items() if number != self.number})
            return
        self.ask(Question(self.look.say("ui.review.bookmark"), self._bookmark))

    def _bookmark(self, text: str) -> bool:
        self._keep_bookmarks({**self._bookmarks, self.number: text.strip()})
        return True

    def _keep_bookmarks(self, bookmarks: Mapping[int, str]) -> None:
        try:
            write_bookmarks(self.session.path, bookmarks)
        except FAILURES as error:
            self.refuse(error)
            return
        self._bookmarks = bookmarks
        self.say(self.look.say("ui.review.marked" if self.number in bookmarks else "ui.review.unmarked"))

    def do_next_bookmark(self) -> None:
        """Go to the next bookmark."""
        self._go_to_bookmark([number for number in self.bookmarks if number > self.number][:1])

    def do_previous_bookmark(self) -> None:
        """Go to the bookmark before."""
        self._go_to_bookmark([number for number in self.bookmarks if number < self.number][-1:])

    def _go_to_bookmark(self, found: list[int]) -> None:
        if not found:
            self.say(self.look.say("ui.review.no_bookmark"))
            return
        [self.number] = found
        self.say(self.look.say("ui.review.at_bookmark", name=self.bookmarks[self.number]))

    # ------------------------------------------------------------------ playing on by itself

    def do_play(self) -> None:
        """Step forward by itself; any key stops it."""
        self._player = self.set_interval(SECONDS_AN_ENTRY[self._speed], self._play_on)
        self._tell_speed()

    def do_faster(self) -> None:
        """Play faster."""
        self._change_speed(1)

    def do_slower(self) -> None:
        """Play slower."""
        self._change_speed(-1)

    def _change_speed(self, by: int) -> None:
        self._speed = min(max(self._speed + by, 0), len(SECONDS_AN_ENTRY) - 1)
        self._tell_speed()

    def _tell_speed(self) -> None:
        self.say(self.look.say("ui.review.speed", seconds=f"{SECONDS_AN_ENTRY[self._speed]:g}"))

    def _play_on(self) -> None:
        before = self.number
        self.step(1)
        if self.number == before:
            self._stop_playing()
        self.paint()

    def _stop_playing(self) -> None:
        if self._player is not None:
            self._player.stop()
            self._player = None

    def take(self, key: Keystroke) -> bool:
        """Take a key; the first one after it began to play by itself stops that, but `+` and `-` change its speed."""
        was_playing = self._player is not None
        self._stop_playing()
        if was_playing and command_key(key.name) in ("p", "escape"):
            self.paint()
            return True
        taken = super().take(key)
        if was_playing and key.name in ("+", "-"):
            self.do_play()
        return taken

    # ------------------------------------------------------------------ reading

    def do_all(self) -> None:
        """Show all entries again, and forget the moment held for comparing."""
        self._compared = None
        self.filter_log("")

    def do_compare(self) -> None:
        """Hold this moment; the second time show how the one held and this one differ."""
        if self._compared is None:
            self._compared = self.number
            self.say(self.look.say("ui.review.held", number=self.number))
            return
        from tracker.ui.view.recaps import difference_page

        first, last = sorted((self._compared, self.number))
        history, look = self.session.table.history, self.look
        before, after = history.state_told(first), history.state_told(last)
        title = look.say("ui.review.compared", first=first, last=last)
        self._compared = None
        self.read(title, lambda width: difference_page(before, after, self._memory, width, look))

    def do_why(self) -> None:
        """Explain the entry's numbers."""
        from tracker.ui.view.pages import entry_page  # no review waits for what answers questions

        entry = self.log_pane.selected
        if entry is not None:
            session, look = self.session, self.look
            self.read(look.words.term("why"), lambda width: entry_page(session, entry, width, look))

    def do_branch(self) -> None:
        """Ask for a title, continue from here in a new file, and play on in it."""
        suggested = next_title(self.session.title, self.session.path.parent)
        label = self.look.say("ui.review.branch_title")
        self.ask(Question(label, self._branch, text=suggested, suggested=True, empty_is_cancel=True))

    def _branch(self, title: str) -> bool:
        try:
            path = branch_session(self.session, self.number, title)
        except FAILURES as error:
            self.refuse(error)
            return False
        self._go_on_in(path, lambda: None, "ui.review.branched")
        return True

    def _go_on_in(self, path: Path, write: Callable[[], object], notice: str) -> None:
        """Write a file and play on in it."""
        try:
            write()
            session = open_session(path, self.host.settings.plugin_folders, self.look.words.language)
        except FAILURES as error:
            self.refuse(error)
            return
        self.host.show_session(session, notice=self.look.say(notice, path=str(path)))

    def do_mend(self) -> None:
        """Ask how to go on with a damaged session. Nothing happens to the file before it is chosen."""
        from tracker.ui.mending import mending_menu

        if self.session.reading is not None and self.session.faults:
            self.open_panel(mending_menu(self.session, self.session.reading, self.look, self._go_on_in, self.read))
