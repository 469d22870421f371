"""`deckwright export sheet`: plans of sheets as other programs read them."""

from __future__ import annotations

import pikepdf
import pytest
from PIL import Image


def test_a_plan_is_drawn_in_each_format(deckwright, tmp_path):
    ran = deckwright("export", "sheet", "letter", "--show", "--ruler")
    assert (ran.code, ran.out) == (0, "")
    text = (tmp_path / "letter.svg").read_text(encoding="utf-8")
    assert text.startswith('<svg width="215.9mm" height="291.4mm"')
    assert "100 mm" in text
    assert "safe zone: 3 mm" in text
    deckwright("export", "sheet", "letter", "-o", "plan.pdf")
    with pikepdf.open(tmp_path / "plan.pdf") as file:
        assert [float(side) for side in file.pages[0].MediaBox[2:]] == pytest.approx([612, 826], abs=0.1)
    deckwright("export", "sheet", "letter", "-o", "plan.png")
    with Image.open(tmp_path / "plan.png") as picture:
        assert picture.size == (1700, 2294)


def test_the_plan_speaks_the_users_language(deckwright, tmp_path):
    deckwright("export", "sheet", "a4-gutterfold", "--show", "--lang", "it")
    assert "retro di 1" in (tmp_path / "a4-gutterfold.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["a44"], 3, "Unknown sheet: a44"),
        (["a" * 300], 3, "Unknown sheet: aaa"),
        ([], 2, "SHEET"),
        (["a4", "-o", "plan.txt"], 2, "cannot write that format"),
        (["a4", "-o", "no/plan.svg"], 3, "no"),
    ],
)
def test_what_cannot_be_drawn_is_refused(deckwright, tmp_path, arguments, code, message):
    ran = deckwright("export", "sheet", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []
