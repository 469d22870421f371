"""How commands declare arguments and options: Typer's, in fewer words, and groups of them that several commands share.

    limit: Annotated[int, OUTPUT.option("Largest number of cards to show.", "N", min=0)] = 0

Texts are translated when a command is made of its function. A parameter whose type is a named tuple of declared parameters
stands for all of them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Annotated, Any, get_origin, get_type_hints

from typer import Argument, BadParameter, Option

from deckwright.messages import later, tr
from deckwright.model.words import nearest

Completer = Callable[..., list[str]]
"""Names that a shell offers for the beginning of a word."""


def argument(text: str, metavar: str, complete: Completer | None = None, **more: Any) -> Any:
    """Declare an argument."""
    return Argument(help=text, metavar=metavar, autocompletion=complete, **more)


class Heading(str):
    """A heading of options in the help, which declares those under it."""

    __slots__ = ()

    def option(self, text: str, metavar: str, *names: str, **more: Any) -> Any:
        """Declare an option with a value; without `names`, it is called as its parameter."""
        return Option(*names, help=text, metavar=metavar, rich_help_panel=self, **more)

    def flag(self, text: str, *names: str) -> Any:
        """Declare an option without a value; without `names`, it is called as its parameter."""
        return Option(*names, help=text, rich_help_panel=self)

    def choice(self, text: str, choices: Iterable[str], *names: str, metavar: str = "") -> Any:
        """Declare an option that takes one of some words."""
        words = tuple(choices)
        return self.option(
            text,
            metavar or "|".join(words),
            *names,
            parser=one_of(*words),
            autocompletion=lambda incomplete: [word for word in words if word.startswith(incomplete)],
        )


def one_of(*choices: str) -> Callable[[str], str]:
    """Function that returns one of these words as it is, and refuses all others."""

    def check(value: str) -> str:
        if value not in choices:
            near = nearest(value, list(choices)) or choices
            raise BadParameter(
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
HEADINGS = (INPUT, TABLE, ODDS, TRANSLATION, APPEARANCE, PAPER, CHECKS, OUTPUT, COMMON)
"""The headings in the order of the help."""


class Declaration:
    """Parameters of a command's function, with those of groups one by one."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.parameters: list[inspect.Parameter] = []
        self._groups: dict[str, Any] = {}
        scope: Any = function
        parameters = inspect.signature(function).parameters
        # Without what it returns, which is imported for type checkers alone.
        declared = SimpleNamespace(
            __annotations__={name: each.annotation for name, each in parameters.items()}
        )
        kinds = get_type_hints(declared, scope.__globals__, include_extras=True)
        for parameter in parameters.values():
            kind = kinds[parameter.name]
            if hasattr(kind, "_fields"):
                self._groups[parameter.name] = kind
                hints = get_type_hints(kind, include_extras=True)
                for name in kind._fields:
                    self.add(name, hints[name], kind._field_defaults[name])
            else:
                self.add(parameter.name, kind, parameter.default)

    def add(self, name: str, kind: Any, default: Any, place: int | None = None) -> None:
        """Add a parameter, at the end or in another place."""
        if get_origin(kind) is Annotated and kind.__origin__ is bool and kind.__metadata__[0].default is ...:
            # Without a name, Typer adds an option that takes the flag back.
            kind.__metadata__[0].default = f"--{name.replace('_', '-')}"
        made = inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        self.parameters.insert(len(self.parameters) if place is None else place, made)

    def call(self, **values: Any) -> Any:
        """Call the function with values of these parameters."""
        for name, group in self._groups.items():
            values[name] = group(*(values.pop(field) for field in group._fields))
        return self.function(**values)

    def typed(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """Set the parameters of a function, as Typer reads them."""
        made: Any = run
        made.__signature__ = inspect.Signature(self.parameters)
        made.__annotations__ = {each.name: each.annotation for each in self.parameters}
        return run
