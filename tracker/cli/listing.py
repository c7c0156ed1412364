"""What is installed: plugins with their faults, and themes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tracker.command.parse import CommandSet
from tracker.core.messages import message
from tracker.core.record import record
from tracker.resources import theme_paths, user_themes_folder
from tracker.rules.bare import BareTable
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError, PluginSource, discover
from tracker.text import Words


@record
class PluginReport:
    """One plugin that was found: a ruleset (with a title and a version), a house rule (without), or a broken one."""

    id: str
    origin: str
    title: str = ""
    version: str = ""
    problem: str = ""

    def as_data(self) -> dict[str, Any]:
        """The report for another program."""
        kind = "broken" if self.problem else "ruleset" if self.title else "house rule"
        return {
            "id": self.id,
            "kind": kind,
            "title": self.title,
            "version": self.version,
            "from": self.origin,
            "problem": self.problem,
        }

    def as_text(self, words: Words) -> str:
        """The report as a line."""
        if self.problem:
            return words.say(message("rulesets.broken", id=self.id, origin=self.origin, problem=self.problem))
        if self.title:
            return words.say(
                message("rulesets.ruleset", id=self.id, title=self.title, version=self.version, origin=self.origin)
            )
        return words.say(message("rulesets.house_rule", id=self.id, origin=self.origin))


def plugin_reports(folders: Sequence[Path], words: Words) -> list[PluginReport]:
    """Try every plugin that can be found. Raises PluginError where a folder is missing."""
    return [_report(source, words) for source in discover(folders)]


def _report(source: PluginSource, words: Words) -> PluginReport:
    try:
        plugin = source.load()
        if not hasattr(plugin, "card"):
            Rules(BareTable(), {source.name: plugin}).examine()
            return PluginReport(source.name, source.origin)
        rules = Rules(plugin, name=source.name)
        rules.examine()
        CommandSet(rules, words)
    except PluginError as error:
        return PluginReport(source.name, source.origin, problem=words.say(error.reason))
    title = rules.card.titles.get(words.language) or rules.card.titles.get("en", source.name)
    return PluginReport(source.name, source.origin, title, rules.card.version)


def theme_names() -> list[str]:
    """The themes that come with the program, and the user's own."""
    return list(theme_paths((user_themes_folder(),)))
