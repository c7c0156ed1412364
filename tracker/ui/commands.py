"""The registry of what one can do on a screen: it feeds key handling, hints, help and the command palette."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from tracker.api.descriptions import Action

Place = Literal["fight", "log", "review", "watch", "players", "sessions"]
"""Where a key is pressed: the fight's list, the log, the read-only screens, the list of sessions."""


class Situation(NamedTuple):
    """What decides which commands make sense now; `undo` and `redo` name what they would do.

    `shelf` is the folder of put-away sessions that is shown; `put_away` counts what can be brought back from here.
    `has_turns`: the ruleset knows a turn order at all. `is_comparing`: a moment is held to be compared with another.
    """

    place: Place = "fight"
    writable: bool = True
    people: int = 0
    has_order: bool = False
    has_turns: bool = True
    is_acting: bool = False
    due: int = 0
    marked: int = 0
    undo: str = ""
    redo: str = ""
    is_filtered: bool = False
    is_comparing: bool = False
    bookmarks: int = 0
    saves: int = 0
    faults: int = 0
    shelf: str = ""
    put_away: int = 0


Offer: TypeAlias = tuple[str, str, Callable[[], None]]
"""Something in the palette that is no command: what it is called, what it does in a sentence, and what does it."""


def _always(situation: Situation) -> bool:
    return True


def _somebody(situation: Situation) -> bool:
    return situation.people > 0


def _rolls_first(situation: Situation) -> bool:
    return situation.has_turns and not situation.has_order


TURN_VERBS = frozenset({"initiative", "next", "move", "turn", "jump", "leave"})
"""The core's verbs that make no sense in a game without a turn order."""


class ScreenCommand(NamedTuple):
    """One thing to do. `keys` by their English names, the first is shown. Its words are `ui.hint.ID` and `ui.does.ID`.

    `rank` orders the key hints, the lowest first; 0 keeps it out of them, as `hinted` does for a while. `action` is the
    act behind it, where it is one: then the words are those of the act. One that only `moves` the cursor or the view
    is left out of the palette, which also offers acts without a key.
    """

    id: str
    keys: tuple[str, ...]
    places: tuple[Place, ...]
    rank: int = 0
    when: Callable[[Situation], bool] = _always
    action: str = ""
    hinted: Callable[[Situation], bool] = _always
    moves: bool = False


ARCHIVE, REMOVED = "archive", "removed"

_LISTS: tuple[Place, ...] = ("fight", "review", "watch", "players")
_ANY: tuple[Place, ...] = ("fight", "log", "review", "watch")

