"""Dataset's glossary: the words of the published Italian and French rules, side by side, and the English ones.

Rulebook of Dataset, data.game/come-si-gioca (Italian) and data.game/fr/but-du-jeu (French).
"""

from __future__ import annotations

import pytest

from deckwright.model.glossary import glossary_of, term_finder

TERMS = {
    "Carte dataset / Cartes Dataset": [
        ("Carta-Dataset semplice", "Carte-Dataset simple", "simple Dataset card"),
        ("Carta-Dataset sensibile", "Carte-Dataset sensible", "sensitive Dataset card"),
        ("semplici", "simples", "simple"),
        ("sensibili", "sensibles", "sensitive"),
        ("salute", "santé", "health"),
        ("amore", "amour", "love"),
        ("dati biometrici", "données biométriques", "biometric data"),
        ("dati genetici", "données génétiques", "genetic data"),
        ("opinioni politiche", "opinions politiques", "political opinions"),
        (
            "convinzioni religiose o filosofiche",
            "convictions religieuses ou philosophiques",
            "religious or philosophical beliefs",
        ),
        ("convinzioni personali", "convictions personnelles", "personal beliefs"),
        ("dati giudiziari", "données judiciaires", "judicial data"),
        ("stetoscopio", "stéthoscope", "stethoscope"),
        ("cuore trafitto", "cœur transpercé", "pierced heart"),
        ("impronta digitale", "empreinte digitale", "fingerprint"),
        ("elica DNA", "hélice ADN", "DNA helix"),
        ("bandierine destra/sinistra", "drapeaux droite/gauche", "left-right flags"),
        ("fiore di loto", "fleur de lotus", "lotus flower"),
        ("martello del giudice", "marteau de juge", "gavel"),
        ("rosso", "rouge", "red"),
        ("blu", "bleu", "blue"),
        ("giallo", "jaune", "yellow"),
        ("verde", "vert", "green"),
        ("fucsia", "fuchsia", "fuchsia"),
    ],
    "Carte speciali / Cartes spéciales": [
        ("Carte-Finalità", "Cartes-Finalité", "Purpose cards"),
        ("Carte-Sanzione", "Cartes-Sanction", "Sanction cards"),
        ("Carte-Avvocato", "Cartes-Avocat", "Lawyer cards"),
        ("Carte-Trasparenza", "Cartes-Transparence", "Transparency cards"),
        ("Carte-Cybersecurity", "Cartes-Cybersecurity", "Cybersecurity cards"),
        ("Carte-Databreach", "Cartes-Databreach", "Data Breach cards"),
        ("Carte-Consenso", "Cartes-Consentement", "Consent cards"),
        ("Carte-Minimizzazione", "Cartes-Minimisation", "Minimisation cards"),
        ("Carte-Tempo", "Cartes-Temps", "Time cards"),
        ("Carte-Reclamo", "Cartes-Réclamation", "Complaint cards"),
        ("direct marketing", "marketing direct", "direct marketing"),
        ("smart services", "services intelligents", "smart services"),
        ("profilazione", "profilage", "profiling"),
        ("export internazionale", "exportation internationale", "international export"),
        ("ricerca scientifica", "recherche scientifique", "scientific research"),
        ("addestramento dell’Intelligenza Artificiale", "entraînement de l’IA", "AI training"),
        ("geolocalizzazione", "géolocalisation", "geolocation"),
        ("medicina personalizzata", "médecine personnalisée", "personalised medicine"),
        ("propaganda politica", "propagande politique", "political propaganda"),
        ("carte speciali di base", "cartes spéciales de base", "basic special cards"),
        ("carte speciali opzionali", "cartes spéciales en option", "optional special cards"),
    ],
    "Regole del gioco / Règles du jeu": [
        ("Data-Tesori", "Data-Trésors", "Data-Treasures"),
        ("segno", "type", "sign"),
        ("tipo", "type", "type"),
        ("mazzo generale", "pioche", "main deck"),
        ("mazzo", "paquet", "main deck"),
        ("tavolo", "table", "table"),
        ("congelate", "gelées", "frozen"),
        ("a carte scoperte", "à cartes découvertes", "open hand"),
        ("a lato", "à côté", "aside"),
        ("da parte", "de côté", "aside"),
        ("gettare sul tavolo", "poser sur la table", "throw on the table"),
        ("restituire al mazzo", "remettre dans la pioche", "return to the deck"),
        ("saltare un turno", "sauter un tour", "skip a turn"),
        ("non assegnate", "pas encore assignées", "unassigned"),
    ],
}


@pytest.fixture(scope="module")
def find(packaged):
    glossary = glossary_of(packaged("dataset").game)
    finders = {language: term_finder(glossary, language) for language in ("it", "fr", "en")}

    def names(text, language):
        return [term.names["it"] for term, _ in finders[language].find(text)]

    return names


@pytest.mark.parametrize(
    ("italian", "french", "english"),
    [pytest.param(*words, id=f"{section}: {words[0]}") for section, rows in TERMS.items() for words in rows],
)
def test_a_word_of_the_rules_is_one_term_in_three_languages(find, italian, french, english):
    (term,) = find(italian, "it")
    assert term in find(french, "fr")
    assert term in find(english, "en")


def test_the_calls_and_the_title_of_the_winner_stay(packaged):
    keep = glossary_of(packaged("dataset").game).keep
    assert {"DATA!", "DATABREACH!", "Data-Tycoon"} <= set(keep)


def test_training_is_of_ai_and_not_in_ai(packaged):
    """The French rules say “formation à l’intelligence artificielle”, which is training in AI."""
    terms = glossary_of(packaged("dataset").game).terms
    (training,) = [term for term in terms if term.names["it"] == "addestramento dell’IA"]
    assert "formation à l’intelligence artificielle" in training.forbidden["fr"]
