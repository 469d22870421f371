"""Sheets are sound to programs of other people: qpdf finds nothing, and Poppler and Ghostscript say nothing."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from functools import cache

import pytest

from deckwright.press.faces.choice import load_backs
from deckwright.press.print_job import print_pdf
from deckwright.press.sheets.sheet import load_sheet

MORE = {"ruler": True, "blanks": True, "cut_lines": {"parts": "corners", "radius": 3}}
LOOKS = {
    "usual": {},
    "on both sides": {"sheet": load_sheet("a4-bleed", MORE), "duplex": "short"},
    "to fold": {"sheet": load_sheet("a4-gutterfold")},
    "with little ink": {"sheet": load_sheet("letter-silhouette"), "low_ink": True},
}
READERS = {
    "qpdf": ("--check", "{file}"),
    "pdftoppm": ("-r", "30", "-l", "2", "-png", "{file}", "{file}"),
    "gs": ("-q", "-dNOPAUSE", "-dBATCH", "-dLastPage=2", "-sDEVICE=nullpage", "{file}"),
}


@pytest.fixture(scope="module")
def printed(job_of, tmp_path_factory):
    """Print some cards of a game with a look, once for all readers."""

    @cache
    def file(game, language, look):
        job = job_of(game, language, cards=lambda card: card.id < "l")
        backs = load_backs(job.game, [card for card, _ in job.cards], job.assets, job.faces)
        written = tmp_path_factory.mktemp("sheets") / "cards.pdf"
        with written.open("wb") as out:
            print_pdf(replace(job, backs=backs, **LOOKS[look]), out)
        return written

    return file


@pytest.mark.parametrize(("game", "language"), [("data-monsters", "fr"), ("dataset", "it")])
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("reader", READERS)
def test_sheets_are_read_without_a_word(printed, game, language, look, reader, program):
    file = printed(game, language, look)
    command = [program(reader), *(one.format(file=file) for one in READERS[reader])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    output = done.stderr + (done.stdout if reader == "gs" else "")
    assert (done.returncode, output) == (0, "")
