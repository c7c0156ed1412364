"""What each command of the program does."""

import os
import re
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker.books.named import name_books
from tracker.cli.output import DONE, REFUSED, USAGE, complain, plain_output, write_json, write_lines, write_pieces
from tracker.cli.saves import existing_save, fresh_save
from tracker.core.messages import Term, message
from tracker.failures import FAILURES, failure_message
from tracker.preferences import Preferences, as_table, change_preferences, load_preferences, preferences_path
from tracker.reasons import os_reason
from tracker.rules.loader import problems_of, shadowed
from tracker.text import Words, left_out, literal

if TYPE_CHECKING:
    from tracker.books.contents import Book
    from tracker.journal.shelf import Shelf
    from tracker.opening import Session
    from tracker.recap.telling import Telling
    from tracker.reviewing import ReadSession

PLUGINS_VARIABLE = "COTERIE_PLUGINS"
SHORT_BYTES = 1 << 20
"""A session of so many bytes, of two or three thousand entries, is told sooner without its snapshots: all of it is read
anyway, and they only save memory."""
ONE_KEY = "keys."
"""Before the id of a command or an act, in the name of a setting: the keys for it."""
SETTING_VALUES = {"true": True, "false": False, "yes": True, "no": False}


def run_program(options: Namespace, words: Words, preferences: Preferences) -> int:
    """Run the chosen command; without one the screen opens with the list of sessions. Returns the exit status.

    What the arguments leave open is filled in from the preferences. Raises OSError, without the name of a file, where
    the output cannot be written.
    """
    program = PROGRAMS[options.command or "sessions"]
    options.plugins = getattr(options, "plugins", None) or list(map(Path, preferences.plugins))
    options.theme = getattr(options, "theme", None) or preferences.theme or None
    options.ascii = getattr(options, "ascii", False) or preferences.ascii
    options.typed_dice = getattr(options, "typed_dice", False) or preferences.typed_dice
    options.next_at_once = preferences.next_at_once
    options.keys = preferences.keys
    options.seed = getattr(options, "seed", None)
    if getattr(options, "no_lock", False):
        from tracker.journal import lock

        lock.do_without()
        complain(words, message("usage.unlocked"))
    for problem in problems_of(plugin_folders(options)):
        complain(words, problem)
    options.book = getattr(options, "book", None) or []
    for problem in name_books(options.book):
        complain(words, problem)
    for problem in left_out():
        complain(words, problem)
    told = len(left_out())
    try:
        with plain_output() if options.ascii else nullcontext():
            return program(options, words)
    except FAILURES as error:
        complain(words, failure_message(error))
        return REFUSED
    except OSError as error:
        if not error.filename:  # it is the output that cannot be written
            raise
        complain(words, message("usage.file", path=str(error.filename), reason=os_reason(error)))
        return REFUSED
    finally:
        for problem in left_out()[told:]:  # what only a ruleset's words brought to light
            complain(words, problem)


def plugin_folders(options: Namespace) -> list[Path]:
    """The plugin folders that the user names: by `--plugins` or a setting, else by the environment."""
    given: list[Path] = options.plugins
    named = os.environ.get(PLUGINS_VARIABLE, "")
    return given or [Path(folder) for folder in named.split(os.pathsep) if folder]


# ---------------------------------------------------------------------- sessions


def new(options: Namespace, words: Words) -> int:
    """Make a new session."""
    from tracker.books.contents import Campaign
    from tracker.command.parse import CommandSet
    from tracker.command.run import bring_all
    from tracker.core.messages import Term
    from tracker.names import choose_word
    from tracker.opening import NewSession, create_session, load_rules
    from tracker.rules.loader import full_name
    from tracker.story import story

    folders = plugin_folders(options)
    cast = _campaign_of(options, words, folders)
    if cast is None and not options.ruleset:
        complain(words, message("usage.no_ruleset"))
        return USAGE
    campaign = cast.campaign if cast and cast.campaign else Campaign()
    ruleset = full_name(options.ruleset, folders) if options.ruleset or cast is None else cast.ruleset
    house_rules = tuple(full_name(name, folders) for name in options.house_rule) or campaign.house_rules
    rules = load_rules(ruleset, house_rules, folders)
    commands = CommandSet(rules, Words(words.language, rules.catalogue))
    chosen = {name: value for name, value in campaign.options.items() if name in rules.options}
    for setting in options.option:
        name, equals, text = setting.partition("=")
        if not equals:
            complain(words, message("usage.option_form", typed=setting))
            return USAGE
        option_id = choose_word(name, rules.options, commands.spell, Term("option"))
        chosen[option_id] = commands.values.option_value(rules.options[option_id], text)
    path = fresh_save(options.save)
    title = literal(options.title or path.stem)
    language = campaign.language or words.language
    wanted = NewSession(ruleset, title, language, chosen, house_rules, cast.id if cast else "")
    session = create_session(path, wanted, rules, words.language)
    try:
        print(literal(words.say(message("new.done", path=str(path), title=title))))
        if cast is not None:
            write_lines(line for entry in bring_all(session) for line in story(entry, session.words))
    finally:
        session.table.close()
    return DONE


