"""From a file to a book: its TOML, its shape, and every word of it against the ruleset.

What is wrong costs the entry it stands in, never the book: it is told with the file, the line, the key and what would
be right.
"""

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from tracker.acts.amounts import is_number
from tracker.acts.verbs import core_actions
from tracker.books.contents import (
    Book,
    Campaign,
    Creature,
    Deck,
    Encounter,
    Gear,
    Given,
    Group,
    Problem,
    RandomTable,
    Row,
    Texts,
)
from tracker.books.files import MOST_BYTES
from tracker.books.lines import LineIndex
from tracker.core.expressions import NoExpression, read_expression
from tracker.core.intents import Intent, IntentValue, Refusal
from tracker.core.messages import Message, Term, message
from tracker.core.quoting import quoted
from tracker.core.state import Character, Condition, Counter, Pool, State, Track
from tracker.core.values import frozen, frozen_value
from tracker.languages import dice_letters
from tracker.names import Spelling, is_exact, nearest
from tracker.plain_files import Unreadable, read_text, toml_of
from tracker.rules.facade import Rules
from tracker.rules.values import Values, marks_of, specs_of
from tracker.text import literal

MOST_PEOPLE_AT_ONCE = 200
LIKENESS_OF_SLIP = 0.75
"""How like a condition of the ruleset (0 to 1) a book's own label may not be: it is taken for a slip."""
SECTIONS = ("creature", "encounter", "table", "deck", "person", "gear")

Raw: TypeAlias = Mapping[str, Any]


class BookReader:
    """Reads books for one ruleset. `spell` tells what may be typed for an id."""

    def __init__(self, rules: Rules, spell: Spelling) -> None:
        self._rules = rules
        self._spell = spell
        kinds, conditions = rules.kinds.values(), rules.conditions.values()
        actions = {action.id: action for action in core_actions(kinds, conditions, ())}
        self._values = Values(rules, actions, spell)

    def read(self, path: Path, *, is_shipped: bool = False) -> Book:
        """Read a file. Nothing is raised: what is wrong is in the book's problems.

        The shape of a book that comes with a plugin is not checked: its tests did that.
        """
        try:
            text = read_text(path, MOST_BYTES)
        except Unreadable as error:
            return _unreadable(path, error.reason)
        return self.read_text(path, text, is_shipped=is_shipped)

    def read_text(self, path: Path, text: str, *, is_shipped: bool = False) -> Book:
        """Read what a file holds or would hold."""
        try:
            table = toml_of(text)
        except Unreadable as error:
            return _unreadable(path, error.reason)
        return _OneBook(path, table, text, self._rules, self._values, self._spell, is_shipped=is_shipped).read()


def _unreadable(path: Path, reason: Message) -> Book:
    return Book(path.stem, path, problems=(Problem(path, 0, "", reason),))


class _Wrong(Exception):
    """An entry cannot be read: the path to what is wrong in it, and what is wrong."""

    def __init__(self, path: Sequence[str | int], reason: Message) -> None:
        super().__init__(reason.id)
        self.path = path
        self.reason = reason


