"""The wheel carries the fixtures, and explain finds them there."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import yaml

from tests.cli.running import ROOT, environment


def test_a_wheel_can_explain(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("referee-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    env = {**environment(), "PYTHONPATH": str(tmp_path / "site")}
    explain = [sys.executable, "-m", "referee", "explain", "speicherstadt", "purchase.price"]
    done = subprocess.run(explain, env=env, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "A game that breaks it (purchase.price.toml)" in done.stdout
    where = "import referee; print(referee.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", where], env=env, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith(str(tmp_path / "site"))


def test_the_hook_and_the_action_call_commands_that_exist() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert hook["entry"] == "referee check"
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    assert action["runs"]["using"] == "composite"
    assert "referee check" in action["runs"]["steps"][-1]["run"]
