"""A mark for the compiled build (see docs/performance.md); in plain Python it means nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**marks: Any) -> Any:
        """``allow_interpreted_subclasses``: a game that is not compiled may derive from the class."""
        return lambda marked: marked
