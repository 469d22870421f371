"""Files as they come: missing, too large, of another sort, in another encoding."""

from __future__ import annotations

import codecs
import io
import json
import tracemalloc
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.catalogues import parse_catalogue
from deckwright.files.deck_formats import read_deck_list
from deckwright.files.texts import (
    LONGEST_TEXT,
    MEGABYTE,
    decode,
    each_line,
    each_line_of,
    lines_of,
    read_bytes,
)
from deckwright.files.xml import parse_xml
from deckwright.files.yaml import parse_document, read_document

TEXT = "game: dataset\nname: Città\n"


def refusal(action, *arguments, **options):
    with pytest.raises(InputError) as caught:
        action(*arguments, **options)
    assert caught.value.exit_code == 3
    assert caught.value.where
    return caught.value


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_utf_8_is_read_with_and_without_its_mark(encoding):
    assert decode(TEXT.encode(encoding), "deck.yaml") == TEXT


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "mac-roman"])
def test_another_encoding_is_refused_at_its_first_letter(encoding):
    fault = refusal(decode, TEXT.encode(encoding), "deck.yaml")
    assert (fault.code, str(fault.where)) == ("encoding", "deck.yaml:2:11")
    assert fault.message == f"The byte 0x{'à'.encode(encoding).hex()} is not UTF-8."
    assert fault.hint == "Save the file as UTF-8; it looks like Latin-1 or Windows-1252."


def test_the_column_of_a_wrong_byte_counts_characters():
    fault = refusal(decode, "à😀 ".encode() + b"\xe0", "deck.yaml")
    assert str(fault.where) == "deck.yaml:1:4"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_named(encoding):
    fault = refusal(decode, TEXT.encode(encoding), "deck.yaml")
    assert (fault.message, fault.hint) == ("deck.yaml is UTF-16.", "Save the file as UTF-8.")


@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_utf_16_is_named_by_its_first_bytes_alone(mark):
    assert refusal(decode, mark + "語".encode("utf-16-le"), "deck.yaml").message == "deck.yaml is UTF-16."


@pytest.mark.parametrize(
    ("data", "sort"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "PDF"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG"),
        (b"SQLite format 3\0\x10\0", "SQLite"),
        (b"PK\x03\x04\x14\0", "ZIP, XLSX, ODS"),
        (b"\x1f\x8b\x08\0", "gzip"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG"),
    ],
)
def test_a_file_of_another_sort_is_named(data, sort):
    fault = refusal(decode, data, "deck.txt")
    assert (fault.code, fault.message) == ("binary", f"deck.txt is not a text file, but {sort}.")


@pytest.mark.parametrize(
    "data", [b"\0\0", b"game: \0\n", bytes(1000), b"\x7fELF\x02\x01" + bytes(9) + b"\x03"]
)
def test_any_other_file_with_zero_bytes_is_no_text(data):
    fault = refusal(decode, data, "deck.txt")
    assert (fault.code, fault.message) == ("binary", "deck.txt is not a text file.")


def is_text(letter):
    """Whether a text may hold a character: every one but those that Unicode has for control, and three of them."""
    code = ord(letter)
    is_control = unicodedata.category(letter) == "Cc" and letter not in "\t\n\r"
    return not is_control and not 0x202A <= code <= 0x202E and not 0x2066 <= code <= 0x2069


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff").filter(is_text)))
def test_every_text_in_utf_8_is_read_as_it_stands(text):
    assert decode(text.encode(), "deck.txt") == text or text.startswith("%PDF")


@pytest.mark.parametrize("text", ["a\nb\n", "a\r\nb\r\n", "a\rb\r"])
def test_lines_end_where_editors_end_them(text):
    assert lines_of(text) == ["a", "b", ""]
    assert lines_of(text.replace("b", "b\x0b\x1c\x85\u2028c")) == ["a", "b\x0b\x1c\x85\u2028c", ""]


@given(st.text(st.sampled_from("ab\n\r\x0b\x85\u2028")))
def test_lines_one_by_one_are_all_lines(text):
    assert list(each_line(text)) == lines_of(text)
    assert (
        list(each_line_of(io.BytesIO(text.encode("utf-8-sig"))))
        == list(each_line_of(io.BytesIO(text.encode())))
        == lines_of(text)
    )


def test_a_missing_file_is_named_with_the_one_that_was_meant(tmp_path):
    (tmp_path / "startup.yaml").touch()
    (tmp_path / "notes.md").touch()
    fault = refusal(read_bytes, tmp_path / "start-up.yaml", limit=9)
    assert (fault.code, fault.message) == ("no-such-file", f"File not found: {tmp_path}/start-up.yaml.")
    assert fault.hint == f"Did you mean {tmp_path}/startup.yaml?"


def test_one_ending_does_not_make_files_alike(tmp_path):
    (tmp_path / "neg.txt").touch()
    assert refusal(read_bytes, tmp_path / "missing.txt", limit=9).hint == ""


def test_a_missing_file_like_no_other_has_no_hint(tmp_path):
    assert refusal(read_bytes, tmp_path / "zzz", limit=9).hint == ""


def test_a_missing_folder_is_named(tmp_path):
    fault = refusal(read_bytes, tmp_path / "decks" / "a.yaml", limit=9)
    assert fault.hint == f"Its folder was not found either: {tmp_path}/decks."


def test_a_folder_is_not_a_file(tmp_path):
    fault = refusal(read_bytes, tmp_path, limit=9)
    assert (fault.code, fault.message) == ("unreadable", f"{tmp_path} cannot be read: Is a directory.")


def test_a_file_that_may_not_be_read_is_named(public_folder, unprivileged):
    file = public_folder / "deck.yaml"
    file.write_text(TEXT)
    file.chmod(0)
    with unprivileged():
        fault = refusal(read_bytes, file, limit=9)
    assert (fault.code, fault.message) == ("unreadable", f"{file} cannot be read: Permission denied.")


@pytest.mark.parametrize(("size", "is_read"), [(MEGABYTE, True), (MEGABYTE + 1, False)])
def test_a_file_may_have_as_many_bytes_as_its_limit(tmp_path, size, is_read):
    file = tmp_path / "deck.txt"
    file.write_bytes(b"a" * size)
    if is_read:
        assert len(read_bytes(file, limit=MEGABYTE)) == size
    else:
        fault = refusal(read_bytes, file, limit=MEGABYTE)
        assert fault.message == f"{file} is larger than 1 MB, the limit for this kind of file."


@pytest.mark.parametrize("name", ["deck.yaml", "deck.txt"])
def test_a_deck_of_50_megabytes_is_refused_unread(tmp_path, name):
    file = tmp_path / name
    with file.open("wb") as out:
        out.truncate(50 * MEGABYTE)
    tracemalloc.start()
    fault = refusal(read_deck_list, str(file))
    assert (fault.code, fault.hint) == ("too-large", "Is it the right file?")
    assert tracemalloc.get_traced_memory()[1] < 5 * MEGABYTE
    tracemalloc.stop()


def test_a_device_without_end_is_refused():
    assert refusal(read_document, "/dev/zero", limit=MEGABYTE).code == "too-large"


def test_standard_input_is_read_within_the_limit(monkeypatch):
    standard_input = io.TextIOWrapper(io.BytesIO(b"123456789"))
    monkeypatch.setattr("sys.stdin", standard_input)
    assert refusal(read_bytes, "-", limit=8).message.startswith("- is larger than 1 MB")
    standard_input.buffer.seek(0)
    assert read_bytes("-", limit=9) == b"123456789"


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b"a: b\nc: \x1b[31md\n", "U+001B", (2, 4)),
        (b"# \xe2\x80\xae\n", "U+202E", (1, 3)),
        ("é\u009b".encode(), "U+009B", (1, 2)),
        (b"a\r\nb\x07", "U+0007", (2, 2)),
    ],
)
def test_a_control_character_is_refused_at_its_place(data, code, place):
    fault = refusal(decode, data, "deck.txt")
    assert fault.code == "control-character"
    assert code in fault.message
    assert (fault.where.line, fault.where.column) == place


