"""What screens ask of the app that shows them. They know no more of it, so that it may know them."""

from typing import TYPE_CHECKING, Protocol

from tracker.ui.patience import Patience
from tracker.ui.settings import Settings

if TYPE_CHECKING:
    from tracker.opening import Session


class Host(Protocol):
    """The app, as its screens see it."""

    settings: Settings
    patience: Patience

    def show_session(
        self, session: "Session", *, watch: bool = False, notice: str = "", is_wrong: bool = False
    ) -> None:
        """Show a session over the screen that it was opened from, with a notice for the game master."""
        ...

    def leave_session(self) -> None:
        """Go back to where the screen was opened from, or end the program where it was the first."""
        ...

    def change_theme(self, name: str) -> None:
        """Put another theme on. Raises ThemeError; the old one stays then."""
        ...

    def change_language(self, language: str) -> None:
        """Speak to the reader in another language from now on, also of what has been."""
        ...

    def show_title(self, title: str) -> None:
        """Show a title in the terminal's tab or window, where there is one."""
        ...

    def copy_to_clipboard(self, text: str) -> None:
        """Let the terminal put a text on the clipboard of the machine that it runs on."""
        ...

    def redraw(self) -> None:
        """Send the whole screen again: something else has drawn on the terminal."""
        ...

    def stop(self) -> bool:
        """Stop until the shell lets the program go on; False where there is no shell that could."""
        ...
