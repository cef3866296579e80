"""Where the fixtures of the game are."""

from __future__ import annotations

from pathlib import Path

from referee.fixtures import folder as fixtures

FIXTURES = fixtures()
GAME_FIXTURES = FIXTURES / "speicherstadt"


def folder(name: str) -> list[Path]:
    """The fixtures of the game in one folder, by name."""
    return sorted(path for path in (GAME_FIXTURES / name).iterdir() if path.suffix in (".toml", ".json"))
