"""`deckwright new`: start a game's folder, or a deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import (
    INPUT,
    OUTPUT,
    argument,
    format_option,
    settings_of,
    show_notice,
    show_result,
)
from deckwright.errors import UsageError
from deckwright.files.proposed_faces import LOOKS
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.reports.output import members, note, write_json
from deckwright.workbench.authoring import new_deck, new_game
from deckwright.workbench.library import current_database

if TYPE_CHECKING:
    from deckwright.commands.options import Settings


@command(
    "deckwright new game 'Frogs and Ponds'",
    "deckwright new game 'Tide and Ember' --from cards.xlsx",
    "deckwright new game 'Tide and Ember' --from https://docs.google.com/spreadsheets/d/…/edit",
    "deckwright new game 'Frogs and Ponds' --size tarot",
    "deckwright new game 'Frogs and Ponds' --ci",
    "deckwright load frogs-and-ponds --dry-run",
)
def game(
    context: Context,
    title: Annotated[str, argument("Title of the game.", "NAME")],
    sheet: Annotated[
        str,
        INPUT.option("Spreadsheet of its cards, or JSON or YAML; or an https:// address.", "FILE", "--from"),
    ] = "",
    sheets: Annotated[
        str,
        INPUT.option(
            "Its worksheets to read, with commas between them; default: all that have cards.", "NAMES"
        ),
    ] = "",
    named: Annotated[
        str,
        INPUT.option(
            "What columns have, where that is not to be guessed: id=code, text=desc; and where the cards are in JSON: cards=suits[].cards[].",
            "PART=HEADING",
            "--map",
        ),
    ] = "",
    look: Annotated[
        str | None, INPUT.choice("Look of the cards; default: chosen by the columns.", LOOKS)
    ] = None,
    size: Annotated[
        str, INPUT.option("Size of the cards: mini, tarot, square, hex …; default: poker.", "SIZE")
    ] = "",
    ci: Annotated[bool, OUTPUT.flag("Add a workflow for GitHub: check, then print as PDF.")] = False,
) -> None:
    """Create a small game in a new folder, to load and change.

    The folder is named after the title, and the cards are in the language of --lang.

    With --from, the cards are those of your spreadsheet: a row is a card. What its columns have is guessed: kinds,
    fields and their types, texts, and languages from columns such as name:fr. game.yaml says what was guessed, and how to
    change it. The folder has a copy of the spreadsheet, which stays the file of the cards, and a first proof: proof.pdf.
    Worksheets without cards, such as statistics or ideas, are left out, each with a reason.
    """
    settings = settings_of(context)
    if sheet:
        worksheets = [name.strip() for name in sheets.split(",") if name.strip()]
        _from_sheet(
            title,
            sheet,
            settings,
            {"sheets": worksheets, **_parts(named), "look": look or "", "size": size, "has_ci": ci},
        )
        return
    language = settings.language if settings.is_named else settings.spoken
    files = new_game(
        title, location=settings.database, language=language, spoken=settings.spoken, has_ci=ci, size=size
    )
    show_result(context, {"files": files}, map(str, files))
    if not settings.as_json:
        note(tr("Change it as you like, then run: deckwright load {folder}", folder=files[0].parts[0]))


def _parts(named: str) -> dict[str, Any]:
    """What columns have, by heading, and where the cards are, as `--map` says it.

    Raises:
        UsageError: an entry has no equals sign.
    """
    pairs = [entry.partition("=") for entry in named.split(",") if entry.strip()]
    for part, sign, _ in pairs:
        if not sign:
            message = tr("--map needs pairs such as text=desc, not {text}.", text=part.strip())
            raise UsageError("usage", message)
    parts = {part.strip(): heading.strip() for part, _, heading in pairs}
    cards = parts.pop("cards", "")
    return {"cards": cards, "columns": {heading: part for part, heading in parts.items()}}


def _from_sheet(title: str, sheet: str, settings: Settings, how: dict[str, Any]) -> None:
    from deckwright.reports.cards import show_new_game
    from deckwright.workbench.sheet_games import NewGameOptions, new_game_from_sheet

    language = settings.language if settings.is_named else ""
    options = NewGameOptions(settings.database, language, settings.spoken, notify=show_notice, **how)
    made = new_game_from_sheet(title, sheet, options)
    if settings.as_json:
        write_json(members(made, "files proof cards pages columns left_out findings"))
    else:
        show_new_game(made)
    if has_errors(made.findings):
        raise Exit(1)


@command("deckwright new deck 'My first lab' --game data-monsters --format lab")
def deck(
    context: Context,
    name: Annotated[str, argument("Name of the deck.", "NAME")],
    game: Annotated[str, INPUT.option("Game of the deck.", "GAME", complete=completion.games)],
    deck_format: Annotated[
        str, format_option("Format of the deck; default: the first of the game.", INPUT)
    ] = "",
) -> None:
    """Create a deck file for a game, to fill in."""
    settings = settings_of(context)
    path = new_deck(current_database(settings.database, show_notice), name, game, deck_format)
    show_result(context, {"files": [path]}, [str(path)])
