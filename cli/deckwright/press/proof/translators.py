"""Pages for translators: the result of a check, how to translate a game, and its cards beside their texts."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import severity_name, tr, trn
from deckwright.model.markup import tags_of
from deckwright.press.proof.page import size_rules
from deckwright.press.writing.web import SvgFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.game import Game
    from deckwright.model.glossary import BilingualGlossary
    from deckwright.model.translation import Message, OutgoingMessage
    from deckwright.press.proof.drawings import Proof, ProofJob
    from deckwright.translation.checks.run import CheckReport, Passage
    from deckwright.translation.extract import TextSpace

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


class Instructions(NamedTuple):
    """What a translator is told: the files with what each is for, the glossary, and the room of texts.

    `rooms` are by the names of a kind of card and a text; `language` is that of the page.
    """

    game: Game
    language: str
    files: Mapping[str, str]
    messages: Sequence[Message]
    glossary: BilingualGlossary
    rooms: Mapping[tuple[str, str], TextSpace]
    assets: Mapping[str, bytes]


def instructions_page(page: Instructions) -> Iterator[str]:
    """Yield the page that says how to translate a game."""
    drawings = SvgFile(page.assets)
    body = [*_files(page), *_work(page), *_kept(page, drawings), *_marks(page, drawings), *_rooms(page)]
    yield from page_head(_heading(page.game, page.glossary), page.language, "", drawings.definitions)
    yield from body
    yield from _terms(page.glossary)
    yield PAGE_END


def _heading(game: Game, glossary: BilingualGlossary) -> str:
    title = game.title(glossary.source_language)
    return f"{title}: {glossary.source_language} → {glossary.language}"


def _files(page: Instructions) -> Iterator[str]:
    yield _title(tr("In this folder"))
    yield _list(f"<code>{escape(file)}</code>: {escape(use)}" for file, use in page.files.items())


def _work(page: Instructions) -> Iterator[str]:
    file = next(iter(page.files))
    yield _title(tr("How to work"))
    lines = [
        tr("Each text has notes: on which card it is, how much room it has there, and its terms."),
        tr(
            "Mark a text that you are unsure of as fuzzy (in tables: unsure), and write your question beside it."
        ),
        tr("A text without a translation is printed in the language of the game."),
        tr("Return {file}. All other files are for reading.", file=file),
    ]
    yield _list(map(escape, lines))


def _kept(page: Instructions, drawings: SvgFile) -> Iterator[str]:
    yield _title(tr("What stays as it is"))
    sources = [message.source for message in page.messages]
    icons = page.game.definition.get("icons", {})
    used = [name for name in icons if any(f"{{{name}}}" in source for source in sources)]
    yield _list(map(escape, _rules(page, used)))
    yield _table(
        [tr("Icon"), tr("In the text")],
        [(_icon(drawings, icons[name]), f"<code>{{{escape(name)}}}</code>") for name in used],
    )


def _rules(page: Instructions, icons: Sequence[str]) -> Iterator[str]:
    sources = [message.source for message in page.messages]
    if icons:
        yield tr("A name in braces is an icon. Keep every icon; you may move it with its words.")
    if any("*" in source for source in sources):
        yield tr("Stars are *italics* and **bold**. Keep them around the same words.")
    tags = {tag.written for source in sources for tag in tags_of(source) if not tag.is_printed}
    if tags:
        yield tr("Words in brackets are styles: {names}. Keep them in pairs.", names=" ".join(sorted(tags)))
    yield tr("Numbers stay as they are. A number may become a word, such as “two” for 2.")
    names = [term.source[0] for term in page.glossary.terms if term.source == term.target]
    if names:
        yield tr("These names are not translated: {names}.", names=", ".join(names))


def _marks(page: Instructions, drawings: SvgFile) -> Iterator[str]:
    game, glossary = page.game, page.glossary
    marks = game.definition.get("marks", {})
    if not marks:
        return
    yield _title(tr("Marks"))
    yield _table(
        [tr("Icon"), tr("Name"), tr("Translation"), tr("Rule")],
        [
            (
                _icon(drawings, mark["icon"]),
                escape(game.label(f"mark:{name}", glossary.source_language)),
                escape(game.labels.get(glossary.language, {}).get(f"mark:{name}", "")),
                escape(str(mark.get("rule", ""))),
            )
            for name, mark in marks.items()
        ],
    )


def _rooms(page: Instructions) -> Iterator[str]:
    if not page.rooms:
        return
    yield _title(tr("How long a text may be"))
    yield _paragraph(
        tr(
            "A long text is printed in smaller letters, down to a limit. One that is longer still does not fit."
        )
    )
    yield _table(
        [tr("Card"), tr("Text"), tr("Letters that fit"), tr("At the smallest size")],
        [
            (
                escape(kind),
                escape(text),
                *(str(size.lines * size.letters) for size in (room.usual, room.least)),
            )
            for (kind, text), room in page.rooms.items()
        ],
    )


def _terms(glossary: BilingualGlossary) -> Iterator[str]:
    terms = [term for term in glossary.terms if term.source != term.target]
    if not terms:
        return
    yield _title(tr("Glossary"))
    yield _paragraph(tr("Use the same word each time."))
    yield _table(
        [glossary.source_language, glossary.language, tr("Not"), tr("Note")],
        [
            [
                escape(", ".join(words))
                for words in (term.source, term.target, term.forbidden, [term.note] if term.note else [])
            ]
            for term in terms
        ],
    )


def cards_page(
    page: Instructions, entries: Iterable[OutgoingMessage], drawn: tuple[ProofJob, Proof]
) -> Iterator[str]:
    """Yield the page that shows each card beside its texts, and then the game’s own words."""
    job, proof = drawn
    rules = f"{size_rules(job.faces.values())}\n{proof.rules}"
    yield from page_head(_heading(page.game, page.glossary), page.language, rules, proof.definitions)
    by_card: dict[str, list[OutgoingMessage]] = {}
    for outgoing in entries:
        by_card.setdefault(outgoing.entry.card, []).append(outgoing)
    words = by_card.pop("", [])
    for card, texts in [*by_card.items(), *([("", words)] if words else [])]:
        drawing = proof.drawings[card, page.glossary.source_language] if card else "<div></div>"
        described = "".join(_text(outgoing, page.glossary) for outgoing in texts)
        yield f"<section>\n{drawing}\n<div>\n{described}</div>\n</section>\n"
    yield PAGE_END


def _text(outgoing: OutgoingMessage, glossary: BilingualGlossary) -> str:
    """Text with what it is, and its translation."""
    entry, languages = outgoing.entry, (glossary.source_language, glossary.language)
    lines = "".join(
        f'<dt>{escape(language)}</dt><dd lang="{escape(language)}">{escape(text) or "–"}</dd>'
        for language, text in zip(languages, (entry.source, entry.text), strict=True)
    )
    return f"<h2>{escape(outgoing.about[0])}</h2>\n<dl>{lines}</dl>\n"


def _icon(drawings: SvgFile, name: str) -> str:
    return f'<svg class="icon" aria-hidden="true"><use href="#{drawings.icon_id(name)}"/></svg>'


def _title(text: str) -> str:
    return f"<h2>{escape(text)}</h2>\n"


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>\n"


def _list(items: Iterable[str]) -> str:
    return "<ul>\n{}</ul>\n".format("".join(f"<li>{item}</li>\n" for item in items))


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Table of cells that are HTML already; '' without rows."""
    if not rows:
        return ""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join("<tr>{}</tr>\n".format("".join(f"<td>{cell}</td>" for cell in row)) for row in rows)
    return f"<table>\n<tr>{head}</tr>\n{body}</table>\n"