SCREEN_COMMANDS: tuple[ScreenCommand, ...] = (
    ScreenCommand("initiative", ("i",), ("fight",), 1, _somebody, "initiative", _rolls_first),
    ScreenCommand("next", ("n",), ("fight",), 2, _somebody, "next", lambda now: now.has_turns),
    ScreenCommand("due", ("1",), ("fight",), 4, lambda now: now.due > 0),
    ScreenCommand("undo", ("u",), ("fight",), 3, lambda now: bool(now.undo)),
    ScreenCommand("redo", ("U",), ("fight",), 9, lambda now: bool(now.redo)),
    ScreenCommand("command", (":",), ("fight",), 7),
    ScreenCommand("help", ("?", "f1"), ("fight", "log", "review", "watch", "players", "sessions"), 5),
    ScreenCommand("mark", ("space",), ("fight",), 16, _somebody),
    ScreenCommand("unmark", ("escape",), ("fight",), 0, lambda now: now.marked > 0 or now.is_filtered),
    ScreenCommand("menu", ("enter",), ("fight",), 12, _somebody),
    ScreenCommand("down", ("down", "j"), _LISTS, 0, _somebody, moves=True),
    ScreenCommand("up", ("up", "k"), _LISTS, 0, _somebody, moves=True),
    ScreenCommand("page_down", ("pagedown",), ("fight",), 0, _somebody, moves=True),
    ScreenCommand("page_up", ("pageup",), ("fight",), 0, _somebody, moves=True),
    ScreenCommand("first", ("home",), ("fight",), 0, _somebody, moves=True),
    ScreenCommand("last", ("end",), ("fight",), 0, _somebody, moves=True),
    ScreenCommand("go", ("g",), ("fight",), 0, lambda now: now.is_acting),
    ScreenCommand("why", ("w",), _ANY, 14),
    ScreenCommand("sheet", ("s", "o"), ("fight", "review", "watch"), 13, _somebody),
    ScreenCommand("log", ("tab",), ("fight",), 15),
    ScreenCommand("list", ("tab", "escape"), ("log",), 1),
    ScreenCommand("fold", ("enter",), ("log", "review", "watch"), 2),
    ScreenCommand("undo_entry", ("u",), ("log",), 4, lambda now: now.writable),
    ScreenCommand("redo_entry", ("e",), ("log",), 5, lambda now: now.writable),
    ScreenCommand("log_down", ("down", "j"), ("log",), 3, moves=True),
    ScreenCommand("log_up", ("up", "k"), ("log",), 3, moves=True),
    ScreenCommand("log_page_down", ("pagedown",), ("log",), 0, moves=True),
    ScreenCommand("log_page_up", ("pageup",), ("log",), 0, moves=True),
    ScreenCommand("log_first", ("home",), ("log",), 0, moves=True),
    ScreenCommand("log_last", ("end",), ("log",), 0, moves=True),
    ScreenCommand("scroll_up", ("[",), ("fight",), 0, moves=True),
    ScreenCommand("scroll_down", ("]",), ("fight",), 0, moves=True),
    ScreenCommand("filter", ("/",), _ANY, 17),
    ScreenCommand("books", ("=",), ("fight",), 0, lambda now: now.writable),
    ScreenCommand("typed_dice", ("ctrl+t",), ("fight",), 0),
    ScreenCommand("secretly", ("H",), ("fight",), 0, _somebody),
    ScreenCommand("back", ("left",), ("review",), 1),
    ScreenCommand("forth", ("right",), ("review",), 2),
    ScreenCommand("back_page", ("pageup",), ("review",), 0),
    ScreenCommand("forth_page", ("pagedown",), ("review",), 3),
    ScreenCommand("start", ("home",), ("review",), 4),
    ScreenCommand("finish", ("end",), ("review",), 4),
    ScreenCommand("next_round", ("]",), ("review",), 5),
    ScreenCommand("previous_round", ("[",), ("review",), 5),
    ScreenCommand("next_scene", ("}",), ("review",), 0),
    ScreenCommand("previous_scene", ("{",), ("review",), 0),
    ScreenCommand("next_turn", (".",), ("review",), 0),
    ScreenCommand("previous_turn", (",",), ("review",), 0),
    ScreenCommand("next_fall", ("x",), ("review",), 0),
    ScreenCommand("previous_fall", ("X",), ("review",), 0),
    ScreenCommand("go_to", ("g",), ("review",), 7),
    ScreenCommand("bookmark", ("m",), ("review",), 9),
    ScreenCommand("next_bookmark", ("n",), ("review",), 0, lambda now: now.bookmarks > 0),
    ScreenCommand("previous_bookmark", ("N",), ("review",), 0, lambda now: now.bookmarks > 0),
    ScreenCommand("play", ("p",), ("review",), 8),
    ScreenCommand("faster", ("+",), ("review",), 0),
    ScreenCommand("slower", ("-",), ("review",), 0),
    ScreenCommand("compare", ("c",), ("review",), 10),
    ScreenCommand("totals", ("t",), ("review", "watch"), 11),
    ScreenCommand("all", ("escape",), ("review", "watch"), 0, lambda now: now.is_filtered or now.is_comparing),
    ScreenCommand("branch", ("b",), ("review",), 12),
    ScreenCommand("mend", ("M",), ("review",), 1, lambda now: now.faults > 0),
    ScreenCommand("scroll_up", ("[",), ("watch", "players"), 0, moves=True),
    ScreenCommand("scroll_down", ("]",), ("watch", "players"), 0, moves=True),
    ScreenCommand("open", ("enter",), ("sessions",), 1, lambda now: now.saves > 0),
    ScreenCommand("review", ("r",), ("sessions",), 2, lambda now: now.saves > 0),
    ScreenCommand("watch", ("w",), ("sessions",), 3, lambda now: now.saves > 0),
    ScreenCommand("new", ("n",), ("sessions",), 1),
    ScreenCommand("search", ("/",), ("sessions",), 4),
    ScreenCommand("search_all", ("escape",), ("sessions",), 0, lambda now: now.is_filtered),
    ScreenCommand("sort", ("s",), ("sessions",), 7),
    ScreenCommand("retitle", ("t",), ("sessions",), 5, lambda now: now.saves > 0),
    ScreenCommand("archive", ("a",), ("sessions",), 6, lambda now: now.saves > 0 and now.shelf != ARCHIVE),
    ScreenCommand("remove_save", ("d", "delete"), ("sessions",), 8, lambda now: now.saves > 0 and now.shelf != REMOVED),
    ScreenCommand("bring_back", ("u",), ("sessions",), 1, lambda now: now.put_away > 0),
    ScreenCommand("shelf", ("tab",), ("sessions",), 9),
    ScreenCommand("saves_down", ("down", "j"), ("sessions",), 0, lambda now: now.saves > 0, moves=True),
    ScreenCommand("saves_up", ("up", "k"), ("sessions",), 0, lambda now: now.saves > 0, moves=True),
    ScreenCommand("saves_page_down", ("pagedown",), ("sessions",), 0, lambda now: now.saves > 0, moves=True),
    ScreenCommand("saves_page_up", ("pageup",), ("sessions",), 0, lambda now: now.saves > 0, moves=True),
    ScreenCommand("saves_first", ("home",), ("sessions",), 0, lambda now: now.saves > 0, moves=True),
    ScreenCommand("saves_last", ("end",), ("sessions",), 0, lambda now: now.saves > 0, moves=True),
    ScreenCommand("refresh", ("f5",), ("sessions",), 0),
    ScreenCommand("copy", ("ctrl+y",), _ANY, 0),
    ScreenCommand("copy_log", ("ctrl+r",), _ANY, 0),
    ScreenCommand("palette", ("ctrl+p",), ("fight", "log", "review", "watch", "players", "sessions"), 0),
    ScreenCommand("redraw", ("ctrl+l",), ("fight", "log", "review", "watch", "players", "sessions"), 0),
    ScreenCommand("stop", ("ctrl+z",), ("fight", "log", "review", "watch", "players", "sessions"), 0),
    ScreenCommand("quit", ("q",), ("fight", "log", "review", "watch", "players", "sessions"), 18),
    ScreenCommand("save_copy", ("ctrl+s",), ("fight", "log"), 0),
)  # fmt: skip


