"""What tests of the press need: jobs of real cards and of cards made up, and finished sheets read back."""

from __future__ import annotations

import io
import re
from functools import cache
from textwrap import dedent

import pypdfium2
import pytest

from deckwright.files.yaml import parse_document
from deckwright.model.card import Card
from deckwright.model.game import Game
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import card_test
from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.faces.choice import cards_by_face, face_of, load_fronts
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.graphics.parts import PartVisitor
from deckwright.press.print_job import PrintJob, print_pdf
from deckwright.press.sheets.sheet import load_sheet

POINT = 25.4 / 72
HYPHENS = re.compile("(?:-|\ufffe|\x02)\\s*")


@pytest.fixture(scope="session")
def job_of(packaged):
    """Jobs of a packaged game's cards; its faces and queries are read once."""

    @cache
    def faces_of(name):
        box = packaged(name)
        return load_fronts(box.game, box.cards, box.assets)

    @cache
    def query(name, text):
        return parse(text, Vocabulary.of([packaged(name).game]))

    def make(name, language="en", cards=lambda _: True, copies=1, sheet="a4"):
        box = packaged(name)
        return PrintJob(
            game=box.game,
            cards=[(card, copies) for card in box.cards if cards(card)],
            language=language,
            sheet=load_sheet(sheet),
            faces=dict(faces_of(name)),
            title=box.game.title(language),
            assets=box.assets,
            matches=lambda text, card: card_test(query(name, text))(card),
            cards_by_face=cards_by_face(box.game, box.cards),
        )

    return make


SMALL = {
    "texts": {"requirement": "Requirement"},
    "fields": {
        "tech": {"title": "TECH", "type": "integer"},
        "weight": {"title": "Weight", "type": "number"},
        "lone": {"title": "Alone", "type": "boolean"},
        "stages": {"title": "Stages", "type": "array", "items": {"type": "number"}},
        "level": {
            "title": "Level",
            "type": "string",
            "oneOf": [{"const": "junior", "title": "Junior"}, {"const": "senior", "title": "Senior"}],
        },
        "class": {
            "title": "Class",
            "type": "array",
            "items": {
                "oneOf": [{"const": "maker", "title": "Maker"}, {"const": "thinker", "title": "Thinker"}]
            },
        },
    },
    "kinds": {"tool": {"name": "Tool"}},
    "marks": {"unique": {"name": "Unique", "rule": "Only one.", "icon": "mdi:diamond-stone"}},
    "icons": {"tech": "mdi:chip", "heart": "heart"},
}
LABELS = {
    "game:title": "Small",
    "kind:tool": "Tool",
    "mark:unique": "Unique",
    "text:requirement": "Requirement",
    "field:tech": "TECH",
    "field:weight": "Weight",
    "field:lone": "Alone",
    "field:stages": "Stages",
    "field:level": "Level",
    "field:level.junior": "Junior",
    "field:level.senior": "Senior",
    "field:class": "Class",
    "field:class.maker": "Maker",
    "field:class.thinker": "Thinker",
}
HEART = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M5 9L1 4L5 2L9 4Z"/></svg>'


@pytest.fixture(scope="session")
def small_game():
    """A small game with a field of every type."""
    return Game("small", "en", ("en", "fr"), SMALL, {"en": LABELS, "fr": LABELS})


@pytest.fixture
def card():
    """Make a card of the small game."""

    def make(number=1, fields=None, marks=(), icon="mdi:cog", copies=1, **texts):
        texts = {"name": "Anvil", **texts}
        by_language = {"en": texts, "fr": texts}
        return Card(
            "small",
            f"card-{number}",
            "tool",
            "en",
            copies,
            icon=icon,
            marks=marks,
            fields=fields or {},
            texts=by_language,
        )

    return make


@pytest.fixture
def read_face():
    """Read a face from its YAML, and perhaps others that it extends."""

    def read(text, **others):
        files = {name: dedent(one).encode() for name, one in {**others, "mine": text}.items()}
        return load_face("mine", face_reader({f"faces/{name}.yaml": file for name, file in files.items()}))

    return read


@pytest.fixture
def small_job(small_game):
    """Make a job of cards of the small game, on the plain face or another."""

    def make(*cards, face=None, language="en", copies=1, sheet="a4"):
        vocabulary = Vocabulary.of([small_game])
        return PrintJob(
            game=small_game,
            cards=[(card, copies) for card in cards],
            language=language,
            sheet=load_sheet(sheet),
            faces={"tool": face or load_face("plain", face_reader({}))},
            title="A small job",
            assets={"icons/heart.svg": HEART},
            matches=lambda text, card: card_test(parse(text, vocabulary))(card),
        )

    return make


