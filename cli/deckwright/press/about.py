"""What a printed file says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import deckwright

if TYPE_CHECKING:
    from deckwright.press.job import PrintJob
    from deckwright.press.writing.pdf_file import PdfFile


def about(job: PrintJob, file: PdfFile, made_for: str) -> dict[str, str]:
    """Give title, author, subject, keywords and creator; `made_for` names the sheet or target."""
    game = job.game.title(job.language)
    return {
        "title": job.title,
        "author": game,
        "subject": f"{game} ({job.language}). " + "; ".join(file.credits),
        "keywords": f"{game}, {job.language}, {made_for}",
        "creator": f"Deckwright {deckwright.__version__}",
    }
