"""What printing costs: 1,000 distinct cards against a plain reportlab canvas, four copies of each, and 10,000; and paint.

These are whole processes. The floor is told where each line, box and word stands, as Deckwright found out
before: it sets no text, reads no face, and draws every box anew with the canvas's own calls.
"""

from __future__ import annotations

import gc
import io
import marshal
import random
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.print_job import PrintJob

CARDS = 1_000
GOAL = 1.2
COPIES_GOAL = 1.2
MANY = 10_000
MANY_GOAL = 150
PAINT_GOAL = 3.0
PAINT_MEMORY_GOAL = 200
PICTURES = 40
SHOP = "dtc-poker"
"""Target that prints four inks without transparency."""

MM = 72 / 25.4

_WORDS = [
    "draw",
    "discard",
    "monster",
    "tool",
    "opportunity",
    "market",
    "laboratory",
    "the",
    "a",
    "your",
    "each",
    "turn",
    "workshop",
    "effort",
    "card",
    "cards",
    "put",
    "hand",
    "until",
    "next",
    "beginning",
    "release",
    "points",
    "technology",
    "science",
    "engineer",
    "designer",
    "scientist",
    "requires",
    "together",
    "shuffle",
    "deck",
    "take",
    "look",
    "top",
    "order",
    "remaining",
    "opponent",
    "choose",
    "play",
    "again",
    "may",
    "if",
    "you",
    "have",
    "at",
    "least",
]
_ICONS = (
    "robot",
    "duck",
    "ghost",
    "owl",
    "server",
    "web",
    "flask",
    "rocket",
    "cog",
    "anvil",
    "bat",
    "castle",
)
_DEFINITION: dict[str, Any] = {
    "fields": {
        "tech": {"title": "TECH", "type": "integer"},
        "sci": {"title": "SCI", "type": "integer"},
        "level": {"title": "Level", "type": "string", "enum": ["junior", "senior", "chief"]},
    },
    "kinds": {"tool": {"name": "Tool", "face": "plain"}},
}
_LABELS = {
    "game:title": "Bench",
    "kind:tool": "Tool",
    "field:tech": "TECH",
    "field:sci": "SCI",
    "field:level": "Level",
}


def make_job(count: int = CARDS, copies: int = 1) -> PrintJob:
    """Job with random cards, always the same ones."""
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.press.faces.face_file import face_reader, load_face
    from deckwright.press.print_job import PrintJob
    from deckwright.press.sheets.sheet import load_sheet

    lot = random.Random(2)  # noqa: S311 - no secret
    game = Game("bench", "en", ("en",), _DEFINITION, {"en": _LABELS})
    cards = [
        Card(
            "bench",
            f"card-{n}",
            "tool",
            "en",
            icon=f"mdi:{lot.choice(_ICONS)}",
            fields=_fields(lot),
            texts=_texts(lot, n),
        )
        for n in range(count)
    ]
    faces = {"tool": load_face("plain", face_reader({}))}
    return PrintJob(
        game=game,
        cards=[(card, copies) for card in cards],
        language="en",
        sheet=load_sheet("a4"),
        faces=faces,
        title="Bench",
        assets={},
        matches=lambda _query, _card: True,
    )


_PAINTED = """\
extends: base
palette:
  head: "#243049"
  black: "#000000"
  accent: "#f2b441"
  pale: "#c9d3e6"
  disc: "#f0e8d4"
  sky: {linear: [pale, disc]}
  shade: {linear: [{colour: black, opacity: 0}, {colour: black, opacity: 0.7}]}
styles:
  name: {colour: white}
  kind: {colour: accent}
boxes:
  - {shape: rect, at: bleed, fill: sky}
  - {shape: rect, at: [-3, -3, 69, 17], fill: head}
  - {text: "{name}", at: [5, 3.5, 53, 6], style: name, shadow: {colour: black}}
  - {picture: "{picture}.jpg", at: [5, 15, 53, 30], radius: 2, shadow: {}}
  - {shape: rect, at: [5, 33, 53, 12], fill: shade}
  - {text: "{kind}", at: [7, 39, 30, 5], style: kind}
  - {shape: circle, at: [44, 37, 14, 14], fill: accent, shadow: {}}
  - {icon: "{icon}", at: [46, 39, 10, 10], colour: head, shadow: {x: 0.2, y: 0.3, blur: 0.5}}
  - {shape: rect, at: [5, 53, 53, 30], radius: 2, fill: white, opacity: 0.7}
  - stack:
      - {text: "{text}", style: body}
      - {space: fill}
      - {text: "{flavour}", style: flavour}
    at: [7, 54.5, 49, 27]
    gap: 1.8
"""
"""Face with gradients, a picture, and shadows, of which that of the name is of its own on every card."""


