"""Set type: words, lines, and how large a text can be."""
