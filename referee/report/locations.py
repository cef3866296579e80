"""Where a source lies as seen from the folder in which the command runs."""

from __future__ import annotations

from pathlib import Path, PurePath
from urllib.parse import quote


def relative(source: str) -> str:
    """The source with forward slashes, relative to the working folder if it lies in it."""
    path = PurePath(source)
    if path.is_absolute():
        here = Path.cwd()
        if path.is_relative_to(here):
            path = path.relative_to(here)
    return path.as_posix()


def uri(source: str) -> str:
    """The source as a URI reference: relative where :func:`relative` is, a ``file`` URI elsewhere."""
    path = relative(source)
    encoded = quote(path, safe="/~!$&'()*+,;=@", errors="replace")
    if PurePath(path).is_absolute():
        return f"file://{encoded}" if encoded.startswith("/") else f"file:///{encoded}"
    return encoded
