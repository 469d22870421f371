"""`deckwright export html`: a page to look through all cards, for designers and translators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Context, Exit, Option

from deckwright.commands.arguments import GameOfSources, LowInk, Only, Select, Sources, Strict, Watch, With
from deckwright.commands.opening import reading
from deckwright.commands.options import check_output
from deckwright.commands.sources import sources_of
from deckwright.files.writing import whole_file
from deckwright.findings import as_json as findings_as_json
from deckwright.findings import has_errors
from deckwright.messages import tr, trn
from deckwright.model.card import copies_by_card
from deckwright.reports.findings import summary_lines
from deckwright.reports.output import note, note_of, progress_bar, write_json
from deckwright.store.read import read_assets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.commands.options import Settings
    from deckwright.commands.sources import Source
    from deckwright.findings import Finding
    from deckwright.press.proof import ProofJob

EXAMPLES = (
    "deckwright export html data-monsters -o monsters.html",
    "deckwright export html dataset --lang it --with fr --with en -o dataset.html",
    "deckwright export html --select 'mark:unique' --game data-monsters -o unique.html",
    "deckwright export html dataset --lang fr --only machine,stale -o to-read.html",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    sources: Sources = None,
    game: GameOfSources = "",
    select: Select = "",
    beside: With = None,
    only: Only = "",
    *,
    low_ink: LowInk = False,
    strict: Strict = False,
    watch: Watch = False,
    output: Annotated[
        str,
        Option("-o", "--output", metavar=tr("FILE"), help=tr("Write the page there; - is standard output.")),
    ],
) -> None:
    """Show cards on one web page, as they are printed, with search and filters, in one language or several.

    The page needs nothing but a browser, and no network. What is found on drawing a card stands beside it. The
    exit code is 1 if that is an error.
    """
    if watch:
        from deckwright.commands.watching import keep_up

        keep_up(context, run)
        return
    from deckwright.commands.printing import language_for, one_game, text_findings
    from deckwright.commands.proofs import in_states, languages_beside, report_none
    from deckwright.press.proof import draw_proof
    from deckwright.reports.proof.page import proof_page

    with reading(context) as (connection, settings):
        check_output(settings, output, ".html", ".htm")
        source = one_game(
            sources_of(connection, sources or [], game=game, select=select, language=settings.language)
        )
        assets = read_assets(connection, source.game.id)
        leading = language_for(source.game, settings)
        languages = languages_beside(source.game, leading, beside or [])
        source = in_states(connection, source, languages, only)
        cards = copies_by_card(source.deck.entries)
        findings = [
            one for language in languages for one in text_findings(connection, source.game, language, cards)
        ]
    if only and not source.deck.entries:
        report_none(context)
        return
    job = _job(source, assets, languages)._replace(low_ink=low_ink, findings=findings)
    with whole_file(output) as file:
        with progress_bar(tr("Drawing"), len(job.cards) * len(job.languages)) as advance:
            proof = draw_proof(job, advance)
        file.write(proof_page(job, proof, settings.spoken).encode(errors="replace"))
    _report(sum(copies for _, copies in job.cards), proof.findings, output, settings)
    if has_errors(proof.findings, strict=strict):
        raise Exit(1)


def _job(source: Source, assets: Mapping[str, bytes], languages: Sequence[str]) -> ProofJob:
    from deckwright.commands.printing import backs_of, faces_of, matcher_of, sisters_of
    from deckwright.press.proof import ProofJob
    from deckwright.reports.proof.texts import card_text

    copies = copies_by_card(source.deck.entries)
    kinds = {source.cards[card].kind for card in copies}
    return ProofJob(
        game=source.game,
        cards=[(source.cards[card], count) for card, count in copies.items()],
        languages=languages,
        title=source.deck.name,
        faces=faces_of(source.game, kinds, assets),
        assets=assets,
        matches=matcher_of(source.game),
        describe=lambda card, language: card_text(card, source.game, language),
        sisters=sisters_of(source.game, source.cards.values()),
        backs=backs_of(source.game, kinds, assets),
    )


def _report(cards: int, findings: Sequence[Finding], output: str, settings: Settings) -> None:
    if settings.as_json:
        counts = {"cards": cards, "pages": 1}
        write_json({"files": [output], **counts, "findings": findings_as_json(findings)})
        return
    for line in summary_lines(findings, to_error=True, every=settings.every_finding):
        note(line)
    note_of(output, trn("{count} card", "{count} cards", cards))
