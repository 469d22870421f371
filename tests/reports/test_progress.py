"""Progress is shown on a terminal, for work that takes long enough to wonder."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty")


def output_on_a_terminal(tmp_path, database_path, *arguments):
    """Run a command whose standard error is a terminal; returns what it shows there."""
    ours, its = pty.openpty()
    command = [sys.executable, "-m", "deckwright", *arguments, "--db", str(database_path)]
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=its, stderr=its):
        os.close(its)
        output = b""
        while chunk := _read(ours):
            output += chunk
    os.close(ours)
    return output.decode()


def _read(terminal):
    try:
        return os.read(terminal, 4096)
    except OSError:  # Linux: the other end is closed
        return b""


@pytest.mark.deep("draws all pictures")
@pytest.mark.parametrize("export", [("png", "--dpi", "30"), ("tts",)])
def test_pictures_show_their_progress_from_a_few_cards_on(tmp_path, database_path, export):
    output = output_on_a_terminal(
        tmp_path, database_path, "export", export[0], "dataset", *export[1:], "-o", "made"
    )
    assert "Printing" in output
    assert "/58" in output


def test_a_few_cards_on_a_sheet_show_none(tmp_path, database_path):
    output = output_on_a_terminal(
        tmp_path, database_path, "export", "pdf", "data-monsters/startup", "-o", "cards.pdf"
    )
    assert "Printing" not in output
