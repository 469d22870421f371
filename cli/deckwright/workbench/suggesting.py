"""Suggest translations: from a game's glossary, from all loaded games, and from a service if one is named."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckwright.findings import Finding, has_errors
from deckwright.messages import tr
from deckwright.model.glossary import glossary_of
from deckwright.model.translation import IncomingFile
from deckwright.store.translations import read_entries
from deckwright.translation.memory import (
    SuggestionSources,
    TranslationMemory,
    glossary_words,
    machine_suggestion,
    past_translations,
    suggest_texts,
    without_case,
)
from deckwright.translation.merge import today
from deckwright.translation.services import connect_service, translate_all
from deckwright.translation.status import in_states
from deckwright.workbench.library import no_progress
from deckwright.workbench.merging import lock_translations, retry_if_changed, translation_home
from deckwright.workbench.translating import (
    build_handout,
    language_beside,
    write_handout_file,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deckwright.model.game import Game
    from deckwright.model.translation import Message
    from deckwright.store.database import Database
    from deckwright.translation.memory import Suggestion
    from deckwright.translation.services import Service
    from deckwright.workbench.library import DeckLibrary, Progress


@dataclass(frozen=True, slots=True)
class SuggestOptions:
    """What to suggest: translations into `to`, from the language `source` of the game ('' for its source language).

    `at_least` is how similar a known text must be, in percent. `service` names a machine translation service for what
    is still missing; its key and address come from the environment. With `stale`, stale messages count as missing if
    exactly the same text was translated elsewhere.
    """

    to: str
    source: str = ""
    at_least: int = 75
    service: str = ""
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Suggestions for a game, by context, not yet written anywhere.

    `entries` are all messages of the game in the language `to`, `wanted` those to translate, `findings` what went
    wrong with a service.
    """

    game: Game
    source: str
    to: str
    entries: Sequence[Message]
    untranslated: Sequence[Message]
    found: Mapping[str, Suggestion]
    findings: Sequence[Finding] = ()


def suggest_translations(
    library: DeckLibrary, game: str, options: SuggestOptions, progress: Progress = no_progress
) -> Suggestions:
    """Find suggestions for the missing translations of a game.

    Raises:
        InputError: the game is not loaded or not in these languages, or the service has translated nothing.
        UsageError: the service needs a key, an address or a package.
    """
    service = connect_service(options.service, os.environ) if options.service else None
    known = library.game(game).game
    entries = read_entries(library.connection, game, options.to)
    pivot = language_beside(known, options.source, options.to)
    if pivot:
        others = read_entries(library.connection, game, pivot)
        texts = {one.context: one.text for one in others if one.is_done}
    else:
        texts = {one.context: one.source for one in entries}
    untranslated = in_states(entries, ["missing", "stale"] if options.stale else ["missing"])
    source = pivot or known.source_language
    terms = glossary_words(glossary_of(known), source, options.to)
    memory = TranslationMemory(past_translations(library.connection, source, options.to))
    words = {without_case(word): text for word, text in terms.items()}
    stock = SuggestionSources(game, words, memory, options.at_least)
    found = {one.entry.context: one for one in suggest_texts(untranslated, texts, stock)}
    left = {
        one.context: one
        for one in untranslated
        if one.state == "missing" and one.context not in found and texts.get(one.context)
    }
    findings: Sequence[Finding] = ()
    if service:
        asked = _Request(service, {context: texts[context] for context in left}, (source, options.to), terms)
        answers, findings = asked.send(progress)
        found |= {
            context: machine_suggestion(left[context], text, service.name)
            for context, text in answers.items()
        }
    return Suggestions(known, source, options.to, entries, untranslated, found, findings)


@dataclass(frozen=True, slots=True)
class _Request:
    """Texts for a service, by context; `terms` are translations that it must keep."""

    service: Service
    texts: Mapping[str, str]
    languages: tuple[str, str]
    terms: Mapping[str, str]

    def send(self, progress: Progress) -> tuple[Mapping[str, str], Sequence[Finding]]:
        with progress(tr("Translating"), len(self.texts)) as advance:
            done = translate_all(self.service, self.texts, self.languages, self.terms, advance)
        return done.texts, done.findings


def write_suggestions(
    library: DeckLibrary, suggested: Suggestions, file: str, *, overwrite: bool = False
) -> None:
    """Write suggestions into a file for a translator, each with its origin, in the format that its ending names.

    Raises:
        InputError: the file cannot be written, or has translations that are not merged yet and `overwrite` is not set.
        UsageError: the ending of the file is unknown.
    """
    game, found = suggested.game, suggested.found
    beside = suggested.source if suggested.source != game.source_language else ""
    handout = build_handout(library, game, suggested.untranslated, suggested.to, beside)
    filled = handout._replace(
        entries=tuple(
            given._replace(entry=one.entry, about=(one.about, *given.about), known=given.entry)
            if (one := found.get(given.entry.context))
            else given
            for given in handout.entries
        )
    )
    write_handout_file(filled, file, suggested.entries, game, overwrite=overwrite)


def merge_suggestions(
    database: Database, suggested: Suggestions, notify: Callable[[str], None] = lambda _: None
) -> list[Finding]:
    """Put suggestions into the game: all of them, or none if the result has errors.

    Messages that have changed since are skipped, with a warning.

    Raises:
        InputError: the game's folder has errors or cannot be written.
        DatabaseError: the database cannot be written.
    """
    with lock_translations(database, suggested.game.id, notify):
        return retry_if_changed(lambda: _merge(database, suggested))


def _merge(database: Database, suggested: Suggestions) -> list[Finding]:
    home = translation_home(database, suggested.game.id, suggested.to)
    known, found = {one.context: one for one in suggested.untranslated}, suggested.found
    changed = [one.context for one in home.entries if one.context in found and one != known[one.context]]
    filled = {
        one.context: found[one.context].entry._replace(at=today(), place=one.place)
        for one in home.entries
        if one.context in found and one == known[one.context]
    }
    findings = home.errors_in(list(filled.values()), IncomingFile("", home.game.id, suggested.to, "", ()))
    if changed:
        message = tr("Skipped because they have changed in the meantime: {names}.", names=", ".join(changed))
        findings.append(Finding("changed-meanwhile", "warning", message))
    if not has_errors(findings) and filled:
        entries = tuple(filled.get(one.context, one) for one in home.entries)
        findings += home.keep(entries, list(filled.values()))
    return findings
