"""Counts the fields of each record of CSV text, to find the ragged ones."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

PIECE = 1 << 24
"""Bytes looked at in one go: numbers every mark of a piece, so it bounds the memory."""

Numbers = npt.NDArray[np.int64]
NEWLINE, QUOTE, RETURN = ord("\n"), ord('"'), ord("\r")


@dataclass(frozen=True)
class Records:
    """The fields of each record, the header first; blank lines count as records of one empty field.

    `ends` is where each record ends, `open` whether the text ends inside quotation marks.
    """

    fields: Numbers
    ends: Numbers
    blank: npt.NDArray[np.bool_]
    open: bool

    def ragged(self) -> int | None:
        """Return the first record that has not as many fields as the header."""
        wrong = np.flatnonzero((self.fields != self.fields[0]) & ~self.blank)
        return int(wrong[0]) if wrong.size else None

    def line(self, record: int, data: bytes) -> int:
        """Return the line a record begins in; a quoted field may hold line breaks, so lines are more."""
        return data.count(b"\n", 0, int(self.ends[record - 1]) + 1) + 1 if record else 1


def records(data: bytes, separator: str) -> Records:
    r"""Find the records of CSV text: what stands inside quotation marks ends nothing.

    >>> records(b'a,b\n"1,2",3\n\n4\n', ",").fields.tolist()
    [2, 2, 1, 1]
    """
    quotes, fields = 0, 0
    ends, counts = [], []
    for start in range(0, len(data), PIECE):
        piece = np.frombuffer(data, np.uint8, min(PIECE, len(data) - start), start)
        marks = np.flatnonzero((piece == NEWLINE) | (piece == ord(separator)) | (piece == QUOTE))
        kinds = piece[marks]
        within = (quotes + np.cumsum(kinds == QUOTE)) % 2 == 1
        separators = fields + np.cumsum((kinds == ord(separator)) & ~within)
        is_end = (kinds == NEWLINE) & ~within
        ends.append(marks[is_end] + start)
        counts.append(separators[is_end])
        quotes += int((kinds == QUOTE).sum())
        fields = int(separators[-1]) if separators.size else fields
    if not data.endswith(b"\n") or quotes % 2:
        ends.append(np.array([len(data)]))
        counts.append(np.array([fields]))
    return _records(data, np.concatenate(ends), np.concatenate(counts), is_open=bool(quotes % 2))


def _records(data: bytes, ends: Numbers, counts: Numbers, *, is_open: bool) -> Records:
    lengths = np.diff(ends, prepend=-1) - 1
    before = np.frombuffer(data, np.uint8)[np.maximum(ends - 1, 0)]
    blank = (lengths == 0) | ((lengths == 1) & (before == RETURN))
    return Records(np.diff(counts, prepend=0) + 1, ends, blank, is_open)
