"""What every grouping promises, run on every one there is, on every kind of data it fits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import found
from tests.strategies import people
from tokumei import runner
from tokumei.errors import BadData, Cancelled, InputError, TooFewRows
from tokumei.model import Recipe, Schema, Table
from tokumei.model.recipe import DataPart, StepPart

CASES = found.cases("grouping")
ON_TABLES = found.methods("grouping", "table")
K = 3


def labels_of(spec, data, seed=0, **wanted):
    grouping = found.call(spec, **{"k": K, **wanted})
    # A run hands every step released data: cells whose marks are doubled.
    return np.asarray(grouping.on(grouping.view(data.as_released()), job=found.job(seed)))


def keeps_its_promise(spec, labels, k):
    return "k" not in spec.promises or np.unique(labels, return_counts=True)[1].min() >= k


def partition(labels):
    return {frozenset(np.flatnonzero(labels == label).tolist()) for label in np.unique(labels)}


@pytest.mark.parametrize(("spec", "made", "chosen"), found.with_choices("grouping"))
@given(drawn=st.data(), k=st.integers(2, 5))
def test_every_row_has_one_label_and_every_promise_is_kept(spec, made, chosen, drawn, k):
    data = drawn.draw(made.drawn(min_rows=5))
    labels = labels_of(spec, data, k=k, **chosen)
    assert labels.shape == (len(data),)
    assert np.issubdtype(labels.dtype, np.integer)
    assert keeps_its_promise(spec, labels, k)


@pytest.mark.parametrize(("spec", "data"), found.awkward("grouping"))
def test_awkward_data_is_grouped_like_all_other(spec, data):
    labels = labels_of(spec, data)
    assert labels.shape == (len(data),)
    assert keeps_its_promise(spec, labels, K)


@pytest.mark.parametrize(("spec", "made"), CASES)
@pytest.mark.parametrize("rows", [K, K + 1, 2 * K - 1, 2 * K, 3 * K - 1, 3 * K, 100])
def test_every_number_of_rows_is_fine(spec, made, rows):
    assert keeps_its_promise(spec, labels_of(spec, made.example(rows)), K)


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_the_same_seed_gives_the_same_groups(spec, made):
    one, two = (labels_of(spec, made.example(60), seed=3) for _ in range(2))
    assert one.tolist() == two.tolist()


@pytest.mark.parametrize(("spec", "made"), CASES)
@given(order=st.permutations(range(40)))
def test_shuffled_rows_are_parted_alike_where_the_order_is_said_not_to_matter(spec, made, order):
    if not spec.order_free:
        pytest.skip(f"{spec.name} does not say that the order of rows is free")
    data, rows = made.without_ties(40), np.array(order)
    shuffled = np.empty(40, dtype=np.int64)
    shuffled[rows] = labels_of(spec, data.take(rows))
    assert partition(shuffled) == partition(labels_of(spec, data))


@pytest.mark.parametrize(("spec", "made"), [case for case in CASES if "k" in case.values[0].promises])
@pytest.mark.parametrize("rows", [0, 1, K - 1])
def test_fewer_rows_than_k_are_refused_with_both_numbers(spec, made, rows):
    data = made.example(9).take(np.arange(rows))
    options = {name: value for name, value in found.options(spec, k=K).items() if name == "k"}
    step = StepPart.model_validate({"method": spec.name, **options})
    with pytest.raises(TooFewRows, match=rf"^k={K} needs at least {K} \w+; the \w+ has {rows}\.$"):
        runner.run(Recipe(data=DataPart(kind=data.data_kind), step=[step]), original=data)


@pytest.mark.parametrize(("spec", "made"), [case for case in CASES if case.values[0].takes_job])
def test_progress_is_told_and_somebody_may_stop_the_work(spec, made):
    heard = []
    grouping = found.call(spec, k=K)
    grouping.on(grouping.view(made.example(200)), job=found.job(on_progress=heard.append))
    assert heard
    assert heard == sorted(heard)
    with pytest.raises(Cancelled):
        grouping.on(grouping.view(made.example(200)), job=found.job(stopped=lambda: True))


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_the_data_is_left_as_it_was(spec, made):
    data, grouping = made.example(60), found.call(spec, k=K)
    before = found.frames_of(data)
    grouping.on(grouping.view(data), job=found.job())
    assert found.equal(data.frames, before)


@pytest.mark.parametrize("spec", ON_TABLES)
def test_the_encoded_rows_are_left_as_they_were(spec):
    grouping = found.call(spec, k=K)
    qi = grouping.view(people())
    matrix = qi.matrix.copy()
    grouping.on(qi, job=found.job())
    assert (qi.matrix == matrix).all()


@pytest.mark.parametrize("spec", ON_TABLES)
@pytest.mark.parametrize("infinite", [np.inf, -np.inf])
def test_infinite_values_are_refused_without_showing_a_cell(spec, infinite):
    table = Table(people(9).frame.with_columns(age=np.r_[[infinite], np.arange(8.0)]), Schema(quasi=["age", "city"]))
    with pytest.raises(BadData, match="column 'age' holds 1 infinite values"):
        labels_of(spec, table)


@pytest.mark.parametrize("spec", ON_TABLES)
def test_a_table_without_quasi_columns_is_refused(spec):
    with pytest.raises(InputError, match="no column has the role quasi"):
        labels_of(spec, Table(people(9).frame, Schema()))
