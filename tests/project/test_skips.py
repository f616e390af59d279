"""A test skipped for want of a component does not pass unseen."""

from pathlib import Path

import pytest

from tools.skips import main

REPORT = """<testsuites><testsuite><testcase classname="tests.t" name="one">{}</testcase></testsuite></testsuites>"""


@pytest.mark.parametrize(
    "inside",
    [
        '<skipped type="pytest.skip" message="needs PostgreSQL">t.py:3: needs PostgreSQL</skipped>',
        "<skipped message=\"collection skipped\">('t.py', 3, 'Skipped: needs chromium')</skipped>",
        '<skipped type="pytest.skip" message="could not import \'pandas\': no module">t.py:3</skipped>',
    ],
)
def test_a_skip_for_want_of_a_component_is_refused(inside: str, tmp_path: Path) -> None:
    (tmp_path / "report.xml").write_text(REPORT.format(inside), encoding="utf-8")
    assert main(str(tmp_path / "report.xml")) == 1


@pytest.mark.parametrize(
    "inside",
    [
        "",
        '<skipped type="pytest.skip" message="needs TOKUMEI_DATA">t.py:3: needs TOKUMEI_DATA</skipped>',
        '<skipped type="pytest.skip" message="runs as another user only">t.py:3</skipped>',
    ],
)
def test_other_skips_and_missing_public_data_are_allowed(inside: str, tmp_path: Path) -> None:
    (tmp_path / "report.xml").write_text(REPORT.format(inside), encoding="utf-8")
    assert main(str(tmp_path / "report.xml")) == 0
