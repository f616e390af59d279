"""How the tests run: repeatable examples, and methods declared by a test forgotten after it."""

import os

from hypothesis import HealthCheck, settings

# The same examples each time, so that a red run is red again; TOKUMEI_EXPLORE=1 looks for new ones.
EXPLORING = os.environ.get("TOKUMEI_EXPLORE") == "1"
settings.register_profile(
    "house",
    max_examples=500 if EXPLORING else 40,
    derandomize=not EXPLORING,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("house")

LONGEST_ID = 60


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name the contents of files by their parameter: a test's name holds no cells, and no archive's time."""
    is_content = isinstance(val, bytes) or (isinstance(val, str) and ("\n" in val or len(val) > LONGEST_ID))
    return argname if is_content else None
