"""The module files/catalogues."""

from __future__ import annotations

import subprocess
import tracemalloc

import polib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.catalogues import (
    LocaleFile,
    LocaleUpdate,
    Sources,
    TextNotes,
    locale_text,
    parse_catalogue,
    po_entry,
    template_text,
)
from deckwright.files.texts import LONGEST_TEXT
from deckwright.model.game import Game
from deckwright.model.translation import Message, digest_of_both

# PO files are read whole and strictly: what translators' tools write, and nothing that is cut off or
# misspelt.

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
ENTRY = 'msgctxt "krol.name"\nmsgid "Krol"\nmsgstr "Il Krol"\n'
SOURCES = Sources({"krol.name": "Krol", "krol.text": "Draw.", "kind:tool": "Tool"})


def read(text, file="it.po"):
    return parse_catalogue(text if isinstance(text, bytes) else text.encode(), file, "it")


def entries_of(text):
    return [
        (entry.context, entry.source, entry.text, f"it.po:{entry.line}:1") for entry in read(text).po.entries
    ]


def refusal(text):
    with pytest.raises(InputError) as caught:
        read(text)
    assert caught.value.exit_code == 3
    return f"{caught.value.where}: {caught.value.message}"


def said(text):
    return [
        f"{one.rule} {one.severity} {one.where}: {one.message}"
        for one in read(text).translate(SOURCES).findings
    ]


def test_an_entry_has_its_context_texts_and_the_line_it_starts_on():
    assert entries_of(HEADER + ENTRY) == [("krol.name", "Krol", "Il Krol", "it.po:5:1")]
    assert entries_of('\n# first\n#. said\n#: cards.yaml:3\n#| msgid "old"\n' + ENTRY) == [
        ("krol.name", "Krol", "Il Krol", "it.po:6:1")
    ]
    assert entries_of(ENTRY + ENTRY.replace("krol", "pivot"))[1][3] == "it.po:4:1"


