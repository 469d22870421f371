"""The script that completes commands and names in the user's shell."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        ("/bin/zsh", "#compdef deckwright"),
        ("/usr/local/bin/fish", "complete --command deckwright"),
        ("/bin/bash", "complete -o default -F _deckwright_completion deckwright"),
        (r"C:/Program Files/PowerShell/7/pwsh.EXE", "Register-ArgumentCompleter"),
    ],
)
def test_the_script_is_for_the_shell_that_the_environment_names(deckwright, shell, line):
    ran = deckwright("--show-completion", SHELL=shell)
    assert (ran.code, ran.err) == (0, "")
    assert line in ran.out


@pytest.mark.parametrize("option", ["--show-completion", "--install-completion"])
def test_a_shell_without_completion_is_named_with_those_that_have_it(deckwright, option):
    ran = deckwright(option, SHELL="/bin/tcsh")
    assert (ran.code, ran.out) == (2, "")
    assert "Completion is not available for the shell tcsh." in ran.err
    assert "Set SHELL to one of: bash, zsh, fish, powershell, pwsh." in ran.err


def test_it_is_installed_for_that_shell(deckwright, tmp_path):
    ran = deckwright("--install-completion", SHELL="/bin/zsh", HOME=str(tmp_path))
    made = tmp_path / ".zfunc" / "_deckwright"
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"Completion for zsh was installed in {made}. Open a new terminal to use it.\n"
    assert made.read_text().startswith("#compdef deckwright")


def test_a_home_that_is_a_file_is_named(deckwright, tmp_path):
    (tmp_path / "home").write_text("a file")
    ran = deckwright("--install-completion", SHELL="/bin/zsh", HOME=str(tmp_path / "home"))
    assert ran.code == 3
    assert "Traceback" not in ran.err
    assert f"{tmp_path / 'home'}" in ran.err
