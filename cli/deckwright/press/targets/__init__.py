"""Targets: where finished cards go, as data, and how they are made for it.

loading     a target: one that comes with the program, or a file of the user's
card_pages  a page for each face, as large as the card with its bleed
pages       PDF files of such pages, for print shops and for single cards
rasters     pages as pictures of an exact size
pictures    a picture for each face, and the list of their copies
tabletop    decks for Tabletop Simulator: their pictures, in grids
saved_objects  ... and the file that names their cards
contact     an overview of many small cards
"""
