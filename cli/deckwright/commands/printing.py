"""Put together what is to be printed, and how."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from deckwright.commands.opening import language_in
from deckwright.commands.sources import Source
from deckwright.errors import InputError, UsageError
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.card import Deck, copies_by_card
from deckwright.model.languages import found_among, unset_script
from deckwright.model.printed_words import CONTEXT
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import matches
from deckwright.press.faces.face_file import (
    PLAIN,
    PLAIN_BACK,
    face_reader,
    is_packaged,
    load_face,
    raise_faults,
)
from deckwright.press.job import PrintJob
from deckwright.press.sheets.sheet_file import load_sheet
from deckwright.reports.output import note
from deckwright.store.translations import read_entries

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from deckwright.commands.options import Settings
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.query.tree import Query
    from deckwright.model.translation import Entry
    from deckwright.press.faces.face_file import Face


def one_game(sources: Sequence[Source]) -> Source:
    """Join sources of one game, in order.

    Raises:
        UsageError: they are of several games.
    """
    first = sources[0]
    strangers = [source.game.id for source in sources if source.game.id != first.game.id]
    if strangers:
        raise UsageError(
            "several-games",
            tr(
                "One file holds cards of one game: these are of {games}.",
                games=", ".join([first.game.id, *strangers]),
            ),
            hint=tr("Print each game into a file of its own."),
        )
    entries = [entry for source in sources for entry in source.deck.entries]
    name = " + ".join(source.deck.name for source in sources)
    return Source(Deck(first.game.id, name, tuple(entries)), first.game, first.cards)


def job_of(
    source: Source,
    assets: Mapping[str, bytes],
    sheet: str,
    language: str,
    more: Mapping[str, Any] | None = None,
    findings: Sequence[Finding] = (),
) -> PrintJob:
    """Make a job of some cards; `assets` are the files their game brings, `sheet` names the paper.

    `more` is what the sheet gets in addition, as its YAML would say it; `findings` are what is known of the texts.

    Raises:
        InputError: there is no such sheet, or a face is wrong.
    """
    copies = copies_by_card(source.deck.entries)
    kinds = {source.cards[card].kind for card in copies}
    return PrintJob(
        game=source.game,
        cards=[(source.cards[card], count) for card, count in copies.items()],
        language=language,
        sheet=load_sheet(sheet, more),
        faces=faces_of(source.game, kinds, assets),
        title=source.deck.name,
        assets=assets,
        matches=matcher_of(source.game),
        sisters=sisters_of(source.game, source.cards.values()),
        findings=findings,
    )


def text_findings(
    connection: sqlite3.Connection, game: Game, language: str, cards: Collection[str]
) -> list[Finding]:
    """List what is wrong with the translations of some cards, and of the words beside them: nothing stops a print.

    These are the errors of `translate check`, texts that only a machine has seen, and those that are held back.
    """
    if language == game.source_language:
        return []
    from deckwright.translation.checks.run import TEXT_RULES, check_messages
    from deckwright.translation.checks.wordbook import wordbook

    entries = [
        entry
        for entry in read_entries(connection, game.id, language)
        if (entry.card in cards if entry.card else entry.context.startswith(_PRINTED))
        and not entry.broken  # its source is printed, which is a finding of its own
    ]
    found = check_messages(wordbook(game, language), entries, (*TEXT_RULES, "unsure")).findings
    wrong = [
        replace(one, severity="warning") for one in found if one.severity == "error" or one.rule == "unsure"
    ]
    return [
        *wrong,
        *(_by_machine(entry, language) for entry in entries if entry.is_used and entry.state == "machine"),
    ]


_PRINTED = ("game:title", "kind:", "mark:", "field:", "text:", CONTEXT)
"""The beginnings of the contexts of the game's own words that are printed on cards."""


def _by_machine(entry: Entry, language: str) -> Finding:
    message = tr(
        "{context} in {language} is a machine translation that nobody has read.",
        context=entry.context,
        language=language,
    )
    return Finding("machine", "warning", message, (entry.card,) if entry.card else ())


def language_for(game: Game, settings: Settings) -> str:
    """Language to print in: the one wanted, or one that the game has instead, which is then noted.

    Raises:
        InputError: --lang names one that neither the game nor the program has, or the press cannot set its script.
    """
    language = language_in(game, settings)
    refuse_script(language)
    is_other = language != found_among(settings.language, [language])
    if is_other and (settings.is_named or language != "en"):
        asked = {"game": game.id, "language": settings.language, "own": language}
        note(tr("{game} is not in {language}: it is printed in {own}.", **asked))
    return language


def refuse_script(language: str) -> None:
    """Refuse to draw in a language of which the letters would be set wrong.

    Raises:
        InputError: its script runs from right to left, or its letters join or change places.
    """
    script = unset_script(language)
    if script:
        message = tr(
            "The language {language} cannot be printed: Deckwright sets letters one after the other from left to "
            "right, and its script ({script}) needs more.",
            language=language,
            script=script,
        )
        hint = tr(
            "Texts are fine: export csv, export list, translate. To print another language, add --lang."
        )
        raise InputError("unsupported-script", message, hint=hint)


def faces_of(game: Game, kinds: set[str], assets: Mapping[str, bytes]) -> dict[str, Face]:
    """Load the faces of some kinds of card."""
    load = _loader(game, assets)
    declared = game.definition["kinds"]
    return {kind: load(declared[kind].get("face", PLAIN)) for kind in sorted(kinds)}


def backs_of(game: Game, kinds: set[str], assets: Mapping[str, bytes]) -> dict[str, Face]:
    """Load the faces of the backs of some kinds of card."""
    load = _loader(game, assets)
    declared, whole = game.definition["kinds"], game.definition.get("back", PLAIN_BACK)
    return {kind: load(declared[kind].get("back", whole)) for kind in sorted(kinds)}


def sisters_of(game: Game, cards: Iterable[Card]) -> dict[str, list[Card]]:
    """Sort all cards of a game by the names of the faces they wear, as their fronts or as their backs."""
    declared, whole = game.definition["kinds"], game.definition.get("back", PLAIN_BACK)
    sisters: dict[str, list[Card]] = {}
    for card in cards:
        kind = declared[card.kind]
        for face in (kind.get("face", PLAIN), kind.get("back", whole)):
            sisters.setdefault(face, []).append(card)
    return sisters


def _loader(game: Game, assets: Mapping[str, bytes]) -> Callable[[str], Face]:
    """Give what loads a face, once, and raises what is wrong with it for this game, at its place."""
    read = face_reader(assets)

    @cache
    def load(name: str) -> Face:
        face = load_face(name, read)
        if not all(is_packaged(document) for document in face.documents):
            from deckwright.press.faces.game_checks import check_face

            raise_faults(name, check_face(face, game, assets))
        return face

    return load


def matcher_of(game: Game) -> Callable[[str, Card], bool]:
    """Give what tells whether a card is what a query asks for; each query is parsed once."""
    vocabulary = Vocabulary.of([game])

    @cache
    def query_of(text: str) -> Query:
        return parse(text, vocabulary)

    return lambda text, card: matches(query_of(text), card)
