"""The deck of forty cards: drawing, reading a test, and the words for a card (UBN-DICE-01 to UBN-DICE-12)."""

from collections.abc import Mapping
from functools import cache

from tracker.api import Chance, Message, State, Term, catalogue_languages, load_catalogue, message, record

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
SUITS = ("H", "D", "C", "S")
DECK = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)
STANDARD_DIFFICULTY = 10
FIRST_BAND = 10
BAND_WIDTH = 3

_SUIT_TERMS = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}
_SUIT_SIGNS = {"H": "♥", "D": "♦", "C": "♣", "S": "♠"}
_ACE = ("A", "1")


@cache
def _spellings() -> dict[str, str]:
    """What may be typed for a card: its name or the log's words for it, a suit as a sign or initial, the rank alone."""
    known: dict[str, str] = {}
    catalogues = [load_catalogue(__package__, language) for language in catalogue_languages(__package__)]
    catalogues = [words for words in catalogues if _names_cards(words)]
    aces = [*_ACE, *(way for words in catalogues for way in (words["term"]["ace"], *_further(words, "ace")))]
    suits = {
        suit: [suit, _SUIT_SIGNS[suit], *(way for words in catalogues for way in _further(words, term))]
        for suit, term in _SUIT_TERMS.items()
    }
    for rank in RANKS:
        for spelled in aces if rank == "A" else (rank,):
            known[spelled] = rank
            for suit, signs in suits.items():
                known.update({f"{spelled}{sign}": f"{rank}{suit}" for sign in signs})
    for words in catalogues:
        for card in DECK:
            rank = words["term"]["ace"] if card[:-1] == "A" else card[:-1]
            suit = words["term"][_SUIT_TERMS[card[-1]]]
            known[words["message"]["ubn.card"].format(rank=rank, suit=suit)] = card
            known[f"{rank} {suit}"] = card
    return known


def _names_cards(words: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether a language names the cards; one that someone has begun to translate may not yet."""
    return {"ace", *_SUIT_TERMS.values()}.issubset(words.get("term", {})) and "ubn.card" in words.get("message", {})


def _further(words: Mapping[str, Mapping[str, str]], term: str) -> list[str]:
    """What else stands for a rank or a suit when a card is typed."""
    return [way for way in words.get("cards", {}).get(term, "").split("|") if way]


@record
class DrawRules:
    """How the table reads a test: the options of UBN-OPT-01 that bear on one."""

    difficulty: int = STANDARD_DIFFICULTY
    ten_succeeds: bool = True
    fixed_bands: bool = False
    second_ace: int = 0

    @classmethod
    def of(cls, view: State, difficulty: int = STANDARD_DIFFICULTY) -> "DrawRules":
        """The rules of a session for a test of this Difficulty."""
        return cls(
            difficulty,
            view.option("ten_succeeds") is not False,
            view.option("bands") == "fixed",
            1 if view.option("second_ace") == 1 else 0,
        )


@record
class Reading:
    """What the cards of a test come to. `total` is None on a chance draw, to which Ability is not added.

    `extra` is what the extra card adds, None where there is none.
    """

    is_chance: bool
    total: int | None
    successes: int
    is_botch: bool
    extra: int | None = None

    @property
    def is_success(self) -> bool:
        """Whether the test succeeds."""
        return self.successes > 0

    @property
    def result(self) -> str:
        """The term of the result."""
        return "botch" if self.is_botch else "success" if self.is_success else "failure"


def rank_of(card: str) -> str:
    """The rank of a card; a card whose suit no one typed is its rank alone."""
    return card if card in RANKS else card[:-1]


def value_of(card: str) -> int:
    """The worth of a card: an ace 1, the others their number (UBN-DICE-01)."""
    rank = rank_of(card)
    return 1 if rank == "A" else int(rank)


def is_chance_draw(ability: int) -> bool:
    """Whether an Ability leaves nothing but luck (UBN-DICE-12)."""
    return ability <= 0


def brings_extra_card(ability: int, first: int) -> bool:
    """Whether a first card of this value brings one more (UBN-DICE-09); luck never does."""
    return first == 10 and not is_chance_draw(ability)


def draw_card(chance: Chance, what: str, who: str, without: str = "") -> str:
    """Draw one card of the whole deck, or of the others where `without` is out (UBN-DICE-03, UBN-DICE-09).

    `what` is the word for what the one called `who` draws for.

    A typed card may lack its suit, because suits mean nothing.
    """
    if not without:
        return chance.cards(DECK, 1, what, who=who, spelled=_spellings())[0]
    deck = [card for card in DECK if card != without]
    spelled = {way: card for way, card in _spellings().items() if card != without or card in RANKS}
    return chance.cards(deck, 1, what, who=who, spelled=spelled)[0]


def draw_test(chance: Chance, abilities: tuple[int, ...], what: str, who: str) -> tuple[str, ...]:
    """Draw the card of a test and, where one of the Abilities allows it, the extra card."""
    first = draw_card(chance, what, who)
    if any(brings_extra_card(ability, value_of(first)) for ability in abilities):
        return first, draw_card(chance, what, who, first)
    return (first,)


def read_test(ability: int, first: int, second: int | None, rules: DrawRules) -> Reading:
    """Read a test from the values of its cards; `second` counts only where the first brings it."""
    if is_chance_draw(ability):
        return Reading(True, None, 1 if first == 10 else 0, first == 1)
    extra = None
    if second is not None and brings_extra_card(ability, first):
        extra = rules.second_ace if second == 1 else second
    total = ability + first + (extra or 0)
    successes = 0 if first == 1 else successes_of(total, rules)
    return Reading(False, total, successes, False, extra)


def successes_of(total: int, rules: DrawRules) -> int:
    """How many successes a result makes (UBN-DICE-05, UBN-DICE-06)."""
    missed = total < rules.difficulty if rules.ten_succeeds else total <= rules.difficulty
    if missed:
        return 0
    first_band = FIRST_BAND if rules.fixed_bands else rules.difficulty
    return max(1, (total - first_band) // BAND_WIDTH + 1)


def read_cards(ability: int, cards: tuple[str, ...], rules: DrawRules) -> Reading:
    """Read a test from its cards."""
    values = [value_of(card) for card in cards]
    return read_test(ability, values[0], values[1] if len(values) > 1 else None, rules)


def card_words(card: str) -> Message:
    """A card in words: rank and suit, the rank alone where the suit was not typed."""
    rank = rank_of(card)
    shown: Term | str = Term("ace") if rank == "A" else rank
    if card == rank:
        return message("ubn.card.rank", rank=shown)
    return message("ubn.card", rank=shown, suit=Term(_SUIT_TERMS[card[-1]]))
