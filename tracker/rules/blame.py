"""Whose mistake it is: the ruleset's or a house rule's, and which one's."""

from collections.abc import Callable, Mapping
from types import FrameType, TracebackType
from typing import Any

import pluggy

from tracker.core.chance import RandomChance

Check = Callable[[Any], object]
"""Raises where an answer is not what the hook promises."""


def who_answered_wrongly(
    manager: pluggy.PluginManager,
    hook: str,
    arguments: Mapping[str, Any],
    check: Check,
    wrong: tuple[type[Exception], ...],
) -> str:
    """The plugins whose own answer fails the check; those that wrap the others where none does.

    Hooks are pure, so that each may be asked once more by itself.
    """
    implementations = getattr(manager.hook, hook).get_hookimpls()
    asked = {**arguments, "chance": RandomChance(0)}
    guilty = []
    for implementation in implementations:
        if implementation.wrapper or implementation.hookwrapper:
            continue
        try:
            answer = implementation.function(*(asked[name] for name in implementation.argnames))
            if answer is not None:
                check(answer)
        except wrong:
            guilty.append(implementation.plugin_name)
        except Exception:  # it may not even get so far by itself
            continue
    wrapping = [one.plugin_name for one in implementations if one.wrapper or one.hookwrapper]
    return ", ".join(guilty or wrapping) or answering(manager, hook)


def answering(manager: pluggy.PluginManager, hook: str) -> str:
    """The plugins that implement a hook; the hook's own name where there is none."""
    implementations = getattr(manager.hook, hook).get_hookimpls()
    return ", ".join(implementation.plugin_name for implementation in implementations) or hook


def in_whose_code(manager: pluggy.PluginManager, traceback: TracebackType | None) -> str:
    """The plugin whose code stands innermost in a traceback, "" where there is none."""
    culprit = ""
    while traceback is not None:
        culprit = _owner(manager, traceback.tb_frame) or culprit
        traceback = traceback.tb_next
    return culprit


def in_whose_frames(manager: pluggy.PluginManager, frame: FrameType | None) -> str:
    """The plugin whose code stands innermost among a frame and those that called it, "" where there is none."""
    while frame is not None:
        if owner := _owner(manager, frame):
            return owner
        frame = frame.f_back
    return ""


def _owner(manager: pluggy.PluginManager, frame: FrameType) -> str:
    module = str(frame.f_globals.get("__name__", ""))
    for name, plugin in manager.list_name_plugin():
        package = getattr(plugin, "__name__", type(plugin).__module__)
        if module == package or module.startswith(f"{package}."):
            return name
    return ""
