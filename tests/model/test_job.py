"""Jobs: progress is heard and may stop the work, notes and findings reach the result."""

import re
from pathlib import Path

import pytest

import tokumei
from tokumei.errors import Cancelled
from tokumei.model import Job
from tokumei.texts import area_texts, text


def test_progress_is_heard_between_0_and_1():
    heard = []
    job = Job(on_progress=heard.append)
    for share in (-1, 0.5, 2):
        job.progress(share)
    assert heard == [0.0, 0.5, 1.0]


def test_the_progress_of_a_part_fills_its_place_in_the_whole():
    heard = []
    job = Job(on_progress=heard.append).part(0.5, 0.9)
    for share in (0.0, 0.5, 1.0):
        job.progress(share)
    assert heard == pytest.approx([0.5, 0.7, 0.9])


def test_somebody_may_stop_the_work_also_inside_a_part():
    job = Job(stopped=lambda: True)
    with pytest.raises(Cancelled, match="nothing was written"):
        job.part(0, 1).progress(0.1)


def test_notes_and_findings_of_a_part_are_those_of_the_whole():
    job = Job()
    job.part(0, 1).note("k_sharp", 320)
    job.part(0, 1).find("odd", "something is odd")
    assert job.notes == {"k_sharp": 320}
    assert job.findings == [{"code": "odd", "text": "something is odd"}]


def test_a_finding_is_said_by_the_text_catalogue_unless_it_brings_its_own_words():
    job = Job()
    job.find("widths_not_known")
    job.find("from_elsewhere", "The moon was full.", moons=1)
    assert job.findings[0] == {"code": "widths_not_known", "text": text("measures.widths_not_known")}
    assert job.findings[1]["values"] == {"moons": 1}


def test_every_finding_of_a_method_has_a_text_under_its_code():
    source = Path(tokumei.__file__).parent
    folders = ("attacks", "measures", "groupings", "fills", "recodings", "transforms", "model")
    code = "\n".join(path.read_text("utf-8") for folder in folders for path in (source / folder).glob("*.py"))
    codes = set(re.findall(r'job\.find\("(\w+)"[,)]', code))
    assert codes == set(area_texts("measures"))
