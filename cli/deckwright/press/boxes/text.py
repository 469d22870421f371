"""Texts and numbers, set at one size for all cards that share it where the face asks for that."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, ClassVar

from deckwright.messages import tr
from deckwright.model.languages import in_capitals
from deckwright.press.boxes import keys
from deckwright.press.boxes.box import Box
from deckwright.press.drawing.card import sharing_key
from deckwright.press.drawing.context import Scope
from deckwright.press.drawing.drawings import draw_own_icons
from deckwright.press.drawing.lines import FREE_SHARE, TextToFit, fit_text, highest
from deckwright.press.drawing.shadows import outline_of_text
from deckwright.press.drawing.spans import (
    EMPTY_BOX,
    borrowed_letters,
    lacks_small_caps,
    missing_letters_of_span,
    spans_of,
    with_symbols,
)
from deckwright.press.drawing.tables import set_paragraphs
from deckwright.press.drawing.words import unsupported_script
from deckwright.press.graphics.parts import Area, DrawnShape, rectangle
from deckwright.press.looks.colours import stops_in
from deckwright.press.looks.expressions import NUMBERS, STAMPS, Cases, Template, parse_template

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.findings import Finding
    from deckwright.press.boxes.keys import Panel
    from deckwright.press.drawing.context import BoxToDraw
    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.drawing.words import Span
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import DrawnPart, Stop
    from deckwright.press.looks.styles import Style

_INSIDE = 1.0
"""How far inside its box the beginning of a text is looked for, in mm."""

SMALLEST = 6.0
"""Size, in points, below which a text is hard to read at arm's length."""

