"""Say in the user's language how a command was called wrongly."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from deckwright.messages import later, tr
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from typer._click.exceptions import UsageError


def usage_message(error: UsageError) -> str:
    """Put an error of the command-line library into words of ours."""
    say = _SAY.get(type(error).__name__)
    return say(error) if say else _other(error)


def _no_such_option(error: Any) -> str:
    known = (
        [name for param in error.ctx.command.get_params(error.ctx) for name in param.opts]
        if error.ctx
        else []
    )
    near = nearest(error.option_name, known)
    message = tr("There is no option {name}.", name=error.option_name)
    return f"{message} {tr('Did you mean {names}?', names=', '.join(near))}" if near else message


def _missing(error: Any) -> str:
    name = (
        error.param.opts[0]
        if error.param.param_type_name == "option"
        else error.param.make_metavar(error.ctx)
    )
    return tr("{name} is missing.", name=name)


def _bad_parameter(error: Any) -> str:
    if error.param is None:
        return str(error.message)
    name = (
        error.param.opts[0]
        if error.param.param_type_name == "option"
        else error.param.make_metavar(error.ctx)
    )
    return tr("{label}: {value}", label=name, value=_in_our_words(error.message))


def _other(error: Any) -> str:
    command = error.ctx.command if error.ctx else None
    word = error.message.partition("'")[2].partition("'")[0]
    if error.message.startswith("No such command") and command is not None:
        near = nearest(word, list(getattr(command, "table", ())))
        message = tr("There is no command {name}.", name=word)
        return f"{message} {tr('Did you mean {names}?', names=', '.join(near))}" if near else message
    return _in_our_words(error.format_message())


_OF_THE_LIBRARY = {
    r"['\"](?P<value>.*)['\"] is not a valid int(?: range)?\.": later("“{value}” is not a whole number."),
    r"(?P<value>[-\d.]+) is not in the range x>=(?P<limit>[-\d.]+)\.": later(
        "{value} is too small: the minimum is {limit}."
    ),
    r"(?P<value>[-\d.]+) is not in the range x<=(?P<limit>[-\d.]+)\.": later(
        "{value} is too large: the maximum is {limit}."
    ),
    r"(?P<value>[-\d.]+) is not in the range (?P<least>[-\d.]+)<=x<=(?P<most>[-\d.]+)\.": later(
        "{value} is too small or too large: from {least} to {most} is possible."
    ),
    r"['\"](?P<value>.*)['\"] is not a valid float(?: range)?\.": later("“{value}” is not a number."),
    r"Option '(?P<name>.*)' requires an argument\.": later("{name} needs a value after it."),
    r"Option '(?P<name>.*)' does not take a value\.": later("{name} takes no value."),
    r"Got unexpected extra argument\(s\) \((?P<words>.*)\)": later("Nothing more is expected here: {words}."),
}
"""What the command-line library says in English only, and what we say instead."""


def _in_our_words(message: str) -> str:
    said = ((re.fullmatch(theirs, message, re.DOTALL), ours) for theirs, ours in _OF_THE_LIBRARY.items())
    return next((tr(ours, **found.groupdict()) for found, ours in said if found), message)


_SAY: dict[str, Callable[[Any], str]] = {
    "NoSuchOption": _no_such_option,
    "MissingParameter": _missing,
    "BadParameter": _bad_parameter,
}
