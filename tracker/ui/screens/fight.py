"""The fight: the turn order, what is due, the log, and every act by a key, a form or a typed line."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from tracker.acts.fights import FIRST, fight_name, names_of_fights
from tracker.api.descriptions import Action
from tracker.command.commands import ActCommand, Command, HistoryCommand, QueryCommand
from tracker.command.parse import AS_WORD, ENTRY_SIGN
from tracker.core.chance import Chance
from tracker.core.history import Entry
from tracker.core.intents import Intent, Refusal
from tracker.core.quoting import quote, quoted
from tracker.core.state import State
from tracker.core.values import frozen
from tracker.failures import FAILURES
from tracker.opening import Session, open_copy
from tracker.story import story
from tracker.text import left_out, literal
from tracker.ui.acting import Acting
from tracker.ui.commands import TURN_VERBS, CommandTable, Offer, Place, ScreenCommand, Situation
from tracker.ui.keys import Keystroke
from tracker.ui.look import Look
from tracker.ui.paint import Line, wrap
from tracker.ui.screens.board import Board
from tracker.ui.view.gauges import changed_gauges
from tracker.ui.view.title import ruleset_title

if TYPE_CHECKING:
    from tracker.ui.entering import Fill
    from tracker.ui.panels.form import Form
    from tracker.ui.panels.search import Choice
    from tracker.ui.panels.sheet import Doing
    from tracker.ui.panes.prompt import Question

AT_ONCE = frozenset({"next", "session", "scene", "turn", "jump", "leave", "hide", "show", "remove"})
"""The core's verbs that ask for nothing but their targets."""
FREE_TARGETS = ("none", "optional")
"""What an action says of its targets if no one has to be named."""


def is_done_to_somebody(action: Action) -> bool:
    """Whether an act is on someone: of those that may do without a target, attacks are, and those described so."""
    return action.targets in ("one", "many") or (action.targets == "optional" and (action.attack or action.at_others))


MOST_LESSONS_ENTRIES = 30
"""Whoever has done so much need not be told any more what to press."""
MOST_NAMED = 3
"""So many of those things that must be answered are named before a turn passes."""


