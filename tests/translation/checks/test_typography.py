"""Each language has its own spaces, quotation marks, apostrophes and accents."""

from __future__ import annotations

import pytest

from deckwright.model.translation import Entry
from deckwright.translation.checks.typography.check import survey_quotes

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
    "de": ["„Nein!“"],
}
BAD = {
    "fr": [
        ("Dites DATA !", "A no-break space belongs before the sign in “DATA !”."),
        ("Dites DATA!", "A no-break space belongs before the sign in “DATA!”."),
        ("Effet : rien", "A no-break space belongs before the sign in “Effet :”."),
        ("Prix:2", "A no-break space belongs before the sign in “Prix:”."),
        ("99 % de chats", "A no-break space belongs before the sign in “99 %”."),
        (f"« oui{N}»", "A no-break space belongs after the sign in “«”."),
        (f"«{N}oui »", "A no-break space belongs before the sign in “oui »”."),
        ("Il dit “oui” ici", "Quotation marks are « » in this language: “oui”"),
        ('Il dit "oui" ici', 'Quotation marks are « » in this language: "oui"'),
        ("C'est l'été", "Write ’ for the apostrophe in “C'est”."),
        ("Attendez...", "Write … for the three dots after “Attendez...”."),
        ("A la fin de votre tour", "Capitals keep their accents: “A la”."),
        (f"Fini. A vous{N}!", "Capitals keep their accents: “A vous”."),
        ("Etat du jeu", "Capitals keep their accents: “Etat”."),
        ("Ca marche", "Capitals keep their accents: “Ca”."),
        ("Le coeur de l’oeuvre", "“coeur” is written with œ."),
        ("Un oeuf", "“oeuf” is written with œ."),
        ("oui,non", "A space is missing in “oui,non”."),
        ("oui , non", "No space stands before a comma or a full stop: “oui ,”."),
    ],
    "it": [
        ("E’ tuo", "“E’” wants an accent: È, è."),
        ("e' tuo", "“e'” wants an accent: È, è."),
        ("Perche’ no", "“Perche’” wants an accent, not an apostrophe."),
        ("La citta’, poi", "“citta’” wants an accent, not an apostrophe."),
        ("Perchè no", "The accent of “Perchè” leans the wrong way: perché, né, but è, cioè, più."),
        ("Un caffé", "The accent of “caffé” leans the wrong way: perché, né, but è, cioè, più."),
        ("Di piú", "The accent of “piú” leans the wrong way: perché, né, but è, cioè, più."),
        ("Un pò", "“pò” has no accent."),
        ("Qual’è il mazzo", "“Qual’è” is written qual è."),
        ("dell'officina", "Write ’ for the apostrophe in “dell'officina”."),
        ("« Ciao»", "No space stands inside quotation marks: “« Ciao”."),
        ('Di "sì"', 'Quotation marks are « », “ ” in this language: "sì"'),
        ("Davvero ?", "No space stands before this sign: “Davvero ?”."),
    ],
    "en": [
        ("Don't", "Write ’ for the apostrophe in “Don't”."),
        ('Say "no"', 'Quotation marks are “ ” in this language: "no"'),
        ("Say «no»", "Quotation marks are “ ” in this language: «no»"),
        ("Really ?", "No space stands before this sign: “Really ?”."),
        ("Wait...", "Write … for the three dots after “Wait...”."),
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def slips(game):
    from deckwright.translation.checks.run import CHECKS
    from deckwright.translation.checks.wordbook import wordbook

    def found(language, text):
        faults = list(CHECKS["typography"](wordbook(game, language), Entry("krol.text", "x", text, "draft")))
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


def test_a_game_has_one_sort_of_quotation_marks_in_italian(books):
    entries = [Entry(f"{n}.text", "", text, "draft") for n, text in enumerate(["«a»", "«b»", "“c”", "d"])]
    found = [(entry.context, fault.message) for entry, fault in survey_quotes(books["it"], entries)]
    assert found == [("2.text", "Most texts here have « for quotation marks, this one “.")]
    assert list(survey_quotes(books["fr"], entries)) == []
