"""Answers to questions: why a number is what it is, what the chances are, what a command does, what a sheet says."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from tracker.acts.amounts import duration
from tracker.api.descriptions import Action, Parameter
from tracker.command.commands import QueryCommand
from tracker.command.names import character_spellings, choose
from tracker.command.parse import CommandSet
from tracker.command.verbs import examples_of_other_verbs
from tracker.core.facts import Fact, InitiativeSet, PoolSet, Rolled, TrackSet, TraitSet
from tracker.core.history import Entry
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import Part, Term, message
from tracker.opening import Session
from tracker.rules.facade import Rules
from tracker.text import MINUS, Words, signed


def answer(session: Session, query: QueryCommand) -> list[str]:
    """The lines that answer a question. Raises Refusal or PluginError."""
    if session.commands is None or session.table.rules is None:
        raise Refusal(message("refused.no_ruleset"))
    match query.verb:
        case "help":
            return list(help_lines(session.commands, query.words[0] if query.words else ""))
        case "odds" if query.intent is not None:
            return odds_lines(session, query.intent)
        case "why":
            return why_lines(session, query.words)
        case "sheet":
            return sheet_lines(session, _person(session, query.words))
        case _:
            return due_lines(session)


# ---------------------------------------------------------------------- help


def help_lines(commands: CommandSet, verb: str = "") -> Iterator[str]:
    """The help of one command with its parameters and examples, or a line for each command."""
    words = commands.words
    if not verb:
        for name in commands.spellings:
            yield f"{_spelled(commands, name)}: {words.help(name)}".rstrip(": ")
        return
    name = choose(verb, commands.spellings, Term("command"))
    yield f"{_spelled(commands, name)}: {words.help(name)}".rstrip(": ")
    action = commands.actions.get(name)
    if action is None:
        rules = commands.rules
        for example in examples_of_other_verbs(rules.kinds.values(), rules.actions.values())[name]:
            yield words.say(message("help.example", example=example))
        return
    yield words.say(message("help.usage", usage=usage(action, words)))
    for parameter in action.parameters:
        yield f"  {parameter_line(commands, action, parameter)}"
    for example in action.examples:
        yield words.say(message("help.example", example=example))
    if action.rules:
        yield words.say(message("help.rules", list=action.rules))


def _spelled(commands: CommandSet, name: str) -> str:
    ways = commands.spellings[name]
    return ways[0] if len(ways) == 1 else f"{ways[0]} ({ways[1]})"


def usage(action: Action, words: Words) -> str:
    """The form of a command: required parameters bare, optional ones in brackets."""
    pieces = [action.id]
    target = words.term("target").upper()
    match action.targets:
        case "one":
            pieces.append(target)
        case "many":
            pieces.append(f"{target}[,{target}…]")
        case "optional":
            pieces.append(f"[{target}]")
    for parameter in action.parameters:
        form = parameter.id if parameter.kind == "switch" else f"{parameter.id}="
        pieces.append(words.parameter(action.id, parameter.id).upper() if parameter.required else f"[{form}]")
    if action.acts:
        pieces.append("[by=]")
    return " ".join(pieces)


def parameter_line(commands: CommandSet, action: Action, parameter: Parameter) -> str:
    """What a parameter is and what it takes."""
    words = commands.words
    told = parameter_help(commands, action, parameter)
    label = words.parameter(action.id, parameter.id)
    name = parameter.id if label == parameter.id else f"{parameter.id} ({label})"
    taken = ""
    if parameter.choices:
        taken = ", ".join(choice.id for choice in parameter.choices)
    elif parameter.minimum is not None and parameter.maximum is not None:
        taken = f"{parameter.minimum}…{parameter.maximum}"
    return ": ".join(piece for piece in (name, told, taken) if piece)


def parameter_help(commands: CommandSet, action: Action, parameter: Parameter) -> str:
    """What a parameter means: in this action, else in general; the help of a verb of the same name does not count."""
    words = commands.words
    own = words.help(f"{action.id}.{parameter.id}")
    return own or ("" if parameter.id in commands.actions else words.help(parameter.id))


# ---------------------------------------------------------------------- odds


def decimal(number: Fraction) -> str:
    """A mean as people read it: two places, the minus as wide as the figures."""
    return f"{float(number):.2f}".replace("-", MINUS)


def percent(chance: Fraction) -> str:
    """A probability as people read it; the certain and the impossible are told from the nearly so."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    shown = float(chance) * 100
    if shown < 0.1:
        return "<0.1%"
    return ">99.9%" if shown > 99.9 else f"{shown:.1f}%"


