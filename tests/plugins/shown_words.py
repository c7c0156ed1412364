"""Every word that the program can show of a ruleset, typed back as it is shown, beside the line that it stands for."""

from collections.abc import Iterator
from typing import NamedTuple

from tracker.acts.names import HISTORY_VERBS, QUERY_VERBS
from tracker.api.descriptions import Action, CharacterKind, Parameter
from tracker.command.commands import ActCommand, Command
from tracker.command.parse import CommandSet
from tracker.core.intents import Intent, Refusal
from tracker.core.quoting import quote, quoted
from tracker.core.state import State
from tracker.names import folded
from tracker.rules.facade import Rules
from tracker.text import Words

PEOPLE = ("David", "Big Boss", "Jean-Luc de la Croix", "O'Brien", "Night guard 2", "Тихий Дон", "Чёрный Ворон")
NAMED_VERBS = ("set", "change", "option", "initiative", "add")


class Shown(NamedTuple):
    """A word as it is shown, the line that holds it, and the line of ids that it has to mean."""

    role: str
    word: str
    typed: str
    meant: str


def meant(commands: CommandSet, line: str, state: State) -> Command | str:
    """What a line asks for, without where its words stood; the sentence of its refusal where it is refused."""
    try:
        command = commands.parse(line, state)
    except Refusal as refusal:
        return commands.words.say(refusal.reason)
    return ActCommand(command.intent, command.faces) if isinstance(command, ActCommand) else command


def is_typed(commands: CommandSet, shown: Shown, state: State) -> bool:
    """Whether the word does what it says."""
    asked = meant(commands, shown.typed, state)
    return not isinstance(asked, str) and asked == meant(commands, shown.meant, state)


def shown_lines(rules: Rules, words: Words, commands: CommandSet) -> Iterator[Shown]:
    """All words in the language of `words`; `commands` tells which lines can be read at all."""
    yield from _verbs(words, commands)
    for action in commands.actions.values():
        if action.id not in NAMED_VERBS:
            yield from _parameters(action, words)
            yield from _people(action)
    yield from _newcomers(rules, words)
    for kind in rules.kinds.values():
        yield from _traits(kind, words)
    for option in rules.options.values():
        value = "yes" if option.default is True else "no" if option.default is False else str(option.default)
        name = words.term(option.id)
        yield Shown("option", name, f"option {name}={value}", f"option {option.id}={value}")
        yield Shown("option", name, f"option {name} {value}", f"option {option.id}={value}")
        for choice in option.choices:
            word = words.term(choice.id)
            yield Shown("value", word, f"option {option.id}={word}", f"option {option.id}={choice.id}")
            yield Shown("value", word, f"option {name} {word}", f"option {option.id}={choice.id}")


def _verbs(words: Words, commands: CommandSet) -> Iterator[Shown]:
    for verb in (*HISTORY_VERBS, *QUERY_VERBS):
        argument = " attack David by=David" if verb == "odds" else ""
        if verb != "odds" or "attack" in commands.actions:
            yield Shown("verb", words.verb(verb), f"{words.verb(verb)}{argument}", f"{verb}{argument}")
    for action in commands.actions.values():
        line = _line(action, action.id) + _setting(action, commands.rules)
        for word in {words.verb(action.id), words.verb(action.id).upper(), words.verb(action.id).replace("ё", "е")}:
            yield Shown("verb", word, line.replace(action.id, word, 1), line)


def _setting(action: Action, rules: Rules) -> str:
    """What `set`, `change` and `option` need behind them."""
    match action.id:
        case "set" | "change":
            name = next(iter(rules.kinds.values())).traits[0].id
            return f" {name}=1"
        case "option":
            options = rules.options.values()
            return next(f" {one.id}={'no' if one.default is False else one.default}" for one in options)
        case _:
            return ""


def _line(action: Action, verb: str, without: str = "") -> str:
    """A line of ids with all that an action requires, but for the parameter `without`."""
    pieces = [verb]
    match action.id:
        case "add":
            return f"{verb} Zed"
        case "set" | "change":
            return f"{verb} David"
        case "option":
            return verb
    if action.targets in ("one", "many"):
        pieces.append('on="Night guard 2"')
    pieces += [f"{one.id}={_value(one)}" for one in action.typed_parameters if one.required and one.id != without]
    return " ".join([*pieces, *(["by=David"] if action.acts else [])])


