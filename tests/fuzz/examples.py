"""Real examples of everything that is read: files of the repository, and pictures, fonts, workbooks and archives made here."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from ..fonts import font_bytes

ROOT = Path(__file__).parents[2]
FILES = ROOT / "tests" / "files"
POND = Path(__file__).with_name("pond")
CORPUS = Path(__file__).with_name("corpus")


def kept(name: str) -> list[bytes]:
    """Inputs of a reader that found something once, or that reach code which nothing else reaches."""
    folder = CORPUS / name.replace(" ", "-")
    return [file.read_bytes() for file in sorted(folder.iterdir())] if folder.is_dir() else []


def texts(*written: str) -> list[bytes]:
    return [one.encode() for one in written]


def files(folder: Path, *patterns: str) -> list[bytes]:
    return [file.read_bytes() for pattern in patterns for file in sorted(folder.glob(pattern))]


TABLE = """id,name,name:fr,name:it,kind,text,copies,Size,Colour,habits,seen,# notes
tree-frog,Tree Frog,Rainette,Raganella,frog,"Jump, **now**.
Then sing.",3,2,green,"jump; sing",2026-02-03,red
moor-frog,Moor Frog,,,Frog,,2,"4,0",Brown,,,
old-toad,"Old ""Toad"" B",,,toad,'=1+1,1,9,,,,x
"""

POND_TABLE = """id,name,name:it,kind,text,copies,Size,Colour,habits,seen,# notes
pool-frog,Pool Frog,Rana,frog,"Jump, **now**.
Then {fly}.",3,2,green,"jump; sing",2026-02-03,red
lake-frog,Lake Frog,,Frog,,2,"4",Brown,,,
"""

HANDOUT = """context,about,source,pivot,translation,state,note,previous,mark
tree-frog.name,name,Tree Frog,,Raganella,draft,,,pond it abc draft def draft
moor-frog.name,name,Moor Frog,,"Rana
dei fossi",stale,"a note",Swamp Frog,
"""

TBX = """<?xml version="1.0"?>
<martif type="TBX-Basic"><text><body><termEntry><note>A pond.</note>
<langSet xml:lang="en"><tig><term>pond</term></tig></langSet>
<langSet xml:lang="fr"><tig><term>mare</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig></langSet>
</termEntry></body></text></martif>
"""

GLOSSARY = """source,target,note,forms,forbidden
pond,étang,,"étangs; bassin",mare
"""

XLIFF = """<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="it">
  <file id="pond"><unit id="1" name="tree-frog.name">
    <notes><note category="mark">abc draft</note></notes>
    <segment state="translated"><source>Tree <ph id="1" equiv="{fly}"/>Frog</source><target>Raganella</target></segment>
  </unit></file>
</xliff>
"""

XLIFF1 = """<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><file original="pond" source-language="en" target-language="it">
  <body><trans-unit id="1" resname="tree-frog.name">
    <source>Tree <x id="1" equiv-text="{fly}"/>Frog</source><target state="translated">Raganella</target>
  </trans-unit></body></file>
</xliff>
"""

TMX = """<?xml version="1.0" encoding="utf-8"?>
<tmx version="1.4"><header srclang="en"><prop type="x-game">pond</prop></header><body>
  <tu tuid="tree-frog.name"><tuv xml:lang="en"><seg>Tree <ph x="1">{fly}</ph>Frog</seg></tuv>
    <tuv xml:lang="it"><seg>Raganella</seg></tuv></tu>
</body></tmx>
"""

DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 30">
  <defs><linearGradient id="g" x1="0" x2="1"><stop offset="0" stop-color="red"/><stop offset="100%" stop-color="#00f"/></linearGradient>
    <path id="p" d="M1,2L3-4.5C1 1 2 2 3 3S4 4 5 5Q6 6 7 7T8 8A9 9 0 1 0 10 10Z"/></defs>
  <use xlink:href="#p" x="3" transform="scale(.5) skewX(10) matrix(1 0 0 1 2 3)"/>
  <circle cx="5" cy="5" r="4" fill="url(#g)"/><ellipse cx="9" cy="9" rx="3" ry="2" stroke="rgb(1,2,3)" stroke-width="2mm"/>
  <polygon points="1,1 2,2 3,1" style="fill-rule: evenodd; stroke-linecap: round"/><line x1="0" y1="0" x2="9" y2="9"/>
</svg>
"""


@cache
def workbook(ending: str, table: str = TABLE) -> bytes:
    """A workbook of a table."""
    import csv

    rows = list(csv.reader(io.StringIO(table)))
    out = io.BytesIO()
    if ending == ".xlsx":
        from openpyxl import Workbook

        book = Workbook()
        book.active.title = "Cards"
        for row in rows:
            book.active.append([int(cell) if cell.isdigit() else cell for cell in row])
        book.create_sheet("Two").append(["name", True, 1.5])
        book.save(out)
        return out.getvalue()
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table, TableCell, TableRow
    from odf.text import P

    book = OpenDocumentSpreadsheet()
    table = Table(name="Cards")
    for row in rows:
        line = TableRow()
        for cell in row:
            made = TableCell(valuetype="string")
            made.addElement(P(text=cell))
            line.addElement(made)
        table.addElement(line)
    book.spreadsheet.addElement(table)
    book.save(out)
    return out.getvalue()


@cache
def picture(sort: str, **options: object) -> bytes:
    """A small picture of noise."""
    from PIL import Image

    image = Image.effect_noise((12, 9), 90).convert(str(options.pop("mode", "RGB")))
    out = io.BytesIO()
    image.save(out, sort, **options)
    return out.getvalue()


def pictures(ending: str) -> list[bytes]:
    """Pictures of a format, in several of its modes, with a colour profile."""
    from PIL import Image, ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    if ending == ".png":
        modes = ("RGB", "RGBA", "L", "LA", "P", "1", "I;16")
        return [picture("PNG", mode=mode) for mode in modes] + [picture("PNG", icc_profile=profile)]
    if ending == ".jpg":
        exif = Image.Exif()
        exif[0x0112] = 6
        more = (
            picture("JPEG", exif=exif.tobytes()),
            picture("JPEG", mode="CMYK"),
            picture("JPEG", mode="L", progressive=True),
        )
        return [picture("JPEG", icc_profile=profile), *more]
    sort = ending[1:].upper()
    return [picture(sort), picture(sort, mode="RGBA", icc_profile=profile)]


@cache
def fonts() -> tuple[bytes, ...]:
    """A TrueType font, a PostScript one, a variable one, and a collection of two."""
    from fontTools.ttLib import TTCollection, TTFont

    plain = font_bytes("Plain", letters="Aa1")
    postscript = font_bytes("Script", letters="Aa1", postscript=True)
    variable = font_bytes("Variable", letters="Aa1", axes=[("wght", 100, 400, 900, "Weight")])
    collection = TTCollection()
    collection.fonts = [TTFont(io.BytesIO(one)) for one in (plain, variable)]
    out = io.BytesIO()
    collection.save(out)
    return plain, postscript, variable, out.getvalue()


@cache
def archive() -> bytes:
    """An archive of decks, with a folder and a file that is not a deck."""
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        packed.writestr("decks/one.txt", b"2 Tree Frog\n")
        packed.write(POND / "decks" / "first.yaml", "two.yaml")
        packed.writestr("read.me", b"x")
    return out.getvalue()
