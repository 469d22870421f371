"""What comes back in any format, merged: nothing where nobody has worked, and the work where somebody has."""

import csv
import io
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.handout_formats import FORMATS
from deckwright.files.handouts import read_table, write_csv
from deckwright.findings import Where
from deckwright.model.translation import IncomingMessage, Message
from deckwright.translation.merge import MergeOptions, merge

from .handouts import handout, handouts, small, texts
from .workbook_parts import ods

WAYS = MergeOptions("2026-11-22", "Anna")
ICONS = {"tech": "mdi:chip", "sci": "mdi:flask"}
# A memory has texts alone, without states and comments: test_xliff1.py.
WRITTEN = [ending for ending, form in FORMATS.items() if form.write and ending != ".tmx"]
each_format = pytest.mark.parametrize("ending", WRITTEN)


def returned(ending, given_out):
    return FORMATS[ending].read(FORMATS[ending].write(given_out), f"back{ending}")


def entries_of(given_out):
    return [one.entry for one in given_out.entries]


@each_format
@given(given_out=handouts())
def test_what_nobody_has_touched_changes_nothing(ending, given_out):
    merged = merge(entries_of(given_out), returned(ending, given_out), ICONS, WAYS)
    assert (merged.touched(), merged.conflicts, merged.findings) == ([], (), ())


@each_format
@given(given_out=handouts(), text=texts)
def test_a_suggestion_that_comes_back_is_merged_as_it_is(ending, given_out, text):
    """A game without translations gets exactly what went out as suggested."""
    known = [
        entry._replace(text="", state="missing", previous="", unsure=False)
        for entry in entries_of(given_out)
        if entry.state in {"draft", "machine"}
    ]
    suggested = [
        entry._replace(text=text, state="draft", unsure=number % 2 == 1) for number, entry in enumerate(known)
    ]
    out = [
        given_out.entries[0]._replace(entry=entry, known=was)
        for entry, was in zip(suggested, known, strict=True)
    ]
    merged = merge(known, returned(ending, handout(*out)), ICONS, MergeOptions("2026-11-22"))
    assert [entry._replace(at="", by="") for entry in merged.entries] == [
        one._replace(at="", by="") for one in suggested
    ]


@each_format
@given(st.sampled_from(["machine", "stale", "draft", "reviewed"]), texts)
def test_a_text_that_was_changed_is_a_draft_of_whoever_changed_it(ending, state, text):
    entry = Message(
        "krol.text",
        "Gain {tech}.",
        "Recevez {tech}.",
        state,
        previous="Get {tech}." if state == "stale" else "",
    )
    file = returned(ending, handout(small().entries[0]._replace(entry=entry)))
    back = file.entries[0]._replace(text=text, is_fuzzy=False)
    merged = merge([entry], file._replace(entries=(back,)), ICONS, WAYS)
    assert merged.entries[0][2:7] == (text, "draft", "", "Anna", "2026-11-22")


def test_every_format_reads_what_it_writes_into_the_same_values():
    came = {
        ending: returned(ending, small(state="machine")).entries[0]._replace(where=None) for ending in WRITTEN
    }
    assert set(came.values()) == {
        IncomingMessage(
            "krol.text",
            "Gain {tech} 2.",
            "Recevez {tech} 2.",
            is_fuzzy=True,
            comments=("state: machine",),
            given=came[".po"].given,
        )
    }


def test_a_table_that_was_saved_in_another_format_is_read_too():
    columns, *rows = csv.reader(io.StringIO(write_csv(small()).decode("utf-8-sig")))
    xml = "".join(
        f"<table:table-row>{''.join(text_cell(cell) for cell in row)}</table:table-row>"
        for row in (columns, *rows)
    )
    came = FORMATS[".ods"].read(ods(xml), "back.ods")
    [entry] = returned(".csv", small()).entries
    assert came.entries == (entry._replace(where=Where("back.ods", 2, 1, "S1!A2")),)
    text = write_csv(small()).decode("utf-8-sig").replace('","', '"\t"').encode("utf-16")
    assert read_table(text, "back.tsv").entries[0]._replace(where=None) == entry._replace(where=None)


def test_an_assumed_encoding_of_translations_is_refused_as_letters_may_be_lost():
    with pytest.raises(InputError) as caught:
        read_table("context,source,translation\na.name,Frog,épée\n".encode("cp1252"), "back.csv")
    assert (caught.value.code, caught.value.where.line) == ("encoding", 2)


def text_cell(text):
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in text.split("\n"))
    return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'
