import hashlib
import io
import re
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from itertools import groupby

import pypdfium2
import pytest

from deckwright.errors import InputError
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.graphics.fonts import INSTALLED
from deckwright.press.print_job import by_size, print_pdf

GAMES = ("data-monsters", "dataset")
LANGUAGES = ("it", "fr", "en")
MARKUP = re.compile(r"\*+|\{\w+\}")


@pytest.fixture(scope="module")
def printed(job_of, sheets_of):
    """Print each game once in each language."""
    return {(game, language): sheets_of(job_of(game, language)) for game in GAMES for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
class TestWholeGame:
    def test_nothing_is_found_wrong(self, printed, game, language):
        assert printed[game, language].findings == []

    def test_every_word_of_every_card_stands_where_the_card_does(self, printed, squeezed, game, language):
        sheets = printed[game, language]
        for place, (card, _) in enumerate(sheets.job.cards):
            found = squeezed(sheets.text(place))
            for name in card.texts[card.source_language]:
                words = MARKUP.sub(" ", card.text(name, language)).split()
                missing = [word for word in words if squeezed(word) not in found]
                assert not missing, (card.id, name, missing)

    def test_every_card_bears_its_revision(self, printed, squeezed, game, language):
        sheets = printed[game, language]
        for place, (card, _) in enumerate(sheets.job.cards):
            assert f"r{card.revision}" in squeezed(sheets.text(place))

    def test_fonts_are_embedded_and_none_is_only_named(self, printed, game, language):
        data = printed[game, language].data
        names = set(re.findall(rb"/BaseFont /(\S+)", data))
        assert names
        assert all(re.match(rb"[A-Z]{6}\+(AlegreyaSans|Barlow)-", name) for name in names)
        assert data.count(b"/FontFile2") == len(re.findall(rb"/Type /FontDescriptor", data)) == len(names)
        assert b"Helvetica" not in data

    def test_nothing_but_printable_characters_is_copied(self, printed, game, language):
        page = printed[game, language].document[0].get_textpage().get_text_bounded()
        private = [letter for letter in page if 0xE000 <= ord(letter) <= 0xF8FF or ord(letter) >= 0xF0000]
        assert private == []


def test_origins_are_named_in_the_language_of_the_card(printed):
    assert "esempio" in printed["data-monsters", "it"].text(0)
    assert "exemple" in printed["data-monsters", "fr"].text(0)
    assert "sample" in printed["data-monsters", "en"].text(0)


@pytest.mark.parametrize(("sheet", "width", "height"), [("a4", 210, 297), ("letter", 215.9, 279.4)])
def test_pages_have_the_size_of_the_paper(job_of, sheets_of, sheet, width, height):
    sheets = sheets_of(job_of("dataset", sheet=sheet))
    assert len(sheets.document) == sheets.printed.pages == 7
    sizes = {tuple(round(side * 25.4 / 72, 1) for side in page.get_size()) for page in sheets.document}
    assert sizes == {(width, height)}


def test_as_many_copies_are_printed_as_asked_for_in_order(job_of, sheets_of):
    job = job_of("data-monsters", cards=lambda card: card.kind == "hack", copies=4)
    sheets = sheets_of(job)
    assert sheets.printed.cards == 28
    assert sheets.printed.pages == len(sheets.document) == 4
    names = [next(card.id for card, _ in job.cards if card.id in sheets.text(place)) for place in range(28)]
    assert [(name, len(list(copies))) for name, copies in groupby(names)] == [(c.id, 4) for c, _ in job.cards]


def test_four_copies_of_each_card_hardly_make_the_file_larger(job_of, sheets_of):
    once, four_times = (len(sheets_of(job_of("data-monsters", copies=copies)).data) for copies in (1, 4))
    assert four_times < 1.35 * once


def test_a_drawing_that_comes_again_stands_in_the_file_once(small_job, sheets_of, card):
    few, many = (
        sheets_of(small_job(*(card(n, fields={"tech": 3}) for n in range(count)))) for count in (2, 18)
    )
    assert many.data.count(b"/Subtype /Form") == few.data.count(b"/Subtype /Form")


def test_the_same_job_gives_the_same_bytes(job_of, sheets_of):
    assert sheets_of(job_of("dataset", "fr")).data == sheets_of(job_of("dataset", "fr")).data


PRINT = """
import hashlib, io, sys
from deckwright import resources
from deckwright.press.faces.choice import load_fronts
from deckwright.files.game_package import read_package
from deckwright.press.print_job import PrintJob
from deckwright.press.print_job import by_size, print_pdf
from deckwright.press.sheets.sheet import load_sheet
box, _ = read_package(resources.folder("cards") / "dataset")
cards = [(card, 1) for card in box.cards if card.kind == "special"]
faces = load_fronts(box.game, [card for card, _ in cards], box.assets)
job = PrintJob(
    game=box.game,
    cards=cards,
    language="it",
    sheet=load_sheet("a4"),
    faces=faces,
    title="Dataset",
    assets=box.assets,
    matches=lambda query, card: False,
)
out = io.BytesIO()
print_pdf(job, out)
print(hashlib.sha256(out.getvalue()).hexdigest())
"""


@pytest.mark.deep("starts processes")
def test_every_process_gives_the_same_bytes_whatever_its_hashes():
    digests = {
        subprocess.run(
            [sys.executable, "-c", PRINT],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == hashlib.sha256().digest_size * 2


def test_the_file_says_what_it_is_and_whose_fonts_and_icons_it_holds(job_of, sheets_of):
    about = sheets_of(job_of("dataset", "it")).document.get_metadata_dict()
    assert about["Title"] == "Dataset"
    assert about["Creator"].startswith("Deckwright ")
    for name in ("Alegreya Sans", "OFL-1.1", "Material Design Icons", "Apache-2.0"):
        assert name in about["Subject"]
    assert "Phosphor" in about["Subject"]


def test_the_file_says_its_language(job_of, sheets_of):
    assert b"/Lang (fr)" in sheets_of(job_of("dataset", "fr")).data


def test_crop_marks_stand_in_the_margins_and_nowhere_else(small_job, sheets_of, card, read_face):
    blank = read_face("boxes: []")
    sheets = sheets_of(small_job(*(card(n) for n in range(9)), face=blank))
    boxes = [thing.get_bounds() for thing in sheets.document[0].get_objects() if thing.type == 2]
    left, top = (side / 25.4 * 72 for side in sheets.job.sheet.corner)
    width, height = sheets.document[0].get_size()
    assert len(boxes) == 16
    for x0, y0, x1, y1 in boxes:
        assert x1 < left or x0 > width - left or y1 < top or y0 > height - top


def test_the_footer_tells_deck_language_and_page(job_of, sheets_of):
    sheets = sheets_of(job_of("dataset", "it"))
    for number, page in enumerate(sheets.document, 1):
        text = page.get_textpage().get_text_bounded(bottom=0, top=14 / 25.4 * 72)
        assert "Dataset" in text
        assert f"IT · {number}/7" in text
        assert "Deckwright" in text


def test_an_emoji_in_a_title_is_an_icon_in_the_footer(job_of, sheets_of):
    plain, moon = (replace(job_of("dataset"), title=title) for title in ("Kitchen", "Kitchen 🌙"))
    sheets, with_moon = sheets_of(plain), sheets_of(moon)
    assert [one.rule for one in with_moon.findings] == [one.rule for one in sheets.findings]
    assert "Kitchen moon" in with_moon.document[0].get_textpage().get_text_bounded()

    def ink(document):
        foot = document[0].render(scale=2).to_pil().convert("L").crop((0, 1590, 1190, 1684))
        return sum(255 - shade for shade in foot.tobytes())

    assert ink(with_moon.document) > ink(sheets.document)


def test_progress_is_told_after_each_page(job_of):
    progress = []
    print_pdf(job_of("dataset"), BytesIO(), progress.append)
    assert progress == [9, 18, 27, 36, 45, 54, 58]


def test_no_card_at_all_is_an_error(small_job, sheets_of):
    with pytest.raises(InputError, match="No cards to print"):
        sheets_of(small_job())


def test_a_face_that_is_too_large_for_the_paper_is_found(small_job, sheets_of, card, read_face):
    found = sheets_of(small_job(card(), face=read_face("size: [205, 120]\nleaves_out: [name]"))).findings
    assert [(one.rule, one.where.line, one.where.column) for one in found] == [("card-size", 1, 7)]


def test_every_letter_can_be_written_where_a_font_needs_several_subsets(small_job, sheets_of, card, squeezed):
    known = load_face("plain", face_reader({})).boxes[-1].stack[1].style.cut(bold=False, italic=False).letters
    letters = [letter for letter in sorted(known) if letter.isalpha() and letter.isprintable()][:600]
    words = ["".join(letters[start : start + 8]) for start in range(0, len(letters), 8)]
    cards = [card(n, text=" ".join(words[n * 15 : n * 15 + 15])) for n in range(5)]
    sheets = sheets_of(small_job(*cards))
    assert sheets.data.count(b"+AlegreyaSans-Regular") > 1
    text = "".join(squeezed(sheets.text(place)) for place in range(5))
    assert [word for word in words if word not in text] == []


def test_letters_stand_as_far_apart_as_they_were_reckoned(small_job, sheets_of, card, read_face):
    face = read_face("""
        palette: {ink: "#000000"}
        boxes: [{text: "{name}", at: [5, 5, 53, 9], style: {size: 20}}]
        """)
    sheets = sheets_of(small_job(card(name="AVAVAVA"), face=face))
    page = sheets.document[0].get_textpage()
    first = page.get_text_range().index("AVAVAVA")
    lefts = [page.get_charbox(first + number, loose=True)[0] for number in (0, 6)]
    ours = INSTALLED.font("Alegreya Sans", 400, italic=False)
    assert ours.widths["AVAVAV"] < sum(ours.widths[letter] for letter in "AVAVAV") - 100
    kern = ours.widths["AVAVAVA"] - ours.widths["A"]
    assert lefts[1] - lefts[0] == pytest.approx(kern * 20 / 1000, abs=0.05)


def test_sheets_that_are_the_same_stand_in_the_file_once(job_of):
    def size(copies):
        job = job_of("data-monsters", cards=lambda card: card.kind == "opportunity")
        job = replace(job, cards=[(card, copies) for card, _ in job.cards[:9]])
        out = io.BytesIO()
        print_pdf(job, out)
        with pypdfium2.PdfDocument(out.getvalue()) as document:
            pages = [page.get_textpage().get_text_bounded() for page in document]
        return len(out.getvalue()), pages

    (once, (page,)), (often, pages) = size(1), size(5)
    assert often < once + 5 * 600
    assert len(pages) == 5
    for number, same in enumerate(pages, 1):
        assert f"{number}/5" in same
        assert same.replace(f"{number}/5", "1/1").split() == page.split()


def test_cards_with_no_copies_are_not_printed(job_of, sheets_of):
    """Nor do they add a part with sheets of its own, or a finding."""
    job = job_of("big-monster")
    tiles = [card for card, _ in job.cards if card.kind == "tile"][:2]
    none = [(card, 0) for card, _ in job.cards if card.kind != "tile"]
    assert len({job.faces[card.kind].size for card, _ in none}) > 1
    assert len(by_size(replace(job, cards=[*((one, 1) for one in tiles), *none]))) == 1
    mixed = replace(job, cards=[(tiles[0], 0), (tiles[1], 3), *none])
    only = replace(job, cards=[(tiles[1], 3)])
    assert sheets_of(mixed).printed == sheets_of(only).printed
    assert sheets_of(mixed).printed.cards == 3


def test_a_card_with_no_copies_is_not_checked(small_job, sheets_of, card, read_face):
    face = read_face("boxes: [{text: '{name}', at: [5, 5, 20, 4], style: {size: 12, min: 12}}]")
    long = card(2, name="A name that is much too long for its box", fields={"tech": 3})
    job = small_job(card(name="Short"), face=face)
    assert sheets_of(job).findings == []
    assert sheets_of(replace(job, cards=[*job.cards, (long, 0)])).findings == []
    found = sheets_of(replace(job, cards=[*job.cards, (long, 1)])).findings
    assert {one.rule for one in found} == {"overflow", "unused-field"}


@pytest.mark.parametrize("copies", [None, 0])
def test_a_job_without_copies_is_an_error_and_writes_nothing(small_job, card, copies):
    job = small_job(card(), copies=copies) if copies is not None else small_job()
    out = io.BytesIO()
    with pytest.raises(InputError) as caught:
        print_pdf(job, out)
    assert (caught.value.code, out.getvalue()) == ("nothing-to-print", b"")
