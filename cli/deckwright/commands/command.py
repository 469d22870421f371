"""Commands and groups of commands: their help, and what is wrong with how they were called.

@command("deckwright search 'kind:tool tech>=3'")
def run(context: Context, query: Annotated[str, argument("Words to look for.", "QUERY")]) -> None:
    \"\"\"Find cards.\"\"\"
"""

from __future__ import annotations

import inspect
import itertools
import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import typer
from typer import Exit, TyperException
from typer.core import TyperCommand, TyperGroup

from deckwright.commands.options import COMMON, HEADINGS, Declaration, all_option, common_options
from deckwright.errors import UsageError
from deckwright.messages import later, tr
from deckwright.model.words import did_you_mean, nearest
from deckwright.reports.output import note


class _Help:
    """Help in the user's language, with options under headings, and examples."""

    examples: Sequence[str] = ()

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        formatter.write_usage(
            ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=tr("Usage: ")
        )

    def get_short_help_str(self: Any, limit: int = 0) -> str:  # noqa: ARG002 - the list wraps it itself
        return first_paragraph(self.help)

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        """Write the arguments, and the options under their headings, which have the same order for every command."""
        sections: dict[str, list[tuple[str, str]]] = {
            heading: [] for heading in ("Arguments", "Options", *HEADINGS)
        }
        for param in self.get_params(ctx):
            sections[_heading(param)].append(param.get_help_record(ctx))
        for heading, records in sections.items():
            if records:
                with formatter.section(tr(heading)):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - Typer's signature
        if self.examples:
            with formatter.section(tr("Examples")):
                for example in self.examples:
                    formatter.write(f"  {example}\n")

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Parts of the usage line, without the braces around choices."""
        pieces: list[str] = super().collect_usage_pieces(ctx)  # type: ignore[misc]  # of Typer's class, beside which this stands
        return [piece.strip("{}") for piece in pieces]

    def get_help_option(self, ctx: Any) -> Any:
        """The option --help, in the user's language."""
        option = super().get_help_option(ctx)  # type: ignore[misc]  # of Typer's class, beside which this stands
        if option:
            option.help = tr("Show this help.")
        return option


def _heading(param: Any) -> str:
    """Heading of a parameter in the help."""
    if param.param_type_name == "argument":
        return "Arguments"
    return COMMON if "--help" in param.opts else param.rich_help_panel or "Options"


def first_paragraph(text: str | None) -> str:
    """First paragraph of a help text, as one line."""
    return (text or "").partition("\n\n")[0].replace("\n", " ")


_QUERY = re.compile(r"-\w+[:=<>!]")


class Command(_Help, TyperCommand):
    """One command. A query may start with a minus sign: no option looks like one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; a space before a query keeps it from being read as an option.

        Raises:
            UsageError: they are wrong.
        """
        words = [f" {word}" if _QUERY.match(word) else word for word in args]
        try:
            extra = super().parse_args(ctx, list(words))
        except TyperException as error:
            raise usage_error(error, ctx, words) from error
        if extra and not ctx.resilient_parsing:
            raise _wrong_usage(tr("Unexpected arguments: {words}.", words=" ".join(extra)), ctx)
        for param in self.params:
            value = ctx.params.get(param.name)
            if isinstance(value, float) and math.isnan(value):  # which is not less than any limit, nor more
                text = tr("{label}: {value}", label=param.opts[0], value=_number_message(param, words))
                raise _wrong_usage(text, ctx)
        return extra


def command(*examples: str, shortens: bool = False) -> Callable[[Callable[..., None]], Callable[[], Command]]:
    """Turn a function into one that makes a command of it, in the language of the moment, with examples for its help.

    One that `shortens` counts findings that are many and alike, unless `--all` asks for them.
    """

    def make(function: Callable[..., None]) -> Command:
        declaration = Declaration(function)
        return make_command(declaration, declaration.call, examples, shortens=shortens)

    return lambda function: lambda: make(function)


def make_command(
    declaration: Declaration, run: Callable[..., None], examples: Sequence[str], *, shortens: bool
) -> Command:
    """Let Typer make a command of what a function declares, and translate it."""
    maker = typer.Typer(add_completion=False, rich_markup_mode=None)
    text = tr(inspect.cleandoc(declaration.function.__doc__ or ""))
    settings = {"allow_extra_args": True}  # to be refused in our own words

    def call(**values: Any) -> None:  # a function of its own for each command, which gets its parameters
        run(**values)

    register = maker.command(
        cls=Command, help=text, options_metavar=tr("[OPTIONS]"), context_settings=settings
    )
    register(declaration.typed(call))
    made: Any = typer.main.get_command(maker)
    made.examples = examples
    for param in made.params:
        param.help = tr(param.help) if param.help else param.help
        param.metavar = tr(param.metavar) if param.metavar else param.metavar
    made.params += [*([all_option()] if shortens else ()), *common_options()]
    command: Command = made
    return command


