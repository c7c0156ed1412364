"""The command palette: everything that makes sense now, searched by its words. Loaded only when it is opened."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Protocol

from tracker.languages import languages
from tracker.preferences import PreferencesError, change_preferences
from tracker.resources import theme_paths
from tracker.ui.commands import Offer, ScreenCommand, Situation
from tracker.ui.host import Host
from tracker.ui.look import Look
from tracker.ui.panels.search import Choice, Search
from tracker.ui.themes import ThemeError
from tracker.ui.view.hints import command_help, command_word, key_text


class Offering(Protocol):
    """A screen, as far as its palette needs to know it."""

    look: Look

    @property
    def host(self) -> Host:
        """The app."""
        ...

    def situation(self) -> Situation:
        """What decides how commands are called now."""
        ...

    def possible_commands(self) -> Iterator[ScreenCommand]:
        """The commands that make sense now."""
        ...

    def further_offers(self) -> Iterator[Offer]:
        """What else is offered."""
        ...

    def likely_acts(self) -> Sequence[str]:
        """The ids of the acts that are the likeliest now."""
        ...

    def found_for(self, text: str) -> Iterator[Choice]:
        """What else there is for a text that is typed."""
        ...

    def run_from_palette(self, command: ScreenCommand) -> None:
        """Do what was chosen."""
        ...

    def say(self, text: str, *, is_wrong: bool = False) -> None:
        """Show a line above the prompt."""
        ...


def palette_of(screen: Offering) -> Search:
    """The palette of a screen, with what is possible there now."""
    look = screen.look
    nothing = look.say("ui.palette.nothing")
    return Search(look.say("ui.does.palette"), list(_choices(screen)), nothing, look, more=screen.found_for)


def _choices(screen: Offering) -> Iterator[Choice]:
    look, situation = screen.look, screen.situation()
    choices: list[Choice] = []
    likely = list(screen.likely_acts())
    first, here, acts = (look.say(f"ui.search.{name}") for name in ("likely", "screen", "acts"))
    for command in screen.possible_commands():
        if command.id != "palette" and not command.moves:
            word, told = command_word(command, situation, look), command_help(command, look)
            key = key_text(command.keys[0], look) if command.keys else ""
            group = first if command.action in likely else acts if command.action else here
            run = partial(screen.run_from_palette, command)
            choices.append(Choice(word, key, told, run, group, also=command.id))
    order = [first, here, acts]
    likeliest = {name: number for number, name in enumerate(likely)}
    yield from sorted(
        choices, key=lambda one: (order.index(one.group), likeliest.get(one.also, 0) if one.group == first else 0)
    )
    for word, told, offer in screen.further_offers():
        yield Choice(word, "", told, offer, look.say("ui.search.fights"))
    folders = screen.host.settings.theme_folders
    for name in theme_paths(folders):
        change = partial(_change_theme, screen, name)
        yield Choice(
            look.say("ui.palette.theme", name=name),
            "",
            look.say("ui.palette.theme_does"),
            change,
            look.say("ui.search.themes"),
        )

    for language in languages().values():
        change = partial(_change_language, screen, language.code)
        word = look.say("ui.palette.language", name=language.name)
        yield Choice(word, "", look.say("ui.palette.language_does", name=language.english), change)


def _change_language(screen: Offering, code: str) -> None:
    screen.host.change_language(code)
    try:
        change_preferences({"language": code})
    except PreferencesError as error:
        screen.say(screen.look.sentence(error.reason), is_wrong=True)
    else:
        screen.say(screen.look.say("ui.language.changed", name=languages()[code].name))


def _change_theme(screen: Offering, name: str) -> None:
    try:
        screen.host.change_theme(name)
        change_preferences({"theme": name})
    except (ThemeError, PreferencesError) as error:
        screen.say(screen.look.sentence(error.reason), is_wrong=True)
    else:
        screen.say(screen.look.say("ui.theme.changed", name=name))
