"""Cards and games: as JSON, as tables, and as one reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.messages import later, tr, trn
from deckwright.model.card import own_aliases
from deckwright.model.settings import settings_of, title_of
from deckwright.model.words import on_one_line
from deckwright.reports.findings import note_findings
from deckwright.reports.output import card_count, members, note, write, write_table
from deckwright.workbench.cards import labelled, mark_rule, printed_texts, value_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.files.game_proposals import GuessedColumn
    from deckwright.model.card import Card
    from deckwright.model.card_changes import CardChanges
    from deckwright.model.game import Game
    from deckwright.workbench.cards import FoundCards, GameSummary
    from deckwright.workbench.sheet_games import NewGame


def card_as_json(card: Card, language: str) -> dict[str, Any]:
    """JSON object of the contract for a card, with the game's own fields next to the common ones."""
    name = {"name": card.name(language)}
    return {**members(card, "id game kind"), **name, **members(card, "copies marks origin"), **card.fields}


def card_details_as_json(card: Card, language: str) -> dict[str, Any]:
    """JSON object for everything about a card, in every language."""
    return {
        **card_as_json(card, language),
        **members(card, "revision icon counts"),
        "origins": members(card, "name=name_origin rules=rules_origin"),
        **members(card, "texts aliases"),
    }


def row_of(card: Card, game: Game, language: str) -> list[object]:
    """Row of a card: id, name, kind, copies, marks, fields."""
    marks = ", ".join(game.label(f"mark:{mark}", language) for mark in card.marks)
    fields = " · ".join(f"{label} {value}" for label, value in labelled_fields(card, game, language))
    kind = game.label(f"kind:{card.kind}", language)
    return [f"{card.game}/{card.id}", card.name(language), kind, card.copies, marks, fields]


def row_heads() -> list[str]:
    """Headings of these rows."""
    return [tr("Card"), tr("Name"), tr("Kind"), tr("Copies"), tr("Marks"), tr("Fields")]


def report_cards(results: FoundCards) -> None:
    """Show cards that a query finds as a table, and their number."""
    if results.cards:
        rows = [
            row_of(card, results.games[card.game], results.languages[card.game]) for card in results.cards
        ]
        write_table(row_heads(), rows)
    message = trn("{count} card found.", "{count} cards found.", results.total)
    if len(results.cards) < results.total:
        message += " " + trn("{count} is shown.", "{count} are shown.", len(results.cards))
    note(message)


def labelled_fields(card: Card, game: Game, language: str) -> Iterator[tuple[str, str]]:
    """Yield the game's own fields of a card, name and value as readers see them."""
    for name, value in card.fields.items():
        yield game.label(f"field:{name}", language), value_text(name, value, game, language)


def card_details(card: Card, game: Game, language: str) -> Iterator[str]:
    """Card as lines, as one reads it."""
    yield card.name(language)
    yield " · ".join([game.label(f"kind:{card.kind}", language), game.title(language)])
    yield from (labelled(label, value) for label, value in labelled_fields(card, game, language))
    for mark in card.marks:
        yield labelled(game.label(f"mark:{mark}", language), mark_rule(game, mark, language))
    for text in printed_texts(card, game, language):
        yield ""
        yield text
    yield ""
    aliases = own_aliases(card, game.definition, language)
    if aliases:
        yield labelled(tr("Also called"), ", ".join(aliases))
    yield " · ".join(
        [
            _copies_of(card),
            tr("revision {number}", number=card.revision),
            _origin_of(card),
            f"{card.game}/{card.id}",
        ]
    )


def _copies_of(card: Card) -> str:
    if card.counts == "exact":
        return trn("{count} copy in the box", "{count} copies in the box", card.copies)
    return trn("{count} copy (sample count)", "{count} copies (sample count)", card.copies)


def _origin_of(card: Card) -> str:
    """Where a card comes from, and where its name does if that is elsewhere."""
    if not card.origins:
        return origin_name(card.origin)
    rules, name = origin_name(card.rules_origin), origin_name(card.name_origin)
    return tr("{rules} (name: {name})", rules=rules, name=name)


def origin_name(origin: str) -> str:
    """Where a card comes from, in words."""
    return {
        "rulebook": tr("from the rulebook"),
        "community": tr("from the community"),
        "sample": tr("sample"),
    }[origin]


def games_as_json(games: Sequence[GameSummary]) -> list[dict[str, Any]]:
    """JSON objects of the contract for games."""
    return [
        {
            **members(summary, "game=game.id game.id"),
            "title": summary.game.title(summary.language),
            **members(summary, "game.source_language game.languages cards"),
            **{section: summary.game.names(section) for section in ("formats", "piles", "modes")},
            "counted": summary.own_counts,
            "settings": settings_as_json(summary.game, summary.language),
        }
        for summary in games
    ]


def report_games(games: Sequence[GameSummary], *, explained: bool) -> None:
    """Show games as a table; if `explained`, with the meaning of the first one's settings."""
    heads = [tr("Game"), tr("Title"), tr("Cards"), tr("Languages"), tr("Formats"), tr("Piles"), tr("Modes")]
    write_table([*heads, tr("Settings")], [_game_row(summary) for summary in games])
    if any(summary.own_counts for summary in games):
        write(tr("* with the counts of your box: see deckwright db counts."))
    if explained:
        write("\n".join(explained_settings(games[0].game, games[0].language)))


