"""SVG pictures with more than shapes in plain colours, drawn as pixels by resvg: gradients, texts, masks, filters.

This is also a program of its own, which `svg_as_pixels` runs with limits on time and memory. It imports nothing of Deckwright.
"""

from __future__ import annotations

import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

if __name__ != "__main__":
    from deckwright.press.graphics.apart import run_apart
    from deckwright.press.graphics.svg_document import tag_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.files.xml import Element

# In the process that needs the pixels.

DPI = 600
_CARD = 94.0
"""Longer side of a poker card with its bleed, in mm: pictures are drawn for that size."""

SIDE = round(_CARD / 25.4 * DPI)
"""Pixels along the longer side of a picture."""

_SECONDS = 20
"""Most processor time of a picture. One with blurred shadows over its whole area takes 2 s (measured)."""


class SvgPixels(NamedTuple):
    """PNG of an SVG, empty if it takes too much time or memory; and what resvg did not draw, in its words."""

    data: bytes
    lost: str = ""


def svg_as_pixels(
    data: bytes, size: tuple[float, float], fonts: Sequence[bytes], seconds: int = _SECONDS
) -> SvgPixels:
    """Draw an SVG of a size in units of its own, with its texts set in some font files."""
    from deckwright.files.writing import scratch_folder, unfinished_folder

    with unfinished_folder(scratch_folder()) as folder:
        files = [folder / f"{number}.ttf" for number in range(len(fonts))]
        for file, font in zip(files, fonts, strict=True):
            file.write_bytes(font)
        side = "width" if size[0] >= size[1] else "height"
        options = {"side": side, "pixels": SIDE, "fonts": list(map(str, files)), "family": USUAL_FAMILY}
        ran = run_apart(__file__, options, data, seconds)
    if ran.code:
        return SvgPixels(b"")
    return SvgPixels(ran.output, next((warning[1] for warning in _WARNING.finditer(ran.log)), ""))


_WARNING = re.compile(r"^Warning \(in [^)]*\): (.*)$", re.MULTILINE)


class SvgTexts(NamedTuple):
    """Texts of an SVG: their letters, and lists of families, of each of which one is needed."""

    letters: frozenset[str]
    families: tuple[tuple[str, ...], ...]


_TEXTS = {"text", "tspan", "textPath"}
_FAMILIES = re.compile(
    r"font-family\s*:\s*([^;}]+)|font\s*:[^;}]*?[\d.]+[a-z%]+(?:\s*/\s*[\w.%]+)?\s+([^;}]+)", re.IGNORECASE
)
_GENERIC = {"serif", "sans-serif", "cursive", "fantasy", "monospace", "system-ui"}

USUAL_FAMILY = "Alegreya Sans"
"""Family of texts that name none, or only a generic one such as `serif`."""


def texts_of(root: Element) -> SvgTexts:
    """Texts of an SVG, and the fonts that it names."""
    letters: set[str] = set()
    lists: dict[str, None] = {}
    for node in root.all():
        tag = tag_of(node)
        if tag in _TEXTS:
            letters.update(node.text)
        lists |= dict.fromkeys([node.attributes["font-family"]] if "font-family" in node.attributes else ())
        styled = [node.attributes.get("style", ""), node.text if tag == "style" else ""]
        lists |= dict.fromkeys(one or two for text in styled for one, two in _FAMILIES.findall(text))
    named = (tuple(name.strip().strip("\"'") for name in text.split(",")) for text in lists)
    families = (
        tuple(USUAL_FAMILY if name.lower() in _GENERIC else name for name in names) for names in named
    )
    return (
        SvgTexts(frozenset(letters), tuple(families) or ((USUAL_FAMILY,),))
        if letters
        else SvgTexts(frozenset(), ())
    )


# In the process that draws.


_PIXELS_PER_INCH = 96.0
"""Pixels of an inch in lengths such as `3in` (CSS)."""

_ROLES = (
    "font_family",
    "serif_family",
    "sans_serif_family",
    "cursive_family",
    "fantasy_family",
    "monospace_family",
)


def _main() -> int:
    import resvg_py

    options: Mapping[str, Any] = json.loads(sys.argv[1])
    text = sys.stdin.buffer.read().decode("utf-8-sig")
    # resvg writes what it did not draw on standard output.
    output = os.dup(1)
    os.dup2(2, 1)
    try:
        drawn = resvg_py.svg_to_bytes(
            svg_string=text,
            skip_system_fonts=True,
            log_information=True,
            dpi=_PIXELS_PER_INCH,
            font_files=options["fonts"],
            **dict.fromkeys(_ROLES, options["family"]),
            **{options["side"]: options["pixels"]},
        )
    except ValueError as fault:
        sys.stderr.write(f"Warning (in resvg): {fault}\n")
        return 0
    with os.fdopen(output, "wb") as file:
        file.write(bytes(drawn))
    return 0


if __name__ == "__main__":
    sys.exit(_main())