def odds_lines(session: Session, intent: Intent) -> list[str]:
    """The exact chances of an act: its pool with parts, what may come of it, chances of at least so many successes."""
    rules, words = _rules(session), session.words
    chances = rules.odds(session.table.state, intent)
    if chances is None:
        return [words.say(message("odds.none"))]
    lines = []
    if chances.parts:
        lines.append(words.say(message("odds.pool", pool=chances.pool, parts=words.parts(chances.parts))))
    events = [f"{words.value(label)} {percent(chance)}" for label, chance in chances.events]
    if events:
        lines.append(", ".join(events))
    if chances.at_least:
        listed = ", ".join(f"{number}+ {percent(chance)}" for number, chance in enumerate(chances.at_least, 1))
        lines.append(words.say(message("odds.at_least", list=listed, mean=decimal(chances.mean))))
    if chances.loss is not None:
        lines.append(words.say(message("odds.loss", mean=decimal(chances.loss))))
    return lines


# ---------------------------------------------------------------------- why


def why_lines(session: Session, asked: tuple[str, ...]) -> list[str]:
    """Explain the last entry's numbers, somebody's gauge (`why NAME health`), or a rule by its id."""
    rules = _rules(session)
    if not asked:
        return last_reasons(session)
    reference = rules.reference(session.words.language)
    rule = next((reference[name] for name in reference if name.casefold() == asked[0].casefold()), None)
    if rule is not None:
        return [f"{rule.id}: {rule.title}", rule.text]
    who = _person(session, asked)
    if len(asked) == 1:
        return sheet_lines(session, who)
    return gauge_reasons(session, who, asked[1])


def last_reasons(session: Session) -> list[str]:
    """The numbers of the last act that has any and stands."""
    history = session.table.history
    for entry in reversed(history.entries):
        if history.holds(entry.number) and (lines := _reasons(session, entry)):
            return lines
    raise Refusal(message("why.nothing"))


def entry_reasons(session: Session, entry: Entry) -> list[str]:
    """Every number of an entry with its parts, each part with its rule; a sentence where it has none."""
    return _reasons(session, entry) or [session.words.say(message("why.no_numbers"))]


def _reasons(session: Session, entry: Entry) -> list[str]:
    lines: list[str] = []
    for fact in entry.facts:
        heading = _heading(session, fact)
        parts = _parts_of(fact)
        if heading and parts:
            lines.append(heading)
            lines += part_lines(session, parts)
    return lines


def _heading(session: Session, fact: Fact) -> str:
    words, characters = session.words, session.table.state.characters
    who = getattr(fact, "who", "")
    name = characters[who].name if who in characters else who
    match fact:
        case Rolled():
            return f"{name}: {words.term(fact.what)} {signed(fact.pool).lstrip('+')}"
        case TrackSet():
            return f"{name}: {words.term(fact.track)} {fact.before.marks} → {fact.after.marks}"
        case PoolSet():
            return f"{name}: {words.term(fact.pool)} {fact.before.value} → {fact.after.value}"
        case InitiativeSet():
            return f"{name}: {words.term('initiative')} {fact.value}"
        case TraitSet():
            return f"{name}: {words.term(fact.trait)}"
        case _:
            return ""


