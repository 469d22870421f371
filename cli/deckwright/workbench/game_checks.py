"""Checks of a whole game before it is loaded: icons, pictures, faces, fonts, decks, translations, what it replaces."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import combining

from deckwright import resources
from deckwright.errors import InputError, UsageError, as_findings
from deckwright.files.catalogues import LocaleFile, stale_message
from deckwright.files.game_folder import FOLDER, FONTS, missing_file, stops_load
from deckwright.files.yaml import document_of, read_document
from deckwright.findings import Finding, Severity, Where, as_warning
from deckwright.messages import tr, trn
from deckwright.model.game import GAME_FILE, TEXTS, named_faces
from deckwright.model.languages import in_capitals
from deckwright.model.markup import bracketed
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game, GamePackage
    from deckwright.press.faces.face_file import Face
    from deckwright.press.preflight.shown import FontWithoutCharacters, MissingPicture
    from deckwright.store.database import Database


def check_package(
    database: Database | None, package: GamePackage, path: Path, known: Sequence[Finding] = ()
) -> list[Finding]:
    """Check a game that was read from the folder `path`; `known` findings come first in the result.

    If icons or faces have errors, the checks that print cards are skipped; without a database, so is the comparison
    with what it has.
    """
    return _PackageChecks(package, path).run(database, known)


class _PackageChecks:
    """Checks a game that was read from a folder."""

    def __init__(self, package: GamePackage, path: Path) -> None:
        self.package, self.path = package, path

    def run(self, database: Database | None, known_findings: Sequence[Finding]) -> list[Finding]:
        """All findings, after those that are known."""
        findings = [*known_findings, *self._check_font_files(), *self._check_icons()]
        findings += [] if _has_faulty_face(findings, self.path) else self._check_faces()
        if stops_load(findings):
            return findings
        findings += self._check_replaced(database) if database else ()
        findings += [*self._check_formats(), *self._check_decks(), *self._check_example()]
        findings += self._check_translations()
        if not stops_load(findings):
            findings += [*self._check_contents(), *self._check_tags(), *self._check_brackets()]
        return findings

    def _check_translations(self) -> Iterator[Finding]:
        """Report the errors of `translate check` as warnings: they stop no other language."""
        from deckwright.translation.checks.run import TEXT_RULES, errors_in_messages
        from deckwright.translation.checks.wordbook import wordbook

        icons = self.package.game.definition.get("icons", {})
        for language, entries in self.package.entries.items():
            # A text with an unknown icon is reported with its file, and is not printed.
            sound = [entry for entry in entries if not entry.with_broken_flag(icons).broken]
            locations = LocaleFile(self.path, language, self.package.cells.get(language, {}))
            book = wordbook(self.package.game, language)
            yield from map(as_warning, errors_in_messages(book, sound, TEXT_RULES, locations))

    def _check_decks(self) -> Iterator[Finding]:
        """Report the game's own decks that break a rule of their format, as warnings."""
        from deckwright.construction.deck_checker import CheckContext, DeckChecker

        game = self.package.game
        cards = {card.id: card for card in self.package.cards}
        checker = DeckChecker(game, cards, CheckContext(language=game.source_language))
        for deck in self.package.decks:
            if not deck.format:
                continue
            try:
                verdict = checker.check(deck)
            except (InputError, UsageError):
                continue
            for finding in verdict.findings:
                if finding.severity == "error":
                    message = tr(
                        "The deck {deck} breaks the rule {rule} of the format {format}: {fault}",
                        deck=deck.id,
                        format=deck.format,
                        rule=finding.rule,
                        fault=finding.message,
                    )
                    where = finding.where or Where(str(self.path / "decks" / f"{deck.id}.yaml"), 1, 1)
                    yield Finding("illegal-deck", "warning", message, finding.subjects, where=where)

    def _check_example(self) -> Iterator[Finding]:
        """Report what is wrong with the example of scoring."""
        from deckwright.workbench.document_examples import score_example

        try:
            score_example(self.package.game, {card.id: card for card in self.package.cards})
        except InputError as error:
            where = self._in_game_file("scoring", "example")
            yield from (finding._replace(where=where) for finding in error.findings)

    def _check_formats(self) -> Iterator[Finding]:
        """Report deck rules that probably do not do what their author wants."""
        from deckwright.model.format_checks import check_formats

        for flaw in check_formats(self.package.game, self.package.cards):
            yield Finding("format", "warning", flaw.message, where=self._in_game_file(*flaw.path))

    def _check_font_files(self) -> Iterator[Finding]:
        """Report font files that cannot be read."""
        if not any(file.startswith(f"{FONTS}/") for file in self.package.assets):
            return
        from deckwright.press.graphics.fonts import fonts_of

        for file in fonts_of(self.package.assets).own.unreadable:
            message = tr(
                "This font cannot be read: it is damaged, or neither TrueType nor OpenType. Get it again, or remove it."
            )
            yield Finding("font-format", "error", message, where=Where(str(self.path / file)))

    def _check_icons(self) -> Iterator[Finding]:
        """Report icons that cannot be drawn, and those of several colours, which print as one shape unless a face or documents keep their colours."""
        from deckwright.press.graphics.icons import icon, icon_colours
        from deckwright.press.looks.colours import OWN

        packaged = resources.folder("exports") / "faces"
        names = {f"{name}.yaml" for name in _used_faces(self.package.game)}
        faces = [data for file, data in self.package.assets.items() if file.startswith("faces/")]
        faces += [(packaged / name).read_bytes() for name in names if (packaged / name).is_file()]
        has_coloured = any(
            (b"colours:" in data and b"icon:" in data) or (b"icons:" in data and b"own" in data)
            for data in faces
        )

        documents = self.package.game.definition.get("documents", {})
        in_colours = {documents.get("icon")}
        in_colours |= {name for name, colour in documents.get("colours", {}).items() if colour == OWN}
        for file in self.package.assets:
            if file.startswith("icons/"):
                try:
                    name = Path(file).stem
                    icon(name, self.package.assets)
                    colours = icon_colours(name, self.package.assets)
                except InputError as fault:
                    yield from self._findings_in_asset(fault, file)
                    continue
                if len(colours) > 1 and not has_coloured and name not in in_colours:
                    message = tr(
                        "This icon has several colours ({colours}), but icons print in one colour, chosen by the face. "
                        "Merge its shapes into one, or draw it with colours: own in a face.",
                        colours=", ".join(colours),
                    )
                    yield Finding(
                        "icon-colours", "warning", message, where=Where(str(self.path / file), 1, 1)
                    )

    def _findings_in_asset(self, fault: InputError, file: str) -> Iterator[Finding]:
        """Findings of an error in an asset, located in the game's folder."""
        for finding in as_findings(fault):
            where = finding.where or Where(file, 1, 1)
            yield finding._replace(where=where._replace(file=str(self.path / where.file)))

    def _check_contents(self) -> Iterator[Finding]:
        """Report what the faces of a game cannot print of its cards: pictures, expressions, codes, and letters."""
        from deckwright.press.faces.choice import query_matcher
        from deckwright.press.preflight.shown import ContentCheck

        check = ContentCheck(self.package, query_matcher(self.package.game))
        for faces in self.faces:
            check.add(faces)
        for picture in check.missing:
            if (
                f"{FOLDER}/{picture.name}" not in self.package.assets
            ):  # else it was reported when it could not be read
                yield self._missing_picture(picture)
        for font in check.lacking.values():
            first, letter = next(iter(font.cards)), next(iter(font.letters))
            where = self._location_of_letter(first, font.language, letter)
            rule: tuple[str, Severity] = (
                ("font-fallback", "info") if font.substitute else ("missing-glyph", "warning")
            )
            yield Finding(*rule, _lacking_letters(font), tuple(font.cards), where=where)
        yield from map(self._in_folder, check.findings)

    def _missing_picture(self, picture: MissingPicture) -> Finding:
        """Finding for a picture that is not there under the name that a card has for it."""
        from deckwright.press.boxes.picture import NOTHING

        where = self.cards.location(picture.card, [("fields", name) for name in picture.fields])
        if not picture.is_missing:
            message = tr("Picture {name} not found: {taken} is used.", name=picture.name, taken=picture.taken)
            return Finding("picture-name", "info", message, (picture.card,), where=where)
        message = missing_file(f"{FOLDER}/{{}}", picture.name, self.package.assets)
        if picture.taken != NOTHING:
            placeholder = tr("A placeholder is printed.")
            message = f"{message} {tr('{taken} is printed.', taken=picture.taken) if picture.taken else placeholder}"
        return Finding("unknown-picture", "warning", message, (picture.card,), where=where)

    def _check_tags(self) -> Iterator[Finding]:
        """Report tags in the texts of cards that are not closed, cross each other, or have a name that no face has.

        Those of translations are compared with their sources by `check_messages`.
        """
        from deckwright.press.looks.styles import tag_faults

        source = self.package.game.source_language
        for card in self.package.cards:
            written = {
                **card.texts[source],
                **{key: value for key, value in card.fields.items() if key not in card.texts[source]},
            }
            for name, text in written.items():
                if name == "name" or not isinstance(text, str) or "[" not in text:
                    continue
                steps = (
                    (name,) if name in TEXTS else ("texts" if name in card.texts[source] else "fields", name)
                )
                for fault in tag_faults(text, self._runs_of(card, name)):
                    where = self.cards.location(card.id, [steps], offset=fault.offset)
                    yield Finding("tags", fault.severity, fault.message, (card.id,), where=where)

    def _check_brackets(self) -> Iterator[Finding]:
        """Report what other tools read as icons, such as `[die]` and `:coin:`, once for each name, where it is printed first."""
        from deckwright.press.graphics.icons import has_icon

        declared, reported = self.package.game.definition.get("icons", {}), set[str]()
        for card in self.package.cards:
            for name, text in card.texts[card.source_language].items():
                runs = self._runs_of(card, name) if "[" in text else []
                for match, icon in bracketed(text) if name != "name" else ():
                    if icon in reported or icon in runs:
                        continue
                    reported.add(icon)
                    steps = (name,) if name in TEXTS else ("texts", name)
                    where = self.cards.location(card.id, [steps], offset=match.start())
                    ways = [tr("{written} is printed as it is.", written=match[0])]
                    own = icon.replace("_", "-")
                    if icon in declared:
                        ways.append(tr("To print the icon, write {right}.", right=f"{{{icon}}}"))
                    elif has_icon(own, self.package.assets):
                        way = tr(
                            "To print the icon, write {right}, and in game.yaml: {declaration}.",
                            right=f"{{{icon}}}",
                            declaration=f"icons: {{{icon}: {own}}}",
                        )
                        ways.append(way)
                    if len(ways) > 1 and where.cell:
                        setting = "sheets: [{foreign_markup: true}]"
                        ways.append(
                            tr("To keep the texts as they are, add {setting} to game.yaml.", setting=setting)
                        )
                    yield Finding("brackets", "warning", " ".join(ways), (card.id,), where=where)

    def _runs_of(self, card: Card, text: str) -> list[str]:
        """Names of the runs that a text of a card can use: those of the faces that show it; of its front, if none does."""
        from deckwright.press.preflight.shown import fields_shown

        faces = [side[card.kind] for side in self.faces]
        showing = [face for face in faces if {text, "texts"} & fields_shown(face)]
        return sorted({name for face in showing or faces[:1] for name in face.runs})

    def _location_of_letter(self, card: str, language: str, letter: str) -> Where:
        """Location of the first text of a card that has a letter, in capitals or not; without one, of its id."""
        texts = next(owner for owner in self.package.cards if owner.id == card).texts.get(language, {})
        having = [name for name, text in texts.items() if letter in text + in_capitals(text, language)]
        if language == self.package.game.source_language or not having:
            paths = [(name,) if name in TEXTS else ("texts", name) for name in having]
            return self.cards.location(card, paths, letter)
        context, file = f"{card}.{having[0]}", self.path / "locales" / f"{language}.po"
        locations = LocaleFile(self.path, language, self.package.cells.get(language, {}))
        return locations.get(context, Where(str(file), 1, 1))

    def _check_faces(self) -> Iterator[Finding]:
        """Report what the faces of the game's kinds need and the game lacks, each once."""
        yield from dict.fromkeys(self._findings_of_faces())

    def _findings_of_faces(self) -> Iterator[Finding]:
        for name, steps in _used_faces(self.package.game).items():
            for finding in self._check_face(name):
                if finding.where and finding.where.file.startswith("faces/"):
                    yield self._in_folder(finding)
                else:
                    message = tr(
                        "The face {name} does not fit this game: {fault}", name=name, fault=finding.message
                    )
                    yield Finding(finding.rule, "error", message, where=self._in_game_file(*steps))

    def _in_folder(self, finding: Finding) -> Finding:
        """Finding with the whole path of its file, if it is about a face of the game's own."""
        where = finding.where
        is_own = where is not None and where.file.startswith("faces/")
        return (
            finding._replace(where=where._replace(file=str(self.path / where.file)))
            if where and is_own
            else finding
        )

    def _check_face(self, name: str) -> Sequence[Finding]:
        from deckwright.press.faces.face_file import face_reader, load_face
        from deckwright.press.faces.game_names import check_face_in_game

        try:
            return check_face_in_game(
                load_face(name, face_reader(self.package.assets)), self.package.game, self.package.assets
            )
        except InputError as fault:
            return as_findings(fault)

    def _check_replaced(self, database: Database) -> Iterator[Finding]:
        """Compare a game with what the database has: another game, translations, counts of a box, cards with other names."""
        from deckwright.store.folders import is_there, own_folder
        from deckwright.store.read import all_counts, card_ids, cards_of, folder_of, game_ids, read_game
        from deckwright.store.translations import kept_alone

        name = self.package.game.id
        with database.reading() as connection:
            game = read_game(connection, name) if name in game_ids(connection) else None
            is_same = game is not None and folder_of(connection, name) == self.path.resolve()
            other = None if is_same else own_folder(connection, name)
            present = {f"{name}/{card.id}" for card in self.package.cards}
            are_lost = any(
                card.startswith(f"{name}/") and card not in present for card in card_ids(connection)
            )
            cards = cards_of(connection, name) if game and (are_lost or not is_same) else {}
            counts = [count.card for count in all_counts(connection, name)]
        if game and not is_same:
            yield from self._check_other_game(game, cards)
        if other and is_there(other):
            message = tr(
                "{other} has a game with the same id: from now on, {game} means {folder}. "
                "To keep both, change the id of one.",
                other=other.path,
                game=name,
                folder=self.path.resolve(),
            )
            yield Finding("same-id", "warning", message, where=self._in_game_file("id"))
        yield from (stale_message(entry, None) for entry in kept_alone(database, self.package))
        yield from self._check_counts(counts)
        if is_same:
            yield from self._check_renamed(cards)

    def _check_other_game(self, game: Game, cards: Mapping[str, Card]) -> Iterator[Finding]:
        """Warn of a game that would replace another one with the same id, from another folder."""
        title = game.title(game.source_language)
        # A copy of a game, or one whose folder was moved, has its title and some of its cards.
        is_other = title != self.package.game.title(self.package.game.source_language)
        if is_other or not any(card.id in cards for card in self.package.cards):
            message = tr(
                "This game replaces another game with the id {game} in the database, “{title}”. "
                "To keep both, change the id of one.",
                game=game.id,
                title=title,
            )
            yield Finding("replaces-game", "warning", message, where=self._in_game_file("id"))

    def _check_counts(self, counted: Iterable[str]) -> Iterator[Finding]:
        """Warn of counts of a real box for cards that the game no longer has."""
        cards = {card.id for card in self.package.cards}
        if gone := [card for card in counted if card not in cards]:
            message = tr(
                "The counts of your box list cards that {game} no longer has: {cards}.",
                game=self.package.game.id,
                cards=", ".join(gone),
            )
            yield Finding("counts", "warning", message, tuple(gone))

    def _check_renamed(self, stored_cards: Mapping[str, Card]) -> Iterator[Finding]:
        """Ask whether new cards are the ones that are gone, with another name or id."""
        present = {card.id for card in self.package.cards}
        lost = [card for card in stored_cards.values() if card.id not in present]
        new = [card for card in self.package.cards if card.id not in stored_cards] if lost else []
        for card, before in _same_cards(new, lost, self.package.named):
            yield self._ask_whether_renamed(card, before)

    def _ask_whether_renamed(self, card: Card, before: Card) -> Finding:
        is_named = card.id in self.package.named
        message = tr(
            "Is this the card that was called “{old}”? Its id changes from {id} to {new}, and decks and translations "
            "that use the old id no longer find it.",
            old=before.name(before.source_language),
            id=before.id,
            new=card.id,
        )
        way = (
            tr("To keep it, add a column id with {id} here.", id=before.id)
            if is_named
            else tr("To keep it, write {id} here again.", id=before.id)
        )
        where = self.cards.location(card.id, [("name",)] if is_named else [])
        return Finding("renamed", "warning", f"{message} {way}", (card.id,), where=where)

    def _in_game_file(self, *steps: str | int) -> Where:
        return self._game_file.where(*steps)

    @cached_property
    def _game_file(self) -> Document:
        return read_document(self.path / GAME_FILE)

    @cached_property
    def faces(self) -> tuple[dict[str, Face], dict[str, Face]]:
        """Faces of the fronts, and of the backs, of the game's cards."""
        from deckwright.press.faces.choice import load_sides

        return load_sides(self.package.game, self.package.cards, self.package.assets)

    @cached_property
    def cards(self) -> CardFiles:
        """Places of the game's cards."""
        return CardFiles(self.path)


