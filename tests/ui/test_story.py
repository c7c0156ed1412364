"""Each piece of a line of the log has its own look, and a sign where colour alone would tell."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from tests.languages import LANGUAGES
from tracker.core.history import Entry
from tracker.core.messages import message
from tracker.opening import Session, review_session
from tracker.ui.glyphs import FULL
from tracker.ui.look import Look
from tracker.ui.paint import Span, wrap_spans
from tracker.ui.themes import load_theme
from tracker.ui.view.story import Block, Manner, Storyteller, block_lines

SAVES = Path(__file__).parents[2] / "saves"
GAMES = ("fight", "vtm5", "night-wanderers", "ukraine-by-night")


@cache
def session_of(game: str) -> Session:
    return review_session(SAVES / f"example-{game}.toml", (), "en")


def look_of(session: Session) -> Look:
    return Look(session.words, FULL, load_theme("dark").palette)


@cache
def blocks_of(game: str) -> tuple[Block, ...]:
    session = session_of(game)
    teller = Storyteller(look_of(session), session.table.rules)
    teller.take_over(session.table.state)
    return tuple(map(teller.block, session.table.history.entries))


def spans_of(game: str) -> Iterator[Span]:
    for block in blocks_of(game):
        for section in block.sections:
            for sentence in (*section.outcome, *section.working):
                yield from sentence


def texts(game: str, tone: str) -> set[str]:
    return {span.text for span in spans_of(game) if span.tone == tone}


@pytest.mark.parametrize("game", GAMES)
def test_names_stand_out_by_side(game: str) -> None:
    people = session_of(game).table.state.characters.values()
    for side in ("ally", "foe"):
        told = texts(game, side)
        assert told
        assert told <= {one.name for one in people if one.side == side}


def test_dice_say_which_of_them_counted() -> None:
    assert {"8", "9", "10"} <= texts("fight", "hit") <= {"8", "9", "10"}
    assert texts("vtm5", "hit") <= {"6", "7", "8", "9", "10"}
    assert texts("night-wanderers", "hit") <= {"2", "3", "4", "5", "6"}


def test_hunger_dice_have_a_sign_beside_their_colour() -> None:
    told = texts("vtm5", "hunger")
    assert told
    assert all(text.endswith("h") and int(text[:-1]) >= 6 for text in told)
    assert any(text.endswith("h") for text in texts("vtm5", "dim")), "those that did not count have the sign too"


def test_damage_is_drawn_as_on_the_track() -> None:
    assert all(set(text) == {"/"} for text in texts("fight", "light"))
    assert all(set(text) == {"X"} for text in texts("fight", "heavy"))
    assert all(set(text) == {"*"} for text in texts("fight", "worst"))
    assert all(set(text) == {"."} for text in texts("fight", "empty"))


def test_a_grave_verdict_stands_out_by_a_sign() -> None:
    assert any("messy critical" in text for text in texts("vtm5", "grave"))
    assert all(text.startswith("! ") for text in texts("vtm5", "grave") if "messy critical" in text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_sign_of_a_verdict_stands_before_its_word(game: str, language: str) -> None:
    session = review_session(SAVES / f"example-{game}.toml", (), language)
    rules = session.table.rules
    assert rules is not None
    teller = Storyteller(look_of(session), rules)
    name = next(iter(session.table.state.characters.values())).name
    teller.take_over(session.table.state)
    signed = [found for found in rules.highlights.values() if found.sign == "!"]
    assert signed
    for found in signed:
        entry = Entry(0, datetime.now(UTC), 1, "", "", (message(found.id, who=name),), ())
        told = "".join(span.text for section in teller.block(entry).sections for span in sum(section.outcome, ()))
        assert not re.search(r"\S!|! \W|!  |  ", told), told


@pytest.mark.parametrize("game", GAMES)
def test_a_folded_act_is_one_line_under_its_headings(game: str) -> None:
    look = look_of(session_of(game))
    for block in blocks_of(game):
        for width in (40, 80, 133):
            folded = block_lines(block, width, look, Manner())
            headings = sum(bool(section.heading) for section in block.sections)
            assert len(folded) <= len(block.sections) + headings
            assert all(len(line.text) <= width for line in folded)
            whole = block_lines(block, width, look, Manner(is_folded=False))
            assert len(whole) >= len(folded)


def test_breaking_lines_loses_no_sign_and_no_tone() -> None:
    spans = (Span("one two ", "text"), Span("three", "bad"), Span(" four five  six", "dim"))
    rows = wrap_spans(spans, 10)
    assert "".join(span.text for row in rows for span in row).replace(" ", "") == "onetwothreefourfivesix"
    assert [span for row in rows for span in row if span.tone == "bad"] == [Span("three", "bad")]
