"""Rules pages: sections in columns on as many pages as they need, pictures across the first one, and cards with names in what is left."""

from __future__ import annotations

from itertools import chain, zip_longest
from math import inf
from typing import TYPE_CHECKING, BinaryIO

from deckwright.messages import print_tr
from deckwright.press.documents.columns import inked_height
from deckwright.press.documents.content import PAPER, SOFT, Item
from deckwright.press.documents.labelled_cards import labelled_block
from deckwright.press.documents.lying import CARD, Miniature, fanned
from deckwright.press.documents.painter import Painter, PdfWriter, PrintedDocument, TextLook, line
from deckwright.press.documents.rules_layout import BETWEEN, EDGE, best_flow, layout_on
from deckwright.press.documents.setter import draw_column
from deckwright.press.documents.titles import BLEED, TitleLooks, draw_title
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnShape, rectangle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.press.documents.content import Document, Piece, Section
    from deckwright.press.documents.painter import Drawn
    from deckwright.press.documents.rules_layout import PageLayout
    from deckwright.press.graphics.parts import DrawnPart

_BAND = 16.0
_EMBLEM, _STRIP = 23.0, 5.0
_FAN, _FAN_SHARE, _FAN_TOP, _FAN_HEIGHT, _BEHIND = 4, 0.28, 4.5, 48.0, 7.0
"""Most cards beside the icon of the game, their share of the width, the distance of the highest from the upper edge of the paper, their height, and how much of them is behind the icon, in mm."""

_FOOT_LINE = 14.0
"""Distance of the line above the foot from the lower edge of the paper, in mm."""

_MOST_SPACE = 24.0
"""Most space below cards with names, in mm, that is moved above them."""

_LOOKS = TitleLooks(TextLook(26, 11, 900, PAPER, leading=1.0), TextLook(11, 8, 400, PAPER, lines=1))
_ABOUT = TextLook(11, 9)
_FOOT_LOOK = TextLook(8, 7, 400, SOFT, valign="bottom", lines=1)


def print_rules(
    rules: Document, paper: tuple[float, float], assets: Mapping[str, bytes], out: BinaryIO
) -> PrintedDocument:
    """Write rules pages.

    Raises:
        InputError: the paper is too small.
    """
    rules = rules._replace(sections=tuple(map(_in_paragraphs, rules.sections)))
    layout = layout_on(paper)
    painter = Painter(rules.language, assets, rules.look)
    about = painter.set(rules.about, _ABOUT, layout.width)
    top = _BAND + BETWEEN + (about.body + BETWEEN if about else 0.0)
    flow = best_flow(rules, layout, top, painter)
    if any(inked_height(column) > layout.height for column in flow.columns):
        painter.note_overflow(rules.title)
    room = flow.room
    labelled = flow.labelled or labelled_block(rules, room.area, painter)
    filled = None if flow.labelled or not labelled else room
    space = room.area.height - labelled.height if labelled and filled else 0.0
    space = space if space <= _MOST_SPACE else 0.0
    writer = PdfWriter(rules, assets, layout.paper)
    for number, page in enumerate(flow.spread(filled, space)):
        head = (_strip(layout, _STRIP, painter),) if number else _page_head(rules, layout, painter)
        foot = _page_foot(rules.title, (number + 1, len(flow.pages)), layout, painter)
        shown = draw_column(() if number else flow.pictures, EDGE, EDGE + top)
        columns = (
            draw_column(column, EDGE + place * layout.distance, flow.top(number))
            for place, column in enumerate(page)
        )
        end = flow.drawn_end() if number + 1 == len(flow.pages) else ()
        cards: Iterable[Drawn] = ()
        if labelled and filled and number == filled.page:
            cards = labelled.draw(filled.area.x, filled.area.y + space)
        elif labelled and not filled and flow.is_turned(number):
            cards = labelled.draw(EDGE, EDGE)
        writer.page(chain(head, shown, *columns, end, foot, cards))
    writer.save(out)
    return PrintedDocument(writer.pages, 1, list(painter.findings))


def _in_paragraphs(section: Section) -> Section:
    """Section in which sentences that follow each other in a table are one paragraph."""
    items: list[Item] = []
    for item in section.items:
        goes_on = section.sort == "table" and item == Item(text=item.text)
        if goes_on and items and not (items[-1].name or items[-1].values):
            items[-1] = items[-1]._replace(text=f"{items[-1].text} {item.text}")
        else:
            items.append(item)
    return section._replace(items=tuple(items))


def _strip(layout: PageLayout, height: float, painter: Painter) -> DrawnShape:
    """Strip along the top of a page that runs over the edges of the paper."""
    area = Area(-BLEED, -BLEED, layout.paper[0] + 2 * BLEED, height + BLEED)
    return DrawnShape(rectangle(area), fill=painter.look.deep)


def _page_head(rules: Document, layout: PageLayout, painter: Painter) -> Iterator[Drawn]:
    """Draw the title and cards of the game on a band that runs to the edges of the paper, and the sentence about the game."""
    low = EDGE + _BAND
    strip = _strip(layout, low, painter)
    yield strip
    emblem = Area(EDGE + layout.width - _EMBLEM - 2, low - _EMBLEM, _EMBLEM, _EMBLEM)
    width = _FAN_SHARE * layout.width
    fan = Area(emblem.x + _BEHIND - width, _FAN_TOP, width, _FAN_HEIGHT)
    yield from _cards_on_band(_cards_to_show(rules), fan, low)
    # Miniatures are above all else, and the icon is above those of the cards.
    yield Miniature(DrawnGroup(tuple(painter.emblem(emblem))), 1.0, (0.0, 0.0))
    title = Area(EDGE, 10.0, fan.x - EDGE, low - 12.0)
    yield from draw_title(rules, title, _LOOKS, painter)
    about = Area(EDGE, low + BETWEEN * 0.7, layout.width, layout.height)
    yield from painter.text(rules.about, _ABOUT, about)


def _cards_to_show(rules: Document) -> list[Piece]:
    """Some cards of one size, of each kind in turn that has several, as they are in the box."""
    box = [item.pieces for section in rules.sections if section.sort == "pieces" for item in section.items]
    kinds = [pieces for pieces in box if len(pieces) > 1 and max(pieces[0].size) >= CARD]
    cards = [card for turn in zip_longest(*kinds) for card in turn if card]
    return [card for card in cards if card.size == cards[0].size][:_FAN]


def _cards_on_band(cards: Sequence[Piece], fan: Area, low: float) -> Iterator[Miniature]:
    """Draw a fan of cards that rise from the lower edge of a band."""
    for part, scale, (x, y) in fanned(cards, fan, inf) if cards else ():
        seen = Area((fan.x - x) / scale, (fan.y - y) / scale, fan.width / scale, (low - fan.y) / scale)
        yield Miniature(DrawnGroup((part,), clip=rectangle(seen)), scale, (x, y))


def _page_foot(
    title: str, page: tuple[int, int], layout: PageLayout, painter: Painter
) -> Iterator[DrawnPart]:
    """Draw the line at the bottom with the title and the page; `page` is its number, and that of all pages."""
    width, y = layout.width, layout.paper[1] - _FOOT_LINE
    yield line((EDGE, y), (EDGE + width, y), 0.2)
    area = Area(EDGE, y + 0.3, width, 4.0)
    yield from painter.text(title, _FOOT_LOOK, area._replace(width=0.7 * width))
    words = print_tr("{page} of {pages}", page=page[0], pages=page[1])
    yield from painter.text(words, _FOOT_LOOK._replace(align="right"), area)
