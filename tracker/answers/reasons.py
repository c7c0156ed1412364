"""Facts explained: what each decided and by which rule, and its number with the parts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any

from tracker.answers.numbers import decimal, part_in_words, percent
from tracker.api.descriptions import Rule
from tracker.core import facts as f
from tracker.core.fold import fold
from tracker.core.history import Entry
from tracker.core.messages import Message, MessageValue, Part, Term, message
from tracker.core.sentences import condition_line, ended_line, fact_line, pool_shown, status_shown, value_shown
from tracker.core.state import Condition, State, Status
from tracker.opening import Session
from tracker.story import story

INDENT = "  "


class Reasons:
    """Gathers lines of an explanation, and the rules that they name."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.words = session.words
        self.lines: list[str] = []
        self.rules: dict[str, None] = {}
        rules = session.table.rules
        self._reference: Mapping[str, Rule] = rules.reference(session.words.language) if rules else {}
        self._kinds = rules.conditions if rules else {}
        self._options = rules.options if rules else {}

    # ------------------------------------------------------------------ lines

    def say(self, line: Message, rule: str = "", indent: int = 0) -> None:
        """One line, with the rule that decided behind it."""
        said = self.words.say(line)
        if rule:
            said = self.words.say(message("why.by_rule", line=said, rule=self.named(rule)))
        self.lines.append(INDENT * indent + said)

    def heading(self, who: str, name: str, value: str) -> None:
        """What stands where: `David: Health XX.....`."""
        if who:
            self.say(message("why.stands", who=who, name=Term(name), value=value))
        else:
            self.say(message("why.session_stands", name=Term(name), value=value))

    def named(self, rule: str) -> str:
        """A rule's id with its title."""
        self.rules[rule] = None
        known = self._reference.get(rule)
        return f"{rule} {known.title}" if known else rule

    def parts(self, parts: Sequence[Part], unit: str = "", indent: int = 1) -> None:
        """A line a part: what it is, how much, and the rule it comes from."""
        for part in parts:
            source = self.named(part.rule) if part.rule else self.words.say(message("why.by_hand"))
            self.lines.append(f"{INDENT * indent}{part_in_words(self.words, part, unit)}  ({source})")

    def rule_texts(self) -> Iterator[str]:
        """Each rule that was named, once: its id and title, then its text."""
        for rule in self.rules:
            if known := self._reference.get(rule):
                yield f"{known.id} {known.title}"
                yield known.text

    def headline(self, entry: Entry) -> str:
        """What an act is called; in an entry of an older program the first line of its story."""
        if entry.head is not None and self.words.knows(entry.head):
            return self.words.say(entry.head)
        return story(entry, self.words)[0]

    # ------------------------------------------------------------------ verdicts

    def tell_all(self, facts: Sequence[f.Fact], state: State) -> None:
        """What the facts of an act decided, one after the other; `state` is the one before them."""
        for fact in facts:
            line, rule = self._verdict(fact, state)
            if line is not None:
                self.say(line, rule)
            if isinstance(fact, f.CharacterAdded) and (sheet := _sheet(fact)):
                self.say(message("why.sheet", list=sheet), indent=1)
            state = fold(state, fact)

    def _verdict(self, fact: f.Fact, state: State) -> tuple[Message | None, str]:
        name = partial(_name, state)
        rule = getattr(fact, "rule", "")
        match fact:
            case f.Rolled():
                return self._roll_verdict(fact, state), rule
            case f.TrackSet() if fact.who and (details := _dealt(fact)):
                marks = {"before": fact.before.marks, "after": fact.after.marks}
                line = message("why.dealt", who=name(fact.who), name=Term(fact.track), details=details, **marks)
                return line, rule
            case f.ConditionSet(who=who, condition=condition) if self._is_told(condition):
                before = state.characters[who].conditions.get(condition.id)
                return condition_line(name(who), condition, before, name), rule or self._rule_of_kind(condition.kind)
            case f.ConditionEnded(who=who, condition_id=condition_id):
                gone = state.characters[who].conditions.get(condition_id)
                if gone is not None and self._is_told(gone):
                    return ended_line(name(who), gone), rule or self._rule_of_kind(gone.kind)
                return None, ""
            case f.StatusSet(who=who, status=status):
                return _states_line(name(who), state.characters[who].status, status), ""
            case f.InitiativeSet(who=who, value=value):
                return message("why.initiative", who=name(who), value=value), ""
            case f.OrderSet(order=order) if order:
                acting = tuple(dict.fromkeys(name(place.who) for place in order))
                return message("why.order", list=acting), ""
            case f.DueSet(due=due):
                return message("why.due", line=due.line), due.rule
            case f.Prompted(line=line):
                return message("why.due", line=line), rule
            case f.OptionSet(option=option) if option in self._options:
                rule = self._options[option].rule
            case f.FightShown():
                return None, ""
        return fact_line(fact, name), rule

    def _is_told(self, condition: Condition) -> bool:
        kind = self._kinds.get(condition.kind)
        return kind is None or not kind.memory

    def _rule_of_kind(self, kind: str) -> str:
        return self._kinds[kind].rule if kind in self._kinds else ""

    @staticmethod
    def _roll_verdict(roll: f.Rolled, state: State) -> Message:
        verdict: list[MessageValue] = [Term(roll.result)] if roll.result else []
        if roll.total is not None and roll.target is not None:
            verdict.append(message("why.against", total=roll.total, target=roll.target))
        elif roll.total is not None:
            verdict.append(message("why.total", total=roll.total))
        else:
            verdict.append(message("why.successes", count=roll.successes))
            if roll.target is not None:
                verdict.append(message("why.target", target=roll.target))
        values: dict[str, MessageValue] = {
            "who": _name(state, roll.who) or Term("at-table"),
            "what": Term(roll.what),
            "verdict": tuple(verdict),
        }
        if roll.against:
            return message("why.rolled_against", against=_name(state, roll.against), **values)
        return message("why.rolled", **values)

    # ------------------------------------------------------------------ numbers

    def number_all(self, facts: Sequence[f.Fact], state: State) -> None:
        """The dice and the numbers of an act with their parts; a sentence where it has none."""
        at = len(self.lines)
        for fact in facts:
            self._number(fact, state)
            state = fold(state, fact)
        if len(self.lines) == at:
            rules = tuple(self.named(rule) for rule in dict.fromkeys(self._rules_in(facts)))
            self.say(message("why.no_numbers_but", list=rules) if rules else message("why.no_numbers"))

    def _number(self, fact: f.Fact, state: State) -> None:
        parts: tuple[Part, ...] = getattr(fact, "parts", ())
        who = _name(state, getattr(fact, "who", ""))
        match fact:
            case f.Rolled():
                self._dice(fact, who)
                return
            case f.TrackSet() if parts:
                self.say(_number_line(who, fact.track, fact.amount))
            case f.PoolSet() if parts:
                self.say(_number_line(who, fact.pool, fact.after.value - fact.before.value))
            case f.TraitSet() if parts:
                self.say(_number_line(who, fact.trait, value_shown(fact.after)))
            case f.InitiativeSet() if parts:
                self.say(_number_line(who, "initiative", fact.value))
        self.parts(parts)

    def _dice(self, roll: f.Rolled, who: str) -> None:
        """What was thrown, what the number of dice or the bonus comes from, and what was to be expected."""
        self.say(message("why.throw", who=who or Term("at-table"), what=Term(roll.what), list=tuple(_thrown(roll))))
        self.parts(roll.parts)
        for dice in roll.others:
            if dice.parts:
                self.say(message("why.dice_among", what=Term(dice.what), count=len(dice.faces)), indent=1)
                self.parts(dice.parts, indent=2)
        if roll.chance is None or roll.expected is None:
            return
        verdict = Term(roll.result) if roll.result else message("why.verdict")
        line = message(
            "why.expected",
            mean=decimal(self.words, roll.expected),
            verdict=verdict,
            chance=percent(self.words, roll.chance),
        )
        self.say(line, indent=1)

    # ------------------------------------------------------------------ gauges and conditions

    def about_condition(self, who: str, condition: Condition, state: State) -> None:
        """A condition that runs, with the rule of its kind."""
        line = condition_line(who, condition, None, partial(_name, state))
        if line is not None:
            self.say(line, self._rule_of_kind(condition.kind))

    def change(self, entry: Entry, state: State, fact: f.Fact) -> None:
        """One change of a gauge: in which act, from what to what, by which rule, with its parts."""
        for earlier in entry.facts:
            if earlier is fact:
                break
            state = fold(state, earlier)
        line, rule = self._verdict(fact, state)
        if line is not None:
            self.say(message("why.changed_in", number=entry.number, what=self.headline(entry), line=line), rule, 1)
            self.parts(getattr(fact, "parts", ()), indent=2)

    # ------------------------------------------------------------------ rules

    def rest_of_rules(self, value: Any) -> None:
        """Name the rules that a value holds and no line has named yet."""
        rest = [rule for rule in dict.fromkeys(self._rules_in(value)) if rule not in self.rules]
        if rest:
            self.say(message("why.rules", list=tuple(map(self.named, rest))))

    def _rules_in(self, value: Any) -> Iterator[str]:
        """The ids of the rules in a value at any depth, those of its conditions and options included."""
        if isinstance(value, Condition) and self._rule_of_kind(value.kind):
            yield self._rule_of_kind(value.kind)
        if isinstance(value, f.OptionSet) and value.option in self._options and self._options[value.option].rule:
            yield self._options[value.option].rule
        if is_dataclass(value):
            rule = getattr(value, "rule", "")
            if isinstance(rule, str) and rule:
                yield rule
            for member in fields(value):
                yield from self._rules_in(getattr(value, member.name))
        elif isinstance(value, Mapping):
            for item in value.values():
                yield from self._rules_in(item)
        elif isinstance(value, tuple | list):
            for item in value:
                yield from self._rules_in(item)