def _has_faulty_face(findings: Sequence[Finding], path: Path) -> bool:
    """Whether a face of the game has an error already, which need not be reported twice."""
    places = [
        Path(finding.where.file) for finding in findings if finding.where and finding.severity == "error"
    ]
    return any(place.is_relative_to(path / "faces") for place in places)


def _lacking_letters(font: FontWithoutCharacters) -> str:
    """Message for letters that a font lacks, with what they are set in, or what to do."""
    values = {
        "font": font.font,
        "letters": _letter_list(sorted(font.letters)),
        "language": font.language,
        "card": next(iter(font.cards)),
    }
    if font.substitute:
        return trn(
            "The font {font} lacks {letters}, needed by {count} card in {language}: {card}. They are set in {other}.",
            "The font {font} lacks {letters}, needed by {count} cards in {language}, first by {card}. They are set in {other}.",
            len(font.cards),
            other=font.substitute,
            **values,
        )
    return trn(
        "The font {font} lacks {letters}, needed by {count} card in {language}: {card}. "
        "Use a font that has them, or change the text.",
        "The font {font} lacks {letters}, needed by {count} cards in {language}, first by {card}. "
        "Use a font that has them, or change the text.",
        len(font.cards),
        **values,
    )


_MOST_LETTERS = 20


