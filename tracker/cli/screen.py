"""From the shell to the full screen: the terminal is looked at first, Textual is imported last."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.cli.output import REFUSED, complain
from tracker.cli.progress import progress_shown
from tracker.core.chance import RandomChance
from tracker.text import Words

if TYPE_CHECKING:
    from tracker.opening import Session


def play(path: Path, options: Namespace, words: Words, folders: Sequence[Path]) -> int:
    """Open a session to play on."""
    from tracker.opening import open_or_ask

    if not _terminal_is_fit(words):
        return REFUSED
    with progress_shown(path, words):
        session = open_or_ask(path, folders, words.language, RandomChance(options.seed))
    try:
        return show_screen(session, options, words, folders)
    finally:
        session.table.close()


def read_only(path: Path, options: Namespace, words: Words, folders: Sequence[Path], *, watch: bool = False) -> int:
    """Open a session for reading, or to follow its writer."""
    from tracker.opening import review_session

    if not _terminal_is_fit(words):
        return REFUSED
    with progress_shown(path, words):
        session = review_session(path, folders, words.language)
    return show_screen(session, options, words, folders, watch=watch)


def show_screen(
    session: "Session | None", options: Namespace, words: Words, folders: Sequence[Path], *, watch: bool = False
) -> int:
    """Run the screen and return its exit status."""
    if not _terminal_is_fit(words):
        return REFUSED
    from tracker.ui.app import run_app
    from tracker.ui.settings import Settings

    settings = Settings(
        language=words.language,
        theme=options.theme,
        ascii=options.ascii,
        typed_dice=options.typed_dice,
        next_at_once=options.next_at_once,
        keys=options.keys,
        plugin_folders=tuple(folders),
        watch=watch,
        players=watch and options.players,
        seed=options.seed,
    )
    return run_app(session, settings)


def _terminal_is_fit(words: Words) -> bool:
    from tracker.ui.terminal import problem_with_terminal

    problem = problem_with_terminal()
    if problem is not None:
        complain(words, problem)
    return problem is None