def _name(state: State, who: str) -> str:
    character = state.characters.get(who)
    return character.name if character else who


def _sheet(fact: f.CharacterAdded) -> tuple[MessageValue, ...]:
    """With what someone joins: side, traits that are something, tracks and pools."""
    traits = {name: value_shown(value) for name, value in fact.traits.items() if value not in (0, "", ())}
    tracks = {name: track.marks for name, track in fact.tracks.items()}
    pools = {name: pool_shown(pool) for name, pool in fact.pools.items()}
    values: dict[str, MessageValue] = {**traits, **tracks, **pools}
    listed = (message("why.with", name=Term(name), value=value) for name, value in values.items())
    flags = (Term(fact.side),) if fact.side else ()
    return (*flags, *((Term("hidden"),) if fact.hidden else ()), *listed)


def _dealt(fact: f.TrackSet) -> tuple[MessageValue, ...]:
    """How much of what was dealt, and what became of it."""
    details: list[MessageValue] = []
    if fact.amount:
        kind = Term(fact.damage_type or "points")
        details.append(message("why.amount", amount=fact.amount, type=kind))
    if fact.lost:
        details.append(message("why.lost", marks=fact.lost))
    if fact.upgraded:
        details.append(message("why.upgraded", count=fact.upgraded))
    return tuple(details)


