"""What all tests share: the toy game is on the path as if it were installed, and hypothesis is quick and repeatable.

``HYPOTHESIS_PROFILE=long`` searches for an hour instead of a moment, each time elsewhere.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent / "toy"))

settings.register_profile(
    "quick", deadline=None, max_examples=40, derandomize=True, suppress_health_check=list(HealthCheck)
)
settings.register_profile("long", deadline=None, max_examples=5_000, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
