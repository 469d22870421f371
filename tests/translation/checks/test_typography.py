"""Each language has its own spaces, quotation marks, apostrophes and accents."""

from __future__ import annotations

import pytest

from deckwright.model.translation import Message, Waiver, is_same_source
from deckwright.translation.checks.typography import (
    _BY_LANGUAGE,
    COMMON,
    check_quotes,
    check_spaces,
    check_typography,
    fix_typography,
    fixed_typography,
)
from deckwright.translation.checks.wordbook import wordbook

N = "\u00a0"


GOOD = {
    "fr": [
        f"Dites **DATA{N}!** maintenant\u202f; oui{N}?",
        "À 10:30, voir https://example.org",
        f"«{N}Ça compilait.{N}»",
        f"99{N}% de chats…",
        f"Quoi{N}?! Jamais{N}!!",
        "L’œuf, le cœur et les œuvres.",
        "À la fin de votre tour, piochez.",
        "État, Étape, Être, Énergie",
        "+2 {tech}, et +1 {sci}",
        "{whole},{decimals} et {width:g}",
        "Elle a déjà joué.",
    ],
    "it": [
        "È l’unica: perché no?",
        "Un po’ di caffè, cioè di’ DATA!",
        "Qual è? Né più né meno.",
        "«Ciao», disse.",
        "Dell’officina, un’altra, nell’ordine",
        "Gli anni ’90",
        "Va’ via, fa’ presto, da’ qui, sta’ su",
        "I caffè, le città, la virtù, così",
    ],
    "en": ["Don’t say “no”: it’s fine!", "Rock ’n’ roll…", "3,000 cards; 2.5 cm", "**Now**: draw."],
    "de": ["„Nein!“", "STRASSE, STRAẞE, Straße", "Aß die Kröte?"],
    "el": ["ΜΑΪΟΣ, Μάιος, Ή, ΗΡΩΑΣ", "Όταν έρθει"],
    "nl": ["IJs en ijs, IJSBERG"],
}


BAD = {
    "fr": [
        ("Dites DATA !", "Missing no-break space before the sign in “DATA !”."),
        ("Dites DATA!", "Missing no-break space before the sign in “DATA!”."),
        ("Dites **DATA**!", "Missing no-break space before the sign in “DATA!”."),
        ("Effet : rien", "Missing no-break space before the sign in “Effet :”."),
        ("Prix:2", "Missing no-break space before the sign in “Prix:”."),
        ("99 % de chats", "Missing no-break space before the sign in “99 %”."),
        (f"« oui{N}»", "Missing no-break space after the sign in “«”."),
        (f"«{N}oui »", "Missing no-break space before the sign in “oui »”."),
        ("Il dit “oui” ici", "Quotation marks are « » in this language: “oui”"),
        ('Il dit "oui" ici', 'Quotation marks are « » in this language: "oui"'),
        ("C'est l'été", "Write ’ for the apostrophe in “C'est”."),
        ("Attendez...", "Write … for the three dots after “Attendez...”."),
        ("A la fin de votre tour", "Missing accent on a capital: “A la”."),
        (f"Fini. A vous{N}!", "Missing accent on a capital: “A vous”."),
        ("Etat du jeu", "Missing accent on a capital: “Etat”."),
        ("Ca marche", "Missing accent on a capital: “Ca”."),
        ("Le coeur de l’oeuvre", "“coeur” is written with œ."),
        ("Un oeuf", "“oeuf” is written with œ."),
        ("OEIL de lynx", "“OEIL” is written with œ."),
        ("oui,non", "Missing space in “oui,non”."),
        ("oui , non", "Remove the space before the comma or full stop: “oui ,”."),
        ("(une fois) , non", "Remove the space before the comma or full stop: “fois) ,”."),
    ],
    "it": [
        ("E’ tuo", "“E’” needs an accent: È, è."),
        ("e' tuo", "“e'” needs an accent: È, è."),
        ("Perche’ no", "“Perche’” needs an accent, not an apostrophe."),
        ("La citta’, poi", "“citta’” needs an accent, not an apostrophe."),
        ("Perchè no", "Wrong accent in “Perchè”: perché and né, but è, cioè and più."),
        ("acciocchè", "Wrong accent in “acciocchè”: perché and né, but è, cioè and più."),
        ("ventitrè", "Wrong accent in “ventitrè”: perché and né, but è, cioè and più."),
        ("Un caffé", "Wrong accent in “caffé”: perché and né, but è, cioè and più."),
        ("Di piú", "Wrong accent in “piú”: perché and né, but è, cioè and più."),
        ("Un pò", "“pò” has no accent."),
        ("Qual’è il mazzo", "“Qual’è” is written qual è."),
        ("dell'officina", "Write ’ for the apostrophe in “dell'officina”."),
        ("« Ciao»", "Remove the space inside the quotation marks: “« Ciao”."),
        ('Di "sì"', 'Quotation marks are « », “ ” in this language: "sì"'),
        ("Davvero ?", "Remove the space before this sign: “Davvero ?”."),
    ],
    "en": [
        ("Don't", "Write ’ for the apostrophe in “Don't”."),
        ('Say "no"', 'Quotation marks are “ ” in this language: "no"'),
        ("Say «no»", "Quotation marks are “ ” in this language: «no»"),
        ("Really ?", "Remove the space before this sign: “Really ?”."),
        ("Wait...", "Write … for the three dots after “Wait...”."),
    ],
    "de": [("Die STRAßE", "In capitals, ß is SS or ẞ: “STRAßE”.")],
    "el": [
        ("Ο ΉΡΩΑΣ", "Words in capitals have no accents: “ΉΡΩΑΣ”."),
        ("ΚΑΦΈ", "Words in capitals have no accents: “ΚΑΦΈ”."),
    ],
    "nl": [("Een Ijsbeer", "“Ijsbeer” begins with two capitals: IJ.")],
}  # fmt: skip


