"""Finding ruleset and house-rule plugins: by entry point, and in folders that the user names.

Nothing is imported until it is wanted; a plugin that cannot be imported is reported and never stops the program.
"""

import importlib
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path
from types import ModuleType

from tracker import __version__
from tracker.core.messages import Message, message
from tracker.core.record import record
from tracker.reasons import os_reason
from tracker.rules.printing import Quiet

ENTRY_POINT_GROUP = "tracker.rulesets"
OWN_DISTRIBUTION = "coterie"
_OWN_FOLDER = f"{OWN_DISTRIBUTION}-{__version__}.dist-info"


class PluginError(Exception):
    """A plugin is missing, broken or misbehaves: one message for the game master, details for the curious."""

    def __init__(self, reason: Message, details: str = "") -> None:
        super().__init__(reason.id)
        self.reason = reason
        self.details = details


def reason_of(error: BaseException) -> str:
    """An exception in one line: its type and what it says."""
    return " ".join(f"{type(error).__name__}: {error}".split())


@record
class PluginSource:
    """A plugin that was found and not imported yet: its name (a ruleset's id) and where it is from.

    It is either the value of an entry point, such as "package.module" or "package.module:object", or a path. One with
    a `problem` cannot even be looked at.
    """

    name: str
    origin: str
    entry_point: str = ""
    path: Path | None = None
    problem: Message | None = None

    @property
    def is_shipped(self) -> bool:
        """Whether it comes with the program, whose tests examine it."""
        return bool(self.entry_point) and self.origin == f"{OWN_DISTRIBUTION} {__version__}"

    def load(self) -> object:
        """Import the plugin. Raises PluginError with the reason."""
        if self.problem is not None:
            raise PluginError(self.problem)
        try:
            with Quiet():
                return self._imported()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # importing may even try to end the program
            reason = reason_of(error)
            raise PluginError(
                message("plugin.import_failed", plugin=self.name, origin=self.origin, reason=reason), reason
            ) from error

    def _imported(self) -> object:
        if self.entry_point:
            module, _, name = self.entry_point.partition(":")
            return reduce(getattr, name.split(".") if name else (), importlib.import_module(module))
        assert self.path is not None
        return _import_file(self.name, self.path)


