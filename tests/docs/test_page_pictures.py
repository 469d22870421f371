"""The pictures of printed pages: that of boards and maps shows them as they are printed now."""

import runpy
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from deckwright import workbench

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "cli" / "page_pictures.py"))


def test_boards_and_maps_look_as_on_the_page(database_path, tmp_path):
    shown = Image.open(TOOL["DOCS"] / "maps.png").convert("RGB")
    with workbench.open_library(str(database_path)) as library:
        made = TOOL["maps"](library, tmp_path)
    assert made.size == shown.size
    assert max(ImageStat.Stat(ImageChops.difference(made, shown)).mean) < 1, "run make pictures"


def test_pages_are_next_to_each_other_with_a_space_around():
    pages = [Image.new("RGB", size, colour) for size, colour in (((30, 40), "red"), ((20, 10), "blue"))]
    whole = TOOL["side_by_side"](pages)
    assert whole.size == (30 + 20 + 3 * 12, 40 + 2 * 12)
    spots = [(12, 12), (54, 12), (5, 5), (54, 30)]
    assert [whole.getpixel(spot) for spot in spots] == [
        (255, 0, 0),
        (0, 0, 255),
        *[pytest.approx((154, 163, 173))] * 2,
    ]
