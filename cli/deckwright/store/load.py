"""Load whole games into the database, each in one transaction or not at all."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import ChangedError
from deckwright.messages import tr
from deckwright.model.card_changes import CardChanges, changed_fields
from deckwright.model.game import KEPT_NUMBERS, GamePackage, translated
from deckwright.model.query.matching import value_rows, word_rows
from deckwright.model.translation import text_digest
from deckwright.store.database import add_contents, forget_unused
from deckwright.store.folders import Change, load_values
from deckwright.store.read import (
    cards_of,
    counted,
    read_cards,
    read_counts,
    read_game,
    refresh_counts,
    with_counts,
)
from deckwright.store.translations import arrived, entry_rows, read_entries, read_own, with_own

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card, Deck, Field
    from deckwright.model.translation import Message
    from deckwright.store.database import Database
    from deckwright.store.dialects import OpenDatabase
    from deckwright.store.translations import Own

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def compare(database: Database, package: GamePackage) -> Change:
    """What loading a game would change."""
    with database.reading() as connection:
        package = with_own(package, read_own(connection, package.game.id))
        return _change(connection, package, read_counts(connection, package.game.id))


class LoadBase(NamedTuple):
    """What a change of a game was made from: the digest of the content that the database had.

    `own` are the translations that it alone had; None if the change does not depend on them.
    """

    digest: str
    own: Own | None = None


def load(
    database: Database,
    package: GamePackage,
    own: Mapping[str, Sequence[Message]] | None = None,
    findings: str = "",
    base: LoadBase | None = None,
) -> Change:
    """Replace the content of a game in the database; with a `base`, only if that is still what the database has.

    Translations that were merged into the database alone go on holding until the game's folder has them too; the
    counts of the owner's box go on holding. `own` are such translations by language, in the place of those a game has
    in these languages. `findings` are those of the game's folder alone, as `folders.LastLoad`
    writes them; they are stored only if the game has nothing of its own in the database.

    Raises:
        ChangedError: the database has other content than the `base`.
        DatabaseError: it cannot be written; then nothing has changed.
    """
    with database.writing() as connection:
        _refuse_other(connection, package.game.id, base)
        for language, entries in (own or {}).items():
            _keep_own(connection, package.game.id, language, entries)
        merged = read_own(connection, package.game.id)
        for row in arrived(package, merged):
            connection.execute(_FORGET_OWN, row)
            del merged[row[1]][row[2]]
        package = with_own(package, merged)
        counts = read_counts(connection, package.game.id)
        refresh_counts(connection, package, counts)
        change = _change(connection, package, counts)
        package = _with_numbers(connection, package)
        _remove(connection, package.game.id)
        _add(connection, "games", [_game_row(package, "" if any(merged.values()) or counts else findings)])
        _insert(connection, package, counts)
        _date_texts(connection, package)
        forget_unused(connection)
        if package.folder:
            # A game that was called otherwise when it was loaded has its folder no longer.
            others = "UPDATE games SET folder = '', stamp = '', findings = '' WHERE folder = ? AND id <> ?"
            connection.execute(others, (package.folder, package.game.id))
        values = load_values(change, package.digest, package.folder)
        connection.execute(connection.dialect.record_load, values)
    return change


def _with_numbers(connection: OpenDatabase, package: GamePackage) -> GamePackage:
    """The game with the numbers that its cards keep, if it says so; a new card gets the next one."""
    definition = package.game.definition
    if "numbers" not in definition:
        return package
    row = connection.execute("SELECT definition FROM games WHERE id = ?", (package.game.id,)).fetchone()
    numbers = json.loads(row[0]).get(KEPT_NUMBERS, {}) if row else {}
    cards = [(card.id, card.kind) for card in package.cards]
    numbered = {**definition, KEPT_NUMBERS: {**numbers, **_next_numbers(definition, cards, numbers)}}
    return package._replace(game=replace(package.game, definition=numbered))


def _next_numbers(
    definition: Mapping[str, Any], cards: Iterable[tuple[str, str]], numbers: Mapping[str, int]
) -> dict[str, int]:
    """Numbers of the cards, given with their kinds, that have none yet: kind by kind, after all that were given before."""
    kinds = list(definition["kinds"])
    new = sorted((card for card in cards if card[0] not in numbers), key=lambda card: kinds.index(card[1]))
    return {card: number for number, (card, _) in enumerate(new, max(numbers.values(), default=0) + 1)}


def renumber(database: Database, game: str) -> None:
    """Number the cards of a game from 1 again, in the order that they have now.

    Raises:
        DatabaseError: the database cannot be written.
    """
    with database.writing() as connection:
        definition = dict(read_game(connection, game).definition)
        cards = connection.execute("SELECT id, kind FROM cards WHERE game = ? ORDER BY position", (game,))
        definition[KEPT_NUMBERS] = _next_numbers(definition, cards, {})
        connection.execute("UPDATE games SET definition = ? WHERE id = ?", (_json(definition), game))


_FORGET_OWN = "DELETE FROM translations WHERE game = ? AND language = ? AND context = ? AND own"


def _refuse_other(connection: OpenDatabase, game: str, base: LoadBase | None) -> None:
    """Refuse a `base` that differs from the content of the database.

    Raises:
        ChangedError: it differs.
    """
    if base is None:
        return
    row = connection.execute("SELECT digest FROM games WHERE id = ?", (game,)).fetchone()
    is_same = row is not None and row[0] == base.digest
    if not is_same or (base.own is not None and read_own(connection, game) != base.own):
        raise ChangedError("changed", tr("{name} has been changed in the meantime.", name=game))


def _change(connection: OpenDatabase, package: GamePackage, counts: Mapping[str, int]) -> Change:
    """Difference between a game, with the counts of its owner's box, and the cards that the database has of it."""
    query = "SELECT id, digest, copies FROM cards WHERE game = ?"
    stored = {
        card: (digest, copies) for card, digest, copies in connection.execute(query, (package.game.id,))
    }
    cards = with_counts(package, counts).cards
    added = [card for card in cards if card.id not in stored]
    # A digest is of the card without its owner's count.
    changed = [
        in_box
        for card, in_box in zip(package.cards, cards, strict=True)
        if card.id in stored and stored.pop(card.id)[0] != digest_of(card)
    ]
    before = _stored_cards(connection, package.game.id, [*(card.id for card in changed), *stored])
    # Cards that stay as they are may have the name of one that does not.
    named = (*before.values(), *cards) if before or added else ()
    return Change(
        game=package.game.id,
        cards=_copies(cards),
        distinct=len(cards),
        added=_copies(added),
        changed=_copies(changed),
        removed=sum(copies for _, copies in stored.values()),
        digest=package.digest,
        changes=CardChanges(
            tuple(card.id for card in added),
            {card.id: changed_fields(before[card.id], card) for card in changed},
            {card: copies for card, (_, copies) in stored.items()},
            {card.id: card.name(card.source_language) for card in named},
        ),
    )


