"""A text that is being edited, with its cursor."""

from tracker.ui.line_editor import LineEditor
from tracker.ui.paint import Pen, width_of


def write_edited(pen: Pen, editor: LineEditor, cells: int) -> None:
    """Write a text that is being edited, scrolled so that its cursor is in view: there the terminal shows its own."""
    before, after = editor.text[: editor.cursor], editor.text[editor.cursor :]
    while before and width_of(before) > cells - 2:
        before = before[max(width_of(before) - cells + 1, 1) :]
    pen.write(before, "input").put_caret().write(after, "input", cells=max(cells - width_of(before), 0))