ACT_KEYS: Mapping[str, tuple[str, ...]] = {
    "delay": ("W",),
    "wait": ("W",),
    "act-now": ("I",),
    "jump": ("J",),
    "leave": ("L", "delete"),
    "change": ("-",),
    "copy": ("Y",),
    "side": ("F",),
    "scene": ("O",),
}
"""The keys of acts that name none themselves, if nothing else has taken them."""


def action_commands(actions: "Iterable[Action]") -> Iterator[ScreenCommand]:
    """A command for each act that has a key, unless the screen itself has given that key away."""
    taken = {key for command in SCREEN_COMMANDS if "fight" in command.places for key in command.keys}
    acts = tuple(actions)
    own = ((action, (action.key,)) for action in acts if action.key)
    given = ((action, ACT_KEYS[action.id]) for action in acts if not action.key and action.id in ACT_KEYS)
    for action, keys in chain(own, given):
        free = tuple(key for key in keys if key not in taken)
        if free:
            taken.update(free)
            yield ScreenCommand(action.id, free, ("fight",), _rank(action), _when(action), action.id)


def _rank(action: "Action") -> int:
    frequent = {"a": 6, "d": 6, "h": 6, "c": 8, "+": 8, "t": 8}
    return frequent.get(action.key, 10)


def _when(action: "Action") -> Callable[[Situation], bool]:
    if action.id == "add":
        return _always
    if action.id == "dismiss":
        return lambda now: now.due > 0
    return _somebody if action.acts or action.targets != "none" else _always


