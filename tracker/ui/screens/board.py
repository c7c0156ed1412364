"""What all screens of a session share: the title, the order, what is due, the log, and the sheet beside them."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tracker.core.history import Entry
from tracker.core.intents import Refusal
from tracker.core.state import State
from tracker.opening import Session
from tracker.story import story
from tracker.ui.commands import CommandTable, Situation
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, Span
from tracker.ui.panes.due import DuePane
from tracker.ui.panes.log import LogPane
from tracker.ui.panes.order import OrderPane
from tracker.ui.panes.prompt import Question
from tracker.ui.screens.base import PROGRAM, CommandScreen
from tracker.ui.view.gauges import session_gauges_line
from tracker.ui.view.title import title_line

if TYPE_CHECKING:
    from textual.worker import Worker

    from tracker.command.complete import Completion
    from tracker.recap.filters import Told
    from tracker.recap.steps import Steps
    from tracker.ui.finding import Entries
    from tracker.ui.panels.base import Panel
    from tracker.ui.panels.search import Choice
    from tracker.ui.panels.sheet import Doing, SheetPanel
    from tracker.ui.view.sheet import SheetLine

SEARCHING = "filter"
"""The work of a filter that looks on."""
WIDE = 110
SHEET_SHARE = 0.335
WIDEST = 170
WIDEST_SHEET_SHARE, WIDEST_LOG_SHARE = 0.26, 0.32
"""In the widest windows list, log and sheet stand side by side, and what is due under the list."""
LEAST_LIST_WIDTH, LIST_WIDTH_STEP = 56, 8
LEAST_LOG_LINES = 6
LEAST_ROWS = 6
"""So many people stay in view while the form of an act is open."""
LEAST_HEIGHT_OF_GAUGES = 10
LOW = 10
"""Below this height what is due gets one line, so that the log has one too."""
WHEEL_ROWS = 3
COPIED_CELLS = 80
"""The width of a sheet that is copied."""


class Areas(NamedTuple):
    """How the screen is divided: `left` cells for the list, what is due and the log; heights in lines.

    `gauges` are those of the session, under the title. `log_left` is where a log begins that stands beside the list,
    else 0; `sheet_left` where the sheet begins, at the width of the screen where there is none.
    """

    left: int
    gauges: int
    order: int
    due: int
    log: int
    log_left: int = 0
    sheet_left: int = 0


class ShownSheet(NamedTuple):
    """The sheet beside the list, and what it was made from."""

    state: State
    who: str
    width: int
    language: str
    lines: list[Line]


class Board(CommandScreen):
    """The base of the fight, the review and the watch screen. `has_sheets`: in a wide window a sheet stands beside."""

    has_sheets = True

    def __init__(self, session: Session, look: Look, commands: CommandTable) -> None:
        super().__init__(look, commands)
        self.session = session
        self.order = OrderPane(session.table.rules, look)
        self.log_pane = LogPane(look, session.table.rules, self.is_taken_back)
        self.due_pane = DuePane(look, session.commands.spoken) if session.commands is not None else DuePane(look)
        self._areas = Areas(0, 0, 0, 0, 0)
        self._log_size = 0, 0
        self._wanted = 0, LEAST_LIST_WIDTH
        self._sheet: ShownSheet | None = None
        self._sheet_panel: SheetPanel | None = None
        self._rules: dict[str, Sequence[Choice]] = {}

    # ------------------------------------------------------------------ what is shown

    @property
    def shown_state(self) -> State:
        """The state that the screen shows."""
        return self.session.table.state

    @property
    def shown_entries(self) -> Sequence[Entry]:
        """The entries of the log."""
        return self.session.table.history.told_entries

    def is_taken_back(self, number: int) -> bool:
        """Whether the act of an entry in the log has been taken back."""
        return self.session.table.history.taken_back(number)

    @property
    def kept_in_view(self) -> int:
        """The title, the heading of the list and as many rows as a fight needs; half of a low window."""
        rows = min(len(self.order.people), LEAST_ROWS)
        return max(min(2 + rows, self.app.size.height // 3), 2)

    @property
    def tab_title(self) -> str:
        """The session, and the program."""
        return f"{self.session.title} · {PROGRAM}"

    @property
    def status_word(self) -> str:
        """What is at the right end of the title."""
        return self.look.say("ui.title.saved")

    def situation(self) -> Situation:
        """What decides which commands make sense now."""
        state = self.shown_state
        return Situation(place=self.place, writable=False, people=len(state.characters), due=len(state.open_due))

    def content(self, width: int, height: int) -> list[Line]:
        """The title, and under it the list, what is due and the log, beside the sheet where there is room."""
        state = self.shown_state
        self.order.take_over(state)
        self.log_pane.take_over(self.shown_entries, state)
        left_width = sheet_left = width - int(width * SHEET_SHARE) if width >= WIDE and self.has_sheets else width
        if width >= WIDEST and self.has_sheets:
            sheet_left = width - int(width * WIDEST_SHEET_SHARE)
            left_width = self._list_width(width, sheet_left - int(width * WIDEST_LOG_SHARE))
        gauges = None
        if height >= LEAST_HEIGHT_OF_GAUGES:
            gauges = session_gauges_line(state, self.session.table.rules, left_width, self.look)
        areas = self._divided(state, left_width, height - 1, gauges=int(gauges is not None))
        if left_width < sheet_left:
            areas = areas._replace(due=min(self.due_pane.wanted_height, areas.due + areas.log), log_left=left_width)
        areas = self._areas = areas._replace(sheet_left=sheet_left)
        left = [gauges] if gauges is not None else []
        left += _padded(self.order.lines(areas.left, areas.order), areas.order)
        left += _padded(self.due_pane.lines(areas.left, areas.due), areas.due)
        lessons = self.lessons(areas.left)[: max(areas.log - LEAST_LOG_LINES, 0)]
        if areas.log_left:
            self._log_size = sheet_left - left_width - 2, height - 1
            log = self.log_pane.lines(*self._log_size)
            room = height - 1 - len(lessons)
            left = self._joined([*_padded(left, room), *lessons[: max(height - 1 - len(left), 0)]], log, left_width)
        else:
            self._log_size = areas.left, areas.log - len(lessons)
            left += _padded(self.log_pane.lines(*self._log_size), areas.log - len(lessons))
            left += lessons
        if sheet_left < width:
            left = self._joined(left, self._sheet_lines(width - sheet_left - 2, height - 1), sheet_left)
        return [title_line(self.session, state, self.status_word, width, self.look), *left]

    def _list_width(self, width: int, most: int) -> int:
        """What the list needs in the widest windows, so that the log has the rest. It never shrinks in a window.

        So nothing moves to and fro as badges come and go.
        """
        wanted = -(-self.order.wanted_width // LIST_WIDTH_STEP) * LIST_WIDTH_STEP
        _, before = self._wanted if self._wanted[0] == width else (width, LEAST_LIST_WIDTH)
        self._wanted = width, max(before, wanted)
        return min(self._wanted[1], most)

    def lessons(self, width: int) -> list[Line]:
        """What someone is told who is new here, in the lowest lines."""
        return []

    def _divided(self, state: State, left: int, height: int, *, gauges: int) -> Areas:
        height -= gauges
        self.due_pane.take_over(state, left)
        due = min(self.due_pane.wanted_height, 1 if height < LOW else max(height // 4, min(height // 3, 4)))
        order = min(self.order.wanted_height, max(height - due - LEAST_LOG_LINES - 1, height // 2 - due, 3))
        if self.covered:
            # The rows beside an open form are those that it leaves in view, whatever comes after the list.
            order = max(min(self.order.wanted_height, height - self.covered), 1)
            due = min(due, max(height - self.covered - order, 0))
        return Areas(left, gauges, order, due, height - order - due)

    def _sheet_lines(self, width: int, height: int) -> Sequence[Line]:
        """The sheet of the selected one, made again only where something is different."""
        if self._sheet_panel is not None and self.panels and self.panels[-1] is self._sheet_panel:
            return self._sheet_panel.lines(width, height)
        state, who, language = self.shown_state, self.order.selected, self.look.words.language
        if self._sheet is None or self._sheet.state is not state or self._sheet[1:4] != (who, width, language):
            from tracker.ui.view.pages import sheet_page

            lines = sheet_page(self.session, state, who, width, self.look)
            self._sheet = ShownSheet(state, who, width, language, lines)
        return self._sheet.lines

    def _joined(self, lines: list[Line], others: Sequence[Line], column: int) -> list[Line]:
        """Lines with others beside them, from a column on, behind a line upright."""
        upright = Span(f"{self.look.glyphs.upright} ", "dim")
        others = _padded(list(others), len(lines))
        return [_joined(line, other, column, upright) for line, other in zip(lines, others, strict=True)]

    # ------------------------------------------------------------------ the mouse

    def click_content(self, x: int, y: int) -> None:
        """Select what is under the mouse; a second click on a row opens what can be done with it."""
        areas = self._areas
        if x >= areas.sheet_left:
            return
        if areas.log_left and x >= areas.log_left:
            if self.log_pane.click(y - 1):
                self.entry_chosen()
            return
        y -= 1 + areas.gauges
        if 0 <= y < areas.order:
            if self.order.click(y):
                self.row_chosen()
        elif areas.order <= y < areas.order + areas.due:
            self.due_chosen(self.due_pane.number_at(x, y - areas.order))
        elif not areas.log_left and self.log_pane.click(y - areas.order - areas.due):
            self.entry_chosen()

    def scroll_content(self, x: int, y: int, lines: int) -> None:
        """Scroll the list or the log."""
        areas = self._areas
        if x < areas.log_left or (not areas.log_left and y <= areas.gauges + areas.order):
            self.order.scroll(lines * WHEEL_ROWS)
        else:
            self.log_pane.scroll(lines)

    def row_chosen(self) -> None:
        """The selected row was clicked again."""

    def due_chosen(self, number: int) -> None:
        """Something due was clicked, its number counted from 1; 0 if nothing was hit."""

    def entry_chosen(self) -> None:
        """A log entry was clicked."""

    # ------------------------------------------------------------------ commands of every board

    def do_sheet(self) -> None:
        """Open the selected character's sheet; where one stands beside the list, go to it."""
        who, look = self.order.selected, self.look
        if who:
            from tracker.ui.panels.sheet import SheetPanel
            from tracker.ui.view.pages import sheet_head
            from tracker.ui.view.sheet import sheet_lines_of

            kept: tuple[State, str, Sequence[SheetLine]] | None = None

            def lines() -> "Sequence[SheetLine]":
                """What was made last, where it would be the same: a painting asks for the height and for the lines."""
                nonlocal kept
                state, language = self.shown_state, look.words.language
                if kept is None or kept[0] is not state or kept[1] != language:
                    kept = state, language, tuple(sheet_lines_of(self.session, state, who, look))
                return kept[2]

            self._sheet_panel = SheetPanel(
                lambda: sheet_head(self.shown_state, who, look),
                lines,
                look,
                self.sheet_doing(who),
            )
            self.open_panel(self._sheet_panel)

    def sheet_doing(self, who: str) -> "Doing | None":
        """What can be done in someone's sheet, None where it is only read."""
        return None

    def stands_beside(self, panel: "Panel", width: int) -> bool:
        """In a wide window the sheet stands beside the list."""
        return panel is self._sheet_panel and width >= WIDE and self.has_sheets

    def do_totals(self) -> None:
        """Show what the entries come to that the filter finds."""
        from tracker.ui.view.recaps import totals_page

        session, look, text = self.session, self.look, self.log_pane.filter_text
        self.read(look.say("ui.totals.title"), lambda width: totals_page(session, text, width, look))

    def do_fold(self) -> None:
        """Unfold the selected act of the log, or fold it again."""
        self.log_pane.turn_over()

    def do_all(self) -> None:
        """Show all entries again."""
        self.filter_log("")

    def do_filter(self) -> None:
        """Filter the log while a text is typed."""
        before = self.log_pane.filter_text

        def show(text: str) -> None:
            with suppress(Refusal):  # said in the preview; what is shown stays
                self.filter_log(text)

        def submit(text: str) -> bool:
            try:
                self.filter_log(text)
            except Refusal as refusal:
                self.say(self.look.sentence(refusal.reason), is_wrong=True)
                return False
            return True

        self.ask(
            Question(
                self.look.say("ui.filter.label"),
                submit,
                cancelled=lambda: show(before),
                typed=show,
                text=before,
                preview=self._filter_preview,
                complete=self._filter_completion,
            )
        )

    @cached_property
    def steps(self) -> "Steps":
        """The entries with the moments they belong to; worked out when they are first wanted."""
        from tracker.recap.steps import Steps

        return Steps(self.session.table.history)

    @cached_property
    def _told(self) -> "Told":
        """What the entries tell, for one letter of a filter after the other."""
        from tracker.recap.filters import Told

        return Told(self.look.words)

    def _filter_completion(self, text: str) -> "Completion":
        from tracker.command.complete import Completion
        from tracker.recap.filters import completions

        return Completion(*completions(text, self.look.words, self._names))

    @property
    def _names(self) -> list[str]:
        return [one.name for one in self.session.table.state.characters.values()]

    def filter_log(self, text: str) -> None:
        """Show only the entries that a filter finds, "" all. Raises Refusal where it cannot be understood."""
        from tracker.recap.filters import Filter

        rules, steps = self.session.table.rules, self.steps
        attacks = rules.attacks if rules is not None else ()
        chosen = Filter(text, self.look.words, self._names, attacks, self._told)
        takes = None if chosen.is_empty else lambda number: chosen.takes(steps.late(number))
        self.log_pane.filter(text.strip(), takes, chosen.sought)
        self.workers.cancel_group(self, SEARCHING)
        if not self.log_pane.has_searched:
            _: Worker[None] = self.run_worker(self._search_on, group=SEARCHING)

    async def _search_on(self) -> None:
        """Let the filter look on while nothing is pressed; how much it has found is shown when it has looked at all.

        The next letter ends it, since it begins another. After each piece of work keys and frames have their turn.
        """
        while not self.log_pane.has_searched:
            await asyncio.sleep(0)
            self.log_pane.search_on()
        self.paint()

    def _filter_preview(self, text: str) -> tuple[Span, ...]:
        from tracker.recap.filters import Filter

        try:
            chosen = Filter(text, self.look.words, self._names)
        except Refusal as refusal:
            return (Span(self.look.sentence(refusal.reason), "warning"),)
        if chosen.is_empty:
            return (Span(self.look.say("ui.filter.hint"), "dim"),)
        shown, total = len(self.log_pane.numbers), len(self.session.table.history.entries)
        key = "ui.filter.found" if self.log_pane.has_searched else "ui.filter.found_so_far"
        return (Span(self.look.say(key, count=shown, total=total), "accent"),)

    # ------------------------------------------------------------------ copying

    def do_copy(self) -> None:
        """Copy the selected entry of the log, else the sheet of the selected one."""
        from tracker.ui.view.pages import sheet_page

        entry, who = self.log_pane.selected, self.order.selected
        if entry is not None:
            self.copy(story(entry, self.look.words))
        elif who:
            sheet = sheet_page(self.session, self.shown_state, who, COPIED_CELLS, self.look)
            self.copy([line.text for line in sheet])

    def do_copy_log(self) -> None:
        """Copy the log as far as it is in view."""
        lines = self.log_pane.lines(*self._log_size)
        self.copy([line.text for line in lines[1:]])

    # ------------------------------------------------------------------ searching everything

    def found_for(self, text: str) -> "Iterator[Choice]":
        """People, rules and entries that a text finds."""
        from tracker.ui.finding import people_found

        yield from people_found(self.shown_state, self.look, self.order.select)
        yield from self._rules_found()
        yield from self._entries.found(text, self.shown_entries)

    def _rules_found(self) -> "Sequence[Choice]":
        """The rules in the reader's language, read out of the ruleset once."""
        from tracker.ui.finding import rules_found

        language = self.look.words.language
        if language not in self._rules:
            self._rules[language] = list(rules_found(self.session, self.look, self.read))
        return self._rules[language]

    @cached_property
    def _entries(self) -> "Entries":
        from tracker.ui.finding import Entries

        return Entries(self.look, self.show_entry)

    def show_entry(self, number: int) -> None:
        """Go to an entry of the log."""
        self.log_pane.select(number)

    # ------------------------------------------------------------------ moving in the list

    def do_down(self) -> None:
        """Select the next row."""
        self.order.move(1)

    def do_up(self) -> None:
        """Select the row before."""
        self.order.move(-1)

    def do_page_down(self) -> None:
        """Select a screen of rows further down."""
        self.order.move_page(1)

    def do_page_up(self) -> None:
        """Select a screen of rows further up."""
        self.order.move_page(-1)

    def do_first(self) -> None:
        """Select the first row."""
        self.order.move(-len(self.order.people))

    def do_last(self) -> None:
        """Select the last row."""
        self.order.move(len(self.order.people))

    def do_scroll_up(self) -> None:
        """Scroll the log back."""
        self.log_pane.scroll(-1)

    def do_scroll_down(self) -> None:
        """Scroll the log towards its end."""
        self.log_pane.scroll(1)


@lru_cache(maxsize=256)
def _joined(line: Line, other: Line, column: int, upright: Span) -> Line:
    """A line with another beside it: most are as they were when the screen was painted before."""
    beside = (upright, *(span._replace(ground=span.ground or other.ground) for span in other.spans))
    joined = line.beside(column, beside)
    return joined if other.caret is None else joined._replace(caret=column + 2 + other.caret)


def _padded(lines: list[Line], height: int) -> list[Line]:
    return [*lines[:height], *([BLANK] * (height - len(lines)))]
