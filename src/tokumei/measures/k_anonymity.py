"""k-anonymity and its kin: what the groups of a released table tell of anybody in them."""

from typing import Annotated, Any

import numpy as np
from pydantic import Field

from tokumei.kernels import diversity
from tokumei.kernels.compatible import fewest_compatible
from tokumei.kernels.diversity import Counts, counts_of
from tokumei.model import ALONE, Data, Job, Labels, Release, Table
from tokumei.model.columns import value_codes
from tokumei.model.origins import crowds_in, has_missing, pairs, people_behind
from tokumei.model.schema import LINE_KINDS
from tokumei.model.table import first_rows, row_groups
from tokumei.registry import measure

Below = Annotated[int, Field(ge=1, description="a group of fewer rows (or people) than this counts as small")]
LeastValues = Annotated[
    int | None,
    Field(ge=2, description="the l of recursive (c,l)-diversity; by default the distinct l, at least 2"),
]

NUMBERS = {
    "k": "rows (people, where a person has several rows) in the smallest group of rows published alike",
    "k_if_missing_matches_any": "the same if a missing cell may be anything: the fewest that may be meant by a row",
    "groups": "number of groups of rows published alike",
    "mean_group": "mean number of rows (or people) in a group",
    "rows_in_small_groups": "rows in groups smaller than the option below",
    "l_distinct": "fewest different sensitive values in a group",
    "l_entropy": "fewest equally frequent sensitive values that would leave as much doubt as a group does",
    "l_recursive": "the l that the recursive c is given for",
    "c_recursive": "recursive (c,l)-diversity holds for every c above this; no number where a group has too few values",
    "t_closeness": "largest distance between the sensitive values of a group and of the whole table (0 to 1)",
    "alpha": "largest share of one sensitive value in a group: how surely it is known of somebody there",
    "beta_basic": "largest relative rise of a sensitive value's share in a group (1: twice as frequent)",
    "beta_enhanced": "the same; no number where a rise is above what enhanced beta-likeness ever allows",
    "delta_disclosure": "largest absolute logarithm of a value's share in a group over its share in the table",
}

NUMBERS_JA = {
    "k": "同じ値で公開された行の最小グループの行数（1人に複数行がある表では人数）",
    "k_if_missing_matches_any": "欠損セルが何にでも一致しうるとした場合に、1行に当てはまりうる行（または人）の最小数",
    "groups": "同じ値で公開された行のグループ数",
    "mean_group": "1グループの平均行数（または人数）",
    "rows_in_small_groups": "オプション below より小さいグループに属する行数",
    "l_distinct": "1グループ内の異なる機微値の最小数",
    "l_entropy": "グループのあいまいさを、同じ頻度の値の個数に換算した最小値",
    "l_recursive": "再帰的 c の対象となる l",
    "c_recursive": "これより大きいすべての c で再帰的 (c,l)-多様性が成り立つ（値が足りないグループがあれば数値なし）",
    "t_closeness": "グループと表全体とで機微値の分布がどれだけ離れているかの最大値（0〜1）",
    "alpha": "1グループで1つの機微値が占める割合の最大値（どれだけ確実に推定されるか）",
    "beta_basic": "グループ内で機微値の割合が相対的に増えた最大の幅（1：2倍）",
    "beta_enhanced": "同じ値。強化 β-類似性が許す上限を超える増加があれば数値なし",
    "delta_disclosure": "グループでの割合と表全体での割合の比の対数の最大絶対値",
}

BY_COLUMN = ("l_distinct", "l_entropy", "c_recursive", "t_closeness", "alpha", "beta_basic", "beta_enhanced",
             "delta_disclosure")  # fmt: skip


