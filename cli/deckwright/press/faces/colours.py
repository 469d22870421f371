"""A face's palette: named colours, some of which depend on the card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.faces.choices import Cases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deckwright.press.faces.choices import Raw


class Mix(NamedTuple):
    """A colour between two others; `share` of the second goes in, from 0 to 1."""

    one: str
    two: str
    share: float


INK, BLACK = "ink", "#000000"
"""The colour of what names none, and what that is where a face does not say."""

Tone = str | Cases[str] | Mix
"""A colour: `#rrggbb`, the name of another, a choice by a field, or a mix."""


@dataclass(frozen=True)
class Palette:
    """The colours of a face by name."""

    tones: Mapping[str, Tone]

    def colour(self, name: str, raw: Callable[[str], Raw]) -> str:
        """Give a colour as `#rrggbb` for a card whose fields `raw` gives; empty where no case fits."""
        return self._constant.get(name) or self._colour(name, raw)

    @cached_property
    def _constant(self) -> dict[str, str]:
        """Hold the colours that are the same on every card."""
        constant = [name for name in self.tones if not any(self.fields(name))]
        return {name: self._colour(name, lambda _field: None) for name in constant}

    def _colour(self, name: str, raw: Callable[[str], Raw]) -> str:
        tone = name if name.startswith("#") else self.tones.get(name, "")
        if isinstance(tone, Cases):
            tone = tone.choose(raw) or ""
        if isinstance(tone, Mix):
            return mix(self._colour(tone.one, raw), self._colour(tone.two, raw), tone.share)
        return tone if tone.startswith("#") or not tone else self._colour(tone, raw)

    def fields(self, name: str) -> Iterator[str]:
        """Yield the fields that a colour depends on."""
        tone = self.tones.get(name, "")
        if isinstance(tone, Cases):
            yield tone.by
        for other in self.made_of(name):
            yield from self.fields(other)

    def made_of(self, name: str) -> list[str]:
        """List the named colours that a colour is made of."""
        tone = self.tones.get(name, "")
        parts = tone.results() if isinstance(tone, Cases) else [tone]
        parts = [tone.one, tone.two] if isinstance(tone, Mix) else parts
        return [str(part) for part in parts if part and not str(part).startswith("#")]


def mix(one: str, two: str, share: float) -> str:
    """Mix two colours; `share` of the second goes in, from 0 to 1."""
    if not one or not two:
        return one or two
    parts = (round(a + (b - a) * share) for a, b in zip(rgb(one), rgb(two), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def darkened(colour: str, least: float) -> str:
    """Darken a colour until it has a contrast to white; its hue stays."""
    from colorsys import hls_to_rgb, rgb_to_hls

    hue, light, full = rgb_to_hls(*(part / 255 for part in rgb(colour)))
    while contrast(colour, "#ffffff") < least:
        light = max(0.0, light - 0.01)
        colour = "#" + "".join(f"{round(part * 255):02x}" for part in hls_to_rgb(hue, light, full))
    return colour


def is_pale(colour: str) -> bool:
    """Tell whether a colour is white, or so near to it and to grey that its hue means nothing."""
    return contrast(colour, "#ffffff") < _PALE and max(rgb(colour)) - min(rgb(colour)) < _GREY


_PALE, _GREY = 1.6, 40


def contrast(one: str, two: str) -> float:
    """Give the contrast of two colours, from 1 to 21, as WCAG 2 reckons it."""
    light, dark = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (linear(part / 255) for part in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(part: float) -> float:
    """Give the brightness of a part of an sRGB colour, both from 0 to 1."""
    return float(part / 12.92 if part <= _DARK else ((part + 0.055) / 1.055) ** 2.4)


_DARK = 0.04045
"""Up to here the brightness of sRGB is linear (IEC 61966-2-1)."""


def rgb(colour: str) -> tuple[int, int, int]:
    """Give the parts of a colour, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
