"""Draw cards: a face filled with the contents of a card becomes a list of plain parts."""
