"""What came of checking translations, as a translator reads it."""

from __future__ import annotations

from deckwright.reports.translation_checks import Result, report_checks
from deckwright.translation.checks.run import CheckReport


def test_languages_without_a_dictionary_are_named_in_one_line(capsys):
    spelling = {"it": "none", "fr": "on", "pt-BR": "none"}
    results = [Result(language, 7, CheckReport([], 0), state) for language, state in spelling.items()]
    report_checks("lab", results, "text")
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 3
    assert err == (
        "Spelling was not checked (it, pt-BR): no dictionary was found. "
        "Install deckwright[spelling] and a Hunspell dictionary such as hunspell-it, or use --dictionary FILE.\n"
    )
