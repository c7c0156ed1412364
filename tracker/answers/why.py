"""Why something is so: the last act, a gauge or a state of someone, a rule."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from tracker.answers.numbers import amount
from tracker.answers.reasons import Reasons
from tracker.answers.sheet import conditions_shown, pool_in_words, track_in_words
from tracker.api.descriptions import Derived
from tracker.command.values import Ways
from tracker.core import facts as f
from tracker.core.history import Entry, History, Told, is_about_the_past
from tracker.core.intents import Refusal
from tracker.core.messages import Term, message
from tracker.core.sentences import value_shown
from tracker.core.state import Character, State
from tracker.names import character_spellings, choose, choose_word, is_exact
from tracker.opening import Session
from tracker.story import story

MOST_CHANGES = 3
"""How many of the last changes of a gauge are told."""
RULE, GAUGE = "rule:", "gauge:"
"""What stands before the id of a rule or of a session's gauge, so that it is no one's."""


def why_lines(session: Session, asked: tuple[str, ...]) -> list[str]:
    """Explain the last act that stands, someone (`why NAME`), their gauge (`why NAME health`), or a rule by its id.

    Under the answer each rule that it names is told once. Raises Refusal with the nearest word for an unknown one.
    """
    if not asked:
        history = session.table.history
        if not history.standing:
            raise Refusal(message("why.nothing"))
        reasons = _entry_reasons(session, history.told(history.standing[-1]).entry)
    else:
        state = session.table.state
        subject, rest = _subject(session, state, asked)
        reasons = Reasons(session)
        if subject.startswith(RULE):
            reasons.rules[subject.removeprefix(RULE)] = None
        elif subject.startswith(GAUGE):
            _gauge(reasons, state, "", subject.removeprefix(GAUGE))
        elif rest:
            _gauge(reasons, state, subject, _gauge_called(session, state.characters[subject], rest))
        else:
            _person(reasons, state, subject)
    return [*reasons.lines, *reasons.rule_texts()]


def entry_reasons(session: Session, entry: Entry) -> list[str]:
    """What an act was as it stands now, what it decided and by which rule, then its numbers with their parts."""
    return _entry_reasons(session, entry).lines


def gauge_reasons(session: Session, who: str, gauge: str, state: State | None = None) -> list[str]:
    """Why someone's gauge is what it is: its size with the parts, and its last changes."""
    state = state or session.table.state
    reasons = Reasons(session)
    _gauge(reasons, state, who, _gauge_called(session, state.characters[who], gauge))
    return reasons.lines


def person_reasons(session: Session, who: str, state: State | None = None) -> list[str]:
    """Why all gauges, worked-out values and conditions of someone are what they are."""
    reasons = Reasons(session)
    _person(reasons, state or session.table.state, who)
    return reasons.lines


# ---------------------------------------------------------------------- what is asked about


def _subject(session: Session, state: State, asked: Sequence[str]) -> tuple[str, str]:
    """Whom or what the words name, and the words behind it. Raises Refusal with the nearest of all."""
    words = session.words
    spellings: dict[str, Sequence[str]] = {**character_spellings(state)}
    spellings |= {f"{GAUGE}{name}": words.spellings(name) for name in (*state.tracks, *state.pools)}
    if session.table.rules is not None:
        spellings |= {f"{RULE}{rule}": (rule,) for rule in session.table.rules.reference(words.language)}
    for count in range(len(asked), 1, -1):
        if is_exact(" ".join(asked[:count]), spellings):
            return choose(" ".join(asked[:count]), spellings, message("why.subject")), " ".join(asked[count:])
    return choose(asked[0], spellings, message("why.subject")), " ".join(asked[1:])


def _gauge_called(session: Session, character: Character, typed: str) -> str:
    names = dict.fromkeys(
        (
            *character.tracks,
            *character.pools,
            *(value.id for value in _derived(session, session.table.state, character.id)),
            *character.traits,
            *(running.kind for running in conditions_shown(session, character)),
        )
    )
    return choose_word(typed, names, Ways(session.words), Term("trait"))


def _derived(session: Session, state: State, who: str) -> Sequence[Derived]:
    rules = session.table.rules
    return rules.derived(state, who) if rules is not None and who in state.characters else ()


# ---------------------------------------------------------------------- an act


