"""What a recoding method answers: how each value is coarsened."""

from typing import Any, Protocol

from tokumei.model.release import Release


class Recoding(Protocol):
    """A decision about how values are coarsened, made from counts and applied to rows."""

    def apply(self, data: Any) -> Release[Any]:
        """Return the release of the data: every row coarsened, with its key and its groups."""
