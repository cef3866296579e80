"""What all tests share: the toy game is on the path as if it were installed, and hypothesis is quick and repeatable.

``HYPOTHESIS_PROFILE=long`` searches for an hour instead of a moment, each time elsewhere.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent / "toy"))

settings.register_profile(
    "quick", deadline=None, max_examples=40, derandomize=True, suppress_health_check=list(HealthCheck)
)
settings.register_profile("long", deadline=None, max_examples=5_000, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In mutation testing what is about the mutated file comes first: ``speicherstadt-fire`` for ``rules/fire.py``.

    The mutant is taken out of the environment: mutmut, which looks for it at every call, then finds it sooner elsewhere.
    """
    mutant = os.environ.pop("MUTANT_UNDER_TEST", "").split(".")
    if mutant[:2] == ["referee", "games"]:
        topic = f"{mutant[2]}-{mutant[-2].rstrip('s')}"
        items.sort(key=lambda item: topic not in item.name)
