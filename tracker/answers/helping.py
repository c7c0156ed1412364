"""What a command does, and what it takes."""

from collections.abc import Iterable, Iterator, Sequence

from tracker.acts.names import value_called
from tracker.acts.verbs import examples_of_other_verbs
from tracker.api.descriptions import (
    Action,
    CharacterKind,
    OptionSpec,
    Parameter,
    PoolSpec,
    TrackSpec,
    TraitSpec,
    is_own_roll,
)
from tracker.command.parse import AS_WORD, CommandSet
from tracker.command.people import GROUPS, MARKED
from tracker.command.reading import HIDDEN_WORD
from tracker.command.vocabulary import AND, HALF, RESERVED_WORDS
from tracker.core.messages import Term, message
from tracker.core.quoting import quote
from tracker.core.state import EMPTY_BOX, State
from tracker.core.values import Value
from tracker.names import all_folded, choose_word, folded, is_exact
from tracker.rules.values import specs_of
from tracker.text import VERB, WORD, Words

LANGUAGE_WORDS = (
    *RESERVED_WORDS.values(),
    *(f"{WORD}{group}" for group in GROUPS),
    MARKED,
    HALF,
    AND,
    AS_WORD,
    HIDDEN_WORD,
)
"""The terms of the words that belong to the language itself; each has its help under the same name."""
MOST_BOUNDS = 1_000_000
"""A number of an option that has so many values has no bounds worth telling."""


def help_lines(commands: CommandSet, topic: str = "") -> Iterator[str]:
    """The help of whatever can be typed, a command first, or a line for each command. Raises Refusal."""
    words = commands.words
    if not topic:
        for name in commands.spellings:
            yield f"{words.verb(name)}: {words.help(name)}".rstrip(": ")
        return
    if not is_exact(topic, commands.typed_verbs) and (found := list(_of_things(commands, topic))):
        yield from found
        return
    name = choose_word(topic, [f"{VERB}{verb}" for verb in commands.spellings], commands.spell, Term("command"))
    yield from _of_command(commands, name.removeprefix(VERB))


def _of_command(commands: CommandSet, name: str) -> Iterator[str]:
    words = commands.words
    yield f"{words.verb(name)}: {words.help(name)}".rstrip(": ")
    action = commands.actions.get(name)
    if action is None:
        rules = commands.rules
        for example in examples_of_other_verbs(rules.kinds.values(), rules.actions.values())[name]:
            yield words.say(message("help.example", example=commands.spoken(example)))
        return
    yield words.say(message("help.usage", usage=usage(action, words)))
    for parameter in action.typed_parameters:
        yield f"  {parameter_line(commands, action, parameter)}"
    yield from _what_can_be_set(commands, name)
    for example in action.examples:
        yield words.say(message("help.example", example=commands.spoken(example)))
    if action.rules:
        yield words.say(message("help.rules", list=action.rules))


def usage(action: Action, words: Words) -> str:
    """The form of a command in the reader's words: required parameters bare, optional ones in brackets."""
    pieces = [words.verb(action.id)]
    target = words.term("target").upper()
    match action.targets:
        case "one" if not is_own_roll(action):
            pieces.append(target)
        case "many":
            pieces.append(f"{target}[,{target}…]")
        case "one" | "optional":
            pieces.append(f"[{target}]")
    for parameter in action.typed_parameters:
        word = words.parameter(action.id, parameter.id)
        form = words.term(value_called(action.id, parameter.id)) if parameter.kind == "switch" else f"{word}="
        pieces.append(word.upper() if parameter.required else f"[{form}]")
    if action.acts:
        pieces.append(f"[{words.term('by')}=]")
    return " ".join(pieces)


def parameter_line(commands: CommandSet, action: Action, parameter: Parameter) -> str:
    """What a parameter is and what it takes."""
    words = commands.words
    told = parameter_help(commands, action, parameter)
    label = words.parameter(action.id, parameter.id)
    taken = ""
    if parameter.choices:
        taken = ", ".join(words.term(choice.id) for choice in parameter.choices)
    elif parameter.minimum is not None and parameter.maximum is not None:
        taken = f"{words.value(parameter.minimum)}…{words.value(parameter.maximum)}"
    return ": ".join(piece for piece in (label, told, taken) if piece)


def parameter_help(commands: CommandSet, action: Action, parameter: Parameter) -> str:
    """What a parameter means: in this action, else in general; the help of a verb of the same name does not count."""
    words = commands.words
    own = words.help(f"{action.id}.{parameter.id}")
    return own or ("" if parameter.id in commands.actions else words.help(parameter.id))


# ---------------------------------------------------------------------- what add, set, change and option take


def _what_can_be_set(commands: CommandSet, verb: str) -> Iterator[str]:
    """The names that a verb takes besides its parameters: traits and gauges of each kind of character, options."""
    words, rules = commands.words, commands.rules
    if verb == "option":
        for option in rules.options.values():
            yield f"  {_option_line(words, option)}"
    if verb in ("add", "set", "change"):
        for kind in rules.kinds.values():
            for group, names in _by_group(words, kind, only_numbers=verb == "change").items():
                what = message("help.group", kind=Term(kind.id), group=Term(group)) if group else Term(kind.id)
                yield "  " + words.say(message("help.names", what=what, list=tuple(names)))
    if verb in ("set", "change") and rules.gauges:
        specs = (gauge.spec for gauge in rules.gauges.values())
        gauges = tuple(words.term(spec.id) for spec in specs if verb == "set" or isinstance(spec, PoolSpec))
        yield "  " + words.say(message("help.names", what=message("help.session"), list=gauges))