def _value(parameter: Parameter) -> str:
    match parameter.kind:
        case "integer":
            return str(max(parameter.minimum or 0, 0))
        case "choice":
            return quote(parameter.choices[0].id)
        case "switch":
            return "yes"
        case "duration":
            return "15m"
        case "character" | "characters":
            return "David"
        case _:
            return quoted("some words")


def _parameters(action: Action, words: Words) -> Iterator[Shown]:
    for parameter in action.typed_parameters:
        line, value = _line(action, action.id, parameter.id), _value(parameter)
        for name in {words.parameter(action.id, parameter.id), words.term(parameter.id)}:
            yield Shown("parameter", name, f"{line} {name}={value}", f"{line} {parameter.id}={value}")
        if parameter.kind == "switch" and action.id != "note":  # in a note it stands before the text
            name = words.term(parameter.id)
            yield Shown("parameter", name, f"{line} {name}", f"{line} {parameter.id}=yes")
        for choice in parameter.choices:
            word = words.term(choice.id)
            right = f"{line} {parameter.id}={quote(choice.id)}"
            yield Shown("value", word, f"{line} {parameter.id}={word}", right)
            if parameter is _first_with(action, word, words):
                yield Shown("value", word, f"{line} {word}", right)


def _first_with(action: Action, word: str, words: Words) -> Parameter | None:
    """The parameter that a bare word belongs to: of two with the same word the first."""
    for one in action.typed_parameters:
        ids = [choice.id for choice in one.choices] if one.kind == "choice" else [one.id] * (one.kind == "switch")
        if folded(word) in (folded(way) for name in ids for way in (name, words.term(name))):
            return one
    return None


def _people(action: Action) -> Iterator[Shown]:
    line = _line(action, action.id)
    for name in PEOPLE:
        if action.targets in ("one", "many"):
            behind = line.replace(' on="Night guard 2"', "").removeprefix(action.id)
            yield Shown("person", name, f"{action.id} {name}{behind}", f"{action.id} on={quoted(name)}{behind}")
        if action.acts:
            start = line.removesuffix(" by=David")
            yield Shown("person", name, f"{start} by={name}", f"{start} by={quoted(name)}")
            yield Shown("person", name, f"{start} by {name}", f"{start} by={quoted(name)}")


def _newcomers(rules: Rules, words: Words) -> Iterator[Shown]:
    for kind in rules.kinds.values():
        word = words.term(kind.id)
        yield Shown("value", word, f"add Sam Smith {word}", f'add "Sam Smith" kind={quote(kind.id)}')
        for side in ("ally", "foe"):
            both = f"{word} {words.term(side)}"
            yield Shown("value", both, f"add Sam Smith {both}", f'add "Sam Smith" kind={quote(kind.id)} side={side}')


def _traits(kind: CharacterKind, words: Words) -> Iterator[Shown]:
    values = {trait.id: str(max(trait.minimum, 0)) for trait in kind.traits if trait.kind == "integer"}
    values |= {track.id: f"{track.marks[0].mark}...." for track in kind.tracks} | {pool.id: "1" for pool in kind.pools}
    add = f"add Zed kind={quote(kind.id)}"
    for name, value in values.items():
        word = words.term(name)
        yield Shown("trait", word, f"{add} {word}={value}", f"{add} {name}={value}")
        yield Shown("trait", word, f"set {kind.id} {word} {value}", f"set {kind.id} {name}={value}")
    for trait in kind.traits:
        for choice in trait.choices:
            word = words.term(choice.id)
            yield Shown("value", word, f"{add} {trait.id}={word}", f"{add} {trait.id}={quote(choice.id)}")
            line = f"set {kind.id} {words.term(trait.id)} {word}"
            yield Shown("value", word, line, f"set {kind.id} {trait.id}={quote(choice.id)}")


def intents(rules: Rules) -> Iterator[Intent]:
    """The people whom the lines name: those of PEOPLE, and one of each kind who is called so."""
    for name in PEOPLE:
        yield Intent("add", values={"name": name})
    for kind in rules.kinds:
        yield Intent("add", values={"name": kind, "kind": kind})
