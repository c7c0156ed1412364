"""What a command does, and what it takes."""

from collections.abc import Iterable, Iterator

from tracker.acts.verbs import examples_of_other_verbs
from tracker.api.descriptions import Action, CharacterKind, OptionSpec, Parameter, PoolSpec, TrackSpec, TraitSpec
from tracker.command.parse import CommandSet
from tracker.core.messages import Term, message
from tracker.core.state import EMPTY_BOX
from tracker.names import choose
from tracker.text import Words

MOST_BOUNDS = 1_000_000
"""A number of an option that has so many values has no bounds worth telling."""


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
    for parameter in action.typed_parameters:
        yield f"  {parameter_line(commands, action, parameter)}"
    yield from _what_can_be_set(commands, name)
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
    for parameter in action.typed_parameters:
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
        gauges = tuple(_named(words, spec.id) for spec in specs if verb == "set" or isinstance(spec, PoolSpec))
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
        groups.setdefault("", []).append(_named(words, gauge.id) + marks)
    return groups


def _trait(words: Words, spec: TraitSpec) -> str:
    if spec.kind == "integer":
        return f"{_named(words, spec.id)} {words.value(spec.minimum)}…{words.value(spec.maximum)}"
    choices = "/".join(choice.id for choice in spec.choices)
    return f"{_named(words, spec.id)} {choices}".rstrip()


def _option_line(words: Words, option: OptionSpec) -> str:
    if isinstance(option.default, bool):
        taken = "yes, no"
    elif option.choices:
        taken = ", ".join(choice.id for choice in option.choices)
    else:
        taken = f"{words.value(option.minimum)}…{words.value(option.maximum)}" if _is_bounded(option) else ""
    return ": ".join(piece for piece in (_named(words, option.id), words.help(option.id), taken) if piece)


def _is_bounded(option: OptionSpec) -> bool:
    return isinstance(option.default, int) and option.maximum - option.minimum < MOST_BOUNDS


def _named(words: Words, thing: str) -> str:
    """How something is typed, with its word behind it where that is another one."""
    word = words.term(thing)
    return thing if word == thing else f"{thing} ({word})"
