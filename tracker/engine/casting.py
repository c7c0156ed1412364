"""What books bring into a session: creatures, encounters, rows of tables, cards; and dice that no rule asks for.

All that is taken from a book becomes facts, so that the session replays without the book.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from tracker.api.descriptions import Chances
from tracker.core import facts as f
from tracker.core.intents import Draft, Intent, IntentValue, Refusal
from tracker.core.messages import Message, MessageValue, Part, Term, message
from tracker.core.patterns import pattern
from tracker.core.record import replace
from tracker.core.state import State
from tracker.core.values import frozen
from tracker.engine import joining, overruling, time
from tracker.engine.act import Act
from tracker.languages import dice_letters

if TYPE_CHECKING:
    from tracker.books.contents import Deck, RandomTable
    from tracker.core.expressions import Expression

MOST_ROWS_AT_ONCE = 100
"""How many rows one `deal` may come to, those of tables named in rows included."""
MOST_EVENTS = 12
"""So many totals or rows are listed with their chances; of more the likeliest."""
_BETWEEN_FACES = pattern(r"[\s,;|]+")
"""What would cut the name of a card in two where it is typed as a face: hyphens stand for it there."""
DECK = "deck:"
"""Before the counters that remember which cards of a deck were drawn: `deck:DECK:CARD`."""


# ---------------------------------------------------------------------- encounters


def encounter(act: Act, draft: Draft, intent: Intent) -> None:
    """Bring in everyone of an encounter; where it names a scene, that scene begins first."""
    library = act.library
    book, found = library.encounter(intent.text("name"))
    scene = library.text(found.scenes)
    if scene and scene != draft.state.scene_name:
        time.begin_scene(act, draft, Intent("scene", values=frozen({"name": scene})))
    draft.say(message("book.encounter", name=library.text(found.names), book=library.text(book.titles)))
    if note := library.text(found.notes):
        draft.tell(message("note.plain", text=note), f.Noted(note))
    for group in found.groups:
        creature = library.creature(group.creature).creature
        values: dict[str, IntentValue] = {
            "name": library.text(group.names) or library.text(creature.names),
            "from": creature.id,
            **group.given,
        }
        if group.count > 1:
            values["count"] = group.count
        if group_note := library.text(group.notes):
            values["note"] = group_note
        joining.join(act, draft, act.checked(draft.state, Intent("add", values=frozen(values))), group.conditions)


def equip(act: Act, draft: Draft, intent: Intent) -> None:
    """Give people a thing of a book: its traits are set, and the ruleset follows up on each."""
    book, gear = act.library.one_gear(intent.text("name"))
    name = act.library.text(gear.names)
    who = tuple(draft.character(one).name for one in intent.targets)
    draft.say(message("book.equipped", who=who, gear=name, book=act.library.text(book.titles)))
    if note := act.library.text(gear.notes):
        draft.say(message("note.plain", text=note))
    overruling.set_values(
        act, draft, act.checked(draft.state, Intent("set", targets=intent.targets, values=gear.given))
    )


# ---------------------------------------------------------------------- tables and decks


def deal(act: Act, draft: Draft, intent: Intent) -> None:
    """Roll on a random table, or draw from a deck; the players read of it only what is `public`."""
    from tracker.books.contents import Deck

    _, found = act.library.table_or_deck(intent.text("name"))
    if isinstance(found, Deck):
        _draw(act, draft, intent, found)
    elif intent.flag("shuffle"):
        raise Refusal(message("refused.no_deck", name=act.library.text(found.names)))
    else:
        _Rolling(act, draft, is_public=intent.flag("public")).roll(found, intent.integer("count", 1))


class _Rolling:
    """Rolls on tables, also on those that the rows name."""

    def __init__(self, act: Act, draft: Draft, *, is_public: bool) -> None:
        self._act = act
        self._draft = draft
        self._is_public = is_public
        self._rows = 0

    def roll(self, table: "RandomTable", count: int) -> None:
        """Roll so many times, and tell each row."""
        for _ in range(count):
            name = self._act.library.text(table.names)
            text, roll = self._row(table, (table.id,))
            self._draft.tell(message("book.row", table=name, text=text, dice=roll.total or 0), roll)

    def _row(self, table: "RandomTable", within: tuple[str, ...]) -> tuple[str, f.Rolled]:
        from tracker.core.expressions import read_expression

        self._rows += 1
        if self._rows > MOST_ROWS_AT_ONCE:
            raise Refusal(message("refused.too_many_rows", table=within[0], limit=MOST_ROWS_AT_ONCE))
        name = self._act.library.text(table.names)
        roll = _thrown(self._act, read_expression(table.dice, dice_letters()), name)
        text = self._act.library.text(table.row(roll.total or 0).texts)
        whole = self._with_braces(text, within)
        return whole, replace(roll, hidden=not self._is_public, data=frozen({"row": whole}))

    def _with_braces(self, text: str, within: tuple[str, ...]) -> str:
        """The text of a row, with dice rolled and other tables asked where it names them in braces."""
        pieces = text.split("{")
        whole = [pieces[0]]
        for piece in pieces[1:]:
            name, closed, rest = piece.partition("}")
            whole.append(f"{self._told(name.strip(), within)}{rest}" if closed else f"{{{piece}")
        return "".join(whole)

    def _told(self, name: str, within: tuple[str, ...]) -> str:
        from tracker.books.contents import Deck
        from tracker.core.expressions import NoExpression, read_expression

        try:
            roll = _thrown(self._act, read_expression(name, dice_letters()), name)
        except NoExpression:
            _, found = self._act.library.table_or_deck(name)
            if isinstance(found, Deck) or found.id in within:
                raise Refusal(message("refused.circle_of_tables", table=within[0])) from None
            text, roll = self._row(found, (*within, found.id))
        else:
            text = str(roll.total)
        self._draft.add(replace(roll, hidden=not self._is_public))
        return text


def _draw(act: Act, draft: Draft, intent: Intent, deck: "Deck") -> None:
    name = act.library.text(deck.names)
    drawn = [card for card in deck.cards if _counter(deck, card) in draft.state.counters]
    if intent.flag("shuffle"):
        for card in drawn:
            draft.add(f.CounterSet("", _counter(deck, card), 0))
        draft.say(message("book.shuffled", deck=name, count=len(deck.cards)))
        if "count" not in intent.values or intent.integer("count") == 1:
            return
        drawn = []
    left = [card for card in deck.cards if card not in drawn]
    count = intent.integer("count", 1)
    if count > len(left):
        raise Refusal(message("refused.deck_empty", deck=name, count=len(left)))
    faces = {"-".join(_BETWEEN_FACES.split(card)): card for card in left}
    cards = tuple(faces[face] for face in act.chance.cards(list(faces), count, name, who=""))
    for card in cards:
        draft.add(f.CounterSet("", _counter(deck, card), 1))
    roll = f.Rolled(
        "", name, count, cards, typed=act.chance.typed, hidden=not intent.flag("public"), data=frozen({"deck": deck.id})
    )
    listed: tuple[MessageValue, ...] = tuple(cards)
    draft.tell(message("book.cards", deck=name, list=listed, count=len(left) - count), roll)


def _counter(deck: "Deck", card: str) -> str:
    return f"{DECK}{deck.id}:{card}"


# ---------------------------------------------------------------------- dice


def dice(act: Act, draft: Draft, intent: Intent) -> None:
    """Roll dice that no rule asks for; what they are for may be said. Of `secret` ones the players read nothing."""
    expression = _expression(intent)
    written = expression.written()
    roll = replace(_thrown(act, expression, written), hidden=intent.flag("secret"))
    why = intent.text("text")
    faces: tuple[MessageValue, ...] = tuple(str(face) for face in _faces(roll))
    values: dict[str, MessageValue] = {"dice": written, "faces": faces, "total": roll.total or 0}
    draft.tell(message("dice.rolled_for", text=why, **values) if why else message("dice.rolled", **values), roll)


def _expression(intent: Intent) -> "Expression":
    from tracker.core.expressions import NoExpression, read_expression

    typed = intent.text("expression")
    try:
        return read_expression(typed, dice_letters())
    except NoExpression:
        raise Refusal(message("refused.no_dice", typed=typed)) from None


def _thrown(act: Act, expression: "Expression", what: str) -> f.Rolled:
    """The throw of all dice of an expression, added up."""
    thrown: list[f.Dice] = []
    parts: list[Part] = []
    for throw in expression.throws:
        faces = act.chance.dice(throw.count, throw.sides, what, who="")
        thrown.append(f.Dice(throw.sides, faces))
        parts.append(Part(throw.written(), throw.sign * sum(faces)))
    if expression.bonus:
        parts.append(Part(Term("bonus"), expression.bonus))
    total = sum(part.value for part in parts)
    return f.Rolled(
        who="",
        what=what,
        pool=total,
        faces=thrown[0].faces,
        sides=thrown[0].sides,
        parts=tuple(parts),
        typed=act.chance.typed,
        total=total,
        others=tuple(thrown[1:]),
        expected=float(expression.mean),
    )


def _faces(roll: f.Rolled) -> Iterator[f.Face]:
    yield from roll.faces
    for others in roll.others:
        yield from others.faces


# ---------------------------------------------------------------------- odds


def odds_of_dice(act: Act, view: State, intent: Intent) -> Chances | None:
    """How probable the totals are: each of them where they are few, else how probable so much or more is."""
    expression = _expression(intent)
    chances = expression.chances()
    if chances is None:
        return None
    return Chances(pool=0, events=tuple(_totals(chances)), mean=expression.mean)


def _totals(chances: Mapping[int, Fraction]) -> Iterator[tuple[Message, Fraction]]:
    if len(chances) <= MOST_EVENTS:
        yield from ((message("dice.total", total=total), chance) for total, chance in chances.items())
        return
    reached = Fraction(1)
    wanted = [Fraction(share, 100) for share in (90, 75, 50, 25, 10)]
    for total, chance in chances.items():
        if wanted and reached <= wanted[0]:
            yield message("dice.at_least", total=total), reached
            wanted = [share for share in wanted if share < reached]
        reached -= chance


def odds_of_deal(act: Act, view: State, intent: Intent) -> Chances | None:
    """How probable each row of a table is, or each card that is still in the deck; the likeliest first."""
    from tracker.books.contents import Deck
    from tracker.core.expressions import read_expression

    library = act.library
    _, found = library.table_or_deck(intent.text("name"))
    events: list[tuple[Message, Fraction]] = []
    if isinstance(found, Deck):
        left = [card for card in found.cards if _counter(found, card) not in view.counters]
        events = [(message("book.one", text=card), Fraction(1, len(left))) for card in left]
    else:
        chances = read_expression(found.dice, dice_letters()).chances() or {}
        for row in found.rows:
            chance = sum((chances.get(total, Fraction(0)) for total in range(row.low, row.high + 1)), Fraction(0))
            events.append((message("book.one", text=library.text(row.texts)), chance))
    events.sort(key=lambda event: -event[1])
    return Chances(pool=0, events=tuple(events[:MOST_EVENTS])) if events else None
