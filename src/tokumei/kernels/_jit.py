"""Brings numba at the first call of a kernel, so that listing every method stays fast.

A kernel is written as a plain function under `@kernel`. It is compiled when it is first called and
kept in a cache on disk; where the package folder cannot be written, the cache goes to the user's
own cache folder. Numba does not notice a change of a helper in another file, so a kernel's helpers
stand in its own file and are `@kernel` themselves.
"""

import os
from collections.abc import Callable
from functools import cache, update_wrapper
from pathlib import Path
from threading import RLock
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

COMPILING = RLock()
"""Held while a kernel is made ready: threads may call it for the first time together."""


class Kernel(Generic[P, R]):
    """A function compiled at its first call."""

    def __init__(self, function: Callable[P, R]) -> None:
        self.function = function
        self._compiled: Callable[..., Any] | None = None
        update_wrapper(self, function)

    @property
    def compiled(self) -> Callable[..., Any]:
        """The compiled function; its `@kernel` helpers are compiled with it."""
        with COMPILING:
            if self._compiled is None:
                names = self.function.__globals__
                for name in self.function.__code__.co_names:
                    helper = names.get(name)
                    if isinstance(helper, Kernel):
                        # Numba resolves names when it compiles: it must find a compiled helper there.
                        names[name] = helper.compiled
                self._compiled = _numba().njit(cache=True, nogil=True)(self.function)
        return self._compiled

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the compiled function."""
        result: R = self.compiled(*args, **kwargs)
        return result


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Compile a function at its first call, without holding the interpreter lock."""
    return Kernel(function)


@cache
def _numba() -> Any:
    here = Path(__file__).parent
    if not os.access(here, os.W_OK) and "NUMBA_CACHE_DIR" not in os.environ:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        os.environ["NUMBA_CACHE_DIR"] = str(Path(base) / "tokumei" / "kernels")
    import numba

    return numba