class Sheets:
    """Printed sheets, read back."""

    def __init__(self, job):
        out = io.BytesIO()
        self.job = job
        self.printed = print_pdf(job, out)
        self.data = out.getvalue()
        self.document = pypdfium2.PdfDocument(self.data)
        self._pages = {}

    @property
    def findings(self):
        return self.printed.findings

    def text(self, place):
        """What can be read where a card stands, counted from the first on the first sheet."""
        page, number = divmod(place, self.job.sheet.cards)
        (x, y), (width, height) = self.job.sheet.places()[number], self.job.sheet.card
        top = self.job.sheet.paper[1]
        area = (x, top - y - height, x + width, top - y)
        left, bottom, right, top = (side / POINT for side in area)
        if page not in self._pages:
            self._pages[page] = self.document[page].get_textpage()
        return self._pages[page].get_text_bounded(left=left, bottom=bottom, right=right, top=top)


@pytest.fixture(scope="session")
def sheets_of():
    """Print a job and read its sheets back."""
    return Sheets


@pytest.fixture(scope="session")
def squeezed():
    """Remove all white space and hyphens from a text, so that line breaks make no difference."""
    return lambda text: "".join(HYPHENS.sub("", text).split())


def drawn(job, card):
    """Draw one card of a job; what was found comes with it."""
    context = RenderContext(job.game, job.language, job.assets, job.matches, job.cards_by_face)
    return tuple(draw_card(card, face_of(card, job.faces), context)), list(context.findings)


@pytest.fixture(scope="session")
def draw():
    """Draw one card of a job, as parts and findings."""
    return drawn


def _gradient(fill):
    stops = ", ".join(f"{stop.at:.2f} {stop.colour} {stop.opacity:g}" for stop in fill.stops)
    kind = "radial" if fill.is_radial else "linear"
    return f"{kind} {' '.join(f'{number:.2f}' for number in fill.matrix)}: {stops}"


class Log(PartVisitor):
    """Lines about a drawing that a reader can check against a picture."""

    def lines(self, parts, indent=""):
        """Yield the lines of some parts."""
        for part in parts:
            yield from (f"{indent}{line}" for line in part.accept(self))

    def visit_shape(self, shape):
        """Yield the line of a shape."""
        points = [
            point for _, numbers in shape.path for point in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        xs, ys = zip(*points, strict=True)
        box = f"{min(xs):.2f} {min(ys):.2f} to {max(xs):.2f} {max(ys):.2f}"
        steps = "".join(step for step, _ in shape.path)
        ink = f" fill {shape.fill}" if isinstance(shape.fill, str) and shape.fill else ""
        ink += f" {_gradient(shape.fill)}" if not isinstance(shape.fill, str) else ""
        ink += f" stroke {shape.stroke} {shape.width:g}" if shape.stroke else ""
        ink += f" dash {shape.dash}" if shape.dash else ""
        yield f"shape {steps} {box}{ink}"

    def visit_text(self, text):
        """Yield the lines of a text and its runs."""
        tracking = f" tracking {text.tracking:g}" if text.tracking else ""
        yield f"text {text.size:g} pt {text.colour}{tracking}"
        for line in text.lines:
            for run in line.runs:
                unseen = f" unseen {run.span:.2f}" if run.span else ""
                own = f" {run.size:g} pt" if run.size else ""
                own += f" {run.colour}" if run.colour else ""
                yield f"  {run.start:.2f} {line.y:.2f} {run.font.name}{own}{unseen} | {run.text}"
        for area, colour in text.rules:
            box = f"{area.x:.2f} {area.y:.2f} to {area.far[0]:.2f} {area.far[1]:.2f}"
            yield f"  rule {box} {colour}".rstrip()

    def visit_icon(self, icon):
        """Yield the line of an icon."""
        yield f"icon {icon.icon} {icon.x:.2f} {icon.y:.2f} side {icon.side:.2f} {icon.colour}"

    def visit_picture(self, picture):
        """Yield the line of a picture."""
        yield f"image {picture.name} {' '.join(f'{side:.2f}' for side in picture.area)}"

    def visit_group(self, group):
        """Yield the lines of a group and its parts."""
        turn = (
            f" turned {group.turn:g} about {group.centre[0]:.2f} {group.centre[1]:.2f}" if group.turn else ""
        )
        faded = f" opacity {group.opacity:g}" if group.opacity < 1 else ""
        yield f"group{turn}{' clipped' if group.clip else ''}{faded}"
        yield from self.lines(group.parts, "  ")

    def visit_shadow(self, shadow):
        """Yield the lines of a shadow and its silhouette."""
        x, y = shadow.offset
        yield f"shadow {shadow.colour} at {x:g} {y:g} blur {shadow.blur:g} opacity {shadow.opacity:g}"
        yield from self.lines(shadow.parts, "  ")

    def visit_repeat(self, repeat):
        """Yield the lines of repeated parts."""
        places = ", ".join(f"{x:.2f} {y:.2f}" for x, y in repeat.places[:2])
        more = f" and {len(repeat.places) - 2} more" if len(repeat.places) > 2 else ""
        yield f"again at {places}{more}{' clipped' if repeat.clip else ''}"
        yield from self.lines(repeat.parts, "  ")


@pytest.fixture(scope="session")
def log_of():
    """Write a drawing as text."""
    return lambda parts: "\n".join(Log().lines(parts)) + "\n"


@pytest.fixture
def document_of():
    """Read YAML as a document."""
    return lambda text: parse_document(dedent(text).encode(), "mine.yaml")
