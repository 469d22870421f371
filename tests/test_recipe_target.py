"""The recipe for a target in CONTRIBUTING.md, followed in a scratch copy: two files, and no Python."""

from __future__ import annotations

import json

TARGET = """\
    # yaml-language-server: $schema=../../schemas/target.schema.json
    about: Pages for a workshop of our own.
    pages: {card: [63, 88], bleed: 2, backs: after}
    """
ROW = "| `workshop` | `export pdf` | Pages for a workshop of our own. |\n"


def test_a_target_is_one_file_and_its_row_in_the_docs(scratch_copy, tmp_path):
    scratch_copy.write("exports/targets/workshop.yaml", TARGET)
    scratch_copy.insert("docs/targets.md", ROW, before="| `tts` |")
    assert scratch_copy.changed() == {"exports/targets/workshop.yaml", "docs/targets.md"}
    out = tmp_path / "cards.pdf"
    cards = ("data-monsters", "--select", "kind:hack", "--target", "workshop", "-o", out, "--json")
    done = scratch_copy.deckwright("export", "pdf", *cards)
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["pages"] == 2 * printed["cards"] > 0
    assert out.read_bytes().startswith(b"%PDF")


def test_the_recipe_for_a_target_names_its_files(scratch_copy):
    recipe = (scratch_copy.root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _, _, rest = recipe.partition("**a target**")
    assert {"`exports/targets/`", "`docs/targets.md`"} <= {
        word.rstrip(",.:;") for word in rest.partition("\n\n")[0].split()
    }
