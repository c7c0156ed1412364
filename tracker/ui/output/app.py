"""An app whose screen is sent as frames: take it for Textual's `App`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from rich.segment import Segment
from textual._compositor import CompositorUpdate, LayoutUpdate
from textual.app import App, ReturnType
from textual.driver import Driver
from textual.screen import Screen

from tracker.ui.output.cells import Row, row_of

if TYPE_CHECKING:
    from tracker.ui.output.driver import LineDriver


class LeanApp(App[ReturnType]):
    """Sends what differs. Where Textual has another driver than that of POSIX terminals, all is as it is there.

    It has no toasts and no tooltips, so that no screen is made with widgets for them.
    """

    def __init__(self, *, ansi_color: bool | None = None) -> None:
        super().__init__(ansi_color=ansi_color)
        # Textual has no public place for this but the arguments of `run_test`.
        self._disable_notifications = self._disable_tooltips = True

    @property
    def line_driver(self) -> "LineDriver | None":
        """The driver of frames; None where there is another, or none yet."""
        return cast("LineDriver", self._driver) if hasattr(self._driver, "frames") else None

    def get_driver_class(self) -> type[Driver]:
        """Choose the driver: ours in the place of Textual's own for POSIX terminals."""
        chosen = super().get_driver_class()
        if chosen.__name__ != "LinuxDriver":
            return chosen
        from tracker.ui.output.driver import LineDriver

        return LineDriver

    def redraw(self) -> None:
        """Send the whole screen again: something else has drawn on the terminal."""
        if self.line_driver is not None:
            self.line_driver.frames.forget()

    def stop(self) -> bool:
        """Stop until the shell lets the program go on; False where there is no shell that could."""
        return self.line_driver is not None and self.line_driver.stop_by_key()

    def show_title(self, title: str) -> None:
        """Show a title in the terminal's tab or window, where there is one."""
        if self.line_driver is not None:
            self.line_driver.show_title(title)

    def _display(self, screen: Screen[object], renderable: Any) -> None:
        """Show what the screen now is. Textual has no public place for this."""
        driver = self.line_driver
        if (
            driver is None
            or not isinstance(renderable, CompositorUpdate)
            or self._batch_count
            or not self._running
            or self._closed
        ):
            super()._display(screen, renderable)
            return
        try:
            driver.frames.can_show_together = self._sync_available
            cursor = screen.outer_size.clamp_offset(self.cursor_position)
            driver.frames.show(self.rows_of(screen, renderable), (cursor.x, cursor.y) if any(cursor) else None)
        except Exception as error:
            self._handle_exception(error)
        finally:
            self.post_display_hook()

    def rows_of(self, screen: Screen[object], update: CompositorUpdate) -> list[Row]:
        """The lines of a screen that has just been updated."""
        strips: Iterable[Iterable[Iterable[Segment]]]
        if isinstance(update, LayoutUpdate):
            strips = update.strips
        else:
            strips = [[strip] for strip in screen._compositor.render_strips()]
        # As wide as the screen was laid out, which the terminal may be no more: were they cut, and it got its old size
        # back before the next layout, no others would come.
        width, colors = screen._compositor.size.width, self.console._color_system
        return [row_of((piece for strip in line for piece in strip), width, colors) for line in strips]
