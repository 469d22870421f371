"""Draw the examples of docs/faces.md: each block of YAML above a picture is drawn as a face, on the tree frog of docs/games.md.

`make docs` runs it; a test holds the pictures to the page. Whoever changes an example, or how a box is drawn, edits no picture.
"""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from deckwright.files.game_package import read_package
from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.faces.choice import query_matcher
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.faces.game_names import check_face_in_game
from deckwright.press.graphics.parts import POINT
from deckwright.press.writing.web import SvgFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.game import GamePackage
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import DrawnRun, DrawnText

DOCS = Path(__file__).parent.parent / "docs"
PAGE, GAMES, PICTURES = DOCS / "faces.md", DOCS / "games.md", DOCS / "faces"

_EXAMPLE = re.compile(
    r"^```yaml\n((?:(?!^```).*\n)*)```\n\n!\[[^\]]*\]\(faces/([a-z-]+)\.svg\)$", re.MULTILINE
)
_YAML = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)

_ENLARGED = 1.5
"""How many times larger than on paper an example is shown."""

_BELOW = """
extends: base
size: [63, 26]
palette: {pond: "#1f7a4d", mist: "#ddebe4"}
boxes:
  - {id: source, drop: yes}
  - {id: number, drop: yes}
"""
"""Face that the examples extend: that of the page, without its line of small text."""


class Example(NamedTuple):
    """An example of the page: the name of its picture, and its part of a face."""

    name: str
    face: str


def examples() -> list[Example]:
    """The examples of the page, in order."""
    return [Example(name, face) for face, name in _EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))]


def drawn(example: Example, frogs: GamePackage) -> str:
    """Picture of an example, as SVG.

    Raises:
        InputError: the example is not a valid face.
        ValueError: the game lacks something that it names.
    """
    files = {"faces/below.yaml": _BELOW.encode(), "faces/example.yaml": _whole(example.face).encode()}
    assets = {**frogs.assets, **_pictures(), **files}
    face = load_face("example", face_reader(assets))
    for finding in check_face_in_game(face, frogs.game, assets):
        raise ValueError(finding.message)
    (card,) = [one for one in frogs.cards if one.id == "tree-frog"]
    context = RenderContext(frogs.game, "en", assets, query_matcher(frogs.game))
    file = _OutlinedSvg(assets)
    svg = file.drawing(draw_card(card, face, context), face.size, {"xmlns": "http://www.w3.org/2000/svg"})
    for finding in context.findings:
        raise ValueError(finding.message)
    width, height = (f"{side * _ENLARGED:g}" for side in face.size)
    svg = re.sub(r'width="[^"]*" height="[^"]*"', f'width="{width}mm" height="{height}mm"', svg, count=1)
    return svg.replace(">", f"><defs>{file.definitions}</defs>", 1) + "\n"


def _whole(face: str) -> str:
    """Example as a whole face, which extends the one below unless it says which."""
    return face if face.startswith("extends:") else f"extends: below\n{face}"


def _pictures() -> dict[str, bytes]:
    """Pictures that the examples show."""
    return {f"pictures/{file.name}": file.read_bytes() for file in (PICTURES / "pictures").iterdir()}


def frogs() -> GamePackage:
    """The game of docs/games.md."""
    game, cards = _YAML.findall(GAMES.read_text(encoding="utf-8"))[:2]
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cards").mkdir()
        (folder / "game.yaml").write_text(game, encoding="utf-8")
        (folder / "cards" / "frogs.yaml").write_text(cards, encoding="utf-8")
        package, _ = read_package(folder)
    if package is None:
        message = f"the game of {GAMES.name} is not valid"
        raise ValueError(message)
    return package


class _OutlinedSvg(SvgFile):
    """SVG whose texts are outlines, so that they look the same wherever the page is read."""

    def visit_text(self, text: DrawnText) -> str:
        """Path of a text."""
        runs = ((run, line.y) for line in text.lines for run in line.runs if not run.span)
        steps = "".join(step for run, y in runs for step in _outlines(run, y, text))
        return f'<path fill="{text.colour}" d="{steps}"/>' if steps else ""


_UNIT = 100
"""Units of the drawings of `SvgFile` to a millimetre."""


def _outlines(run: DrawnRun, y: float, text: DrawnText) -> Iterator[str]:
    """Yield the outlines of the letters of a run, whose baseline is at `y` mm."""
    font, size = run.font, text.size * POINT
    glyphs = _glyphs(font)
    x, scale = run.start, size / 1000 * font.unit * _UNIT
    for word, gap in font.kerned(run.text):
        for letter in word:
            pen = SVGPathPen(glyphs, ntos=lambda number: f"{number:.0f}")
            moved = TransformPen(pen, (scale, 0, 0, -scale, x * _UNIT, y * _UNIT))
            name = _names(font)[font.file.glyphs.get(ord(letter), 0)]
            glyphs[name].draw(moved)
            yield pen.getCommands()
            x += (font.file.widths.get(ord(letter), font.file.default_width) + text.tracking) * size / 1000
        x += gap * size / 1000


@cache
def _glyphs(font: Font):  # type: ignore[no-untyped-def]  # noqa: ANN202 - fontTools has no types
    return TTFont(io.BytesIO(font.file.data)).getGlyphSet()


@cache
def _names(font: Font) -> list[str]:
    order: list[str] = TTFont(io.BytesIO(font.file.data)).getGlyphOrder()
    return order


def main() -> None:
    """Write the pictures, and remove those that the page does not show."""
    game = frogs()
    shown = {f"{example.name}.svg": drawn(example, game) for example in examples()}
    for file in PICTURES.glob("*.svg"):
        if file.name not in shown:
            file.unlink()
    for name, picture in shown.items():
        (PICTURES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
