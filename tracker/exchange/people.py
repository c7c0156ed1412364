"""From a document to people: which format it is, what of it the ruleset knows, and what no one understood."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from tracker.acts.amounts import MOST_DIGITS, is_number
from tracker.acts.verbs import core_actions
from tracker.api.descriptions import CharacterKind, ImportedTrack, Importer, TrackSpec
from tracker.core.intents import Intent, IntentValue, Refusal
from tracker.core.messages import Term, message
from tracker.core.record import record
from tracker.core.state import EMPTY_BOX, Character, State
from tracker.core.values import frozen
from tracker.exchange.documents import MOST_PEOPLE, Document, Flat, flat, records_in
from tracker.names import Spelling, is_exact
from tracker.rules.facade import Rules
from tracker.rules.values import LARGEST_TYPED_NUMBER, Values, specs_of

if TYPE_CHECKING:
    from tracker.books.library import Library

MOST_UNREAD = 30
LARGEST_TRACK = 100


@record
class Newcomer:
    """Someone as a file tells of them: what `add` takes, initiative, conditions; or someone who was kept whole."""

    given: Mapping[str, IntentValue]
    initiative: int | None = None
    conditions: tuple[Mapping[str, IntentValue], ...] = ()
    person: Character | None = None


@record
class Imported:
    """What a document comes to: the people in it, the format, and what was not understood."""

    file: str
    format: str
    people: tuple[Newcomer, ...] = ()
    unread: tuple[str, ...] = ()


class PeopleReader:
    """Reads documents for one ruleset."""

    def __init__(self, rules: Rules, spell: Spelling, library: "Library") -> None:
        self._rules = rules
        self._spell = spell
        self._library = library
        actions = {action.id: action for action in core_actions(rules.kinds.values(), rules.conditions.values(), ())}
        self._values = Values(rules, actions, spell, library.kind_of)

    def read(self, document: Document) -> Imported:
        """Read a document. Raises Refusal if no one is in it."""
        imported = self._data(document) if document.is_data else self._text(document)
        if not imported.people:
            raise Refusal(message("import.nobody", file=document.name))
        if len(imported.people) > MOST_PEOPLE:
            raise Refusal(message("import.too_many", file=document.name, limit=MOST_PEOPLE))
        return imported

    # ------------------------------------------------------------------ JSON

    def _data(self, document: Document) -> Imported:
        data = document.data if isinstance(document.data, list) else [document.data]
        if len(data) == 1 and isinstance(data[0], Mapping) and _is_initiative_tool(data[0]):
            return self._initiative_tool(document, data[0])
        people: list[Newcomer] = []
        unread: dict[str, None] = {}
        formats: dict[str, None] = {}
        for one in data[: MOST_PEOPLE + 1]:
            values = flat(one)
            importer = next((one for one in self._rules.importers if _fits(one, values)), None)
            if importer is None:
                raise Refusal(message("import.unknown_format", file=document.name))
            formats[importer.id] = None
            reading = _Reading(self._rules, self._values, importer, values)
            people.append(reading.newcomer())
            unread |= dict.fromkeys(reading.unread())
        return Imported(document.name, ", ".join(formats), tuple(people), tuple(unread))

    def _initiative_tool(self, document: Document, data: Mapping[str, Any]) -> Imported:
        """Names, order and tags of the encounters that Improved Initiative keeps; hit points mean nothing here."""
        lower = {str(key).casefold(): value for key, value in data.items()}
        people: list[Newcomer] = []
        saved = lower.get("savedencounters", {})
        for encounter in saved.values() if isinstance(saved, Mapping) else ():
            combatants = encounter.get("Combatants") if isinstance(encounter, Mapping) else None
            people += [self._combatant(one) for one in _tables_in(combatants)]
        if not people:
            for section in ("persistentcharacters", "creatures"):
                table = lower.get(section, {})
                for one in table.values() if isinstance(table, Mapping) else ():
                    if isinstance(one, Mapping) and isinstance(one.get("Name"), str):
                        people.append(Newcomer(frozen({"name": one["Name"]})))
        return Imported(document.name, "improved-initiative", tuple(people), ("HP", "AC"))

    def _combatant(self, one: Mapping[str, Any]) -> Newcomer:
        block = one.get("StatBlock")
        name = one.get("Alias") or (block.get("Name") if isinstance(block, Mapping) else "") or one.get("Name") or "?"
        given: dict[str, IntentValue] = {"name": str(name)[:200]}
        if one.get("Hidden") is True:
            given["hidden"] = True
        score = one.get("Initiative")
        conditions = tuple(
            frozen({"kind": str(tag["Text"])[:200]})
            for tag in _tables_in(one.get("Tags"))
            if isinstance(tag.get("Text"), str) and tag["Text"].strip()
        )
        return Newcomer(frozen(given), score if _is_score(score) else None, conditions)

    # ------------------------------------------------------------------ text

    def _text(self, document: Document) -> Imported:
        if "[person." in document.text:
            return self._own_sheets(document)
        people: list[Newcomer] = []
        unread: dict[str, None] = {}
        for record_ in records_in(document.text, self._spell.widely("name"))[: MOST_PEOPLE + 1]:
            newcomer, left = self._row(record_)
            if newcomer is not None:
                people.append(newcomer)
            unread |= dict.fromkeys(left)
        return Imported(document.name, "list", tuple(people), tuple(unread))

    def _own_sheets(self, document: Document) -> Imported:
        from pathlib import Path

        book = self._library.read_text(Path(document.name), document.text)
        if book.ruleset not in ("", self._rules.card.id):
            raise Refusal(message("import.other_ruleset", file=document.name, ruleset=book.ruleset))
        for problem in book.problems:
            raise Refusal(problem.told())
        people = tuple(Newcomer(frozen({"name": one.name}), person=one) for one in book.people.values())
        return Imported(document.name, "sheet", people)

    def _row(self, cells: Mapping[str, str]) -> tuple[Newcomer | None, list[str]]:
        """One line of a list: columns by name, traits by their words in any language."""
        given: dict[str, IntentValue] = {}
        initiative: int | None = None
        conditions: list[Mapping[str, IntentValue]] = []
        unread: list[str] = []
        kind = self._kind_of_row(cells)
        if kind.id != next(iter(self._rules.kinds), ""):
            given["kind"] = kind.id
        for heading, cell in cells.items():
            column = self._column(heading, kind)
            if not cell or column == "kind":
                continue
            if column == "initiative":
                is_score = is_number(cell) and len(cell) <= MOST_DIGITS and _is_score(int(cell.replace("−", "-")))
                initiative = int(cell.replace("−", "-")) if is_score else None
                unread += [] if is_score else [f"{heading}: {cell}"]
            elif column == "condition":
                conditions += [frozen({"kind": piece.strip()}) for piece in cell.split(",") if piece.strip()]
            elif column and (value := self._read(kind, column, cell)) is not None:
                given[column] = value
            else:
                unread.append(f"{heading}: {cell}" if column else heading)
        return (Newcomer(frozen(given), initiative, tuple(conditions)) if given.get("name") else None), unread

    def _kind_of_row(self, cells: Mapping[str, str]) -> CharacterKind:
        kinds = self._rules.kinds
        typed = next((cell for heading, cell in cells.items() if self._is(heading, "kind")), "")
        named = [kind for kind in kinds.values() if typed and self._is(typed, kind.id)]
        return named[0] if named else next(iter(kinds.values()))

    def _is(self, typed: str, term_id: str) -> bool:
        return is_exact(typed, {term_id: self._spell.widely(term_id)})

    def _column(self, heading: str, kind: CharacterKind) -> str:
        """The parameter of `add`, the trait or the gauge that a heading means; "" where it means nothing."""
        columns: tuple[str, ...] = (
            "name",
            "kind",
            "side",
            "note",
            "hidden",
            "count",
            "initiative",
            "condition",
            *specs_of(kind),
        )
        found = next((column for column in columns if self._is(heading, column)), "")
        if not found and heading == "health":
            gauges = [*(track.id for track in kind.tracks), *(pool.id for pool in kind.pools)]
            found = gauges[0] if gauges else ""
        return found

    def _read(self, kind: CharacterKind, name: str, cell: str) -> "IntentValue | None":
        value: IntentValue = cell
        try:
            if name == "hidden":
                value = self._values.switch(cell, Term(name))
            values = {"name": "?", "kind": kind.id, name: value}
            return self._values.checked(State(), Intent("add", values=frozen(values))).values[name]
        except Refusal:
            return None


def _tables_in(value: object) -> list[Mapping[str, Any]]:
    """The tables in a list; nothing where it is none."""
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def _is_score(value: object) -> TypeGuard[int]:
    """Whether it can be someone's initiative."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST_TYPED_NUMBER


