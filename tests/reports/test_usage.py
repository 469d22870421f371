"""What the command-line library says of numbers is said in words of ours, for every option of every command."""

from __future__ import annotations

import re

import pytest
from typer._click.exceptions import UsageError

from deckwright import messages
from deckwright.app import command_line
from deckwright.reports.usage import usage_message


def commands(group, path=()):
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "list_commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


@pytest.fixture(params=["it", "fr"])
def tongue(request, monkeypatch):
    monkeypatch.setattr(messages, "_spoken", [*messages._spoken])  # noqa: SLF001 - the language goes back after it
    messages.use(request.param)
    return request.param


NUMBERS = [
    (path, param)
    for path, command in commands(command_line())
    for param in command.params
    if re.search("int|float", param.type.name)
]


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize(
    ("path", "param"), NUMBERS, ids=lambda one: " ".join(one) if isinstance(one, tuple) else one.name
)
@pytest.mark.parametrize("value", ["many", "-1000000", "1000000", "0"])
def test_a_wrong_number_is_refused_in_the_users_language(path, param, value):
    assert path
    try:
        param.type.convert(value, param, None)
    except UsageError as error:
        said = usage_message(error)
        assert value in said
        assert " is " not in said


def test_there_are_such_options():
    assert {param.name for _, param in NUMBERS} >= {"players", "limit", "at_least"}
