"""The cards and filters on the page, as HTML. Whatever comes from a game is escaped here."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING

from deckwright.messages import tr, trn
from deckwright.reports.findings import severity_name
from deckwright.reports.proof.words import LANGUAGE_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.press.proof import Proof, ProofJob

_SIZE = {"symbol": 24, "mark": 1000}
"""The side of the squares that icons are drawn in: the page's own, and those of the game's marks."""


def card_item(number: int, job: ProofJob, proof: Proof, findings: Sequence[Finding]) -> str:
    """Write a card: its name, what it is, how it looks in each language, and what was found about it."""
    card, copies = job.cards[number]
    leading = job.languages[0]
    kind = _in(leading, job.game.label(f"kind:{card.kind}", leading))
    about = " · ".join([kind, trn("{count} copy", "{count} copies", copies), escape(card.id)])
    sides = "".join(_side(card, language, job, proof) for language in job.languages)
    return (
        '<li class="card">\n'
        '<h3><button type="button" class="name" aria-haspopup="dialog" '
        f'lang="{escape(leading)}">{escape(card.name(leading))}</button></h3>\n'
        f'<p class="about">{about}</p>\n'
        f'<div class="sides">{sides}</div>{findings_list(findings)}</li>'
    )


def _side(card: Card, language: str, job: ProofJob, proof: Proof) -> str:
    caption = f"<figcaption>{_language_name(language)}</figcaption>" if len(job.languages) > 1 else ""
    return f'<figure lang="{escape(language)}">{proof.drawings[card.id, language]}{caption}</figure>\n'


def backs_list(job: ProofJob, proof: Proof) -> str:
    """Write each back once, with the kinds of the cards that have it."""
    return "".join(
        f"<li><figure>{back.drawing}<figcaption>{_kinds(back.kinds, job)}</figcaption></figure></li>\n"
        for back in proof.backs
    )


def _kinds(kinds: Iterable[str], job: ProofJob) -> str:
    leading = job.languages[0]
    return _in(leading, ", ".join(job.game.label(f"kind:{kind}", leading) for kind in kinds))


def findings_list(findings: Iterable[Finding]) -> str:
    """Write findings, how bad each is in a sign and in words; nothing where there are none."""
    items = "".join(
        f'<li class="{finding.severity}">{_icon(f"severity-{finding.severity}", "symbol")}'
        f"<span><strong>{escape(severity_name(finding.severity).capitalize())}:</strong> "
        f"{escape(finding.message)}</span></li>\n"
        for finding in findings
    )
    return f'<ul class="findings">\n{items}</ul>' if items else ""


def remarks(findings: Sequence[Finding]) -> str:
    """Write what was found about the game and its faces, and no card in particular."""
    if not findings:
        return ""
    title = trn("{count} finding about the game", "{count} findings about the game", len(findings))
    listed = findings_list(findings)
    return f'<details class="remarks"><summary>{escape(title)}</summary>\n{listed}</details>'


def choices(job: ProofJob, proof: Proof, found: int) -> str:
    """Write the filters: by kind, mark, language, and whether anything was found."""
    game, leading = job.game, job.languages[0]
    kinds = Counter(card.kind for card, _ in job.cards)
    marks = Counter(mark for card, _ in job.cards for mark in card.marks)
    groups = [
        ("kind", tr("Kind"), [_kind(job, kind, kinds[kind]) for kind in game.names("kinds") if kinds[kind]]),
        (
            "mark",
            tr("Marks"),
            [
                _choice(
                    "mark", mark, _in(leading, game.label(f"mark:{mark}", leading)), marks[mark], proof.icons
                )
                for mark in game.names("marks")
                if marks[mark]
            ],
        ),
        ("lang", tr("Languages"), [_language(language) for language in job.languages]),
        ("findings", tr("Findings"), [_choice("findings", "1", escape(tr("Only with findings")), found)]),
    ]
    # One kind, or one language, leaves nothing to choose.
    least = {"kind": 2, "lang": 2}
    return "\n".join(
        _group(title, items) for name, title, items in groups if len(items) >= least.get(name, 1)
    )


def _kind(job: ProofJob, kind: str, count: int) -> str:
    leading = job.languages[0]
    return _choice("kind", kind, _in(leading, job.game.label(f"kind:{kind}", leading)), count)


def _language(language: str) -> str:
    return (
        f'<label class="choice"><input type="checkbox" name="lang" value="{escape(language)}" checked> '
        f"{_language_name(language)}</label>"
    )


def _group(title: str, items: Iterable[str]) -> str:
    listed = "\n".join(items)
    return f"<fieldset><legend>{escape(title)}</legend>\n{listed}\n</fieldset>"


def _choice(name: str, value: str, label: str, count: int, icons: Mapping[str, str] | None = None) -> str:
    """Write one box to tick, with how many cards it is about; `label` is HTML."""
    icon = _icon(icons[value], "mark") if icons and value in icons else ""
    return (
        f'<label class="choice"><input type="checkbox" name="{name}" value="{escape(value)}">{icon}'
        f' <span>{label}</span> <span class="number">{count}</span></label>'
    )


def _icon(symbol: str, sort: str) -> str:
    side = _SIZE[sort]
    return (
        f'<svg class="icon" viewBox="0 0 {side} {side}" aria-hidden="true" focusable="false">'
        f'<use href="#{symbol}" width="{side}" height="{side}"/></svg>'
    )


def _language_name(language: str) -> str:
    return _in(language, LANGUAGE_NAMES.get(language, language))


def _in(language: str, text: str) -> str:
    """Say which language a text is in, for who hears the page read."""
    return f'<span lang="{escape(language)}">{escape(text)}</span>'
