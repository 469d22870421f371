"""The proof page: all cards of a game or deck on one web page that needs nothing but a browser.

The page comes from the templates in exports/proof, for `export html` and for `preview`. Its Content-Security-Policy
lets it run only the script and style that it contains, named by their digests. Text that comes from a game is escaped
in this module.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections import defaultdict
from hashlib import sha256
from html import escape
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

import deckwright
from deckwright import resources
from deckwright.messages import severity_name, tr, trn
from deckwright.press.preflight.sight import COLOUR_BLINDNESS
from deckwright.press.proof import width_class
from deckwright.press.proof_filters import filters, icon_of, in_language, language_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.press.faces.face_file import Face
    from deckwright.press.proof import Back, Proof, ProofJob

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")

MOST_COLUMNS = 4
"""Languages shown in one row at most; more start a second row."""


# The whole page, from the templates.


class PageCode(NamedTuple):
    """Style, script and policy of a page; `connects` to the server that it comes from, if it is a live one."""

    style: str
    script: str
    connects: bool = False

    @property
    def policy(self) -> str:
        """Content-Security-Policy that allows this code, and no other."""
        own = " 'self'" if self.connects else ""
        connect = "connect-src 'self'; " if self.connects else ""
        return (
            f"default-src 'none'; script-src {_digest(self.script)}; style-src {_digest(self.style)}; {connect}"
            f"font-src data:{own}; img-src data:{own}; base-uri 'none'; form-action 'none'"
        )


def page_code(rules: str, *, is_live: bool = False) -> PageCode:
    """Code of a page, with further style rules."""
    script = _template("page.js") + (_template("live.js") if is_live else "")
    return PageCode(f"{_template('page.css')}\n{rules}\n", script, is_live)


def proof_page(job: ProofJob, proof: Proof, language: str) -> Iterator[str]:
    """Yield the HTML page of drawn cards, in parts of a card at most; `language` is that of the page's own words."""
    by_card = findings_by_card(proof.findings)
    found = sum(bool(by_card.get(card.id)) for card, _ in job.cards)
    html: dict[str, str | Iterable[str]] = {
        "definitions": proof.definitions,
        "cards": (
            ("\n" if number else "") + card_item(job, number, proof.drawings, by_card.get(card.id, ()))
            for number, (card, _) in enumerate(job.cards)
        ),
        "backs": backs_list(job, proof.backs),
        "choices": filters(job, proof.icons, found, job.languages),
        "remarks": remarks([finding for finding in proof.findings if not finding.subjects]),
        "data": _page_data(job, by_card),
        "credits": escape(" · ".join(proof.credits)),
    }
    yield from filled_page(job, page_code(f"{size_rules(job.faces.values())}\n{proof.rules}"), language, html)


def filled_page(
    job: ProofJob, code: PageCode, language: str, html: Mapping[str, str | Iterable[str]]
) -> Iterator[str]:
    """Yield the page with its code, and its parts that are already HTML, which may be made one after the other."""
    texts = {
        **_page_words(),
        "language": language,
        "leading": job.languages[0],
        "title": page_title(job),
        "about": page_about(job),
        "generator": f"Deckwright {deckwright.__version__}",
        "policy": code.policy,
        "count": count_words(job)["every"],
        "sides": str(min(len(job.languages), MOST_COLUMNS)),
    }
    own = {
        "style": code.style,
        "script": code.script,
        "sights": _sights(),
        "sight_choices": _sight_choices(),
        "controls": "",
    }
    values = {**{name: escape(text) for name, text in texts.items()}, **own, **html}
    for number, part in enumerate(_PLACEHOLDER.split(_template("page.html"))):
        value = values[part] if number % 2 else part
        yield from (value,) if isinstance(value, str) else value


def page_title(job: ProofJob) -> str:
    """Title of a page: that of its deck and its game."""
    game = job.game.title(job.languages[0])
    return game if job.title in {game, job.game.title(job.game.source_language)} else f"{job.title} · {game}"


def page_about(job: ProofJob) -> str:
    """Line below the title: the languages of the cards."""
    return " · ".join(language_name(language, plain=True) for language in job.languages)


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _template(name: str) -> str:
    return (resources.folder("exports") / "proof" / name).read_text(encoding="utf-8")