def _campaign_of(options: Namespace, words: Words, folders: Sequence[Path]) -> "Book | None":
    """The campaign whose people a new session begins with. Raises Refusal where there is no such book."""
    if not options.cast:
        return None
    from tracker.cli.books import find_campaign

    return find_campaign(options.cast, folders, words)


def run(options: Namespace, words: Words) -> int:
    """Run typed commands on a session."""
    from tracker.cli.headless import Run, RunOptions, luck, say_left_over
    from tracker.cli.picture import state_as_data
    from tracker.command.values import read_faces
    from tracker.opening import open_session

    faces = read_faces(options.faces) if options.faces is not None else None
    if not options.lines and options.script is None:
        complain(words, message("usage.nothing_to_run"))
        return USAGE
    folders = plugin_folders(options)
    session = open_session(existing_save(options.save), folders, words.language)
    try:
        for notice in session.notices:
            complain(session.words, notice)
        fortune, live = luck(faces, options.seed), options.script == "-"
        one = Run(session, fortune, RunOptions(options.json, options.stop, each=live))
        one.lines(options.lines)
        if options.script is not None and not one.is_over:
            one.script(options.script)
        say_left_over(session, fortune)
        if options.json and not live:
            write_json({**state_as_data(session, session.table.state), "answers": one.answers})
        return one.status
    finally:
        session.table.close()


def show(options: Namespace, words: Words) -> int:
    """Show the state of a session, now or after an entry."""
    from tracker.cli.picture import state_as_data, state_as_text
    from tracker.reviewing import read_session

    session = read_session(existing_save(options.save), plugin_folders(options), words.language)
    for notice in session.notices:
        complain(session.words, notice)
    history = session.history
    number = len(history.entries) if options.at is None else options.at
    try:
        state = history.state_told(number)
    except IndexError:
        complain(words, message("show.no_entry", number=number, last=len(history.entries)))
        return REFUSED
    if options.players:
        from tracker.core.public import NO_LORE, public_state

        state = public_state(state, session.ruleset.lore if session.ruleset is not None else NO_LORE)
    if options.json:
        write_json(state_as_data(session, state))
    else:
        write_lines(state_as_text(session, state))
    return DONE


def log(options: Namespace, words: Words) -> int:
    """Tell the story of a session."""
    from tracker.cli.formats import WITH_RULES, form_of

    write_pieces(form_of(options.format)(_telling(options, words, with_rules=options.format == WITH_RULES)))
    return DONE


def stats(options: Namespace, words: Words) -> int:
    """Tell what a session comes to: harm, healing, what was spent, rolls and luck."""
    from tracker.cli.stats import stats_as_csv, stats_as_data, stats_as_text

    telling = _telling(options, words)
    if options.json:
        write_json(stats_as_data(telling))
    elif options.csv:
        write_lines(stats_as_csv(telling))
    else:
        write_lines(stats_as_text(telling, ascii_only=options.ascii))
    return DONE


def _telling(options: Namespace, words: Words, *, with_rules: bool = False) -> "Telling":
    from tracker.recap.telling import Manner, Telling

    session = _to_tell(existing_save(options.save), plugin_folders(options), words.language, with_rules=with_rules)
    for notice in session.notices:
        complain(session.words, notice)
    # The flags are short for words of the filter; a name of several words is one value.
    flags = [f"{key}:{_quoted(value)}" for key in ("who", "round", "scene", "kind") if (value := getattr(options, key))]
    return Telling(
        session,
        Manner(
            players=options.players,
            filter_text=" ".join((*options.filter, *flags)),
            times=getattr(options, "times", False),
            numbers=getattr(options, "numbers", False),
            turns=getattr(options, "turns", False),
        ),
    )


def _quoted(value: str) -> str:
    from tracker.recap.filters import quoted

    return quoted(value)


def _to_tell(path: Path, folders: Sequence[Path], language: str, *, with_rules: bool) -> "Session | ReadSession":
    if with_rules:
        from tracker.opening import review_session

        return review_session(path, folders, language)
    from tracker.reviewing import read_session

    is_short = path.stat().st_size <= SHORT_BYTES
    return read_session(path, folders, language, whole=is_short)


