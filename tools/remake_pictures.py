"""Draw the pictures of the documents again: `docs/images/*.svg`, from the example fight and the keys pressed.

Do so after a change of the screen; a test compares them with what the program draws now.
"""

import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.remake_examples import SAVES, new_session
from tracker.opening import open_session, review_session, write_beginning
from tracker.ui.coterie import CoterieApp
from tracker.ui.settings import Settings

IMAGES = Path(__file__).parents[1] / "docs" / "images"
TITLE = "Coterie"


class Picture(NamedTuple):
    """What a picture shows: an example up to the act that begins with `until`, and the keys pressed then."""

    save: str
    until: str
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = (100, 30)


PICTURES = {
    "fight": Picture("example-fight.toml", "throw-bomb"),
    "fight.ru": Picture("example-fight.ru.toml", "throw-bomb"),
    "attack": Picture("example-fight.toml", "throw-bomb", ("a",)),
    "attack.ru": Picture("example-fight.ru.toml", "throw-bomb", ("a",)),
}


def drawn(picture: Picture) -> str:
    """Return a picture as SVG."""
    return asyncio.run(_drawn(picture))


async def _drawn(picture: Picture) -> str:
    with tempfile.TemporaryDirectory() as folder:
        save, example = Path(folder) / picture.save, SAVES / picture.save
        language = new_session(example).language
        whole = review_session(example, (), language)
        until = next(one for one in whole.table.history.entries if one.do.startswith(picture.until))
        write_beginning(whole, save, until.number - 1)
        app = CoterieApp(open_session(save, (), language), Settings(language=language))
        async with app.run_test(size=picture.size) as pilot:
            await pilot.press(*picture.keys)
            await pilot.pause()
            return without_web_fonts(app.export_screenshot(title=TITLE))


def without_web_fonts(svg: str) -> str:
    """Return the picture in the reader's own monospaced letters, so that it loads none from elsewhere."""
    svg = re.sub(r"\s*@font-face \{.*?\}\n", "\n", svg, flags=re.S)
    return svg.replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono")


def pictures() -> Iterator[tuple[Path, str]]:
    """Yield each picture's file with what it should hold."""
    for name, picture in PICTURES.items():
        yield IMAGES / f"{name}.svg", drawn(picture)


if __name__ == "__main__":
    IMAGES.mkdir(parents=True, exist_ok=True)
    for path, svg in pictures():
        path.write_text(svg, "utf-8")
        print(path.name, file=sys.stderr)
