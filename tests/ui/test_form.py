"""Forms: how values are changed, what hides behind "more", and what Enter gives."""

from pathlib import Path

from tests.tables import memory_session, play, sample_rules
from tests.ui.conftest import CAST, Play
from tracker.api import Intent, State, hookimpl
from tracker.opening import Session
from tracker.ui.forms import action_form, form_command
from tracker.ui.keys import Keystroke
from tracker.ui.look import Look
from tracker.ui.panels.form import Field, Form
from tracker.ui.panels.menu import Item, Menu
from tracker.ui.settings import Settings

SAMPLE = Path(__file__).parents[1] / "sample_plugin"


def keys(form: Form, *names: str) -> None:
    for name in names:
        form.take(Keystroke(name, name if len(name) == 1 else " " if name == "space" else ""))


def a_form(look: Look, *fields: Field) -> tuple[Form, list[str]]:
    done: list[str] = []
    return Form("Form", fields, look, lambda form: done.append(form.value(fields[0].id))), done


def test_arrows_step_through_choices_and_typing_replaces_the_value(look: Look) -> None:
    form, done = a_form(look, Field("type", "type", "choice", "blunt", ["blunt", "sharp", "cold"], is_required=True))
    keys(form, "right")
    assert form.value("type") == "sharp"
    keys(form, "left", "left")
    assert form.value("type") == "cold"
    keys(form, "s", "h")
    assert form.value("type") == "sh"
    keys(form, "right")
    assert form.value("type") == "sharp"
    keys(form, "enter")
    assert done == ["sharp"]


def test_an_optional_choice_may_be_empty(look: Look) -> None:
    form, _ = a_form(look, Field("weapon", "weapon", "choice", "", ["knife", "gun"]))
    keys(form, "right")
    assert form.value("weapon") == "knife"
    keys(form, "left")
    assert form.value("weapon") == ""


def test_numbers_are_stepped_within_their_bounds_and_typed(look: Look) -> None:
    form, _ = a_form(look, Field("amount", "amount", "integer", "0", minimum=-1, maximum=2))
    keys(form, "right", "right", "right")
    assert form.value("amount") == "2"
    keys(form, *["left"] * 5)
    assert form.value("amount") == "-1"
    keys(form, "1", "2")
    assert form.value("amount") == "-112" or form.value("amount") == "12"


def test_switches_are_turned_by_space_and_arrows(look: Look) -> None:
    form, _ = a_form(look, Field("aimed", "aimed", "switch"))
    keys(form, "space")
    assert form.value("aimed") == "yes"
    keys(form, "right")
    assert form.value("aimed") == ""


def test_rare_fields_hide_behind_more(look: Look) -> None:
    form, _ = a_form(look, Field("a", "first"), Field("b", "second", is_rare=True))
    assert "more (1)" in "\n".join(line.text for line in form.lines(60, 10))
    keys(form, "down", "enter")
    text = "\n".join(line.text for line in form.lines(60, 10))
    assert "second" in text
    assert "more" not in text


