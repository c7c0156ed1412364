"""What the board shows: gauges of nobody, the scene, what is hidden, and nothing of what is only remembered."""

from tests.tables import memory_session, play
from tests.ui.conftest import CAST, Pasted, Play
from tests.ui.variants import session_without_turns, social_session
from tracker.opening import Session


def lines_of(session: Session) -> list[str]:
    return [entry.do for entry in session.table.history.entries]


async def test_gauges_of_nobody_stand_under_the_title_and_nothing_where_there_are_none(
    playing: Play, fight: Session
) -> None:
    play(fight, "set doom 2")
    async with playing(fight) as game:
        assert game.lines[1].strip() == "doom ●●○○○○"
        assert game.lines[2].startswith("─ Initiative")
        await game.click(10, 4)
        assert game.lines[4].startswith("›"), "the rows are where they are seen"


async def test_a_scene_is_named_in_the_title_and_the_ruleset_gives_way_first(playing: Play, fight: Session) -> None:
    play(fight, "scene The old yard behind the slaughterhouse", "next")
    async with playing(fight) as game:
        assert "Test · Hit Points · The old yard behind the slaughterhouse · round 1" in game.lines[0]
        await game.resize(60, 20)
        assert game.lines[0].startswith(" Test · The old yard")
        assert "Hit Points" not in game.lines[0]
        assert "round 1" in game.lines[0]
        await game.resize(40, 12)
        assert "round 1" in game.lines[0]
        assert "saved" in game.lines[0]


async def test_a_game_without_turns_says_so_and_shows_no_initiative(playing: Play) -> None:
    session = play(session_without_turns(), "add David ally", "add Orc foe")
    async with playing(session) as game:
        assert "Initiative" not in game.text
        assert "─ Characters" in game.text
        assert "initiative" not in game.hints
        assert "next" not in game.hints
        before = lines_of(session)
        for key in ("i", "n", "m"):
            await game.press(key)
            assert game.message == "Hit Points has no turn order"
            assert game.prompt == ""
        assert lines_of(session) == before
        words = {command.id for command in game.screen.possible_commands()}
        assert words.isdisjoint({"next", "initiative", "jump", "leave", "move", "turn"})
        await game.press("enter")
        assert "initiative" not in game.text


async def test_what_the_ruleset_only_remembers_is_nowhere_on_the_screen(playing: Play) -> None:
    session = play(social_session(), *CAST, "wink Killer")
    assert session.table.state.characters["Killer"].has_condition("winked-at")
    async with playing(session, size=(120, 40)) as game:
        await game.press("end")
        assert any(line.startswith("›") and "Killer" in line for line in game.lines)
        assert "wink" in game.text, "the act is told"
        assert "winked" not in game.text
        assert "a secret" not in game.text
        await game.press("s")
        assert "winked" not in game.text
        await game.press("q", ":", *"wink Gunman")
        assert "winked" not in game.text
        await game.press("ctrl+u", Pasted("end Killer "), "tab", "tab")
        assert "winked" not in game.text


async def test_what_only_follow_ups_carry_is_never_asked_for_nor_told(playing: Play) -> None:
    session = play(social_session(), *CAST)
    async with playing(session) as game:
        game.screen.run_from_palette(next(one for one in game.screen.possible_commands() if one.action == "wink"))
        assert "how" in game.text
        assert "secretly" not in game.text
        await game.press("escape", ":", Pasted("help wink"), "enter")
        assert "how" in game.text
        assert "secretly" not in game.text


async def test_a_question_is_answered_in_a_page_and_leaves_nothing(playing: Play) -> None:
    session = play(social_session(), *CAST)
    async with playing(session) as game:
        await game.press("z")
        assert "nobody is hurt [red]" in game.text
        await game.press("q")
        assert "nobody is hurt" not in game.text
        assert lines_of(session)[-1] == "next"


async def test_a_refusal_is_shown_at_once_and_stays_after_enter(playing: Play) -> None:
    session = play(social_session(), *CAST)
    async with playing(session) as game:
        await game.press(":", *"wink David")
        assert game.message == "nobody winks at themselves"
        await game.press("enter")
        assert game.message == "nobody winks at themselves"
        assert game.prompt.startswith(": wink David")


async def test_hidden_people_and_rolls_are_marked_for_the_game_master(playing: Play, fight: Session) -> None:
    play(fight, "hide Killer", "condition Killer dazzled", "attack Gunman hidden faces=18")
    async with playing(fight) as game:
        assert game.row("Killer").split()[-3:] == ["hidden", "·", "dazzled"]
        assert "(hidden) David attacks Gunman" in game.text
        await game.press("end", "s")
        assert "foe · hidden" in game.text
        await game.press("q", "tab", "w")
        assert any(line.startswith(" entry ") and line.endswith(" · hidden") for line in game.lines)


async def test_initiative_says_for_whom_enter_rolls(playing: Play) -> None:
    session = play(memory_session(), "add David", "add Orc")
    async with playing(session) as game:
        await game.press("i")
        assert "Enter rolls for David, Orc" in game.text
        await game.press("enter", "+", *"Eve", "enter")
        assert "Enter rolls for Eve" in game.text
        await game.press("enter")
        assert lines_of(session)[-1].startswith("initiative Eve faces=")
        assert len(session.table.history.entries[-1].facts) >= 2
        await game.press("i")
        assert '"initiative all" rolls again for everyone' in game.text


async def test_undo_names_the_act_by_its_verb_doer_and_target(playing: Play, fight: Session) -> None:
    play(fight, "attack Gunman faces=18")
    async with playing(fight, size=(200, 50)) as game:
        assert "u undo attack: David → Gunman" in game.hints
        await game.press("u")
        assert "U redo attack: David → Gunman" in game.hints