ESCAPED = {
    "cards.yaml": ('cards:\n  - {id: a, name: "A\\e[31mb"}\n', "U+001B", 2),
    "key.yaml": ('"a\\u202E": 1\n', "U+202E", 1),
    "fr.po": ('msgctxt "a.name"\nmsgid "A"\nmsgstr "B\\a"\n', "U+0007", 3),
    "fr.xlf": ("<a>\n<b>B&#x9b;</b></a>", "U+009B", 2),
    "attribute.xlf": ("<a>\n<b c='B&#x202e;'/></a>", "U+202E", 2),
}


@pytest.mark.parametrize("name", ESCAPED)
def test_so_is_one_that_is_written_as_an_escape(name):
    text, code, line = ESCAPED[name]
    read = {".yaml": parse_document, ".po": po_of, ".xlf": parse_xml}[name[name.index(".") :]]
    fault = refusal(read, text.encode(), name)
    assert (fault.code, fault.where.line) == ("control-character", line)
    assert code in fault.message


def po_of(data, name):
    return parse_catalogue(data, name, "fr")


def test_a_text_in_double_quotes_may_have_any_other_escape():
    assert parse_document(b'a: "b\\n\\t\\u00e9"', "a.yaml").value == {"a": "b\n\té"}


def test_a_translation_is_no_longer_than_a_card_may_be():
    entry = f'msgctxt "a.name"\nmsgid "A"\nmsgstr "{"b" * (LONGEST_TEXT + 1)}"\n'
    assert refusal(po_of, entry.encode(), "fr.po").where.line == 1
    cards = json.loads(resources.schema("cards").read_bytes())["$defs"]["card"]["properties"]
    assert cards["text"]["maxLength"] == LONGEST_TEXT


def test_a_text_in_many_pieces_is_put_together_once():
    pieces = 200_000
    entry = 'msgctxt "a.name"\nmsgid "A"\nmsgstr ""\n' + '""\n' * pieces + '"b"\n'
    assert po_of(entry.encode(), "fr.po").po.entries[0].text == "b"


@pytest.mark.parametrize("encoding", ["klingon", "utf-7", "hex", "utf-32"])
def test_xml_in_an_encoding_that_nobody_knows(encoding):
    fault = refusal(parse_xml, f'<?xml version="1.0" encoding="{encoding}"?><a/>'.encode(), "a.xlf")
    assert (fault.code, fault.where.line) == ("encoding", 1)


def test_standard_input_that_is_closed_is_an_error(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match=r"^- cannot be read: Bad file descriptor"):
        read_bytes("-", limit=10)
