"""Many transcripts written by one command: as files in a folder, or as JSON lines on standard output."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.cli.output import Failure, output


class Folder:
    """Where the transcripts of one command go. Without a folder each is one line of JSON on standard output."""

    def __init__(self, path: str | None) -> None:
        self.path = Path(path) if path is not None else None
        self.written: set[str] = set()
        if self.path is not None:
            try:
                self.path.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise Failure(f"cannot make the folder {path}: {(error.strerror or str(error)).lower()}") from error

    def write(self, stem: str, tree: dict[str, Any], form: str) -> None:
        """Write one transcript as ``stem`` with the ending of its form, ``json`` or ``toml``.

        :raises Failure: for a file that cannot be written, or whose name was used before.
        """
        from referee.transcript.writing import json_value, to_json, to_toml

        if self.path is None:
            with output("-") as out:
                out.write(f"{json_value(tree)}\n")
            return
        name = f"{stem}.{form}"
        if name in self.written:
            raise Failure(f"two transcripts would be written to {self.path / name}")
        self.written.add(name)
        with output(str(self.path / name)) as out:
            out.write(to_toml(tree) if form == "toml" else to_json(tree))
