"""The screen to play on, for the tests of this ruleset that need one."""

from tests.ui.conftest import playing

__all__ = ["playing"]
