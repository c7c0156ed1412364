"""Parts of a number as plain values, so that a follow-up intent or the scene can carry them."""

from tracker.api import Message, Part, Term, Value, message


def packed(parts: tuple[Part, ...]) -> Value:
    """Parts whose labels are terms, as a tuple of (term, value, rule)."""
    return tuple((part.label.id, part.value, part.rule) for part in parts if isinstance(part.label, Term))


def unpacked(value: Value | None) -> tuple[Part, ...]:
    """The parts that `packed` wrote; nothing for anything else."""
    found: list[Part] = []
    for item in value if isinstance(value, tuple) else ():
        match item:
            case (str(label), int(number), str(rule)):
                found.append(Part(Term(label), number, rule))
            case _:
                continue
    return tuple(found)


def listed(parts: tuple[Part, ...]) -> tuple[Message, ...]:
    """Parts as a sentence lists them: each with its sign."""
    return tuple(message("vtm5.part", label=part.label, value=part.value) for part in parts)


def dice_in_words(size: int, parts: tuple[Part, ...]) -> Message:
    """A number of dice with what it is made of, where that is more than one thing."""
    several = len(parts) > 1
    return message("vtm5.dice_of", pool=size, parts=listed(parts)) if several else message("vtm5.dice", pool=size)
