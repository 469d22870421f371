"""Write a chart as a drawing (SVG) or a picture (PNG); both carry their letters with them."""

from __future__ import annotations

import io
from html import escape
from typing import TYPE_CHECKING

import deckwright
from deckwright.press.charts.drawing import draw_chart
from deckwright.press.lettering.letters import wrong_letters

if TYPE_CHECKING:
    from pathlib import Path

    from deckwright.model.finding import Finding
    from deckwright.press.charts.panels import Chart

_DPI = 200
_FIGURES = "text { font-variant-numeric: lining-nums; font-kerning: normal; }\n"
"""Figures as high as capitals, which the PDF has by itself."""


def check_chart(chart: Chart) -> list[Finding]:
    """List what is wrong with the letters of a chart."""
    return list(dict.fromkeys(wrong_letters(draw_chart(chart).parts)))


def chart_svg(chart: Chart) -> str:
    """Give a chart as an SVG document, whose fonts hold just the letters it shows."""
    from deckwright.press.writing.svg import SvgFile
    from deckwright.press.writing.web_fonts import font_rules

    file = SvgFile({})
    drawn = draw_chart(chart)
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "role": "img",
        "lang": chart.language,
        "aria-label": f"{chart.title}. {chart.subtitle}",
    }
    start, close, rest = file.drawing(drawn.parts, drawn.size, attributes).partition(">")
    said = escape("; ".join(file.credits), quote=False)
    style = f"<style>{_FIGURES}{font_rules(file.letters)}</style>"
    return f"{start}{close}<title>{escape(chart.title)}</title><desc>{said}</desc>{style}<defs>{file.definitions}</defs>{rest}\n"


def save_chart_png(chart: Chart, path: Path) -> None:
    """Write a chart as a picture of 200 dpi, whole.

    Raises:
        UsageError: what draws pictures is not installed.
        InputError: the file cannot be written.
    """
    from deckwright.press.targets.pictures import save_png
    from deckwright.press.targets.rasters import check_raster, pictures_of, pixels
    from deckwright.press.writing.operators import Content
    from deckwright.press.writing.pdf_file import PdfFile

    check_raster()
    drawn = draw_chart(chart)
    file = PdfFile({}, chart.language, drawn.size)
    content = Content(file)
    content.draw(drawn.parts)
    file.page(content, *drawn.size)
    out = io.BytesIO()
    file.save(out, {"title": chart.title, "creator": f"Deckwright {deckwright.__version__}"})
    width, height = drawn.size
    (picture,) = pictures_of(out.getvalue(), [(pixels(width, _DPI), pixels(height, _DPI))])
    save_png(picture, path, _DPI)