@pytest.fixture(scope="module")
def slips(game):
    def found(language, text):
        faults = list(check_typography(wordbook(game, language), Message("krol.text", "x", text, "draft")))
        assert {fault.severity for fault in faults} <= {"warning"}
        return [fault.message for fault in faults]

    return found


@pytest.mark.parametrize(("language", "text"), [(one, text) for one, texts in GOOD.items() for text in texts])
def test_good_typography_has_no_finding(slips, language, text):
    assert slips(language, text) == []


@pytest.mark.parametrize(
    ("language", "text", "message"), [(one, *case) for one, cases in BAD.items() for case in cases]
)
def test_a_slip_is_found(slips, language, text, message):
    assert message in slips(language, text)


def test_each_sort_of_slip_is_told_once_a_text(slips):
    assert slips("fr", "Dites DATA! 99 % de chats") == ["Missing no-break space before the sign in “DATA!”."]


def test_a_game_has_one_sort_of_quotation_marks_in_italian(books):
    entries = [Message(f"{n}.text", "", text, "draft") for n, text in enumerate(["«a»", "«b»", "“c”", "d"])]
    found = [(entry.context, fault.message) for entry, fault in check_quotes(books["it"], entries)]
    assert found == [("2.text", "Most texts of the game use « as quotation marks, this one “.")]
    assert list(check_quotes(books["fr"], entries)) == []


SPACES = [
    ("a b", "a b", []),
    ("a", " a", ["warning: It begins with a space, but its source does not."]),
    ("a", "a\u00a0", ["warning: It ends with a space, but its source does not."]),
    (" a", " a", []),
    ("a b", "a  b", ["warning: Double space in “a  b”."]),
    ("a\n\nb", "a \n\nb", ["warning: A line ends with a space after “a”."]),
]


@pytest.mark.parametrize(("source", "text", "wanted"), SPACES)
def test_spaces_stand_where_they_show(said, source, text, wanted):
    assert said("spaces", source, text) == wanted


SLIPS = [slip.pattern for slip in (*COMMON, *(slip for slips in _BY_LANGUAGE.values() for slip in slips))]


LONG = 100_000