def _page_words() -> dict[str, str]:
    """Words of the page by their placeholders in the template."""
    return {
        "skip": tr("Skip to the cards"),
        "filters": tr("Filters"),
        "search": tr("Search"),
        "search_hint": tr("In any language; case and accents do not matter."),
        "show_filters": tr("Show filters"),
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
        "view": tr("View"),
        "size": tr("Size"),
        "fill_width": tr("Fill the width"),
        "real_size": tr("Real size"),
        "calibrate": tr("Calibrate the screen"),
        "calibrate_hint": tr(
            "Hold a bank card against this frame, and move the slider until both are as wide."
        ),
        "calibrate_width": tr("Width of the frame"),
        "sight": tr("Colours"),
    }


def count_words(job: ProofJob) -> dict[str, str]:
    """Number of cards: of all with their copies, and of those that a filter shows, with a placeholder for that number."""
    total, copies = len(job.cards), sum(copies for _, copies in job.cards)
    cards = trn("{count} card", "{count} cards", total)
    every = cards if copies == total else tr("{cards}, {copies} with all copies", cards=cards, copies=copies)
    return {"every": every, "count": tr("{shown} of {total} cards", shown="{shown}", total=total)}


# Views: sizes of cards, and colours as others see them.


def size_rules(faces: Iterable[Face], beyond: float = 0.0) -> str:
    """Style rules for the widths of cards, which are shown `beyond` their edge, in mm."""
    widths = sorted({face.size[0] + 2 * beyond for face in faces})
    return "\n".join([f":root {{ --card: {widths[-1]:g}mm; }}", *map(width_rule, widths)])


def width_rule(width: float) -> str:
    """Style rule for drawings of a width in mm."""
    return f".{width_class(width)} {{ --own: {width:g}mm; }}"


def _sights() -> str:
    """Filters that show colours as colour-blind people see them."""
    return "".join(
        f'<filter id="sight-{name}" color-interpolation-filters="linearRGB"><feColorMatrix type="matrix" '
        f'values="{" ".join(f"{a:g} {b:g} {c:g} 0 0" for a, b, c in matrix)} 0 0 0 1 0"/></filter>'
        for name, matrix in COLOUR_BLINDNESS.items()
    )


def _sight_choices() -> str:
    names = {
        "": tr("as printed"),
        "protan": tr("without red vision"),
        "deutan": tr("without green vision"),
        "tritan": tr("without blue vision"),
        "grey": tr("in grey"),
    }
    return "".join(f'<option value="{value}">{escape(name)}</option>' for value, name in names.items())


# Cards, backs and findings.


