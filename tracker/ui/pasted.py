"""Several lines that were pasted where one is typed: they wait, then each is done as an act of its own."""

from collections.abc import Callable, Sequence
from functools import partial

from tracker.command.commands import Command
from tracker.ui.look import Look
from tracker.ui.paint import Span
from tracker.ui.panes.prompt import Question

CarryOut = Callable[[Callable[[], Command], Callable[[], None]], bool]
"""Reads a command and does it, then runs what is given; tells whether it is done or waits for faces."""


class PastedLines:
    """Lines that wait for Enter. Where one is refused, it and those behind it wait on, and it can be mended."""

    def __init__(
        self,
        look: Look,
        parse: Callable[[str], Command],
        carry_out: CarryOut,
        ask: Callable[[Question], None],
        say: Callable[[str], None],
    ) -> None:
        self._look = look
        self._parse = parse
        self._carry_out = carry_out
        self._ask = ask
        self._say = say
        self._waiting: list[str] = []
        self._done = 0
        self._is_going_on = False

    def ask(self, lines: Sequence[str]) -> None:
        """Show the first line, to be changed where need be, and how many wait with it."""
        self._waiting = list(lines)
        count = len(lines)
        label = self._look.say("ui.lines.label", count=count)
        rest = f" {self._look.glyphs.separator} ".join(lines[1:])
        hint = Span(self._look.say("ui.lines.hint", count=count, rest=rest), "dim")
        self._ask(Question(label, self._submit, preview=lambda text: (hint,), text=lines[0], empty_is_cancel=True))

    def _submit(self, text: str) -> bool:
        self._waiting[0] = text
        return self._go_on()

    def _go_on(self) -> bool:
        """Do line after line until one is refused or asks for faces; tell whether the first one was answered."""
        begun = self._done
        while self._waiting:
            left = len(self._waiting)
            self._is_going_on = True
            answered = self._carry_out(partial(self._parse, self._waiting[0]), self._one_is_done)
            self._is_going_on = False
            if not answered and self._done > begun:
                self.ask(self._waiting)
            if not answered:
                return self._done > begun
            if len(self._waiting) == left:
                return True  # it asks for faces first
        self._say(self._look.say("ui.lines.done", count=self._done))
        return True

    def _one_is_done(self) -> None:
        self._done += 1
        del self._waiting[0]
        if not self._is_going_on:
            self._go_on()
