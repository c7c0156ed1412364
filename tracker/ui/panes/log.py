"""The log: the last blocks of the story, folded but for the last act; only what is in view is ever laid out."""

from bisect import bisect_right
from collections.abc import Callable, Sequence

from tracker.core.history import Entry, is_about_the_past
from tracker.core.state import State
from tracker.names import folded
from tracker.rules.facade import Rules
from tracker.ui.look import Look
from tracker.ui.paint import Line, Tone, rule_line
from tracker.ui.view.story import Block, Manner, Storyteller, block_lines, passed_line

MOST_KEPT_ENTRIES = 2000
ENTRIES_AT_ONCE = 25
"""So many entries a filter looks through between two keys."""
LOOKED_AT_FIRST = 200
"""So many before what it has found is shown: more than a screenful."""
MOST_LINES = 6
"""Of the last act, as long as no one unfolds it."""


class LogPane:
    """Shows entries as blocks, each sentence of what came of them in one line where `is_short`.

    The last act is whole, the others are folded to one line; which of them is otherwise, the reader says. Turns that
    passed without anything share a line. The view hangs on the entry at its bottom (None: the last one, also when more
    come). `news` is the number of the entry that is marked as the last act, 0 for none; with `opens_selected` the
    selected entry is whole too.
    """

    def __init__(
        self, look: Look, rules: Rules | None, taken_back: Callable[[int], bool], *, is_short: bool = False
    ) -> None:
        self._look = look
        self._teller = Storyteller(look, rules)
        self._is_short = is_short
        self._needles: Sequence[str] = ()
        self._turned: set[int] = set()
        self.news = 0
        self.opens_selected = False
        self._taken_back = taken_back
        self._entries: Sequence[Entry] = ()
        self._matching: Sequence[int] = ()
        self._takes: Callable[[int], bool] | None = None
        self._filter_text = ""
        self._known = 0
        """How many entries there were when they were last taken over; they may grow in place."""
        self._behind = self._ahead = 0
        """The numbers of the first and of the last entry in front of which, and behind which, the filter has not looked
        yet: it has looked at those from `_behind` + 1 to `_ahead`."""
        self._bottom: int | None = None
        self._selected: int | None = None
        self._kept: dict[tuple[int, Manner], Sequence[Line]] = {}
        self._width = 0
        self._language = look.words.language
        self._room = 1
        self._owners: list[int] = []
        self._state: State | None = None
        self._seen: tuple[tuple[object, ...], list[Line]] | None = None

    # ------------------------------------------------------------------ what is shown

    def take_over(self, entries: Sequence[Entry], state: State) -> None:
        """Show these entries, which only grow; `state` tells who is on which side."""
        if self._teller.take_over(state):
            self._kept.clear()
        if state is not self._state:
            self._state, self._seen = state, None
        before, self._known = self._known, len(entries)
        if len(entries) < before or entries is not self._entries:
            self._forget()
            self._entries = entries
            self._look_from(None)
        elif self._takes is None:
            self._look_from(None)
        elif self._ahead == before:
            self._look_ahead(len(entries) - before)

    def _forget(self) -> None:
        self._seen = None
        self._kept.clear()
        self._teller.forget()

    def filter(self, text: str, takes: Callable[[int], bool] | None, needles: Sequence[str] = ()) -> None:
        """Show only the entries that `takes` lets through (None: all); `text` is how that was typed.

        `needles` are the words looked for: where folding would hide one, the block is whole. The reading place
        stays: the view hangs on the last entry shown that is not behind the one it hung on.
        """
        reading = self._selected if self._selected is not None else self._bottom_number()
        self._filter_text = text
        self._needles = list(map(folded, needles))
        self._takes = takes
        self._look_from(reading)
        if reading is None:
            self._bottom = None
        else:
            self._hang_around(max(self._place_of(reading), 0))

    def _bottom_number(self) -> int | None:
        """The number of the entry that the view hangs on, None where it follows the end."""
        if self._bottom is None or not self._matching:
            return None
        return self._matching[min(self._bottom, len(self._matching) - 1)]

    def _place_of(self, number: int) -> int:
        """The position of the last entry shown up to a number, -1 where all are behind it."""
        return bisect_right(self._matching, number) - 1

    @property
    def filter_text(self) -> str:
        """The filter as it was typed."""
        return self._filter_text

    # ------------------------------------------------------------------ what the filter finds

    def _look_from(self, number: int | None) -> None:
        """Look for a screenful around an entry (None: the last one); `search_on` finds the rest."""
        count = len(self._entries)
        if self._takes is None:
            self._matching = range(1, count + 1)
            self._behind, self._ahead = 0, count
            return
        self._matching = ()
        self._behind = self._ahead = count if number is None else min(max(number, 0), count)
        self._look_ahead(LOOKED_AT_FIRST)
        self._look_behind(LOOKED_AT_FIRST)

    def _look_ahead(self, count: int) -> None:
        last = min(self._ahead + count, len(self._entries))
        found = self._found(range(self._ahead + 1, last + 1))
        self._ahead = last
        if found:
            self._matching = [*self._matching, *found]

    def _look_behind(self, count: int) -> None:
        first = max(self._behind - count, 0)
        found = self._found(range(first + 1, self._behind + 1))
        self._behind = first
        if found:
            self._matching = [*found, *self._matching]
            if self._bottom is not None:
                self._bottom += len(found)  # the view stays where it is

    def _found(self, numbers: range) -> list[int]:
        takes = self._takes
        return [number for number in numbers if takes is None or takes(number)]

    @property
    def has_searched(self) -> bool:
        """Whether the filter has looked at every entry."""
        return not self._behind and self._ahead == len(self._entries)

    def search_on(self) -> None:
        """Look at some more entries, those that follow first."""
        if self._ahead < len(self._entries):
            self._look_ahead(ENTRIES_AT_ONCE)
        else:
            self._look_behind(ENTRIES_AT_ONCE)

    def search_all(self) -> None:
        """Look at all entries that are left: someone moves among what is found."""
        self._look_ahead(len(self._entries))
        self._look_behind(len(self._entries))

    # ------------------------------------------------------------------ drawing

    def lines(self, width: int, height: int) -> list[Line]:
        """The heading and the lines in view."""
        language, size = self._look.words.language, (self._width, self._room)
        if width != self._width or language != self._language or len(self._kept) > MOST_KEPT_ENTRIES:
            self._forget()
            self._width, self._language = width, language
        self._room = max(height - 1, 1)
        if size != (self._width, self._room) and (position := self._position()) is not None:
            self._visible()
            self.select(self._matching[position])  # the view that it hung in was another
        # Whoever types in another place sees the same log with each letter.
        place = self._bottom, self._selected, self._room, self.news, self.opens_selected
        found = self._known, self._matching, self._ahead, self._needles, frozenset(self._turned)
        if self._seen is None or self._seen[0] != (*place, *found):
            self._seen = (*place, *found), self._visible()
        return [self._heading(width), *self._seen[1]]

    def _heading(self, width: int) -> Line:
        look = self._look
        after = ""
        if self._takes is not None:
            key = "ui.log.filtered" if self.has_searched else "ui.log.filtered_so_far"
            after = look.say(key, text=self._filter_text, count=len(self._matching))
        elif self._bottom is not None and self._bottom < len(self._matching) - 1:
            after = look.say("ui.log.below", count=len(self._matching) - 1 - self._bottom)
        tone: Tone = "title" if self._selected is None else "accent"
        return rule_line(look.say("ui.log.title"), width, look.glyphs, after, tone=tone)

    def _visible(self) -> list[Line]:
        last, last_act = len(self._matching) - 1, self._last_act
        bottom = last if self._bottom is None else min(self._bottom, last)
        lines: list[Line] = []
        owners: list[int] = []
        for position in range(bottom, -1, -1):
            made = self._lines_of(position, last_act)
            lines[:0] = made
            owners[:0] = [self._matching[position]] * len(made)
            if len(lines) >= self._room:
                lines, owners = lines[-self._room :], owners[-self._room :]
                break
        for position in range(bottom + 1, last + 1):
            if len(lines) >= self._room:
                break
            made = self._lines_of(position, last_act)[: self._room - len(lines)]
            lines += made
            owners += [self._matching[position]] * len(made)
        self._owners = owners
        return lines

    # ------------------------------------------------------------------ one entry

    def _lines_of(self, position: int, last_act: int) -> Sequence[Line]:
        """The lines of the entry at a position, none if nothing is left to say of it."""
        number, block = self._matching[position], self._block(position)
        manner = self._manner(position, block, is_last_act=position == last_act)
        if manner.is_over and not manner.is_selected and block.is_bare_turn:
            return self._passed(position)
        if manner.is_past and not manner.is_selected and position < len(self._matching) - 1:
            return ()  # the act itself is struck out
        lines = self._drawn(number, block, manner)
        return [*lines, *self._passed(position)] if manner.is_over and block.ends_in_a_bare_turn else lines

    def _drawn(self, number: int, block: Block, manner: Manner) -> Sequence[Line]:
        """The lines of an entry, kept from one painting to the next."""
        key = (number, manner)
        if key not in self._kept:
            self._kept[key] = block_lines(block, self._width, self._look, manner)
        return self._kept[key]

    def _block(self, position: int) -> Block:
        return self._teller.block(self._entry(position))

    def _entry(self, position: int) -> Entry:
        return self._entries[self._matching[position] - 1]

    def _manner(self, position: int, block: Block, *, is_last_act: bool) -> Manner:
        number = self._matching[position]
        is_taken_back = self._taken_back(number)
        is_selected = number == self._selected
        is_whole = is_last_act and not is_taken_back
        is_whole = is_whole or (self.opens_selected and is_selected)
        if not is_whole and self._needles and not self._is_short:
            is_whole = self._is_hidden_by_folding(number, block)
        is_turned = number in self._turned
        return Manner(
            is_folded=is_whole == is_turned,
            most=0 if is_turned or is_selected or self._is_short else MOST_LINES,
            is_taken_back=is_taken_back,
            is_past=is_about_the_past(self._entry(position)),
            is_selected=is_selected,
            is_news=number == self.news and not block.is_quiet,
            is_short=self._is_short,
            is_over=bool(block.whose) and self._successor(position) is not None,
        )

    def _is_hidden_by_folding(self, number: int, block: Block) -> bool:
        short = self._drawn(number, block, Manner())
        seen = folded("\n".join(line.text for line in short))
        return any(needle not in seen for needle in self._needles)

    def _stands(self, position: int) -> bool:
        """Whether the entry at a position is an act that holds."""
        return not self._taken_back(self._matching[position]) and not is_about_the_past(self._entry(position))

    @property
    def _last_act(self) -> int:
        """The position of the last act that holds and tells more than that time goes by, -1 where there is none."""
        for position in range(len(self._matching) - 1, -1, -1):
            if self._stands(position) and not self._block(position).is_quiet:
                return position
        return -1

    def _successor(self, position: int) -> int | None:
        """The position of the next act that holds, None where there is none."""
        following = range(position + 1, len(self._matching))
        return next((later for later in following if self._stands(later)), None)

    def _is_idle(self, position: int) -> bool:
        """Whether nothing was done in the turn that an entry leaves off with: the next act ends it."""
        if not self._stands(position) or not self._block(position).ends_in_a_bare_turn:
            return False
        later = self._successor(position)
        return later is not None and self._block(later).ends_a_turn

    def _passed(self, position: int) -> Sequence[Line]:
        """The line of turns that passed without anything, at the last of them that follow each other."""
        if self._is_short or not self._is_idle(position):
            return ()
        later = self._successor(position)
        if later is not None and self._block(later).is_bare_turn and self._is_idle(later):
            return ()
        names: list[str] = []
        for earlier in range(position, -1, -1):
            if self._stands(earlier):
                block = self._block(earlier)
                if not self._is_idle(earlier):
                    break
                names[:0] = [block.whose]
                if not block.is_bare_turn:
                    break
        return (passed_line([name for name in names if name], self._width, self._look),)

    # ------------------------------------------------------------------ the selected entry

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the entries that the filter lets through, as far as it has looked."""
        return self._matching

    @property
    def selected(self) -> Entry | None:
        """The selected entry, None if none is."""
        if self._selected is None or not 1 <= self._selected <= len(self._entries):
            return None
        return self._entries[self._selected - 1]

    def turn_over(self) -> None:
        """Unfold the selected entry, or fold it again; without a selection the last act."""
        last = self._last_act
        number = self._selected or (self._matching[last] if last >= 0 else 0)
        self._turned ^= {number}

    def select_last(self) -> None:
        """Select the last entry that is shown."""
        self.search_all()
        self._bottom = None
        self._selected = self._matching[-1] if self._matching else None

    def select(self, number: int) -> None:
        """Select an entry by its number (0: none, before the first) and bring it into view."""
        if not self._behind < number <= self._ahead:
            self.search_all()
        self._selected = number
        position = self._position()
        if position is None:
            self._bottom = 0
        elif number not in self._owners[1:]:
            self._hang_around(position)
        else:
            self._show_whole(position)

    def deselect(self) -> None:
        """Follow the end again."""
        self._selected = None
        self._bottom = None

    def move(self, entries: int) -> None:
        """Move the selection down, or up where `entries` is negative."""
        self.search_all()
        if self._matching:
            last = len(self._matching) - 1
            position = self._position()
            position = last if position is None else min(max(position + entries, 0), last)
            self.select(self._matching[position])

    def move_page(self, pages: int) -> None:
        """Move by so many panes."""
        step = max(len(set(self._owners)) - 1, 1) * pages
        if self._selected is None:
            self.scroll(step)
        else:
            self.move(step)

    def click(self, y: int) -> bool:
        """Select the entry at line `y` of the pane; tell whether there is one."""
        if not 1 <= y <= len(self._owners):
            return False
        self._selected = self._owners[y - 1]
        return True

    def _position(self) -> int | None:
        if self._selected is None:
            return None
        position = self._place_of(self._selected)
        return position if position >= 0 and self._matching[position] == self._selected else None

    # ------------------------------------------------------------------ scrolling

    def scroll(self, entries: int) -> None:
        """Move the view by entries, without a selection."""
        self.search_all()
        last = len(self._matching) - 1
        bottom = last if self._bottom is None else self._bottom
        step, last_act = 1 if entries > 0 else -1, self._last_act
        for _ in range(abs(entries)):
            bottom += step
            while 0 < bottom < last and not self._lines_of(bottom, last_act):
                bottom += step  # entries of which nothing is left to say are no way to go
        self._bottom = None if bottom >= last else max(bottom, 0)

    def _hang_around(self, position: int) -> None:
        """Let the entry stand inside the view: as many lines as half the pane may follow it."""
        room, last_act = self._room // 2, self._last_act
        self._bottom = position
        for later in range(position + 1, len(self._matching)):
            room -= len(self._lines_of(later, last_act))
            if room < 0:
                return
            self._bottom = later

    def _show_whole(self, position: int) -> None:
        """Bring the whole of an entry into view that is cut off at the bottom."""
        last = len(self._matching) - 1
        bottom = last if self._bottom is None else min(self._bottom, last)
        if position > bottom:
            self._bottom = position
