"""How faces look, as data: colours, styles of texts, and values and expressions that depend on the card."""
