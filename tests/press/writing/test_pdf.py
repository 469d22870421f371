"""PDF documents: what is added is in the file, as another library reads it; and what reportlab reads of fonts."""

import ast
import io
import tracemalloc
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

import deckwright
from deckwright.press.graphics.font_files import FontFile, font_tables
from deckwright.press.writing import pdf as module
from deckwright.press.writing.pdf import Document, Pixmap
from deckwright.resources import package_folder

PACKAGE = Path(deckwright.__file__).parent
FONT = package_folder("fontpkg_alegreya_sans") / "files" / "AlegreyaSans-Regular.ttf"


def imports_of(path):
    """Names that a file imports, with their modules, inside its functions too."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names)


def test_one_class_of_reportlab_is_used():
    users = {
        (path.name, name)
        for path in PACKAGE.rglob("*.py")
        if b"reportlab" in path.read_bytes()
        for name in imports_of(path)
        if name.split(".")[0] == "reportlab"
    }
    assert users == {("font_files.py", "reportlab.pdfbase.ttfonts.TTFontFile")}


def test_a_file_with_many_streams_is_the_same_as_one_that_is_kept_in_memory(monkeypatch):
    def file():
        document, out = Document("en"), io.BytesIO()
        for number in range(9):
            entries = {"Width": 9, "Filter": "FlateDecode"}
            document.add_image(f"I{number}", Pixmap(bytes([number]) * 99, entries, "DeviceGray"))
        document.save(out, {})
        return out.getvalue()

    kept = file()
    monkeypatch.setattr(module, "_IN_MEMORY", 100)
    assert file() == kept
    assert kept.startswith(b"%PDF")
    assert b"\x08" * 99 in kept


def test_the_metrics_of_a_font_are_those_of_its_tables():
    file = FontFile(FONT.stem, FONT.read_bytes())
    assert (file.unit, file.base_name, file.descriptor()["Flags"]) == (1, "AlegreyaSans-Regular", 4)
    assert file.width(ord("A")) > file.width(ord("i")) > 0
    assert file.width(0x10FFFD) == file.default_width > 0
    assert file.table("head")[12:16] == b"\x5f\x0f\x3c\xf5"


@given(st.one_of(st.text(), st.text(alphabet="()\\\r\n aé–")))
def test_a_text_is_read_as_it_was_written(text):
    text = text.encode("utf-8", "replace").decode()
    document, out = Document(""), io.BytesIO()
    document.add_page((9, 9), [document.page_stream(["n"])], document.resources([]))
    document.save(out, {"title": text})
    with pikepdf.open(out) as pdf:
        assert str(pdf.docinfo.Title) == text


def test_a_text_with_many_characters_is_split_into_subsets():
    file = FontFile(FONT.stem, FONT.read_bytes())
    letters = "".join(map(chr, sorted(code for code in file.glyphs if code > 0xA0)))
    document, out = Document("en"), io.BytesIO()
    font = document.font(file)
    assert [tuple(one) for one in font.encode("A\u00a0b")] == [("F1+0", b"A b")]
    encoded = font.encode(letters)
    assert [one.font for one in encoded[:3]] == ["F1+0", "F1+1", "F1+2"]
    assert b"".join([one.data for one in encoded]).count(b" ") == 0
    lines = (
        f"/{one.font} 9 Tf ({''.join(f'{chr(92)}{code:03o}' for code in one.data)}) Tj" for one in encoded
    )
    document.add_page((99, 99), [document.page_stream(["BT", *lines, "ET"])], document.resources([]))
    document.save(out, {})
    maps = {}
    with pikepdf.open(out) as pdf:
        for name, used in pdf.pages[0].Resources.Font.items():
            program = used.ToUnicode.read_bytes().decode()
            pairs = [line.split() for line in program.splitlines() if line.count("<") == 2][2:]
            maps[name[1:]] = {int(a[1:-1], 16): bytes.fromhex(b[1:-1]).decode("utf-16-be") for a, b in pairs}
            assert len(used.Widths) == used.LastChar + 1
            for code, letter in maps[name[1:]].items():
                assert used.Widths[code] == pytest.approx(file.width(ord(letter)), abs=1e-5)
    assert "".join(maps[one.font][code] for one in encoded for code in one.data) == letters


def test_the_glyph_of_a_character_is_the_one_that_is_embedded():
    """`Font` changes glyphs to set lining figures, and the changed ones must be embedded."""
    embedded = []
    for has_other_glyph in (False, True):
        font, document, out = FontFile(FONT.stem, FONT.read_bytes()), Document("en"), io.BytesIO()
        if has_other_glyph:
            font.glyphs[ord("1")] = font.glyphs[ord("M")]
        (text,) = document.font(font).encode("1")
        shown = f"BT /{text.font} 12 Tf ({text.data.decode('latin-1')}) Tj ET"
        document.add_page((200, 200), [document.page_stream([shown])], document.resources([]))
        document.save(out, {})
        with pikepdf.open(out) as pdf:
            (used,) = pdf.pages[0].Resources.Font.values()
            embedded.append(used.FontDescriptor.FontFile2.read_bytes())
    assert embedded[0] != embedded[1]


def test_tables_of_a_font_are_read_by_name():
    tables = font_tables(FONT.read_bytes(), ("head", "hhea"))
    assert list(tables) == ["head", "hhea"]
    assert tables["head"] == FontFile(FONT.stem, FONT.read_bytes()).table("head")
    assert FontFile(FONT.stem, FONT.read_bytes()).table("none") == b""


def written(document):
    out = io.BytesIO()
    document.save(out, {"title": "Title", "creator": "Creator"})
    return out


def test_a_document_has_the_pages_forms_and_images_that_were_added():
    document = Document("fr")
    document.add_form("X1", ["f"], document.resources([]), (0, 0, 9, 9), {"Matrix": [1, 0, 0, 1, 2, 3]})
    entries = {"Width": 1, "Height": 1, "BitsPerComponent": 8, "Filter": "FlateDecode"}
    document.add_image(
        "I1", Pixmap(b"\1", entries, b"\0\0\0\1\2\3", mask=Pixmap(b"\2", entries, "DeviceGray"))
    )
    shown = document.page_stream(["/X1 Do", "/I1 Do"])
    document.add_page((100, 200), [shown, document.page_stream(["Q"])], document.resources(["X1", "I1"]), 9)
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
    document.add_page((9, 9), [document.page_stream(["n"])], document.resources([]))
    document.declare("PDF/X-1a:2003", "CGATS TR 001", "SWOP", "http://www.color.org")
    with pikepdf.open(written(document)) as pdf:
        assert pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
        (intent,) = pdf.Root.OutputIntents
        assert (intent.OutputConditionIdentifier, intent.OutputCondition) == ("CGATS TR 001", "SWOP")
        assert intent.RegistryName == "http://www.color.org"


def test_the_same_calls_write_the_same_bytes():
    def once():
        document = Document("en")
        document.add_page((9, 9), [document.page_stream(["n"])], document.resources([]))
        return written(document).getvalue()

    assert once() == once()


def test_a_document_keeps_little_of_each_form_and_page():
    def kept(count):
        document = Document("fr")
        tracemalloc.start()
        for number in range(count):
            resources = document.resources(["X0"] if number else [])
            document.add_form(f"X{number}", [f"{number} w"] * 50, resources, (0, 0, 9, 9))
            shown = document.page_stream([f"/X{number} Do"])
            document.add_page((9, 9), [shown], document.resources([f"X{number}"]))
        memory = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        document.save(io.BytesIO(), {})
        return memory

    kept(1)
    assert (kept(400) - kept(200)) / 200 < 3_000