def _entry_reasons(session: Session, entry: Entry) -> Reasons:
    history = session.table.history
    told = history.told(entry.number)
    entry = told.entry
    reasons = Reasons(session)
    reasons.say(message("why.act", number=entry.number, what=reasons.headline(entry)))
    if is_about_the_past(entry):
        reasons.say(message("why.no_numbers"))
        return reasons
    reasons.tell_all(entry.facts, told.before)
    if len(reasons.lines) == 1:
        for line in story(entry, session.words):
            reasons.lines.append(line)
    reasons.number_all(entry.facts, told.before)
    reasons.rest_of_rules((*entry.facts, entry.tell))
    return reasons


# ---------------------------------------------------------------------- a person and a gauge


def _person(reasons: Reasons, state: State, who: str) -> None:
    character, session = state.characters[who], reasons.session
    derived = [value.id for value in _derived(session, state, who)]
    conditions = [running.kind for running in conditions_shown(session, character)]
    for name in dict.fromkeys((*character.tracks, *character.pools, *derived, *conditions)):
        _gauge(reasons, state, who, name)
    if not reasons.lines:
        reasons.say(message("why.no_numbers"))


def _gauge(reasons: Reasons, state: State, who: str, name: str) -> None:
    """How a gauge, a value, a trait or a condition stands, what it comes from, and its last changes."""
    session, words = reasons.session, reasons.words
    character = state.characters.get(who)
    owner = character.name if character else ""
    value = next((value for value in _derived(session, state, who) if value.id == name), None)
    tracks, pools = (character.tracks, character.pools) if character else (state.tracks, state.pools)
    unit = value.unit if value else ""
    if name in tracks:
        reasons.heading(owner, name, track_in_words(words, tracks[name]))
    elif name in pools:
        reasons.heading(owner, name, pool_in_words(words, pools[name]))
    elif value is not None:
        reasons.heading(owner, name, amount(words, value.value, unit))
    elif character is not None and name in character.traits:
        reasons.heading(owner, name, words.value(value_shown(character.traits[name])))
    if character is not None:
        for running in conditions_shown(session, character):
            if running.kind == name:
                reasons.about_condition(owner, running, state)
    if value is not None:
        if name in tracks or name in pools:
            size = message("why.size" if name in tracks else "why.maximum", value=value.value)
            reasons.say(size, indent=1)
        reasons.parts(value.parts, unit)
    changes = list(_changes(session.table.history, state, who, name))
    for entry, before, fact in changes:
        reasons.change(entry, before, fact)
    if not changes and (name in tracks or name in pools):
        reasons.say(message("why.as_at_start"), indent=1)


def _changes(history: History, state: State, who: str, name: str) -> Iterator[tuple[Entry, State, f.Fact]]:
    """The last facts that changed something and still stand, latest first, with the state before each act."""
    found = 0
    for told in _standing(history, state):
        for fact in reversed(told.entry.facts):
            if _speaks_of(fact, who, name, told.before):
                yield told.entry, told.before, fact
                found += 1
                if found == MOST_CHANGES:
                    return


def _speaks_of(fact: f.Fact, who: str, name: str, before: State) -> bool:
    if getattr(fact, "who", None) != who:
        return False
    match fact:
        case f.TrackSet():
            return fact.track == name and fact.before != fact.after
        case f.PoolSet():
            return fact.pool == name and fact.before != fact.after
        case f.TraitSet():
            return fact.trait == name and fact.before != fact.after
        case f.ConditionSet():
            return fact.condition.kind == name and not _is_counted_down(fact, before)
        case _:
            return False


def _is_counted_down(fact: f.ConditionSet, before: State) -> bool:
    """Whether only time went by: the last one of the entry is compared with what stood before it."""
    person = before.characters.get(fact.who)
    running = person.conditions.get(fact.condition.id) if person else None
    return running is not None and (running.amount, running.note, running.unit) == (
        fact.condition.amount,
        fact.condition.note,
        fact.condition.unit,
    )


def _standing(history: History, state: State) -> Iterator[Told]:
    """The acts that stand in a state of the history, the latest first; each is read when it is wanted."""
    number = None if state is history.state else history.number_of(state)
    if number is not None and not history.holds(number):
        then = History(history.state_after(0))
        for entry in history.entries[:number]:
            then.append(entry, history.state_after(entry.number))
        history, number = then, None
    standing = history.standing
    last = len(standing) if number is None else bisect_right(standing, number)
    return (history.told(standing[place]) for place in range(last - 1, -1, -1))
