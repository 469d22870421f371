"""Set type: fonts, words, lines, and how large a text can be."""
