"""The user's folders are those that platformdirs names, whatever the variables say."""

import sys
from itertools import product

import platformdirs
import pytest

from tracker.places import NAME, Purpose, user_folder

VARIABLES: dict[Purpose, str] = {"config": "XDG_CONFIG_HOME", "data": "XDG_DATA_HOME", "state": "XDG_STATE_HOME"}
GIVEN = (None, "", "/elsewhere/kept", "/ends/with/", "not/absolute", "~/tilde")
HOMES = (None, "", "/home/ann", "relative")


@pytest.mark.parametrize("purpose", VARIABLES)
@pytest.mark.parametrize("system", [sys.platform, "elsewhere"])
def test_the_folders_are_those_of_platformdirs(purpose: Purpose, system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for given, home in product(GIVEN, HOMES):
        for name, value in ((VARIABLES[purpose], given), ("HOME", home)):
            if value is None:
                monkeypatch.delenv(name, raising=False)
            else:
                monkeypatch.setenv(name, value)
        folders = platformdirs.PlatformDirs(NAME, appauthor=False)
        wanted = getattr(folders, f"user_{purpose}_path")
        with monkeypatch.context() as context:
            context.setattr(sys, "platform", system)
            assert user_folder(purpose) == wanted, (given, home)
