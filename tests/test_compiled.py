"""What the optional compiled build compiles (see docs/performance.md); nothing is compiled here."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).parent.parent

#: What the compiled modules, and all that they import, have to do without.
HEAVY = {"pydantic", "pydantic_core", "click", "structlog", "jinja2", "tree_sitter", "jiter"}


def modules() -> list[str]:
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    build = module_from_spec(spec)
    spec.loader.exec_module(build)
    assert [name for name in build.COMPILED if not list(ROOT.glob(name))] == []
    return [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in build.sources(ROOT)]


def test_what_is_compiled_is_there_and_free_of_models_and_of_the_command_line() -> None:
    names = modules()
    assert "referee.engine.replay" in names
    assert "referee.games.speicherstadt.rules.purchase" in names
    script = f"import sys, {', '.join(names)}; print(*sorted(name.partition('.')[0] for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) & HEAVY == set()