def _stored_cards(connection: OpenDatabase, game: str, ids: Sequence[str]) -> dict[str, Card]:
    """Some cards of a game as the database has them."""
    stored: dict[str, Card] = {}
    for at in range(0, len(ids), _BATCH):
        some = ids[at : at + _BATCH]
        marks = ", ".join("?" * len(some))
        for card in read_cards(connection, f"cards.game = ? AND cards.id IN ({marks})", (game, *some)):
            stored[card.id] = card
    return stored


def _copies(cards: Iterable[Card]) -> int:
    return sum(card.copies for card in cards)


def digest_of(card: Card) -> str:
    """Digest of the exact content of a card, in any order of its texts and fields."""
    return blake2b(_content(card).encode(), digest_size=8).hexdigest()


def _content(card: Card) -> str:
    single = (card.kind, card.source_language, card.copies, card.origin, card.revision, card.icon, card.marks)
    texts = sorted((language, *text) for language, printed in card.texts.items() for text in printed.items())
    besides = (card.counts, sorted(card.origins.items()), sorted(card.aliases.items()))
    return repr((single, sorted(card.fields.items()), texts, besides))


def _remove(connection: OpenDatabase, game: str) -> None:
    of_game = "IN (SELECT number FROM cards WHERE game = ?)"
    statements = (
        f"DELETE FROM card_words WHERE card {of_game}",
        f"DELETE FROM card_values WHERE card {of_game}",
        f"DELETE FROM texts WHERE card {of_game}",
        "DELETE FROM deck_entries WHERE deck IN (SELECT number FROM decks WHERE game = ?)",
        "DELETE FROM decks WHERE game = ?",
        "DELETE FROM assets WHERE game = ?",
        "DELETE FROM translations WHERE game = ? AND NOT own",
        "DELETE FROM cards WHERE game = ?",
        "DELETE FROM games WHERE id = ?",
    )
    for statement in statements:
        connection.execute(statement, (game,))


