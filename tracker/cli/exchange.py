"""People in from files, and out as a sheet, a page, a creature of a book, or a patch for another tool."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tracker.answers import sheet_lines
from tracker.books.keeping import person_section
from tracker.cli.output import DONE, complain, write_lines
from tracker.command.run import perform_intent
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import Term, message
from tracker.core.state import Character
from tracker.core.values import frozen
from tracker.exchange.documents import MOST_BYTES
from tracker.journal import toml_text
from tracker.journal.sessions import file_stem
from tracker.names import character_spellings, choose, nearest
from tracker.opening import Session
from tracker.plain_files import Unreadable, text_of
from tracker.rules.facade import Rules
from tracker.rules.values import specs_of
from tracker.story import story
from tracker.text import literal

STANDARD_INPUT = "-"
MARKDOWN_SIGNS = frozenset("\\`*_[]#|~<>")


def import_files(session: Session, files: Sequence[str], *, is_dry_run: bool) -> int:
    """Bring everyone in the files in, in one entry; `-` is a list on standard input. Raises Refusal."""
    typed = _list_on_standard_input() if list(files) == [STANDARD_INPUT] else ";".join(files)
    intent = Intent("import", values=frozen({"file": typed}))
    for notice in session.notices:
        complain(session.words, notice)
    if is_dry_run:
        lines = session.table.preview(intent).outcome.lines
        write_lines(session.words.say(message("import.would", line=line)) for line in lines)
    else:
        write_lines(story(perform_intent(session, intent), session.words))
    return DONE


def _list_on_standard_input() -> str:
    if sys.stdin is None:
        raise Refusal(message("run.no_input"))
    try:
        text = text_of(sys.stdin.buffer.read(MOST_BYTES + 1), MOST_BYTES)
    except Unreadable as error:
        raise Refusal(message("import.wrong", file=STANDARD_INPUT, reason=error.reason)) from None
    return text if "\n" in text else f"{text}\n"


def export_person(session: Session, name: str, form: str) -> int:
    """Print someone in a form. Raises Refusal where there is no one called so, or no such form."""
    state = session.table.state
    who = choose(name, character_spellings(state), Term("character"))
    rules = session.table.rules
    if rules is None:
        raise Refusal(message("refused.no_ruleset"))
    writers = {**FORMS, **_patches(rules)}
    if form not in writers:
        near = nearest(form, {one: (one,) for one in writers})
        raise Refusal(
            message("command.unknown_near", what=Term("form"), typed=form, near=near)
            if near
            else message("command.unknown", what=Term("form"), typed=form, list=tuple(writers))
        )
    for line in writers[form](session, rules, state.characters[who]):
        print(line)
    return DONE


Writer = Callable[[Session, Rules, Character], Iterator[str]]


def _as_toml(session: Session, rules: Rules, person: Character) -> Iterator[str]:
    """The sheet as it stands; `import` takes it in again without loss."""
    yield f"for = {toml_text.string(rules.card.id)}"
    yield ""
    yield person_section(person)


def _as_creature(session: Session, rules: Rules, person: Character) -> Iterator[str]:
    """An unhurt creature of a book; traits that are as usual are left out."""
    specs = specs_of(rules.kinds[person.kind])
    usual = {name: getattr(spec, "default", None) for name, spec in specs.items()}
    table: dict[str, Any] = {"name": person.name, "kind": person.kind, "side": person.side, "note": person.note}
    table |= {name: value for name, value in person.traits.items() if value != usual.get(name)}
    yield f"for = {toml_text.string(rules.card.id)}"
    yield ""
    yield f"[creature.{toml_text.key(file_stem(person.name).casefold())}]"
    for name, value in table.items():
        if value != "":
            yield f"{toml_text.key(name)} = {toml_text.inline(value)}"


def _as_markdown(session: Session, rules: Rules, person: Character) -> Iterator[str]:
    yield f"# {_escaped(person.name)}"
    yield ""
    for line in sheet_lines(session, person.id)[1:]:
        yield f"- {_escaped(line)}"


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in MARKDOWN_SIGNS else sign for sign in literal(text))


FORMS: Mapping[str, Writer] = {"toml": _as_toml, "markdown": _as_markdown, "book": _as_creature}


def _patches(rules: Rules) -> Mapping[str, Writer]:
    """The forms of other tools that can be written back: tracks and pools under their paths."""
    return {importer.id: _patch_writer(importer) for importer in rules.importers if importer.writes}


def _patch_writer(importer: Any) -> Writer:
    def write(session: Session, rules: Rules, person: Character) -> Iterator[str]:
        patch: dict[str, Any] = {}
        signs = {mark.id: mark.mark for spec in rules.kinds[person.kind].tracks for mark in spec.marks}
        for track in importer.tracks:
            if track.track in person.tracks and not track.counts_down and len(track.size) == 1:
                boxes = person.tracks[track.track]
                _put(patch, track.size[0], boxes.size)
                for mark, path in track.marks.items():
                    _put(patch, path, boxes.marks.count(signs.get(mark, "\0")))
        for path, pool in importer.pools.items():
            if pool in person.pools:
                _put(patch, path, person.pools[pool].value)
        yield json.dumps(patch, ensure_ascii=False, indent=2)

    return write


def _put(patch: dict[str, Any], path: str, value: int) -> None:
    *tables, last = path.split(".")
    for name in tables:
        patch = patch.setdefault(name, {})
    patch[last] = value
