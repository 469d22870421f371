"""What reportlab must still be like for `pdf_objects.py`, which uses classes that it does not document.

If one of these tests fails after an update of reportlab, only `pdf_objects.py` has to change. Tests of pages, fonts and
pictures that fail at the same time do so for the same reason.
"""

import ast
import inspect
import io
import tracemalloc
from pathlib import Path

import pikepdf
import pytest
from reportlab import rl_config
from reportlab.pdfbase import pdfdoc, ttfonts

import deckwright
from deckwright.press import pdf_objects as module
from deckwright.press.pdf_objects import Document, FontFile, Page, Pixmap, PrintingCondition, font_tables
from deckwright.resources import package_folder

PACKAGE = Path(deckwright.__file__).parent
FONT = package_folder("fontpkg_alegreya_sans") / "files" / "AlegreyaSans-Regular.ttf"

CLASSES = {
    "PDFArray": [],
    "PDFDictionary": [],
    "PDFDocument": ["GetPDFData", "Reference", "addPage", "ensureMinPdfVersion"],
    "PDFInfo": ["format"],
    "PDFName": [],
    "PDFObject": [],
    "PDFObjectReference": [],
    "PDFPage": [],
    "PDFResourceDictionary": ["basicFonts", "format"],
    "PDFStream": ["format"],
    "PDFString": ["format"],
}
"""Names of reportlab's `pdfdoc` that are used, with their methods."""

PARAMETERS = {
    pdfdoc.PDFDocument: {"compression", "invariant", "lang"},
    pdfdoc.PDFStream: {"content"},
    ttfonts.TTFont: {"name", "filename", "asciiReadable"},
}


def imports_of(path):
    """Modules that a file imports, inside its functions too."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def used_names():
    """Names of `pdfdoc` that the module uses."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Attribute):
            owner = node.value
            name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
            if name in {"pdfdoc", "_pdfdoc"}:
                yield node.attr


def test_one_module_imports_reportlab():
    users = [
        path.name
        for path in PACKAGE.rglob("*.py")
        if any(name.split(".")[0] == "reportlab" for name in imports_of(path))
    ]
    assert users == [Path(module.__file__).name]


def test_every_name_of_reportlab_that_is_used_is_tested_here():
    assert set(used_names()) == set(CLASSES)


@pytest.mark.parametrize("name", CLASSES)
def test_reportlab_still_has_the_classes_and_methods(name):
    assert [method for method in CLASSES[name] if not callable(getattr(getattr(pdfdoc, name), method))] == []


@pytest.mark.parametrize("kind", PARAMETERS, ids=lambda kind: kind.__name__)
def test_reportlab_still_takes_the_parameters(kind):
    assert set(inspect.signature(kind).parameters) >= PARAMETERS[kind]


def test_reportlab_still_has_the_attributes():
    assert hasattr(rl_config, "useA85")
    pdf = pdfdoc.PDFDocument()
    assert isinstance(pdf.Catalog.__NoDefault__, list)
    assert isinstance(pdf.info, pdfdoc.PDFInfo)
    assert hasattr(pdfdoc.PDFStream(content=b""), "dictionary")


def test_reportlab_still_collects_what_it_writes_where_it_can_be_written_out():
    written = pdfdoc.PDFFile()
    assert b"".join(written.strings).startswith(b"%PDF")
    parts = []
    written.strings.clear()
    written.write = parts.append
    offset = written.add("one")
    assert (parts, written.add("two") - offset, written.format(None)) == ([b"one", b"two"], 3, b"")


def test_a_file_with_many_streams_is_the_same_as_one_that_is_kept_in_memory(monkeypatch):
    def file():
        document, out = module.Document("en"), io.BytesIO()
        for number in range(9):
            document.add_image(f"I{number}", module.Pixmap(bytes([number]) * 99, {"Width": 9}, "DeviceGray"))
        document.save(out, {})
        return out.getvalue()

    kept = file()
    monkeypatch.setattr(module, "_STORED", 100)
    assert file() == kept
    assert kept.startswith(b"%PDF")
    assert b"\x08" * 99 in kept


def test_reportlab_still_ends_the_information_dictionary_with_brackets():
    """`declare` inserts an entry before them."""
    pdf = pdfdoc.PDFDocument(invariant=1)
    assert pdf.info.format(pdf).rstrip().endswith(b">>")


def test_reportlab_still_reads_the_metrics_of_a_font():
    font = ttfonts.TTFont("Any", str(FONT), asciiReadable=True)
    face = font.face
    assert (face.unitsPerEm, face.defaultWidth > 0, face.descent < 0) == (1000, True, True)
    assert isinstance(face.charToGlyph[ord("A")], int)
    assert face.charWidths[ord("A")] > face.charWidths[ord("i")] > 0
    assert face.get_table("head")[12:16] == b"\x5f\x0f\x3c\xf5"
    assert "head" in face.table


