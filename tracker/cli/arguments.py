"""The command line's arguments and their help, in the reader's language."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from tracker import __version__
from tracker.core.messages import message
from tracker.languages import codes, language_of
from tracker.text import Words, literal

PROGRAM = "coterie"
USAGE_ERROR = 2
SAVE_SORTS = ("changed", "title", "begun", "ruleset", "size")
LOG_FORMATS = ("text", "markdown", "html", "csv", "jsonl", "json")


def reader_language(arguments: Sequence[str], preferred: str = "") -> str:
    """The language that `--lang` asks for, else the preferred one, else the locale's."""
    for position, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return language_of(argument.removeprefix("--lang="))
        if argument == "--lang" and position + 1 < len(arguments):
            return language_of(arguments[position + 1])
    if preferred:
        return language_of(preferred)
    settings = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return language_of(next((setting for setting in settings if setting), None))


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line and ends with status 2.

    `fill` adds its arguments when it is asked to parse: of two dozen commands a call runs one.
    """

    words: Words
    fill: "Callable[[Parser], object] | None" = None

    def format_help(self) -> str:
        """The help, as wide as the terminal."""
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        return super().format_help()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse what is known of the arguments, and return what is left too."""
        fill, self.fill = self.fill, None
        if fill is not None:
            fill(self)
        return super().parse_known_args(args, namespace)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help. Raises OSError, which argparse would keep to itself."""
        print(message, end="", file=file)

    def error(self, problem: str) -> NoReturn:
        """Report a usage error."""
        line = self.words.say(message("usage.problem", program=self.prog, problem=problem))
        print(literal(line), file=sys.stderr)
        raise SystemExit(USAGE_ERROR)


_UNSEEN = partial(argparse.RawDescriptionHelpFormatter, width=80)
"""Lays out what no one sees: argparse tries each argument on a formatter, which asks for the terminal's width unless
it has one, by modules that nothing else needs."""

Text: TypeAlias = Callable[[str], str]
"""Gives a text of the catalogue by its id behind `usage.`."""


def build_parser(words: Words, first: str = "") -> argparse.ArgumentParser:
    """Build the parser with the words of a language; a command gets its arguments when it is the one that is called.

    Where the `first` argument is a command, it is the only one there is to know.
    """

    def text(key: str) -> str:
        return words.say(message(f"usage.{key}"))

    # argparse looks its own few words up through this name; the catalogue answers instead of an installed domain.
    argparse._ = _translation(words)  # type: ignore[attr-defined]
    Parser.words = words
    parser = Parser(
        PROGRAM, description=text("program"), epilog=text("epilog"),
        add_help=False, formatter_class=_UNSEEN,
    )  # fmt: skip
    for options in (_common, _plugins, _chance, _writing, _screen):
        options(parser, text)
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}", help=text("version"))
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title=text("commands"), parser_class=Parser, prog=PROGRAM
    )
    for name in [first] if first in COMMANDS else COMMANDS:
        further, fill = COMMANDS[name]
        added = commands.add_parser(
            name, help=text(f"{name}.help"), description=text(f"{name}.help"),
            add_help=False, formatter_class=_UNSEEN,
        )  # fmt: skip
        added.fill = partial(_fill, text=text, name=name, options=(_common, *further), arguments=fill)
    return parser


def _fill(parser: Parser, *, text: Text, name: str, options: Iterable["Adding"], arguments: "Adding") -> None:
    parser.epilog = text(f"{name}.example")
    for each in (*options, arguments):
        each(parser, text)


# ---------------------------------------------------------------------- options of several commands

# They may stand before the command and after it: what is not given must not overwrite what was.


def _common(parser: Parser, text: Text) -> None:
    parser.add_argument("-h", "--help", action="help", help=text("help"))
    parser.add_argument("--lang", choices=codes(), default=argparse.SUPPRESS, help=text("lang"))


def _plugins(parser: Parser, text: Text) -> None:
    parser.add_argument(
        "--plugins", action="append", type=Path, default=argparse.SUPPRESS, metavar="DIR", help=text("plugins")
    )


def _books(parser: Parser, text: Text) -> None:
    parser.add_argument(
        "--book", action="append", type=Path, default=argparse.SUPPRESS, metavar="FILE", help=text("book")
    )


def _chance(parser: Parser, text: Text) -> None:
    parser.add_argument("--seed", type=int, default=argparse.SUPPRESS, metavar="N", help=text("seed"))


def _writing(parser: Parser, text: Text) -> None:
    parser.add_argument("--no-lock", action="store_true", default=argparse.SUPPRESS, help=text("no_lock"))


def _screen(parser: Parser, text: Text) -> None:
    parser.add_argument("--theme", default=argparse.SUPPRESS, metavar="NAME", help=text("theme"))
    parser.add_argument("--ascii", action="store_true", default=argparse.SUPPRESS, help=text("ascii"))
    parser.add_argument("--typed-dice", action="store_true", default=argparse.SUPPRESS, help=text("typed_dice"))


def _told(parser: Parser, text: Text) -> None:
    parser.add_argument("save", metavar="SAVE", help=text("save"))
    parser.add_argument("filter", nargs="*", metavar="FILTER", help=text("filter"))
    parser.add_argument("--who", default="", metavar="NAME", help=text("who"))
    parser.add_argument("--round", default="", metavar="N[-M]", help=text("round"))
    parser.add_argument("--scene", default="", metavar="N|NAME", help=text("scene"))
    parser.add_argument("--kind", default="", metavar="KIND", help=text("kind"))
    parser.add_argument("--players", action="store_true", help=text("players"))


# ---------------------------------------------------------------------- commands


def _save(parser: Parser, text: Text) -> None:
    parser.add_argument("save", metavar="SAVE", help=text("save"))


def _new(parser: Parser, text: Text) -> None:
    _save(parser, text)
    parser.add_argument("--ruleset", default="", metavar="ID", help=text("ruleset"))
    parser.add_argument("--cast", default="", metavar="CAMPAIGN", help=text("cast"))
    parser.add_argument("--title", metavar="T", help=text("title"))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=text("option"))
    parser.add_argument("--house-rule", action="append", default=[], metavar="ID", help=text("house_rule"))


def _watch(parser: Parser, text: Text) -> None:
    _save(parser, text)
    parser.add_argument("--players", action="store_true", help=text("players"))


def _run(parser: Parser, text: Text) -> None:
    _save(parser, text)
    parser.add_argument("-c", dest="lines", action="append", default=[], metavar="COMMAND", help=text("line"))
    parser.add_argument("--script", metavar="FILE", help=text("script"))
    parser.add_argument("--faces", metavar="FACES", help=text("faces"))
    parser.add_argument("--stop", action="store_true", help=text("stop"))
    parser.add_argument("--json", action="store_true", help=text("json"))


def _show(parser: Parser, text: Text) -> None:
    _save(parser, text)
    parser.add_argument("--at", type=int, metavar="N", help=text("at"))
    parser.add_argument("--json", action="store_true", help=text("json"))
    parser.add_argument("--players", action="store_true", help=text("players"))


def _log(parser: Parser, text: Text) -> None:
    parser.add_argument("--format", choices=LOG_FORMATS, default="text", help=text("format"))
    parser.add_argument("--times", action="store_true", help=text("times"))
    parser.add_argument("--numbers", action="store_true", help=text("numbers"))
    parser.add_argument("--turns", action="store_true", help=text("turns"))


def _stats(parser: Parser, text: Text) -> None:
    parser.add_argument("--ascii", action="store_true", default=argparse.SUPPRESS, help=text("ascii"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=text("json"))
    form.add_argument("--csv", action="store_true", help=text("csv"))


def _check(parser: Parser, text: Text) -> None:
    parser.add_argument("saves", nargs="*", metavar="SAVE", help=text("save"))
    mending = parser.add_mutually_exclusive_group()
    mending.add_argument("--repair", action="store_true", help=text("repair"))
    mending.add_argument("--accept", action="store_true", help=text("accept"))


def _saves(parser: Parser, text: Text) -> None:
    parser.add_argument("search", nargs="*", metavar="WORD", help=text("search"))
    parser.add_argument("--sort", choices=SAVE_SORTS, default=SAVE_SORTS[0], help=text("sort"))
    shelves = parser.add_mutually_exclusive_group()
    shelves.add_argument("--archive", dest="shelf", action="store_const", const="archive", help=text("archived"))
    shelves.add_argument("--removed", dest="shelf", action="store_const", const="removed", help=text("removed"))
    parser.add_argument("--json", action="store_true", help=text("json"))
    parser.set_defaults(shelf="")


def _rename(parser: Parser, text: Text) -> None:
    _save(parser, text)
    parser.add_argument("title", metavar="TITLE", help=text("title"))


def _branch(parser: Parser, text: Text) -> None:
    _save(parser, text)
    parser.add_argument("number", type=int, metavar="N", help=text("branch_at"))
    parser.add_argument("--title", required=True, metavar="T", help=text("branch_title"))


def _shelf(parser: Parser, text: Text) -> None:
    _save(parser, text)
    parser.add_argument("--back", action="store_true", help=text("back"))


def _as_data(parser: Parser, text: Text) -> None:
    parser.add_argument("--json", action="store_true", help=text("json"))


def _import(parser: Parser, text: Text) -> None:
    _save(parser, text)
    parser.add_argument("files", nargs="+", metavar="FILE", help=text("import_file"))
    parser.add_argument("--dry-run", action="store_true", help=text("dry_run"))


def _export(parser: Parser, text: Text) -> None:
    _save(parser, text)
    parser.add_argument("name", metavar="NAME", help=text("person"))
    parser.add_argument("--as", dest="form", default="toml", metavar="FORM", help=text("export_form"))


def _book(parser: Parser, text: Text) -> None:
    parser.add_argument("what", choices=("check", "new"), metavar="check|new", help=text("book_what"))
    parser.add_argument("file", type=Path, metavar="FILE", help=text("book_file"))
    parser.add_argument("--ruleset", default="", metavar="ID", help=text("ruleset"))


def _words(parser: Parser, text: Text) -> None:
    parser.add_argument("--missing", default="", metavar="LANG", help=text("words_missing"))
    parser.add_argument("--to", type=Path, metavar="FOLDER", help=text("words_to"))


def _settings(parser: Parser, text: Text) -> None:
    parser.add_argument("settings", nargs="*", metavar="NAME=VALUE", help=text("setting"))


def _help(parser: Parser, text: Text) -> None:
    parser.add_argument("--ruleset", default="", metavar="ID", help=text("ruleset"))
    parser.add_argument("verb", nargs="?", default="", metavar="VERB", help=text("verb"))


def _demo(parser: Parser, text: Text) -> None:
    parser.add_argument("example", nargs="?", default="fight", metavar="NAME", help=text("example"))


def _nothing(parser: Parser, text: Text) -> None:
    """A command that takes nothing of its own."""


Adding: TypeAlias = Callable[[Parser, Text], None]
"""Adds arguments to a parser."""

COMMANDS: Mapping[str, tuple[Sequence[Adding], Adding]] = {
    "new": ((_plugins, _books, _writing), _new),
    "open": ((_plugins, _books, _chance, _writing, _screen), _save),
    "review": ((_plugins, _screen), _save),
    "watch": ((_plugins, _screen), _watch),
    "run": ((_plugins, _books, _chance, _writing), _run),
    "show": ((_plugins,), _show),
    "log": ((_plugins, _told), _log),
    "stats": ((_plugins, _told), _stats),
    "check": ((_plugins, _writing), _check),
    "saves": ((), _saves),
    "rename": ((_writing,), _rename),
    "branch": ((_plugins,), _branch),
    "archive": ((_writing,), _shelf),
    "remove": ((_writing,), _shelf),
    "rulesets": ((_plugins,), _as_data),
    "import": ((_plugins, _books, _writing), _import),
    "export": ((_plugins,), _export),
    "books": ((_plugins, _books), _as_data),
    "book": ((_plugins,), _book),
    "themes": ((), _nothing),
    "words": ((_plugins,), _words),
    "settings": ((), _settings),
    "help": ((_plugins,), _help),
    "demo": ((_plugins, _chance, _writing, _screen), _demo),
}
"""Every command: the options that it shares with others, and what is its own."""


def _translation(words: Words) -> "_Translate":
    return _Translate(words)


class _Translate:
    """Translates argparse's own words where the catalogue has them."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def __call__(self, original: str) -> str:
        found = self._words.term(f"argparse:{original}") if self._words.has_term(f"argparse:{original}") else ""
        return found or original
