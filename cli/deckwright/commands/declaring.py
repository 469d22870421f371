"""Arguments and options, as the parameters of a command's function declare them.

    limit: Annotated[int, OUTPUT.option("Largest number of cards to show.", "N", minimum=0)] = 0

The type of a parameter says how its value is read, its default whether it is required. A parameter whose type is a named
tuple of such parameters stands for all of them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import click

from deckwright.messages import later, tr
from deckwright.model.words import nearest

Completer = Callable[[click.Context, str], Iterable[str]]
"""Names that a shell offers for what is typed of a word."""


class Declared(NamedTuple):
    """What is said of an argument or option; an argument has no heading.

    `parse` reads one value, and `check` looks at it when all of the command line that comes before it is read.
    """

    text: str
    metavar: str = ""
    names: tuple[str, ...] = ()
    heading: str = ""
    choices: tuple[str, ...] = ()
    complete: Completer | None = None
    parse: Callable[[str], Any] | None = None
    check: Callable[[click.Context, Any], Any] | None = None
    minimum: int | None = None
    maximum: int | None = None
    shows_default: bool = True


def argument(
    text: str, metavar: str, complete: Completer | None = None, *, shows_default: bool = True
) -> Declared:
    """Declare an argument."""
    return Declared(text, metavar, complete=complete, shows_default=shows_default)


class Heading(NamedTuple):
    """A heading of options in the help. What it declares stands under it."""

    title: str

    def option(
        self,
        text: str,
        metavar: str,
        *names: str,
        complete: Completer | None = None,
        parse: Callable[[str], Any] | None = None,
        check: Callable[[click.Context, Any], Any] | None = None,
        minimum: int | None = None,
        maximum: int | None = None,
        shows_default: bool = True,
    ) -> Declared:
        """Declare an option with a value; without `names`, it is called as its parameter."""
        return Declared(
            text, metavar, names, self.title, (), complete, parse, check, minimum, maximum, shows_default
        )

    def flag(self, text: str, *names: str) -> Declared:
        """Declare an option without a value."""
        return Declared(text, "", names, self.title)

    def choice(self, text: str, choices: Iterable[str], *names: str) -> Declared:
        """Declare an option that takes one of some words, which its text may show as `{names}`."""
        words = tuple(choices)
        return Declared(text, "|".join(words), names, self.title, words, lambda _, __: words, one_of(*words))

    def repeated_choice(self, text: str, choices: Iterable[str], metavar: str, *names: str) -> Declared:
        """Declare an option that takes one of many words."""
        return self.choice(text, choices, *names)._replace(metavar=metavar)


def one_of(*choices: str) -> Callable[[str], str]:
    """Function that returns one of these words as it is, and refuses all others."""

    def check(value: str) -> str:
        if value not in choices:
            near = nearest(value, list(choices)) or choices
            raise click.BadParameter(
                tr("Unknown value: {value}. Did you mean {names}?", value=value, names=", ".join(near))
            )
        return value

    return check


INPUT = Heading(later("Input"))
"""What a command reads: decks, games, queries and what selects among them."""
TABLE = Heading(later("Table"))
"""Who plays and how: players, mode, settings, seed, decks of seats."""
ODDS = Heading(later("Odds"))
"""Which odds of drawing are calculated."""
APPEARANCE = Heading(later("Appearance"))
"""What printed cards look like."""
PAPER = Heading(later("Paper"))
"""Sheets, printers, backs, bleed."""
CHECKS = Heading(later("Checks"))
"""What is checked, and how strictly."""
TRANSLATION = Heading(later("Translation"))
"""Languages, states of entries, services."""
OUTPUT = Heading(later("Output"))
"""Where results go and in which form."""
COMMON = Heading(later("Common options"))
"""The options of every command."""
OTHER = Heading("Options")
"""Options of the program itself."""
HEADINGS = tuple(
    heading.title for heading in (INPUT, TABLE, ODDS, TRANSLATION, APPEARANCE, PAPER, CHECKS, OUTPUT, COMMON)
)
"""The headings in the order of the help."""


class Argument(click.Argument):
    """An argument of a command, with its line in the help."""

    def __init__(self, declared: Declared, names: list[str], **more: Any) -> None:
        super().__init__(names, **more)
        self.declared = declared

    def make_metavar(self, ctx: click.Context) -> str:  # noqa: ARG002 - click's signature
        """Name of the argument, which says itself whether it can be missing."""
        return str(self.metavar)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Line of the argument in the help."""
        more = f"  [{tr('required')}]" if self.required else ""
        return self.make_metavar(ctx), f"{self.help or ''}{more}"

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """What a shell offers for the beginning of a word."""
        return _offered(self.declared, ctx, incomplete)


