"""What is written as PO is read by gettext, polib and Babel as it was meant, and by ourselves with all that stood there."""

from __future__ import annotations

import subprocess
from io import BytesIO

import polib
import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.catalogues import parse_catalogue
from deckwright.files.po import WIDTH, PoFile, PoMessage, complete_header, make_header, po_text

FIELDS = complete_header({}, "lab", "fr", "2026-11-20 18:30+0000")

texts = st.text('ab é  \n\t"\\#~,-’«»{}*😀', max_size=160)
lines = st.text("ab é:.,|~#", min_size=1, max_size=30).map(str.strip).filter(bool)
contexts = st.text("ab.:-", min_size=1, max_size=6)
flags = st.lists(st.sampled_from(["fuzzy", "no-wrap", "python-format"]), unique=True, max_size=2).map(tuple)


@st.composite
def entries(draw):
    found = draw(st.lists(contexts, unique=True, max_size=5))
    return tuple(
        PoMessage(
            context,
            draw(texts.filter(bool)),
            draw(texts),
            0,
            tuple(draw(st.lists(lines, max_size=2))),
            tuple(draw(st.lists(lines, max_size=2))),
            tuple(draw(st.lists(st.just("cards/all.yaml:3"), max_size=1))),
            draw(flags),
            draw(texts),
        )
        for context in found
    )


def written(found, obsolete=()):
    return po_text(PoFile(make_header(FIELDS), found, obsolete))


@pytest.fixture(scope="module")
def msgfmt(tmp_path_factory, program):
    program("msgfmt")
    file = tmp_path_factory.mktemp("po") / "written.po"

    def check(text):
        file.write_text(text, encoding="utf-8")
        command = ["msgfmt", "--check", "-o", "/dev/null", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    return check


@given(entries())
def test_what_is_written_is_read_back_with_all_that_stood_beside_it(found):
    obsolete = ('# gone\n#~ msgctxt "c"\n#~ msgid "a"\n#~ msgstr "b"',)
    back = parse_catalogue(written(found, obsolete).encode(), "fr.po", "fr").po
    assert tuple(entry._replace(line=0) for entry in back.entries) == found
    assert back.obsolete == obsolete
    assert back.fields() == FIELDS


@given(entries())
def test_polib_reads_it_as_it_was_meant(found):
    back = polib.pofile(written(found))
    assert [(one.msgctxt, one.msgid, one.msgstr, one.flags) for one in back] == [
        (one.context, one.source, one.text, list(one.flags)) for one in found
    ]
    assert [one.previous_msgid or "" for one in back] == [one.previous for one in found]


@given(entries())
def test_babel_reads_it_as_it_was_meant(found):
    back = read_po(BytesIO(written(found).encode()))
    assert [(one.context, one.id, one.string) for one in back if one.id] == [
        (one.context, one.source, one.text) for one in found
    ]


def test_no_line_of_words_is_longer_than_it_may_be():
    text = written((PoMessage("a.text", "word " * 80, "longer, " * 40),))
    assert max(map(len, text.splitlines())) <= WIDTH


@given(found=entries())
def test_msgfmt_accepts_any_file(msgfmt, found):
    # msgfmt wants both texts of an entry to begin and end a line alike, which is the translator's matter.
    alike = tuple(one._replace(source=f"a{one.source}b", text=f"a{one.text}b") for one in found)
    plain = tuple(one._replace(flags=()) for one in alike)
    code, said = msgfmt(written(plain))
    assert code == 0, said
    assert "warning" not in said


def test_the_same_entries_are_always_written_the_same_way():
    found = (PoMessage("a.name", "A", "B", comments=("state: reviewed",), flags=("fuzzy",), previous="O"),)
    assert written(found) == written(found)
    assert written(found).endswith(
        '\n# state: reviewed\n#, fuzzy\n#| msgid "O"\nmsgctxt "a.name"\nmsgid "A"\nmsgstr "B"\n'
    )


# Plural forms.

COINS = "one: {count} coin\nother: {count} coins"
POLISH = "one: {count} moneta\nfew: {count} monety\nmany: {count} monet"


def polish(message, **fields):
    header = make_header({**complete_header({}, "lab", "pl", "2026-11-20 18:30+0000"), **fields})
    return po_text(PoFile(header, (message,), ()))


@pytest.mark.parametrize(
    "message",
    [
        PoMessage("word:coins", COINS, POLISH),
        PoMessage("word:coins", COINS, "", previous="one: a coin\nother: coins"),
        PoMessage("word:coins", "other: {count} 枚", POLISH),
        PoMessage("word:coins", "one: a\nfew: b\nmany: c", POLISH),
        PoMessage("word:coins", COINS, "one: {count} moneta"),
    ],
)
def test_plural_forms_are_those_of_gettext_and_come_back(msgfmt, message):
    text = polish(message)
    back = parse_catalogue(text.encode(), "pl.po", "pl").po
    assert [entry._replace(line=0) for entry in back.entries] == [message]
    assert msgfmt(text)[0] == 0
    (theirs,) = polib.pofile(text)
    assert theirs.msgid_plural == {COINS: "{count} coins", "other: {count} 枚": "{count} 枚"}.get(
        message.source, ""
    )


def test_a_text_of_a_card_that_looks_like_forms_is_one_text(msgfmt):
    message = PoMessage("oak.text", COINS, POLISH, previous="one: a\nother: b")
    text = polish(message)
    assert [entry._replace(line=0) for entry in parse_catalogue(text.encode(), "pl.po", "pl").po.entries] == [
        message
    ]
    assert msgfmt(text)[0] == 0
    assert (polib.pofile(text)[0].msgid, polib.pofile(text)[0].msgid_plural) == (COINS, "")


def test_another_tool_may_number_the_forms_otherwise():
    order = "nplurals=4; plural=(n==1 ? 1 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 0 : 2);"
    text = polish(PoMessage("word:coins", COINS, POLISH), **{"Plural-Forms": order})
    theirs = polib.pofile(text)
    assert theirs[0].msgstr_plural == {0: "{count} monety", 1: "{count} moneta", 2: "{count} monet", 3: ""}
    assert parse_catalogue(str(theirs).encode(), "pl.po", "pl").po.entries[0].text == POLISH


@pytest.mark.parametrize("language", ["pl_PL", "pl@informal"])
def test_all_forms_stay_whatever_the_tool_calls_the_language(language):
    text = polish(PoMessage("word:coins", COINS, POLISH), Language=language)
    assert parse_catalogue(text.encode(), "pl.po", "pl").po.entries[0].text == POLISH


def test_an_empty_form_replaces_none_of_the_same_category():
    fields = {"Language": "ja", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
    text = polish(PoMessage("word:coins", COINS, "other: {count} 枚"), **fields)
    empty = text.replace('msgstr[1] "{count} 枚"', 'msgstr[1] ""')
    assert empty != text
    assert parse_catalogue(empty.encode(), "ja.po", "ja").po.entries[0].text == "other: {count} 枚"


@pytest.mark.parametrize("line", ['msgstr[7] "x"', 'msgstr[1] "x"', 'msgid_plural "x"'])
def test_plural_forms_are_in_their_order(line):
    with pytest.raises(InputError):
        parse_catalogue(f'msgid "a"\n{line}\n'.encode(), "pl.po", "pl")
