"""What comes back from a translator is merged whole, whatever their editor did to the file, and nothing is lost."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import polib
import pytest
from babel.messages.pofile import read_po, write_po
from hypothesis import given
from hypothesis import strategies as st

from deckwright.files.handout_formats import FORMATS
from deckwright.findings import Where
from deckwright.model.translation import (
    IncomingFile,
    IncomingMessage,
    Message,
    OutgoingFile,
    OutgoingMessage,
    Waiver,
    state_word,
    text_and_state,
    text_digest,
)
from deckwright.translation.merge import STATE_TABLE, TEXT_TABLE, MergeOptions, Pair, joined_lines, merge

WAYS = MergeOptions("2026-11-21")
ICONS = {"tech": "mdi:chip", "chip": "mdi:chip", "sci": "mdi:flask"}
DRAFT = Message("krol.name", "Krol", "Le Krol", "draft", by="Anna", at="2026-11-20")
MISSING = Message("krol.text", "Draw a card.", "", "missing")
MACHINE = Message("krol.text", "Draw a card.", "Dessiner une carte.", "machine", by="DeepL", at="2026-11-20")
STALE = Message("krol.text", "Draw two cards.", "Piochez une carte.", "stale", previous="Draw a card.")
REVIEWED = DRAFT._replace(state="reviewed")


def handed_out(*entries):
    """The text of the file that goes out."""
    handout = OutgoingFile(
        "lab", "Lab", "en", "fr", "", "2026-11-20 18:30+0000", tuple(OutgoingMessage(one, ("Krol (Monster): name",)) for one in entries)
    )  # fmt: skip
    return FORMATS[".po"].write(handout).decode()


def returned(text):
    return FORMATS[".po"].read(text.encode(), "lab.fr.po")


def merged(entries, text, ways=WAYS):
    return merge(entries, returned(text), ICONS, ways)


def one(before, text, ways=WAYS):
    """The only entry after the merge."""
    [entry] = merged([before], text, ways).entries
    return entry


def edited(entry, old, new):
    text = handed_out(entry)
    assert old in text
    return text.replace(old, new)


# The two tables, row by row.

KROL = Message("krol.name", "Krol", "Le Krol", "draft")
OURS, THEIRS = MergeOptions("d", side="ours"), MergeOptions("d", side="theirs")
REVIEW = MergeOptions("d", reviewed=True)
PLAIN = MergeOptions("d")
OTHER = text_digest("What went out") + " draft"


def back(text, given="", source="Krol", **others):
    """The message that came back for the name of Krol; `given` is the digest and state that went out."""
    return IncomingMessage("krol.name", source, text, given=given, **others)


def merged_back(game, returned, options=PLAIN):
    return merge([game], IncomingFile("lab.fr.po", "lab", "fr", "", (returned,)), ICONS, options)


TEXT_CASES = [
    # The row of the table, the game's entry, what came back, the options; the text after, and the rules of findings.
    (0, KROL, back("", text_and_state(KROL)), PLAIN, "Le Krol", []),
    (0, KROL, back("", OTHER), PLAIN, "Le Krol", []),
    (0, KROL._replace(text="", state="missing"), back("", text_and_state(KROL)), PLAIN, "", []),
    (1, KROL, back("Le Krol", OTHER), PLAIN, "Le Krol", []),
    (2, KROL, back("What went out", OTHER), PLAIN, "Le Krol", []),
    (2, KROL, back("What went out", OTHER), THEIRS, "Le Krol", []),
    (3, KROL._replace(text="", state="missing"), back("Un Krol", OTHER), PLAIN, "Un Krol", []),
    (3, KROL._replace(text="", state="missing"), back("Un Krol"), PLAIN, "Un Krol", []),
    (4, KROL._replace(state="machine"), back("Un Krol", OTHER), PLAIN, "Un Krol", []),
    (4, KROL._replace(state="machine"), back("Un Krol"), PLAIN, "Un Krol", []),
    (5, KROL, back("Un Krol", text_and_state(KROL)), PLAIN, "Un Krol", []),
    (6, KROL._replace(state="machine"), back("Un Krol", text_and_state(KROL), "King"), PLAIN, "Un Krol", ["stale"]),
    (6, KROL._replace(unsure=True), back("Un Krol", text_and_state(KROL), "King"), PLAIN, "Un Krol", ["stale"]),
    (6, KROL._replace(state="stale", previous="K"), back("Un Krol", text_and_state(KROL), "X"), PLAIN, "Un Krol", ["stale"]),
    (7, KROL, back("Un Krol"), PLAIN, "Un Krol", ["no-digest"]),
    (7, KROL, back("Un Krol", comments=("by: Bob",)), PLAIN, "Un Krol", ["no-digest"]),
    (7, KROL._replace(state="stale", previous="King"), back("Un Krol", "", "King"), PLAIN, "Un Krol", ["stale", "no-digest"]),
    (7, KROL._replace(by="Anna"), back("Un Krol", comments=("by: Anna",)), PLAIN, "Un Krol", ["no-digest"]),
    (7, KROL._replace(by="Anna", at="2026-11-20"), back("Un Krol", comments=("on: 2026-11-20",)), PLAIN, "Un Krol", ["no-digest"]),
    (7, KROL._replace(by="Anna", at="2026-11-20"), back("Un Krol", comments=("by: Bob", "on: 2026-11-20")), PLAIN, "Un Krol", ["no-digest"]),
    (7, KROL._replace(at="2026-11-20"), back("Un Krol", comments=("by: Bob", "on: 2026-11-20")), PLAIN, "Un Krol", ["no-digest"]),
    (8, KROL, back("Un Krol", OTHER), THEIRS, "Un Krol", []),
    (9, KROL, back("Un Krol", OTHER), OURS, "Le Krol", []),
    (10, KROL, back("Un Krol", OTHER), PLAIN, "Le Krol", ["conflict"]),
    (10, KROL, back("Un Krol", text_and_state(KROL), "King"), PLAIN, "Le Krol", ["conflict"]),
    (10, KROL, back("Un Krol", "", "King"), PLAIN, "Le Krol", ["conflict"]),
    (10, KROL._replace(previous="King"), back("Un Krol", "", "King"), PLAIN, "Le Krol", ["conflict"]),
    (10, KROL._replace(by="Anna"), back("Un Krol"), PLAIN, "Le Krol", ["conflict"]),
    (10, KROL._replace(at="2026-11-20"), back("Un Krol"), PLAIN, "Le Krol", ["conflict"]),
    (10, KROL._replace(by="Anna"), back("Un Krol", comments=("by: Bob",)), PLAIN, "Le Krol", ["conflict"]),
    (10, KROL._replace(by="Anna", at="2026-11-20"), back("Un Krol", comments=("by: Anna",)), PLAIN, "Le Krol", ["conflict"]),
    (10, KROL._replace(state="machine"), back("Un Krol", OTHER, "King"), PLAIN, "Le Krol", ["conflict"]),
]  # fmt: skip


@pytest.mark.parametrize(("row", "game", "returned", "options", "text", "rules"), TEXT_CASES)
def test_each_row_of_the_first_table_chooses_a_text(row, game, returned, options, text, rules):
    found = merged_back(game, returned, options)
    assert (found.entries[0].text, [one.rule for one in found.findings]) == (text, rules)
    assert found.conflicts == (("krol.name",) if "conflict" in rules else ())
    assert Pair(game, returned, ICONS, options).text_rule() is TEXT_TABLE[row]


def test_each_row_of_the_first_table_has_a_case():
    assert {case[0] for case in TEXT_CASES} == set(range(len(TEXT_TABLE)))


UNSURE = KROL._replace(unsure=True)
AGED = KROL._replace(state="stale", previous="K")
BY_MACHINE = KROL._replace(state="machine")
NEW = text_and_state(KROL)
STATE_CASES = [
    # The row of the table, the game's entry, what came back, the options; the state after.
    (0, AGED, back("Le Krol", text_and_state(AGED), "K"), REVIEW, "stale"),
    (0, KROL, back("Le Krol", NEW, "K", is_fuzzy=True), PLAIN, "draft"),
    (1, KROL, back("Le Krol", NEW, is_fuzzy=True), REVIEW, "unsure"),
    (1, KROL._replace(state="reviewed"), back("Le Krol", NEW, is_fuzzy=True), PLAIN, "unsure"),
    (2, UNSURE, back("Le Krol", text_and_state(UNSURE), is_fuzzy=True), REVIEW, "unsure"),
    (2, BY_MACHINE, back("Le Krol", NEW, is_fuzzy=True), PLAIN, "machine"),
    (2, AGED, back("Le Krol", text_and_state(AGED), is_fuzzy=True), REVIEW, "stale"),
    (3, KROL, back("Le Krol", NEW), REVIEW, "reviewed"),
    (3, BY_MACHINE, back("Le Krol", text_and_state(BY_MACHINE)), REVIEW, "reviewed"),
    (4, KROL, back("Le Krol", NEW, comments=("state: reviewed",)), PLAIN, "reviewed"),
    (5, KROL._replace(state="reviewed"), back("Le Krol", f"{NEW[:8]} reviewed", comments=("state: draft",)), PLAIN, "draft"),
    (6, UNSURE, back("Le Krol", text_and_state(UNSURE)), PLAIN, "draft"),
    (6, AGED, back("Le Krol", text_and_state(AGED)), PLAIN, "draft"),
    (6, UNSURE, back("Le Krol", text_digest("Le Krol")), PLAIN, "draft"),
    (6, BY_MACHINE, back("Le Krol", text_and_state(BY_MACHINE), comments=("state: machine",)), PLAIN, "draft"),
    (7, KROL._replace(state="reviewed"), back("Le Krol", text_and_state(BY_MACHINE)), PLAIN, "reviewed"),
    (7, KROL._replace(state="reviewed"), back("Le Krol", NEW, comments=("state: machine",)), PLAIN, "reviewed"),
    (7, BY_MACHINE, back("Le Krol", NEW), PLAIN, "machine"),
    (7, KROL, back("Le Krol", NEW, comments=("state: reviewed 00000000",)), PLAIN, "draft"),
    (4, KROL, back("Le Krol", NEW, comments=(f"state: reviewed {KROL.digest}",)), PLAIN, "reviewed"),
    (8, AGED, back("Un Krol", text_and_state(AGED), "K"), REVIEW, "stale"),
    (9, AGED, back("Un Krol", text_and_state(AGED), is_fuzzy=True), REVIEW, "stale"),
    (10, BY_MACHINE._replace(text="", state="missing"), back("Un", "00000000 missing", is_fuzzy=True, comments=("state: machine",)), REVIEW, "machine"),
    (11, BY_MACHINE, back("Un Krol", text_and_state(BY_MACHINE), is_fuzzy=True, comments=("state: machine",)), REVIEW, "unsure"),
    (11, KROL, back("Un Krol", NEW, is_fuzzy=True), PLAIN, "unsure"),
    (12, KROL, back("Un Krol", NEW), REVIEW, "reviewed"),
    (13, KROL, back("Un Krol", NEW, comments=("state: reviewed",)), PLAIN, "reviewed"),
    (14, KROL, back("Un Krol", NEW), PLAIN, "draft"),
    (14, KROL, back("Un Krol", NEW, comments=(f"state: reviewed {KROL.digest}",)), PLAIN, "draft"),
    (14, KROL, back("Un Krol", f"{NEW[:8]} reviewed", comments=("state: reviewed",)), PLAIN, "draft"),
    (14, BY_MACHINE, back("Un Krol", text_and_state(BY_MACHINE), comments=("state: machine",)), PLAIN, "draft"),
    (14, KROL, back("Un Krol", NEW, comments=("state: machine",)), PLAIN, "draft"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "game", "returned", "options", "state"), STATE_CASES)
def test_each_row_of_the_second_table_chooses_a_state(row, game, returned, options, state):
    [entry] = merged_back(game, returned, options).entries
    assert (state_word(entry), entry.text) == (state, returned.text)
    pair = Pair(game, returned, ICONS, options)
    assert pair.state_rule(pair.text_rule().outcome) is STATE_TABLE[row]


def test_each_row_of_the_second_table_has_a_case():
    assert {case[0] for case in STATE_CASES} == set(range(len(STATE_TABLE)))


def test_the_page_on_translating_shows_the_two_tables():
    page = (Path(__file__).parents[2] / "docs" / "translating.md").read_text(encoding="utf-8")
    section = page.partition("## Merge")[2].partition("## Check")[0]
    rows = [
        tuple(cell.strip() for cell in row.strip("|").split("|"))
        for row in re.findall(r"^\|.*\|$", section, re.MULTILINE)
    ]
    shown = [row for row in rows if not row[0].startswith("---") and not row[0].startswith("text")]
    assert shown == [tuple(cell.value for cell in row) for row in (*TEXT_TABLE, *STATE_TABLE)]


def test_a_note_on_a_stale_text_changes_it_but_does_not_make_it_stale_again():
    found = merged_back(AGED, back("Le Krol", text_and_state(AGED), is_fuzzy=True, comments=("A pun.",)))
    assert (found.changed, found.stale, found.findings) == (("krol.name",), (), ())
    # A text that is stale for another source is.
    again = merged_back(AGED, back("Un Krol", text_and_state(AGED), "K2", is_fuzzy=True))
    assert (again.changed, again.stale, again.entries[0].previous) == ((), ("krol.name",), "K")
    older = merged_back(AGED, back("Un Krol", text_and_state(AGED), "K2", is_fuzzy=True, previous="K1"))
    assert older.entries[0].previous == "K1"
    newer = merged_back(AGED, back("Un Krol", text_and_state(AGED), "K2"))
    assert newer.entries[0].previous == "K2"


def test_what_the_game_has_in_the_file_twice_or_not_at_all_is_named_by_its_line():
    twice = [back("Un Krol", NEW, where=Where("lab.fr.po", line, 1)) for line in (4, 9)]
    found = merge([KROL], IncomingFile("lab.fr.po", "lab", "fr", "", tuple(twice)), ICONS, PLAIN)
    assert [(one.rule, str(one.where)) for one in found.findings] == [("entry-twice", "lab.fr.po:9:1")]
    assert found.findings[0].message == "krol.name is already translated on line 4."


def test_a_text_without_a_context_replaces_the_only_one_with_its_source_whatever_its_icons_are_called():
    game = KROL._replace(context="krol.text", source="Gain {tech}", text="Recevez {tech}")
    lost = IncomingMessage("", "Gain {chip}", "Prenez {tech}")
    assert merged_back(game, lost).changed == ("krol.text",)
    assert merged_back(game, lost._replace(text="")).findings == ()
    assert merged_back(game, lost._replace(text=game.text)).unchanged == ("krol.text",)
    aged = game._replace(source="Gain 2 {tech}", state="stale", previous="Gain {tech}")
    known = lost._replace(context="krol.text", source="Gain {chip}")
    assert [one.rule for one in merged_back(aged, known).findings] == ["stale", "no-digest"]


def test_a_text_with_an_icon_that_the_game_lacks_is_broken():
    game = KROL._replace(context="krol.text", source="Gain {tech}", text="", state="missing")
    texts = {
        text: merged_back(game, IncomingMessage("krol.text", "Gain {tech}", text))
        for text in ("{tech}", "{gold}")
    }
    assert [one.entries[0].broken for one in texts.values()] == [False, True]


def test_a_doubt_on_a_reviewed_text_that_nobody_signs_keeps_its_author():
    reviewed = KROL._replace(state="reviewed", by="Anna", at="2026-11-20")
    [entry] = merged_back(reviewed, back("Le Krol", text_and_state(reviewed), is_fuzzy=True)).entries
    assert entry == reviewed._replace(state="draft", unsure=True)


def test_a_message_that_the_game_lacks_is_found_at_its_line():
    lost = back("Un", where=Where("lab.fr.po", 7, 1))._replace(context="other.name")
    [finding] = merged_back(KROL, lost).findings
    assert (finding.rule, str(finding.where)) == ("unknown-entry", "lab.fr.po:7:1")


def test_a_waiver_is_taken_if_it_is_new_or_for_the_present_texts():
    old, new = Waiver("names", "old", KROL.digest), Waiver("names", "new", "00000000")
    waived = KROL._replace(waivers=(old,))

    def waivers(game, waiver):
        said = f"waive {waiver.rule} {waiver.digest}: {waiver.reason}"
        return merged_back(game, back("Le Krol", text_and_state(game), comments=(said,))).entries[0].waivers

    assert waivers(KROL, new) == (new,)
    assert waivers(waived, new) == (old,)
    assert waivers(waived, old._replace(reason="better")) == (old._replace(reason="better"),)
    assert waivers(KROL._replace(waivers=(new,)), new._replace(digest="11111111")) == (
        new._replace(digest="11111111"),
    )


def test_a_conflict_says_in_whole_what_is_not_known_and_where():
    kind = KROL._replace(context="kind:krol", by="Anna")
    returned = back("Un Krol", where=Where("lab.fr.po", 4, 1))._replace(context="kind:krol")
    [finding] = merged_back(kind, returned).findings
    assert finding.message == (
        "kind:krol: the file says “Un Krol”, the game says “Le Krol”. Which is newer is unknown: the file has lost the "
        "digest of this entry (“given:” / “mark”)."
    )
    assert (finding.subjects, str(finding.where)) == ((), "lab.fr.po:4:1")
    [finding] = merged_back(KROL, back("Un Krol", OTHER)).findings
    assert (finding.severity, finding.subjects) == ("error", ("krol",))
    assert (finding.found, finding.limit) == ("Un Krol", "Le Krol")
    assert finding.message == (
        "krol.name: the file says “Un Krol”, but the game’s text has changed since: “Le Krol”."
    )


def test_of_many_texts_without_a_digest_five_are_shown():
    entries = [KROL._replace(context=f"card-{n}.name") for n in range(6)]
    returned = tuple(back("Un Krol")._replace(context=one.context) for one in entries)

    def finding(most):
        [found] = merge(
            entries, IncomingFile("lab.fr.po", "", "", "", returned[:most]), ICONS, PLAIN
        ).findings
        assert (found.severity, str(found.where)) == ("warning", "lab.fr.po")
        return found.message

    texts = [f"card-{n}.name (“Le Krol” → “Un Krol”)" for n in range(5)]
    assert finding(1) == (
        "The file has lost the digest (“given:” / “mark”) of 1 changed text. It was matched by its source, and replaces the "
        f"game’s text: {texts[0]}."
    )
    several = (
        "The file has lost the digests (“given:” / “mark”) of {} changed texts. They were matched by their source, and "
        "replace the game’s texts: {}."
    )
    assert finding(5) == several.format(5, ", ".join(texts))
    assert finding(6) == several.format(6, ", ".join([*texts, "…"]))


# What a translator does, and what becomes of it.


def test_what_comes_back_as_it_went_out_changes_nothing():
    entries = [
        DRAFT,
        STALE,
        Message("a.name", "A", "B", "machine"),
        Message("kind:tool", "Tool", "", "missing"),
    ]
    found = merged(entries, handed_out(*entries))
    assert found.entries == tuple(entries)
    assert len(found.unchanged) == len(entries)
    assert (found.touched(), found.findings) == ([], ())


def test_a_doubt_that_nobody_signs_keeps_who_did_the_work_and_when():
    text = edited(DRAFT, "msgctxt", "#, fuzzy\nmsgctxt")
    assert one(DRAFT, text) == DRAFT._replace(unsure=True)
    doubted = DRAFT._replace(unsure=True, by="Bob", at="2026-11-21")
    assert one(DRAFT, text, MergeOptions("2026-11-21", "Bob")) == doubted


def test_what_gettext_makes_fuzzy_for_the_looks_of_the_source_is_as_it_was():
    card = DRAFT._replace(source="Gain {chip}  1")
    before = card._replace(source="Gain {tech} 1")
    text = edited(card, "msgctxt", f'#, fuzzy\n#| msgid "{before.source}"\nmsgctxt')
    assert one(card, text) == card
    text = text.replace("{tech} 1", "{tech} 2")
    assert one(card, text) == card._replace(unsure=True)


def test_a_machines_work_is_its_services_and_becomes_a_persons_when_they_accept_it():
    given_out = OutgoingMessage(MACHINE, known=MISSING)
    handout = OutgoingFile("lab", "Lab", "en", "fr", "", "2026-11-20 18:30+0000", (given_out,))
    text = FORMATS[".po"].write(handout).decode()
    bob = MergeOptions("2026-11-21", "Bob")
    assert one(MISSING, text, bob) == MACHINE
    accepted = text.replace("#, fuzzy\n", "")
    assert one(MISSING, accepted, bob) == MACHINE._replace(state="draft", by="Bob")
    assert one(MISSING, accepted).by == ""


def test_a_reviewer_says_so_in_a_comment_or_for_the_whole_file():
    said = edited(DRAFT, "# by:", "# state: reviewed\n# by:")
    assert one(DRAFT, said).state == "reviewed"
    assert one(
        DRAFT, handed_out(DRAFT), MergeOptions("2026-11-21", "Bob", reviewed=True)
    ) == REVIEWED._replace(reviewer="Bob", at="2026-11-21")
    assert one(MACHINE, handed_out(MACHINE), MergeOptions("d", reviewed=True)) == MACHINE
    both = edited(DRAFT, "Le Krol", "Un Krol").replace("# by:", "# state: reviewed\n# by:")
    assert one(DRAFT, both).state == "reviewed"


def test_comments_of_the_translator_are_notes_and_those_lost_on_the_way_stay():
    before = DRAFT._replace(waivers=(Waiver("icons", "it is in the art"),), notes=("Ask Luca.",)).pinned()
    text = edited(before, "# Ask Luca.\n", "# A pun.\n# waive numbers: a year\n")
    after = one(before, text)
    assert after.notes == ("Ask Luca.", "A pun.")
    pinned = [Waiver("icons", "it is in the art", DRAFT.digest), Waiver("numbers", "a year", DRAFT.digest)]
    assert after.waivers == tuple(pinned)
    assert (after.by, after.at, after.text) == ("Anna", "2026-11-20", "Le Krol")
    bare = "\n".join(line for line in handed_out(before).split("\n") if not line.startswith("# "))
    assert one(before, bare) == before


# Both sides.


def without_digests(text):
    return "\n".join(line for line in text.split("\n") if not line.startswith("#."))


UNSIGNED = DRAFT._replace(by="", at="")


def test_a_conflict_over_the_source_does_not_claim_that_the_translation_has_changed():
    now = DRAFT._replace(source="King Krol")
    [finding] = merged([now], edited(DRAFT, "Le Krol", "Un Krol")).findings
    assert finding.message == (
        "krol.name: the file says “Un Krol” for “Krol”, but the source is “King Krol” now, and the game says “Le Krol”."
    )


def without_contexts(text):
    return "\n".join(line for line in text.split("\n") if not line.startswith("msgctxt"))


def test_an_entry_without_a_context_belongs_to_its_source_text():
    twins = [MISSING._replace(context=f"{name}.text") for name in "ab"]
    done = DRAFT._replace(context="c.text", source=MISSING.source, text="Piochez.")
    text = without_contexts(edited(MISSING, 'msgstr ""\n', 'msgstr "Piochez une carte."\n'))
    text = text.replace('msgid ""\nmsgstr "Piochez une carte."', 'msgid ""\nmsgstr ""', 1)
    assert merged([MISSING, DRAFT], text).added == ("krol.text",)
    assert merged([*twins, done], text).added == ("a.text", "b.text")
    both = [done, done._replace(context="d.text")]
    assert [one.rule for one in merged(both, text).findings] == ["unknown-entry"]
    assert merged([DRAFT], text).findings[0].rule == "unknown-entry"


@pytest.mark.parametrize(
    ("own", "by", "head", "wanted"),
    [
        ("Chloé", "Bob", "Anna", "Chloé"),
        ("", "Bob", "Anna", "Bob"),
        ("", "", "Anna", "Anna"),
        ("Chloé", "", "Anna", "Chloé"),
    ],
)
def test_what_an_entry_says_of_its_author_counts_before_who_merges_it(own, by, head, wanted):
    text = handed_out(MISSING).removesuffix('msgstr ""\n') + 'msgstr "Piochez."\n'
    text = text.replace('"Last-Translator: \\n"', f'"Last-Translator: {head}\\n"')
    text = text.replace("\nmsgctxt", f"\n# by: {own}\nmsgctxt") if own else text
    assert one(MISSING, text, MergeOptions("2026-11-21", by)).by == wanted


# What somebody has looked at.


def test_a_review_holds_for_the_texts_that_were_reviewed():
    text = edited(REVIEWED, "Le Krol", "Un Krol")
    assert f"# state: reviewed {REVIEWED.digest}" in text
    assert one(REVIEWED, text).state == one(DRAFT, text).state == "draft"
    assert one(REVIEWED, without_digests(text)).state == "draft"


def test_a_waiver_holds_for_the_texts_it_was_given_for_until_it_is_renewed():
    before = DRAFT._replace(waivers=(Waiver("names", "a pun"),)).pinned()
    text = edited(before, "Le Krol", "Un Krol")
    after = one(before, text)
    assert after.waivers == before.waivers
    assert not after.holds(after.waivers[0])
    renewed = one(before, text.replace(f"names {DRAFT.digest}:", "names:"))
    assert renewed.waivers == (Waiver("names", "a pun", renewed.digest),)
    # An older file does not bring back what has been renewed since.
    assert one(renewed, handed_out(before)).waivers == renewed.waivers


def test_a_source_that_changed_in_its_looks_only_is_the_same():
    before = Message("krol.text", 'Draw a "chip"  {tech} - now', "Piochez.", "draft")
    now = before._replace(source="Draw a “chip” {chip} – now")
    after = one(now, edited(before, '"Piochez."', '"Piochez !"'))
    assert (after.state, after.text, after.source) == ("draft", "Piochez !", now.source)


# What does not belong.


def test_an_entry_of_no_text_of_the_game_is_an_error_and_without_a_translation_a_warning():
    text = edited(DRAFT, '"krol.name"', '"kroll.name"')
    [finding] = merged([DRAFT], text).findings
    assert (finding.rule, finding.severity) == ("unknown-entry", "error")
    assert "Did you mean krol.name?" in finding.message
    [finding] = merged([DRAFT], text.replace("Le Krol", "")).findings
    assert finding.severity == "warning"


def test_two_entries_of_one_context_are_an_error():
    text = handed_out(DRAFT)
    entry = text[text.index("msgctxt") :]
    [finding] = merged([DRAFT], f"{text}\n{entry}").findings
    assert (finding.rule, finding.severity) == ("entry-twice", "error")


def test_comments_that_an_editor_has_broken_are_put_together_again():
    known = ("waive icons: it is drawn in the art", "Ask Luca.")
    lines = ["waive icons: it is", "drawn in the art", "Ask", "Luca.", "Mine."]
    assert joined_lines(lines, known) == [*known, "Mine."]
    assert joined_lines(["Ask", "Anna."], known) == ["Ask", "Anna."]


# Whatever an editor does to the file.

words = st.text('abé «»’"\\{}*:.–', min_size=1, max_size=60)
texts = words.filter(str.strip)
notes = st.text("abé,.", min_size=1, max_size=90).map(str.strip).filter(lambda text: len(text) > 1)
waivers = st.builds(
    Waiver,
    st.sampled_from(["icons", "fit"]),
    st.lists(notes, min_size=1, max_size=9).map(" ".join),
    st.just(""),
)


@st.composite
def games(draw):
    contexts = draw(st.lists(st.sampled_from([f"card-{n}.name" for n in range(9)]), unique=True, max_size=6))
    return [draw(entry_of(context)) for context in contexts]


@st.composite
def entry_of(draw, context):
    state = draw(st.sampled_from(["missing", "machine", "stale", "draft", "reviewed"]))
    source, previous = draw(
        st.lists(texts, min_size=2, max_size=2, unique_by=lambda text: "".join(filter(str.isalpha, text)))
    )
    return Message(
        context,
        source,
        "" if state == "missing" else draw(texts),
        state,
        previous if state == "stale" else "",
        draw(st.sampled_from(["", "Anna"])),
        draw(st.sampled_from(["", "2026-11-20"])),
        tuple(draw(st.lists(waivers, max_size=2, unique_by=lambda waiver: waiver.rule))),
        tuple(draw(st.lists(notes, max_size=2, unique_by=lambda note: note.replace(" ", "")))),
        draw(st.booleans()) if state == "draft" else False,
    ).pinned()  # fmt: skip


edits = st.lists(st.sampled_from(["", "text", "set", "clear", "note"]), min_size=9, max_size=9)


def expected(entry, edit):
    """What becomes of an entry, reached in another way than the program's."""
    touched = entry._replace(by="Bob", at="2026-11-21", previous="", unsure=False)
    needs_work = entry.state in {"machine", "stale"} or entry.unsure
    if edit == "note":
        return entry._replace(notes=(*entry.notes, "My own note"))
    if edit == "text":
        return touched._replace(text="Neu", state="draft")
    if edit == "set" and entry.text and not needs_work:
        return entry._replace(state="draft", unsure=True, by="Bob", at="2026-11-21")
    if edit == "clear" and needs_work:
        return touched._replace(state="draft")
    return entry


