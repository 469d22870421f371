"""The printers that a user has measured: a file in the user's configuration folder."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError, Where
from deckwright.files.documents import read_document
from deckwright.files.results import content_of, locked, write_text
from deckwright.files.schemas import check_document
from deckwright.messages import tr
from deckwright.model.printer import Printer
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path


def printers_file() -> Path:
    """Give the path of the file."""
    from platformdirs import user_config_path

    return user_config_path("deckwright", appauthor=False) / "printers.yaml"


def read_printers() -> dict[str, Printer]:
    """Give the printers by name; none where there is no file yet.

    Raises:
        InputError: the file is wrong, with every fault at its line and column.
    """
    file = printers_file()
    if not file.exists():
        return {}
    document = read_document(file)
    findings = check_document(document, "printers")
    if findings:
        message = tr("The list of printers is wrong. {fault}", fault=findings[0].message)
        raise InputError("bad-printers", message, where=findings[0].where, findings=findings)
    return {name: _printer(said) for name, said in document.value["printers"].items()}


def _printer(said: Mapping[str, Any]) -> Printer:
    across, down = said.get("offset", (0.0, 0.0))
    return Printer(**{**said, "offset": (float(across), float(down))})


def read_printer(name: str) -> Printer:
    """Give a printer by its name.

    Raises:
        InputError: there is none of that name, or the file is wrong.
    """
    known = read_printers()
    if name not in known:
        near = ", ".join(nearest(name, list(known)) or known)
        hint = (
            tr("Known: {names}.", names=near)
            if known
            else tr(
                "Measure one with deckwright export calibrate, and save it with deckwright export printer."
            )
        )
        raise InputError("no-printer", tr("There is no printer {name}.", name=name), hint=hint)
    return known[name]


@contextmanager
def changed_printers(waiting: Callable[[str], None]) -> Iterator[dict[str, Printer]]:
    """Printers by name, to be changed and then written, while other commands wait; `waiting` is as in `locked`.

    Raises:
        ChangedError: the file was changed by hand in the meantime. It stays.
        InputError: it is wrong, or cannot be written. It stays.
    """
    file = printers_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        message = tr("The folder {name} cannot be made: {reason}.", name=file.parent, reason=reason)
        raise InputError("unwritable", message, where=Where(str(file.parent))) from fault
    with locked(file, waiting):
        before = content_of(file)
        known = read_printers()
        was = dict(known)
        yield known
        if known != was:
            _write_printers(file, known, before)


def _write_printers(file: Path, printers: Mapping[str, Printer], before: bytes | None) -> None:
    lines = [
        f"  {name}: {{offset: [{x:g}, {y:g}], scale: {scale:g}, edge: {edge}}}"
        for name, ((x, y), scale, edge) in sorted(printers.items())
    ]
    write_text(file, "\n".join(["printers:" if lines else "printers: {}", *lines]) + "\n", before=before)
