"""The result of a check of translations as a web page: each card with findings, beside its texts."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING

from deckwright.messages import severity_name, tr, trn
from deckwright.press.proof.page import size_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.translation import Message
    from deckwright.press.proof.drawings import Proof, ProofJob
    from deckwright.translation.checks.run import CheckReport, Passage

_WEIGHTS = {"error": 10_000, "warning": 100, "info": 1}
"""How much a finding counts, so that the worst texts come first."""

_STYLE = """
:root { color-scheme: light; font: 15px/1.45 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1a1a1a; background: #fff; }
section { display: grid; grid-template-columns: var(--card) 1fr; gap: 1.5rem; padding: 1.2rem 0; border-top: 1px solid #ccc;
  break-inside: avoid; }
section > svg { width: var(--own, var(--card)); height: auto; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.05rem; margin: 0 0 .4rem; }
dl { margin: 0 0 1rem; } dt { color: #555; font-size: .85rem; } dd { margin: 0 0 .4rem; white-space: pre-line; }
mark { background: #ffd84d; } ul { margin: .2rem 0; padding-left: 1.2rem; }
.error { color: #a40000; font-weight: 600; } .warning { color: #8a5200; } .info { color: #555; }
table { border-collapse: collapse; margin: .6rem 0; } th, td { border: 1px solid #ccc; padding: .3rem .6rem; text-align: left;
  vertical-align: top; } th { background: #f3f3f3; } td svg.icon { width: 1.3em; height: 1.3em; }
body > h2 { margin: 1.6rem 0 .4rem; } li { margin: .2rem 0; } code { font-size: 1.05em; }
@media (max-width: 40rem) { section { grid-template-columns: 1fr; } }
"""


def check_page(title: str, language: str, report: CheckReport, job: ProofJob, proof: Proof) -> Iterator[str]:
    """Yield the page, in parts: first a summary, then the texts with findings, the worst first."""
    counts = Counter(str(finding.severity) for finding in report.findings)
    yield from page_head(
        f"{title} · {language}",
        language,
        f"{size_rules(job.faces.values())}\n{proof.rules}",
        proof.definitions,
    )
    yield f"<p>{escape(_summary(counts))}</p>\n"
    for card, findings in _by_card(report):
        yield from _section(card, findings, report, proof, language)
    yield PAGE_END


def page_head(heading: str, language: str, rules: str, definitions: str) -> Iterator[str]:
    """Yield the beginning of a page about texts, with style rules and definitions of drawings, up to its heading."""
    yield f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width">\n'
    yield f"<title>{escape(heading)}</title>\n<style>{_STYLE}\n{rules}</style>\n</head>\n<body>\n"
    yield f'<svg width="0" height="0" style="position: absolute" aria-hidden="true"><defs>{definitions}</defs></svg>\n'
    yield f"<h1>{escape(heading)}</h1>\n"


PAGE_END = "</body>\n</html>\n"


def _summary(counts: Mapping[str, int]) -> str:
    parts = [
        trn("{count} error", "{count} errors", counts["error"]),
        trn("{count} warning", "{count} warnings", counts["warning"]),
        trn("{count} note", "{count} notes", counts["info"]),
    ]
    return ", ".join(parts)


def _by_card(report: CheckReport) -> list[tuple[str, list[Finding]]]:
    """Findings by card ('' for the game’s own words), those that matter most first."""
    by_card: dict[str, list[Finding]] = {}
    for finding in report.findings:
        by_card.setdefault(finding.subjects[0] if finding.subjects else "", []).append(finding)
    return sorted(by_card.items(), key=lambda item: -sum(_WEIGHTS[finding.severity] for finding in item[1]))


def _section(
    card: str, findings: Sequence[Finding], report: CheckReport, proof: Proof, language: str
) -> Iterator[str]:
    yield "<section>\n"
    yield proof.drawings.get((card, language), "<div></div>")
    yield "\n<div>\n"
    by_text: dict[Message | None, list[Finding]] = {}
    for finding in findings:
        passage = report.passages.get(finding)
        by_text.setdefault(passage.entry if passage else None, []).append(finding)
    for entry, of_text in by_text.items():
        passages = [report.passages[finding] for finding in of_text if finding in report.passages]
        if entry:
            yield f"<h2>{escape(entry.context)}</h2>\n<dl><dt>{escape(tr('Source'))}</dt><dd>{escape(entry.source)}</dd>"
            yield f'<dt>{escape(tr("Translation"))}</dt><dd lang="{escape(language)}">{_marked(entry.text, passages)}</dd></dl>\n'
        yield "<ul>\n"
        for finding in of_text:
            yield f'<li><span class="{finding.severity}">{escape(severity_name(finding.severity))}</span> {escape(finding.message)} [{escape(finding.rule)}]</li>\n'
        yield "</ul>\n"
    yield "</div>\n</section>\n"


def _marked(text: str, passages: Sequence[Passage]) -> str:
    """Text as HTML, with the first of the passages that it has marked."""
    first = next((passage for passage in passages if passage.start >= 0), None)
    if first is None:
        return escape(text)
    start, end = first.start, first.start + len(first.passage)
    return f"{escape(text[:start])}<mark>{escape(text[start:end])}</mark>{escape(text[end:])}"