_CREDITS = frozenset({"id", "kind", "revision", "game", "origin", "copies", *NUMBERS, *STAMPS})
"""What a line of credits shows: nobody has to read it to play."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TextBox(Box):
    """A text, or a number (`figure`), which needs no space for descenders."""

    sizing = "grows"
    is_read = has_text = True
    figure: ClassVar[bool] = False

    style: Style = keys.text_style()
    panel: Panel | None = keys.text_panel()

    @property
    @abstractmethod
    def content(self) -> Template | Cases[Template]:
        """What is set, with placeholders, or that by case."""

    @cached_property
    def templates(self) -> list[Template]:
        """All texts that it can have."""
        return self.content.results() if isinstance(self.content, Cases) else [self.content]

    @cached_property
    def colour_names(self) -> tuple[str, ...]:
        """Names of its colours, those of its style and of its runs included."""
        runs = [run.colour for run in self.style.runs.values() if run.colour]
        return self.style.colour, self.style.outline, *super().colour_names, *runs

    @property
    def line_width(self) -> float:
        """Width of its thinnest line, in mm: its outline, or the line around its panel; 0 without one."""
        widths = [self.style.outline_width] if self.style.outline else []
        widths += [self.panel.width] if self.panel and self.panel.stroke else []
        return min(widths, default=0.0)

    def start(self, area: Area) -> tuple[float, float]:
        """Where the text begins, a little inside its box."""
        inside = area.inset(min(_INSIDE, area.width / 2), min(_INSIDE, area.height / 2))
        across = {"left": inside.x, "centre": area.centre[0], "right": inside.far[0]}
        down = {"top": inside.y, "middle": area.centre[1], "bottom": inside.far[1]}
        return across[self.style.align], down[self.style.valign]

    def veil(self, place: Area, area: Area, scope: Scope) -> list[Stop]:
        """Colours of its panel."""
        return stops_in(scope.paint(self.panel.fill, place), area) if self.panel else []

    # Drawing.

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the text, unless it is empty on this card."""
        copy = self.to_fit(scope)
        if copy is None:
            return
        room = area.inset(*self.panel.pad) if self.panel else area
        setting = fit_text(copy, room.width, room.height, most=self.common_size(scope))
        self.record_size(setting.size, scope)
        setting = self.within(setting, room.width, room.height, scope)
        style = self.style
        # Vertically centred text is centred optically: from the top of the capitals to the last baseline.
        height = setting.body if style.valign == "middle" else setting.height
        top = room.y + (room.height - height) * FREE_SHARE[style.valign]
        yield from self.draw_fitted(setting, scope, area, top)
        if not setting.fits(room.width, room.height, style.lines):
            yield outline_of_overflow(area)

    def draw_fitted(self, setting: FittedText, scope: Scope, area: Area, top: float) -> Iterator[DrawnPart]:
        """Draw the fitted text from `top` downwards, with its panel over the whole area."""
        if self.panel:
            yield from _draw_panel(self.panel, setting, scope, area)
            area = area.inset(self.panel.pad[0], 0)
        place = Area(area.x, top, area.width, area.height)
        colour = scope.ink(self.style.colour)
        drawn = draw_own_icons(setting.drawn(place, colour, scope.ink), colour, scope.context)
        if self.style.outline:
            parts = list(drawn)
            yield from outline_of_text(parts, self.style, scope)
            yield from parts
        else:
            yield from drawn

    def surely_fits(self, scope: Scope, area: Area) -> bool:
        """Whether the text in its minimum size has room in an area."""
        return self.highest(scope, area.width) <= area.height

    def highest(self, scope: Scope, width: float) -> float:
        """Height in mm, its panel included, that its minimum size surely does not exceed; infinity if that cannot be said."""
        key = sharing_key(self, scope)
        height = scope.context.heights.get((key, width)) if key else None
        if height is None:
            across, upright = self.panel.pad if self.panel else (0.0, 0.0)
            height = highest(self._cased_spans(scope), self.style, width - 2 * across) + 2 * upright
            if key:
                scope.context.heights[key, width] = height
        return height

    def to_fit(self, scope: Scope) -> TextToFit | None:
        """Text on a card, ready to be fitted; None if it is empty."""
        key = sharing_key(self, scope)
        if key is None:
            return self._copy(scope)
        copies = scope.context.texts_to_fit
        if key not in copies:
            copies[key] = self._copy(scope)
        return copies[key]

    def spans_on(self, scope: Scope) -> list[Span]:
        """What is set on a card."""
        return [*with_symbols(self._cased_spans(scope), self.style, scope.context.assets)]

    def _cased_spans(self, scope: Scope) -> list[Span]:
        """Spans of a card, in capitals if its style is; symbols are still letters."""
        spans = spans_of(self.content, scope)
        if not self.style.uppercase:
            return spans
        language = self._language(scope)
        return [span if span.icon else span.with_text(in_capitals(span.text, language)) for span in spans]

    def _copy(self, scope: Scope) -> TextToFit | None:
        spans = self.spans_on(scope)
        self._note_missing(spans, scope)
        spans = [*with_symbols(spans, self.style, scope.context.assets, EMPTY_BOX)]
        language = self._language(scope)
        paragraphs = set_paragraphs(spans, self.style, language)
        return TextToFit(paragraphs, self.style, language, figure=self.figure) if paragraphs else None

    def _language(self, scope: Scope) -> str:
        """Language of the printed text: the source language if a text of the card is not translated."""
        card, language, texts = scope.card, scope.context.language, scope.context.texts
        tags = {
            name.partition(":")[2] if scope.is_translation(name) else language
            for template in self.templates
            for name in template.fields
        }
        language = tags.pop() if len(tags) == 1 else language
        if language == card.source_language:
            return language
        names = (name.partition(":")[0] for template in self.templates for name in template.fields)
        shown = (name for name in names if name in texts)
        return language if all(card.is_translated(name, language) for name in shown) else card.source_language

    # One type size for the same text box of all cards with the same face, in one language.
    #
    # A text with `fit: together` has the size of the card that needs the smallest, whichever cards are printed.
    # For this, the text is fitted once for each card of the game with that face, and nothing else of these cards
    # is drawn.

    def common_size(self, scope: Scope) -> float:
        """Largest size, in points, that fits on all cards with this face."""
        context = scope.context
        if self.style.fit != "together" or context.measuring:
            return inf
        if self not in context.sizes:
            context.sizes.update(self._measured(scope))
        return context.sizes.setdefault(self, inf)

    def record_size(self, size: float, scope: Scope) -> None:
        """Record the size in which the text fits on a card, while sizes are measured."""
        if scope.context.measuring and self.style.fit == "together":
            scope.context.sizes[self] = min(size, scope.context.sizes.get(self, inf))

    def _measured(self, scope: Scope) -> dict[BoxToDraw, float]:
        """Sizes of the text and of all texts in the same stack or group, measured on every card with this face."""
        face = scope.face
        whole = next(box for box in face.boxes if any(inner is self for inner in box.with_nested()))
        measuring = scope.context.for_measuring()
        for card in scope.context.cards_by_face.get(face.name, ()):
            inner = Scope(measuring, face, card)
            if inner.holds(whole.when):
                for _ in whole.drawn(inner, whole.at):
                    pass
        return measuring.sizes

    # What is reported about letters.

    def _note_missing(self, spans: Sequence[Span], scope: Scope) -> None:
        for span in spans:
            style = self.style.run(span.runs).style if span.runs else self.style
            letters = style.cut(span.bold, span.italic).letters
            if not (span.text.isascii() and letters.issuperset(span.text)):
                self._note_letters(span, style, scope)
            for finding in self.replaced_fonts(span, scope):
                scope.context.note(finding, self)

    def _note_letters(self, span: Span, style: Style, scope: Scope) -> None:
        """Report letters of a span that cannot be printed, or are set in another font."""
        for finding in unsupported_script(span.text, scope.card.id):
            scope.context.note(finding)
        for letter in missing_letters_of_span(span, style):
            self._note_letter(letter, style.cut(span.bold, span.italic).name, scope)
        for font, letters in borrowed_letters(span, style).items():
            self._note_borrowed(letters, font, span, scope)

    def _note_borrowed(self, letters: Sequence[str], font: Font, span: Span, scope: Scope) -> None:
        message = tr(
            "{card} in {language}: {letters} is set in {font}, because {first} lacks it.",
            card=scope.card.id,
            language=scope.context.language,
            letters=" ".join(letters),
            font=font.name,
            first=self.style.run(span.runs).style.cut(span.bold, span.italic).name,
        )
        self.report(scope, "font-fallback", "info", message)

    def _note_letter(self, letter: str, font: str, scope: Scope) -> None:
        message = tr(
            "{card} in {language}: the font {font} does not have the letter {letter} (U+{code}).",
            card=scope.card.id,
            language=scope.context.language,
            letter=letter,
            code=f"{ord(letter):04X}",
            font=font,
        )
        self.report(scope, "missing-glyph", "error", message, found=letter)

    def replaced_fonts(self, span: Span, scope: Scope) -> Iterator[Finding]:
        """Yield findings for emphasised words whose font has no such cut, and for small capitals that it lacks."""
        style = self.style.run(span.runs).style if span.runs else self.style
        messages = []
        if style.is_replaced(span.bold, span.italic):
            messages.append(self._replaced_font(span, style, scope))
        if span.runs and lacks_small_caps(span, self.style):
            messages.append(self._replaced_small_caps(span, style, scope))
        for message in messages:
            yield self.finding(scope.face, "font-replaced", "warning", message)

    def _replaced_font(self, span: Span, style: Style, scope: Scope) -> str:
        return tr(
            "{face}: the font {name} has no weight {weight}, {slope}, for the emphasised words of {box}: they are set in {font}. Set bold to another weight, or use another font.",
            face=scope.face.name,
            name=style.families[0],
            box=self.id or tr("a box"),
            weight=style.bold if span.bold else style.weight,
            slope=tr("italic") if style.italic != span.italic else tr("upright"),
            font=style.cut(span.bold, span.italic).name,
        )

    def _replaced_small_caps(self, span: Span, style: Style, scope: Scope) -> str:
        return tr(
            "{face}: the font {font} has no small capitals for {tag}: the words are set in smaller capitals. Use another font for these words to change that.",
            face=scope.face.name,
            font=style.cut(span.bold, span.italic).name,
            tag=f"[{span.runs[-1]}]",
        )

    # What is reported about sizes.

    def _report_small(self, setting: FittedText, scope: Scope) -> None:
        """Report a text that is printed too small to be read at the table, at the first card with it."""
        small = scope.context.small_texts
        size = setting.size * setting.copy.smallest
        if (
            size >= SMALLEST
            or self in small
            or all(set(template.fields) <= _CREDITS for template in self.templates)
        ):
            return
        small.add(self)
        message = tr(
            "{card} in {language}: {box} is printed in {size} pt, which is hard to read: make it at least {least} pt.",
            card=scope.card.id,
            language=scope.context.language,
            box=self.id or scope.face.name,
            size=scope.number(round(size, 2)),
            least=scope.number(SMALLEST),
        )
        self.report(scope, "small-text", "warning", message, found=round(size, 2), limit=SMALLEST)

    def _report_broken_shout(self, setting: FittedText, scope: Scope) -> None:
        """Report a word in capitals that is broken: players call it out, so it is only broken if it is longer than a line."""
        for line, following in pairwise(setting.lines):
            head, tail = line.text_of(-1), following.text_of(0)
            if head.endswith("-") and (head + tail).isupper() and self.style.hyphens:
                message = tr(
                    "{card} in {language}: “{word}” is broken in {box}, because a line has no room for it. "
                    "Widen the box in the face, or use smaller type.",
                    card=scope.card.id,
                    language=scope.context.language,
                    word=head[:-1] + tail,
                    box=self.id or scope.face.name,
                )
                self.report(scope, "broken-word", "warning", message)

    def within(self, setting: FittedText, width: float, height: float, scope: Scope) -> FittedText:
        """The text as it is drawn; one that is too small, or does not fit even at its minimum size, is reported."""
        self._report_small(setting, scope)
        self._report_broken_shout(setting, scope)
        if setting.fits(width, height, self.style.lines):
            return setting
        is_wide = not setting.fits(width, setting.height)
        room = (setting.width, width) if is_wide else (setting.height, height)
        if not is_wide and setting.height <= height:
            room = setting.height, setting.height * self.style.lines / len(setting.lines)
        self.report_too_long(scope, room, setting.size, is_wide=is_wide)
        return setting.cut_to(width, height, self.style.lines) if self.style.too_long == "cut" else setting

    def report_too_long(
        self, scope: Scope, room: tuple[float, float], size: float, *, is_wide: bool = False
    ) -> None:
        """Report how much space, in mm, the text needs and has, and what to do."""
        needed, had = (round(length, 1) for length in room)
        values = {
            "card": scope.card.id,
            "language": scope.context.language,
            "box": self.id or scope.face.name,
            "needed": scope.number(needed),
            "had": scope.number(had),
            "size": scope.number(size),
        }
        if self.style.too_long == "cut":
            message = tr(
                "{card} in {language}: {box} is cut off: it needs {needed} mm even at {size} pt, but has only {had} mm. "
                "Shorten the text, or make its box larger in the face.",
                **values,
            )
            self.report(scope, "cut-off", "warning", message, found=needed, limit=had)
            return
        message = (
            tr(
                "{card} in {language}: a word of {box} is {needed} mm wide even at {size} pt, but the box has only {had} mm. "
                "Shorten the word, or widen the box in the face.",
                **values,
            )
            if is_wide
            else tr(
                "{card} in {language}: the text of {box} is {needed} mm high even at {size} pt, but the box has only "
                "{had} mm. Shorten the text, or make the box higher in the face.",
                **values,
            )
        )
        self.report(scope, "overflow", "error", message, found=needed, limit=had)