@measure(
    scope="counts",
    family="risk",
    direction="higher",
    needs=("quasi",),
    quick=True,
    paper="Samarati and Sweeney, 1998; Machanavajjhala et al., 2007; Li et al., 2007",
    aliases=("pwscup2015:S1", "pwscup2015:S2"),
    numbers={**NUMBERS, **{f"{name}.*": f"{NUMBERS[name]}, for this column alone" for name in BY_COLUMN}},
    ja={
        "summary": "同じ値で公開された行が最小で何行あるか、グループ内の機微値から何が分かるかを測る。",
        "below": "これより行数（または人数）の少ないグループを小さいとみなす",
        "recursive_l": "再帰的 (c,l)-多様性の l（省略時は distinct l、最小 2）",
        **{f"number:{name}": meaning for name, meaning in NUMBERS_JA.items()},
        **{f"number:{name}.*": f"この列だけで見た、{NUMBERS_JA[name]}" for name in BY_COLUMN},
    },
)
def k_anonymity(
    original: Data, released: Release[Any], *, below: Below = 5, recursive_l: LeastValues = None, job: Job = ALONE
) -> dict[str, float]:
    """Count the rows published alike, and what the sensitive values of such a group give away.

    A group is all released rows with the same quasi cells; a missing cell equals a missing one only.
    With missing cells there is also the k that remains if a missing cell may be anything. Where
    a person has several rows, k counts people. Dummies count: nobody outside can tell them. Points and
    histories have the numbers down to `rows_in_small_groups`; what is not shown at all is in no group.

    With n rows in a group, q the share of a value in the group and p its share in the released table, for
    each sensitive column and, under the bare name, for the worst column:

    - `l_distinct`: the fewest values; `l_entropy`: the smallest exp(-sum q ln q); `c_recursive`: the
      largest r_1 / (r_l + ... + r_m), r_1 being the count of the most frequent value (Machanavajjhala et
      al. 2007, doi:10.1145/1217299.1217302), with l = `l_recursive`;
    - `t_closeness`: the largest earth mover's distance between q and p: sum |q - p| / 2 for categories,
      the mean over places of |Q - P|, summed up to each of the sorted values, for numbers, dates and
      ordered values (Li et al. 2007, doi:10.1109/ICDE.2007.367856);
    - `alpha`: the largest q (Wong et al. 2006, doi:10.1145/1150402.1150499);
    - `beta_basic`: the largest (q - p) / p; `beta_enhanced`: the same, infinite if one with q > p is above
      -ln p (Cao and Karras 2012, doi:10.14778/2350229.2350255);
    - `delta_disclosure`: the largest |ln (q / p)| of values that occur in the group (Brickell and Shmatikov
      2008, doi:10.1145/1401890.1401904; a value that does not occur would make it infinite).

    Where we differ from pycanon: it cuts l_entropy to a whole number, takes r_1 as the *least* frequent value
    and cuts c, and never lets beta_enhanced exceed the largest -ln p. Missing and suppressed sensitive
    cells are left out; a column without any value gives no numbers. These numbers count rows.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"age": [1, 1, 2, 2, 2]}), Schema(quasi="age"))
    >>> k_anonymity(table, Release(table))
    {'k': 2, 'groups': 2, 'mean_group': 2.5, 'rows_in_small_groups': 5}
    """
    data, people = released.data, _people(original, released, job)
    alike = data.published_alike()
    shown = alike >= 0
    group, people = alike[shown], None if people is None else people[shown]
    sizes = np.bincount(group)
    crowds = crowds_in(group, people)
    numbers: dict[str, float] = {"k": int(crowds.min(initial=group.size))}
    if isinstance(data, Table) and has_missing(data):
        numbers["k_if_missing_matches_any"] = _fewest(data, group, people, job)
    numbers["groups"] = int(sizes.size)
    numbers["mean_group"] = float(crowds.mean()) if sizes.size else 0.0
    numbers["rows_in_small_groups"] = int(sizes[crowds < below].sum())
    return {**numbers, **_of_sensitive(data, group, recursive_l)} if isinstance(data, Table) else numbers


def _people(original: Data, released: Release[Any], job: Job) -> Labels | None:
    if original.schema.person is None:
        return None
    people = people_behind(original, released)
    if people is None:
        job.find("people_not_known")
    return people


def _fewest(table: Table, group: Labels, people: Labels | None, job: Job) -> int:
    first = first_rows(group)
    distinct = table.quasi_cells()[first]
    missing = [distinct[name].is_null().to_numpy() for name in table.quasi]
    codes = [np.where(gap, 0, row_groups(distinct, [name]) + 1) for name, gap in zip(table.quasi, missing, strict=True)]
    rows = np.arange(group.size, dtype=np.int64) if people is None else people
    of_group, members = pairs(group, rows)
    start = np.searchsorted(of_group, np.arange(first.size + 1))
    return fewest_compatible(np.column_stack(codes).astype(np.int32), start, members, job.progress)


def _of_sensitive(table: Table, group: Labels, least: int | None) -> dict[str, float]:
    columns = {name: counts_of(group, value_codes(table, name)) for name in table.sensitive}
    columns = {name: counts for name, counts in columns.items() if counts.value.size}
    if not columns:
        return {}
    least = least or max(min(diversity.distinct(counts) for counts in columns.values()), 2)
    on_a_line = {name: table.kind(name) in LINE_KINDS for name in columns}
    found = {name: _diversity(counts, least, on_a_line=on_a_line[name]) for name, counts in columns.items()}
    numbers: dict[str, float] = {}
    for name in BY_COLUMN:
        worst = min if name in ("l_distinct", "l_entropy") else max
        if name == "c_recursive":
            numbers["l_recursive"] = least
        numbers[name] = worst(one[name] for one in found.values())
    return numbers | {f"{name}.{at}": one[name] for name in BY_COLUMN for at, one in found.items()}


def _diversity(counts: Counts, least: int, *, on_a_line: bool) -> dict[str, float]:
    return {
        "l_distinct": diversity.distinct(counts),
        "l_entropy": diversity.entropy(counts),
        "c_recursive": diversity.recursive(counts, least),
        "t_closeness": diversity.ordered_distance(counts) if on_a_line else diversity.equal_distance(counts),
        "alpha": diversity.largest_share(counts),
        "beta_basic": diversity.gain(counts),
        "beta_enhanced": diversity.bounded_gain(counts),
        "delta_disclosure": diversity.log_ratio(counts),
    }
