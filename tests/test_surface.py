"""What users import: the names, and what importing costs."""

import subprocess
import sys
from importlib.resources import files

import pytest

import tokumei

NAMES = [
    "InputError", "Recipe", "Release", "RequirementNotMet", "Result", "Schema", "TokumeiError", "__version__",
    "anonymize", "attack", "compare", "explain", "fill", "inspect", "measure", "methods", "run",
]  # fmt: skip
HEAVY = ("numba", "polars", "pandas", "numpy", "scipy", "pydantic", "narwhals", "pyarrow", "altair", "rich", "click")

WORK = """
import sys
import polars as pl
import tokumei as tk
df = pl.DataFrame({"age": [20, 30, 40, 50, 60, 70], "pay": [1, 2, 3, 4, 5, 6]})
schema = tk.Schema(quasi="age", sensitive="pay")
release = tk.anonymize(df, schema, "mdav", k=3, seed=1)
tk.attack(df, release.table, schema, "nearest_value", key=release.key)
tk.measure(df, release, schema, "sse")
"""


def python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def loaded(code, names):
    return python(f"{code}\nprint(*(name for name in {names!r} if name in sys.modules))")


def test_the_public_names_are_these_and_no_others():
    assert sorted(tokumei.__all__) == NAMES
    assert dir(tokumei) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_can_be_imported_and_is_documented(name):
    value = getattr(tokumei, name)
    assert name == "__version__" or value.__doc__


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'tokumei' has no attribute 'anonymise'"):
        _ = tokumei.anonymise


def test_the_modules_do_not_hide_the_functions():
    code = "import tokumei.runner, tokumei.comparison, tokumei as tk; print(callable(tk.run), callable(tk.compare))"
    assert python(code) == "True True"


def test_importing_the_package_loads_nothing_heavy():
    assert loaded("import sys, tokumei", HEAVY) == ""


def test_importing_the_package_costs_next_to_nothing():
    code = "import time; start = time.perf_counter(); import tokumei; print(time.perf_counter() - start)"
    assert min(float(python(code)) for _ in range(5)) < 0.3


def test_the_list_of_methods_needs_no_compiler():
    assert loaded("import sys, tokumei; tokumei.methods()", ("numba", "scipy", "pandas", "sklearn", "altair")) == ""


def test_a_polars_user_never_loads_pandas_or_pyarrow():
    assert loaded(WORK, ("pandas", "pyarrow", "narwhals", "altair")) == ""


def test_the_package_is_typed():
    assert files("tokumei").joinpath("py.typed").is_file()
