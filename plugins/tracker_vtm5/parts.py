"""Parts of a number as plain values, so that a follow-up intent or the scene can carry them."""

from tracker.api import Part, Term, Value


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