def findings_by_card(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """Findings by the ids of the cards that they are about."""
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        for card in finding.subjects:
            found[card].append(finding)
    return dict(found)


def card_item(
    job: ProofJob, number: int, drawings: Mapping[tuple[str, str], str], findings: Sequence[Finding]
) -> str:
    """List item of a card: its name and kind, its drawing in each language, and its findings."""
    card, copies = job.cards[number]
    leading = job.languages[0]
    kind = in_language(leading, job.game.label(f"kind:{card.kind}", leading))
    about = " · ".join([kind, trn("{count} copy", "{count} copies", copies), escape(card.id)])
    sides = "".join(
        _side(drawings[card.id, language], language, job)
        for language in job.languages
        if (card.id, language) in drawings
    )
    return (
        f'<li class="card" data-id="{escape(card.id)}">\n'
        '<h3><button type="button" class="name" aria-haspopup="dialog" '
        f'lang="{escape(leading)}">{escape(card.name(leading))}</button></h3>\n'
        f'<p class="about">{about}</p>\n'
        f'<div class="sides">{sides}</div>{findings_list(findings)}</li>'
    )


def _side(drawing: str, language: str, job: ProofJob) -> str:
    caption = f"<figcaption>{language_name(language)}</figcaption>" if len(job.languages) > 1 else ""
    return f'<figure lang="{escape(language)}">{drawing}{caption}</figure>\n'


def backs_list(job: ProofJob, backs: Iterable[Back]) -> str:
    """List items of the backs, each with the kinds of card that have it."""
    return "".join(
        f"<li><figure>{back.drawing}<figcaption>{_caption(back, job)}</figcaption></figure></li>\n"
        for back in backs
    )


def _caption(back: Back, job: ProofJob) -> str:
    kinds = _kinds(back.kinds, job)
    return f"{in_language(job.languages[0], back.name)} · {kinds}" if back.name else kinds


def _kinds(kinds: Iterable[str], job: ProofJob) -> str:
    leading = job.languages[0]
    return in_language(leading, ", ".join(job.game.label(f"kind:{kind}", leading) for kind in kinds))


_SEVERITIES = ("error", "warning", "info")


def findings_list(findings: Iterable[Finding]) -> str:
    """List of findings, errors first, each with its severity as an icon and in words, and its place; empty without any."""
    items = "".join(
        f'<li class="{finding.severity}">{icon_of(f"severity-{finding.severity}", "symbol")}'
        '<span><span class="message">'
        f"<strong>{escape(severity_name(finding.severity).capitalize())}:</strong> "
        f"{escape(finding.message)}</span>{_place(finding)}</span></li>\n"
        for finding in sorted(findings, key=lambda one: _SEVERITIES.index(one.severity))
    )
    return f'<ul class="findings">\n{items}</ul>' if items else ""


def _place(finding: Finding) -> str:
    """Place of a finding; a page may be published, so of a file outside the game only the name is shown."""
    where = finding.where
    if where is None:
        return ""
    file = PurePath(where.file)
    shown = where._replace(file=file.name if file.is_absolute() else where.file)
    return f'<span class="where">{escape(str(shown))}</span>'


def remarks(findings: Sequence[Finding]) -> str:
    """Findings about the game and its faces, as a section that can be opened."""
    if not findings:
        return ""
    title = trn("{count} finding about the game", "{count} findings about the game", len(findings))
    listed = findings_list(findings)
    return f'<details class="remarks"><summary>{escape(title)}</summary>\n{listed}</details>'


# What only a live page has.


def live_controls(sheets: Iterable[str]) -> str:
    """Controls of what a live page shows: boxes, little ink, or cards on a sheet."""
    lost = tr("The preview has stopped. Start it again to see changes.")
    boxes = {"boxes": tr("Boxes, trim and safe zone"), "low-ink": tr("Low ink")}
    edges = {"": tr("none"), "long": tr("flipped on the long edge"), "short": tr("flipped on the short edge")}
    controls = [
        f'<p class="control"><label class="choice"><input type="checkbox" id="{name}"> {escape(text)}</label></p>'
        for name, text in boxes.items()
    ]
    controls += [
        _select("sheet", tr("Sheet"), {"": tr("none: cards alone"), **{name: name for name in sheets}}),
        _select("duplex", tr("Backs of sheets"), edges),
        f'<p class="lost" id="lost" role="status" data-text="{escape(lost)}"></p>',
    ]
    return "\n".join(controls)


def _select(name: str, label: str, choices: Mapping[str, str]) -> str:
    """Choice of one value by its words."""
    options = "".join(
        f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in choices.items()
    )
    return f'<p class="control"><label for="{name}">{escape(label)}</label> <select id="{name}">{options}</select></p>'


def problems_banner(findings: Sequence[Finding]) -> str:
    """Errors because of which the last good content is still shown; empty if there are none."""
    if not findings:
        return ""
    title = tr("Not shown yet, because of an error: the cards are those of the last version without errors.")
    return f"<p>{escape(title)}</p>{findings_list(findings)}"


def sheet_item(title: str, drawing: str) -> str:
    """List item of a sheet with its cards."""
    return f"<li><figure>{drawing}<figcaption>{escape(title)}</figcaption></figure></li>"


# What the page's script filters by.


def page_data(job: ProofJob, shown: Sequence[str]) -> dict[str, Any]:
    """Words for the page's script, without cards; `shown` are the languages that are chosen at first."""
    return {"languages": list(job.languages), "shown": list(shown), "words": count_words(job), "cards": []}


def _page_data(job: ProofJob, findings: Mapping[str, Sequence[Finding]]) -> Iterator[str]:
    """Yield the JSON for the page's script, card by card."""
    end = "]}"
    yield data_of(page_data(job, job.languages)).removesuffix(end)
    for number, (card, copies) in enumerate(job.cards):
        known = card_data(card, copies, job, len(findings.get(card.id, ())))
        yield ("," if number else "") + data_of(known)
    yield end


def data_of(data: Mapping[str, Any]) -> str:
    """JSON for the page's script, safe inside a `script` element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def card_data(card: Card, copies: int, job: ProofJob, findings: int) -> dict[str, Any]:
    """A card for the page's script, with the number of its findings."""
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
