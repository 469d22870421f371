"""The proof page: all cards of a game or deck on one web page that needs nothing but a browser.

The page comes from the templates in exports/proof. Its Content-Security-Policy lets it load nothing, and run only the
script and style it contains, named by their digests. Text that comes from a game is escaped in this module.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections import Counter, defaultdict
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING, Any

import deckwright
from deckwright import resources
from deckwright.messages import severity_name, tr, trn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.press.proof import Back, Proof, ProofJob

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")

_MOST_COLUMNS = 4
"""Languages shown in one row at most; more start a second row."""

_ICON_SIZES = {"symbol": 24, "mark": 1000}
"""Sides of the squares in which icons are drawn: the page's own, and those of the game's marks."""

_LANGUAGE_NAMES = {"en": "English", "fr": "Français", "it": "Italiano"}
"""Languages by their own names; others are shown by their code."""


def proof_page(job: ProofJob, proof: Proof, language: str) -> str:
    """HTML page of drawn cards; `language` is that of the page's own words."""
    style = _style(job, proof)
    script = _template("page.js")
    texts = {
        **_page_words(),
        "language": language,
        "leading": job.languages[0],
        "title": _title(job),
        "about": _about(job),
    }
    texts |= {
        "generator": f"Deckwright {deckwright.__version__}",
        "policy": _policy(style, script),
        "count": _count_words(len(job.cards), len(job.cards)),
        "sides": str(min(len(job.languages), _MOST_COLUMNS)),
        "credits": " · ".join(proof.credits),
    }
    html = {"style": style, "script": script, "definitions": proof.definitions, **_content(job, proof)}
    return _filled(_template("page.html"), {name: escape(text) for name, text in texts.items()} | html)


def _content(job: ProofJob, proof: Proof) -> dict[str, str]:
    """Parts of the page that are already HTML or JSON."""
    by_card = _by_card(proof.findings)
    items = [_card_item(at, job, proof, by_card[card.id]) for at, (card, _) in enumerate(job.cards)]
    count = _count_words("{shown}", "{total}")
    found = sum(card.id in by_card and bool(by_card[card.id]) for card, _ in job.cards)
    return {
        "cards": "\n".join(items),
        "backs": _backs_list(job, proof),
        "choices": _choices(job, proof, found),
        "remarks": _remarks([finding for finding in proof.findings if not finding.subjects]),
        "data": _data_of(job, by_card, {"count": count}),
    }


def _by_card(findings: Iterable[Finding]) -> defaultdict[str, list[Finding]]:
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        for card in finding.subjects:
            found[card].append(finding)
    return found


def _title(job: ProofJob) -> str:
    game = job.game.title(job.languages[0])
    return game if job.title in {game, job.game.title(job.game.source_language)} else f"{job.title} · {game}"


def _about(job: ProofJob) -> str:
    cards = trn("{count} card", "{count} cards", sum(copies for _, copies in job.cards))
    return " · ".join([cards, *(_LANGUAGE_NAMES.get(language, language) for language in job.languages)])


def _style(job: ProofJob, proof: Proof) -> str:
    widest = max(face.size[0] for face in job.faces.values())
    return f":root {{ --card: {widest:g}mm; }}\n{_template('page.css')}\n{proof.rules}\n"


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; "
        "font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _template(name: str) -> str:
    return (resources.folder("exports") / "proof" / name).read_text(encoding="utf-8")


def _filled(template: str, values: Mapping[str, str]) -> str:
    """Replace the placeholders `{{name}}` of a template, once: braces in a value stay."""
    return _PLACEHOLDER.sub(lambda found: values[found[1]], template)


def _page_words() -> dict[str, str]:
    """Words of the page by their placeholders in the template."""
    return {
        "skip": tr("Skip to the cards"),
        "filters": tr("Filters"),
        "search": tr("Search"),
        "search_hint": tr("In any language; case and accents do not matter."),
        "clear": tr("Clear all"),
        "keyboard": tr("Keyboard"),
        "key_search": tr("to the search"),
        "key_arrows": tr("from card to card"),
        "key_enter": tr("enlarge the card"),
        "key_escape": tr("back to the page"),
        "key_slash": tr("Use / as a shortcut"),
        "cards_title": tr("Cards"),
        "backs_title": tr("Backs"),
        "none": tr("No card matches. Change the search, or clear some filters."),
        "previous": tr("Previous"),
        "next": tr("Next"),
        "close": tr("Close"),
    }