def check(options: Namespace, words: Words) -> int:
    """Check session files, all of the folder if none is named; mend them, or accept what was changed, if asked."""
    from tracker.cli.checking import accept_file, check_file, mend_file

    work = mend_file if options.repair else accept_file if options.accept else check_file
    paths = [existing_save(name) for name in options.saves] or _all_saves()
    return max([work(path, plugin_folders(options), words) for path in paths], default=DONE)


def _all_saves() -> list[Path]:
    from tracker.journal.folder import saves_folder
    from tracker.journal.sessions import list_saves

    return [save.path for save in list_saves(saves_folder())]


# ---------------------------------------------------------------------- many sessions


def saves(options: Namespace, words: Words) -> int:
    """List the sessions."""
    from tracker.journal.folder import saves_folder
    from tracker.journal.sessions import list_saves, summarized
    from tracker.recap.saves import arranged, save_as_data, save_as_text

    listed = list_saves(saves_folder() / options.shelf)
    known = [next(one for one in summarized(save) if one is not None) for save in listed]
    shown = arranged(known, options.sort, " ".join(options.search))
    if options.json:
        write_json([save_as_data(save, words.say(save.problem) if save.problem else "") for save in shown])
    else:
        write_lines(save_as_text(save, words) for save in shown)
    return DONE


def rename(options: Namespace, words: Words) -> int:
    """Give a session another title."""
    from tracker.opening import rename_session

    path = existing_save(options.save)
    session = rename_session(path, options.title, words.language)
    for notice in session.notices:
        complain(words, notice)
    print(literal(words.say(message("rename.done", path=str(session.path), title=session.title))))
    return DONE


def branch(options: Namespace, words: Words) -> int:
    """Continue from an earlier moment in a new file."""
    from tracker.opening import branch_session, review_session

    session = review_session(existing_save(options.save), plugin_folders(options), words.language)
    path = branch_session(session, options.number, options.title)
    title = literal(options.title).strip()
    print(literal(words.say(message("branch.done", path=str(path), title=title, entry=options.number))))
    return DONE


def archive(options: Namespace, words: Words) -> int:
    """Put a session into the archive, or bring it back."""
    return _put(options, words, "archive")


def remove(options: Namespace, words: Words) -> int:
    """Put a session among the removed ones, or bring it back."""
    return _put(options, words, "removed")


def _put(options: Namespace, words: Words, shelf: "Shelf") -> int:
    from tracker.journal.shelf import put

    path = existing_save(options.save, shelf) if options.back else existing_save(options.save, "", "archive")
    moved = put(path, "" if options.back else shelf)
    print(literal(words.say(message(f"shelf.done.{'back' if options.back else shelf}", path=str(moved)))))
    return DONE


# ---------------------------------------------------------------------- what there is


def rulesets(options: Namespace, words: Words) -> int:
    """List the plugins that were found, from where, and what is broken and why."""
    from tracker.cli.listing import plugin_reports

    reports = plugin_reports(plugin_folders(options), words)
    for shadow in shadowed(plugin_folders(options)):
        complain(words, shadow)
    if options.json:
        write_json([report.as_data() for report in reports])
    else:
        write_lines(line for report in reports for line in report.as_text(words))
    is_amiss = any(report.problem for report in reports) or problems_of(plugin_folders(options))
    return REFUSED if is_amiss else DONE


def books(options: Namespace, words: Words) -> int:
    """List the books at hand: what they hold, and what is wrong with them."""
    from tracker.cli.books import list_books

    return list_books(plugin_folders(options), words, as_json=options.json)


def book(options: Namespace, words: Words) -> int:
    """Check a book, or begin a new one."""
    from tracker.cli.books import check_book, new_book

    folders = plugin_folders(options)
    if options.what == "check":
        return check_book(options.file, options.ruleset, folders, words)
    return new_book(options.file, options.ruleset, folders, words)


def import_people(options: Namespace, words: Words) -> int:
    """Take people in from the files of other tools, or only tell who would come."""
    from tracker.cli.exchange import import_files
    from tracker.opening import open_session

    folders = plugin_folders(options)
    session = open_session(existing_save(options.save), folders, words.language)
    try:
        return import_files(session, options.files, is_dry_run=options.dry_run)
    finally:
        session.table.close()


def export(options: Namespace, words: Words) -> int:
    """Write someone's sheet in one of the forms there are."""
    from tracker.cli.exchange import export_person
    from tracker.opening import review_session

    session = review_session(existing_save(options.save), plugin_folders(options), words.language)
    return export_person(session, options.name, options.form)


