"""The way into the screen for the command line. Textual is imported only when it runs."""

import sys
from typing import TYPE_CHECKING

from tracker.text import Words
from tracker.ui.output.imports import lean_imports

if TYPE_CHECKING:
    from tracker.opening import Session
    from tracker.ui.settings import Settings


def run_app(session: "Session | None", settings: "Settings") -> int:
    """Run the screen and return the exit status: 0, 1 after a crash or a wrong theme, 128 + n ended by signal n.

    Without a session the list of sessions comes first.
    """
    with lean_imports():
        from tracker.ui.coterie import CoterieApp
    from tracker.ui.themes import ThemeError

    try:
        app = CoterieApp(session, settings)
    except ThemeError as error:
        words = session.words if session else Words(settings.language)
        print(words.say(error.reason), file=sys.stderr)
        return 1
    app.run()
    return app.return_code or 0
