"""Draw cards: a face filled with what a card says becomes a list of plain parts."""