@pytest.mark.parametrize("form", ["\ufeff{}", "{}", "{}\n\n"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_marks_and_line_ends_of_every_sort_are_read(form, line_end):
    text = form.format(HEADER + ENTRY).replace("\n", line_end)
    assert entries_of(text) == [("krol.name", "Krol", "Il Krol", "it.po:5:1")]


def test_texts_may_run_over_lines_and_hold_escapes():
    text = 'msgctxt ""\n  "krol."\n"text"\nmsgid "a\\n"\n\t"b\\t\\"c\\" \\\\n"\nmsgstr ""\n"é"\n'
    assert entries_of(text) == [("krol.text", 'a\nb\t"c" \\n', "é", "it.po:1:1")]


@pytest.mark.parametrize("character", ["\x90", "\u202e", "\\a"])
def test_a_control_character_costs_its_message_alone(character):
    text = f'{HEADER}{ENTRY}\nmsgctxt "krol.text"\nmsgid "Draw."\nmsgstr "Pe{character}sca."\n'
    catalogue = parse_catalogue(text.encode(), "it.po", "it", skips=True)
    content = catalogue.translate(SOURCES)
    assert list(content.entries) == ["krol.name"]
    (finding,) = content.findings
    assert (finding.rule, finding.severity, finding.where.line) == ("control-character", "warning", 11)
    assert "krol.text" in finding.message
    with pytest.raises(InputError, match="control character"):
        read(text)


def test_a_control_character_in_a_header_is_refused():
    with pytest.raises(InputError, match=r"control character U\+0090"):
        parse_catalogue(HEADER.replace("text/", "\x90").encode(), "it.po", "it", skips=True)


def test_bytes_may_be_escaped_by_their_numbers():
    text = 'msgctxt "krol.text"\nmsgid "caf\\303\\251 \\xe2\\x82\\xac"\nmsgstr "\\303\\251\\\\303\\n\\""\n'
    assert entries_of(text) == [("krol.text", "café €", 'é\\303\n"', "it.po:1:1")]


def test_what_is_obsolete_is_no_entry_and_what_is_fuzzy_is_marked():
    fuzzy = "#, c-format, fuzzy\n" + ENTRY.replace("name", "text")
    obsolete = "".join(f"#~ {line}\n" for line in ENTRY.splitlines())
    read_back = read(f"{HEADER}{fuzzy}\n# gone\n{obsolete}\n#, no-wrap\n{ENTRY}").po
    assert [(entry.context, entry.is_fuzzy) for entry in read_back.entries] == [
        ("krol.text", True),
        ("krol.name", False),
    ]
    assert read_back.obsolete == (f"# gone\n{obsolete}".rstrip(),)
    assert not read("# not fuzzy\n#: fuzzy.yaml\n" + ENTRY).po.entries[0].is_fuzzy


contexts = st.text("ab.:-", min_size=1, max_size=5)
texts = st.text('ab é\n\t"\\#~msgid😀\r', max_size=90)


@given(
    st.lists(
        st.tuples(
            contexts,
            texts.filter(bool),
            texts,
            texts.filter(bool),
            st.sampled_from(["", "fuzzy", "obsolete", "old"]),
        ),
        max_size=5,
    )
)
def test_what_polib_writes_is_read_as_it_was_meant(entries):
    file = polib.POFile(wrapwidth=40)
    file.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    for context, source, text, comment, sort in entries:
        flags = ["fuzzy"] if sort == "fuzzy" else []
        file.append(polib.POEntry(msgctxt=context, msgid=source, msgstr=text, comment=comment.replace("\r", ""), flags=flags, obsolete=sort == "obsolete", previous_msgid="old" if sort == "old" else None))  # fmt: skip
    wanted = [(context, source, text) for context, source, text, _, sort in entries if sort != "obsolete"]
    assert [entry[:3] for entry in entries_of(str(file))] == wanted


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (HEADER + ENTRY[:-2], "it.po:7:1: A line must be a comment, or msgctxt, msgid or msgstr with a text in quotation marks."),
        (HEADER + 'msgctxt "krol.name"\nmsgid "Krol"\n', "it.po:5:1: The last entry is cut off: msgstr is missing."),
        (HEADER + 'msgctxt "krol.name"\n', "it.po:5:1: The last entry is cut off: msgstr is missing."),
        (HEADER + ENTRY + "\n#. Krol (Monst", "it.po:9:1: The last entry is cut off: msgstr is missing."),
        (HEADER + ENTRY + '\n#| msgid "Kr"\n', "it.po:10:1: The last entry is cut off: msgstr is missing."),
        ('msgid "Kro\n', "it.po:1:1: A line must be a comment"),
        ("  Krol\n", "it.po:1:3: A line must be a comment"),
        ('"Krol"\n', "it.po:1:1: This text does not belong to a msgctxt, msgid or msgstr."),
        (ENTRY + '\n"Krol"\n', "it.po:5:1: This text does not belong to a msgctxt, msgid or msgstr."),
        ('msgstr "Il Krol"\nmsgid "Krol"\n', "it.po:1:1: msgstr is in the wrong place."),
        ('msgid "Krol"\nmsgctxt "krol.name"\nmsgstr "x"\n', "it.po:2:1: msgctxt is in the wrong place."),
        (ENTRY + 'msgstr "Il Krol"\n', "it.po:4:1: msgstr is in the wrong place."),
        ('msgctxt "krol.name"\nmsgctxt "krol.text"\n', "it.po:2:1: msgctxt is in the wrong place."),
        ('msgid "a"\nmsgid_plural "as"\nmsgstr "x"\n', "it.po:3:1: msgstr is in the wrong place."),
        ('msgid "a"\nmsgid_plural "as"\nmsgstr[1] "x"\n', "it.po:3:1: msgstr[1] is in the wrong place."),
        ('msgid "a "b" c"\n', 'it.po:1:1: Write \\" for a quotation mark inside a text.'),
        ('msgid "a"\nmsgstr "\\303"\n', "it.po:2:1: The bytes \\303 are not UTF-8."),
        ('msgid "a"\nmsgstr "\\777"\n', "it.po:2:1: The bytes \\777 are not UTF-8."),
        ('msgid "a\\q"\n', "it.po:1:1: \\q is not a valid escape; write \\\\ for a backslash."),
        (ENTRY.replace("Il", "È").encode("latin-1"), "it.po:3:9: The byte 0xc8 is not UTF-8."),
        (HEADER.replace("UTF-8", "ISO-8859-1") + ENTRY, "it.po:1:1: The header declares the charset ISO-8859-1."),
        (ENTRY.encode("utf-16"), "it.po:1:1: it.po is UTF-16."),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_file_is_said_at_its_place(text, where):
    assert refusal(text).startswith(where)


@pytest.mark.parametrize("charset", ["utf-8", "UTF8", "us-ascii", "ASCII", "CHARSET"])
def test_the_header_may_name_utf_8_as_tools_do(charset):
    assert entries_of(HEADER.replace("UTF-8", charset) + ENTRY)


@given(st.text('msgidctxtr "\\#~\n[0],fuzzy', max_size=60))
def test_any_text_is_read_whole_or_refused(text):
    try:
        count = len(read(text).po.entries)
    except InputError:
        return
    assert count <= text.count("msgstr")


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", HEADER])
def test_a_file_without_entries_has_none(text):
    assert read(text).po.entries == ()


def test_only_what_is_done_and_up_to_date_is_used():
    text = (
        ENTRY
        + ENTRY.replace("krol.name", "krol.text")
        + ENTRY.replace("krol.name", "kind:tool").replace("Krol", "Tool").replace("Il Tool", "")
    )
    used = {
        entry.context: entry.text
        for entry in read(text).translate(SOURCES).complete(SOURCES)
        if entry.is_used
    }
    assert used == {"krol.name": "Il Krol"}


def test_an_unknown_context_is_an_error_with_the_nearest():
    [finding] = said(ENTRY.replace("krol.name", "kro.name"))
    assert (
        finding
        == "unknown-entry warning it.po:1:1: kro.name is translated here, but the game has no such text. Did you mean krol.name?"
    )
    [finding] = said(ENTRY.replace('msgctxt "krol.name"\n', ""))
    assert finding.startswith("unknown-entry warning it.po:1:1: – is translated here")


def test_two_entries_of_one_context_are_an_error():
    assert said(ENTRY + ENTRY) == [
        "entry-twice warning it.po:4:1: krol.name is already translated on line 1."
    ]
    assert said("#, fuzzy\n" + ENTRY + "\n" + ENTRY) == [
        "entry-twice warning it.po:6:1: krol.name is already translated on line 2."
    ]
    found = said(ENTRY + ENTRY + ENTRY.replace("krol.name", "frog.name"))
    assert [one.split(" ")[0] for one in found] == ["entry-twice", "unknown-entry"]


def test_a_translation_of_an_older_text_is_a_warning():
    [finding] = said(ENTRY.replace('"Krol"', '"Krull"'))
    assert finding.startswith(
        "stale warning it.po:1:1: krol.name translates “Krull”, but the card now says “Krol”"
    )
    assert said(ENTRY.replace('"Krol"', '"Krull"').replace("Il Krol", "")) == []


@pytest.mark.parametrize(
    ("beside", "state", "unsure"),
    [
        ("", "draft", False),
        ("# state: draft\n", "draft", False),
        ("# state: reviewed\n", "reviewed", False),
        ("# state: machine\n#, fuzzy\n", "machine", False),
        ("# state: machine\n", "draft", False),
        ("#, fuzzy\n", "draft", True),
        ("# state: reviewed\n#, fuzzy\n", "draft", True),
        ('#, fuzzy\n#| msgid "Krull"\n', "stale", False),
        ('#| msgid "Krull"\n', "draft", False),
        ('#, fuzzy\n#| msgid "Krol "\n', "draft", False),
    ],
)
def test_how_far_an_entry_has_come_is_told_by_what_stands_beside_it(beside, state, unsure):
    [entry, *_] = read(beside + ENTRY).translate(SOURCES).complete(SOURCES)
    assert (entry.state, entry.unsure, entry.text) == (state, unsure, "Il Krol")
    assert entry.previous == ("Krull" if state == "stale" else "")


def test_who_and_when_waivers_and_notes_are_told_by_comments():
    beside = "# by: Anna\n# on: 2026-11-20\n# waive icons: drawn in the art\n# A pun.\n#. not mine\n"
    [entry, *_] = read(beside + ENTRY).translate(SOURCES).complete(SOURCES)
    assert (entry.by, entry.at, entry.notes) == ("Anna", "2026-11-20", ("A pun.",))
    assert entry.waivers == (("icons", "drawn in the art", entry.digest),)


def test_reviewed_and_waivers_hold_for_the_texts_that_were_looked_at():
    digest = digest_of_both("Krol", "Le Krol")
    looked_at = f"# state: reviewed {digest}\n# waive names {digest}: a pun\n"
    entry_of = 'msgctxt "krol.name"\nmsgid "Krol"\nmsgstr "{}"\n'
    [before, *_] = read(looked_at + entry_of.format("Le Krol")).translate(SOURCES).complete(SOURCES)
    [after, *_] = read(looked_at + entry_of.format("Un Krol")).translate(SOURCES).complete(SOURCES)
    assert (before.state, [before.holds(one) for one in before.waivers]) == ("reviewed", [True])
    assert (after.state, [after.holds(one) for one in after.waivers]) == ("draft", [False])
    [old, *_] = read("# state: reviewed\n" + entry_of.format("Un Krol")).translate(SOURCES).complete(SOURCES)
    assert old.state == "reviewed"


def test_every_text_of_the_game_is_an_entry_in_its_order():
    entries = read(ENTRY).translate(SOURCES).complete(SOURCES)
    assert [(entry.context, entry.source, entry.state) for entry in entries] == [
        ("krol.name", "Krol", "draft"),
        ("krol.text", "Draw.", "missing"),
        ("kind:tool", "Tool", "missing"),
    ]


def test_a_source_that_changed_in_its_looks_only_is_translated_still():
    sources = Sources({"krol.name": "The “Krol” {chip}"}, {"chip": "mdi:chip", "tech": "mdi:chip"})
    read_in = read(ENTRY.replace('"Krol"', '"The \\"Krol\\"  {tech}"'))
    assert list(read_in.translate(sources).findings) == []
    assert [(entry.source, entry.state) for entry in read_in.translate(sources).complete(sources)] == [
        ("The “Krol” {chip}", "draft")
    ]
    changed = Sources({"krol.name": "The “Krol” {chip}"})
    [entry] = read_in.translate(changed).complete(changed)
    assert entry.state == "stale"


def test_two_headers_are_refused():
    assert refusal(HEADER + HEADER).startswith("it.po:5:1: The header is already on line 1.")


# Translations are written into the file of the game; what others have written there stays.

LAB = Game("lab", "en", ("en", "it"), {"title": "Lab", "kinds": {}}, {"en": {"game:title": "Lab"}, "it": {}})
NOW = "2026-11-20 18:30+0000"
FOREIGN = """\
#. Title of the card
#. given: 1234
#: cards/tools.yaml:3
#, fuzzy, no-wrap
"""


@pytest.mark.parametrize(
    ("state", "unsure", "flags", "previous"),
    [
        ("draft", False, (), ""),
        ("draft", True, ("fuzzy",), ""),
        ("reviewed", False, (), ""),
        ("machine", False, ("fuzzy",), ""),
        ("stale", False, ("fuzzy",), "Krull"),
        ("missing", True, (), ""),
    ],
)
def test_what_is_not_sure_is_fuzzy_for_other_editors(state, unsure, flags, previous):
    text = "" if state == "missing" else "Il Krol"
    entry = po_entry(
        Message("krol.name", "Krol", text, state, "Krull" if state == "stale" else "", unsure=unsure)
    )
    assert (entry.flags, entry.previous) == (flags, previous)


def test_comments_flags_and_obsolete_texts_of_others_stay():
    obsolete = "".join(f"#~ {line}\n" for line in ENTRY.splitlines())
    before = read(f"{FOREIGN}{ENTRY}\n{obsolete}").po
    update = LocaleUpdate(LAB, "it", NOW, "Anna")
    after = read(locale_text(before, [Message("krol.name", "Krol", "Krol!", "draft")], update)).po
    [entry] = after.entries
    assert (entry.text, entry.extracted, entry.references) == (
        "Krol!",
        ("Title of the card",),
        ("cards/tools.yaml:3",),
    )
    assert (entry.flags, after.obsolete) == (("no-wrap",), (obsolete.rstrip(),))


def test_every_text_is_written_translated_or_not_with_its_notes_and_file():
    entries = [Message(context, "x", "", "missing") for context in ("krol.name", "krol.text")]
    entries.append(Message("kind:tool", "Tool", "Strumento", "draft"))
    after = read(locale_text(read(ENTRY).po, entries, LocaleUpdate(LAB, "it", NOW))).po
    assert [(entry.context, entry.text) for entry in after.entries] == [
        ("krol.name", ""),
        ("krol.text", ""),
        ("kind:tool", "Strumento"),
    ]


def test_notes_and_flags_of_ours_are_written_anew_and_those_of_others_stay():
    flags = "#, no-wrap, max-length:9\n#. Old\n"
    notes = {"krol.name": TextNotes(("Krol (Monster): name",), ("max-length:12", "placeholders:{tech}"))}
    entry = Message("krol.name", "Krol", "Krol", "draft", place="cards/monsters.yaml:7")
    update = LocaleUpdate(LAB, "it", NOW, notes=notes)
    [written] = read(locale_text(read(f"{flags}{ENTRY}").po, [entry], update)).po.entries
    assert (written.extracted, written.references) == (("Krol (Monster): name",), ("cards/monsters.yaml",))
    assert written.flags == ("max-length:12", "placeholders:{tech}", "no-wrap")
    template = read(template_text([entry], update)).po
    assert [(one.context, one.text, one.extracted) for one in template.entries] == [
        ("krol.name", "", ("Krol (Monster): name",))
    ]


def test_the_header_says_who_wrote_last_and_keeps_the_rest():
    empty = read("").po
    made = read(locale_text(empty, [], LocaleUpdate(LAB, "it", NOW))).po
    fields = made.fields()
    assert (fields["Project-Id-Version"], fields["Language"], fields["Last-Translator"]) == ("lab", "it", "")
    assert (fields["PO-Revision-Date"], fields["X-Source-Language"]) == (NOW, "en")
    assert made.header.comments == ("Lab: en → it",)
    head = '# Ours\nmsgid ""\nmsgstr "Last-Translator: Bo\\nX-Source-Language: it\\nX-Ours: 1\\n"\n'
    kept = read(locale_text(read(head).po, [], LocaleUpdate(LAB, "it", NOW))).po
    assert [kept.fields()[name] for name in ("Last-Translator", "X-Source-Language", "X-Ours")] == [
        "Bo",
        "it",
        "1",
    ]
    assert (kept.header.comments, kept.fields()["PO-Revision-Date"]) == (("Ours",), NOW)
    by = read(locale_text(read(head).po, [], LocaleUpdate(LAB, "it", NOW, "Anna"))).po
    assert by.fields()["Last-Translator"] == "Anna"


# The translations that come with the program are files that any translator's tool takes.

FILES = sorted(resources.folder("cards").glob("*/locales/*.po"))
FIELDS = (
    "Project-Id-Version",
    "PO-Revision-Date",
    "Last-Translator",
    "Language-Team",
    "Language",
    "MIME-Version",
)
FIELDS += ("Content-Type", "Content-Transfer-Encoding", "Plural-Forms", "X-Source-Language")


def name(path):
    return f"{path.parent.parent.name}-{path.stem}"


@pytest.mark.parametrize("file", FILES, ids=name)
def test_their_heads_are_whole(file):
    fields = parse_catalogue(file.read_bytes(), str(file), file.stem).po.fields()
    assert [field for field in FIELDS if not fields.get(field)] == []
    assert (fields["Project-Id-Version"], fields["Language"]) == (file.parent.parent.name, file.stem)


@pytest.mark.parametrize("file", FILES, ids=name)
def test_gettext_accepts_them(file, program):
    program("msgfmt")
    command = ["msgfmt", "--check", "-o", "/dev/null", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_locale_file_is_read_when_a_location_is_asked_for(tmp_path, monkeypatch):
    (tmp_path / "ponds" / "locales").mkdir(parents=True)
    locale = LocaleFile(tmp_path / "ponds", "it")
    assert (len(locale), locale.findings) == (0, [])
    (tmp_path / "ponds" / "locales" / "it.po").write_text(HEADER + ENTRY)
    monkeypatch.chdir(tmp_path)
    locale = LocaleFile(tmp_path / "ponds", "it")
    assert {context: str(where) for context, where in locale.items()} == {
        "krol.name": "ponds/locales/it.po:5:1"
    }
    monkeypatch.chdir(tmp_path / "ponds")
    assert (len(LocaleFile(None, "it")), LocaleFile(None, "it").findings) == (0, []), (
        "the folder is not known"
    )


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["krol.name", "krol.text", "kind:tool", "gone.name"]),
            st.sampled_from(["Krol", "Draw.", "Tool", "Old"]),
            st.sampled_from(["", "Il Krol", "Pesca."]),
        ),
        max_size=6,
    )
)
def test_a_large_catalogue_is_read_as_a_small_one(written):
    data = "".join(f'\nmsgctxt "{one}"\nmsgid "{two}"\nmsgstr "{three}"\n' for one, two, three in written)
    small, large = (parse_catalogue((HEADER + data).encode(), "it.po", "it", most) for most in (None, 0))
    assert [*large.messages] == [*small.messages] == [*small.po.entries]
    assert (large.po.header, large.po.entries) == (small.po.header, ())
    assert large.translate(SOURCES) == small.translate(SOURCES)


