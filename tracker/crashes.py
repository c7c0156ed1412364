"""What no one foresaw is written down, without showing any values."""

import traceback
from datetime import UTC, datetime
from pathlib import Path

from tracker.places import user_folder
from tracker.plain_files import make_folder, write_private


def write_crash_log(error: BaseException | None, folder: Path | None = None) -> Path | None:
    """Write the traceback of an exception, without the values of variables; None where that fails."""
    if folder is None:
        folder = user_folder("state")
    path = folder / f"crash-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.log"
    try:
        make_folder(folder)
        write_private(path, "".join(traceback.format_exception(error)).encode("utf-8", "replace"))
    except Exception:  # the disk may be what failed
        return None
    return path