def outline_of_overflow(area: Area) -> DrawnShape:
    """Line around a box whose text does not fit, so that it is found on paper."""
    return DrawnShape(rectangle(area), stroke="#d81b60", width=0.4, dash=(1.5, 1.0))


def _draw_panel(panel: Panel, setting: FittedText, scope: Scope, area: Area) -> Iterator[DrawnShape]:
    if panel.hug:
        width = min(area.width, setting.width + 2 * panel.pad[0])
        slack = FREE_SHARE[setting.copy.style.align]
        area = area._replace(x=area.x + (area.width - width) * slack, width=width)
    fill, stroke = scope.paint(panel.fill, area), scope.colour(panel.stroke)
    if fill or stroke:
        yield DrawnShape(rectangle(area, panel.radii), fill, stroke, panel.width)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class WordsBox(TextBox):
    """A text."""

    kind = "text"
    order = 0
    example, draws = 'text: "{name}"', "a text"

    text: Template | Cases[Template] = keys.template(changes=True)

    @property
    def content(self) -> Template | Cases[Template]:
        """The text, with placeholders, or that by case."""
        return self.text


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class NumberBox(TextBox):
    """A number on one line, in the middle of its box."""

    kind = "number"
    order = 1
    example, draws = "number: jump", "the number in a field, on one centred line"
    figure = True

    number: str = keys.field_name("The field whose number is shown.")
    style: Style = keys.text_style(figure=True)

    @cached_property
    def content(self) -> Template | Cases[Template]:
        """The field as a text."""
        return parse_template("{" + self.number + "}")
