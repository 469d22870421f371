"""What every command checks of its options before it works."""

from __future__ import annotations

import pytest

from deckwright.files.deck_formats import WRITTEN_ENDINGS

WRITERS = [
    ("export csv dataset", ".csv, .tsv, .xlsx, .json"),
    ("export xlsx dataset", ".csv, .tsv, .xlsx, .json"),
    ("export json dataset", ".csv, .tsv, .xlsx, .json"),
    ("export html dataset", ".html, .htm"),
    ("export pdf dataset", ".pdf"),
    ("export pdf dataset --with fr", ".pdf"),
    ("export pdf data-monsters/startup --target dtc-poker", ".pdf"),
    ("export pdf data-monsters --target contact", ".pdf"),
    ("export pad dataset", ".pdf"),
    ("export reference dataset", ".pdf"),
    ("export rules dataset", ".pdf"),
    ("export tuckbox dataset", ".pdf"),
    ("export calibrate", ".pdf"),
    ("build dataset main --players 2", ".txt, .dec"),
    ("deal dataset --players 2", ".txt"),
    ("score dataset --template --players 2", ".yaml, .yml"),
    ("export list data-monsters/startup", ", ".join(WRITTEN_ENDINGS)),
    ("stats data-monsters/startup", ".svg, .png"),
]


@pytest.mark.parametrize(("command", "endings"), WRITERS)
def test_a_file_with_the_ending_of_another_format_is_refused(deckwright, tmp_path, command, endings):
    ran = deckwright(*command.split(), "-o", "made.ods")
    assert (ran.code, ran.out) == (2, "")
    assert "error: made.ods ends in .ods, but this command cannot write that format." in ran.err
    assert f"Use a file name that ends in {endings}." in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["cards", "CARDS.CSV", "cards.v2.csv"])
def test_an_ending_may_be_in_capitals_or_missing(deckwright, tmp_path, name):
    ran = deckwright("export", "csv", "dataset", "-o", name)
    assert ran.code == 0, ran.err
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_devices_and_folders_have_no_ending(deckwright_process, tmp_path):
    assert "simple-red" in deckwright_process("export", "csv", "dataset", "-o", "/dev/stdout").out
    single = deckwright_process(
        "export", "pdf", "data-monsters/startup", "--target", "single", "-o", "cards.v1"
    )
    assert single.code == 0, single.err
    assert (tmp_path / "cards.v1").is_dir()


@pytest.mark.parametrize(
    ("option", "message"), [("--deck", "--deck.\n"), ("--gam", "--gam. Did you mean --game?")]
)
def test_only_options_are_like_an_unknown_one(deckwright, option, message):
    assert f"Unknown option: {message}" in deckwright("draw", option, "x").err
