"""`deckwright translate extract`: hand a game's texts out to a translator."""

from __future__ import annotations

from typing import Annotated

from click import Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import INPUT
from deckwright.commands.options import check_output, library_of, read_states, settings_of
from deckwright.commands.translate_options import HandoutFile, Overwrite, To, TranslatedGame, read_language
from deckwright.files.texts import STDIN
from deckwright.messages import trn
from deckwright.reports.output import note, write_json
from deckwright.reports.translations import extract_as_json
from deckwright.workbench.translating import ExtractOptions, extract_texts


@command(
    "deckwright translate extract dataset --to fr",
    "deckwright translate extract dataset --to fr --from en -o dataset.fr.po",
    "deckwright translate extract data-monsters --to it --only missing,stale,machine",
)
def run(
    context: Context,
    game: TranslatedGame,
    to: To,
    source: Annotated[
        str,
        INPUT.option(
            "Language to show next to the source.",
            "LANG",
            "--from",
            complete=completion.translated,
            parse=read_language,
        ),
    ] = "",
    only: Annotated[
        str,
        INPUT.option(
            "Only these states: missing, machine, stale, draft, reviewed, unreviewed.",
            "STATE,...",
            parse=read_states,
        ),
    ] = "",
    output: HandoutFile = "",
    overwrite: Overwrite = False,
) -> None:
    """Write a game's texts into a file for a translator.

    The file is gettext PO, for Poedit, Weblate and similar editors, or a spreadsheet or XLIFF. Each text comes with
    its card, the room it has there, its icons, and what the glossary says. “translate merge” reads the file back.
    """
    file = output or f"{game}.{to}.po"
    settings = settings_of(context)
    check_output(settings, file)
    with library_of(context) as library:
        texts = extract_texts(library, game, file, ExtractOptions(to, source, only), overwrite=overwrite)
    if settings.as_json:
        write_json(extract_as_json(texts))
    elif file != STDIN:
        note(trn("{file}: {count} text.", "{file}: {count} texts.", len(texts.entries), file=file))
