"""The story of a session in every form that it can be taken out in."""

from collections.abc import Callable, Iterator, Mapping

from tracker.cli.formats.data import as_json, as_json_lines
from tracker.cli.formats.markdown import as_markdown
from tracker.cli.formats.page import as_page
from tracker.cli.formats.plain import as_text
from tracker.cli.formats.rolls import as_rolls
from tracker.recap.telling import Telling

FORMATS: Mapping[str, Callable[[Telling], Iterator[str]]] = {
    "text": as_text,
    "markdown": as_markdown,
    "html": as_page,
    "csv": as_rolls,
    "jsonl": as_json_lines,
    "json": as_json,
}
"""What `log --format` offers; each yields pieces of text, a line or more each, without the last line's end."""