def words_of(options: Namespace, words: Words) -> int:
    """List the languages, or what one of them lacks, as templates to fill in."""
    from tracker.cli.translating import coverage, packages, templates, write_templates
    from tracker.languages import common_language, languages

    found, code = packages(plugin_folders(options)), options.missing
    if not code:
        for language in languages().values():
            there, total = coverage(found, language.code)
            values = {"code": language.code, "name": language.name, "english": language.english}
            print(literal(words.say(message("words.language", **values, count=there, total=total))))
        return DONE
    if code == common_language() or not re.fullmatch("[a-z]{2,3}", code):
        complain(words, message("words.no_language", typed=code))
        return USAGE
    wanted = list(templates(found, code))
    if options.to is None:
        write_lines(line for path, text in wanted for line in (f"# {path}", *text.splitlines(), ""))
    else:
        write_lines(str(path) for path in write_templates(wanted, options.to))
    return DONE


def themes(options: Namespace, words: Words) -> int:
    """List the themes."""
    from tracker.resources import theme_paths

    write_lines(theme_paths())
    return DONE


def settings(options: Namespace, words: Words) -> int:
    """Show the user's settings, or change some."""
    changes: dict[str, Any] = {}
    for typed in options.settings:
        name, equals, text = typed.partition("=")
        if not equals:
            complain(words, message("settings.form", typed=typed))
            return USAGE
        changes[name] = SETTING_VALUES.get(text, text)
        if name == "plugins":
            changes[name] = [folder for folder in text.split(os.pathsep) if folder]
        if name.startswith(ONE_KEY):
            keys = {**changes.get("keys", load_preferences().keys), name.removeprefix(ONE_KEY): text.split()}
            del changes[name]
            changes["keys"] = {command: list(given) for command, given in keys.items() if given}
        if name == "theme" and text:
            from tracker.resources import theme_paths

            # A theme that is not there would be told at every start of the screen, which then does not come.
            known = theme_paths()
            if text not in known:
                complain(words, message("ui.theme.unknown", name=text, known=tuple(known)))
                return REFUSED
    preferences = change_preferences(changes) if changes else load_preferences()
    print(literal(words.say(message("settings.where", path=str(preferences_path())))))
    for name, value in as_table(preferences).items():
        print(literal(words.say(message("settings.one", name=name, value=_as_typed(value) or Term("unset")))))
    return DONE


def _as_typed(value: object) -> str:
    """A setting's value as one types it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {' '.join(keys)}" for name, keys in value.items())
    return os.pathsep.join(value) if isinstance(value, tuple) else str(value)


def help_about(options: Namespace, words: Words) -> int:
    """Explain the command language, with a ruleset's verbs where one is named."""
    from tracker.answers import help_lines
    from tracker.command.parse import CommandSet
    from tracker.opening import load_rules
    from tracker.rules.bare import BareTable
    from tracker.rules.facade import Rules
    from tracker.rules.loader import full_name

    folders = plugin_folders(options)
    named = options.ruleset and full_name(options.ruleset, folders)
    rules = load_rules(named, (), folders) if named else Rules(BareTable())
    write_lines(help_lines(CommandSet(rules, Words(words.language, rules.catalogue)), options.verb))
    return DONE


# ---------------------------------------------------------------------- the screen


def sessions(options: Namespace, words: Words) -> int:
    """Open the screen with the list of sessions."""
    from tracker.cli.screen import show_screen

    return show_screen(None, options, words, plugin_folders(options))


def open_on_screen(options: Namespace, words: Words) -> int:
    """Open a session on the full screen."""
    from tracker.cli.screen import play

    return play(existing_save(options.save), options, words, plugin_folders(options))


def review(options: Namespace, words: Words) -> int:
    """Read a session on the full screen."""
    from tracker.cli.screen import read_only

    return read_only(existing_save(options.save), options, words, plugin_folders(options))


def watch(options: Namespace, words: Words) -> int:
    """Follow a session that another program writes."""
    from tracker.cli.screen import read_only

    return read_only(existing_save(options.save), options, words, plugin_folders(options), watch=True)


def demo(options: Namespace, words: Words) -> int:
    """Open the example fight on the screen; without a terminal play it and print its story."""
    from tracker.cli.demo import run_demo

    return run_demo(options, words, plugin_folders(options))


PROGRAMS: dict[str, Callable[[Namespace, Words], int]] = {
    "new": new,
    "run": run,
    "show": show,
    "log": log,
    "stats": stats,
    "check": check,
    "saves": saves,
    "rename": rename,
    "branch": branch,
    "archive": archive,
    "remove": remove,
    "rulesets": rulesets,
    "import": import_people,
    "export": export,
    "books": books,
    "book": book,
    "themes": themes,
    "words": words_of,
    "settings": settings,
    "help": help_about,
    "sessions": sessions,
    "open": open_on_screen,
    "review": review,
    "watch": watch,
    "demo": demo,
}