class Option(click.Option):
    """An option of a command, under a heading of the help."""

    def __init__(self, declared: Declared, names: list[str], **more: Any) -> None:
        super().__init__(names, **more)
        self.declared = declared

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """What a shell offers for the beginning of a word."""
        return _offered(self.declared, ctx, incomplete)


def _offered(declared: Declared, context: click.Context, incomplete: str) -> list[Any]:
    """Names that begin with what is typed; else the shell offers files."""
    from click.shell_completion import CompletionItem

    names = declared.complete(context, incomplete) if declared.complete else ()
    offered = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return offered or [CompletionItem(incomplete, type="file")]


_REQUIRED = inspect.Parameter.empty


def declared_parameters(function: Any) -> Iterator[tuple[str, Any, list[click.Parameter]]]:
    """Yield the parameters of a command's function but the first: its name, its type, and what the command line has."""
    for one in list(inspect.signature(function).parameters.values())[1:]:
        kind = eval(one.annotation, function.__globals__)  # noqa: S307 - our own annotation
        if get_origin(kind) is Annotated:
            yield one.name, kind, [make_parameter(one.name, kind, one.default)]
        else:
            hints, defaults = get_type_hints(kind, include_extras=True), kind._field_defaults
            fields = [
                make_parameter(name, hints[name], defaults.get(name, _REQUIRED)) for name in kind._fields
            ]
            yield one.name, kind, fields


def make_parameter(name: str, hint: Any, default: Any) -> click.Parameter:
    """Argument or option of the command line."""
    kind, declared = get_args(hint)
    if get_origin(kind) is UnionType:
        kind = get_args(kind)[0]
    is_list = get_origin(kind) is list
    kind = get_args(kind)[0] if is_list else kind
    more: dict[str, Any] = {
        "required": default is _REQUIRED,
        "callback": _callback(declared, is_list=is_list),
    }
    if default is not _REQUIRED and default is not None:
        more["default"] = default
    if kind is not bool:
        more |= {"type": _type_of(kind, declared), "metavar": tr(declared.metavar)}
    text = tr(declared.text, names=", ".join(declared.choices))
    if not declared.heading:
        return Argument(declared, [name], help=text, nargs=-1 if is_list else 1, **more)
    names = declared.names or (f"--{name.replace('_', '-')}",)
    more["show_default"] = declared.shows_default and default not in {"", _REQUIRED}
    more["is_flag"] = True if kind is bool else None  # False would let click take an option without its value
    return Option(declared, [name, *names], help=text, multiple=is_list, **more)


def _callback(declared: Declared, *, is_list: bool) -> Callable[[click.Context, Any, Any], Any] | None:
    if is_list:
        return lambda _, __, values: [*(values or ())]
    if check := declared.check:
        return lambda context, _, value: check(context, value)
    return None


def _type_of(kind: Any, declared: Declared) -> click.ParamType[Any]:
    minimum, maximum = declared.minimum, declared.maximum
    is_bounded = minimum is not None or maximum is not None
    if declared.parse:
        return click.types.FuncParamType(declared.parse)
    if kind is Path:
        return click.Path(path_type=Path)
    if kind is int:
        return click.IntRange(minimum, maximum) if is_bounded else click.INT
    if kind is float:
        return click.FloatRange(minimum, maximum) if is_bounded else click.FLOAT
    return click.STRING