class FightScreen(Board):
    """Plays a session. It keeps nothing of the game: every act goes through the table, which tells it what changed."""

    def __init__(self, session: Session, look: Look, *, typed_dice: bool) -> None:
        assert session.commands is not None
        super().__init__(session, look, CommandTable(session.commands.actions.values(), look.keys))
        self._actions = session.commands.actions
        self._acting = Acting(session, self, typed_dice=typed_dice)
        self._histories: dict[str, list[str]] = {}
        self._unsubscribe: Callable[[], None] = session.table.subscribe(self._happened)
        self._is_stale = False
        self._before_key = session.table.state
        self.order.empty = "ui.order.empty"
        self._named_open: State | None = None
        self._form: Form | None = None
        self._turn_of = ""

    def on_mount(self) -> None:
        """Begin with what was told at the opening."""
        notices = [self.look.sentence(notice) for notice in (*self.session.notices, *left_out())]
        if notices:
            self.say(notices[0], is_wrong=True)

    def on_unmount(self) -> None:
        """Listen no more."""
        self._unsubscribe()

    def do_save_copy(self) -> None:
        """Save what is open as a copy, also where its file is gone, and play on in it."""
        try:
            session = open_copy(self.session, self.host.settings.plugin_folders, self.look.words.language)
        except FAILURES as error:
            self.refuse(error)
            return
        self.host.show_session(session, notice=self.look.say("ui.copied", path=str(session.path)))

    # ------------------------------------------------------------------ what is shown

    @property
    def place(self) -> Place:
        """The log while one of its entries is selected, else the fight."""
        return "log" if self.log_pane.selected is not None else "fight"

    def _happened(self, entry: Entry) -> None:
        self.log_pane.news = entry.number
        # Several entries of one command, and whatever else a key changes, are painted together.
        if not self._is_stale:
            self._is_stale = True
            self.call_next(self._show_news)

    def _show_news(self) -> None:
        if self._is_stale:
            self.paint()

    def paint(self) -> None:
        """Show everything as it now is, what has just happened included."""
        self._is_stale = False
        super().paint()

    def take(self, key: Keystroke) -> bool:
        """Take a key; what changes from now on is shown as changed until the next one."""
        self.log_pane.news = 0
        self._before_key = self.shown_state
        return super().take(key)

    def content(self, width: int, height: int) -> list[Line]:
        """The board, with those standing out on whom the open form is; marks fall when the turn passes."""
        state = self.shown_state
        before, people = self._before_key.characters, state.characters
        changed = () if people is before else [who for who in people if before.get(who) is not people[who]]
        self.order.changed = {who: changed_gauges(before[who], people[who]) for who in changed if who in before}
        if state.current != self._turn_of:
            if self._turn_of:
                self.order.clear_marks()
            self._turn_of = state.current
        form = self._form if self.panels and self.panels[-1] is self._form else None
        aimed_at = self._aimed_by(form) if form is not None else frozenset()
        self.order.aim(aimed_at, is_picking=form is not None and form.is_picking)
        return super().content(width, height)

    @cached_property
    def _is_first(self) -> bool:
        """Whether there is no other session yet beside this one."""
        path = self.session.path
        return not any(other != path for other in path.parent.glob(f"*{path.suffix}"))

    def lessons(self, width: int) -> list[Line]:
        """What to press on the first evening: each line goes away once that was done, the last in round 2."""
        state = self.shown_state
        if state.round > 1 or len(self.shown_entries) > MOST_LESSONS_ENTRIES or not self._is_first:
            return []
        lessons = [] if state.characters else ["ui.first.add"]
        lessons += ["ui.first.initiative"] if self._has_turns and not state.order else []
        lessons.append("ui.first.act")
        look = self.look
        pieces = [piece for lesson in lessons for piece in wrap(look.glyphs.shown(look.say(lesson)), width - 2)]
        return [look.pen(width).gap().write(piece, "accent").line() for piece in pieces]

    def _aimed_by(self, form: "Form") -> frozenset[str]:
        from tracker.ui.forms import TARGET

        people = self.shown_state.characters
        field = form.current if form.is_picking else form.field(TARGET)
        if field is None and form.current is not None and form.current.id in people:
            return frozenset({form.current.id})
        names = frozenset(field.names) if field is not None else frozenset()
        return frozenset(who for who, one in people.items() if one.name in names)

    def situation(self) -> Situation:
        """What decides which commands make sense now."""
        state, history, table = self.shown_state, self.session.table.history, self.session.table
        undoable, redoable = history.undoable, history.redoable
        return Situation(
            place=self.place,
            writable=table.writable,
            people=len(state.characters),
            has_order=bool(state.order),
            has_turns=self._has_turns,
            is_acting=bool(state.current),
            due=len(state.open_due),
            marked=len(self.order.marked),
            undo=self._headline(undoable),
            redo=self._headline(redoable),
            is_filtered=bool(self.log_pane.filter_text),
        )

    def _headline(self, entry: Entry | None) -> str:
        if entry is None:
            return ""
        return self.look.words.value(self.session.table.headline(entry)) or entry.do

    def hint_note(self) -> str:
        """Tell that dice are typed, and that the next act is hidden."""
        notes = [self.look.say("ui.typed_dice.note")] if self._acting.typed_dice else []
        notes += [self.look.say("ui.secretly.note")] if self._acting.secretly else []
        return f" {self.look.glyphs.separator} ".join(notes)

    # ------------------------------------------------------------------ acts

    def run_command(self, command: ScreenCommand, key: str = "") -> None:
        """Start an act, run a due prompt by its number, or do what the screen itself can."""
        if command.id == "due":
            self._run_due(int(key))
        elif command.action:
            self.start(self._actions[command.action])
        else:
            super().run_command(command, key)

    @property
    def people_meant(self) -> tuple[str, ...]:
        """Those on whom an act is meant: the marked, else the selected one."""
        selected = self.order.selected
        return self.order.marked or ((selected,) if selected else ())

    def start(self, action: Action) -> None:
        """Begin an act: do it if nothing is missing, else ask in the prompt line or by a form."""
        from tracker.ui.questions import is_prompted

        if action.id in TURN_VERBS and not self._has_turns:
            self.say(self.look.say("ui.no_turns", ruleset=ruleset_title(self.session, self.look)))
            return
        if action.id == "next" and not self._may_pass():
            return
        state = self.shown_state
        actor, meant = self.people_of(action)
        if action.id == "dismiss" and len(state.open_due) == 1:
            self._do(Intent("dismiss", values={"number": 1}))
        elif action.id == "initiative":
            self._enter_initiative(self.order.marked)
        elif self._enters_many(action, meant):
            self._enter_many(action, meant)
        elif is_prompted(action) and (meant or action.targets in FREE_TARGETS):
            self._ask(action, actor, meant)
        elif action.id in AT_ONCE or (not action.typed_parameters and (meant or action.targets in FREE_TARGETS)):
            self._do(Intent(action.id, actor, meant))
        else:
            self._open_form(action, actor, meant)

    def people_of(self, action: Action) -> tuple[str, tuple[str, ...]]:
        """Who does an act, "" if no one does it, and to whom, whatever key, menu or line begins it.

        On someone it is done by the one whose turn it is, to those who are marked, else to the selected one; without a
        target by the selected one.
        """
        selected, current = self.order.selected, self.shown_state.current
        meant = self.people_meant
        if not action.acts:
            return "", () if action.targets == "none" else meant[:1] if action.targets == "one" else meant
        if not is_done_to_somebody(action):
            return selected or current, ()
        actor = current or selected
        others = tuple(who for who in meant if who != actor)
        return actor, others if action.targets == "many" else others[:1]

    @property
    def _has_turns(self) -> bool:
        rules = self.session.table.rules
        return rules is None or rules.card.turns != "none"

    def _may_pass(self) -> bool:
        """Whether the turn passes. What must be answered is named first; the second key passes all the same."""
        state = self.shown_state
        musts = [(number, due) for number, due in enumerate(state.open_due, 1) if due.weight == "must"]
        if not musts or state is self._named_open or self.host.settings.next_at_once:
            return True
        self._named_open = state
        named = [self.look.say("ui.next.item", number=number, line=due.line) for number, due in musts[:MOST_NAMED]]
        if len(musts) > MOST_NAMED:
            named.append(self.look.say("ui.due.more", count=len(musts) - MOST_NAMED))
        self.say(self.look.say("ui.next.open", list=tuple(named)))
        return False

    def _do(self, intent: Intent) -> None:
        self._acting.intent(intent)

    def _ask(self, action: Action, actor: str, targets: Sequence[str]) -> None:
        from tracker.ui.questions import action_question

        history = self._histories.setdefault(action.id, [])
        carry_out = partial(self._carry_out, done=self._after_adding) if action.id == "add" else self._carry_out
        self.ask(action_question(self.session, action, actor, targets, self.look, carry_out, history, self._take_lines))

    def _take_lines(self, lines: Sequence[str]) -> None:
        """Let several pasted lines wait for Enter."""
        from tracker.ui.pasted import PastedLines

        commands, marked = self.session.commands, self.order.marked
        assert commands is not None

        def parse(line: str) -> Command:
            return commands.parse(line, self.session.table.state, marked)

        def ask(question: "Question") -> None:
            notice = self._notice  # why a line was refused stays in view
            self.ask(question)
            self._notice = notice

        PastedLines(self.look, parse, self._carry_out, ask, self.say).ask(lines)

    def _carry_out(self, read: Callable[[], Command], done: Callable[[], None] | None = None) -> bool:
        """Read and do a typed command, then what `done` says; tell whether it is answered or waits for faces."""
        try:
            command = read()
        except Refusal as refusal:
            self.refuse(refusal)
            return False
        if isinstance(command, QueryCommand):
            is_answered = self._answer(command)
            if is_answered and done is not None:
                done()
            return is_answered
        if isinstance(command, HistoryCommand) and command.entry:
            return self._ask_correction(command, done)
        return self._acting.command(command, done)

    # ------------------------------------------------------------------ for many in one pass

    def _enters_many(self, action: Action, meant: Sequence[str]) -> bool:
        """Whether there is a field for each: several are marked, or the act is said for everyone."""
        from tracker.ui.entering import asked_for_each
        from tracker.ui.questions import is_prompted

        is_of_many = is_prompted(action) and asked_for_each(action) is not None and len(meant) > 1
        return is_of_many or (action.for_all and not (action.acts and meant))

    def _enter_many(self, action: Action, meant: Sequence[str]) -> None:
        from tracker.ui.entering import each_on_one_form, many_form

        state = self.shown_state

        def carry_out(form: "Form", read: Callable[[], Command]) -> None:
            self._do_by(form, partial(self._carry_out, read))

        if action.acts:
            self._form = each_on_one_form(self.session, action, self.look, self._carry_out, self._name_at)
        else:
            able = [one.id for one in state.fighters if one.can_act]
            people = able if action.for_all and not self.order.marked else meant
            self._form = many_form(self.session, action, people, self.look, carry_out)
        self.open_panel(self._form, shares=True)

    def _enter_initiative(self, people: Sequence[str]) -> None:
        from tracker.ui.entering import initiative_form

        def carry_out(form: "Form", intent: Intent, fill: "Fill | None") -> None:
            self._do_by(form, lambda done: self._acting.command(ActCommand(intent), done, fill))

        self._form = initiative_form(self.session, people, self.look, carry_out)
        self.open_panel(self._form, shares=True)

    def _do_by(self, form: "Form", act: Callable[[Callable[[], None]], bool]) -> None:
        """Do what a form says; it closes once that is done, and where it tells already why not, it alone does."""
        if not act(partial(setattr, form, "is_done", True)) and form.tells(self._notice.text):
            form.error = self._notice.text
            self.say("")

    def _after_adding(self) -> None:
        """Ask for the place of those who join a running order."""
        state = self.shown_state
        late = [one.id for one in state.fighters if state.place_of(one.id) is None]
        if state.order and late:
            self._enter_initiative(late)

    def _name_at(self, sign: str) -> str:
        """The name of whoever a sign in the list stands for."""
        who = self.order.picked(sign)
        return self.shown_state.characters[who].name if who else ""

    def _open_form(self, action: Action, actor: str, targets: Sequence[str]) -> None:
        from tracker.ui.forms import action_form

        def carry_out(form: "Form", command: ActCommand) -> None:
            self._do_by(form, partial(self._acting.command, command))

        typed_dice, current = self._acting.typed_dice, self.shown_state.current
        other = current if actor != current else self.order.selected
        self._form = action_form(
            self.session,
            action,
            actor,
            targets,
            self.look,
            carry_out,
            typed_dice=typed_dice,
            pick=self._name_at,
            other=other,
        )
        self.open_panel(self._form, shares=True)

    def insist(self) -> None:
        """Do what is typed, or what was just refused, although a rule forbids it."""
        with self._acting.insisting():
            if self.prompt.question is not None:
                self.prompt.take(Keystroke("enter"))
            elif self.panels:
                self.panels[-1].take(Keystroke("enter"))
            elif self._notice.text:
                self._acting.repeat()

    def sheet_doing(self, who: str) -> "Doing | None":
        """Every change in a sheet is an act by the ordinary verbs; `why` tells about one line of it."""
        from tracker.ui.panels.sheet import Doing

        commands = self.session.commands
        if commands is None or not self.session.table.writable:
            return None

        def carry_out(line: str) -> bool:
            return self._carry_out(lambda: commands.parse(line, self.shown_state))

        def why(asked: str) -> None:
            carry_out(f"why {quoted(self.shown_state.characters[who].name)} {asked}")

        return Doing(carry_out, why)

    def _run_due(self, number: int) -> None:
        prompts = self.shown_state.open_due
        if number > len(prompts):
            self.say(self.look.say("refused.no_prompt", count=len(prompts)))
            return
        prompt = prompts[number - 1]
        commands = self.session.commands
        if not prompt.command or commands is None:
            self._do(Intent("dismiss", values={"number": number}))
        else:
            self._carry_out(lambda: commands.parse(prompt.command, self.shown_state))

    # ------------------------------------------------------------------ answers

    def _answer(self, query: QueryCommand) -> bool:
        """Answer a question in a page; tell whether there was an answer."""
        from tracker.answers import answer, odds_lines

        try:
            if query.verb == "odds" and query.intent is not None:
                lines = odds_lines(self.session, query.intent)
            else:
                lines = answer(self.session, query)
        except FAILURES as error:
            self.refuse(error)
            return False
        self._show_reasons(self.look.words.term(query.verb), lines)
        return True

    def tell(self, entry: Entry) -> None:
        """Show what an act that changes nothing had to say."""
        self._show_reasons(self.look.words.term(entry.do.split()[0]), story(entry, self.look.words))

    def _show_reasons(self, title: str, lines: Sequence[str]) -> None:
        from tracker.ui.view.pages import reasons_page

        shown = [literal(line) for line in lines]
        self.read(title, lambda width: reasons_page(self.session, shown, width, self.look))

    def do_why(self) -> None:
        """Explain the selected log entry, else the selected character's gauges."""
        from tracker.ui.view.pages import character_reasons, entry_page

        entry = self.log_pane.selected
        title = self.look.words.term("why")
        if entry is not None:
            self.read(title, lambda width: entry_page(self.session, entry, width, self.look))
        elif self.order.selected:
            try:
                lines = character_reasons(self.session, self.shown_state, self.order.selected)
            except FAILURES as error:
                self.refuse(error)
            else:
                self._show_reasons(title, lines)

    # ------------------------------------------------------------------ what the screen can do

    def do_undo(self) -> None:
        """Take the last act back."""
        self._acting.attempt(lambda chance: [self.session.table.undo()])

    def do_redo(self) -> None:
        """Do it again."""
        self._acting.attempt(lambda chance: [self.session.table.redo()])

    def do_undo_entry(self) -> None:
        """Take the selected act back and do the later ones again, once it was shown what comes of that."""
        entry = self.log_pane.selected
        if entry is not None:
            self._ask_correction(HistoryCommand("undo", entry=entry.number))

    def do_redo_entry(self) -> None:
        """Open the command bar with the line of the selected act, to do another in its place."""
        from tracker.command.fallen import faces_of

        entry, words = self.log_pane.selected, self.look.words
        if entry is not None:
            self._open_command_bar(
                f"{words.verb('redo')} {ENTRY_SIGN}{entry.number} {words.term(AS_WORD)} {faces_of(entry)[0]}"
            )

    def _ask_correction(self, command: HistoryCommand, done: Callable[[], None] | None = None) -> bool:
        """Show what a correction comes to, and do it with Enter; tell whether it is possible."""
        from tracker.command.correct import correction_of, keep_correction
        from tracker.ui.panels.page import Page
        from tracker.ui.questions import correction_question
        from tracker.ui.view.pages import reasons_page

        try:
            found = correction_of(self.session.table, self.session.commands, command)
        except FAILURES as error:
            self.refuse(error)
            return False
        lines = [self.look.sentence(line) for line in found.lines]
        title = self.look.words.verb(command.verb)
        page = Page(title, lambda width: reasons_page(self.session, lines, width, self.look), self.look)

        def over() -> None:
            self.log_pane.deselect()
            if done is not None:
                done()

        def keep(chance: Chance | None) -> list[Entry]:
            return [keep_correction(self.session.table, command, found)]

        def correct() -> bool:
            page.is_done = True
            return self._acting.attempt(keep, over)

        self.open_panel(page)
        self.ask(correction_question(command, self.look, correct, partial(setattr, page, "is_done", True)))
        return True

    def do_command(self) -> None:
        """Open the command bar."""
        self._open_command_bar()

    def _open_command_bar(self, text: str = "") -> None:
        from tracker.ui.questions import command_question

        history = self._histories.setdefault(":", [])
        marked = self.order.marked
        bar = command_question(self.session, self.look, self._carry_out, history, self._take_lines, text, marked)
        self.ask(bar)

    def do_mark(self) -> None:
        """Mark the selected character."""
        self.order.toggle_mark()

    def do_unmark(self) -> None:
        """Unmark everyone, or show the whole log again."""
        if self.order.marked:
            self.order.clear_marks()
        else:
            self.filter_log("")

    def do_go(self) -> None:
        """Select the one who acts now."""
        self.order.select(self.shown_state.current)

    def do_menu(self) -> None:
        """Show what can be done with the selected character."""
        from tracker.ui.acts import act_choices
        from tracker.ui.panels.search import Choice, Search
        from tracker.ui.view.naming import names_of

        look = self.look
        choices = act_choices(self, self._menu_actions())
        fights = look.say("ui.search.fights")
        choices += [Choice(word, "", told, run, fights) for word, told, run in self.further_offers()]
        title = names_of(self.people_meant, self.shown_state, look)
        self.open_panel(Search(title, choices, look.say("ui.palette.nothing"), look))

    def _menu_actions(self) -> list[Action]:
        rules = self.session.table.rules
        own = list(rules.actions.values()) if rules else []
        core = [action for name, action in self._actions.items() if rules and name not in rules.actions]
        if not self._has_turns:
            core = [action for action in core if action.id not in TURN_VERBS]
        return [*own, *(action for action in core if action.targets != "none")]

    def possible_commands(self) -> Iterator[ScreenCommand]:
        """The commands that make sense now, for the palette; those of turns only in a game that has them."""
        commands = super().possible_commands()
        return (one for one in commands if self._has_turns or one.action not in TURN_VERBS)

    def likely_acts(self) -> Sequence[str]:
        """The acts that are the likeliest now."""
        from tracker.ui.acts import likely_acts

        return likely_acts(self, self._menu_actions())

    def further_offers(self) -> Iterator[Offer]:
        """The other fights, where there are several."""
        for name in names_of_fights(self.shown_state):
            if name != self.shown_state.fight:
                word = self.look.say("ui.fight.show", fight=fight_name(name))
                intent = Intent("fight", values=frozen({"name": name or FIRST}))
                yield word, self.look.say("ui.fight.show_does"), partial(self._switch_fight, intent)

    def _switch_fight(self, intent: Intent) -> None:
        self._acting.intent(intent)
        self.paint()

    def found_for(self, text: str) -> "Iterator[Choice]":
        """People, conditions, rules and entries that a text finds."""
        from tracker.ui.panels.search import Choice

        look = self.look
        rules = self.session.table.rules
        for kind in rules.conditions.values() if rules is not None and self.order.selected else ():
            if kind.by_hand:
                begin = partial(self._begin_condition, kind.id)
                told = look.say("ui.search.condition", help=look.words.help(kind.id)).strip(" :")
                yield Choice(look.words.term(kind.id), "", told, begin, look.say("ui.search.conditions"), also=kind.id)
        yield from super().found_for(text)

    def _begin_condition(self, kind: str) -> None:
        """Open the command bar with a condition for those who are meant."""
        words, people = self.look.words, self.shown_state.characters
        names = ",".join(quote(people[who].name) for who in self.people_meant)
        self._open_command_bar(f"{words.verb('condition')} {names} {quote(words.term(kind))} ")

    def show_entry(self, number: int) -> None:
        """Go to an entry of the log."""
        self.filter_log("")
        self.log_pane.select(number)

    def _paste(self, text: str) -> None:
        """Behind `import` a pasted list keeps its lines apart."""
        verb = self.prompt.text.split(maxsplit=1)[:1]
        words = self.look.words.spellings_in_all("verb.import")
        if verb and verb[0].casefold() in (word.casefold() for word in words):
            from tracker.exchange.documents import PASTED

            text = PASTED.join(line.strip() for line in text.splitlines() if line.strip())
        super()._paste(text)

    def do_books(self) -> None:
        """Pick someone from the books."""
        from tracker.ui.books import picker_of

        try:
            self.open_panel(picker_of(self.session, self.look, self._do))
        except FAILURES as error:
            self.refuse(error)

    def do_typed_dice(self) -> None:
        """Switch between dice that the program rolls and faces that are typed."""
        self._acting.typed_dice = not self._acting.typed_dice
        self.say(self.look.say("ui.typed_dice.on" if self._acting.typed_dice else "ui.typed_dice.off"))

    def do_secretly(self) -> None:
        """Hide the next act from the players, or do not hide it after all."""
        self._acting.secretly = not self._acting.secretly
        self.say(self.look.say("ui.secretly.on" if self._acting.secretly else "ui.secretly.off"))

    # ------------------------------------------------------------------ the log

    def do_log(self) -> None:
        """Go to the log."""
        self.log_pane.select_last()

    def do_list(self) -> None:
        """Go back to the list."""
        self.log_pane.deselect()

    def do_log_down(self) -> None:
        """Select the next entry."""
        self.log_pane.move(1)

    def do_log_up(self) -> None:
        """Select the entry before."""
        self.log_pane.move(-1)

    def do_log_page_down(self) -> None:
        """Go a pane further."""
        self.log_pane.move_page(1)

    def do_log_page_up(self) -> None:
        """Go a pane back."""
        self.log_pane.move_page(-1)

    def do_log_first(self) -> None:
        """Select the first entry."""
        self.log_pane.move(-len(self.session.table.history.entries))

    def do_log_last(self) -> None:
        """Select the last entry."""
        self.log_pane.select_last()

    # ------------------------------------------------------------------ the mouse

    def row_chosen(self) -> None:
        """Open what can be done with a row that is clicked again."""
        if not self.panels and self.prompt.question is None:
            self.do_menu()

    def due_chosen(self, number: int) -> None:
        """Do what is due."""
        if number >= 1 and not self.panels and self.prompt.question is None:
            self._run_due(number)
