"""A PDF file: fonts, forms, pages and metadata, each written once."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import IO, TYPE_CHECKING, Any, Generic, TypeVar

import deckwright
from deckwright.press.graphics.fonts import MOST_WORDS
from deckwright.press.graphics.icons import SETS, icon
from deckwright.press.graphics.parts import POINT, Pixels
from deckwright.press.graphics.pictures import picture, picture_file
from deckwright.press.writing.images import is_blurred, rgb_inks, shades_of, tinted_mask
from deckwright.press.writing.operators import Content, IconObject, ImageObject
from deckwright.press.writing.pdf import GROUP, Document, Shading

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import Area, DrawnPart, DrawnShadow, Gradient, Tint
    from deckwright.press.job import PrintJob
    from deckwright.press.writing.images import Inks
    from deckwright.press.writing.masks import Mask
    from deckwright.press.writing.pdf import Box, Pixmap, Reference


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


# Encode texts for a PDF: characters by the subset of their font, words with their kerning.

_ESCAPES = {"(": r"\(", ")": r"\)", "\\": r"\\", "\r": r"\r", "\n": r"\n"}


class EncodedLetters(dict[int, str]):
    """Characters of one font as its first subset encodes them; `needs_subsets` once one of them is in another subset."""

    def __init__(self, font: Font, document: Document) -> None:
        self.font, self.encode = font, document.font(font.file).encode
        # Any font has a code for what it lacks in its first subset.
        self.name = self.encode("\0")[0].font
        self.needs_subsets = False

    def __missing__(self, code: int) -> str:
        (encoded,) = self.encode(chr(code))
        is_first = encoded.font == self.name
        self.needs_subsets = self.needs_subsets or not is_first
        self[code] = escaped(encoded.data) if is_first else ""
        return self[code]


class EncodedWords(dict[str, str]):
    """Words as they are written between the brackets of a PDF text, split where they are kerned."""

    def __init__(self, letters: EncodedLetters) -> None:
        self.letters = letters
        self.space = letters[ord(" ")] if letters.font.file.is_whole else " "

    def __missing__(self, word: str) -> str:
        *kerned, (last, _) = self.letters.font.kerned(word)
        before = "".join([f"{part.translate(self.letters)}){-gap:g}(" for part, gap in kerned])
        if len(self) >= MOST_WORDS:
            self.clear()
        written = self[word] = before + last.translate(self.letters)
        return written


def escaped(data: bytes) -> str:
    """Bytes as they are written between the brackets of a PDF text."""
    return "".join(_ESCAPES.get(letter, letter) for letter in data.decode("latin-1"))


# PDF file being written: its fonts, icons, images, forms and pages, each written once.

_MARGIN = 100.0
"""How far beyond a card, in points, the clip of its repeated parts reaches: the card itself clips them at its edge."""


_EVERYWHERE = (-1000.0, -1000.0, 1000.0, 1000.0)
"""Box of a mask, in units of its gradient, which its shape clips."""


def _ends(gradient: Gradient) -> tuple[float, ...]:
    """Points or circles between which a gradient runs, in its own space."""
    return (*gradient.focus, 0.0, 0.0, 0.0, 1.0) if gradient.is_radial else (0.0, 0.0, 1.0, 0.0)


_MASKS = 128
"""Most shadows that are kept; more than one face has that are the same on several cards."""


class Recent(Generic[_Key, _Value]):
    """Values by key, of which only so many are kept, those used last: it does not grow with the number of cards."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[_Key, _Value] = {}

    def get(self, key: _Key) -> _Value | None:
        """Value of a key; None if it is not kept."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def keep(self, key: _Key, value: _Value) -> _Value:
        """Keep a value, and return it."""
        self._values[key] = value
        if len(self._values) > self._most:
            del self._values[next(iter(self._values))]
        return value


class Hashed(Generic[_Key]):
    """A value whose hash takes long, as a key: it is calculated once."""

    __slots__ = ("_hash", "value")

    def __init__(self, value: _Key) -> None:
        self.value, self._hash = value, hash(value)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hashed) and bool(self.value == other.value)


def _digest(pixmap: Pixmap) -> bytes:
    """Digest of an image, which takes less memory than its data."""
    found = blake2b(pixmap.data, digest_size=16)
    found.update(f"{pixmap.entries} {pixmap.space!r}".encode())
    return found.digest()


@dataclass(slots=True)
class _RepeatedParts:
    """Parts that may be repeated, how often they were drawn, and their form once they have one."""

    parts: tuple[DrawnPart, ...]
    times: int = 0
    form: str = ""


class PdfFile:
    """PDF being written: the same calls produce the same bytes.

    `card` is the size of the largest card, in mm. `hardened` collects the pictures that are half transparent, of which the
    file shows each place in full or not at all. Another file can use its `masks` of shadows.
    """

    def __init__(
        self,
        assets: Mapping[str, bytes],
        language: str,
        card: tuple[float, float],
        inks: Inks | None = None,
    ) -> None:
        self._assets = assets
        self.inks = inks or rgb_inks()
        self._reach = max(card) / POINT + _MARGIN
        self.document = Document(language)
        self._words: dict[Font, EncodedWords] = {}
        self._icons: dict[str, IconObject] = {}
        self._images: dict[Hashable, ImageObject] = {}
        self.hardened: dict[str, None] = {}
        self._repeated: dict[int, _RepeatedParts] = {}
        self._icon_sets: dict[str, None] = {}
        self._forms: dict[tuple[bytes, Box, bool], str] = {}
        self._shadings: dict[Hashable, str] = {}
        self._states: dict[Hashable, str] = {}
        self._made: dict[Hashable, str] = {}
        self._blurred: dict[str, bool] = {}
        self.masks: Recent[Hashed[DrawnShadow], Mask] = Recent(_MASKS)
        self._shadows: Recent[Hashed[DrawnShadow], tuple[str, Area]] = Recent(_MASKS)

    def text_operators(self, font: Font, text: str) -> Sequence[tuple[str, str]]:
        """Operators that show a text, each with the name of the font subset it needs."""
        words = self._words.get(font)
        if words is None:
            words = self._words[font] = EncodedWords(EncodedLetters(font, self.document))
        written = words.space.join([words[word] for word in text.split(" ")])
        if not words.letters.needs_subsets:
            shown = f"[({written})] TJ" if ")" in written else f"({written}) Tj"
            return ((words.letters.name, shown),)
        return [(encoded.font, f"({escaped(encoded.data)}) Tj") for encoded in words.letters.encode(text)]

    def icon(self, name: str) -> IconObject:
        """Form of an icon: one unit square, in the colour that is set when it is shown."""
        form = self._icons.get(name)
        if form is None:
            self._icon_sets.setdefault(name.rpartition(":")[0])
            form = self._icons[name] = self._icon_form(name)
        return form

    def _icon_form(self, name: str) -> IconObject:
        found = icon(name, self._assets)
        if found is None:
            msg = f"no icon {name}"
            raise LookupError(msg)
        content = Content(self)
        content.draw_icon(found)
        unit = 1 / found.side
        matrix = [unit, 0, 0, unit, -found.left * unit, -found.bottom * unit]
        left, bottom, right, top = found.ink
        # The corners of lines can reach beyond their points.
        beyond = found.side if found.has_lines else 0.0
        box = left - beyond, bottom - beyond, right + beyond, top + beyond
        return IconObject(self.form(content, box, matrix), found.has_lines)

    def image(self, name: str, tint: Tint | None = None, ink: float = 1.0) -> ImageObject:
        """Image of a picture file in a tint, with a share of its colours: one unit square."""
        look = (name, tint, ink) if tint or ink < 1 else name
        known = self._images.get(look)
        if known is None:
            known = self._images[look] = self._image(name, tint, ink)
        return known

    def add_picture(self, pixmap: Pixmap) -> str:
        """Name of a picture that is not a file of the game; equal ones are written once."""
        look = _digest(pixmap), pixmap.mask and _digest(pixmap.mask)
        name = self._made.get(look)
        if name is None:
            name = self._made[look] = f"/{len(self._made) + 1}"
            image = self._images[name] = ImageObject(f"I{len(self._images) + 1}", 1)
            self.document.add_image(image.name, pixmap)
        return name

    def is_blurred(self, name: str) -> bool:
        """Whether a picture file is partly transparent, and not only at its edges."""
        if name not in self._blurred:
            found = picture(name, self._assets)
            is_photo = not isinstance(found, Pixels) or found.sort == "JPEG"
            self._blurred[name] = not is_photo and is_blurred(picture_file(name, self._assets))
        return self._blurred[name]

    def shadow(self, shadow: DrawnShadow) -> tuple[str, Area] | None:
        """Image of a shadow, one unit square, and the area it fills before it is moved; None if it shows nothing."""
        look = Hashed(shadow._replace(offset=(0.0, 0.0)))
        known = self._shadows.get(look)
        if known is None:
            mask = self.mask(look)
            if mask is None:
                return None
            name = self.add_picture(tinted_mask(shadow.colour, mask.image))
            known = self._shadows.keep(look, (self._images[name].name, mask.area))
        return known

    def mask(self, look: Hashed[DrawnShadow]) -> Mask | None:
        """Mask of a shadow without offset; None if it shows nothing."""
        from deckwright.press.writing.masks import shadow_mask

        known = self.masks.get(look)
        if known is None:
            mask = shadow_mask(look.value, self._assets)
            known = mask and self.masks.keep(look, mask)
        return known

    def _image(self, name: str, tint: Tint | None, ink: float) -> ImageObject:
        from deckwright.press.writing.images import paled, pixmap_of

        found = picture(name, self._assets)
        if not isinstance(found, Pixels):
            raise TypeError(name)
        pixmap = pixmap_of(name, picture_file(name, self._assets), found, self.inks.limit, tint)
        image = ImageObject(f"I{len(self._images) + 1}", found.turn)
        self.document.add_image(image.name, paled(pixmap, ink) if ink < 1 else pixmap)
        if pixmap.is_blurred:
            self.hardened[name] = None
        return image

    def shading(self, gradient: Gradient) -> str:
        """Name of the colours of a gradient, in its own space."""
        look = gradient.stops, gradient.is_radial, gradient.focus
        name = self._shadings.get(look)
        if name is None:
            name = self._shadings[look] = f"S{len(self._shadings) + 1}"
            shades = shades_of(gradient, self.inks)
            self.document.add_shading(name, Shading(self.inks.space, _ends(gradient), shades))
        return name

    def fading(self, gradient: Gradient) -> str:
        """Name of a graphics state in which parts fade as a gradient does; it is set in the space of the gradient."""
        look = gradient.stops, gradient.is_radial, gradient.focus
        name = self._states.get(look)
        if name is None:
            name = self._states[look] = f"G{len(self._states) + 1}"
            shades = [(stop.at, (stop.opacity,)) for stop in gradient.stops]
            self.document.add_shading(f"{name}S", Shading("DeviceGray", _ends(gradient), shades))
            resources = self.document.resources((), [f"{name}S"])
            self.document.add_form(
                f"{name}F",
                [f"/{name}S sh"],
                resources,
                _EVERYWHERE,
                {"Group": {"S": GROUP, "CS": "DeviceGray"}},
            )
            self.document.add_state(name, {}, f"{name}F")
        return name

    def overprint(self, *, on: bool) -> str:
        """Name of the graphics state in which inks are printed on those below (PDF 1.4, 4.5.6), or not."""
        name = self._states.get(("overprint", on))
        if name is None:
            name = self._states["overprint", on] = "O1" if on else "O0"
            # With the mode 1, an ink whose share is 0 leaves what is below as it is.
            self.document.add_state(name, {"OP": False, "op": on, "OPM": 1})
        return name

    def opacity(self, opacity: float) -> str:
        """Name of the graphics state with an opacity."""
        name = self._states.get(opacity)
        if name is None:
            name = self._states[opacity] = f"G{len(self._states) + 1}"
            self.document.add_state(name, {"ca": round(opacity, 4), "CA": round(opacity, 4)})
        return name

    def group_form(self, parts: tuple[DrawnPart, ...]) -> str:
        """Name of a form whose parts are seen through together."""
        content = Content(self)
        content.draw(parts)
        reach = self._reach
        return self.form(content, (-reach, -reach, reach, reach), is_group=True)

    def form(
        self, content: Content, box: Box, matrix: list[float] | None = None, *, is_group: bool = False
    ) -> str:
        """Name of a form with this content, which is clipped to a box in points; equal forms are written once.

        The parts of one that `is_group` are seen through together.
        """
        # A digest takes less memory than the operators of all forms.
        key = blake2b("\n".join(content.operators).encode(), digest_size=16).digest(), box, is_group
        name = self._forms.get(key)
        if name is None:
            name = self._forms[key] = f"X{len(self._forms) + 1}"
            more: dict[str, Any] = {"Matrix": [round(number, 8) for number in matrix]} if matrix else {}
            if is_group:
                more["Group"] = {"S": GROUP}
            self.document.add_form(name, content.operators, self._resources(content), box, more)
        return name

    def repeat_form(self, parts: tuple[DrawnPart, ...], *, often: bool = False) -> str:
        """Name of a form for parts that are repeated; empty the first time, when they are better drawn in place."""
        known = self._repeated.setdefault(id(parts), _RepeatedParts(parts))
        known.times += 1
        if not known.form and parts and (often or known.times > 1):
            content = Content(self)
            content.draw(parts)
            known.form = self.form(content, (-self._reach, -self._reach, self._reach, self._reach))
        return known.form

    def page(
        self,
        content: Content,
        width: float,
        height: float,
        bleed: float | None = None,
        over: Content | None = None,
    ) -> None:
        """Add a page of a size in mm; `content`, and `over` on top of it, start at its top left corner.

        A content that is on several pages is written once; `over` may only have text. `bleed` is what is trimmed at each side.
        """
        size = (width / POINT, height / POINT)
        if content.stream is None:
            origin = f"1 0 0 1 0 {round(size[1], 3)} cm"
            content.stream = self.document.page_stream([origin, *content.operators])
        streams = [content.stream]
        resources: dict[str, Any] | Reference = self._resources(content)
        if over:
            streams.append(self.document.page_stream(over.operators))
            resources = self._shared_resources(content)
        self.document.add_page(size, streams, resources, None if bleed is None else bleed / POINT)

    def _shared_resources(self, content: Content) -> Reference:
        """Reference to the resources of a content that is on several pages."""
        if content.resources is None:
            content.resources = self.document.add(self._resources(content))
        return content.resources

    def _resources(self, content: Content) -> dict[str, Any]:
        return self.document.resources(content.forms, content.shadings, content.states)

    @property
    def credits(self) -> list[str]:
        """Authors and licences of the fonts and icons in the file."""
        fonts = dict.fromkeys(words.letters.font.notice for words in self._words.values())
        return [*fonts, *(SETS[prefix].notice for prefix in self._icon_sets if prefix)]

    def save(self, out: IO[bytes], about: Mapping[str, str]) -> None:
        """Write the file; `about` has its title, author, subject, keywords and creator."""
        self.document.save(out, about)


# The metadata of a printed file.


def about(job: PrintJob, file: PdfFile, made_for: str) -> dict[str, str]:
    """Title, author, subject, keywords and creator; `made_for` is the name of the sheet or target."""
    game = job.game.title(job.language)
    return {
        "title": job.title,
        "author": game,
        "subject": f"{game} ({job.language}). " + "; ".join(file.credits),
        "keywords": f"{game}, {job.language}, {made_for}",
        "creator": f"Deckwright {deckwright.__version__}",
    }
