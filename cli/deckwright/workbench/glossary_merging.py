"""Merge a glossary that came back from a translator into the glossary of a game.yaml."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.files.commented_yaml import flow_text
from deckwright.files.glossaries import read_glossary, refuse_without, words_of
from deckwright.files.texts import read_bytes
from deckwright.files.writing import locked, with_line_ends_of
from deckwright.files.yaml import DATA_LIMIT, document_of
from deckwright.findings import Finding, Where, has_errors
from deckwright.messages import tr
from deckwright.model.game import GAME_FILE
from deckwright.model.glossary import glossary_of, words_without_endings
from deckwright.model.languages import match_language
from deckwright.model.translation import IncomingFile, Message
from deckwright.store.read import folder_of, read_game
from deckwright.store.translations import check_language
from deckwright.translation.merge import MergeResult
from deckwright.workbench.loading import FileChange, load_changed_file
from deckwright.workbench.merging import FileMerge, game_and_language, is_writable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from deckwright.files.glossaries import IncomingGlossary, IncomingTerm
    from deckwright.model.game import Game
    from deckwright.store.database import Database
    from deckwright.workbench.merging import FileMergeOptions

_ITEM = re.compile(r"^(?P<indent> +)- .*\n(?:(?P=indent) +[^\s#-].*\n)*", re.MULTILINE)
_SECTION = re.compile(
    r"^glossary:[^\S\n]*\n(?:(?:[^\S\n]+\S.*|[^\S\n]*)\n)*(?:[^\S\n]+\S.*(?:\n|\Z))", re.MULTILINE
)
_TERMS = re.compile(r"^(?P<indent>[^\S\n]+)terms:[^\S\n]*\n", re.MULTILINE)


def merge_glossary(
    database: Database, file: str, options: FileMergeOptions, notify: Callable[[str], None] = lambda _: None
) -> FileMerge:
    """Merge a glossary file into the game.yaml of its game, whole or not at all.

    Names of kinds, marks and choices are terms that the PO file translates: they stay.

    Raises:
        InputError: the file cannot be read, has no terms in the languages, or the game's folder is not the user's.
        UsageError: neither the file nor the options name a game and a language.
    """
    glossary = read_glossary(read_bytes(file, limit=DATA_LIMIT), file)
    if not glossary.terms:
        raise InputError("no-entries", tr("{name} has no terms.", name=file), where=Where(file))
    named = IncomingFile(file, glossary.game, _language_of(database, glossary, options), "", ())
    name, language = game_and_language(database, named, options)
    with database.reading() as connection:
        game = read_game(connection, name)
        check_language(game, language)
        folder = folder_of(connection, name)
    if not glossary.language:
        refuse_without(glossary, (game.source_language, language))
    merge = _GlossaryMerge(game, language, options.side)
    for term in glossary.terms:
        merge.add(term)
    merged, findings = merge.result(), merge.findings
    is_kept = not options.dry_run and not has_errors(findings)
    if is_kept and (merged.changed or merged.added):
        if not folder or not is_writable(folder):
            message = tr("The glossary of {game} cannot be changed: its folder is not yours.", game=name)
            hint = tr("Copy the folder, load the copy, and merge again.")
            raise InputError("not-yours", message, hint=hint)
        with locked(folder, notify):
            findings += _keep(database, folder, merge.terms)
    return FileMerge(
        file,
        name,
        language,
        merged,
        findings,
        is_kept and not has_errors(findings),
        is_dry_run=options.dry_run,
    )


def _language_of(database: Database, glossary: IncomingGlossary, options: FileMergeOptions) -> str:
    """Language that a glossary translates into: the only one besides that of its game; '' if it has several."""
    game = options.game or glossary.game
    if glossary.language or options.to or not game:
        return glossary.language
    with database.reading() as connection:
        loaded = read_game(connection, game)
    others = {match_language(tag, loaded.languages) for tag in glossary.languages()}
    others -= {"", loaded.source_language}
    return others.pop() if len(others) == 1 else ""


class _GlossaryMerge:
    """Merges terms one by one into the `terms` of a game; `side` decides conflicts, as for texts."""

    def __init__(self, game: Game, language: str, side: str) -> None:
        definition: dict[str, Any] = game.definition.get("glossary", {})
        self._before: list[dict[str, Any]] = definition.get("terms", [])
        self.terms = [dict(term) for term in self._before]
        self.findings: list[Finding] = []
        self._source, self._language, self._side = game.source_language, language, side
        self._numbers = {self._key(term["term"][self._source]): n for n, term in enumerate(self.terms)}
        labels = [term for term in glossary_of(game).terms if term.is_label]
        self._labels = {self._key(term.names[self._source]): term.accepted(language) for term in labels}
        self._labels |= {self._key(name): [name] for name in definition.get("keep", ())}
        self._seen: dict[tuple[str, ...], tuple[Sequence[str], IncomingTerm]] = {}
        self._groups: dict[str, list[str]] = {}

    def _key(self, word: str) -> tuple[str, ...]:
        return words_without_endings(word, self._source)

    def add(self, term: IncomingTerm) -> None:
        """Merge a term; one without words in both languages changes nothing."""
        sources = words_of(term.accepted, self._source, "source")
        targets = words_of(term.accepted, self._language, "target")
        if not sources or not targets:
            return
        key, name = self._key(sources[0]), sources[0]
        earlier, where_earlier = self._seen.setdefault(key, (targets, term))
        if earlier != targets:
            self.findings.append(_contradiction(name, earlier, where_earlier, targets, term))
        elif key in self._labels:
            self.findings += [] if targets[0] in self._labels[key] else [_label(name, term)]
        else:
            self._groups.setdefault(self._merged(key, name, targets, term), []).append(name)

    def _merged(self, key: tuple[str, ...], name: str, targets: Sequence[str], term: IncomingTerm) -> str:
        """Group of a term in the result, after it was merged."""
        number = self._numbers.get(key)
        before = {"term": {self._source: name}} if number is None else self.terms[number]
        forbidden = words_of(term.forbidden, self._language, "target")
        after = _with_words(before, self._language, targets, forbidden, term.note)
        known = before["term"].get(self._language, targets[0])
        if number is None:
            self._numbers[key] = len(self.terms)
            self.terms.append(after)
            return "added"
        if after == before or (known != targets[0] and self._side == "ours"):
            return "unchanged"
        if known != targets[0] and not self._side:
            self.findings.append(_conflict(name, known, targets[0], term))
            return "conflicts"
        self.terms[number] = after
        return "changed"

    def result(self) -> MergeResult:
        """What became of the terms."""
        changed, added, unchanged, conflicts = (
            tuple(self._groups.get(name, ())) for name in ("changed", "added", "unchanged", "conflicts")
        )
        before = {name: self._message(name, self._before) for name in (*changed, *added)}
        entries = tuple(self._message(name, self.terms) for name in before)
        return MergeResult(entries, changed, added, (), unchanged, conflicts, (), before)

    def _message(self, name: str, terms: Sequence[dict[str, Any]]) -> Message:
        """Term among others, with the text that it has in game.yaml, '' if it is not there."""
        number = self._numbers[self._key(name)]
        return Message(name, name, flow_text(terms[number]) if number < len(terms) else "", "draft")


def _with_words(
    term: dict[str, Any], language: str, accepted: Sequence[str], forbidden: Sequence[str], note: str
) -> dict[str, Any]:
    """Term with its words in a language, in the order of keys that games have."""
    changed = {
        "term": term["term"] | {language: accepted[0]},
        "forms": _replaced(term.get("forms", {}), language, accepted[1:]),
        "forbidden": _replaced(term.get("forbidden", {}), language, forbidden),
        "severity": term.get("severity"),
        "note": term.get("note") or note,
    }
    return {name: value for name, value in changed.items() if value}


def _replaced(words: dict[str, Any], language: str, by: Sequence[str]) -> dict[str, Any]:
    """Words with others in a language, unless a file has none: most programs know only one word for a term."""
    return words | {language: list(by)} if by else words


def _contradiction(
    source: str, earlier: Sequence[str], first: IncomingTerm, targets: Sequence[str], term: IncomingTerm
) -> Finding:
    message = tr(
        "“{source}” is “{first}” in line {line}, but “{other}” here.",
        source=source,
        first=earlier[0],
        line=first.where.line,
        other=targets[0],
    )
    return Finding("contradiction", "error", message, where=term.where)


def _label(source: str, term: IncomingTerm) -> Finding:
    message = tr(
        "“{source}” is a kind, a mark, a choice or a name that stays: it is not in the glossary.",
        source=source,
    )
    return Finding("label", "warning", message, where=term.where)


def _conflict(source: str, known: str, returned: str, term: IncomingTerm) -> Finding:
    message = tr(
        "“{source}” is “{known}” in the game, but “{returned}” in the file.",
        source=source,
        known=known,
        returned=returned,
    )
    return Finding("conflict", "error", message, where=term.where)


def _keep(database: Database, folder: Path, terms: list[dict[str, Any]]) -> Sequence[Finding]:
    """Write the terms into game.yaml and load the game; the findings are errors if it stays as it was."""
    file = folder / GAME_FILE
    before = read_bytes(file, limit=DATA_LIMIT)
    changed = _with_terms(before.decode(), terms, str(file))
    loaded = load_changed_file(database, FileChange(folder, file, with_line_ends_of(before, changed), before))
    return () if loaded.change else loaded.findings


def _with_terms(text: str, terms: list[dict[str, Any]], file: str) -> str:
    """Text of game.yaml with these terms; those that are the same keep their lines.

    Raises:
        InputError: its glossary is written in another way than a list of terms below each other.
    """
    before = document_of(text, file).value
    known_terms: list[Any] = before.get("glossary", {}).get("terms", [])
    changed = _edited(text, terms, known_terms)
    try:
        after = document_of(changed, file).value
    except InputError:
        after = {}
    wanted = {**before, "glossary": {**before.get("glossary", {}), "terms": terms}}
    if after != wanted:
        message = tr(
            "The terms cannot be written into {name}, which is written in another way.", name=GAME_FILE
        )
        hint = tr("Write one term below the other: docs/games.md shows how.")
        raise InputError("glossary", message, hint=hint, where=Where(file, 1, 1))
    return changed


def _edited(text: str, terms: list[dict[str, Any]], known: list[Any]) -> str:
    text = text if text.endswith("\n") else text + "\n"
    section = _SECTION.search(text)
    if not section:
        return f"{text}\nglossary:\n  terms:\n{''.join(_lines(terms, '    '))}"
    heading = _TERMS.search(text, section.start(), section.end())
    if not heading:
        return f"{text[: section.end()]}  terms:\n{''.join(_lines(terms, '    '))}{text[section.end() :]}"
    items = list(_ITEM.finditer(text, heading.end(), section.end()))
    pad, end = (items[0]["indent"], items[-1].end()) if items else ("    ", heading.end())
    text = f"{text[:end]}{''.join(_lines(terms[len(known) :], pad))}{text[end:]}"
    for number, item in reversed(list(enumerate(items[: len(known)]))):
        if terms[number] != known[number]:
            changed = "".join(_lines([terms[number]], pad))
            text = f"{text[: item.start()]}{changed}{text[item.start() + len(item[0].rstrip()) + 1 :]}"
    return text


def _lines(terms: Sequence[dict[str, Any]], indent: str) -> Iterator[str]:
    """Lines of terms, as games have them: a key below the other."""
    for term in terms:
        lead = "- "
        for key, value in term.items():
            yield f"{indent}{lead}{key}: {flow_text(value)}\n"
            lead = "  "
