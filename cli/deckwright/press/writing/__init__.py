"""Write PDF: the operators of what is drawn, and the file around them."""
