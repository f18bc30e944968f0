"""Files that only the site's user may read."""

import os
from pathlib import Path


def write(file: Path, text: str) -> None:
    """Write `text` to `file`, completely or not at all, with private permissions."""
    part = file.with_name(f".{file.name}-{os.getpid()}")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    part.write_text(text)
    part.replace(file)
