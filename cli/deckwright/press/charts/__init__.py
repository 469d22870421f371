"""Charts of numbers: bars and columns under a head, as a drawing or a picture."""