Chosen: TypeAlias = Mapping[str, Sequence[str]]
"""The keys that the reader has chosen, by the ids of commands and acts."""

DUE_KEYS = "123456789"


class Clash(NamedTuple):
    """A key that was chosen for two things: it does what `kept` says and not what `lost` does."""

    key: str
    kept: ScreenCommand
    lost: ScreenCommand


class CommandTable:
    """The commands of a session: the screen's own and those of its ruleset, with the keys that the reader has chosen.

    What was chosen comes before what is usual; `clashes` are the keys that something has lost by that. `unknown` are
    names for which keys were chosen and which nothing here has, each with the name that is likely meant: what is like
    nothing here is another ruleset's.
    """

    def __init__(self, actions: "Iterable[Action]" = (), chosen: Chosen | None = None) -> None:
        acts, chosen = tuple(actions), chosen or {}
        usual = (*SCREEN_COMMANDS, *action_commands(acts))
        with_keys = {command.action for command in usual}
        keyless = [
            ScreenCommand(action.id, (), ("fight",), when=_when(action), action=action.id)
            for action in acts
            if action.id not in with_keys
        ]
        self._by_key: dict[tuple[Place, str], ScreenCommand] = {}
        self.clashes: list[Clash] = []
        wanted = [one._replace(keys=tuple(chosen[one.id])) if one.id in chosen else one for one in (*usual, *keyless)]
        # Whatever was chosen takes its keys first; the order of all stays as it is.
        given = {
            number: self._given(one, is_chosen=is_chosen)
            for is_chosen in (True, False)
            for number, one in enumerate(wanted)
            if (one.id in chosen) is is_chosen
        }
        commands = [given[number] for number in range(len(wanted))]
        self.unknown = dict(_misspelt(chosen, [one.id for one in wanted])) if acts else {}
        self.commands: Sequence[ScreenCommand] = [one for one in commands if one.keys or not one.action]
        self.keyless: Sequence[ScreenCommand] = [one for one in commands if not one.keys and one.action]

    def _given(self, command: ScreenCommand, *, is_chosen: bool) -> ScreenCommand:
        """A command with those of its keys that nothing else has at its places."""
        lost = {}
        for place in command.places:
            for key in command.keys:
                kept = self._by_key.get((place, _bound(place, key)))
                if kept is not None:
                    lost[key] = kept
        if lost:
            command = command._replace(keys=tuple(key for key in command.keys if key not in lost))
        for place in command.places:
            for key in command.keys:
                self._by_key[place, _bound(place, key)] = command
        self.clashes += [Clash(key, kept, command) for key, kept in lost.items() if is_chosen or not command.keys]
        return command

    def at(self, place: Place, key: str) -> ScreenCommand | None:
        """The command that a key means at a place."""
        return self._by_key.get((place, _bound(place, key)))

    def possible(self, situation: Situation) -> list[ScreenCommand]:
        """The commands that make sense now."""
        return [command for command in self.commands if situation.place in command.places and command.when(situation)]

    def possible_anyhow(self, situation: Situation) -> list[ScreenCommand]:
        """The commands that make sense now, and the acts that have no key."""
        keyless = [one for one in self.keyless if situation.place in one.places and one.when(situation)]
        return [*self.possible(situation), *keyless]

    def key_of(self, action_id: str) -> str:
        """The first key of an act, "" where it has none."""
        return next((one.keys[0] for one in self.commands if one.action == action_id), "")

    def of_place(self, place: Place) -> list[ScreenCommand]:
        """All commands of a place."""
        return [command for command in self.commands if place in command.places]


def _misspelt(chosen: Iterable[str], known: Collection[str]) -> Iterator[tuple[str, str]]:
    """The names that are nearly those of something."""
    for name in chosen:
        if name not in known:
            from difflib import get_close_matches

            yield from ((name, near) for near in get_close_matches(name, known, 1, 0.75))


def _bound(place: Place, key: str) -> str:
    """What a key is kept under: the digits are one, for what is due."""
    return DUE_KEYS[0] if place == "fight" and key in DUE_KEYS else key
