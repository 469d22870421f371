"""Say what is wrong with a file that is no YAML, in words of ours where we know better ones than the parser's."""

from __future__ import annotations

import re
from typing import Any

from deckwright.errors import InputError, Where
from deckwright.files.texts import lines_of
from deckwright.messages import later, tr

_SEPARATORS = re.compile("[\x85\u2028\u2029]")

_ADVICE = {
    "mapping values are not allowed": later(
        "Either this line is indented wrongly, or a text holds a colon: then put quotes around the text."
    ),
    "found unexpected ':'": later("Between brackets or braces, put quotes around a text that holds a colon."),
    "could not find expected ':'": later(
        "A key without a colon starts here, or a text that is indented too little."
    ),
    "did not find expected key": later("The indentation or a quote before this place is wrong."),
    "did not find expected '-' indicator": later(
        "The indentation of this line fits neither the list nor what follows it."
    ),
    "did not find expected ',' or": later("A comma or a closing bracket is missing before this place."),
    "did not find expected node content": later(
        "A value is missing here, or a bracket is closed that was never opened."
    ),
    "did not find expected alphabetic": later("Put quotes around a text that starts with * or &."),
    "did not find expected comment": later("After | or > the text starts on the next line."),
    "did not find expected <document start>": later("The file goes on here after its end."),
    "found unexpected end of stream": later("A quote is opened here and never closed."),
    "found unexpected document indicator": later("A quote is opened here and never closed."),
    "found undefined tag handle": later("Put quotes around a text that starts with !."),
    "cannot start any token": later("Put quotes around a text that starts with this sign."),
    "escape": later("In double quotes a backslash starts an escape; use single quotes, or two backslashes."),
    "control characters are not allowed": later(
        "A control character stands here; only tabs and line ends are allowed."
    ),
}
_TAB = later("A tab is used to indent here; YAML wants spaces.")
# Where these arise, the parser only noticed: what is wrong began at the context's mark.
_BEGAN_BEFORE = ("could not find expected ':'", "found unexpected end", "found unexpected document")


def refuse_separators(text: str, file: str) -> None:
    """Refuse line separators that editors do not count as line ends, but the parser does.

    Raises:
        InputError: at the first one.
    """
    found = _SEPARATORS.search(text)
    if found:
        message = tr(
            "An invisible separator stands here (U+{code}): take it out.", code=f"{ord(found[0]):04X}"
        )
        raise InputError("yaml", message, where=_place(text[: found.start()], file))


def not_yaml(fault: Any, text: str, file: str) -> InputError:
    """Make the error for what the parser refused, with the place where it began."""
    problem = str(getattr(fault, "problem", None) or getattr(fault, "reason", None) or fault)
    where = _where_of(fault, problem, text, file)
    advice = next((tr(advice) for start, advice in _ADVICE.items() if start in problem), f"{problem}.")
    if _indents_by_tab(text, where):
        advice = tr(_TAB)
    return InputError("yaml", tr("This is not well-formed YAML. {advice}", advice=advice), where=where)


def _where_of(fault: Any, problem: str, text: str, file: str) -> Where:
    mark = getattr(fault, "problem_mark", None)
    if problem.startswith(_BEGAN_BEFORE):
        mark = getattr(fault, "context_mark", None) or mark
    if mark:
        return Where(file, mark.line + 1, mark.column + 1)
    before = text.encode()[: getattr(fault, "position", None) or 0]
    return _place(before.decode("utf-8", "ignore"), file)


def _place(before: str, file: str) -> Where:
    """Give the place that a text leads up to."""
    *above, line = lines_of(before)
    return Where(file, len(above) + 1, len(line) + 1)


def _indents_by_tab(text: str, where: Where) -> bool:
    line = next(iter(lines_of(text)[where.line - 1 :]), "")
    return "\t" in line[: len(line) - len(line.lstrip())] and not line[: where.column - 1].strip()