def _import_file(name: str, path: Path) -> ModuleType:
    source = path / "__init__.py" if path.is_dir() else path
    module_name = f"coterie_plugin_{name.replace('-', '_')}"
    spec = importlib.util.spec_from_file_location(
        module_name, source, submodule_search_locations=[str(path)] if path.is_dir() else None
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{source} is no Python module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[module_name]
        raise
    return module


def _from_entry_points() -> Iterator[PluginSource]:
    own = list(_from_own_distribution())
    if own and not _others_may_offer_any():
        yield from own
        return
    from importlib.metadata import entry_points  # it takes longer to import than all the rest that is looked at here

    for point in entry_points(group=ENTRY_POINT_GROUP):
        origin = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        yield PluginSource(point.name, origin, entry_point=point.value)


def _others_may_offer_any() -> bool:
    """Whether anything that is installed, beside the program, names our entry points; in doubt it may."""
    for folder in map(Path, sys.path):
        if folder.is_file():  # an archive, which is not looked into here
            return True
        try:
            texts = [
                file.read_bytes() for file in folder.glob("*-info/entry_points.txt") if file.parent.name != _OWN_FOLDER
            ]
        except OSError:
            return True
        if any(ENTRY_POINT_GROUP.encode() in text for text in texts):
            return True
    return False


def _from_own_distribution() -> Iterator[PluginSource]:
    """The entry points of our own distribution, read from its file: `importlib.metadata` alone takes longer to import
    than a session does to open.
    """
    for folder in sys.path:
        file = Path(folder, _OWN_FOLDER, "entry_points.txt")
        try:
            text = file.read_text("utf-8")
        except OSError:  # nearly all folders of the path hold no such file
            continue
        section = text.partition(f"[{ENTRY_POINT_GROUP}]")[2].partition("[")[0]
        for line in section.splitlines():
            name, equals, value = (piece.strip() for piece in line.partition("="))
            if equals:
                yield PluginSource(name, f"{OWN_DISTRIBUTION} {__version__}", entry_point=value)
        return


def _from_folder(folder: Path) -> list[PluginSource]:
    """The plugins in a folder; where it is missing or cannot be read, one that says so."""
    try:
        if not folder.is_dir():
            return [_unreadable(folder, message("plugin.no_folder", path=str(folder)))]
        paths = sorted(folder.iterdir())
    except OSError as error:
        return [_unreadable(folder, message("plugin.folder_unreadable", path=str(folder), reason=os_reason(error)))]
    return [source for path in paths if not path.name.startswith(("_", ".")) for source in _at(path)]


def _at(path: Path) -> Iterator[PluginSource]:
    """The plugin at a path, if there is one."""
    try:
        is_package = path.is_dir() and (path / "__init__.py").is_file()
        if is_package or (path.suffix == ".py" and path.is_file()):
            yield PluginSource(path.stem.replace("_", "-"), str(path), path=path)
    except OSError as error:
        yield _unreadable(path, message("plugin.folder_unreadable", path=str(path), reason=os_reason(error)))


def _unreadable(path: Path, problem: Message) -> PluginSource:
    return PluginSource(str(path), str(path), problem=problem)


def problems_of(folders: Sequence[Path]) -> list[Message]:
    """What is wrong with the folders themselves: they are missing, or something in them cannot be looked at."""
    return [source.problem for folder in folders for source in _from_folder(folder) if source.problem is not None]


def discover(folders: Sequence[Path] = ()) -> list[PluginSource]:
    """All plugins that can be found, folders first; of two with one name the first counts."""
    unique: dict[str, PluginSource] = {}
    for source in _all(folders):
        unique.setdefault(source.name, source)
    return list(unique.values())


def _all(folders: Sequence[Path]) -> Iterator[PluginSource]:
    for folder in folders:
        yield from _from_folder(folder)
    yield from _from_entry_points()


def shadowed(folders: Sequence[Path]) -> list[Message]:
    """Which plugins stand in the place of others of the same name."""
    first: dict[str, PluginSource] = {}
    told = []
    for source in _all(folders):
        before = first.setdefault(source.name, source)
        if before.origin != source.origin:
            told.append(_shadow(before, source))
    return told


def _shadow(before: PluginSource, behind: PluginSource) -> Message:
    return message("plugin.shadows", plugin=before.name, origin=before.origin, other=behind.origin)


def shadow_of(name: str, folders: Sequence[Path]) -> Message | None:
    """What the plugin of this name in a folder stands in the place of among our own; None: of nothing."""
    for source in (source for folder in folders for source in _from_folder(folder)):
        if source.name == name:
            own = next((own for own in _from_own_distribution() if own.name == name), None)
            return _shadow(source, own) if own else None
    return None


def full_name(typed: str, folders: Sequence[Path] = ()) -> str:
    """The name of the plugin that begins as was typed, where just one does; else what was typed."""
    beginning = typed.casefold()
    names = [source.name for source in discover(folders) if source.name.casefold().startswith(beginning)]
    return names[0] if len(names) == 1 and beginning else typed


def find(name: str, folders: Sequence[Path] = ()) -> PluginSource:
    """The plugin with this name. Raises PluginError that lists the names there are.

    The program's own distribution is asked before all that is installed is scanned.
    """
    for folder in folders:
        for source in _from_folder(folder):
            if source.name == name:
                return source
    for source in _from_own_distribution():
        if source.name == name:
            return source
    sources = discover(folders)
    for source in sources:
        if source.name == name:
            return source
    known = ", ".join(sorted(source.name for source in sources if source.problem is None))
    raise PluginError(message("plugin.unknown", plugin=name, known=known))