def remove_game(database: Database, game: str) -> int:
    """Remove a game with all that the database knows of it; return how many prints of it are forgotten.

    Raises:
        InputError: it is not loaded.
        DatabaseError: the database cannot be written.
    """
    with database.writing() as connection:
        read_game(connection, game)
        _remove(connection, game)
        for table in ("translations", "text_dates", "box_counts", "loads"):
            connection.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
        prints = connection.execute("SELECT count(*) FROM prints WHERE game = ?", (game,)).fetchone()[0]
        of_game = "IN (SELECT number FROM prints WHERE game = ?)"
        connection.execute(f"DELETE FROM printed_cards WHERE print {of_game}", (game,))
        connection.execute("DELETE FROM prints WHERE game = ?", (game,))
        forget_unused(connection)
    return int(prints)


_BATCH = 1_000
"""Cards whose rows are made and written together: those of all cards would take more memory than the game."""


def _insert(connection: OpenDatabase, package: GamePackage, counts: Mapping[str, int]) -> None:
    first = _next(connection, "cards")
    for start in range(0, len(package.cards), _BATCH):
        numbered = list(enumerate(package.cards[start : start + _BATCH], start))
        rows = [
            _card_row(first + place, place, counted(card, counts.get(card.id)), digest_of(card))
            for place, card in numbered
        ]
        _add(connection, "cards", rows)
        cards = [(first + place, counted(card, counts.get(card.id))) for place, card in numbered]
        _insert_searched(connection, package.game.fields, cards)
    decks = list(enumerate(package.decks, _next(connection, "decks")))
    _add(connection, "decks", [_deck_row(number, place, deck) for place, (number, deck) in enumerate(decks)])
    _add(connection, "deck_entries", [row for number, deck in decks for row in _entry_rows(number, deck)])
    digests = add_contents(connection, package.assets.values())
    assets = zip(package.assets, digests, strict=True)
    _add(connection, "assets", [(package.game.id, *asset) for asset in assets])
    for language, entries in package.entries.items():
        for start in range(0, len(entries), _BATCH):
            batch = entries[start : start + _BATCH]
            rows = entry_rows(package.game.id, language, batch, own=False, first=start)
            _add(connection, "translations", rows)


_DATE_TEXT = (
    "INSERT INTO text_dates (game, context, digest, at) VALUES (?, ?, ?, ?) ON CONFLICT (game, context)"
    " DO UPDATE SET digest = excluded.digest, at = excluded.at WHERE text_dates.digest <> excluded.digest"
)