@pytest.mark.parametrize("part", ["a", "1", " ", "\u00a0", "a ", "oeuv", "«", ":"])
@pytest.mark.parametrize("pattern", SLIPS, ids=lambda pattern: pattern.pattern[:30])
def test_a_pattern_reads_a_long_text_once(pattern, part):
    pattern.search(part * LONG + "z")


@pytest.mark.parametrize("part", ["a", " ", "\u00a0", "a "])
def test_so_do_spaces_and_what_is_the_same_source(part):
    list(check_spaces(None, Message("a.text", "a", f"b{part * LONG}z", "draft")))
    assert not is_same_source(f"b{part * LONG}z", "a", {})


def test_a_slip_is_shown_from_the_beginning_of_its_word(books):
    found = {
        "perché no , si": "no ,",
        "una parola...": "parola...",
        "mot; suite": None,
        "l'amour": "l'amour",
    }
    for text, slip in found.items():
        entry = Message("a.text", text, text, "draft")
        assert [finding.passage for finding in check_typography(books["it"], entry)] == [slip] * bool(slip)


def test_a_language_goes_before_what_all_say(books):
    [finding] = check_typography(books["it"], Message("a.text", "x", "Una sola UNITA' di misura", "draft"))
    assert finding.message == "“UNITA'” needs an accent, not an apostrophe."


FIXED = {
    "fr": [
        ("Dites DATA! Non ?", f"Dites DATA{N}! Non{N}?"),
        ("Oui\u202f! Non ?", "Oui\u202f! Non\u202f?"),
        ("Effet : +1 {sci}; 99 %", f"Effet{N}: +1 {{sci}}{N}; 99{N}%"),
        ('Il dit "oui". « Non »', f"Il dit «{N}oui{N}». «{N}Non{N}»"),
        ("Voir https://example.org/?a ou 10:30", "Voir https://example.org/?a ou 10:30"),
        ("C'est  l'été...", "C’est l’été…"),
        (f"Oui {N}!", f"Oui{N}!"),
        ("(!) ?", f"(!){N}?"),
    ],
    "it": [
        ("dell'officina ,  poi...", "dell’officina, poi…"),
        ("UNITA' ?", "UNITA' ?"),
        ('Di "sì"', 'Di "sì"'),
        (f"«{N}Ciao{N}» !", "«Ciao»!"),
    ],
    "en": [
        ("Don't say «no» ?", "Don’t say “no”?"),
        ('Say "no"  \nor 5" now', 'Say “no”\nor 5" now'),
        ("**Draw** ! {a 'b'} [c  d]", "**Draw**! {a 'b'} [c  d]"),
    ],
    "de": [('Er sagt "ja"...', 'Er sagt "ja"…')],
    "nl": [("De Ijssel, Ij.", "De IJssel, Ij.")],
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "fixed"), [(language, *case) for language, cases in FIXED.items() for case in cases]
)
def test_what_has_one_right_answer_is_fixed_once(language, text, fixed):
    assert fixed_typography(language, text) == fixed
    assert fixed_typography(language, fixed) == fixed


@pytest.mark.parametrize(("language", "text"), [(one, text) for one, texts in GOOD.items() for text in texts])
def test_good_typography_is_not_changed(language, text):
    assert fixed_typography(language, text) == text


def test_plural_forms_stay_forms():
    entry = Message("word:w", "one: a!\nother: b!", "one: un !\nother: deux !", "draft")
    assert fix_typography("fr", entry).text == f"one: un{N}!\nother: deux{N}!"


def test_a_waived_text_stays_and_other_waivers_hold_for_the_fixed_one():
    entry = Message("krol.text", "Draw!", "Piochez !", "draft")
    waived = entry._replace(waivers=(Waiver("typography", "a quotation"),)).pinned()
    assert fix_typography("fr", waived) == waived
    fixed = fix_typography("fr", entry._replace(waivers=(Waiver("stops", "a joke"),)).pinned())
    assert fixed.text == f"Piochez{N}!"
    assert fixed.holds(fixed.waivers[0])