def test_reportlab_still_splits_a_text_into_subsets():
    font, pdf = ttfonts.TTFont("Any", str(FONT), asciiReadable=True), pdfdoc.PDFDocument()
    assert font.splitString("Ab", pdf) == [(0, b"Ab")]
    assert font.getSubsetInternalName(0, pdf).startswith("/")


def test_the_glyph_of_a_character_is_the_one_that_is_embedded():
    """`Font` changes glyphs to set lining figures, and reportlab must embed the changed ones."""
    embedded = []
    for has_other_glyph in (False, True):
        font, document, out = FontFile(FONT.stem, FONT.read_bytes()), Document("en"), io.BytesIO()
        if has_other_glyph:
            font.glyphs[ord("1")] = font.glyphs[ord("M")]
        (text,) = font.encode("1", document)
        shown = f"BT /{font.resource_name(text.subset, document)} 12 Tf ({text.data.decode('latin-1')}) Tj ET"
        document.add_page(Page((200, 200), [document.stream([shown])], document.resources([])))
        document.save(out, {})
        with pikepdf.open(out) as pdf:
            (used,) = pdf.pages[0].Resources.Font.values()
            embedded.append(used.FontDescriptor.FontFile2.read_bytes())
    assert embedded[0] != embedded[1]


def test_tables_of_a_font_are_read_by_name():
    tables = font_tables(FONT, ("head", "hhea"))
    assert list(tables) == ["head", "hhea"]
    assert tables["head"] == FontFile(FONT.stem, FONT.read_bytes()).table("head")
    assert FontFile(FONT.stem, FONT.read_bytes()).table("none") == b""


def written(document):
    out = io.BytesIO()
    document.save(out, {"title": "Title", "creator": "Creator"})
    return out


def test_a_document_has_the_pages_forms_and_images_that_were_added():
    document = Document("fr")
    document.add_form("X1", document.stream(["f"]), document.resources([]), (0, 0, 9, 9), [1, 0, 0, 1, 2, 3])
    entries = {"Width": 1, "Height": 1, "BitsPerComponent": 8}
    document.add_image(
        "I1", Pixmap(b"\1", entries, b"\0\0\0\1\2\3", mask=Pixmap(b"\2", entries, "DeviceGray"))
    )
    shown = document.stream(["/X1 Do", "/I1 Do"])
    document.add_page(Page((100, 200), [shown, document.stream(["Q"])], document.resources(["X1", "I1"]), 9))
    with pikepdf.open(written(document)) as pdf:
        (page,) = pdf.pages
        assert [float(side) for side in page.MediaBox] == [0, 0, 100, 200]
        assert [float(side) for side in page.TrimBox] == [9, 9, 91, 191]
        assert page.BleedBox == page.MediaBox
        form, image = (page.Resources.XObject[name] for name in ("/X1", "/I1"))
        assert ([float(side) for side in form.BBox], form.read_bytes()) == ([0, 0, 9, 9], b"f")
        assert [float(number) for number in form.Matrix] == [1, 0, 0, 1, 2, 3]
        assert (image.ColorSpace[0], image.ColorSpace[2], bytes(image.ColorSpace[3])) == (
            "/Indexed",
            1,
            b"\0\0\0\1\2\3",
        )
        assert image.SMask.read_raw_bytes() == b"\2"
        assert [stream.read_bytes() for stream in page.Contents] == [b"/X1 Do\n/I1 Do", b"Q"]
        assert (pdf.Root.Lang, str(pdf.docinfo.Title)) == ("fr", "Title")


def test_a_declared_standard_is_in_the_file():
    document = Document("en")
    document.add_page(Page((9, 9), [document.stream(["n"])], document.resources([])))
    document.declare("PDF/X-1a:2003", PrintingCondition("CGATS TR 001", "SWOP", "http://www.color.org"))
    with pikepdf.open(written(document)) as pdf:
        assert pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
        (intent,) = pdf.Root.OutputIntents
        assert (intent.OutputConditionIdentifier, intent.OutputCondition) == ("CGATS TR 001", "SWOP")
        assert intent.RegistryName == "http://www.color.org"


def test_the_same_calls_write_the_same_bytes():
    def once():
        document = Document("en")
        document.add_page(Page((9, 9), [document.stream(["n"])], document.resources([])))
        return written(document).getvalue()

    assert once() == once()


def test_a_document_keeps_little_of_each_form_and_page():
    def kept(count):
        document = Document("fr")
        tracemalloc.start()
        for number in range(count):
            resources = document.resources(["X0"] if number else [])
            document.add_form(f"X{number}", document.stream([f"{number} w"] * 50), resources, (0, 0, 9, 9))
            shown = document.page_stream([f"/X{number} Do"])
            document.add_page(Page((9, 9), [shown], document.resources([f"X{number}"])))
        memory = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        document.save(io.BytesIO(), {})
        return memory

    kept(1)
    assert (kept(400) - kept(200)) / 200 < 3_000
