"""Write what was drawn: PDF operators and documents, and SVG for the web."""