def _by_group(words: Words, kind: CharacterKind, *, only_numbers: bool) -> dict[str, list[str]]:
    """What a kind of character has, as it is typed, by the groups of its sheet."""
    groups: dict[str, list[str]] = {}
    for spec in kind.traits:
        if not only_numbers or spec.kind == "integer":
            groups.setdefault(spec.group, []).append(_trait(words, spec))
    gauges: Iterable[TrackSpec | PoolSpec] = kind.pools if only_numbers else (*kind.tracks, *kind.pools)
    for gauge in gauges:
        marks = f" {EMPTY_BOX}{''.join(mark.mark for mark in gauge.marks)}" if isinstance(gauge, TrackSpec) else ""
        groups.setdefault("", []).append(words.term(gauge.id) + marks)
    return groups


def _trait(words: Words, spec: TraitSpec) -> str:
    if spec.kind == "integer":
        return f"{words.term(spec.id)} {words.value(spec.minimum)}…{words.value(spec.maximum)}"
    choices = "/".join(words.term(choice.id) for choice in spec.choices)
    return f"{words.term(spec.id)} {choices}".rstrip()


def _option_line(words: Words, option: OptionSpec) -> str:
    if isinstance(option.default, bool):
        taken = f"{words.term('yes')}, {words.term('no')}"
    elif option.choices:
        taken = ", ".join(words.term(choice.id) for choice in option.choices)
    else:
        taken = f"{words.value(option.minimum)}…{words.value(option.maximum)}" if _is_bounded(option) else ""
    return ": ".join(piece for piece in (words.term(option.id), words.help(option.id), taken) if piece)


def _is_bounded(option: OptionSpec) -> bool:
    return isinstance(option.default, int) and option.maximum - option.minimum < MOST_BOUNDS


# ---------------------------------------------------------------------- other things that can be typed


def _of_things(commands: CommandSet, topic: str) -> Iterator[str]:
    """What is called so and is no command: words of the language, options, traits, conditions, parameters, choices."""
    yield from _of_words(commands, topic)
    yield from _of_options(commands, topic)
    yield from _of_traits(commands, topic)
    yield from _of_conditions(commands, topic)
    for action in commands.actions.values():
        for parameter in action.typed_parameters:
            yield from _of_parameter(commands, topic, action, parameter)


def _of_words(commands: CommandSet, topic: str) -> Iterator[str]:
    words = commands.words
    for word in LANGUAGE_WORDS:
        if _is_called(commands, word, topic):
            yield f"{words.term(word)}: {words.help(word)}"


def _of_options(commands: CommandSet, topic: str) -> Iterator[str]:
    words = commands.words
    for option in commands.rules.options.values():
        if _is_called(commands, option.id, topic):
            yield words.say(message("help.is", kind=Term("option"), what=_option_line(words, option)))
            yield words.say(message("help.example", example=commands.spoken(f"option {option.id}={_usual(option)}")))


def option_lines(commands: CommandSet, state: State, asked: Sequence[str] = ()) -> Iterator[str]:
    """The table options, or those that are asked about, with what they are now."""
    words = commands.words
    for option in commands.rules.options.values():
        if not asked or option.id in asked:
            value = state.option(option.id, option.default)
            now = words.term("yes" if value else "no") if isinstance(value, bool) else words.value(_shown(value))
            yield words.say(message("option.now", name=Term(option.id), value=now))
            if asked:
                yield from _of_options(commands, option.id)


def _shown(value: Value) -> Term | int:
    return value if isinstance(value, int) else Term(str(value))


def _of_traits(commands: CommandSet, topic: str) -> Iterator[str]:
    words = commands.words
    for kind in commands.rules.kinds.values():
        for name, spec in specs_of(kind).items():
            if _is_called(commands, name, topic):
                told = _with_help(words, name, _trait(words, spec) if isinstance(spec, TraitSpec) else words.term(name))
                yield words.say(message("help.is", kind=message("help.of", of=Term(kind.id)), what=told))


def _of_conditions(commands: CommandSet, topic: str) -> Iterator[str]:
    words = commands.words
    for condition in commands.rules.conditions.values():
        if not condition.memory and _is_called(commands, condition.id, topic):
            told = _with_help(words, condition.id, words.term(condition.id))
            yield words.say(message("help.is", kind=Term("condition"), what=told))
            if condition.rule:
                yield words.say(message("help.rules", list=(condition.rule,)))


def _of_parameter(commands: CommandSet, topic: str, action: Action, parameter: Parameter) -> Iterator[str]:
    """A parameter that is called so, or that takes a choice that is."""
    words = commands.words
    label = words.parameter(action.id, parameter.id)
    is_called = _is_called(commands, parameter.id, topic) or folded(label) == folded(topic)
    if not is_called and not parameter.choices:
        return
    where = message("help.in", verb=Term(f"{VERB}{action.id}"))
    if is_called:
        yield words.say(message("help.is", kind=where, what=parameter_line(commands, action, parameter)))
    for choice in parameter.choices:
        if choice.id not in commands.rules.conditions and _is_called(commands, choice.id, topic):
            told = "" if choice.id in commands.actions else words.help(choice.id)
            named = f"{label} {words.term(choice.id)}"
            yield words.say(message("help.is", kind=where, what=": ".join(filter(None, (named, told)))))


def _is_called(commands: CommandSet, name: str, topic: str) -> bool:
    return folded(topic) in all_folded(commands.words.spellings_in_all(name))


def _with_help(words: Words, name: str, shown: str) -> str:
    told = words.help(name)
    return f"{shown}: {told}" if told else shown


def _usual(option: OptionSpec) -> str:
    if isinstance(option.default, bool):
        return "yes" if option.default else "no"
    return quote(str(option.default))
