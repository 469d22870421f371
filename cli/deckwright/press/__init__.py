"""The press: from cards to sheets of paper. Each room stands on those below it.

pdf, job, pages     what is printed, on what, and how: `print_pdf(PrintJob(...), out)`
sheets              paper: where cards and their backs stand, and what is drawn around them
charts              numbers as bars and columns: `chart_svg(Chart(...))`
targets             where cards go besides sheets: print shops, pictures, tables on the screen
proof               what a web page of cards is made of: `draw_proof(ProofJob(...))`
writing             what was drawn, as PDF operators or as SVG, and the file around them
drawing             a face filled with what a card says, as a list of plain parts
lettering           type-setting: words, lines, and how large a text can be
faces               what a card looks like, as data: read, checked, and asked of a card
fonts, icons        what there is to draw with
parts               the plain parts: shapes, texts, pictures
"""
