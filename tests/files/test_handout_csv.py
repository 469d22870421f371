import csv
import io

import pytest
from hypothesis import given

from deckwright.errors import InputError
from deckwright.files.handouts import read_table, write_csv
from deckwright.model.translation import text_and_state

from .handouts import check_round_trip, handout, handouts, small

HEADS = "context,source,translation,state,mark\n"


def read(text):
    return read_table(text if isinstance(text, bytes) else text.encode(), "back.csv")


def fault_of(text):
    with pytest.raises(InputError) as caught:
        read(text)
    return caught.value


@given(handouts())
def test_what_goes_out_comes_back_the_same(handout):
    check_round_trip(handout, "back.csv")


def test_spreadsheets_are_told_the_encoding_and_no_text_is_a_formula():
    data = write_csv(small(text="=SUM(A1)", source="@tech +1"))
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    assert not [cell for row in rows for cell in row if cell[:1] in {"=", "+", "-", "@"}]
    assert read(data).entries[0].text == "=SUM(A1)"


@pytest.mark.parametrize("text", ["=1", "'=1", "''=1", "'a", "'", "-", "\t@", "'\r+"])
def test_apostrophes_that_were_there_before_stay(text):
    back = read_table(write_csv(small(text=text)), "back.csv").entries[0].text
    assert back == text.replace("\r", "\n")


def test_unicode_text_of_excel_is_read():
    text = (HEADS + "a.name,Frog,Grenouille é,,\n").replace(",", "\t")
    assert read(text.encode("utf-16")).entries[0].text == "Grenouille é"


def test_columns_may_be_in_capitals_and_rows_empty():
    came = read('Context;source;Translation\na.name;Frog;"Gre""nouille"\n;;\n')
    assert [(one.context, one.text, str(one.where)) for one in came.entries] == [
        ("a.name", 'Gre"nouille', "back.csv:2:1")
    ]
    assert (came.game, came.language) == ("", "")


def test_columns_may_stand_in_any_order_and_others_beside_them():
    came = read("mine,translation,source,context\nx,Grenouille,Frog,a.name\n")
    assert came.entries[0][:3] == ("a.name", "Frog", "Grenouille")


def test_a_text_that_was_changed_is_a_draft_whatever_the_word_beside_it_still_says():
    data = write_csv(small(state="machine")).decode()
    entry = read(data.replace("Recevez", "Prenez")).entries[0]
    assert (entry.text, entry.is_fuzzy, entry.comments) == ("Prenez {tech} 2.", False, ())


def test_a_suggestion_says_what_the_game_has_and_is_a_draft_once_it_was_changed():
    game = small().entries[0].entry._replace(text="", state="missing")
    out = handout(small(unsure=True).entries[0]._replace(known=game))
    data = write_csv(out).decode()
    assert read(data).entries[0].given == text_and_state(game)
    assert read(data).entries[0].is_fuzzy
    assert not read(data.replace("Recevez", "Prenez")).entries[0].is_fuzzy


def test_a_word_that_was_changed_is_believed():
    data = write_csv(small(state="machine")).decode()
    assert read(data.replace('"machine"', '" Reviewed"')).entries[0].comments == ("state: reviewed",)
    assert read(data.replace('"machine"', '"unsure"')).entries[0].is_fuzzy


def test_a_translation_that_was_emptied_says_nothing_of_its_state():
    data = write_csv(small(state="reviewed")).decode()
    entry = read(data.replace("Recevez {tech} 2.", "")).entries[0]
    assert (entry.text, entry.comments) == ("", ())


def test_files_for_two_languages_in_one_name_none():
    rows = (
        HEADS
        + "a.name,Frog,Rana,draft,ponds it 1234 draft 1234 draft\nb.name,Frog,Grenouille,draft,ponds fr 1234 draft 1234 draft\n"
    )
    came = read(rows)
    assert (came.game, came.language) == ("ponds", "")


@pytest.mark.parametrize(
    ("text", "code", "line", "said"),
    [
        ("", "columns", 1, "context"),
        ("context,source,translaton\n", "columns", 1, "Did you mean translaton"),
        ("context,source,translation,source\n", "columns", 1, "The column source is listed twice"),
        (HEADS + ",Frog,Grenouille,,\n", "context", 2, "no context"),
        (HEADS + "a.name,Frog,Grenouille,reviewd,\n", "state", 2, "Did you mean reviewed"),
        (HEADS + 'a.name,"Frog\n', "bad-csv", 2, "The quotation marks of this row"),
        (HEADS.encode() + b"a.name,Frog,\xe9,,\n", "encoding", 2, "UTF-8"),
        (HEADS.encode("utf-16-le"), "encoding", 1, "UTF-16"),
        (HEADS.encode("utf-16")[:-1], "encoding", 1, "utf-16"),
        (b"PK\x03\x04....", "binary", 0, "XLSX"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text, code, line, said):
    fault = fault_of(text)
    assert (fault.code, fault.where.file, fault.where.line) == (code, "back.csv", line)
    assert said in f"{fault.message} {fault.hint}"
