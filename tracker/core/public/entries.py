"""The public view of an entry and of a whole history."""

from collections.abc import Iterator, Mapping, Sequence

from tracker.core import facts as f
from tracker.core.bands import band_of
from tracker.core.fold import fold
from tracker.core.harm import is_harm, is_healing
from tracker.core.history import Entry, History, is_about_the_past
from tracker.core.lore import NO_LORE, Lore
from tracker.core.messages import Message, MessageValue, Term, message
from tracker.core.public.facts import public_fact, public_facts
from tracker.core.public.lines import line_for
from tracker.core.public.sight import Sight, texts_in
from tracker.core.public.states import fight_in_sight, public_state
from tracker.core.record import replace
from tracker.core.state import State


def public_entry(
    entry: Entry, before: State, after: State, lore: Lore = NO_LORE, about: Entry | None = None
) -> Entry | None:
    """The entry as the players see it, None where there is nothing of it for them; its number is 0.

    `before` and `after` are the states around it, `lore` as for `public_state`. `about` is, of an undo or a redo, the
    public view of the entry that is taken back or brought again; without it players read only that there was one.
    """
    if not entry.number:
        return None  # a question
    if is_about_the_past(entry):
        return _undo(entry, before, after, lore, about)
    sight = Sight(before, after, lore)
    is_touched = entry.hidden or sight.touches(entry)
    if is_touched or sight.speaks_of_foes((entry.facts, entry.tell, entry.head, entry.say)):
        facts, lines = _retold(entry, before, after, sight)
        if not lines:
            return None
        # A headline has no numbers but how many further people there are, and players may know who acts on whom.
        return _entry(entry, after, sight, facts, lines, None if is_touched else entry.head)
    facts = tuple(public_facts(entry, before, sight))
    return _entry(entry, after, sight, facts, entry.tell, entry.head, entry.say)


def public_history(history: History, lore: Lore = NO_LORE) -> Mapping[int, Entry]:
    """What the players may read, by the number of the entry in the session, in order.

    The public entries have numbers of their own, from 1; undo and redo speak of these.
    """
    return PublicHistory(history, lore).shown


class PublicHistory:
    """What the players may read of a history that grows."""

    def __init__(self, history: History, lore: Lore = NO_LORE) -> None:
        self._history = history
        self._lore = lore
        self._seen = 0
        self._revision = history.revision
        self._shown: dict[int, Entry] = {}
        self._entries: list[Entry] = []
        self._numbers: list[int] = []

    @property
    def shown(self) -> Mapping[int, Entry]:
        """The public entries by the number of the entry in the session."""
        self._catch_up()
        return self._shown

    @property
    def entries(self) -> Sequence[Entry]:
        """The public entries in order, numbered from 1."""
        self._catch_up()
        return self._entries

    def taken_back(self, number: int) -> bool:
        """Whether the act of a public entry, by its own number, has been taken back."""
        return 1 <= number <= len(self._numbers) and self._history.taken_back(self._numbers[number - 1])

    def _catch_up(self) -> None:
        history = self._history
        if self._revision != history.revision:
            # What players read of an act is what it now comes to; others may have to be read, or not to be.
            self._revision = history.revision
            self._seen = 0
            self._shown, self._entries, self._numbers = {}, [], []
        for number in range(self._seen + 1, len(history.entries) + 1):
            told = history.told(number)
            entry = told.entry
            about = None
            if is_about_the_past(entry):
                about = self._shown.get(_past(entry).entry)
            public = public_entry(entry, told.before, told.after, self._lore, about)
            if public is not None:
                self._entries.append(_numbered(public, len(self._entries) + 1))
                self._shown[entry.number] = self._entries[-1]
                self._numbers.append(entry.number)
        self._seen = len(history.entries)


def _entry(
    entry: Entry,
    after: State,
    sight: Sight,
    facts: tuple[f.Fact, ...],
    lines: tuple[Message, ...],
    head: Message | None,
    say: str = "",
) -> Entry:
    shown = after.fight_called(fight_in_sight(after, sight))
    return Entry(number=0, at=entry.at, round=shown.round, do="", say=say, tell=lines, facts=facts, head=head)


