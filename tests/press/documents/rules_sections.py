"""Papers, pieces and sections for tests of rules pages, and what is drawn of them."""

from __future__ import annotations

from deckwright.press.documents.content import Document, Item, PartLabel, Piece, Section
from deckwright.press.documents.lying import Miniature
from deckwright.press.graphics.parts import Area, DrawnShape, DrawnText, rectangle

A4, A5 = (210.0, 297.0), (148.0, 210.0)


def piece(width=63.0, height=88.0, corner=(0.0, 0.0)):
    """An empty piece, the size of a card."""
    return Piece((), (width, height), rectangle(Area(0, 0, width, height)), corner)


def place(name, lie, count, size=(63.0, 88.0)):
    """A place of the table with some pieces."""
    return Item(name, values=("9",), pieces=(piece(*size),) * count, lie=lie)


def drawn(block):
    """The pieces and the texts of a block."""
    parts = list(block.draw(0.0, 0.0))
    return [part for part in parts if isinstance(part, Miniature)], [
        part for part in parts if isinstance(part, DrawnText)
    ]


def card_of(parts):
    """A piece the size of a card."""
    return Piece(parts, (63.0, 88.0), rectangle(Area(0, 0, 63, 88)))


def pictured_rules(kinds, sections=(), *, is_labelled=False):
    """Rules of a box with some kinds of cards, of which each shows three."""
    ink = card_of((DrawnShape(rectangle(Area(0, 0, 63, 88)), fill="#ff0000"),))
    parts = {"Name": (4, 4), "Price": (50, 4), "Effect": (4, 60)}
    labels = tuple(PartLabel(text, Area(*corner, 9, 6)) for text, corner in parts.items())
    ink = ink._replace(labels=labels if is_labelled else ())
    items = tuple(Item(f"Kind {number}", values=("×9",), pieces=(ink,) * 3) for number in range(kinds))
    return Document("Frogs", "Rules", (Section("In the box", items, "pieces"), *sections), "en")


def setup_of(steps):
    """A set-up of some steps, of which each goes on with a sentence."""
    items = [
        item
        for number in range(1, steps + 1)
        for item in (
            Item("Lay out", f"Pile{number}", values=("9",), number=str(number)),
            Item(text=f"More{number}"),
        )
    ]
    return Section("Set-up", tuple(items), "table", ("Players", "2"))


def part_of(steps):
    """A mode that is told apart: its heading, its set-up of some steps, and its turn."""
    heading = Section("For two", (Item(text="All else is the same."),), "part")
    turn = Section("A turn", (Item("Swap", "Take one, give one.", values=("1",)),), "steps")
    return [heading, setup_of(steps), turn]
