"""The digest of a card names what is drawn, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from typing import get_args

import pytest

from deckwright.press.drawing.card import CardLooks, Digests
from deckwright.press.graphics.fonts import INSTALLED
from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnIcon,
    DrawnLine,
    DrawnPart,
    DrawnPicture,
    DrawnRepeat,
    DrawnRule,
    DrawnRun,
    DrawnShadow,
    DrawnShape,
    DrawnText,
    Tint,
)
from deckwright.press.print_job import print_pdf
from deckwright.store.prints import Paper
from deckwright.workbench.print_history import unprinted_copies

SQUARE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7h-7z"/></svg>'
OTHER = SQUARE.replace(b"v7", b"v6")
BLACK, BOLD = (
    INSTALLED.font("Alegreya Sans", 900, italic=False),
    INSTALLED.font("Alegreya Sans", 700, italic=False),
)
SHAPE = DrawnShape((("m", (1.0, 2.0)), ("l", (3.0, 4.0))), "#123456", "#654321", 0.5, (1.0, 2.0))
TEXT = DrawnText(
    (DrawnLine(8.0, (DrawnRun(BLACK, "Heart", 5.0), DrawnRun(BLACK, "tech", 9.0, 2.0))),),
    9.0,
    "#000000",
    20.0,
)
PICTURE = DrawnIcon("own", 1.0, 2.0, 3.0, "#123456")
IMAGE = DrawnPicture("photo.png", Area(1.0, 2.0, 3.0, 4.0))
GROUP = DrawnGroup((SHAPE,), 45.0, (1.0, 2.0), (("m", (0.0, 0.0)),))
AGAIN = DrawnRepeat((SHAPE,), ((1.0, 2.0), (3.0, 4.0)), (("m", (0.0, 0.0)),))
SHADOW = DrawnShadow((SHAPE,), "#123456", (1.0, 2.0), 0.5, 0.4)
PARTS = (SHAPE, TEXT, PICTURE, IMAGE, GROUP, AGAIN, SHADOW)


def digest(*parts, icons=SQUARE, photo=b"a photo", size=(63.0, 88.0)):
    assets = {"icons/own.svg": icons, "pictures/photo.png": photo, "pictures/same.png": b"a photo"}
    return Digests(assets).of(parts, size)


def with_run(**changes):
    first, *others = TEXT.lines[0].runs
    return TEXT._replace(lines=(DrawnLine(8.0, (first._replace(**changes), *others)),))


def test_every_sort_of_part_is_known():
    assert {type(part) for part in PARTS} == set(get_args(DrawnPart))


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_the_same_parts_made_anew_have_the_same_digest(part):
    assert digest(part) == digest(type(part)(*part))
    assert len(digest(part)) == 32


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SHAPE, SHAPE._replace(fill="#123457")),
        (SHAPE, SHAPE._replace(stroke="#123457")),
        (SHAPE, SHAPE._replace(width=0.6)),
        (SHAPE, SHAPE._replace(dash=())),
        (SHAPE, SHAPE._replace(path=(("m", (1.0, 2.0)), ("l", (3.0, 4.01))))),
        (SHAPE, SHAPE._replace(path=(("m", (1.0, 2.0)), ("c", (3.0, 4.0))))),
        (TEXT, TEXT._replace(size=9.5)),
        (TEXT, TEXT._replace(colour="#000001")),
        (TEXT, TEXT._replace(tracking=0.0)),
        (TEXT, TEXT._replace(lines=(DrawnLine(8.1, TEXT.lines[0].runs),))),
        (TEXT, with_run(text="Hearts")),
        (TEXT, with_run(start=5.1)),
        (TEXT, with_run(font=BOLD)),
        (TEXT, with_run(span=1.0)),
        (TEXT, with_run(size=7.0)),
        (TEXT, with_run(colour="#123456")),
        (TEXT, TEXT._replace(rules=(DrawnRule(Area(1.0, 2.0, 3.0, 4.0)),))),
        (PICTURE, PICTURE._replace(x=1.1)),
        (PICTURE, PICTURE._replace(side=3.1)),
        (PICTURE, PICTURE._replace(colour="#123457")),
        (PICTURE, PICTURE._replace(icon="mdi:robot")),
        (SHAPE, SHAPE._replace(cap=1)),
        (SHAPE, SHAPE._replace(join=2)),
        (SHAPE, SHAPE._replace(even_odd=True)),
        (IMAGE, IMAGE._replace(area=Area(1.0, 2.0, 3.0, 4.1))),
        (IMAGE, IMAGE._replace(tint=Tint("#123456"))),
        (IMAGE, IMAGE._replace(ink=0.5)),
        (GROUP, GROUP._replace(turn=44.0)),
        (GROUP, GROUP._replace(centre=(1.0, 2.1))),
        (GROUP, GROUP._replace(clip=())),
        (GROUP, GROUP._replace(parts=())),
        (AGAIN, AGAIN._replace(places=((1.0, 2.0),))),
        (AGAIN, AGAIN._replace(clip=())),
        (GROUP, GROUP._replace(opacity=0.5)),
        (SHADOW, SHADOW._replace(parts=())),
        (SHADOW, SHADOW._replace(colour="#123457")),
        (SHADOW, SHADOW._replace(offset=(1.0, 2.1))),
        (SHADOW, SHADOW._replace(blur=0.6)),
        (SHADOW, SHADOW._replace(opacity=0.5)),
        (AGAIN, AGAIN._replace(parts=(TEXT,))),
        (AGAIN, AGAIN._replace(places=((0.0, 0.0),), clip=())),
    ],
)
def test_whatever_is_seen_makes_a_difference(one, other):
    assert digest(one) != digest(other)


def test_the_last_digits_of_a_number_make_none():
    assert digest(SHAPE) == digest(SHAPE._replace(path=(("m", (1.0, 2.0 + 1e-9)), ("l", (3.0, 4.0)))))


def test_the_width_of_a_line_without_a_colour_makes_none():
    bare = SHAPE._replace(stroke="")
    assert digest(bare) == digest(bare._replace(width=3.0, dash=(), cap=1, join=1))


def test_order_and_the_size_of_the_card_make_a_difference():
    assert digest(SHAPE, TEXT) != digest(TEXT, SHAPE)
    assert digest(SHAPE) != digest(SHAPE, size=(70.0, 120.0))


def test_an_icon_is_known_by_its_outline_not_by_its_name():
    assert digest(PICTURE) != digest(PICTURE, icons=OTHER)


def test_a_picture_is_known_by_what_its_file_holds_not_by_its_name():
    assert digest(IMAGE) != digest(IMAGE, photo=b"another photo")
    assert digest(IMAGE) == digest(IMAGE._replace(name="same.png"))


def test_a_font_is_known_by_its_file_and_not_by_its_name_alone(monkeypatch):
    before = digest(TEXT)
    table = BLACK.file.table
    monkeypatch.setattr(
        BLACK.file, "table", lambda name: bytes(12) + table(name)[12:] if name == "head" else table(name)
    )
    assert digest(TEXT) != before


def printed(job):
    looks = CardLooks(job.assets)
    print_pdf(job, BytesIO(), looks=looks)
    return looks.digests


def test_it_is_all_one_what_else_is_printed_how_often_and_on_which_sheet(job_of):
    whole = job_of("data-monsters", "en")
    few = replace(whole, cards=[(card, 1) for card, _ in reversed(whole.cards[3:9])])
    all_digests, few_digests = printed(whole), printed(few)
    assert len(few_digests) == 6
    assert few_digests.items() <= all_digests.items()
    assert len(all_digests) == len(whole.cards)


def test_languages_differ(job_of):
    english, french = printed(job_of("data-monsters", "en")), printed(job_of("data-monsters", "fr"))
    assert english.keys() == french.keys()
    assert not set(english.values()) & set(french.values())


def test_nothing_is_missing_of_what_was_just_printed(job_of):
    whole = job_of("dataset", "it", copies=3)
    papers = {key: Paper(one, 1) for key, one in printed(whole).items()}
    cards = [card.id for card, _ in whole.cards]
    missing, _ = unprinted_copies(whole, papers, cards)
    assert [card for card, _ in missing.cards] == [card for card, _ in whole.cards]
    assert [copies for _, copies in missing.cards] == [copies - 1 for _, copies in whole.cards]
    assert unprinted_copies(whole, {}, cards).job.cards == list(whole.cards)


def test_they_are_the_same_in_every_process():
    code = (
        "from deckwright.press.drawing.card import Digests; from deckwright.press.graphics.parts import DrawnIcon;"
        "print(Digests({}).of([DrawnIcon('mdi:robot', 1, 2, 3, '#123456')], (63, 88)))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outputs) == 1
