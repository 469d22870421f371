"""Digests of what cards look like, and which cards of a job have changed since they were printed."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from deckwright.files.game_folder import FOLDER
from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import Desk
from deckwright.press.graphics.icons import icon
from deckwright.press.graphics.parts import Again, Group, Image, Picture, Shape, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import Drawn, Path
    from deckwright.press.job import PrintJob
    from deckwright.store.print_history import Paper


# Name what a card looks like: the same drawing has the same digest, whatever else is printed with it.
#
# A digest is made of the drawn parts as they stand in the file, to a thousandth of a millimetre, and of the
# fonts and icons they are drawn with. The sheet, the place on it and the program's version are not in it.

_HERE = ((0.0, 0.0),)


class Digests:
    """Makes the digests of one job's cards; what they share is looked at once."""

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._fonts = _Fonts()
        self._icons = _Icons(assets)
        self._images = _Images(assets)
        self._shared: dict[int, tuple[tuple[Drawn, ...], str]] = {}

    def of(self, parts: Iterable[Drawn], size: tuple[float, float]) -> str:
        """Give the digest of the drawing of a card of that size, in mm: 32 hexadecimal digits."""
        return _digest(f"{size[0]:g} {size[1]:g} {self._parts(parts)}")

    def _parts(self, parts: Iterable[Drawn]) -> str:
        return "\n".join([_WRITE[type(part)](self, part) for part in parts])

    def _text(self, text: Text) -> str:
        fonts = self._fonts
        runs = [
            f"{run.start:.3f} {line.y:.3f} {run.span:.3f} {fonts[run.font]} {run.text}"
            for line in text.lines
            for run in line.runs
        ]
        return f"text {text.size:g} {text.colour} {text.tracking:g}\n" + "\n".join(runs)

    def _shape(self, shape: Shape) -> str:
        line = f"{shape.width:g} {shape.dash}" if shape.stroke else ""
        ends = f"{shape.cap} {shape.join} " if shape.stroke and (shape.cap or shape.join) else ""
        rule = "even-odd " if shape.even_odd else ""
        return f"shape {shape.fill} {shape.stroke} {line} {ends}{rule}{_path(shape.path)}"

    def _picture(self, picture: Picture) -> str:
        place = f"{picture.x:.3f} {picture.y:.3f} {picture.side:.3f}"
        return f"picture {self._icons[picture.icon]} {place} {picture.colour}"

    def _image(self, image: Image) -> str:
        return f"image {self._images[image.name]} {_numbers(image.area)}"

    def _group(self, group: Group) -> str:
        turned = f"{group.turn:g} {_numbers(group.centre)}" if group.turn else ""
        return f"group {turned} {_path(group.clip)}\n{self._parts(group.parts)}\nend"

    def _again(self, again: Again) -> str:
        shared = self._of_shared(again.parts)
        if again.places == _HERE and not again.clip:
            return f"again {shared}"
        places = "; ".join([_numbers(place) for place in again.places])
        return f"again {shared} {places} {_path(again.clip)}"

    def _of_shared(self, parts: tuple[Drawn, ...]) -> str:
        known = self._shared.get(id(parts))
        if known is None:
            # The parts are kept, so that no others can have their identity.
            known = self._shared[id(parts)] = parts, _digest(self._parts(parts))
        return known[1]


_WRITE: dict[type, Callable[[Digests, Any], str]] = {
    Text: Digests._text,  # noqa: SLF001 - of the class above
    Shape: Digests._shape,  # noqa: SLF001
    Picture: Digests._picture,  # noqa: SLF001
    Image: Digests._image,  # noqa: SLF001
    Group: Digests._group,  # noqa: SLF001
    Again: Digests._again,  # noqa: SLF001
}


class _Fonts(dict["Font", str]):
    """Fonts by name and by the checksum that OpenType keeps of the whole file (`head`, bytes 8 to 11)."""

    def __missing__(self, font: Font) -> str:
        self[font] = f"{font.name} {font.face.get_table('head')[8:12].hex()}"
        return self[font]


class _Icons(dict[str, str]):
    """Icons by their outlines: two of a name may look different, and change."""

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._assets = assets

    def __missing__(self, name: str) -> str:
        self[name] = _digest(repr(icon(name, self._assets)))
        return self[name]


class _Images(dict[str, str]):
    """Pictures by what their files hold: one of the same name may look different."""

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._assets = assets

    def __missing__(self, name: str) -> str:
        self[name] = blake2b(self._assets[f"{FOLDER}/{name}"], digest_size=16).hexdigest()
        return self[name]


def _path(path: Path) -> str:
    return " ".join([f"{step} {_numbers(numbers)}" for step, numbers in path])


def _numbers(numbers: Iterable[float]) -> str:
    return " ".join([f"{number:.3f}" for number in numbers])


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


# Leave out of a job what is on paper already.


def only_missing(job: PrintJob, papers: Mapping[tuple[str, str], Paper]) -> PrintJob:
    """Give the job with just those copies of each card that are not on paper as it looks now, maybe none.

    `papers` say by card and face what is there. A card of which nothing is missing stays in the job, with no
    copies. The drawings are not kept: they would take more memory than the few that are drawn again take time.
    """
    desk = Desk(job.game, job.language, job.assets, job.matches, job.sisters, low_ink=job.low_ink)
    digests = Digests(job.assets)

    def there(card: Card, face: Face) -> int:
        paper = papers.get((card.id, face.name))
        if paper is None or paper.digest != digests.of(draw_card(card, face, desk), face.size):
            return 0
        return paper.copies

    def missing(card: Card, wanted: int) -> int:
        return max(0, *[wanted - there(card, faces[card.kind]) for faces in _sides(job)])

    return replace(job, cards=[(card, missing(card, wanted)) for card, wanted in job.cards])


def _sides(job: PrintJob) -> list[Mapping[str, Face]]:
    """List the faces by kind that are printed: those of the fronts, and of the backs where there are any."""
    return [job.faces, job.backs] if job.duplex or job.sheet.fold else [job.faces]
