"""The command palette: everything that makes sense now, searched by its words. Loaded only when it is opened."""

from collections.abc import Iterator
from functools import partial

from rich.text import Text
from textual.command import CommandInput, CommandPalette, DiscoveryHit, Hit, Hits, Provider, SearchIcon

from tracker.preferences import PreferencesError, change_preferences
from tracker.resources import theme_paths, user_themes_folder
from tracker.ui.look import Look
from tracker.ui.screens.base import CommandScreen, Offer
from tracker.ui.themes import ThemeError
from tracker.ui.view.hints import command_help, command_word, key_text


class CommandProvider(Provider):
    """Offers the commands of the screen that the palette was opened over, as they are possible now, and the themes."""

    async def discover(self) -> Hits:
        """Everything, before anything is typed."""
        for words, told, run in self._offers():
            yield DiscoveryHit(_prompt(Text(words), told), run, words)

    async def search(self, query: str) -> Hits:
        """What fits the query."""
        matcher = self.matcher(query)
        fits_nothing = True
        for words, told, run in self._offers():
            score = max(matcher.match(words), matcher.match(told) * 0.8)
            if score > 0:
                fits_nothing = False
                # Rich text is taken as it is: names in it are never read as markup.
                yield Hit(score, _prompt(Text(words), told), run, words)
        if fits_nothing and isinstance(self.screen, CommandScreen):
            # Said in the reader's language: Textual has only its own.
            nothing = self.screen.look.say("ui.palette.nothing")
            yield Hit(1, Text(nothing), self.screen.paint, nothing)

    def _offers(self) -> Iterator[Offer]:
        screen = self.screen
        if not isinstance(screen, CommandScreen):
            return
        look, situation = screen.look, screen.situation()
        for command in screen.possible_commands():
            if command.id != "palette" and not command.moves:
                word = look.glyphs.shown(command_word(command, situation, look))
                key = f"{key_text(command.keys[0], look)}  " if command.keys else ""
                told = look.glyphs.shown(f"{key}{command_help(command, look)}")
                yield word, told, partial(screen.run_from_palette, command)
        yield from screen.further_offers()
        yield from _themes(screen, look)


def _prompt(words: Text, told: str) -> Text:
    return Text.assemble(words, "\n", (told, "dim"))


def _themes(screen: CommandScreen, look: Look) -> Iterator[Offer]:
    folders = screen.host.settings.theme_folders
    for name in theme_paths((user_themes_folder(),) if folders is None else folders):
        title = look.glyphs.shown(look.say("ui.palette.theme", name=name))
        yield title, look.say("ui.palette.theme_does"), partial(_change_theme, screen, name)


def _change_theme(screen: CommandScreen, name: str) -> None:
    try:
        screen.host.change_theme(name)
        change_preferences({"theme": name})
    except (ThemeError, PreferencesError) as error:
        screen.say(screen.look.sentence(error.reason), is_wrong=True)
    else:
        screen.say(screen.look.say("ui.theme.changed", name=name))
    screen.paint()


class QuietPalette(CommandPalette):
    """Textual's palette without a blinking cursor and without signs that not every font has."""

    def on_mount(self) -> None:
        """Quiet it."""
        self.query_one(CommandInput).cursor_blink = False
        self.query_one(SearchIcon).icon = "?"
