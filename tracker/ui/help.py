"""The help of a place: its ten keys that one needs most, then the rest by what they are for. It can be searched."""

from collections.abc import Iterator
from typing import Protocol

from tracker.ui.commands import CommandTable, Place, ScreenCommand, Situation
from tracker.ui.keys import INSIST_KEY, SWAP_KEY
from tracker.ui.look import Look
from tracker.ui.panels.search import Choice, Search
from tracker.ui.view.hints import command_help, command_word, key_text

MOST_NEEDED = 10
HELP_KEY = "?"


class Explained(Protocol):
    """A screen, as far as its help needs to know it."""

    look: Look
    commands: CommandTable

    @property
    def place(self) -> Place:
        """Which keys hold now."""
        ...

    def situation(self) -> Situation:
        """What decides how commands are called now."""
        ...

    def run_from_palette(self, command: ScreenCommand) -> None:
        """Do what was chosen."""
        ...


def help_of(screen: Explained) -> Search:
    """The help of a screen; Enter does what a key does, where that is possible now."""
    look = screen.look
    title, nothing = look.say(f"ui.help.{screen.place}"), look.say("ui.palette.nothing")
    return Search(title, list(help_choices(screen)), nothing, look, keys_first=True, closing=HELP_KEY)


def help_choices(screen: Explained) -> Iterator[Choice]:
    """The keys of a place: the ten that are needed most, then those of acts, of the screen, of moving and of typing."""
    look, commands = screen.look, screen.commands.of_place(screen.place)
    commands = [command for command in commands if command.keys and command.id != "help"]
    ranked = sorted((one for one in commands if one.rank), key=lambda one: one.rank)
    first = ranked[:MOST_NEEDED]
    yield from (_choice(screen, command, "ui.help.first") for command in first)
    rest = [command for command in commands if command not in first]
    for group in ("ui.search.acts", "ui.search.screen", "ui.help.moving"):
        yield from (_choice(screen, command, group) for command in rest if _group(command) == group)
    yield from _editing(look)


def _group(command: ScreenCommand) -> str:
    """What a key is for."""
    return "ui.help.moving" if command.moves else "ui.search.acts" if command.action else "ui.search.screen"


def _choice(screen: Explained, command: ScreenCommand, group: str) -> Choice:
    look, situation = screen.look, screen.situation()
    keys = " ".join(key_text(key, look) for key in command.keys) if command.id != "due" else "1-9"
    is_possible = command.when(situation) and not command.moves
    run = (lambda: screen.run_from_palette(command)) if is_possible else None
    word = "" if command.moves else command_word(command, Situation(), look)
    return Choice(word, keys, command_help(command, look), run, look.say(group), also=command.id)


def _editing(look: Look) -> Iterator[Choice]:
    """The keys of the prompt line."""
    say = look.say
    rows = {
        say("ui.key.enter"): "enter", say("ui.key.tab"): "complete", say("ui.keys.up_down"): "history",
        INSIST_KEY: "insist", SWAP_KEY: "swap", say("ui.keys.digits"): "pick",
        "ctrl+w": "word", "ctrl+u ctrl+k": "line", "ctrl+a ctrl+e": "ends",
        f"{say('ui.key.escape')} ctrl+c": "cancel",
    }  # fmt: skip
    for keys, name in rows.items():
        yield Choice("", keys, say(f"ui.does.edit_{name}"), None, say("ui.help.prompt"))