def apply(edit, one):
    if edit == "note":
        one.tcomment = f"{one.tcomment}\nMy own note".strip()
    if edit == "text":
        one.msgstr, one.flags = "Neu", []
    if edit == "set" and one.msgstr:
        one.flags = ["fuzzy"]
    if edit == "clear":
        one.flags, one.previous_msgid = [], None


def by_polib(text, done, width, order):
    file = polib.pofile(text, wrapwidth=width)
    for number, one in enumerate(file):
        apply(done[number], one)
    entries = list(file)
    order.shuffle(entries)
    again = polib.POFile(wrapwidth=width)
    again.metadata = {
        **file.metadata,
        "X-Generator": "Poedit 3.4",
        "Last-Translator": "Bob <bob@example.org>",
    }
    again.extend(entries)
    return str(again)


@given(games(), edits, st.sampled_from([20, 78, 0, 200]), st.randoms(use_true_random=False))
def test_nothing_is_lost_in_a_file_that_polib_wrote_anew(entries, done, width, order):
    found = merged(entries, by_polib(handed_out(*entries), done, width, order))
    assert found.entries == tuple(expected(*pair) for pair in zip(entries, done, strict=False))
    assert found.findings == ()


@given(games(), st.sampled_from([20, 76, 200]), st.booleans())
def test_nothing_is_lost_in_a_file_that_babel_wrote_anew(entries, width, sort):
    catalogue = read_po(BytesIO(handed_out(*entries).encode()), locale="fr")
    file = BytesIO()
    write_po(file, catalogue, width=width, sort_output=sort, include_previous=True)
    assert merged(entries, file.getvalue().decode()).entries == tuple(entries)