class Group(_Help, TyperGroup):
    """A command that has commands, by their names; `find` imports one when it is needed, `summary` tells what it does."""

    names: Sequence[str] = ()
    find: Callable[[str], Any]
    summary: Callable[[str], str]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the options before the command; show the help if there are none.

        Raises:
            UsageError: they are wrong.
        """
        if not args and not ctx.resilient_parsing:
            note(ctx.get_help())
            raise Exit(UsageError.exit_code)
        try:
            return super().parse_args(ctx, args)
        except TyperException as error:
            raise usage_error(error, ctx, args) from error

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the arguments name.

        Raises:
            UsageError: it is unknown.
        """
        if args[0] not in self.names and not ctx.resilient_parsing:
            message = tr("Unknown command: {name}.", name=args[0])
            raise _wrong_usage(f"{message}{_suggestion(args[0], self.names)}", ctx)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - Typer's signature
        """Names of the commands, in their order."""
        return [*self.names]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - Typer's signature
        """The command of this name, imported on first use."""
        if cmd_name in self.names and cmd_name not in self.commands:
            self.commands[cmd_name] = self.find(cmd_name)
        return self.commands.get(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - Typer's signature
        """List the commands and what they do. None is imported for that: it takes longer than all the rest."""
        with formatter.section(tr("Commands")):
            formatter.write_dl([(name, self.summary(name)) for name in self.names])

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


# Wrong usage.


def usage_error(error: TyperException, ctx: Any, words: Sequence[str] = ()) -> UsageError:
    """Wrong usage that Typer has found, in the user's language."""
    option: str | None = getattr(error, "option_name", None)
    param: Any = getattr(error, "param", None)
    if option:
        return _wrong_usage(_option_message(option, ctx), ctx)
    if param:
        name = param.opts[0] if param.param_type_name == "option" else param.make_metavar(ctx)
        if not error.message:
            return _wrong_usage(tr("Missing {name}.", name=name.removesuffix("...")), ctx)
        text = _number_message(param, words) or error.message
        return _wrong_usage(tr("{label}: {value}", label=name, value=text), ctx)
    return _wrong_usage(error.message, ctx)


def _wrong_usage(message: str, ctx: Any) -> UsageError:
    path = ctx.command_path if ctx else "deckwright"
    return UsageError("usage", message, hint=tr("See {command} --help.", command=path))


def _option_message(name: str, ctx: Any) -> str:
    options = {
        option: param
        for param in ctx.command.get_params(ctx)
        for option in param.opts
        if option.startswith("-")  # arguments have names, too
    }
    if name not in options:
        return f"{tr('Unknown option: {name}.', name=name)}{_suggestion(name, options)}"
    if options[name].is_flag:
        return tr("{name} does not take a value.", name=name)
    return tr("{name} requires a value.", name=name)


def _suggestion(word: str, known_words: Iterable[str]) -> str:
    guess = did_you_mean(nearest(word, list(known_words)))
    return f" {guess}" if guess else ""


def _number_message(param: Any, words: Sequence[str]) -> str:
    """What is wrong with the value of a parameter that is a number; '' for other parameters."""
    kind = str(param.type.name)
    if not kind.startswith(("int", "float")):
        return ""
    least, most = (getattr(param.type, bound, None) for bound in ("min", "max"))
    message = _NUMBER_MESSAGES[kind.startswith("int"), least is not None, most is not None]
    return tr(message, value=_typed_value(param, words), least=least, most=most)


_NUMBER_MESSAGES = {
    (True, False, False): later("“{value}” is not a whole number."),
    (True, True, False): later("“{value}” is not a whole number from {least}."),
    (True, False, True): later("“{value}” is not a whole number up to {most}."),
    (True, True, True): later("“{value}” is not a whole number from {least} to {most}."),
    (False, False, False): later("“{value}” is not a number."),
    (False, True, False): later("“{value}” is not a number from {least}."),
    (False, False, True): later("“{value}” is not a number up to {most}."),
    (False, True, True): later("“{value}” is not a number from {least} to {most}."),
}
"""Messages for numbers that are wrong: by whether they must be whole, and have a least and a largest value."""


def _typed_value(param: Any, words: Sequence[str]) -> str:
    """Value of an option as it was typed; the last one counts."""
    for following, word in itertools.pairwise(reversed([*words, ""])):
        if word in param.opts:
            return following
        name, equals, value = word.partition("=")
        if equals and name in param.opts:
            return value
    return ""
