"""The fight screen: what keys do, what is shown before it happens, and that nothing happens twice or by accident."""

import coterie_sample
import pytest
from textual import events

from tests.tables import NASTY_NAMES, MemoryJournal, memory_session, play
from tests.ui.conftest import Game, Pasted, Play
from tracker.api import message
from tracker.command.parse import CommandSet
from tracker.core.quoting import quote
from tracker.journal.errors import JournalError
from tracker.opening import Session
from tracker.text import Words, literal
from tracker.ui.paint import width_of
from tracker.ui.settings import Settings


def lines_of(session: Session) -> list[str]:
    return [entry.do for entry in session.table.history.entries]


async def test_the_first_frame_shows_order_gauges_log_and_what_to_press(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        assert game.lines[0].split() == ["Test", "·", "Hit", "Points", "·", "round", "1", "●", "saved"]
        assert [game.row(name).split()[-3] for name in ("David", "Gunman", "Killer")] == ["████████"] * 3
        assert game.row("David").startswith("›▶ 13 David")
        assert any(line.startswith("─ Round 1 ─") for line in game.lines)
        assert game.hints.startswith("n next")
        assert "? help" in game.hints


async def test_next_passes_the_turn_and_undo_takes_it_back(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("n")
        assert "▶ 12 Gunman" in game.row("Gunman")
        assert "✓ 13 David" in game.row("David")
        assert "u undo next" in game.hints
        await game.press("u")
        assert "▶ 13 David" in game.row("David")
        assert "×" in game.text
        await game.press("U")
        assert "▶ 12 Gunman" in game.row("Gunman")
        assert lines_of(fight)[-3:] == ["next", "undo", "redo"]


async def test_damage_is_seen_before_enter_and_done_by_it(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("down", "d", "3")
        assert game.prompt.startswith("damage Gunman: 3")
        assert "████████ 7/7 → █████░░░ 4/7" in game.message
        assert game.hits("Gunman") == 7
        await game.press("s")
        await game.press("enter")
        assert game.hits("Gunman") == 4
        assert lines_of(fight)[-1] == "damage Gunman 3 type=sharp"
        assert "bleeding 1 (2 rd)" in game.row("Gunman")
        assert game.prompt == ""


async def test_escape_gives_a_prompt_up_and_nothing_has_changed(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        before = lines_of(fight)
        await game.press("d", "3", "escape")
        assert game.prompt == ""
        await game.press("h", "ctrl+c")
        assert game.prompt == ""
        assert lines_of(fight) == before


async def test_a_refused_act_says_why_in_one_line_and_leaves_the_answer_to_be_mended(
    playing: Play, fight: Session
) -> None:
    async with playing(fight) as game:
        before = lines_of(fight)
        await game.press("d", *"lots", "enter")
        assert "lots" in game.message
        assert game.prompt.startswith("damage David: lots")
        assert lines_of(fight) == before
        await game.press("ctrl+u", "2", "enter")
        assert game.hits("David") == 7


async def test_marked_people_are_meant_by_act_after_act_until_the_marks_fall(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("down", "space", "space")
        assert all(any(line.startswith("+") and name in line for line in game.lines) for name in ("Gunman", "Killer"))
        assert "selected: Gunman, Killer" in game.lines[2]
        await game.press("d", "2", "enter")
        assert (game.hits("Gunman"), game.hits("Killer"), game.hits("David")) == (5, 6, 9)
        await game.press("u")
        assert (game.hits("Gunman"), game.hits("Killer")) == (7, 8)
        await game.press("up", "up", "c")
        assert game.prompt.startswith("condition Gunman, Killer:"), "the marks stand, and every prompt names them"
        await game.press("escape", "enter")
        assert any(line.startswith("─ Gunman, Killer") for line in game.lines)
        await game.press("escape", "escape")
        assert "marked" not in game.lines[2]
        await game.press("space", "n")
        assert "marked" not in game.lines[2], "they fall when the turn passes"


async def test_the_cursor_stays_with_the_person_when_the_order_changes(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("end")
        assert game.row("Killer").startswith("›")
        play(fight, "move Killer before David", "add Extra")
        await game.press("ctrl+g")
        await game.press(":", *"note x", "enter")
        assert game.row("Killer").startswith("›")


async def test_the_attack_form_shows_the_odds_and_enter_does_it(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("down", "a")
        assert any(line.startswith("─ attack") for line in game.lines)
        assert any(line.startswith("─ attack: David → Gunman ─") for line in game.lines)
        assert "Gunman" in next(line for line in game.lines if "target" in line)
        assert "skill 3" in game.text
        assert "hit 70.0%" in game.text
        await game.press("right", "right")
        assert "skill 3 + modifier 2" in game.text
        assert "hit 80.0%" in game.text
        await game.press("enter")
        assert not any(line.startswith("─ attack") for line in game.lines)
        assert lines_of(fight)[-1].startswith("attack Gunman modifier=2 faces=")


async def test_targets_are_offered_opponents_first_and_who_acts_last(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("a")
        shown = next(line for line in game.lines if "› target" in line)
        assert shown.split()[2:] == ["Gunman", "Killer", "David"]
        await game.press("right", "right", "enter")
        assert lines_of(fight)[-1].startswith("attack Killer")


async def test_a_target_on_the_same_side_is_under_the_cursor_so_that_it_is_seen(playing: Play, fight: Session) -> None:
    play(fight, "next")
    async with playing(fight) as game:
        await game.press("down", "down", "a")
        assert next(line for line in game.lines if "› target" in line).split()[2] == "Killer"
        await game.press("escape", "up", "up", "a")
        assert "› target" not in game.text


async def test_the_only_opponent_is_offered_as_the_target_under_the_cursor(playing: Play, fight: Session) -> None:
    play(fight, "remove Gunman", "add Frida ally")
    async with playing(fight) as game:
        await game.press("a")
        assert next(line for line in game.lines if "› target" in line).split()[2] == "Killer"
        await game.press("enter")
        assert lines_of(fight)[-1].startswith("attack Killer")


async def test_a_form_that_cannot_be_done_stays_open_and_says_why(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        before = lines_of(fight)
        await game.press("a", "enter")
        assert "target is missing" in game.text
        await game.press(*"gun")
        assert "Gunman" in next(line for line in game.lines if "target" in line)
        await game.press("down", *"99", "enter")
        assert "−20–20" in game.text
        await game.press("escape")
        assert lines_of(fight) == before


async def test_typed_dice_are_asked_for_until_there_are_enough(playing: Play, fight: Session) -> None:
    async with playing(fight, Settings(typed_dice=True)) as game:
        assert "typed dice" in game.hints
        await game.press("down", "a", "enter")
        assert game.prompt.startswith("David, attack: 1 die (d20):")
        await game.press(*"25", "enter")
        assert '"25" can\'t fall on a d20. Type 1–20' in game.message
        assert game.prompt.startswith("David, attack: 1 die (d20): 25")
        await game.press("ctrl+u", *"17 4", "enter")
        assert "left over" in game.message
        await game.press("ctrl+u", *"17", "enter")
        assert lines_of(fight)[-1] == 'attack Gunman faces="17"'
        assert game.hits("Gunman") == 4
        assert not any(line.startswith("─ attack") for line in game.lines)


async def test_faces_that_are_not_given_leave_everything_as_it_was(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        before = lines_of(fight)
        await game.press("ctrl+t", "down", "a", "enter", "escape")
        assert any(line.startswith("─ attack") for line in game.lines), "the form is still there to be changed"
        await game.press("escape")
        assert lines_of(fight) == before


async def test_the_command_bar_completes_previews_and_answers(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press(":", *"dam", "tab", *"gu", "tab", "4")
        assert game.prompt.startswith(": damage Gunman 4")
        assert "→" in game.message
        await game.press("enter")
        assert game.hits("Gunman") == 3
        await game.press(":", "up")
        assert game.prompt.startswith(": damage Gunman 4")
        await game.press("ctrl+u", *"odds attack Killer", "enter")
        assert "hit" in game.text
        assert any(line.startswith("─ odds") for line in game.lines)
        await game.press("q", ":", Pasted("frobnicate"), "enter")
        assert "frobnicate" in game.text


async def test_a_note_is_kept_word_for_word(playing: Play, fight: Session) -> None:
    text = 'he says "no' + " = [X] faces=3 /"
    async with playing(fight) as game:
        await game.press("t", *text, "enter")
        assert text in game.text
        await game.press("t", "enter")
        assert "text is missing" in game.message


async def test_conditions_begin_and_end(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("c", Pasted("dazzled rounds=2"), "enter")
        assert "dazzled (2 rd)" in game.row("David")
        await game.press("e", "tab", "enter")
        assert "dazzled" not in game.row("David")


async def test_the_menu_lists_what_can_be_done_and_does_it(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("down", "enter")
        assert any(line.startswith("─ Gunman") for line in game.lines)
        await game.press(*"dam", "enter")
        assert game.prompt.startswith("damage Gunman:")


async def test_the_log_is_walked_explained_and_filtered(playing: Play, fight: Session) -> None:
    play(fight, "attack Gunman faces=18", "note the lamp goes out")
    async with playing(fight) as game:
        await game.press("tab", "k")
        assert any(line.startswith("› David") for line in game.lines)
        await game.press("w")
        assert "skill +3" in game.text
        assert "HP-02" in game.text
        await game.press("q", "tab", "/", *"lamp")
        log = game.lines[game.lines.index(next(line for line in game.lines if line.startswith("─ Log"))) + 1 : -3]
        assert [line.strip() for line in log if line.strip()] == ["the lamp goes out"]
        await game.press("enter", "escape")
        assert "joins" in game.text


async def test_the_filter_takes_a_name_of_several_words_as_one(playing: Play, fight: Session) -> None:
    play(fight, "add Thug count=12", 'damage "Thug 1" 1 blunt', 'damage "Thug 12" 1 blunt', 'damage "Thug 2" 1 blunt')
    async with playing(fight) as game:
        await game.press("/", *"thug 1", "enter")
        log = [line.strip() for line in game.lines[-17:-3] if line.strip()]
        assert "thug 1: 2 entries" in game.text, "they all joined in one, and one was hurt"
        assert log[-1].startswith("Thug 1: 1 blunt")
        await game.press("/", "ctrl+u", Pasted("thug 1 damage"), "enter")
        assert "thug 1 damage: 1 entry" in game.text


async def test_why_and_sheet_of_the_selected_row(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("s")
        assert any(line.startswith("─ sheet") for line in game.lines)
        assert "skill 3" in game.text
        await game.press("q", "w")
        assert any(line.startswith("─ why") for line in game.lines)


async def test_keys_work_on_a_russian_layout(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("т")
        assert "▶ 12 Gunman" in game.row("Gunman")
        await game.press("о", "в", "2", "enter")
        assert game.hits("Gunman") == 5
        await game.press("г")
        assert game.hits("Gunman") == 7
        await game.press("Ж")
        assert game.prompt.startswith(":")


async def test_everything_is_russian_for_a_russian_reader(playing: Play) -> None:
    english = play(memory_session(), "add Давид ally", "initiative Давид=5", "next")
    assert english.table.rules is not None
    words = Words("ru", english.table.rules.catalogue)
    session = Session(
        english.path, english.header, english.table, words, CommandSet(english.table.rules, words), english.notices
    )
    async with playing(session, Settings(language="ru")) as game:
        assert "сохранено" in game.lines[0]
        assert "раунд 1" in game.lines[0]
        assert "Инициатива" in game.text
        assert "n дальше" in game.hints
        await game.press("d", *"3 ост", "enter")
        assert lines_of(session)[-1] == "damage Давид 3 type=sharp"


@pytest.mark.parametrize("name", NASTY_NAMES)
async def test_any_name_is_shown_literally_everywhere(name: str, playing: Play) -> None:
    session = play(memory_session(), f"add {quote(name)} foe", f"initiative {quote(literal(name))}=3", "next")
    async with playing(session) as game:
        for keys in (("s",), ("q", "w"), ("q", "enter"), ("escape", "d", "1"), ("enter", "a"), ("escape", "tab", "w")):
            await game.press(*keys)
            assert all(sign.isprintable() for sign in game.text.replace("\n", ""))
        assert game.hits(next(iter(game.state.characters.values())).name) == 7


async def test_a_journal_that_cannot_write_costs_the_act_and_says_so(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        journal = fight.table._journal
        assert isinstance(journal, MemoryJournal)
        journal.failure = JournalError(message("journal.not_saved", path="x", reason=message("journal.os.disk_full")))
        before = fight.table.state
        await game.press("n")
        assert "the disk is full" in game.message
        assert fight.table.state is before
        assert "▶ 13 David" in game.row("David")
        journal.failure = None
        await game.press("n")
        assert "▶ 12 Gunman" in game.row("Gunman")


async def test_a_plugin_that_fails_costs_the_act_and_says_so(
    playing: Play, fight: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(coterie_sample, "_attack_parts", fail)
    async with playing(fight) as game:
        before = fight.table.state
        await game.press("down", "a")
        assert "oops" in game.text
        await game.press("enter")
        assert game.text.count("oops") == 1
        assert fight.table.state is before
        await game.press("escape", "n")
        assert "▶ 12 Gunman" in game.row("Gunman")


async def test_many_people_scroll_and_the_heading_says_which(playing: Play) -> None:
    session = play(memory_session(), "add Goblin count=60", "initiative", "next")
    async with playing(session) as game:
        assert "1–" in game.lines[2]
        assert "of 60" in game.lines[2]
        await game.press("end")
        assert "–60 of 60" in game.lines[2]
        await game.press("home", "pagedown", "up")
        assert any(line.startswith("›") for line in game.lines)


@pytest.mark.parametrize("size", [(40, 10), (60, 20), (80, 24), (120, 40), (200, 60)])
async def test_every_line_fits_at_any_usable_size(size: tuple[int, int], playing: Play, fight: Session) -> None:
    play(fight, "condition David bleeding amount=3", "note " + "long " * 60)
    async with playing(fight, size=size) as game:
        for keys in ((), ("a",), ("escape", "?"), ("q", "enter"), ("escape", "s"), ("q", "d", "3")):
            await game.press(*keys)
            lines = game.screen.canvas.lines
            assert len(lines) == size[1]
            assert all(width_of(line.text) <= size[0] for line in lines)
        assert game.row("David")


@pytest.mark.parametrize("size", [(39, 24), (80, 9), (1, 1), (7, 40)])
async def test_a_window_too_small_says_so_and_can_be_left(size: tuple[int, int], playing: Play, fight: Session) -> None:
    async with playing(fight, size=size) as game:
        assert len(game.screen.canvas.lines) == 1
        assert "Too small: this needs 40×10".startswith(game.text.rstrip("…"))
        before = lines_of(fight)
        await game.press("n")
        assert lines_of(fight) == before
        await game.press("q")
        assert game.app.return_code == 0


async def test_a_window_may_become_small_and_large_again(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        first = game.lines
        for size, height in (((20, 5), 1), ((120, 40), 40), ((80, 24), 24)):
            await game.resize(*size)
            assert len(game.lines) == height
        assert game.lines == first


async def test_wide_windows_show_the_sheet_beside_the_list(playing: Play, fight: Session) -> None:
    async with playing(fight, size=(120, 40)) as game:
        assert "│" in game.lines[3]
        assert any("skill 3" in line for line in game.lines)
        await game.press("down")
        assert any("skill 2" in line for line in game.lines)


async def test_a_key_without_a_meaning_now_says_so_and_an_unknown_one_does_nothing(
    playing: Play, fight: Session
) -> None:
    async with playing(fight) as game:
        before = lines_of(fight)
        await game.press("U")
        assert "isn't available here" in game.message
        await game.press("f9")
        assert lines_of(fight) == before


async def test_pasted_text_goes_into_the_prompt_only(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        before = lines_of(fight)
        game.screen.on_paste(events.Paste("nnn\nuuu"))
        assert lines_of(fight) == before
        await game.press(":")
        game.screen.on_paste(events.Paste("damage David 2\n"))
        assert game.prompt.startswith(": damage David 2")
        await game.press("enter")
        assert game.hits("David") == 7


async def test_marked_people_are_meant_by_the_word_in_a_typed_line(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("down", "space", "space", ":", Pasted("damage marked 1"), "enter")
        assert [game.hits(name) for name in ("David", "Gunman", "Killer")] == [9, 6, 7]
        assert lines_of(fight)[-1] == "damage Gunman,Killer 1"


async def test_initiative_is_rolled_for_everybody_or_for_those_who_are_marked(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("end", "space", "i", "enter")
        assert lines_of(fight)[-1].startswith("initiative Killer faces=")
        await game.press("escape")
        await game.press("i", *"20", "down", *"4", "down", *"3", "enter")
        assert lines_of(fight)[-1] == "initiative David=20 Killer=4 Gunman=3"
        await game.press("i", "enter")
        assert lines_of(fight)[-1] == "initiative David=20 Killer=4 Gunman=3"
        assert '"initiative all" rolls again for everyone' in game.text
        await game.press("escape", ":", Pasted("initiative all"), "enter")
        assert lines_of(fight)[-1].startswith("initiative David,Killer,Gunman faces=")


async def test_the_mouse_selects_opens_and_scrolls(playing: Play) -> None:
    session = play(memory_session(), "add Goblin count=60", "initiative", "next")
    async with playing(session) as game:
        third = game.lines[4]
        await game.click(10, 4)
        assert game.lines[4][1:] == third[1:]
        assert game.lines[4].startswith("›")
        await game.click(10, 4)
        assert any(line.startswith("─ Goblin") for line in game.lines), "a second click opens the menu"
        await game.press("escape")
        game.screen.scroll_content(10, 3, 1)
        await game.press("ctrl+g")
        await game.click(10, next(y for y, line in enumerate(game.lines) if y > 14 and line.startswith("▶ Goblin")))
        assert any(line.startswith("› ") for line in game.lines)


async def test_a_row_of_a_list_is_clicked_to_go_there_and_again_to_choose(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("enter")
        row = next(number for number, line in enumerate(game.lines) if line.strip().startswith("damage "))
        await game.click(5, row)
        assert game.lines[row].startswith("›")
        await game.click(5, row)
        assert game.prompt.startswith("damage David:")


async def test_every_hint_that_names_a_key_can_be_clicked(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        for word in ("command", "help", "actions"):
            if word not in game.hints:
                continue
            await game.click(game.lines[-1].index(word), 23)
            assert game.screen.panels or game.screen.prompt.question is not None
            await game.press("escape")
        assert "Esc" not in game.hints
        before = game.text
        await game.press("escape")
        assert game.text == before


def tones_of(game: Game, name: str) -> set[str]:
    return {span.tone for line in game.screen.canvas.lines for span in line.spans if span.text.strip() == name}


async def test_what_the_last_act_changed_is_marked_until_the_next_key(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("down", "d", "3", "enter", "up")
        assert "changed" not in tones_of(game, "Gunman")
        await game.press("down", "d", "3", "enter")
        assert "changed" in tones_of(game, "Gunman")
        assert "changed" not in tones_of(game, "Killer")
        await game.press("u")
        assert "changed" in tones_of(game, "Gunman")
        await game.press("up")
        assert "changed" not in tones_of(game, "Gunman")


async def test_rows_that_are_not_under_the_cursor_are_marked_by_a_sign_too(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press(":", Pasted("damage Killer 2"), "enter")
        assert game.row("Killer").startswith("•")
        await game.press("down")
        assert not game.row("Killer").startswith("•")
