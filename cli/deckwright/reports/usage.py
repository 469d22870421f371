"""Say in the user's language how a command was called wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.messages import tr
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
    return f"{name}: {error.message}"


def _other(error: Any) -> str:
    command = error.ctx.command if error.ctx else None
    word = error.message.partition("'")[2].partition("'")[0]
    if error.message.startswith("No such command") and command is not None:
        near = nearest(word, list(getattr(command, "table", ())))
        message = tr("There is no command {name}.", name=word)
        return f"{message} {tr('Did you mean {names}?', names=', '.join(near))}" if near else message
    return str(error.format_message())


_SAY: dict[str, Callable[[Any], str]] = {
    "NoSuchOption": _no_such_option,
    "MissingParameter": _missing,
    "BadParameter": _bad_parameter,
}
