"""The optional compiled build: with REFEREE_COMPILE=1 mypyc compiles the replay and the rules of The Speicherstadt.

Without it nothing is done: the wheel is pure Python, from the very same files.
"""

from __future__ import annotations

import os
from contextlib import chdir
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: What is compiled: where a move is checked and carried out. The rest gains nothing by it.
COMPILED = (
    "referee/engine/table.py",
    "referee/engine/replay.py",
    "referee/games/speicherstadt/cards.py",
    "referee/games/speicherstadt/pieces.py",
    "referee/games/speicherstadt/doubts.py",
    "referee/games/speicherstadt/moves.py",
    "referee/games/speicherstadt/table.py",
    "referee/games/speicherstadt/scoring.py",
    "referee/games/speicherstadt/rules/*.py",
)


def sources(root: Path) -> list[Path]:
    """The files of :data:`COMPILED`."""
    return [path.relative_to(root) for name in COMPILED for path in sorted(root.glob(name))]


class Compile(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel, or puts them beside their sources in an editable install."""

    PLUGIN_NAME = "custom"

    @property
    def wanted(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("REFEREE_COMPILE", "0") not in ("", "0")

    def dependencies(self) -> list[str]:
        """The compiler looks at all types, those of other packages too."""
        return ["mypy>=1.15", "setuptools>=65", *self.metadata.core.dependencies] if self.wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self.wanted:
            return
        from mypyc.build import mypycify
        from setuptools import Distribution
        from setuptools.command.build_ext import build_ext

        root = Path(self.root)
        with chdir(root):
            paths = [path.as_posix() for path in sources(root)]
            extensions = mypycify(paths, opt_level="3", debug_level="0", group_name="referee")
            command = build_ext(Distribution({"name": "referee", "ext_modules": extensions}))
            command.inplace = version == "editable"
            command.build_lib = "build/compiled"
            command.ensure_finalized()
            command.run()
            made = [Path(file) for file in command.get_outputs()]
        build_data["pure_python"], build_data["infer_tag"] = False, True
        if version != "editable":
            for file in made:
                build_data["force_include"][str(root / file)] = file.relative_to(command.build_lib).as_posix()
