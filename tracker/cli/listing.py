"""The plugins that there are, with their faults."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker import command
from tracker.core.messages import message
from tracker.core.record import record
from tracker.rules.known import ShippedRuleset, shipped_ruleset
from tracker.rules.loader import PluginError, PluginSource, discover
from tracker.text import Words

if TYPE_CHECKING:
    from tracker.rules.facade import Rules


@record
class PluginReport:
    """One plugin that was found: a ruleset (with a title and a version), a house rule (without), or a broken one.

    `summary` is what a ruleset says of itself in a sentence or two.
    """

    id: str
    origin: str
    title: str = ""
    version: str = ""
    problem: str = ""
    summary: str = ""

    def as_data(self) -> dict[str, Any]:
        """The report for another program."""
        kind = "broken" if self.problem else "ruleset" if self.title else "house rule"
        return {
            "id": self.id,
            "kind": kind,
            "title": self.title,
            "version": self.version,
            "summary": self.summary,
            "from": self.origin,
            "problem": self.problem,
        }

    def as_text(self, words: Words) -> Iterator[str]:
        """The report as a line, and under it the summary of a ruleset that has one."""
        if self.problem:
            yield words.say(message("rulesets.broken", id=self.id, origin=self.origin, problem=self.problem))
        elif self.title:
            yield words.say(
                message("rulesets.ruleset", id=self.id, title=self.title, version=self.version, origin=self.origin)
            )
        else:
            yield words.say(message("rulesets.house_rule", id=self.id, origin=self.origin))
        if self.summary:
            yield f"  {self.summary}"


def plugin_reports(folders: Sequence[Path], words: Words) -> list[PluginReport]:
    """Try every plugin that can be found; of those that come with the program, those that have changed."""
    return [_report(source, words) for source in discover(folders) if source.problem is None]


def _report(source: PluginSource, words: Words) -> PluginReport:
    ruleset: Rules | ShippedRuleset
    try:
        known = shipped_ruleset(source)
        if known is not None:
            known.examined(lambda: _examined(source, words), Path(command.__file__).parent)
            ruleset, version = known, known.version
        elif (rules := _examined(source, words)) is not None:
            ruleset, version = rules, rules.card.version
        else:
            return PluginReport(source.name, source.origin)
    except PluginError as error:
        return PluginReport(source.name, source.origin, problem=words.say(error.reason))
    title, summary = ruleset.title(words.language), ruleset.summary(words.language)
    return PluginReport(source.name, source.origin, title, version, summary=summary)


def _examined(source: PluginSource, words: Words) -> "Rules | None":
    """Ask a plugin for all that it describes; None for a house rule. Raises PluginError where it is broken."""
    from tracker.command.parse import CommandSet
    from tracker.rules.bare import BareTable
    from tracker.rules.facade import Rules, is_ruleset

    plugin = source.load()
    if not is_ruleset(plugin):
        Rules(BareTable(), {source.name: plugin}).examine()
        return None
    rules = Rules(plugin, name=source.name)
    rules.examine()
    CommandSet(rules, words)
    rules.require_hooks()
    return rules
