"""Maximum distance to average vector: the loop behind `mdav`."""

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def cut_down(points: Floats, labels: Ints, k: int) -> Ints:
    """Return the groups with those of 2k rows or more cut into smaller ones by MDAV."""
    groups = np.unique(labels, return_inverse=True)[1].astype(np.int64)
    sizes = np.bincount(groups)
    rows = np.argsort(groups, kind="stable")
    ends = np.cumsum(sizes)
    new = sizes.size
    for large in np.flatnonzero(sizes >= 2 * k):
        inside = rows[ends[large] - sizes[large] : ends[large]]
        columns, parts = np.ascontiguousarray(points[inside].T), np.empty(inside.size, dtype=np.int64)
        left, sums = inside.size, np.zeros(points.shape[1])
        group = 0
        while left:
            left, group = rounds(
                columns, np.arange(inside.size), np.empty(inside.size), sums, parts, left, group, k, inside.size
            )
        groups[inside[parts > 0]] = new + parts[parts > 0] - 1
        new += group - 1
    return groups


@kernel
def rounds(
    columns: Floats, numbers: Ints, far: Floats, sums: Floats, labels: Ints, left: int, group: int, k: int, most: int
) -> tuple[int, int]:
    """Carry out up to `most` rounds of MDAV; return how many rows are left and the next group number.

    `columns` holds one matrix column a row, its first `left` places the rows not grouped yet, whose
    numbers are in `numbers`. A round takes the row farthest from the center with its k-1 nearest, then
    the row farthest from that one with its k-1 nearest.
    """
    chosen = np.empty(k, dtype=np.int64)
    point = np.empty(columns.shape[0])
    for turn in range(most):
        if left < 2 * k:
            break
        if turn % 256 == 0:
            for j in range(columns.shape[0]):
                sums[j] = columns[j, :left].sum()
        distances(columns, sums / left, left, far)
        first = farthest(far, numbers, left)
        point[:] = columns[:, first]
        distances(columns, point, left, far)
        far[first] = -1.0
        nearest(far, numbers, left, k, chosen)
        last_pair = left < 3 * k
        left = take_out(columns, numbers, far, sums, labels, left, group, chosen)
        group += 1
        if last_pair:
            break
        second = farthest(far, numbers, left)
        point[:] = columns[:, second]
        distances(columns, point, left, far)
        far[second] = -1.0
        nearest(far, numbers, left, k, chosen)
        left = take_out(columns, numbers, far, sums, labels, left, group, chosen)
        group += 1
    if left < 2 * k:
        for i in range(left):
            labels[numbers[i]] = group
        return 0, group + 1
    return left, group


@kernel
def distances(columns: Floats, point: Floats, rows: int, out: Floats) -> None:
    """Fill `out` with the squared distance of each of the first `rows` rows to a point."""
    # Blocks of 512 rows stay in the first-level cache while distances over all columns add up.
    for start in range(0, rows, 512):
        end = min(start + 512, rows)
        first = columns[0]
        for i in range(start, end):
            gap = first[i] - point[0]
            out[i] = gap * gap
        for j in range(1, columns.shape[0]):
            column, at = columns[j], point[j]
            for i in range(start, end):
                gap = column[i] - at
                out[i] += gap * gap


@kernel
def farthest(far: Floats, numbers: Ints, rows: int) -> int:
    """Return the place of the largest value, on a tie that of the lowest row number."""
    best = 0
    for i in range(1, rows):
        if far[i] > far[best] or (far[i] == far[best] and numbers[i] < numbers[best]):
            best = i
    return best


@kernel
def nearest(far: Floats, numbers: Ints, rows: int, k: int, chosen: Ints) -> None:
    """Fill `chosen` with the places of the k smallest values; ties to the lowest row number."""
    size = 0
    limit = np.inf
    for i in range(rows):
        value = far[i]
        if value > limit:
            continue
        if size == k and value == limit and numbers[i] > numbers[chosen[k - 1]]:
            continue
        place = size if size < k else k - 1
        while place > 0:
            before = chosen[place - 1]
            if far[before] < value or (far[before] == value and numbers[before] < numbers[i]):
                break
            chosen[place] = before
            place -= 1
        chosen[place] = i
        if size < k:
            size += 1
        if size == k:
            limit = far[chosen[k - 1]]


@kernel
def take_out(
    columns: Floats, numbers: Ints, far: Floats, sums: Floats, labels: Ints, left: int, group: int, chosen: Ints
) -> int:
    """Label the chosen places and fill them with rows from the end; return how many rows are left."""
    # From the highest place down, so that a row moved from the end is never one of the chosen.
    chosen.sort()
    for c in range(chosen.size - 1, -1, -1):
        place = chosen[c]
        labels[numbers[place]] = group
        left -= 1
        numbers[place], far[place] = numbers[left], far[left]
        for j in range(columns.shape[0]):
            sums[j] -= columns[j, place]
            columns[j, place] = columns[j, left]
    return left
