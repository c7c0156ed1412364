"""In the widest windows the list takes what it needs, and the log the rest; what an act changed is marked itself."""

from tests.tables import play
from tests.ui.conftest import Game, Pasted, Play
from tracker.opening import Session


def edge(game: Game) -> int:
    """The column in which the list ends."""
    return next(line.index("│") for line in game.lines if "│" in line)


async def test_the_list_is_no_wider_than_its_rows_and_never_cuts_them(playing: Play, fight: Session) -> None:
    async with playing(fight, size=(200, 60)) as game:
        before = edge(game)
        assert before < 200 - 52 - 64, "the log has more than a third of the window"
        play(fight, "condition Gunman bleeding 3 rounds=12", 'condition Gunman "half buried"')
        await game.press("down", "up")
        wider = edge(game)
        row = game.row("Gunman")
        assert "…" not in row.partition("│")[0], row
        play(fight, "end Gunman")
        await game.press("down", "up")
        assert edge(game) == wider >= before, "nothing moves back as badges go"


async def test_the_gauge_that_an_act_changed_is_marked_and_no_other(playing: Play, fight: Session) -> None:
    async with playing(fight, size=(120, 40)) as game:

        def changed() -> list[str]:
            return [s.text.strip() for line in game.screen.canvas.lines for s in line.spans if s.tone == "changed"]

        await game.press(":", Pasted("damage Killer 2"), "enter")
        assert "Killer" in changed()
        assert "hits" in changed()
        await game.press(":", Pasted("condition Gunman bleeding"), "enter")
        assert "Gunman" in changed()
        assert "hits" not in changed(), "a condition changes no gauge"
        await game.press("down")
        assert changed() == []