def paint_job(count: int = CARDS) -> PrintJob:
    """The job with a painted face, and pictures that the cards take in turn."""
    from dataclasses import replace

    from deckwright.press.faces.face_file import face_reader, load_face

    job = make_job(count)
    pictures = {f"pictures/{n}.jpg": _photo(n) for n in range(PICTURES)}
    assets = {**pictures, "faces/painted.yaml": _PAINTED.encode()}
    for number, (card, _) in enumerate(job.cards):
        card.fields["picture"] = number % PICTURES
    face = load_face("painted", face_reader(assets))
    definition = {
        **_DEFINITION,
        "fields": {**_DEFINITION["fields"], "picture": {"title": "P", "type": "integer"}},
    }
    game = replace(job.game, definition=definition)
    return replace(job, game=game, faces={"tool": face}, assets=assets)


def _photo(number: int) -> bytes:
    """A JPEG with 300 dpi on the card, always the same one."""
    from PIL import Image

    lot = random.Random(number)  # noqa: S311 - no secret
    size = (13, 8)
    dots = Image.frombytes("RGB", size, lot.randbytes(3 * size[0] * size[1]))
    out = io.BytesIO()
    dots.resize((650, 380), Image.Resampling.BICUBIC).save(out, "JPEG", quality=85)
    return out.getvalue()


def _fields(lot: random.Random) -> dict[str, Any]:
    return {
        "tech": lot.randrange(10),
        "sci": lot.randrange(10),
        "level": lot.choice(("junior", "senior", "chief")),
    }


def _texts(lot: random.Random, number: int) -> dict[str, dict[str, str]]:
    words = [lot.choice(_WORDS) for _ in range(lot.randrange(12, 30))]
    flavour = " ".join(lot.choice(_WORDS) for _ in range(6))
    text = f"**{' '.join(words[:3])}**, {' '.join(words[3:])}."
    name = f"{lot.choice(_WORDS)} {lot.choice(_WORDS)} {number}"
    return {"en": {"name": name.title(), "text": text.capitalize(), "flavour": f"{flavour.capitalize()}."}}


def instructions(job: PrintJob) -> list[list[tuple[Any, ...]]]:
    """What stands where on each sheet, in points, in calls of the canvas."""
    from deckwright.press.drawing.card import draw_boxes
    from deckwright.press.drawing.context import RenderContext, Scope
    from deckwright.press.print_job import footer
    from deckwright.press.sheets.sheet import crop_marks

    context = RenderContext(job.game, job.language, job.assets, job.matches)
    places, height = job.sheet.places(), job.sheet.paper[1]
    sheets: list[list[tuple[Any, ...]]] = []
    for number, (card, _) in enumerate(job.cards):
        if number % len(places) == 0:
            sheets.append([])
        x, y = places[number % len(places)]
        sheets[-1].append(("card", x * MM, (height - y) * MM))
        sheets[-1] += _calls(
            draw_boxes(job.faces[card.kind].boxes, Scope(context, job.faces[card.kind], card))
        )
        sheets[-1].append(("end",))
    for number, sheet in enumerate(sheets, 1):
        marks = _calls([*crop_marks(job.sheet), *footer(job, number, len(sheets))])
        sheet.extend((("card", 0.0, height * MM), *marks, ("end",)))
    return sheets


def _calls(parts: Iterable[DrawnPart], x: float = 0.0, y: float = 0.0) -> Iterator[tuple[Any, ...]]:
    from deckwright.press.graphics.parts import DrawnIcon, DrawnRepeat, DrawnText

    for part in parts:
        if isinstance(part, DrawnRepeat):
            for across, down in part.places:
                yield from _calls(part.parts, x + across, y + down)
        elif isinstance(part, DrawnText):
            yield from (
                (
                    "text",
                    (x + run.start) * MM,
                    -(y + line.y) * MM,
                    run.font.name,
                    part.size,
                    part.colour,
                    run.text,
                )
                for line in part.lines
                for run in line.runs
            )
        elif isinstance(part, DrawnIcon):
            left, bottom = x + part.x - part.side / 2, y + part.y + part.side / 2
            yield ("icon", left * MM, -bottom * MM, part.side * MM, part.colour, part.icon)
        else:
            yield _shape_call(part, x, y)


def _shape_call(shape: Any, x: float, y: float) -> tuple[Any, ...]:
    points = [((x + step[1][-2]) * MM, -(y + step[1][-1]) * MM) for step in shape.path if step[1]]
    xs, ys = zip(*points, strict=True)
    left, bottom, width, height = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    if not shape.fill:
        return ("line", *points[0], *points[1], shape.stroke, shape.width * MM)
    if shape.path[1][0] == "c":
        return ("circle", left + width / 2, bottom + height / 2, width / 2, shape.fill)
    return ("rect", left, bottom, width, height, shape.fill)


