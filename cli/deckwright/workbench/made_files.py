"""Files that are made when a game is loaded, and stored with its own: cuts of its fonts, and SVG pictures drawn as pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError, as_findings
from deckwright.files.game_folder import FOLDER
from deckwright.findings import Finding, Where, as_warning
from deckwright.messages import tr
from deckwright.press.faces.choice import open_fonts
from deckwright.press.graphics.font_files import CUTS, CutSource
from deckwright.press.graphics.fonts import fonts_of
from deckwright.press.graphics.pictures import PIXELS, picture, pixels_of
from deckwright.press.graphics.svg import visible_area
from deckwright.press.graphics.svg_document import read_tree
from deckwright.store.read import read_assets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from deckwright.model.game import GamePackage
    from deckwright.press.graphics.fonts import Fonts
    from deckwright.press.graphics.svg_pixels import SvgTexts
    from deckwright.store.database import Database


# Cuts of variable and PostScript fonts, which take a second each to make.


def with_known_files(database: Database, package: GamePackage) -> GamePackage:
    """Game with the files that were made when it was loaded before."""
    with database.reading() as connection:
        made_before = {
            **read_assets(connection, package.game.id, CUTS),
            **read_assets(connection, package.game.id, PIXELS),
        }
    package = package._replace(assets={**package.assets, **made_before}) if made_before else package
    fonts_of(package.assets).forget()
    open_fonts(package.game, package.cards, package.assets)
    return package


def with_used_cuts(package: GamePackage) -> GamePackage:
    """Game with the cuts of fonts that its checks have used, and no others."""
    used = fonts_of(package.assets).made
    files = {name: data for name, data in package.assets.items() if not name.startswith(f"{CUTS}/")}
    return package._replace(assets={**files, **used}) if used or len(files) < len(package.assets) else package


# SVG pictures with more than the press can draw, as pixels.

_MOST_NAMED = 3
"""Most features of a picture that a note names."""


class PrintablePictures(NamedTuple):
    """A game whose pictures can all be printed, and what was found out about them."""

    package: GamePackage
    findings: list[Finding]


def with_printable_pictures(package: GamePackage, path: Path) -> PrintablePictures:
    """Game, read from the folder `path`, with the pixels of those SVG pictures that the press cannot draw as shapes.

    A picture that cannot be printed at all stops nothing: its file is empty, so that a placeholder is drawn, and a warning says why.
    """
    assets = {name: data for name, data in package.assets.items() if not name.startswith(f"{PIXELS}/")}
    findings = list[Finding]()
    for name in [name for name in assets if name.startswith((f"{FOLDER}/", "icons/"))]:
        for finding in _print_picture(name, assets, package.assets):
            where = finding.where or Where(name, 1, 1)
            findings.append(finding._replace(where=where._replace(file=str(path / where.file))))
    return PrintablePictures(package._replace(assets=assets), findings)


def _print_picture(name: str, assets: dict[str, bytes], known_assets: Mapping[str, bytes]) -> list[Finding]:
    """Add the pixels of a picture if it needs them, or empty its file if it cannot be printed; return what is found."""
    try:
        picture(name.replace("icons/", "icons:").removeprefix(f"{FOLDER}/"), assets)
    except InputError as fault:
        reasons = [*as_findings(fault)]
    else:
        return []
    if all(reason.found for reason in reasons):
        key, where = pixels_of(assets[name]), reasons[0].where
        finding, pixels = _pixels(assets[name], name, known_assets.get(key), fonts_of(known_assets))
        if pixels:
            assets[key] = pixels
            return [_note(reasons)._replace(where=where)]
        reasons = [(finding or reasons[0])._replace(where=where)]
    if not name.startswith(f"{FOLDER}/"):
        return []  # the check of icons says why
    assets[name] = b""
    return [as_warning(reason) for reason in reasons]


def _pixels(
    data: bytes, name: str, known_pixels: bytes | None, fonts: Fonts
) -> tuple[Finding | None, bytes | None]:
    """Pixels of an SVG, or an error if it cannot be drawn; `known_pixels` are those of a load before, which texts may outdate."""
    from deckwright.press.graphics.svg_pixels import svg_as_pixels, texts_of

    root = read_tree(data, name)
    texts = texts_of(root)
    if message := next(_text_faults(texts, fonts), ""):
        return Finding("picture-font", "error", message), None
    if known_pixels and not texts.letters:
        return None, known_pixels
    pixels = svg_as_pixels(data, visible_area(root)[2:], list(_files_of(texts, fonts)))
    if pixels.lost:
        message = tr("This SVG cannot be drawn completely: {reason}", reason=pixels.lost)
        return Finding("bad-picture", "error", message), None
    if not pixels.data:
        message = tr("This SVG takes too much time or memory to draw. Simplify it, or save it as PNG.")
        return Finding("picture-size", "error", message), None
    return None, pixels.data


def _note(reasons: Iterable[Finding]) -> Finding:
    """Note that a picture is drawn as pixels, with what it has."""
    from deckwright.press.graphics.svg_pixels import DPI

    named = list(dict.fromkeys(str(reason.found) for reason in reasons))
    message = tr(
        "This SVG is drawn as pixels, at {dpi} dpi on a whole card, because it has {what}.",
        dpi=DPI,
        what=", ".join(named[:_MOST_NAMED]) + (" …" if len(named) > _MOST_NAMED else ""),
    )
    return Finding("picture-pixels", "info", message)


def _text_faults(texts: SvgTexts, fonts: Fonts) -> Iterator[str]:
    """Messages about fonts that the texts of an SVG need and that do not exist, and letters that these lack."""
    for names in texts.families:
        if not any(fonts.family(name) for name in names):
            yield tr(
                "The texts of this SVG need the font {name}. Put it into the game's folder fonts, or convert the texts to paths.",
                name=", ".join(names),
            )
    opened = [
        font
        for names in texts.families
        for name in names
        if (family := fonts.family(name)) and family.files
        if (font := fonts.font(name, *family.closest(400, italic=False)))
    ]
    if missing := texts.letters.difference(*[font.letters for font in opened]) if opened else set[str]():
        yield tr(
            "The fonts of this SVG's texts do not have: {letters}. Use another font, or convert the texts to paths.",
            letters=" ".join(sorted(missing)),
        )


def _files_of(texts: SvgTexts, fonts: Fonts) -> Iterator[bytes]:
    """Files of the fonts that the texts of an SVG need, each once."""
    seen: set[bytes] = set()
    for names in texts.families:
        for family in filter(None, map(fonts.family, names)):
            for source in family.files.values():
                data = source.data if isinstance(source, CutSource) else source.read_bytes()
                if data not in seen:
                    seen.add(data)
                    yield data