class _OneBook:
    """The reading of one file."""

    def __init__(
        self, path: Path, table: Raw, text: str, rules: Rules, values: Values, spell: Spelling, *, is_shipped: bool
    ) -> None:
        self._path = path
        self._table = table
        self._text = text
        self._rules = rules
        self._values = values
        self._spell = spell
        self._is_shipped = is_shipped
        self._index: LineIndex | None = None
        self._problems: list[Problem] = []
        self._broken: dict[str, Problem] = {}

    def read(self) -> Book:
        """Read everything that is for this ruleset; of a book for another one only what it is."""
        table = self._table
        if not self._is_shipped:
            self._check_head()
        ruleset = table["for"] if isinstance(table.get("for"), str) else ""
        is_ours = ruleset in ("", self._rules.card.id)
        entries = {section: self._entries(section) if is_ours else {} for section in SECTIONS}
        self._drop_circles(entries["table"])
        return Book(
            id=self._path.stem,
            path=self._path,
            ruleset=ruleset,
            titles=_texts(table.get("title"), self._path.stem),
            creatures=entries["creature"],
            encounters=entries["encounter"],
            tables=entries["table"],
            decks=entries["deck"],
            people=entries["person"],
            gear=entries["gear"],
            words=_words_of_book(table.get("words")),
            campaign=self._campaign(table.get("campaign")),
            problems=tuple(self._problems),
            broken=frozen(self._broken),
            is_shipped=self._is_shipped,
        )

    # ------------------------------------------------------------------ problems

    def _complain(self, path: Sequence[str | int], reason: Message) -> Problem:
        self._index = self._index or LineIndex(self._text)
        key = literal(".".join(map(str, path)))
        problem = Problem(self._path, self._index.line(path), key, reason)
        self._problems.append(problem)
        return problem

    def _check_head(self) -> None:
        from tracker.books.shape import problems_with_head

        head = {key: value for key, value in self._table.items() if key not in SECTIONS}
        for path, reason in problems_with_head(head):
            self._complain(path, reason)
        for section in SECTIONS:
            if not isinstance(self._table.get(section, {}), dict):
                self._complain((section,), message("book.expected.table"))

    def _entries(self, section: str) -> dict[str, Any]:
        raw = self._table.get(section, {})
        read: dict[str, Any] = {}
        for entry_id, entry in raw.items() if isinstance(raw, dict) else ():
            wrong = list(self._shape_problems(section, entry))
            if not wrong:
                try:
                    read[entry_id] = _READERS[section](self, entry_id, entry)
                except _Wrong as error:
                    wrong = [(error.path, error.reason)]
            for path, reason in wrong:
                problem = self._complain((section, entry_id, *path), reason)
                self._broken.setdefault(entry_id, problem)
        return read

    def _shape_problems(self, section: str, entry: object) -> Iterator[tuple[Sequence[str | int], Message]]:
        if self._is_shipped:
            return iter(())
        from tracker.books.shape import problems_with_entry

        return problems_with_entry(section, entry)

    # ------------------------------------------------------------------ creatures

    def _creature(self, creature_id: str, raw: Raw) -> Creature:
        if not self._rules.kinds:
            raise _Wrong((), message("book.names_no_ruleset"))
        if is_exact(creature_id, self._words_of(dict.fromkeys((*self._rules.kinds, "ally", "foe", "hidden")))):
            raise _Wrong((), message("book.id_taken", typed=creature_id))
        raw = self._with_known_keys(raw)
        given: dict[str, IntentValue] = {"kind": next(iter(self._rules.kinds), "")}
        for key in ("kind", "side"):
            if raw.get(key):
                given[key] = self._read_add((key,), {key: raw[key]})
        if raw.get("hidden"):
            given["hidden"] = True
        further = {key: value for key, value in raw.items() if key not in _CREATURE_KEYS}
        given |= self._traits(further, str(given["kind"]))
        return Creature(
            id=creature_id,
            names=_texts(raw.get("name"), creature_id),
            given=frozen(given),
            conditions=self._conditions(raw.get("conditions", ()), str(given["kind"])),
            notes=_texts(raw.get("note")),
            tags=tuple(map(literal, raw.get("tags", ()))),
            gear=tuple(raw.get("gear", ())),
        )

    def _gear(self, gear_id: str, raw: Raw) -> Gear:
        if not self._rules.kinds:
            raise _Wrong((), message("book.names_no_ruleset"))
        raw = self._with_known_keys(raw)
        traits = {key: value for key, value in raw.items() if key not in ("name", "note")}
        wrong: _Wrong | None = None
        for kind in self._rules.kinds:
            try:
                given = self._traits(traits, kind)
                return Gear(gear_id, _texts(raw.get("name"), gear_id), frozen(given), _texts(raw.get("note")))
            except _Wrong as error:
                wrong = wrong or error
        raise wrong or _Wrong((), message("book.expected.other"))

    def _with_known_keys(self, raw: Raw) -> Raw:
        """The entry with its own keys in English, in whichever language they are written."""
        known = {word: key for key in ("name", "kind", "side", "note", "hidden") for word in self._spell.widely(key)}
        return {known.get(key, key): value for key, value in raw.items()}

    def _traits(self, raw: Raw, kind_id: str) -> Given:
        """The traits and gauges of a creature by id, as `add` reads them. Raises _Wrong at the one that is wrong."""
        names: dict[str, str] = {}
        for key in raw:
            name = self._trait((key,), key, kind_id)
            if name in names:
                raise _Wrong((key,), message("book.twice", name=Term(name)))
            names[name] = key
        typed = {name: raw[key] for name, key in names.items()}
        try:
            read = self._values.checked(State(), Intent("add", values=frozen({"name": "?", "kind": kind_id, **typed})))
        except Refusal:  # one by one, to find out which it is
            for name, key in names.items():
                self._read_add((key,), {"kind": kind_id, name: raw[key]})
            raise
        return {name: read.values[name] for name in names}

    def _trait(self, path: Sequence[str | int], typed: str, kind_id: str) -> str:
        """The id of a trait or gauge of a kind. Raises _Wrong with the nearest one."""
        specs = specs_of(self._rules.kinds[kind_id])
        if typed in specs:
            return typed
        spelled = [name for name in specs if is_exact(typed, {name: self._spell.widely(name)})]
        if len(spelled) == 1:
            return spelled[0]
        # A beginning is not enough in a file: another trait may begin so some day.
        near = difflib.get_close_matches(typed, _CREATURE_KEYS, 1) or [nearest(typed, self._words_of(specs))]
        if near[0]:
            raise _Wrong(path, message("book.unknown_key_near", near=near[0]))
        raise _Wrong(path, message("book.unknown_trait", kind=Term(kind_id)))

    def _read_add(self, path: Sequence[str | int], values: Given) -> IntentValue:
        """The last of the values as `add` reads it. Raises _Wrong."""
        intent = Intent("add", values=frozen({"name": "?", **values}))
        return self._checked(path, State(), intent).values[next(reversed(list(values)))]

    def _checked(self, path: Sequence[str | int], state: State, intent: Intent) -> Intent:
        try:
            return self._values.checked(state, intent)
        except Refusal as refusal:
            raise _Wrong(path, refusal.reason) from None

    def _conditions(self, raw: Sequence[str | Raw], kind_id: str) -> tuple[Given, ...]:
        return tuple(self._condition(("conditions", number), one, kind_id) for number, one in enumerate(raw))

    def _condition(self, path: Sequence[str | int], raw: str | Raw, kind_id: str) -> Given:
        values: dict[str, IntentValue] = {}
        if isinstance(raw, str):
            words, _, last = raw.rpartition(" ")
            values = {"kind": words, "amount": int(last)} if words and is_number(last) else {"kind": raw}
        else:
            values = {key: value for key, value in raw.items() if value not in (None, False, "")}
        bearer = State(characters=frozen({"?": Character("?", "?", kind_id)}))
        read = self._checked(path, bearer, Intent("condition", targets=("?",), values=frozen(values))).values
        kind, known = str(read["kind"]), self._rules.conditions
        if kind not in known and (near := nearest(kind, self._words_of(known), LIKENESS_OF_SLIP)):
            raise _Wrong(path, message("command.near", typed=kind, near=near, quoted=quoted(kind)))
        if "amount" in read and kind in known and not known[kind].amount:
            raise _Wrong(path, message("refused.no_amount", condition=Term(kind)))
        return frozen({name: literal(value) if isinstance(value, str) else value for name, value in read.items()})

    def _words_of(self, ids: Mapping[str, object]) -> dict[str, Sequence[str]]:
        return {one: self._spell.widely(one) for one in ids}

    # ------------------------------------------------------------------ encounters

    def _encounter(self, encounter_id: str, raw: Raw) -> Encounter:
        groups = tuple(self._group(name, group) for name, group in raw["people"].items())
        if sum(group.count for group in groups) > MOST_PEOPLE_AT_ONCE:
            raise _Wrong(("people",), message("book.too_large", limit=MOST_PEOPLE_AT_ONCE))
        return Encounter(
            id=encounter_id,
            names=_texts(raw.get("name"), encounter_id),
            groups=groups,
            scenes=_texts(raw.get("scene")),
            notes=_texts(raw.get("note")),
            tags=tuple(map(literal, raw.get("tags", ()))),
        )

    def _group(self, name: str, raw: int | Raw) -> Group:
        if isinstance(raw, int):
            return Group(name, raw)
        given: dict[str, IntentValue] = {}
        if raw.get("side"):
            given["side"] = self._read_add(("people", name, "side"), {"side": raw["side"]})
        if raw.get("hidden") is not None:
            given["hidden"] = raw["hidden"]
        kind = next(iter(self._rules.kinds), "")
        try:
            conditions = self._conditions(raw.get("conditions", ()), kind)
        except _Wrong as wrong:
            raise _Wrong(("people", name, *wrong.path), wrong.reason) from None
        return Group(
            creature=raw.get("from", name),
            count=raw.get("count", 1),
            names=_texts(raw.get("name")),
            given=frozen(given),
            conditions=conditions,
            notes=_texts(raw.get("note")),
        )

    # ------------------------------------------------------------------ tables and decks

    def _random_table(self, table_id: str, raw: Raw) -> RandomTable:
        rows = [{"text": row} if isinstance(row, str) else row for row in raw["rows"]]
        if "dice" in raw:
            dice, ranges = self._ranges(raw["dice"], rows)
        else:
            ranges, low = [], 1
            for number, row in enumerate(rows):
                if row.get("on") is not None:
                    raise _Wrong(("rows", number, "on"), message("book.on_needs_dice"))
                ranges.append((low, low + int(row.get("weight", 1)) - 1))
                low = ranges[-1][1] + 1
            dice = f"1d{low - 1}"
        return RandomTable(
            id=table_id,
            names=_texts(raw.get("name"), table_id),
            dice=dice,
            rows=tuple(Row(_texts(row["text"]), low, high) for row, (low, high) in zip(rows, ranges, strict=True)),
        )

    @staticmethod
    def _ranges(written: str, rows: Sequence[Raw]) -> tuple[str, list[tuple[int, int]]]:
        """The totals on which each row comes up; together they are all that the dice can come to."""
        try:
            dice = read_expression(written, dice_letters())
        except NoExpression:
            raise _Wrong(("dice",), message("refused.no_dice", typed=written)) from None
        ranges: list[tuple[int, int]] = []
        expected = dice.least
        for number, row in enumerate(rows):
            text = str(row["on"]) if row.get("on") is not None else str(expected)
            low, dash, high = text.partition("-")
            if not low.isdecimal() or (dash and not high.isdecimal()):
                raise _Wrong(("rows", number, "on"), message("book.no_range", typed=text))
            ranges.append((int(low), int(high or low)))
            if ranges[-1][0] != expected or ranges[-1][1] < expected:
                raise _Wrong(("rows", number), message("book.gap", wanted=expected, found=text))
            expected = ranges[-1][1] + 1
        if expected != dice.most + 1:
            raise _Wrong(("rows",), message("book.not_covered", dice=dice.written(), least=expected, most=dice.most))
        return dice.written(), ranges

    def _deck(self, deck_id: str, raw: Raw) -> Deck:
        cards = tuple(map(literal, raw["cards"]))
        for number, card in enumerate(cards):
            if card in cards[:number]:
                raise _Wrong(("cards", number), message("book.card_twice", card=card))
        return Deck(deck_id, _texts(raw.get("name"), deck_id), cards)

    def _drop_circles(self, tables: dict[str, RandomTable]) -> None:
        """Leave out tables that lead back to themselves: nothing would ever come of them."""
        for table_id in list(tables):
            reached, waiting = set[str](), set(_tables_named_in(tables[table_id]))
            while waiting:
                one = waiting.pop()
                if one in tables and one not in reached:
                    reached.add(one)
                    waiting |= set(_tables_named_in(tables[one]))
            if table_id in reached:
                reason = message("book.circle", table=table_id)
                self._broken[table_id] = self._complain(("table", table_id), reason)
        for table_id in self._broken:
            tables.pop(table_id, None)

    # ------------------------------------------------------------------ people, the campaign

    def _person(self, person_id: str, raw: Raw) -> Character:
        kind = self._rules.kinds.get(raw["kind"])
        if kind is None:
            self._read_add(("kind",), {"kind": raw["kind"]})
            raise _Wrong(("kind",), message("book.expected.other"))
        specs = specs_of(kind)
        for part in ("traits", "tracks", "pools"):
            for name in raw.get(part, {}):
                if name not in {spec.id for spec in getattr(kind, part)}:
                    near = difflib.get_close_matches(name, specs, 1)
                    raise _Wrong(
                        (part, name), message("book.unknown_key_near", near=near[0] if near else next(iter(specs)))
                    )
        for name, value in raw.get("traits", {}).items():
            self._read_add(("traits", name), {"kind": kind.id, name: value})
        tracks = {name: Track(track["marks"], track.get("bonus", 0)) for name, track in raw.get("tracks", {}).items()}
        for name, track in tracks.items():
            self._check_track(("tracks", name), specs[name], track)
        running = [
            Condition(**{**one, "data": frozen_value(_tupled(one.get("data", {})))})
            for one in raw.get("conditions", ())
        ]
        return Character(
            id=literal(raw["id"]),
            name=literal(raw["name"]),
            kind=kind.id,
            side=literal(raw.get("side", "")),
            hidden=raw.get("hidden", False),
            note=literal(raw.get("note", "")),
            traits=frozen(raw.get("traits", {})),
            tracks=frozen(tracks),
            pools=frozen({name: Pool(**pool) for name, pool in raw.get("pools", {}).items()}),
            conditions=frozen({one.id: one for one in running}),
            counters=frozen({name: Counter(**counter) for name, counter in raw.get("counters", {}).items()}),
        )

    @staticmethod
    def _check_track(path: Sequence[str | int], spec: Any, track: Track) -> None:
        try:
            marks = marks_of(spec, track.marks)
        except Refusal as refusal:
            raise _Wrong(path, refusal.reason) from None
        if marks != track.marks or not 0 <= track.bonus <= len(marks):
            raise _Wrong(path, message("book.expected.other"))

    @staticmethod
    def _campaign(raw: object) -> Campaign | None:
        if not isinstance(raw, dict):
            return None
        options, house_rules = raw.get("options", {}), raw.get("house_rules", [])
        return Campaign(
            title=literal(str(raw.get("title", ""))),
            language=str(raw.get("language", "")),
            options=frozen(options if isinstance(options, dict) else {}),
            house_rules=tuple(map(str, house_rules)) if isinstance(house_rules, list) else (),
        )