def _date_texts(connection: OpenDatabase, package: GamePackage) -> None:
    """Record the time for texts that are new or have changed."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    entries = next(iter(package.entries.values()), ())
    for start in range(0, len(entries), _BATCH):
        batch = entries[start : start + _BATCH]
        rows = [(package.game.id, entry.context, text_digest(entry.source), now) for entry in batch]
        connection.executemany(_DATE_TEXT, rows)


def _insert_searched(
    connection: OpenDatabase, fields: Mapping[str, Field], cards: Sequence[tuple[int, Card]]
) -> None:
    """Insert the texts of cards, given with their numbers, and what they are searched by."""
    _add(connection, "texts", [row for number, card in cards for row in _text_rows(number, card)])
    values = [(number, *row) for number, card in cards for row in value_rows(card, fields)]
    _add(connection, "card_values", values)
    words = ((number, *row) for number, card in cards for row in word_rows(card))
    connection.dialect.insert_words(connection, words)


def _keep_own(connection: OpenDatabase, game: str, language: str, entries: Sequence[Message]) -> None:
    statement = "DELETE FROM translations WHERE game = ? AND language = ? AND own"
    connection.execute(statement, (game, language))
    _add(connection, "translations", entry_rows(game, language, entries, own=True))


_COLUMNS = {
    "games": "id, source_language, languages, definition, labels, queries, digest, folder, stamp, findings",
    "cards": "number, game, id, kind, copies, revision, origin, icon, marks, fields, position, digest, counts, origins,"
    " aliases",
    "texts": "card, language, name, text",
    "card_values": "card, field, text, value",
    "decks": "number, game, id, name, format, players, position, date",
    "deck_entries": "deck, position, zone, card, copies, fields",
    "assets": "game, path, content",
    "translations": "game, language, context, own, position, source, text, state, previous, who, at, waivers, notes, unsure,"
    " place, reviewer",
}
"""Columns of the rows that this module writes, in their order."""


def _add(connection: OpenDatabase, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        places = ", ".join("?" * len(rows[0]))
        # A text that sqlite3 writes keeps its UTF-8 as long as it lives: copies let it go at once.
        copies = json.loads(_json(rows))
        connection.executemany(f"INSERT INTO {table} ({_COLUMNS[table]}) VALUES ({places})", copies)


def _next(connection: OpenDatabase, table: str) -> int:
    return int(connection.execute(f"SELECT coalesce(max(number), 0) + 1 FROM {table}").fetchone()[0])


def _game_row(package: GamePackage, findings: str) -> tuple[Any, ...]:
    game = package.game
    return (
        game.id,
        game.source_language,
        _json(game.languages),
        _json(game.definition),
        _json(game.labels),
        _json(game.queries),
        package.digest,
        package.folder,
        package.stamp,
        findings,
    )


def _card_row(number: int, position: int, card: Card, digest: str) -> tuple[Any, ...]:
    return (
        number,
        card.game,
        card.id,
        card.kind,
        card.copies,
        card.revision,
        card.origin,
        card.icon,
        _json(card.marks),
        _json(card.fields),
        position,
        digest,
        card.counts,
        _json(card.origins),
        _json(card.aliases),
    )


def _text_rows(number: int, card: Card) -> Iterator[tuple[Any, ...]]:
    for language, texts in card.texts.items():
        for name, text in texts.items():
            yield number, language, name, text


def _deck_row(number: int, position: int, deck: Deck) -> tuple[Any, ...]:
    date = deck.date.isoformat() if deck.date else ""
    return (number, deck.game, deck.id, deck.name, deck.format, deck.players, position, date)


def _entry_rows(number: int, deck: Deck) -> Iterator[tuple[Any, ...]]:
    for position, entry in enumerate(deck.entries):
        yield number, position, entry.zone, entry.card, entry.copies, _json(entry.values)


# Translations alone: only they are written, and not the whole game, which takes other rights on a server.


def keep_translations(
    database: Database, game: str, language: str, touched: Sequence[Message], known: Iterable[Message]
) -> None:
    """Keep changed translations of a loaded game in the database alone.

    `known` are the translations that the changes were made from.

    Raises:
        ChangedError: another command has changed one of them since.
        DatabaseError: it cannot be written; then nothing has changed.
    """
    before = {entry.context: entry for entry in known}
    with database.writing() as connection:
        package = _stored(connection, game, language)
        current = {entry.context: entry for entry in package.entries[language]}
        for entry in touched:
            if current.get(entry.context) != before.get(entry.context):
                message = tr("{name} has been changed in the meantime.", name=entry.context)
                raise ChangedError("changed", message)
        connection.executemany(_FORGET_OWN, [(game, language, entry.context) for entry in touched])
        _add(connection, "translations", entry_rows(game, language, touched, own=True))
        changed = with_own(package, {language: read_own(connection, game)[language]})
        _write_translations(connection, package, changed, language)


def load_translations(
    database: Database, package: GamePackage, own: Mapping[str, Sequence[Message]], base: LoadBase
) -> Change:
    """Load the translations of a game's folder in which nothing but them has changed since the load of the `base`.

    `own` are, by language, the translations that the database alone keeps from now on; only these languages are written.

    Raises:
        ChangedError: the database has other content than the `base`.
        DatabaseError: it cannot be written; then nothing has changed.
    """
    game = package.game.id
    written: dict[str, Card] = {}
    with database.writing() as connection:
        _refuse_other(connection, game, base)
        for language, entries in own.items():
            before = _stored(connection, game, language)
            after = translated(before, {language: package.entries[language]})
            connection.execute(
                "DELETE FROM translations WHERE game = ? AND language = ? AND own", (game, language)
            )
            _add(connection, "translations", entry_rows(game, language, entries, own=True))
            written |= {card.id: card for card in _write_translations(connection, before, after, language)}
        cards = cards_of(connection, game).values()
        change = Change(game, _copies(cards), len(cards), 0, _copies(written.values()), 0, package.digest)
        values = load_values(change, package.digest, package.folder)
        connection.execute(connection.dialect.record_load, values)
        # The findings of the last load were about other texts.
        connection.execute(connection.dialect.set_digest, (package.digest, package.stamp, game))
    return change


def _stored(connection: OpenDatabase, game: str, language: str) -> GamePackage:
    """Cards and words of a game in the database, with its translations into one language."""
    return GamePackage(
        read_game(connection, game),
        tuple(cards_of(connection, game).values()),
        entries={language: tuple(read_entries(connection, game, language))},
    )


def _write_translations(
    connection: OpenDatabase, before: GamePackage, after: GamePackage, language: str
) -> list[Card]:
    """Write what differs between two states of a game that differ in their translations alone; return changed cards."""
    game = after.game.id
    rows = entry_rows(game, language, after.entries[language], own=False)
    pairs = zip(before.entries[language], after.entries[language], rows, strict=True)
    connection.executemany(
        "UPDATE translations SET text = ?, state = ?, previous = ?, who = ?, at = ?, waivers = ?, notes = ?, unsure = ?,"
        " reviewer = ? WHERE game = ? AND language = ? AND context = ? AND NOT own",
        [(*row[6:14], row[15], *row[:3]) for old, new, row in pairs if old != new],
    )
    connection.execute(connection.dialect.set_labels, (_json(after.game.labels), game, language))
    numbers = dict(connection.execute("SELECT id, number FROM cards WHERE game = ?", (game,)).fetchall())
    changed = [new for old, new in zip(before.cards, after.cards, strict=True) if old != new]
    connection.executemany(
        "UPDATE cards SET digest = ? WHERE number = ?",
        [(digest_of(card), numbers[card.id]) for card in changed],
    )
    of_card = [(numbers[card.id], language) for card in changed]
    connection.executemany("DELETE FROM texts WHERE card = ? AND language = ?", of_card)
    texts = [row for card in changed for row in _text_rows(numbers[card.id], card) if row[1] == language]
    _add(connection, "texts", texts)
    words = ((numbers[card.id], *row) for card in changed for row in word_rows(card))
    connection.dialect.replace_words(connection, [number for number, _ in of_card], words, language)
    return changed
