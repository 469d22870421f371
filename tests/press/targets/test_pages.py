"""The module press/targets/pages."""

from __future__ import annotations

import io
import subprocess
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from deckwright.errors import InputError
from deckwright.press.boxes.box import BLEED
from deckwright.press.targets.pages import CardPage, layout_of, print_contact, print_each, print_pages
from deckwright.press.targets.target import load_target

from ...programs import deep_except
from ...registries import GAMES

POKER = (63.0, 88.0)
TGC = CardPage(69.85, 95.25, 3.175)


def test_a_face_of_the_size_of_the_cut_keeps_its_size():
    assert CardPage(63 + 2 * BLEED, 88 + 2 * BLEED, BLEED).scale(POKER) == 1
    assert CardPage(63, 88).scale(POKER) == 1


def test_a_poker_card_grows_by_little_so_that_its_bleed_fills_the_page():
    assert TGC.scale(POKER) == pytest.approx(1.0133, abs=0.0001)
    assert TGC.fits(POKER)


lengths = st.floats(20, 200)


@given(st.tuples(lengths, lengths), lengths, lengths, st.floats(0, 5))
def test_a_face_always_fills_cut_and_page(size, width, height, bleed):
    page = CardPage(width + 2 * bleed, height + 2 * bleed, bleed)
    scale = page.scale(size)
    for axis in (0, 1):
        assert scale * size[axis] >= page.trim[axis] - 1e-9
        assert scale * (size[axis] + 2 * BLEED) >= (page.width, page.height)[axis] - 1e-9


@pytest.mark.parametrize("size", [(70, 120), (44, 68), (63, 63), (57, 88)])
def test_a_face_of_another_shape_does_not_fit(size):
    assert not TGC.fits(size)