async def test_a_form_explains_the_field_under_the_cursor_below_it(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("down", "a")
        assert game.message == "added to the d20"
        await game.press("up")
        assert game.message == ""


async def test_the_lowest_window_still_shows_who_acts_on_whom(playing: Play, fight: Session) -> None:
    async with playing(fight, size=(40, 10)) as game:
        await game.press("down", "a")
        assert "attack: David → Gunman" in game.text


async def test_enter_goes_to_the_field_that_cannot_stay_empty(playing: Play, saves: Path) -> None:
    settings = Settings(saves_folder=saves, plugin_folders=(SAMPLE,))
    async with playing(settings=settings, size=(80, 30)) as game:
        await game.press("n", "down", "enter")
        assert "Enter a title" in game.text
        assert "› title" in game.text


async def test_a_menu_tells_the_whole_sentence_that_its_row_cuts(playing: Play, fight: Session) -> None:
    async with playing(fight, size=(44, 24)) as game:
        await game.press("enter", "end")
        row = [line for line in game.lines if line.startswith("›")][-1]
        assert row.endswith("…")
        assert row.split("  ")[-1].strip(" …") in game.message


def test_a_form_longer_than_its_place_scrolls_with_the_cursor(look: Look) -> None:
    form, _ = a_form(look, *(Field(f"f{number}", f"field {number}") for number in range(20)))
    assert len(form.lines(60, 6)) == 6
    assert "1–5 of 20" in form.lines(60, 6)[0].text
    keys(form, *["down"] * 15)
    assert any("field 15" in line.text and line.ground == "cursor" for line in form.lines(60, 6))


def test_the_form_of_an_act_is_read_as_the_line_that_would_say_the_same(fight: Session, look: Look) -> None:
    commands, state = fight.commands, fight.table.state
    assert commands is not None
    david, killer = (
        next(who for who, one in state.characters.items() if one.name == name) for name in ("David", "Killer")
    )
    form = action_form(fight, commands.actions["attack"], david, [killer], look, lambda form, command: None)
    command = form_command(form, commands.actions["attack"], commands, state)
    assert (command.intent.verb, command.intent.actor, command.intent.targets) == ("attack", david, (killer,))
    form = action_form(fight, commands.actions["condition"], "", [david, killer], look, lambda form, command: None)
    field = form.field("kind")
    assert field is not None
    field.type("bleeding")
    command = form_command(form, commands.actions["condition"], commands, state)
    assert command.intent.targets == (david, killer)
    assert command.intent.values["kind"] == "bleeding"


def test_a_menu_chooses_by_its_own_keys_and_never_what_is_not_possible(look: Look) -> None:
    chosen: list[str] = []
    items = [
        Item("aim", lambda: chosen.append("aim"), key="z", problem="no gun"),
        Item("run", lambda: chosen.append("run"), key="r"),
        Item("rest", lambda: chosen.append("rest")),
    ]
    menu = Menu("Menu", items, look)
    menu.take(Keystroke("z", "z"))
    assert (chosen, menu.is_done) == ([], False)
    menu.take(Keystroke("down"))
    menu.take(Keystroke("enter"))
    assert (chosen, menu.is_done) == (["rest"], True)
    assert "no gun" in "\n".join(line.text for line in menu.lines(60, 10))


async def test_a_word_typed_on_a_russian_keyboard_is_found_in_a_menu(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("enter", *"руфд", "enter")
        assert game.prompt.startswith("heal David:")


class Heavy:
    """A house rule: every attack has a modifier of five."""

    @hookimpl
    def adjust(self, view: State, intent: Intent) -> Intent | None:
        return intent.with_values(modifier=5) if intent.verb == "attack" else None


async def test_house_rules_reach_the_odds_of_the_form_and_of_the_command_bar(playing: Play) -> None:
    session = play(memory_session(sample_rules(Heavy())), *CAST)
    async with playing(session) as game:
        await game.press("down", "a")
        assert "skill 3 + modifier 5" in game.text
        assert "hit 95.0%" in game.text
        await game.press("escape", ":", *"attack Gunman")
        assert "hit 95.0%" in game.message
        await game.press(*" faces=2")
        assert "→" in game.message, "with its faces typed it is known what comes of it"
        await game.press("enter")
        assert game.hits("Gunman") == 4


class Habits:
    """A house rule that knows what the fields of an attack usually are."""

    @hookimpl
    def presets(self, view: State, intent: Intent) -> dict[str, tuple[str, ...]] | None:
        return {"modifier": ("2", "-1")} if intent.verb == "attack" and intent.actor == "David" else None


def test_a_form_begins_with_what_a_field_usually_is_for_who_acts(look: Look) -> None:
    session = play(memory_session(sample_rules(Habits())), *CAST)
    assert session.commands is not None
    action = session.commands.actions["attack"]
    form = action_form(session, action, "David", ("Killer",), look, lambda form, command: None)
    assert form.value("modifier") == "2"
    next(field for field in form.fields if field.id == "modifier").step(1)
    assert form_command(form, action, session.commands, session.table.state).intent.integer("modifier") == 3
    other = action_form(session, action, "Killer", ("David",), look, lambda form, command: None)
    assert other.value("modifier") == "0"
