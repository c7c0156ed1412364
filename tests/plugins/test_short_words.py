"""What a row may show has a short word, in every language, that fits the cells declared for it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.languages import LANGUAGES
from tests.plugins.kept import kept_commands, kept_rules
from tracker.rules.facade import Rules
from tracker.text import Words
from tracker.ui.paint import width_of
from tracker.ui.view.badges import BADGE_CELLS, GAUGE_CELLS, SIDE_CELLS

ROOT = Path(__file__).resolve().parents[2]
IMPAIRED = ("impaired_health", "impaired_willpower")
STATUSES = {
    "tracker_wod": (
        "fighting-for-consciousness", "unconscious", "dying", "dead", "torpor", "asleep", "surprised", "wound-penalty",
        "defence", "action",
    ),
    "tracker_vtm5": ("final_death", "dead", "torpor", "coma", *IMPAIRED, "defended", "actions"),
    "tracker_night_wanderers": (
        "final_death", "torpor", "unconscious", "helpless", "thirst", "insatiable", "pain_1", "pain_2", "pain_3",
        "pain_4", "hospital", "dismemberment", "actions",
    ),
    "tracker_ukraine_by_night": (
        "failing", "dying", "dead", "torpor", "final_death", "unconscious", "removed_from_game", "wounds", "defence",
        "attackers", "boosts", "vitae_spent",
    ),
}  # fmt: skip
"""All status words of each ruleset that a row may show."""
OF_GAUGES = ("crossed_out_health", "crossed_out_willpower", "critical", "dangerous", "average", "normal", "optimal")
"""Status words that a gauge shows, so that no row does."""


def words_in(module: str, language: str) -> tuple[Rules, Words]:
    return kept_rules(module), kept_commands(module, language).words


def wanted(module: str, rules: Rules) -> Iterator[tuple[str, int]]:
    for kind in rules.kinds.values():
        yield from ((spec.id, GAUGE_CELLS) for spec in (*kind.tracks, *kind.pools) if spec.short)
    yield from ((kind.id, BADGE_CELLS) for kind in rules.conditions.values() if not kind.memory)
    yield from ((word, BADGE_CELLS) for word in STATUSES[module])
    yield from ((side, SIDE_CELLS) for side in ("ally", "foe"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", STATUSES)
def test_gauges_status_words_conditions_and_sides_have_a_short_word_that_fits(module: str, language: str) -> None:
    rules, words = words_in(module, language)
    too_long = {
        f"{one}.short": words.short(one) for one, cells in wanted(module, rules) if width_of(words.short(one)) > cells
    }
    assert not too_long
    assert not {one for one, _ in wanted(module, rules) if not words.has_term(one)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", STATUSES)
def test_short_words_tell_apart_what_may_stand_in_one_row(module: str, language: str) -> None:
    rules, words = words_in(module, language)
    by_word: dict[str, set[str]] = {}
    for one, cells in set(wanted(module, rules)):
        if cells == BADGE_CELLS and not one.startswith("rounds-"):
            by_word.setdefault(words.short(one), set()).add(words.term(one))
    assert not {word: whole for word, whole in by_word.items() if len(whole) > 1}


@pytest.mark.parametrize("module", STATUSES)
def test_the_table_of_status_words_is_whole(module: str) -> None:
    known = {*STATUSES[module], *OF_GAUGES}
    for path in (ROOT / "plugins" / module).rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "Status(" in source else ():
            is_status = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Status"
            if is_status and node.args and isinstance(node.args[0], ast.Constant):
                assert node.args[0].value in known, path
    id_of_ruleset = words_in(module, "en")[0].card.id
    for path in (ROOT / "saves").glob("example-*.toml"):
        text = path.read_text(encoding="utf-8")
        if f'ruleset = "{id_of_ruleset}"' in text:
            for status in re.findall(r"status = \[(.*?)\]", text):
                assert set(re.findall(r'\bid = "([^"]+)"', status)) <= known, path