def _is_initiative_tool(data: Mapping[str, Any]) -> bool:
    keys = {str(key).casefold() for key in data}
    return "savedencounters" in keys or ("creatures" in keys and "name" not in keys)


def _fits(importer: Importer, values: Flat) -> bool:
    return all(any(path == wanted or path.startswith(f"{wanted}.") for path in values) for wanted in importer.needs)


class _Reading:
    """Reads one character of a format; `used` are the paths that were understood."""

    def __init__(self, rules: Rules, values: Values, importer: Importer, flat_values: Flat) -> None:
        self._values = values
        self._importer = importer
        self._flat = flat_values
        self._used = {importer.name, importer.kind, importer.note}
        typed = str(flat_values.get(importer.kind, "")).casefold()
        wanted = importer.kinds.get(typed) or importer.kinds.get("")
        self._kind = rules.kinds.get(wanted or "") or next(iter(rules.kinds.values()))
        self._wrong: list[str] = []

    def newcomer(self) -> Newcomer:
        """Someone with everything that the ruleset knows."""
        name = str(self._flat.get(self._importer.name, "")).strip()[:200] or "?"
        given: dict[str, IntentValue] = {"name": name, "kind": self._kind.id}
        specs = specs_of(self._kind)
        for path, trait in (*self._importer.traits.items(), *self._importer.pools.items()):
            if path in self._flat and trait in specs:
                self._take(given, path, trait, self._flat[path])
        for track in self._importer.tracks:
            spec = specs.get(track.track)
            if isinstance(spec, TrackSpec) and (boxes := self._boxes(track, spec)):
                self._take(given, track.size[0] if track.size else track.track, track.track, boxes)
        if self._importer.note and (note := self._flat.get(self._importer.note)):
            given["note"] = str(note)
        return Newcomer(frozen(given))

    def _take(self, given: dict[str, IntentValue], path: str, name: str, value: int | str) -> None:
        try:
            intent = Intent("add", values=frozen({"name": "?", "kind": self._kind.id, name: value}))
            given[name] = self._values.checked(State(), intent).values[name]
            self._used.add(path)
        except Refusal:
            self._wrong.append(path)

    def _boxes(self, track: ImportedTrack, spec: TrackSpec) -> str:
        """The boxes of a track, the heaviest marks first; "" where the file does not tell how many there are."""
        written = self._flat.get(track.size[0]) if len(track.size) == 1 else None
        if isinstance(written, str) and not is_number(written):
            return self._written_boxes(written, spec)
        sizes = [_number(self._flat.get(path)) for path in track.size]
        size = sum(sizes)
        if not 0 < size <= LARGEST_TRACK:
            return ""
        self._used |= {*track.size, *track.marks.values()}
        signs = {mark.id: mark.mark for mark in spec.marks}
        marks, heavier = "", 0
        for mark, path in track.marks.items():
            count = _number(self._flat.get(path, size if track.counts_down else 0))
            if track.counts_down:
                count, heavier = size - count - heavier, max(size - count, heavier)
            marks += signs.get(mark, "") * max(count, 0)
        marks = marks[:size]
        return marks + EMPTY_BOX * (size - len(marks))

    def _written_boxes(self, written: str, spec: TrackSpec) -> str:
        """Boxes that are written as signs: a dot is empty, a stroke the lightest mark, a cross the next."""
        signs = {".": EMPTY_BOX, "/": spec.marks[0].mark, "x": spec.marks[min(1, len(spec.marks) - 1)].mark}
        if not set(written.casefold()) <= signs.keys():
            return ""
        return "".join(sorted((signs[sign] for sign in written.casefold()), key=lambda sign: sign == EMPTY_BOX))

    def unread(self) -> Iterator[str]:
        """The paths with values of which nothing came."""
        yield from self._wrong
        ignored = self._importer.ignored
        for path, value in self._flat.items():
            if path in self._used or path in self._wrong or not value:
                continue
            if not any(path == one or path.startswith(f"{one}.") or path.endswith(f".{one}") for one in ignored):
                yield path


def _number(value: object) -> int:
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and is_number(value) and len(value) < 9 else 0


def shown_unread(unread: Sequence[str]) -> tuple[str, ...]:
    """What was not understood, as far as one wants to read it."""
    return (*unread[:MOST_UNREAD], *(("…",) if len(unread) > MOST_UNREAD else ()))
