"""`deckwright combine`: join decks into one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.arguments import Decks, GameOfLists, Players
from deckwright.commands.opening import Shelf, language_in, reading
from deckwright.commands.options import check_output
from deckwright.commands.parsing import read_times
from deckwright.construction.combine import combine
from deckwright.files.decks import as_file, as_list
from deckwright.files.starters import refuse_unprintable_name
from deckwright.files.writing import write_text
from deckwright.findings import as_json
from deckwright.messages import tr, trn
from deckwright.model.card_names import names_apart
from deckwright.reports.decks import deck_as_json, legality
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import note, write, write_json
from deckwright.workbench.library import read_all

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.construction.combine import Combined
    from deckwright.model.card import Card

EXAMPLES = (
    "deckwright combine data-monsters/startup data-monsters/enterprise \\",
    "    --times data-monsters/startup=2 --times data-monsters/enterprise=2 \\",
    "    --format office --players 4 -o office.yaml",
)


def run(
    context: Context,
    decks: Decks,
    form: Annotated[
        str,
        Option(
            "--format",
            autocompletion=completion.formats,
            metavar=tr("FORMAT"),
            help=tr("The format of the joined deck."),
        ),
    ],
    game: GameOfLists = "",
    players: Players = None,
    times: Annotated[
        list[str] | None, Option(metavar=tr("DECK=N"), help=tr("Take a deck so many times."))
    ] = None,
    name: Annotated[str, Option(metavar=tr("NAME"), help=tr("What to call the joined deck."))] = "",
    output: Annotated[
        str,
        Option("-o", "--output", metavar=tr("FILE"), help=tr("Write the deck there: .yaml, or a text list.")),
    ] = "",
) -> None:
    """Join decks into one, and take out the copies that its format does not allow.

    Nothing else is taken out. The joined deck is checked; the exit code is 1 if it is not legal.
    """
    refuse_unprintable_name(name)
    counts = read_times(times or [], decks)
    with reading(context) as (connection, settings):
        check_output(settings, output)
        shelved = Shelf(connection)
        read = read_all(decks, lambda deck: shelved.deck(deck, game, settings.language))
        joined = [(deck, counts[name]) for name, deck in zip(decks, read, strict=True)]
        own_game, cards = shelved.game(joined[0][0].game)
        language = language_in(own_game, settings)
        combined = combine(
            joined, own_game, cards, format=form, players=players, name=name, language=language
        )
    if output:
        write_text(output, as_file(output, combined.deck, cards, language))
    if settings.as_json:
        write_json(_as_json(combined))
    else:
        _report(combined, cards, language, listed=not output)
    if not combined.legal:
        raise Exit(1)


def _as_json(combined: Combined) -> dict[str, object]:
    return {
        "deck": deck_as_json(combined.deck),
        "removed": [{"card": card, "copies": copies} for card, copies in combined.removed],
        "legal": combined.legal,
        "findings": as_json(combined.findings),
    }


def _report(combined: Combined, cards: Mapping[str, Card], language: str, *, listed: bool) -> None:
    if listed:
        write(as_list(combined.deck, cards, language).rstrip())
    names = names_apart(cards, language)
    for card, copies in combined.removed:
        note(
            trn(
                "Taken out: {count} copy of {name}.",
                "Taken out: {count} copies of {name}.",
                copies,
                name=names[card],
            )
        )
    size = trn("{count} card", "{count} cards", combined.deck.size)
    verdict = f"{legality(legal=combined.legal)} ({combined.deck.format}, {size})"
    note(tr("{label}: {value}", label=combined.deck.name, value=verdict))
    for line in finding_lines(combined.findings, to_error=True):
        note(line)
