"""What the compiled build needs (see docs/performance.md); in plain Python it does nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

__all__ = ["as_written", "mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**marks: Any) -> Any:
        """``allow_interpreted_subclasses``: a game that is not compiled may derive from the class.

        Its objects can be copied and pickled then too, which they cannot where mypyc is only told that they are
        ``serializable``: they are made without ``__init__``.
        """
        return lambda marked: marked


def as_written(file: str, kinds: Iterable[type]) -> None:
    """Give dataclasses back what is lost when their module is compiled: their docstrings and the types of their fields.

    Both are read from the source, which lies beside the compiled ``file``.
    """
    compiled = Path(file)
    if compiled.suffix == ".py":
        return
    import ast

    source = ast.parse(compiled.with_name(f"{compiled.name.partition('.')[0]}.py").read_text(encoding="utf-8"))
    written = {part.name: part for part in source.body if isinstance(part, ast.ClassDef)}
    for kind in kinds:
        part = written[kind.__name__]
        kind.__doc__ = ast.get_docstring(part)
        kind.__annotations__ = {
            ast.unparse(line.target): ast.unparse(line.annotation)
            for line in part.body
            if isinstance(line, ast.AnnAssign)
        }