@pytest.mark.parametrize("most", [None, 0])
def test_a_catalogue_is_refused_for_its_first_fault_however_large_it_is(most):
    long = ENTRY.replace("Il Krol", "x" * (LONGEST_TEXT + 1))
    for text, line in ((long + "msgid", 4), (HEADER.replace("UTF-8", "latin-1") + long, 1), (long, 1)):
        with pytest.raises(InputError) as caught:
            parse_catalogue(text.encode(), "it.po", "it", most)
        assert caught.value.where.line == line


def test_messages_of_a_large_catalogue_take_no_memory():
    def kept(count, most):
        data = "".join(f"\n{ENTRY.replace('krol', f'krol{number}')}" for number in range(count)).encode()
        tracemalloc.start()
        catalogue = parse_catalogue(data, "it.po", "it", most)
        memory = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        return memory, catalogue

    assert kept(1000, 0)[0] < 20_000
    assert kept(1000, None)[0] > 200_000


@pytest.mark.parametrize("header", ["", 'msgid ""\nmsgstr "Language: \\n"\n\n'])
def test_plural_forms_of_a_file_that_names_no_language_are_those_of_the_language_it_is_for(header):
    forms = "".join(
        f'msgstr[{number}] "{form}"\n' for number, form in enumerate(("1 moneta", "2", "5 monet"))
    )
    data = f'{header}msgid "coin"\nmsgid_plural "coins"\n{forms}'.encode()
    (message,) = [entry for entry in parse_catalogue(data, "pl.po", "pl").po.entries if entry.source]
    assert message.text == "one: 1 moneta\nfew: 2\nmany: 5 monet"
