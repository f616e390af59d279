"""Rows stay, only the declared answer is false, and everybody is told so."""

import numpy as np
import pytest

from tests.strategies import people
from tests.transforms.made import codes, table, told
from tokumei import catalogue
from tokumei.attacks.nearest_value import nearest_value
from tokumei.model.score import score


@pytest.mark.parametrize("rows", [2, 3, 10, 101])
def test_nobody_is_declared_to_be_themselves_and_everybody_once(rows):
    data = table(pay=list(range(rows)))
    release, job = told("yamaoka", data)
    assert release.data.frame.equals(data.frame)
    assert release.key.tolist() == list(range(rows))
    assert sorted(release.declared_key.tolist()) == list(range(rows))
    assert not (release.declared_key == release.key).any()
    assert codes(job) == ["score_exploit"]


def test_every_honest_match_is_scored_as_wrong_though_the_rows_are_there():
    data = people(60)
    release, _ = told("yamaoka", data)
    guess = nearest_value(data, release.data)
    assert score(guess, data, release).hits == 0
    assert np.mean(guess.rows == release.key) > 0.9


def test_it_is_marked_as_an_exploit_wherever_methods_are_listed():
    spec = catalogue.get("yamaoka")
    assert spec.summary_in("en").startswith("Score exploit that gives no privacy")
    assert "プライバシー保護なし" in spec.summary_in("ja")