def _number_line(who: str, name: str, number: MessageValue) -> Message:
    if not who:
        return message("why.session_number", name=Term(name), number=number)
    return message("why.number", who=who, name=Term(name), number=number)


def _states_line(name: str, before: Sequence[Status], after: Sequence[Status]) -> Message | None:
    had, has = {word.id for word in before}, {word.id for word in after}
    standing = {(word.id, word.value, word.limit) for word in before}
    new = (word for word in after if (word.id, word.value, word.limit) not in standing)
    begun = tuple(map(status_shown, sorted(new, key=lambda word: word.id)))
    ended = tuple(Term(word) for word in sorted(had - has))
    if begun and ended:
        return message("why.states_changed", who=name, begun=begun, ended=ended)
    if begun:
        return message("why.states_begun", who=name, list=begun)
    return message("why.states_ended", who=name, list=ended) if ended else None


def _thrown(roll: f.Rolled) -> Iterator[Message]:
    """The pool, the faces as they fell, the further ones, those that count."""
    if roll.total is None:
        yield message("why.pool" if roll.sides else "why.cards_pool", count=roll.pool)
    if roll.faces:
        yield _faces(roll.sides, roll.faces)
    if roll.again:
        yield message("why.again" if roll.sides else "why.drawn_again", faces=_listed(roll.again))
    for dice in roll.others:
        what = message("why.other_dice", what=Term(dice.what), dice=_faces(dice.sides, dice.faces))
        yield what if dice.what else _faces(dice.sides, dice.faces)
    if roll.kept:
        yield message("why.kept", faces=_listed(roll.kept))
    if roll.typed:
        yield message("why.typed")


def _faces(sides: int, faces: Sequence[f.Face]) -> Message:
    if not sides:
        return message("why.cards", faces=_listed(faces))
    return message("why.faces", sides=sides, faces=_listed(faces))


def _listed(faces: Sequence[f.Face]) -> str:
    return " ".join(map(str, faces))