def draw_floor(file: str, out: str) -> None:
    """Draw what an earlier run found, with the canvas and nothing else."""
    from reportlab.lib.colors import HexColor
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    fonts, glyphs, sheets = marshal.loads(Path(file).read_bytes())  # noqa: S302 - our own file
    for name, path in fonts.items():
        registerFont(TTFont(name, path))
    canvas = Canvas(
        out, pagesize=(210 * MM, 297 * MM), pageCompression=1, invariant=1, initialFontName=next(iter(fonts))
    )
    for sheet in sheets:
        for call, *values in sheet:
            if call == "text":
                x, y, font, size, colour, text = values
                canvas.setFont(font, size)
                canvas.setFillColor(HexColor(colour))
                canvas.drawString(x, y, text)
            elif call == "rect":
                canvas.setFillColor(HexColor(values[4]))
                canvas.rect(*values[:4], stroke=0, fill=1)
            elif call == "circle":
                canvas.setFillColor(HexColor(values[3]))
                canvas.circle(*values[:3], stroke=0, fill=1)
            elif call == "line":
                canvas.setStrokeColor(HexColor(values[4]))
                canvas.setLineWidth(values[5])
                canvas.line(*values[:4])
            elif call == "icon":
                x, y, side, colour, icon = values
                canvas.setFont("icons", side)
                canvas.setFillColor(HexColor(colour))
                canvas.drawString(x, y, glyphs[icon])
            elif call == "card":
                canvas.saveState()
                canvas.translate(*values)
            else:
                canvas.restoreState()
        canvas.showPage()
    canvas.save()


def draw_press(out: str, count: int = CARDS, copies: int = 1) -> None:
    """Print so many copies of so many cards as Deckwright does."""
    from deckwright.__main__ import OBJECTS_BETWEEN_COLLECTIONS
    from deckwright.press.print_job import print_pdf

    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)

    with Path(out).open("wb") as file:
        print_pdf(make_job(count, copies), file)


def draw_face(out: str, face: str, target: str, count: int = CARDS) -> None:
    """Print cards with a plain or a painted face, on sheets or for the print shop."""
    from deckwright.__main__ import OBJECTS_BETWEEN_COLLECTIONS
    from deckwright.press.print_job import print_pdf
    from deckwright.press.targets.pages import print_pages
    from deckwright.press.targets.target import load_target

    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    job = paint_job(count) if face == "painted" else make_job(count)
    with Path(out).open("wb") as file:
        if target == "sheet":
            print_pdf(job, file)
        else:
            print_pages(job, load_target(SHOP).makes._replace(backs="none"), SHOP, file)


def _prepare(folder: Path) -> Path:
    """Keep what the floor needs: the files of the fonts, the icons' letters, and the calls."""
    from deckwright.resources import icon_names, package_folder

    sheets = instructions(make_job())
    names = sorted({call[3] for sheet in sheets for call in sheet if call[0] == "text"})
    families = {"AlegreyaSans": "fontpkg_alegreya_sans", "Barlow": "fontpkg_barlow"}
    fonts = {
        name: str((package_folder(families[name.partition("-")[0]]) or Path()) / f"files/{name}.ttf")
        for name in names
    }
    icon_files = (package_folder("qtawesome") or Path()).glob("fonts/materialdesignicons6-webfont-*.ttf")
    fonts["icons"] = str(next(icon_files))
    glyphs = {f"mdi:{name}": chr(icon_names("mdi")[name]) for name in _ICONS}
    file = folder / "floor.marshal"
    file.write_bytes(marshal.dumps((fonts, glyphs, sheets)))
    return file


def main() -> None:
    """Print the ratio."""
    from clock import peak, ratio

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = _prepare(folder)
        here = [sys.executable, __file__]
        ratio(
            f"print {CARDS} cards",
            [*here, "press", str(folder / "press.pdf")],
            [*here, "floor", str(file), str(folder / "floor.pdf")],
            goal=GOAL,
            runs=7,
        )
        ratio(
            "4 copies of each, against 1",
            [*here, "press", str(folder / "four.pdf"), str(CARDS), "4"],
            [*here, "press", str(folder / "press.pdf")],
            goal=COPIES_GOAL,
            runs=7,
        )
        peak(
            f"print {MANY} cards", [*here, "press", str(folder / "many.pdf"), str(MANY), "1"], goal=MANY_GOAL
        )
        for target in ("sheet", "shop"):
            painted, plain = (
                [*here, "face", str(folder / "face.pdf"), face, target] for face in ("painted", "plain")
            )
            ratio(f"paint {CARDS} cards, {target}", painted, plain, goal=PAINT_GOAL, runs=3)
            peak(f"paint {MANY} cards, {target}", [*painted, str(MANY)], goal=PAINT_MEMORY_GOAL)
        ours, theirs, four = (
            (folder / f"{one}.pdf").stat().st_size / CARDS for one in ("press", "floor", "four")
        )
        print(
            f"{'':28} {ours:.0f} bytes a card; the floor {theirs:.0f}; 4 copies {four / ours:.2f} x as many"
        )


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["press", out, *numbers]:
            draw_press(out, *map(int, numbers))
        case ["face", out, face, target, *numbers]:
            draw_face(out, face, target, *map(int, numbers))
        case ["floor", file, out]:
            draw_floor(file, out)
        case _:
            main()
