"""Games and their settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.messages import tr, trn
from deckwright.model.settings import settings_of, title_of
from deckwright.model.words import on_one_line
from deckwright.reports.findings import summary_lines
from deckwright.reports.output import note, write
from deckwright.reports.tables import write_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.model.game import Game
    from deckwright.workbench.cards import GameSummary
    from deckwright.workbench.sheet_games import NewGame


def games_as_json(games: Sequence[GameSummary]) -> list[dict[str, Any]]:
    """JSON objects of the contract for games."""
    return [
        {
            "game": one.game.id,
            "id": one.game.id,
            "title": one.game.title(one.language),
            "source_language": one.game.source_language,
            "languages": list(one.game.languages),
            "cards": one.cards,
            "formats": one.game.names("formats"),
            "piles": one.game.names("piles"),
            "modes": one.game.names("modes"),
            "counted": one.own_counts,
            "settings": settings_as_json(one.game, one.language),
        }
        for one in games
    ]


def report_games(games: Sequence[GameSummary], *, explained: bool) -> None:
    """Show games as a table; if `explained`, with the meaning of the first one's settings."""
    heads = [tr("Game"), tr("Title"), tr("Cards"), tr("Languages"), tr("Formats"), tr("Piles"), tr("Modes")]
    write_table([*heads, tr("Settings")], [_row(one) for one in games])
    if any(one.own_counts for one in games):
        write(tr("* with the counts of your box: see deckwright db counts."))
    if explained:
        write("\n".join(explained_settings(games[0].game, games[0].language)))


def _row(one: GameSummary) -> list[str]:
    game = one.game
    lists = [game.languages, *(game.names(section) for section in ("formats", "piles", "modes"))]
    lists.append(list(settings_of(game)))
    cards = f"{one.cards}{'*' if one.own_counts else ''}"
    return [game.id, game.title(one.language), cards, *(", ".join(names) or "–" for names in lists)]


def setting_lines(chosen: Mapping[str, str | int], game: Game, mode: str, language: str) -> Iterator[str]:
    """Settings that a table plays in an unusual way, one a line."""
    known = settings_of(game)
    for name, value in chosen.items():
        if value == known[name].usual(mode):
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
            "setting": one.id,
            "title": title_of(one, game, language),
            "choices": [
                {"choice": choice, "means": meaning_of(one.id, choice, game, language)}
                for choice in one.choices
            ],
            "default": one.default,
            **({"modes": dict(one.by_mode)} if one.is_number else {}),
            "cite": game.definition.get("settings", {}).get(one.id, {}).get("cite", ""),
        }
        for one in settings_of(game).values()
    ]


def explained_settings(game: Game, language: str) -> Iterator[str]:
    """Settings of a game as lines: each with its choices, and which one is usual."""
    for one in settings_as_json(game, language):
        yield ""
        title = tr("{label}: {value}", label=one["setting"], value=one["title"])
        yield f"{title} ({one['cite']})" if one["cite"] else title
        for choice in one["choices"]:
            name = choice["choice"]
            usual = tr("{name} (usual)", name=name) if name == one["default"] else name
            yield "  " + tr("{label}: {value}", label=usual, value=choice["means"])
        if not one["choices"]:
            yield "  " + _number(one, game, language)


def _number(one: Mapping[str, Any], game: Game, language: str) -> str:
    """Usual value of a setting that is a number, in general and in each mode with its own."""
    own = [
        tr("{label}: {value}", label=game.label(f"mode:{mode}", language), value=number)
        for mode, number in one["modes"].items()
    ]
    usual = tr("A number, usually {number}.", number="–" if one["default"] is None else one["default"])
    return " ".join([usual, *own])


def new_game_as_json(made: NewGame) -> dict[str, Any]:
    """JSON object of the contract for a game that was started from a spreadsheet."""
    return {
        "files": [str(file) for file in made.files],
        "proof": str(made.proof),
        "cards": made.cards,
        "pages": made.pages,
        "columns": made.columns,
        "findings": made.findings,
    }


def show_new_game(made: NewGame) -> None:
    """Write the files of a game that was started from a spreadsheet; what was guessed goes to standard error."""
    for line in summary_lines(made.findings, to_error=True):
        note(line)
    for column in made.columns:
        name = tr("“{text}”", text=on_one_line(column.heading))
        note(f"{column.column} {name}: {column.part}" + (f" ({column.type})" if column.type else ""))
    for file in made.files:
        write(str(file))
    cards = trn("{count} card", "{count} cards", made.cards)
    pages = trn("{count} page", "{count} pages", made.pages)
    note(f"{made.proof}: {cards}, {pages}")
    message = tr(
        "Look at the proof and at {game}, where each guess has a comment; then run: deckwright load {folder}",
        game=made.proof.parent / "game.yaml",
        folder=made.proof.parent,
    )
    note(message)
