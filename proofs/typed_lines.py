"""Half a million damaged lines are read as they stand or refused: no traceback, no word that becomes something else.

Lines of every ruleset in every language are damaged: letters and words lost, doubled, swapped, changed, from another
line, on another keyboard. Of each that is taken, every word has to stand for one thing, which it spells or begins;
every value has to come from a word; no free text may be someone's name; and the line that the journal would keep has
to ask for the same.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from tests.languages import LANGUAGES
from tests.plugins.kept import kept_commands, kept_rules
from tests.plugins.shown_words import shown_lines
from tests.tables import played
from tracker.acts.fights import FIRST
from tracker.api.descriptions import Action, Parameter
from tracker.command.commands import ActCommand, Filled
from tracker.command.compose import compose, tidied
from tracker.command.people import SHORTEST_NAME
from tracker.command.reading import TEXT_VERBS
from tracker.command.tokens import Token, tokenize
from tracker.core.intents import Intent, IntentValue, Refusal
from tracker.core.quoting import quote
from tracker.core.state import State
from tracker.names import begins, folded, matches
from tracker.text import WORD

RULESETS = ("tracker_wod", "tracker_vtm5", "tracker_night_wanderers", "tracker_ukraine_by_night")
LINES = 500_000
MOST_SHOWN = 10
"""How many faults of one ruleset and one language are told."""
PEOPLE = ("David", "Big Boss", "Night guard 2", "Anna", "Анна", "Тихий Дон", "O'Brien")
FURTHER_LINES = (
    "damage Anna 2, Big Boss 1", "damage David,Anna 5, Анна half, Тихий Дон 1", "damage all foes 3", "damage Thugs 1",
    "condition Big Boss prone 2 rounds", "condition Anna rain 15m", "note the door falls", "note about=David he limps",
    "set David willpower -1", "initiative David=9 Anna=3", "move David before Anna", "scene The yard", "pass 2 days",
    "fight yard Anna,David", "add Sam Smith foe note=tall", "rename Anna Anna the Hat", "side Anna foe", "end Anna",
    "урон Анна 2, Тихий Дон 1", "состояние Анна дождь 2 раунда", "заметка дверь падает", "прошло 2 дня", "hide Anna",
)  # fmt: skip
SIGNS = "abestrавеолт0123456789-_=,.'\"+ "
_NUMBER = re.compile(r"[+\-−]?\d+")


def prove(budget: float) -> Iterator[str]:
    """Damage lines of each ruleset for readers of each language."""
    worlds = [(module, language) for module in RULESETS for language in LANGUAGES]
    for number, (module, language) in enumerate(worlds):
        yield from World(module, language, number).prove(round(LINES * budget / len(worlds)))


class World:
    """One ruleset in one language, with people in a fight."""

    def __init__(self, module: str, language: str, seed: int) -> None:
        rules = kept_rules(module)
        session = played(*(f"add {quote(name)}" for name in PEOPLE), "add Thug foe count=3", rules=rules)
        self._where = f"{rules.card.id} ({language})"
        self._state: State = replace(session.table.state, current="David")
        self._commands = kept_commands(module, language)
        self._words = self._commands.words
        self._random = random.Random(seed)
        self._lines = [
            *FURTHER_LINES,
            *(example for one in self._commands.actions.values() for example in one.examples),
        ]
        for each in LANGUAGES:
            self._lines += [one.typed for one in shown_lines(rules, kept_commands(module, each).words, self._commands)]
        self._pieces = sorted({piece for line in self._lines for piece in line.split()})

    def prove(self, count: int) -> Iterator[str]:
        """Damage so many lines and tell what is read wrongly."""
        told = taken = 0
        for _ in range(count):
            line = self._damaged()
            try:
                command = self._commands.parse(line, self._state)
            except Refusal:
                continue
            except Exception as error:
                faults = [f"{type(error).__name__}: {error}"]
            else:
                taken += 1
                faults = list(self.faults(line, command)) if isinstance(command, ActCommand) else []
            told += bool(faults)
            if faults and told <= MOST_SHOWN:
                yield f"{self._where}: {line!r}: {'; '.join(faults)}"
        if told > MOST_SHOWN:
            yield f"{self._where}: {told - MOST_SHOWN} more lines"
        print(f"  {self._where}: {taken} of {count} damaged lines are taken", flush=True)

    def read(self, line: str) -> ActCommand:
        """Read a line that asks for an act."""
        command = self._commands.parse(line, self._state)
        assert isinstance(command, ActCommand)
        return command

    def _damaged(self) -> str:
        line = self._random.choice(self._lines)
        for _ in range(self._random.choice((0, 1, 1, 1, 2, 3))):
            line = self._random.choice(_DAMAGES)(self, line)
        return line

    # ------------------------------------------------------------------ damages

    def letter_lost(self, line: str) -> str:
        """Leave out a sign."""
        place = self._random.randrange(len(line) + 1)
        return line[:place] + line[place + 1 :]

    def letter_doubled(self, line: str) -> str:
        """Type a sign twice."""
        place = self._random.randrange(len(line) + 1)
        return line[:place] + line[max(place - 1, 0) :]

    def letters_swapped(self, line: str) -> str:
        """Type two signs in the wrong order."""
        place = self._random.randrange(len(line) + 1)
        return line[:place] + line[place : place + 2][::-1] + line[place + 2 :]

    def letter_changed(self, line: str) -> str:
        """Type another sign."""
        place = self._random.randrange(len(line) + 1)
        return line[:place] + self._random.choice(SIGNS) + line[place + 1 :]

    def word_lost(self, line: str) -> str:
        """Leave out a word."""
        words = line.split(" ")
        del words[self._random.randrange(len(words))]
        return " ".join(words)

    def word_doubled(self, line: str) -> str:
        """Type a word twice."""
        words = line.split(" ")
        place = self._random.randrange(len(words))
        return " ".join((*words[: place + 1], *words[place:]))

    def words_swapped(self, line: str) -> str:
        """Type the words in another order."""
        verb, *words = line.split(" ")
        return " ".join((verb, *self._random.sample(words, len(words))))

    def word_cut(self, line: str) -> str:
        """Type only the beginning of a word."""
        words = line.split(" ")
        place = self._random.randrange(len(words))
        words[place] = words[place][: self._random.randint(1, 4)]
        return " ".join(words)

    def word_added(self, line: str) -> str:
        """Type a word of another line, or someone's name."""
        words = line.split(" ")
        added = self._random.choice((self._random.choice(self._pieces), self._random.choice(PEOPLE)))
        words.insert(self._random.randint(1, len(words)), added)
        return " ".join(words)

    def lines_joined(self, line: str) -> str:
        """Type another line behind it."""
        return f"{line}{self._random.choice((' ', ', '))}{self._random.choice(self._lines)}"

    def other_keyboard(self, line: str) -> str:
        """Type on the keyboard of another language."""
        return next(self._words.on_other_keyboards(line), line)

    def other_case(self, line: str) -> str:
        """Type with the capitals locked."""
        return line.swapcase()

    # ------------------------------------------------------------------ what must hold

    def faults(self, line: str, command: ActCommand) -> Iterator[str]:
        """What of the line became something else."""
        intent, filled = command.intent, command.filled
        yield from self._unread(line, filled)
        action = self._commands.actions[intent.verb]
        for part, one in enumerate(intent.each):
            yield from self._unexplained(action, one, [each for each in filled if each.part == part], part)
        for each in filled:
            yield from self._wrong(line, action, intent.each[each.part], each)
        again = compose(intent, self._commands, self._state)
        try:
            read = self._commands.parse(again, self._state)
        except Refusal as refusal:
            yield f"its line {again!r} is refused: {self._words.say(refusal.reason)}"
            return
        if not isinstance(read, ActCommand) or tidied(read.intent, action) != tidied(intent, action):
            yield f"its line {again!r} asks for something else"

    def _unread(self, line: str, filled: Sequence[Filled]) -> Iterator[str]:
        """The words that stand for nothing, or for two things."""
        tokens = tokenize(" " * (len(line) - len(said := line.lstrip().lstrip(":"))) + said)
        for token in tokens:
            inside = [one for one in filled if one.start < token.end and token.start < one.end]
            whole = token.text.strip(",")
            if not inside and whole:
                yield f"{whole!r} stands for nothing"
        for before, after in pairwise(filled):
            if before.end > after.start:
                yield f"{line[after.start : before.end]!r} stands for two things"
        if any(not one.names for one in filled):
            yield "a word fills nothing"
        names = [(one.part, name) for one in filled for name in one.names]
        yield from (f"{name} is given twice" for part, name in set(names) if names.count((part, name)) > 1)

    def _unexplained(self, action: Action, intent: Intent, filled: Sequence[Filled], part: int) -> Iterator[str]:
        """The values that come from no word."""
        given = {name for one in filled for name in one.names}
        defaults = {one.id: one.default for one in action.parameters}
        for name, value in intent.values.items():
            if name not in given and value != defaults.get(name) and not part:
                yield f"{name} is {value!r}, which nobody typed"
        # A roll without a target is that of the one whose turn it is.
        is_own_roll = action.hook == "roll" and intent.targets == (self._state.current,)
        if intent.targets and "on" not in given and not is_own_roll:
            yield f"it is on {intent.targets}, whom nobody typed"
        if intent.actor not in ("", self._state.current) and "by" not in given and not part:
            yield f"{intent.actor} does it, whom nobody typed"

    def _wrong(self, line: str, action: Action, intent: Intent, filled: Filled) -> Iterator[str]:
        """The values that the words don't spell."""
        raw = line[filled.start : filled.end]
        tokens = tokenize(raw)
        parameters = {one.id: one for one in action.typed_parameters}
        for name in filled.names:
            value = intent.values.get(name)
            if name == "verb":
                is_right = self._is_verb(action.id, tokens)
            elif name in ("on", "by"):
                without_total = [who for who in intent.targets if f"total:{who}" not in intent.values]
                people = without_total if name == "on" else [intent.actor]
                named = [one for one in tokens if not self._is_word(one.text, name)]
                is_right = self._are_people(people, named or tokens)
            elif name in parameters:
                is_right = self._is_value(action, parameters[name], intent.values.get(name, ""), raw)
            else:
                is_right = value is None or self._is_thing(name, value, tokens)
            if not is_right:
                yield f"{raw!r} became {name} {value!r}"

    def _is_thing(self, name: str, value: IntentValue, tokens: Sequence[Token]) -> bool:
        """Whether words name a trait, a gauge, an option or whose total it is, and its value."""
        words = [word for token in tokens for word in (token.key, token.text) if word]
        runs = [" ".join(words[:count]) for count in range(1, len(words) + 1)]
        is_total = name.startswith("total:")
        if not is_total and not self._begins(name, runs):
            return False
        behind = [" ".join(words[count:]) for count in range(len(words))]
        numbers = [int(number.replace("−", "-")) for number in _NUMBER.findall(" ".join(words))]
        match value:
            case bool():
                return True
            case int():
                return value in numbers
            case str():
                return value in behind or self._begins(value, behind) or set(value) <= set("./X*")
            case _:
                return bool(numbers)

    def _is_word(self, typed: str, word: str) -> bool:
        term = {"by": "by", "on": "on-whom"}[word]
        return folded(typed) in map(folded, self._words.spellings_in_all(f"{WORD}{term}"))

    def _is_verb(self, verb: str, tokens: Sequence[Token]) -> bool:
        typed = folded(" ".join(token.text for token in tokens))
        ways = self._words.spellings_in_all(f"verb.{verb}")
        known = (verb, "set") if verb == "change" else (verb,)
        keys = [self._commands.actions[one].key for one in known]
        return tokens[0].text in keys or any(
            begins(folded(way), typed) for one in known for way in (*ways, *self._words.spellings_in_all(f"verb.{one}"))
        )

    def _are_people(self, people: Sequence[str], tokens: Sequence[Token]) -> bool:
        """Whether each of the people is named by the words, and each of the words names one; groups are known."""
        text = " ".join(token.text for token in tokens)
        return all(self._names(person, text) for person in people)

    def _names(self, who: str, text: str) -> bool:
        name = self._state.characters[who].name
        typed = {folded(item).strip("-") for item in text.split(",")}
        ways = [folded(way) for way in (name, who, *name.split()[1:])]
        if any(begins(way, one) for way in ways for one in typed if one):
            return True
        groups = ("all", "foes", "others", "marked")
        known = {folded(way) for word in groups for way in self._words.spellings_in_all(f"{WORD}{word}")}
        base = re.sub(r" \d+$", "", name)
        known |= {folded(plural) for plural in self._words.plurals(base)}
        return any(one in known or one.partition("-")[2] in known for one in typed)

    def _is_value(self, action: Action, parameter: Parameter, value: IntentValue, raw: str) -> bool:
        """Whether the words spell a value."""
        tokens = tokenize(raw)
        with_key = [number for number, token in enumerate(tokens) if token.key]
        tokens = tokens[with_key[0] :] if with_key else tokens  # the name may have several words
        text = " ".join(token.text for token in tokens)
        pieces = [text, *(token.text for token in tokens), *text.split("+"), _NUMBER.sub("", text)]
        match parameter.kind:
            case "integer":
                number = _NUMBER.search(text)
                if number is None:
                    return folded(text) in map(folded, self._words.spellings_in_all(f"{WORD}half"))
                typed = int(number[0].replace("−", "-"))
                return value == typed or (bool(typed) and isinstance(value, int) and value % typed == 0)
            case "switch":
                return (
                    value is False or any(token.key for token in tokens) or self._begins(parameter.id, [text, *pieces])
                )
            case "choice" if any(choice.id == value for choice in parameter.choices):
                return self._begins(str(value), pieces)
            case "choice" | "text":
                is_word = len(tokens) == 1 and not (tokens[0].quoted or tokens[0].key or action.id in TEXT_VERBS)
                is_new = action.id == "add" and parameter.id == "name"
                is_somebody = is_word and not is_new and self._is_name(text)
                is_first = value == FIRST and folded(text) in map(folded, self._words.spellings_in_all(FIRST))
                return is_first or (value in (text, raw, raw.partition("=")[2]) and not is_somebody)
            case "character":
                return self._are_people((str(value),), tokens)
            case "characters":
                return self._are_people(tuple(map(str, value)) if isinstance(value, tuple) else (), tokens)
            case _:
                return True

    def _begins(self, term: str, typed: Sequence[str]) -> bool:
        ways = [folded(way) for way in self._words.spellings_in_all(term)]
        return any(begins(way, folded(one)) for way in ways for one in typed if one)

    def _is_name(self, typed: str) -> bool:
        people = {who: (person.name, who) for who, person in self._state.characters.items()}
        return len(typed) >= SHORTEST_NAME and bool(matches(typed, people))


_DAMAGES = (
    World.letter_lost, World.letter_doubled, World.letters_swapped, World.letter_changed, World.word_lost,
    World.word_doubled, World.words_swapped, World.word_cut, World.word_added, World.lines_joined,
    World.other_keyboard, World.other_case,
)  # fmt: skip