_CREATURE_KEYS = ("name", "kind", "side", "hidden", "note", "tags", "conditions", "gear")
_READERS: Mapping[str, Callable[[_OneBook, str, Any], Any]] = {
    "creature": _OneBook._creature,
    "encounter": _OneBook._encounter,
    "table": _OneBook._random_table,
    "deck": _OneBook._deck,
    "person": _OneBook._person,
    "gear": _OneBook._gear,
}


def _texts(raw: object, otherwise: str = "") -> Texts:
    """A text for everyone or by language, safe to show; an id reads as words."""
    if isinstance(raw, str):
        return frozen({"": literal(raw)})
    if isinstance(raw, dict):
        return frozen({code: literal(text) for code, text in raw.items() if isinstance(text, str)})
    words = otherwise.replace("-", " ").replace("_", " ")
    return frozen({"": literal(words[:1].upper() + words[1:])}) if words else frozen({})


def _words_of_book(raw: object) -> Mapping[str, Texts]:
    """The words of `[words.LANGUAGE]` by their ids."""
    words: dict[str, dict[str, str]] = {}
    for language, table in raw.items() if isinstance(raw, dict) else ():
        for name, text in table.items() if isinstance(table, dict) else ():
            if isinstance(text, str):
                words.setdefault(name, {})[language] = literal(text)
    return frozen({name: frozen(texts) for name, texts in words.items()})


def _tupled(value: Any) -> Any:
    """Arrays of a file as the values of a state."""
    if isinstance(value, dict):
        return {key: _tupled(item) for key, item in value.items()}
    return tuple(map(_tupled, value)) if isinstance(value, list) else value


def names_in_braces(text: str) -> Iterator[str]:
    """What stands in braces in a row's text: dice, or the id of another table."""
    for piece in text.split("{")[1:]:
        name, closed, _ = piece.partition("}")
        if closed:
            yield name.strip()


def _tables_named_in(table: RandomTable) -> Iterator[str]:
    return (name for row in table.rows for text in row.texts.values() for name in names_in_braces(text))
