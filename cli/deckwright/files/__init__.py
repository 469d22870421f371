"""Reading and writing files: YAML with locations, deck lists, PO catalogues, spreadsheets, results."""