def _letter_list(letters: Sequence[str]) -> str:
    """Letters in a row, those that are invisible by themselves as their codes."""
    named = [
        letter if letter.isprintable() and not combining(letter) else f"U+{ord(letter):04X}"
        for letter in letters
    ]
    return " ".join(named[:_MOST_LETTERS]) + (" …" if len(named) > _MOST_LETTERS else "")


class CardFiles:
    """Locations of cards in the files of a game's folder, which are read at the first lookup."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._last: Document | None = None

    @cached_property
    def _cards(self) -> dict[str, tuple[Document, int]]:
        """File and number of each card; of YAML files only the text is kept, a tenth of what is read from it."""
        from deckwright.files.game_package import card_documents

        return {
            entry["id"]: (kept, number)
            for document in card_documents(self.folder)
            for kept in (document._replace(value=None, marks=None) if document.text else document,)
            for number, entry in enumerate(document.value["cards"])
        }

    def _whole(self, kept: Document) -> Document:
        """Document with its values; of YAML files, the last one is remembered."""
        if kept.value is not None:
            return kept
        if self._last is None or self._last.file != kept.file:
            self._last = document_of(kept.text, kept.file)
        return self._last

    def location(
        self, card: str, paths: Iterable[tuple[str, ...]], letter: str = "", offset: int = 0
    ) -> Where:
        """Location of a letter from an offset on, in the first of `paths` that a card has; if it has none, of its id."""
        if card not in self._cards:
            return Where(str(self.folder / GAME_FILE), 1, 1)
        kept, number = self._cards[card]
        document = self._whole(kept)
        values = {steps: _value_at(document.value["cards"][number], steps) for steps in paths}
        steps, value = next(((steps, value) for steps, value in values.items() if value), (("id",), ""))
        offset = max(str(value).find(letter, offset), 0)
        return document.where_in(offset, str(value), "cards", number, *steps)


def _value_at(entry: Any, steps: tuple[str, ...]) -> Any:
    for step in steps:
        entry = entry.get(step, {})
    return entry


def _used_faces(game: Game) -> dict[str, tuple[str | int, ...]]:
    """Faces and backs of a game's kinds, each with the path in game.yaml that names it first."""
    from deckwright.press.faces.choice import PLAIN, PLAIN_BACK

    definition = game.definition
    whole = {"face": PLAIN, "back": definition.get("back", PLAIN_BACK)}
    used: dict[str, tuple[str | int, ...]] = {definition["back"]: ("back",)} if "back" in definition else {}
    for side, usual in whole.items():
        for name, path in named_faces(definition, side, usual):
            used.setdefault(name, path)
    return used


def _same_cards(
    new: Sequence[Card], lost: Sequence[Card], named: Collection[str]
) -> Iterator[tuple[Card, Card]]:
    """Pair new cards with lost ones: those of the same content, then those whose names are alike.

    The only new card is the only lost one if its id is made from its name, as those `named` are.
    """
    lost_contents, new_contents = Counter(map(_content, lost)), Counter(map(_content, new))
    by_content = {_content(card): card for card in lost}
    names = {card.name(card.source_language): card for card in lost}
    others: list[Card] = []
    for card in new:
        content = _content(card)
        if lost_contents[content] == new_contents[content] == 1:
            before = by_content[content]
            names.pop(before.name(before.source_language), None)
            yield card, before
        else:
            others.append(card)
    for card in others:
        if alike := nearest(card.name(card.source_language), [*names], limit=1):
            yield card, names.pop(alike[0])
        elif card.id in named and len(lost) == len(new) == 1:
            yield card, lost[0]


def _content(card: Card) -> str:
    """What a card is, without its name."""
    texts = {name: text for name, text in card.texts[card.source_language].items() if name != "name"}
    return repr((card.kind, sorted(card.fields.items()), card.marks, sorted(texts.items()), card.icon))
