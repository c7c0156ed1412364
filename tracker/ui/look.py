"""What every view needs to draw: the reader's words, the glyphs, and the palette of the theme."""

from tracker.core.messages import Message, MessageValue, message
from tracker.text import Words
from tracker.ui.commands import Chosen
from tracker.ui.glyphs import Glyphs
from tracker.ui.paint import Palette, Pen


class Look:
    """Shared by all screens; `palette` and `words` change while the app runs. `keys` are those the reader chose."""

    def __init__(self, words: Words, glyphs: Glyphs, palette: Palette, keys: Chosen | None = None) -> None:
        self.words = words
        self.glyphs = glyphs
        self.palette = palette
        self.keys: Chosen = keys or {}

    def say(self, message_id: str, /, **values: MessageValue) -> str:
        """A sentence of the catalogue in the reader's language."""
        return self.words.say(message(message_id, **values))

    def sentence(self, line: Message) -> str:
        """A message in the reader's language."""
        return self.words.say(line)

    def pen(self, width: int) -> Pen:
        """Begin a line."""
        return Pen(width, self.glyphs)
