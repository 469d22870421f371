"""A check of translations is added as CONTRIBUTING.md says, and nothing else has to be touched."""

from __future__ import annotations

import json

CHECK = '''
    def check_length(_: Wordbook, entry: Entry) -> Iterator[TextFinding]:
        """Find texts that are longer than their source."""
        if len(entry.text) > len(entry.source):
            yield TextFinding("info", tr("It is longer than its source."))


'''
SUMMARY = "a text that is longer than its source (note)"


def test_a_check_is_a_function_a_record_and_a_row_of_the_page(scratch_copy):
    module = scratch_copy.module("deckwright.translation.checks.typography")
    registry = scratch_copy.module("deckwright.translation.checks.run")
    scratch_copy.insert(module, CHECK, before="def check_spaces(")
    scratch_copy.insert(registry, "check_length, ", before="check_quotes, check_spaces")
    record = f'    Check("length", "{SUMMARY}", check_length),\n'
    scratch_copy.insert(registry, record, before='    Check("spaces",')
    scratch_copy.insert("docs/translating.md", f"| `length` | {SUMMARY} |\n", before="| `spaces` |")
    scratch_copy.make("docs")
    scratch_copy.make("messages")
    catalogues = {f"cli/deckwright/locales/{language}/LC_MESSAGES/deckwright.po" for language in ("it", "fr")}
    touched = {module, registry, "docs/translating.md", "docs/commands.md", *catalogues}
    assert scratch_copy.changed() == touched
    said = scratch_copy.deckwright(
        "translate", "check", "dataset", "--to", "fr", "--rule", "length", "--json"
    )
    assert said.returncode == 0, said.stderr
    findings = json.loads(said.stdout)["findings"]
    assert findings
    assert {(one["rule"], one["severity"]) for one in findings} == {("length", "info")}
    refused = scratch_copy.deckwright("translate", "check", "dataset", "--rule", "lenght")
    assert (refused.returncode, "length" in refused.stderr) == (2, True)
