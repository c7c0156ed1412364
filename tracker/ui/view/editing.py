"""A text that is being edited, with its cursor."""

from tracker.ui.line_editor import LineEditor
from tracker.ui.paint import Pen, width_of


def write_edited(pen: Pen, editor: LineEditor, cells: int) -> None:
    """Write a text that is being edited, with its cursor, scrolled so that the cursor is in view."""
    before, after = editor.text[: editor.cursor], editor.text[editor.cursor :]
    while before and width_of(before) > cells - 2:
        before = before[max(width_of(before) - cells + 1, 1) :]
    pen.write(before, "input")
    under = after[:1] or " "
    pen.write(under, "caret")
    pen.write(after[1:], "input", cells=max(cells - width_of(before) - 1, 0))
