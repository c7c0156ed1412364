"""Where options may stand on the command line."""

from argparse import Namespace
from pathlib import Path

import pytest

from tracker.cli.arguments import build_parser
from tracker.cli.programs import PROGRAMS, run_program
from tracker.preferences import Preferences
from tracker.text import Words

OPTIONS = ["--ascii", "--typed-dice", "--seed", "5", "--theme", "light", "--plugins", "here"]


@pytest.mark.parametrize(
    "arguments",
    [[*OPTIONS, "open", "dawn"], ["open", "dawn", *OPTIONS], [*OPTIONS[:4], "open", *OPTIONS[4:], "dawn"], OPTIONS],
)
def test_options_count_before_a_command_and_after_it(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Namespace] = []

    def keep(options: Namespace, words: Words) -> int:
        seen.append(options)
        return 0

    monkeypatch.setitem(PROGRAMS, "open", keep)
    monkeypatch.setitem(PROGRAMS, "sessions", keep)
    words = Words("en")
    assert run_program(build_parser(words).parse_args(arguments), words, Preferences()) == 0
    [options] = seen
    assert (options.ascii, options.typed_dice, options.seed, options.theme) == (True, True, 5, "light")
    assert options.plugins == [Path("here")]


def test_what_is_not_given_comes_from_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Namespace] = []

    def keep(options: Namespace, words: Words) -> int:
        seen.append(options)
        return 0

    monkeypatch.setitem(PROGRAMS, "open", keep)
    words = Words("en")
    preferences = Preferences(theme="light", ascii=True, plugins=("mine",))
    assert run_program(build_parser(words).parse_args(["open", "dawn"]), words, preferences) == 0
    assert (seen[0].theme, seen[0].ascii, seen[0].typed_dice, seen[0].seed) == ("light", True, False, None)
    assert seen[0].plugins == [Path("mine")]


def test_figures_can_be_drawn_in_plain_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Namespace] = []

    def keep(options: Namespace, words: Words) -> int:
        seen.append(options)
        return 0

    monkeypatch.setitem(PROGRAMS, "stats", keep)
    words = Words("en")
    for arguments in (["stats", "dawn"], ["stats", "dawn", "--ascii"], ["--ascii", "stats", "dawn"]):
        run_program(build_parser(words).parse_args(arguments), words, Preferences())
    assert [options.ascii for options in seen] == [False, True, True]
