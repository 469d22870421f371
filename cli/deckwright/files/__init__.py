"""Reading and writing files: YAML with positions, deck lists, PO catalogues, results."""
