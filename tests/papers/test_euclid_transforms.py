"""Tables 2b, 3, 8 and 9 of Ito and Kikuchi (2016) come out of Table 2a; so do the claims of their section 4.2."""

import numpy as np
import polars as pl
import pytest

from tests.transforms.made import changed
from tokumei import catalogue
from tokumei.model import Job, Schema, Table

QUASI, SENSITIVE = ("QI1", "QI2", "QI3"), ("SA1", "SA2")


def of(*rows):
    return pl.DataFrame(rows, schema=[*QUASI, *SENSITIVE], orient="row")


TABLE_2A = of((2, 1, 1, 100, 100), (2, 1, 1, 200, 400), (1, 1, 2, 300, 200), (1, 1, 2, 400, 500))
TABLE_2B = of((2, 1, 1, 110, 90), (2, 1, 1, 220, 390), (1, 1, 2, 280, 210), (1, 1, 2, 390, 520))
TABLE_3 = of((2, 1, 1, 100, 100), (2, 1, 1, 200, 400), (1, 1, 1, 300, 200), (1, 1, 1, 400, 500))
TABLE_8 = of((2, 1, 1, 150, 250), (2, 1, 1, 150, 250), (1, 1, 2, 350, 350), (1, 1, 2, 350, 350))
TABLE_9 = of((2, 1, 1, 200, 100), (2, 1, 1, 100, 400), (1, 1, 2, 300, 500), (1, 1, 2, 400, 200))
X = Table(TABLE_2A, Schema(quasi=QUASI, sensitive=SENSITIVE)).pinned()


class Dealt(np.random.Generator):
    """Randomness that deals out what a test wants to see."""

    def __init__(self, *columns):
        super().__init__(np.random.PCG64())
        self.columns = list(columns)

    def normal(self, size):
        return np.array(self.columns.pop(0)[:size])


def test_table_2b_is_noise_of_standard_deviation_10_with_these_draws():
    # The paper prints the noise and names neither its law nor its size: these draws are read off the table.
    spec = catalogue.get("noise")
    options = catalogue.bound(spec, {"size": 10, "unit": "absolute"})
    drawn = spec.call(X, job=Job(Dealt([1.0, 2.0, -2.0, -1.0], [-1.0, -1.0, 1.0, 2.0])), options=options)
    assert drawn.data.frame.equals(TABLE_2B)


@pytest.mark.parametrize("law", ["normal", "laplace", "uniform"])
def test_whatever_is_drawn_noise_leaves_the_quasi_values_of_table_2b(law):
    for seed in range(20):
        after = changed("noise", X, seed, law=law, size=10, unit="absolute").data.frame
        assert after.select(QUASI).equals(TABLE_2B.select(QUASI))
        assert after.schema == TABLE_2B.schema


def test_table_3_is_the_third_quasi_column_unified():
    assert changed("unify", X, columns=["QI3"]).data.frame.equals(TABLE_3)
    assert changed("unify", X, columns=["QI3"], value=1).data.frame.equals(TABLE_3)


def test_table_8_is_the_sensitive_columns_averaged():
    assert changed("average_sensitive", X).data.frame.equals(TABLE_8)


def test_table_9_is_one_of_the_sixteen_swaps_within_quasi_groups():
    seen = {tuple(changed("swap_within", X, seed).data.frame.rows()) for seed in range(400)}
    assert len(seen) == 16
    assert tuple(TABLE_9.rows()) in seen


@pytest.mark.parametrize("name", ["average_sensitive", "swap_within"])
def test_means_of_the_table_and_of_every_quasi_vector_are_kept(name):
    after = changed(name, X).data.frame
    for by in ([], list(QUASI)):
        means = [frame.group_by(pl.lit(1), *by, maintain_order=True).mean() for frame in (TABLE_2A, after)]
        assert means[0].equals(means[1])


def test_deleting_a_tenth_of_a_hundred_rows_leaves_ninety_as_in_the_column_dh_of_table_11():
    hundred = X.take(np.arange(100) % 4)
    assert len(changed("delete_rows", hundred, share=0.1).data) == 90


def test_the_yamaoka_method_leaves_the_table_and_declares_everybody_wrongly():
    release = changed("yamaoka", X)
    assert release.data.frame.equals(TABLE_2A)
    assert not (release.declared_key == release.key).any()


def test_several_methods_join_their_effects_as_in_table_14():
    step_by_step = X
    for name in ("unify", "average_sensitive"):
        step_by_step = changed(name, step_by_step, **({"columns": ["QI1", "QI3"]} if name == "unify" else {})).data
    assert step_by_step.frame.select(SENSITIVE).rows() == [(250, 300)] * 4
