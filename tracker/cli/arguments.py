"""The command line's arguments and their help, in the reader's language."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

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
    """An argument parser that says what is wrong in one line and ends with status 2."""

    words: Words

    def error(self, problem: str) -> NoReturn:
        """Report a usage error."""
        line = self.words.say(message("usage.problem", program=self.prog, problem=problem))
        print(literal(line), file=sys.stderr)
        raise SystemExit(USAGE_ERROR)


def build_parser(words: Words) -> argparse.ArgumentParser:
    """Build the whole parser with the words of a language."""

    def text(key: str) -> str:
        return words.say(message(f"usage.{key}"))

    # argparse looks its own few words up through this name; the catalogue answers instead of an installed domain.
    argparse._ = _translation(words)  # type: ignore[attr-defined]
    Parser.words = words

    # Options may stand before the command and after it: what is not given must not overwrite what was.
    common: Parser = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("-h", "--help", action="help", help=text("help"))
    common.add_argument("--lang", choices=codes(), help=text("lang"))
    plugins = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    plugins.add_argument("--plugins", action="append", type=Path, metavar="DIR", help=text("plugins"))
    books = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    books.add_argument("--book", action="append", type=Path, metavar="FILE", help=text("book"))
    chance = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    chance.add_argument("--seed", type=int, metavar="N", help=text("seed"))
    writing = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    writing.add_argument("--no-lock", action="store_true", default=argparse.SUPPRESS, help=text("no_lock"))
    screen = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    screen.add_argument("--theme", metavar="NAME", help=text("theme"))
    screen.add_argument("--ascii", action="store_true", default=argparse.SUPPRESS, help=text("ascii"))
    screen.add_argument("--typed-dice", action="store_true", default=argparse.SUPPRESS, help=text("typed_dice"))

    parser = Parser(
        PROGRAM, description=text("program"), epilog=text("epilog"), parents=[common, plugins, chance, writing, screen],
        add_help=False, formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}", help=text("version"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title=text("commands"), parser_class=Parser)

    def command(name: str, *parents: Parser) -> argparse.ArgumentParser:
        return commands.add_parser(
            name, help=text(f"{name}.help"), description=text(f"{name}.help"), epilog=text(f"{name}.example"),
            parents=[common, *parents], add_help=False, formatter_class=argparse.RawDescriptionHelpFormatter,
        )  # fmt: skip

    new = command("new", plugins, books, writing)
    new.add_argument("save", metavar="SAVE", help=text("save"))
    new.add_argument("--ruleset", default="", metavar="ID", help=text("ruleset"))
    new.add_argument("--cast", default="", metavar="CAMPAIGN", help=text("cast"))
    new.add_argument("--title", metavar="T", help=text("title"))
    new.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=text("option"))
    new.add_argument("--house-rule", action="append", default=[], metavar="ID", help=text("house_rule"))

    command("open", plugins, books, chance, writing, screen).add_argument("save", metavar="SAVE", help=text("save"))
    command("review", plugins, screen).add_argument("save", metavar="SAVE", help=text("save"))
    watch = command("watch", plugins, screen)
    watch.add_argument("save", metavar="SAVE", help=text("save"))
    watch.add_argument("--players", action="store_true", help=text("players"))

    run = command("run", plugins, books, chance, writing)
    run.add_argument("save", metavar="SAVE", help=text("save"))
    run.add_argument("-c", dest="lines", action="append", default=[], metavar="COMMAND", help=text("line"))
    run.add_argument("--script", metavar="FILE", help=text("script"))
    run.add_argument("--faces", metavar="FACES", help=text("faces"))
    run.add_argument("--stop", action="store_true", help=text("stop"))
    run.add_argument("--json", action="store_true", help=text("json"))

    show = command("show", plugins)
    show.add_argument("save", metavar="SAVE", help=text("save"))
    show.add_argument("--at", type=int, metavar="N", help=text("at"))
    show.add_argument("--json", action="store_true", help=text("json"))
    show.add_argument("--players", action="store_true", help=text("players"))

    told = Parser(add_help=False)
    told.add_argument("save", metavar="SAVE", help=text("save"))
    told.add_argument("filter", nargs="*", metavar="FILTER", help=text("filter"))
    told.add_argument("--who", default="", metavar="NAME", help=text("who"))
    told.add_argument("--round", default="", metavar="N[-M]", help=text("round"))
    told.add_argument("--scene", default="", metavar="N|NAME", help=text("scene"))
    told.add_argument("--kind", default="", metavar="KIND", help=text("kind"))
    told.add_argument("--players", action="store_true", help=text("players"))

    log = command("log", plugins, told)
    log.add_argument("--format", choices=LOG_FORMATS, default="text", help=text("format"))
    log.add_argument("--times", action="store_true", help=text("times"))
    log.add_argument("--numbers", action="store_true", help=text("numbers"))
    log.add_argument("--turns", action="store_true", help=text("turns"))

    stats = command("stats", plugins, told)
    stats.add_argument("--ascii", action="store_true", default=argparse.SUPPRESS, help=text("ascii"))
    form = stats.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=text("json"))
    form.add_argument("--csv", action="store_true", help=text("csv"))

    check = command("check", plugins, writing)
    check.add_argument("saves", nargs="*", metavar="SAVE", help=text("save"))
    mending = check.add_mutually_exclusive_group()
    mending.add_argument("--repair", action="store_true", help=text("repair"))
    mending.add_argument("--accept", action="store_true", help=text("accept"))

    listed = command("saves")
    listed.add_argument("search", nargs="*", metavar="WORD", help=text("search"))
    listed.add_argument("--sort", choices=SAVE_SORTS, default=SAVE_SORTS[0], help=text("sort"))
    shelves = listed.add_mutually_exclusive_group()
    shelves.add_argument("--archive", dest="shelf", action="store_const", const="archive", help=text("archived"))
    shelves.add_argument("--removed", dest="shelf", action="store_const", const="removed", help=text("removed"))
    listed.add_argument("--json", action="store_true", help=text("json"))
    listed.set_defaults(shelf="")
    rename = command("rename", writing)
    rename.add_argument("save", metavar="SAVE", help=text("save"))
    rename.add_argument("title", metavar="TITLE", help=text("title"))
    branch = command("branch", plugins)
    branch.add_argument("save", metavar="SAVE", help=text("save"))
    branch.add_argument("number", type=int, metavar="N", help=text("branch_at"))
    branch.add_argument("--title", required=True, metavar="T", help=text("branch_title"))
    for name in ("archive", "remove"):
        put = command(name, writing)
        put.add_argument("save", metavar="SAVE", help=text("save"))
        put.add_argument("--back", action="store_true", help=text("back"))

    command("rulesets", plugins).add_argument("--json", action="store_true", help=text("json"))
    imported = command("import", plugins, books, writing)
    imported.add_argument("save", metavar="SAVE", help=text("save"))
    imported.add_argument("files", nargs="+", metavar="FILE", help=text("import_file"))
    imported.add_argument("--dry-run", action="store_true", help=text("dry_run"))
    exported = command("export", plugins)
    exported.add_argument("save", metavar="SAVE", help=text("save"))
    exported.add_argument("name", metavar="NAME", help=text("person"))
    exported.add_argument("--as", dest="form", default="toml", metavar="FORM", help=text("export_form"))
    command("books", plugins, books).add_argument("--json", action="store_true", help=text("json"))
    book = command("book", plugins)
    book.add_argument("what", choices=("check", "new"), metavar="check|new", help=text("book_what"))
    book.add_argument("file", type=Path, metavar="FILE", help=text("book_file"))
    book.add_argument("--ruleset", default="", metavar="ID", help=text("ruleset"))
    command("themes")
    translated = command("words", plugins)
    translated.add_argument("--missing", default="", metavar="LANG", help=text("words_missing"))
    translated.add_argument("--to", type=Path, metavar="FOLDER", help=text("words_to"))
    command("settings").add_argument("settings", nargs="*", metavar="NAME=VALUE", help=text("setting"))
    help_command = command("help", plugins)
    help_command.add_argument("--ruleset", default="", metavar="ID", help=text("ruleset"))
    help_command.add_argument("verb", nargs="?", default="", metavar="VERB", help=text("verb"))
    demo = command("demo", plugins, chance, writing, screen)
    demo.add_argument("example", nargs="?", default="fight", metavar="NAME", help=text("example"))
    return parser


def _translation(words: Words) -> "_Translate":
    return _Translate(words)


class _Translate:
    """Translates argparse's own words where the catalogue has them."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def __call__(self, original: str) -> str:
        found = self._words.term(f"argparse:{original}") if self._words.has_term(f"argparse:{original}") else ""
        return found or original