def _numbered(entry: Entry, number: int) -> Entry:
    return Entry(number, entry.at, entry.round, entry.do, entry.say, entry.tell, entry.facts, entry.head)


def _undo(entry: Entry, before: State, after: State, lore: Lore, about: Entry | None) -> Entry | None:
    """What takes an act back or brings it again. Its line names the act where the players have read of it."""
    sight = Sight(before, after, lore)
    word = _past_word(entry)
    if about is None:
        if public_state(before, lore) == public_state(after, lore):
            return None
        return _entry(entry, after, sight, (), (message(f"public.{word}"),), None)
    what = about.head or (about.tell[0] if about.tell and not sight.rough else None)
    if what is None or any(map(sight.quotes, texts_in(what))):
        line = message(f"public.{word}")
    else:
        line = message(word, what=what)
    return _entry(entry, after, sight, (replace(_past(entry), entry=about.number),), (line,), None)


def _past(entry: Entry) -> f.Undone | f.Redone | f.Corrected:
    """What an entry about the past does to another."""
    fact = entry.facts[0]
    assert isinstance(fact, f.Undone | f.Redone | f.Corrected)
    return fact


def _past_word(entry: Entry) -> str:
    """The sentence for it. An act that is corrected is undone, unless it was done again in another way."""
    match entry.facts:
        case [f.Redone()]:
            return "redone"
        case [f.Corrected(entry=number), f.DoneAgain(entry=again), *_] if again == number:
            return "corrected"
        case _:
            return "undone"


def _retold(entry: Entry, before: State, after: State, sight: Sight) -> tuple[tuple[f.Fact, ...], tuple[Message, ...]]:
    """The public facts of an entry that touches something hidden or rough, without reasons, and plain lines."""
    facts: list[f.Fact] = []
    lines: list[Message] = []
    scores: dict[str, MessageValue] = {}
    state = before
    for fact in entry.facts:
        public = public_fact(fact, state, sight)
        if isinstance(public, f.InitiativeSet):
            scores[public.who] = message("initiative.one", who=public.who, value=public.value)
        elif isinstance(fact, f.InitiativeSet) and fact.who in sight.rough:
            scores[sight.seen[fact.who]] = sight.seen[fact.who]
        is_rough_roll = isinstance(fact, f.Rolled) and fact.who in sight.rough
        if public is not None:
            facts += () if is_rough_roll else (public,)
            lines += filter(None, (line_for(public, state, sight),))
        state = fold(state, fact)
    lines += _fared(entry.facts, before, after, sight)
    if scores:
        lines = [line for line in lines if line.id != "public.order"]
        acting = [sight.seen[place.who] for place in state.order if place.who in sight.seen]
        listed = tuple(scores[name] for name in dict.fromkeys((*acting, *scores)) if name in scores)
        lines.append(message("initiative.rolled", list=listed))
    return tuple(facts), tuple(lines)


def _fared(facts: Sequence[f.Fact], before: State, after: State, sight: Sight) -> Iterator[Message]:
    """How those fared whose numbers are rough: how they stand now, or only that they were hurt or healed."""
    fared: dict[str, str] = {}
    for fact in facts:
        if not isinstance(fact, f.TrackSet | f.PoolSet) or fact.who not in sight.rough or fact.before == fact.after:
            continue
        if is_harm(fact):
            fared[fact.who] = "public.hurt"
        elif is_healing(fact):
            fared[fact.who] = "public.healed"
    for who in sight.rough if sight.roughness == "described" else ():
        if who in before.characters and who in after.characters:
            band = band_of(after.characters[who], sight.lore.vital)
            if band is not None and band != band_of(before.characters[who], sight.lore.vital):
                fared[who] = band
    for who in after.characters:
        if who in fared:
            name, told = sight.seen[who], fared[who]
            is_plain = told.startswith("public.")
            yield message(told, who=name) if is_plain else message("public.state", who=name, list=(Term(told),))
