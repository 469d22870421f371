"""Variables of a face: named numbers and texts, used as `$margin` or `$(width - 2 * margin)` in its boxes and styles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.words import suggest_names
from deckwright.press.looks.expressions import CalculationError, evaluate, names_in, parse_expression

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.press.looks.expressions import Value

_USE = re.compile(r"\$(?:([a-z][a-z0-9_]*)|\((.*)\))", re.DOTALL)

_SECTIONS = ("styles", "shared", "boxes")
"""Sections of a face that can use variables."""

_Path = tuple[str | int, ...]


def fill_variables(
    documents: Sequence[Document], size: Sequence[float]
) -> tuple[list[Document], list[Finding]]:
    """The files of a face with values for its variables, and findings about those that have none.

    `documents` begin with the topmost face, whose variables the others can change; `width` and `height` are those of
    the card, in mm.
    """
    values: dict[str, Any] = dict(zip(("width", "height"), size, strict=True))
    findings: list[Finding] = []
    own = _variables(documents)
    for name in own:
        _value_of(name, own, values, findings, ())
    filled = [_filled_document(document, values, findings) for document in documents]
    return filled, list(dict.fromkeys(findings))


def _variables(documents: Sequence[Document]) -> dict[str, tuple[Document, Any]]:
    """Each variable with its value as written, and the last file that sets it."""
    return {
        name: (document, value)
        for document in documents
        for name, value in document.value.get("variables", {}).items()
    }


def _value_of(
    name: str,
    own: Mapping[str, tuple[Document, Any]],
    values: dict[str, Any],
    findings: list[Finding],
    above: tuple[str, ...],
) -> None:
    """Calculate a variable and those that it refers to."""
    if name not in own or (name in values and not above):
        return
    document, written = own[name]
    if name in above:
        message = tr("{name} refers back to itself.", name=name)
        findings.append(Finding("loop", "error", message, where=document.where("variables", name)))
        values.setdefault(name, 0)
        return
    for other in _names(written):
        if other not in values:
            _value_of(other, own, values, findings, (*above, name))
    values[name] = _filled(written, ("variables", name), document, values, findings)


def _names(written: Any) -> list[str]:
    use = _USE.fullmatch(written) if isinstance(written, str) else None
    if use is None:
        return []
    try:
        return list(names_in(parse_expression(use[1] or use[2])))
    except InputError:
        return []


def _filled_document(document: Document, values: Mapping[str, Any], findings: list[Finding]) -> Document:
    if "$" not in document.text:
        return document
    value = {
        key: _filled(part, (key,), document, values, findings) if key in _SECTIONS else part
        for key, part in document.value.items()
    }
    return document._replace(value=value)


def _filled(
    part: Any, path: _Path, document: Document, values: Mapping[str, Any], findings: list[Finding]
) -> Any:
    if isinstance(part, dict):
        return {key: _filled(one, (*path, key), document, values, findings) for key, one in part.items()}
    if isinstance(part, list):
        return [_filled(one, (*path, at), document, values, findings) for at, one in enumerate(part)]
    use = _USE.fullmatch(part) if isinstance(part, str) else None
    if use is None:
        return part
    try:
        return _calculated(use[1] or use[2], values.get, values)
    except (InputError, CalculationError) as fault:
        reason = fault.message if isinstance(fault, InputError) else str(fault)
        findings.append(Finding("variable", "error", reason, where=document.where(*path)))
        return 0


def _calculated(written: str, look_up: Callable[[str], Value | None], known: Mapping[str, Any]) -> Any:
    """Value of an expression.

    Raises:
        InputError: it is not valid, or has the name of no variable.
        CalculationError: it has no value.
    """
    expression = parse_expression(written)
    for name in names_in(expression):
        if name not in known:
            message = tr("Unknown variable: {name}.", name=name)
            raise InputError("variable", f"{message} {suggest_names(name, [*known])}")
    return evaluate(expression, look_up)
