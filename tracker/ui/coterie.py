"""The app: it opens the first screen, puts the theme on, and ends well. It only wires."""

import asyncio
import os
import sys
from contextlib import ExitStack
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

from tracker.core.record import replace
from tracker.crashes import write_crash_log
from tracker.languages import forget
from tracker.text import Words
from tracker.ui.canvas import Canvas
from tracker.ui.ending import ending_on_signals
from tracker.ui.glyphs import glyphs_for
from tracker.ui.look import Look
from tracker.ui.output.app import LeanApp
from tracker.ui.patience import Patience
from tracker.ui.settings import Settings
from tracker.ui.terminal import Terminal, terminal_here
from tracker.ui.themes import LoadedTheme, load_theme, theme_for

if TYPE_CHECKING:
    from pathlib import Path

    from tracker.opening import Session
    from tracker.ui.screens.base import CommandScreen

NO_COLOR = "NO_COLOR"
"""The variable that asks programs for no colour, whatever its value."""


class CoterieApp(LeanApp[int]):
    """Coterie on the full screen. Without a session it begins with the list of sessions."""

    CSS = "Screen { overflow: hidden hidden; }"
    TITLE = "Coterie"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(self, session: "Session | None", settings: Settings) -> None:
        # With the terminal's own colours Textual sends none at all where NO_COLOR asks for it, else shades of grey.
        super().__init__(ansi_color=True if NO_COLOR in os.environ else None)
        self.animation_level = "none"
        self.settings = settings
        self.sessions = [session] if session else []
        self.patience = Patience(self._whose, self._tell_busy)
        self._signals = ExitStack()
        self._has_crashed = False
        words = session.words if session else Words(settings.language)
        terminal = self._terminal = terminal_here()
        loaded = self._chosen_theme(terminal)
        glyphs = glyphs_for(terminal, ascii_only=settings.ascii)
        self.look = Look(words, glyphs, loaded.palette, settings.keys)
        usual = self.theme
        self._put_on(loaded)
        self.stylesheet.set_variables(self.get_css_variables())
        self._is_first_theme = self.theme != usual

    # ------------------------------------------------------------------ themes

    def _chosen_theme(self, terminal: Terminal) -> LoadedTheme:
        has_few_colors = self.no_color or self.console.color_system in ("standard", "windows")
        name = self.settings.theme or theme_for(has_few_colors=has_few_colors, is_light=terminal.is_light)
        return load_theme(name, self.settings.theme_folders)

    def _put_on(self, loaded: LoadedTheme) -> None:
        self.register_theme(loaded.textual)
        self.theme = loaded.textual.name
        self.look.palette = loaded.palette

    def refresh_css(self, animate: bool = True) -> None:
        """Parse the styles again, as another theme asks; the first one came before they were parsed at all."""
        if self._is_first_theme:
            self._is_first_theme = False
        else:
            super().refresh_css(animate)

    def change_theme(self, name: str) -> None:
        """Put another theme on. Raises ThemeError; the old one stays then."""
        self._put_on(load_theme(name, self.settings.theme_folders))
        for screen in self.screen_stack:
            for widget in screen.query(Canvas):
                widget.refresh()

    def change_language(self, language: str) -> None:
        """Speak to the reader in another language from now on, also of what has been."""
        forget()  # whoever translates sees at once what they have written
        self.settings = replace(self.settings, language=language)
        for session in self.sessions:
            session.speak(language)
        if not self.sessions:
            self.look.words = Words(language)
        for screen in self.screen_stack:
            cast("CommandScreen", screen).paint()

    # ------------------------------------------------------------------ screens

    def get_default_screen(self) -> "CommandScreen":
        """The first screen."""
        if not self.sessions:
            from tracker.ui.screens.sessions import SessionListScreen

            return SessionListScreen(self.look, self.settings)
        return self.screen_for(self.sessions[0])

    def screen_for(self, session: "Session", *, watch: bool | None = None) -> "CommandScreen":
        """The screen that shows a session: to play on, to read, or to follow."""
        if session.table.writable:
            from tracker.ui.screens.fight import FightScreen

            return FightScreen(session, self.look, typed_dice=self.settings.typed_dice)
        if self.settings.players:
            from tracker.ui.screens.players import PlayersScreen

            return PlayersScreen(session, self.look)
        if self.settings.watch if watch is None else watch:
            from tracker.ui.screens.watch import WatchScreen

            return WatchScreen(session, self.look)
        from tracker.ui.screens.review import ReviewScreen

        return ReviewScreen(session, self.look)

    def show_title(self, title: str) -> None:
        """Show a title in the terminal's tab or window, where there is one."""
        if self._terminal.has_title:
            super().show_title(self.look.glyphs.shown(title))

    def show_session(
        self, session: "Session", *, watch: bool = False, notice: str = "", is_wrong: bool = False
    ) -> None:
        """Show a session over the screen that it was opened from, with a notice for the game master."""
        self.sessions.append(session)
        self.look.words = session.words
        screen = self.screen_for(session, watch=watch)
        if notice:
            screen.say(notice, is_wrong=is_wrong)
        self.push_screen(screen)

    def leave_session(self) -> None:
        """Go back to where the screen was opened from, or end the program where it was the first."""
        if self.sessions:
            self.sessions.pop().table.close()
        if len(self.screen_stack) > 1:
            self.look.words = self.sessions[-1].words if self.sessions else Words(self.settings.language)
            self.pop_screen()
        else:
            self.exit(0)

    # ------------------------------------------------------------------ beginning and ending

    def on_load(self) -> None:
        """Listen to signals from now on: the terminal is still as it was."""
        if not self.is_headless:
            self._signals.enter_context(ending_on_signals(asyncio.get_running_loop(), self._end, self._restore))
            self._signals.enter_context(self.patience.on())

    def _whose(self, frame: FrameType) -> str:
        """The plugin in whose code a frame is."""
        rules = self.sessions[-1].table.rules if self.sessions else None
        return rules.whose(frame) if rules is not None else ""

    def _tell_busy(self, plugin: str) -> None:
        """Say who is busy, past all that waits; it is drawn over when there is an end."""
        if self.line_driver is not None:
            self.line_driver.gave_up = self.patience.give_up
            self.line_driver.write_over(self.look.glyphs.shown(self.look.say("ui.busy", plugin=plugin)))
            self.call_next(self.redraw)

    def _end(self, status: int) -> None:
        if not self._exit:
            self.exit(return_code=status)

    def _restore(self) -> None:
        if self.line_driver is not None:
            self.line_driver.restore_at_once()

    def on_unmount(self) -> None:
        """Let go of the sessions and of the signals."""
        self._signals.close()
        for session in self.sessions:
            session.table.close()

    async def action_quit(self) -> None:
        """End the program; everything is saved."""
        self.exit(0)

    def _fatal_error(self) -> None:
        """Write a crash log; Textual's own traceback would show what was in memory. It has no public hook for this."""
        self.panic()

    def panic(self, *renderables: Any) -> None:
        """End after a crash, with one line that names its log and nothing else, whatever Textual would show."""
        if self._has_crashed:
            return  # what fails after a crash is not worth a second message
        self._has_crashed = True
        self._return_code = 1
        path: Path | None = write_crash_log(self._exception or sys.exception())
        super().panic(self.look.say("ui.crash", path=str(path) if path else "-"))