def _count_words(shown: object, total: object) -> str:
    """Number of cards shown; the page's script gets the text with placeholders for the numbers."""
    return tr("{shown} of {total} cards", shown=shown, total=total)


def _card_item(number: int, job: ProofJob, proof: Proof, findings: Sequence[Finding]) -> str:
    """List item of a card: its name and kind, its drawing in each language, and its findings."""
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
        f'<div class="sides">{sides}</div>{_findings_list(findings)}</li>'
    )


def _side(card: Card, language: str, job: ProofJob, proof: Proof) -> str:
    caption = f"<figcaption>{_language_name(language)}</figcaption>" if len(job.languages) > 1 else ""
    return f'<figure lang="{escape(language)}">{proof.drawings[card.id, language]}{caption}</figure>\n'


def _backs_list(job: ProofJob, proof: Proof) -> str:
    """List items of the backs, each with the kinds of card that have it."""
    return "".join(
        f"<li><figure>{back.drawing}<figcaption>{_caption(back, job)}</figcaption></figure></li>\n"
        for back in proof.backs
    )


def _caption(back: Back, job: ProofJob) -> str:
    kinds = _kinds(back.kinds, job)
    return f"{_in(job.languages[0], back.name)} · {kinds}" if back.name else kinds


def _kinds(kinds: Iterable[str], job: ProofJob) -> str:
    leading = job.languages[0]
    return _in(leading, ", ".join(job.game.label(f"kind:{kind}", leading) for kind in kinds))


def _findings_list(findings: Iterable[Finding]) -> str:
    """List of findings, each with its severity as an icon and in words; empty if there are none."""
    items = "".join(
        f'<li class="{finding.severity}">{_icon(f"severity-{finding.severity}", "symbol")}'
        f"<span><strong>{escape(severity_name(finding.severity).capitalize())}:</strong> "
        f"{escape(finding.message)}</span></li>\n"
        for finding in findings
    )
    return f'<ul class="findings">\n{items}</ul>' if items else ""


def _remarks(findings: Sequence[Finding]) -> str:
    """Findings about the game and its faces, as a section that can be opened."""
    if not findings:
        return ""
    title = trn("{count} finding about the game", "{count} findings about the game", len(findings))
    listed = _findings_list(findings)
    return f'<details class="remarks"><summary>{escape(title)}</summary>\n{listed}</details>'


def _choices(job: ProofJob, proof: Proof, found: int) -> str:
    """Filters by kind, mark, language and findings."""
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
    # With one kind or one language there is nothing to choose.
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
    """Checkbox with its number of cards; `label` is HTML."""
    icon = _icon(icons[value], "mark") if icons and value in icons else ""
    return (
        f'<label class="choice"><input type="checkbox" name="{name}" value="{escape(value)}">{icon}'
        f' <span>{label}</span> <span class="number">{count}</span></label>'
    )


def _icon(symbol: str, sort: str) -> str:
    side = _ICON_SIZES[sort]
    return (
        f'<svg class="icon" viewBox="0 0 {side} {side}" aria-hidden="true" focusable="false">'
        f'<use href="#{symbol}" width="{side}" height="{side}"/></svg>'
    )


def _language_name(language: str) -> str:
    return _in(language, _LANGUAGE_NAMES.get(language, language))


def _in(language: str, text: str) -> str:
    """Text marked with its language, for screen readers."""
    return f'<span lang="{escape(language)}">{escape(text)}</span>'


def _data_of(job: ProofJob, findings: Mapping[str, Sequence[Finding]], words: Mapping[str, str]) -> str:
    """JSON that the page's script filters by, safe inside a `script` element."""
    cards = [_card(card, copies, job, len(findings.get(card.id, ()))) for card, copies in job.cards]
    data = {"languages": list(job.languages), "words": dict(words), "cards": cards}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _card(card: Card, copies: int, job: ProofJob, findings: int) -> dict[str, Any]:
    return {
        "id": card.id,
        "kind": card.kind,
        "marks": list(card.marks),
        "copies": copies,
        "fields": dict(card.fields),
        "findings": findings,
        "names": {language: card.name(language) for language in job.languages},
        "texts": {language: job.describe(card, language) for language in job.languages},
    }
