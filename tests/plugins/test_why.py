"""`why` explains any act of any game: every rule that a fact holds is named, and nothing is made up."""

import re
from dataclasses import replace
from functools import cache

import pytest

from tests.how_many import several, so_long
from tests.plugins.kept import evening, kept_commands
from tests.plugins.test_any_line import Typist
from tests.plugins.test_contract import MODULES
from tests.tables import try_line
from tracker.answers import entry_reasons, person_reasons, sheet_lines
from tracker.core import facts as f
from tracker.core.history import Entry, is_about_the_past
from tracker.opening import Session

RULE = re.compile(r"rule='([^']+)'")


@cache
def played_out(module: str, seed: int) -> Session:
    """An evening that is over: nobody types in it any more."""
    session = evening(module, seed)
    typist = Typist(session, seed)
    for _ in range(so_long(60, 100)):
        try_line(session, typist.line())
    return session


def rules_in(session: Session, entry: Entry) -> set[str]:
    """The rules in an act's facts: of facts, of parts, of what is due, and of the kinds of its conditions."""
    rules = session.table.rules
    assert rules is not None
    named = set(RULE.findall(repr(entry.facts)))
    for fact in entry.facts:
        if isinstance(fact, f.ConditionSet) and fact.condition.kind in rules.conditions:
            named.add(rules.conditions[fact.condition.kind].rule)
        if isinstance(fact, f.OptionSet):
            named.add(rules.options[fact.option].rule)
    return named - {""}


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("seed", range(several(1)))
def test_any_act_is_explained_with_all_its_rules(module: str, seed: int) -> None:
    session = played_out(module, seed)
    rules = session.table.rules
    assert rules is not None
    for language in ("en", "ru"):
        reader = replace(session, words=kept_commands(module, language).words)
        for entry in session.table.history.told_entries:
            lines = entry_reasons(reader, entry)
            told = "\n".join(lines)
            assert len(lines) > 1
            if is_about_the_past(entry):
                continue  # acts that were done again are explained at their own numbers
            missing = [rule for rule in rules_in(session, entry) if rule not in told]
            assert not missing, (entry.do, told)
            assert "{" not in told.replace("{who}", "")
            for line in lines[1:]:
                assert not re.search(r"(?<!\w)-\d", line.replace("-1", "").replace("x=1", "")), line


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("seed", range(several(1)))
def test_anybody_is_explained_and_has_a_sheet(module: str, seed: int) -> None:
    session = played_out(module, seed)
    for who in session.table.state.characters:
        assert person_reasons(session, who)
        assert len(sheet_lines(session, who)) > 2
