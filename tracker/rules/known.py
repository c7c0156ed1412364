"""What there is to know of a ruleset without playing by it, kept so that no one imports the ruleset for it."""

import importlib.util
import marshal
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker.beside_modules import keep
from tracker.languages import Catalogue, codes, package_words, user_folder
from tracker.rules.card_texts import card_text
from tracker.rules.loader import PluginSource

if TYPE_CHECKING:
    from tracker.core.lore import Lore


_ROOMS = (Path(__file__).parent, Path(__file__).parent.parent / "api")
"""The code that decides what is kept, and whether a ruleset is good."""


class ShippedRuleset:
    """A ruleset that comes with the program, as far as it has been kept.

    `version` is that of its card, `attacks` are the verbs with which someone attacks, `memory` the conditions in which
    it only remembers something.
    """

    def __init__(self, ruleset_id: str, folder: Path, kept: Mapping[str, Any]) -> None:
        self._id = ruleset_id
        self._folder = folder
        self._titles: Mapping[str, str] = kept["titles"]
        self._summaries: Mapping[str, str] = kept["summaries"]
        self.version: str = kept["version"]
        self._vital: frozenset[str] = kept["vital"]
        self.attacks: frozenset[str] = kept["attacks"]
        self.memory: frozenset[str] = kept["memory"]

    def catalogue(self, language: str) -> Catalogue:
        """The words of the ruleset in a language."""
        return _words_in(self._folder, language)

    def title(self, language: str) -> str:
        """What it is called for a reader of a language; its id where it does not say."""
        return card_text("title", self.catalogue, self._titles, language) or self._id

    def summary(self, language: str) -> str:
        """What it is about, in a line; "" where it does not say."""
        return card_text("summary", self.catalogue, self._summaries, language)

    def examined(self, examine: Callable[[], object], *rooms: Path) -> None:
        """Let it be examined where it, its words or the code of the `rooms` have changed since it was last found good.

        Raises what `examine` raises.
        """

        def found_good() -> bool:
            examine()
            return True

        of_the_user = (user_folder() / code / self._folder.name for code in codes())
        words = (folder for folder in (self._folder / "locale", *of_the_user) if folder.is_dir())
        keep(self._folder, "good", found_good, marshal, also=(*_ROOMS, *rooms, *words))

    @cached_property
    def lore(self) -> "Lore":
        """What the public view has to know of it."""
        from tracker.core.lore import Lore

        return Lore(self.memory, self._vital)


def shipped_ruleset(source: PluginSource) -> ShippedRuleset | None:
    """What is known of a ruleset; None where it does not come with the program, or keeps its words in its own way.

    Raises PluginError where it has to be imported and that fails.
    """
    module = source.entry_point.partition(":")[0]
    spec = importlib.util.find_spec(module) if source.is_shipped and "." not in module else None
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    kept = keep(folder, "known", lambda: _known(source, folder), marshal, also=_ROOMS)
    return ShippedRuleset(source.name, folder, kept) if kept else None


def _words_in(folder: Path, language: str) -> Catalogue:
    return package_words(folder / "locale", language, folder.name)


def _known(source: PluginSource, folder: Path) -> Mapping[str, Any]:
    """What is kept of a ruleset; nothing of one whose words do not lie where most keep them."""
    from tracker.rules.facade import Rules

    rules = Rules.load(source)
    if any(rules.catalogue(code) != _words_in(folder, code) for code in codes()):
        return {}
    return {
        "titles": dict(rules.card.titles),
        "summaries": dict(rules.card.summary),
        "version": rules.card.version,
        "attacks": rules.attacks,
        "memory": rules.memory,
        "vital": rules.lore.vital,
    }