DTC = load_target("dtc-poker").makes
SINGLE = load_target("single").makes
COLOURED = {"rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "BI"}


def printed(job, pages=DTC):
    out = io.BytesIO()
    return out, print_pages(job, pages, "target", out)


@pytest.fixture(scope="module", params=["data-monsters", "dataset"])
def shop_pdf(request, shop_job):
    """Both games in French, two copies of each card, as a print shop gets them."""
    job = shop_job(request.param, language="fr", copies=2)
    out, done = printed(job)
    return job, done, out.getvalue(), pikepdf.open(out)


class TestPrintShop:
    def test_nothing_is_found_wrong_and_every_copy_has_two_pages(self, shop_pdf):
        job, done, _, pdf = shop_pdf
        assert done.findings == []
        assert (
            (done.cards, done.pages) == (2 * len(job.cards), len(pdf.pages)) == (done.cards, 2 * done.cards)
        )

    def test_every_page_has_its_boxes(self, shop_pdf):
        for page in shop_pdf[3].pages:
            assert [float(side) for side in page.MediaBox] == [0, 0, 198, 270]
            assert [float(side) for side in page.BleedBox] == [0, 0, 198, 270]
            assert [float(side) for side in page.TrimBox] == [9, 9, 189, 261]

    def test_a_back_stands_before_each_front(self, shop_pdf):
        job, _, data, _ = shop_pdf
        document = pypdfium2.PdfDocument(data)
        cards = [card for card, _ in job.cards for _ in range(2)]
        for number, card in enumerate(cards):
            back, front = (document[2 * number + side].get_textpage().get_text_bounded() for side in (0, 1))
            assert "·" not in back
            assert " ".join(card.name("fr").split()[:1]) in front

    def test_it_declares_its_standard_and_condition(self, shop_pdf):
        pdf = shop_pdf[3]
        assert pdf.pdf_version in {"1.3", "1.4"}
        assert pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
        assert pdf.docinfo["/Trapped"] == pikepdf.Name("/False")
        assert {"/CreationDate", "/ModDate", "/Title"} <= set(pdf.docinfo.keys())
        assert len(pdf.trailer["/ID"]) == 2
        (intent,) = pdf.Root.OutputIntents
        assert (intent.Type, intent.S) == ("/OutputIntent", "/GTS_PDFX")
        assert intent.OutputConditionIdentifier == "CGATS TR 001"
        assert intent.RegistryName == "http://www.color.org"
        assert "/DestOutputProfile" not in intent

    def test_every_colour_is_in_four_inks_within_the_limit(self, shop_pdf, contents_of):
        found = contents_of(shop_pdf[3])
        assert {operator for _, operator in found} & COLOURED == set()
        inks = [[float(ink) for ink in operands] for operands, operator in found if operator in {"k", "K"}]
        assert len(inks) > 100
        assert max(map(sum, inks)) <= 2.4 + 1e-9
        assert all(len(one) == 4 and min(one) >= 0 and max(one) <= 1 for one in inks)

    def test_dark_text_is_black_alone(self, shop_pdf, contents_of):
        found = contents_of(shop_pdf[3])
        begun = [found[at + 1] for at, (_, operator) in enumerate(found) if operator == "BT"]
        blacks = [[float(ink) for ink in operands] for operands, _ in begun if float(operands[3]) > 0.75]
        assert blacks
        assert all(ink == [0, 0, 0, 1] for ink in blacks)

    def test_it_has_no_transparency_pictures_scripts_or_secrets(self, shop_pdf):
        pdf = shop_pdf[3]
        assert not pdf.is_encrypted
        for thing in pdf.objects:
            keys = set(thing.keys()) if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream) else set()
            assert not keys & {
                "/SMask",
                "/ca",
                "/CA",
                "/BM",
                "/Group",
                "/JS",
                "/AA",
                "/OPI",
                "/Annots",
                "/ExtGState",
            }
            assert "/Subtype" not in keys or thing.Subtype != "/Image"

    def test_all_text_stands_an_eighth_of_an_inch_within_the_cut(self, shop_pdf):
        document = pypdfium2.PdfDocument(shop_pdf[2])
        for page in document:
            text = page.get_textpage()
            letters = [at for at in range(text.count_chars()) if text.get_text_range(at, 1).strip()]
            for left, bottom, right, top in map(text.get_charbox, letters):
                # A ribbon across a corner comes as near as it may; the box of a turned letter is too large.
                assert min(left, bottom, 198 - right, 270 - top) >= 17.8

    def test_every_font_is_embedded(self, shop_pdf):
        fonts = [
            one
            for one in shop_pdf[3].objects
            if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font" and "/BaseFont" in one
        ]
        assert fonts
        assert all("/FontFile2" in font.FontDescriptor for font in fonts if font.Subtype != "/Type0")

    def test_qpdf_finds_nothing_wrong(self, shop_pdf, tmp_path, program):
        program("qpdf")
        (tmp_path / "shop.pdf").write_bytes(shop_pdf[2])
        done = subprocess.run(["qpdf", "--check", "shop.pdf"], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def test_ghostscript_reads_it_without_a_word(self, shop_pdf, tmp_path, program):
        program("gs")
        (tmp_path / "shop.pdf").write_bytes(shop_pdf[2])
        command = [
            "gs",
            "-q",
            "-dNOPAUSE",
            "-dBATCH",
            "-dSAFER",
            "-dLastPage=4",
            "-sDEVICE=nullpage",
            "shop.pdf",
        ]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_the_same_job_gives_the_same_bytes(shop_job):
    assert printed(shop_job("dataset"))[0].getvalue() == printed(shop_job("dataset"))[0].getvalue()


def test_copies_and_backs_hardly_make_the_file_larger(shop_job):
    once, four_times = (
        len(printed(shop_job("data-monsters", copies=copies))[0].getvalue()) for copies in (1, 4)
    )
    assert four_times < 2 * once


def test_single_files_hold_front_and_back_with_bleed_and_only_theirs(shop_job, tmp_path):
    job = shop_job("data-monsters", cards=lambda card: card.kind == "hack", copies=3)
    files, done = print_each(job, SINGLE, "single", tmp_path)
    assert (done.cards, done.pages, len(files)) == (7, 14, 7)
    assert sorted(tmp_path.iterdir()) == files
    assert [file.stem for file in files] == [f"{n:02}-{card.id}" for n, (card, _) in enumerate(job.cards, 1)]
    for file, (card, _) in zip(files, job.cards, strict=True):
        pdf = pikepdf.open(file)
        assert len(pdf.pages) == 2
        width, height = (float(side) / 72 * 25.4 for side in pdf.pages[0].MediaBox[2:])
        assert (width, height) == pytest.approx((69, 94), abs=0.001)
        trim = [float(side) / 72 * 25.4 for side in pdf.pages[0].TrimBox]
        assert trim == pytest.approx([3, 3, 66, 91], abs=0.001)
        assert card.id in pypdfium2.PdfDocument(file)[0].get_textpage().get_text_bounded()


def test_a_face_that_does_not_fit_the_cut_is_found(own_job, card, read_face):
    found = printed(own_job(card(), face=read_face("size: [70, 120]\nleaves_out: [name]")))[1].findings
    assert [(one.rule, one.severity, one.where.line) for one in found] == [("card-size", "error", 1)]


def test_no_card_at_all_is_an_error(own_job):
    with pytest.raises(InputError, match="No cards to print"):
        printed(own_job())


# Overprint.

OVER = DTC._replace(press=DTC.press._replace(overprint=True), backs="none")
FACE = """
palette: {ground: "#ff0000", night: "#101820", white: "#ffffff", grey: "#888888"}
runs: {pale: {colour: white}, dim: {colour: grey, underline: true}}
styles: {plain: {size: 30, colour: night}}
boxes:
  - {shape: rect, at: bleed, fill: ground}
  - {text: "MM [pale]MM[/] [dim]MM[/]", at: [2, 2, 59, 30], style: plain}
  - {text: "WW", at: [2, 40, 59, 30], style: {extends: plain, colour: white}}
  - {icon: "mdi:cog", at: [20, 60, 20, 20], colour: night}
"""


def states_of_texts(pdf, contents_of):
    """Whether each text is printed on what is below it, with its inks, as a reader of the operators finds it."""
    named = {
        str(name): bool(state.get("/op", False))
        for thing in pdf.objects
        if isinstance(thing, pikepdf.Stream | pikepdf.Dictionary)
        for name, state in thing.get("/Resources", {}).get("/ExtGState", {}).items()
    }
    over, inks, found = False, None, []
    for operands, operator in contents_of(pdf):
        if operator == "gs":
            over = named[str(operands[0])]
        elif operator == "k":
            inks = tuple(float(part) for part in operands)
        elif operator in {"Tj", "TJ", "f", "Do"}:
            found.append((operator, inks, over))
    return found


def test_black_letters_alone_are_printed_on_what_is_below_where_the_press_wants_that(
    small_job, card, read_face, contents_of
):
    job = small_job(card(), face=read_face(FACE))
    out, done = printed(job, OVER)
    found = states_of_texts(pikepdf.open(out), contents_of)
    assert {over for operator, inks, over in found if operator in {"Tj", "TJ"} and inks == (0, 0, 0, 1)} == {
        True
    }
    assert {
        over for operator, inks, over in found if operator not in {"Tj", "TJ"} or inks != (0, 0, 0, 1)
    } == {False}
    assert len({inks for _, inks, _ in found}) > 3
    assert [one.rule for one in done.findings].count("ink-limit") == 1


def test_nothing_is_printed_on_what_is_below_unless_the_press_wants_that(small_job, card, read_face):
    pdf = pikepdf.open(printed(small_job(card(), face=read_face(FACE)), OVER._replace(press=DTC.press))[0])
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            assert not {"/OP", "/op", "/OPM"} & set(thing.keys())


def test_the_plates_of_a_press_have_ink_below_black_letters_only(
    small_job, card, read_face, tmp_path, program
):
    """Ghostscript makes a plate of each ink; letters leave a gap in magenta unless they are black and overprint."""
    program("gs")
    gaps = []
    for overprint in (False, True):
        made = OVER._replace(press=DTC.press._replace(overprint=overprint))
        job = small_job(card(), face=read_face(FACE))
        (tmp_path / "shop.pdf").write_bytes(printed(job, made)[0].getvalue())
        command = "gs -q -dNOPAUSE -dBATCH -dSAFER -r100 -sDEVICE=tiffsep -sOutputFile=plate.tif shop.pdf"
        subprocess.run(command.split(), cwd=tmp_path, check=True, capture_output=True)
        with Image.open(tmp_path / "plate(Magenta).tif") as plate:
            gaps.append(sum(shade > 200 for shade in plate.convert("L").tobytes()))
    knocked_out, overprinted = gaps
    assert 0 < overprinted < 0.8 * knocked_out


INK_RULES = {
    "tint",
    "colour-shift",
    "small-text-inks",
    "ink-limit",
    "code-contrast",
    "quiet-zone",
    "colours-alike",
}


@pytest.mark.parametrize("name", deep_except(["dataset"], GAMES, "draws all cards for a press"))
def test_the_packaged_games_are_within_what_the_press_holds(shop_job, name):
    _, done = printed(shop_job(name))
    assert [one for one in done.findings if one.rule in INK_RULES] == []


def test_prints_with_little_ink_are_not_checked_for_it(small_job, card, read_face):
    job = small_job(card(), face=read_face(FACE))
    strict = OVER._replace(press=OVER.press._replace(shift=1))
    rules = [
        {one.rule for one in printed(made, strict)[1].findings} & INK_RULES
        for made in (job, replace(job, low_ink=True))
    ]
    assert rules == [{"colour-shift", "ink-limit"}, set()]


CONTACT = load_target("contact").makes


def test_every_card_is_there_once_with_its_id_and_copies(shop_job):
    job = shop_job("data-monsters", copies=2)
    out = io.BytesIO()
    done = print_contact(job, CONTACT, "contact", out)
    document = pypdfium2.PdfDocument(out.getvalue())
    assert (done.findings, done.cards, done.pages) == ([], 2 * len(job.cards), len(document))
    text = "".join("".join(page.get_textpage().get_text_bounded().split()) for page in document)
    for card, _ in job.cards:
        assert f"{card.id}×2" in text.replace("\ufffe", "").replace("\x02", "")


def test_cards_and_their_ids_stand_on_the_paper(shop_job):
    layout = layout_of(shop_job("dataset"), CONTACT)
    places = list(layout.places())
    assert len(places) == layout.cards >= 35
    right, below = places[-1][0] + layout.cell[0], places[-1][1] + layout.cell[1] + layout.caption
    assert right <= 210 - CONTACT.margin + 1e-6
    assert below <= 297 - CONTACT.margin + 1e-6


def test_more_cards_than_the_paper_has_room_for_are_an_error(shop_job):
    with pytest.raises(InputError, match="too small for 50 columns"):
        layout_of(shop_job("dataset"), CONTACT._replace(columns=50))