def _game_row(summary: GameSummary) -> list[str]:
    game = summary.game
    lists = [game.languages, *(game.names(section) for section in ("formats", "piles", "modes"))]
    lists.append(list(settings_of(game)))
    cards = f"{summary.cards}{'*' if summary.own_counts else ''}"
    return [game.id, game.title(summary.language), cards, *(", ".join(names) or "–" for names in lists)]


def setting_lines(chosen: Mapping[str, str | int], game: Game, mode: str, language: str) -> Iterator[str]:
    """Settings that a table plays in an unusual way, one a line."""
    settings = settings_of(game)
    for name, value in chosen.items():
        if value == settings[name].usual(mode):
            continue
        yield tr("{label}: {value}", label=f"{name}={value}", value=meaning_of(name, value, game, language))


def meaning_of(name: str, value: str | int, game: Game, language: str) -> str:
    """Meaning of a choice; for a number, what it counts."""
    if isinstance(value, int):
        return title_of(settings_of(game)[name], game, language)
    return game.label(f"setting:{name}.{value}", language)


def settings_as_json(game: Game, language: str) -> list[dict[str, Any]]:
    """JSON objects for the settings of a game with their choices; a setting that is a number has none."""
    return [
        {
            "setting": setting.id,
            "title": title_of(setting, game, language),
            "choices": [
                {"choice": choice, "means": meaning_of(setting.id, choice, game, language)}
                for choice in setting.choices
            ],
            "default": setting.default,
            **({"modes": dict(setting.by_mode)} if setting.is_number else {}),
            "cite": game.definition.get("settings", {}).get(setting.id, {}).get("cite", ""),
        }
        for setting in settings_of(game).values()
    ]


def explained_settings(game: Game, language: str) -> Iterator[str]:
    """Settings of a game as lines: each with its choices, and which one is usual."""
    for setting in settings_as_json(game, language):
        yield ""
        title = tr("{label}: {value}", label=setting["setting"], value=setting["title"])
        yield f"{title} ({setting['cite']})" if setting["cite"] else title
        for choice in setting["choices"]:
            name = choice["choice"]
            usual = tr("{name} (usual)", name=name) if name == setting["default"] else name
            yield "  " + tr("{label}: {value}", label=usual, value=choice["means"])
        if not setting["choices"]:
            yield "  " + _number(setting, game, language)


def _number(setting: Mapping[str, Any], game: Game, language: str) -> str:
    """Usual value of a setting that is a number, in general and in each mode with its own."""
    numbers = [
        tr("{label}: {value}", label=game.label(f"mode:{mode}", language), value=number)
        for mode, number in setting["modes"].items()
    ]
    usual = tr(
        "A number, usually {number}.", number="–" if setting["default"] is None else setting["default"]
    )
    return " ".join([usual, *numbers])


def show_new_game(made: NewGame) -> None:
    """Write the files of a game that was started from a spreadsheet, without those for editors; its guesses go to standard error."""
    note_findings(made.findings)
    for column in made.columns:
        name = tr("“{text}”", text=on_one_line(column.heading))
        note(tr("{label}: {value}", label=f"{column.column} {name}", value=_meaning(column)))
    for worksheet, reason in made.left_out:
        note(tr("Worksheet “{name}” is left out: {reason}.", name=worksheet, reason=reason))
    for file in made.files:
        if not file.parts[1].startswith("."):
            write(str(file))
    cards = card_count(made.cards)
    pages = trn("{count} page", "{count} pages", made.pages)
    note(f"{made.proof}: {cards}, {pages}")
    message = tr(
        "Look at the proof and at {game}, where each guess has a comment; then run: deckwright load {folder}",
        game=made.proof.parent / "game.yaml",
        folder=made.proof.parent,
    )
    note(message)


_PARTS = {
    "#": later("not read"),
    "name": later("the name"),
    "id": later("the id"),
    "kind": later("the kind"),
    "copies": later("the number of copies"),
    "text": later("the rules text"),
    "flavour": later("the flavour text"),
    "icon": later("the icon"),
    "marks": later("the marks"),
    "aliases": later("other names"),
}
_TYPES = {
    "integer": later("whole numbers"),
    "number": later("numbers"),
    "boolean": later("yes or no"),
    "date": later("days"),
    "choice": later("a few values"),
    "list": later("lists"),
    "picture": later("pictures"),
    "string": later("short texts"),
}


def _meaning(column: GuessedColumn) -> str:
    """What a column of a new game has, in words: `the name`, or `cost, whole numbers`."""
    part, _, language = column.part.partition(":")
    words = tr(_PARTS[part]) if part in _PARTS else part
    if column.type:
        words = f"{words}, {tr(_TYPES[column.type])}"
    return f"{words} ({language})" if language else words


def write_changes_since_print(changes: CardChanges) -> None:
    """Show on stderr what has changed since the last print, if anything has."""
    if title := changes.since_print():
        note(title)
        write_card_changes(changes, note)


_MOST_CHANGES = 20
"""Cards whose changes are shown one by one."""


def write_card_changes(changes: CardChanges, show: Callable[[str], None] = write) -> None:
    """Show what has changed, a line for each card: new ones, changed ones, and those that are removed."""
    lines = changes.lines()
    for line in lines[:_MOST_CHANGES]:
        show(line)
    if (rest := len(lines) - _MOST_CHANGES) > 0:
        show(trn("{count} more card; --json lists it.", "{count} more cards; --json lists them.", rest))
