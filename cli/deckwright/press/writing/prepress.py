"""What a PDF says to a print shop: the standard it keeps, and the printing condition its inks are meant for."""

from __future__ import annotations

from typing import Any


def declare(document: Any, standard: str, condition: tuple[str, str, str]) -> None:
    """Declare a standard of the PDF/X family, and the condition: as registered, as called, and where registered.

    A condition that stands in a registry needs no colour profile in the file (ISO 15930-4).
    """
    from reportlab.pdfbase import pdfdoc

    # reportlab 5.1 writes a closed list of entries into both dictionaries.
    class Info(pdfdoc.PDFInfo):  # type: ignore[misc]
        def format(self, document: Any) -> bytes:
            written: bytes = super().format(document)
            entry: bytes = pdfdoc.PDFString(standard).format(document)
            return written.rstrip().removesuffix(b">>") + b"/GTS_PDFXVersion " + entry + b"\n>>"

    document.info = Info()
    catalog = document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    identifier, name, registry = condition
    intent = {
        "Type": pdfdoc.PDFName("OutputIntent"),
        "S": pdfdoc.PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": pdfdoc.PDFString(identifier),
        "OutputCondition": pdfdoc.PDFString(name),
        "Info": pdfdoc.PDFString(name),
        "RegistryName": pdfdoc.PDFString(registry),
    }
    catalog.OutputIntents = pdfdoc.PDFArray([pdfdoc.PDFDictionary(intent)])