def _parts_of(fact: Fact) -> tuple[Part, ...]:
    parts: tuple[Part, ...] = getattr(fact, "parts", ())
    rule = getattr(fact, "rule", "")
    return parts or ((Part(Term("amount"), getattr(fact, "amount", 0), rule),) if rule else ())


def part_lines(session: Session, parts: tuple[Part, ...] | list[Part], unit: str = "") -> list[str]:
    """A line a part: what, how much, the rule's id and title."""
    words = session.words
    reference = _rules(session).reference(words.language)
    lines: list[str] = []
    for part in parts:
        rule = reference.get(part.rule)
        source = f"{part.rule} {rule.title}" if rule else part.rule or words.say(message("why.by_hand"))
        sign = "+" if part.value > 0 else MINUS if part.value < 0 else ""
        lines.append(f"  {words.value(part.label)} {sign}{amount(words, abs(part.value), unit)}  ({source})")
    return lines


def gauge_reasons(session: Session, who: str, gauge: str) -> list[str]:
    """The parts behind a track's size, a pool's bound or a derived value."""
    rules, words, state = _rules(session), session.words, session.table.state
    derived = {value.id: value for value in rules.derived(state, who)}
    character = state.characters[who]
    names = dict.fromkeys((*character.tracks, *character.pools, *derived))
    name = choose(gauge, {name: (name, words.term(name)) for name in names}, Term("trait"))
    if name in derived:
        value = derived[name]
        heading = f"{character.name}: {words.term(name)} {amount(words, value.value, value.unit)}"
        return [heading, *part_lines(session, value.parts, value.unit)]
    parts = rules.explain(state, who, name)
    heading = f"{character.name}: {words.term(name)}"
    return [heading, *(part_lines(session, parts) or [words.say(message("why.no_numbers"))])]


# ---------------------------------------------------------------------- sheets and what is due


def sheet_lines(session: Session, who: str) -> list[str]:
    """A character's traits and worked-out values."""
    rules, words = _rules(session), session.words
    character = session.table.state.characters[who]
    lines = [f"{character.name} — {words.term(character.kind)}"]
    traits = [
        f"{words.term(name)} {words.term(value) if isinstance(value, str) else value}"
        for name, value in character.traits.items()
        if value not in (0, "")
    ]
    if traits:
        lines.append(", ".join(traits))
    lines += [f"{words.term(name)} {track.marks}" for name, track in character.tracks.items()]
    lines += [
        f"{words.term(name)} {pool.value}" + (f"/{pool.maximum}" if pool.maximum is not None else "")
        for name, pool in character.pools.items()
    ]
    for value in rules.derived(session.table.state, who):
        sum_of = words.parts(value.parts, partial(amount, words, unit=value.unit))
        worth = amount(words, value.value, value.unit)
        lines.append(f"{words.term(value.id)} {worth}" + (f" = {sum_of}" if sum_of else ""))
    return lines


def amount(words: Words, number: int, unit: str) -> str:
    """A number, or with the unit "second" the length of time that it counts: `2 days, 15 minutes`."""
    if unit == "second" and number >= 0:
        return words.say(duration(number))
    return words.value(number)


def due_lines(session: Session) -> list[str]:
    """What waits for the game master, numbered."""
    words = session.words
    prompts = session.table.state.prompts
    if not prompts:
        return [words.say(message("due.nothing"))]
    return [
        f"{number}. {words.say(prompt.line)}" + (f" [{prompt.command}]" if prompt.command else "")
        for number, prompt in enumerate(prompts, 1)
    ]


def _person(session: Session, asked: tuple[str, ...]) -> str:
    state = session.table.state
    if not asked:
        if state.current:
            return state.current
        raise Refusal(message("why.who"))
    return choose(asked[0], character_spellings(state), Term("character"))


def _rules(session: Session) -> Rules:
    rules = session.table.rules
    if rules is None:
        raise Refusal(message("refused.no_ruleset"))
    return rules
