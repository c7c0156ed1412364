"""Sentences in pieces: their text is the sentence, and each piece is known for what it is."""

import pytest

from tracker.core.messages import Faces, Message, Part, Term, as_working, message
from tracker.pieces import Piece, joined, outcome_and_working, recognised
from tracker.text import Words

CATALOGUE = {
    "term": {"strength": "Strength", "failure": "failure"},
    "message": {
        "hit": "{who} → {target}: {count} {count:point|points} ({before} → {after})",
        "roll": "{who}, {what}: {result} · {working}",
        "sum": "{sum} = {dice}",
        "wound": "{who}: {amount} ({sum}), health {after}",
        "ready": "{who}: {result} ({sum})",
        "rule": "{who} falls by {rule}",
        "order": "Initiative: {list}",
        "place": "{who} {value} = {sum}",
    },
}


@pytest.fixture
def words() -> Words:
    return Words("en", lambda language: CATALOGUE)


def kinds(words: Words, line: Message) -> list[tuple[str, str]]:
    pieces = recognised(words.pieces(line), {"Anna", "Bob"}, set("./X*"))
    return [(piece.kind, piece.text) for piece in pieces if piece.kind != "text"]


def working(words: Words) -> Message:
    parts = (Part(Term("strength"), 3), Part("hand", -1))
    dice = Faces((8, 2), least=8, spaced=True)
    return as_working(message("sum", sum=parts, dice=dice))


def test_names_numbers_and_marks_are_known(words: Words) -> None:
    line = message("hit", who="Anna", target="Bob", count=2, before="...", after="//.")
    assert kinds(words, line) == [
        ("name", "Anna"), ("name", "Bob"), ("number", "2"), ("marks", "..."), ("marks", "//."),
    ]  # fmt: skip
    assert words.say(line) == "Anna → Bob: 2 points (... → //.)"


def test_terms_sums_and_dice_say_what_they_are_of(words: Words) -> None:
    line = message("roll", who="Anna", what=Term("strength"), result=Term("failure"), working=working(words))
    found = {piece.kind: piece for piece in words.pieces(line) if piece.kind != "text"}
    assert found["term"] == Piece("failure", "term", "failure")
    assert found["sum"] == Piece("Strength 3 − hand 1", "sum", working=True)
    assert found["faces"] == Piece("8 2", "faces", faces=Faces((8, 2), 8, spaced=True), working=True)
    assert [Faces((8, 2), 8).counts(face) for face in (8, 2)] == [True, False]
    assert Faces(("10h",), 8).counts("10h") is Faces((8,)).counts(8) is None


def test_dice_of_older_sessions_and_rules_are_known(words: Words) -> None:
    assert kinds(words, message("rule", who="8, 10", rule="WOD-ATK-06")) == [("faces", "8, 10"), ("rule", "WOD-ATK-06")]
    assert kinds(words, message("rule", who=(1, 2), rule="somebody")) == [("faces", "1, 2"), ("value", "somebody")]


def test_working_at_the_end_of_a_sentence_is_cut_off_without_the_signs_between(words: Words) -> None:
    line = message("roll", who="Anna", what=Term("strength"), result=Term("failure"), working=working(words))
    outcome, rest = map(joined, outcome_and_working(words.pieces(line)))
    assert (outcome, rest) == ("Anna, Strength: failure", "Strength 3 − hand 1 = 8 2")
    ready = message("ready", who="Anna", result=Term("failure"), sum=(Part("hand", 2),))
    assert [joined(pieces) for pieces in outcome_and_working(words.pieces(ready))] == ["Anna: failure", "hand 2"]


def test_working_in_the_midst_of_a_sentence_stays(words: Words) -> None:
    line = message("wound", who="Anna", amount=2, sum=(Part("hand", 2),), after=3)
    outcome, rest = map(joined, outcome_and_working(words.pieces(line)))
    assert (outcome, rest) == ("Anna: 2 (hand 2), health 3", "")


def test_several_sums_stay_with_what_each_belongs_to(words: Words) -> None:
    one, other = (message("place", who=who, value=2, sum=(Part("hand", 2),)) for who in ("Anna", "Bob"))
    outcome, rest = map(joined, outcome_and_working(words.pieces(message("order", list=(one, other)))))
    assert (outcome, rest) == ("Initiative: Anna 2 = hand 2, Bob 2 = hand 2", "")
    alone = message("order", list=(one,))
    assert [joined(part) for part in outcome_and_working(words.pieces(alone))] == ["Initiative: Anna 2", "hand 2"]


def test_a_line_that_is_working_has_no_outcome(words: Words) -> None:
    outcome, rest = map(joined, outcome_and_working(words.pieces(working(words))))
    assert (outcome, rest) == ("", "Strength 3 − hand 1 = 8 2")
